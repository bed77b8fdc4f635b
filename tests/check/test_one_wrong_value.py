"""One wrong value in the files of a sound ruleset causes problems of that value only: texts that depend on nothing
wrong are checked, and no text is blamed for a problem of another place."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from random import Random

import pytest

from solenia_rules.check.checking import check_readable
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.rules.writer import document_text
from tests.check.mutants import original
from tests.sampling import sampled

WRONG: tuple[object, ...] = (
    -1,
    0,
    999_999,
    True,
    "no_such_word",
    "Not an id",
    "bundle",
    "effect?",
    [],
    ["no_such_word"],
    {},
)
STRUCTURE = ("kinds", "pieces", "cells", "boards")
"""Sections in which a value can be changed so that it is right by itself, but wrong for records and texts."""
NAMES = ("ground", "summer", "winter", "day_and_night", "homesteads", "oware")


def places(table: dict[str, object], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every key, except those of the head."""
    for key, value in table.items():
        if path or isinstance(value, dict):
            yield (*path, key)
        if isinstance(value, dict):
            yield from places(value, (*path, key))


def with_one_wrong_value(document: dict[str, object], random: Random) -> tuple[tuple[str, ...], object, str]:
    """A copy in which one value is another one or is missing: its path, the value, and the text."""
    made = copy.deepcopy(document)
    path = random.choice(list(places(made)))
    table = made
    for key in path[:-1]:
        inner = table[key]
        assert isinstance(inner, dict)
        table = inner
    value = random.choice((*WRONG, None))
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    return path, value, document_text(made)


def check_one_wrong_value(name: str, seed: int, count: int) -> int:
    """How many rulesets with problems in their files had texts that could be checked."""
    document, random, checked = tomllib.loads(original(name)), Random(seed), 0
    for _number in range(count):
        path, value, text = with_one_wrong_value(document, random)
        try:
            resolve_text(text, "sample")
        except RulesetError as error:
            if error.readable is None or error.readable.whole:
                continue
            checked += 1
            found = check_readable(error.readable)
            if path[0] in STRUCTURE:
                continue
            # A wrong text, or a field with a value of another kind, is its own problem.
            strangers = [one for one in found if path[-1] not in line_of(one.span.source.text, one.span.start)]
            assert not strangers, (path, value, strangers)
    return checked


def line_of(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0]


@pytest.mark.parametrize(("name", "seed"), sampled([(name, seed) for name in NAMES for seed in range(12)], 3))
def test_no_text_is_blamed_for_a_wrong_value_elsewhere(name: str, seed: int) -> None:
    assert check_one_wrong_value(name, seed, 40) > 0
