"""What people call an option of the figures: `take_turn card=one_wood` is the card *1: wood*, at *take a turn*."""

from __future__ import annotations

import re

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.studio.json_shapes import Json
from solenia_rules.words.languages import LANGUAGES

_AMOUNT = re.compile(r"(\d+)([a-z][a-z0-9_]*)")
"""A part of a bundle: `2wool`."""


def option_words(rules: Ruleset, name: str) -> dict[str, Json]:
    """The name of an option, and in each language its words (`said`) and those of what it belongs to (`of`)."""
    deed, _, option = name.partition(" ")
    chosen = option.rpartition("=")[2]
    return {
        "name": name,
        "said": {lang: _said(rules, chosen, lang) for lang in LANGUAGES},
        "of": {lang: rules.label(deed, lang) for lang in LANGUAGES},
    }


def _said(rules: Ruleset, chosen: str, lang: str) -> str:
    parts = [_AMOUNT.fullmatch(part) for part in chosen.split("+")]
    if all(parts):
        return " + ".join(f"{part[1]} {rules.label(part[2], lang, int(part[1]))}" for part in parts if part)
    return rules.label(chosen, lang)
