"""What can never be paid: amounts above all that a counter can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedText, all_acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

if TYPE_CHECKING:
    from solenia_rules.check.sound.costs import Costs

Interval: TypeAlias = tuple[int | None, int | None]
"""Lowest and highest; None: no bound is known."""
Least: TypeAlias = dict[tuple[str, int | None], int]
"""(counter, word or None for all words together) -> at least so much."""

MOST_RULES = 64
"""More rules on one query are not followed."""


class Prices:
    def __init__(self, calls: Calls, costs: Costs) -> None:
        self.calls = calls
        self.checked = calls.checked
        self.names = calls.checked.names
        self.costs = costs
        self.settled = False
        """Whether parameters are taken as they are set; else as they could be."""
        self.members: Mapping[object, Term] = {}
        """Variables of the text at hand that stand for members of a set, with the set."""

    def find_too_dear(self) -> Iterator[Diagnostic]:
        """Prices that nobody can pay: with any parameters an error, with these a warning."""
        never = list(self.find_unpayable())
        yield from never
        self.settled = True
        known = {diagnostic.span for diagnostic in never}
        for found in self.find_unpayable():
            if found.span not in known:
                hint = "raise what can be stored, or ask for less; another value of a parameter would do, too"
                message = f"{found.message} with the parameters as they are"
                yield Diagnostic("W504", message, found.span, hint, "warning")
        self.settled = False

    def find_unpayable(self) -> Iterator[Diagnostic]:
        fields: set[str] = set()
        for text in self.calls.texts.values():
            for act in all_acts(text.acts):
                if act.op == "builtin" and act.data[0] == "pay":
                    fields |= set(self._fields(act.terms[1]))
                    yield from self._above(self.least(act.terms[1]), act.span)
        for (_record, field), text in self.checked.held.items():
            if field in fields and text.value is not None and text.value.kind.base == "bundle":
                yield from self._above(self.least(text.value), text.span)

    def _above(self, asked: Least, span: Span) -> Iterator[Diagnostic]:
        for (counter, word), number in asked.items():
            most = self.most(counter, word)
            if most is not None and number > most:
                what = counter if word is None else self._word(counter, word)
                message = f"this asks for {number} of `{what}`, of which there are never more than {most}"
                yield Diagnostic("E508", message, span)
                return

    def _word(self, counter: str, word: int) -> str:
        kind = next(p for p in self.names.counters[counter].per if p != "seat")
        return self.names.word_kinds[kind].words[word]

    def most(self, counter: str, word: int | None) -> int | None:
        """The most that a counter can hold, of a word or of all."""
        declared = self.names.counters[counter]
        kinds = [p for p in declared.per if p != "seat"]
        words = len(self.names.word_kinds[kinds[0]].words) if kinds and word is None else 1
        found = [declared.high * words]
        limit = self.checked.limits.get(counter)
        if limit is not None and limit.value is not None:
            high = self.interval(limit.value)[1]
            if high is not None:
                found.append(max(high, declared.starts * words))
        return min(found)

    # ---- bundles ------------------------------------------------------------------------------

    def least(self, term: Term) -> Least:
        match term.op:
            case "amount":
                counter, word = str(term.data[0]), term.data[1]
                number = max(0, self.interval(term.args[0])[0] or 0)
                made: Least = {(counter, None): number}
                if isinstance(word, int):
                    made[counter, word] = number
                return made
            case "amount_free":
                return {(str(term.data[0]), None): max(0, self.interval(term.args[0])[0] or 0)}
            case "amount_of" if term.args[1].op in ("resource", "resource_word"):
                return {(str(term.args[1].data[0]), None): max(0, self.interval(term.args[0])[0] or 0)}
            case "bundle_add":
                left, right = (self.least(arg) for arg in term.args)
                return {key: left.get(key, 0) + right.get(key, 0) for key in {**left, **right}}
            case "bundle_scale":
                times = max(0, self.interval(term.args[0])[0] or 0)
                return {key: number * times for key, number in self.least(term.args[1]).items()}
            case "if":
                left, right = self.least(term.args[1]), self.least(term.args[2])
                return {key: min(number, right[key]) for key, number in left.items() if key in right}
            case "query":
                text = self._plain_query(term)
                return {} if text is None else self.least(text)
        return {}

    def _fields(self, term: Term) -> Iterator[str]:
        """Held bundles that are paid whole, whatever else is paid with them."""
        match term.op:
            case "held_test":
                yield str(term.data[0])
            case "bundle_add" | "if":
                for arg in term.args:
                    yield from self._fields(arg)
            case "query":
                text = self._plain_query(term)
                if text is not None:
                    yield from self._fields(text)

    def _plain_query(self, term: Term) -> Term | None:
        """The text of a query that no rule changes."""
        node = ("query", str(term.data[0]), "")
        text = self.calls.texts.get(node)
        return None if text is None or node in self.calls.rules_of else text.value

    # ---- numbers ---------------------------------------------------------------------------------

    def interval(self, term: Term, it: Interval | None = None) -> Interval:
        """Bounds of a number; `it` are those of the value that a rule changes."""
        match term.op:
            case "var" if term.data[0] == t.IT and it is not None:
                return it
            case "var" if (source := self.members.get(term.data[0])) is not None and _is_range(source):
                ends = self.interval(source.args[0], it), self.interval(source.args[1], it)
                return max(0, ends[0][0] or 0), term.kind.high if ends[1][1] is None else ends[1][1]
            case "arith":
                return _arithmetic(str(term.data[0]), self.interval(term.args[0], it), self.interval(term.args[1], it))
            case "if":
                return _joined(self.interval(term.args[1], it), self.interval(term.args[2], it))
            case "builtin" if term.data[0] in ("min", "max"):
                return _extreme(str(term.data[0]), [self.interval(arg, it) for arg in term.args])
            case "query":
                return self._query(("query", str(term.data[0]), ""))
            case "param" if self.settled:
                return (self.names.params[str(term.data[0])].value,) * 2
        return term.kind.low, term.kind.high

    def _query(self, node: Node) -> Interval:
        text = self.calls.texts.get(node)
        if text is None:
            return None, None
        outer, self.members = self.members, {}
        found = self._found(node, text)
        self.members = outer
        return found

    def _found(self, node: Node, text: CheckedText) -> Interval:
        table = self.names.queries[node[1]].table
        found: Interval = (min(table), max(table)) if table else (None, None)
        if text.value is not None:
            found = self.interval(text.value)
        for rule in self.calls.rules_of.get(node, ()):
            value = self.calls.rules[rule].body.value
            times = self.costs.holders(rule)
            if value is None or times > MOST_RULES:
                return None, None
            for _holder in range(times):
                found = _joined(found, self.interval(value, found))
        return found


def _is_range(source: Term) -> bool:
    return source.op == "builtin" and source.data[0] == "range"


def _arithmetic(sign: str, a: Interval, b: Interval) -> Interval:
    low, high = a
    if sign == "+":
        return _added(low, b[0]), _added(high, b[1])
    if sign == "-":
        return _added(low, None if b[1] is None else -b[1]), _added(high, None if b[0] is None else -b[0])
    if low is None or b[0] is None or low < 0 or b[0] < 0:
        return None, None
    if sign == "*":
        return low * b[0], None if high is None or b[1] is None else high * b[1]
    return (low // b[1] if b[1] else 0), (None if high is None else high // max(1, b[0]))


def _added(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _joined(a: Interval, b: Interval) -> Interval:
    low = None if a[0] is None or b[0] is None else min(a[0], b[0])
    high = None if a[1] is None or b[1] is None else max(a[1], b[1])
    return low, high


def _extreme(name: str, parts: list[Interval]) -> Interval:
    lows, highs = [x for x, _ in parts if x is not None], [x for _, x in parts if x is not None]
    if name == "max":
        return max(lows, default=None), max(highs) if len(highs) == len(parts) else None
    return min(lows) if len(lows) == len(parts) else None, min(highs, default=None)
