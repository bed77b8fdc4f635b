"""Observations: what a seat may know of a state, as a fixed number of integers.

A program that learns needs the same numbers in the same order at every decision. They contain what the view of the seat
contains (`play/views.py`), and nothing else: what the seat may never see has no number, and what it does not see now is
-1. Seats are counted from the seat that observes: `me`, then the next seat `me+1`. Equal pieces are interchangeable, so
an observation does not tell which copy of a piece is where: the rows of equal pieces are sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from solenia_rules.checked import bundle_sets
from solenia_rules.checked.numbers import LIMIT
from solenia_rules.core.inventory import Piece
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.executor import Executor
from solenia_rules.play.idents import Idents
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
from solenia_rules.play.shown_queries import arguments
from solenia_rules.play.sight import Sight
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import frozen, sealed

Sort: TypeAlias = Literal["flag", "number", "index", "seat"]
"""0 or 1; an amount; an index into `words`; a seat, counted from the seat that observes. -1: none, or not seen."""


@sealed
class Number:
    """One number of an observation: its name, its sort, and the lowest and highest value that it can have."""

    name: str
    sort: Sort
    low: int
    high: int
    words: tuple[str, ...] = ()
    """What each index means, from 0 on; for the sort `index`."""


@frozen(eq=False)
class Coded:
    """How a value of a kind becomes a number."""

    sort: Sort
    low: int
    high: int
    words: tuple[str, ...]
    coder: Coder

    def named(self, name: str, low: int | None = None) -> Number:
        return Number(name, self.sort, self.low if low is None else min(low, self.low), self.high, self.words)


class Observer:
    """The observations of one program."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.program = program = executor.program
        self.layout, self.names = program.layout, program.names
        self.seats = program.layout.seats
        self.sight = Sight(program)
        self.idents = Idents(program.layout)
        self.numbers: list[Number] = []
        self.parts: list[Part] = []
        self.places, self._numbering = self._numbered_places()
        self._pieces = [self.idents.piece(piece) for piece in self.layout.pieces]
        self._piece_words = tuple(dict.fromkeys(self._pieces))
        self._course()
        self._amounts()
        self._variables()
        self._sizes()
        self._cell_fields()
        self._piece_rows()
        self._shown_queries()

    def observe(self, s: list[int], seat: int) -> list[int]:
        """The numbers of a state for a seat, in the order of `numbers`."""
        found: list[int] = []
        for part in self.parts:
            part.read(s, seat, found)
        return found

    # ---- names --------------------------------------------------------------------------------------

    def _relative(self, step: int) -> str:
        return f"me+{step}" if step else "me"

    def _numbered_places(self) -> tuple[tuple[str, ...], BySeat]:
        """The names of zones and cells, and by seat the number of each place: places of seats are numbered from the
        seat that observes, so that its own hand has the same number for every seat."""
        layout = self.layout
        names = [""] * (len(layout.zones) + len(layout.cells))
        numbering = [[-1] * (1 + len(names)) for _seat in range(self.seats)]
        owned: dict[str, list[list[int]]] = {}
        """Zone or board -> by seat, its places."""
        for zone in layout.zones:
            place = layout.place_of_zone(zone.index)
            if self.names.zones[zone.zone].per == "seat":
                owned.setdefault(zone.zone, [[] for _seat in range(self.seats)])[zone.key].append(place)
            else:
                names[place - 1] = self.idents.zone(zone.index)
        for cell in layout.cells:
            place = layout.place_of_cell(cell.index)
            if cell.seat >= 0:
                owned.setdefault(cell.board, [[] for _seat in range(self.seats)])[cell.seat].append(place)
            else:
                names[place - 1] = self.idents.cell(cell)
        for place, name in enumerate(names, 1):
            if name:
                for numbers in numbering:
                    numbers[place] = place - 1
        for own, by_seat in owned.items():
            for step in range(self.seats):
                for number, place in enumerate(by_seat[step]):
                    cells = place >= layout.first_cell
                    text = self.idents.cell(layout.cells[place - layout.first_cell], step) if cells else own
                    names[place - 1] = f"{text}@{self._relative(step)}"
                    for me, numbers in enumerate(numbering):
                        numbers[by_seat[(me + step) % self.seats][number]] = place - 1
        return tuple(names), tuple(map(tuple, numbering))

    # ---- values ---------------------------------------------------------------------------------------

    def _coded(self, kind: Kind | None) -> Coded:
        """How values of a kind are told."""
        match kind:
            case Kind(base="test"):
                return Coded("flag", 0, 1, (), AsFlag())
            case Kind(base="seat"):
                around = [(-1, *((seat - me) % self.seats for seat in range(self.seats))) for me in range(self.seats)]
                return Coded("seat", -1, self.seats - 1, (), ByTable(tuple(around)))
            case Kind(base="cell"):
                first = self.layout.first_cell
                return _index(self.places, ByTable(tuple((-1, *by_place[first:]) for by_place in self._numbering)))
            case Kind(base="piece"):
                numbered = {word: number for number, word in enumerate(self._piece_words)}
                of_piece = (-1, *(numbered[ident] for ident in self._pieces))
                return _index(self._piece_words, ByTable((of_piece,) * self.seats))
            case Kind(base="word", of=str(of)):
                return _index(self.names.word_kinds[of].words)
            case Kind(base="face"):
                return _index(FACES)
            case Kind(base="name"):
                return _index(self.names.atoms)
            case Kind(base="bundle", of=of):
                count = self.layout.domain_count(f"bundle:{of or ''}")
                return _index(bundle_sets.ident(of or "", value, self.names) for value in range(count))
        low = -LIMIT if kind is None or kind.low is None else kind.low
        return Coded("number", low, LIMIT if kind is None or kind.high is None else kind.high, (), AsItIs())

    def _add(self, numbers: Iterable[Number], part: Part) -> None:
        if part.size:
            self.numbers += numbers
            self.parts.append(part)

    def _around(self, base: int, steps: range, width: int, per_seat: bool) -> BySeat:
        """For each seat that observes: the first slots of the other seats, in the order in which they follow this
        seat."""
        return tuple(
            tuple(base + (me + step) % self.seats * width if per_seat else base for step in steps)
            for me in range(self.seats)
        )

    # ---- the course of the game -----------------------------------------------------------------------

    def _course(self) -> None:
        seats, specs = self.seats, self.program.outline.specs
        phases = {phase: number for number, phase in enumerate(dict.fromkeys(self.program.phases))}
        steps = [self._relative(step) for step in range(seats)]
        flags = ["over", *(f"winner.{step}" for step in steps), *(f"asked.{step}" for step in steps)]
        flags += [f"phase.{phase}" for phase in phases]
        flags += [f"decision.{spec.id}.{spec.name or spec.reads}" for spec in specs]
        self._add(
            (Number("seat", "number", 0, seats - 1), *(Number(name, "flag", 0, 1) for name in flags)),
            Course(self.program, seats, phases, len(specs)),
        )

    # ---- counters and state ---------------------------------------------------------------------------

    def _steps(self, per_seat: bool, seen: str) -> range:
        """The seats, counted from the observing one, whose own values it sees; one step for a shared value."""
        if seen == "nobody" or (seen == "owner" and not per_seat):
            return range(0)
        return range(self.seats if per_seat and seen == "all" else 1)

    def _amounts(self) -> None:
        for counter in self.names.world.counters:
            base, width = self.layout.counters[counter.id], self.layout.width(counter)
            per_seat = "seat" in counter.per
            kinds = [kind for kind in counter.per if kind != "seat"]
            words = self.names.word_kinds[kinds[0]].words if kinds else ("",)
            steps = self._steps(per_seat, counter.seen)
            firsts = self._around(base, steps, width, per_seat)
            self._add(
                [
                    Number(_joined(counter.id, word, self._owner(per_seat, step)), "number", counter.low, counter.high)
                    for step in steps
                    for word in words
                ],
                Stored(tuple(tuple(first + i for first in own for i in range(width)) for own in firsts), AsItIs()),
            )
            if counter.size_seen != counter.seen:
                self._totals(counter, base, width, per_seat)

    def _owner(self, per_seat: bool, step: int) -> str:
        return self._relative(step) if per_seat else ""

    def _totals(self, counter: r.Counter, base: int, width: int, per_seat: bool) -> None:
        steps = self._steps(per_seat, counter.size_seen)
        names = [_joined(f"{counter.id}.total", "", self._owner(per_seat, step)) for step in steps]
        self._add(
            [Number(name, "number", counter.low * width, counter.high * width) for name in names],
            Totals(self._around(base, steps, width, per_seat), width),
        )

    def _variables(self) -> None:
        for variable in self.names.world.declared_state:
            coded = self._coded(self.names.kind(variable.kind))
            per_seat = variable.per is not None
            steps = self._steps(per_seat, variable.seen)
            self._add(
                [coded.named(_joined(variable.id, "", self._owner(per_seat, step))) for step in steps],
                Stored(self._around(self.layout.states[variable.id], steps, 1, per_seat), coded.coder),
            )

    # ---- zones and cells ------------------------------------------------------------------------------

    def _sizes(self) -> None:
        for zone in self.names.world.zones:
            instances = [one.index for one in self.layout.zones if one.zone == zone.id]
            per_seat = zone.per == "seat"
            steps = self._steps(per_seat, zone.size_seen)
            if not steps:
                continue
            counted = instances[: len(steps)] if per_seat else instances
            most = sum(1 for piece in self.layout.pieces if piece.kind in zone.of)
            places = [self.places[self.layout.place_of_zone(index) - 1] for index in counted]
            first = self.layout.zone_masks + instances[0]
            shared = (tuple(first + i for i in range(len(counted))),) * self.seats
            self._add(
                [Number(f"{place}.size", "number", 0, most) for place in places],
                Sizes(self._around(first, steps, 1, True) if per_seat else shared),
            )

    def _cell_fields(self) -> None:
        bases = self.layout.cell_fields
        for board in self.names.world.boards:
            declared = self.names.fields_of(board.cells or board.id)
            fields = [(f.id, bases[f.id], self._coded(self.names.kind(f.kind))) for f in declared if f.id in bases]
            there = self.layout.zone_masks + self.layout.zone_base(board.rows) if isinstance(board.rows, str) else None
            own = board.per == "seat"
            by_owner = [
                [c for c in self.layout.cells if c.board == board.id and c.passable and c.seat == (seat if own else -1)]
                for seat in range(self.seats if own else 1)
            ]
            cells = [
                [cell for step in range(len(by_owner)) for cell in by_owner[(me + step) % len(by_owner)]]
                for me in range(self.seats)
            ]
            for name, base, coded in fields:
                self._add(
                    [
                        coded.named(f"{self.places[self.layout.place_of_cell(cell.index) - 1]}.{name}", -1)
                        for cell in cells[0]
                    ],
                    Stored(
                        tuple(tuple(base + cell.index for cell in own) for own in cells), coded.coder, there,
                        tuple(tuple(cell.row for cell in own) for own in cells),
                    ),
                )  # fmt: skip

    # ---- pieces -----------------------------------------------------------------------------------------

    def _piece_rows(self) -> None:
        """For each bunch of equal pieces, one row for each piece of the bunch."""
        bunches: dict[tuple[str, str, int], list[list[Piece]]] = {}
        """Kind, id and steps to the owner (-1: none) -> by seat that observes, the pieces."""
        for piece in self.layout.pieces:
            for me in range(self.seats):
                step = (piece.owner - me) % self.seats if piece.owner >= 0 else -1
                key = (piece.kind, self._pieces[piece.index], step)
                bunches.setdefault(key, [[] for _ in range(self.seats)])[me].append(piece)
        for (kind, ident, step), pieces in bunches.items():
            self._bunch(kind, ident if step < 0 else f"{ident}@{self._relative(step)}", pieces)

    def _bunch(self, kind: str, name: str, pieces: list[list[Piece]]) -> None:
        traits = [(_index(self.places).named(""), "place")]
        ordered = any(z.order != "none" and z.seen != "nobody" and kind in z.of for z in self.names.world.zones)
        faced = self.names.pieces[kind].faces is not None
        most = max(len(self.layout.pieces), 1) - 1
        if ordered:
            traits.append((Number("", "number", -1, most), "position"))
        if faced:
            traits.append((_index(FACES).named(""), "face"))
        sides = max((self.program.sides.get(p.index, 0) for p in pieces[0]), default=0)
        if sides:
            traits.append((Number("", "number", -1, sides), "shows"))
        declared = {f.id: f for f in self.names.fields_of(kind)}
        stored = [field for field in self.layout.piece_fields if field in declared]
        coded = [self._coded(self.names.kind(declared[field].kind)) for field in stored]
        traits += [(one.named("", -1), field) for field, one in zip(stored, coded, strict=True)]
        count = len(pieces[0])
        self._add(
            [
                Number(f"{name}{f'#{copy + 1}' if count > 1 else ''}.{trait}", one.sort, one.low, one.high, one.words)
                for copy in range(count)
                for one, trait in traits
            ],
            Bunch(
                tuple(tuple(piece.index for piece in own) for own in pieces), self.sight, self._numbering, ordered,
                faced, sides > 0,
                tuple((self.layout.piece_fields[f], one.coder) for f, one in zip(stored, coded, strict=True)),
            ),
        )  # fmt: skip

    # ---- queries ----------------------------------------------------------------------------------------

    def _shown_queries(self) -> None:
        for query, function in self.program.shown.items():
            names = [query]
            calls: list[list[tuple[int, ...]]] = [[()] for _me in range(self.seats)]
            for param in self.names.queries[query].params:
                given = arguments(self.program, param.kind)
                if param.kind == "seat":
                    added = [self._relative(step) for step in range(self.seats)]
                    around = self._around(0, range(self.seats), 1, True)
                else:
                    added = [name for name, _value in given]
                    around = (tuple(value for _name, value in given),) * self.seats
                names = [f"{name}.{more}" for name in names for more in added]
                calls = [
                    [(*call, one) for call in own for one in next_] for own, next_ in zip(calls, around, strict=True)
                ]
            self._query(names, function, calls)

    def _query(self, names: list[str], function: int, arguments: Sequence[Sequence[tuple[int, ...]]]) -> None:
        part = Shown(function, tuple(map(tuple, arguments)), self.executor.call)
        self._add([Number(name, "number", -LIMIT, LIMIT) for name in names], part)


FACES = ("front", "back")


def _index(words: Iterable[str], coder: Coder | None = None) -> Coded:
    listed = tuple(words)
    return Coded("index", -1, len(listed) - 1, listed, coder or AsItIs())


def _joined(*parts: str) -> str:
    return ".".join(part for part in parts if part)
