"""Warnings about names: definitions that nothing uses (W201), loops that do not use their variable (W204), words and
looks for things that do not exist and slots that stand for nothing (W202), and words that are missing in a language
(W203).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, SPECIAL_NAMES
from solenia_rules.rules import records as r
from solenia_rules.rules.amounts import effect_texts
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.words.languages import IDS
from solenia_rules.words.looks import FIELDS, SEATS

LISTED = 5
"""Names shown in one warning; more are counted."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SLOT = re.compile(r"\{(\w*)(?::\w+)?\}")
_FILLED = ("with", "is", "not", "you", "third", "inf")
"""Forms in which braces are filled; the others are names."""
OPTION_NAMES = ("yes", "no", "done")
"""Names that the engine itself gives to options."""


# ---- unused definitions -----------------------------------------------------------------------------


def find_unused(calls: Calls) -> Iterator[Diagnostic]:
    """Definitions that no text and no declaration uses."""
    world = calls.checked.names.world
    used = _used(calls)
    groups: tuple[
        tuple[str, tuple[r.Verb | r.Query | r.Zone | r.Counter | r.Parameter | r.StateVariable | r.History, ...]], ...
    ]
    groups = (
        ("verb", world.verbs), ("query", world.queries), ("zone", world.zones), ("counter", world.counters),
        ("parameter", world.params), ("state", world.state), ("history", world.histories),
    )  # fmt: skip
    for what, group in groups:
        others = [declared.id for declared in group if (what, declared.id) in used]
        for declared in group:
            if (what, declared.id) not in used:
                hint = did_you_mean(declared.id, others)
                yield Diagnostic("W201", f"the {what} `{declared.id}` is never used", declared.span, hint, "warning")


def find_unwon(calls: Calls) -> Iterator[Diagnostic]:
    """A score of seats in a game of which no text says who wins: it always ends as a draw."""
    if any(isinstance(act, a.Win) for text in calls.texts.values() for act in all_acts(text.acts)):
        return
    for counter in calls.checked.names.world.counters:
        if counter.score and counter.per == ("seat",):
            name = counter.plural or counter.id
            wins = f"win all(s in seats where {name} of s is max({name} of t for t in seats))"
            hint = f"say who wins: `[result.best]` with `effect = '{wins}'`, or `win SEATS` where the game ends"
            message = f"`{counter.id}` is the score, but no text wins, so every game ends as a draw"
            yield Diagnostic("W506", message, counter.span, hint, "warning")


def _used(calls: Calls) -> set[tuple[str, str]]:
    checked = calls.checked
    world = checked.names.world
    used = {("counter", counter.id) for counter in world.counters if counter.score}
    used |= {("query", query) for query in checked.zone_queries}
    used |= {("query", query.id) for query in world.queries if query.shown}
    used |= {("zone", zone) for kind in world.pieces for zone in (kind.starts, kind.also) if zone is not None}
    used |= {("zone", record.starts) for record in world.records if record.starts is not None}
    kept = [name for history in world.histories for name in history.keeps]
    used |= {(sort, name) for sort in ("zone", "counter", "state") for name in kept}
    used |= {("zone", board.rows) for board in world.boards if isinstance(board.rows, str)}
    for node, text in calls.texts.items():
        rule = calls.rules.get(node)
        terms = [x for x in (text.value, rule.where if rule is not None else None) if x is not None]
        for act in all_acts(text.acts):
            terms += a.terms_of(act)
            if isinstance(act, a.DoVerb):
                used.add(("verb", act.verb))
        used.update(found for term in all_terms(tuple(terms)) if (found := _used_by(term)) is not None)
    return used


def _used_by(term: Term) -> tuple[str, str] | None:
    """The definition that a term names itself: its sort and id."""
    match term:
        case t.Var() | t.Const():
            return None
        case t.Amount(counter) | t.Counter(counter) | t.CounterBundle(counter) | t.AmountFree(counter):
            return "counter", counter
        case t.Resource(counter) | t.ResourceWord(counter):
            return "counter", counter
        case t.Query(query):
            return "query", query
        case t.Zone(zone):
            return "zone", zone
        case t.State(variable):
            return "state", variable
        case t.Times(history):
            return "history", history
        case t.Param(param):
            return "parameter", param
        case t.Nothing() | t.Field() | t.BuiltInField() | t.SeatField() | t.HeldValue() | t.Active():
            return None
        case t.Board() | t.Cells() | t.Pieces() | t.Owned() | t.Single() | t.Record() | t.BoardCell():
            return None
        case t.Words() | t.Seats() | t.Others() | t.BuiltIn() | t.Phrase() | t.Map():
            return None
        case t.Arithmetic() | t.Minus() | t.Compare() | t.Equal() | t.In() | t.Not() | t.And() | t.Or() | t.If():
            return None
        case t.Union() | t.Difference() | t.Listed() | t.Place():
            return None
        case t.AmountOf() | t.AmountIn() | t.AmountOfIn() | t.BundleAdd() | t.BundleSubtract() | t.BundleScale():
            return None
        case _:
            assert_never(term)


