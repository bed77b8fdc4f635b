"""Finds the parts of the state that a value depends on.

A part of the state is a `Spot`: a counter, a variable, a field, or the places of the pieces of a kind. Spots are
coarse: a counter is one spot for all seats. That is enough to show that a statement cannot change the value of a test.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from solenia_rules.checked import terms as t
from solenia_rules.checked.bundle_sets import lanes
from solenia_rules.checked.calls import Calls, Node, held_field
from solenia_rules.checked.fixpoint import Fixpoint
from solenia_rules.checked.names import Names
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import QUERIES

Spot: TypeAlias = tuple[str, str]
"""("counter", id), ("state", id), ("field", name), ("history", id), or ("at", piece kind) for the places of the pieces
of that kind."""

ANYWHERE: Spot = ("any", "")
NOWHERE: frozenset[Spot] = frozenset()


class Footprint:
    """The spots of values of one ruleset."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self._read_texts = Fixpoint(self._read_by, NOWHERE)
        self._bundle_texts = Fixpoint(self._counters_by, NOWHERE)

    # ---- what a value reads -----------------------------------------------------------------

    def reads(self, *terms: Term) -> frozenset[Spot]:
        """All spots that values depend on, with the queries and held texts that they use."""
        return NOWHERE.union(*(self._own(term) for term in t.all_terms(terms)))

    def _own(self, term: Term) -> frozenset[Spot]:
        """The spots that a form reads besides those of the terms inside it."""
        match term:
            case t.Var() | t.Const() | t.Amount():
                return NOWHERE  # the most frequent forms first
            case t.Counter() | t.State() | t.Field():
                return self.place(term)
            case t.Times(history):
                return _kept_spots(self.names, history)
            case t.BuiltInField(field):
                return self._built_in_field(field, term.holder)
            case t.CounterBundle(counter):
                return frozenset({("counter", counter)})
            case t.Map(field, built_in):
                member = term.source.kind.member
                lying = self.lying(None if member is None else member.of) if built_in else NOWHERE
                return lying | {("field", field)}
            case t.Zone(zone):
                return frozenset(("at", kind) for kind in self.names.zones[zone].of)
            case t.Owned(kind):
                return self.lying(kind)
            case t.Board(board) | t.BoardCell(board):
                rows = self.names.boards[board].rows
                kinds = self.names.zones[rows].of if isinstance(rows, str) else ()
                return frozenset(("at", kind) for kind in kinds)
            case t.BuiltIn(query, given):
                return self.bundle_counters(given[0]) if QUERIES[query].reads == "counters" else NOWHERE
            case t.Phrase(query):
                assert QUERIES[query].reads == "nothing"
                return NOWHERE
            case t.Query(query):
                return self._read_texts(("query", query, ""))
            case t.HeldValue():
                return self._read_texts(held_field(term))
            case t.Active():
                return frozenset({ANYWHERE})
            case _ if isinstance(term, (t.Fixed, t.Computed)):
                return NOWHERE
            case _:
                assert_never(term)

    def _built_in_field(self, field: t.BuiltInFieldName, holder: Term) -> frozenset[Spot]:
        match field:
            case "cell" | "owner" | "place":
                return self.lying(holder.kind.of) if holder.kind.base == "piece" else NOWHERE
            case "face" | "shows":
                return frozenset({("field", field)})
            case "row" | "column":
                return NOWHERE
            case _:
                assert_never(field)

    def place(self, place: t.Counter | t.State | t.Field) -> frozenset[Spot]:
        """The spot of a counter, a variable or a declared field."""
        match place:
            case t.Counter(counter):
                return frozenset({("counter", counter)})
            case t.State(variable):
                return frozenset({("state", variable)})
            case t.Field(field):
                return frozenset({("field", field)})
            case _:
                assert_never(place)

    def lying(self, kind: str | None) -> frozenset[Spot]:
        """The spots of the places of a kind of pieces; None: of any kind."""
        return frozenset({("at", kind)}) if kind is not None else frozenset(("at", k) for k in self.names.pieces)

    def _read_by(self, node: Node) -> frozenset[Spot]:
        """The spots that a query with its modifiers or a held text reads; for a field, those of all its texts."""
        if node[0] == "field":
            return NOWHERE.union(*map(self._read_texts, self.calls.held_by(node)))
        text = self.calls.texts.get(node)
        found = NOWHERE if text is None or text.value is None else self.reads(text.value)
        return found.union(*(self._read_by(rule) | self.condition(rule) for rule in self.calls.rules_of.get(node, ())))

    def condition(self, rule: Node) -> frozenset[Spot]:
        """The spots that decide whether a lasting rule applies: its `where`, and the `while` of its holder."""
        where = self.calls.rules[rule].where
        record = self.calls.record_of[rule]
        kind = None if record is None else self.names.records[record].kind
        found = NOWHERE if where is None else self.reads(where)
        if kind in self.names.pieces:
            found |= self.lying(kind)
        if rule in self.calls.whiles:
            found |= self._read_texts(self.calls.whiles[rule])
        return found

    # ---- what amounts are counted in ---------------------------------------------------------

    def bundle_counters(self, term: Term) -> frozenset[Spot]:
        """The counters of an amount; all counters if the form of the amount does not determine them."""
        match term:
            case t.Amount(counter) | t.AmountFree(counter) | t.CounterBundle(counter):
                return frozenset({("counter", counter)})
            case t.BundleAdd() | t.BundleSubtract() | t.BundleScale() | t.If():
                inner = (part for part in t.parts(term) if part.kind.base == "bundle")
                return NOWHERE.union(*map(self.bundle_counters, inner))
            case t.Query(query):
                return self._bundle_texts(("query", query, ""))
            case t.HeldValue():
                return self._bundle_texts(held_field(term))
            case t.Var(t.IT):
                return NOWHERE
            case t.Var() | t.State() if term.kind.of is not None:
                return frozenset(("counter", counter) for counter, _word in lanes(term.kind.of, self.names))
            case _:
                return frozenset(("counter", counter.id) for counter in self.names.world.counters)

    def _counters_by(self, node: Node) -> frozenset[Spot]:
        """The counters of a query's amount, with all its modifiers, or of held texts."""
        if node[0] == "field":
            return NOWHERE.union(*map(self._bundle_texts, self.calls.held_by(node)))
        text = self.calls.texts.get(node)
        found = NOWHERE if text is None or text.value is None else self.bundle_counters(text.value)
        return found.union(*(self._counters_by(rule) for rule in self.calls.rules_of.get(node, ())))


def disjoint(a: frozenset[Spot], b: frozenset[Spot]) -> bool:
    """Whether the two sets of spots cannot overlap."""
    if not a or not b:
        return True
    return ANYWHERE not in a and ANYWHERE not in b and not a & b


def _kept_spots(names: Names, history: str) -> frozenset[Spot]:
    """The spots that the number of equal positions depends on."""
    found: set[Spot] = {("history", history)}
    for name in names.histories[history].keeps:
        if name in names.counters:
            found.add(("counter", name))
        elif name in names.state:
            found.add(("state", name))
        elif name in names.boards:
            found.update(("at", kind) for kind in names.pieces)
            found.update(("field", decl.id) for kind in (name, *names.pieces) for decl in names.fields_of(kind))
        elif name in names.zones:
            kinds = names.zones[name].of
            found.update(("at", kind) for kind in kinds)
            found.update(("field", decl.id) for kind in kinds for decl in names.fields_of(kind))
    if any(sort == "at" for sort, _name in found):
        found |= {("field", "face"), ("field", "shows")}
    return frozenset(found)
