"""Builds the view of a seat: what it may know of a state, as data that JSON can store. The view contains only what the
seat is allowed to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from solenia_rules.checked.bundle_sets import ident
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.inventory import Cell, Piece
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play import reading, sequences
from solenia_rules.play.idents import Idents
from solenia_rules.play.physics import BITS
from solenia_rules.play.sight import Sight
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import frozen

if TYPE_CHECKING:
    from typing import Literal

    from solenia_rules.text.views import (
        Amount,
        BoardFrame,
        BoardView,
        CellFrame,
        CellView,
        Given,
        OptionView,
        PieceView,
        Plain,
        View,
        ZoneView,
    )

FACES: tuple[Literal["front"], Literal["back"]] = ("front", "back")
Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


Keys: TypeAlias = Mapping[int, str] | None
Stored: TypeAlias = "tuple[tuple[str, int, Kind | None, tuple[str | None, ...]], ...]"
"""Fields that have a slot: name, first slot, kind, and the names of its values if the kind has few (the last is that of
-1, which is none)."""


@frozen
class CellOutline:
    """The parts of a cell that never change."""

    cell: Cell
    given: dict[str, Given]
    """Fields with a fixed value, given by the record or by the map of the board, in order of declaration."""
    at: tuple[int, int] | None
    """Where a cell of a list is drawn."""
    plain: CellView
    """The view of the cell with no fields and no pieces; copied for each view, which then gets them."""


@frozen
class BoardOutline:
    board: r.Board
    cells: tuple[tuple[CellOutline, ...], ...]
    """The cells of each seat's board, or of the one board that all seats share."""
    passable: tuple[tuple[CellOutline, ...], ...]
    """The cells of the board that a view shows."""
    rows: int
    """The most rows that the board can have."""
    stored: Stored
    order: tuple[str, ...]
    """All fields in order of declaration."""


@frozen
class Row:
    """The slots that a counter or a variable has for one owner; -1 is nobody."""

    owner: int
    base: int


