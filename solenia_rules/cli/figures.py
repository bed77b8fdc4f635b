"""Formats figures as lines of text: aligned columns, and numbers with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

from solenia_rules.tools.lab.intervals import Measured


def share(measured: Measured) -> str:
    if not measured.count:
        return "-"
    return f"{measured.value:6.1%}  ({measured.interval.low:.1%} to {measured.interval.high:.1%})"


def number(measured: Measured | None) -> str:
    if measured is None or not measured.count:
        return "-"
    if measured.count == 1:
        return f"{measured.value:.2f}"
    return f"{measured.value:.2f}  ({measured.interval.low:.2f} to {measured.interval.high:.2f})"


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], indent: str = "  ") -> list[str]:
    """The first column to the left, the others as they are."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    return [
        (indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in (head, *rows)
    ]
