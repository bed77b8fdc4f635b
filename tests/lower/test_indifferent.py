"""What counts as an order that cannot matter: every order comes to the same."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.lower import choices

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
tally = { per = ["good"], source = "ours" }

[pieces.token]
plural = "tokens"
starts = "row"
fields = { worth = "0..9", makes = { kind = "good", starts = "ore" }, marks = { kind = "0..9", starts = 1 } }
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


[verbs.turn]
params = { t = "token" }
effect = 'if makes of t is ore { add 1 to tally of makes of t; set makes of t to other(makes of t) }'
source = "ours"

[queries]
dear  = { params = { t = "token" }, value = 'worth of t > 1 and not (marks of t is 9)', source = "ours" }
light = { params = { t = "token" }, value = 'worth of t < 4', source = "ours" }
full  = { params = { t = "token" }, value = 'count(heap) > worth of t', source = "ours" }

[rules]
glut  = { rules = 'light by me becomes it and no(heap)', source = "ours" }
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
        "if marks of t > 0 { gain 1 point }",
        "if t is dear { add 2 to marks of t } else { set marks of t to 0 }",
        "turn t",
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
        "gain 1 point; lose 1 point",
        "if some(heap) { gain 1 point } else { move t to heap }",
        "if marks of first(row) > 1 { gain 1 point } else { set marks of t to 2 }",
        "if t is full { gain 1 point } else { move t to heap }",
        "if t is light { gain 1 point; move t to heap }",
        "add 1 to my points; lose 2 points",
        "add worth of t - 2 to my points",
        "add 1 to stock(me, ore)",
        "if tally of ore > 1 { add 1 to tally of clay } else { add 1 to tally of ore }",
        "set marks of first(row) to worth of t",
        "add 2 to marks of first(row)",
    ],
)
def test_where_it_may_matter_it_is_asked(tmp_path: Path, effect: str) -> None:
    game = sr.new_game(rules(tmp_path, effect))
    assert game.decision is not None
    assert len(game.decision.options) == 3
