"""Constant tables as Python source."""

from __future__ import annotations

WORD_BITS = 64


def table_lines(name: str, table: tuple[int, ...]) -> list[str]:
    """Lines that define a table, with one more entry for none. Wide sets are written once each, in hexadecimal digits:
    copies of a piece hold the same set, and decimal digits take quadratic time."""
    wide = {
        value: f"{name}_{i}" for i, value in enumerate(v for v in dict.fromkeys(table) if v.bit_length() > WORD_BITS)
    }
    entries = ", ".join([wide.get(value) or repr(value) for value in (*table, -1)])
    return [*(f"{own} = {value:#x}" for value, own in wide.items()), f"{name} = ({entries}{',' * (not table)})"]
