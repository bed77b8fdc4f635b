"""What the braces of a pattern of records may hold: how they are found in a text, and what is said of wrong ones."""

from __future__ import annotations

import re

RUNS = "for"
"""The key of a pattern that names its variables."""
HOLE = re.compile(r"\{ *([a-z][a-z0-9_]*) *(?:([+-]) *([a-z][a-z0-9_]*|[0-9]{1,9}) *)?\}")
"""Braces with a variable that may be counted on."""
BRACES = re.compile(r"\{[^{}]*\}")
HOLDS = (
    "braces hold a value of the variables, numbers and words: `{n}`, `{n + 1}`, `{2 * n - 1}`, `{remainder(n, 5)}`, "
    "`{if n is in (5, 7) then 2 else 1}`"
)


class NoValue(Exception):
    """What the braces hold has no value; the message says why."""
