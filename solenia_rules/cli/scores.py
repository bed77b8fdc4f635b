"""The score sheet at the end of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.looks import Looks
from solenia_rules.cli.texts import text


def draw_scores(
    scores: Mapping[int, int], winners: Sequence[int], players: Sequence[str], looks: Looks, note: str
) -> RenderableType:
    """One line a seat; the last column names who wins."""
    sheet = Table(title=text("score_sheet", looks.lang), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    sheet.add_column("")
    sheet.add_column(text("player", looks.lang))
    if scores:
        sheet.add_column(text("score", looks.lang), justify="right")
    sheet.add_column("")
    for seat, player in enumerate(players):
        row = [Text(text("seat", looks.lang, n=seat + 1), style=looks.seat_style(seat)), Text(player)]
        if scores:
            row.append(Text(str(scores[seat])))
        won = text("shares" if len(winners) > 1 else "wins", looks.lang) if seat in winners else ""
        sheet.add_row(*row, Text(won, style="bold"))
    parts: list[RenderableType] = [sheet]
    if not winners:
        parts.append(Text(text("draw", looks.lang)))
    parts.append(Text(note, style="dim"))
    return Group(*parts)
