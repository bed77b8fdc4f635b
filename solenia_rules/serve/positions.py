"""What a client is sent of a position. Everything comes from the view, the log and the picture of one seat, so a
message can hold nothing that the seat may not know, and its size tells nothing else either."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, TypeAlias

from solenia_rules.checked.contest import won_together
from solenia_rules.pictures.palette import ink_on
from solenia_rules.serve.table import Table

if TYPE_CHECKING:
    from solenia_rules import Game
    from solenia_rules.text.views import View

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | View | None"


WIDTHS = (480, 720, 960, 1280)
"""The widths of pictures. A client gets the nearest one, so that clients share pictures."""


def width_of(wanted: int) -> int:
    return min(WIDTHS, key=lambda width: abs(width - wanted))


def shown_position(game: Game, viewer: int | None, lang: str, theme: str, width: int) -> dict[str, Json]:
    """A position as a seat sees it, without the log."""
    view = game.view(viewer, lang, log=False)
    album = game.rules.album(lang)
    colours = [album.seat_colour(seat) for seat in range(game.seats)]
    return {
        "view": view,
        "picture": game.svg(viewer, lang, theme, interactive=True, width=width),
        "colours": [[colour, ink_on(colour)] for colour in colours],
        "title": game.rules.titles.get(lang, game.rules.title),
        "parts": shown_parts(game, lang),
        "step": game.decisions,
    }


def shown_parts(game: Game, lang: str) -> list[Json]:
    """What the scores of a finished game come from, the most points first; nothing before the end."""
    if game.decision is not None or not game.scores:
        return []
    from solenia_rules.tools.lab.sources import score_parts  # Statistics are needed at the end only.

    parts: list[Json] = []
    for source, points in sorted(score_parts(game).items(), key=lambda part: -sum(map(abs, part[1]))):
        parts.append({"title": game.rules.label(source, lang), "points": [*points]})
    return parts


def drawn_position(game: Game, viewer: int | None, lang: str, theme: str, width: int) -> str:
    """A position with its picture, as JSON text."""
    return json_text(shown_position(game, viewer, lang, theme, width))


def prepared_position(game: Game, viewer: int | None, lang: str, theme: str, width: int, since: int) -> str:
    """A position with its picture, as JSON text. The game also puts the lines of the log after the first `since` lines
    into words, and keeps them."""
    shown_log(game, viewer, lang, since)
    return drawn_position(game, viewer, lang, theme, width)


def json_text(message: dict[str, Json]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def shown_log(game: Game, viewer: int | None, lang: str, since: int) -> list[Json]:
    """The lines of the log after the first `since` lines."""
    return [{"kind": line.kind, "seat": line.seat, "text": line.text} for line in game.log_since(since, viewer, lang)]


def shown_people(table: Table, connected: set[int], votes: Mapping[int, Collection[int]]) -> list[Json]:
    """Who sits where, who is connected, and who wants a bot to play for whom."""
    return [
        {
            "seat": number,
            "name": seat.name,
            "plays": seat.plays,
            "joined": bool(seat.token) or not seat.person,
            "connected": number in connected or not seat.person,
            "stand_in": seat.stand_in,
            "votes": [*sorted(votes.get(number, ()))],
        }
        for number, seat in enumerate(table.seats)
    ]


def shown_wish(table: Table) -> Json:
    wish = table.wish
    if wish is None:
        return None
    missing: list[Json] = [*sorted(wish.missing)]
    return {"seat": wish.seat, "answers": wish.answers, "missing": missing}


def shown_end(table: Table, game: Game) -> Json:
    """The score sheet of a finished game: the scores, the winners, whether all seats win or lose together, and the
    number of positions for the replay."""
    if game.decision is not None:
        return None
    scores: dict[str, Json] = {str(seat): score for seat, score in game.scores.items()}
    winners: list[Json] = [*game.winners]
    together = game.rules.known("won together", won_together)
    return {"scores": scores, "winners": winners, "together": together, "steps": len(game.answers)}
