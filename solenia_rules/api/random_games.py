"""Random answers, and whole games of random answers that the executor plays by itself."""

from __future__ import annotations

from solenia_rules.api.errors import StaleAnswer, refused
from solenia_rules.api.game import Game, check_game
from solenia_rules.api.options import Option
from solenia_rules.api.requests import check_seed
from solenia_rules.api.ruleset import Ruleset, seats_asked_for
from solenia_rules.play import chance, reading
from solenia_rules.text.frozen import field, sealed


def random_answer(game: Game) -> Option:
    """The answer that `playout` gives here: uniform, by the game's seed and the number of answers given."""
    check_game(game)
    if game.decision is None:
        raise refused(StaleAnswer, "over")
    key = chance.answer_key(*chance.split_seed(game.seed))
    options = game.decision.options
    return options[chance.answer(key, game.decisions, len(options))]


@sealed
class Playout:
    """The end of a game played inside the stepping core."""

    scores: dict[int, int]
    winners: tuple[int, ...]
    decisions: int
    state: tuple[int, ...] = field(repr=False)


def playout(rules: Ruleset, seats: int | None = None, seed: int = 0) -> Playout:
    """A whole game with uniformly random answers."""
    count = seats_asked_for(rules, seats)
    check_seed(seed)
    executor = rules.executor(count)
    s = executor.playout(seed)
    scores = dict(enumerate(reading.scores(executor.program, s)))
    return Playout(scores, reading.winners(s), reading.decisions(s), tuple(s))
