"""Terms that read the state or constant tables: fields, counters, zones, boards, pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.core.core import Ex, const, ex
from solenia_rules.lower.code import Code

if TYPE_CHECKING:
    from collections.abc import Callable

    from solenia_rules.core.layout import Piece
    from solenia_rules.lower.lowering import Unit


class Stored:
    def __init__(self, unit: Unit) -> None:
        self.u = unit

    def val(self, term: Term, code: Code) -> Ex:
        """What is stored; of nobody and nothing: the empty set, 0, no, or none."""
        if term.op not in ("field", "builtin_field") or term.kind.base in ("number", "test", "set"):
            for index, arg in enumerate(term.args):
                if arg.kind.optional:
                    return self._of_something(term, index, code)
        return self._stored(term, code)

    def _of_something(self, term: Term, index: int, code: Code) -> Ex:
        arg = term.args[index]
        holder = code.keep(self.u.terms.val(arg, code))
        var = self.u.fresh_var()
        code.env[var] = holder
        known = t.Var(var, arg.kind.sure(), span=arg.span)
        found = self.val(t.with_parts(term, lambda part: known if part is arg else part), code)
        empty = 0 if term.kind.base in ("set", "number", "test") else -1
        return ex("ite", ex("lt", holder, const(0)), const(empty), found)

    def _stored(self, term: Term, code: Code) -> Ex:
        match term.op:
            case "field":
                return self._field(term, code)
            case "builtin_field":
                return self._builtin_field(term, code)
            case "seat_field":
                seat = self.u.terms.val(term.args[0], code)
                return ex("table", seat, imm=self.u.table(self.u.given.seat_values(str(term.data[0]))))
            case "counter":
                return ex("load", self.counter_index(term, code), imm=self.u.layout.counters[str(term.data[0])])
            case "state":
                base = self.u.layout.states[str(term.data[0])]
                return ex("load", self.u.terms.val(term.args[0], code), imm=base) if term.args else Ex("load", (), base)
            case "zone":
                return ex("load", self.zone_index(term, code), imm=self.u.layout.zone_masks)
            case "board":
                return self._board(term, code)
            case "cells":
                return self._cells(term, code)
            case "pieces":
                return const(self.u.layout.piece_mask(str(term.data[0])))
            case "owned":
                return self._owned(term, code)
            case "single":
                return self._single(term, code)
            case "record":
                return self._record(term, code)
            case "board_cell":
                return self._board_cell(term, code)
            case "words":
                return const((1 << len(self.u.names.word_kinds[str(term.data[0])].words)) - 1)
            case "seats":
                return const((1 << self.u.layout.seats) - 1)
            case "others":
                return ex(
                    "bandnot", const((1 << self.u.layout.seats) - 1), ex("bit", self.u.terms.val(term.args[0], code))
                )
            case _:
                raise AssertionError(term.op)

    # ---- fields ---------------------------------------------------------------------------

    def is_stored(self, field: str, base: str) -> bool:
        return field in (self.u.layout.piece_fields if base == "piece" else self.u.layout.cell_fields)

    def field_base(self, field: str, base: str) -> int:
        return (self.u.layout.piece_fields if base == "piece" else self.u.layout.cell_fields)[field]

    def _field(self, term: Term, code: Code) -> Ex:
        subject = term.args[0]
        holder = self.u.terms.val(subject, code)
        field = str(term.data[0])
        guard = "g" if subject.kind.optional else ""
        if self.is_stored(field, subject.kind.base):
            return ex(guard + "load", holder, imm=self.field_base(field, subject.kind.base))
        return ex(guard + "table", holder, imm=self.u.table(self.u.given.field_values(field, subject.kind.base)))

    def _builtin_field(self, term: Term, code: Code) -> Ex:
        subject = term.args[0]
        holder = self.u.terms.val(subject, code)
        layout = self.u.layout
        guard = "g" if subject.kind.optional else ""
        match term.data[0]:
            case "place":
                return ex("add", holder, const(1))
            case "cell":
                place = ex(guard + "load", holder, imm=layout.locations)
                return ex(guard + "table", place, imm=self.u.table(self.u.given.place_cells()))
            case "face":
                return self._shown(holder, subject, layout.faces, layout.is_faced, code)
            case "shows":
                return self._shown(holder, subject, layout.dice, layout.is_die, code)
            case "row":
                return ex("gtable", holder, imm=self.u.table(tuple(c.row for c in layout.cells)))
            case "column":
                return ex("gtable", holder, imm=self.u.table(tuple(c.column for c in layout.cells)))
            case _:
                if subject.kind.base == "cell":
                    return ex("gtable", holder, imm=self.u.table(tuple(c.seat for c in layout.cells)))
                return self.owner(holder, subject.kind.of, code)

    def _shown(self, holder: Ex, subject: Term, base: int, fits: Callable[[Piece], bool], code: Code) -> Ex:
        """The face of a piece; none of what has none."""
        guard = "g" if subject.kind.optional else ""
        if subject.kind.of is not None:
            return ex(guard + "load", holder, imm=base)
        holder = code.keep(holder)
        nothing = ex("ite", ex("lt", holder, const(0)), const(-1), const(0)) if guard else const(0)
        return ex("ite", ex("has", const(self._mask(fits)), holder), ex("load", holder, imm=base), nothing)

    def fitting(self, piece: Term, fits: Callable[[Piece], bool], code: Code) -> Ex:
        """A piece that is to show another face; none if it has no other."""
        made = self.u.terms.val(piece, code)
        if piece.kind.of is not None:
            return made
        made = code.keep(made)
        return ex("ite", ex("has", const(self._mask(fits)), made), made, const(-1))

    def _mask(self, fits: Callable[[Piece], bool]) -> int:
        return sum(1 << piece.index for piece in self.u.layout.pieces if fits(piece))

    def owner(self, holder: Ex, kind: str | None, code: Code) -> Ex:
        """Seat a piece belongs to: by declaration, else by the place it lies in."""
        layout = self.u.layout
        declared = self.u.table(tuple(p.owner for p in layout.pieces))
        by_place = ex("gtable", ex("gload", holder, imm=layout.locations), imm=self.u.table(layout.place_owner()))
        if kind is not None and self.u.names.pieces[kind].per == "seat":
            return ex("gtable", holder, imm=declared)
        if kind is not None:
            return by_place
        first = code.keep(ex("gtable", holder, imm=declared))
        return ex("ite", ex("lt", first, const(0)), by_place, first)

    # ---- counters and zones ------------------------------------------------------------------

    def counter_index(self, term: Term, code: Code) -> Ex:
        counter = self.u.names.counters[str(term.data[0])]
        values = [self.u.terms.val(a, code) for a in term.args]
        index = const(0)
        if term.data[1]:
            index = ex("imul", values.pop(0), const(self.u.layout.width(counter)))
        return ex("add", index, values[0]) if values else index

    def zone_index(self, term: Term, code: Code) -> Ex:
        if term.kind.base == "place":
            return ex("sub", self.u.terms.val(term, code), const(1))
        base = const(self.u.layout.zone_base(str(term.data[0])))
        return ex("add", base, self.u.terms.val(term.args[0], code)) if term.args else base

    def zone_order(self, term: Term, code: Code) -> Ex:
        return ex("load", self.zone_index(term, code), imm=self.u.layout.zone_orders)

    # ---- boards ----------------------------------------------------------------------------------

    def _board(self, term: Term, code: Code) -> Ex:
        board = self.u.names.boards[str(term.data[0])]
        layout = self.u.layout
        if isinstance(board.rows, str):
            rows = 1 + max(c.row for c in layout.board_cells(board.id))
            masks = tuple(
                sum(1 << c.index for c in layout.board_cells(board.id) if c.row <= count and c.passable)
                for count in range(rows)
            )
            zone = ex("load", const(layout.zone_base(board.rows)), imm=layout.zone_masks)
            return ex("table", ex("popcount", zone), imm=self.u.table(masks))
        if term.args:
            masks = tuple(self.u.given.cell_mask(board.id, seat) for seat in range(layout.seats))
            return ex("table", self.u.terms.val(term.args[0], code), imm=self.u.table(masks))
        return const(self.u.given.cell_mask(board.id, -1))

    def _cells(self, term: Term, code: Code) -> Ex:
        boards = [b for b in self.u.names.world.boards if b.cells == term.data[0]]
        if not term.args:
            mask = 0
            for board in boards:
                mask |= sum(1 << c.index for c in self.u.layout.cells if c.board == board.id)
            return const(mask)
        masks = []
        for seat in range(self.u.layout.seats):
            masks.append(sum(self.u.given.cell_mask(b.id, seat) for b in boards if b.per == "seat"))
        return ex("table", self.u.terms.val(term.args[0], code), imm=self.u.table(tuple(masks)))

    def _board_cell(self, term: Term, code: Code) -> Ex:
        """The cell at a row and column of a grid, or at a number of a list; none outside and where there is a hole."""
        board = self.u.names.boards[str(term.data[0])]
        cells = self.u.layout.board_cells(board.id)
        each = len(cells) // (self.u.layout.seats if board.per == "seat" else 1)
        columns = board.columns or each
        values = [code.keep(self.u.terms.val(a, code)) for a in term.args]
        column = values.pop()
        inside = ex("land", ex("lt", const(0), column), ex("le", column, const(columns)))
        index = ex("sub", column, const(1))
        if board.columns is not None:
            row = values.pop()
            in_rows = ex("land", ex("lt", const(0), row), ex("le", row, const(each // columns)))
            inside = ex("land", in_rows, inside)
            index = ex("add", ex("imul", ex("sub", row, const(1)), const(columns)), index)
        if values:
            index = ex("add", ex("imul", values.pop(), const(each)), index)
        table = self.u.table(tuple(c.index if c.passable else -1 for c in cells))
        return ex("ite", inside, ex("table", index, imm=table), const(-1))

    # ---- pieces ---------------------------------------------------------------------------------

    def _owned(self, term: Term, code: Code) -> Ex:
        kind = str(term.data[0])
        seat = self.u.terms.val(term.args[0], code)
        layout = self.u.layout
        if self.u.names.pieces[kind].per == "seat":
            masks = tuple(layout.piece_mask(kind, s) for s in range(layout.seats))
            return ex("table", seat, imm=self.u.table(masks))
        return ex("band", ex("load", seat, imm=layout.owned), const(layout.piece_mask(kind)))

    def _single(self, term: Term, code: Code) -> Ex:
        found = [p for p in self.u.layout.pieces if p.kind == term.data[0]]
        base = const(found[0].index)
        return ex("add", base, self.u.terms.val(term.args[0], code)) if term.args else base

    def _record(self, term: Term, code: Code) -> Ex:
        name = str(term.data[0])
        record = self.u.names.records[name]
        found: list[tuple[int, int]]
        if record.kind in self.u.names.pieces:
            found = [(p.index, p.owner) for p in self.u.layout.pieces if p.record == name]
        else:
            found = [(c.index, c.seat) for c in self.u.layout.cells if c.record == name]
        single = term.kind.base != "set"
        if not term.args:
            return const(found[0][0]) if single else const(sum(1 << i for i, _o in found))
        values = []
        for seat in range(self.u.layout.seats):
            mine = [i for i, owner in found if owner in (seat, -1)]
            values.append(mine[0] if single else sum(1 << i for i in mine))
        return ex("table", self.u.terms.val(term.args[0], code), imm=self.u.table(tuple(values)))
