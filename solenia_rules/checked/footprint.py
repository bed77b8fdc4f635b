"""What a text reads and writes, in rough strokes: enough to know that one statement cannot disturb another's test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.terms import Term

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

Spot = tuple[str, str]
"""("counter", id), ("state", id), ("field", name), ("at", piece kind): where pieces of that kind lie."""

ANYWHERE: Spot = ("any", "")


class Footprint:
    """Spots of terms and acts of one ruleset."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.names = checked.names
        self._queries: dict[str, frozenset[Spot]] = {}
        self._verbs: dict[str, frozenset[Spot]] = {}
        self._held: dict[str, frozenset[Spot]] = {}
        self._amounts: dict[str, frozenset[Spot]] = {}

    # ---- reading ---------------------------------------------------------------------------

    def reads(self, *terms: Term) -> frozenset[Spot]:
        found: set[Spot] = set()
        for term in terms:
            found |= self._own(term)
            found |= self.reads(*term.args)
        return frozenset(found)

    def _own(self, term: Term) -> frozenset[Spot]:
        match term.op:
            case "counter" | "counter_bundle":
                return frozenset({("counter", str(term.data[0]))})
            case "state":
                return frozenset({("state", str(term.data[0]))})
            case "field":
                return frozenset({("field", str(term.data[0]))})
            case "map":
                spots: set[Spot] = {("field", str(term.data[0]))}
                if term.data[1]:
                    spots |= self._kinds(term.args[0].kind.member.of if term.args[0].kind.member else None)
                return frozenset(spots)
            case "builtin_field" if term.data[0] in ("cell", "owner"):
                return self._kinds(term.args[0].kind.of) if term.args[0].kind.base == "piece" else frozenset()
            case "builtin_field" if term.data[0] in ("face", "shows"):
                return frozenset({("field", str(term.data[0]))})
            case "zone":
                return frozenset(("at", kind) for kind in self.names.zones[str(term.data[0])].of)
            case "owned":
                return self._kinds(str(term.data[0]))
            case "board" | "board_cell":
                rows = self.names.boards[str(term.data[0])].rows
                return (
                    frozenset(("at", kind) for kind in self.names.zones[rows].of)
                    if isinstance(rows, str)
                    else frozenset()
                )
            case "builtin" if term.data[0] == "can_pay":
                return self.bundle_counters(term.args[0])
            case "query":
                return self._query(str(term.data[0]))
            case "held_test":
                return self._held_values(str(term.data[0]))
            case "active":
                return frozenset({ANYWHERE})
            case _:
                return frozenset()

    def _kinds(self, kind: str | None) -> frozenset[Spot]:
        return frozenset({("at", kind)}) if kind is not None else frozenset(("at", k) for k in self.names.pieces)

    def bundle_counters(self, term: Term) -> frozenset[Spot]:
        """Counters an amount may be of."""
        match term.op:
            case "amount" | "amount_free" | "counter_bundle":
                return frozenset({("counter", str(term.data[0]))})
            case "bundle_add" | "bundle_subtract" | "bundle_scale" | "if":
                found: frozenset[Spot] = frozenset()
                for arg in term.args:
                    if arg.kind.base == "bundle":
                        found |= self.bundle_counters(arg)
                return found
            case "query":
                return self._query_counters(str(term.data[0]))
            case "held_test":
                texts = [x for (_record, field), x in self.checked.held.items() if field == term.data[0]]
                return frozenset().union(*(self.bundle_counters(x.value) for x in texts if x.value is not None))
            case "var" if term.data[0] == t.IT:
                return frozenset()
            case _:
                return frozenset(("counter", c.id) for c in self.names.world.counters)

    def _query_counters(self, query: str) -> frozenset[Spot]:
        """Counters that the amount of a query, with all that may change it, may be of."""
        if query not in self._amounts:
            self._amounts[query] = frozenset()
            values = [self.checked.queries[query]] if query in self.checked.queries else []
            for rules in (*self.checked.rules.values(), *self.checked.held_rules.values()):
                values += [rule.body for rule in rules if rule.sort == "modifier" and rule.target == query]
            found = (self.bundle_counters(x.value) for x in values if x.value is not None)
            self._amounts[query] = frozenset().union(*found)
        return self._amounts[query]

    def _query(self, query: str) -> frozenset[Spot]:
        if query not in self._queries:
            self._queries[query] = frozenset()
            found: set[Spot] = set()
            text = self.checked.queries.get(query)
            if text is not None and text.value is not None:
                found |= self.reads(text.value)
            for owner, rules in (*self.checked.rules.items(), *self.checked.held_rules.items()):
                for rule in rules:
                    if rule.sort == "modifier" and rule.target == query and rule.body.value is not None:
                        found |= self.reads(rule.body.value)
                        found |= self.reads(rule.where) if rule.where is not None else frozenset()
                        found |= self.holding(owner)
            self._queries[query] = frozenset(found)
        return self._queries[query]

    def holding(self, owner: str) -> frozenset[Spot]:
        """What decides whether the rules of a record, or of an entry of `[rules]`, hold."""
        record = self.names.records.get(owner)
        key = record.kind if record is not None else f"rules.{owner}"
        found: frozenset[Spot] = frozenset()
        if record is not None and record.kind in self.names.pieces:
            found |= self._kinds(record.kind)
        text = self.checked.active_while.get(key)
        if text is not None and text.value is not None:
            found |= self.reads(text.value)
        return found

    def _held_values(self, field: str) -> frozenset[Spot]:
        key = f"value {field}"
        if key not in self._held:
            self._held[key] = frozenset()
            texts = [x for (_r, f), x in self.checked.held.items() if f == field]
            self._held[key] = self.reads(*(x.value for x in texts if x.value is not None))
        return self._held[key]

    # ---- writing ---------------------------------------------------------------------------------

    def writes(self, acts: Acts) -> frozenset[Spot]:
        found: set[Spot] = set()
        for act in acts:
            found |= self._act(act)
            for block in act.blocks:
                found |= self.writes(block)
        return frozenset(found)

    def _act(self, act: Act) -> frozenset[Spot]:
        match act.op:
            case "verb":
                return self._verb(str(act.data[0]))
            case "do":
                return self._held_acts(str(act.data[0]))
            case "set" | "add":
                sort = {"field": "field", "counter": "counter", "state": "state"}.get(str(act.data[0]))
                return frozenset({(sort, str(act.data[1]))}) if sort is not None else frozenset({ANYWHERE})
            case "start":
                return frozenset({ANYWHERE})
            case "builtin":
                return self._builtin(act)
            case _:
                return frozenset()

    def _builtin(self, act: Act) -> frozenset[Spot]:
        match act.data[0]:
            case "gain" | "pay" | "lose":
                return self.bundle_counters(act.terms[1])
            case "move" | "draw":
                pieces = act.terms[1] if act.data[0] == "move" else act.terms[2]
                member = pieces.kind.member
                found = self._kinds(member.of if member is not None else None)
                rows = {k.id for k in self.names.world.pieces if k.faces is not None}
                if any(kind in rows for _sort, kind in found):
                    return frozenset({ANYWHERE})
                return found
            case "need" | "stop" | "win":
                return frozenset()
            case "show" | "shuffle":
                return frozenset()
            case _:
                return frozenset({ANYWHERE})

    def _verb(self, verb: str) -> frozenset[Spot]:
        if verb not in self._verbs:
            self._verbs[verb] = frozenset({ANYWHERE})
            text = self.checked.verbs.get(verb)
            found = self.writes(text.acts) if text is not None else frozenset({ANYWHERE})
            for rules in (*self.checked.rules.values(), *self.checked.held_rules.values()):
                for rule in rules:
                    if rule.target == verb and rule.sort != "modifier":
                        found |= self.writes(rule.body.acts)
            self._verbs[verb] = found
        return self._verbs[verb]

    def _held_acts(self, field: str) -> frozenset[Spot]:
        key = f"effect {field}"
        if key not in self._held:
            self._held[key] = frozenset({ANYWHERE})
            texts = [x for (_r, f), x in self.checked.held.items() if f == field]
            found: frozenset[Spot] = frozenset()
            for text in texts:
                found |= self.writes(text.acts)
            self._held[key] = found
        return self._held[key]


def disjoint(a: frozenset[Spot], b: frozenset[Spot]) -> bool:
    """Whether nothing of the one can touch the other."""
    if not a or not b:
        return True
    return ANYWHERE not in a and ANYWHERE not in b and not a & b
