"""Histories: recording the present position, forgetting, and how often the present position was recorded.

A position is one number, which the primitive `position` packs. Positions are compared as a whole, so no two different
positions count as equal.
"""

from __future__ import annotations

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Const, Ex, Load, Local
from solenia_rules.core.layout import Recorded
from solenia_rules.lower.code import Code
from solenia_rules.lower.unit import Unit
from solenia_rules.text.places import NOWHERE


class Histories:
    """The functions that count equal positions, each built on first use."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._times: dict[str, Function] = {}

    def times(self, history: str) -> Function:
        """Seat that acts -> how often the present position stands in the history."""
        if history not in self._times:
            self._times[history] = _times(self.u, history)
        return self._times[history]


def _times(u: Unit, history: str) -> Function:
    made = u.new_function(f"times {history}", 1, NOWHERE, results=1)
    code = Code(made, made.body, {})
    recorded = u.layout.histories[history]
    now = present_position(recorded, Local(0), code)
    found, index, label = code.temp(), code.temp(), u.label()
    code.emit(c.Set(found, Const(0)))
    code.emit(c.Set(index, build.minimum(Load(recorded.count), Const(recorded.most))))
    body: list[c.Stmt] = [
        c.If(build.le(Local(index), Const(0)), [c.Break(label)], []),
        c.Set(index, build.sub(Local(index), Const(1))),
        c.If(build.eq(Load(recorded.base, Local(index)), now), [c.Set(found, build.add(Local(found), Const(1)))], []),
    ]
    code.emit(c.Loop(label, body))
    code.emit(c.Return((Local(found),)))
    return made


def present_position(recorded: Recorded, seat: Ex, code: Code) -> Ex:
    """The present position as one number."""
    now = code.temp()
    code.emit(c.Prim("position", (Const(recorded.number), seat), now))
    return Local(now)


def note_position(act: a.Note, code: Code, u: Unit) -> None:
    """`record history`: write the present position behind the others. A full history forgets its oldest position, or
    ends the game as a draw."""
    recorded = _recorded(act.history, u)
    if not recorded.oldest:
        full = build.le(Const(recorded.most), Load(recorded.count))
        code.emit(c.If(full, [c.Prim("win", (Const(0),))], []))
    now = present_position(recorded, u.values.of(act.me, code), code)
    count = code.keep(Load(recorded.count))
    code.emit(c.Store(recorded.base, build.mod(count, Const(recorded.most)) if recorded.oldest else count, now))
    code.emit(c.Store(recorded.count, None, build.add(count, Const(1))))


def forget_positions(act: a.Forget, code: Code, u: Unit) -> None:
    code.emit(c.Store(_recorded(act.history, u).count, None, Const(0)))


def _recorded(history: Term, u: Unit) -> Recorded:
    assert isinstance(history, t.Times)
    return u.layout.histories[history.history]
