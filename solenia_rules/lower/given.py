"""What a ruleset gives from the start, by piece, cell, seat and place: values of fields, texts, what may lie where."""

from __future__ import annotations

from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.core.layout import Layout
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.rules.references import References


class Given:
    """Of one ruleset and layout."""

    def __init__(self, checked: Checked, layout: Layout) -> None:
        self.checked, self.names, self.layout = checked, checked.names, layout
        self._values: dict[tuple[str, str], tuple[int, ...]] = {}
        self._references: References | None = None

    def cell_mask(self, board: str, seat: int) -> int:
        return sum(1 << x.index for x in self.layout.board_cells(board, seat) if x.passable)

    def place_cells(self) -> tuple[int, ...]:
        return (*([-1] * self.layout.first_cell), *range(len(self.layout.cells)))

    def welcome(self) -> tuple[int, ...]:
        """The pieces that may lie in each place."""
        everything = (1 << len(self.layout.pieces)) - 1
        zones = [
            sum(1 << p.index for p in self.layout.pieces if p.kind in self.names.zones[z.zone].of)
            for z in self.layout.zones
        ]
        return (everything, *zones, *(everything for _cell in self.layout.cells))

    def passages(self) -> tuple[int, ...]:
        """For two zones each: whether all pieces of the one may lie in the other."""
        kinds = [set(self.names.zones[z.zone].of) for z in self.layout.zones]
        return tuple(int(source <= target) for source in kinds for target in kinds)

    def seat_values(self, field: str) -> tuple[int, ...]:
        decl, values = self.names.seat_fields[field]
        kind = self.names.kind(decl.kind)
        assert kind is not None
        made = []
        for seat in range(self.layout.seats):
            made.append(self.plain(values[seat % len(values)], kind, seat))
        return tuple(made)

    def state_values(self, variable: r.StateVariable) -> tuple[int, ...]:
        """Where a variable of the game begins, for each seat if each has one."""
        kind = self.names.kind(variable.kind)
        assert kind is not None
        owners = range(self.layout.seats) if variable.per else (-1,)
        return tuple(self.plain(variable.starts, kind, owner) for owner in owners)

    def field_values(self, field: str, base: str) -> tuple[int, ...]:
        """A field's value at the start for every piece or cell; -1 where it has none."""
        key = (field, base)
        if key not in self._values:
            self._values[key] = tuple(self._initial(field, base))
        return self._values[key]

    def _initial(self, field: str, base: str) -> list[int]:
        things: list[tuple[str, str | None, int, int]]
        if base == "piece":
            things = [(p.kind, p.record, p.owner, p.word) for p in self.layout.pieces]
        else:
            boards = self.names.boards
            things = [(boards[x.board].cells or x.board, x.record, x.seat, -1) for x in self.layout.cells]
        made = []
        kinds = [self.names.kind(decl.kind) for _group, decl in self.names.holders(field, base)]
        absent = 0 if any(kind is not None and kind.base in ("number", "test", "set") for kind in kinds) else -1
        for kind_id, record_id, owner, word in things:
            decl = next((f for f in self.names.fields_of(kind_id) if f.id == field), None)
            if decl is None:
                per = self.names.pieces[kind_id].per if kind_id in self.names.pieces else None
                made.append(word if per == field else absent)
                continue
            kind = self.names.kind(decl.kind)
            assert kind is not None
            record = self.names.records.get(record_id) if record_id is not None else None
            value: r.FieldValue | None = decl.starts
            if record is not None:
                value = next((v for key, v, _s in record.fields if key == field), decl.starts)
            made.append(self.plain(value, kind, owner, word))
        return made

    def plain(self, value: r.FieldValue | None, kind: Kind, owner: int = -1, word: int = -1) -> int:
        """The integer that a value is stored as; `owner` and `word`: whose it is that holds it."""
        if kind.base == "set":
            assert kind.member is not None
            listed = value if isinstance(value, tuple) else ()
            return sum(1 << one for text in listed for one in self._members(text.text, kind.member, owner, word))
        none = 0 if kind.base in ("number", "test") else -1
        if kind.base == "number" and kind.low is not None and kind.high is not None:
            none = max(kind.low, min(kind.high, 0))
        if value is None or isinstance(value, tuple):
            return none
        if isinstance(value, bool | int):
            return int(value)
        text = value.text if isinstance(value, r.Text) else value
        if kind.base == "word" and kind.of is not None:
            words = self.names.word_kinds[kind.of].words
            return words.index(text) if text in words else -1
        if kind.base == "name":
            return self.names.atoms.get(text, -1)
        if kind.base in ("piece", "cell") and text != "none":
            return self._named(text, owner, word)
        return none

    def _members(self, text: str, kind: Kind, owner: int, word: int) -> tuple[int, ...]:
        """What an id adds to a set: a word, or all pieces or cells that bear it, or that of the same seat or word."""
        if kind.base == "word" and kind.of is not None:
            return (self.names.word_kinds[kind.of].words.index(text),)
        found = self._bearing(text)
        same = tuple(index for index, *whose in found if whose == [owner, word])
        return same or tuple(index for index, *_whose in found)

    def _named(self, text: str, owner: int, word: int) -> int:
        """The piece or cell of an id: the only one, or that of the same seat or word."""
        found = self._bearing(text)
        return next((index for index, *whose in found if whose == [owner, word]), found[0][0])

    def _bearing(self, text: str) -> list[tuple[int, int, int]]:
        """The pieces or cells of an id, each with its seat and word."""
        if self._references is None:
            self._references = References(self.names.world)
        named = self._references.find(text)
        assert named is not None, text
        if not named.is_cell:
            pieces = [p for p in self.layout.pieces if p.kind == named.kind and p.record == named.record]
            return [(p.index, p.owner, p.word) for p in pieces]
        if named.record is not None:
            return [(c.index, c.seat, -1) for c in self.layout.cells if c.record == named.record]
        at = (named.kind, named.row, named.column)
        return [(c.index, c.seat, -1) for c in self.layout.cells if (c.board, c.row, c.column) == at]

    def held_texts(self, field: str, base: str) -> list[CheckedText | None]:
        records = [x.record for x in (self.layout.pieces if base == "piece" else self.layout.cells)]
        return [None if x is None else self.checked.held.get((x, field)) for x in records]
