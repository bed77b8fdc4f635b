"""Rules in sentences for whoever embeds the engine: by id, or by a place in a file."""

from __future__ import annotations

from functools import lru_cache

from solenia_rules.api.errors import SetupError
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.sentences.lexicon import LANGUAGES
from solenia_rules.sentences.places import Places
from solenia_rules.sentences.topics import Topic, Topics
from solenia_rules.text.places import Span


def topics(rules: Ruleset, lang: str = "en") -> Topics:
    """Everything that can be explained of a ruleset."""
    if lang not in LANGUAGES:
        raise SetupError(f"the languages are {', '.join(LANGUAGES)}, not {lang!r}")
    return _topics(rules, lang)


def places(rules: Ruleset, lang: str) -> Places:
    """The same by where its texts stand."""
    return _places(rules, lang)


@lru_cache(maxsize=8)
def _places(rules: Ruleset, lang: str) -> Places:
    return Places(topics(rules, lang))


@lru_cache(maxsize=8)
def _topics(rules: Ruleset, lang: str) -> Topics:
    return Topics(rules.checked, lang)


def explain(rules: Ruleset, ident: str, lang: str = "en") -> Topic | None:
    """One thing of a ruleset in sentences; None where nothing of that id can be explained."""
    return topics(rules, lang).topic(ident)


def explain_at(rules: Ruleset, place: Span, lang: str = "en") -> str | None:
    """What the text at a place says, on one line; None where no text of the language stands."""
    return places(rules, lang).at(place.source.name, place.start)
