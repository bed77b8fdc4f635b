"""Attempts, empty replacements, ties, decided tests, nouns that end in `a`: what is told is what happens."""

from __future__ import annotations

import pytest

from solenia_rules.check.checking import check_world
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.topics import Topics
from tests.small_rulesets import small_ruleset

MARKET = """
ruleset = "market"
language = 1
source = "ours"
seats = { range = [2, 3] }
title = { en = "Market", fr = "Marché", pl = "Rynek" }

[params]
taxed = { default = 1, range = [0, 1], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
weight_a = { per = ["seat"], source = "ours" }

[state]
bidder = { kind = "seat?", source = "ours" }

[play.all]
source = "ours"
effect = 'as seats { told }'

[verbs.told]
source = "ours"
effect = 'EFFECT'

[verbs.trade]
source = "ours"
effect = 'pay 1 point; gain 1 of weight_a'

[rules.calm]
source = "ours"
rules = 'instead of lose by me { }'
"""


def told(effect: str, lang: str, ident: str = "told") -> str:
    found = check_world(resolve_text(MARKET.replace("EFFECT", effect), "market").world)
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    topics = Topics(found, lang)
    topic = topics.topic(ident)
    assert topic is not None
    return topics.explainer.line(topic.steps)


@pytest.mark.parametrize(
    ("effect", "en"),
    [
        ("try { trade }", "as far as possible, trade"),
        ("try { pay 1 point }", "if possible, pay 1 point"),
        ("if taxed is 1 { lose 1 point }; gain 2 points", "lose 1 point; gain 2 points"),
        ("if taxed is 0 { lose 1 point } else { gain 2 points }", "gain 2 points"),
        (
            "if taxed is 0 { lose 1 point } else if my points > 3 { gain 1 point } else { gain 2 points }",
            "if you have at least 4 points, gain 1 point; otherwise, gain 2 points",
        ),
        ("if weight_a of me is 2 { gain 1 point }", "if you have exactly 2 weight a, gain 1 point"),
        (
            "set bidder to first(s in seats by points of s)",
            "set the bidder to the player whose number of points is lowest (of several, the first one)",
        ),
        (
            "set bidder to first(s in seats by points of s, place of s)",
            "set the bidder to the player whose number of points is lowest and, in a tie, whose place in turn order is "
            "lowest",
        ),
        (
            "win if bidder is not none then bidder else me",
            "if there is a bidder, the bidder wins the game, otherwise, you win the game",
        ),
    ],
)
def test_a_sentence_says_what_happens(effect: str, en: str) -> None:
    assert told(effect, "en") == en


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "whenever you would lose something, nothing happens"),
        ("fr", "quand vous devez perdre quelque chose, il ne se passe rien"),
        ("pl", "gdy masz stracić coś, nic się nie dzieje"),
    ],
)
def test_an_empty_replacement_says_that_nothing_happens(lang: str, said: str) -> None:
    assert told("gain 1 point", lang, "calm") == said


def test_a_noun_that_ends_in_a_is_no_article() -> None:
    assert "weight a is" in told("choose n in range(0, 9) where weight_a of me is n; gain n of points", "en").replace(
        "your weight a", "weight a"
    )


def test_a_query_without_words_whose_id_ends_in_of_is_told_with_one_of() -> None:
    more = '[queries]\nworth_of = { params = { s = "seat" }, value = \'points of s + 1\', source = "ours" }\n'
    play = "as seats { gain worth_of(next(me)) of points }"
    checked = check_world(resolve_text(small_ruleset("plain", (2, 2), play, more=more), "plain").world)
    topics = Topics(checked, "en")
    topic = topics.topic("turns")
    assert topic is not None
    assert "the worth of the player after this player" in topics.explainer.line(topic.steps)
