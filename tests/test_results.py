"""The page of promises tells the truth: too few tries or a failure is not a promise that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reliability import PAGE, PROMISES, page, verdict
from tests.results import Result, add, read, write

ONE = PROMISES[0]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (None, "no: not tried"),
        (Result(ONE.name, ONE.tries - 1, []), "no: too few tries"),
        (Result(ONE.name, ONE.tries, ["it broke"]), "no: 1 failures"),
        (Result(ONE.name, ONE.tries, []), "yes"),
    ],
)
def test_a_promise_is_kept_only_with_enough_tries_and_no_failure(result: Result | None, told: str) -> None:
    assert verdict(ONE, result).startswith(told)


def test_results_come_back_with_date_and_commit(tmp_path: Path) -> None:
    write(Result(ONE.name, 7, ["it broke"], {"seeds": 3}), tmp_path)
    found = read(ONE.name, tmp_path)
    assert found is not None
    assert (found.tries, found.failures, dict(found.more)) == (7, ["it broke"], {"seeds": 3})
    assert found.date
    assert "| 7 |" in page(tmp_path)
    assert "it broke" in page(tmp_path)


def test_results_of_parts_are_added_up(tmp_path: Path) -> None:
    write(Result(ONE.name, 7, ["it broke"], {"played": 3}, next_seed=7), tmp_path)
    add(Result(ONE.name, 5, [], {"played": 2, "saved": 1}, next_seed=12), tmp_path)
    found = read(ONE.name, tmp_path)
    assert found is not None
    assert (found.tries, found.failures, found.next_seed) == (12, ["it broke"], 12)
    assert dict(found.more) == {"played": 5, "saved": 1}
    assert sum(found.parts.values()) == 12


def test_the_page_is_made_from_the_results() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: make reliability"


def test_names_of_promises_are_there_once() -> None:
    assert len({promise.name for promise in PROMISES}) == len(PROMISES)
