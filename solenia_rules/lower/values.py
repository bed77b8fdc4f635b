"""Lowers checked terms to expressions of the core and to bundles. Loops are emitted as statements before the
expression."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.bundle_sets import lanes, members
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Apply, Const, Ex, GuardedTable, Local, Table
from solenia_rules.core.topology import ROUND, work_out_side_parts, work_out_sides
from solenia_rules.dsl.kinds import Kind
from solenia_rules.lower.bundles import ZERO, Bundles, positive, total_of
from solenia_rules.lower.cell_functions import CellFunctions
from solenia_rules.lower.code import Bundle, Code
from solenia_rules.lower.filters import Filters
from solenia_rules.lower.histories import Histories
from solenia_rules.lower.queries import Queries
from solenia_rules.lower.rule_holders import RuleHolders
from solenia_rules.lower.sets import Sets, end_of_sequence
from solenia_rules.lower.stored import Stored
from solenia_rules.lower.unit import Unit


class TermValues:
    """Lowers every form of term."""

    def __init__(
        self, unit: Unit, stored: Stored, bundles: Bundles, holders: RuleHolders, queries: Queries, filters: Filters,
        sets: Sets,
    ) -> None:  # fmt: skip
        self.u = unit
        self.stored = stored
        self.bundles = bundles
        self.holders = holders
        self.queries = queries
        self.filters = filters
        self.sets = sets
        self.cell_functions = CellFunctions(unit)
        self.histories = Histories(unit)

    def of(self, term: Term, code: Code) -> Ex:
        """A number, test, index or mask."""
        match term:
            case t.Const(value):
                return Const(value)
            case t.Nothing():
                return Const(-1)
            case t.Var(number):
                found = code.env[number]
                assert not isinstance(found, Bundle), term
                return found
            case t.Param(param):
                return Const(self.u.names.params[param].value)
            case t.Arithmetic():
                return self._arithmetic(term, code)
            case t.Minus():
                return build.neg(self.of(term.value, code))
            case t.Compare():
                return self._compare(term, code)
            case t.Equal():
                return build.eq(self.of(term.left, code), self.of(term.right, code))
            case t.In():
                found, mask = self.of(term.member, code), self.of(term.group, code)
                return build.has(mask, found)
            case t.Not():
                return build.not_(self.of(term.value, code))
            case t.And(tests):
                return self._lazy(tests, True, code)
            case t.Or(tests):
                return self._lazy(tests, False, code)
            case t.If():
                return self._if(term, code)
            case t.Listed():
                return build.bit(self.of(term.item, code))
            case t.Union(sets):
                made = self.of(sets[0], code)
                for other in sets[1:]:
                    made = build.bor(made, self.of(other, code))
                return made
            case t.Difference():
                return build.bandnot(self.of(term.left, code), self.of(term.right, code))
            case t.Phrase():
                return self.sets.phrase(term, code)
            case t.Query():
                return self.queries.call(term, code)
            case t.BuiltIn():
                return self._built_in(term, code)
            case t.Times(history):
                return Apply(self.histories.times(history).id, (self.of(term.seat, code),))
            case t.Map():
                return self._map(term, code)
            case t.Place():
                return self.stored.place(term.item, code)
            case t.Active():
                return self.holders.active(term, code)
            case t.HeldValue():
                return self.queries.held_value(term, code)
            case t.Resource(counter):
                return Const(self.u.resource(counter, 0))
            case t.ResourceWord():
                return self._resource_word(term, code)
            case t.AmountIn(counter, word):
                exact = self.bundles.spread(self.bundle(term.bundle, code), code).exact
                return exact.get((counter, word or 0), ZERO)
            case t.AmountOfIn():
                return self._amount_of_in(term.bundle, term.resource, code)
            case (
                t.Field() | t.BuiltInField() | t.SeatField() | t.Counter() | t.State() | t.Zone() | t.Board()
                | t.Cells() | t.Pieces() | t.Owned() | t.Single() | t.Record() | t.BoardCell() | t.Words()
                | t.Seats() | t.Others()
            ):  # fmt: skip
                return self.stored.of(term, code)
            case (
                t.CounterBundle() | t.Amount() | t.AmountOf() | t.AmountFree() | t.BundleAdd() | t.BundleSubtract()
                | t.BundleScale()
            ):  # fmt: skip
                raise AssertionError(f"a bundle is not a single value: {term}")
            case _:
                assert_never(term)

    def _arithmetic(self, term: t.Arithmetic, code: Code) -> Ex:
        left, right = self.of(term.left, code), self.of(term.right, code)
        match term.sign:
            case "+":
                return build.add(left, right)
            case "-":
                return build.sub(left, right)
            case "*":
                return build.mul(left, right)
            case "/":
                return build.div(left, right)
            case _:
                assert_never(term.sign)

    def _compare(self, term: t.Compare, code: Code) -> Ex:
        left, right = self.of(term.left, code), self.of(term.right, code)
        match term.sign:
            case "<":
                return build.lt(left, right)
            case "<=":
                return build.le(left, right)
            case ">":
                return build.lt(right, left)
            case ">=":
                return build.le(right, left)
            case _:
                assert_never(term.sign)

    def _lazy(self, tests: tuple[Term, ...], every: bool, code: Code) -> Ex:
        """Whether every test holds, or some test holds; later tests are skipped when the result is known."""
        made = self.of(tests[0], code)
        for other in tests[1:]:
            body: list[c.Stmt] = []
            with code.into(body):
                right = self.of(other, code)
            if not body:
                made = build.and_(made, right) if every else build.or_(made, right)
                continue
            result = code.temp()
            code.emit(c.Set(result, made))
            body.append(c.Set(result, right))
            code.emit(c.If(Local(result), body, []) if every else c.If(Local(result), [], body))
            made = Local(result)
        return made

    def _if(self, term: t.If, code: Code) -> Ex:
        test = self.of(term.test, code)
        then: list[c.Stmt] = []
        otherwise: list[c.Stmt] = []
        with code.into(then):
            first = self.of(term.then, code)
        with code.into(otherwise):
            second = self.of(term.otherwise, code)
        if not then and not otherwise:
            return build.choice(test, first, second)
        result = code.temp()
        then.append(c.Set(result, first))
        otherwise.append(c.Set(result, second))
        code.emit(c.If(test, then, otherwise))
        return Local(result)

    def _resource_word(self, term: t.ResourceWord, code: Code) -> Ex:
        word = self.of(term.word, code)
        base = self.u.resource(term.counter, 0)
        if not term.word.kind.optional:
            return build.add(Const(base), word)
        width = self.bundles.width(term.counter)
        return GuardedTable(self.u.table(tuple(range(base, base + width))), word)

    def _amount_of_in(self, bundle: Term, resource: Term, code: Code) -> Ex:
        """The amount of a computed resource in a bundle."""
        exact = self.bundles.spread(self.bundle(bundle, code), code).exact
        found = code.keep(self.of(resource, code))
        return total_of(
            build.choice(build.eq(found, Const(self.u.resource(counter, word))), number, ZERO)
            for (counter, word), number in exact.items()
        )

    # ---- bundles -----------------------------------------------------------------------------------

    def bundle(self, term: Term, code: Code) -> Bundle:
        """An amount of several resources."""
        match term:
            case t.Amount(counter, word):
                return Bundle({(counter, word or 0): positive(self.of(term.count, code))})
            case t.AmountFree(counter):
                return Bundle(free={counter: positive(self.of(term.count, code))})
            case t.AmountOf():
                number, found = self.of(term.count, code), self.of(term.resource, code)
                return Bundle(of=[(positive(number), found)])
            case t.BundleAdd():
                return self.bundles.sum_of(self.bundle(term.left, code), self.bundle(term.right, code))
            case t.BundleSubtract():
                return self.bundles.difference(self.bundle(term.left, code), self.bundle(term.right, code), code)
            case t.BundleScale():
                factor = code.keep(build.maximum(ZERO, self.of(term.number, code)))
                return self.bundles.changed(self.bundle(term.bundle, code), lambda x: build.mul(factor, x))
            case t.CounterBundle(counter):
                owner = code.keep(self.of(term.seat, code))
                words = range(self.bundles.width(counter))
                return Bundle({(counter, word): self.bundles.have(counter, word, owner) for word in words})
            case t.If():
                holds = code.keep(self.of(term.test, code))
                first, second = self.bundle(term.then, code), self.bundle(term.otherwise, code)
                first = self.bundles.changed(first, lambda x: build.choice(holds, x, ZERO))
                second = self.bundles.changed(second, lambda x: build.choice(holds, ZERO, x))
                return self.bundles.sum_of(first, second)
            case t.Var(variable):
                value = code.env[variable]
                return value if isinstance(value, Bundle) else self._member(value, term.kind.of or "", code)
            case t.State():
                return self._member(self.of(term, code), term.kind.of or "", code)
            case t.HeldValue():
                return self.queries.held_bundle(term, code)
            case t.Query():
                return self.queries.call_bundle(term, code)
            case (
                t.Const() | t.Nothing() | t.Param() | t.Field() | t.BuiltInField() | t.SeatField() | t.Counter()
                | t.Times() | t.Zone() | t.Board() | t.Cells() | t.Pieces() | t.Owned() | t.Single() | t.Record()
                | t.BoardCell() | t.Words() | t.Seats() | t.Others() | t.BuiltIn() | t.Phrase() | t.Arithmetic()
                | t.Minus() | t.Compare() | t.Equal() | t.In() | t.Not() | t.And() | t.Or() | t.Union()
                | t.Difference() | t.Listed() | t.Place() | t.Map() | t.Active() | t.AmountIn() | t.AmountOfIn()
                | t.Resource() | t.ResourceWord()
            ):  # fmt: skip
                raise AssertionError(f"not a bundle: {term}")
            case _:
                assert_never(term)

    def _member(self, number: Ex, key: str, code: Code) -> Bundle:
        """A member of a set of bundles, by its number."""
        number = code.keep(number)
        amounts = members(key, self.u.names)
        found = enumerate(lanes(key, self.u.names))
        return Bundle({lane: Table(self.u.table(tuple(x[i] for x in amounts)), number) for i, lane in found})

    # ---- built-in queries -------------------------------------------------------------------------

    def _built_in(self, term: t.BuiltIn, code: Code) -> Ex:
        match term.query:
            case "can_pay":
                return self.bundles.can_pay(self.bundle(term.given[0], code), code.me, code)
            case "count" if term.given[0].kind.base == "bundle":
                return self.bundles.total(self.bundle(term.given[0], code))
            case "first" | "last" if self.sets.ordered(term.given[0]):
                return end_of_sequence(term.query, self.sets.sequence(term.given[0], code))
            case "bundles":
                member = term.kind.member
                assert member is not None
                return Const((1 << len(members(member.of or "", self.u.names))) - 1)
            case "nth":
                return self.sets.nth(term.given[0], self.of(term.given[1], code), code)
        values = [self.of(given, code) for given in term.given]
        value, optional = values[0], term.given[0].kind.optional
        match term.query:
            case "count":
                return build.popcount(value)
            case "some":
                return build.ne(value, Const(0))
            case "no":
                return build.eq(value, Const(0))
            case "all" | "reverse":
                return value
            case "first":
                return build.lowest(value)
            case "last":
                return build.highest(value)
            case "min":
                for other in values[1:]:
                    value = build.minimum(value, other)
                return value
            case "max":
                for other in values[1:]:
                    value = build.maximum(value, other)
                return value
            case "distance":
                if len(values) == 3:
                    return Apply(self.cell_functions.steps().id, tuple(values))
                return build.dist(*values)
            case "neighbours":
                return build.near(value)
            case "surroundings":
                return build.around(value)
            case "beside":
                return self._at_side(value, values[1], work_out_sides(self.u.layout), optional, code)
            case "side_at":
                return self._at_side(value, values[1], work_out_side_parts(self.u.layout), optional, code)
            case "word_at":
                return self._word_at(value, values[1], term.given[0].kind, code)
            case "turns_of":
                turns = self.u.table(self.u.given.different_turns(term.given[0].kind))
                found = code.keep(value)
                return (
                    build.choice(build.lt(found, Const(0)), Const(0), Table(turns, found))
                    if optional
                    else Table(turns, found)
                )
            case "corners_of" | "sides_of" | "cells_of":
                return self.cell_functions.touching(term.query, value)
            case "group":
                return build.group(*values)
            case "longest_path":
                return build.trail(*values) if len(values) == 2 else build.path(value)
            case "straight":
                return Apply(self.cell_functions.straight().id, tuple(values))
            case "seats_from":
                everyone = Const((1 << self.u.layout.seats) - 1)
                return build.choice(build.lt(value, Const(0)), Const(0), everyone) if optional else everyone
            case "other":
                if not optional:
                    return build.sub(Const(1), value)
                word = code.keep(value)
                return build.choice(build.lt(word, Const(0)), Const(-1), build.sub(Const(1), word))
            case "next":
                return self._seat_after(value, 1, optional, code)
            case "previous":
                return self._seat_after(value, self.u.layout.seats - 1, optional, code)
            case "random":
                raise AssertionError("a random member is drawn by its statement")
            case "range":
                return build.number_range(*values)
            case "remainder":
                return build.mod(*values)
            case _:
                assert_never(term.query)

    def _at_side(self, cell: Ex, side: Ex, sides: tuple[int, ...], optional: bool, code: Code) -> Ex:
        """What a table has for a side of a cell: as many sides for each cell as go round on every grid."""
        cell = code.keep(cell)
        place = build.mod(build.sub(side, Const(1)), Const(ROUND))
        index = build.add(build.index_mul(cell, Const(ROUND)), place)
        found = Table(self.u.table(sides), index)
        return build.choice(build.lt(cell, Const(0)), Const(-1), found) if optional else found

    def _word_at(self, listed: Ex, number: Ex, kind: Kind, code: Code) -> Ex:
        """The word at a place of a list. A list is stored as its number among the lists of its kind."""
        assert kind.high is not None
        listed = code.keep(listed)
        place = build.mod(build.sub(number, Const(1)), Const(kind.high))
        index = build.add(build.index_mul(listed, Const(kind.high)), place)
        found = Table(self.u.table(self.u.given.listed_words(kind)), index)
        return build.choice(build.lt(listed, Const(0)), Const(-1), found) if kind.optional else found

    def _seat_after(self, seat: Ex, turns: int, optional: bool, code: Code) -> Ex:
        seat = code.keep(seat)
        found = build.mod(build.add(seat, Const(turns)), Const(self.u.layout.seats))
        return build.choice(build.lt(seat, Const(0)), Const(-1), found) if optional else found

    def _map(self, term: t.Map, code: Code) -> Ex:
        """A field of every member of a set, as a mask."""
        if term.built_in and term.field == "cell":
            occupied = self.filters.occupied(term.source, code)
            if occupied is not None:
                return occupied
        result, member = code.temp(), code.temp()
        mask = self.of(term.source, code)
        code.emit(c.Set(result, Const(0)))
        inner: list[c.Stmt] = []
        var = self.u.fresh_var()
        code.env[var] = Local(member)
        kind, target = term.source.kind.member, term.kind.member
        assert kind is not None
        assert target is not None
        one = t.Var(var, kind)
        joins = not term.built_in and self.u.names.is_set(term.field, kind.base)
        field: Term
        if term.built_in:
            field = t.BuiltInField(t.built_in_field(term.field), one, target)
        else:
            field = t.Field(term.field, one, term.kind if joins else target)
        with code.into(inner):
            each = self.of(field, code)
            code.emit(c.Set(result, build.bor(Local(result), each if joins else build.bit(each))))
        code.emit(c.ForBits(member, mask, inner, self.u.label(), code.temp()))
        return Local(result)
