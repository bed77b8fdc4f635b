"""Lowers verbs of the ruleset to functions, with the lasting rules before, instead of and after them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.lower.arguments import Arguments
from solenia_rules.lower.code import Code
from solenia_rules.lower.free_words import FreeWords
from solenia_rules.lower.rule_holders import Guarded, Holder, RuleHolders
from solenia_rules.lower.unit import Unit
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import evolve, frozen

SORTS = ("before", "instead", "after")
"""The sorts of lasting rules on a verb, by when they apply."""


@frozen(eq=False)
class Hung:
    """A lasting rule on a verb, and the statements that it adds."""

    holder: Holder
    rule: CheckedRule
    acts: Acts


class Verbs:
    """The verbs of one ruleset."""

    def __init__(self, unit: Unit, arguments: Arguments, holders: RuleHolders, words: FreeWords) -> None:
        self.u = unit
        self.arguments = arguments
        self.holders = holders
        self.words = words
        self._functions: dict[tuple[str, bool, tuple[int, ...]], Function] = {}
        self._choosings: dict[tuple[str, bool, tuple[int, ...]], Function] = {}
        self._surpluses: dict[tuple[str, bool, tuple[int, ...]], Function] = {}

    # ---- calls and functions -------------------------------------------------------------------

    def call(self, act: a.DoVerb, code: Code) -> None:
        """Emit the call of a verb."""
        if isinstance(act.stands_for, a.GiveUp):
            self._give_up(act.stands_for, act.inside, code)
            return
        given = self.arguments.of((act.me, *act.given), code)
        counted = self._counted(act.verb)
        if counted is not None and (isinstance(counted, a.Lose) or self.arguments.may_be_open(given[1:])):
            function = self._choosing(counted, code.strict, act.inside)
        else:
            function = self._function(act.verb, code.strict, act.inside)
        code.emit(c.Call(function.id, given))

    def _give_up(self, act: a.GiveUp, used: tuple[int, ...], code: Code) -> None:
        """For every counter of which a seat is past the limit, it chooses what to give up; then the verb happens."""
        seat = code.keep(self.u.values.of(act.me, code))
        found = {name for _sort, name in self.u.footprint.bundle_counters(act.what)}
        bundles = self.words.bundles
        for counter in self.u.names.world.counters:
            if counter.id in found and counter.limit is not None:
                past = build.lt(bundles.limit(counter.id, seat), bundles.have_all(counter.id, seat))
                function = self._giving_up(counter, code.strict, used)
                code.emit(c.If(past, [c.Call(function.id, (seat,))], []))

    def _giving_up(self, counter: r.Counter, strict: bool, used: tuple[int, ...]) -> Function:
        key = (counter.id, strict, used)
        if key not in self._surpluses:
            function = self._surpluses[key] = self.u.new_function(f"give_up {counter.id}", 1, counter.span)
            code = Code.of(function)
            chosen = self.words.surplus(counter.id, code)
            done = self._function("give_up", strict, used)
            code.emit(c.Call(done.id, (code.me, *self.arguments.spread(chosen))))
            code.emit(c.Return())
        return self._surpluses[key]

    def _counted(self, verb: str) -> a.Gain | a.Pay | a.Lose | None:
        """The statement of a verb that replaces `gain`, `pay` or `lose`; None for other verbs."""
        match self.u.checked.verbs[verb].acts:
            case (a.Gain() | a.Pay() | a.Lose() as act, *_) if act.VERB == verb:
                return act
            case _:
                return None

    def _choosing(self, act: a.Gain | a.Pay | a.Lose, strict: bool, used: tuple[int, ...]) -> Function:
        """The function that chooses the open words of an amount before the verb happens, so that the rules on the verb
        see the whole amount."""
        verb = act.VERB
        key = (verb, strict, used)
        if key not in self._choosings:
            text = self.u.checked.verbs[verb]
            function = self.u.new_function(f"words to {verb}", self.arguments.count(text), text.span)
            self._choosings[key] = function
            code = Code.of(function)
            self.arguments.bind(text, code)
            code.strict = strict
            rules = [rule for sort in SORTS for _holder, rule in self.holders.on_verb(verb, sort)]
            fails = any(self.u.failing.any(rule.body.acts) for rule in rules)
            fails = fails or (verb == "pay" and any(rule.sort == "before" for rule in rules))
            look = strict and (fails or self.u.rest.after[f"verb.{verb}"])
            chosen = self.words.chosen(verb, self.u.values.bundle(act.what, code), code, look)
            done = self._function(verb, strict, used)
            code.emit(c.Call(done.id, (code.me, *self.arguments.spread(chosen))))
            code.emit(c.Return())
        return self._choosings[key]

    def _function(self, verb: str, strict: bool, used: tuple[int, ...]) -> Function:
        """The function of a verb. `used`: numbers of the replacements that contain the call; they do not apply
        again."""
        key = (verb, strict, used)
        if key not in self._functions:
            text = self.u.checked.verbs[verb]
            name = f"verb {verb}" + (" (replaced)" if used else "" if strict else " (try)")
            function = self.u.new_function(name, self.arguments.count(text), text.span)
            self._functions[key] = function
            code = Code.of(function)
            self.arguments.bind(text, code)
            code.strict = strict
            code.rest_fails = strict and self.u.rest.after[f"verb.{verb}"]
            code.rest_known = not code.rest_fails
            self._around(verb, text, code, used)
            code.emit(c.Return())
        return self._functions[key]

    def _around(self, verb: str, text: CheckedText, code: Code, used: tuple[int, ...]) -> None:
        """Emit the body of a verb's function. A verb that is replaced does not happen: no rules before or after it
        apply."""
        replaced = self._replacements(verb, code, used)
        body: list[c.Stmt] = []
        late = any(self.u.failing.any(rule.body.acts) for _h, rule in self.holders.on_verb(verb, "after"))
        with code.into(body):
            with _followed(code, late or self.u.failing.any(text.acts)):
                self._moment(verb, "before", code)
            done: list[c.Stmt] = []
            possible = self._possible(verb, code)
            with code.into(done), _followed(code, late):
                self.u.blocks.block(text.acts, code)
                self._moment(verb, "after", code)
            if possible is None:
                code.out.extend(done)
            else:
                code.emit(c.If(possible, done, []))
        if replaced is None:
            code.out.extend(body)
        else:
            code.emit(c.If(replaced, [], body))

    def _possible(self, verb: str, code: Code) -> Ex | None:
        """Inside `try`: whether a payment can be made; if it cannot, the rules after it do not apply."""
        act = self._counted(verb)
        if code.strict or not isinstance(act, a.Pay):
            return None
        return self.words.bundles.can_pay(self.u.values.bundle(act.what, code), code.me, code)

    # ---- what looking ahead asks ---------------------------------------------------------------

    def rules_around(self, verb: str) -> list[Acts]:
        """The statements of the rules before and after a verb."""
        return [rule.body.acts for sort in ("before", "after") for _holder, rule in self.holders.on_verb(verb, sort)]

    def is_replaced(self, verb: str) -> bool:
        """Whether a rule may replace a verb."""
        return bool(self.holders.on_verb(verb, "instead"))

    def asks_for_order(self, verb: str) -> bool:
        """Whether a seat may be asked which of its rules around a verb goes first."""
        for sort in ("before", "after"):
            found = [hung for hung in self._hung(verb, sort) if hung.holder.sort != "rules"]
            if any(not self._settled(group) for group in self._disputed(found)):
                return True
        return False

    # ---- before and after ----------------------------------------------------------------------

    def _hung(self, verb: str, sort: str) -> list[Hung]:
        return [Hung(holder, rule, rule.body.acts) for holder, rule in self.holders.on_verb(verb, sort)]

    def _moment(self, verb: str, sort: str, code: Code) -> None:
        """Emit the rules before or after a verb: those of `[rules]`, then seat by seat from the acting seat.

        The rules of one seat apply by `order`. If the order of rules with equal `order` matters, the seat chooses.
        """
        rules = self._hung(verb, sort)
        if not rules:
            return
        env = dict(code.env)
        for hung in rules:
            if hung.holder.sort == "rules":
                self._when(hung, code, Guarded(self._run(hung, code)))
        held = [hung for hung in rules if hung.holder.sort != "rules"]
        if held:
            self._seat_by_seat(verb, held, code)
        code.env = env

    def _seat_by_seat(self, verb: str, rules: list[Hung], code: Code) -> None:
        seats = Const(self.u.layout.seats)
        turn, seat, label = code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(turn, Const(0)))
        body: list[c.Stmt] = [
            c.If(build.le(seats, Local(turn)), [c.Break(label)], []),
            c.Set(seat, build.mod(build.add(Local(0), Local(turn)), seats)),
            c.Set(turn, build.add(Local(turn), Const(1))),
        ]
        with code.into(body):
            for group in self._disputed(rules):
                if self._settled(group):
                    (hung,) = group
                    self._when(hung, code, Guarded(self._run(hung, code), Local(seat)))
                else:
                    self._in_chosen_order(verb, group, Local(seat), code)
        code.emit(c.Loop(label, body))

    def _when(self, hung: Hung, code: Code, what: Guarded) -> None:
        self.holders.when(hung.holder, hung.rule, Local(0), code, what)

    def _run(self, hung: Hung, code: Code) -> Callable[[], None]:
        def run() -> None:
            code.emit(c.Mark(self.u.place(hung.rule.span)))
            self.u.blocks.block(hung.acts, code)

        return run

    # ---- several rules at once -----------------------------------------------------------------

    def _matters(self, one: Hung, other: Hung) -> bool:
        """Whether the order of two rules matters."""
        return self.u.commuting.matters(one.rule, other.rule)

    def _settled(self, group: list[Hung]) -> bool:
        """Whether no seat needs to be asked: there is a single rule, with one holder or with the same effect for all
        its holders."""
        if len(group) > 1:
            return False
        several = len(self.holders.numbers(group[0].holder, group[0].rule)) > 1
        return not several or not self._matters(group[0], group[0])

    def _disputed(self, rules: list[Hung]) -> list[list[Hung]]:
        """Rules in groups: rules of equal `order` are in one group if their order matters. Groups are sorted by their
        first rule."""
        groups: list[list[Hung]] = []
        for hung in rules:
            touched = [
                group
                for group in groups
                if group[0].holder.order == hung.holder.order and any(self._matters(other, hung) for other in group)
            ]
            if not touched:
                groups.append([hung])
                continue
            touched[0].append(hung)
            for group in touched[1:]:
                touched[0].extend(group)
                groups.remove(group)
        return groups

    def _options(self, group: list[Hung]) -> list[tuple[Hung, int]]:
        """One option for every rule and every piece or cell that may hold it."""
        return [(hung, number) for hung in group for number in self.holders.numbers(hung.holder, hung.rule)]

    def _applicable(self, options: list[tuple[Hung, int]], code: Code, owner: Ex | None) -> int:
        """A local with the mask of the options that apply now."""
        found = code.temp()
        code.emit(c.Set(found, Const(0)))
        for index, (hung, number) in enumerate(options):

            def add(bit: int = 1 << index) -> None:
                code.emit(c.Set(found, build.bor(Local(found), Const(bit))))

            self._when(hung, code, Guarded(add, owner, number, fires=False))
        return found

    def _leave_out_equals(self, options: list[tuple[Hung, int]], found: int, code: Code) -> None:
        """Keep one option of each group of equal copies in the same zone without order, as among pieces."""
        for hung in dict.fromkeys(hung for hung, _number in options):
            bits = [1 << index for index, (other, _number) in enumerate(options) if other is hung]
            if hung.holder.sort != "piece" or len(bits) < 2 or not self._may_lie_unordered(hung.holder.kind):
                continue
            copies = [
                (bit, hung.holder.instances[number][0])
                for bit, number in zip(bits, self.holders.numbers(hung.holder, hung.rule), strict=True)
            ]
            pieces = code.temp()
            code.emit(c.Set(pieces, Const(0)))
            for bit, piece in copies:
                put = c.Set(pieces, build.bor(Local(pieces), Const(1 << piece)))
                code.emit(c.If(build.band(Local(found), Const(bit)), [put], []))
            code.emit(c.Prim("dedupe", (Local(pieces),), pieces))
            for bit, piece in copies:
                leave_out = c.Set(found, build.bandnot(Local(found), Const(bit)))
                code.emit(c.If(build.has(Local(pieces), Const(piece)), [], [leave_out]))

    def _may_lie_unordered(self, kind: str) -> bool:
        return any(kind in zone.of and zone.order == "none" for zone in self.u.names.world.zones)

    def _spec(self, verb: str, options: list[tuple[Hung, int]], code: Code) -> int:
        labels = tuple(hung.holder.id for hung, _number in options)
        fails = any(self.u.failing.any(hung.acts) for hung, _number in options)
        look = code.strict and (code.rest_fails or fails)
        return self.u.spec(code, "rule", verb, "rule", labels, look, span=options[0][0].rule.span)

    def _do_chosen(self, options: list[tuple[Hung, int]], chosen: int, code: Code, owner: Ex | None) -> None:
        fails = any(self.u.failing.any(hung.acts) for hung, _number in options)
        for index, (hung, number) in enumerate(options):
            then: list[c.Stmt] = []
            with code.into(then), _followed(code, fails):
                self._when(hung, code, Guarded(self._run(hung, code), owner, number))
            code.emit(c.If(build.eq(Local(chosen), Const(index)), then, []))

    def _in_chosen_order(self, verb: str, group: list[Hung], owner: Ex, code: Code) -> None:
        """The owner chooses which rule comes next, until no other applies; the rules that apply are computed again each
        time."""
        options = self._options(group)
        rest, chosen, label = code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(rest, Const((1 << len(options)) - 1)))
        body: list[c.Stmt] = []
        with code.into(body):
            found = self._applicable(options, code, owner)
            code.emit(c.Set(found, build.band(Local(found), Local(rest))))
            code.emit(c.If(build.eq(Local(found), Const(0)), [c.Break(label)], []))
            self._leave_out_equals(options, found, code)
            code.emit(c.Decide(self._spec(verb, options, code), owner, Local(found), chosen))
            code.emit(c.Set(rest, build.bandnot(Local(rest), build.bit(Local(chosen)))))
            self._do_chosen(options, chosen, code, owner)
        code.emit(c.Loop(label, body))

    # ---- replacements --------------------------------------------------------------------------

    def _replacements(self, verb: str, code: Code, used: tuple[int, ...]) -> Ex | None:
        """Emit the replacements of a verb: one of them runs, and inside it only the others may replace the verb.
        Returns whether one ran."""
        rules = [
            Hung(holder, rule, _inside(rule.body.acts, verb, (*used, number)))
            for number, (holder, rule) in enumerate(self.holders.on_verb(verb, "instead"), 1)
            if number not in used
        ]
        if not rules:
            return None
        env = dict(code.env)
        flag = code.temp()
        code.emit(c.Set(flag, Const(0)))
        for group in self._disputed(rules):
            if self._settled(group):
                (hung,) = group
                run = self._run(hung, code)

                def once(run: Callable[[], None] = run) -> None:
                    then: list[c.Stmt] = [c.Set(flag, Const(1))]
                    with code.into(then):
                        run()
                    code.emit(c.If(build.not_(Local(flag)), then, []))

                self._when(hung, code, Guarded(once))
            else:
                then: list[c.Stmt] = []
                with code.into(then):
                    self._one_of(verb, group, flag, code)
                code.emit(c.If(build.not_(Local(flag)), then, []))
        code.env = env
        return Local(flag)

    def _one_of(self, verb: str, group: list[Hung], flag: int, code: Code) -> None:
        """The acting seat chooses which of several replacements applies."""
        options = self._options(group)
        found, chosen = self._applicable(options, code, None), code.temp()
        self._leave_out_equals(options, found, code)
        then: list[c.Stmt] = [
            c.Decide(self._spec(verb, options, code), Local(0), Local(found), chosen),
            c.Set(flag, Const(1)),
        ]
        with code.into(then):
            self._do_chosen(options, chosen, code, None)
        code.emit(c.If(Local(found), then, []))


def _followed(code: Code, fails: bool) -> AbstractContextManager[None]:
    """Inside the `with` block, code is lowered as followed by something that may be impossible."""
    fails = fails and code.strict
    return code.where(rest_fails=code.rest_fails or fails, rest_known=code.rest_known and not fails)


def _inside(acts: Acts, verb: str, used: tuple[int, ...]) -> Acts:
    """The same statements, with calls of the verb marked by the replacements that contain them."""
    made: list[Act] = []
    for act in acts:
        if isinstance(act, a.DoVerb) and act.verb == verb:
            made.append(evolve(act, inside=used))
        else:
            made.append(a.with_blocks(act, lambda block: _inside(block, verb, used)))
    return tuple(made)
