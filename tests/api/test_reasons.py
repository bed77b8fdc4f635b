"""Refusals, prompts and the log in each language: right in grammar, in the words of the ruleset."""

from __future__ import annotations

import re

import pytest

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.api.saying import Saying
from solenia_rules.words.languages import LANGUAGES
from tests.playing import Seated, loaded, some_positions

MARKET = """
ruleset = "market"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Market", fr = "Marché", pl = "Targ" }

[kinds]
good = { plural = "goods", words = ["ore", "clay"], source = "ours" }

[counters]
stock = { per = ["seat", "good"], limit = '3', source = "ours" }
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
coin = { plural = "coins", per = ["seat"], starts = 4, source = "ours" }

[pieces.tile]
plural = "tiles"
starts = "row"
fields = { worth = "number", asks = "bundle", needs = "test?", gives = "effect?" }
source = "ours"

[zones]
row = { of = "tile", order = "line", seen = "all", source = "ours" }
won = { per = "seat", of = "tile", seen = "all", source = "ours" }

[boards.field]
columns = 2
rows = 2
fields = { taken = "yes_no" }
source = "ours"

[tiles]
barn = { worth = 2, asks = '2 ore', gives = 'gain 4 clay', source = "ours" }
forge = { worth = 5, asks = '3 clay', source = "ours" }
tower = { worth = 1, asks = '1 ore', needs = 'my points >= 2', source = "ours" }
inn = { worth = 1, asks = '1 ore', source = "ours" }
well = { worth = 0, asks = '1 ore', source = "ours" }

[setup.start]
source = "ours"
effect = 'as seats { gain 3 ore }; set taken of field(1, 1) to true'

[play.turns]
source = "ours"
effect = 'as seats { phase turn { TURN } }'

[queries]
free = { params = { cell = "cell" }, value = 'not taken of cell', source = "ours" }

[words.fr]
tile = { one = "tuile", other = "tuiles", gender = "f" }
needs = "exigence"
free = "libre"
barn = "grange"
tower = "tour"
ore = { one = "minerai", other = "minerais" }
clay = { one = "argile", other = "argiles" }
worth = { one = "valeur", gender = "f" }
asks = { one = "prix", gender = "m" }
coin = { one = "pièce", other = "pièces", gender = "f" }
row = "étalage"
point = { one = "point", other = "points" }
good = { one = "ressource", other = "ressources" }
field = "champ"
taken = "occupé"

[words.pl]
tile = { one = "płytka", few = "płytki", many = "płytek", other = "płytki", gender = "f" }
needs = "wymaganie"
free = "wolne"
barn = "stodoła"
tower = "wieża"
ore = { one = "ruda", few = "rudy", many = "rud" }
clay = { one = "glina", few = "gliny", many = "glin" }
worth = { one = "wartość", gender = "f" }
asks = { one = "cena", gender = "f" }
coin = { one = "moneta", few = "monety", many = "monet" }
row = { one = "wystawka", other = "wystawki", loc = "wystawce", gender = "f" }
point = { one = "punkt", few = "punkty", many = "punktów" }
good = { one = "surowiec", few = "surowce", many = "surowców" }
field = { one = "plansza", loc = "planszy", gender = "f" }
taken = "zajęte"
"""


def market(turn: str) -> Game:
    return sr.new_game(sr.load_text(MARKET.replace("TURN", turn), "market"), seed=1)


DIG = "or rest { gain 1 point } or wait { gain 2 points }"
BUY = "choose t in row where needs of t and worth of t > 0; pay asks of t; move t to my won; do gives of t"


