"""Restricted play in words, in the language of the user, and as data for programs."""

from __future__ import annotations

from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.restricted import Restricted, Side
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.words.by_language import lab_words
from solenia_rules.words.tables.lab import LabKey

SIGNS: dict[int, LabKey] = {1: "restricted_more", -1: "restricted_less", 0: "restricted_open"}


def restricted_rows(found: Restricted, lang: str) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of a table."""
    texts = lab_words(lang).LAB
    keys: tuple[LabKey, ...] = (
        "restricted_who",
        "restricted_before",
        "restricted_after",
        "restricted_gain",
        "strong_verdict",
    )
    sides: tuple[tuple[LabKey, Side], ...] = (("restricted_has", found.has), ("restricted_shuns", found.shuns))
    rows = [
        [texts[key], _share(side.before), _share(side.after), _points(side.gain), texts[SIGNS[side.sign]]]
        for key, side in sides
    ]
    return [texts[key] for key in keys], rows


def restricted_data(found: Restricted) -> dict[str, object]:
    """For programs."""
    return {
        name: {"before": json_of(s.before), "after": json_of(s.after), "gain": json_of(s.gain), "settled": s.sign}
        for name, s in (("one seat has it", found.has), ("one seat shuns it", found.shuns))
    }


def _share(found: Measured) -> str:
    return f"{found.value:.1%}"


def _points(found: Measured) -> str:
    low, high = 100 * found.interval.low, 100 * found.interval.high
    return f"{100 * found.value:+.1f} ({low:+.1f} – {high:+.1f})"
