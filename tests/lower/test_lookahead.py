"""Looking ahead as it is worked out from the text offers just what trying every option offers."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.api.trying import find_tried
from solenia_rules.check.checking import check_world
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const
from solenia_rules.lower.bundles import Bundles
from solenia_rules.lower.program import compile_program
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.masks import BITS
from solenia_rules.rules.resolver import resolve_text
from tests.checked.test_certain import STALL as PROBED
from tests.playing import ends, for_long_runs, playable, resolved
from tests.semantics.cases import Case, ruleset

LONG = ("improvements", "winter")


ENOUGH = 100_000
"""Positions that may be tried for one question. With the usual number a long search is given up and offers what it has
not tried, which derived offers do not need."""


def program(name: str, seats: int, derive: bool) -> Program:
    made = compile_program(check_world(resolved(name).world), seats, derive)
    made.positions_tried = ENOUGH
    return made


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.thorough] if for_long_runs(name) or name in LONG else [])
        for name in playable()
    ],
)
def test_derived_and_tried_offers_are_the_same(name: str) -> None:
    seats = sr.load(name).seats[-1]
    seeds = range(1 if name == "day_and_night" else 2)
    assert ends(program(name, seats, True), seeds) == ends(program(name, seats, False), seeds)


@pytest.mark.thorough
@pytest.mark.parametrize("name", playable())
def test_derived_and_tried_offers_are_the_same_in_many_games(name: str) -> None:
    for seats in sr.load(name).seats:
        seeds = range(60)
        assert ends(program(name, seats, True), seeds) == ends(program(name, seats, False), seeds)


def test_it_fails_where_the_derivation_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = ends(program("summer", 2, False), range(4))
    monkeypatch.setattr(Bundles, "_affordable_later", lambda *_args: Const(1))
    assert ends(program("summer", 2, True), range(4)) != tried


STALL = """
ruleset = "stall"
language = 1
source = "ours"
seats = { range = [1, 1] }
title = { en = "Stall", fr = "Étal", pl = "Stragan" }

[counters]
coin = { plural = "coins", per = ["seat"], starts = 3, source = "ours" }

[pieces]
ware = { plural = "wares", starts = "stall", fields = { price = "number" }, source = "ours" }

[zones]
stall = { of = "ware", seen = "all", source = "ours" }
shelf = { per = "seat", of = "ware", seen = "all", source = "ours" }

[wares]
pot = { price = 2, source = "ours" }
jug = { price = 3, source = "ours" }
urn = { price = 4, source = "ours" }

[play.turn]
source = "ours"
effect = 'phase turn { choose work { gain 1 coin } or shop { choose ware in stall; buy ware } }'