@pytest.mark.parametrize(
    ("turn", "answer", "en", "fr", "pl"),
    [
        (BUY, "t=tower",
         "this condition is not met: you have at least 2 points",
         "condition non remplie : vous avez au moins 2 points",
         "niespełniony warunek: masz co najmniej 2 punkty"),
        (BUY, "t=well",
         "this condition is not met: the worth of the tile is at least 1",
         "condition non remplie : la valeur de la tuile est d'au moins 1",
         "niespełniony warunek: wartość płytki wynosi co najmniej 1"),
        (BUY, "t=forge",
         "then this could not be paid: the asks of the tile",
         "ensuite, le paiement serait impossible : le prix de la tuile",
         "potem nie dałoby się zapłacić: cena płytki"),
        (BUY, "t=barm",
         "no answer here is called `t=barm`; did you mean `t=barn`?",
         "aucune réponse ne s'appelle « t=barm » ici ; vouliez-vous dire « t=barn » ?",
         "żadna odpowiedź nie nazywa się tu „t=barm”; może chodzi o „t=barn”?"),
        ("choose c in field where c is free; set taken of c to true", "c=field.a1",
         "this condition is not met: the space is free",
         "condition non remplie : l'emplacement est libre",
         "niespełniony warunek: pole jest wolne"),
        ("choose c in neighbours(field(1, 1)); set taken of c to true", "c=field.b2",
         "it is not among those to choose from: the spaces next to the space in row 1 and column 1 in the "
         "field",
         "cela ne fait pas partie du choix : les emplacements à côté de l'emplacement de la rangée 1 et de "
         "la colonne 1 dans le champ",
         "tego nie ma do wyboru: pola obok pola w rzędzie 1 i kolumnie 1 w planszy"),
        (f"choose dig {{ pay 9 coins }} {DIG}", "dig",
         "then this could not be paid: 9 coins",
         "ensuite, le paiement serait impossible : 9 pièces",
         "potem nie dałoby się zapłacić: 9 monet"),
        (f"choose ask {{ need my points > 3 }} {DIG}", "ask",
         "then this condition would not be met: you have at least 4 points",
         "ensuite, la condition ne serait pas remplie : vous avez au moins 4 points",
         "potem nie byłby spełniony warunek: masz co najmniej 4 punkty"),
        (f"choose seek {{ choose t in row where worth of t > 9; move t to my won }} {DIG}", "seek",
         "then nothing could be chosen: “choose a tile from the row whose worth is at least 10”",
         "ensuite, il n'y aurait rien à choisir : « choisissez une tuile de l'étalage dont la valeur est "
         "d'au moins 10 »",
         "potem nie byłoby z czego wybrać: „wybierz płytkę z wystawki, której wartość wynosi co najmniej 10”"),
    ],
)  # fmt: skip
def test_a_refusal_says_why_in_each_language(turn: str, answer: str, en: str, fr: str, pl: str) -> None:
    game = market(turn)
    for lang, said in (("en", en), ("fr", fr), ("pl", pl)):
        assert re.split(r" \(\S+:\d+:\d+\)", game.why_not(answer, lang))[0] == said
    with pytest.raises(sr.IllegalAnswer) as caught:
        game.choose(answer)
    assert [caught.value.text(lang) for lang in LANGUAGES] == [game.why_not(answer, lang) for lang in LANGUAGES]


def test_a_payment_that_leaves_too_little_names_what_cannot_be_done_after_it() -> None:
    """No good can be paid with, as each is needed afterwards: the payment itself is not the reason."""
    turn = f"choose dig {{ pay 2 goods; choose t in row where can_pay(asks of t); pay asks of t }} {DIG}"
    game = market(f"lose 1 ore; {turn}")
    reason = game.reason("dig")
    assert (reason.key, reason.rule) == ("no choice", "choose t in row where can_pay(asks of t)")
    assert reason.changes() == ("1 more good", "another tile that costs less")
    assert "dig" in [option.id for option in market(turn).decision.options]  # type: ignore[union-attr]


def test_what_one_has_by_then_goes_with_what_would_be_enough() -> None:
    """Of all ways to pay, the one after which the change told would do."""
    turn = "choose dig { pay 1 good; choose t in row where can_pay(asks of t) and worth of t is 2; pay asks of t }"
    game = market(f"lose 2 ore; gain 1 clay; {turn} {DIG}")
    reason = game.reason("dig")
    assert reason.changes() == ("1 more ore", "another tile that costs less")
    assert reason.found()[-1] == "you then have 1 ore"


def test_of_a_query_the_part_that_fails_is_named() -> None:
    rules = MARKET.replace(
        "[queries]",
        "[queries]\nsound = { params = { t = 'tile' }, "
        "value = 'worth of t > 0 and my points >= worth of t and my coins > 0', source = 'ours' }",
    )
    turn = "choose t in row where t is sound or worth of t is 1; move t to my won"
    reason = sr.new_game(sr.load_text(rules.replace("TURN", turn), "market"), seed=1).reason("t=barn")
    assert reason.found()[:3] == (
        "the number of your points is less than the worth of the tile",
        "the number of your points = 0",
        "the worth of the tile = 2",
    )


