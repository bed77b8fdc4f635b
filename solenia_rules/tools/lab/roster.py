"""Creates bots from the words that users write: `random`, `greedy`, `mcts:200`, `learnt:FILE`, `file.py:Class`."""

from __future__ import annotations

import importlib.util
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias, assert_never

from solenia_rules.api.options import Option
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.tools.lab.bot_words import BOT_WORDS, FORMS, LEARNT, OWN, PLAYOUTS, is_bot_name
from solenia_rules.tools.lab.bots import Bot, GreedyBot, RandomBot, Seen
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.search import SearchBot

MOST_PLAYOUTS = 1_000_000

BotMaker: TypeAlias = Callable[[int, int], Bot]
"""A function from the seed of a game and a seat to the bot that plays there."""


class Answerer(Protocol):
    """The interface of a user's bot class."""

    def answer(self, seen: Seen) -> object: ...


class OwnBot:
    """A bot from a user's file; its answers are checked."""

    def __init__(self, word: str, bot: Answerer) -> None:
        self.word = word
        self.bot = bot

    def answer(self, seen: Seen) -> int:
        try:
            given = self.bot.answer(seen)
        except Exception as problem:
            at = traceback.extract_tb(problem.__traceback__)[-1]
            where = f"{Path(at.filename).name}:{at.lineno}"
            raise LabError(f"the bot {self.word} fails ({where}): {type(problem).__name__}: {problem}") from problem
        if isinstance(given, Option):
            given = given.value if given in seen.options else given.id
        if isinstance(given, str):
            found = [option.value for option in seen.options if option.id == given]
            given = found[0] if found else given
        if isinstance(given, bool) or not isinstance(given, int) or given not in seen.values:
            offered = ", ".join(option.id for option in seen.options)
            raise LabError(f"the bot {self.word} answered {given!r}, which is not on offer: {offered}")
        return given


def bot_maker(word: str) -> BotMaker:
    """The bot maker of a word; raises `LabError` if the word is unknown."""
    own = ".py" in word and not word.startswith(f"{LEARNT}:")
    name, colon, rest = word.rpartition(":") if own else word.partition(":")
    if name.endswith(".py"):
        return _own(word, Path(name), rest)
    if name == LEARNT:
        return _learnt(word, rest)
    if not is_bot_name(name) or (colon and not BOT_WORDS[name].takes_number):
        hint = did_you_mean(name, BOT_WORDS)
        raise LabError(f"there is no bot `{word}`; {hint + ' ' if hint else ''}a bot is {FORMS}, {OWN}")
    match name:
        case "random":
            return lambda seed, _seat: RandomBot(seed)
        case "greedy":
            return GreedyBot
        case "mcts":
            playouts = _playouts(word, rest) if colon else PLAYOUTS
            return lambda seed, seat: SearchBot(seed, seat, playouts)
        case _:
            assert_never(name)


def _playouts(word: str, text: str) -> int:
    if not text.isdecimal() or len(text) > 7 or not 1 <= int(text) <= MOST_PLAYOUTS:
        raise LabError(f"`{word}`: the number of playouts is from 1 to {MOST_PLAYOUTS}, such as mcts:200")
    return int(text)


def _learnt(word: str, path: str) -> BotMaker:
    if not path:
        raise LabError(f"`{word}`: write {LEARNT}:FILE, with the file of a policy")
    if importlib.util.find_spec("numpy") is None:
        raise LabError(f"`{word}`: a learnt policy needs numpy: pip install 'solenia-rules[research]'")
    from solenia_rules.tools.lab.learnt import learnt_bot

    bot = learnt_bot(word, path)
    return lambda _seed, _seat: bot


def _own(word: str, path: Path, name: str) -> BotMaker:
    if not name.isidentifier():
        raise LabError(f"`{word}`: write file.py:Class")
    if not path.is_file():
        raise LabError(f"`{word}`: there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"own_bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise LabError(f"`{word}`: {path} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        raise LabError(f"`{word}`: {path} fails: {type(problem).__name__}: {problem}") from problem
    made = getattr(module, name, None)
    if not isinstance(made, type):
        known = [n for n, value in vars(module).items() if isinstance(value, type)]
        raise LabError(f"`{word}`: {path} has no class {name}{_hint(name, known)}")
    if not callable(getattr(made, "answer", None)):
        raise LabError(f"`{word}`: the class {name} has no method answer(self, seen)")

    def make(seed: int, seat: int) -> Bot:
        try:
            return OwnBot(word, made(seed, seat))
        except TypeError as problem:
            raise LabError(f"`{word}`: {name} is made by {name}(seed, seat): {problem}") from problem

    return make


def _hint(name: str, known: list[str]) -> str:
    found = did_you_mean(name, known)
    return f"; {found}" if found else ""
