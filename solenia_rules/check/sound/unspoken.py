"""Warnings: words that are missing in a language, and slots in words that stand for nothing."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from solenia_rules.check.sound.unused import known_names
from solenia_rules.checked.acts import all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import did_you_mean

LISTED = 5
OWN = "en"
"""Ids are English, so that a missing English word is none."""
_SLOT = re.compile(r"\{(\w*)(?::\w+)?\}")


def find_missing_words(calls: Calls, whole: bool) -> Iterator[Diagnostic]:
    """Of each language that the ruleset speaks: what others have words for, and what most of its like have there.
    `whole`: whether all texts could be checked; else it is not known which ways there are to choose."""
    world = calls.checked.names.world
    spoken = {lang: words for lang, words in world.words.items() if words}
    known = known_names(calls, whole)
    everything = dict.fromkeys(name for words in spoken.values() for name in words if name in known)
    for lang, words in spoken.items():
        if lang == OWN:
            continue
        missing = [name for name in everything if name not in words]
        if missing:
            other = next(other for other, entries in spoken.items() if missing[0] in entries)
            place = world.at("words", other, missing[0])
            yield _missing(lang, missing, place, "other languages of this ruleset have")
        like = [(name, place) for group in _like(calls, whole) for name, place in _odd_ones(group, words).items()]
        bare = {name: place for name, place in reversed(like) if name not in everything}
        if bare:
            yield _missing(lang, list(bare)[::-1], bare[list(bare)[-1]], "what is chosen beside it has")


def _missing(lang: str, names: list[str], span: Span, hint: str) -> Diagnostic:
    more = f" and {len(names) - LISTED} more" * (len(names) > LISTED)
    shown = ", ".join(f"`{name}`" for name in names[:LISTED])
    return Diagnostic("W203", f"[words.{lang}] has no words for {shown}{more}", span, hint, "warning")


def _like(calls: Calls, whole: bool) -> Iterator[dict[str, Span]]:
    """Names that people choose between, with their places: all ways, the words of a kind, the records of a kind."""
    names = calls.checked.names
    texts = calls.texts.values() if whole else ()
    acts = [act for text in texts for act in all_acts(text.acts) if act.op == "choose_effect"]
    ways = {str(label): act.span for act in reversed(acts) for label in reversed(act.data)}
    yield dict(reversed(ways.items()))
    for kind in names.word_kinds.values():
        yield dict.fromkeys(kind.words, kind.span)
    for records in names.by_kind.values():
        yield {record.id: record.span for record in records}


def _odd_ones(group: dict[str, Span], words: Container[str]) -> dict[str, Span]:
    """Those without words, where most have some."""
    bare = {name: place for name, place in group.items() if name not in words}
    return bare if 2 * len(bare) < len(group) else {}


def find_unknown_slots(calls: Calls) -> Iterator[Diagnostic]:
    """Slots in the words of verbs and queries that are none of their parameters; of a field there is only `it`."""
    world = calls.checked.names.world
    params = {verb.id: [p.id for p in verb.params] for verb in world.verbs}
    params |= {query.id: [p.id for p in query.params] for query in world.queries}
    for lang, words in world.words.items():
        for name, forms in words.items():
            known = [*params.get(name, []), *([] if name in params else ["it"])]
            slots = dict.fromkeys(slot for form in forms.values() for slot in _SLOT.findall(form))
            for slot in slots:
                if slot not in known:
                    message = (
                        f"the words of `{name}` in [words.{lang}] hold `{{{slot}}}`, which is none of its parameters"
                    )
                    yield Diagnostic(
                        "W202", message, world.at("words", lang, name), did_you_mean(slot, known), "warning"
                    )