def test_what_one_lacks_is_looked_for_in_the_counter_that_is_paid_from() -> None:
    """Another counter has some of that word."""
    rules = MARKET.replace('["ore", "clay"]', '["ore", "clay", "salt"]').replace(
        "[pieces.tile]", 'rate = { per = ["good"], starts = 3, source = "ours" }\n\n[pieces.tile]', 1
    )
    turn = "lose 2 ore; gain 1 clay; pay 1 good"
    game = sr.new_game(sr.load_text(rules.replace("TURN", turn), "market"), seed=1)
    reason = game.reason("good=salt")
    assert (reason.key, reason.changes()) == ("short", ("1 more salt",))


def test_a_word_that_was_named_before_the_payment_is_not_there_again() -> None:
    """A rule hangs on `pay`: the counters fall only after all words are named."""
    rules = MARKET.replace('["ore", "clay"]', '["ore", "clay", "salt"]').replace(
        "[setup.start]", "[rules.tax]\nsource = 'ours'\nrules = 'after pay by me { gain 1 point }'\n\n[setup.start]"
    )
    turn = "lose 2 ore; gain 1 clay; gain 1 salt; pay 2 goods"
    game = sr.new_game(sr.load_text(rules.replace("TURN", turn), "market"), seed=1)
    game = game.choose("good=salt")
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["good=ore", "good=clay"]
    assert game.reason("good=salt").key == "short"


COPIES = (
    MARKET.replace("asks = '3 clay', source", "asks = '3 clay', copies = 4, source")
    .replace("[zones]", '[zones]\nstall = { of = "tile", seen = "all", source = "ours" }\n'
             'crate = { per = "seat", of = "tile", seen = "owner", source = "ours" }')
    .replace("gain 3 ore };", "gain 3 ore }; PLACED;")
)  # fmt: skip
SOLD = "choose t in tiles where t is in row and worth of t is not WORTH; pay asks of t; move t to my won"


@pytest.mark.parametrize(
    ("placed", "worth", "key", "rule"),
    [
        ("move last(t in row where worth of t is 5) to stall", 4, "unpaid", "pay asks of t"),
        ("move first(t in row where worth of t is 5) to stall", 4, "unpaid", "pay asks of t"),
        ("move first(t in row where worth of t is 5) to none", 4, "unpaid", "pay asks of t"),
        ("move first(t in row where worth of t is 5) to crate of last(seats)", 4, "unpaid", "pay asks of t"),
        ("move all(t in row where worth of t is 5) to stall", 4, "condition", "t is in row"),
        ("move first(t in row where worth of t is 5) to stall", 5, "condition", "worth of t is not 5"),
    ],
)
def test_of_equal_pieces_the_one_that_comes_furthest_gives_the_reason(
    placed: str, worth: int, key: str, rule: str
) -> None:
    text = COPIES.replace("PLACED", placed).replace("TURN", SOLD.replace("WORTH", str(worth)))
    reason = sr.new_game(sr.load_text(text, "market"), seed=1).reason("t=forge")
    assert (reason.key, reason.rule) == (key, rule)


def test_of_equal_pieces_with_nothing_against_them_the_longest_way_gives_the_reason() -> None:
    """From the first place nothing leads on, from the second something could be paid for."""
    turn = (
        "choose t in tiles where t is in row or t is in stall; "
        "if t is in stall { need my points > 3 }; choose u in row where u is not t; pay asks of t; move t to my won"
    )
    for which in ("first", "last"):
        placed = f"move {which}(t in row where worth of t is 5) to stall"
        game = sr.new_game(sr.load_text(COPIES.replace("PLACED", placed).replace("TURN", turn), "market"), seed=1)
        assert game.reason("t=forge").rule == "pay asks of t"


def test_a_piece_that_a_seat_does_not_know_gives_no_reason_where_it_knows_an_equal_one() -> None:
    """Where the hidden ones lie decides which test they fail."""
    turn = "choose t in tiles where t is not in stall and t is in row; move t to my won"
    told = set()
    for hidden in ("crate of last(seats)", "stall"):
        first = "move first(t in row where worth of t is 5) to stall"
        placed = f"{first}; move all(t in row where worth of t is 5) to {hidden}"
        text = COPIES.replace("PLACED", placed).replace("TURN", turn)
        told.add(sr.new_game(sr.load_text(text, "market"), seed=1).why_not("t=forge").partition(";")[0])
    assert len(told) == 1, told


