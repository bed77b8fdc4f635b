"""The words that users write for bots, and what commands need to know of each bot before it is created.

This module imports nothing that plays, so that a help page can list the words. `roster` creates the bots.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeGuard

from solenia_rules.text.frozen import frozen

BotName: TypeAlias = Literal["random", "greedy", "mcts"]


@frozen
class BotWord:
    """A bot that comes with the program."""

    name: BotName
    form: str
    """What users write: the name, and `:N` if a number may follow."""
    thinks: bool
    """Whether it looks at what its answers lead to, which machine code makes faster."""
    chunk: int
    """The most games that a process plays at a time: few of slow bots, so that progress is visible."""
    worth: int
    """So many games in plain Python take about as long as compiling machine code, if the bot exists there (`BOTS` in
    `play/thinking.py`)."""

    @property
    def takes_number(self) -> bool:
        return self.form != self.name


BOT_WORDS: dict[str, BotWord] = {
    bot.name: bot
    for bot in (
        BotWord("random", "random", thinks=False, chunk=500, worth=60),
        BotWord("greedy", "greedy", thinks=True, chunk=8, worth=6),
        BotWord("mcts", "mcts:N", thinks=True, chunk=1, worth=1),
    )
}
"""The weakest bot first: conclusions under several strengths go by this order."""
PLAYOUTS = 200
"""The number of playouts of `mcts` without a number."""
FORMS = ", ".join(bot.form for bot in BOT_WORDS.values())
"""`random, greedy, mcts:N`"""
LEARNT = "learnt"
"""The name of the bot that plays a learnt policy; `:` and the file of the policy follow."""
OWN = f"{LEARNT}:FILE or file.py:Class"
"""What users write for bots of their own."""


def read_bots(text: str) -> tuple[str, ...]:
    """Split `greedy,mcts:200` into words."""
    return tuple(word.strip() for word in text.split(","))


def is_bot_name(name: str) -> TypeGuard[BotName]:
    return name in BOT_WORDS


def known_bots(words: str) -> tuple[BotWord, ...]:
    """The bots of `greedy,mcts:200` that come with the program."""
    names = (word.partition(":")[0] for word in read_bots(words))
    return tuple(BOT_WORDS[name] for name in names if name in BOT_WORDS)
