"""The checker of expressions: a tree of the syntax becomes a term, in which every name is resolved and every kind is
known. Names, calls and phrases have modules of their own: `references`, `query_calls` and `phrases`.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.kinds import query_calls as calls
from solenia_rules.check.kinds import references as ref
from solenia_rules.check.kinds.equality import as_set, is_in_test, is_test
from solenia_rules.check.kinds.fields_and_amounts import amount, as_resource
from solenia_rules.check.kinds.meant import line_of
from solenia_rules.check.kinds.phrases import over_phrase
from solenia_rules.check.kinds.scope import QueryKinds, Scope, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.numbers import LIMIT
from solenia_rules.checked.terms import Term, above_zero
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import QUERIES
from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.places import Span

_REMEDIES = {
    ("test", "bundle"): "amounts are joined with `+`: `1 ... + 1 ...`",
    ("test", "set"): "ask `some(...)` or `no(...)` of a set",
    ("number", "bundle"): "`count(...)` of a bundle is a number",
    ("number", "set"): "`count(...)` of a set is a number",
    ("bundle", "number"): "say of what: `2 ...`, or `(...) of ...` for a computed number",
}
"""(wanted, found) -> what the author most likely meant."""


class Expressions:
    """Checks expressions in a scope. Problems go to the scope; an expression without a term raises Wrong."""

    def __init__(self, queries: QueryKinds) -> None:
        self.queries = queries

    # ---- entry points -------------------------------------------------------------

    def expect(self, expr: n.Expr, wanted: Kind, scope: Scope) -> Term:
        """The term of an expression that must be of a kind."""
        term = self.check(expr, scope)
        return self.fit(term, wanted, scope)

    def fit(self, term: Term, wanted: Kind, scope: Scope, meant: str | None = None) -> Term:
        if wanted.base == "bundle" and term.kind.base in ("resource", "word"):
            scope.problems.report(
                "E301", f"expected a bundle, found a {term.kind}", term.span, "write how many: `1 ...`"
            )
            raise Wrong
        if wanted.base == "test" and isinstance(term, t.HeldValue) and term.kind.base == "test":
            return term
        if not k.accepts(wanted, term.kind):
            hint = _REMEDIES.get((wanted.base, term.kind.base))
            if (wanted.base, term.kind.base) == ("test", "number"):
                hint = f"compare it with something: `{' '.join(term.span.text.split())} > 0`"
            if wanted.base == "test" and term.kind.optional and term.kind.base in k.SINGLE:
                hint = f"to ask whether there is one: `{' '.join(term.span.text.split())} is not none`"
            if term.kind.optional and wanted.base == "number" and term.kind.base == "number":
                hint = "there may be none; `min(n for n in ...)` and `max(n for n in ...)` are 0 then"
            elif term.kind.optional and k.accepts(wanted.maybe(), term.kind):
                hint = "it may be none here: test it with `is not none` first, or use a set"
                if wanted.base in ("piece", "cell", "seat", "word", "face", "resource", "name"):
                    return term
            scope.problems.report("E301", f"expected a {wanted}, found a {term.kind}", term.span, meant or hint)
            raise Wrong
        if wanted.base == "set" and term.kind.base != "set":
            return t.Listed(term, k.set_of(term.kind) if term.kind.base != "none" else wanted, span=term.span)
        return term

    def within(self, term: Term, wanted: Kind, scope: Scope) -> Term:
        """A number given to what has a range: cut off at the ends of the range, as by `set`. A number that is never in
        the range is a mistake."""
        if wanted.base != "number" or term.kind.base != "number":
            return term
        low, high, found = wanted.low, wanted.high, term.kind
        past = high is not None and found.low is not None and found.low > high
        if past or (low is not None and found.high is not None and found.high < low):
            what = found.low if found.low == found.high else "this"
            scope.problems.report("E310", f"{what} is never within {low}..{high}", term.span)
            raise Wrong
        if low is not None and (found.low is None or found.low < low):
            term = calls.extreme("max", (_fixed(low, term.span), term), term.span)
        if high is not None and (found.high is None or found.high > high):
            term = calls.extreme("min", (_fixed(high, term.span), term), term.span)
        return term

    def test(self, expr: n.Expr, scope: Scope) -> Term:
        return self.expect(expr, k.TEST, scope)

    def number(self, expr: n.Expr, scope: Scope) -> Term:
        return self.expect(expr, k.NUMBER, scope)

    def set(self, expr: n.Expr, scope: Scope) -> Term:
        """The term of an expression that must be a set. A single thing counts as a set with one member. A single number
        does not, because a set of numbers was probably meant."""
        term = self.check(expr, scope)
        if term.kind.base == "number":
            shown = " ".join(expr.span.text.split())
            hint = f"`range(1, {shown})` is the set of the numbers from 1 to {shown}"
            if isinstance(term, t.Times):
                hint = f"`{shown}` is a number already: how often the present position was recorded"
            scope.problems.report("E301", "expected a set, found a number", term.span, hint)
            raise Wrong
        return self._to_set(term, scope)

    def _to_set(self, term: Term, scope: Scope) -> Term:
        """A set, or one thing as a set of one."""
        if term.kind.base == "set":
            return term
        if term.kind.base in k.SINGLE or term.kind.base == "none":
            member = term.kind.sure() if term.kind.base != "none" else Kind("nothing")
            return t.Listed(term, k.set_of(member), span=term.span)
        if term.kind.base == "number":
            return calls.only(term)
        hint = f"ask how much of a word it has: `WORD of {line_of(term)} > 0`" if term.kind.base == "bundle" else None
        scope.problems.report("E301", f"expected a set, found a {term.kind}", term.span, hint)
        raise Wrong

    # ---- one case a node ------------------------------------------------------------

    def check(self, expr: n.Expr, scope: Scope) -> Term:
        span = expr.span
        match expr:
            case n.Number(value):
                return _fixed(value, span)
            case n.Amount(number, what):
                count = _fixed(number, span)
                return amount(count, what, scope, span)
            case n.Ref(name):
                return ref.bare(self, name, scope)
            case n.My(name):
                return ref.of_seat(self, name, scope.variables["me"], scope, span)
            case n.Of(left, right):
                return ref.of(self, left, right, scope, span)
            case n.Call():
                return self._call(expr, scope)
            case n.Listed(items):
                return self._listed(items, scope, span)
            case n.Minus(value):
                inner = self.check(value, scope)
                amount_of = " ".join(value.span.text.split())
                meant = f"an amount is never below 0: write `gain {amount_of}` or `lose {amount_of}`"
                negated = self.fit(inner, k.NUMBER, scope, meant if inner.kind.base == "bundle" else None)
                return t.Minus(negated, _bounds("-", k.number_in(0, 0), negated.kind), span=span)
            case n.Arithmetic():
                return self._arithmetic(expr, scope)
            case n.Compare(op, left, right):
                return t.Compare(op, self.number(left, scope), self.number(right, scope), k.TEST, span=span)
            case n.Is(left, right, negated):
                return _negate(is_test(self, left, right, scope, span), negated)
            case n.IsIn(left, right, negated):
                return _negate(is_in_test(self, left, right, scope, span), negated)
            case n.Not(value):
                return t.Not(self.test(value, scope), k.TEST, span=span)
            case n.And(parts):
                return t.And(self._tests(parts, "and", scope), k.TEST, span=span)
            case n.Or(parts):
                return t.Or(self._tests(parts, "or", scope), k.TEST, span=span)
            case n.Possible():
                hint = "name the result first: `let can = possible { ... }`; for several things, in a `for` over them"
                scope.problems.report("E320", "`possible { }` cannot stand inside another expression", span, hint)
                raise Wrong
            case n.IfValue(test, then, otherwise):
                return self._if(test, then, otherwise, scope, span)
            case _:
                assert_never(expr)

    def _tests(self, parts: tuple[n.Expr, ...], word: str, scope: Scope) -> tuple[Term, ...]:
        """Tests that `and` or `or` joins. `x is a or b` lacks the beginning of its second test."""
        made: list[Term] = []
        for number, part in enumerate(parts):
            before, meant = parts[number - 1] if number else None, None
            term = self.check(part, scope)
            if term.kind.base != "test" and isinstance(before, n.Is):
                beginning = " ".join(before.left.span.text.split()) + (" is not" if before.negated else " is")
                meant = f"write out both tests: `{word} {beginning} {part.span.text}`"
            made.append(self.fit(term, k.TEST, scope, meant))
        return tuple(made)

    def _listed(self, items: tuple[n.Expr, ...], scope: Scope, span: Span) -> Term:
        terms = [self._to_set(self.check(item, scope), scope) for item in items]
        kind = terms[0].kind
        for term in terms[1:]:
            joined = k.join(kind, term.kind)
            if joined is None or _mixed(joined):
                scope.problems.report("E304", f"a {kind} and a {term.kind} cannot stand in one list", term.span)
                raise Wrong
            kind = joined
        return t.Union(tuple(terms), kind, span=span)

    def _if(self, test: n.Expr, then: n.Expr, otherwise: n.Expr, scope: Scope, span: Span) -> Term:
        condition = self.test(test, scope)
        a, b = self.check(then, scope), self.check(otherwise, scope)
        kind = k.join(a.kind, b.kind)
        if kind is None:
            hint = None
            if a.kind.base == "number" and b.kind.base == "bundle" and isinstance(otherwise, (n.Of, n.Amount)):
                what = otherwise.right if isinstance(otherwise, n.Of) else otherwise.what
                hint = f"put the number in brackets: `(if ... then ... else ...) of {what.span.text}`"
            scope.problems.report("E304", f"one branch gives a {a.kind}, the other a {b.kind}", span, hint)
            raise Wrong
        if kind.base == "set":
            a, b = self.fit(a, kind, scope), self.fit(b, kind, scope)
        if kind.base == "resource":
            a, b = as_resource(a, scope), as_resource(b, scope)
        return t.If(condition, a, b, kind, span=span)

    def _arithmetic(self, expr: n.Arithmetic, scope: Scope) -> Term:
        left, right = self.check(expr.left, scope), self.check(expr.right, scope)
        span = expr.span
        bases = (left.kind.base, right.kind.base)
        if bases == ("number", "number"):
            left, right = self.fit(left, k.NUMBER, scope), self.fit(right, k.NUMBER, scope)
            if expr.op == "/" and not above_zero(right):
                scope.problems.report("E305", "the divisor could be 0 or less", right.span, "write `max(1, ...)`")
            return t.Arithmetic(expr.op, left, right, _bounds(expr.op, left.kind, right.kind), span=span)
        if expr.op in "+-" and "bundle" in bases:
            left, right = self.fit(left, k.BUNDLE, scope), self.fit(right, k.BUNDLE, scope)
            form = t.BundleAdd if expr.op == "+" else t.BundleSubtract
            return form(left, right, k.BUNDLE, span=span)
        if expr.op == "*" and set(bases) == {"bundle", "number"}:
            number, bundle = (left, right) if bases[0] == "number" else (right, left)
            return t.BundleScale(number, bundle, k.BUNDLE, span=span)
        singles = (*k.SINGLE, "none", "number") if _of_numbers(left, right) else (*k.SINGLE, "none")
        if expr.op in "+-" and all(b == "set" or b in singles for b in bases):
            a, b = as_set(left), as_set(right)
            kind = k.join(a.kind, b.kind)
            if kind is not None and not _mixed(kind):
                if expr.op == "+":
                    return t.Union((a, b), kind, span=span)
                return t.Difference(a, b, kind, span=span)
        hint = None
        if "bundle" in bases and expr.op in "*/":
            hint = "put the computed number in brackets: `(a / b) of ...`"
        scope.problems.report("E304", f"`{expr.op}` cannot combine a {left.kind} and a {right.kind}", span, hint)
        raise Wrong

    # ---- calls -------------------------------------------------------------------------

    def _call(self, call: n.Call, scope: Scope) -> Term:
        name = call.name.text
        if name in QUERIES and isinstance(call.args, (n.Phrase, n.Each)):
            return over_phrase(self, QUERIES[name].name, call.args, scope, call.span)
        if isinstance(call.args, (n.Phrase, n.Each)):
            known = name in scope.names.queries or name in scope.names.meanings
            meant = None if known or isinstance(call.args, n.Each) else _asked(name, call.args)
            if meant is not None:
                scope.problems.report("E201", f"no query is called `{name}`", call.name.span, meant)
                raise Wrong
            scope.problems.report("E303", f"`{name}` does not take a phrase", call.args.span)
            raise Wrong
        if name in QUERIES:
            return calls.builtin_call(self, QUERIES[name].name, call.args, scope, call.span)
        query = scope.names.queries.get(name)
        if query is not None:
            args = tuple(self.check(a, scope) for a in call.args)
            return calls.query_call(self, query, args, call.name, scope, call.span)
        return calls.called(self, call.name, call.args, scope, call.span)


def _asked(name: str, phrase: n.Phrase) -> str | None:
    """The query to write instead of a function that other languages have: `every(x in set where test)`."""
    text, test = " ".join(phrase.span.text.split()), phrase.where
    if name in ("any", "exists", "exist"):
        return f"write `some({text})`"
    if name not in ("every", "each", "forall") or test is None:
        return None
    shown = " ".join(test.span.text.split())
    wrong = f"({shown})" if isinstance(test, (n.And, n.Or)) else shown
    return f"write `no({phrase.name.text} in {' '.join(phrase.source.span.text.split())} where not {wrong})`"


def _of_numbers(left: Term, right: Term) -> bool:
    """Whether one of the two is a set of numbers."""
    return any(x.kind.member is not None and x.kind.member.base == "number" for x in (left, right))


def _mixed(kind: Kind) -> bool:
    """Words of several kinds cannot stand in one set."""
    return kind.member is not None and kind.member.base == "resource"


def _fixed(number: int, span: Span) -> Term:
    return t.Const(number, k.number_in(number, number), span=span)


def _negate(term: Term, negated: bool) -> Term:
    return t.Not(term, k.TEST, span=term.span) if negated else term


def _bounds(sign: t.ArithmeticSign, a: Kind, b: Kind) -> Kind:
    """The kind of a result; results past the bounds of all numbers stay at the bound."""
    made = _result(sign, a, b)
    return k.number_in(*(None if end is None else max(-LIMIT, min(LIMIT, end)) for end in (made.low, made.high)))


def _result(sign: t.ArithmeticSign, a: Kind, b: Kind) -> Kind:
    match sign:
        case "+":
            low = None if a.low is None or b.low is None else a.low + b.low
            high = None if a.high is None or b.high is None else a.high + b.high
            return k.number_in(low, high)
        case "-":
            low = None if a.low is None or b.high is None else a.low - b.high
            high = None if a.high is None or b.low is None else a.high - b.low
            return k.number_in(low, high)
        case "*":
            if a.low is not None and a.high is not None and b.low is not None and b.high is not None:
                products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
                return k.number_in(min(products), max(products))
            if a.low is None or b.low is None or a.low < 0 or b.low < 0:
                return k.NUMBER
            return k.number_in(a.low * b.low, None)
        case "/":
            return k.number_in(0, a.high) if a.low is not None and a.low >= 0 else k.NUMBER
        case _:
            assert_never(sign)
