"""Kinds of values: the types of expressions in the effects language."""

from __future__ import annotations

from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.set_kinds import LIST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen
class Kind:
    """`base`; for words, pieces and cells the id of the declared kind (None: any); for sets the member's kind."""

    base: str
    of: str | None = None
    optional: bool = False
    member: Kind | None = None
    low: int | None = None
    high: int | None = None

    def maybe(self) -> Kind:
        return self if self.optional else evolve(self, optional=True)

    def sure(self) -> Kind:
        return evolve(self, optional=False) if self.optional else self

    def __str__(self) -> str:
        match self.base:
            case "word" | "piece" | "cell" if self.of is not None:
                text = self.of
            case "set":
                text = f"set of {self.member}"
            case "list":
                text = f"list with {self.high} words of `{self.of}`"
            case "test":
                text = "test (yes or no)"
            case _:
                text = self.base
        return text + (" or none" if self.optional else "")


NUMBER = Kind("number")
TEST = Kind("test")
SEAT = Kind("seat")
CELL = Kind("cell")
PIECE = Kind("piece")
FACE = Kind("face")
BUNDLE = Kind("bundle")
RESOURCE = Kind("resource")
NONE = Kind("none", optional=True)
EFFECT = Kind("effect")
RULES = Kind("rules")
PLACE = Kind("place")
"""A zone, a cell or nowhere: where pieces go, in rules on the verbs that move them."""
ATOM = Kind("name")

SINGLE = ("word", "seat", "cell", "piece", "face", "name")
"""Bases of things that can be none, compared, and drawn from sets."""


def word(kind: str) -> Kind:
    return Kind("word", kind)


def piece(kind: str | None) -> Kind:
    return Kind("piece", kind)


def cell(kind: str | None) -> Kind:
    return Kind("cell", kind)


def list_of(kind: str, length: int) -> Kind:
    """So many words of a kind in order, as a record gives them."""
    return Kind("list", kind, low=length, high=length)


def set_of(member: Kind) -> Kind:
    return Kind("set", member=member.sure())


def number_in(low: int | None, high: int | None) -> Kind:
    return Kind("number", low=low, high=high)


def accepts(wanted: Kind, found: Kind) -> bool:
    """Whether a value of kind `found` may stand where `wanted` is asked for."""
    if found.base == "none":
        return wanted.optional or wanted.base in ("set", "effect")
    if wanted.base == "set":
        assert wanted.member is not None
        if found.base == "set":
            assert found.member is not None
            return found.member.base == "nothing" or accepts(wanted.member, found.member)
        return accepts(wanted.member.maybe(), found)
    if found.optional and not wanted.optional and found.base not in ("effect", "rules"):
        return False
    if wanted.base == "resource":
        return found.base == "resource" or found.base == "word"
    if wanted.base != found.base or (wanted.base == "list" and wanted.high != found.high):
        return False
    return wanted.of is None or found.of is None or wanted.of == found.of


def joined(numbers: list[Kind]) -> Kind:
    """The narrowest range in which all lie."""
    lows, highs = [n.low for n in numbers if n.low is not None], [n.high for n in numbers if n.high is not None]
    return number_in(
        min(lows) if len(lows) == len(numbers) else None, max(highs) if len(highs) == len(numbers) else None
    )


def join(a: Kind, b: Kind) -> Kind | None:
    """The narrowest kind that both are, or None."""
    if a.base == "none":
        return b.maybe() if b.base in SINGLE or b.base in ("resource", "list") else (b if b.base == "set" else None)
    if b.base == "none":
        return join(b, a)
    optional = a.optional or b.optional
    if a.base == b.base == "number":
        return joined([a, b])
    if a.base == "set" or b.base == "set":
        left = a.member if a.base == "set" else a.sure()
        right = b.member if b.base == "set" else b.sure()
        assert left is not None
        assert right is not None
        if left.base == "nothing" or right.base == "nothing":
            return set_of(right if left.base == "nothing" else left)
        member = join(left, right)
        return None if member is None else set_of(member)
    if {a.base, b.base} == {"resource", "word"} or a.base == b.base == "resource":
        return evolve(RESOURCE, optional=optional)
    if a.base == b.base:
        if a.base == "list" and a.high != b.high:
            return None
        if a.of == b.of:
            return evolve(a, optional=optional)
        if a.base in ("piece", "cell"):
            return Kind(a.base, None, optional)
        if a.base == "word":
            return evolve(RESOURCE, optional=optional)
        if a.base == "bundle":
            return BUNDLE
    return None


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def read_kind(text: str, words: set[str], pieces: set[str], cells: set[str], sets: Mapping[str, str]) -> Kind | None:
    """The kind a declaration's kind text means, or None. `sets`: kind texts of sets -> those of their members."""
    optional = text.endswith("?")
    name = text[:-1] if optional else text
    if name in sets and name not in words | pieces | cells:
        member = read_kind(sets[name], words, pieces, cells, {})
        return None if member is None else set_of(member)
    made: Kind | None
    if name.startswith(LIST):
        length, _blank, plural = name.removeprefix(LIST).partition(" ")
        word_kind = sets.get(plural)
        if word_kind not in words or not _is_number(length):
            return None
        listed = list_of(word_kind or "", int(length))
        return listed.maybe() if optional else listed
    low, dots, high = name.partition("..")
    if dots and _is_number(low) and _is_number(high):
        made = number_in(int(low), int(high))
    elif name in words:
        made = word(name)
    elif name in pieces:
        made = piece(name)
    elif name in cells:
        made = cell(name)
    else:
        made = {
            "number": NUMBER, "value": NUMBER, "yes_no": TEST, "test": TEST, "seat": SEAT, "cell": CELL,
            "piece": PIECE, "name": ATOM, "effect": EFFECT, "bundle": BUNDLE, "rules": RULES, "resource": RESOURCE,
            "cells": set_of(CELL), "pieces": set_of(PIECE), "seats": set_of(SEAT),
        }.get(name)  # fmt: skip
    if made is None or made.base in ("number", "test"):
        return made  # never none: `?` says that a record may leave it out
    return made.maybe() if optional else made
