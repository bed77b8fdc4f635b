"""The numbers and tables of one ruleset that the kernel reads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from solenia_rules.checked.numbers import FAR, SEARCH_STEPS
from solenia_rules.core import core as c
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const
from solenia_rules.core.outcomes import ASKED, ENDED, FAILED, HORIZON, TRYING
from solenia_rules.core.rewriting import walk
from solenia_rules.fast.batch_words import BATCH_WORD
from solenia_rules.fast.bot_constants import BotConstants
from solenia_rules.fast.cover_words import COVER_WORD
from solenia_rules.fast.event_words import EVENT_HEAD, EVENT_KINDS, EVENT_SORTS, event_args, event_sort
from solenia_rules.fast.intrinsics import Field, KernelTable, World
from solenia_rules.fast.ledger import COURSE_STEPS, DEED_SIZE, ROW_HEAD, SEEN_SIZE, USE_SIZE, WIN, WORD_OF
from solenia_rules.fast.memory import HEAD, Memory
from solenia_rules.fast.observation_tables import ObservationTables
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.statement_code import LAST
from solenia_rules.fast.writer import NUMBER, Value, bits_of
from solenia_rules.play import chance
from solenia_rules.play.emitting import DECISION_CAP, NO_CAP, PHASE_CAP
from solenia_rules.play.executor import Executor
from solenia_rules.play.generated import MOST_DECISIONS, MOST_PHASES
from solenia_rules.play.moving import capacities
from solenia_rules.play.observed_parts import Part
from solenia_rules.play.physics import BITS
from solenia_rules.play.sight import Sight

SEED_BITS = (1 << 62) - 1
"""The bits of a seed that the random generator uses."""
MOST_STEPS = 1_000_000_000
"""The most steps between two decisions or phases; beyond that the rules count as endless. It takes a few seconds."""
TOO_LONG, EXHAUSTED = 2, 4
FEW_BITS = 31
"""So many bits of a position are collected in one word before they are added to it; each value has at most 31 bits."""
MOST_CELL_STEPS = 8
"""Sets of cells are shifted to find related cells if there are at most so many differences between their numbers."""
RESULT_HEAD = 3
"""The first words of a row of results: number of decisions, whether the game is over, winners; the scores and estimates
of the seats follow."""
WITH_ESTIMATES, WITH_STATES, WITH_LUCK = 1, 2, 4
"""Flags of a request: with estimates, with last states, with chance drawn from the seeds too."""


class Constants:
    def __init__(
        self, executor: Executor, shapes: Shapes, memory: Memory, telling: bool, observed: list[Part] | None
    ) -> None:
        """`observed`: the parts of an observation, for code that writes observations."""
        self.executor = executor
        self.program = executor.program
        self.shapes, self.memory = shapes, memory
        layout = self.program.layout
        self.layout = layout
        self.numbers: dict[str, int | Value] = {}
        self.cell_steps: dict[str, dict[int, int]] = {}
        self.tables: dict[str, tuple[str, list[int]]] = {}
        """Name -> type and values."""
        self.piece_type, self.cell_type = shapes.piece_type, shapes.cell_type
        self._sizes()
        self._moving()
        self._rows()
        self._relations()
        self._phases()
        self._histories()
        self._growing()
        self._telling(telling)
        if telling:
            for name, value in BotConstants(executor, shapes, memory, self._list).numbers.items():
                self._number(name, value)
        self._number("INLINES", int(telling or observed is not None))
        if observed is not None:
            ObservationTables(observed, self.program, memory, self._list, self._number)
            for name, value in (*BATCH_WORD.items(), ("SEED_BITS", SEED_BITS)):
                self._number(name, value)

    def _list(self, name: str, values: list[int] | tuple[int, ...], type_: str = NUMBER) -> None:
        assert name not in self.tables, f"two tables are called {name}"
        self.tables[name] = (type_, [*values])

    def _number(self, name: str, value: int | Value) -> None:
        assert name not in self.numbers, f"two numbers are called {name}"
        self.numbers[name] = value

    def _sizes(self) -> None:
        layout, program = self.layout, self.program
        sizes: dict[str, int | Value] = {
            "FIRST_CELL": layout.first_cell, "SEATS": layout.seats, "ZONES": len(layout.zones),
            "LOTS": len(layout.zones) + layout.rolled,
            "PIECES": len(layout.pieces), "CELLS": len(layout.cells), "LAST": LAST, "FAR": FAR,
            "SEARCH_STEPS": SEARCH_STEPS, "EXHAUSTED": EXHAUSTED, "FOUND": self.memory.found,
            "FOUND_MOST": self.memory.found_most, "FOUND_WORDS": self.memory.found_words,
            "CELL_WORDS": bits_of(self.cell_type) // 64,
            "IN_ZONE": self.memory.in_zone, "MOST_ITEMS": self.memory.most, "TOO_LONG": TOO_LONG,
            "ASKED": ASKED, "FAILED": FAILED, "HORIZON": HORIZON, "ENDED": ENDED,
            "MOST_PHASES": MOST_PHASES, "MOST_DECISIONS": MOST_DECISIONS,
            "TRIAL_FUEL": program.positions_tried, "TRYING": TRYING, "MOST_STEPS": MOST_STEPS,
            "CHANCE_A": chance.A, "CHANCE_B": chance.B, "CHANCE_C": chance.C, "CHANCE_WORD": chance.WORD,
            "CHANCE_STEP": chance.STEP, "ANSWERS": chance.ANSWERS, "PRIME": chance.PRIME,
            "ANSWER_STEP": chance.ANSWER_STEP,
            "MAIN": program.flat.entries[program.flat.core.main], "FRAMES": self.memory.frames,
            "SCORE": -1 if program.score is None else layout.counters[program.score],
            "RESULTS": RESULT_HEAD + 2 * layout.seats, "SHOWS": int(self.executor.physics.shows),
            "WITH_ESTIMATES": WITH_ESTIMATES, "WITH_STATES": WITH_STATES, "WITH_LUCK": WITH_LUCK,
        }  # fmt: skip
        for name, value in sizes.items():
            self._number(name, value)

    def _moving(self) -> None:
        layout, physics = self.layout, self.executor.physics
        capacity = capacities(layout)
        self._number("LIMITED", int(any(capacity)))
        self._list("capacity", capacity)
        self._list("ordered", [int(x) for x in physics.ordered])
        self._list("place_owner", layout.place_owner())
        self._list("roaming", [int(layout.roams(piece)) for piece in layout.pieces])
        slots = list(layout.occupied.items())
        index_of = {key: number for number, (key, _slot) in enumerate(slots)}
        self._number("GROUPS", len(slots))
        self._list("group_low", [slot for _key, slot in slots])
        self._list("group_rest", [self.memory.rest(slot) for _key, slot in slots])
        of, own, masks = [], [], [0] * len(slots)
        for piece in layout.pieces:
            of.append(index_of[piece.kind, -1])
            own.append(index_of.get((piece.kind, piece.owner), -1) if piece.owner >= 0 else -1)
            for group in (of[-1], own[-1]):
                if group >= 0:
                    masks[group] |= 1 << piece.index
        self._list("group_of", of)
        self._list("own_group_of", own)
        self._list("group_mask", masks, self.piece_type)
        self._number("HAS_TWIN", Value(self.piece_type, str(physics.has_twin)))
        self._list("twins", physics.twins, self.piece_type)
        self._number("TELLING", len(physics.telling))
        self._list("telling", [base for base, _room in physics.telling])
        self._list("telling_room", [room for _base, room in physics.telling])
        self._list("sides", [self.program.sides.get(piece.index, 1) for piece in layout.pieces])

    def _rows(self) -> None:
        layout, rows, memory = self.layout, self.executor.physics.rows, self.memory
        count = 1 + len(layout.zones) + len(layout.cells)
        boards = [rows.boards.get(place, (0, 0, 0)) for place in range(count)]
        self._number("ROWS", int(bool(rows.boards)))
        self._list("board_first", [first for first, _columns, _cells in boards])
        self._list("board_columns", [columns for _first, columns, _cells in boards])
        self._list("board_cells", [cells for _first, _columns, cells in boards])
        has_faces = [layout.names.pieces[piece.kind].faces is not None for piece in layout.pieces]
        self._list("rowed", [int(bool(rows.boards) and has) for has in has_faces])
        moved = [(layout.at, 1, 0)] if layout.cells else []
        if layout.cells and memory.rest(layout.at):
            moved.append((memory.rest(layout.at), memory.step[layout.at], 0))
        moved += [(base, 1, -1) for base in layout.cell_fields.values()]
        self._number("MOVED", len(moved))
        self._list("moved_at", [where for where, _step, _empty in moved])
        self._list("moved_step", [step for _where, step, _empty in moved])
        self._list("moved_empty", [empty for _where, _step, empty in moved])
        widest = max((step for _where, step, _empty in moved), default=1)
        self._number("ROW_WORDS", widest * max((columns for _f, columns, _c in boards), default=1))
        self._number("BOARD_WORDS", widest * max((cells for _f, _c, cells in boards), default=1))
        self._number("CELL_MASKS", len(rows.masks))
        self._list("cell_mask_low", rows.masks)
        self._list("cell_mask_rest", [memory.rest(slot) for slot in rows.masks])
        self._faces()

    def _faces(self) -> None:
        layout, rows, memory = self.layout, self.executor.physics.rows, self.memory
        fields = list(rows.faces)
        pieces = sorted(rows.sides)
        columns = max((c for _f, c, _n in rows.boards.values()), default=0)
        self._number("FACE_FIELDS", len(fields))
        self._number("MOST_COLUMNS", columns)
        self._number("KEPT_MASKS", len(rows.kept_masks))
        sides = {piece: number for number, piece in enumerate(pieces)}
        self._list("side_of", [sides.get(piece.index, -1) for piece in layout.pieces])
        self._list("face_base", [layout.cell_fields[field] for field in fields])
        self._list("face_has", [int(piece in rows.faces[field]) for piece in pieces for field in fields])
        values: list[int] = []
        masks: list[int] = []
        bases = {layout.cell_fields[field]: number for number, field in enumerate(fields)}
        for piece in pieces:
            for face in (0, 1):
                for field in fields:
                    row = [*rows.faces[field].get(piece, ((), ()))[face]]
                    values += [*row, *[0] * (columns - len(row))]
                for kept in rows.kept_masks:
                    row = (
                        [*rows.faces[fields[bases[kept.base]]].get(piece, ((), ()))[face]] if kept.base in bases else []
                    )
                    masks.append(sum(1 << i for i, value in enumerate(row) if value == kept.value))
        self._list("face_value", values)
        self._list("face_bits", masks, self.cell_type)
        self._list("kept_low", [kept.slot for kept in rows.kept_masks])
        self._list("kept_rest", [memory.rest(kept.slot) for kept in rows.kept_masks])
        self._list("kept_base", [kept.base for kept in rows.kept_masks])
        self._list("kept_value", [kept.value for kept in rows.kept_masks])
        self._list("kept_field", [bases.get(kept.base, -1) for kept in rows.kept_masks])

    def _relations(self) -> None:
        physics = self.executor.physics
        cells = range(len(self.layout.cells))
        self._list("near_of", physics.topology.near, self.cell_type)
        self._list("linked_of", physics.topology.linked, self.cell_type)
        self._list("around_of", physics.topology.around, self.cell_type)
        for name, related in (("near", physics.topology.near), ("around", physics.topology.around)):
            self.cell_steps[name] = _steps_of(related)
            self._number(f"{name.upper()}_STEPS", int(0 < len(self.cell_steps[name]) <= MOST_CELL_STEPS))
        self._list("steps", [step for cell in cells for step in physics.steps[cell]])
        levels = [physics.levels[cell] for cell in cells]
        firsts: list[int] = []
        masks: list[int] = []
        for found in levels:
            firsts.append(len(masks))
            masks += found
        self._list("level_first", firsts)
        self._list("level_count", [len(found) for found in levels])
        self._list("level_mask", masks, self.cell_type)

    def _histories(self) -> None:
        layout = self.layout
        histories = [*layout.histories.values()]
        slots = [packed for one in histories for packed in one.slots]
        bunches = [bunch for one in histories for bunch in one.bunches]
        told = [packed for bunch in bunches for packed in bunch.fields]
        self.numbers["PLACES"] = layout.first_cell + len(layout.cells)
        self.numbers["FEW_BITS"] = FEW_BITS
        self.numbers["MOST_ALIKE"] = max((len(bunch.pieces) for bunch in bunches), default=1)
        self._list("noted_first", _firsts([len(one.slots) for one in histories]))
        self._list("bunches_first", _firsts([len(one.bunches) for one in histories]))
        self._list("bunch_first", _firsts([len(bunch.pieces) for bunch in bunches]))
        self._list("told_first", _firsts([len(bunch.fields) for bunch in bunches]))
        self._list("bunch_piece", [piece for bunch in bunches for piece in bunch.pieces])
        self._list("bunch_bits", [bunch.bits for bunch in bunches])
        self._list("seat_bits", [one.seat_bits for one in histories])
        self._list("noted_place", [number for one in histories for number in one.places])
        for name, listed in (("noted", slots), ("told", told)):
            self._list(f"{name}_slot", [packed.slot for packed in listed])
            self._list(f"{name}_low", [packed.low for packed in listed])
            self._list(f"{name}_bits", [packed.bits for packed in listed])

    def _growing(self) -> None:
        """The histories whose positions are never forgotten all at once, and where the recorded positions lie."""
        layout, memory = self.layout, self.memory
        emptied = {store.base for store in _stores(self.program) if store.value == Const(0)}
        growing = [one for one in layout.histories.values() if one.count not in emptied]
        self.numbers["GROWING"] = len(growing)
        self._list("growing_count", [one.count for one in growing])
        self._list("growing_most", [one.most for one in growing])
        self._list("growing_base", [one.base for one in growing])
        self._list("growing_rest", [memory.rest(one.base) for one in growing])
        self._list("growing_step", [memory.step.get(one.base, 0) for one in growing])
        ranges = [(one.base, one.base + one.most) for one in growing]
        for one in growing:
            first, step = memory.rest(one.base), memory.step.get(one.base, 0)
            if step:
                ranges.append((first, first + one.most * step))
        self.numbers["RECORDED"] = len(ranges)
        self._list("recorded_first", [first for first, _end in sorted(ranges)])
        self._list("recorded_end", [end for _first, end in sorted(ranges)])

    def _telling(self, telling: bool) -> None:
        """What is needed to tell events."""
        layout, outline, sight = self.layout, self.program.outline, Sight(self.program)
        self._number("TELLS", int(telling))
        self._number("EVENT_WORDS", EVENT_HEAD + event_args(bits_of(self.piece_type)))
        self._number("EVENT_ARGS", event_args(bits_of(self.piece_type)))
        for number, kind in enumerate(EVENT_KINDS):
            self._number(f"EVENT_{kind.upper()}", number)
        self._number("NO_CAP", NO_CAP)
        self._number("PHASE_CAP", PHASE_CAP)
        self._number("DECISION_CAP", DECISION_CAP)
        self._number("DICE", len(self.program.sides))
        self._number("SEVERAL", max(1, len(layout.pieces)))
        self._number("BEHALVES", len(outline.behalf))
        self._counting()
        self._list("is_die", [int(piece.index in self.program.sides) for piece in layout.pieces])
        kinds = list(layout.names.pieces)
        self._list("kind_of", [kinds.index(piece.kind) for piece in layout.pieces])
        self._list("seen_at", sight.places)
        self._list("spec_open", [int(spec.openly) for spec in outline.specs])
        self._list("behalf_of", [-1, *(outline.behalf.get(place, -1) for place in range(len(outline.places)))])
        self._list("block_places", outline.block_places)
        self._list("block_calls", outline.block_calls)

    def _counting(self) -> None:
        """What is needed to count."""
        for name, place in (*WORD_OF.items(), *COVER_WORD.items()):
            self._number(name, place)
        scored = self.program.score is not None
        for name, number in {
            "SCORED": int(scored), "COURSE_STEPS": COURSE_STEPS, "WIN": WIN, "USE_SIZE": USE_SIZE,
            "DEED_SIZE": DEED_SIZE, "SEEN_SIZE": SEEN_SIZE, "ROW_HEAD": ROW_HEAD,
            "SPECS": len(self.program.outline.specs), "ROW_SIZE": ROW_HEAD + self.layout.seats,
            "OPTION_BITS": self.option_bits, "STATEMENTS": len(self.program.outline.places), "FORKS": chance.FORKS,
        }.items():  # fmt: skip
            self._number(name, number)
        for number, name in enumerate(EVENT_SORTS):
            self._number(f"SORT_{name}", number)
        self._list("event_sort", [EVENT_SORTS.index(event_sort(kind)) for kind in EVENT_KINDS])

    @property
    def option_bits(self) -> int:
        """The number of options that any decision can have."""
        return self.shapes.shape(self.shapes.options).bits

    def _phases(self) -> None:
        program, layout = self.program, self.layout
        functions = program.flat.core.functions
        self._number("LASTING", int(bool(layout.started)))
        self._number("STARTED", len(layout.started))
        self._list("started", [*layout.started.values()])
        self._list("is_phase", [int(function.phase) for function in functions])
        self._list("phase_of", [program.phase_of.get(function.id, -1) for function in functions])
        self._list("frame_words", [self.memory.frame_words.get(function.id, 0) for function in functions])
        self._list("seat_at", [self._seat_at(program, function.id) for function in functions])

    def _seat_at(self, program: Program, fn: int) -> int:
        """The position of the phase's seat in the frame of a phase."""
        frame = program.flat.frames.get(fn, {})
        return self.memory.places[fn][frame[0]][0] if 0 in frame else HEAD

    def world(self, tables: dict[str, KernelTable]) -> World:
        layout, memory = self.layout, self.memory
        options = f"i{self.option_bits}"
        names = ("over", "winners", "frame", "spec", "asked", "options", "dest", "trial", "trial_seat", "decisions",
                 "phases", "seed_low", "seed_high")  # fmt: skip
        scalars = {name: Field(slot, memory.rest(slot), NUMBER) for slot, name in enumerate(names)}
        scalars["lot"] = Field(layout.lot, memory.rest(layout.lot), NUMBER)
        scalars["options"] = Field(at.MASK, memory.rest(at.MASK), options)
        scalars["fault"] = Field(memory.fault, 0, NUMBER)
        scalars["steps"] = Field(memory.steps, 0, NUMBER)
        for name, where in (("teller", memory.teller), ("place", memory.place), ("calls", memory.calls)):
            scalars[name] = Field(where, 0, NUMBER)
        fields = {
            "word": Field(0, 0, NUMBER), "location": Field(layout.locations, 0, NUMBER),
            "face": Field(layout.faces, 0, NUMBER), "die": Field(layout.dice, 0, NUMBER),
            "stream": Field(layout.streams, 0, NUMBER),
        }  # fmt: skip
        for name, base in (
            ("at", layout.at), ("zone_mask", layout.zone_masks), ("owned", layout.owned), ("known", layout.known),
        ):  # fmt: skip
            rest = memory.rest(base) if base < layout.size else 0
            fields[name] = Field(base, rest, self.piece_type)
        orders = memory.rest(layout.zone_orders) if layout.zones else 0
        return World(
            {
                "Pieces": self.piece_type, "Cells": self.cell_type, "Options": options,
                "Packed": self.shapes.position_type,
            }, self.numbers,
            tables, fields, scalars, memory.total, self.cell_steps, orders,
            memory.step[layout.zone_orders] if layout.zones else 0,
        )  # fmt: skip


def _stores(program: Program) -> list[c.Store]:
    """All writes to the state."""
    bodies = [*(f.body for f in program.flat.core.functions), *(block.stmts for block in program.flat.blocks)]
    return [stmt for body in bodies for stmt in walk(body) if isinstance(stmt, c.Store)]


def _steps_of(related: Sequence[int]) -> dict[int, int]:
    """The differences between the numbers of related cells, each with the set of the cells that have such a related
    cell."""
    found: dict[int, int] = {}
    for cell, others in enumerate(related):
        for other in BITS[others]:
            found[other - cell] = found.get(other - cell, 0) | 1 << cell
    return found


def _firsts(counts: list[int]) -> list[int]:
    """The index of the first member of each part of a list, and the length of the list."""
    return [0, *accumulate(counts)]
