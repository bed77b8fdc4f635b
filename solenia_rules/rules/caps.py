"""All limits on what a ruleset may hold, in one place; each is tested at the limit and one past it."""

from __future__ import annotations

import re

FILE_BYTES = 256 * 1024
RESOLVED_BYTES = 1024 * 1024
FILES = 32
EXTENDS_DEPTH = 8

NESTING = 16
KEY_PARTS = 8
VALUES = 10_000
"""Values, tables and list items of one file, and parts of its dotted keys: `tomllib` is slow with them."""
RESOLVED_VALUES = 40_000

STRING_BYTES = 4 * 1024
TOKEN_CHARACTERS = 64
"""Longest number or date, as written."""
INTEGER = 10**9

EFFECT_BYTES = 2 * 1024
FILE_EFFECT_BYTES = 32 * 1024
RESOLVED_EFFECT_BYTES = 128 * 1024

SEATS = 8
COPIES = 200
PIECES = 10_000
CELLS = 10_000
ZONES = 10_000
STORED = 100_000
"""Numbers in the state of a game: counters and states by seat and word, fields of pieces and cells, zones."""
SIDES = 1000
"""Faces of a die."""
BUDGET = 1_000_000
"""Steps of one action, unless a ruleset says otherwise."""
MOST_BUDGET = 100_000_000
"""The largest number of steps that a ruleset can ask for."""
POSITIONS = 1000
"""Positions of a history."""

PROBLEMS = 100
"""How many problems are collected before reading stops; 50 of them are shown."""

ID = re.compile(r"[a-z][a-z0-9_]{0,63}", re.ASCII)


def is_id(text: str) -> bool:
    return ID.fullmatch(text) is not None
