"""The log names the card, tile or rule that did something, also where it has a verb do it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.play import reading
from solenia_rules.play.machine import emitting_machine
from solenia_rules.words.languages import LANGUAGES

RULES = """
ruleset  = "behalf"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "On behalf", fr = "De la part", pl = "W imieniu" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
coin  = { plural = "coins", per = ["seat"], source = "ours" }

[pieces.token]
plural = "tokens"
starts = "row"
while  = 'this is in my won'
fields = { played = "effect?", lasting = "rules?" }
source = "ours"

[zones]
row = { of = "token", seen = "all", source = "ours" }
won = { per = "seat", of = "token", seen = "all", source = "ours" }

[tokens]
TOKENS

[play.turn]
source = "ours"
effect = '''
for t in row { do played of t }
move row to won of first(seats)
as first(seats) { visit; gain 5 points; earn 1 }
'''

[verbs]
earn  = { params = { n = "0..9" }, effect = 'gain n of points', source = "ours" }
ask   = { effect = 'may { gain 1 coin }; earn 2', source = "ours" }
lone  = { effect = 'gain 2 coins', source = "ours" }
visit = { effect = 'gain 1 coin', source = "ours" }
note  = { effect = 'add 1 to my coins', source = "ours" }
outer = { effect = 'visit; ask', source = "ours" }

