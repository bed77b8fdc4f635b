"""Choices of bundles: what is offered, and that every executor plays them alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference
from tests.play.test_executors import play_both

RULES = """
ruleset  = "bazaar"
language = 1
source   = "ours"
seats    = { range = [2, 3] }
title    = { en = "Bazaar", fr = "Bazar", pl = "Bazar" }
[params]
size = { default = 2, range = [1, 3], source = "ours" }
[kinds]
good = { plural = "goods", words = ["ore", "clay"], source = "ours" }
[counters]
stock = { per = ["seat", "good"], starts = 2, source = "ours" }
coin  = { plural = "coins", per = ["seat"], starts = 3, source = "ours" }
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[state]
agreed = { kind = "yes_no", per = "seat", source = "ours" }
given  = { kind = "2 goods", resets = "fair", source = "ours" }
wanted = { kind = "2 goods", per = "seat", source = "ours" }
paid   = { kind = "1 coin", source = "ours" }
[play.turns]
source = "ours"
effect = '''
repeat 2 { as seats { phase turn { haggle } } }
phase fair {
  together as seats {
    choose b in bundles(1 coin + 1 good) where can_pay(b)
    pay b
    gain count(b) of points
    gain b + 1 coin
  }
}
'''
[verbs.haggle]
source = "ours"
effect = '''
choose offer {
  choose fee in bundles(1 coin) where count(fee) is 1; set paid to fee; pay paid
  choose give in bundles(size of goods) where count(give) > 0 and can_pay(give)
  choose want in bundles(2 goods) where count(want) > 0 and no(g in goods where g of want > 0 and g of give > 0)
  set given to give
  let same = want
  set my wanted to same
  as others { set my agreed to false; if can_pay(want) { may { set my agreed to true } } }
  if some(s in others where agreed of s) {
    choose s in others where agreed of s
    pay given
    gain my wanted
    as s { pay want; gain given }
  }
}
or spend { choose b in bundles(5 ore); pay b; pay 1 ore; gain 1 point }
or rest { gain sum(ore of b for b in bundles(2 ore + 1 coin)) of points }
'''
[result.best]
source = "ours"
effect = 'win all(s in seats where points of s is max(points of t for t in seats))'
"""


@pytest.fixture
def rules(tmp_path: Path) -> sr.Ruleset:
    path = tmp_path / "bazaar.toml"
    path.write_text(RULES, "utf-8")
    return sr.load(str(path))


def ids(game: sr.Game) -> list[str]:
    assert game.decision is not None
    return [option.id for option in game.decision.options]


def test_bundles_are_offered_smaller_ones_first(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, seats=2, seed=1).choose("offer")
    # nothing is left to ask for after `1ore+1clay`, so it is not offered
    assert ids(game) == ["give=1ore", "give=1clay", "give=2ore", "give=2clay"]
    assert ids(game.choose("give=2ore")) == ["want=1clay", "want=2clay"]


def test_a_bundle_is_offered_only_if_the_rest_can_be_done(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, seats=2, seed=1).choose("spend")
    assert ids(game) == ["b=nothing", "b=1ore"]


def test_an_offer_that_is_accepted_changes_both_stocks(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, seats=2, seed=1)
    for answer in ("offer", "give=2ore", "want=1clay", "yes"):
        game = game.choose(answer)
    counters = game.view(0)["counters"]
    assert isinstance(counters, dict)
    assert counters["stock"] == [{"ore": 0, "clay": 3}, {"ore": 4, "clay": 1}]


def test_a_state_shows_the_offer_to_the_others(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, seats=2, seed=1)
    for answer in ("offer", "give=2ore", "want=1clay"):
        game = game.choose(answer)
    state = game.view(1)["state"]
    assert isinstance(state, dict)
    assert (state["given"], state["wanted"], state["paid"]) == ("2ore", ["1clay", "nothing"], "1coin")
    assert "given is now 2 ore" in game.log_for(1, "en")


def test_a_sketch_writes_a_bundle(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, seats=2, position={"given": "1ore+1clay", "wanted": {"2": "2clay"}})
    state = game.view(0)["state"]
    assert isinstance(state, dict)
    assert (state["given"], state["wanted"]) == ("1ore+1clay", ["nothing", "2clay"])
    with pytest.raises(sr.Error, match="3ore"):
        sr.new_game(rules, seats=2, position={"given": "3ore"})


def test_a_saved_game_knows_the_chosen_bundle(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, seats=2, seed=1)
    for answer in ("offer", "give=2ore", "want=1clay"):
        game = game.choose(answer)
    again = sr.restore(game.dump()).choose("yes")
    assert again.view(0) == game.choose("yes").view(0)


def test_a_bundle_is_told_with_the_words_of_the_ruleset(rules: sr.Ruleset) -> None:
    game = sr.new_game(rules, seats=2, seed=1)
    while game.decision is not None and game.decision.name != "b":
        game = game.choose("rest")
    assert game.decision is not None
    assert [(o.id, o.text("en"), o.text("fr")) for o in game.decision.options][-2:] == [
        ("b=1ore+1coin", "1 ore, 1 coin", "1 ore, 1 coin"),
        ("b=1clay+1coin", "1 clay, 1 coin", "1 clay, 1 coin"),
    ]
    assert game.decision.options[0].text("fr") == "rien"
    assert game.decision.text("fr") == "choisissez : lot"


@pytest.mark.parametrize("seats", [2, 3])
def test_every_executor_plays_the_same(rules: sr.Ruleset, seats: int) -> None:
    executor = rules.executor(seats)
    for seed in range(5):
        assert play_both(executor, Machine(executor.program), seed) > 0
    assert first_difference(compiled(executor), range(20)) is None
