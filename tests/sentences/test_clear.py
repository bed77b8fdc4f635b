"""Who and what a sentence is about: one member or all of them, which of two cards, one seat or everybody."""

from __future__ import annotations

import pytest

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.topics import Topics

PANTRY = """
ruleset = "pantry"
language = 1
source = "ours"
seats = { range = [2, 4] }
title = { en = "Pantry", fr = "Cellier", pl = "Spiżarnia" }

[kinds]
sort = { plural = "sorts", words = ["duke", "cook"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, range = [-9, 99], source = "ours" }
flour = { per = ["seat"], source = "ours" }
alarm = { plural = "alarms", source = "ours" }
stock = { plural = "stocks", per = ["seat", "sort"], source = "ours" }

[pieces.card]
plural = "cards"
starts = "box"
fields = { sort = "sort", cost = "0..9", magic = "effect?" }
source = "ours"

[zones]
box  = { of = "card", order = "stack", source = "ours" }
heap = { of = "card", seen = "all", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
pile = { per = "seat", of = "card", seen = "all", source = "ours" }

[cards]
ace = { sort = "duke", cost = 2, copies = 9, magic = 'gain 1 point', source = "ours" }

[cells]
town = { plural = "towns", fields = { ruined = { kind = "yes_no", starts = false } }, source = "ours" }
[boards]
land = { cells = "town", links = [["ash", "bay"]], source = "ours" }
[towns]
ash = { source = "ours" }
bay = { source = "ours" }

[queries]
pieces_on = { params = { s = "seat" }, value = 'all(c in pile of s)', source = "ours" }
[words.en]
pieces_on = { other = "cards", with = "that lie open before {s} now" }

[params]
least = { default = 4, range = [1, 9], source = "ours" }

[verbs]
serve = { params = { c = "card" }, effect = 'move c to my pile', source = "ours" }
give_away = { params = { c = "card", s = "to seat" }, effect = 'move c to hand of s', source = "ours" }
lay = { params = { c = "card", s = "on seat" }, effect = 'move c to hand of s', source = "ours" }
told  = { effect = '''EFFECT''', source = "ours" }

[words.fr]
card = { one = "carte", other = "cartes", gender = "f" }
hand = { one = "main", gender = "f" }
pile = { one = "pile", gender = "f" }
heap = { one = "tas", gender = "m" }
cost = { one = "coût", gender = "m" }
point = { one = "point", other = "points", gender = "m" }
town = { one = "ville", other = "villes", gender = "f" }
land = { one = "pays", gender = "m" }
ruined = { one = "en ruine" }
sort = { one = "sorte", gender = "f" }

[words.pl]
card = { one = "karta", few = "karty", many = "kart", other = "karty", acc = "kartę", gender = "f" }
hand = { one = "ręka", other = "ręki", loc = "ręce", gender = "f" }
pile = { one = "stos", other = "stosu", loc = "stosie", gender = "m" }
heap = { one = "stół", other = "stołu", loc = "stole", gender = "m" }
cost = { one = "koszt", other = "kosztu", gender = "m" }
point = { one = "punkt", few = "punkty", many = "punktów", other = "punktu", gender = "m" }
town = { one = "miasto", few = "miasta", many = "miast", other = "miasta", gender = "n" }
land = { one = "kraj", other = "kraju", loc = "kraju", gender = "m" }
ruined = { one = "zrujnowane" }
sort = { one = "rodzaj", other = "rodzaju", gender = "m" }

[play.all]
source = "ours"
effect = 'repeat 2 { as seats { phase turn { repeat 3 { told } } } }'
"""


def told(effect: str, lang: str = "en", ident: str = "told") -> str:
    found = Checker(resolve_text(PANTRY.replace("EFFECT", effect), "pantry").world).run()
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    topic = Topics(found, lang).topic(ident)
    assert topic is not None
    return topic.line()


