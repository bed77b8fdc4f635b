"""Compiles checked texts to a program for one number of seats: it lowers, optimizes and cuts into blocks, and collects
the facts that a game needs besides the code."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from solenia_rules.checked.checked import Checked
from solenia_rules.checked.numbers import positions_tried
from solenia_rules.checked.shared_phases import shared_phases
from solenia_rules.core.compiled import Facts, Inside, Outline, Program
from solenia_rules.core.core import Core, Prim
from solenia_rules.core.expressions import Const, Local
from solenia_rules.core.flatten import CallEnd, DecideEnd, Flat, flatten
from solenia_rules.core.grounds import ToldParam
from solenia_rules.core.refine.inlining import inline
from solenia_rules.core.refine.kept_masks import count_masks
from solenia_rules.core.refine.refining import leave_as_it_is, refine
from solenia_rules.core.refine.unused import drop_unused
from solenia_rules.core.rewriting import walk
from solenia_rules.lower.lowering import Lowering
from solenia_rules.lower.unit import Unit
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span

COPIED_IN_A_STEP = 32
"""How many slots of a state are copied in about the time of one step."""


def outline_of(flat: Flat, told: dict[int, tuple[ToldParam, ...]]) -> Outline:
    """The parts of a flat program that are needed to run the code generated from it."""
    core = flat.core
    prims = {stmt.name for function in core.functions for stmt in walk(function.body) if isinstance(stmt, Prim)}
    return Outline(
        core.main, flat.entries, flat.frames, {fn: core.functions[fn].params for fn in flat.frames},
        tuple(f.id for f in core.functions if f.phase), tuple(core.specs), tuple(core.places),
        tuple(block.place for block in flat.blocks), tuple(block.follows for block in flat.blocks), core.behalf,
        tuple(sorted(prims)), tuple(f.name for f in core.functions),
        {block.end.fn: block.id for block in reversed(flat.blocks) if isinstance(block.end, CallEnd)},
        _left_to_choose(flat), _about(flat, told),
    )  # fmt: skip


def _left_to_choose(flat: Flat) -> dict[int, tuple[int, int]]:
    """Where each decision that is one of several finds how many are still to be chosen, as in `Outline.left`."""
    found = {}
    for block in flat.blocks:
        match block.end:
            case DecideEnd(left=Const(number)):
                found[block.end.next] = -1, number
            case DecideEnd(left=Local(local)):
                found[block.end.next] = flat.frames[block.fn][local], 0
            case _:
                pass
    return found


def _about(flat: Flat, told: dict[int, tuple[ToldParam, ...]]) -> dict[int, tuple[tuple[str, str, int, int], ...]]:
    """Where the parameters of a verb are while it asks, as in `Outline.about`."""
    found = {}
    for block in flat.blocks:
        if not isinstance(block.end, DecideEnd) or block.end.spec not in told:
            continue
        places, params = flat.frames[block.fn], told[block.end.spec]
        values = [(-1, x.value.value) if isinstance(x.value, Const) else (places[x.value.number], 0) for x in params]
        found[block.end.spec] = tuple((x.name, x.domain, *value) for x, value in zip(params, values, strict=True))
    return found


def compile_program(
    checked: Checked,
    seats: int,
    derive: bool = True,
    refined: bool = True,
    also: Callable[[Lowering], None] | None = None,
) -> Program:
    """Compile a ruleset without errors for one number of seats. Without `derive`, looking ahead tries every option,
    which is slow. Without `refined`, compiling is fast and running is slow, and the program keeps the place of each
    test. `also` may add functions before the core is optimized; they are kept."""
    lowered = Lowering(checked, seats, derive, explaining=not refined)
    lowered.run()
    unit, core, noted = lowered.unit, lowered.unit.core, lowered.noted
    lowered_alone = len(core.functions)
    if also is not None:
        also(lowered)
    _note_held_texts(core, unit.names.world)
    if refined:
        roots = [
            *range(lowered_alone, len(core.functions)),
            *(function.id for function in core.functions if function.name.startswith("limit ")),
            *lowered.shown.values(),
            *(function for why in noted.whys.values() for function, _span in why.tests),
            *(() if lowered.estimate is None else (lowered.estimate,)),
        ]
        inline(core, noted.kept, noted.whys, noted.told)
        drop_unused(core, roots)
        refine(core, unit.layout, noted.kept, unit.label)
        drop_unused(core, roots)
    else:
        leave_as_it_is(core)
    shared = shared_phases(checked)
    facts = Facts(
        unit.phases, unit.phase_of, unit.resources, _resets(lowered), _initial(unit), _sides(unit), _faces(unit),
        lowered.estimate, lowered.shown, next((c.id for c in unit.names.world.counters if c.score), None),
        positions_tried(max(checked.steps_between, unit.layout.size // COPIED_IN_A_STEP)), _start_words(unit),
        tuple(number for number, name in enumerate(unit.phases) if name in shared),
    )  # fmt: skip
    inside = Inside(flatten(core, noted.kept), noted.whys, noted.grounds, noted.needs)
    return Program(unit.names, unit.layout, outline_of(inside.flat, noted.told), facts, lambda: inside)


def _note_held_texts(core: Core, world: r.World) -> None:
    """Record which places are in texts that a record, an entry of `[rules]` or a step of scoring holds: events there
    happen on behalf of that holder."""
    texts: dict[str, list[Span]] = {}
    for rule in world.rules:
        texts.setdefault(rule.rules.span.source.name, []).append(rule.rules.span)
    for step in world.steps:
        if step.section == "scoring":
            texts.setdefault(step.effect.span.source.name, []).append(step.effect.span)
    for record in world.records:
        for _key, value, _span in record.fields:
            if isinstance(value, r.Text):
                texts.setdefault(value.span.source.name, []).append(value.span)
    starts = {}
    for name, spans in texts.items():
        spans.sort(key=lambda span: span.start)
        starts[name] = [span.start for span in spans]
    for number, place in enumerate(core.places):
        spans = texts.get(place.source.name, [])
        at = bisect_right(starts.get(place.source.name, []), place.start) - 1
        if at >= 0 and place.start < spans[at].end:
            core.behalf[number] = number


def _sides(unit: Unit) -> dict[int, int]:
    """Die -> number of its sides."""
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


def _cell_values(unit: Unit, board: r.Board, cell: str | tuple[tuple[str, r.Scalar], ...]) -> dict[str, int]:
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
        values[decl.id] = unit.given.number(given, kind)
    return values


def _resets(lowered: Lowering) -> dict[int, list[tuple[int, tuple[int, ...]]]]:
    """Phase -> (first slot, values) to write when the phase begins."""
    made: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    unit = lowered.unit
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
    for phase, base, count in lowered.holders.once_resets():
        add(phase, base, (0,) * count)
    for writes in made.values():
        for base, values in list(writes):
            for kept in layout.kept_masks:
                if kept.base == base:
                    writes.append((kept.slot, (sum(1 << i for i, v in enumerate(values) if v == kept.value),)))
    return made


def _initial(unit: Unit) -> list[int]:
    """The state before the first step, without the places of the pieces."""
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
    count_masks(layout, state)
    return state


def _start_words(unit: Unit) -> list[dict[str, int]]:
    """For each piece: word kind -> the word of that kind in its fields."""
    made = []
    for piece in unit.layout.pieces:
        words: dict[str, int] = {}
        for decl in unit.names.fields_of(piece.kind):
            kind = unit.names.kind(decl.kind)
            if kind is not None and kind.base == "word" and kind.of is not None:
                words.setdefault(kind.of, unit.given.field_values(decl.id, "piece")[piece.index])
        made.append(words)
    return made
