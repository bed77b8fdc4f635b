"""Pictures: `game.svg` against the view that it draws, at the same positions."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

import solenia_rules as sr
from solenia_rules.tools.measuring.figures import Figure, cpu_of, figure, interleaved

MOST = 60
"""The most that a picture may cost against its view without log."""
GAMES = 3
EVERY = 8
"""Every so many answers a position is drawn."""


def pictures(names: tuple[str, ...], rounds: int) -> list[Figure]:
    """One figure for each ruleset; of the first, also one for interactive pictures."""
    made = []
    for name in names:
        first = name == names[0]
        positions = [game for seed in range(GAMES) for game in _positions(sr.load(name), seed)]
        found = _measured(positions, rounds)
        for key in ("plain", "interactive") if first else ("plain",):
            ratios = [own / least for own, least in zip(found[key], found["view"], strict=True)]
            size = sum(len(game.svg(0, interactive=key == "interactive")) for game in positions) / len(positions)
            detail = f"{median(found[key]) * 1000:.1f} ms, {size / 1000:.0f} KB"
            what = f"{name}: a picture ({key}) against its view"
            made.append(figure(what, ratios, "x", at_most=MOST if first else None, detail=detail))
    return made


def _measured(positions: list[sr.Game], rounds: int) -> dict[str, list[float]]:
    """The CPU seconds of one view and of one picture, round by round."""

    def each(draw: Callable[[sr.Game], object]) -> float:
        return cpu_of(lambda: [draw(game) for game in positions]) / len(positions)

    tasks: dict[str, Callable[[], float]] = {
        "view": lambda: each(lambda game: game.view(0, log=False)),
        "plain": lambda: each(lambda game: game.svg(0)),
        "interactive": lambda: each(lambda game: game.svg(0, interactive=True)),
    }
    for task in tasks.values():
        task()
    return interleaved(tasks, rounds)


def _positions(rules: sr.Ruleset, seed: int) -> list[sr.Game]:
    """Positions of a random game."""
    game = sr.new_game(rules, None, seed)
    found = [game]
    while game.decision is not None and game.decisions < 150:
        game = game.choose(sr.random_answer(game))
        if game.decisions % EVERY == 0:
            found.append(game)
    return found


if __name__ == "__main__":
    from solenia_rules.tools.measuring.figures import table

    print(table(pictures(("summer", "day_and_night", "chess", "branch_lines"), 5)))
