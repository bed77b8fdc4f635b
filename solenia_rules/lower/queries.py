"""Queries as functions: base value, then what modifiers make of it; values held by pieces and cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, CheckedText
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower.code import Bundle, Code, Lane, from_lanes, to_lanes
from solenia_rules.lower.holders import Holder
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import evolve

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit

SCALAR: Lane = ("scalar", "", 0)


class Queries:
    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self.functions: dict[str, c.Function] = {}
        self.lanes: dict[str, list[Lane]] = {}
        self._actives: dict[str, c.Function] = {}

    # ---- calls -------------------------------------------------------------------------------

    def call(self, term: Term, code: Code) -> Ex:
        query = str(term.data[0])
        declared = self.u.names.queries[query]
        modified = self.u.holders.modifiers(query)
        if declared.table is not None and not modified:
            return self._entry(declared, declared.table, self.u.terms.val(term.args[1], code))
        if not declared.params and not modified:
            inlined = self.inlined(term)
            if inlined is not None and _cheap(inlined):
                return self.u.terms.val(inlined, code)
        function = self.function(query)
        args = self.u.handing.args(term.args, code)
        body = function.body
        if len(body) == 1 and isinstance(body[0], c.Return) and size(body[0].values[0]) <= INLINE:
            return in_place(body[0].values[0], [code.keep(a) for a in args])
        return ex("call", *args, imm=function.id)

    def call_bundle(self, term: Term, code: Code) -> Bundle:
        function = self.function(str(term.data[0]))
        args = self.u.handing.args(term.args, code)
        body = function.body
        if len(body) == 1 and isinstance(body[0], c.Return) and all(size(v) <= INLINE for v in body[0].values):
            kept = [code.keep(a) for a in args]
            return from_lanes(self.lanes[str(term.data[0])], [in_place(v, kept) for v in body[0].values])
        results = [code.temp() for _ in range(function.results)]
        code.emit(c.Call(function.id, args, tuple(results)))
        return from_lanes(self.lanes[str(term.data[0])], [local(result) for result in results])

    def inlined(self, term: Term) -> Term | None:
        """The query's text with its parameters replaced, where no rule changes the query."""
        query = str(term.data[0])
        text = self.u.checked.queries.get(query)
        if text is None or text.value is None or self.u.holders.modifiers(query):
            return None
        replaced: dict[int, Term] = {t.ME: term.args[0]}
        for (_name, number, _kind), arg in zip(text.params, term.args[1:], strict=True):
            if arg.op not in ("var", "const", "param"):
                return None
            replaced[number] = arg
        return self.substitute(text.value, replaced)

    def substitute(self, term: Term, replaced: dict[int, Term]) -> Term:
        if isinstance(term, t.Var):
            return replaced.get(term.number, term)
        if isinstance(term, t.Phrase):
            fresh = self.u.fresh_var()
            inner = {**replaced, term.var: t.Var(fresh, term.source.kind.member or term.kind)}
            return evolve(
                term,
                var=fresh,
                source=self.substitute(term.source, replaced),
                where=self.substitute(term.where, inner),
                value=None if term.value is None else self.substitute(term.value, inner),
                keys=tuple(self.substitute(key, inner) for key in term.keys),
            )
        return t.with_parts(term, lambda part: self.substitute(part, replaced))

    # ---- functions -----------------------------------------------------------------------------

    def function(self, query: str) -> c.Function:
        if query not in self.functions:
            self.functions[query], self.lanes[query] = self._make(query)
        return self.functions[query]

    def without(self, query: str, rule: CheckedRule) -> tuple[c.Function, list[Lane]]:
        """The query as it would be if one of its modifiers were not there, and what its results are."""
        return self._make(query, rule)

    def _entry(self, query: r.Query, table: tuple[int, ...], number: Ex) -> Ex:
        """The entry for a number; the first is that of the lowest number of the parameter's range."""
        kind = self.u.names.kind(query.params[0].kind)
        first = 0 if kind is None or kind.low is None else kind.low
        index = ex("sub", number, const(first)) if first else number
        kept = ex("max", const(0), ex("min", const(len(table) - 1), index))
        return ex("table", kept, imm=self.u.table(table))

    def _make(self, query: str, without: CheckedRule | None = None) -> tuple[c.Function, list[Lane]]:
        declared = self.u.names.queries[query]
        text = self.u.checked.queries[query]
        function = self.u.new_function(f"query {query}", self.u.handing.count(text), text.span)
        code = self.u.start(function, text)
        self.u.handing.bind(text, code)
        value: Ex | Bundle
        if declared.table is not None:
            value = self._entry(declared, declared.table, local(1))
        elif text.value is not None and text.value.kind.base == "bundle":
            value = self.u.bundles.spread(self.u.bundles.of(text.value, code), code)
        else:
            assert text.value is not None
            value = self.u.terms.val(text.value, code)
        for holder, rule in self.u.holders.modifiers(query):
            if rule is not without:
                value = self._modify(value, holder, rule, code)
        lanes, numbers = to_lanes(value) if isinstance(value, Bundle) else ([SCALAR], [value])
        function.results = len(lanes)
        code.emit(c.Return(tuple(numbers)))
        return function, lanes

    def _modify(self, value: Ex | Bundle, holder: Holder, rule: CheckedRule, code: Code) -> Ex | Bundle:
        """`query by me becomes ... where ...`: guarded by who asks, by `while`, by `where`."""
        asker = code.env[t.ME]
        assert isinstance(asker, Ex)
        assert rule.body.value is not None
        slots: dict[Lane, int] = {}
        bundled = isinstance(value, Bundle)
        lanes, numbers = to_lanes(value) if isinstance(value, Bundle) else ([SCALAR], [value])
        for lane, number in zip(lanes, numbers, strict=True):
            slots[lane] = code.temp()
            code.emit(c.Set(slots[lane], number))
        known = set(slots)

        def so_far() -> Ex | Bundle:
            if not bundled:
                return local(slots[SCALAR])
            return from_lanes(list(slots), [local(s) for s in slots.values()])

        def body() -> None:
            code.env[t.IT] = so_far()
            self.u.handing.bind(rule.body, code)
            assert rule.body.value is not None
            if bundled:
                found, changed = to_lanes(self.u.bundles.kept(self.u.bundles.of(rule.body.value, code), code))
            else:
                found, changed = [SCALAR], [self.u.terms.val(rule.body.value, code)]
            made = dict(zip(found, changed, strict=True))
            kept = {lane: code.keep(x) for lane, x in made.items()}
            for lane in [*slots, *(x for x in kept if x not in slots)]:
                if lane not in slots:
                    slots[lane] = code.temp()
                code.emit(c.Set(slots[lane], kept.get(lane, const(0))))

        inner: list[c.Stmt] = []
        with code.into(inner):
            self.u.holders.when(holder, rule, asker, code, body, self.u.handing.bind)
        for lane, slot in slots.items():
            if lane not in known:
                code.emit(c.Set(slot, const(0)))
        code.out.extend(inner)
        code.env[t.ME] = asker
        return so_far()

    # ---- texts held by pieces and cells ------------------------------------------------------------

    def held_value(self, term: Term, code: Code) -> Ex:
        """A number or test that each piece or cell gives as a text."""
        field, base = str(term.data[0]), term.args[0].kind.base
        holder = self.u.terms.val(term.args[0], code)
        default = 1 if term.kind.base == "test" else 0
        texts = self.u.given.held_texts(field, base)
        constants = [default if x is None else _constant(x) for x in texts]
        holder = code.keep(holder)
        if all(v is not None for v in constants):
            found = ex("table", holder, imm=self.u.table(tuple(v for v in constants if v is not None)))
        else:
            ids = tuple(self._held_function(x, default).id for x in texts)
            found = ex("calldyn", holder, self.u.terms.me(code), holder, imm=self.u.table(ids))
        if not term.args[0].kind.optional:
            return found
        return ex("ite", ex("lt", holder, const(0)), const(0), found)

    def _held_function(self, text: CheckedText | None, default: int) -> c.Function:
        key = f"held {text.name}" if text is not None else f"held default {default}"
        if key not in self.functions:
            function = self.u.new_function(key, 2, text.span if text is not None else self.u.names.world.span)
            self.functions[key] = function
            function.results = 1
            if text is None or text.value is None:
                function.body.append(c.Return((const(default),)))
            else:
                code = self.u.start(function, text)
                code.env[t.THIS] = local(1)
                code.emit(c.Return((self.u.terms.val(text.value, code),)))
        return self.functions[key]

    def held_bundle(self, term: Term, code: Code) -> Bundle:
        field, base = str(term.data[0]), term.args[0].kind.base
        holder = code.keep(self.u.terms.val(term.args[0], code))
        texts = self.u.given.held_texts(field, base)
        per_holder: list[dict[Lane, int]] = []
        for text in texts:
            if text is None or text.value is None:
                per_holder.append({})
                continue
            scratch = Code(c.Function(-1, "constant", 0), [], {})
            lanes, numbers = to_lanes(self.u.bundles.spread(self.u.bundles.of(text.value, scratch), scratch))
            assert all(x.op == "const" for x in numbers), text.name
            per_holder.append({lane: x.imm for lane, x in zip(lanes, numbers, strict=True)})
        all_lanes = sorted({lane for found in per_holder for lane in found}, key=self.u.lane_order)
        values = [
            ex("table", holder, imm=self.u.table(tuple(f.get(lane, 0) for f in per_holder))) for lane in all_lanes
        ]
        return from_lanes(all_lanes, values)

    # ---- whether lasting rules hold --------------------------------------------------------------------

    def active(self, term: Term, code: Code) -> Ex:
        subject = term.args[0]
        holder = code.keep(self.u.terms.val(subject, code))
        if subject.kind.base == "cell":
            owner = ex("gtable", holder, imm=self.u.table(tuple(x.seat for x in self.u.layout.cells)))
        else:
            owner = self.u.stored.owner(holder, subject.kind.of, code)
        assert subject.kind.of is not None, term
        return self.active_of(subject.kind.of, owner, holder, code)

    def active_of(self, kind: str, owner: Ex, holder: Ex, code: Code) -> Ex:
        text = self.u.checked.active_while.get(kind)
        if text is None:
            return ex("le", const(0), owner)
        if kind not in self._actives:
            function = self.u.new_function(f"{kind} is active", 2, text.span)
            function.results = 1
            self._actives[kind] = function
            inner = self.u.start(function, text)
            inner.env[t.THIS] = local(1)
            assert text.value is not None
            inner.emit(c.Return((self.u.terms.val(text.value, inner),)))
        owner = code.keep(owner)
        return ex("land", ex("le", const(0), owner), ex("call", owner, holder, imm=self._actives[kind].id))


INLINE = 24
"""Largest value of a query, in operations, that is copied instead of called."""


def size(value: Ex) -> int:
    return 1 + sum(size(a) for a in value.args)


def in_place(value: Ex, args: list[Ex]) -> Ex:
    """The value with its function's parameters replaced."""
    if value.op == "local":
        return args[value.imm]
    return ex(value.op, *(in_place(a, args) for a in value.args), imm=value.imm) if value.args else value


def _constant(text: CheckedText) -> int | None:
    term = text.value
    if term is None:
        return None
    if term.op == "const" and isinstance(term.data[0], int):
        return term.data[0]
    return None


def _cheap(term: Term) -> bool:
    """Whether a text costs no more in place than a call."""
    return term.op not in ("phrase", "query") and all(_cheap(a) for a in term.args)
