"""Finds out what is hidden from whom: zones, counters and state by their declarations, and the zones in which pieces
may lie. The analysis of flows builds on it."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.secrets.hidden_rules import HiddenRules
from solenia_rules.check.secrets.knowledge import ALL, CLEAR, NOTHING, UNKNOWN, Flow, Hidden, View
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.footprint import Footprint
from solenia_rules.checked.terms import Term
from solenia_rules.text.frozen import define, field


@define(eq=False)
class Hiding:
    """What the declarations of one ruleset hide."""

    calls: Calls
    footprint: Footprint
    hidden_rules: HiddenRules = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.hidden_rules = HiddenRules(self.calls)

    def hides(self, name: str, whose: int, view: View) -> bool:
        """Whether a zone, counter or state is hidden from the acting seat, or from some seat if the view is public."""
        names = self.calls.checked.names
        if name in names.zones:
            seen, owned = names.zones[name].seen, names.zones[name].per == "seat"
        elif name in names.state:
            seen, owned = names.state[name].seen, names.state[name].per == "seat"
        else:
            seen, owned = names.counters[name].seen, "seat" in names.counters[name].per
        if name in names.state and names.state[name].judged and (view.public or seen == "nobody"):
            return False
        return unseen(seen, owned, whose, view) and not view.sees(name, whose)

    def stored(self, name: str, seat: Term | None, view: View) -> Flow:
        """The value of a counter or state."""
        whose = ALL if seat is None else view.whose(seat)
        return Flow(NOTHING, frozenset({(name, whose)})) if self.hides(name, whose, view) else CLEAR

    def paid_from(self, bundle: Term, view: View) -> Flow:
        """What the acting seat has of the counters that a bundle may be of: it decides whether the bundle can be
        paid."""
        total = isinstance(bundle, t.AmountFree)
        return self._had({name for _sort, name in self.footprint.bundle_counters(bundle)}, view, total)

    def past_limits(self, bundle: Term, view: View) -> Flow:
        """What is hidden about counters that have a limit: the limit decides whether the seat gives something up."""
        counters = self.calls.checked.names.counters
        found = {name for _sort, name in self.footprint.bundle_counters(bundle)}
        return self._had({name for name in found if counters[name].limit is not None}, view, total=True)

    def _had(self, names: set[str], view: View, total: bool) -> Flow:
        """What the acting seat has of some counters; `total`: only how much in all."""
        counters = self.calls.checked.names.counters
        made = CLEAR
        for name in names:
            whose = t.ME if "seat" in counters[name].per else ALL
            if self.hides_total(name, whose, view) if total else self.hides(name, whose, view):
                made |= Flow(NOTHING, frozenset({(name, whose)}))
        return made

    def hides_total(self, counter: str, whose: int, view: View) -> bool:
        """Whether the total of a counter is hidden from the acting seat, or from some seat if the view is public."""
        declared = self.calls.checked.names.counters[counter]
        return unseen(declared.size_seen, "seat" in declared.per, whose, view)

    def whose(self, zone: t.Zone, view: View) -> int:
        """Which one of the zones of one name a term is."""
        per = self.calls.checked.names.zones[zone.zone].per
        if per is None:
            return ALL
        return view.whose(zone.index) if per == "seat" else UNKNOWN

    def _owned_by_place(self, kind: str | None) -> bool:
        """Whether the place of a piece decides who owns it, and not the declaration of its kind."""
        names = self.calls.checked.names
        return kind not in names.pieces or names.pieces[kind].per != "seat"

    def _lying(self, kind: str, whose: int, view: View, owned: bool = False) -> frozenset[Hidden]:
        """Hidden zones in which pieces of a kind may lie; none for a kind of cells."""
        found = set()
        for zone in self.calls.checked.names.world.zones:
            lies = kind in zone.of and (not owned or zone.per == "seat" or not self._owned_by_place(kind))
            where = ALL if zone.per is None else whose if zone.per == "seat" else UNKNOWN
            if lies and self.hides(zone.id, where, view):
                found.add((zone.id, where))
        return frozenset(found)

    def _zone(self, term: t.Zone, index: Flow, view: View) -> Flow:
        """The flow of a zone: its pieces. `index`: what the seat or number that selects the zone tells."""
        whose = self.whose(term, view)
        if not self.hides(term.zone, whose, view):
            return index
        here = frozenset({(term.zone, whose)})
        zone = self.calls.checked.names.zones[term.zone]
        size = here if unseen(zone.size_seen, zone.per == "seat", whose, view) else NOTHING
        return Flow(here, index.tells | size)

    def _pieces(self, term: t.Pieces | t.Owned | t.Single | t.Record, tells: frozenset[Hidden], view: View) -> Flow:
        """The flow of pieces that are named by their kind, record or owner: they may lie in any zone. `tells`: what the
        parts of the term tell."""
        names = self.calls.checked.names
        match term:
            case t.Pieces(kind):
                return Flow(NOTHING, tells, self._lying(kind, UNKNOWN, view))
            case t.Single(kind):
                return Flow(NOTHING, tells, self._lying(kind, view.whose(term.index), view))
            case t.Record(record):
                return Flow(NOTHING, tells, self._lying(names.records[record].kind, view.whose(term.seat), view))
            case t.Owned(kind):
                roams = self._lying(kind, view.whose(term.seat), view, owned=True)
                mine = frozenset(x for x in roams if names.zones[x[0]].per == "seat" and self._owned_by_place(kind))
                return Flow(NOTHING, tells, roams, mine)
            case _:
                assert_never(term)

    def _named_pieces(self, term: Term, view: View) -> Flow:
        """Pieces that are the value of a field or state may lie in any zone."""
        kind = term.kind.member or term.kind
        if kind.base != "piece":
            return CLEAR
        kinds = self.calls.checked.names.pieces if kind.of is None else (kind.of,)
        return Flow(roams=frozenset().union(*(self._lying(one, UNKNOWN, view) for one in kinds)))

    def _rolled(self, die: t.Var, view: View) -> Flow:
        """A die that was perhaps rolled: it is as if it was never shown. Of one that was given nothing is known."""
        return view.unshown[die.number] if die.number in view.unshown else self._named_pieces(die, view)

    def _owner(self, holder: Term, flow: Flow, mine: bool = False) -> Flow:
        """The owner of a piece tells where the piece lies, unless the declaration of its kind says whose it is.

        `mine`: the value only says whether the acting seat is the owner, which this seat can see.
        """
        zones = self.calls.checked.names.zones
        kind = holder.kind.member or holder.kind
        if not self._owned_by_place(kind.of):
            return flow.counted()
        places = frozenset(
            x for x in flow.roams if zones[x[0]].per == "seat" and not (mine and zones[x[0]].seen == "owner")
        )
        return Flow(NOTHING, flow.tells | places)

    def is_die(self, term: Term) -> bool:
        """Whether a value is a die, several dice, or a piece that may be a die."""
        kind = term.kind.member or term.kind
        if kind.base != "piece":
            return False
        pieces = self.calls.checked.names.pieces
        return kind.of is None or (kind.of in pieces and pieces[kind.of].sides is not None)

    def target(self, rule: Node) -> Node:
        """The verb or query that a lasting rule is on."""
        changed = self.calls.rules[rule]
        return ("query" if changed.sort == "modifier" else "verb", changed.target, "")

    def holds_while(self, rule: Node) -> Term | None:
        """The condition under which a rule holds."""
        node = self.calls.whiles.get(rule)
        return None if node is None else self.calls.texts[node].value

    def rule_holder(self, rule: Node, view: View) -> Flow:
        """The piece that holds a rule: hidden zones in which it may lie while the rule holds."""
        whose = t.ME if view.me else UNKNOWN
        found = set()
        for zone in self.hidden_rules.zones(rule):
            where = ALL if zone.per is None else whose if zone.per == "seat" else UNKNOWN
            if self.hides(zone.id, where, view):
                found.add((zone.id, where))
        return Flow(frozenset(found))

    def _place_told(self, rule: CheckedRule, holder: Flow) -> frozenset[Hidden]:
        """Hidden zones of the piece of a rule that the changed value tells. Rules that tell this to the seat that asks
        are refused by themselves (E404)."""
        zones = self.calls.checked.names.zones
        return frozenset(x for x in holder.pieces if rule.by == "me" and zones[x[0]].seen == "owner")


def unseen(seen: str, owned: bool, whose: int, view: View) -> bool:
    """Whether a declaration hides something from the acting seat, or from some seat if the view is public."""
    return seen != "all" and not (seen == "owner" and owned and whose == t.ME and not view.public)
