"""Constant tables as Python source."""

from __future__ import annotations

import pytest

from solenia_rules.core.backends.python.python_code import table_lines


@pytest.mark.parametrize(
    "table", [(), (3,), (1, -1, 0), (1 << 64, 5, 1 << 64), ((1 << 20_000) - 1,) * 3, (-(1 << 70), 1 << 63)]
)
def test_a_table_is_read_back_with_one_more_entry(table: tuple[int, ...]) -> None:
    found: dict[str, object] = {}
    exec("\n".join(table_lines("T0", table)), found)
    assert found["T0"] == (*table, -1)


def test_a_wide_set_is_written_once() -> None:
    wide = (1 << 9_999) - 1
    lines = table_lines("T0", (wide,) * 500)
    assert len("".join(lines)) < 10_000
