"""Phrases: sets filtered, counted, searched and put in order, as loops of the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower.code import Code

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


class Phrases:
    """What `Terms` needs for sets; it gives `val` for everything else."""

    u: Unit

    def val(self, term: Term, code: Code) -> Ex:
        """The value of any term."""
        raise AssertionError("given by Terms")

    def each(
        self, var: int, source: Term, where: Term, code: Code, body: Callable[[Ex, int], None], free: bool = False
    ) -> None:
        """Emit a loop over the members that pass; `body` gets the member and the loop's label."""
        filtered = self.u.filters.mask(var, source, where, code)
        member = code.temp()
        label = self.u.label()
        inner: list[c.Stmt] = []
        code.env[var] = local(member)
        with code.into(inner):
            if filtered.rest == t.TRUE_TERM:
                body(local(member), label)
            else:
                test = self.val(filtered.rest, code)
                then: list[c.Stmt] = []
                with code.into(then):
                    body(local(member), label)
                code.emit(c.If(test, then, []))
        code.emit(c.ForBits(member, filtered.mask, inner, label, code.temp(), free))

    def filter_mask(self, var: int, source: Term, where: Term, code: Code) -> Ex:
        """Mask of the members that pass."""
        filtered = self.u.filters.mask(var, source, where, code)
        if filtered.rest == t.TRUE_TERM:
            return filtered.mask
        result = code.temp()
        member = code.temp()
        inner: list[c.Stmt] = []
        code.env[var] = local(member)
        with code.into(inner):
            test = self.val(filtered.rest, code)
            code.emit(c.If(test, [c.Set(result, ex("bor", local(result), ex("bit", local(member))))], []))
        loop = c.ForBits(member, filtered.mask, inner, self.u.label(), code.temp(), free=True)
        code.emit(c.Work((result,), [c.Set(result, const(0)), loop]))
        return local(result)

    def _phrase(self, term: Term, code: Code) -> Ex:
        name, var = str(term.data[0]), term.data[1]
        assert isinstance(var, int)
        source, where = term.args[0], term.args[1]
        match name:
            case "all":
                return self.filter_mask(var, source, where, code)
            case "count":
                return ex("popcount", self.filter_mask(var, source, where, code))
            case "some" | "no":
                return self._exists(name, var, source, where, code)
            case "first" | "last":
                return self._first(name, var, source, where, term.args[3:], code)
            case _:
                return self._total(name, var, source, where, term.args[2], code)

    def exists(self, var: int, source: Term, where: Term, code: Code) -> Ex:
        """Whether some member passes."""
        return self._exists("some", var, source, where, code)

    def _exists(self, name: str, var: int, source: Term, where: Term, code: Code) -> Ex:
        filtered = self.u.filters.mask(var, source, where, code)
        if filtered.rest == t.TRUE_TERM:
            return ex("ne" if name == "some" else "eq", filtered.mask, const(0))
        result = code.temp()
        member, label = code.temp(), self.u.label()
        inner: list[c.Stmt] = []
        code.env[var] = local(member)
        with code.into(inner):
            test = self.val(filtered.rest, code)
            code.emit(c.If(test, [c.Set(result, const(int(name == "some"))), c.Break(label)], []))
        loop = c.ForBits(member, filtered.mask, inner, label, code.temp(), free=True)
        code.emit(c.Work((result,), [c.Set(result, const(int(name == "no"))), loop]))
        return local(result)

    def _first(self, name: str, var: int, source: Term, where: Term, keys: tuple[Term, ...], code: Code) -> Ex:
        if not keys and self.ordered(source):
            members = self.seq(source, code)
            if where == t.TRUE_TERM:
                return ex("seqfirst" if name == "first" else "seqlast", members)
            return self._first_in_order(name, var, members, where, code)
        if not keys:
            return ex("lowest" if name == "first" else "highest", self.filter_mask(var, source, where, code))
        result = code.temp()
        best = [code.temp() for _ in keys]
        code.emit(c.Set(result, const(-1)))
        strictly = "lt"

        def body(member: Ex, label: int) -> None:
            found = [code.keep(self.val(key, code)) for key in keys]
            signs = [(a, local(b)) if name == "first" else (local(b), a) for a, b in zip(found, best, strict=True)]
            better = ex(strictly, *signs[-1])
            for a, b in reversed(signs[:-1]):
                better = ex("lor", ex("lt", a, b), ex("land", ex("eq", a, b), better))
            then: list[c.Stmt] = [c.Set(b, a) for a, b in zip(found, best, strict=True)]
            then.append(c.Set(result, member))
            code.emit(c.If(ex("lor", ex("lt", local(result), const(0)), better), then, []))

        if self.ordered(source):
            self.in_order(var, self.seq(source, code), where, code, body)
        else:
            self.each(var, source, where, code, body)
        return local(result)

    def _first_in_order(self, name: str, var: int, members: Ex, where: Term, code: Code) -> Ex:
        result = code.temp()
        code.emit(c.Set(result, const(-1)))

        def body(member: Ex, label: int) -> None:
            code.emit(c.Set(result, member))
            if name == "first":
                code.emit(c.Break(label))

        self.in_order(var, members, where, code, body)
        return local(result)

    def in_order(self, var: int, members: Ex, where: Term, code: Code, body: Callable[[Ex, int], None]) -> None:
        """A loop over a sequence; decisions may stand in it, for the rest of the sequence is a local."""
        rest, member, label = code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(rest, members))
        inner: list[c.Stmt] = []
        code.env[var] = local(member)
        with code.into(inner):
            code.emit(c.If(ex("eq", local(rest), const(0)), [c.Break(label)], []))
            code.emit(c.Set(member, ex("seqfirst", local(rest))))
            code.emit(c.Set(rest, ex("seqpop", local(rest))))
            if where == t.TRUE_TERM:
                body(local(member), label)
            else:
                test = self.val(where, code)
                then: list[c.Stmt] = []
                with code.into(then):
                    body(local(member), label)
                code.emit(c.If(test, then, []))
        code.emit(c.Loop(label, inner))

    def _total(self, name: str, var: int, source: Term, where: Term, value: Term, code: Code) -> Ex:
        result = code.temp()
        code.emit(c.Set(result, const(0)))
        started = code.temp()
        if name != "sum":
            code.emit(c.Set(started, const(0)))

        def body(member: Ex, label: int) -> None:
            found = self.val(value, code)
            if name == "sum":
                code.emit(c.Set(result, ex("add", local(result), found)))
                return
            found = code.keep(found)
            code.emit(c.If(local(started), [c.Set(result, ex(name, local(result), found))], [c.Set(result, found)]))
            code.emit(c.Set(started, const(1)))

        self.each(var, source, where, code, body)
        return ex("clamp", local(result)) if name == "sum" else local(result)

    # ---- order ----------------------------------------------------------------------------------

    def ordered(self, term: Term) -> bool:
        """Whether a set has an order of its own beside that of declaration."""
        match term.op:
            case "zone":
                return self.u.names.zones[str(term.data[0])].order != "none"
            case "others":
                return True
            case "builtin":
                return term.data[0] in ("seats_from", "reverse")
            case "phrase":
                return term.data[0] == "all" and (len(term.args) > 3 or self.ordered(term.args[0]))
            case "if":
                return self.ordered(term.args[1]) or self.ordered(term.args[2])
            case _:
                return False

    def seq(self, term: Term, code: Code) -> Ex:
        """The set as a sequence."""
        if not self.ordered(term):
            return ex("maskseq", self.val(term, code))
        match term.op:
            case "zone":
                return self.u.stored.zone_order(term, code)
            case "others":
                return ex("table", self.val(term.args[0], code), imm=self.u.turn_order(False))
            case "builtin" if term.data[0] == "seats_from":
                seat = code.keep(self.val(term.args[0], code))
                order = ex("table", seat, imm=self.u.turn_order(True))
                return ex("ite", ex("lt", seat, const(0)), const(0), order) if term.args[0].kind.optional else order
            case "builtin":
                return ex("seqreverse", self.seq(term.args[0], code))
            case "if":
                test = self.val(term.args[0], code)
                return ex("ite", test, code.keep(self.seq(term.args[1], code)), code.keep(self.seq(term.args[2], code)))
            case _:
                assert isinstance(term.data[1], int)
                return self.sorted(term.data[1], term.args[0], term.args[1], term.args[3:], code)

    def sorted(self, var: int, source: Term, where: Term, keys: tuple[Term, ...], code: Code) -> Ex:
        """Members that pass, by keys; the keys are taken now."""
        result = code.temp()
        code.emit(c.Set(result, const(0)))

        def body(member: Ex, label: int) -> None:
            if not keys:
                code.emit(c.Set(result, ex("seqpush", local(result), member)))
                return
            found = [self.val(key, code) for key in keys]
            code.emit(c.Set(result, ex("sortpush", local(result), member, *found)))

        if self.ordered(source):
            self.in_order(var, self.seq(source, code), where, code, body)
            return ex("sortseq", local(result), imm=len(keys)) if keys else local(result)
        mask = code.keep(self.filter_mask(var, source, where, code))
        several: list[c.Stmt] = []
        with code.into(several):
            found = self.u.fresh_var()
            code.env[found] = mask
            self.each(var, t.Var(found, source.kind), t.TRUE_TERM, code, body)
            if keys:
                code.emit(c.Set(result, ex("sortseq", local(result), imm=len(keys))))
        one = [c.Set(result, ex("seqpush", const(0), ex("highest", mask)))]
        code.emit(c.If(ex("lt", const(1), ex("popcount", mask)), several, [*one]))
        return local(result)
