"""Everything that can be written is told in every language, and told cleanly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import pytest

import solenia_rules as sr
from solenia_rules.checked.acts import Act, CheckedText, GiveUp, all_acts
from solenia_rules.checked.acts import terms_of as terms_of_act
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import BuiltIn, Phrase, Term, all_terms
from solenia_rules.dsl.builtins import QUERIES
from solenia_rules.sentences.topics import Topics
from solenia_rules.words.languages import LANGUAGES
from tests.playing import for_long_runs, playable
from tests.sentences.telling import checked, everything, examples_of_games, told

UNCLEAN = re.compile(r"[_{}<>\[\]|\x00-\x1f]|  |\s[,.;)]|\( |,,|\bNone\b")
FRENCH_SPACE = re.compile(r" (?=[;!?])")
ENGLISH = re.compile(r"\b(the|of|with|each|whose|that|your|if|otherwise|player)\b")


def unclean(text: str, lang: str) -> str | None:
    shown = FRENCH_SPACE.sub("", text) if lang == "fr" else text
    found = UNCLEAN.search(shown) or (ENGLISH.search(shown) if lang != "en" else None)
    return f"{found[0]!r} in: {text}" if found else None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] if for_long_runs(name) else []) for name in playable()]
)
def test_every_text_of_a_ruleset_is_told_in_its_own_words(name: str, lang: str) -> None:
    topics = Topics(checked(name), lang)
    sentences = list(told(topics))
    assert [wrong for text in sentences if (wrong := unclean(text, lang))] == []
    assert list(topics.explainer.g.lexicon.missing) == [], "words or forms are missing"


def test_the_two_sisters_are_feminine_in_french() -> None:
    words = checked("day_and_night").names.world.words["fr"]
    assert {words[name]["gender"] for name in ("day", "night", "foe", "foe_of")} == {"f"}


def test_what_is_told_is_told_again() -> None:
    one, other = (list(told(Topics(checked("winter"), "pl"))) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_construct_is_told(lang: str) -> None:
    """The world of the manual has words in few languages; its sentences must be whole all the same."""
    for world in (everything(), *examples_of_games()):
        for text in told(Topics(world, lang)):
            assert text.strip(), "an empty sentence"
            assert not re.search(r"[{}<>\[\]|\x00-\x1f]|  ", text), text


def terms_of(world: Checked) -> Iterator[Term]:
    texts: list[CheckedText] = [text for _section, text in world.steps]
    for group in (world.verbs, world.queries, world.held, world.active_while, world.limits):
        texts += group.values()
    rules = [rule for group in (*world.rules.values(), *world.held_rules.values()) for rule in group]
    texts += [rule.body for rule in rules]
    found = [term for text in texts if (term := text.value) is not None]
    found += [rule.where for rule in rules if rule.where is not None]
    found += [term for text in texts for act in all_acts(text.acts) for term in terms_of_act(act)]
    yield from all_terms(tuple(found))


def acts_of(world: Checked) -> Iterator[Act]:
    texts: list[CheckedText] = [text for _section, text in world.steps]
    texts += [*world.verbs.values(), *world.held.values()]
    texts += [rule.body for group in (*world.rules.values(), *world.held_rules.values()) for rule in group]
    for text in texts:
        yield from all_acts(text.acts)


def test_what_is_told_holds_every_construct_verb_and_query() -> None:
    """So that a construct or built-in without a phrase in some language fails the test above."""
    worlds = [everything(), *examples_of_games()]
    terms = [term for world in worlds for term in terms_of(world)]
    acts = [act for world in worlds for act in acts_of(world)]
    assert set(get_args(Term)) - {type(term) for term in terms} == set()
    assert set(get_args(Act)) - {type(act) for act in acts} == {GiveUp}, "no text says it"
    told_queries = {x.query for x in terms if isinstance(x, BuiltIn | Phrase)}
    assert QUERIES.keys() - told_queries == {"random"}, "it is a statement: `let x = random(...)`"


def test_a_way_without_a_name_is_offered_as_what_it_does() -> None:
    rules = sr.load_text(
        'ruleset = "fork"\nlanguage = 1\nsource = "ours"\nseats = { range = [1, 2] }\n'
        'title = { en = "Fork", fr = "Fourche", pl = "Rozstaje" }\n'
        '[counters]\npoint = { per = ["seat"], score = true, plural = "points", source = "ours" }\n'
        "[play.all]\nsource = \"ours\"\neffect = 'choose { gain 2 points } or { lose 1 point; gain 1 point }'\n",
        "fork",
    )
    decision = sr.new_game(rules, seats=1).decision
    assert decision is not None
    assert [option.id for option in decision.options] == ["1", "2"]
    assert [option.text("en") for option in decision.options] == ["gain 2 points", "lose 1 point; gain 1 point"]
    assert decision.options[0].text("fr") == "gagnez 2 points"


def test_a_query_of_several_things_is_told_of_all_of_them() -> None:
    """Also without words of its own: what is left out, or called the same twice, would say something else."""
    rules = sr.load_text(
        'ruleset = "net"\nlanguage = 1\nsource = "ours"\nseats = { range = [1, 2] }\n'
        'title = { en = "Net", fr = "Filet", pl = "Sieć" }\n'
        '[cells]\nsite = { plural = "sites", source = "ours" }\n'
        '[boards]\nbay = { cells = "site", links = [["east", "west"]], source = "ours" }\n'
        '[sites]\neast = { source = "ours" }\nwest = { source = "ours" }\n'
        "[queries]\n"
        'joined = { params = { a = "site", b = "site" }, value = \'b is in group(a, ends)\', source = "ours" }\n'
        "ends = { value = 'all(c in bay where column of c > 1)', source = \"ours\" }\n"
        'far = { params = { n = "0..6" }, value = \'no(c in ends where column of c > n)\', source = "ours" }\n'
        "[play.all]\nsource = \"ours\"\neffect = 'if joined(east, west) or far(2) { win seats }'\n",
        "net",
    )
    told = {key: topic.line() for key in ("all", "joined", "far") if (topic := sr.explain(rules, key)) is not None}
    assert "if “joined” is the case for (the site “east”, the site “west”) or 2 are far" in told["all"]
    assert "the site “b” is among" in told["joined"]
    assert "holds the site “a”" in told["joined"]
    assert "there is no site among the ends" in told["far"]
    assert told["far"].endswith("the given number")


def test_words_that_follow_a_query_are_not_lost_after_whose_and_without_arguments() -> None:
    rules = sr.load_text(
        'ruleset = "ferry"\nlanguage = 1\nsource = "ours"\nseats = { range = [1, 2] }\ntitle = { en = "Ferry" }\n'
        '[cells]\nsite = { plural = "sites", source = "ours" }\n'
        '[boards]\nbay = { cells = "site", links = [["east", "west"]], source = "ours" }\n'
        '[sites]\neast = { source = "ours" }\nwest = { source = "ours" }\n'
        "[queries]\n"
        'fare = { params = { c = "site" }, value = \'column of c\', source = "ours" }\n'
        'rank = { params = { c = "site" }, value = \'column of c\', source = "ours" }\n'
        "depth = { value = '2', source = \"ours\" }\n"
        '[play.all]\nsource = "ours"\n'
        "effect = 'if some(c in bay where fare(c) > depth) or some(c in bay where rank(c) > 1) "
        "or first(c in bay by fare(c)) is east { win seats }'\n"
        '[words.en]\nfare = { one = "fare", with = "for the crossing to {c}" }\n'
        'rank = { one = "rank", with = "of {c}" }\n'
        'depth = { one = "depth", with = "at low tide" }\n',
        "ferry",
    )
    topic = sr.explain(rules, "all")
    assert topic is not None
    assert "such that the fare for the crossing to this site is more than the depth at low tide" in topic.line()
    assert "whose rank is at least 2" in topic.line()
    assert "fare for the crossing to" in topic.line().rpartition("rank")[2]


def line_of(name: str, ident: str, lang: str) -> str:
    """How a verb or query of a bundled ruleset is told, on one line."""
    topic = sr.explain(sr.load(name), ident, lang)
    assert topic is not None
    return topic.line()


def test_a_branch_that_is_called_like_a_verb_is_an_instruction() -> None:
    told = line_of("beadworks", "take_turn", "pl")
    assert "stwórz ozdobę (" in told
    assert "stworzyć" not in told
    told = line_of("gin_rummy", "take_turn", "pl")
    assert "zapukaj (" in told
    assert "zapukać" not in told


def test_a_loop_over_one_thing_that_may_be_missing_is_told_as_a_condition() -> None:
    for lang, begins in (("en", "if there is a space"), ("fr", "s'il y a un emplacement"), ("pl", "jeśli jest pole")):
        assert line_of("backgammon", "land", lang).startswith(begins)


def test_polish_has_a_comma_before_a_relative_clause() -> None:
    assert "strona, która trzyma to pole" in line_of("backgammon", "land", "pl")
    assert "pole, którego rząd" in line_of("backgammon", "spot", "pl")
    assert "całość, do której należy" in line_of("hedgerows", "take_turn", "pl")


@pytest.mark.parametrize(
    ("what", "lang", "told"),
    [
        ("chess:take_turn", "fr", "choisissez une des pièces qui peuvent bouger"),
        ("chess:take_turn", "pl", "wybierz jedną z bierek, które mogą się ruszyć"),
        ("chess:slides", "en", "there is a straight line from the square “x” to the square “k”"),
        ("chess:targets", "en", "there is no straight line from the square to the square of your king"),
        ("chess:slides", "fr", "il y a une ligne droite de la case « x » à la case « k »"),
        ("chess:take_turn", "en", "from now on, this player may no longer castle on the long side"),
        ("hedgerows:take_turn", "pl", "należy do różnych pozycji boków tej płytki"),
        ("hedgerows:reward", "en", "on the spaces “stands”"),
        ("homesteads:pioneer", "en", "choose a corner among the corners that has no farm or manor on it or beside it"),
    ],
)
def test_members_lines_and_words_of_games_agree(what: str, lang: str, told: str) -> None:
    """One of several things has the gender of their words; a line is there or not; words of steps, such as `turns`,
    replace no words of the engine."""
    name, _, ident = what.partition(":")
    assert told in line_of(name, ident, lang)
