"""Tests that are certain, set or counted: what stands around them reads as a sentence in each language."""

from __future__ import annotations

from functools import cache

import pytest

from solenia_rules.check.checking import check_world
from solenia_rules.checked.checked import Checked
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.topics import Topics
from tests.small_rulesets import small_ruleset

MORE = """
[state]
side = { kind = "0..9", source = "ours" }
deed = { kind = "yes_no", per = "seat", source = "ours" }
storm = { kind = "yes_no", source = "ours" }

[boards]
yard = { columns = 3, rows = 3, source = "ours" }
edges = { sides = "yard", fields = { taken = "yes_no" }, source = "ours" }

[history]
stood = { keeps = ["yard"], most = 20, source = "ours" }
HISTORY
[queries]
right = { params = { c = "cell" }, value = 'if row of c is 1 then true else row of c is 2', source = "ours" }
wrong = { params = { c = "cell" }, value = 'if row of c is 1 then row of c is 2 else false', source = "ours" }
home = { params = { s = "seat" }, value = 'points of s is 0', source = "ours" }

[verbs]
leap = { effect = 'if possible { pay 2 points } else { win next(me) }', source = "ours" }
edge = { effect = 'for k in edges where not taken of k { set taken of k to true }; add 1 to side', source = "ours" }
betray = { effect = 'set my deed to home(me); set storm to my points > 2', source = "ours" }
often = { effect = 'if stood >= 4 { gain 1 point }', source = "ours" }
thrice = { effect = 'if stood is 3 { gain 1 point }', source = "ours" }
rare = { effect = 'if stood < 2 { gain stood of points }', source = "ours" }
write = { effect = 'record stood; forget stood', source = "ours" }

[words.en]
side = "opening move"
home = { is = "has come home", not = "doesn't have a home" }
deed = { is = "is a traitor", not = "is loyal" }
storm = { is = "the storm blows", not = "the sea is calm" }
"""


@cache
def world(more: str = "") -> Checked:
    play = "as seats { phase turn { record stood; leap; edge; betray; often; thrice; rare; write } }"
    text = small_ruleset("yard", (2, 2), play, more=MORE.replace("HISTORY", more))
    found = check_world(resolve_text(text, "yard").world)
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    return found


def told(ident: str, lang: str, more: str = "") -> str:
    topics = Topics(world(more), lang)
    topic = topics.topic(ident)
    assert topic is not None
    return topics.explainer.line(topic.steps)


@pytest.mark.parametrize(
    ("ident", "en"),
    [
        ("right", "if the space is in row 1, this is so; otherwise, this is so only when the space is in row 2"),
        ("wrong", "if the space is in row 1, this is so only when the space is in row 2; otherwise, this is not so"),
        ("leap", "if this can be done in full: pay 2 points; otherwise, the player after you wins the game"),
        (
            "edge",
            "for each side in the edges that is not taken, from now on, this side is taken; "
            "raise the opening move by 1",
        ),
        (
            "betray",
            "from now on, you are a traitor if you have come home, and otherwise not; "
            "from now on, the storm blows if you have at least 3 points, and otherwise not",
        ),
        ("often", "if the present position was recorded at least 4 times, gain 1 point"),
        ("thrice", "if the present position was recorded exactly 3 times, gain 1 point"),
        (
            "rare",
            "if the present position was recorded at most once, gain as many points as the number of times the present "
            "position was recorded",
        ),
        ("write", "record the present position; forget the present position and all earlier ones"),
    ],
)
def test_certain_set_and_counted_tests_read_as_sentences(ident: str, en: str) -> None:
    assert told(ident, "en") == en


@pytest.mark.parametrize(
    ("lang", "ident", "said"),
    [
        ("fr", "right", "si l'emplacement se trouve dans la rangée 1, c'est le cas ; sinon, seulement quand"),
        ("pl", "right", "jeśli pole leży w rzędzie 1, tak jest; w przeciwnym razie tylko wtedy, gdy pole"),
        ("fr", "often", "si la position actuelle a été notée au moins 4 fois, gagnez 1 point"),
        ("pl", "often", "jeśli obecna pozycja została zapisana co najmniej 4 razy, zyskaj 1 point"),
        ("fr", "betray", "si vous avez au moins 3 points, et sinon ce n'est pas le cas"),
        ("pl", "betray", "jeśli masz co najmniej 3 points, a w przeciwnym razie nie"),
    ],
)
def test_the_same_in_the_other_languages(lang: str, ident: str, said: str) -> None:
    assert said in told(ident, lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "leap: if this cannot be done in full, the player after you wins the game"),
        ("fr", "leap : si cela ne peut pas se faire entièrement, le joueur après vous gagne la partie"),
        ("pl", "leap: jeśli nie da się tego zrobić w całości, gracz po lewej od ciebie wygrywa grę"),
    ],
)
def test_an_end_of_the_game_for_want_of_something_possible_tells_no_empty_step(lang: str, said: str) -> None:
    assert said in told("result", lang)


def test_of_several_histories_without_words_each_is_told_with_its_name() -> None:
    other = 'visits = { keeps = ["yard"], most = 20, source = "ours" }'
    assert told("often", "en", other) == "if the present position “stood” was recorded at least 4 times, gain 1 point"
