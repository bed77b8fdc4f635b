"""Which form of a Polish noun goes with a number."""

from __future__ import annotations

from solenia_rules.words.phrases import PluralForm


def plural_form(number: int) -> PluralForm:
    size = abs(number)
    if size == 1:
        return "one"
    return "few" if size % 10 in (2, 3, 4) and size % 100 not in (12, 13, 14) else "many"
