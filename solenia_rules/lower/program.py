"""From checked texts to a program for one number of seats."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.checked.checked import Checked
from solenia_rules.core.compiled import Facts, Inside, Outline
from solenia_rules.core.compiled import Program as Program
from solenia_rules.core.core import Prim, Return
from solenia_rules.core.flatten import CallEnd, Flat, flatten
from solenia_rules.core.refine.inlining import inline
from solenia_rules.core.refine.refining import leave_as_it_is, refine
from solenia_rules.core.refine.watched import count_watched
from solenia_rules.core.rewriting import walk
from solenia_rules.lower.causes import note_holders
from solenia_rules.lower.lowering import Unit
from solenia_rules.rules import records as r


def outline_of(flat: Flat) -> Outline:
    """What running it needs."""
    core = flat.core
    prims = {stmt.name for function in core.functions for stmt in walk(function.body) if isinstance(stmt, Prim)}
    return Outline(
        core.main, flat.entries, flat.frames, {fn: core.functions[fn].params for fn in flat.frames},
        tuple(f.id for f in core.functions if f.phase), tuple(core.specs), tuple(core.places),
        tuple(block.place for block in flat.blocks), tuple(block.follows for block in flat.blocks), core.behalf,
        tuple(sorted(prims)), tuple(f.name for f in core.functions),
        {block.end.fn: block.id for block in reversed(flat.blocks) if isinstance(block.end, CallEnd)},
    )  # fmt: skip


def compile_program(
    checked: Checked,
    seats: int,
    derive: bool = True,
    refined: bool = True,
    also: Callable[[Unit], None] | None = None,
) -> Program:
    """The program of a ruleset without mistakes, for one number of seats. Without `derive` looking ahead tries every
    option, which is slow. Without `refined` the program is made quickly and runs slowly, and it keeps which test stands
    where. `also` may add functions of its own to the unit before it is compiled."""
    unit = Unit(checked, seats, derive, explaining=not refined)
    core = unit.run()
    estimate = _estimate(unit)
    if also is not None:
        also(unit)
    note_holders(core, unit.names.world)
    if refined:
        inline(core, unit.kept, unit.whys)
        refine(core, unit.layout, unit.kept, unit.label)
    else:
        leave_as_it_is(core)
    facts = Facts(
        unit.phases, unit.phase_of, unit.resources, _resets(unit), _initial(unit), _sides(unit), _faces(unit), estimate,
        next((c.id for c in unit.names.world.counters if c.score), None), _start_words(unit),
    )  # fmt: skip
    inside = Inside(flatten(core, unit.kept), unit.whys, unit.grounds, unit.needs)
    return Program(unit.names, unit.layout, outline_of(inside.flat), facts, lambda: inside)


def _estimate(unit: Unit) -> int | None:
    text = unit.checked.estimate
    if text is None or text.value is None:
        return None
    function = unit.new_function("estimate", 1, text.span)
    function.results = 1
    code = unit.start(function, text)
    code.emit(Return((unit.terms.val(text.value, code),)))
    return function.id


def _sides(unit: Unit) -> dict[int, int]:
    found = {}
    for piece in unit.layout.pieces:
        sides = unit.names.pieces[piece.kind].sides
        if sides is not None:
            found[piece.index] = sides
    return found


def _faces(unit: Unit) -> dict[str, dict[int, tuple[tuple[int, ...], tuple[int, ...]]]]:
    """Cell field -> row piece -> values by column on its front and back."""
    found: dict[str, dict[int, tuple[tuple[int, ...], tuple[int, ...]]]] = {}
    for board in unit.names.world.boards:
        if not isinstance(board.rows, str):
            continue
        for piece in unit.layout.row_pieces(board):
            record = unit.names.records.get(piece.record or "")
            if record is None or record.front is None or record.back is None:
                continue
            sides = [[_cell_values(unit, board, cell) for cell in face] for face in (record.front, record.back)]
            for decl in board.fields:
                front, back = (tuple(cell[decl.id] for cell in side) for side in sides)
                found.setdefault(decl.id, {})[piece.index] = (front, back)
    return found


def _cell_values(unit: Unit, board: r.Board, cell: str | tuple[tuple[str, r.Plain], ...]) -> dict[str, int]:
    values = {}
    for decl in board.fields:
        kind = unit.names.kind(decl.kind)
        assert kind is not None
        given: r.FirstValue | None = decl.starts
        if isinstance(cell, str):
            meaning = unit.names.meanings.get(cell)
            if meaning is not None and meaning.sort == "word" and kind.base == "word" and kind.of == meaning.id:
                given = cell
        else:
            given = dict(cell).get(decl.id, decl.starts)
        values[decl.id] = unit.given.plain(given, kind)
    return values


def _resets(unit: Unit) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    made: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    layout, names = unit.layout, unit.names

    def add(phase: str, base: int, values: tuple[int, ...]) -> None:
        made.setdefault(unit.phase(phase), []).append((base, values))

    for counter in names.world.counters:
        if counter.resets is not None:
            count = layout.width(counter) * (layout.seats if "seat" in counter.per else 1)
            add(counter.resets, layout.counters[counter.id], (counter.starts,) * count)
    for variable in names.world.state:
        if variable.resets is not None:
            add(variable.resets, layout.states[variable.id], unit.given.state_values(variable))
    for base_kind, table in (("piece", layout.piece_fields), ("cell", layout.cell_fields)):
        for name, base in table.items():
            phases = {f.resets for _g, f in names.holders(name, base_kind) if f.resets is not None}
            for phase in sorted(phases):
                add(phase, base, unit.given.field_values(name, base_kind))
    for holder, rule in unit.holders.once_rules():
        if rule.once != "game" and rule.once is not None:
            add(rule.once, unit.once_slot(rule), (0,) * max(layout.seats, len(holder.instances)))
    for writes in made.values():
        for base, values in list(writes):
            for watch in layout.watches:
                if watch.base == base:
                    writes.append((watch.slot, (sum(1 << i for i, v in enumerate(values) if v == watch.value),)))
    return made


def _initial(unit: Unit) -> list[int]:
    layout, names = unit.layout, unit.names
    state = [0] * layout.size
    for counter in names.world.counters:
        count = layout.width(counter) * (layout.seats if "seat" in counter.per else 1)
        base = layout.counters[counter.id]
        state[base : base + count] = [counter.starts] * count
    for variable in names.world.state:
        base, values = layout.states[variable.id], unit.given.state_values(variable)
        state[base : base + len(values)] = values
    for base_kind, table in (("piece", layout.piece_fields), ("cell", layout.cell_fields)):
        for name, base in table.items():
            values = unit.given.field_values(name, base_kind)
            state[base : base + len(values)] = values
    count_watched(layout, state)
    return state


def _start_words(unit: Unit) -> list[dict[str, int]]:
    made = []
    for piece in unit.layout.pieces:
        words: dict[str, int] = {}
        for decl in unit.names.fields_of(piece.kind):
            kind = unit.names.kind(decl.kind)
            if kind is not None and kind.base == "word" and kind.of is not None:
                words.setdefault(kind.of, unit.given.field_values(decl.id, "piece")[piece.index])
        made.append(words)
    return made
