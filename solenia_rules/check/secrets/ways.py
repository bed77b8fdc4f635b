"""The way by which a value comes to what lies hidden: the queries it reads, and the place that reads the zone."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import inside
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.frozen import define, frozen
from solenia_rules.text.places import Span

_READS = ("zone", "counter", "counter_bundle", "state")


@frozen
class Way:
    queries: tuple[str, ...] = ()
    """The queries gone through, the outermost first."""
    places: tuple[tuple[Span, str], ...] = ()
    """Where each of them reads on, and what it reads."""


@define
class Ways:
    calls: Calls
    flows: Flows

    def to(self, term: Term, zones: set[str]) -> Way:
        """The first way through queries; nothing where the term itself reads the zone."""
        return self._to(term, zones, set()) or Way()

    def _to(self, term: Term, zones: set[str], seen: set[Node]) -> Way | None:
        if any(x.op in _READS and x.data[0] in zones for x in inside(term)):
            return None
        for call in self.calls.of_term(term):
            node = call.target
            if node[0] == "query" and node not in seen and node in self.calls.texts:
                seen.add(node)
                found = self._through(node, zones, seen)
                if found is not None:
                    return found
        return None

    def _through(self, node: Node, zones: set[str], seen: set[Node]) -> Way | None:
        for read in self._values(node):
            for x in inside(read):
                if x.op in _READS and x.data[0] in zones:
                    return Way((node[1],), ((x.span, f"`{node[1]}` reads `{x.data[0]}` here"),))
            on = self._to(read, zones, seen)
            if on is not None:
                here = (read.span, f"`{node[1]}` reads `{on.queries[0]}` here")
                return Way((node[1], *on.queries), (here, *on.places))
        return None

    def _values(self, node: Node) -> Iterator[Term]:
        """What a query reads: its own value, then the rules that change it."""
        value = self.calls.texts[node].value
        if value is not None:
            yield value
        for rule in self.calls.rules_of.get(node, ()):
            changed = self.calls.rules[rule]
            yield from (term for term in (changed.body.value, changed.where) if term is not None)
