"""What the bundled rulesets say about themselves before the sections of their games: titles, purpose, seats, base.

Only the beginning of each file is read, so a list of all games takes milliseconds.
"""

from __future__ import annotations

import re
import tomllib
from typing import TypeAlias

from solenia_rules.rules.files import Bundle
from solenia_rules.words.languages import IDS

Heading: TypeAlias = "dict[str, object]"
_LATER = re.compile(r"^\[(?!(?:title|about|seats)\b)", re.MULTILINE)
"""The beginning of the first section that is not about the game as a whole."""


def headings(bundle: Bundle) -> dict[str, Heading]:
    """The head of each bundled file, up to its first section of the game. The rest, which is most of the file, is not
    read; bundled files begin with their head."""
    made = {}
    for name, (found, *_) in bundle.rulesets.items():
        whole = found.parts[0][1].read_text(encoding="utf-8")
        later = _LATER.search(whole)
        made[name] = tomllib.loads(whole if later is None else whole[: later.start()])
    return made


def inherited(own: dict[str, Heading], name: str) -> Heading:
    """The keys of a ruleset, laid over the keys of its base."""
    base = own[name].get("extends")
    below = inherited(own, base) if isinstance(base, str) and base != name else {}
    return {key: value for key, value in below.items() if key != "abstract"} | own[name]


def depth(own: dict[str, Heading], name: str) -> int:
    """How many files a ruleset has, one over the other: 1 if it extends nothing."""
    base = own[name].get("extends")
    return 1 + depth(own, base) if isinstance(base, str) and base != name else 1


def seat_bounds(heading: Heading) -> tuple[int, int] | None:
    """The smallest and the largest number of seats."""
    seats = heading.get("seats")
    bounds = seats.get("range") if isinstance(seats, dict) else None
    if not isinstance(bounds, list) or not bounds or not all(isinstance(one, int) for one in bounds):
        return None
    return bounds[0], bounds[-1]


def in_language(texts: object, lang: str) -> str:
    """A text of a heading in a language, else in English."""
    if not isinstance(texts, dict):
        return ""
    return str(texts.get(lang) or texts.get(IDS) or "")
