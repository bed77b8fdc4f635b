"""Warnings: definitions that nothing uses, words and looks of things that are not there."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.kinds.mentions import mentioned
from solenia_rules.checked.acts import all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, SPECIAL_NAMES
from solenia_rules.rules import records as r
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.suggestions import did_you_mean

_COUNTING = ("counter", "counter_bundle", "amount", "amount_of", "amount_free", "resource", "resource_word")
OPTION_NAMES = ("yes", "no", "done")
"""What the engine itself calls some options."""


def find_unused(calls: Calls) -> Iterator[Diagnostic]:
    world = calls.checked.names.world
    used = _used(calls)
    groups: tuple[tuple[str, tuple[r.Verb | r.Query | r.Zone | r.Counter | r.Parameter | r.StateVariable, ...]], ...]
    groups = (
        ("verb", world.verbs), ("query", world.queries), ("zone", world.zones), ("counter", world.counters),
        ("parameter", world.params), ("state", world.state),
    )  # fmt: skip
    for what, group in groups:
        others = [declared.id for declared in group if (what, declared.id) in used]
        for declared in group:
            if (what, declared.id) not in used:
                hint = did_you_mean(declared.id, others)
                yield Diagnostic("W201", f"the {what} `{declared.id}` is never used", declared.span, hint, "warning")


def _used(calls: Calls) -> set[tuple[str, str]]:
    checked = calls.checked
    world = checked.names.world
    used = {("counter", counter.id) for counter in world.counters if counter.score}
    used |= {("query", query) for query in checked.zone_queries}
    used |= {("zone", zone) for kind in world.pieces for zone in (kind.starts, kind.also) if zone is not None}
    used |= {("zone", record.starts) for record in world.records if record.starts is not None}
    used |= {("zone", board.rows) for board in world.boards if isinstance(board.rows, str)}
    for node, text in calls.texts.items():
        rule = calls.rules.get(node)
        terms = [x for x in (text.value, rule.where if rule is not None else None) if x is not None]
        for act in all_acts(text.acts):
            terms += act.terms
            if act.op == "verb":
                used.add(("verb", str(act.data[0])))
            elif act.op in ("set", "add") and act.data[0] in ("counter", "state"):
                used.add((str(act.data[0]), str(act.data[1])))
        used.update(pair for term in all_terms(tuple(terms)) for pair in _of_term(term))
    return used


def _of_term(term: Term) -> Iterator[tuple[str, str]]:
    if term.op in _COUNTING and term.data:
        yield "counter", str(term.data[0])
    elif term.op in ("query", "zone", "state"):
        yield term.op, str(term.data[0])
    elif term.op == "param":
        yield "parameter", str(term.data[0])


def find_unknown_words(calls: Calls, whole: bool) -> Iterator[Diagnostic]:
    world = calls.checked.names.world
    known = known_names(calls, whole)
    spoken = {("words", name): ("words", lang, name) for lang in reversed(world.words) for name in world.words[lang]}
    looks = {("look", name): ("look", name) for name in world.looks}
    for (section, name), path in (spoken | looks).items():
        if name not in known:
            message = f"`{name}` in [{section}] is the name of nothing"
            yield Diagnostic("W202", message, world.at(*path), did_you_mean(name, known), "warning")
    for name, look in world.looks.items():
        fields = [decl.id for decl in calls.checked.names.fields_of(name)]
        for told in look.get("tells", "").split():
            if told not in fields:
                message = f"`{name}` in [look] tells `{told}`, which is none of its fields"
                yield Diagnostic(
                    "W202", message, world.at("look", name, "tells"), did_you_mean(told, fields), "warning"
                )


def known_names(calls: Calls, whole: bool) -> dict[str, None]:
    """`whole`: whether all texts could be checked; else what any of them mentions may be known."""
    known = dict.fromkeys(_known(calls))
    return known if whole else known | dict.fromkeys(mentioned(calls.checked.names.world))


def _known(calls: Calls) -> Iterator[str]:
    """Every name that can be shown: declarations, fields, variables that are asked for, ways, phases."""
    world, names = calls.checked.names.world, calls.checked.names
    yield from names.meanings
    yield from (*names.word_kinds, *names.pieces, *names.cells, *names.seat_fields, *names.atoms, world.id)
    yield from (*SPECIAL_NAMES, *BUILT_IN_FIELDS, *VERBS, *QUERIES, *OPTION_NAMES, "cell", "seat")
    yield from (step.id for step in world.steps)
    yield from (step.section for step in world.steps)
    yield from (rule.id for rule in world.rules)
    holding: tuple[r.PieceKind | r.CellKind | r.Board, ...] = (*world.pieces, *world.cells, *world.boards)
    yield from (decl.id for kind in holding for decl in kind.fields)
    yield from (param.id for verb in world.verbs for param in verb.params)
    yield from (param.id for query in world.queries for param in query.params)
    for text in calls.texts.values():
        for act in all_acts(text.acts):
            match act.op:
                case "choose_effect" | "phase":
                    yield from (str(name) for name in act.data)
                case "choose":
                    yield str(act.data[3])
                case "let":
                    yield str(act.data[1])
                case "for":
                    yield str(act.data[2])
