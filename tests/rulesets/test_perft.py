"""The classics have as many sequences of moves as published tables say: shallow rows every day, deep ones in long runs,
in plain Python and in machine code."""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from tests.playing import loaded
from tests.rulesets.perft import TABLES, MachineMover, PlainMover, Table, perft

SHALLOW = 500
"""Sequences that are counted every day."""


def rows() -> list[ParameterSet]:
    return [
        pytest.param(
            table, depth, id=f"{table.name}-{table.title}-{depth}",
            marks=[pytest.mark.thorough] if count > SHALLOW else [],
        )
        for table in TABLES
        for depth, count in enumerate(table.counts, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(("table", "depth"), rows())
def test_plain_python_counts_as_many_sequences(table: Table, depth: int) -> None:
    mover = PlainMover(loaded(table.name).executor(2))
    assert perft(mover, table.state(), depth) == table.counts[depth - 1]


@pytest.mark.thorough
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.title}")
def test_machine_code_counts_as_many_sequences(table: Table) -> None:
    code = loaded(table.name).accelerated(2)
    start = code.position(table.state())
    assert tuple(perft(MachineMover(code), start, depth + 1) for depth in range(len(table.counts))) == table.counts
