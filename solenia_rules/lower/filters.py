"""Lowers filters to operations on masks: the part of a test that needs no loop over the members."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term, conjuncts, contains
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Ex, Load, Local, Table
from solenia_rules.lower.code import Code
from solenia_rules.lower.queries import Queries
from solenia_rules.lower.stored import Stored
from solenia_rules.lower.unit import Unit
from solenia_rules.text.frozen import evolve, frozen

MEMBERS = 10
"""Members of a set on which a test loops, as far as nothing is known."""


@frozen(eq=False)
class Filtered:
    """The members that pass the mask, and the test that each of them must still pass."""

    mask: Ex
    rest: Term


class Filters:
    """The filters of one ruleset."""

    def __init__(self, unit: Unit, stored: Stored, queries: Queries) -> None:
        self.u = unit
        self.stored = stored
        self.queries = queries

    def mask(self, var: int, source: Term, where: Term, code: Code) -> Filtered:
        """The members of a set that pass a test, as far as masks can decide it."""
        made = self.u.values.of(source, code)
        left: list[Term] = []
        for part in conjuncts(where):
            narrowed = self._by_cell(made, part, var, source, code)
            if narrowed is None:
                narrowed = self._narrow(made, part, var, code)
            if narrowed is None:
                left.append(part)
            else:
                made = narrowed
        if not left:
            return Filtered(made, t.TRUE_TERM)
        left.sort(key=self._cost)
        rest = left[0] if len(left) == 1 else t.And(tuple(left), left[0].kind, span=where.span)
        return Filtered(made, rest)

    def occupied(self, pieces: Term, code: Code) -> Ex | None:
        """The mask of the cells occupied by pieces of a whole kind."""
        occupied = self.u.layout.occupied
        match pieces:
            case t.Pieces(kind):
                return Load(occupied[kind, -1])
            case t.Owned(kind) if self.u.names.pieces[kind].per == "seat":
                return build.load(occupied[kind, 0], self.u.values.of(pieces.seat, code))
        return None

    def _cost(self, term: Term) -> int:
        """The approximate cost of a test: loops are expensive, so cheap tests are evaluated first."""
        if isinstance(term, t.Phrase):
            each = sum(self._cost(part) for part in t.parts(term)[1:])
            return self._cost(term.source) + MEMBERS * (1 + each)
        if isinstance(term, t.If):
            return self._cost(term.test) + max(self._cost(term.then), self._cost(term.otherwise))
        return self._own_cost(term) + sum(self._cost(part) for part in t.parts(term))

    def _own_cost(self, term: Term) -> int:
        match term:
            case t.Phrase():
                return MEMBERS
            case t.Map():
                return 10
            case t.Times():
                return 11
            case t.HeldValue():
                return 2
            case t.Query(query):
                text = self.u.checked.queries.get(query)
                return 2 + (self._cost(text.value) if text is not None and text.value is not None else 0)
            case (
                t.Const() | t.Nothing() | t.Var() | t.Param() | t.Field() | t.BuiltInField() | t.SeatField()
                | t.Counter() | t.CounterBundle() | t.State() | t.Zone() | t.Board() | t.Cells() | t.Pieces()
                | t.Owned() | t.Single() | t.Record() | t.BoardCell() | t.Words() | t.Seats() | t.Others()
                | t.BuiltIn() | t.Arithmetic() | t.Minus() | t.Compare() | t.Equal() | t.In() | t.Not() | t.And()
                | t.Or() | t.If() | t.Union() | t.Difference() | t.Listed() | t.Place() | t.Active() | t.Amount()
                | t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn() | t.BundleAdd() | t.BundleSubtract()
                | t.BundleScale() | t.Resource() | t.ResourceWord()
            ):  # fmt: skip
                return 1
            case _:
                assert_never(term)

    def _narrow(self, mask: Ex, test: Term, var: int, code: Code) -> Ex | None:
        """The mask without the members that fail a test; None if each member must be tested."""
        match test:
            case t.Not():
                found = self._members(test.value, var, code)
                return None if found is None else build.bandnot(mask, found)
            case t.Phrase("no"):
                found = self._members(evolve(test, query="some"), var, code)
                return None if found is None else build.bandnot(mask, found)
            case t.Query():
                inlined = self.queries.inlined(test)
                return None if inlined is None else self._narrow(mask, inlined, var, code)
        found = self._members(test, var, code)
        return None if found is None else build.band(mask, found)

    def _by_cell(self, mask: Ex, test: Term, var: int, source: Term, code: Code) -> Ex | None:
        """`row of cell of x is 1` over pieces: the pieces on the cells that pass, without testing every piece."""
        match test:
            case t.Equal(t.BuiltInField(_, t.BuiltInField("cell", t.Var(number)) as on) as subject) if number == var:
                value = test.right
            case _:
                return None
        occupied = self.occupied(source, code)
        cell = self.u.fresh_var()
        at_cell = t.Var(cell, on.kind.sure())
        cells = self._equal(evolve(subject, holder=at_cell), value, cell, code)
        if occupied is None or cells is None or not isinstance(value, (t.Const, t.Param)):
            return None
        found, member = code.temp(), code.temp()
        code.emit(c.Set(found, Const(0)))
        body: list[c.Stmt] = [c.Set(found, build.bor(Local(found), build.load(self.u.layout.at, Local(member))))]
        code.emit(c.ForBits(member, build.band(occupied, cells), body, self.u.label(), code.temp()))
        return build.band(mask, Local(found))

    def _members(self, test: Term, var: int, code: Code) -> Ex | None:
        """The mask of everything that passes a test; None if each member must be tested."""
        match test:
            case t.Equal():
                a, b = (test.right, test.left) if contains(test.right, var) else (test.left, test.right)
                if contains(b, var) or not contains(a, var):
                    return None
                return self._equal(a, b, var, code)
            case t.In(t.Var(number)) if number == var and not contains(test.group, var):
                return self.u.values.of(test.group, code)
            case t.Phrase("some"):
                return self._some(test, var, code)
            case t.Query():
                inlined = self.queries.inlined(test)
                return None if inlined is None else self._members(inlined, var, code)
        return None

    def _equal(self, subject: Term, value: Term, var: int, code: Code) -> Ex | None:
        """The mask of everything whose value equals the given one; None if each member must be tested."""
        cells = self.u.layout.cells
        match subject:
            case t.Var():
                return build.bit(self.u.values.of(value, code))
            case t.Field(field, t.Var(number) as holder) if number == var:
                if self.stored.is_stored(field, holder.kind.base):
                    return None
                return self._where_equal(self.u.given.field_values(field, holder.kind.base), value, code)
            case t.BuiltInField("row", t.Var(number)) if number == var:
                return self._where_equal(tuple(cell.row for cell in cells), value, code)
            case t.BuiltInField("column", t.Var(number)) if number == var:
                return self._where_equal(tuple(cell.column for cell in cells), value, code)
            case t.BuiltInField("cell", t.Var(number) as holder) if number == var and holder.kind.base == "piece":
                if isinstance(value, t.Nothing):
                    return None
                cell = self.u.values.of(value, code)
                if value.kind.optional:
                    cell = code.keep(cell)
                    return build.choice(build.lt(cell, Const(0)), Const(0), build.load(self.u.layout.at, cell))
                return build.load(self.u.layout.at, cell)
        return None

    def _where_equal(self, values: tuple[int, ...], value: Term, code: Code) -> Ex | None:
        wanted = self.u.values.of(value, code)
        if isinstance(wanted, Const):
            return Const(sum(1 << i for i, v in enumerate(values) if v == wanted.value))
        if value.kind.base not in ("word", "seat", "face"):
            return None
        top = max([*values, 8, *(len(k.words) for k in self.u.names.world.kinds)])
        masks = tuple(sum(1 << i for i, v in enumerate(values) if v == w) for w in range(-1, top + 1))
        return Table(self.u.table(masks), build.add(wanted, Const(1)))

    def _some(self, test: t.Phrase, var: int, code: Code) -> Ex | None:
        """The mask for `some(x in PIECES where cell of x is VAR)`."""
        match test.where:
            case t.Equal(t.BuiltInField("cell", t.Var(inner)), t.Var(number)) | t.Equal(
                t.Var(number), t.BuiltInField("cell", t.Var(inner))
            ) if inner == test.var and number == var:
                return self.occupied(test.source, code)
        return None
