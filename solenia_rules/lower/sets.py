"""Lowers filtering, counting, searching and sorting of sets to loops of the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.numbers import DIGIT
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Ex, Local, SortPush, SortSeq, Table
from solenia_rules.dsl.builtins import QueryName
from solenia_rules.lower.code import Code
from solenia_rules.lower.filters import Filters
from solenia_rules.lower.stored import Stored
from solenia_rules.lower.unit import Unit

EachMember: TypeAlias = Callable[[Ex, int], None]
"""Emits the body of a loop; it gets the member and the label of the loop."""


class Sets:
    """Phrases over sets, and sets that have an order."""

    def __init__(self, unit: Unit, stored: Stored, filters: Filters) -> None:
        self.u = unit
        self.stored = stored
        self.filters = filters

    # ---- loops ---------------------------------------------------------------------------------

    def each(self, var: int, source: Term, where: Term, code: Code, body: EachMember) -> None:
        """Emit a loop over the members that pass a test, in the order of declaration."""
        filtered = self.filters.mask(var, source, where, code)
        member = code.temp()
        label = self.u.label()
        inner: list[c.Stmt] = []
        code.env[var] = Local(member)
        with code.into(inner):
            self._under(filtered.rest, code, lambda: body(Local(member), label))
        code.emit(c.ForBits(member, filtered.mask, inner, label, code.temp()))

    def in_order(self, var: int, members: Ex, where: Term, code: Code, body: EachMember) -> None:
        """Emit a loop over a sequence. The body may ask, because the rest of the sequence is kept in a local."""
        rest, member, label = code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(rest, members))
        inner: list[c.Stmt] = []
        code.env[var] = Local(member)
        with code.into(inner):
            code.emit(c.If(build.eq(Local(rest), Const(0)), [c.Break(label)], []))
            code.emit(c.Set(member, build.seq_first(Local(rest))))
            code.emit(c.Set(rest, build.seq_rest(Local(rest))))
            self._under(where, code, lambda: body(Local(member), label))
        code.emit(c.Loop(label, inner))

    def _under(self, where: Term, code: Code, body: Callable[[], None]) -> None:
        if where == t.TRUE_TERM:
            body()
            return
        test = self.u.values.of(where, code)
        then: list[c.Stmt] = []
        with code.into(then):
            body()
        code.emit(c.If(test, then, []))

    # ---- phrases -------------------------------------------------------------------------------

    def phrase(self, term: t.Phrase, code: Code) -> Ex:
        """The value of a built-in query on a phrase."""
        match term.query:
            case "all":
                return self.filter_mask(term.var, term.source, term.where, code)
            case "count":
                return build.popcount(self.filter_mask(term.var, term.source, term.where, code))
            case "some":
                return self.exists(term.var, term.source, term.where, code)
            case "no":
                return self.exists(term.var, term.source, term.where, code, wanted=False)
            case "first" | "last":
                return self._first(term, term.query, code)
            case "sum" | "min" | "max":
                assert term.value is not None
                return self._total(term, term.query, term.value, code)
            case "closure":
                assert term.value is not None
                return self._closure(term, term.value, code)
            case "longest_path":
                assert term.value is not None
                return self._longest_path(term, term.value, code)
            case _:
                assert_never(term.query)

    def filter_mask(self, var: int, source: Term, where: Term, code: Code) -> Ex:
        """The mask of the members that pass a test."""
        filtered = self.filters.mask(var, source, where, code)
        if filtered.rest == t.TRUE_TERM:
            return filtered.mask
        result = code.temp()
        member = code.temp()
        inner: list[c.Stmt] = []
        code.env[var] = Local(member)
        with code.into(inner):
            test = self.u.values.of(filtered.rest, code)
            code.emit(c.If(test, [c.Set(result, build.bor(Local(result), build.bit(Local(member))))], []))
        loop = c.ForBits(member, filtered.mask, inner, self.u.label(), code.temp(), free=True)
        code.emit(c.Work((result,), [c.Set(result, Const(0)), loop]))
        return Local(result)

    def exists(self, var: int, source: Term, where: Term, code: Code, wanted: bool = True) -> Ex:
        """Whether some member passes a test; with `wanted` false: whether none does."""
        if isinstance(source, t.Phrase) and source.query == "closure" and source.value is not None:
            return self._in_closure(source, source.value, var, where, wanted, code)
        filtered = self.filters.mask(var, source, where, code)
        if filtered.rest == t.TRUE_TERM:
            return build.ne(filtered.mask, Const(0)) if wanted else build.eq(filtered.mask, Const(0))
        result = code.temp()
        member, label = code.temp(), self.u.label()
        inner: list[c.Stmt] = []
        code.env[var] = Local(member)
        with code.into(inner):
            test = self.u.values.of(filtered.rest, code)
            code.emit(c.If(test, [c.Set(result, Const(int(wanted))), c.Break(label)], []))
        loop = c.ForBits(member, filtered.mask, inner, label, code.temp(), free=True)
        code.emit(c.Work((result,), [c.Set(result, Const(int(not wanted))), loop]))
        return Local(result)

    def _first(self, term: t.Phrase, which: Literal["first", "last"], code: Code) -> Ex:
        if not term.keys and self.ordered(term.source):
            members = self.sequence(term.source, code)
            if term.where == t.TRUE_TERM:
                return end_of_sequence(which, members)
            return self._first_in_order(term, which, members, code)
        if not term.keys and which == "first":
            return self._lowest(term, code)
        if not term.keys:
            return build.highest(self.filter_mask(term.var, term.source, term.where, code))
        result = code.temp()
        best = [code.temp() for _ in term.keys]
        code.emit(c.Set(result, Const(-1)))

        def body(member: Ex, _label: int) -> None:
            found = [code.keep(self.u.values.of(key, code)) for key in term.keys]
            pairs = [(a, Local(b)) if which == "first" else (Local(b), a) for a, b in zip(found, best, strict=True)]
            better = build.lt(*pairs[-1])
            for a, b in reversed(pairs[:-1]):
                better = build.or_(build.lt(a, b), build.and_(build.eq(a, b), better))
            then: list[c.Stmt] = [c.Set(b, a) for a, b in zip(found, best, strict=True)]
            then.append(c.Set(result, member))
            code.emit(c.If(build.or_(build.lt(Local(result), Const(0)), better), then, []))

        if self.ordered(term.source):
            self.in_order(term.var, self.sequence(term.source, code), term.where, code, body)
        else:
            self.each(term.var, term.source, term.where, code, body)
        return Local(result)

    def _lowest(self, term: t.Phrase, code: Code) -> Ex:
        """The lowest member that passes the test, or -1: members after it are not tested."""
        filtered = self.filters.mask(term.var, term.source, term.where, code)
        if filtered.rest == t.TRUE_TERM:
            return build.lowest(filtered.mask)
        result, member, label = code.temp(), code.temp(), self.u.label()
        inner: list[c.Stmt] = []
        code.env[term.var] = Local(member)
        with code.into(inner):
            test = self.u.values.of(filtered.rest, code)
            code.emit(c.If(test, [c.Set(result, Local(member)), c.Break(label)], []))
        loop = c.ForBits(member, filtered.mask, inner, label, code.temp())
        code.emit(c.Work((result,), [c.Set(result, Const(-1)), loop]))
        return Local(result)

    def nth(self, source: Term, number: Ex, code: Code) -> Ex:
        """The member with a number in the order of a set; none if the set has no such member."""
        ordered = self.ordered(source)
        rest, left, label = code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(rest, self.sequence(source, code) if ordered else self.u.values.of(source, code)))
        code.emit(c.Set(left, number))
        others: list[c.Stmt] = []
        with code.into(others):
            done = build.or_(build.le(Local(left), Const(1)), build.eq(Local(rest), Const(0)))
            code.emit(c.If(done, [c.Break(label)], []))
            first = build.bit(build.lowest(Local(rest)))
            code.emit(c.Set(rest, build.seq_rest(Local(rest)) if ordered else build.bandnot(Local(rest), first)))
            code.emit(c.Set(left, build.sub(Local(left), Const(1))))
        code.emit(c.Loop(label, others))
        found = build.seq_first(Local(rest)) if ordered else build.lowest(Local(rest))
        return build.choice(build.eq(Local(left), Const(1)), found, Const(-1))

    def _first_in_order(self, term: t.Phrase, which: Literal["first", "last"], members: Ex, code: Code) -> Ex:
        result = code.temp()
        code.emit(c.Set(result, Const(-1)))

        def body(member: Ex, label: int) -> None:
            code.emit(c.Set(result, member))
            if which == "first":
                code.emit(c.Break(label))

        self.in_order(term.var, members, term.where, code, body)
        return Local(result)

    def _total(self, term: t.Phrase, which: Literal["sum", "min", "max"], value: Term, code: Code) -> Ex:
        if which == "min" and isinstance(value, t.Var) and value.number == term.var:
            # The smallest of a set of numbers is its lowest member; of none it is 0.
            return build.maximum(self._lowest(term, code), Const(0))
        result = code.temp()
        code.emit(c.Set(result, Const(0)))
        started = code.temp()
        if which != "sum":
            code.emit(c.Set(started, Const(0)))

        def body(_member: Ex, _label: int) -> None:
            found = self.u.values.of(value, code)
            if which == "sum":
                code.emit(c.Set(result, build.add(Local(result), found)))
                return
            found = code.keep(found)
            better = build.minimum(Local(result), found) if which == "min" else build.maximum(Local(result), found)
            code.emit(c.If(Local(started), [c.Set(result, better)], [c.Set(result, found)]))
            code.emit(c.Set(started, Const(1)))

        self.each(term.var, term.source, term.where, code, body)
        return build.clamp(Local(result)) if which == "sum" else Local(result)

    def _closure(self, term: t.Phrase, value: Term, code: Code) -> Ex:
        """The members that pass the test, and with each member everything in its value. Each is visited once."""
        return self._flood(term, value, code, lambda _member, _label: None)

    def _in_closure(self, term: t.Phrase, value: Term, var: int, where: Term, wanted: bool, code: Code) -> Ex:
        """Whether some member of a closure passes a test, or none. The closure grows until a member passes."""
        result = code.temp()
        code.emit(c.Set(result, Const(int(not wanted))))

        def body(member: Ex, label: int) -> None:
            code.env[var] = member
            test = self.u.values.of(where, code)
            code.emit(c.If(test, [c.Set(result, Const(int(wanted))), c.Break(label)], []))

        self._flood(term, value, code, body)
        return Local(result)

    def _flood(self, term: t.Phrase, value: Term, code: Code, body: Callable[[Ex, int], None]) -> Ex:
        """Visit the members of a closure; `body` gets each of them, and the label of the loop."""
        found, waiting, member, label = code.temp(), code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(waiting, self.filter_mask(term.var, term.source, term.where, code)))
        code.emit(c.Set(found, Const(0)))
        inner: list[c.Stmt] = [c.If(build.eq(Local(waiting), Const(0)), [c.Break(label)], [])]
        code.env[term.var] = Local(member)
        with code.into(inner):
            code.emit(c.Set(member, build.lowest(Local(waiting))))
            code.emit(c.Set(found, build.bor(Local(found), build.bit(Local(member)))))
            body(Local(member), label)
            more = build.bor(Local(waiting), self.u.values.of(value, code))
            code.emit(c.Set(waiting, build.bandnot(more, Local(found))))
        code.emit(c.Loop(label, inner))
        return Local(found)

    def _longest_path(self, term: t.Phrase, value: Term, code: Code) -> Ex:
        """The most weight of a path over the members that pass the test, each with its value as its weight."""
        weighed = code.temp()
        code.emit(c.Set(weighed, Const(0)))

        def body(member: Ex, _label: int) -> None:
            weight = build.clamp(self.u.values.of(value, code))
            code.emit(c.Set(weighed, SortPush(Local(weighed), member, (weight,))))

        self.each(term.var, term.source, term.where, code, body)
        if term.over is None:
            return code.keep(build.clamp(build.weighed_path(Local(weighed))))
        over = self.u.values.of(term.over, code)
        return code.keep(build.clamp(build.weighed_trail(Local(weighed), over)))

    # ---- order ----------------------------------------------------------------------------------

    def ordered(self, term: Term) -> bool:
        """Whether a set has an order other than that of declaration."""
        match term:
            case t.Zone(zone):
                return self.u.names.zones[zone].order != "none"
            case t.Others():
                return True
            case t.BuiltIn(query):
                return _gives_order(query)
            case t.Phrase(query):
                return query == "all" and (bool(term.keys) or self.ordered(term.source))
            case t.If():
                return self.ordered(term.then) or self.ordered(term.otherwise)
            case (
                t.Const() | t.Nothing() | t.Var() | t.Param() | t.Field() | t.BuiltInField() | t.SeatField()
                | t.Counter() | t.CounterBundle() | t.State()
                | t.Times() | t.Board() | t.Cells() | t.Pieces() | t.Owned()
                | t.Single() | t.Record() | t.BoardCell() | t.Words() | t.Seats() | t.Query() | t.Arithmetic()
                | t.Minus() | t.Compare() | t.Equal() | t.In() | t.Not() | t.And() | t.Or() | t.Union()
                | t.Difference() | t.Listed() | t.Place() | t.Map() | t.Active() | t.HeldValue() | t.Amount()
                | t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn() | t.BundleAdd() | t.BundleSubtract()
                | t.BundleScale() | t.Resource() | t.ResourceWord()
            ):  # fmt: skip
                return False
            case _:
                assert_never(term)

    def sequence(self, term: Term, code: Code) -> Ex:
        """A set as a sequence."""
        if not self.ordered(term):
            return build.seq_of(self.u.values.of(term, code))
        match term:
            case t.Zone():
                return self.stored.zone_order(term, code)
            case t.Others():
                return Table(self._turn_order(with_self=False), self.u.values.of(term.seat, code))
            case t.BuiltIn("reverse", (things,)):
                return build.seq_reverse(self.sequence(things, code))
            case t.BuiltIn("seats_from", (seat,)):
                first = code.keep(self.u.values.of(seat, code))
                order = Table(self._turn_order(with_self=True), first)
                return build.choice(build.lt(first, Const(0)), Const(0), order) if seat.kind.optional else order
            case t.If():
                found = self.u.values.of(term.test, code)
                sides = [code.keep(self.sequence(side, code)) for side in (term.then, term.otherwise)]
                return build.choice(found, *sides)
            case t.Phrase(_, var, _, _, _, keys):
                return self.sorted(var, term.source, term.where, keys, code)
        raise AssertionError(f"{term} has no order")

    def sorted(self, var: int, source: Term, where: Term, keys: tuple[Term, ...], code: Code) -> Ex:
        """The members that pass a test, sorted by keys. The keys are computed once, before the loop."""
        result = code.temp()
        code.emit(c.Set(result, Const(0)))

        def body(member: Ex, _label: int) -> None:
            if not keys:
                code.emit(c.Set(result, build.seq_push(Local(result), member)))
                return
            found = [self.u.values.of(key, code) for key in keys]
            code.emit(c.Set(result, SortPush(Local(result), member, (*found,))))

        if self.ordered(source):
            self.in_order(var, self.sequence(source, code), where, code, body)
            return SortSeq(Local(result), len(keys)) if keys else Local(result)
        mask = code.keep(self.filter_mask(var, source, where, code))
        several: list[c.Stmt] = []
        with code.into(several):
            found = self.u.fresh_var()
            code.env[found] = mask
            self.each(var, t.Var(found, source.kind), t.TRUE_TERM, code, body)
            if keys:
                code.emit(c.Set(result, SortSeq(Local(result), len(keys))))
        one: list[c.Stmt] = [c.Set(result, build.seq_push(Const(0), build.highest(mask)))]
        code.emit(c.If(build.lt(Const(1), build.popcount(mask)), several, one))
        return Local(result)

    def _turn_order(self, with_self: bool) -> int:
        """The table of the seats in turn order, starting from each seat."""
        count = self.u.layout.seats
        rows = []
        for seat in range(count):
            order = [(seat + i) % count for i in range(0 if with_self else 1, count)]
            rows.append(sum((s + 1) << (DIGIT * i) for i, s in enumerate(order)))
        return self.u.table(tuple(rows))


def end_of_sequence(which: Literal["first", "last"], members: Ex) -> Ex:
    """The first or last member of a sequence."""
    return build.seq_first(members) if which == "first" else build.seq_last(members)


def _gives_order(query: QueryName) -> bool:
    """Whether the set returned by a built-in query has an order of its own."""
    match query:
        case "seats_from" | "reverse":
            return True
        case (
            "count" | "some" | "no" | "all" | "first" | "last" | "nth" | "min" | "max" | "distance" | "neighbours"
            | "surroundings" | "group" | "longest_path" | "straight" | "corners_of" | "sides_of" | "cells_of"
            | "beside" | "side_at" | "word_at" | "turns_of"
            | "can_pay" | "other" | "next" | "previous" | "range" | "remainder" | "bundles" | "random"
        ):  # fmt: skip
            return False
        case _:
            assert_never(query)
