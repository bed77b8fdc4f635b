"""Reads a sketch: plain data keyed by the names of a ruleset, as people write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from attrs import evolve

from solenia_rules.api.spelling import FACES, Spelling
from solenia_rules.checked.bundle_sets import idents
from solenia_rules.core.compiled import Program
from solenia_rules.core.inventory import Cell
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.sketch import Beginning, Earlier, Flaw, Lying, Named, Path, Rolls, Sketch, Stored, Turned
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import sealed
from solenia_rules.text.misfits import described
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

MORE = "..."
"""At the end of a list: further pieces may be there too."""
BEGINNING = ("phase", "me", "before", "roll")
"""Reserved words, which no ruleset can use as names: where play begins, and the results of chance."""
EARLIER = ("me",)
"""The reserved words of a position that a history holds."""
MOST_ROLLS = 8
NO_SEAT = -1
"""Stands for the seat of something shared."""
ItemT = TypeVar("ItemT")
Table: TypeAlias = Mapping[str, object]


@sealed
class Reading:
    """A sketch as far as it could be read, and its problems."""

    sketch: Sketch
    flaws: tuple[Flaw, ...]


def read_sketch(program: Program, spelling: Spelling, written: object, expected: bool = False) -> Reading:
    """`expected`: a sketch to compare with, which does not say where play begins."""
    reader = _Reader(program, spelling)
    return reader.read(written, () if expected else BEGINNING)


class _Reader:
    def __init__(self, program: Program, spelling: Spelling) -> None:
        self.program = program
        self.inventory = program.inventory
        self.slots = program.slots
        self.names = program.names
        self.spelling = spelling
        self.flaws: list[Flaw] = []
        self.lying: list[Lying] = []
        self.turned: list[Turned] = []
        self.stored: list[Stored] = []
        self.rolls: list[Rolls] = []
        self.recorded: list[Earlier] = []

    def read(self, written: object, words: tuple[str, ...]) -> Reading:
        table = self._table(written, (), "a sketch") or {}
        beginning = self._beginning(table) if words else Beginning()
        for name, value in table.items():
            path: Path = (name,)
            if name in words:
                continue
            if name in self.names.counters:
                self._counter(self.names.counters[name], value, path)
            elif name in self.names.state:
                self._state(self.names.state[name], value, path)
            elif name in self.names.zones:
                self._zone(self.names.zones[name], value, path)
            elif name in self.names.boards:
                self._board(self.names.boards[name], value, path)
            elif words is BEGINNING and name in self.names.histories:
                self._history(self.names.histories[name], value, path)
            elif name.partition(" ")[0].partition("#")[0].partition(".")[0] in self.spelling.pieces:
                self._piece(name, value, path)
            else:
                spot = self.spelling.any_cell(name, path)
                if isinstance(spot, Flaw):
                    self._unknown("thing of the ruleset", name, path, [*words, *self._known()])
                else:
                    hint = f"a cell stands in the table of its board: `{self.spelling.in_table(spot)}`"
                    self._flaw("E701", f"there is no thing of the ruleset {quoted(name)}", path, hint, of_key=True)
        made = Sketch(beginning, tuple(self.lying), tuple(self.turned), tuple(self.stored), tuple(self.rolls),
                      tuple(self.recorded))  # fmt: skip
        return Reading(made, tuple(self.flaws))

    def _known(self) -> list[str]:
        names = self.names
        return [*names.counters, *names.state, *names.zones, *names.boards, *self.spelling.pieces]

    # ---- complaints -----------------------------------------------------------------------------------

    def _flaw(self, code: str, message: str, path: Path, hint: str | None = None, of_key: bool = False) -> None:
        self.flaws.append(Flaw(code, message, path, hint, of_key))

    def _unknown(self, what: str, word: str, path: Path, known: Iterable[str], of_key: bool = True) -> None:
        self._flaw("E701", f"there is no {what} {quoted(word)}", path, did_you_mean(word, known), of_key)

    def _wrong(self, expected: str, value: object, path: Path) -> None:
        self._flaw("E704", f"expected {expected}, found {described(value)}", path)

    def _table(self, value: object, path: Path, expected: str) -> dict[str, object] | None:
        if not isinstance(value, Mapping):
            self._wrong(expected, value, path)
            return None
        return {str(key): item for key, item in value.items()}

    def _got(self, found: ItemT | Flaw) -> ItemT | None:
        if isinstance(found, Flaw):
            self.flaws.append(found)
            return None
        return found

    def _key(self, name: str, path: Path) -> Named | None:
        """The piece that a key names."""
        found = self.spelling.everywhere(name, path)
        return self._got(evolve(found, of_key=True) if isinstance(found, Flaw) else found)

    # ---- the beginning ----------------------------------------------------------------------------------

    def _beginning(self, table: Table) -> Beginning:
        phase, me, before = table.get("phase"), table.get("me"), table.get("before", [])
        if phase is not None and not isinstance(phase, str):
            self._wrong("the name of a phase or step", phase, ("phase",))
            phase = None
        if not isinstance(before, list) or not all(isinstance(text, str) for text in before):
            self._wrong("a list of answers", before, ("before",))
            before = []
        if "roll" in table:
            for name, value in (self._table(table["roll"], ("roll",), "a table of dice") or {}).items():
                self._roll(name, value, ("roll", name))
        seat = None if me is None else self._seat(me, ("me",))
        return Beginning(phase, seat, tuple(before))

    def _roll(self, name: str, value: object, path: Path) -> None:
        """The next rolls of a die, or the next roll of each of several equal dice."""
        named = self._key(name, path)
        if named is None:
            return
        sides, dice = self.program.sides.get(named.alike[0]), named.alike
        if sides is None:
            self._flaw("E704", f"`{name}` is no die", path, of_key=True)
            return
        if len(dice) > 1:
            self.rolls += [
                Rolls(die, (number,), path=path) for die, number in self._each(name, dice, sides, value, path)
            ]
        elif isinstance(value, list) and 1 <= len(value) <= MOST_ROLLS:
            shown = [self._number(item, 1, sides, (*path, index)) for index, item in enumerate(value)]
            self.rolls.append(Rolls(dice[0], tuple(x for x in shown if x is not None), path=path))
        else:
            self._wrong(f"a list of 1 to {MOST_ROLLS} rolls", value, path)

    def _each(
        self, name: str, dice: tuple[int, ...], sides: int, value: object, path: Path
    ) -> Iterator[tuple[int, int]]:
        """A number for each of several equal dice."""
        if not isinstance(value, list) or len(value) != len(dice):
            found = f"a list of {len(value)}" if isinstance(value, list) else described(value)
            message = f"expected a list of {len(dice)} numbers, one for each die `{name}`, found {found}"
            self._flaw("E704", message, path, f"for one of these dice: `{self.spelling.copy(name, 1)}`")
            return
        for index, (die, item) in enumerate(zip(dice, value, strict=True)):
            number = self._number(item, 1, sides, (*path, index))
            if number is not None:
                yield die, number

    def _history(self, history: r.History, value: object, path: Path) -> None:
        """How often the sketched position was recorded, or a list of positions: what was different in each."""
        if isinstance(value, int) and not isinstance(value, bool):
            number = self._number(value, 0, history.most, path)
            value = [{}] * (number or 0)
        if not isinstance(value, list):
            self._wrong("how often this position was recorded, or a list of positions", value, path)
            return
        if len(value) > history.most:
            self._flaw("E703", f"`{history.id}` holds at most {history.most} positions", path)
            return
        for index, item in enumerate(value):
            where = (*path, index)
            read = _Reader(self.program, self.spelling).read(item, EARLIER)
            self.flaws += [flaw.inside(where) for flaw in read.flaws]
            self.recorded.append(Earlier(history.id, read.sketch, path=where))

    # ---- numbers and other values -------------------------------------------------------------------------

    def _number(self, value: object, low: int, high: int, path: Path) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            self._wrong("a number", value, path)
            return None
        if not low <= value <= high:
            self._flaw("E703", f"{value} is not within {low} and {high}", path)
            return None
        return value

    def _seat(self, value: object, path: Path) -> int | None:
        if isinstance(value, str):
            number = value.removeprefix("seat ")
            hint = f"write the number of the seat: {number if number.isdecimal() else 1}"
            self._flaw("E704", f"expected a seat, found {described(value)}", path, hint)
            return None
        seat = self._number(value, 1, self.inventory.seats, path)
        return None if seat is None else seat - 1

    def _by_seat(
        self, value: object, path: Path, read: Callable[[int, object, Path], None], meant: str | None = None
    ) -> None:
        """`{ 1 = ..., 2 = ... }`; `meant`: the hint for another key."""
        for key, item in (self._table(value, path, "a table by seats, as in { 1 = ... }") or {}).items():
            if key.isdecimal() and key.isascii() and 1 <= int(key[:4]) <= self.inventory.seats:
                read(int(key) - 1, item, (*path, key))
            else:
                hint = self._seats_hint() if meant is None or key.isdecimal() else meant
                self._flaw("E701", f"there is no seat {quoted(key)}", (*path, key), hint, of_key=True)

    def _seats_hint(self) -> str:
        return (
            f"seats are numbered 1 to {self.inventory.seats} here" if self.inventory.seats > 1 else "the only seat is 1"
        )

    def _by_word(self, kind: str, value: object, path: Path) -> dict[int, tuple[object, Path]]:
        words = self.names.word_kinds[kind].words
        found: dict[int, tuple[object, Path]] = {}
        for key, item in (self._table(value, path, f"a table by {kind}") or {}).items():
            if key in words:
                found[words.index(key)] = item, (*path, key)
            else:
                self._unknown(kind, key, (*path, key), words)
        return found

    def _counter(self, counter: r.Counter, value: object, path: Path) -> None:
        slots = self.slots
        if "seat" in counter.per:
            self._by_seat(
                value, path, lambda seat, item, at: self._amounts(counter, slots.amounts(counter.id, seat), item, at)
            )
        else:
            self._amounts(counter, slots.amounts(counter.id, NO_SEAT), value, path)

    def _amounts(self, counter: r.Counter, slots: range, value: object, path: Path) -> None:
        """A number, or a complete table by words: a word that is not listed has 0."""
        kind = next((p for p in counter.per if p != "seat"), None)
        if kind is None:
            self._amount(counter, slots[0], value, path, "")
            return
        words = self.names.word_kinds[kind].words
        listed = self._by_word(kind, value, path)
        for index, word in enumerate(words):
            item, where = listed.get(index, (max(counter.low, min(0, counter.high)), path))
            self._amount(counter, slots[index], item, where, f"{word} of ")

    def _amount(self, counter: r.Counter, slot: int, value: object, path: Path, word: str) -> None:
        number = self._number(value, counter.low, counter.high, path)
        if number is not None:
            self.stored.append(Stored(slot, number, word + self._whose(counter.id, path), path=path))

    def _whose(self, name: str, path: Path) -> str:
        seat = path[1] if len(path) > 1 and str(path[1]).isdecimal() else None
        return name if seat is None else f"{name} of seat {seat}"

    def _state(self, variable: r.StateVariable, value: object, path: Path) -> None:
        slots, kind, name = self.slots, self.names.kind(variable.kind), variable.id
        if variable.per:
            self._by_seat(
                value, path, lambda seat, item, at: self._store(kind, slots.state(name, seat), item, name, at)
            )
        else:
            self._store(kind, slots.state(name, NO_SEAT), value, name, path)

    def _store(self, kind: Kind | None, slot: int, value: object, what: str, path: Path) -> None:
        found = self._value(kind, value, path)
        if found is not None:
            self.stored.append(Stored(slot, found, self._whose(what, path), path=path))

    def _value(self, kind: Kind | None, value: object, path: Path) -> int | None:
        """A value of a kind as the state stores it."""
        assert kind is not None
        if kind.base == "number":
            low = kind.low if kind.low is not None else -(10**9)
            return self._number(value, low, kind.high if kind.high is not None else 10**9, path)
        if kind.base == "test":
            if isinstance(value, bool):
                return int(value)
            self._wrong("true or false", value, path)
            return None
        if value == "none" and kind.optional:
            return -1
        if kind.base == "seat":
            return self._seat(value, path)
        if not isinstance(value, str):
            self._wrong(f"a {kind}", value, path)
            return None
        return self._thing(kind, value, path)

    def _thing(self, kind: Kind, value: str, path: Path) -> int | None:
        match kind.base:
            case "piece":
                named = self._got(self.spelling.everywhere(value, path))
                if named is not None and kind.of not in (None, self.inventory.pieces[named.alike[0]].kind):
                    self._flaw("E704", f"`{value}` is no {kind.of}", path)
                    return None
                return None if named is None else named.alike[0]
            case "cell":
                return self._got(self.spelling.any_cell(value, path))
            case "word":
                known: tuple[str, ...] = self.names.word_kinds[kind.of or ""].words
            case "face":
                known = FACES
            case "bundle":
                known = idents(kind.of or "", self.names)
            case _:
                known = tuple(self.names.atoms)
        if value not in known:
            self._unknown(str(kind), value, path, known, of_key=False)
            return None
        return known.index(value)

    # ---- pieces -------------------------------------------------------------------------------------------

    def _zone(self, zone: r.Zone, value: object, path: Path) -> None:
        first = self.inventory.place_of_zone(self.inventory.zone_base(zone.id))
        if zone.per is None:
            self._pieces(first, value, path)
        elif zone.per == "seat":
            self._by_seat(value, path, lambda seat, item, at: self._pieces(first + seat, item, at))
        else:
            for word, (item, where) in self._by_word(zone.per, value, path).items():
                self._pieces(first + word, item, where)

    def _pieces(self, place: int, value: object, path: Path) -> None:
        if not isinstance(value, list):
            self._wrong("a list of pieces", value, path)
            return
        more = bool(value) and value[-1] == MORE
        found: list[Named] = []
        for index, item in enumerate(value[:-1] if more else value):
            at = (*path, index)
            if not isinstance(item, str):
                self._wrong("the name of a piece", item, at)
            elif named := self._got(self.spelling.named(item, place, at)):
                found.append(named)
        self.lying.append(Lying(place, tuple(found), more, path=path))

    def _piece(self, name: str, value: object, path: Path) -> None:
        """What a die shows, the face on which a piece lies, or its fields."""
        named = self._key(name, path)
        if named is None:
            return
        kind = self.names.pieces[self.inventory.pieces[named.alike[0]].kind]
        if kind.sides is not None and isinstance(value, list):
            for die, number in self._each(name, named.alike, kind.sides, value, path):
                self.stored.append(Stored(self.slots.die(die), number, self.spelling.exact(die), path=path))
        elif kind.sides is not None and not isinstance(value, Mapping):
            shown = self._number(value, 1, kind.sides, path)
            if shown is not None:
                for piece in named.alike:
                    self.stored.append(Stored(self.slots.die(piece), shown, self.spelling.exact(piece), path=path))
        elif kind.faces is not None and not isinstance(value, Mapping):
            face = self._value(Kind("face"), value, path)
            if face is not None:
                self.turned.append(Turned(named.alike, face, named.name, path=path))
        else:
            table = self._table(value, path, "a table of fields") or {}
            for piece in named.alike:
                self._fields(table, kind.id, self.slots.piece_field, piece, self.spelling.exact(piece), path)

    def _fields(
        self, table: Table, group: str, slot_of: Callable[[str, int], int | None], index: int, name: str, path: Path
    ) -> None:
        declared = {f.id: f for f in self.names.fields_of(group)}
        for field, item in table.items():
            where = (*path, field)
            if field not in declared:
                self._unknown(f"field of a {group}", field, where, declared)
            elif (slot := slot_of(field, index)) is None:
                self._flaw("E701", f"nothing ever changes `{field}` of a {group}", where, of_key=True)
            else:
                kind = self.names.kind(declared[field].kind)
                found = self._value(kind, item, where)
                if found is not None:
                    self.stored.append(Stored(slot, found, f"{field} of {name}", path=where))

    def _board(self, board: r.Board, value: object, path: Path) -> None:
        groups = self.spelling.cells.get(board.id, {})
        if board.per == "seat":
            first = next(iter(groups.get(0, {})), "a1")
            meant = f"every seat has this board: `{board.id} = {{ 1 = {{ {first} = ... }} }}` is a cell of seat 1"
            self._by_seat(value, path, lambda seat, item, at: self._cells(board, groups.get(seat, {}), item, at), meant)
        else:
            self._cells(board, groups.get(-1, {}), value, path)

    def _cells(self, board: r.Board, cells: dict[str, Cell], value: object, path: Path) -> None:
        for name, item in (self._table(value, path, "a table by cells") or {}).items():
            where = (*path, name)
            name = self.spelling.usual.get((board.id, name), name)
            if name not in cells:
                self._unknown(f"cell of `{board.id}`", name, where, cells)
                continue
            cell = cells[name]
            place = self.inventory.place_of_cell(cell.index)
            if isinstance(item, Mapping):
                fields = {str(key): x for key, x in item.items() if key != "on"}
                self._fields(fields, board.cells or board.id, self.slots.cell_field, cell.index, name, where)
                if "on" not in item:
                    continue
                item, where = item["on"], (*where, "on")
            self._pieces(place, [item] if isinstance(item, str) else item, where)
