"""Rules that apply once: in every phase of a name, or from one such phase of their own seat to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.ruleset import explain
from solenia_rules.play.machine import Machine
from tests.play.test_executors import play_both

GAME = """
ruleset  = "knocks"
language = 1
source   = "ours"
seats    = { range = [3, 3] }
title    = { en = "Knocks", fr = "Coups", pl = "Puknięcia" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[pieces]
own    = { plural = "owns", per = "seat", fields = { lasting = "rules?" }, while = 'true', source = "ours" }
shared = { plural = "shareds", starts = "heap", fields = { lasting = "rules?" }, while = 'true', source = "ours" }

[zones]
heap = { of = "shared", seen = "all", source = "ours" }
bag  = { per = "seat", of = "shared", seen = "all", source = "ours" }

[owns]
drum = { OWN source = "ours" }

[shareds]
bell = { SHARED source = "ours" }

[rules.law]
source = "ours"
rules  = 'LAW'

[verbs]
knock = { effect = 'gain 0 points', source = "ours" }

[setup.give]
source = "ours"
effect = 'as first(seats) { move heap to my bag }'

[play.all]
source = "ours"
effect = 'repeat 2 { as seats { phase turn { knock; knock } } }'
"""
NOTHING = "after knock by me { gain 0 points }"


def rules_with(folder: Path, own: str = "", shared: str = "", law: str = NOTHING) -> sr.Ruleset:
    text = GAME.replace("OWN", own and f"lasting = '{own}',").replace("LAW", law)
    path = folder / "knocks.toml"
    path.write_text(text.replace("SHARED", shared and f"lasting = '{shared}',"), "utf-8")
    return sr.load(str(path))


@pytest.mark.parametrize(
    ("given", "points"),
    [
        # two other seats knock in each round: twice a round, or once from one turn of mine to the next
        ({"own": "after knock by others once per turn { gain 1 point }"}, [4, 4, 4]),
        ({"own": "after knock by others once per my turn { gain 1 point }"}, [2, 3, 2]),
        ({"shared": "after knock by others once per turn { gain 1 point }"}, [4, 0, 0]),
        ({"shared": "after knock by others once per my turn { gain 1 point }"}, [2, 0, 0]),
        ({"own": "after knock by me once per my turn { gain 1 point }"}, [2, 2, 2]),
        ({"law": "after knock by me once per my turn { gain 1 point }"}, [2, 2, 2]),
    ],
)
def test_a_rule_applies_as_often_as_it_says(given: dict[str, str], points: list[int], tmp_path: Path) -> None:
    rules = rules_with(tmp_path, **given)
    assert list(sr.new_game(rules, 3).scores.values()) == points
    executor = rules.executor(3)
    play_both(executor, Machine(executor.program), 1)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "at most once per your turn"),
        ("fr", "au plus une fois par votre turn"),
        ("pl", "najwyżej raz na twój turn"),
    ],
)
def test_my_turn_is_told(lang: str, told: str, tmp_path: Path) -> None:
    rules = rules_with(tmp_path, law="after knock by me once per my turn { gain 1 point }")
    assert told in str(explain(rules, "law", lang))
