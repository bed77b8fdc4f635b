"""Decides which jobs machine code plays. It plays a job if every seat has a bot that exists in machine code; it is
compiled when enough games are asked for, and code in the cache is used at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from attrs import define, field

from solenia_rules.api.errors import SetupError
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast import available
from solenia_rules.fast.errors import Unsupported
from solenia_rules.play.thinking import BOTS
from solenia_rules.tools.lab.bot_words import BOT_WORDS, PLAYOUTS, known_bots
from solenia_rules.tools.lab.counted import Counting
from solenia_rules.tools.lab.wire import Job

T = TypeVar("T")
Say: TypeAlias = Callable[[str], None]
"""Tells the user something."""


def silently(_text: str) -> None:
    pass


def compiled_bots(words: Sequence[str]) -> tuple[tuple[int, int], ...] | None:
    """The sort and the strength of each bot in machine code; None if one of them exists in Python only."""
    found = []
    for word in words:
        name, _colon, strength = word.partition(":")
        if name not in BOTS:
            return None
        found.append((BOTS.index(name), int(strength or PLAYOUTS) if BOT_WORDS[name].takes_number else 0))
    return tuple(found)


@define
class _Asked:
    """What was asked of one ruleset with one number of seats."""

    games: int = 0
    refused: bool = False
    missing: bool = False
    """The cache was searched, and it holds no code."""
    counting: dict[Job, Counting] = field(factory=dict)
    said: set[str] = field(factory=set)
    """The reasons that were told."""


def is_accelerated(rules: Ruleset, seats: int) -> bool:
    """Whether the silent form of machine code can play the rules."""
    return _made(lambda: rules.accelerated(seats))[0] is not None


class Machines:
    """The machine code of rulesets, with what was asked of it so far."""

    def __init__(self) -> None:
        self._asked: WeakKeyDictionary[Ruleset, dict[int, _Asked]] = WeakKeyDictionary()

    def find(self, rules: Ruleset, job: Job, games: int, say: Say = silently, busy: Say = silently) -> Counting | None:
        """What plays and counts games of a job in machine code; None if Python plays them. `say` tells why Python must
        play them, `busy` that compiling takes time."""
        bots = compiled_bots(job.bots)
        asked = self._asked.setdefault(rules, {}).setdefault(job.seats, _Asked())
        asked.games += games
        if bots is None or asked.refused:
            return None
        known = known_bots(",".join(job.bots))
        worth = min(bot.worth for bot in known)
        if job not in asked.counting:
            if asked.missing and asked.games < worth:
                return None  # the key of the cache is the whole translated program: it is not made again to no end

            def compiling() -> bool:
                if asked.games < worth:
                    asked.missing = True
                    return False
                busy(f"Compiling {rules.id} to machine code ...")
                return True

            code, reason = _made(lambda: rules.telling(job.seats, compiling))
            unfit = None if code is None else code.unfit
            thinking = any(bot.thinks for bot in known)
            if unfit is not None and thinking:
                code, reason = None, f"bots that think cannot use machine code where there is {unfit}"
            elif reason:
                asked.refused = True
            if thinking and not available():
                asked.said.add(reason)  # commands tell it for all bots that think, also for those of a user's own file
            if reason and games >= worth and reason not in asked.said:
                asked.said.add(reason)
                say(f"Games are played in plain Python: {reason}")
            if code is None:
                return None
            asked.counting[job] = Counting(code, rules.services(job.seats), bots, job.watched)
        return asked.counting[job]


def _made(make: Callable[[], T | None]) -> tuple[T | None, str]:
    """Machine code, or why there is none; no reason if it was not to be compiled."""
    found = available()
    if not found:
        return None, found.reason
    try:
        return make(), ""
    except SetupError as error:
        if not isinstance(error.__cause__, Unsupported):
            raise
        return None, str(error)


MACHINES = Machines()
"""The machine code of this process."""
