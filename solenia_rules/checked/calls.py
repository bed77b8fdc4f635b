"""The call graph of a ruleset: which text runs or reads which other text.

The texts are verbs, queries, texts that records hold, lasting rules, the conditions under which rules hold, limits and
steps. `Calls` is made from the checked texts; checks that follow calls use it instead of looking texts up themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span

Node: TypeAlias = tuple[str, str, str]
"""(sort, id, more): verb, query, rule, while, limit, step; `held` (record, field); `field` (field, kind or base)."""

HELD_LEVELS = 8
"""The most levels of held effects of one field that run inside each other; a deeper one does nothing."""


@frozen
class Call:
    """A call: its target, its place, and the number of statements and terms that enclose it."""

    target: Node
    span: Span
    depth: int
    chosen: bool = False
    """Whether it is `do deed of x` with a piece or cell x that is known only in play."""

    def again(self, caller: Node) -> bool:
        """Whether a held effect runs an effect of its own field, perhaps itself; this is allowed for a limited number
        of levels."""
        return self.chosen and caller[0] == "held" and self.target[:2] == ("field", caller[2])


class Calls:
    """The texts of a ruleset by node, and the calls of each."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.texts: dict[Node, CheckedText] = {}
        self.rules: dict[Node, CheckedRule] = {}
        self.record_of: dict[Node, str | None] = {}
        """Rule -> the record that holds it; None for a rule of `[rules]`."""
        self.rules_of: dict[Node, list[Node]] = {}
        """Verb or query -> the lasting rules on it."""
        self.whiles: dict[Node, Node] = {}
        """Rule -> the condition under which its holder's rules hold."""
        self._fields: dict[Node, list[Node]] = {}
        self._collect()
        self.calls: dict[Node, list[Call]] = {node: list(self._of_text(node)) for node in self.texts}
        for field, held in self._fields.items():
            self.calls[field] = [Call(node, self.texts[node].span, 0) for node in held]

    def _collect(self) -> None:
        checked, names = self.checked, self.checked.names
        for index, (_section, text) in enumerate(checked.steps):
            self.texts["step", text.name, str(index)] = text
        for sort, group in (("verb", checked.verbs), ("query", checked.queries), ("limit", checked.limits),
                            ("while", checked.active_while)):  # fmt: skip
            for name, text in group.items():
                self.texts[sort, name, ""] = text
        for (record, field), text in checked.held.items():
            node = ("held", record, field)
            self.texts[node] = text
            kind = names.records[record].kind
            base = "piece" if kind in names.pieces else "cell"
            for key in (kind, base):
                self._fields.setdefault(("field", field, key), []).append(node)
        if checked.estimate is not None:
            self.texts["estimate", "", ""] = checked.estimate
        holders: list[tuple[str, str | None, list[CheckedRule]]] = []
        holders += [(f"rules.{rule}", None, rules) for rule, rules in checked.rules.items()]
        holders += [(names.records[record].kind, record, rules) for record, rules in checked.held_rules.items()]
        for holder, record_id, rules in holders:
            for rule in rules:
                node = ("rule", rule.body.name, "")
                self.texts[node], self.rules[node], self.record_of[node] = rule.body, rule, record_id
                target = ("query" if rule.sort == "modifier" else "verb", rule.target, "")
                self.rules_of.setdefault(target, []).append(node)
                if holder in checked.active_while:
                    self.whiles[node] = ("while", holder, "")

    def _of_text(self, node: Node) -> Iterator[Call]:
        text = self.texts[node]
        yield from self._of_acts(text.acts, 1, node)
        terms = [] if text.value is None else [text.value]
        rule = self.rules.get(node)
        if rule is not None and rule.where is not None:
            terms.append(rule.where)
        for term in terms:
            yield from self.of_term(term, 1)
        for found in self.rules_of.get(node, ()):
            yield Call(found, self.texts[found].span, 0)
        if node in self.whiles:
            yield Call(self.whiles[node], text.span, 0)

    def _of_acts(self, acts: Acts, depth: int, node: Node) -> Iterator[Call]:
        for act in acts:
            for term in a.terms_of(act):
                yield from self.of_term(term, depth + 1)
            if isinstance(act, a.DoVerb):
                yield Call(("verb", act.verb, ""), act.span, depth)
            elif isinstance(act, a.RunHeld):
                yield self._done(act, depth, node)
            for block in a.blocks_of(act):
                yield from self._of_acts(block, depth + 1, node)

    def _done(self, act: a.RunHeld, depth: int, node: Node) -> Call:
        """The call of a `do`, in a text of a record or elsewhere."""
        match act.holder:
            case t.Var(t.THIS) if node[0] == "held":
                record = node[1]
            case t.Record(name):
                record = name
            case _:
                record = ""
        if (record, act.field) in self.checked.held:
            return Call(("held", record, act.field), act.span, depth)
        return Call(held_field(act), act.span, depth, chosen=not record)

    def of_term(self, term: Term, depth: int = 0) -> Iterator[Call]:
        """The calls in a value."""
        match term:
            case t.Query(query):
                yield Call(("query", query, ""), term.span, depth)
            case t.HeldValue():
                yield Call(held_field(term), term.span, depth)
            case t.Active():
                yield Call(("while", str(term.holder.kind.of), ""), term.span, depth)
            case _ if isinstance(term, (t.Fixed, t.Stored, t.Asked, t.Computed)):
                pass
            case _:
                assert_never(term)
        for part in t.parts(term):
            yield from self.of_term(part, depth + 1)

    def field_of(self, act: Act) -> Node:
        """The texts that a `do` may run."""
        assert isinstance(act, a.RunHeld)
        return held_field(act)

    def nests(self, field: str) -> bool:
        """Whether an effect in a field may run another one of the same field that is chosen in play. Such effects can
        be nested too deep; then the innermost one is impossible."""
        return any(
            call.again(node) for node in self.texts if node[0] == "held" and node[2] == field for call in self.of(node)
        )

    def held_by(self, field: Node) -> list[Node]:
        return self._fields.get(field, [])

    def of(self, node: Node) -> list[Call]:
        return self.calls.get(node, [])

    def reached(self, start: list[Node]) -> set[Node]:
        """These texts and all texts that they call."""
        found: set[Node] = set()
        waiting = start[:]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += [call.target for call in self.of(node)]
        return found


def held_field(by: a.RunHeld | t.HeldValue) -> Node:
    """The texts that a `do`, or a value that a piece or cell holds, may mean: all in that field of that kind."""
    kind = by.holder.kind
    return ("field", by.field, kind.of or kind.base)


def spoken(node: Node) -> str:
    """A node in the author's words."""
    sort, name, more = node
    match sort:
        case "held":
            return f"{name}.{more}"
        case "while":
            return f"{name}.while"
        case "limit":
            return f"{name}.limit"
        case _:
            return name
