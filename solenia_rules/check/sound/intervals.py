"""Bounds of numbers, and tests that always or never hold, as far as both are known before play.

`Intervals` takes a number and gives its lowest and highest value: from kinds, ranges of parameters, texts of queries
and the lasting rules that change them. `truth` takes a test. Where nothing is known the answer is None, which is always
correct, so forms that are not listed here need no case.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from solenia_rules.check.sound.costs import Costs
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.frozen import field, frozen

Interval: TypeAlias = tuple[int | None, int | None]
"""Lowest and highest; None: no bound is known."""

MOST_RULES = 64
"""With more holders of one rule on a query, nothing is said about the query."""


@frozen(eq=False)
class Known:
    """What is known of the variables of the text that a number stands in."""

    it: Interval | None = None
    """Bounds of the value that a rule changes."""
    members: Mapping[int, Term] = field(factory=dict)
    """Variables that stand for members of a set, with the set."""


NOTHING_KNOWN = Known()


class Intervals:
    """Bounds of numbers. `settled`: with the parameters as they are set, not with all values that they may have."""

    def __init__(self, calls: Calls, costs: Costs, settled: bool) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.costs = costs
        self.settled = settled

    def of(self, term: Term, known: Known = NOTHING_KNOWN) -> Interval:
        match term:
            case t.Var(t.IT) if known.it is not None:
                return known.it
            case t.Var(number):
                return self._member(term, known.members.get(number), known)
            case t.Arithmetic(sign):
                return _arithmetic(sign, self.of(term.left, known), self.of(term.right, known))
            case t.If():
                return _joined(self.of(term.then, known), self.of(term.otherwise, known))
            case t.BuiltIn("min", given):
                return _least([self.of(x, known) for x in given])
            case t.BuiltIn("max", given):
                return _greatest([self.of(x, known) for x in given])
            case t.BuiltIn("count", (group,)) if group.kind.base == "set":
                return 0, self.costs.sizes.of(group)
            case t.Phrase("count"):
                return 0, self.costs.sizes.of(term.source)
            case t.Phrase("sum", var) if term.value is not None:
                return self._sum(term, var, term.value, known)
            case t.Query(query):
                return self._query(("query", query, ""))
            case t.Param(param) if self.settled:
                value = self.names.params[param].value
                return value, value
            case _:
                return term.kind.low, term.kind.high

    def _sum(self, phrase: t.Phrase, var: int, value: Term, known: Known) -> Interval:
        """A sum over the members of a set. The pieces in the zones of all seats are no more than there are."""
        match value:
            case t.BuiltIn("count", (t.Zone(name, t.Var(number)),)) if number == var:
                return 0, sum(self.costs.sizes.pieces[kind] for kind in self.names.zones[name].of)
            case _:
                low, high = self.of(value, known)
                most = self.costs.sizes.of(phrase.source)
                return (0 if low is not None and low >= 0 else None), (None if high is None else max(0, high * most))

    def _member(self, var: t.Var, source: Term | None, known: Known) -> Interval:
        """A variable; as a member of a range it lies between the ends."""
        match source:
            case t.BuiltIn("range", (first, last)):
                low, high = self.of(first, known)[0], self.of(last, known)[1]
                return max(0, low or 0), var.kind.high if high is None else high
            case _:
                return var.kind.low, var.kind.high

    def _query(self, node: Node) -> Interval:
        text = self.calls.texts.get(node)
        return (None, None) if text is None else self._with_rules(node, text)

    def _with_rules(self, node: Node, text: CheckedText) -> Interval:
        table = self.names.queries[node[1]].table
        found: Interval = (min(table), max(table)) if table else (None, None)
        if text.value is not None:
            found = self.of(text.value)
        for rule in self.calls.rules_of.get(node, ()):
            value = self.calls.rules[rule].body.value
            times = self.costs.holders(rule)
            if value is None or times > MOST_RULES:
                return None, None
            for _holder in range(times):
                found = _joined(found, self.of(value, Known(found)))
        return found


def _arithmetic(sign: t.ArithmeticSign, a: Interval, b: Interval) -> Interval:
    low, high = a
    match sign:
        case "+":
            return _added(low, b[0]), _added(high, b[1])
        case "-":
            return _added(low, None if b[1] is None else -b[1]), _added(high, None if b[0] is None else -b[0])
        case "*" | "/":
            if low is None or b[0] is None or low < 0 or b[0] < 0:
                return None, None
            if sign == "*":
                return low * b[0], None if high is None or b[1] is None else high * b[1]
            return (low // b[1] if b[1] else 0), (None if high is None else high // max(1, b[0]))
        case _:
            assert_never(sign)


def _added(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _joined(a: Interval, b: Interval) -> Interval:
    low = None if a[0] is None or b[0] is None else min(a[0], b[0])
    high = None if a[1] is None or b[1] is None else max(a[1], b[1])
    return low, high


def _greatest(parts: list[Interval]) -> Interval:
    lows, highs = [x for x, _ in parts if x is not None], [x for _, x in parts if x is not None]
    return max(lows, default=None), max(highs) if len(highs) == len(parts) else None


def _least(parts: list[Interval]) -> Interval:
    lows, highs = [x for x, _ in parts if x is not None], [x for _, x in parts if x is not None]
    return min(lows) if len(lows) == len(parts) else None, min(highs, default=None)


# ---- tests -----------------------------------------------------------------------------------------


def truth(test: Term) -> bool | None:
    """Whether a test always holds (True) or never holds (False); None: that is not known."""
    match test:
        case t.Const(value):
            return bool(value)
        case t.Not():
            found = truth(test.value)
            return None if found is None else not found
        case t.And(tests):
            parts = [truth(part) for part in tests]
            return False if False in parts else None if None in parts else True
        case t.Or(tests):
            parts = [truth(part) for part in tests]
            return True if True in parts else None if None in parts else False
        case t.Compare(sign):
            return _compared(sign, test.left, test.right)
        case t.Equal(t.Const(one) as left, t.Const(other) as right) if left.kind.of == right.kind.of:
            return one == other
        case t.Equal() if test.left.kind.base == "number":
            return False if _below(test.left, test.right, 0) or _below(test.right, test.left, 0) else None
        case _:
            return None


def _compared(sign: t.CompareSign, a: Term, b: Term) -> bool | None:
    match sign:
        case ">":
            return _compared("<", b, a)
        case ">=":
            return _compared("<=", b, a)
        case "<":
            return True if _below(a, b, 0) else False if _below(b, a, 1) else None
        case "<=":
            return True if _below(a, b, 1) else False if _below(b, a, 0) else None
        case _:
            assert_never(sign)


def _below(a: Term, b: Term, gap: int) -> bool:
    """Whether a is always less than b + gap."""
    return a.kind.high is not None and b.kind.low is not None and a.kind.high < b.kind.low + gap