# ---- unused loop variables ------------------------------------------------------------------------------


def find_unused_variables(calls: Calls) -> Iterator[Diagnostic]:
    """Loops whose block does not use the variable. In a loop over seats that is most often a mistake: the seat that
    acts does everything, once for each of them. In other loops the variable may also be used by the filter or the
    order."""
    for text in calls.texts.values():
        for act in all_acts(text.acts):
            if isinstance(act, a.For) and not _uses_variable(act):
                yield _unused_variable(act)


def _uses_variable(act: a.For) -> bool:
    terms = [term for inner in all_acts(act.body) for term in a.terms_of(inner)]
    if not _over_seats(act):
        terms += [act.where, *act.keys]
    return any(t.contains(term, act.var) for term in terms)


def _over_seats(act: a.For) -> bool:
    member = act.source.kind.member
    return member is not None and member.base == "seat"


def _unused_variable(act: a.For) -> Diagnostic:
    group = " ".join(act.source.span.text.split())
    counted, seats = f"count({group})", group
    if act.where != t.TRUE_TERM:
        phrase = f"{act.name} in {group} where {' '.join(act.where.span.text.split())}"
        counted, seats = f"count({phrase})", f"all({phrase})"
    message, hint = f"this loop does not use `{act.name}`", f"write `repeat {counted} {{ ... }}`"
    if _over_seats(act):
        message += ", so the same seat does everything in it"
        hint = f"if each of these seats acts, write `as {seats} {{ ... }}`; else {hint}"
    return Diagnostic("W204", message, act.source.span, hint, "warning")


# ---- words and looks ------------------------------------------------------------------------------------


def find_unknown_words(calls: Calls, whole: bool) -> Iterator[Diagnostic]:
    """Words and looks of things that do not exist. `whole`: whether all texts could be checked."""
    world = calls.checked.names.world
    known = known_names(calls, whole)
    spoken = {("words", name): ("words", lang, name) for lang in reversed(world.words) for name in world.words[lang]}
    looks = {("look", name): ("look", name) for name in world.looks if name not in SEATS[: world.seats.high]}
    for (section, name), path in (spoken | looks).items():
        if name not in known:
            message = f"`{name}` in [{section}] is not the name of anything"
            yield Diagnostic("W202", message, world.at(*path), did_you_mean(name, known), "warning")
    for name, look in world.looks.items():
        fields = [decl.id for decl in calls.checked.names.fields_of(_holder(world, name))]
        for key in FIELDS:
            for told in look.get(key, "").split():
                if told not in fields:
                    message = f"`{name}` in [look] {_NAMES_FIELDS[key]} `{told}`, which is not one of its fields"
                    hint = did_you_mean(told, fields)
                    yield Diagnostic("W202", message, world.at("look", name, key), hint, "warning")


_NAMES_FIELDS = {
    "tells": "tells",
    "rows": "has rows by",
    "title": "has as its title",
    "corner": "has in its corner",
    "icons": "draws as icons",
    "text": "tells in sentences",
    "place": "is drawn beside",
    "edges": "has edges by",
    "segments": "has segments by",
    "stack": "is stacked by",
}


def _holder(world: r.World, name: str) -> str:
    """Whose fields a look names: those of the kind, or of the cells of a list."""
    return next((board.cells for board in world.boards if board.id == name and board.cells is not None), name)


def known_names(calls: Calls, whole: bool) -> dict[str, None]:
    """Names that words can be given for. If not all texts could be checked, every name in a text counts as known."""
    known = dict.fromkeys(_known(calls))
    if whole:
        return known
    texts = effect_texts(calls.checked.names.world)
    return known | dict.fromkeys(word for text in texts for word in _NAME.findall(text.text))


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
            yield from _names_in(act)


def _names_in(act: Act) -> tuple[str, ...]:
    """Names that a statement gives to something that is shown."""
    match act:
        case a.ChooseWay(names):
            return names
        case a.Phase(name) | a.Choose(_, name) | a.Let(_, name) | a.LetPossible(_, name) | a.LetRandom(_, name):
            return (name,)
        case a.For(_, name):
            return (name,)
        case a.DoVerb() | a.RunHeld() | a.StartRules() | a.SetTo() | a.AddTo():
            return ()
        case a.If() | a.Repeat() | a.DrawWord() | a.May() | a.As() | a.Try() | a.IfPossible():
            return ()
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
            | a.Note() | a.Forget() | a.Roll()
            | a.Show()
        ):  # fmt: skip
            return ()
        case a.Need() | a.Stop() | a.Win():
            return ()
        case _:
            assert_never(act)


