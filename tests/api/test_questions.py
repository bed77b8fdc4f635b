"""A question says which card, rule or argument of a verb it is about, as far as the seat sees it."""

from __future__ import annotations

import pytest

import solenia_rules as sr
from solenia_rules.words.languages import LANGUAGES
from tests.small_rulesets import small_ruleset

MORE = """
[kinds]
good = { plural = "goods", words = ["ore", "clay"], source = "ours" }

[counters.stock]
per    = ["seat", "good"]
starts = 2
source = "ours"

[pieces]
tile = { plural = "tiles", starts = "row", fields = { good = "good?", gives = "effect?" }, source = "ours" }

[zones]
row  = { of = "tile", order = "line", seen = "all", source = "ours" }
hand = { per = "seat", of = "tile", seen = "owner", source = "ours" }

[boards]
field = { columns = 2, rows = 2, fields = { good = "good?", step = "0..4" }, source = "ours" }

[tiles]
barn = { good = "ore", gives = 'choose c in field; set good of c to ore', source = "ours" }
mill = { good = "clay", gives = 'mark clay', source = "ours" }
inn  = { good = "clay", gives = 'pay 2 goods', source = "ours" }

[verbs.stow]
params = { tile = "tile" }
source = "ours"
effect = 'choose c in field where good of c is not good of tile; move tile to c'

[verbs.mark]
params = { what = "good" }
source = "ours"
effect = 'choose c in field where good of c is not what; set good of c to what'

[verbs.walk]
params = { pips = "0..4" }
source = "ours"
effect = 'choose c in field where step of c <= pips; set step of c to pips'

[verbs.free]
params = { tile = "tile" }
source = "ours"
effect = 'choose c in field; move tile to c'

[verbs.lay]
params = { tile = "tile" }
source = "ours"
effect = 'choose c in field where tile is not none; move tile to c'

[verbs.offer]
params = { tile = "tile" }
source = "ours"
effect = 'choose take { move tile to my hand } or leave { gain 1 ore }'

[verbs.perhaps]
params = { tile = "tile" }
source = "ours"
effect = 'may { move tile to my hand }'

[verbs.twice]
params = { tile = "tile" }
source = "ours"
effect = 'choose one { gain 1 ore } or two { gain 1 clay }; move tile to my hand'

[verbs.nest]
params = { one_tile = "tile" }
source = "ours"
effect = 'offer one_tile'

[rules.toll]
source = "ours"
rules  = 'after walk by me { choose g in goods; gain 1 of g }'

[words.en]
good = { one = "good", other = "goods" }
"""
PIPS = '\n[words.fr]\npips = "points du dé"\ntile = "tuile"\ntoll = "péage"\nbarn = "grange"\n'


def asked(play: str, more: str = "", answers: tuple[str, ...] = ()) -> tuple[str, ...]:
    text = small_ruleset("asked", (2, 2), f"as first(seats) {{ phase turn {{ {play} }} }}", more=MORE + more)
    text = text.replace('title    = { en = "Asked" }', 'title = { en = "A", fr = "B", pl = "C" }')
    game = sr.new_game(sr.load_text(text, "asked"), seed=1)
    for answer in answers:
        game = game.choose(answer)
    assert game.decision is not None
    return tuple(game.decision.text(lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("play", "en"),
    [
        ("choose c in field; set step of c to 1", "choose: space"),
        ("let t = first(row); do gives of t", "choose: space (barn)"),
        ("let t = nth(row, 2); do gives of t", "choose: space (mill; good: clay)"),
        ("let t = last(row); do gives of t", "pay with: good (inn; 2 left)"),
        ("stow barn", "choose: space (barn)"),
        ("mark ore", "choose: space (good: ore)"),
        ("walk 3", "choose: space"),
        ("free barn", "choose: space"),
        ("offer barn", "choose what to do (barn)"),
        ("nest mill", "choose what to do (mill)"),
        ("for t in row { offer t }", "choose what to do (barn)"),
        ("perhaps barn", "you may move the tile to your hand (barn): do it?"),
        ("twice barn", "choose what to do"),
    ],
)
def test_a_question_says_what_it_is_about(play: str, en: str) -> None:
    """A parameter is told if what is offered depends on it, a number only if it has words."""
    assert asked(play)[0] == en


def test_words_are_those_of_the_language() -> None:
    assert asked("offer barn", PIPS)[1] == "choisissez que faire (tuile : grange)"
    assert asked("walk 3", PIPS)[1] == "choisissez : emplacement (points du dé : 3)"
    assert asked("stow barn", PIPS)[1] == "choisissez : emplacement (tuile : grange)"
    assert asked("let t = first(row); do gives of t", PIPS)[1] == "choisissez : emplacement (grange)"


def test_a_lasting_rule_that_asks_is_named() -> None:
    assert asked("walk 3", answers=("c=field.a1",))[0] == "choose: good (toll)"


def test_a_piece_that_the_seat_does_not_see_is_not_told() -> None:
    hidden = "move barn to hand of next(me); let t = first(hand of next(me)); "
    seen = "move barn to my hand; let t = first(my hand); "
    assert asked(hidden + "lay t")[0] == "choose: space"
    assert asked(seen + "lay t")[0] == "choose: space (barn)"
    assert asked(hidden + "offer t")[0] == "choose what to do"
    assert asked(seen + "offer t")[0] == "choose what to do (barn)"


def test_the_number_of_the_die_stands_in_the_question_of_backgammon() -> None:
    game = sr.new_game(sr.load("backgammon"), seed=1)
    assert game.decision is not None
    game = game.choose(game.decision.options[0])
    assert game.decision is not None
    assert game.decision.prompt in {f"choose: point of a man (number: {n})" for n in range(1, 7)}
