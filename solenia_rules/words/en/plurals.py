"""Which form of an English noun goes with a number."""

from __future__ import annotations

from solenia_rules.words.phrases import PluralForm


def plural_form(number: int) -> PluralForm:
    return "one" if abs(number) == 1 else "other"
