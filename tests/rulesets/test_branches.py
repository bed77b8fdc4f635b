"""Every ruleset allows the sequences of answers that were counted; `tests/rulesets/branches.py` says what is counted.

Every day the first columns are counted again for the fewest seats, in long runs all columns for all numbers of seats.
Machine code counts the same table in `tests/fast/test_same_games.py`. A new ruleset gets its rows from
`python -m tests.rulesets.branches`.
"""

from __future__ import annotations

import pytest

import solenia_rules as sr
from tests.playing import all_seatings, fewest_seatings, loaded
from tests.rulesets.branches import Plain, Row, branches, read

FEW_ANSWERS = 1_000
"""Answers given for a row every day."""


FEWEST = {(seated.name, seated.seats) for seated in fewest_seatings()}
ROWS = [
    pytest.param(row, id=str(row), marks=[] if (row.name, row.seats) in FEWEST else [pytest.mark.thorough])
    for row in read()
]


def test_every_ruleset_has_rows_and_no_other() -> None:
    """The start for every number of seats, and a position later in the game."""
    assert {(row.name, row.seats) for row in read() if row.answers == 0} == {(s.name, s.seats) for s in all_seatings()}
    assert {row.name for row in read() if row.answers > 0} == {seated.name for seated in all_seatings()}


@pytest.mark.parametrize("row", ROWS)
def test_the_first_branches_are_as_many_as_were_counted(row: Row) -> None:
    depth = row.depth(FEW_ANSWERS)
    assert branches(Plain(loaded(row.name).executor(row.seats)), row.seed, row.answers, depth) == row.counts[:depth]


@pytest.mark.thorough
@pytest.mark.parametrize("row", read(), ids=str)
def test_branches_are_as_many_as_were_counted(row: Row) -> None:
    player = Plain(loaded(row.name).executor(row.seats))
    assert branches(player, row.seed, row.answers, len(row.counts)) == row.counts


def test_a_changed_rule_moves_a_number() -> None:
    row = next(row for row in read() if (row.name, row.seats, row.answers) == ("summer", 2, 0))
    changed = Plain(sr.load("summer", {"hand_size": 4}).executor(2))
    assert branches(changed, row.seed, row.answers, 3) != row.counts[:3]


def test_a_row_is_counted_as_deep_as_its_answers_go() -> None:
    row = Row("", 2, 1, 0, (3, 10, 40, 0))
    assert [row.depth(most) for most in (0, 2, 3, 12, 13, 52, 53, 99)] == [1, 1, 2, 2, 3, 3, 4, 4]
