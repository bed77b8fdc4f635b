"""`sr.aio`: the same calls, and the event loop goes on meanwhile."""

from __future__ import annotations

import asyncio
import inspect
from time import perf_counter

import pytest

import solenia_rules as sr


def test_the_coroutines_take_what_the_calls_take() -> None:
    methods = ("choose", "view", "svg", "why_not", "events_since", "dump")
    functions = "load load_text explain new_game restore replay resample random_answer playout playouts".split()
    for name in functions:
        here, there = inspect.signature(getattr(sr.aio, name)), inspect.signature(getattr(sr, name))
        assert _told(here) == _told(there), name
    for name in methods:
        here, there = inspect.signature(getattr(sr.aio, name)), inspect.signature(getattr(sr.Game, name))
        assert _told(here)[1:] == _told(there)[1:], name


def _told(signature: inspect.Signature) -> list[tuple[str, object, object]]:
    return [(one.name, one.kind, one.default) for one in signature.parameters.values()]


def test_a_game_is_played_and_the_loop_goes_on() -> None:
    ticks: list[float] = []

    async def tick() -> None:
        while True:
            ticks.append(perf_counter())
            await asyncio.sleep(0.005)

    async def play() -> sr.Game:
        watch = asyncio.create_task(tick())
        rules = await sr.aio.load("connect_four")
        game = await sr.aio.new_game(rules, seed=3)
        while game.decision is not None:
            assert await sr.aio.view(game, 0) == game.view(0)
            game = await sr.aio.choose(game, await sr.aio.random_answer(game))
        again = await sr.aio.restore(await sr.aio.dump(game))
        assert again.winners == game.winners
        assert (await sr.aio.run(rules.label, "disc", "fr")) == "jeton"
        many, pictures = await asyncio.gather(sr.aio.playouts(rules, seeds=range(50)), sr.aio.svg(game))
        assert (len(many), pictures[:4]) == (50, "<svg")
        with pytest.raises(sr.StaleAnswer):
            await sr.aio.choose(game, "more")
        watch.cancel()
        return game

    game = asyncio.run(play())
    assert sr.playout(game.rules, 2, 3).winners == game.winners
    assert len(ticks) > 5
