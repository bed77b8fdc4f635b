"""Checked terms to core expressions; loops are emitted as statements before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower.code import Code
from solenia_rules.lower.phrases import Phrases

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


class Terms(Phrases):
    """Scalars and sets; bundles are lowered in `lower_bundles`."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit

    def me(self, code: Code) -> Ex:
        found = code.env[t.ME]
        assert isinstance(found, Ex)
        return found

    def arg(self, term: Term, code: Code) -> Ex:
        return self.val(term, code)

    # ---- one case an operation ---------------------------------------------------------

    def val(self, term: Term, code: Code) -> Ex:
        match term.op:
            case "place":
                return self.u.acts.place(term.args[0], code)
            case "amount_in":
                return self.u.bundles.amount_in(term, code)
            case "const":
                assert isinstance(term.data[0], int)
                return const(term.data[0])
            case "none":
                return const(-1)
            case "var":
                assert isinstance(term.data[0], int)
                found = code.env[term.data[0]]
                assert isinstance(found, Ex), term
                return found
            case "param":
                return const(self.u.names.params[str(term.data[0])].value)
            case "arith":
                a, b = (self.val(x, code) for x in term.args)
                return ex({"+": "add", "-": "sub", "*": "mul", "/": "div"}[str(term.data[0])], a, b)
            case "minus":
                return ex("neg", self.val(term.args[0], code))
            case "compare":
                a, b = (self.val(x, code) for x in term.args)
                match term.data[0]:
                    case "<":
                        return ex("lt", a, b)
                    case "<=":
                        return ex("le", a, b)
                    case ">":
                        return ex("lt", b, a)
                    case _:
                        return ex("le", b, a)
            case "equal":
                a, b = (self.val(x, code) for x in term.args)
                return ex("eq", a, b)
            case "in":
                a, b = self.val(term.args[0], code), self.val(term.args[1], code)
                return ex("has", b, a)
            case "not":
                return ex("not", self.val(term.args[0], code))
            case "and" | "or":
                return self._lazy(term, code)
            case "if":
                return self._if(term, code)
            case "listed":
                return self._bit(self.val(term.args[0], code))
            case "union":
                return self._fold("bor", term, code)
            case "difference":
                a, b = (self.val(x, code) for x in term.args)
                return ex("bandnot", a, b)
            case "phrase":
                return self._phrase(term, code)
            case "query":
                return self.u.queries.call(term, code)
            case "builtin":
                return self._builtin(term, code)
            case "map":
                return self._map(term, code)
            case "resource":
                return const(self.u.resource(str(term.data[0]), 0))
            case "resource_word":
                word = self.val(term.args[0], code)
                base = self.u.resource(str(term.data[0]), 0)
                if term.args[0].kind.optional:
                    width = self.u.layout.width(self.u.names.counters[str(term.data[0])])
                    return ex("gtable", word, imm=self.u.table(tuple(range(base, base + width))))
                return ex("add", const(base), word)
            case "active":
                return self.u.queries.active(term, code)
            case "held_test":
                return self.u.queries.held_value(term, code)
            case _:
                return self.u.stored.val(term, code)

    def _bit(self, value: Ex) -> Ex:
        return ex("bit", value)

    def _fold(self, op: str, term: Term, code: Code) -> Ex:
        made = self.val(term.args[0], code)
        for other in term.args[1:]:
            made = ex(op, made, self.val(other, code))
        return made

    def _lazy(self, term: Term, code: Code) -> Ex:
        op = "land" if term.op == "and" else "lor"
        made = self.val(term.args[0], code)
        for other in term.args[1:]:
            body: list[c.Stmt] = []
            with code.into(body):
                right = self.val(other, code)
            if not body:
                made = ex(op, made, right)
                continue
            result = code.temp()
            code.emit(c.Set(result, made))
            body.append(c.Set(result, right))
            code.emit(c.If(local(result), body, []) if op == "land" else c.If(local(result), [], body))
            made = local(result)
        return made

    def _if(self, term: Term, code: Code) -> Ex:
        test = self.val(term.args[0], code)
        then: list[c.Stmt] = []
        otherwise: list[c.Stmt] = []
        with code.into(then):
            a = self.val(term.args[1], code)
        with code.into(otherwise):
            b = self.val(term.args[2], code)
        if not then and not otherwise:
            return ex("ite", test, a, b)
        result = code.temp()
        then.append(c.Set(result, a))
        otherwise.append(c.Set(result, b))
        code.emit(c.If(test, then, otherwise))
        return local(result)

    # ---- built-in queries -------------------------------------------------------------------------

    def _builtin(self, term: Term, code: Code) -> Ex:
        name, args = str(term.data[0]), term.args
        if name == "count" and args[0].kind.base == "bundle":
            return self.u.bundles.total(self.u.bundles.of(args[0], code), code)
        if name == "can_pay":
            return self.u.bundles.can_pay(self.u.bundles.of(args[0], code), self.me(code), code)
        if name in ("first", "last") and self.ordered(args[0]):
            return ex("seqfirst" if name == "first" else "seqlast", self.seq(args[0], code))
        values = [self.val(a, code) for a in args]
        match name:
            case "count":
                return ex("popcount", values[0])
            case "some":
                return ex("ne", values[0], const(0))
            case "no":
                return ex("eq", values[0], const(0))
            case "all" | "reverse":
                return values[0]
            case "first" | "last":
                return ex("lowest" if name == "first" else "highest", values[0])
            case "min" | "max":
                made = values[0]
                for value in values[1:]:
                    made = ex(name, made, value)
                return made
            case "distance":
                if len(values) == 3:
                    return ex("call", *values, imm=self.u.steps_function().id)
                return ex("dist", values[0], values[1])
            case "neighbours":
                return ex("nb", values[0])
            case "surroundings":
                return ex("sur", values[0])
            case "group":
                return ex("group", values[0], values[1])
            case "straight":
                return ex("call", values[0], values[1], imm=self.u.straight_function().id)
            case "seats_from":
                everyone = const((1 << self.u.layout.seats) - 1)
                if not args[0].kind.optional:
                    return everyone
                return ex("ite", ex("lt", values[0], const(0)), const(0), everyone)
            case "other":
                if not args[0].kind.optional:
                    return ex("sub", const(1), values[0])
                word = code.keep(values[0])
                return ex("ite", ex("lt", word, const(0)), const(-1), ex("sub", const(1), word))
            case "next" | "previous":
                count = self.u.layout.seats
                seat = code.keep(values[0])
                found = ex("mod", ex("add", seat, const(1 if name == "next" else count - 1)), const(count))
                return ex("ite", ex("lt", seat, const(0)), const(-1), found) if args[0].kind.optional else found
            case "range":
                return ex("range", *values)
            case "remainder":
                return ex("mod", *values)
            case _:
                raise AssertionError(name)

    def _map(self, term: Term, code: Code) -> Ex:
        shortcut = self.u.filters.cells_of(term, code)
        if shortcut is not None:
            return shortcut
        result, member = code.temp(), code.temp()
        mask = self.val(term.args[0], code)
        code.emit(c.Set(result, const(0)))
        inner: list[c.Stmt] = []
        var = self.u.fresh_var()
        code.env[var] = local(member)
        kind = term.args[0].kind.member
        target = term.kind.member
        assert kind is not None
        assert target is not None
        one = t.Var(var, kind)
        assert isinstance(term, t.Map)
        joins = not term.data[1] and self.u.names.is_set(str(term.data[0]), kind.base)
        target = term.kind if joins else target
        field: Term = t.Field(term.field, one, target)
        if term.built_in:
            field = t.BuiltInField(t.built_in_field(term.field), one, target)
        with code.into(inner):
            each = self.val(field, code)
            code.emit(c.Set(result, ex("bor", local(result), each if joins else ex("bit", each))))
        code.emit(c.ForBits(member, mask, inner, self.u.label(), code.temp()))
        return local(result)
