"""The three grammars: the same things can be said in each, and small words come out right."""

from __future__ import annotations

import string

import pytest
from babel import Locale

from solenia_rules.sentences.english import English, third
from solenia_rules.sentences.explainer import GRAMMARS
from solenia_rules.sentences.french import French
from solenia_rules.sentences.phrases import Noun
from solenia_rules.sentences.plurals import plural_form
from solenia_rules.sentences.polish import CLOSE, Polish, pronoun, second
from tests.sentences.telling import everything

OTHERS = [grammar for lang, grammar in GRAMMARS.items() if lang != "en"]
WORLD = everything().names.world


def slots(pattern: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name}


@pytest.mark.parametrize("grammar", OTHERS)
def test_every_language_has_the_same_patterns_verbs_and_words(grammar: type[French]) -> None:
    assert grammar.patterns.keys() == English.patterns.keys()
    assert grammar.verbs.keys() == English.verbs.keys()
    assert grammar.events.keys() == English.events.keys()
    assert grammar.nouns.keys() == English.nouns.keys()


MAY_LACK = {
    "that one has": {"x"},
    "after you": {"verb", "inf"},
    "after others": {"verb", "inf"},
    "after anyone": {"verb", "inf"},
}
"""Patterns whose slots a language may leave out: it says the same by the form of the verb."""


@pytest.mark.parametrize("grammar", OTHERS)
def test_every_pattern_says_the_same(grammar: type[French]) -> None:
    for key, pattern in English.patterns.items():
        missing = slots(pattern) ^ slots(grammar.patterns[key])
        assert missing <= MAY_LACK.get(key, set()), key
    for table, others in ((English.verbs, grammar.verbs), (English.events, grammar.events)):
        for key, forms in table.items():
            assert {frozenset(slots(x)) for x in (*forms, *others[key])} == {frozenset(slots(forms[0]))}, key


@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
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
    assert French(WORLD).finish(said) == right


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
    assert Polish(WORLD).finish(said) == right


@pytest.mark.parametrize(
    ("key", "right"),
    [
        ("if", "si a, si b et si c"),
        ("only when", "seulement quand a, que b et que c"),
        ("holds while", "en vigueur tant qu'a, que b et que c"),
        ("from now on", "désormais, a, b et c"),
    ],
)
def test_french_says_the_conjunction_again(key: str, right: str) -> None:
    french = French(WORLD)
    test = french.listed(["a", french.again("b"), french.again("c")], "and")
    assert french.finish(french.say(key, test=test)) == right


def test_polish_tells_a_choice_from_what_may_hold_together() -> None:
    polish = Polish(WORLD)
    assert [polish.listed(["a", "b", "c"], word) for word in ("or", "either")] == ["a, b lub c", "a, b albo c"]


def test_polish_declines() -> None:
    card = Noun("x", {"one": "karta", "other": "karty", "few": "karty", "many": "kart", "loc": "karcie"}, "f", "few")
    polish = Polish(WORLD)
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
    assert English(WORLD).finish("a apple, a unit, a hour, a one, A egg") == "an apple, a unit, an hour, a one, An egg"
    assert [third(x) for x in ("carry it", "play a card", "go", "pass", "watch it", "have it")] == [
        "carries it", "plays a card", "goes", "passes", "watches it", "has it",
    ]  # fmt: skip


def test_words_that_say_whose_something_is_follow_the_subject_in_polish() -> None:
    g = Polish(WORLD)
    noun = Noun("x", {"one": "pole twojego pionka", "loc": "polu twojego pionka, a nie dwojga"}, "n")
    assert g.belonging(noun, "your") == noun
    assert g.belonging(noun, "own").forms == {"one": "pole swojego pionka", "loc": "polu swojego pionka, a nie dwojga"}
    assert g.belonging(noun, "their").forms["one"] == "pole jego pionka"
    for gender in ("m", "f", "n", "mp"):
        for plural in (False, True):
            for case, form in pronoun("tw", gender, plural).items():
                changed = g.belonging(Noun("x", {"one": form}), "own").forms["one"]
                assert changed == pronoun("sw", gender, plural)[case]
