"""Choices that the text shows to find something may be made without looking ahead, and so may payments of at most what
a seat has; all others may not."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.check.checking import check_world
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.failing import Failing
from solenia_rules.checked.summaries import Summaries
from solenia_rules.rules.resolver import resolve_text

STALL = """
ruleset = "stall"
language = 1
source = "ours"
seats = {{ range = [2, 2] }}
title = {{ en = "Stall", fr = "Étal", pl = "Stragan" }}

[params]
room = {{ default = 2, range = [0, 4], source = "ours" }}
debt = {{ default = 0, range = [-2, 2], source = "ours" }}

[counters]
coin = {{ plural = "coins", per = ["seat"], starts = 3, source = "ours" }}
dye = {{ per = ["seat", "hue"], starts = 1, source = "ours" }}

[pieces.ware]
plural = "wares"
starts = "stall"
fields = {{ price = "number", ripe = {{ kind = "yes_no", starts = false, resets = "turn" }} }}
source = "ours"

[kinds]
hue = {{ plural = "hues", words = ["red", "blue"], source = "ours" }}

[boards]
yard = {{ columns = 2, rows = 2, source = "ours" }}
gate = {{ columns = 2, rows = 1, impassable = [[1, 2]], source = "ours" }}

[state]
spot = {{ kind = "cell?", source = "ours" }}

[zones]
stall = {{ of = "ware", seen = "all", source = "ours" }}
shelf = {{ per = "seat", of = "ware", seen = "all", source = "ours" }}

[wares]
pot = {{ price = 2, source = "ours" }}
jug = {{ price = 3, source = "ours" }}
urn = {{ price = 4, source = "ours" }}

[play.turn]
source = "ours"
effect = 'as seats {{ phase turn {{ probe }} }}'

[queries.best]
source = "ours"
value = 'all(w in stall where ripe of w)'

[verbs.probe]
source = "ours"
effect = '''
{effect}
'''
"""

CERTAIN = {
    "words": "choose h in hues",
    "seats": "choose s in seats",
    "words that are listed": "choose h in (red, blue)",
    "numbers from 0": "choose n in range(0, min(room, count(stall)))",
    "numbers up to more": "choose n in range(room, room + count(stall) + 4)",
    "left if one of two tests holds": "let x = stall; repeat 9 { if my coins is 0 or no(x) { stop }; choose w in x }",
    "what members have": (
        "let x = all(s in seats where some(shelf of s)); if some(x) { choose s in x; choose w in shelf of s }"
    ),
    "left if there is nothing": "repeat 9 { let x = stall; if no(x) { stop }; choose w in x; move w to my shelf }",
    "in the other branch": "let x = stall; if no(x) { gain 1 coin } else { choose w in x }",
    "reset by another phase": "if some(best) { phase day { gain 1 coin }; choose w in best }",
    "under some": "let x = stall; if some(x) and my coins > 1 { choose w in x }",
    "not no": "let x = stall; if not no(x) { choose w in x }",
    "a zone nobody changed": "if some(stall) { gain 1 coin; choose w in stall }",
    "in a round": "let x = stall; if some(x) { repeat 2 { choose w in x; move w to my shelf } }",
    "up to": "choose up to 2 w in stall { move w to my shelf }",
    "as many as there are": "choose (count(stall)) w in stall { move w to my shelf }",
    "those too many": "choose (max(0, count(my shelf) - room)) w in my shelf { move w to stall }",
    "at most so many": "choose (min(2, count(stall))) w in stall { move w to my shelf }",
    "cells": "choose c in gate",
    "all cells but one": "choose c in yard where c is not spot",
    "without one of the cells": "choose c in yard - spot",
    "a payment of at most what is there": "pay min(count(stall), my coins) of coins",
    "a payment of all that is there": "pay my coins of coins",
    "a payment of at most what is there of a word": "for h in hues { pay min(h of my dye, 2) of h }",
    "together": "together as all(s in seats where some(shelf of s)) { choose w in my shelf; move w to stall }",
}
UNCERTAIN = {
    "numbers up to fewer": "choose n in range(1, room)",
    "numbers up to a debt": "choose n in range(0, debt)",
    "numbers that no set holds": "choose n in range(1000, 1000 + room)",
    "things that are listed": "choose w in (first(stall), last(stall))",
    "one of two tests": "let x = stall; if my coins is 0 or some(x) { choose w in x }",
    "what members had": (
        "let x = all(s in seats where some(shelf of s)); "
        "if some(x) { as seats { move my shelf to stall }; choose s in x; choose w in shelf of s }"
    ),
    "what members of another set have": (
        "let x = all(s in seats where some(shelf of s)); if some(x) { choose s in seats; choose w in shelf of s }"
    ),
    "a zone": "choose w in stall",
    "perhaps the only cell": "choose c in gate where c is not spot",
    "without the only cell": "choose c in gate - spot",
    "cells but many": "choose c in yard where c is spot",
    "a payment": "pay 2 coins",
    "a payment of at least what is there": "pay max(2, my coins) of coins",
    "a payment of what others have": "pay min(2, coins of first(others)) of coins",
    "a payment of another word": "for h in hues { pay min(2, dye(me, red)) of h }",
    "a payment of something else": "for h in hues { pay min(2, h of my dye) of coins }",
    "others": "let x = stall; let y = my shelf; if some(x) { choose w in y }",
    "a test": "let x = stall; if some(x) { choose w in x where price of w > 3 }",
    "after all": "let x = stall; if no(x) { gain 1 coin }; choose w in x",
    "one of two": "let x = stall; if no(x) and my coins > 1 { gain 1 coin } else { choose w in x }",
    "one or the other": "let x = stall; if some(x) or my coins > 1 { choose w in x }",
    "a zone that changed": "if some(stall) { move stall to my shelf; choose w in stall }",
    "a zone that changes in a round": "if some(stall) { repeat 4 { choose w in stall; move w to my shelf } }",
    "so many": "choose 2 w in stall { move w to my shelf }",
    "more than there are": "choose (count(stall) - debt) w in stall { move w to my shelf }",
    "as many of others": "choose (count(stall)) w in my shelf { move w to stall }",
    "as many with a test": "choose (count(stall)) w in stall where price of w > 3 { move w to my shelf }",
    "one after the other": "as all(s in seats where some(stall)) { choose w in stall; move w to my shelf }",
    "reset by a phase": "if some(best) { phase turn { gain 1 coin }; choose w in best }",
    "what comes after": "let x = stall; if some(x) { choose w in x { pay 9 coins } }",
}


def may_fail(effect: str) -> bool:
    checked = check_world(resolve_text(STALL.format(effect=effect), "stall").world)
    return Failing(Summaries(Calls(checked))).any(checked.verbs["probe"].acts)


@pytest.mark.parametrize("name", CERTAIN)
def test_a_choice_that_always_finds_something(name: str) -> None:
    assert not may_fail(CERTAIN[name])


@pytest.mark.parametrize("name", UNCERTAIN)
def test_a_choice_that_may_find_nothing(name: str) -> None:
    assert may_fail(UNCERTAIN[name])


@pytest.mark.parametrize("name", CERTAIN)
def test_such_a_choice_never_comes_up_empty_in_play(name: str) -> None:
    rules = sr.load_text(STALL.format(effect=CERTAIN[name]), "stall")
    for seed in range(5):
        game = sr.new_game(rules, seats=2, seed=seed)
        while game.decision is not None:
            game = game.choose(sr.random_answer(game).id)
        assert not any(event.kind == "stuck" for event in game.log)