@pytest.mark.parametrize(
    ("effect", "en", "fr", "pl"),
    [
        (
            "gain sum(if sort of c is duke then 3 * cost of c else cost of c for c in my pile) of points",
            "gain as many points as the total, for each card in your pile, of (3 times the cost of this card if the "
            "sort of this card is duke, otherwise the cost of this card)",
            "gagnez autant de points que le total, pour chaque carte dans votre pile, de (3 fois le coût de cette "
            "carte si la sorte de cette carte est le duke, sinon le coût de cette carte)",
            "zyskaj tyle punktów, ile wynosi suma, dla każdej karty w twoim stosie, (3 razy kosztu tej karty, jeśli "
            "rodzaj tej karty to duke, a w przeciwnym razie kosztu tej karty)",
        ),
        (
            "let rich = all(s in seats where points of s > 3)\n"
            "win all(s in rich where count(hand of s) is max(count(hand of x) for x in rich))",
            "note the players “rich”: the players who have at least 4 points; those of the "
            "players “rich” such that the number of cards in the hand of this player is highest win the game",
            "retenez les joueurs « rich » : les joueurs qui ont au moins 4 points ; "
            "ceux des joueurs « rich » tels que le nombre de cartes dans la main de ce joueur est maximal gagnent la "
            "partie",
            "ustal graczy „rich”: gracze, którzy mają co najmniej 4 punkty; ci z graczy "
            "„rich”, dla których liczba kart w ręce tego gracza jest największa, wygrywają grę",
        ),
        (
            "choose c in my hand; move c to heap; choose d in heap where cost of d <= cost of c; move d to my pile",
            "choose a card from your hand (“c”); move the card “c” to the heap; choose a card from the heap whose "
            "cost is at most the cost of the card “c” (“d”); move the card “d” to your pile",
            "choisissez une carte de votre main (« c ») ; mettez la carte « c » dans le tas ; choisissez une carte du "
            "tas dont le coût est au plus égal au coût de la carte « c » (« d ») ; mettez la carte « d » dans votre "
            "pile",
            "wybierz kartę ze swojej ręki („c”); przenieś kartę „c” do stołu; wybierz kartę ze stołu, której koszt "
            "jest nie większy niż koszt karty „c” („d”); przenieś kartę „d” do swojego stosu",
        ),
        (
            "choose up to (count(my hand)) c in my hand { move c to heap }",
            "choose any number of cards from your hand; for each of them, move this card to the heap",
            "choisissez un nombre quelconque de cartes de votre main ; pour chaque choix, mettez cette carte dans le "
            "tas",
            "wybierz dowolną liczbę kart ze swojej ręki; za każdym wyborem przenieś tę kartę do stołu",
        ),
        (
            "choose t in land; for n in neighbours(t) where not ruined of n { set ruined of n to true }",
            "choose a town in the land (“t”); for each town that is next to the town “t” and that is not ruined "
            "(“n”), from now on, the town “n” is ruined",
            "choisissez une ville dans le pays (« t ») ; pour chaque ville qui est à côté de la ville « t » et qui "
            "n'est pas en ruine (« n »), désormais, la ville « n » est en ruine",
            "wybierz miasto w kraju („t”); dla każdego miasta, które leży obok miasta „t” i które nie jest "
            "zrujnowane („n”), odtąd miasto „n” jest zrujnowane",
        ),
        (
            "gain (cost of first(my pile)) of flour",
            "gain as much flour as the cost of the first card in your pile",
            "gagnez autant de flour que le coût de la première carte de votre pile",
            "zyskaj tyle flour, ile wynosi koszt pierwszej karty z twojego stosu",
        ),
        (
            "gain (count(my hand) / max(1, least)) of points",
            "gain 1 point for every 4 cards in your hand",
            "gagnez 1 point par tranche de 4 cartes dans votre main",
            "zyskaj 1 punkt za każde 4 karty w swojej ręce",
        ),
    ],
)
def test_a_sentence_says_what_it_is_about(effect: str, en: str, fr: str, pl: str) -> None:
    assert [told(effect, lang) for lang in ("en", "fr", "pl")] == [en, fr, pl]


@pytest.mark.parametrize(
    ("effect", "en"),
    [
        ("choose c in my hand; serve c; lay c on me; give_away c to next(me)",
         "choose a card from your hand; serve the card; lay the card on you; give away (the card, to the player after "
         "you)"),
        ("add 1 to alarms\nif alarms > 2 { gain 1 point }",
         "raise the number of alarms by 1; if the number of alarms is at least 3, gain 1 point"),
        ("gain max(count(pieces_on(s)) for s in seats) of points",
         "gain as many points as the highest value, for each player, of the number of the cards that lie open before "
         "this player now"),
        ("gain sum(cost of c + 1 for c in my pile) of points",
         "gain as many points as the total of (the cost of each card in your pile plus 1)"),
        ("win all(s in seats where flour of s is min(flour of x for x in seats))",
         "the players who have the least flour win the game"),
        ("let few = all(s in seats where points of s is 1)\nif no(few) { gain 1 point }",
         "note the players “few”: the players who have exactly 1 point; if there are no players “few”, gain 1 point"),
        ("choose 2 c in my hand where cost of c > 1 { move first(x in heap where cost of x < cost of c) to none }",
         "choose 2 cards from your hand whose cost is at least 2; for each of them, remove from the game the first "
         "card in the heap whose cost is less than the cost of this card"),
        ("gain count(x in my hand where some(y in heap where cost of y + cost of x > 9)) of points",
         "gain 1 point for each card in your hand such that there is a card in the heap (“y”) such that the cost of "
         "the card “y” plus the cost of this card is at least 10"),
        ("draw (count(heap) - 1) from box to my hand",
         "draw from the box to your hand as many cards as the number of cards in the heap minus 1"),
        ("choose n in range(1, 6) where alarms > 2 or n > least; gain n of points",
         "choose a number from 1 to 6 such that the number of alarms is at least 3 or this number is at least 5; gain "
         "as many points as the number"),
        ("choose c in my hand where (alarms > 2 or cost of c > 3) and cost of c < 7; move c to heap",
         "choose a card from your hand whose cost is at most 6 and (such that the number of alarms is at least 3 or "
         "the cost of this card is at least 4); move the card to the heap"),
        ("choose c in my hand where alarms > 2 and (cost of c > 3 or cost of c is 1); move c to heap",
         "choose a card from your hand (whose cost is at least 4 or whose cost is 1) and such that the number of "
         "alarms is at least 3; move the card to the heap"),
        ("choose c in my hand; do magic of c",
         "choose a card from your hand; apply the effect “magic” of the card"),
        ("add -(count(my hand) / 2) to my points",
         "lower the number of your points by the number of cards in your hand divided by 2 (rounded down)"),
        ("set my points to cost of first(my pile) + 2 * my points + (if some(my hand) then 1 else 2) + 3",
         "set the number of your points to the cost of the first card in your pile plus (2 times the number of your "
         "points) plus (1 if your hand is not empty, otherwise 2) plus 3"),
    ],
)  # fmt: skip
def test_what_is_counted_moved_and_chosen_is_clear(effect: str, en: str) -> None:
    assert told(effect) == en


