"""The engine for programs with an event loop: the calls of `solenia_rules` that take time, as coroutines.

Everything runs in one thread of its own, in the order of the calls. So the loop is not blocked, and games need not be
used by two threads at the same time. `run` takes any other call. Many games at once (`playouts`) have a second thread,
because machine code runs beside Python.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from solenia_rules.api import game as games
from solenia_rules.api import loading, random_games, restoring
from solenia_rules.api import playouts as many
from solenia_rules.api import ruleset as rulesets

if TYPE_CHECKING:
    from solenia_rules.api.game import Game
    from solenia_rules.api.limits import Limits
    from solenia_rules.api.options import Option
    from solenia_rules.api.playouts import Playouts
    from solenia_rules.api.random_games import Playout
    from solenia_rules.api.ruleset import Ruleset
    from solenia_rules.sentences.topics import Topic
    from solenia_rules.text.views import EventView, View

P = ParamSpec("P")
T = TypeVar("T")


@cache
def _thread(name: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, f"solenia-{name}")


async def run(call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """The result of any call of the engine: `await aio.run(game.why_not, "card=plum", "fr")`."""
    return await asyncio.get_running_loop().run_in_executor(_thread("calls"), partial(call, *args, **named))


async def load(
    spec: str, params: Mapping[str, int] | None = None, *, refined: bool = True, limits: Limits | None = None
) -> Ruleset:
    """`sr.load`"""
    return await run(loading.load, spec, params, refined=refined, limits=limits)


async def load_text(text: str, name: str = "ruleset", *, limits: Limits | None = None) -> Ruleset:
    """`sr.load_text`"""
    return await run(loading.load_text, text, name, limits=limits)


async def explain(rules: Ruleset, ident: str, lang: str = "en") -> Topic | None:
    """`sr.explain`"""
    return await run(rulesets.explain, rules, ident, lang)


async def new_game(
    rules: Ruleset, seats: int | None = None, seed: int = 0, position: Mapping[str, object] | None = None
) -> Game:
    """`sr.new_game`"""
    return await run(games.new_game, rules, seats, seed, position)


async def restore(text: str) -> Game:
    """`sr.restore`"""
    return await run(restoring.restore, text)


async def replay(text: str) -> list[Game]:
    """`sr.replay`"""
    return await run(restoring.replay, text)


async def resample(game: Game, seat: int | None, seed: int) -> Game:
    """`sr.resample`"""
    return await run(games.resample, game, seat, seed)


async def random_answer(game: Game) -> Option:
    """`sr.random_answer`"""
    return await run(random_games.random_answer, game)


async def playout(rules: Ruleset, seats: int | None = None, seed: int = 0) -> Playout:
    """`sr.playout`"""
    return await run(random_games.playout, rules, seats, seed)


async def playouts(
    rules: Ruleset, seats: int | None = None, seeds: Iterable[int] = range(100), *, accelerated: bool | None = None,
    states: bool = False,
) -> Playouts:  # fmt: skip
    """`sr.playouts`, in a thread of its own."""
    call = partial(many.playouts, rules, seats, seeds, accelerated=accelerated, states=states)
    return await asyncio.get_running_loop().run_in_executor(_thread("playouts"), call)


async def choose(game: Game, answer: Option | str | int) -> Game:
    """`game.choose`"""
    return await run(game.choose, answer)


async def view(game: Game, seat: int | None, lang: str = "en", log: bool = True, keys: bool = False) -> View:
    """`game.view`"""
    return await run(game.view, seat, lang, log, keys)


async def svg(
    game: Game, seat: int | None = None, lang: str = "en", theme: str = "light", interactive: bool = False,
    width: int = 960,
) -> str:  # fmt: skip
    """`game.svg`"""
    return await run(game.svg, seat, lang, theme, interactive, width)


async def why_not(game: Game, what: str, lang: str = "en") -> str:
    """`game.why_not`"""
    return await run(game.why_not, what, lang)


async def events_since(game: Game, number: int, seat: int | None, lang: str = "en") -> list[EventView]:
    """`game.events_since`"""
    return await run(game.events_since, number, seat, lang)


async def dump(game: Game) -> str:
    """`game.dump`"""
    return await run(game.dump)
