"""Which form of a French noun goes with a number."""

from __future__ import annotations

from solenia_rules.words.phrases import PluralForm


def plural_form(number: int) -> PluralForm:
    size = abs(number)
    if size in (0, 1):
        return "one"
    return "many" if size % 1_000_000 == 0 else "other"
