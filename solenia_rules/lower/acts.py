"""Checked statements to core statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.check.kinds.durations import SEATS, waiting
from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts, CheckedText
from solenia_rules.checked.calls import HELD_LEVELS
from solenia_rules.checked.failing import variables
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.dsl.kinds import SINGLE, Kind
from solenia_rules.lower import choices, loops, simultaneous, triggers
from solenia_rules.lower.code import Code
from solenia_rules.lower.paths import Path, Purse
from solenia_rules.lower.why import note
from solenia_rules.text.places import NOWHERE

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


class ActsCode:
    def __init__(self, unit: Unit) -> None:
        self.u = unit

    def verb_body(
        self, verb: str, text: CheckedText, function: c.Function, strict: bool, used: tuple[int, ...] = ()
    ) -> None:
        """`used`: numbers of the replacements inside which the verb is called."""
        code = self.u.start(function, text)
        self.u.handing.bind(text, code)
        code.strict = strict
        code.rest_fails = strict and self.u.rest.after[f"verb.{verb}"]
        code.rest_known = not code.rest_fails
        triggers.around(self.u, verb, text, code, used)
        code.emit(c.Return())

    # ---- blocks --------------------------------------------------------------------------------

    def block(self, acts: Acts, code: Code) -> None:
        inherited, outer = code.rest_fails, code.after
        for index, act in enumerate(acts):
            if act.op == "builtin" and act.data[0] == "need" and not code.strict:
                self._need_in_try(act, acts[index + 1 :], code)
                return
            rest = code.strict and self.u.rest.of(acts, index, inherited)
            after = self._after(acts[index + 1 :], outer, code)
            with code.where(rest_fails=rest, after=after):
                self.guarded(act, code)
        code.rest_fails = inherited

    def _after(self, acts: Acts, outer: Path | None, code: Code) -> Path | None:
        """What follows an act as far as the text tells; None where callers' texts may fail too."""
        if not self.u.derive:
            return None
        if outer is None and code.rest_known is False and not any(self.u.failing.ends(a) for a in acts):
            return None
        return Path(acts, outer, dict(code.env), frozenset(), Purse())

    def _need_in_try(self, act: Act, rest: Acts, code: Code) -> None:
        """Inside `try`, what follows a need that does not hold is skipped."""
        test = self.u.terms.val(act.terms[1], code)
        then: list[c.Stmt] = []
        with code.into(then):
            self.block(rest, code)
        if then:
            code.emit(c.If(test, then, []))

    def guarded(self, act: Act, code: Code) -> None:
        """Inside `try`, acts that use a choice nobody could make are skipped."""
        used = [code.maybe[v] for v in sorted(variables((act,))) if v in code.maybe]
        if not used:
            self.act(act, code)
            return
        guard = used[0]
        for other in used[1:]:
            guard = ex("land", guard, other)
        then: list[c.Stmt] = []
        if act.op == "let":
            flag = code.temp()
            code.emit(c.Set(flag, const(0)))
            with code.into(then):
                self.act(act, code)
                code.emit(c.Set(flag, const(1)))
            assert isinstance(act.data[0], int)
            code.maybe[act.data[0]] = local(flag)
        else:
            with code.into(then):
                self.act(act, code)
        code.emit(c.If(guard, then, []))

    def inner(self, act: Act, acts: Acts, code: Code) -> list[c.Stmt]:
        """The statements of a block inside an act."""
        made: list[c.Stmt] = []
        saved = dict(code.env), dict(code.maybe)
        inside = self.u.rest.inside(act, code.rest_fails)
        looped = act.op in ("for", "repeat", "choose", "as") and (act.op != "choose" or bool(act.data[2]))
        after = None if looped else code.after
        known = code.rest_known and not (looped and inside)
        with code.into(made), code.where(rest_fails=code.strict and inside, after=after, rest_known=known):
            self.block(acts, code)
        code.env, code.maybe = saved
        return made

    # ---- one case an act ---------------------------------------------------------------------------

    def act(self, act: Act, code: Code) -> None:
        code.emit(c.Mark(-1 if act.span is NOWHERE else self.u.place(act.span)))
        with code.where(span=code.span if act.span is NOWHERE else act.span):
            self._present_act(act, code)

    def _present_act(self, act: Act, code: Code) -> None:
        guard = self.presence(act, code)
        if guard == const(1):
            self._act(act, code)
            return
        then: list[c.Stmt] = []
        with code.into(then):
            self._act(act, code)
        code.emit(c.If(guard, then, []))

    def presence(self, act: Act, code: Code) -> Ex:
        """Whether everything is there that an act needs to be done at all."""
        guard = const(1)
        for term in self._present(act):
            guard = ex("land", guard, ex("le", const(0), self.u.terms.val(term, code)))
        return guard

    def _present(self, act: Act) -> list[Term]:
        """What may be none but has to be something: with nothing, nothing is done."""
        match act.op:
            case "verb":
                params = self.u.checked.verbs[str(act.data[0])].params
                pairs = zip(act.terms[1:], params, strict=True)
                single = [
                    x for x, (_p, _n, kind) in pairs if x.kind.optional and not kind.optional and kind.base in SINGLE
                ]
                places = [x.args[0] for x in act.terms[1:] if x.op == "place"]
                return single + [x for place in places if place.op == "zone" for x in place.args if x.kind.optional]
            case "set" | "add" if act.data[0] in ("counter", "state"):
                return [x for x in act.terms[:-1] if x.kind.optional]
            case "start":
                return [x for x in act.terms[1:] if x.kind.optional]
            case "builtin" if act.data[0] in ("move", "draw", "shuffle"):
                return [x for zone in act.terms[1:] if zone.op == "zone" for x in zone.args if x.kind.optional]
            case _:
                return []

    def _act(self, act: Act, code: Code) -> None:
        match act.op:
            case "verb":
                function = triggers.called(self.u, act, code.strict)
                code.emit(c.Call(function.id, self.u.handing.args(act.terms, code)))
            case "builtin":
                self._builtin(act, code)
            case "set" | "add":
                self._write(act, code)
            case "do":
                self._do(act, code)
            case "start":
                self._start(act, code)
            case "let":
                self._let(act, code)
            case "if":
                self._if(act, code)
            case "for":
                loops.for_each(self.u, act, code)
            case "repeat":
                loops.repeat(self.u, act, code)
            case "choose_effect" | "may":
                choices.branches(self.u, act, code)
            case "choose":
                choices.things(self.u, act, code)
            case "as":
                simultaneous.together(self.u, act, code) if act.data[1] else loops.as_seats(self.u, act, code)
            case "try":
                with code.where(strict=False, rest_fails=False):
                    code.out.extend(self.inner(act, act.blocks[0], code))
            case "phase":
                loops.phase(self.u, act, code)
            case _:
                raise AssertionError(act.op)

    def _builtin(self, act: Act, code: Code) -> None:
        name = str(act.data[0])
        if name in ("gain", "pay", "lose"):
            seat = self.u.terms.val(act.terms[0], code)
            bundle = self.u.bundles.of(act.terms[1], code)
            if name == "gain":
                self.u.payments.gain(bundle, seat, code)
            elif name == "pay":
                where = self.u.place(code.fn.span if act.span is NOWHERE else act.span)
                note(self.u, where, "pay", act.terms, code)
                self.u.payments.pay(bundle, seat, code, where)
            else:
                self.u.payments.lose(bundle, seat, code)
            return
        args = act.terms[1:]
        match name:
            case "need":
                self._need(act, args[0], code)
            case "stop":
                code.emit(c.Break(code.stops[-1]))
            case "win":
                code.emit(c.Prim("win", (self.u.terms.val(args[0], code),)))
            case "move":
                pieces = self.u.terms.val(args[0], code)
                place = self.place(args[1], code)
                if args[1].kind.base == "place":
                    place = code.keep(place)
                    pieces = ex("band", pieces, ex("table", place, imm=self.u.table(self.u.given.welcome())))
                if len(args) > 2:
                    code.emit(c.Prim("move_at", (pieces, place, self.u.terms.val(args[2], code))))
                else:
                    code.emit(c.Prim("move", (pieces, place)))
            case "draw":
                number = self.u.terms.val(args[0], code)
                zones = [self.u.stored.zone_index(x, code) for x in args[1:3]]
                if any(x.kind.base == "place" for x in args[1:3]):
                    zones = [code.keep(x) for x in zones]
                    pair = ex("add", ex("imul", zones[0], const(len(self.u.layout.zones))), zones[1])
                    number = ex("ite", ex("table", pair, imm=self.u.table(self.u.given.passages())), number, const(0))
                code.emit(c.Prim("draw", (number, *zones)))
            case "shuffle":
                code.emit(c.Prim("shuffle", (self.u.stored.zone_index(args[0], code),)))
            case "turn_over":
                code.emit(c.Prim("turn", (self.u.stored.fitting(args[0], self.u.layout.is_faced, code),)))
            case "roll":
                code.emit(c.Prim("roll", (self.u.stored.fitting(args[0], self.u.layout.is_die, code),)))
            case "show":
                code.emit(c.Prim("show", tuple(self.u.terms.val(x, code) for x in args)))
            case _:
                raise AssertionError(name)

    def _need(self, act: Act, condition: Term, code: Code) -> None:
        test, where = self.u.terms.val(condition, code), self.u.place(act.span)
        note(self.u, where, "need", (condition,), code)
        code.emit(c.If(test, [], [c.Fail(where)]))

    def place(self, target: Term, code: Code) -> Ex:
        if target.kind.base == "place":
            return self.u.terms.val(target, code)
        if target.op == "zone":
            return ex("add", const(1), self.u.stored.zone_index(target, code))
        if target.op == "none":
            return const(0)
        cell = code.keep(self.u.terms.val(target, code))
        return ex("ite", ex("lt", cell, const(0)), const(0), ex("add", const(self.u.layout.first_cell), cell))

    def _write(self, act: Act, code: Code) -> None:
        assert isinstance(act, a.SetTo | a.AddTo)
        target = act.place
        op, value = str(act.data[0]), act.terms[-1]
        holder = act.terms[:-1]
        if op == "state" and self.u.names.state[str(act.data[1])].judged:
            code.emit(c.Prim("show", (const(0), const(0))))
        made = self.u.terms.val(value, code)
        if op == "builtin_field":
            piece = self.u.stored.fitting(holder[0], self.u.layout.is_faced, code)
            code.emit(c.Prim("set_face", (piece, made)))
            return
        index: Ex | None = None
        low, high = -c.LIMIT, c.LIMIT
        if op == "field":
            index = self.u.terms.val(holder[0], code)
            field, base_kind = str(act.data[1]), holder[0].kind
            base = self.u.stored.field_base(field, base_kind.base)
            low, high = self._range(self._field_kind(field, base_kind))
        elif op == "counter":
            counter = self.u.names.counters[str(act.data[1])]
            base = self.u.layout.counters[counter.id]
            index = self.u.stored.counter_index(target, code)
            low, high = counter.low, counter.high
        else:
            base = self.u.layout.states[str(act.data[1])]
            index = self.u.terms.val(holder[0], code) if holder else None
            low, high = self._range(self.u.names.kind(self.u.names.state[str(act.data[1])].kind))
        if index is not None:
            index = code.keep(index)
        old = Ex("load", (), base) if index is None else ex("load", index, imm=base)
        if act.op == "add":
            made = ex("add", old, made)
        if value.kind.base == "number":
            made = ex("max", const(low), ex("min", const(high), made))
        store: list[c.Stmt] = [c.Store(base, index, made)]
        with code.into(store):
            where = const(base) if index is None else ex("add", index, const(base))
            self.u.event(code, "set" if act.op == "set" else "added", where, old)
        if op == "field" and index is not None:
            code.emit(c.If(ex("le", const(0), index), store, []))
        else:
            code.out.extend(store)

    def _field_kind(self, field: str, holder: Kind) -> Kind | None:
        found = [f for group, f in self.u.names.holders(field, holder.base) if holder.of in (None, group)]
        return self.u.names.kind(found[0].kind)

    def _range(self, kind: Kind | None) -> tuple[int, int]:
        low = kind.low if kind is not None and kind.low is not None else -c.LIMIT
        high = kind.high if kind is not None and kind.high is not None else c.LIMIT
        return low, high

    def _do(self, act: Act, code: Code) -> None:
        field, base = str(act.data[0]), str(act.data[1])
        me, holder = (self.u.terms.val(x, code) for x in act.terms)
        holder = code.keep(holder)
        level = code.held[1] + 1 if code.held[0] == field else 0
        if level <= HELD_LEVELS:
            table = self.u.held_table(field, base, code.strict, level)
            code.emit(c.CallDyn(table, holder, (me, holder)))

    def _start(self, act: Act, code: Code) -> None:
        field, base, phase, when = act.data
        assert isinstance(when, int)
        me, holder, *whose = (self.u.terms.val(x, code) for x in act.terms)
        value = ex("add", const(1), me)
        if phase is not None:
            value = ex("add", value, const(waiting(self.u.phase(str(phase)), when)))
        for seat in whose:
            value = ex("add", value, ex("imul", const(SEATS), ex("add", const(1), seat)))
        code.emit(c.Store(self.u.started(str(field), str(base)), holder, value))

    def _let(self, act: Act, code: Code) -> None:
        term, number = act.terms[0], act.data[0]
        assert isinstance(number, int)
        if term.kind.base == "bundle":
            code.env[number] = self.u.bundles.kept(self.u.bundles.of(term, code), code)
            return
        value = self.u.terms.val(term, code)
        slot = code.temp()
        code.emit(c.Set(slot, ex("clamp", value) if term.kind.base == "number" else value))
        code.env[number] = local(slot)

    def _if(self, act: Act, code: Code) -> None:
        out = code.out
        for test, block in zip(act.terms, act.blocks, strict=False):
            with code.into(out):
                condition = self.u.terms.val(test, code)
                made = c.If(condition, self.inner(act, block, code), [])
                code.emit(made)
            out = made.otherwise
        out.extend(self.inner(act, act.blocks[-1], code))
