"""Observations: what a seat may know of a state, as a fixed number of integers.

A program that learns needs the same numbers in the same order at every decision. They contain what the view of the seat
contains (`play/views.py`), and nothing else: what the seat may never see has no number, and what it does not see now is
-1. Seats are counted from the seat that observes: `me`, then the next seat `me+1`. Equal pieces are interchangeable, so
an observation does not tell which copy of a piece is where: the rows of equal pieces are sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from solenia_rules.checked import bundle_sets
from solenia_rules.checked.numbers import LIMIT
from solenia_rules.core import layout as at
from solenia_rules.core.inventory import Piece
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play import reading, sequences
from solenia_rules.play.executor import Executor
from solenia_rules.play.idents import Idents
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


Reader: TypeAlias = Callable[[list[int], int, list[int]], None]
"""Appends numbers: of a state, for a seat, to a list."""
Coder: TypeAlias = Callable[[int, int], int]
"""The number for a stored value, for a seat."""


@frozen(eq=False)
class Coded:
    """How a value of a kind becomes a number."""

    sort: Sort
    low: int
    high: int
    words: tuple[str, ...]
    code: Coder

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
        self._readers: list[Reader] = []
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
        for read in self._readers:
            read(s, seat, found)
        return found

    # ---- names --------------------------------------------------------------------------------------

    def _relative(self, step: int) -> str:
        return f"me+{step}" if step else "me"

    def _numbered_places(self) -> tuple[tuple[str, ...], list[list[int]]]:
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
        return tuple(names), numbering

    # ---- values ---------------------------------------------------------------------------------------

    def _coded(self, kind: Kind | None) -> Coded:
        """How values of a kind are told."""
        none = -1
        match kind:
            case Kind(base="test"):
                return Coded("flag", 0, 1, (), lambda value, _me: int(bool(value)))
            case Kind(base="seat"):
                return Coded(
                    "seat", none, self.seats - 1, (), lambda value, me: (value - me) % self.seats if value >= 0 else -1
                )
            case Kind(base="cell"):
                first, numbering = self.layout.first_cell, self._numbering
                return self._index(self.places, lambda value, me: numbering[me][first + value] if value >= 0 else -1)
            case Kind(base="piece"):
                numbered = {word: number for number, word in enumerate(self._piece_words)}
                of_piece = [numbered[ident] for ident in self._pieces]
                return self._index(self._piece_words, lambda value, _me: of_piece[value] if value >= 0 else -1)
            case Kind(base="word", of=str(of)):
                return self._index(self.names.word_kinds[of].words, _as_it_is)
            case Kind(base="face"):
                return self._index(("front", "back"), _as_it_is)
            case Kind(base="name"):
                return self._index(tuple(self.names.atoms), _as_it_is)
            case Kind(base="bundle", of=of):
                count = self.layout.domain_count(f"bundle:{of or ''}")
                words = tuple(bundle_sets.ident(of or "", value, self.names) for value in range(count))
                return self._index(words, _as_it_is)
        low = -LIMIT if kind is None or kind.low is None else kind.low
        return Coded("number", low, LIMIT if kind is None or kind.high is None else kind.high, (), _as_it_is)

    def _index(self, words: Iterable[str], code: Coder) -> Coded:
        listed = tuple(words)
        return Coded("index", -1, len(listed) - 1, listed, code)

    def _add(self, numbers: Iterable[Number], read: Reader) -> None:
        self.numbers += numbers
        self._readers.append(read)

    # ---- the course of the game -----------------------------------------------------------------------

    def _course(self) -> None:
        seats, phases, specs = self.seats, self.program.phases, self.program.outline.specs
        program = self.program
        steps = [self._relative(step) for step in range(seats)]
        flags = ["over", *(f"winner.{step}" for step in steps), *(f"asked.{step}" for step in steps)]
        flags += [f"phase.{phase}" for phase in dict.fromkeys(phases)]
        flags += [f"decision.{spec.id}.{spec.name or spec.reads}" for spec in specs]
        numbered = {phase: number for number, phase in enumerate(dict.fromkeys(phases))}

        def read(s: list[int], me: int, found: list[int]) -> None:
            over = s[at.OVER] != 0
            found += (me, int(over))
            found += [s[at.WINNERS] >> (me + step) % seats & 1 for step in range(seats)]
            found += [int(not over and s[at.ASKED] == (me + step) % seats) for step in range(seats)]
            phase = numbered.get(reading.running_phase(program, s) or "", -1)
            found += [int(number == phase) for number in range(len(numbered))]
            spec = s[at.SPEC] if not over and s[at.ASKED] == me else -1
            found += [int(number == spec) for number in range(len(specs))]

        self._add((Number("seat", "number", 0, seats - 1), *(Number(name, "flag", 0, 1) for name in flags)), read)

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
            self._slots(
                [
                    Number(_joined(counter.id, word, self._owner(per_seat, step)), "number", counter.low, counter.high)
                    for step in steps
                    for word in words
                ],
                steps, per_seat, base, width,
            )  # fmt: skip
            if counter.size_seen != counter.seen:
                self._totals(counter, base, width, per_seat)

    def _owner(self, per_seat: bool, step: int) -> str:
        return self._relative(step) if per_seat else ""

    def _slots(self, numbers: list[Number], steps: range, per_seat: bool, base: int, width: int) -> None:
        seats = self.seats

        def read(s: list[int], me: int, found: list[int]) -> None:
            for step in steps:
                first = base + (me + step) % seats * width if per_seat else base
                found += s[first : first + width]

        self._add(numbers, read)

    def _totals(self, counter: r.Counter, base: int, width: int, per_seat: bool) -> None:
        seats, steps = self.seats, self._steps(per_seat, counter.size_seen)

        def read(s: list[int], me: int, found: list[int]) -> None:
            for step in steps:
                first = base + (me + step) % seats * width if per_seat else base
                found.append(sum(s[first : first + width]))

        names = [_joined(f"{counter.id}.total", "", self._owner(per_seat, step)) for step in steps]
        self._add([Number(name, "number", counter.low * width, counter.high * width) for name in names], read)

    def _variables(self) -> None:
        for variable in self.names.world.state:
            coded = self._coded(self.names.kind(variable.kind))
            per_seat = variable.per is not None
            steps = self._steps(per_seat, variable.seen)
            self._variable(variable.id, self.layout.states[variable.id], coded, steps, per_seat)

    def _variable(self, name: str, base: int, coded: Coded, steps: range, per_seat: bool) -> None:
        seats = self.seats

        def read(s: list[int], me: int, found: list[int]) -> None:
            for step in steps:
                found.append(coded.code(s[base + (me + step) % seats if per_seat else base], me))

        self._add([coded.named(_joined(name, "", self._owner(per_seat, step))) for step in steps], read)

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
            self._zone_sizes([Number(f"{place}.size", "number", 0, most) for place in places], instances, per_seat)

    def _zone_sizes(self, numbers: list[Number], instances: list[int], per_seat: bool) -> None:
        masks, first, seats = self.layout.zone_masks, instances[0], self.seats

        def read(s: list[int], me: int, found: list[int]) -> None:
            for step in range(len(numbers)):
                found.append(s[masks + first + ((me + step) % seats if per_seat else step)].bit_count())

        self._add(numbers, read)

    def _cell_fields(self) -> None:
        bases = self.layout.cell_fields
        for board in self.names.world.boards:
            declared = self.names.fields_of(board.cells or board.id)
            fields = [(f.id, bases[f.id], self._coded(self.names.kind(f.kind))) for f in declared if f.id in bases]
            rows = self.layout.zone_masks + self.layout.zone_base(board.rows) if isinstance(board.rows, str) else None
            own = board.per == "seat"
            cells = [
                [c for c in self.layout.cells if c.board == board.id and c.passable and c.seat == (seat if own else -1)]
                for seat in range(self.seats if own else 1)
            ]
            for name, base, coded in fields:
                numbers = [
                    coded.named(f"{self.places[self.layout.place_of_cell(cell.index) - 1]}.{name}", -1)
                    for by_seat in cells
                    for cell in by_seat
                ]
                places = [[(cell.index, cell.row) for cell in by_seat] for by_seat in cells]
                self._field(numbers, base, coded, places, rows)

    def _field(
        self, numbers: list[Number], base: int, coded: Coded, cells: list[list[tuple[int, int]]], rows: int | None
    ) -> None:
        def read(s: list[int], me: int, found: list[int]) -> None:
            there = s[rows].bit_count() if rows is not None else LIMIT
            for step in range(len(cells)):
                for cell, row in cells[(me + step) % len(cells)]:
                    found.append(coded.code(s[base + cell], me) if row <= there else -1)

        self._add(numbers, read)

    # ---- pieces -----------------------------------------------------------------------------------------

    def _piece_rows(self) -> None:
        """For each lot of equal pieces so many rows as there are pieces: the pieces that the seat sees, sorted; then
        rows of -1."""
        lots: dict[tuple[str, str, int], list[list[Piece]]] = {}
        """Kind, id and steps to the owner (-1: none) -> by seat that observes, the pieces."""
        for piece in self.layout.pieces:
            for me in range(self.seats):
                step = (piece.owner - me) % self.seats if piece.owner >= 0 else -1
                lot = lots.setdefault((piece.kind, self._pieces[piece.index], step), [[] for _ in range(self.seats)])
                lot[me].append(piece)
        for (kind, ident, step), pieces in lots.items():
            self._lot(kind, ident if step < 0 else f"{ident}@{self._relative(step)}", pieces)

    def _lot(self, kind: str, name: str, pieces: list[list[Piece]]) -> None:
        traits = [(Coded("index", -1, len(self.places) - 1, self.places, _as_it_is).named(""), "place")]
        ordered = any(z.order != "none" and z.seen != "nobody" and kind in z.of for z in self.names.world.zones)
        most = max(len(self.layout.pieces), 1) - 1
        if ordered:
            traits.append((Number("", "number", -1, most), "position"))
        if self.names.pieces[kind].faces is not None:
            traits.append((Coded("index", -1, 1, ("front", "back"), _as_it_is).named(""), "face"))
        sides = max((self.program.sides.get(p.index, 0) for p in pieces[0]), default=0)
        if sides:
            traits.append((Number("", "number", -1, sides), "shows"))
        declared = {f.id: f for f in self.names.fields_of(kind)}
        fields = [
            (base, self._coded(self.names.kind(declared[field].kind)))
            for field, base in self.layout.piece_fields.items()
            if field in declared
        ]
        stored = [field for field in self.layout.piece_fields if field in declared]
        traits += [(coded.named("", -1), field) for field, (_b, coded) in zip(stored, fields, strict=True)]
        count = len(pieces[0])
        numbers = [
            Number(f"{name}{f'#{copy + 1}' if count > 1 else ''}.{trait}", one.sort, one.low, one.high, one.words)
            for copy in range(count)
            for one, trait in traits
        ]
        faced = self.names.pieces[kind].faces is not None
        nothing = (-1,) * len(traits)

        def read(s: list[int], me: int, found: list[int]) -> None:
            rows = []
            for piece in pieces[me]:
                row = self._row(s, me, piece.index, ordered, faced, sides > 0, fields)
                if row is not None:
                    rows.append(row)
            rows.sort()
            for row in rows:
                found.extend(row)
            for _ in range(count - len(rows)):
                found.extend(nothing)

        self._add(numbers, read)

    def _row(
        self, s: list[int], me: int, piece: int, ordered: bool, faced: bool, die: bool, fields: list[tuple[int, Coded]]
    ) -> tuple[int, ...] | None:
        """What a seat sees of a piece; None: nothing."""
        layout = self.layout
        place = s[layout.locations + piece]
        seen = place > 0 and self.sight.piece(s, piece, me)
        shows = die and (seen or self.sight.die_seers(s, piece) == -1)
        if not seen and not shows:
            return None
        row = [self._numbering[me][place] if seen else -1]
        if ordered:
            row.append(self._position(s, me, piece, place) if seen else -1)
        if faced:
            row.append(s[layout.faces + piece] if seen else -1)
        if die:
            row.append(s[layout.dice + piece] if shows else -1)
        row += [coded.code(s[base + piece], me) if seen else -1 for base, coded in fields]
        return tuple(row)

    def _position(self, s: list[int], me: int, piece: int, place: int) -> int:
        """The position in an ordered zone that the seat sees; the first has 0."""
        layout = self.layout
        if place >= layout.first_cell or not layout.zones[place - 1].ordered or not self.sight.place(place, me):
            return -1
        return sequences.unpack(s[layout.zone_orders + place - 1]).index(piece)

    # ---- queries ----------------------------------------------------------------------------------------

    def _shown_queries(self) -> None:
        for query, function in self.program.shown.items():
            params = self.names.queries[query].params
            if not params:
                self._query([query], function, None)
            elif params[0].kind == "seat":
                self._query([f"{query}.{self._relative(step)}" for step in range(self.seats)], function, self.seats)
            else:
                words = self.names.word_kinds[params[0].kind].words
                self._query([f"{query}.{word}" for word in words], function, None, len(words))

    def _query(self, names: list[str], function: int, seats: int | None, words: int = 0) -> None:
        call = self.executor.call

        def read(s: list[int], me: int, found: list[int]) -> None:
            if seats is not None:
                found += [call(s, function, (me + step) % seats) for step in range(seats)]
            elif words:
                found += [call(s, function, word) for word in range(words)]
            else:
                found.append(call(s, function))

        self._add([Number(name, "number", -LIMIT, LIMIT) for name in names], read)


def _as_it_is(value: int, _me: int) -> int:
    return value


def _joined(*parts: str) -> str:
    return ".".join(part for part in parts if part)