[result.best]
source = "ours"
effect = 'win none'
"""


def rules(tmp_path: Path, *tokens: str) -> sr.Ruleset:
    path = tmp_path / "behalf.toml"
    made = "\n".join(f'{token[:-2]}, source = "ours" }}' for token in tokens)
    path.write_text(RULES.replace("TOKENS", made), encoding="utf-8")
    return sr.load(str(path))


def told(game: sr.Game) -> list[str]:
    """Gains with their causes; questions are answered with the first option."""
    events = list(game.news)
    while game.decision is not None:
        game = game.choose(0)
        events += game.news
    gains = [event for event in events if event.kind in ("gained", "added")]
    return [f"{event.details.get('number', '')} {event.cause}".strip() for event in gains]


@pytest.mark.parametrize(
    ("token", "gains"),
    [
        ("a = { played = 'gain 3 points' }", ["3 a", "1 None", "5 None", "1 None"]),
        ("a = { played = 'earn 3' }", ["3 a", "1 None", "5 None", "1 None"]),
        ("a = { played = 'lone' }", ["2 a", "1 None", "5 None", "1 None"]),
        ("a = { played = 'ask' }", ["1 a", "2 a", "1 None", "5 None", "1 None"]),
        ("a = { played = 'outer; earn 3' }", ["1 a", "1 a", "2 a", "3 a", "1 None", "5 None", "1 None"]),
        ("a = { played = 'as seats { earn 3 }' }", ["3 a", "3 a", "1 None", "5 None", "1 None"]),
        ("a = { lasting = 'after visit by me { earn 3 }' }", ["1 None", "3 a", "5 None", "1 None"]),
        ("a = { lasting = 'before visit by me { ask }' }", ["1 a", "2 a", "1 None", "5 None", "1 None"]),
        ("a = { lasting = 'instead of visit by me { visit; ask }' }", ["1 a", "1 a", "2 a", "5 None", "1 None"]),
        ("a = { lasting = 'after gain by me where coin of what > 0 { note }' }", ["1 None", "a", "5 None", "1 None"]),
    ],
)  # fmt: skip
def test_a_verb_is_done_on_behalf_of_what_calls_it(tmp_path: Path, token: str, gains: list[str]) -> None:
    assert told(sr.new_game(rules(tmp_path, token))) == gains


CARDS = """
ruleset  = "cards"
language = 1
source   = "ours"
seats    = { range = [2, 2] }
title    = { en = "Cards", fr = "Cartes", pl = "Karty" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
pot   = { source = "ours" }

[pieces.card]
plural = "cards"
per    = "seat"
starts = "hand"
while  = 'true'
fields = { played = "effect?", lasting = "rules?" }
source = "ours"

[pieces]
crate = { plural = "crates", starts = "store", fields = { played = "effect?" }, source = "ours" }

[zones]
hand  = { per = "seat", of = "card", seen = "owner", source = "ours" }
laid  = { per = "seat", of = "card", seen = "all", source = "ours" }
shelf = { per = "seat", of = "card", seen = "all", capacity = 1, source = "ours" }
store = { of = "crate", seen = "nobody", source = "ours" }
yard  = { per = "seat", of = "crate", seen = "all", source = "ours" }

[boards.map]
columns = 2
rows    = 2
source  = "ours"

[cards]
ace = { played = 'gain 1 point', source = "ours" }

[crates]
box = { played = 'gain 1 point', source = "ours" }

[rules]
RULES

[setup.lay]
source = "ours"
effect = 'move store to yard of first(seats)'

[play.turn]
source = "ours"
effect = 'as first(seats) { phase turn { EFFECT } }'

[verbs]
play = { params = { card = "card" }, effect = 'do played of card', source = "ours" }
lay  = { params = { card = "card" }, effect = 'move card to my laid; play card', source = "ours" }
take = { params = { card = "card" }, effect = 'move card to my hand', source = "ours" }
rest = { effect = 'set pot to 1', source = "ours" }

[result.best]
source = "ours"
effect = 'win none'
"""


@pytest.mark.parametrize(
    ("effect", "rule", "cause"),
    [
        ("choose card in my hand; move card to my laid; do played of card", "", "ace"),
        ("choose card in my hand; move card to map(1, 1); do played of card", "", None),
        ("choose c in map; choose card in my hand; move card to c; do played of card", "", "ace"),
        ("choose card in my hand; lay card", "", "ace"),
        ("move my hand to my laid; for c in my laid { do played of c }", "", "ace"),
        ("move my hand to map(1, 1); for c in my cards where row of cell of c is 1 { do played of c }", "", "ace"),
        ("move my hand to map(1, 1); for c in my cards where cell of c is not none { do played of c }", "", "ace"),
        ("move my hand to my laid; let c = first(my laid); do played of c", "", "ace"),
        ("move my hand to my laid; for c in my cards where c is in my laid { play c }", "", "ace"),
        ("for b in my crates { do played of b }", "", "box"),
        ("choose card in my hand; do played of card", "", None),
        ("choose card in my hand; play card", "", None),
        ("choose card in my hand; move card to my laid; play card; move card to my hand; play card", "", None),
        ("choose card in my hand; move card to my laid; take card; do played of card", "", None),
        ("choose card in my hand; move card to my shelf; do played of card", "", None),
        ("choose card in my hand; move card to none; do played of card", "", None),
        ("choose card in my hand; move card to my laid; do played of card", "instead of move by me { rest }", None),
        (
            "choose card in my hand; move card to my laid; do played of card",
            "after move by me { for c in my laid { move c to none } }",
            None,
        ),
        ("choose card in my hand; move card to my laid; do played of card", "after move by me { rest }", "ace"),
        ("move my hand to my laid; for c in my laid { do played of c; move my laid to my hand }", "", None),
        ("for c in my cards { do played of c }", "", None),
    ],
)
def test_an_effect_of_a_piece_is_named_where_all_see_the_piece(
    effect: str, rule: str, cause: str | None, tmp_path: Path
) -> None:
    rules = f"strange = {{ rules = '{rule}', source = \"ours\" }}" if rule else ""
    text = CARDS.replace("EFFECT", effect).replace("RULES", rules)
    path = tmp_path / "cards.toml"
    path.write_text(text, encoding="utf-8")
    game = sr.new_game(sr.load(str(path)))
    while game.decision is not None:
        game = game.choose(0)
    assert {event.cause for event in game.log if event.kind == "gained"} == {cause}


@pytest.mark.parametrize(("name", "cause"), [("summer", "zero_stone_wheat"), ("day_and_night", "crystal_burst")])
def test_powers_of_cards_are_named_although_cards_also_lie_in_hands(name: str, cause: str) -> None:
    game, chance = sr.new_game(sr.load(name), seed=1), random.Random(1)
    while game.decision is not None and game.decisions < 400:
        game = game.choose(chance.randrange(len(game.decision.options)))
    assert cause in {event.cause for event in game.log}


def test_what_a_rule_of_a_built_in_verb_comes_before_is_not_its_doing(tmp_path: Path) -> None:
    token = "a = { lasting = 'before gain by me where point of what > 4 { add 1 to my coins }' }"
    assert told(sr.new_game(rules(tmp_path, token))) == ["1 None", "a", "5 None", "1 None"]


def test_the_nearest_cause_is_named_in_every_language(tmp_path: Path) -> None:
    game = sr.new_game(rules(tmp_path, "a = { played = 'visit' }", "b = { lasting = 'after visit by me { earn 3 }' }"))
    assert "seat 1 gains 3 points [b]" in [event.text() for event in game.news]
    assert all(any("[b]" in event.text(lang) for event in game.news) for lang in LANGUAGES)


def test_both_executors_name_the_same(tmp_path: Path) -> None:
    made = rules(
        tmp_path,
        "a = { played = 'outer; earn 3; lone' }",
        "b = { lasting = 'after visit by me { ask }' }",
        "c = { lasting = 'before gain by me where point of what > 4 { note; add 1 to my coins }' }",
    )
    one = made.services(2).executor
    other = emitting_machine(one.program)
    (s, events), (t, retold) = one.start(5), other.start(5)
    while not reading.is_over(s):
        assert (s, events) == (t, retold)
        (s, events), (t, retold) = one.answer(s, reading.options(s)[0]), other.answer(t, reading.options(t)[0])
    assert (s, events) == (t, retold)
