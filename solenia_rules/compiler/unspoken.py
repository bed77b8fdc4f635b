"""Warnings: what has words in one language and none in another, and slots in words that stand for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solenia_rules.compiler.calls import Calls
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.suggestions import did_you_mean

LISTED = 5
OWN = "en"
"""Ids are English, so that a missing English word is none."""
_SLOT = re.compile(r"\{(\w*)(?::\w+)?\}")


def find_missing_words(calls: Calls) -> Iterator[Diagnostic]:
    """Of each language that the ruleset speaks: what others have words for."""
    world = calls.checked.names.world
    spoken = {lang: words for lang, words in world.words.items() if words}
    everything = dict.fromkeys(name for words in spoken.values() for name in words)
    for lang, words in spoken.items():
        missing = [f"`{name}`" for name in everything if name not in words]
        if missing and lang != OWN:
            shown = ", ".join(missing[:LISTED]) + (f" and {len(missing) - LISTED} more" * (len(missing) > LISTED))
            message = f"[words.{lang}] has no words for {shown}"
            yield Diagnostic("W203", message, world.span, "other languages of this ruleset have", "warning")


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
