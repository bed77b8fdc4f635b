"""Bounds on the number of members of sets.

The bounds are computed for the highest number of seats, from the declared pieces, cells and words. Costs and the widths
of sets are derived from them.

With `calls`, a variable that holds a set has at most as many members as the sets that the texts give it.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.bundle_sets import members
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.checked.set_variables import SetVariables
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r

_Near = Literal["neighbours", "surroundings"]
MANY = 10**12
"""Larger counts are treated as equal to this."""


class Sizes:
    """The bounds with the highest number of seats."""

    def __init__(self, checked: Checked, calls: Calls | None = None) -> None:
        self.checked = checked
        self.variables = None if calls is None else SetVariables(calls)
        self.names = checked.names
        world = self.names.world
        self.seats = world.seats.high
        self.pieces = {kind.id: self._pieces(kind, True) for kind in world.pieces}
        self.different = {kind.id: self._pieces(kind, False) for kind in world.pieces}
        self.cells = {board.id: self._cells(board) for board in world.boards}
        self._queries: dict[str, int] = {}
        self._in_variables: dict[int, tuple[t.Var, int]] = {}

    def _pieces(self, kind: r.PieceKind, copies: bool) -> int:
        records = self.names.by_kind.get(kind.id, [])
        one_set = sum(record.copies if copies else 1 for record in records) or 1
        return one_set * self.sets(kind)

    def sets(self, kind: r.PieceKind) -> int:
        """The number of sets of a kind's pieces: one for every seat or word, and one more with `also`."""
        return self._per(kind.per) + (kind.also is not None)

    def _per(self, per: str | None) -> int:
        if per is None:
            return 1
        return self.seats if per == "seat" else len(self.names.word_kinds[per].words)

    def _cells(self, board: r.Board) -> int:
        if board.part is not None:
            return len(board.part.joints)
        if board.cells is not None:
            return len(self.names.by_kind.get(board.cells, []))
        rows = board.rows
        if isinstance(rows, str):
            rows = sum(
                self.pieces[kind] for kind in self.names.zones[rows].of if self.names.pieces[kind].faces == board.id
            )
        return (board.columns or 0) * (rows or 0)

    def all_cells(self) -> int:
        return sum(count * self._per(self.names.boards[board].per) for board, count in self.cells.items())

    def longest_line(self) -> int:
        """The number of cells of the longest straight line on a grid."""
        grids = [b for b in self.names.world.boards if b.columns is not None and b.part is None]
        return max((max(b.columns or 1, self.cells[b.id] // max(1, b.columns or 1)) for b in grids), default=1)

    def cells_in_line(self, field: Literal["row", "column"]) -> int:
        """The number of cells of all boards that can lie in one row, or in one column."""
        found = 0
        for board in self.names.world.boards:
            columns = board.columns or self.cells[board.id]
            rows = self.cells[board.id] // max(1, columns)
            found += (columns if field == "row" else rows) * self._per(board.per)
        return found

    # ---- sets ---------------------------------------------------------------------------

    def of(self, term: Term) -> int:
        """The most members of a set; 1 for a single value."""
        if term.kind.base == "none":
            return 0
        if term.kind.base != "set":
            return 1
        return max(0, min(self._set(term), self.of_kind(term.kind.member), MANY))

    def _set(self, term: Term) -> int:
        """The most members that the form of the set shows; `MANY` if it shows no bound."""
        names = self.names
        match term:
            case t.Zone(name):
                zone = names.zones[name]
                count = sum(self.pieces[kind] for kind in zone.of)
                return count if zone.capacity is None else min(count, zone.capacity)
            case t.Board(board):
                return self.cells[board]
            case t.Cells(kind):
                boards = [b for b in names.world.boards if b.cells == kind]
                return sum(self.cells[b.id] * (self._per(b.per) if term.seat is None else 1) for b in boards)
            case t.Owned(name):
                kind_of_seat = names.pieces[name].per == "seat" and names.pieces[name].also is None
                return self.pieces[name] // self.seats if kind_of_seat else self.pieces[name]
            case t.Record(name):
                record = names.records[name]
                return record.copies * (self.pieces[record.kind] if record.kind in names.pieces else self.seats)
            case t.Words(kind):
                return len(names.word_kinds[kind].words)
            case t.Others():
                return max(0, self.seats - 1)
            case t.Listed():
                return self.of(term.item)
            case t.Union(sets):
                return sum(map(self.of, sets))
            case t.Field():
                return self._held(term)
            case t.Map(field, built_in):
                member = term.source.kind.member
                several = not built_in and member is not None and names.is_set(field, member.base)
                return self.of(term.source) * (MANY if several else 1)
            case t.Difference():
                return self.of(term.left)
            case t.Phrase("closure"):
                return MANY
            case t.Phrase():
                return self.of(term.source)
            case t.If():
                return max(self.of(term.then), self.of(term.otherwise))
            case t.Query(query):
                return self._query(query)
            case t.BuiltIn():
                return self._built_in(term)
            case t.Var():
                return self._in_variable(term)
            case (
                t.Pieces() | t.Seats() | t.State()
                | t.Times() | t.HeldValue() | t.Const() | t.Nothing() | t.Param()
                | t.SeatField() | t.Single() | t.BuiltInField() | t.Counter() | t.CounterBundle() | t.BoardCell()
                | t.Active() | t.Place() | t.Arithmetic() | t.Minus() | t.Compare() | t.Equal() | t.In() | t.Not()
                | t.And() | t.Or() | t.Amount() | t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn()
                | t.BundleAdd() | t.BundleSubtract() | t.BundleScale() | t.Resource() | t.ResourceWord()
            ):  # fmt: skip
                return MANY
            case _:
                assert_never(term)

    def _built_in(self, term: t.BuiltIn) -> int:
        match term.query:
            case "range":
                low, high = term.given[0].kind.low or 0, term.given[1].kind.high
                return NUMBERS if high is None else max(0, min(NUMBERS - 1, high) - max(0, low) + 1)
            case "bundles":
                member = term.kind.member
                assert member is not None
                return len(members(member.of or "", self.names))
            case "all" | "reverse":
                return self.of(term.given[0])
            case "group":
                return self.of(term.given[1])
            case "straight":
                return self.longest_line()
            case "neighbours" | "surroundings":
                member = term.kind.member
                return self.of(term.given[0]) * self._around(None if member is None else member.of, term.query)
            case "corners_of" | "sides_of" | "cells_of":
                # A cell has at most six corners and sides, a corner at most four sides and cells, a side two of each.
                return self.of(term.given[0]) * 6
            case "turns_of":
                return term.given[0].kind.high or MANY
            case "seats_from":
                return self.seats
            case (
                "count" | "some" | "no" | "first" | "last" | "nth" | "min" | "max" | "distance" | "longest_path"
                | "beside" | "side_at" | "word_at"
                | "can_pay" | "other" | "next" | "previous" | "remainder" | "random"
            ):  # fmt: skip
                return MANY
            case _:
                assert_never(term.query)

    def near(self, cells: Term) -> int:
        """The most neighbours of a cell of a set."""
        member = cells.kind.member
        return self._around(None if member is None else member.of, "neighbours")

    def _around(self, kind: str | None, query: _Near) -> int:
        """The most cells next to or around a cell of one board or of any."""
        boards = [board for board in self.names.world.boards if kind in (None, board.id, board.cells)]
        return max((self._degree(board, query) for board in boards), default=0)

    def _degree(self, board: r.Board, query: _Near) -> int:
        if board.part is not None:
            return max((len(joint.near) for joint in board.part.joints), default=0)
        if board.cells is not None:
            return max(Counter(end for link in board.links for end in set(link)).values(), default=0)
        if board.grid == "hex":
            return 6
        return 4 if query == "neighbours" else 8

    def _held(self, term: t.Field) -> int:
        """The most members of a set that a record or a first value gives."""
        given = self.names.given_sets(term.field, term.holder.kind)
        return max((sum(self._bearing(one.text) for one in value) for value in given), default=0)

    def _bearing(self, ident: str) -> int:
        """The number of pieces, cells or words that have an id."""
        names, record = self.names, self.names.records.get(ident)
        if record is not None and record.kind in names.pieces:
            return record.copies * self.sets(names.pieces[record.kind])
        if record is not None:
            return sum(self._per(board.per) for board in names.world.boards if board.cells == record.kind)
        if ident in names.pieces:
            return self.sets(names.pieces[ident])
        board = names.boards.get(ident.partition(".")[0])
        return 1 if board is None else self._per(board.per)

    def _in_variable(self, var: t.Var) -> int:
        known = self._in_variables.get(id(var))
        if known is not None:
            return known[1]
        self._in_variables[id(var)] = var, MANY  # while the variable depends on itself, by a rule that calls its verb
        values = None if self.variables is None else self.variables.values(var)
        found = MANY if values is None else max(map(self.of, values), default=MANY)
        self._in_variables[id(var)] = var, found
        return found

    def _query(self, query: str) -> int:
        if query not in self._queries:
            self._queries[query] = MANY
            text = self.checked.queries.get(query)
            if text is not None and text.value is not None and not self._modified(query):
                self._queries[query] = self.of(text.value)
        return self._queries[query]

    def _modified(self, query: str) -> bool:
        groups = (*self.checked.rules.values(), *self.checked.held_rules.values())
        return any(rule.sort == "modifier" and rule.target == query for rules in groups for rule in rules)

    def of_kind(self, member: Kind | None) -> int:
        """The most members that a set of a kind can have."""
        if member is None:
            return MANY
        match member.base:
            case "nothing":
                return 0
            case "piece":
                return self.pieces[member.of] if member.of is not None else sum(self.pieces.values())
            case "cell":
                if member.of is None:
                    return self.all_cells()
                boards = [b for b in self.names.world.boards if member.of in (b.id, b.cells)]
                return sum(self.cells[b.id] * self._per(b.per) for b in boards)
            case "seat":
                return self.seats
            case "word":
                return len(self.names.word_kinds[member.of].words) if member.of is not None else MANY
            case "face":
                return 2
            case "number":
                return NUMBERS
            case "name":
                return len(self.names.atoms)
        return MANY

    def options(self, source: Term) -> int:
        """The most options of a choice from a set: equal pieces in an unordered zone are one option."""
        if isinstance(source, t.Zone):
            zone = self.names.zones[source.zone]
            if zone.order == "none":
                return min(self.of(source), sum(self.different[kind] for kind in zone.of))
        return self.of(source)
