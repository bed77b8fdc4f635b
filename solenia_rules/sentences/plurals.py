"""Plural categories of whole numbers, as the Unicode CLDR gives them for the languages we speak."""

from __future__ import annotations


def plural_form(lang: str, number: int) -> str:
    """`one`, `few`, `many` or `other`."""
    size = abs(number)
    match lang:
        case "fr":
            if size in (0, 1):
                return "one"
            return "many" if size % 1_000_000 == 0 else "other"
        case "pl":
            if size == 1:
                return "one"
            return "few" if size % 10 in (2, 3, 4) and size % 100 not in (12, 13, 14) else "many"
        case _:
            return "one" if size == 1 else "other"
