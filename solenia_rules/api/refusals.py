"""Messages in each language for answers that are refused and for answers that cannot be undone."""

from __future__ import annotations

from solenia_rules.words.by_language import play_words
from solenia_rules.words.languages import LANGUAGES
from solenia_rules.words.tables.play import RefusalKey


def refusal(key: RefusalKey, asked: dict[str, str] | None = None, **gaps: object) -> dict[str, str]:
    """The sentence in every language; `asked` is the pending question in each."""
    made: dict[str, str] = {}
    for lang in LANGUAGES:
        pattern = play_words(lang).REFUSALS[key]
        made[lang] = pattern.format(asked=asked[lang] if asked is not None else "", **gaps)
    return made
