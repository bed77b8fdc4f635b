"""Lowers terms that read the state or constant tables: fields, counters, variables, zones, boards, cells and pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Apply, Const, Ex, GuardedTable, Load, Local, Table
from solenia_rules.core.inventory import Piece
from solenia_rules.lower.code import Code
from solenia_rules.lower.unit import Unit
from solenia_rules.text.places import NOWHERE

StoredTerm: TypeAlias = (
    t.Field
    | t.BuiltInField
    | t.SeatField
    | t.Counter
    | t.State
    | t.Zone
    | t.Board
    | t.Cells
    | t.Pieces
    | t.Owned
    | t.Single
    | t.Record
    | t.BoardCell
    | t.Words
    | t.Seats
    | t.Others
)


class Stored:
    """The values of stored terms, and their slots."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._place_function: Function | None = None

    def of(self, term: StoredTerm, code: Code) -> Ex:
        """The stored value. If the holder or seat is none, the result is the empty set, 0, no, or none."""
        guarded = isinstance(term, (t.Field, t.BuiltInField)) and term.kind.base not in ("number", "test", "set")
        if not guarded:
            for part in t.parts(term):
                if part.kind.optional:
                    return self._unless_none(term, part, code)
        return self._stored(term, code)

    def _unless_none(self, term: StoredTerm, part: Term, code: Code) -> Ex:
        holder = code.keep(self.u.values.of(part, code))
        var = self.u.fresh_var()
        code.env[var] = holder
        known = t.Var(var, part.kind.sure(), span=part.span)
        found = self.u.values.of(t.with_parts(term, lambda other: known if other is part else other), code)
        empty = 0 if term.kind.base in ("set", "number", "test", "bundle") else -1
        return build.choice(build.lt(holder, Const(0)), Const(empty), found)

    def _stored(self, term: StoredTerm, code: Code) -> Ex:
        match term:
            case t.Field():
                return self._field(term, code)
            case t.BuiltInField():
                return self._built_in_field(term, code)
            case t.SeatField(field):
                return Table(self.u.table(self.u.given.seat_values(field)), self.u.values.of(term.seat, code))
            case t.Counter():
                return build.load(self.u.layout.counters[term.counter], self.counter_index(term, code))
            case t.State(variable):
                base = self.u.layout.states[variable]
                return Load(base) if term.seat is None else build.load(base, self.u.values.of(term.seat, code))
            case t.Zone():
                return build.load(self.u.layout.zone_masks, self.zone_index(term, code))
            case t.Board():
                return self._board(term, code)
            case t.Cells():
                return self._cells(term, code)
            case t.Pieces(kind):
                return Const(self.u.layout.piece_mask(kind))
            case t.Owned():
                return self._owned(term, code)
            case t.Single(kind):
                base = next(p.index for p in self.u.layout.pieces if p.kind == kind)
                return Const(base) if term.index is None else build.add(Const(base), self.u.values.of(term.index, code))
            case t.Record():
                return self._record(term, code)
            case t.BoardCell():
                return self._board_cell(term, code)
            case t.Words(kind):
                return Const((1 << len(self.u.names.word_kinds[kind].words)) - 1)
            case t.Seats():
                return Const((1 << self.u.layout.seats) - 1)
            case t.Others():
                everyone = Const((1 << self.u.layout.seats) - 1)
                return build.bandnot(everyone, build.bit(self.u.values.of(term.seat, code)))
            case _:
                assert_never(term)

    # ---- fields ---------------------------------------------------------------------------

    def is_stored(self, field: str, base: str) -> bool:
        """Whether a field has slots in the state; otherwise it never changes."""
        return field in (self.u.layout.piece_fields if base == "piece" else self.u.layout.cell_fields)

    def field_base(self, field: str, base: str) -> int:
        """The first slot of a field, by piece or cell."""
        return (self.u.layout.piece_fields if base == "piece" else self.u.layout.cell_fields)[field]

    def _field(self, term: t.Field, code: Code) -> Ex:
        kind = term.holder.kind
        holder = self.u.values.of(term.holder, code)
        if self.is_stored(term.field, kind.base):
            return _load(holder, self.field_base(term.field, kind.base), kind.optional)
        return _table(holder, self.u.table(self.u.given.field_values(term.field, kind.base)), kind.optional)

    def _built_in_field(self, term: t.BuiltInField, code: Code) -> Ex:
        subject, layout = term.holder, self.u.layout
        holder = self.u.values.of(subject, code)
        match term.field:
            case "place" if subject.kind.base == "piece":
                return Apply(self._places().id, (holder,))
            case "place":
                return build.add(holder, Const(1))
            case "cell":
                place = _load(holder, layout.locations, subject.kind.optional)
                return _table(place, self.u.table(self.u.given.place_cells()), subject.kind.optional)
            case "face":
                return self._shown(holder, subject, layout.faces, layout.is_faced, code)
            case "shows":
                return self._shown(holder, subject, layout.dice, layout.is_die, code)
            case "row":
                return GuardedTable(self.u.table(tuple(c.row for c in layout.cells)), holder)
            case "column":
                return GuardedTable(self.u.table(tuple(c.column for c in layout.cells)), holder)
            case "owner":
                return self.owner(holder, subject, code)
            case _:
                assert_never(term.field)

    def _places(self) -> Function:
        """Piece -> its number in its zone, from 1; 0 if it lies in no zone that has an order."""
        if self._place_function is None:
            layout = self.u.layout
            self._place_function = made = self.u.new_function("place", 1, NOWHERE, results=1)
            code = Code(made, made.body, {})
            found, rest, label = code.temp(), code.temp(), self.u.label()
            code.emit(c.Set(found, Const(0)))
            ordered = tuple(int(zone.ordered) for zone in layout.zones)
            lies = code.keep(build.load(layout.locations, Local(0)))
            table = self.u.table((0, *ordered, *(0 for _cell in layout.cells)))
            walk: list[c.Stmt] = [
                c.Set(found, build.add(Local(found), Const(1))),
                c.If(build.eq(build.seq_first(Local(rest)), Local(0)), [c.Break(label)], []),
                c.Set(rest, build.seq_rest(Local(rest))),
            ]
            order = build.load(layout.zone_orders, build.sub(lies, Const(1)))
            code.emit(c.If(Table(table, lies), [c.Set(rest, order), c.Loop(label, walk)], []))
            code.emit(c.Return((Local(found),)))
        return self._place_function

    def _shown(self, holder: Ex, subject: Term, base: int, fits: Callable[[Piece], bool], code: Code) -> Ex:
        """The face of a piece; none for a piece without faces."""
        if subject.kind.of is not None:
            return _load(holder, base, subject.kind.optional)
        holder = code.keep(holder)
        nothing: Ex = Const(0)
        if subject.kind.optional:
            nothing = build.choice(build.lt(holder, Const(0)), Const(-1), Const(0))
        return build.choice(build.has(Const(self._mask(fits)), holder), build.load(base, holder), nothing)

    def fitting(self, piece: Term, fits: Callable[[Piece], bool], code: Code) -> Ex:
        """The piece to turn to another face; none if it has no other face."""
        made = self.u.values.of(piece, code)
        if piece.kind.of is not None:
            return made
        made = code.keep(made)
        return build.choice(build.has(Const(self._mask(fits)), made), made, Const(-1))

    def _mask(self, fits: Callable[[Piece], bool]) -> int:
        return sum(1 << piece.index for piece in self.u.layout.pieces if fits(piece))

    def owner(self, holder: Ex, subject: Term, code: Code) -> Ex:
        """The seat that a piece or cell belongs to, or none."""
        if subject.kind.base == "cell":
            return GuardedTable(self.u.table(tuple(c.seat for c in self.u.layout.cells)), holder)
        return self.piece_owner(holder, subject.kind.of, code)

    def piece_owner(self, piece: Ex, kind: str | None, code: Code) -> Ex:
        """The seat that a piece belongs to: by declaration, otherwise the owner of its place."""
        layout = self.u.layout
        declared = self.u.table(tuple(p.owner for p in layout.pieces))
        by_place = GuardedTable(self.u.table(layout.place_owner()), build.guarded_load(layout.locations, piece))
        if kind is not None and self.u.names.pieces[kind].per == "seat":
            return GuardedTable(declared, piece)
        if kind is not None:
            return by_place
        first = code.keep(GuardedTable(declared, piece))
        return build.choice(build.lt(first, Const(0)), by_place, first)

    # ---- counters, zones and places ------------------------------------------------------------

    def counter_index(self, term: t.Counter, code: Code) -> Ex:
        """The slot of a counter's number, counted from the first slot of the counter."""
        index: Ex = Const(0)
        if term.seat is not None:
            width = self.u.layout.width(self.u.names.counters[term.counter])
            index = build.index_mul(self.u.values.of(term.seat, code), Const(width))
        return index if term.word is None else build.add(index, self.u.values.of(term.word, code))

    def zone_index(self, term: Term, code: Code) -> Ex:
        """The number of a zone among all zones."""
        if term.kind.base == "place":
            return build.sub(self.u.values.of(term, code), Const(1))
        assert isinstance(term, t.Zone)
        base = Const(self.u.layout.zone_base(term.zone))
        return base if term.index is None else build.add(base, self.u.values.of(term.index, code))

    def zone_order(self, term: t.Zone, code: Code) -> Ex:
        """The pieces of a zone as a sequence."""
        return build.load(self.u.layout.zone_orders, self.zone_index(term, code))

    def place(self, target: Term, code: Code) -> Ex:
        """The number of a zone, cell or none among all places."""
        if target.kind.base == "place":
            return self.u.values.of(target, code)
        match target:
            case t.Zone():
                return build.add(Const(1), self.zone_index(target, code))
            case t.Nothing():
                return Const(0)
        cell = code.keep(self.u.values.of(target, code))
        return build.choice(build.lt(cell, Const(0)), Const(0), build.add(Const(self.u.layout.first_cell), cell))

    # ---- boards ----------------------------------------------------------------------------------

    def _board(self, term: t.Board, code: Code) -> Ex:
        board = self.u.names.boards[term.board]
        layout = self.u.layout
        if isinstance(board.rows, str):
            rows = 1 + max(c.row for c in layout.board_cells(board.id))
            masks = tuple(
                sum(1 << c.index for c in layout.board_cells(board.id) if c.row <= count and c.passable)
                for count in range(rows)
            )
            zone = build.load(layout.zone_masks, Const(layout.zone_base(board.rows)))
            return Table(self.u.table(masks), build.popcount(zone))
        if term.seat is None:
            return Const(self.u.given.cell_mask(board.id, -1))
        masks = tuple(self.u.given.cell_mask(board.id, seat) for seat in range(layout.seats))
        return Table(self.u.table(masks), self.u.values.of(term.seat, code))

    def _cells(self, term: t.Cells, code: Code) -> Ex:
        boards = [b for b in self.u.names.world.boards if b.cells == term.cell_kind]
        if term.seat is None:
            ids = {board.id for board in boards}
            return Const(sum(1 << c.index for c in self.u.layout.cells if c.board in ids))
        masks = tuple(
            sum(self.u.given.cell_mask(b.id, seat) for b in boards if b.per == "seat")
            for seat in range(self.u.layout.seats)
        )
        return Table(self.u.table(masks), self.u.values.of(term.seat, code))

    def _board_cell(self, term: t.BoardCell, code: Code) -> Ex:
        """The cell at a row and column of a grid, or with a number of a list; none outside the board and at holes."""
        board = self.u.names.boards[term.board]
        cells = self.u.layout.board_cells(board.id)
        each = len(cells) // (self.u.layout.seats if board.per == "seat" else 1)
        if board.part is not None:
            each = (board.columns or 0) * board.rows if isinstance(board.rows, int) else 0
        columns = board.columns or each
        seat = None if term.seat is None else code.keep(self.u.values.of(term.seat, code))
        row = None if term.row is None else code.keep(self.u.values.of(term.row, code))
        column = code.keep(self.u.values.of(term.column, code))
        inside = build.and_(build.lt(Const(0), column), build.le(column, Const(columns)))
        index = build.sub(column, Const(1))
        if row is not None:
            in_rows = build.and_(build.lt(Const(0), row), build.le(row, Const(each // columns)))
            inside = build.and_(in_rows, inside)
            index = build.add(build.index_mul(build.sub(row, Const(1)), Const(columns)), index)
        if seat is not None:
            index = build.add(build.index_mul(seat, Const(each)), index)
        found = [-1] * (each * (self.u.layout.seats if board.per == "seat" else 1))
        for cell in cells:
            if cell.passable:
                found[max(0, cell.seat) * each + (cell.row - 1) * columns + cell.column - 1] = cell.index
        table = self.u.table(tuple(found))
        return build.choice(inside, Table(table, index), Const(-1))

    # ---- pieces ---------------------------------------------------------------------------------

    def _owned(self, term: t.Owned, code: Code) -> Ex:
        seat = self.u.values.of(term.seat, code)
        layout = self.u.layout
        if self.u.names.pieces[term.piece_kind].per == "seat":
            masks = tuple(layout.piece_mask(term.piece_kind, s) for s in range(layout.seats))
            return Table(self.u.table(masks), seat)
        return build.band(build.load(layout.owned, seat), Const(layout.piece_mask(term.piece_kind)))

    def _record(self, term: t.Record, code: Code) -> Ex:
        record = self.u.names.records[term.record]
        found: list[tuple[int, int]]
        if record.kind in self.u.names.pieces:
            found = [(p.index, p.owner) for p in self.u.layout.pieces if p.record == record.id]
        else:
            found = [(c.index, c.seat) for c in self.u.layout.cells if c.record == record.id]
        single = term.kind.base != "set"
        if term.seat is None:
            return Const(found[0][0]) if single else Const(sum(1 << i for i, _o in found))
        values = []
        for seat in range(self.u.layout.seats):
            mine = [i for i, owner in found if owner in (seat, -1)]
            values.append(mine[0] if single else sum(1 << i for i in mine))
        return Table(self.u.table(tuple(values)), self.u.values.of(term.seat, code))


def _load(index: Ex, base: int, optional: bool) -> Ex:
    return build.guarded_load(base, index) if optional else build.load(base, index)


def _table(index: Ex, table: int, optional: bool) -> Ex:
    return GuardedTable(table, index) if optional else Table(table, index)