class Viewer:
    """Builds views. `seat` None is a spectator; `full` shows everything, for saves.

    Everything that does not depend on the state is computed once, so the time for a view is proportional to its size.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.names = program.names
        self.idents = Idents(program.layout)
        self.sight = Sight(program)
        self._owners = program.layout.place_owner()
        self._ids = [self.idents.piece(piece) for piece in program.layout.pieces]
        self._atoms = tuple(self.names.atoms)
        self._faced = {kind.id for kind in self.names.world.pieces if kind.faces is not None}
        self._stored = {kind.id: self._stored_of(kind.id) for kind in self.names.world.pieces}
        self._state_kinds = [
            (v, self._rows(v.per is not None, self.layout.states[v.id], 1), self.names.kind(v.kind))
            for v in self.names.world.declared_state
        ]
        self._counter_rows = [
            (x, self._rows("seat" in x.per, self.layout.counters[x.id], self.layout.width(x)), self._words(x))
            for x in self.names.world.counters
        ]
        self._zone_instances = [
            (declared, [z for z in self.layout.zones if z.zone == declared.id]) for declared in self.names.world.zones
        ]
        self._places = [self.layout.place_of_zone(zone.index) for zone in self.layout.zones]
        self._board_outlines = [self._board_outline(board) for board in self.names.world.boards]
        self._frames: list[PieceView] = [
            {"id": self._ids[p.index], "kind": p.kind, "owner": p.owner if p.owner >= 0 else None}
            for p in self.layout.pieces
        ]
        self._changing = [
            p.kind in self._faced or p.index in program.sides or bool(self._stored[p.kind]) for p in self.layout.pieces
        ]
        """Whether a piece has a face, a side or fields."""
        self._dice = [p for p in self.layout.pieces if p.index in program.sides]

    def _stored_of(self, piece_kind: str) -> Stored:
        declared = {f.id: f for f in self.names.fields_of(piece_kind)}
        fields = self.layout.piece_fields.items()
        return tuple(self._field(declared[name], base) for name, base in fields if name in declared)

    def _field(self, declared: r.FieldDecl, base: int) -> tuple[str, int, Kind | None, tuple[str | None, ...]]:
        kind = self.names.kind(declared.kind)
        words: tuple[str, ...] = ()
        if kind is not None and kind.base == "word" and kind.of is not None:
            words = self.names.word_kinds[kind.of].words
        return declared.id, base, kind, (*words, None) if words else ()

    def _rows(self, per_seat: bool, base: int, width: int) -> tuple[Row, ...]:
        owners = range(self.layout.seats) if per_seat else (-1,)
        return tuple(Row(owner, base + number * width) for number, owner in enumerate(owners))

    def _words(self, counter: r.Counter) -> tuple[str, ...]:
        """The words that a counter counts; none if it is one number."""
        kinds = [p for p in counter.per if p != "seat"]
        return self.names.word_kinds[kinds[0]].words if kinds else ()

    def _board_outline(self, board: r.Board) -> BoardOutline:
        declared = self.names.fields_of(board.cells or board.id)
        bases = self.layout.cell_fields
        stored = tuple(self._field(f, bases[f.id]) for f in declared if f.id in bases)
        kept = {name for name, _base, _kind, _words in stored}
        fixed = [f.id for f in declared if f.id not in kept]
        mapped = {(x.field, x.row, x.column): x.value for x in board.contents}
        owners = range(self.layout.seats) if board.per == "seat" else (-1,)
        cells = []
        for owner in owners:
            own = [c for c in self.layout.cells if c.board == board.id and c.seat == owner]
            cells.append(tuple(self._cell_outline(c, fixed, mapped) for c in own))
        passable = tuple(tuple(c for c in own if c.cell.passable) for own in cells)
        rows = max((c.cell.row for own in cells for c in own), default=0)
        return BoardOutline(board, tuple(cells), passable, rows, stored, tuple(f.id for f in declared))

    def _cell_outline(self, cell: Cell, fields: list[str], mapped: dict[tuple[str, int, int], r.Scalar]) -> CellOutline:
        """`fields`: those that never change; `mapped`: what the map of the board gives them."""
        given: dict[str, Given] = {}
        if cell.record is not None:
            record = {key: value for key, value, _span in self.names.records[cell.record].fields}
            for name in fields:
                value = record.get(name)
                if isinstance(value, tuple):
                    given[name] = [one.text for one in value]
                elif value is not None:
                    given[name] = value.text if isinstance(value, r.Text) else value
        for name in fields:
            if (name, cell.row, cell.column) in mapped:
                given[name] = mapped[name, cell.row, cell.column]
        at = self.names.records[cell.record].at if cell.record is not None else None
        plain: CellFrame = {"id": self.idents.cell(cell, cell.seat), "row": cell.row, "column": cell.column}
        if at is not None:
            plain["at"] = [*at]
        given = {name: given[name] for name in fields if name in given}
        return CellOutline(cell, given, at, {**plain, "fields": {}, "pieces": []})

    def view(self, s: list[int], seat: int | None, full: bool = False, keys: Keys = None) -> View:
        """`keys`: what tells the pieces apart, for a client that shows how they move."""
        return {
            "ruleset": self.names.world.id,
            "seats": self.layout.seats,
            "seat": seat,
            "over": bool(s[at.OVER]),
            "phase": self.phase(s),
            "counters": self._counters(s, seat, full),
            "totals": self._totals(s, seat, full),
            "state": self._states(s, seat, full),
            "boards": self._boards(s, seat, full, keys),
            "zones": self._zones(s, seat, full, keys),
            "dice": self._shown_by_dice(s, seat, full),
        }

    def _shown_by_dice(self, s: list[int], seat: int | None, full: bool) -> dict[str, int | list[int | None] | None]:
        """What each die shows, null if the seat does not see it; a list if several dice have the same id."""
        found: dict[str, list[int | None]] = {}
        for die in self._dice:
            mask = self.sight.die_seers(s, die.index)
            seen = full or mask == -1 or (seat is not None and bool(mask >> seat & 1))
            found.setdefault(self._ids[die.index], []).append(s[self.layout.dice + die.index] if seen else None)
        return {ident: shown[0] if len(shown) == 1 else shown for ident, shown in found.items()}

    def phase(self, s: list[int]) -> str | None:
        """The innermost running phase."""
        return reading.running_phase(self.program, s)

    # ---- values -----------------------------------------------------------------------------

    def value(self, kind: Kind | None, value: int, seat: int | None) -> Plain:
        """A stored value in the words of the ruleset."""
        if kind is None or kind.base == "number":
            return value
        if kind.base == "test":
            return bool(value)
        if value < 0:
            return None
        match kind.base:
            case "word" if kind.of is not None:
                return self.names.word_kinds[kind.of].words[value]
            case "piece":
                return self._ids[value]
            case "cell":
                return self.idents.cell(self.layout.cells[value], seat)
            case "face":
                return FACES[value]
            case "bundle":
                return ident(kind.of or "", value, self.names)
            case "name":
                return self._atoms[value]
            case _:
                return value

    def kind_of(self, slot: int) -> Kind | None:
        """The kind of the value in a slot; None: the number of a counter."""
        found = self.program.slots.variable(slot)
        if found is None or found.sort == "counter":
            return None
        if found.sort == "state":
            return self.names.kind(self.names.state[found.name].kind)
        return self.names.kind(self.names.holders(found.name, found.sort)[0][1].kind)

    def _allowed(self, seen: str, owner: int, seat: int | None, full: bool) -> bool:
        return full or seen == "all" or (seen == "owner" and seat is not None and owner == seat)

    def _counters(self, s: list[int], seat: int | None, full: bool) -> dict[str, Amount | list[Amount]]:
        made: dict[str, Amount | list[Amount]] = {}
        for counter, rows, words in self._counter_rows:
            shown: list[Amount] = []
            for row in rows:
                if not self._allowed(counter.seen, row.owner, seat, full):
                    shown.append(None)
                elif words:
                    shown.append(dict(zip(words, s[row.base : row.base + len(words)], strict=True)))
                else:
                    shown.append(s[row.base])
            made[counter.id] = shown if "seat" in counter.per else shown[0]
        return made

    def _totals(self, s: list[int], seat: int | None, full: bool) -> dict[str, int | list[int | None] | None]:
        """The totals of the counters of which some seats see no more than the total."""
        made: dict[str, int | list[int | None] | None] = {}
        for counter, rows, words in self._counter_rows:
            if counter.size_seen == counter.seen:
                continue
            shown: list[int | None] = [
                sum(s[row.base : row.base + max(1, len(words))])
                if self._allowed(counter.size_seen, row.owner, seat, full)
                else None
                for row in rows
            ]
            made[counter.id] = shown if "seat" in counter.per else shown[0]
        return made

    def _states(self, s: list[int], seat: int | None, full: bool) -> dict[str, Plain | list[Plain]]:
        made: dict[str, Plain | list[Plain]] = {}
        for variable, rows, kind in self._state_kinds:
            shown: list[Plain] = [
                self.value(kind, s[row.base], seat) if self._allowed(variable.seen, row.owner, seat, full) else None
                for row in rows
            ]
            made[variable.id] = shown if variable.per else shown[0]
        return made

    # ---- pieces -----------------------------------------------------------------------------------

    def add_place(self, option: OptionView, s: list[int], piece: int, seat: int | None) -> None:
        """Add to an option the place of the piece that it means, and its owner, if the seat sees the piece there."""
        if not self.sight.piece(s, piece, seat):
            return
        option["at"] = self.idents.place(s[self.layout.locations + piece], seat)
        option["owner"] = self._owner(s, self.layout.pieces[piece])
        if piece in self.program.sides:
            option["shows"] = s[self.layout.dice + piece]

    def _owner(self, s: list[int], piece: Piece) -> int | None:
        owner = piece.owner if piece.owner >= 0 else self._owners[s[self.layout.locations + piece.index]]
        return owner if owner >= 0 else None

    def _piece(self, s: list[int], piece: Piece, seat: int | None, keys: Keys) -> PieceView:
        index = piece.index
        made = self._frames[index].copy()
        if piece.owner < 0:
            made["owner"] = self._owner(s, piece)
        if keys is None and not self._changing[index]:
            return made
        if piece.kind in self._faced:
            made["face"] = FACES[s[self.layout.faces + index]]
        if index in self.program.sides:
            made["shows"] = s[self.layout.dice + index]
        stored = self._stored[piece.kind]
        if stored:
            made["fields"] = self._fields(s, stored, index, seat)
        if keys is not None and index in keys:
            made["key"] = keys[index]
        return made

    def _fields(self, s: list[int], stored: Stored, index: int, seat: int | None) -> dict[str, Given]:
        """The stored fields of a piece or cell."""
        return {
            name: words[s[base + index]] if words else self.value(kind, s[base + index], seat)
            for name, base, kind, words in stored
        }

    def _zones(
        self, s: list[int], seat: int | None, full: bool, keys: Keys
    ) -> dict[str, ZoneView | list[ZoneView] | dict[str, ZoneView]]:
        made: dict[str, ZoneView | list[ZoneView] | dict[str, ZoneView]] = {}
        for declared, instances in self._zone_instances:
            shown = [self._zone(s, z.index, seat, full, keys) for z in instances]
            if declared.per is None:
                made[declared.id] = shown[0]
            elif declared.per == "seat":
                made[declared.id] = list(shown)
            else:
                words = self.names.word_kinds[declared.per].words
                made[declared.id] = {words[z.key]: x for z, x in zip(instances, shown, strict=True)}
        return made

    def _zone(self, s: list[int], index: int, seat: int | None, full: bool, keys: Keys) -> ZoneView:
        """The pieces of a zone in order; in an unordered zone, in order of declaration. Hidden pieces are null."""
        pieces, place, mask = self.layout.pieces, self._places[index], s[self.layout.zone_masks + index]
        size = mask.bit_count() if full or self.sight.size(place, seat) else None
        if not full and not self.sight.place(place, seat):
            known = mask & s[self.layout.known + seat] if seat is not None else 0
            hidden = [self._piece(s, pieces[p], seat, keys) for p in BITS[known]] if known else None
            return {"size": size, "pieces": hidden}
        if self.layout.zones[index].ordered:
            members: Sequence[int] = sequences.unpack(s[self.layout.zone_orders + index])
        else:
            members = BITS[mask]
        return {"size": size, "pieces": [self._piece(s, pieces[p], seat, keys) for p in members]}

    # ---- boards -----------------------------------------------------------------------------------

    def _boards(self, s: list[int], seat: int | None, full: bool, keys: Keys) -> dict[str, BoardView | list[BoardView]]:
        made: dict[str, BoardView | list[BoardView]] = {}
        for outline in self._board_outlines:
            board = outline.board
            shown: list[BoardView] = []
            for cells, passable in zip(outline.cells, outline.passable, strict=True):
                rows = outline.rows
                if isinstance(board.rows, str):
                    rows = s[self.layout.zone_masks + self.layout.zone_base(board.rows)].bit_count()
                    if rows < outline.rows:
                        cells = tuple(c for c in cells if c.cell.row <= rows)
                        passable = tuple(c for c in passable if c.cell.row <= rows)
                        rows = max((c.cell.row for c in cells), default=0)
                frame: BoardFrame = {"rows": rows if cells else 0, "columns": board.columns or len(cells)}
                if board.grid == "hex":
                    frame["grid"] = "hex"
                if board.part is not None:
                    frame[board.part.sort] = board.part.board
                shown.append({**frame, "cells": [self._cell(s, outline, c, seat, keys) for c in passable]})
            made[board.id] = shown if board.per == "seat" else shown[0]
        return made

    def _cell(self, s: list[int], outline: BoardOutline, fixed: CellOutline, seat: int | None, keys: Keys) -> CellView:
        index = fixed.cell.index
        fields = self._fields(s, outline.stored, index, seat) if outline.stored else fixed.given.copy()
        if outline.stored and fixed.given:
            fields |= fixed.given
            fields = {name: fields[name] for name in outline.order if name in fields}
        made = fixed.plain.copy()
        if fixed.at is not None:
            made["at"] = [*fixed.at]
        made["fields"] = fields
        mask = s[self.layout.at + index]
        made["pieces"] = [self._piece(s, self.layout.pieces[p], seat, keys) for p in BITS[mask]] if mask else []
        return made