@pytest.mark.parametrize("name", ["summer", "solo", "winter"])
def test_a_place_that_cannot_be_served_is_refused_for_what_cannot_be_paid_there(name: str) -> None:
    """Wherever one has to travel first."""
    told = set()
    for seed in range(2):
        for game in some_positions(Seated(name, loaded(name).seats[0]), seed, 12):
            if game.decision is not None and game.decision.name == "cell":
                told |= {game.reason(f"cell=sky.{column}{row}").rule for column in "abcde" for row in range(1, 6)}
    assert told == {"", "cell is free", "pay voyage(cell) of goods",
                    "choose tile in shown of side where can_pay(price(tile))"}  # fmt: skip


@pytest.mark.parametrize(
    ("turn", "answer", "en", "fr", "pl"),
    [
        (BUY, "t=tower",
         "; found: the number of your points = 0; enough would be: 2 more points",
         " ; constaté : le nombre de vos points = 0 ; il suffirait de : 2 points de plus",
         "; jest: liczba twoich punktów = 0; wystarczyłoby: o 2 więcej (punkty)"),
        (BUY, "t=well",
         "; found: the worth of the tile = 0; enough would be: the worth of the tile: 1 more",
         " ; constaté : la valeur de la tuile = 0 ; il suffirait de : la valeur de la tuile : 1 de plus",
         "; jest: wartość płytki = 0; wystarczyłoby: wartość płytki: o 1 więcej"),
        (BUY, "t=forge",
         "; found: the asks of the tile = 3 clay, you have 3 ore; enough would be: 3 more clay + 3 fewer ore",
         " ; constaté : le prix de la tuile = 3 argiles, vous avez 3 minerais ; il suffirait de : 3 argiles "
         "de plus + 3 minerais de moins",
         "; jest: cena płytki = 3 gliny, masz: 3 rudy; wystarczyłoby: o 3 więcej (gliny) + o 3 mniej (rudy)"),
        ("choose c in field where c is free; set taken of c to true", "c=field.a1",
         "; found: the space is taken: yes; enough would be: the space is taken: no",
         " ; constaté : l'emplacement est occupé : oui ; il suffirait de : l'emplacement est occupé : non",
         "; jest: pole jest zajęte: tak; wystarczyłoby: pole jest zajęte: nie"),
        ("choose n in range(1, my coins); gain n of points", "n=6",
         "; found: the number of your coins = 4; enough would be: 2 more coins",
         " ; constaté : le nombre de vos pièces = 4 ; il suffirait de : 2 pièces de plus",
         "; jest: liczba twoich monet = 4; wystarczyłoby: o 2 więcej (monety)"),
        (f"choose dig {{ lose 3 ore; gain 1 clay; pay 2 goods; gain 3 points }} {DIG}", "dig",
         "; found: you then have 1 clay; enough would be: 1 more clay + 1 fewer ore",
         " ; constaté : vous avez alors 1 argile ; il suffirait de : 1 argile de plus + 1 minerai de moins",
         "; jest: wtedy masz: 1 glina; wystarczyłoby: o 1 więcej (glina) + o 1 mniej (ruda)"),
        (f"choose buy {{ choose t in row where can_pay(asks of t) and worth of t > 2; pay asks of t }} {DIG}", "buy",
         "; found: barn: the worth of the tile = 2, forge: the asks of the tile = 3 clay, tower: the worth of the tile "
         "= 1, inn: the worth of the tile = 1, you have 3 ore; enough would be: 3 more clay + 3 fewer ore or another "
         "tile that costs less",
         " ; constaté : grange : la valeur de la tuile = 2, forge : le prix de la tuile = 3 argiles, tour : la valeur "
         "de la tuile = 1, inn : la valeur de la tuile = 1, vous avez 3 minerais ; il suffirait de : 3 argiles de plus "
         "+ 3 minerais de moins ou un autre choix, moins cher (tuile)",
         "; jest: stodoła: wartość płytki = 2, forge: cena płytki = 3 gliny, wieża: wartość płytki = 1, inn: wartość "
         "płytki = 1, masz: 3 rudy; wystarczyłoby: o 3 więcej (gliny) + o 3 mniej (rudy) albo coś tańszego "
         "(płytka)"),
    ],
)  # fmt: skip
def test_a_refusal_tells_what_was_found_and_what_would_do(turn: str, answer: str, en: str, fr: str, pl: str) -> None:
    game = market(turn)
    for lang, said in (("en", en), ("fr", fr), ("pl", pl)):
        assert re.split(r" \(\S+:\d+:\d+\)", game.why_not(answer, lang))[1] == said


