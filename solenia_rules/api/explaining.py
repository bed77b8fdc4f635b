"""Rules in sentences for whoever embeds the engine: by id, or by a place in a file."""

from __future__ import annotations

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.sentences.topics import Topic
from solenia_rules.text.places import Span


def explain(rules: Ruleset, ident: str, lang: str = "en") -> Topic | None:
    """One thing of a ruleset in sentences; None where nothing of that id can be explained."""
    return rules.topics(lang).topic(ident)


def explain_at(rules: Ruleset, place: Span, lang: str = "en") -> str | None:
    """What the text at a place says, on one line; None where no text of the language stands."""
    return rules.places(lang).at(place.source.name, place.start)