def find_missing_words(calls: Calls, whole: bool) -> Iterator[Diagnostic]:
    """Names without words in a language of the ruleset, where another language has them or where most names that are
    chosen with them have words. `whole`: whether all texts could be checked, so that all branches are known."""
    world = calls.checked.names.world
    spoken = {lang: words for lang, words in world.words.items() if words}
    known = known_names(calls, whole)
    everything = dict.fromkeys(name for words in spoken.values() for name in words if name in known)
    for lang, words in spoken.items():
        if lang == IDS or lang not in world.languages:
            continue  # an id is its own word; and nobody promised texts in other languages
        missing = [name for name in everything if name not in words]
        if missing:
            other = next(other for other, entries in spoken.items() if missing[0] in entries)
            place = world.at("words", other, missing[0])
            yield _missing(lang, missing, place, "other languages of this ruleset have words for it")
        for groups, hint in (
            (_chosen_together(calls, whole), "most names that are chosen together with it have words"),
            (_on_the_table(calls), "most names that stand on the table beside it have words"),
        ):
            like = [(name, place) for group in groups for name, place in _exceptions(group, words).items()]
            bare = {name: place for name, place in reversed(like) if name not in everything}
            if bare:
                yield _missing(lang, list(bare)[::-1], bare[list(bare)[-1]], hint)


def _missing(lang: str, names: list[str], span: Span, hint: str) -> Diagnostic:
    more = f" and {len(names) - LISTED} more" * (len(names) > LISTED)
    shown = ", ".join(f"`{name}`" for name in names[:LISTED])
    hint = f'{hint}; write `{names[0]} = "..."` in [words.{lang}]'
    return Diagnostic("W203", f"[words.{lang}] has no words for {shown}{more}", span, hint, "warning")


def _chosen_together(calls: Calls, whole: bool) -> Iterator[dict[str, Span]]:
    """Names between which people choose, with their places: all branches, the words of a kind, the records of a
    kind."""
    names = calls.checked.names
    texts = calls.texts.values() if whole else ()
    acts = [act for text in texts for act in all_acts(text.acts) if isinstance(act, a.ChooseWay)]
    ways = {label: act.span for act in reversed(acts) for label in reversed(act.names)}
    yield dict(reversed(ways.items()))
    for kind in names.word_kinds.values():
        yield dict.fromkeys(kind.words, kind.span)
    for records in names.by_kind.values():
        yield {record.id: record.span for record in records}


def _on_the_table(calls: Calls) -> Iterator[dict[str, Span]]:
    """Names that players see on the table all the time, with their places: counters and state, zones, boards, kinds of
    pieces."""
    world = calls.checked.names.world
    numbers = {one.id: one.span for one in world.counters} | {one.id: one.span for one in world.state}
    zones, boards = ({one.id: one.span for one in world.zones}, {one.id: one.span for one in world.boards})
    for group in (numbers, zones, boards, {one.id: one.span for one in world.pieces}):
        yield {name: place for name, place in group.items() if name not in world.unshown}


def _exceptions(group: dict[str, Span], words: Container[str]) -> dict[str, Span]:
    """Names without words in a group in which most have words."""
    bare = {name: place for name, place in group.items() if name not in words}
    return bare if 2 * len(bare) < len(group) else {}


def find_unknown_slots(calls: Calls) -> Iterator[Diagnostic]:
    """Slots in the words of verbs and queries that name no parameter, or that stand in a form that is never filled.
    Words of other things know only `{it}`."""
    world = calls.checked.names.world
    params = {verb.id: [p.id for p in verb.params] for verb in world.verbs}
    verbs = set(params)
    params |= {query.id: [p.id for p in query.params] for query in world.queries}
    for lang, words in world.words.items():
        for name, forms in words.items():
            known = [*params.get(name, []), *([] if name in params else ["it"])]
            slots = dict.fromkeys(slot for form in forms.values() for slot in _SLOT.findall(form))
            for slot in slots:
                if slot not in known:
                    message = (
                        f"the words of `{name}` in [words.{lang}] hold `{{{slot}}}`, which is not one of its parameters"
                    )
                    yield Diagnostic(
                        "W202", message, world.at("words", lang, name), did_you_mean(slot, known), "warning"
                    )
            bare = [
                (form, slot)
                for form in forms
                if form not in _FILLED
                for slot in _SLOT.findall(forms[form])
                if slot in known
            ]
            if bare:
                (form, slot), use = bare[0], "you" if name in verbs else "with"
                message = (
                    f"`{form}` of `{name}` in [words.{lang}] holds `{{{slot}}}`, but names are told without values"
                )
                hint = f"name the thing in `{form}`, and write `{{{slot}}}` in `{use}`"
                yield Diagnostic("W202", message, world.at("words", lang, name), hint, "warning")
