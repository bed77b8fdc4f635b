"""Whether the rest can be done after an option, worked out from the text instead of tried.

A walk forward over the statements that follow emits a test: amounts gained and paid on the way are kept as numbers
beside the counters, everything else that is written must not be read by a later test. Where that cannot be shown the
walk says "unsure", and the option is tried on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act
from solenia_rules.checked.footprint import disjoint
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower import triggers
from solenia_rules.lower.code import Bundle, Code, Value
from solenia_rules.lower.paths import Outcome, Path, Purse, paid, payable_in
from solenia_rules.text.frozen import evolve

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit

MOST_STEPS = 120
"""Statements a walk may pass, branches counted each; past that it is unsure."""


class Lookahead:
    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self.steps = 0

    def sift(self, code: Code, path: Path, seat: Ex, outcome: Outcome) -> None:
        """Emit the test for an option followed by a path."""
        self.steps = 0
        self._walk(code, path, seat, outcome, None)

    # ---- outcomes ------------------------------------------------------------------------------

    def _yes(self, code: Code, verdict: Outcome, loop: int | None) -> None:
        code.emit(c.Set(verdict.yes, ex("bor", local(verdict.yes), verdict.bit)))
        if loop is not None:
            code.emit(c.Break(loop))

    def _unsure(self, code: Code, verdict: Outcome) -> None:
        code.emit(c.Set(verdict.unsure, ex("bor", local(verdict.unsure), verdict.bit)))

    def _under(self, code: Code, test: Ex, body: Callable[[], None]) -> None:
        then: list[c.Stmt] = []
        with code.into(then):
            body()
        code.emit(c.If(test, then, []))

    # ---- the walk ---------------------------------------------------------------------------------

    def _walk(self, code: Code, path: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        saved = code.env
        code.env = dict(path.env)
        code.purse, purse = path.purse, code.purse
        try:
            self._step(code, path, seat, verdict, loop)
        finally:
            code.env, code.purse = saved, purse

    def _step(self, code: Code, path: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        while not path.acts:
            if path.after is None:
                self._yes(code, verdict, loop)
                return
            outer = path.after
            path = evolve(outer, written=path.written, purse=path.purse, dirty=path.dirty, gains=path.gains)
            code.env = dict(path.env)
        self.steps += 1
        if self.steps > MOST_STEPS:
            self._unsure(code, verdict)
            return
        act, rest = path.acts[0], evolve(path, acts=path.acts[1:], payable=())
        if self.u.failing.ends(act) and not self.u.failing.act(act):
            self._yes(code, verdict, loop)
            return
        if not self._rest_fails(path):
            self._yes(code, verdict, loop)
            return
        if path.gains and self._asks(act, path):
            self._settle(code, path, seat, verdict, loop)
            return
        match act.op:
            case "let":
                self._let(code, act, rest, seat, verdict, loop)
            case "builtin" if act.data[0] == "need":
                if self._clean(path, act.terms[1]):
                    test = self.u.terms.val(act.terms[1], code)
                    self._under(code, test, lambda: self._walk(code, rest, seat, verdict, loop))
                else:
                    self._unsure(code, verdict)
            case "builtin" if act.data[0] == "pay":
                self._pay(code, act, path, rest, seat, verdict, loop)
            case "builtin" if act.data[0] == "gain":
                self._gain(code, act, path, rest, seat, verdict, loop)
            case "if":
                self._if(code, act, path, rest, seat, verdict, loop)
            case "verb" if self.u.failing.act(act):
                self._verb(code, act, path, rest, seat, verdict, loop)
            case "choose" if not act.data[2]:
                self._choose(code, act, path, rest, seat, verdict, loop)
            case "choose_effect":
                for block in act.blocks:
                    inner = Path(block, rest, dict(code.env), path.written, path.purse, path.dirty, path.gains)
                    self._walk(code, inner, seat, verdict, loop)
            case _ if not self.u.failing.act(act):
                written = path.written | self.u.footprint.writes((act,))
                self._walk(code, evolve(rest, written=written), seat, verdict, loop)
            case _:
                self._unsure(code, verdict)

    def _rest_fails(self, path: Path | None) -> bool:
        while path is not None:
            for act in path.acts:
                if self.u.failing.act(act):
                    return True
                if self.u.failing.ends(act):
                    return False
            path = path.after
        return False

    def surely_paid(self, path: Path) -> bool:
        """Whether the next act pays what was just found payable, and nothing after it can fail."""
        if not path.acts:
            return False
        act = path.acts[0]
        pays = act.op == "builtin" and act.data[0] == "pay" and act.terms[1] in path.payable
        return pays and not self._rest_fails(evolve(path, acts=path.acts[1:]))

    def _clean(self, path: Path, *terms: Term) -> bool:
        """Whether the terms read nothing that was written, and no counter beside the purse's exact part."""
        reads = self.u.footprint.reads(*terms)
        return disjoint(reads, path.written) and not any(s == "counter" and path.purse.touches(x) for s, x in reads)

    def _payable(self, path: Path, *terms: Term) -> bool:
        """As `_clean`, but `can_pay` right here may ask the purse."""
        plain: list[Term] = []
        for term in terms:
            if term.op == "and":
                if not self._payable(path, *term.args):
                    return False
            elif term.op == "builtin" and term.data[0] == "can_pay":
                counters = {x for _s, x in self.u.footprint.bundle_counters(term.args[0])}
                if counters & path.dirty or not self._clean(path, *term.args):
                    return False
                if not disjoint(self.u.footprint.bundle_counters(term.args[0]), path.written):
                    return False
            else:
                plain.append(term)
        return self._clean(path, *plain)

    # ---- one case an act ----------------------------------------------------------------------------

    def _let(self, code: Code, act: Act, rest: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        if not self._clean(rest, act.terms[0]):
            self._unsure(code, verdict)
            return
        number = act.data[0]
        assert isinstance(number, int)
        if act.terms[0].kind.base == "bundle":
            value: Value = self.u.bundles.kept(self.u.bundles.of(act.terms[0], code), code)
        else:
            value = code.keep(self.u.terms.val(act.terms[0], code))
        self._walk(code, evolve(rest, env={**code.env, number: value}), seat, verdict, loop)

    def _if(self, code: Code, act: Act, path: Path, rest: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        if not self.u.failing.act(act):
            written = path.written | self.u.footprint.writes((act,))
            self._walk(code, evolve(rest, written=written), seat, verdict, loop)
            return
        if len(act.terms) != 1 or not self._payable(path, act.terms[0]):
            self._unsure(code, verdict)
            return
        test = self.u.terms.val(act.terms[0], code)
        sides: list[list[c.Stmt]] = [[], []]
        for side, block in zip(sides, act.blocks, strict=True):
            with code.into(side):
                inner = Path(block, rest, dict(code.env), path.written, path.purse, path.dirty, path.gains)
                self._walk(code, inner, seat, verdict, loop)
        code.emit(c.If(test, sides[0], sides[1]))

    def _verb(self, code: Code, act: Act, path: Path, rest: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        verb = str(act.data[0])
        hung = [rule for sort in ("before", "after") for _holder, rule in self.u.holders.on_verb(verb, sort)]
        fails = any(self.u.failing.any(rule.body.acts) or self.u.failing.ends_any(rule.body.acts) for rule in hung)
        asks = triggers.ask_for_order(self.u, verb) or any(self.u.asking.decides(x) for r in hung for x in r.body.acts)
        if fails or asks or self.u.holders.on_verb(verb, "instead") or not self._clean(path, *act.terms[1:]):
            self._unsure(code, verdict)
            return
        written = path.written.union(*(self.u.footprint.writes(rule.body.acts) for rule in hung))
        text = self.u.checked.verbs[verb]
        values = [self.u.handing.value(x, code) for x in act.terms]
        env: dict[int, Value] = {t.ME: values[0]}
        for (_name, number, _kind), value in zip(text.params, values[1:], strict=True):
            env[number] = value
        outer = evolve(rest, env=dict(code.env))
        self._walk(code, Path(text.acts, outer, env, written, path.purse, path.dirty, path.gains), seat, verdict, loop)

    def _choose(
        self, code: Code, act: Act, path: Path, rest: Path, seat: Ex, verdict: Outcome, loop: int | None
    ) -> None:
        var = act.data[0]
        assert isinstance(var, int)
        if not self._clean(path, act.terms[0]) or not self._payable(path, act.terms[1]):
            self._unsure(code, verdict)
            return
        rest = evolve(rest, payable=payable_in(act.terms[1]))
        following = (
            Path(act.blocks[0], rest, code.env, path.written, path.purse, path.dirty, path.gains)
            if act.blocks
            else rest
        )
        if not self._rest_fails(following) or self.surely_paid(following):
            mask = self.u.terms.exists(var, act.terms[0], act.terms[1], code)
            self._under(code, mask, lambda: self._yes(code, verdict, loop))
            return

        def ahead(env: dict[int, Value], found: Outcome) -> None:
            after = evolve(following, env=env)
            if act.blocks:
                after = evolve(after, after=evolve(rest, env=dict(code.env)))
            self._walk(code, after, seat, found, None)

        sure, unsure = self.members(code, act, ahead, some=True)
        self._under(code, ex("ne", unsure, const(0)), lambda: self._unsure(code, verdict))
        self._under(code, ex("ne", sure, const(0)), lambda: self._yes(code, verdict, loop))

    def members(
        self, code: Code, act: Act, ahead: Callable[[dict[int, Value], Outcome], None], some: bool
    ) -> tuple[Ex, Ex]:
        """The candidates of a choice after which the rest can be done, and those that must be tried."""
        var = act.data[0]
        assert isinstance(var, int)
        body: list[c.Stmt] = []
        with code.into(body):
            mask = self.u.terms.filter_mask(var, act.terms[0], act.terms[1], code)
            member = code.temp()
            made = Outcome.start(code, ex("bit", local(member)))
            asked: list[c.Stmt] = []
            with code.into(asked):
                ahead({**code.env, var: local(member)}, made)
            code.emit(c.ForBits(member, mask, asked, self.u.label(), code.temp(), free=True))
        code.emit(c.Work((made.yes, made.unsure), body, some))
        return made.masks()

    def _pay(self, code: Code, act: Act, path: Path, rest: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        counters = {x for _s, x in self.u.footprint.bundle_counters(act.terms[1])}
        own = (
            act.terms[0].op == "var"
            and code.env.get(act.terms[0].data[0] if isinstance(act.terms[0].data[0], int) else 0) == seat
        )
        fine = self._clean(path, act.terms[1]) and disjoint(frozenset(("counter", x) for x in counters), path.written)
        if not own or not fine or counters & path.dirty:
            self._unsure(code, verdict)
            return
        if act.terms[1] in path.payable and not self._rest_fails(rest):
            self._yes(code, verdict, loop)
            return
        bundle = self.u.bundles.kept(self.u.bundles.of(act.terms[1], code), code)
        test = const(1) if act.terms[1] in path.payable else self.u.bundles.can_pay(bundle, seat, code)
        purse, dirty = paid(path.purse, bundle), path.dirty
        if any(k in counters for k, _w in path.purse.gained) or bundle.minus:
            dirty = dirty | counters
        self._under(code, test, lambda: self._walk(code, evolve(rest, purse=purse, dirty=dirty), seat, verdict, loop))

    def _gain(self, code: Code, act: Act, path: Path, rest: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        """A gain is kept for later: most paths end before a test asks for it."""
        counters = self.u.footprint.bundle_counters(act.terms[1])
        own = (
            act.terms[0].op == "var"
            and code.env.get(act.terms[0].data[0] if isinstance(act.terms[0].data[0], int) else 0) == seat
        )
        if not own or path.gains or path.purse.gained or not self._clean(path, act.terms[1]):
            self._walk(code, evolve(rest, written=path.written | counters), seat, verdict, loop)
            return
        self._walk(code, evolve(rest, gains=((act.terms[1], dict(code.env)),)), seat, verdict, loop)

    def _asks(self, act: Act, path: Path) -> bool:
        """Whether an act reads or pays something that a pending gain may have changed."""
        counters = frozenset(s for term, _env in path.gains for s in self.u.footprint.bundle_counters(term))
        reads = self.u.footprint.reads(*act.terms)
        if act.op == "builtin" and act.data[0] in ("pay", "gain", "lose"):
            reads |= self.u.footprint.bundle_counters(act.terms[1])
        return bool(reads & counters)

    def _settle(self, code: Code, path: Path, seat: Ex, verdict: Outcome, loop: int | None) -> None:
        """Pending gains go into the purse, if nothing has to be given up for them."""
        (term, env), *_none = path.gains
        saved = code.env
        code.env = dict(env)
        bundle = self.u.bundles.kept(self.u.bundles.of(term, code), code)
        code.env = saved
        if bundle.free or bundle.minus:
            written = path.written | self.u.footprint.bundle_counters(term)
            self._walk(code, evolve(path, gains=(), written=written, env=dict(code.env)), seat, verdict, loop)
            return
        purse = evolve(path.purse, gained=bundle.exact)
        fits = self._fits(code, path.purse, bundle, seat)
        sides: list[list[c.Stmt]] = [[], []]
        with code.into(sides[0]):
            self._walk(code, evolve(path, purse=purse, gains=(), env=dict(code.env)), seat, verdict, loop)
        with code.into(sides[1]):
            self._unsure(code, verdict)
        code.emit(c.If(fits, sides[0], sides[1]))

    def _fits(self, code: Code, purse: Purse, bundle: Bundle, seat: Ex) -> Ex:
        """Whether a gain stays within every limit, so that nothing has to be given up."""
        made = const(1)
        for counter in self.u.bundles.counters_of(bundle):
            if self.u.names.counters[counter].limit is None:
                continue
            total, more = self.u.bundles.have_all(counter, seat), const(0)
            for (key, _w), number in bundle.exact.items():
                if key == counter:
                    more = ex("add", more, number)
            total = ex("add", total, more)
            for (key, _w), number in purse.paid.items():
                if key == counter:
                    total = ex("sub", total, number)
            if counter in purse.free:
                total = ex("sub", total, purse.free[counter])
            limit = ex("call", seat, imm=self.u.limit_function(counter).id)
            made = ex("land", made, ex("lor", ex("eq", more, const(0)), ex("le", total, limit)))
        return made