@pytest.mark.parametrize(
    ("answer", "error", "fr"),
    [
        (99, sr.IllegalAnswer, "nombre d'options : 2, numérotées à partir de 0"),
        (None, sr.UnreadableAnswer, "une réponse est une option, son identifiant ou son numéro"),
        ("", sr.UnreadableAnswer, "une réponse est l'identifiant d'une option : un texte court et imprimable"),
    ],
)
def test_other_refusals_have_their_sentences_too(answer: object, error: type[sr.AnswerError], fr: str) -> None:
    game = market(BUY)
    with pytest.raises(error) as caught:
        game.choose(answer)  # type: ignore[arg-type]
    assert caught.value.text("fr") == fr
    assert caught.value.text() == str(caught.value)


def test_a_stale_answer_says_what_is_asked_instead() -> None:
    game = market("choose g in goods; gain 1 of g; choose t in row; move t to my won")
    assert game.decision is not None
    with pytest.raises(sr.StaleAnswer) as caught:
        game.choose(0).choose(game.decision.options[0])
    assert caught.value.text("pl") == "„g=ore” należy do innej decyzji; pytanie brzmi: wybierz: płytka"


def test_what_cannot_be_taken_back_is_told_in_every_language() -> None:
    game = market("choose g in goods; gain 1 of g; as next(me) { choose h in goods; gain 1 of h }")
    with pytest.raises(sr.UndoError) as none:
        game.undo()
    with pytest.raises(sr.UndoError) as other:
        game.choose(0).undo()
    with pytest.raises(sr.UndoError) as revealed:
        market("choose g in goods; shuffle row; choose h in goods; gain 1 of h").choose(0).undo()
    assert [caught.value.text("fr") for caught in (none, other, revealed)] == [
        "il n'y a aucune réponse à reprendre",
        "c'est maintenant la décision d'un autre joueur",
        "depuis, quelque chose a été pioché, lancé, mélangé ou montré",
    ]
    for caught in (none, other, revealed):
        assert len({caught.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)
        assert caught.value.text() == str(caught.value)


@pytest.mark.parametrize("name", ["summer", "winter", "improvements", "day_and_night", "solo"])
def test_everything_that_stands_in_the_way_is_told_in_words(name: str) -> None:
    services = loaded(name).unrefined_services(loaded(name).seats[0])
    saying = Saying(services.teller, services.places)
    program = services.executor.program
    spans = [span for why in program.whys.values() for _function, span in why.tests]
    spans += [span for span in program.flat.core.places if span.text.startswith(("pay ", "need "))]
    assert spans
    for lang in LANGUAGES:
        assert not [span.text for span in spans if "`" in saying.label(span, lang)]
        assert list(loaded(name).topics(lang).g.lexicon.missing) == []


def test_refusals_in_french_and_polish_are_not_in_english(seated: Seated) -> None:
    english = re.compile(r"\b(the|is|not|could|done|chosen|holds?|called|you)\b")
    for game in some_positions(seated, 81, 1):
        if game.decision is None:
            continue
        for what in [option.id for option in game.decision.imaginable()][:12]:
            for lang in ("fr", "pl"):
                said = re.sub(r"`[^`]*`|\(\S+:\d+:\d+\)|[«„][^»”]*[»”]", "", game.why_not(what, lang))
                assert not english.search(said), said


# ---- prompts and the log ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "en", "fr", "pl"),
    [
        ("choose t in row; move t to my won", "choose: tile", "choisissez : tuile", "wybierz: płytka"),
        ("choose c in field; set taken of c to true", "choose: space", "choisissez : emplacement", "wybierz: pole"),
        ("choose s in seats; as s { gain 1 point }", "choose: seat", "choisissez : joueur", "wybierz: gracz"),
        ("choose n in range(1, 3); gain n of points", "choose: number", "choisissez : nombre", "wybierz: liczba"),
        ("choose fee in range(1, 3); gain fee of points", "choose: fee", "choisissez : nombre", "wybierz: liczba"),
        ("choose g in goods; gain 1 of g", "choose: good", "choisissez : ressource", "wybierz: surowiec"),
        ("pay 1 good; pay 1 good", "pay with: good", "payez avec : ressource", "zapłać: surowiec"),
    ],
)  # fmt: skip
def test_a_prompt_names_the_thing_and_not_the_variable(turn: str, en: str, fr: str, pl: str) -> None:
    if turn.startswith("pay"):
        turn = f"lose 1 ore; gain 1 clay; {turn}"
    decision = market(turn).decision
    assert decision is not None
    assert [decision.text(lang) for lang in LANGUAGES] == [en, fr, pl]


