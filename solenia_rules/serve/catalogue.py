"""The games that can be played at a table, by shelf, with titles, purpose, seats and parameters."""

from __future__ import annotations

from functools import cache, lru_cache

import solenia_rules as sr
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.pictures.drawing import draw_view_as_cover
from solenia_rules.protocol import rulesets
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.headings import depth, headings
from solenia_rules.serve.errors import Refused
from solenia_rules.serve.positions import Json

LONGEST_NAME = 200
PICTURED = 7
"""The seed of the game in a picture."""
ANSWERS = 24
"""The number of answers before a picture is drawn."""


def list_games(lang: str) -> list[Json]:
    """All bundled games, shelf by shelf; a game stands after the game that it extends."""
    own = headings(open_bundle())
    listed = sorted(rulesets.list_games(lang), key=lambda one: (one.shelf, depth(own, one.name), one.name))
    return [
        {"name": one.name, "shelf": one.shelf, "title": one.title, "about": one.about, "seats": [*one.seats]}
        for one in listed
    ]


def game_details(name: str, lang: str) -> dict[str, Json]:
    """One game with its parameters."""
    rules = bundled(name)
    words = rules.topics(lang)
    params: list[Json] = []
    for ident, param in rules.params.items():
        found = sr.explain(rules, ident, lang)
        title = found.title if found is not None else ident
        params.append({"id": ident, "title": title, "default": param.default, "low": param.low, "high": param.high})
    assert words is not None
    return {"name": name, "title": rules.titles.get(lang, rules.title), "params": params}


@lru_cache(maxsize=64)
def _loaded(name: str, params: tuple[tuple[str, int], ...]) -> Ruleset:
    return sr.load(name, params=dict(params))


@cache
def _known() -> frozenset[str]:
    return frozenset(sr.list_rulesets())


def bundled(name: str, params: dict[str, int] | None = None) -> Ruleset:
    """A bundled ruleset, or `a+b`. Paths are refused: a client names no files of the server."""
    layers = name.split("+")
    if len(name) > LONGEST_NAME or not all(layer in _known() for layer in layers):
        raise Refused("no_ruleset", 404, name=name[:60])
    try:
        return _loaded(name, tuple(sorted((params or {}).items())))
    except sr.RulesetError as problem:
        raise Refused("bad_ruleset", 400, problems="; ".join(d.told for d in problem.diagnostics[:5])) from None


@lru_cache(maxsize=256)
def picture(name: str, lang: str, theme: str) -> str:
    """The cover of a bundled game: a position after a few turns, as the player in turn sees it."""
    rules = bundled(name)
    game = sr.new_game(rules, rules.seats.start, PICTURED)
    for _ in range(ANSWERS):
        after = game.choose(sr.random_answer(game))
        if after.decision is None:
            break
        game = after
    viewer = None if game.decision is None else game.decision.seat
    return draw_view_as_cover(game.view(viewer, lang, log=False), rules.album(lang), theme)