[verbs.buy]
params = { ware = "ware" }
source = "ours"
effect = 'pay (price of ware) of coins; move ware to my shelf'
"""


def test_what_was_found_for_one_way_is_whole_when_another_way_comes_before_it() -> None:
    """That some ware can be bought is asked for the way; all that can be bought are offered in it."""
    game = sr.new_game(sr.load_text(STALL, "stall"), seats=1, seed=1).choose("shop")
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["ware=pot", "ware=jug"]


@pytest.mark.parametrize("name", ["auction", "fellowship", "hearts", "improvements", "market"])
def test_nothing_is_tried_where_the_text_says_enough(name: str) -> None:
    assert not list(find_tried(sr.load(name).checked))


OFFERED = {
    "after a decision of another seat nothing is known": (
        "choose a { gain 1 coin } or b { as next(me) { choose h in hues }; need my coins > 100 }",
        (0, 1),
    ),
    "nor after one that another seat may not be asked": (
        "choose a { gain 1 coin } or b { as next(me) { may { gain 1 coin } }; need my coins > 100 }",
        (0, 1),
    ),
    "after a decision of the same seat it is": (
        "choose a { gain 1 coin } or b { choose h in hues; need my coins > 100 } or c { gain 2 coins }",
        (0, 2),
    ),
    "one seat acts, and what follows cannot fail": (
        "as next(me) { choose a { pay 9 coins } or b { gain 1 coin } or c { pay 3 coins } }",
        (1, 2),
    ),
    "one seat acts, and what follows can fail": (
        "as next(me) { choose a { pay 9 coins } or b { gain 1 coin } or c { gain 2 coins } }; need my coins is 3",
        (1, 2),
    ),
    "together, what is chosen first cannot be paid": (
        "together as seats { choose n in range(2, 4) { pay n of coins }; choose h in hues; gain 1 coin }",
        (2, 3),
    ),
    "together, a later choice can fail": (
        "together as seats { choose h in hues; choose a { pay 9 coins } or b { gain 1 coin } }",
        (0, 1),
    ),
    "together, the last payment can fail": (
        "together as seats { choose n in range(1, 3); pay n of coins; pay 1 coin }",
        (1, 2),
    ),
    "together, several": ("together as seats { choose 2 w in stall { move w to my shelf } }", (0, 1, 2)),
}


@pytest.mark.parametrize("case", OFFERED)
def test_small_texts_offer_the_same_derived_and_tried(case: str) -> None:
    effect, expected = OFFERED[case]
    checked = check_world(resolve_text(PROBED.format(effect=effect), "stall").world)
    for derive in (True, False):
        state = (executor := Executor(compile_program(checked, 2, derive))).start(1)
        assert executor.program.layout.seats == 2
        assert reading.options(state) == expected, derive


TRIED = {
    "choose w in stall; need my coins > 2": 0,
    "repeat 2 { choose a { pay 1 coin } or b { stop } }; pay 1 coin": 1,
    "phase buying { repeat 2 { choose a { pay 1 coin } or b { stop } } }; pay 1 coin": 0,
    "choose w in stall { move w to my shelf; need no(x in stall where price of x > 3) }": 1,
    "as next(me) { choose n in range(1, 3); pay n of coins }": 0,
    "as others { choose n in range(1, 3); pay n of coins }": 1,
}


@pytest.mark.parametrize("effect", TRIED)
def test_the_choices_are_told_that_try_options(effect: str) -> None:
    checked = check_world(resolve_text(PROBED.format(effect=effect), "stall").world)
    assert len(list(find_tried(checked))) == TRIED[effect]


ORDER = [
    ("rules", 0, "after earn by me { pay 4 coins }"),
    ("rules", 0, "after earn by me { gain 4 coins }"),
    ("rules", 0, "after earn by me { pay 1 coin }"),
]


def test_an_order_of_rules_that_is_tried_is_told_with_the_number_of_the_rules() -> None:
    text = ruleset(Case(0, effect="earn 1", held=ORDER))
    (found,) = find_tried(check_world(resolve_text(text, "bench").world))
    assert found.message.startswith("the options of this choice, up to 3,")


WAY = "choose work { gain 1 coin } or shop { choose ware in stall; buy ware }"
POT, JUG, STOP = 0, 1, 3


@pytest.mark.parametrize(
    ("turn", "offered"),
    [
        ("choose up to 1 ware in stall { buy ware }", (POT, JUG, STOP)),
        ("choose up to 1 ware in stall where price of ware < 4 { buy ware }", (POT, JUG, STOP)),
        ("choose up to 1 ware in stall { buy ware }; need my coins > 0", (POT, STOP)),
        ("choose up to 1 ware in stall { buy ware }; need my coins < 3", (POT, JUG)),
        ("choose up to 1 ware in stall { need count(my shelf) < 1; buy ware }", (POT, JUG, STOP)),
        ("choose up to 1 ware in stall { buy ware }; need my coins is 0", ()),  # only the jug
        ("choose up to 1 ware in stall { buy ware; need my coins > 2 }", ()),  # only to stop
        ("choose up to 1 ware in stall where price of ware > 4 { buy ware }", ()),
        ("choose up to 1 ware in stall { buy ware }; need my coins > 5", ()),
    ],
)
@pytest.mark.parametrize("derive", [True, False])
def test_the_option_to_stop_is_offered_beside_at_most_one_thing(
    turn: str, offered: tuple[int, ...], derive: bool
) -> None:
    text = STALL.replace(WAY, turn)
    executor = Executor(compile_program(check_world(resolve_text(text, "stall").world), 1, derive))
    s = executor.start(1)
    assert (() if s[at.OVER] else BITS[s[at.MASK]]) == offered
