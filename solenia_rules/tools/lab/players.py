"""A bot at a game that people play: which option it chooses at the open decision."""

from __future__ import annotations

from solenia_rules.api.course import Course
from solenia_rules.api.errors import StaleAnswer, refused
from solenia_rules.api.game import Game
from solenia_rules.api.options import Option
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.judge import judge_for
from solenia_rules.tools.lab.roster import bot_maker


def answer_of(game: Game, word: str) -> Option:
    """The option that a bot chooses; raises `StaleAnswer` if the game is over."""
    decision = game.decision
    if decision is None:
        raise refused(StaleAnswer, "over")
    seen = Seen(Course.of(game), judge_for(game.rules, game.seats))
    chosen = bot_maker(word)(game.seed, decision.seat).answer(seen)
    return decision.options[seen.values.index(chosen)]
