"""Small pieces of HTML for notebooks: tables, and texts that cannot become tags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_STYLE = "border-collapse:collapse"
_CELL = "padding:0.2em 0.6em;border-bottom:1px solid #9996;text-align:left"


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table; numbers stand at the right."""
    said = f'<caption style="text-align:left;font-weight:bold">{escape(caption)}</caption>' if caption else ""
    heading = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<table style="{_STYLE}">{said}<thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>'


def _cell(value: object) -> str:
    style = _CELL.replace("left", "right") if isinstance(value, (int, float)) else _CELL
    return f'<td style="{style}">{escape(str(value))}</td>'


def html_block(*parts: str) -> str:
    """Several pieces below each other."""
    return f"<div>{''.join(parts)}</div>"


def html_line(text: str) -> str:
    return f"<p>{escape(text)}</p>"
