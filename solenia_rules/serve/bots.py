"""Bots at the table. They think in worker processes, so that a bot that searches delays nobody.

A worker keeps the last games it has seen: for the next decision of the same table it gives only the new answers.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import TYPE_CHECKING

import solenia_rules as sr
from solenia_rules.serve.errors import Refused
from solenia_rules.serve.limits import Limits
from solenia_rules.tools.lab import players
from solenia_rules.tools.lab.bot_words import BOT_WORDS, FORMS, is_bot_name
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.roster import bot_maker

if TYPE_CHECKING:
    from solenia_rules import Game, Ruleset

KEPT = 64
"""The number of rulesets and of games that a worker keeps."""
_rules: OrderedDict[str, Ruleset] = OrderedDict()
_games: OrderedDict[tuple[str, str, int], Game] = OrderedDict()
"""In a worker process: digest, seed and seats -> the last game."""


def check_bot(word: str, limits: Limits) -> None:
    """Refuse a word that is no bot of this program, or a bot that thinks too long for a table."""
    name, _colon, number = word.partition(":")
    try:
        if not is_bot_name(name):
            raise LabError(word)
        bot_maker(word)
    except LabError:
        raise Refused("no_bot", 400, word=word[:40], bots=FORMS) from None
    if BOT_WORDS[name].takes_number and number and int(number) > limits.playouts:
        raise Refused("slow_bot", 400, word=word, most=limits.playouts)


def answer_of(text: str, digest: str, seed: int, seats: int, answers: tuple[str, ...], word: str) -> str:
    """The id of the option that a bot chooses. Runs in a worker."""
    game = _game(text, digest, seed, seats, answers)
    return players.answer_of(game, word).id


def _game(text: str, digest: str, seed: int, seats: int, answers: tuple[str, ...]) -> Game:
    key = (digest, str(seed), seats)
    game = _games.pop(key, None)
    if game is None or game.answers != answers[: len(game.answers)]:
        game = sr.new_game(_ruleset(text, digest), seats, seed)
    for option in answers[len(game.answers) :]:
        game = game.choose(option)
    _games[key] = game
    if len(_games) > KEPT:
        _games.popitem(last=False)
    return game


def _ruleset(text: str, digest: str) -> Ruleset:
    if digest not in _rules:
        _rules[digest] = sr.load_text(text, "ruleset")
        if len(_rules) > KEPT:
            _rules.popitem(last=False)
    _rules.move_to_end(digest)
    return _rules[digest]


class Bots:
    """The worker processes."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, game: Game, text: str, word: str) -> str:
        """The id of the option that a bot chooses; the random bot if a worker cannot answer."""
        args = (text, game.rules.digest, game.seed, game.seats, game.answers, word)
        if word == "random":
            return self._random(game)
        for _ in range(2):
            if self._pool is None:
                import multiprocessing

                self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"))
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, answer_of, *args)
            except BrokenExecutor:
                self._pool = None
        return self._random(game)

    def _random(self, game: Game) -> str:
        return sr.random_answer(game).id

    def close(self) -> None:
        """End the workers. A bot that is thinking finishes its thought first; limits keep it short."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
