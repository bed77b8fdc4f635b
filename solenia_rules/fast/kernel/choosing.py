"""The answers of bots in machine code."""

from __future__ import annotations

from solenia_rules.fast.dialect import Position, Workplace, popcount
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.kernel.luck import answer_key
from solenia_rules.fast.kernel.playing import option_at


def begin_minds(x: Workplace, s: Position, minds: list[int], seed: int) -> None:
    """Prepare the bots of a game. The first words of `minds` say the sort of the bot of each seat."""
    minds[k.WALK] = answer_key(s.seed_low, s.seed_high, 0)
    minds[k.WALKED] = 0


def choose_answer(x: Workplace, s: Position, minds: list[int]) -> int:
    """The answer of the seat that is asked."""
    return random_answer(s, minds)


def random_answer(s: Position, minds: list[int]) -> int:
    """A uniformly random answer: the walk through random answers stands at the number of answers given so far."""
    while minds[k.WALKED] <= s.decisions:
        minds[k.WALK] = minds[k.WALK] * k.ANSWER_STEP % k.PRIME
        minds[k.WALKED] += 1
    return option_at(s.options, minds[k.WALK] * popcount(s.options) >> 30)
