"""Data from outside is taken strictly, and every problem is reported with its path."""

from __future__ import annotations

import pytest
from attrs import frozen

from solenia_rules.text.misfits import Misfits
from solenia_rules.text.structuring import structure


@frozen
class Part:
    name: str
    at: tuple[int, int] = (0, 0)


@frozen
class Whole:
    count: int
    on: bool
    parts: tuple[Part, ...]
    notes: dict[str, object]
    extra: Part | None = None


GOOD = {"count": 1, "on": True, "parts": [{"name": "a", "at": [1, 2]}], "notes": {"x": [1, "y", None]}}


def problems(data: object) -> list[tuple[tuple[str | int, ...], str]]:
    with pytest.raises(Misfits) as caught:
        structure(data, Whole)
    return [(problem.path, problem.sort) for problem in caught.value.problems]


def test_data_of_the_right_shape_becomes_a_value() -> None:
    assert structure(GOOD, Whole) == Whole(1, True, (Part("a", (1, 2)),), {"x": [1, "y", None]})
    assert structure({**GOOD, "extra": {"name": "b"}}, Whole).extra == Part("b")


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("count", True, ("count",)),
        ("count", 1.0, ("count",)),
        ("count", "1", ("count",)),
        ("on", 1, ("on",)),
        ("parts", "ab", ("parts",)),
        ("parts", {"name": "a"}, ("parts",)),
        ("parts", [["a"]], ("parts", 0)),
        ("parts", [{"name": 7}], ("parts", 0, "name")),
        ("parts", [{"name": "a", "at": [1]}], ("parts", 0, "at")),
        ("parts", [{"name": "a", "at": [1, None]}], ("parts", 0, "at", 1)),
        ("notes", [], ("notes",)),
        ("extra", "b", ("extra",)),
    ],
)
def test_a_value_of_another_type_is_refused_where_it_stands(
    key: str, value: object, path: tuple[str | int, ...]
) -> None:
    assert problems({**GOOD, key: value}) == [(path, "wrong value")]


def test_all_problems_are_reported_at_once() -> None:
    found = problems({"on": 0, "parts": [{"name": "a", "nmae": "b"}, {}], "notes": {}, "more": 1})
    assert sorted(found, key=str) == sorted(
        [
            (("count",), "missing key"),
            (("on",), "wrong value"),
            (("parts", 0, "nmae"), "unknown key"),
            (("parts", 1, "name"), "missing key"),
            (("more",), "unknown key"),
        ],
        key=str,
    )


def test_what_is_no_table_at_all_is_refused() -> None:
    assert problems([1]) == [((), "wrong value")]
    with pytest.raises(Misfits, match="expected a table, found a list"):
        structure([1], Whole)
