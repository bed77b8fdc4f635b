"""The table of limits in the manual, made from the constants of the engine: `python -m solenia_rules.tools.limits
docs/language.md`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from solenia_rules.check.sound.bounds import OPTIONS
from solenia_rules.check.sound.cycles import DEEPEST
from solenia_rules.checked.calls import HELD_LEVELS
from solenia_rules.checked.numbers import (
    FEWEST_TRIED,
    LOOK_ROUNDS,
    LOOK_STEPS,
    MOST_ROUNDS,
    MOST_TRIED,
    NUMBERS,
    ONE_BY_ONE,
    SEARCH_STEPS,
)
from solenia_rules.dsl.parser import MAX_DEPTH, MAX_TOKENS
from solenia_rules.play.generated import MOST_DECISIONS, MOST_PHASES
from solenia_rules.rules import caps, patterns
from solenia_rules.text.frozen import frozen


@frozen
class Limit:
    """A row of the table: what is limited, the largest number that is allowed, and what happens past it."""

    of: str
    most: int
    unit: str
    past: str


def _kib(number: int) -> int:
    return number // 1024


LIMITS: dict[str, Limit] = {
    "file_bytes": Limit("one file", _kib(caps.FILE_BYTES), "KiB", "E003"),
    "file_values": Limit("one file", caps.VALUES, "values, tables and list items", "E005"),
    "file_effects": Limit("one file", _kib(caps.FILE_EFFECT_BYTES), "KiB of effect texts", "E028"),
    "text_bytes": Limit("one text of the language", _kib(caps.EFFECT_BYTES), "KiB", "E008"),
    "text_words": Limit("one text of the language", MAX_TOKENS, "words and signs", "E106"),
    "text_levels": Limit(
        "one text of the language", MAX_DEPTH, "levels of calls in calls, blocks in blocks and other forms", "E104"
    ),
    "calls": Limit(
        "texts that call each other (verbs, queries, effects, rules)",
        DEEPEST,
        "levels: every call is two, and every block and bracket around it is one more",
        "E509",
    ),
    "string_bytes": Limit("one other text", _kib(caps.STRING_BYTES), "KiB", "E008"),
    "all_bytes": Limit("all layers together", _kib(caps.RESOLVED_BYTES), "KiB", "E003"),
    "all_effects": Limit("all layers together", _kib(caps.RESOLVED_EFFECT_BYTES), "KiB of effect texts", "E028"),
    "files": Limit("all layers together", caps.FILES, "files", "E003"),
    "extends": Limit("all layers together", caps.EXTENDS_DEPTH, "levels of `extends`", "E031"),
    "integer": Limit("a number in a file", caps.INTEGER, "", "E007"),
    "pattern": Limit("one pattern", patterns.MOST, "records", "E040"),
    "copies": Limit("one record", caps.COPIES, "copies", "E013"),
    "sides": Limit("one die", caps.SIDES, "sides", "E013"),
    "positions": Limit("one history", caps.POSITIONS, "positions", "E013"),
    "seats": Limit("one game", caps.SEATS, "seats", "E013"),
    "pieces": Limit("one game", caps.PIECES, "pieces", "E024"),
    "cells": Limit("one game", caps.CELLS, "cells", "E024"),
    "zones": Limit("one game", caps.ZONES, "zones, counted for each seat and word", "E024"),
    "numbers": Limit(
        "one game",
        caps.STORED,
        "stored numbers (a field has one for every piece or cell, a counter or state one for every seat and word)",
        "E024",
    ),
    "steps": Limit(
        "one action (between two decisions or phases)",
        caps.BUDGET,
        f"steps, as the checker estimates them; `budget` allows up to {caps.MOST_BUDGET:,}",
        "E505",
    ),
    "options": Limit("one decision", OPTIONS, "options", "E507"),
    "repeat": Limit("one `repeat`", MOST_ROUNDS, "rounds", "E506; a larger computed number counts as this one"),
    "range": Limit("a number in `range`", NUMBERS - 1, "", "larger numbers are left out"),
    "held": Limit(
        "effects that run each other with `do`",
        HELD_LEVELS,
        "levels",
        "E509 for records that name each other; otherwise the deeper effect is impossible",
    ),
    "one_by_one": Limit(
        "choosing the words of one amount (`gain 200 goods`, giving up past a limit)",
        ONE_BY_ONE,
        "words, chosen one by one",
        "what exceeds them goes with the first choices",
    ),
    "search": Limit("one search for a longest path", SEARCH_STEPS, "steps", "the game ends as a draw"),
    "combinations": Limit(
        "one test of looking ahead", LOOK_ROUNDS, "combinations of options", "positions are tried instead"
    ),
    "tried": Limit(
        "looking ahead for one decision or one `possible`",
        MOST_TRIED,
        f"positions; fewer if the rules take many steps between two decisions: as many as make {LOOK_STEPS:,} steps, "
        f"but at least {FEWEST_TRIED}",
        "an option or a block counts as possible",
    ),
    "decisions": Limit("one game", MOST_DECISIONS, "decisions", "the game ends as a draw"),
    "phases": Limit("one game", MOST_PHASES, "phases", "the game ends as a draw"),
}  # fmt: skip
"""All limits that authors can meet, by name; each is tested at the limit and one past it."""
_PLACE = re.compile(r"(<!-- limits -->\n).*?(<!-- end of limits -->)", re.DOTALL)


def table() -> str:
    """The table of the manual."""
    rows = (f"| {row.of} | {f'{row.most:,} {row.unit}'.strip()} | {row.past} |" for row in LIMITS.values())
    return "\n".join(("| limit of | value | past it |", "|---|---|---|", *rows))


def fill(page: str) -> str:
    """The page with the table between its markers written again."""
    return _PLACE.sub(lambda found: f"{found[1]}{table()}\n{found[2]}", page)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        path.write_text(fill(path.read_text("utf-8")), "utf-8")
