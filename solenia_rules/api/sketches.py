"""Reads a sketch: plain data keyed by the names of a ruleset, as people write it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve

from solenia_rules.api.sketch_values import Table, ValueReader
from solenia_rules.api.spelling import Spelling
from solenia_rules.core.compiled import Program
from solenia_rules.core.inventory import Cell
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.shown_queries import arguments
from solenia_rules.play.sketch import (
    Beginning,
    Computed,
    Earlier,
    Flaw,
    Lying,
    Named,
    Path,
    Rolls,
    Sketch,
    Stored,
    Turned,
)
from solenia_rules.rules import caps
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import sealed
from solenia_rules.text.misfits import described
from solenia_rules.text.printable import quoted

MORE = "..."
"""At the end of a list: further pieces may be there too."""
BEGINNING = ("phase", "me", "before", "roll")
_EXPECTED_OTHERWISE = {
    "stuck": 'a seat that gets stuck is an event: `events = ["stuck"]`',
    "phase": 'a phase that begins or ends is an event: `events = ["NAME of seat 1 begins"]`',
    "me": "`asked = 1` is the seat that must answer",
    "turn": "`asked = 1` is the seat that must answer",
    "winner": "write `winners = [1]`",
    "won": "write `winners = [1]`",
    "score": "write `scores = { 1 = 3 }`",
    "options": "write `offered = [...]`",
    "log": "write `events = [...]`",
}
"""What authors of scenarios expect under names of their own, and how it is written."""
"""Reserved words, which no ruleset can use as names: where play begins, and the results of chance."""
EARLIER = ("me",)
"""The reserved words of a position that a history holds."""
MOST_ROLLS = 8
NO_SEAT = -1
"""Stands for the seat of something shared."""


@sealed
class Reading:
    """A sketch as far as it could be read, and its problems."""

    sketch: Sketch
    flaws: tuple[Flaw, ...]


def read_sketch(program: Program, spelling: Spelling, written: object, expected: bool = False) -> Reading:
    """`expected`: a sketch to compare with, which does not say where play begins."""
    reader = _Reader(program, spelling)
    return reader.read(written, () if expected else BEGINNING)


class _Reader(ValueReader):
    def __init__(self, program: Program, spelling: Spelling) -> None:
        super().__init__(program, spelling)
        self.lying: list[Lying] = []
        self.turned: list[Turned] = []
        self.stored: list[Stored] = []
        self.rolls: list[Rolls] = []
        self.recorded: list[Earlier] = []
        self.computed: list[Computed] = []

    def read(self, written: object, words: tuple[str, ...]) -> Reading:
        table = self.table(written, (), "a sketch") or {}
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
            elif name in self.names.queries:
                self._query(self.names.queries[name], value, path, expected=not words)
            elif name.partition(" ")[0].partition("#")[0].partition(".")[0] in self.spelling.pieces:
                self._piece(name, value, path)
            else:
                spot = self.spelling.any_cell(name, path)
                if not words and name in _EXPECTED_OTHERWISE:
                    message = f"there is no thing of the ruleset {quoted(name)}"
                    self.flaw("E701", message, path, _EXPECTED_OTHERWISE[name], of_key=True)
                elif isinstance(spot, Flaw):
                    shown = () if words else self.program.shown
                    self.unknown("thing of the ruleset", name, path, [*words, *self._known(), *shown])
                else:
                    hint = f"a cell stands in the table of its board: `{self.spelling.in_table(spot)}`"
                    self.flaw("E701", f"there is no thing of the ruleset {quoted(name)}", path, hint, of_key=True)
        made = Sketch(beginning, tuple(self.lying), tuple(self.turned), tuple(self.stored), tuple(self.rolls),
                      tuple(self.recorded), tuple(self.computed))  # fmt: skip
        return Reading(made, tuple(self.flaws))

    def _known(self) -> list[str]:
        names = self.names
        return [*names.counters, *names.state, *names.zones, *names.boards, *self.spelling.pieces]

    def _key(self, name: str, path: Path) -> Named | None:
        """The piece that a key names."""
        found = self.spelling.everywhere(name, path)
        return self.got(evolve(found, of_key=True) if isinstance(found, Flaw) else found)

    # ---- the beginning ----------------------------------------------------------------------------------

    def _beginning(self, table: Table) -> Beginning:
        phase, me, before = table.get("phase"), table.get("me"), table.get("before", [])
        if phase is not None and not isinstance(phase, str):
            self.wrong("the name of a phase or step", phase, ("phase",))
            phase = None
        if not isinstance(before, list) or not all(isinstance(text, str) for text in before):
            self.wrong("a list of answers", before, ("before",))
            before = []
        if "roll" in table:
            for name, value in (self.table(table["roll"], ("roll",), "a table of dice") or {}).items():
                self._roll(name, value, ("roll", name))
        seat = None if me is None else self.seat(me, ("me",))
        return Beginning(phase, seat, tuple(before))

    def _roll(self, name: str, value: object, path: Path) -> None:
        """The next rolls of a die, or the next roll of each of several equal dice."""
        named = self._key(name, path)
        if named is None:
            return
        sides, dice = self.program.sides.get(named.alike[0]), named.alike
        if sides is None:
            self.flaw("E704", f"`{name}` is no die", path, of_key=True)
            return
        if len(dice) > 1:
            self.rolls += [
                Rolls(die, (number,), path=path) for die, number in self._each(name, dice, sides, value, path)
            ]
        elif isinstance(value, list) and 1 <= len(value) <= MOST_ROLLS:
            shown = [self.number(item, 1, sides, (*path, index)) for index, item in enumerate(value)]
            self.rolls.append(Rolls(dice[0], tuple(x for x in shown if x is not None), path=path))
        else:
            self.wrong(f"a list of 1 to {MOST_ROLLS} rolls", value, path)

    def _each(
        self, name: str, dice: tuple[int, ...], sides: int, value: object, path: Path
    ) -> Iterator[tuple[int, int]]:
        """A number for each of several equal dice."""
        if not isinstance(value, list) or len(value) != len(dice):
            found = f"a list of {len(value)}" if isinstance(value, list) else described(value)
            message = f"expected a list of {len(dice)} numbers, one for each die `{name}`, found {found}"
            self.flaw("E704", message, path, f"for one of these dice: `{self.spelling.copy(name, 1)}`")
            return
        for index, (die, item) in enumerate(zip(dice, value, strict=True)):
            number = self.number(item, 1, sides, (*path, index))
            if number is not None:
                yield die, number

    def _history(self, history: r.History, value: object, path: Path) -> None:
        """How often the sketched position was recorded, or a list of positions: what was different in each."""
        if isinstance(value, int) and not isinstance(value, bool):
            number = self.number(value, 0, history.most, path)
            value = [{}] * (number or 0)
        if not isinstance(value, list):
            self.wrong("how often this position was recorded, or a list of positions", value, path)
            return
        if len(value) > history.most:
            self.flaw("E703", f"`{history.id}` holds at most {history.most} positions", path)
            return
        for index, item in enumerate(value):
            where = (*path, index)
            read = _Reader(self.program, self.spelling).read(item, EARLIER)
            self.flaws += [flaw.inside(where) for flaw in read.flaws]
            self.recorded.append(Earlier(history.id, read.sketch, path=where))

    # ---- queries ----------------------------------------------------------------------------------------

    def _query(self, query: r.Query, value: object, path: Path, expected: bool) -> None:
        """What a shown query gives; a sketch to begin with cannot set it, because it is computed."""
        function = self.program.shown.get(query.id)
        if not expected:
            self.flaw("E701", f"`{query.id}` is a query: it is computed, so it cannot be given", path,
                      "give the counters, state, pieces or fields that it reads", of_key=True)  # fmt: skip
        elif function is None:
            hint = "write `shown = true` in the query if it is a number; otherwise check the counters, state or pieces"
            self.flaw("E701", f"the query `{query.id}` is not shown, so it cannot be checked", path,
                      f"{hint} that it reads, or what is offered", of_key=True)  # fmt: skip
        else:
            self._computed(function, [param.kind for param in query.params], value, (), query.id, path)

    def _computed(
        self, function: int, kinds: list[str], value: object, given: tuple[int, ...], what: str, path: Path
    ) -> None:
        """The value for some arguments: a number, or a table by the values of the next parameter."""
        if not kinds:
            number = self.number(value, -caps.INTEGER, caps.INTEGER, path)
            if number is not None:
                self.computed.append(Computed(function, given, number, what, path=path))
        elif kinds[0] == "seat":
            self.by_seat(value, path, lambda seat, item, at: self._computed(
                function, kinds[1:], item, (*given, seat), f"{what} of seat {seat + 1}", at))  # fmt: skip
        else:
            known = dict(arguments(self.program, kinds[0]))
            for key, item in (self.table(value, path, f"a table by {kinds[0]}") or {}).items():
                if key in known:
                    self._computed(function, kinds[1:], item, (*given, known[key]), f"{key} of {what}", (*path, key))
                else:
                    self.unknown(kinds[0] if kinds[0] in self.names.word_kinds else "number", key, (*path, key), known)

    # ---- counters and state ---------------------------------------------------------------------------

    def _counter(self, counter: r.Counter, value: object, path: Path) -> None:
        slots = self.slots
        if "seat" in counter.per:
            self.by_seat(
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
        listed = self.by_word(kind, value, path)
        for index, word in enumerate(words):
            item, where = listed.get(index, (max(counter.low, min(0, counter.high)), path))
            self._amount(counter, slots[index], item, where, f"{word} of ")

    def _amount(self, counter: r.Counter, slot: int, value: object, path: Path, word: str) -> None:
        number = self.number(value, counter.low, counter.high, path)
        if number is not None:
            self.stored.append(Stored(slot, number, word + self._whose(counter.id, path), path=path))

    def _whose(self, name: str, path: Path) -> str:
        seat = path[1] if len(path) > 1 and str(path[1]).isdecimal() else None
        return name if seat is None else f"{name} of seat {seat}"

    def _state(self, variable: r.StateVariable, value: object, path: Path) -> None:
        slots, kind, name = self.slots, self.names.kind(variable.kind), variable.id
        if variable.per:
            self.by_seat(value, path, lambda seat, item, at: self._store(kind, slots.state(name, seat), item, name, at))
        else:
            self._store(kind, slots.state(name, NO_SEAT), value, name, path)

    def _store(self, kind: Kind | None, slot: int, value: object, what: str, path: Path) -> None:
        found = self.value(kind, value, path)
        if found is not None:
            self.stored.append(Stored(slot, found, self._whose(what, path), path=path))

    # ---- pieces -------------------------------------------------------------------------------------------

    def _zone(self, zone: r.Zone, value: object, path: Path) -> None:
        first = self.inventory.place_of_zone(self.inventory.zone_base(zone.id))
        if zone.per is None:
            self._pieces(first, value, path)
        elif zone.per == "seat":
            self.by_seat(value, path, lambda seat, item, at: self._pieces(first + seat, item, at))
        else:
            for word, (item, where) in self.by_word(zone.per, value, path).items():
                self._pieces(first + word, item, where)

    def _pieces(self, place: int, value: object, path: Path) -> None:
        if not isinstance(value, list):
            self.wrong("a list of pieces", value, path)
            return
        more = bool(value) and value[-1] == MORE
        found: list[Named] = []
        for index, item in enumerate(value[:-1] if more else value):
            at = (*path, index)
            if not isinstance(item, str):
                self.wrong("the name of a piece", item, at)
            elif named := self.got(self.spelling.named(item, place, at)):
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
            shown = self.number(value, 1, kind.sides, path)
            if shown is not None:
                for piece in named.alike:
                    self.stored.append(Stored(self.slots.die(piece), shown, self.spelling.exact(piece), path=path))
        elif kind.faces is not None and not isinstance(value, Mapping):
            face = self.value(Kind("face"), value, path)
            if face is not None:
                self.turned.append(Turned(named.alike, face, named.name, path=path))
        else:
            table = self.table(value, path, "a table of fields") or {}
            for piece in named.alike:
                self._fields(table, kind.id, self.slots.piece_field, piece, self.spelling.exact(piece), path)

    def _fields(
        self, table: Table, group: str, slot_of: Callable[[str, int], int | None], index: int, name: str, path: Path
    ) -> None:
        declared = {f.id: f for f in self.names.fields_of(group)}
        for field, item in table.items():
            where = (*path, field)
            if field not in declared:
                self.unknown(f"field of a {group}", field, where, declared)
            elif (slot := slot_of(field, index)) is None:
                self.flaw("E701", f"nothing ever changes `{field}` of a {group}", where, of_key=True)
            else:
                kind = self.names.kind(declared[field].kind)
                found = self.value(kind, item, where)
                if found is not None:
                    self.stored.append(Stored(slot, found, f"{field} of {name}", path=where))

    def _board(self, board: r.Board, value: object, path: Path) -> None:
        groups = self.spelling.cells.get(board.id, {})
        if board.per == "seat":
            first = next(iter(groups.get(0, {})), "a1")
            meant = f"every seat has this board: `{board.id} = {{ 1 = {{ {first} = ... }} }}` is a cell of seat 1"
            self.by_seat(value, path, lambda seat, item, at: self._cells(board, groups.get(seat, {}), item, at), meant)
        else:
            self._cells(board, groups.get(-1, {}), value, path)

    def _cells(self, board: r.Board, cells: dict[str, Cell], value: object, path: Path) -> None:
        for name, item in (self.table(value, path, "a table by cells") or {}).items():
            where = (*path, name)
            name = self.spelling.usual.get((board.id, name), name)
            if name not in cells:
                self.unknown(f"cell of `{board.id}`", name, where, cells)
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
