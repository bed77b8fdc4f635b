"""The tables with which machine code writes observations: the parts of an observation as numbers.

`fast/kernel/observing.py` reads the tables. Values that lie side by side in the state and in the observation are one
run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, assert_never

from solenia_rules.core.compiled import Program
from solenia_rules.fast.errors import Unsupported
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import NUMBER, Value, Writer, bits_of
from solenia_rules.play.observed_parts import (
    AsFlag,
    AsItIs,
    Bunch,
    BySeat,
    ByTable,
    Coder,
    Course,
    Part,
    Shown,
    Sizes,
    Stored,
    Totals,
)
from solenia_rules.text.frozen import frozen

List: TypeAlias = Callable[[str, list[int]], None]
Set: TypeAlias = Callable[[str, int], None]
AS_IT_IS, AS_FLAG = -1, -2
"""How a value is told; other codes are indices of a table."""
NO_PHASE = -2
"""A function that is not a phase."""


@frozen
class Run:
    """Values of slots that follow each other, told in the same way."""

    out: int
    slot: int
    count: int
    code: int
    there: int
    """The zone that says which rows are there; -1: all."""
    row: int


class ObservationTables:
    """Numbers are given to `set_`, tables to `list_`."""

    def __init__(self, parts: list[Part], program: Program, memory: Memory, list_: List, set_: Set) -> None:
        self.program, self.memory = program, memory
        self.layout = program.layout
        self.seats = program.layout.seats
        self.list, self.set = list_, set_
        self._codes: list[int] = []
        self._code_of: dict[tuple[int, int], int] = {}
        self.stored: list[tuple[int, Stored]] = []
        self.totals: list[tuple[int, Totals]] = []
        self.sizes: list[tuple[int, Sizes]] = []
        self.bunches: list[tuple[int, Bunch]] = []
        self.shown: list[tuple[int, Shown]] = []
        out = 0
        for part in parts:
            match part:
                case Course():
                    self._course(part)
                case Stored():
                    self.stored.append((out, part))
                case Totals():
                    self.totals.append((out, part))
                case Sizes():
                    self.sizes.append((out, part))
                case Bunch():
                    self.bunches.append((out, part))
                case Shown():
                    self.shown.append((out, part))
                case _:
                    assert_never(part)
            out += part.size
        set_("OBSERVATION", out)
        set_("AS_IT_IS", AS_IT_IS)
        set_("AS_FLAG", AS_FLAG)
        self._runs()
        self._sums()
        self._lots()
        self._queries()
        list_("code_table", self._codes)

    def _course(self, course: Course) -> None:
        told = []
        for function in self.program.outline.functions:
            phase = function.removeprefix("phase ")
            told.append(NO_PHASE if phase == function else course.phases.get(phase, -1))
        self.set("PHASES_TOLD", len(course.phases))
        self.list("phase_told", told)

    def _code(self, coder: Coder, me: int) -> int:
        match coder:
            case AsItIs():
                return AS_IT_IS
            case AsFlag():
                return AS_FLAG
            case ByTable():
                key = (id(coder.table), me)
                if key not in self._code_of:
                    self._code_of[key] = len(self._codes)
                    self._codes += coder.table[me]
                return self._code_of[key]
        assert_never(coder)

    def _by_seat(self, name: str, rows: list[list[tuple[int, ...]]], columns: tuple[str, ...]) -> None:
        """Rows for each seat, as one table for each column and the index of the first row of each seat."""
        firsts = [0]
        for own in rows:
            firsts.append(firsts[-1] + len(own))
        self.list(f"{name}_first", firsts)
        for place, column in enumerate(columns):
            self.list(f"{name}_{column}", [row[place] for own in rows for row in own])

    # ---- slots ------------------------------------------------------------------------------------------

    def _runs(self) -> None:
        rows = [[run for out, part in self.stored for run in self._runs_of(out, part, me)] for me in range(self.seats)]
        self._by_seat(
            "run",
            [[(one.out, one.slot, one.count, one.code, one.there, one.row) for one in own] for own in rows],
            ("out", "slot", "count", "code", "there", "row"),
        )

    def _runs_of(self, out: int, part: Stored, me: int) -> Iterator[Run]:
        code = self._code(part.coder, me)
        there = -1 if part.there is None else part.there - self.layout.zone_masks
        slots = part.slots[me]
        rows = part.rows[me] if part.there is not None else (0,) * len(slots)
        start = 0
        for i, slot in enumerate(slots):
            if self.memory.rest(slot):
                raise Unsupported("an observed value takes more than one word")
            last = i + 1 == len(slots)
            if last or slots[i + 1] != slot + 1 or rows[i + 1] != rows[i]:
                yield Run(out + start, slots[start], i + 1 - start, code, there, rows[i])
                start = i + 1

    def _sums(self) -> None:
        self._by_seat(
            "total",
            [
                [(out + i, first, part.width) for out, part in self.totals for i, first in enumerate(part.firsts[me])]
                for me in range(self.seats)
            ],
            ("out", "slot", "width"),
        )
        masks = self.layout.zone_masks
        self._by_seat(
            "size",
            [
                [(out + i, mask - masks) for out, part in self.sizes for i, mask in enumerate(part.masks[me])]
                for me in range(self.seats)
            ],
            ("out", "zone"),
        )

    # ---- pieces -----------------------------------------------------------------------------------------

    def _lots(self) -> None:
        members: list[int] = []
        firsts: list[int] = []
        fields: list[tuple[int, Coder]] = []
        field_firsts = [0]
        for _out, bunch in self.bunches:
            for own in bunch.pieces:
                firsts.append(len(members))
                members += own
            fields += bunch.fields
            field_firsts.append(len(fields))
        if any(self.memory.rest(base) for base, _coder in fields):
            raise Unsupported("an observed field of a piece takes more than one word")
        self.set("SEEN_BUNCHES", len(self.bunches))
        self.set("SEEN_ORDERS", int(any(bunch.ordered for _out, bunch in self.bunches)))
        numbering: BySeat = self.bunches[0][1].numbering if self.bunches else ((),) * self.seats
        self.set("ALL_PLACES", len(numbering[0]))
        self.list("place_told", [number for own in numbering for number in own])
        self.list("bunch_out", [out for out, _bunch in self.bunches])
        self.list("bunch_width", [bunch.width for _out, bunch in self.bunches])
        self.list("bunch_count", [len(bunch.pieces[0]) for _out, bunch in self.bunches])
        self.list("bunch_pieces", firsts)
        self.list("bunch_member", members)
        self.list("bunch_ordered", [int(bunch.ordered) for _out, bunch in self.bunches])
        self.list("bunch_faced", [int(bunch.faced) for _out, bunch in self.bunches])
        self.list("bunch_die", [int(bunch.die) for _out, bunch in self.bunches])
        self.list("bunch_fields", field_firsts)
        self.list("field_base", [base for base, _coder in fields])
        self.list("field_code", [self._code(coder, me) for _base, coder in fields for me in range(self.seats)])

        self._singles(numbering)

    def _singles(self, numbering: BySeat) -> None:
        """Pieces that have no equals and are told by their place, or by their place and their position."""
        single_of = [[-1] * len(self.layout.pieces) for _seat in range(self.seats)]
        plain: list[tuple[int, Bunch]] = []
        ordered: list[tuple[int, Bunch]] = []
        single = []
        for number, (out, bunch) in enumerate(self.bunches):
            single.append(int(len(bunch.pieces[0]) == 1 and bunch.width == 1 + bunch.ordered))
            if single[-1]:
                (ordered if bunch.ordered else plain).append((out, bunch))
                for me, own in enumerate(bunch.pieces):
                    single_of[me][own[0]] = number
        self.list("bunch_single", single)
        self.list("single_of", [bunch for own in single_of for bunch in own])
        for name, listed in (("plain", plain), ("ordered", ordered)):
            self.set(f"{name.upper()}_SINGLES", len(listed))
            self.list(f"{name}_out", [out for _seat in range(self.seats) for out, _bunch in listed])
            self.list(f"{name}_piece", [bunch.pieces[me][0] for me in range(self.seats) for _out, bunch in listed])
        seen = self.bunches[0][1].sight if self.bunches else None
        told = [
            told if seen is not None and seen.place(place, me) else -1
            for me, own in enumerate(numbering)
            for place, told in enumerate(own)
        ]
        self.list("place_seen", told)

    # ---- queries ----------------------------------------------------------------------------------------

    def _queries(self) -> None:
        self.set("SEEN_QUERIES", len(self.shown))
        self._by_seat(
            "query",
            [
                [
                    (out + i, number, given[0] if given else 0)
                    for number, (out, part) in enumerate(self.shown)
                    for i, given in enumerate(part.arguments[me])
                ]
                for me in range(self.seats)
            ],
            ("out", "number", "argument"),
        )


def showing(parts: list[Part], shapes: Shapes) -> str:
    """The function that computes a query that is shown."""
    shown = [part for part in parts if isinstance(part, Shown)]
    w = Writer("define internal i64 @shown(ptr %s, i64 %query, i64 %argument) nounwind")
    none = w.label()
    labels = [w.label() for _part in shown]
    cases = " ".join(f"i64 {place}, label %{label}" for place, label in enumerate(labels))
    w.end(f"switch i64 %query, label %{none} [{cases}]")
    for part, label in zip(shown, labels, strict=True):
        w.here(label)
        given = ["ptr %s"]
        if part.arguments[0][0]:
            type_ = f"i{shapes.of_local(part.function, 0).bits}"
            given.append(f"{type_} {w.resize(Value(NUMBER, '%argument'), type_).text}")
        result = f"i{shapes.of_result(part.function, 0).bits}"
        found = w.give(result, f"call {result} @f{part.function}({', '.join(given)})")
        w.end(f"ret i64 {(w.resize(found, NUMBER) if bits_of(result) != 64 else found).text}")
    w.here(none)
    w.end("ret i64 0")
    return w.text()
