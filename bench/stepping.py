"""Single games through the API: an answer of `game.choose`, alone and with a view, against a decision of `playout`."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import solenia_rules as sr
from solenia_rules.tools.measuring.figures import Figure, cpu_of, figure, interleaved

GAMES = 20
"""Games of a round."""
MOST_STEP = 4
"""The most that an answer may cost against a decision of `playout`, if only ids are read."""
MOST_VIEW = 25
"""The same for an answer and a view."""
MOST_RESTORE = 50.0
"""The most milliseconds for restoring a finished game whose rules are in the cache."""


def steps(name: str, rounds: int) -> list[Figure]:
    """All three play the same games with random answers."""
    rules = sr.load(name)
    given = [_answers(rules, seed) for seed in range(GAMES)]
    answers = sum(map(len, given))

    def whole() -> None:
        for seed in range(GAMES):
            sr.playout(rules, 2, seed)

    def stepped(seat: int | None) -> None:
        for seed, ids in enumerate(given):
            game = sr.new_game(rules, 2, seed)
            for ident in ids:
                assert game.decision is not None
                assert ident in game.decision.ids
                game = game.choose(ident)
                if seat is not None:
                    game.view(seat, log=False)

    tasks: dict[str, Callable[[], float]] = {
        "whole": lambda: cpu_of(whole) / answers,
        "ids": lambda: cpu_of(lambda: stepped(None)) / answers,
        "views": lambda: cpu_of(lambda: stepped(0)) / answers,
    }
    for task in tasks.values():
        task()
    found = interleaved(tasks, rounds)

    def against(what: str, key: str, at_most: float | None) -> Figure:
        ratios = [own / least for own, least in zip(found[key], found["whole"], strict=True)]
        detail = f"{1 / median(found[key]):,.0f} a second"
        return figure(f"{name}: {what} against a decision of playout", ratios, "x", at_most=at_most, detail=detail)

    return [
        against("an answer of game.choose by id", "ids", MOST_STEP),
        against("an answer and a view without log", "views", MOST_VIEW),
    ]


def restoring(name: str, rounds: int) -> Figure:
    """Restore the save of a finished game. The rules in it are in the cache, as after the first restoring."""
    rules = sr.load(name)
    game = sr.new_game(rules, 2, 5)
    while game.decision is not None:
        game = game.choose(sr.random_answer(game))
    text = game.dump()
    sr.restore(text)
    found = [1000 * cpu_of(lambda: sr.restore(text)) for _round in range(rounds)]
    detail = f"{game.decisions} answers, {len(text):,} characters"
    return figure(f"{name}: restoring a finished game", found, "ms", at_most=MOST_RESTORE, detail=detail)


def _answers(rules: sr.Ruleset, seed: int) -> tuple[str, ...]:
    """The answers of the game that `playout` plays."""
    game = sr.new_game(rules, 2, seed)
    while game.decision is not None:
        game = game.choose(sr.random_answer(game))
    return game.answers
