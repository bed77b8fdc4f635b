"""Reports leaks: one diagnostic for each place, with the queries through which a value reads what is hidden."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.secrets.hidden_rules import HiddenRules
from solenia_rules.check.secrets.knowledge import Hidden
from solenia_rules.checked import terms as t
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, evolve, field, frozen
from solenia_rules.text.places import Span

JUDGED = "if the rules reveal it on purpose, store it in a state with `judged = true` and use the state"


@frozen(eq=False)
class Path:
    """How a value reaches what it reads."""

    queries: tuple[str, ...] = ()
    """The queries on the way, the outermost first."""
    places: tuple[tuple[Span, str], ...] = ()
    """Where each of them reads the next one, and what it reads."""


@define(eq=False)
class Reports:
    """The leaks that were found, each place once for each code."""

    calls: Calls
    hidden_rules: HiddenRules
    found: dict[tuple[str, Span], Diagnostic] = field(factory=dict)
    _to_me: set[tuple[str, Span]] = field(factory=set)
    callers: list[tuple[Span, str]] = field(factory=list)
    """Where hidden pieces are given to the verb whose text is being checked."""
    lets: dict[int, Term] = field(factory=dict)
    """The variables that the text being checked has named so far, with their values."""

    def add(
        self, code: str, message: str, span: Span, hint: str, term: Term, hidden: frozenset[Hidden], to_me: bool = False
    ) -> None:
        """Report that a term tells what is hidden. What the acting seat is told goes before what others are told."""
        if (code, span) in self.found and not (to_me and (code, span) not in self._to_me):
            return
        if to_me:
            self._to_me.add((code, span))
        path = self._to(term, {zone for zone, _whose in hidden}, set()) or Path()
        if path.queries:
            message += ", through " + ", ".join(f"`{name}`" for name in path.queries)
        made = Diagnostic(code, message, span, hint, also=(*path.places, *self.callers))
        self.found[code, span] = evolve(made, severity="warning") if code.startswith("W") else made

    def names(self, hidden: frozenset[Hidden]) -> str:
        """Hidden zones, counters and state as a message names them."""
        world = self.calls.checked.names.world
        names = [one.id for group in (world.zones, world.counters, world.state) for one in group]
        return " and ".join(f"`{name}`" for name in names if any(name == x for x, _whose in hidden))

    def showing(self, hidden: frozenset[Hidden]) -> str:
        """The statement with which all seats show their hidden zone, for a hint. Empty if what is hidden is not exactly
        one zone of the seats."""
        zones, names = self.calls.checked.names.zones, {name for name, _whose in hidden}
        name = min(names)
        owned = len(names) == 1 and name in zones and zones[name].per == "seat"
        return f": `as seats {{ show my {name} to seats }}`" if owned else ""

    def _to(self, term: Term, zones: set[str], seen: set[Node]) -> Path | None:
        """The first path through names and queries; None if the term itself reads one of the zones."""
        if any(_reads(x) in zones for x in self._read(term)):
            return None
        for x in all_terms((term,)):
            if isinstance(x, t.Var) and x.number in self.lets:
                found = self._named(self.lets[x.number], zones, seen)
                if found is not None:
                    return found
        for call in self.calls.of_term(term):
            node = call.target
            if node[0] == "query" and node not in seen and node in self.calls.texts:
                seen.add(node)
                found = self._through(node, zones, seen)
                if found is not None:
                    return found
        return None

    def _named(self, value: Term, zones: set[str], seen: set[Node]) -> Path | None:
        """The path from the value that `let` has named."""
        for x in self._read(value):
            if _reads(x) in zones:
                return Path((), ((x.span, f"this reads `{_reads(x)}`"),))
        return self._to(value, zones, seen)

    def _read(self, term: Term) -> Iterator[Term]:
        """The terms inside a term, without zones of which only the number of pieces is asked, if all may know it."""
        zones = self.calls.checked.names.zones
        match term:
            case t.BuiltIn("count" | "some" | "no", (t.Zone(name),)) if zones[name].size_seen == "all":
                yield from all_terms(t.parts(term.given[0]))
            case _:
                yield term
                for part in t.parts(term):
                    yield from self._read(part)

    def _through(self, node: Node, zones: set[str], seen: set[Node]) -> Path | None:
        for rule in self.calls.rules_of.get(node, ()):
            hidden = [zone.id for zone in self.hidden_rules.zones(rule) if zone.id in zones]
            if hidden:
                here = (self.calls.rules[rule].span, f"this changes `{node[1]}` while its piece lies in `{hidden[0]}`")
                return Path((node[1],), (here,))
        for value in self._values(node):
            for x in self._read(value):
                if _reads(x) in zones:
                    return Path((node[1],), ((x.span, f"`{node[1]}` reads `{_reads(x)}` here"),))
            on = self._to(value, zones, seen)
            if on is not None:
                here = (value.span, f"`{node[1]}` reads `{on.queries[0]}` here")
                return Path((node[1], *on.queries), (here, *on.places))
        return None

    def _values(self, node: Node) -> Iterator[Term]:
        """What a query reads: its own value, then the rules that change it."""
        value = self.calls.texts[node].value
        if value is not None:
            yield value
        for rule in self.calls.rules_of.get(node, ()):
            changed, holds = self.calls.rules[rule], self.calls.whiles.get(rule)
            read = (changed.body.value, changed.where, None if holds is None else self.calls.texts[holds].value)
            yield from (term for term in read if term is not None)


def _reads(term: Term) -> str | None:
    """The zone, counter or state that a term itself reads by name."""
    match term:
        case t.Zone(name) | t.Counter(name) | t.CounterBundle(name) | t.State(name):
            return name
        case _:
            return None


def within(span: Span, whole: Span) -> Span:
    """The place of a term inside a statement; a zone that a query names has its place elsewhere."""
    inside = span.source is whole.source and whole.start <= span.start and span.end <= whole.end
    return span if inside else whole
