"""Finds, without trying, the options after which a recorded position can come again.

A text such as `set held of c to me; need stood is 0` asks whether the position after an option stood before. What
the option writes is read from the text: one value where the option is, and elsewhere only the value none. A recorded
position can come again only if it has that value there and, wherever it has another value than none, agrees with the
present position. A function finds the cells for which some recorded position does, all at once; only these options are
tried.
"""

from __future__ import annotations

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import all_acts
from solenia_rules.checked.footprint import ANYWHERE, Spot
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Apply, Const, Ex, Load, Local
from solenia_rules.core.layout import Recorded
from solenia_rules.lower.code import Bundle, Change, Code, Path, Value
from solenia_rules.lower.histories import present_position
from solenia_rules.lower.unit import Unit
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import NOWHERE


@frozen
class _Run:
    """The values of a field of all cells of a history, next to each other in a packed position."""

    slot: int
    """The slot of the first one, which has the highest bits."""
    count: int
    low: int
    bits: int
    """The bits of each."""
    shift: int
    """The number of bits that follow the last one."""


class Returning:
    """The tests of one ruleset, and the functions that they use, each built on first use."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._functions: dict[tuple[str, str], Function] = {}

    def test(self, need: Term, path: Path, bit: Ex, code: Code) -> Ex | None:
        """A test that holds if `need`, a test that the position never stood, may fail after the option whose bit is
        `bit`; None: the text does not show enough."""
        asked = _never_stood(need)
        if asked is None:
            return None
        reads = self.u.footprint.reads(need)
        if path.purse.paid or path.purse.free or path.purse.gained or path.gains:
            return None
        changes = [change for change in path.changes if change.spots & reads or ANYWHERE in change.spots]
        spots = frozenset[Spot]().union(*(change.spots & reads for change in changes))
        if not changes or path.written & reads != spots or ANYWHERE in path.written:
            return None
        last = changes[-1].act
        match last:
            case a.SetTo(t.Field(field, t.Var() as holder), value) if (
                spots == {("field", field)} and value.kind.base != "number"  # numbers are kept within a range
            ):
                known = _known(value, changes[-1].env)
                cell = changes[-1].env.get(holder.number)
                run = self._run(asked.history, field)
                if known is None or run is None or isinstance(cell, Bundle) or cell is None:
                    return None
                if build.bit(cell) != bit or not all(self._clears(change, field, reads) for change in changes[:-1]):
                    return None
            case _:
                return None
        base = self.u.layout.cell_fields[field]
        function = self._function(asked.history, field, run)
        mask = code.keep_before(Apply(function.id, (self.u.values.of(asked.seat, code), known)))
        first, last_cell = run.slot - base, run.slot - base + run.count - 1
        made = build.or_(build.ne(Load(base, cell), Const(run.low)), build.eq(known, Const(run.low)))
        if first > 0:
            made = build.or_(made, build.lt(cell, Const(first)))
        if last_cell < len(self.u.layout.cells) - 1:
            made = build.or_(made, build.lt(Const(last_cell), cell))
        return build.or_(made, build.has(mask, cell))

    def _clears(self, change: Change, field: str, reads: frozenset[Spot]) -> bool:
        """Whether the only thing that a statement writes of what a history keeps is none, as the value of a field."""
        return change.act is not None and all(
            isinstance(act, (a.For, a.If))
            or (isinstance(act, a.SetTo) and _is_cleared(act, field))
            or not {*reads, ANYWHERE} & self.u.summaries.of_act(act).changes
            for act in all_acts((change.act,))
        )

    def _run(self, history: str, field: str) -> _Run | None:
        """Where a history keeps a field of cells that can be none; None: it does not keep it in one run."""
        layout = self.u.layout
        base = layout.cell_fields.get(field, -1)
        recorded = layout.histories[history]
        places = [i for i, one in enumerate(recorded.slots) if base <= one.slot < base + len(layout.cells)]
        if base < 0 or not places:
            return None
        some = recorded.slots[places[0] : places[-1] + 1]
        first = some[0]
        even = all((one.slot - first.slot, one.low, one.bits) == (i, -1, first.bits) for i, one in enumerate(some))
        if len(some) != len(places) or not even:
            return None
        used = sum(one.bits for one in recorded.slots[: places[-1] + 1])
        return _Run(first.slot, len(some), first.low, first.bits, recorded.bits - used)

    def _function(self, history: str, field: str, run: _Run) -> Function:
        if (history, field) not in self._functions:
            made = self._build(self.u.layout.histories[history], self.u.layout.cell_fields[field], run)
            self._functions[history, field] = made
        return self._functions[history, field]

    def _build(self, recorded: Recorded, base: int, run: _Run) -> Function:
        """Seat that acts, value -> the cells that must get this value for a recorded position to come again, when
        nothing else is written but none."""
        made = self.u.new_function("cells of returning positions", 2, NOWHERE, results=1)
        code = Code(made, made.body, {})
        now = present_position(recorded, Local(0), code)
        found, index, more, label = code.temp(), code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(found, Const(0)))
        code.emit(c.Set(index, build.minimum(Load(recorded.count), Const(recorded.most))))
        low, high = build.lowest(Local(more)), build.unary("highest", Local(more))
        body: list[c.Stmt] = [
            c.If(build.le(Local(index), Const(0)), [c.Break(label)], []),
            c.Set(index, build.sub(Local(index), Const(1))),
            c.Set(more, build.bandnot(Load(recorded.base, Local(index)), now)),
        ]
        # the bits that only the recorded position has lie in one cell
        place = code.temp()
        inside: list[c.Stmt] = [c.Set(place, build.sub(low, Const(run.shift)))]
        value: Ex = Const(run.low)
        start = build.sub(Local(place), build.binary("mod", Local(place), Const(run.bits)))
        first = code.temp()
        inside.append(c.Set(first, build.add(start, Const(run.shift))))
        for step in range(run.bits):
            has = build.has(Local(more), build.add(Local(first), Const(step)))
            value = build.add(value, build.index_mul(has, Const(1 << step)))
        cell = build.sub(Const(run.slot - base + run.count - 1), build.binary("div", Local(place), Const(run.bits)))
        fits = build.and_(
            build.and_(build.le(Const(0), Local(place)), build.lt(Local(place), Const(run.count * run.bits))),
            build.and_(build.lt(high, build.add(Local(first), Const(run.bits))), build.eq(value, Local(1))),
        )
        inside.append(c.If(fits, [c.Set(found, build.bor(Local(found), build.bit(cell)))], []))
        near = build.lt(build.sub(high, low), Const(run.bits))
        body.append(c.If(build.and_(build.ne(Local(more), Const(0)), near), inside, []))
        code.emit(c.Loop(label, body))
        code.emit(c.Return((Local(found),)))
        return made


def _never_stood(need: Term) -> t.Times | None:
    """The history in `HISTORY is 0`."""
    match need:
        case t.Equal(t.Times() as times, t.Const(0)) | t.Equal(t.Const(0), t.Times() as times):
            return times
        case _:
            return None


def _known(value: Term, env: dict[int, Value]) -> Ex | None:
    """A written value that nothing can change between the question and the test."""
    match value:
        case t.Const(number):
            return Const(number)
        case t.Var(variable):
            found = env.get(variable)
            return None if isinstance(found, Bundle) else found
        case _:
            return None


def _is_cleared(act: a.SetTo, field: str) -> bool:
    match act:
        case a.SetTo(t.Field(name), t.Nothing()):
            return name == field
        case _:
            return False
