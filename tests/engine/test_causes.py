"""The log names the card, tile or rule that did something, also where it has a verb do it."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.core import layout as at
from solenia_rules.play.machine import emitting_machine
from solenia_rules.play.physics import BITS

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


def test_what_a_rule_of_a_built_in_verb_comes_before_is_not_its_doing(tmp_path: Path) -> None:
    token = "a = { lasting = 'before gain by me where point of what > 4 { add 1 to my coins }' }"
    assert told(sr.new_game(rules(tmp_path, token))) == ["1 None", "a", "5 None", "1 None"]


def test_the_nearest_cause_is_named_in_every_language(tmp_path: Path) -> None:
    game = sr.new_game(rules(tmp_path, "a = { played = 'visit' }", "b = { lasting = 'after visit by me { earn 3 }' }"))
    assert "seat 1 gains 3 points [b]" in [event.text() for event in game.news]
    assert all(any("[b]" in event.text(lang) for event in game.news) for lang in ("en", "fr", "pl"))


def test_both_executors_name_the_same(tmp_path: Path) -> None:
    made = rules(
        tmp_path,
        "a = { played = 'outer; earn 3; lone' }",
        "b = { lasting = 'after visit by me { ask }' }",
        "c = { lasting = 'before gain by me where point of what > 4 { note; add 1 to my coins }' }",
    )
    one = made.telling(2)
    other = emitting_machine(one.program)
    (s, events), (t, retold) = one.start(5), other.start(5)
    while not s[at.OVER]:
        assert (s, events) == (t, retold)
        (s, events), (t, retold) = one.answer(s, BITS[s[at.MASK]][0]), other.answer(t, BITS[t[at.MASK]][0])
    assert (s, events) == (t, retold)
