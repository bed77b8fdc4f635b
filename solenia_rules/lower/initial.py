"""The layout of a ruleset's state, and all values before the first step.

`lay_out_for` decides which fields need slots in the state; the others are constant tables. `Given` computes the values
of fields, seats and variables at the start, and which pieces may be where.
"""

from __future__ import annotations

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import CheckedText, all_acts
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.stored_fields import all_blocks, stored_fields
from solenia_rules.core.layout import Layout, lay_out
from solenia_rules.dsl.kinds import Kind
from solenia_rules.lower.history_layout import lay_out_histories
from solenia_rules.rules import records as r
from solenia_rules.rules.references import References


def lay_out_for(checked: Checked, seats: int) -> Layout:
    """The layout of the state for one number of seats: a field has slots if it can change during a game."""
    lots = any(isinstance(act, (a.DrawWord, a.LetRandom)) for block in all_blocks(checked) for act in all_acts(block))
    layout = lay_out(checked.names, seats, *stored_fields(checked), lots)
    for field in _started_fields(checked):
        layout.started[field] = layout.take(len(layout.pieces) + len(layout.cells))
    lay_out_histories(layout)
    return layout


def _started_fields(checked: Checked) -> list[str]:
    """Fields whose rules some text starts."""
    acts = [act for block in all_blocks(checked) for act in all_acts(block)]
    return list(dict.fromkeys(act.field for act in acts if isinstance(act, a.StartRules)))


class Given:
    """The values and texts that a ruleset gives to its things."""

    def __init__(self, checked: Checked, layout: Layout) -> None:
        self.checked, self.names, self.layout = checked, checked.names, layout
        self._values: dict[tuple[str, str], tuple[int, ...]] = {}
        self._masks: dict[tuple[str, int, int], int] = {}
        """Id, seat and word -> the pieces or cells that the id adds to a set."""
        self._references: References | None = None

    def cell_mask(self, board: str, seat: int) -> int:
        """The passable cells of a board, of one seat or of all (-1)."""
        return sum(1 << x.index for x in self.layout.board_cells(board, seat) if x.passable)

    def place_cells(self) -> tuple[int, ...]:
        """The cell of each place; -1 for zones and for nowhere."""
        return (*([-1] * self.layout.first_cell), *range(len(self.layout.cells)))

    def welcome(self) -> tuple[int, ...]:
        """For each place, the mask of the pieces that may be there."""
        everything = (1 << len(self.layout.pieces)) - 1
        zones = [
            sum(1 << p.index for p in self.layout.pieces if p.kind in self.names.zones[z.zone].of)
            for z in self.layout.zones
        ]
        return (everything, *zones, *(everything for _cell in self.layout.cells))

    def passages(self) -> tuple[int, ...]:
        """For each pair of zones, whether all pieces of the one may be in the other."""
        kinds = [set(self.names.zones[z.zone].of) for z in self.layout.zones]
        return tuple(int(source <= target) for source in kinds for target in kinds)

    def seat_values(self, field: str) -> tuple[int, ...]:
        """The value of a field for every seat."""
        decl, values = self.names.seat_fields[field]
        kind = self.names.kind(decl.kind)
        assert kind is not None
        made = []
        for seat in range(self.layout.seats):
            made.append(self.number(values[seat % len(values)], kind, seat))
        return tuple(made)

    def state_values(self, variable: r.StateVariable) -> tuple[int, ...]:
        """The first value of a state variable, for each seat if it is per seat."""
        kind = self.names.kind(variable.kind)
        assert kind is not None
        owners = range(self.layout.seats) if variable.per else (-1,)
        return tuple(self.number(variable.starts, kind, owner) for owner in owners)

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
        known: dict[tuple[str, str | None, int, int], int] = {}
        """Copies of a record hold the same, if they have the same seat and word."""
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
            key = (kind_id, record_id, owner, word)
            if key not in known:
                known[key] = self.number(value, kind, owner, word)
            made.append(known[key])
        return self._mapped(field, made) if base == "cell" else made

    def _mapped(self, field: str, values: list[int]) -> list[int]:
        """The values of a field of cells, with what the maps of grids give."""
        for board in self.names.world.boards:
            given = {(x.row, x.column): x.value for x in board.contents if x.field == field}
            decl = next((f for f in board.fields if f.id == field), None)
            kind = self.names.kind(decl.kind) if decl is not None else None
            for cell in self.layout.board_cells(board.id) if given and kind is not None else ():
                if (cell.row, cell.column) in given and kind is not None:
                    values[cell.index] = self.number(given[cell.row, cell.column], kind)
        return values

    def number(self, value: r.FieldValue | None, kind: Kind, owner: int = -1, word: int = -1) -> int:
        """The integer that a value is stored as; `owner` and `word` are those of the thing that holds the value."""
        if kind.base == "set":
            assert kind.member is not None
            listed = value if isinstance(value, tuple) else ()
            made = 0
            for one in listed:
                made |= self._members(one.text, kind.member, owner, word)
            return made
        if kind.base == "list" and kind.of is not None and kind.high is not None:
            lists = self.names.lists.get((kind.of, kind.high), {})
            return lists[tuple(one.text for one in value)] if isinstance(value, tuple) else -1
        none = 0 if kind.base in ("number", "test", "bundle") else -1
        if kind.base == "number" and kind.low is not None and kind.high is not None:
            none = max(kind.low, min(kind.high, 0))
        if value is None or isinstance(value, tuple):
            return none
        if isinstance(value, (bool, int)):
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

    def _members(self, text: str, kind: Kind, owner: int, word: int) -> int:
        """The mask that an id adds to a set: a word; or the pieces or cells with this id that have the same seat and
        word as the holder, or all with this id if there are none."""
        if kind.base == "word" and kind.of is not None:
            return 1 << self.names.word_kinds[kind.of].words.index(text)
        key = (text, owner, word)
        if key not in self._masks:
            found = self._with_id(text)
            same = [index for index, *whose in found if whose == [owner, word]]
            self._masks[key] = sum(1 << index for index in same or [index for index, *_whose in found])
        return self._masks[key]

    def _named(self, text: str, owner: int, word: int) -> int:
        """The piece or cell with an id: the one with the same seat and word as the holder, or the first if there is
        none."""
        found = self._with_id(text)
        return next((index for index, *whose in found if whose == [owner, word]), found[0][0])

    def _with_id(self, text: str) -> list[tuple[int, int, int]]:
        """The pieces or cells with an id, each with its seat and word."""
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

    def listed_words(self, kind: Kind) -> tuple[int, ...]:
        """The words of all lists of a kind, list by list."""
        assert kind.of is not None
        words = self.names.word_kinds[kind.of].words
        return tuple(words.index(word) for listed in self._lists(kind) for word in listed) or (-1,)

    def different_turns(self, kind: Kind) -> tuple[int, ...]:
        """For each list of a kind, a mask of turns: the numbers below the least turn that does not change the list."""
        lists = self._lists(kind)
        rounds = (next(n for n in range(1, len(x) + 1) if x[n:] + x[:n] == x) for x in lists)
        return tuple((1 << least) - 1 for least in rounds) or (0,)

    def _lists(self, kind: Kind) -> list[tuple[str, ...]]:
        assert kind.of is not None
        assert kind.high is not None
        return list(self.names.lists.get((kind.of, kind.high), {}))

    def held_texts(self, field: str, base: str) -> list[CheckedText | None]:
        """The text that each piece or cell holds in a field, or None."""
        records = [x.record for x in (self.layout.pieces if base == "piece" else self.layout.cells)]
        return [None if x is None else self.checked.held.get((x, field)) for x in records]
