"""Warnings: words that are missing in a language, and slots in words that stand for nothing."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from solenia_rules.compiler.calls import Calls, all_acts
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import did_you_mean

LISTED = 5
OWN = "en"
"""Ids are English, so that a missing English word is none."""
_SLOT = re.compile(r"\{(\w*)(?::\w+)?\}")


def find_missing_words(calls: Calls) -> Iterator[Diagnostic]:
    """Of each language that the ruleset speaks: what others have words for, and what most of its like have there."""
    world = calls.checked.names.world
    spoken = {lang: words for lang, words in world.words.items() if words}
    everything = dict.fromkeys(name for words in spoken.values() for name in words)
    for lang, words in spoken.items():
        if lang == OWN:
            continue
        missing = [name for name in everything if name not in words]
        if missing:
            yield _missing(lang, missing, world.span, "other languages of this ruleset have")
        bare = [name for group in _like(calls) for name in _odd_ones(group, words) if name not in everything]
        if bare:
            yield _missing(lang, list(dict.fromkeys(bare)), world.span, "what is chosen beside it has")


def _missing(lang: str, names: list[str], span: Span, hint: str) -> Diagnostic:
    more = f" and {len(names) - LISTED} more" * (len(names) > LISTED)
    shown = ", ".join(f"`{name}`" for name in names[:LISTED])
    return Diagnostic("W203", f"[words.{lang}] has no words for {shown}{more}", span, hint, "warning")


def _like(calls: Calls) -> Iterator[list[str]]:
    """Names that people choose between: all ways, the words of a kind, the records of a kind."""
    names = calls.checked.names
    acts = [act for text in calls.texts.values() for act in all_acts(text.acts) if act.op == "choose_effect"]
    yield list(dict.fromkeys(str(label) for act in acts for label in act.data))
    for kind in names.word_kinds.values():
        yield list(kind.words)
    for records in names.by_kind.values():
        yield [record.id for record in records]


def _odd_ones(group: list[str], words: Container[str]) -> list[str]:
    """Those without words, where most have some."""
    bare = [name for name in group if name not in words]
    return bare if 2 * len(bare) < len(group) else []


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
                    yield Diagnostic("W202", message, world.span, did_you_mean(slot, known), "warning")
