"""The first, last or nth piece of a zone without an order (W507).

Such a zone has only the order in which its pieces are declared, which no player sees; most often the piece that came
first or last is meant."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Acts, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.diagnostics import Diagnostic

BY_PLACE = ("first", "last", "nth")
"""The queries that take one member of a set by its place in the order."""


def find_unordered(calls: Calls) -> Iterator[Diagnostic]:
    """Members of a whole zone without an order that are taken by their place, if pieces come there during play."""
    filled = _filled(calls)
    for node, text in calls.texts.items():
        rule = calls.rules.get(node)
        terms = [x for x in (text.value, rule.where if rule is not None else None) if x is not None]
        terms += [term for act in all_acts(text.acts) for term in a.terms_of(act)]
        for term in all_terms(tuple(terms)):
            found = _taken(term)
            if found is None or found[1].zone not in filled or not _is_doubtful(found[1].zone, calls.checked):
                continue
            query, zone = found
            if _passes_through(term, zone.zone, text.acts):
                continue
            yield Diagnostic(
                "W507", f"`{zone.zone}` has no order, so this is the {query} of its pieces in the order of declaration",
                term.span, 'declare the zone with `order = "line"`, or say which piece with `where`, `by` or `choose`',
                "warning",
            )  # fmt: skip


def _taken(term: Term) -> tuple[str, t.Zone] | None:
    """The query and the zone, if a term takes a member of a whole zone by its place."""
    match term:
        case t.BuiltIn():
            source = term.given[0] if term.given else None
            query: str = term.query
        case t.Phrase():
            plain = isinstance(term.where, t.Const) and not term.keys
            source, query = (term.source if plain else None), term.query
        case _:
            return None
    if query not in BY_PLACE or not isinstance(source, t.Zone):
        return None
    return query, source


def _passes_through(taken: Term, zone: str, acts: Acts) -> bool:
    """Whether a text puts one piece into the zone and moves the piece that it takes away again: then the zone holds one
    piece at a time."""
    inner = list(all_acts(acts))
    comes = any(
        isinstance(act, a.Draw)
        and _is_zone(act.target, zone)
        and isinstance(act.number, t.Const)
        and act.number.value == 1
        for act in inner
    )
    names = {act.var for act in inner if isinstance(act, a.Let) and t.equal(act.value, taken)}
    moved = [one.item if isinstance(one := act.pieces, t.Listed) else one for act in inner if isinstance(act, a.Move)]
    leaves = any(t.equal(one, taken) or (isinstance(one, t.Var) and one.number in names) for one in moved)
    return comes and leaves


def _is_zone(term: Term, zone: str) -> bool:
    return isinstance(term, t.Zone) and term.zone == zone


def _is_doubtful(zone: str, checked: Checked) -> bool:
    """Whether a zone has no order, and may hold pieces that differ."""
    declared = checked.names.zones[zone]
    records = [record for kind in declared.of for record in checked.names.by_kind.get(kind, [])]
    return declared.order == "none" and declared.capacity != 1 and len(records) > 1


def _filled(calls: Calls) -> frozenset[str]:
    """The zones to which some text moves or draws pieces after setup."""
    sections = [section for section, _text in calls.checked.steps]
    later = calls.reached([node for node in calls.texts if node[0] == "step" and sections[int(node[2])] != "setup"])
    acts = [act for node in later if node in calls.texts for act in all_acts(calls.texts[node].acts)]
    targets = [act.target for act in acts if isinstance(act, (a.Move, a.Draw))]
    return frozenset(target.zone for target in targets if isinstance(target, t.Zone))
