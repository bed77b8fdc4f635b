"""Builds a job from a request: checks that rules, seats and bots fit each other."""

from __future__ import annotations

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.lab.bot_words import read_bots
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.wire import Job

MOST_GAMES = 10_000_000


def make_job(
    rules: Ruleset, seats: int | None, bots: str, seed: int, parts: bool = True, watched: str | None = None
) -> Job:
    """A single bot is used for all seats; otherwise there must be one bot for each seat."""
    words = read_bots(bots)
    for word in words:
        bot_maker(word)
    count = seats if seats is not None else len(words) if len(words) > 1 else rules.seats[0]
    if count not in rules.seats:
        low, high = rules.seats[0], rules.seats[-1]
        raise LabError(f"{rules.id} is played by {low if low == high else f'{low} to {high}'} seats, not by {count}")
    if len(words) == 1:
        words *= count
    if len(words) != count:
        raise LabError(f"{len(words)} bots for {count} seats: name one for each seat, or one for all")
    return Job(rules.text(), rules.id, count, words, seed, parts, watched)
