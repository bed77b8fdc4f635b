"""Filters as mask algebra: the part of a test that needs no loop over the members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term, conjuncts, contains
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower.code import Code
from solenia_rules.text.frozen import evolve, frozen

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


@frozen
class Filtered:
    """Members left by the mask, and the test that still has to be asked of each."""

    mask: Ex
    rest: Term


class Filters:
    def __init__(self, unit: Unit) -> None:
        self.u = unit

    def mask(self, var: int, source: Term, where: Term, code: Code) -> Filtered:
        made = self.u.terms.val(source, code)
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

    def _cost(self, term: Term) -> int:
        """Rough cost of a test: loops are dear, so cheap tests are asked first."""
        own = {"phrase": 10, "map": 10, "held_test": 2}.get(term.op, 1)
        if term.op == "query":
            text = self.u.checked.queries.get(str(term.data[0]))
            own = 2 + (self._cost(text.value) if text is not None and text.value is not None else 0)
        return own + sum(self._cost(a) for a in term.args)

    def _narrow(self, mask: Ex, test: Term, var: int, code: Code) -> Ex | None:
        if test.op == "not":
            found = self._members(test.args[0], var, code)
            return None if found is None else ex("bandnot", mask, found)
        if isinstance(test, t.Phrase) and test.query == "no":
            found = self._members(evolve(test, query="some"), var, code)
            return None if found is None else ex("bandnot", mask, found)
        if test.op == "query":
            inlined = self.u.queries.inlined(test)
            return None if inlined is None else self._narrow(mask, inlined, var, code)
        found = self._members(test, var, code)
        return None if found is None else ex("band", mask, found)

    def _by_cell(self, mask: Ex, test: Term, var: int, source: Term, code: Code) -> Ex | None:
        """`row of cell of x is 1` over pieces: those on the cells that pass, without asking every piece."""
        if test.op != "equal":
            return None
        subject, value = test.args
        if not subject.args or subject.args[0].op != "builtin_field" or subject.args[0].data[0] != "cell":
            return None
        on = subject.args[0]
        if on.args[0].op != "var" or on.args[0].data[0] != var or subject.op != "builtin_field":
            return None
        occupied = self.occupied(source, code)
        cell = self.u.fresh_var()
        at_cell = t.Var(cell, on.kind.sure())
        assert isinstance(subject, t.BuiltInField)
        cells = self._equal(evolve(subject, holder=at_cell), value, cell, code)
        if occupied is None or cells is None or value.op not in ("const", "param"):
            return None
        found, member = code.temp(), code.temp()
        code.emit(c.Set(found, const(0)))
        body: list[c.Stmt] = [c.Set(found, ex("bor", local(found), ex("load", local(member), imm=self.u.layout.at)))]
        code.emit(c.ForBits(member, ex("band", occupied, cells), body, self.u.label(), code.temp()))
        return ex("band", mask, local(found))

    def _members(self, test: Term, var: int, code: Code) -> Ex | None:
        """Mask of all that pass a test, if it can be had without asking each."""
        match test.op:
            case "equal":
                a, b = test.args
                if contains(b, var):
                    a, b = b, a
                if contains(b, var) or not contains(a, var):
                    return None
                return self._equal(a, b, var, code)
            case "in" if test.args[0].op == "var" and test.args[0].data[0] == var and not contains(test.args[1], var):
                return self.u.terms.val(test.args[1], code)
            case "phrase" if test.data[0] == "some":
                return self._some(test, var, code)
            case "query":
                inlined = self.u.queries.inlined(test)
                return None if inlined is None else self._members(inlined, var, code)
            case _:
                return None

    def _equal(self, subject: Term, value: Term, var: int, code: Code) -> Ex | None:
        if subject.op == "var":
            return ex("bit", self.u.terms.val(value, code))
        if not subject.args or subject.args[0].op != "var" or subject.args[0].data[0] != var:
            return None
        base = subject.args[0].kind.base
        if subject.op == "field" and not self.u.stored.is_stored(str(subject.data[0]), base):
            values = self.u.given.field_values(str(subject.data[0]), base)
            return self._where_equal(values, value, code)
        if subject.op == "builtin_field" and subject.data[0] in ("row", "column"):
            cells = self.u.layout.cells
            return self._where_equal(tuple(c.row if subject.data[0] == "row" else c.column for c in cells), value, code)
        if subject.op == "builtin_field" and subject.data[0] == "cell" and value.op != "none" and base == "piece":
            cell = self.u.terms.val(value, code)
            if value.kind.optional:
                cell = code.keep(cell)
                return ex("ite", ex("lt", cell, const(0)), const(0), ex("load", cell, imm=self.u.layout.at))
            return ex("load", cell, imm=self.u.layout.at)
        return None

    def _where_equal(self, values: tuple[int, ...], value: Term, code: Code) -> Ex | None:
        wanted = self.u.terms.val(value, code)
        if wanted.op == "const":
            return const(sum(1 << i for i, v in enumerate(values) if v == wanted.imm))
        if value.kind.base not in ("word", "seat", "face"):
            return None
        top = max([*values, 8, *(len(k.words) for k in self.u.names.world.kinds)])
        masks = tuple(sum(1 << i for i, v in enumerate(values) if v == w) for w in range(-1, top + 1))
        return ex("table", ex("add", wanted, const(1)), imm=self.u.table(masks))

    def _some(self, test: Term, var: int, code: Code) -> Ex | None:
        """`some(x in PIECES where cell of x is VAR)`"""
        source, where = test.args[0], test.args[1]
        inner = test.data[1]
        if where.op != "equal":
            return None
        a, b = where.args
        if b.op == "builtin_field":
            a, b = b, a
        if not (
            a.op == "builtin_field" and a.data[0] == "cell" and a.args[0].op == "var" and a.args[0].data[0] == inner
        ):
            return None
        if b.op != "var" or b.data[0] != var:
            return None
        return self.occupied(source, code)

    def occupied(self, pieces: Term, code: Code) -> Ex | None:
        """Mask of the cells where pieces of a whole kind lie."""
        layout = self.u.layout
        if pieces.op == "pieces":
            return Ex("load", (), layout.occupied[str(pieces.data[0]), -1])
        if pieces.op == "owned" and self.u.names.pieces[str(pieces.data[0])].per == "seat":
            return ex("load", self.u.terms.val(pieces.args[0], code), imm=layout.occupied[str(pieces.data[0]), 0])
        return None

    def cells_of(self, term: Term, code: Code) -> Ex | None:
        """`cell of PIECES` for a whole kind."""
        return self.occupied(term.args[0], code) if term.data[0] == "cell" and term.data[1] else None