@pytest.mark.parametrize(
    ("effect", "en", "fr", "pl"),
    [
        (
            "repeat 9 { as seats { if some(hand of me) { stop } } }",
            "do this at most 9 times: each player: if their hand is not empty, the repeating ends for all players",
            "faites ceci au plus 9 fois : chaque joueur : si sa main n'est pas vide, la répétition s'arrête pour tous "
            "les joueurs",
            "wykonaj to najwyżej 9 razy: każdy gracz: jeśli jego ręka nie jest pusta, powtarzanie kończy się dla "
            "wszystkich graczy",
        ),
        (
            "as seats { repeat 9 { if some(hand of me) { stop } } }",
            "each player does this at most 9 times: if their hand is not empty, that player stops repeating",
            "chaque joueur fait ceci au plus 9 fois : si sa main n'est pas vide, il arrête de répéter",
            "każdy gracz wykonuje to najwyżej 9 razy: jeśli jego ręka nie jest pusta, przestaje powtarzać",
        ),
        (
            "repeat 9 { choose eat { gain 1 point } or rest { stop } }",
            "do this at most 9 times: choose one: eat (gain 1 point) or rest (stop repeating)",
            "faites ceci au plus 9 fois : choisissez : eat (gagnez 1 point) ou rest (arrêtez de répéter)",
            "wykonaj to najwyżej 9 razy: wybierz jedno: eat (zyskaj 1 punkt) albo rest (przestań powtarzać)",
        ),
    ],
)
def test_who_stops_is_told(effect: str, en: str, fr: str, pl: str) -> None:
    assert [told(effect, lang) for lang in ("en", "fr", "pl")] == [en, fr, pl]


def test_who_acts_for_each_player_is_named() -> None:
    said = told("as next(me) { for s in seats { move first(heap) to hand of s } }")
    assert said == (
        "the player after you: for each player, the player after you moves the first card in the heap to the hand of "
        "this player"
    )


def test_a_phase_with_one_statement_keeps_its_name() -> None:
    effect = "phase one { repeat 4 { gain 1 point } }; phase two { gain 1 point; gain 1 flour }; phase three { rest }"
    verb = "rest = { effect = 'gain 2 points', source = \"ours\" }\n\n[words.fr]"
    whole = PANTRY.replace("\n[words.fr]", verb).replace("'repeat 2 { as seats { phase turn { repeat 3 { told } } } }'",
                                                           f"'as seats {{ {effect} }}'")  # fmt: skip
    found = Checker(resolve_text(whole.replace("EFFECT", "gain 1 point"), "pantry").world).run()
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    topic = Topics(found, "en").topic("all")
    assert topic is not None
    assert topic.line() == (
        "each player: one (does this 4 times: gains 1 point); two (gains 1 point; gains 1 flour); rests"
    )


MEN = """
ruleset = "men"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Men", fr = "Pions", pl = "Pionki" }
pieces.man = { plural = "men", per = "seat", source = "ours", fields = {} }
men.chief = { source = "ours" }
boards.yard = { columns = 2, rows = 2, source = "ours" }
words.fr.man = { one = "pion", other = "pions", gender = "m" }
verbs.step = { effect = 'choose man in my men; if man is my chief { move man to yard(1, 1) }', source = "ours" }
verbs.hit = { effect = 'move chief of next(me) to none', source = "ours" }
play.all = { effect = 'as seats { phase turn { step; hit } }', source = "ours" }
"""


@pytest.mark.parametrize(
    ("lang", "mine", "yours"),
    [
        ("en", "if the man is your man “chief”", "remove the man “chief” of the player after you"),
        ("fr", "votre pion « chief »", "le pion « chief » du joueur après vous"),
        ("pl", "twój man „chief”", "man „chief” gracza"),
    ],
)
def test_a_piece_that_each_seat_has_is_told_with_its_seat(lang: str, mine: str, yours: str) -> None:
    topics = Topics(Checker(resolve_text(MEN, "men").world).run(), lang)
    said = [
        topic.line().replace("\u202f", " ").replace("\xa0", " ")
        for name in ("step", "hit")
        if (topic := topics.topic(name))
    ]
    assert (mine in said[0], yours in said[1]) == (True, True), said