@pytest.mark.parametrize(
    ("turn", "asked"),
    [
        ("pay 3 goods", ["pay with: good (3 left)", "pay with: good (2 left)"]),
        ("pay fee of goods", ["pay with: good (2 left to pay: fee for a stall)",
                              "pay with: good (1 left to pay: fee for a stall)"]),
        ("choose sell { pay 2 goods } or rest { }",
         ["choose what to do", "pay with: good (2 left to pay: sell goods)"]),
        ("gain 2 goods", ["gain which: good (2 left)", "gain which: good"]),
        ("lose 2 goods", ["lose which: good (2 left)", "lose which: good"]),
        ("choose 2 t in row { move t to my won }", ["pick: tile (2 left)", "pick: tile (1 left)"]),
        ("choose up to 2 g in goods { gain 1 of g }", ["pick: good (up to 2)", "pick: good (up to 1)"]),
        ("choose g in goods; gain 1 of g", ["choose: good"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("watched", [False, True])
def test_a_question_says_how_many_are_left_and_what_is_paid_for(turn: str, asked: list[str], watched: bool) -> None:
    text = MARKET.replace("TURN", f"gain 2 ore + 2 clay; {turn}").replace("limit = '3', ", "")
    text = text.replace("[queries]", "[queries]\nfee = { value = '2', source = \"ours\" }")
    text = text.replace("[words.fr]", '[words.en]\nfee = "fee for a stall"\nsell = "sell goods"\n\n[words.fr]')
    if watched:
        rules = "\n".join(f"after {verb} by me {{ gain 1 point }}" for verb in ("gain", "pay", "lose"))
        text += f"\n[rules.watch]\nsource = \"ours\"\nrules = '''\n{rules}\n'''\n"
    game = sr.new_game(sr.load_text(text, "market"), seed=1)
    for expected in asked:
        assert game.decision is not None
        assert game.decision.prompt == expected
        game = game.choose(game.decision.options[0])


def test_the_log_says_which_power_did_it_and_what_there_was_no_room_for() -> None:
    game = market(BUY).choose("t=barn")
    assert game.decision is not None
    assert game.decision.text("fr") == "trop : rendez lequel (ressource) (grange; encore 2)"
    game = game.choose("good=ore")
    gained = next(event for event in game.log if event.details.get("word") == "clay" and event.kind == "gained")
    assert gained.cause == "barn"
    assert [gained.text(lang) for lang in LANGUAGES] == [
        "seat 1 gains 4 clay [barn]", "joueur 1 gagne 4 argiles [grange]", "gracz 1 zyskuje: 4 gliny [stodoła]",
    ]  # fmt: skip
    lost = next(event for event in game.log if event.kind == "lost")
    assert lost.details["past_limit"] is True
    assert [lost.text(lang) for lang in LANGUAGES] == [
        "seat 1 gives up 1 ore: no room for more [barn]", "joueur 1 rend 1 minerai : pas de place pour plus [grange]",
        "gracz 1 oddaje z braku miejsca: 1 ruda [stodoła]",
    ]  # fmt: skip


def test_a_field_in_the_log_names_its_cell_without_english_words() -> None:
    event = next(event for event in market(BUY).log if event.kind == "set")
    assert [event.text(lang) for lang in LANGUAGES] == [
        "taken of a1 is now yes", "occupé (a1) vaut maintenant oui", "zajęte (a1): teraz tak",
    ]  # fmt: skip
