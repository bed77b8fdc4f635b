"""Memory for numbers that bots think with, and their random numbers."""

from __future__ import annotations

from solenia_rules.fast.dialect import Mind, Options, Position, Workplace, popcount, widen_desk
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.kernel.luck import number_of, stream_key
from solenia_rules.fast.kernel.playing import option_at


def take(x: Workplace, words: int) -> int:
    """Use this many words of the desk; returns the place of the first."""
    first = x.desk_used
    x.desk_used = first + words
    if x.desk_used > x.desk_room:
        widen_desk(x, x.desk_used)
    return first


def begin_lots(mind: Mind, s: Position) -> None:
    """The random stream of a decision: the same for the same seed, seat and moment."""
    key = stream_key(mind.seed_low, mind.seed_high, k.BOT_STREAM - s.asked)
    mind.key = key ^ s.decisions * k.CHANCE_A & k.CHANCE_WORD
    mind.count = 0
    mind.seat = s.asked


def below(mind: Mind, limit: int) -> int:
    mind.count += 1
    return number_of(mind.key, mind.count) * limit >> 31


def lots_seed(mind: Mind) -> int:
    high = below(mind, 1 << 30)
    return high << 31 | below(mind, 1 << 30)


def any_option(mind: Mind, options: Options) -> int:
    return option_at(options, below(mind, popcount(options)))


def below_in_world(mind: Mind, limit: int) -> int:
    """A random number of the world that is being drawn."""
    mind.world_count += 1
    return number_of(mind.world_key, mind.world_count) * limit >> 31


def shuffle_words(mind: Mind, words: list[int], first: int, count: int) -> None:
    """Put some words in random order, with the random numbers of the world that is being drawn."""
    i = count - 1
    while i > 0:
        j = below_in_world(mind, i + 1)
        word = words[first + i]
        words[first + i] = words[first + j]
        words[first + j] = word
        i -= 1
