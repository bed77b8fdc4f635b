"""Lowers queries to functions: the base value, then the modifiers; and the values that pieces and cells hold."""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, CheckedText
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Apply, ApplyBy, Const, Ex, Local, Table
from solenia_rules.core.rewriting import with_locals
from solenia_rules.lower.arguments import Arguments, Lane, from_lanes, to_lanes
from solenia_rules.lower.bundles import Bundles
from solenia_rules.lower.code import Bundle, Code, Value
from solenia_rules.lower.rule_holders import Guarded, Holder, RuleHolders
from solenia_rules.lower.unit import Unit
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import evolve

SCALAR: Lane = ("scalar", "", 0)
"""The only lane of a query whose value is not a bundle."""
INLINE = 24
"""The largest value of a query, in operations, that is inlined instead of called."""


class Queries:
    """The queries of one ruleset."""

    def __init__(self, unit: Unit, bundles: Bundles, arguments: Arguments, holders: RuleHolders) -> None:
        self.u = unit
        self.bundles = bundles
        self.arguments = arguments
        self.holders = holders
        self.lanes: dict[str, list[Lane]] = {}
        """Query -> the lanes of its function's results."""
        self._functions: dict[str, Function] = {}
        self._held: dict[str, Function] = {}

    # ---- calls -------------------------------------------------------------------------------

    def call(self, term: t.Query, code: Code) -> Ex:
        """The value of a query that is not a bundle."""
        declared = self.u.names.queries[term.query]
        modified = self.holders.modifiers(term.query)
        if declared.table is not None and not modified:
            return self._entry(declared, declared.table, self.u.values.of(term.given[0], code))
        if not declared.params and not modified:
            inlined = self.inlined(term)
            if inlined is not None and _is_cheap(inlined):
                return self.u.values.of(inlined, code)
        function = self.function(term.query)
        args = self.arguments.of((term.me, *term.given), code)
        values = _small_results(function)
        if values is not None:
            return with_locals(values[0], dict(enumerate([code.keep(arg) for arg in args])))
        return Apply(function.id, tuple(args))

    def call_bundle(self, term: t.Query, code: Code) -> Bundle:
        """The value of a query that is a bundle."""
        function = self.function(term.query)
        args = self.arguments.of((term.me, *term.given), code)
        lanes = self.lanes[term.query]
        values = _small_results(function)
        if values is not None:
            kept = dict(enumerate([code.keep(arg) for arg in args]))
            return from_lanes(lanes, [with_locals(value, kept) for value in values])
        results = [code.temp() for _ in range(function.results)]
        code.emit(c.Call(function.id, args, tuple(results)))
        return from_lanes(lanes, [Local(result) for result in results])

    def inlined(self, term: t.Query) -> Term | None:
        """The body of a query with its parameters replaced; None if a rule changes the query."""
        text = self.u.checked.queries.get(term.query)
        if text is None or text.value is None or self.holders.modifiers(term.query):
            return None
        replaced: dict[int, Term] = {t.ME: term.me}
        for (_name, number, _kind), given in zip(text.params, term.given, strict=True):
            if not isinstance(given, (t.Var, t.Const, t.Param)):
                return None
            replaced[number] = given
        return self._substitute(text.value, replaced)

    def _substitute(self, term: Term, replaced: dict[int, Term]) -> Term:
        if isinstance(term, t.Var):
            return replaced.get(term.number, term)
        if isinstance(term, t.Phrase):
            fresh = self.u.fresh_var()
            inner = {**replaced, term.var: t.Var(fresh, term.source.kind.member or term.kind)}
            return evolve(
                term,
                var=fresh,
                source=self._substitute(term.source, replaced),
                where=self._substitute(term.where, inner),
                value=None if term.value is None else self._substitute(term.value, inner),
                keys=tuple(self._substitute(key, inner) for key in term.keys),
            )
        return t.with_parts(term, lambda part: self._substitute(part, replaced))

    # ---- functions -----------------------------------------------------------------------------

    def function(self, query: str) -> Function:
        """The function of a query."""
        if query not in self._functions:
            self._functions[query], self.lanes[query] = self._make(query)
        return self._functions[query]

    def without(self, query: str, rule: CheckedRule) -> tuple[Function, list[Lane]]:
        """The function of a query without one of its modifiers, and the lanes of its results."""
        return self._make(query, rule)

    def _make(self, query: str, without: CheckedRule | None = None) -> tuple[Function, list[Lane]]:
        declared = self.u.names.queries[query]
        text = self.u.checked.queries[query]
        function = self.u.new_function(f"query {query}", self.arguments.count(text), text.span)
        code = Code.of(function)
        self.arguments.bind(text, code)
        value: Value
        if declared.table is not None:
            value = self._entry(declared, declared.table, Local(1))
        elif text.value is not None and text.value.kind.base == "bundle":
            value = self.bundles.spread(self.u.values.bundle(text.value, code), code)
        else:
            assert text.value is not None
            value = self.u.values.of(text.value, code)
        for holder, rule in self.holders.modifiers(query):
            if rule is not without:
                value = self._modified(value, holder, rule, code)
        lanes, numbers = to_lanes(value) if isinstance(value, Bundle) else ([SCALAR], [value])
        function.results = len(lanes)
        code.emit(c.Return(tuple(numbers)))
        return function, lanes

    def _entry(self, query: r.Query, table: tuple[int, ...], number: Ex) -> Ex:
        """The entry of a table for a number; the first entry is for the lowest number of the parameter's range."""
        kind = self.u.names.kind(query.params[0].kind)
        first = 0 if kind is None or kind.low is None else kind.low
        index = build.sub(number, Const(first)) if first else number
        kept = build.maximum(Const(0), build.minimum(Const(len(table) - 1), index))
        return Table(self.u.table(table), kept)

    def _modified(self, value: Value, holder: Holder, rule: CheckedRule, code: Code) -> Value:
        """Apply a modifier, `query by me becomes ... where ...`: guarded by the asking seat, by `while` and by
        `where`."""
        asker = code.me
        slots: dict[Lane, int] = {}
        bundled = isinstance(value, Bundle)
        lanes, numbers = to_lanes(value) if isinstance(value, Bundle) else ([SCALAR], [value])
        for lane, number in zip(lanes, numbers, strict=True):
            slots[lane] = code.temp()
            code.emit(c.Set(slots[lane], number))
        known = set(slots)

        def so_far() -> Value:
            if not bundled:
                return Local(slots[SCALAR])
            return from_lanes(list(slots), [Local(s) for s in slots.values()])

        def body() -> None:
            code.env[t.IT] = so_far()
            self.arguments.bind(rule.body, code)
            assert rule.body.value is not None
            if bundled:
                found, changed = to_lanes(self.bundles.kept(self.u.values.bundle(rule.body.value, code), code))
            else:
                found, changed = [SCALAR], [self.u.values.of(rule.body.value, code)]
            made = dict(zip(found, changed, strict=True))
            kept = {lane: code.keep(x) for lane, x in made.items()}
            for lane in [*slots, *(x for x in kept if x not in slots)]:
                if lane not in slots:
                    slots[lane] = code.temp()
                code.emit(c.Set(slots[lane], kept.get(lane, Const(0))))

        inner: list[c.Stmt] = []
        with code.into(inner):
            self.holders.when(holder, rule, asker, code, Guarded(body))
        for lane, slot in slots.items():
            if lane not in known:
                code.emit(c.Set(slot, Const(0)))
        code.out.extend(inner)
        code.env[t.ME] = asker
        return so_far()

    # ---- texts held by pieces and cells ------------------------------------------------------------

    def held_value(self, term: t.HeldValue, code: Code) -> Ex:
        """A number or test that each piece or cell gives as a text."""
        kind = term.holder.kind
        holder = self.u.values.of(term.holder, code)
        default = 1 if term.kind.base == "test" else 0
        texts = self.u.given.held_texts(term.field, kind.base)
        constants = [default if x is None else _constant(x) for x in texts]
        holder = code.keep(holder)
        if all(v is not None for v in constants):
            found: Ex = Table(self.u.table(tuple(v for v in constants if v is not None)), holder)
        else:
            ids = tuple(self._held_function(x, default).id for x in texts)
            found = ApplyBy(
                self.u.table(ids),
                holder,
                (
                    code.me,
                    holder,
                ),
            )
        return build.choice(build.lt(holder, Const(0)), Const(0), found) if kind.optional else found

    def _held_function(self, text: CheckedText | None, default: int) -> Function:
        key = f"held {text.name}" if text is not None else f"held default {default}"
        if key not in self._held:
            span = text.span if text is not None else self.u.names.world.span
            function = self._held[key] = self.u.new_function(key, 2, span, results=1)
            if text is None or text.value is None:
                function.body.append(c.Return((Const(default),)))
            else:
                code = Code.of(function)
                code.env[t.THIS] = Local(1)
                code.emit(c.Return((self.u.values.of(text.value, code),)))
        return self._held[key]

    def held_bundle(self, term: t.HeldValue, code: Code) -> Bundle:
        """A bundle that each piece or cell gives as a text with fixed amounts."""
        holder = code.keep(self.u.values.of(term.holder, code))
        texts = self.u.given.held_texts(term.field, term.holder.kind.base)
        per_holder = [{} if x is None or x.value is None else self._amounts(x, x.value) for x in texts]
        lanes = sorted(
            {lane for found in per_holder for lane in found},
            key=lambda lane: (lane[0], self.u.resource(lane[1], lane[2])),
        )
        tables = [self.u.table(tuple(found.get(lane, 0) for found in per_holder)) for lane in lanes]
        return from_lanes(lanes, [Table(table, holder) for table in tables])

    def _amounts(self, text: CheckedText, value: Term) -> dict[Lane, int]:
        scratch = Code(Function(-1, "constant", 0), [], {})
        lanes, numbers = to_lanes(self.bundles.spread(self.u.values.bundle(value, scratch), scratch))
        return {lane: _fixed(number) for lane, number in zip(lanes, numbers, strict=True)}


def _small_results(function: Function) -> tuple[Ex, ...] | None:
    """The results of a function that only returns values and is small enough to be inlined."""
    match function.body:
        case [c.Return(values)] if all(value.size <= INLINE for value in values):
            return values
    return None


def _constant(text: CheckedText) -> int | None:
    return text.value.value if isinstance(text.value, t.Const) else None


def _is_cheap(term: Term) -> bool:
    """Whether inlining a text is no more expensive than a call."""
    return not any(isinstance(part, (t.Phrase, t.Query)) for part in t.all_terms((term,)))


def _fixed(number: Ex) -> int:
    assert isinstance(number, Const), "checking finds amounts that are not fixed"
    return number.value
