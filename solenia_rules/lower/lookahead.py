"""Derives from the text whether the rest can be done after an option, instead of trying it.

It walks over the statements that follow and emits a test. Amounts gained and paid since the decision are kept as
numbers beside the counters; a later test may not read anything else that was written. If this cannot be shown, or if
the test would have to go through too many combinations of later choices, the option is "unsure", and the engine tries
it on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.footprint import Spot, disjoint
from solenia_rules.checked.numbers import LOOK_ROUNDS
from solenia_rules.checked.sizes import Sizes
from solenia_rules.checked.terms import Term, conjuncts
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.lower.arguments import Arguments
from solenia_rules.lower.bundles import Bundles
from solenia_rules.lower.code import Bundle, Change, Code, Outcome, Path, Purse, Value
from solenia_rules.lower.returning import Returning
from solenia_rules.lower.sets import Sets
from solenia_rules.lower.unit import Unit
from solenia_rules.lower.verbs import Verbs
from solenia_rules.lower.walks import Rounds, Walk
from solenia_rules.text.frozen import evolve

MOST_STEPS = 120
"""The most statements of a walk, counting every branch; beyond that the option is unsure."""


class Lookahead:
    """Looking ahead in the texts of one ruleset."""

    def __init__(self, unit: Unit, bundles: Bundles, arguments: Arguments, sets: Sets, verbs: Verbs) -> None:
        self.u = unit
        self.bundles = bundles
        self.arguments = arguments
        self.sets = sets
        self.verbs = verbs
        self.sizes = Sizes(unit.checked)
        self.returning = Returning(unit)
        self._steps = 0

    def sift(self, code: Code, path: Path, seat: Ex, outcome: Outcome, options: Term | None = None) -> None:
        """Emit the test of whether a path can be done after an option. `options`: the set whose members are tested."""
        self._steps = 0
        around = Rounds(1)
        self._go(Walk(code, seat, outcome, around if options is None else self._among(around, options, code)), path)

    def members(
        self, code: Code, act: a.Choose, ahead: Callable[[dict[int, Value], Outcome], None], some: bool,
        among: Ex | None = None,
    ) -> Outcome:  # fmt: skip
        """The candidates of a choice after which the rest can be done, and those that must be tried. `ahead` emits the
        test for one candidate, given its variables. `some`: only whether there are any candidates matters. `among`: the
        candidates, if they are known."""
        body: list[c.Stmt] = []
        with code.into(body):
            mask = self.sets.filter_mask(act.var, act.source, act.where, code) if among is None else among
            first = member = code.temp()
            made = Outcome.start(code, build.bit(Local(member)))
            asked: list[c.Stmt] = []
            with code.into(asked), code.where(before=(body, first)):
                ahead({**code.env, act.var: Local(member)}, made)
            code.emit(c.ForBits(member, mask, asked, self.u.label(), code.temp(), free=True))
        code.emit(c.Work((made.yes, made.unsure), body, some))
        return made

    def surely_paid(self, path: Path) -> bool:
        """Whether the next statement pays what was just found payable, and nothing after it can fail."""
        match path.acts:
            case (a.Pay() as first, *_) if first.what in path.payable:
                return not self._rest_fails(evolve(path, acts=path.acts[1:]))
        return False

    # ---- the walk ---------------------------------------------------------------------------------

    def _go(self, walk: Walk, path: Path) -> None:
        code = walk.code
        env, purse = code.env, code.purse
        code.env, code.purse = dict(path.env), path.purse
        try:
            self._step(walk, path)
        finally:
            code.env, code.purse = env, purse

    def _step(self, walk: Walk, path: Path) -> None:
        while not path.acts:
            if path.after is None:
                walk.sure()
                return
            outer = path.after
            path = evolve(
                outer, written=path.written, changes=path.changes, purse=path.purse, dirty=path.dirty, gains=path.gains,
            )  # fmt: skip
            walk.code.env = dict(path.env)
        self._steps += 1
        act = path.acts[0]
        if self._steps > MOST_STEPS:
            walk.doubt(act)
            return
        if self.u.failing.ends(act) and not self.u.failing.act(act):
            walk.sure()
        elif not self._rest_fails(path):
            walk.sure()
        elif path.gains and self._reads_gains(act, path):
            self._settle(walk, path)
        else:
            self._act(walk, act, path, evolve(path, acts=path.acts[1:], payable=()))

    def _act(self, walk: Walk, act: Act, path: Path, rest: Path) -> None:
        match act:
            case a.Let():
                self._let(walk, act, rest)
            case a.Need():
                if self._clean(path, act.test):
                    walk.under(self.u.values.of(act.test, walk.code), lambda: self._go(walk, rest))
                else:
                    self._unless_returning(walk, act, path, rest)
            case a.Pay():
                self._pay(walk, act, path, rest)
            case a.Gain():
                self._gain(walk, act, path, rest)
            case a.If():
                self._if(walk, act, path, rest)
            case a.DoVerb() if self.u.failing.act(act):
                self._verb(walk, act, path, rest)
            case a.Choose() if act.quota is None:
                self._choose(walk, act, path, rest)
            case a.ChooseWay(_, ways):
                for block in ways:
                    self._go(walk, _before(path, block, rest, dict(walk.code.env)))
            case a.LetPossible():
                walk.unsure()  # what follows may read the result, which nobody knows ahead
            case (
                a.DoVerb() | a.Choose() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget()
                | a.Roll()
                | a.Show() | a.Stop() | a.Win() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.For()
                | a.Repeat() | a.May() | a.As() | a.Try() | a.IfPossible() | a.Phase() | a.DrawWord()
                | a.LetRandom()
            ):  # fmt: skip
                self._pass(walk, act, path, rest)
            case _:
                assert_never(act)

    def _pass(self, walk: Walk, act: Act, path: Path, rest: Path) -> None:
        """Go on after a statement that cannot fail; it may only write. Where it may ask another seat, looking ahead may
        end there, so an option that fails after it must be tried."""
        if self.u.failing.act(act):
            walk.doubt(act)
            return
        if self.u.asking.others(act):
            walk.unsure()
        spots = self.u.summaries.of_act(act).changes
        changes = (*path.changes, Change(spots, act, dict(walk.code.env)))
        self._go(walk, evolve(rest, written=path.written | spots, changes=changes))

    def _unless_returning(self, walk: Walk, act: a.Need, path: Path, rest: Path) -> None:
        """A test that the position after the option never stood: only options that may lead to a recorded position are
        tried."""
        returning = self.returning.test(act.test, path, walk.outcome.bit, walk.code)
        if returning is None:
            walk.doubt(act)
            return
        sides: list[list[c.Stmt]] = [[], []]
        with walk.code.into(sides[0]):
            walk.unsure()
        with walk.code.into(sides[1]):
            self._go(walk, rest)
        walk.code.emit(c.If(returning, sides[0], sides[1]))

    def _rest_fails(self, path: Path | None) -> bool:
        while path is not None:
            for act in path.acts:
                if self.u.failing.act(act):
                    return True
                if self.u.failing.ends(act):
                    return False
            path = path.after
        return False

    def _clean(self, path: Path, *terms: Term) -> bool:
        """Whether terms read nothing that was written, and no counter that was paid or gained."""
        reads = self.u.footprint.reads(*terms)
        return disjoint(reads, path.written) and not any(s == "counter" and path.purse.touches(x) for s, x in reads)

    def _testable(self, path: Path, test: Term) -> bool:
        """Whether a test can be evaluated ahead: its parts are clean, or they are `can_pay`, which takes the purse into
        account."""
        others: list[Term] = []
        for part in conjuncts(test):
            match part:
                case t.BuiltIn("can_pay", (bundle,)):
                    spots = self.u.footprint.bundle_counters(bundle)
                    dirty = {counter for _sort, counter in spots} & path.dirty
                    if dirty or not self._clean(path, bundle) or not disjoint(spots, path.written):
                        return False
                case _:
                    others.append(part)
        return self._clean(path, *others)

    # ---- statements ---------------------------------------------------------------------------------

    def _let(self, walk: Walk, act: a.Let, rest: Path) -> None:
        code = walk.code
        if not self._clean(rest, act.value):
            walk.doubt(act)
            return
        value: Value
        if act.value.kind.base == "bundle" and act.value.kind.of is None:
            value = self.bundles.kept(self.u.values.bundle(act.value, code), code)
        else:
            value = code.keep(self.u.values.of(act.value, code))
        self._go(walk, evolve(rest, env={**code.env, act.var: value}))

    def _if(self, walk: Walk, act: a.If, path: Path, rest: Path) -> None:
        if not self.u.failing.act(act):
            self._pass(walk, act, path, rest)
            return
        if len(act.tests) != 1 or not self._testable(path, act.tests[0]):
            walk.doubt(act)
            return
        code = walk.code
        test = self.u.values.of(act.tests[0], code)
        sides: list[list[c.Stmt]] = [[], []]
        for side, block in zip(sides, (act.thens[0], act.otherwise), strict=True):
            with code.into(side):
                self._go(walk, _before(path, block, rest, dict(code.env)))
        code.emit(c.If(test, sides[0], sides[1]))

    def _verb(self, walk: Walk, act: a.DoVerb, path: Path, rest: Path) -> None:
        """Go on in the text of a verb, if no rule around it can fail or ask."""
        hung = self.verbs.rules_around(act.verb)
        fails = any(self.u.failing.any(acts) or self.u.failing.ends_any(acts) for acts in hung)
        asks = self.verbs.asks_for_order(act.verb) or any(self.u.asking.decides(x) for acts in hung for x in acts)
        if fails or asks or self.verbs.is_replaced(act.verb) or not self._clean(path, *act.given):
            walk.doubt(act)
            return
        hung_on = frozenset[Spot]().union(*(self.u.summaries.of(acts).changes for acts in hung))
        changes = (*path.changes, Change(hung_on, None, {})) if hung_on else path.changes
        text = self.u.checked.verbs[act.verb]
        env = self.arguments.inlined(text, act.me, act.given, walk.code)
        outer = evolve(rest, env=dict(walk.code.env))
        inside = _before(path, text.acts, outer, env)
        self._go(walk, evolve(inside, written=path.written | hung_on, changes=changes))

    def _choose(self, walk: Walk, act: a.Choose, path: Path, rest: Path) -> None:
        code = walk.code
        if not self._clean(path, act.source) or not self._testable(path, act.where):
            walk.doubt(act)
            return
        rounds = self._among(walk.rounds, act.source, code)
        if rounds.most <= LOOK_ROUNDS:
            self._chosen(walk, act, path, rest, rounds)
            return
        sides: list[list[c.Stmt]] = [[], []]
        few = build.le(self._count(rounds, code), Const(LOOK_ROUNDS))
        with code.into(sides[0]):
            self._chosen(walk, act, path, rest, rounds)
        with code.into(sides[1]):
            walk.unsure()
        code.emit(c.If(few, sides[0], sides[1]))

    def _among(self, around: Rounds, source: Term, code: Code) -> Rounds:
        """The rounds of a choice among the members of a set, within other rounds."""
        return Rounds(around.most * self.sizes.of(source), (*around.sets, (source, dict(code.env))))

    def _count(self, rounds: Rounds, code: Code) -> Ex:
        """The product of the sizes that the sets have now."""
        made: Ex = Const(1)
        for source, env in rounds.sets:
            saved, code.env = code.env, dict(env)
            made = build.mul(made, build.popcount(self.u.values.of(source, code)))
            code.env = saved
        return made

    def _chosen(self, walk: Walk, act: a.Choose, path: Path, rest: Path, rounds: Rounds) -> None:
        """Go on after each member of a choice."""
        code = walk.code
        rest = evolve(rest, payable=payable_in(act.where))
        following = rest if act.body is None else _before(path, act.body, rest, code.env)
        if not self._rest_fails(following) or self.surely_paid(following):
            walk.under(self.sets.exists(act.var, act.source, act.where, code), walk.sure)
            return

        def ahead(env: dict[int, Value], found: Outcome) -> None:
            after = evolve(following, env=env)
            if act.body is not None:
                after = evolve(after, after=evolve(rest, env=dict(code.env)))
            self._go(Walk(code, walk.seat, found, rounds), after)

        found = self.members(code, act, ahead, some=True)
        walk.outcome.doubts.extend(found.doubts)
        sure, unsure = found.masks()
        walk.under(build.ne(unsure, Const(0)), walk.unsure)
        walk.under(build.ne(sure, Const(0)), walk.sure)

    def _pay(self, walk: Walk, act: a.Pay, path: Path, rest: Path) -> None:
        code, spots = walk.code, self.u.footprint.bundle_counters(act.what)
        counters = {x for _s, x in spots}
        fine = self._clean(path, act.what) and disjoint(frozenset(("counter", x) for x in counters), path.written)
        if not walk.is_asked(act.me) or not fine or counters & path.dirty:
            walk.doubt(act)
            return
        if act.what in path.payable and not self._rest_fails(rest):
            walk.sure()
            return
        bundle = self.bundles.kept(self.u.values.bundle(act.what, code), code)
        test = Const(1) if act.what in path.payable else self.bundles.can_pay(bundle, walk.seat, code)
        purse, dirty = path.purse.after_paying(bundle), path.dirty
        if any(k in counters for k, _w in path.purse.gained) or bundle.minus:
            dirty = dirty | counters
        walk.under(test, lambda: self._go(walk, evolve(rest, purse=purse, dirty=dirty)))

    # ---- gains ----------------------------------------------------------------------------------

    def _gain(self, walk: Walk, act: a.Gain, path: Path, rest: Path) -> None:
        """A gain waits until a test reads it: most paths end before that."""
        pending = path.gains or path.purse.gained
        if not walk.is_asked(act.me) or pending or not self._clean(path, act.what):
            written = path.written | self.u.footprint.bundle_counters(act.what)
            self._go(walk, evolve(rest, written=written))
            return
        self._go(walk, evolve(rest, gains=((act.what, dict(walk.code.env)),)))

    def _reads_gains(self, act: Act, path: Path) -> bool:
        """Whether a statement reads or pays something that a waiting gain may change."""
        counters = frozenset(s for term, _env in path.gains for s in self.u.footprint.bundle_counters(term))
        match act:
            case a.SetTo() | a.AddTo():
                value = act.value if isinstance(act, a.SetTo) else act.number
                reads = self.u.footprint.reads(*t.parts(act.place), value)
            case a.Pay() | a.Gain() | a.Lose():
                reads = self.u.footprint.reads(act.me, act.what) | self.u.footprint.bundle_counters(act.what)
            case _:
                reads = self.u.footprint.reads(*a.terms_of(act))
        return bool(reads & counters)

    def _settle(self, walk: Walk, path: Path) -> None:
        """Add waiting gains to the purse, if nothing has to be given up for them."""
        code = walk.code
        (term, env), *_none = path.gains
        saved = code.env
        code.env = dict(env)
        bundle = self.bundles.kept(self.u.values.bundle(term, code), code)
        code.env = saved
        if bundle.free or bundle.minus:
            written = path.written | self.u.footprint.bundle_counters(term)
            self._go(walk, evolve(path, gains=(), written=written, env=dict(code.env)))
            return
        purse = evolve(path.purse, gained=bundle.exact)
        fits = self._fits(path.purse, bundle, walk.seat)
        sides: list[list[c.Stmt]] = [[], []]
        with code.into(sides[0]):
            self._go(walk, evolve(path, purse=purse, gains=(), env=dict(code.env)))
        with code.into(sides[1]):
            walk.unsure()
        code.emit(c.If(fits, sides[0], sides[1]))

    def _fits(self, purse: Purse, bundle: Bundle, seat: Ex) -> Ex:
        """Whether a gain stays within every limit, so that nothing has to be given up."""
        made: Ex = Const(1)
        for counter in self.bundles.counters_of(bundle):
            if self.u.names.counters[counter].limit is None:
                continue
            total = self.bundles.have_all(counter, seat)
            more: Ex = Const(0)
            for (key, _w), number in bundle.exact.items():
                if key == counter:
                    more = build.add(more, number)
            total = build.add(total, more)
            for (key, _w), number in purse.paid.items():
                if key == counter:
                    total = build.sub(total, number)
            if counter in purse.free:
                total = build.sub(total, purse.free[counter])
            within = build.le(total, self.bundles.limit(counter, seat))
            made = build.and_(made, build.or_(build.eq(more, Const(0)), within))
        return made


def payable_in(test: Term) -> tuple[Term, ...]:
    """The bundles that can be paid if a test holds."""
    return tuple(x.given[0] for x in conjuncts(test) if isinstance(x, t.BuiltIn) and x.query == "can_pay")


def _before(path: Path, acts: Acts, after: Path, env: dict[int, Value]) -> Path:
    """A block that comes before the rest of a path."""
    return Path(acts, after, env, path.written, path.changes, path.purse, path.dirty, path.gains)
