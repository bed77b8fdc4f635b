"""The texts that name a kind: `number`, `0..9`, `yes_no`, a word kind, a piece kind, with `?` where optional; plurals
for sets, and `list of 4 ...` with a plural for lists."""

from __future__ import annotations

import re

from solenia_rules.rules import caps
from solenia_rules.text.frozen import frozen
from solenia_rules.text.set_kinds import LIST

PLAIN_KINDS = ("number", "yes_no", "seat", "cell", "name")
TEXT_KINDS = ("effect", "value", "test", "bundle", "rules")
"""Kinds whose values are texts of the effects language."""
BUILT_IN_KINDS = (*PLAIN_KINDS, *TEXT_KINDS)

SET_OF_SEATS = "seats"

BUNDLE_KIND = re.compile(r"([0-9]{1,3}) ([a-z][a-z0-9_]*)", re.ASCII)
"""The kind of a state that holds a bundle: at most this many of a kind or counter, as in `3 colours`."""
LONGEST_LIST = 24
"""The most words of a list."""
_LIST = re.compile(LIST + r"([0-9]{1,3}) ([a-z][a-z0-9_]*)", re.ASCII)
_RANGE = re.compile(r"(-?[0-9]{1,10})\.\.(-?[0-9]{1,10})", re.ASCII)


@frozen(eq=False)
class KindText:
    """A kind as written, taken apart. `name` is empty for a range."""

    name: str
    low: int
    high: int
    optional: bool
    length: int | None = None
    """For a list such as `list of 4 lands`: the number of its words. `name` is the plural of their kind."""

    @property
    def is_range(self) -> bool:
        return not self.name

    @property
    def is_text(self) -> bool:
        return self.name in TEXT_KINDS


def parse_kind(text: str) -> KindText | None:
    """The parts of a kind text; None if the text does not have the form of one."""
    bare = text.removesuffix("?")
    optional = bare != text
    if match := _RANGE.fullmatch(bare):
        low, high = int(match.group(1)), int(match.group(2))
        if -caps.INTEGER <= low <= high <= caps.INTEGER:
            return KindText("", low, high, optional)
        return None
    if listed := _LIST.fullmatch(bare):
        length = int(listed.group(1))
        if 2 <= length <= LONGEST_LIST and caps.is_id(listed.group(2)):
            return KindText(listed.group(2), -caps.INTEGER, caps.INTEGER, optional, length)
        return None
    return KindText(bare, -caps.INTEGER, caps.INTEGER, optional) if caps.is_id(bare) else None
