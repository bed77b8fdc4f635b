"""Finds the position where a seat was first asked since another seat answered or chance decided. There, questions with
a single answer are asked too, so that a line with several answers can be read from it."""

from __future__ import annotations

from solenia_rules.api.game import Game, begun
from solenia_rules.play.events import CHANCE_EVENTS


def asked_since(game: Game) -> Game:
    """The position of the first question to the seat that is asked now, since another seat answered or chance decided.
    Since then every question had a single answer. Later positions are reached by giving these answers."""
    if game.imagined or game.decision is None:
        return game
    made = begun(game.rules, game.seats, game.seed, game.position, game._services.always_asking)
    since = [made]
    for answer in game.answers:
        for position in _single(made):
            made = position
        made = made.choose(answer)
        since = [made]
    since += _single(made)
    first = len(since) - 1
    while first and not _stirred(since[first]) and _seat(since[first - 1]) == game.decision.seat:
        first -= 1
    return since[first]


def _single(game: Game) -> list[Game]:
    """The positions that follow while there is a single answer."""
    found: list[Game] = []
    while game.decision is not None and len(game.decision.options) == 1:
        game = game.choose(game.decision.options[0])
        found.append(game)
    return found


def _stirred(game: Game) -> bool:
    return any(event.kind in CHANCE_EVENTS for event in game._news)


def _seat(game: Game) -> int | None:
    return None if game.decision is None else game.decision.seat
