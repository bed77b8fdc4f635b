"""Built-in verbs that are not blocks: gain and pay, move and draw, set and add, start, and the others."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.numbers import LIMIT, SEATS, waiting
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Ex, Load, Local, Table
from solenia_rules.core.outcomes import TRYING
from solenia_rules.dsl.kinds import Kind
from solenia_rules.lower.code import Code
from solenia_rules.lower.histories import forget_positions, note_position
from solenia_rules.lower.noted_tests import NotedTests
from solenia_rules.lower.payments import Payments
from solenia_rules.lower.stored import Stored
from solenia_rules.lower.unit import Unit
from solenia_rules.text.places import NOWHERE


class BuiltInVerbs:
    """Lowers each built-in verb."""

    def __init__(self, unit: Unit, stored: Stored, payments: Payments, noted: NotedTests) -> None:
        self.u = unit
        self.stored = stored
        self.payments = payments
        self.noted = noted

    def do(self, act: a.BuiltInAct, code: Code) -> None:
        """Emit a built-in verb whose arguments are values only."""
        of = self.u.values.of
        match act:
            case a.Gain():
                seat = of(act.me, code)
                self.payments.gain(self.u.values.bundle(act.what, code), seat, code, act.limits)
            case a.Pay():
                seat = of(act.me, code)
                bundle = self.u.values.bundle(act.what, code)
                place = self.u.place(code.fn.span if act.span is NOWHERE else act.span)
                self.noted.note(place, "pay", (act.me, act.what), code)
                self.payments.pay(bundle, seat, code, place)
            case a.Lose():
                seat = of(act.me, code)
                self.payments.lose(self.u.values.bundle(act.what, code), seat, code)
            case a.GiveUp():
                seat = of(act.me, code)
                self.payments.give_up(self.u.values.bundle(act.what, code), seat, code)
            case a.Move():
                self._move(act, code)
            case a.Draw():
                self._draw(act, code)
            case a.Shuffle():
                code.emit(c.Prim("shuffle", (self.stored.zone_index(act.zone, code),)))
            case a.TurnOver():
                code.emit(c.Prim("turn", (self.stored.fitting(act.piece, self.u.layout.is_faced, code),)))
            case a.Roll():
                code.emit(c.Prim("roll", (self.stored.fitting(act.die, self.u.layout.is_die, code),)))
            case a.Show():
                code.emit(c.Prim("show", (of(act.pieces, code), of(act.seats, code))))
            case a.Need():
                holds, place = of(act.test, code), self.u.place(act.span)
                self.noted.note(place, "need", (act.test,), code)
                code.emit(c.If(holds, [], [c.Fail(place)]))
            case a.Stop():
                for repeats, tried in code.foreseen:
                    if len(code.stops) <= repeats:
                        code.emit(end_of_trial(tried))
                code.emit(c.Break(code.stops[-1]))
            case a.Note():
                note_position(act, code, self.u)
            case a.Forget():
                forget_positions(act, code, self.u)
            case a.Win():
                code.emit(c.Prim("win", (of(act.seats, code),)))
            case _:
                assert_never(act)

    def _move(self, act: a.Move, code: Code) -> None:
        pieces = self.u.values.of(act.pieces, code)
        place = self.stored.place(act.target, code)
        if act.target.kind.base == "place":
            place = code.keep(place)
            pieces = build.band(pieces, Table(self.u.table(self.u.given.welcome()), place))
        if act.position is None:
            code.emit(c.Prim("move", (pieces, place)))
        else:
            code.emit(c.Prim("move_at", (pieces, place, self.u.values.of(act.position, code))))

    def _draw(self, act: a.Draw, code: Code) -> None:
        number = self.u.values.of(act.number, code)
        source, target = self.stored.zone_index(act.source, code), self.stored.zone_index(act.target, code)
        if "place" in (act.source.kind.base, act.target.kind.base):
            source, target = code.keep(source), code.keep(target)
            pair = build.add(build.index_mul(source, Const(len(self.u.layout.zones))), target)
            number = build.choice(Table(self.u.table(self.u.given.passages()), pair), number, Const(0))
        code.emit(c.Prim("draw", (number, source, target)))

    # ---- set, add, start -----------------------------------------------------------------------

    def write(self, act: a.SetTo | a.AddTo, code: Code) -> None:
        """`set place to value`, `add number to place`: within the range of the place."""
        if isinstance(act.place, t.State) and self.u.names.state[act.place.variable].judged:
            code.emit(c.Prim("show", (Const(0), Const(0))))
        term = act.value if isinstance(act, a.SetTo) else act.number
        value = self.u.values.of(term, code)
        if isinstance(act.place, t.BuiltInField):
            piece = self.stored.fitting(act.place.holder, self.u.layout.is_faced, code)
            code.emit(c.Prim("set_face", (piece, value)))
            return
        base, index, (low, high) = self._slot(act.place, code)
        if index is not None:
            index = code.keep(index)
        old = Load(base) if index is None else build.load(base, index)
        if isinstance(act, a.AddTo):
            value = build.add(old, value)
        if term.kind.base == "number":
            value = build.maximum(Const(low), build.minimum(Const(high), value))
        store: list[c.Stmt] = []
        with code.into(store):
            where = Const(base) if index is None else build.add(index, Const(base))
            self.u.event(code, "set" if isinstance(act, a.SetTo) else "added", where, value, old)
            code.emit(c.Store(base, index, value))
        if isinstance(act.place, t.Field) and index is not None:
            code.emit(c.If(build.le(Const(0), index), store, []))
        else:
            code.out.extend(store)

    def _slot(self, place: t.Field | t.Counter | t.State, code: Code) -> tuple[int, Ex | None, tuple[int, int]]:
        """The first slot of a place, the offset from it, and the range of its numbers."""
        match place:
            case t.Field(field):
                index = self.u.values.of(place.holder, code)
                base = self.stored.field_base(field, place.holder.kind.base)
                return base, index, _range(self._field_kind(field, place.holder))
            case t.Counter(counter):
                declared = self.u.names.counters[counter]
                return (
                    self.u.layout.counters[counter], self.stored.counter_index(place, code),
                    (declared.low, declared.high),
                )  # fmt: skip
            case t.State(variable):
                whose = None if place.seat is None else self.u.values.of(place.seat, code)
                kind = self.u.names.kind(self.u.names.state[variable].kind)
                return self.u.layout.states[variable], whose, _range(kind)
            case _:
                assert_never(place)

    def _field_kind(self, field: str, holder: Term) -> Kind | None:
        holders = self.u.names.holders(field, holder.kind.base)
        found = next(declared for group, declared in holders if holder.kind.of in (None, group))
        return self.u.names.kind(found.kind)

    def start(self, act: a.StartRules, code: Code) -> None:
        """`start field of holder until phase`: put a mark at the holder."""
        me, holder = self.u.values.of(act.me, code), self.u.values.of(act.holder, code)
        whose = None if act.whose is None else self.u.values.of(act.whose, code)
        value = build.add(Const(1), me)
        if act.phase is not None:
            value = build.add(value, Const(waiting(self.u.phase(act.phase), act.when)))
        if whose is not None:
            value = build.add(value, build.index_mul(Const(SEATS), build.add(Const(1), whose)))
        code.emit(c.Store(self.u.started(act.field, act.holder.kind.base), holder, value))


def end_of_trial(tried: int) -> c.If:
    """The end of a block that `possible` asks about: if it is only tried, it can be done. `tried`: the result of the
    `Foresee`."""
    return c.If(build.eq(Local(tried), Const(TRYING)), [c.Prim("win", (Const(0),))], [])


def _range(kind: Kind | None) -> tuple[int, int]:
    low = kind.low if kind is not None and kind.low is not None else -LIMIT
    high = kind.high if kind is not None and kind.high is not None else LIMIT
    return low, high
