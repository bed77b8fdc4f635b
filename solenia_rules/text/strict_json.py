"""Reads JSON from outside, strictly.

Python's reader takes more than JSON allows, and more than a program should take from strangers: `NaN`, numbers that
become infinite, a key that occurs twice, half characters, nesting without end. `read_json` takes a text and returns
plain data, or raises `BadJson` with the reason.
"""

from __future__ import annotations

import json
import re

DEPTH = 32
"""Levels of nesting, if the caller names no other number."""
_HALF = re.compile("[\ud800-\udfff]")
_SIGNS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]')
"""Matches texts and brackets. Texts are matched as a whole, so that the brackets inside them do not count. A text
without an end is passed over once, so the time grows with the length only."""


class BadJson(Exception):
    """A text that is no JSON, or JSON that is refused. The message says why, in words for the author of the text."""


def read_json(text: str, depth: int = DEPTH) -> object:
    """Plain data from JSON; raises `BadJson`."""
    if _HALF.search(text):
        raise BadJson("the text contains half of a character")
    if _depth(text) > depth:
        raise BadJson(f"lists and objects are nested deeper than {depth} levels")
    try:
        made: object = json.loads(
            text, object_pairs_hook=_table, parse_constant=_constant, parse_float=_fraction, parse_int=_whole
        )
    except BadJson:
        raise
    except json.JSONDecodeError as problem:
        raise BadJson(f"this is no complete JSON: {problem.msg.lower()} (character {problem.pos + 1})") from None
    except (ValueError, RecursionError):
        raise BadJson("this is no JSON that can be read") from None
    if "\\u" in text and _HALF.search(json.dumps(made, ensure_ascii=False)):
        raise BadJson("the text contains half of a character")
    return made


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise BadJson("a key occurs twice in one object")
    return made


def _constant(word: str) -> object:
    raise BadJson(f"{word} is no number of JSON")


def _whole(digits: str) -> int:
    if len(digits) > 20:
        raise BadJson("a whole number has more than 19 digits")
    return int(digits)


def _fraction(digits: str) -> float:
    made = float(digits)
    if made in (float("inf"), float("-inf")):
        raise BadJson("a number is too large")
    return made


def _depth(text: str) -> int:
    """The deepest nesting of lists and objects; brackets inside of texts do not count."""
    depth = deepest = 0
    for found in _SIGNS.finditer(text):
        sign = found.group()
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest
