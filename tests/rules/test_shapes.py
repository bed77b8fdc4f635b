"""The shapes by which tables are structured have the keys that the table of keys documents."""

from __future__ import annotations

import pytest
from attrs import AttrsInstance, fields

from solenia_rules.rules import keys, shapes

SHAPES: dict[str, type[AttrsInstance]] = {
    "params": shapes.ParamShape,
    "kinds": shapes.KindShape,
    "counters": shapes.CounterShape,
    "state": shapes.StateShape,
    "pieces": shapes.PieceShape,
    "zones": shapes.ZoneShape,
    "cells": shapes.CellShape,
    "boards": shapes.BoardShape,
    "history": shapes.HistoryShape,
    "setup": shapes.StepShape,
    "play": shapes.StepShape,
    "scoring": shapes.StepShape,
    "result": shapes.StepShape,
    "verbs": shapes.VerbShape,
    "queries": shapes.QueryShape,
    "rules": shapes.RuleShape,
}


def names(shape: type[AttrsInstance]) -> set[str]:
    return {one.name.rstrip("_") for one in fields(shape)}


@pytest.mark.parametrize("section", keys.ENTRIES)
def test_an_entry_has_the_documented_keys(section: str) -> None:
    assert names(SHAPES[section]) | set(keys.ORIGIN) == set(keys.keys_of(section))


@pytest.mark.parametrize(
    ("shape", "documented"),
    [
        (shapes.FieldShape, keys.FIELD),
        (shapes.SeatsShape, keys.SEATS),
        (shapes.LookShape, keys.LOOK),
        (shapes.RecordShape, keys.RECORD.keys() - keys.ORIGIN.keys()),
    ],
)
def test_a_part_of_an_entry_has_the_documented_keys(shape: type[AttrsInstance], documented: set[str]) -> None:
    assert names(shape) == set(documented)
