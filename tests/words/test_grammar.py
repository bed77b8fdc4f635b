"""The three grammars: the same things can be said in each, and small words come out right."""

from __future__ import annotations

import string

import pytest
from babel import Locale

from solenia_rules.words.by_language import grammar_of, plural_form
from solenia_rules.words.en.grammar import third
from solenia_rules.words.languages import IDS, LANGUAGES
from solenia_rules.words.lexicon import Vocabulary
from solenia_rules.words.phrases import Noun
from solenia_rules.words.pl.grammar import CLOSE, pronoun, second
from solenia_rules.words.tables.sentences import PatternKey

OTHERS = [lang for lang in LANGUAGES if lang != IDS]
EMPTY = Vocabulary({}, {})


def slots(pattern: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name}


MAY_LACK: dict[PatternKey, set[str]] = {
    "that one has": {"x"},
    "after you": {"verb", "inf"},
    "after others": {"verb", "inf"},
    "after anyone": {"verb", "inf"},
}
"""Patterns whose slots a language may leave out: it says the same by the form of the verb."""


@pytest.mark.parametrize("lang", OTHERS)
def test_every_pattern_says_the_same(lang: str) -> None:
    ours, theirs = grammar_of(IDS, EMPTY), grammar_of(lang, EMPTY)
    for key, pattern in ours.patterns.items():
        missing = slots(pattern) ^ slots(theirs.patterns[key])
        assert missing <= MAY_LACK.get(key, set()), key
    for verb, forms in ours.verbs.items():
        assert {frozenset(slots(x)) for x in (*forms, *theirs.verbs[verb])} == {frozenset(slots(forms[0]))}, verb
    for watched, forms in ours.watched.items():
        assert {frozenset(slots(x)) for x in (*forms, *theirs.watched[watched])} == {frozenset(slots(forms[0]))}, (
            watched
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plural_categories_are_those_of_the_cldr(lang: str) -> None:
    rule = Locale(lang).plural_form
    for number in (*range(130), 200, 212, 1000, 1_000_000, 1_000_001):
        assert plural_form(lang, number) == rule(number), number


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("le nombre de les cartes", "le nombre des cartes"),
        ("la face de le dé", "la face du dé"),
        ("la face de le outil", "la face de l'outil"),
        ("à le début", "au début"),
        ("à les joueurs", "aux joueurs"),
        ("à le arbre", "à l'arbre"),
        ("si il y a", "s'il y a"),
        ("si elle", "si elle"),
        ("autant de étoiles que elle", "autant d'étoiles qu'elle"),
        ("la hauteur de la herbe", "la hauteur de l'herbe"),
        ("ce emplacement et sa étoile", "cet emplacement et son étoile"),
        ("prenez 1 carte et mettez-la à la fin", "prenez 1 carte et mettez-la à la fin"),
    ],
)
def test_french_words_run_together(said: str, right: str) -> None:
    assert grammar_of("fr", EMPTY).finish(said) == right


@pytest.mark.parametrize(
    ("said", "right"),
    [
        (f"pole, które jest wolne{CLOSE}", "pole, które jest wolne"),
        (f"pole, które jest wolne{CLOSE} na stół", "pole, które jest wolne, na stół"),
        (f"pole, które jest wolne{CLOSE}, na stół", "pole, które jest wolne, na stół"),
        (f"kartę, która leży{CLOSE} (rosnąco) i pole", "kartę, która leży (rosnąco), i pole"),
        ("z stosu", "ze stosu"),
        ("z szafki", "z szafki"),
        ("w wodzie", "w wodzie"),
        ("w wcięciu", "we wcięciu"),
    ],
)
def test_polish_commas_and_prepositions(said: str, right: str) -> None:
    assert grammar_of("pl", EMPTY).finish(said) == right


@pytest.mark.parametrize(
    ("key", "right"),
    [
        ("if", "si a, si b et si c"),
        ("only when", "seulement quand a, que b et que c"),
        ("holds while", "en vigueur tant qu'a, que b et que c"),
        ("from now on", "désormais, a, b et c"),
    ],
)
def test_french_says_the_conjunction_again(key: PatternKey, right: str) -> None:
    french = grammar_of("fr", EMPTY)
    test = french.listed(["a", french.again("b"), french.again("c")], "and")
    assert french.finish(french.say(key, test=test)) == right


def test_polish_tells_a_choice_from_what_may_hold_together() -> None:
    polish = grammar_of("pl", EMPTY)
    assert [polish.listed(["a", "b", "c"], word) for word in ("or", "either")] == ["a, b lub c", "a, b albo c"]


def test_polish_declines() -> None:
    card = Noun("x", {"one": "karta", "other": "karty", "few": "karty", "many": "kart", "loc": "karcie"}, "f", "few")
    polish = grammar_of("pl", EMPTY)
    assert [polish.count(n, card).case("acc") for n in (1, 2, 5, 12, 22)] == [
        "1 kartę", "2 karty", "5 kart", "12 kart", "22 karty",
    ]  # fmt: skip
    assert polish.np(card, "your").case("loc") == "twojej karcie"
    assert polish.np(card, "each").case("acc") == "każdą kartę"
    assert polish.np(card, "this", True).case("gen") == "tych kart"
    man = Noun("x", {"one": "gracz", "other": "gracza", "few": "gracze", "many": "graczy"}, "mp", "few")
    assert polish.np(man, "this").case("acc") == "tego gracza"
    assert polish.np(man, "this", True).text == "ci gracze"
    assert polish.count(2, man).text == "2 graczy"
    assert pronoun("któr", "mp", True)["nom"] == "którzy"
    assert second("realizuje zamówienie") == "realizujesz zamówienie"


def test_english_articles_and_third_person() -> None:
    assert (
        grammar_of("en", EMPTY).finish("a apple, a unit, a hour, a one, A egg")
        == "an apple, a unit, an hour, a one, An egg"
    )
    assert [third(x) for x in ("carry it", "play a card", "go", "pass", "watch it", "have it")] == [
        "carries it", "plays a card", "goes", "passes", "watches it", "has it",
    ]  # fmt: skip


def test_a_third_person_that_the_ruleset_gives_is_used_in_english() -> None:
    verb = Noun("speak", {"one": "speak", "you": "call, raise, or fold", "third": "calls, raises, or folds"})
    assert grammar_of("en", EMPTY).verb(verb, "third") == "calls, raises, or folds"
    assert grammar_of("en", EMPTY).verb(verb, "you") == "call, raise, or fold"


def test_words_that_say_whose_something_is_follow_the_subject_in_polish() -> None:
    g = grammar_of("pl", EMPTY)
    noun = Noun("x", {"one": "pole twojego pionka", "loc": "polu twojego pionka, a nie dwojga"}, "n")
    assert g.belonging(noun, "your") == noun
    assert g.belonging(noun, "own").forms == {"one": "pole swojego pionka", "loc": "polu swojego pionka, a nie dwojga"}
    assert g.belonging(noun, "their").forms["one"] == "pole jego pionka"
    for gender in ("m", "f", "n", "mp"):
        for plural in (False, True):
            for case, form in pronoun("tw", gender, plural).items():
                changed = g.belonging(Noun("x", {"one": form}), "own").forms["one"]
                assert changed == pronoun("sw", gender, plural)[case]
