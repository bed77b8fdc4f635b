"""What counts as an order that cannot matter: every order comes to the same."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.compiler import choices

RULES = """
ruleset  = "all_of_them"
language = 1
source   = "ours"
seats    = { range = [1, 1] }
title    = { en = "All", fr = "Tout", pl = "Wszystko" }

[kinds]
good = { plural = "goods", words = ["ore", "clay"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
stock = { per = ["seat", "good"], limit = '5', source = "ours" }

[pieces.token]
plural = "tokens"
starts = "row"
fields = { worth = "0..9", marks = { kind = "0..9", starts = 1 } }
source = "ours"

[zones]
row   = { of = "token", seen = "all", source = "ours" }
heap  = { of = "token", seen = "all", source = "ours" }
line  = { of = "token", order = "line", seen = "all", source = "ours" }
shelf = { of = "token", capacity = 2, seen = "all", source = "ours" }

[tokens]
a = { worth = 1, source = "ours" }
b = { worth = 2, source = "ours" }
c = { worth = 4, source = "ours" }

[play.once]
source = "ours"
effect = 'as seats { gain 2 ore; phase turn { choose 3 t in row { EFFECT } } }'

[verbs]
drop  = { params = { t = "token" }, effect = 'move t to heap; gain (worth of t) of points', source = "ours" }
mark  = { params = { t = "token", n = "with 0..9" }, effect = 'add n to marks of t', source = "ours" }
visit = { params = { t = "token" }, effect = 'move t to heap', source = "ours" }

[rules]
tithe = { rules = 'after visit by me { gain count(heap) of points }', source = "ours" }

[result.best]
source = "ours"
effect = 'win none'
"""


def rules(tmp_path: Path, effect: str) -> sr.Ruleset:
    path = tmp_path / "all_of_them.toml"
    path.write_text(RULES.replace("EFFECT", effect), encoding="utf-8")
    return sr.load(str(path))


@pytest.mark.parametrize(
    "effect",
    [
        "move t to heap",
        "drop t",
        "mark t with 2; drop t",
        "set marks of t to worth of t; gain (marks of t) of points",
        "gain 1 point; lose 1 ore",
        "move t to none",
    ],
)
def test_every_order_comes_to_the_same(tmp_path: Path, effect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = sr.new_game(rules(tmp_path, effect))
    assert found.decision is None, "it is not asked"
    monkeypatch.setattr(choices, "is_indifferent", lambda *_args: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    asking = rules(tmp_path, effect)
    ends = []
    for order in permutations("abc"):
        game = sr.new_game(asking)
        for token in order[:2]:
            game = game.choose(f"t={token}")
        ends.append(game)
    seen = [{**end.view(None), "log": None, "decisions": None} for end in (found, *ends)]
    assert all(one == seen[0] for one in seen)


@pytest.mark.parametrize(
    "effect",
    [
        "move t to line",
        "move t to shelf",
        "gain 1 ore",
        "gain count(heap) of points; move t to heap",
        "visit t",
        "if marks of t > 0 { gain 1 point }",
        "gain 1 point; lose 1 point",
        "set marks of first(row) to worth of t",
    ],
)
def test_where_it_may_matter_it_is_asked(tmp_path: Path, effect: str) -> None:
    game = sr.new_game(rules(tmp_path, effect))
    assert game.decision is not None
    assert len(game.decision.options) == 3
