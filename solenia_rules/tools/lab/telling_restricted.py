"""Restricted play in words, in the language of the user, and as data for programs."""

from __future__ import annotations

from collections.abc import Sequence

from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.restricted import Restricted, Side
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.words.by_language import lab_words, result_words
from solenia_rules.words.tables.lab import LabKey

SIGNS: dict[int, LabKey] = {1: "restricted_more", -1: "restricted_less", 0: "restricted_open"}


def restricted_rows(found: Sequence[Restricted], lang: str) -> tuple[list[str], list[list[str]]]:
    """The head and the rows of a table; `found`: with each bot."""
    texts = lab_words(lang).LAB
    keys: tuple[LabKey, ...] = (
        "restricted_who",
        "restricted_before",
        "restricted_after",
        "restricted_gain",
        "strong_verdict",
    )
    sides: list[tuple[str, LabKey, Side]] = [
        side
        for one in found
        for side in ((one.bots, "restricted_has", one.has), (one.bots, "restricted_shuns", one.shuns))
    ]
    rows = [
        [bots, texts[key], _share(side.before), _share(side.after), _points(side.gain), texts[SIGNS[side.sign]]]
        for bots, key, side in sides
    ]
    return [result_words(lang).RESULTS["bot"], *(texts[key] for key in keys)], rows


def restricted_data(found: Sequence[Restricted]) -> dict[str, object]:
    """For programs: with the bots of the command, and with each other bot."""
    first, *others = found
    return _one_strength(first) | {"others": {one.bots: _one_strength(one) for one in others}}


def _one_strength(found: Restricted) -> dict[str, object]:
    return {
        name: {"before": json_of(s.before), "after": json_of(s.after), "gain": json_of(s.gain), "settled": s.sign}
        for name, s in (("one seat has it", found.has), ("one seat shuns it", found.shuns))
    }


def _share(found: Measured) -> str:
    return f"{found.value:.1%}"


def _points(found: Measured) -> str:
    low, high = 100 * found.interval.low, 100 * found.interval.high
    return f"{100 * found.value:+.1f} ({low:+.1f} – {high:+.1f})"
