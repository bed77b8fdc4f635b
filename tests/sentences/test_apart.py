"""Variables that would be told by the same words are told by their names, and orders are told."""

from __future__ import annotations

import pytest

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.topics import Topics

HILLS = """
ruleset = "hills"
language = 1
source = "ours"
seats = { range = [2, 2] }
title = { en = "Hills", fr = "Collines", pl = "Wzgórza" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[boards.hill]
columns = 8
rows = 8
fields = { height = "0..9" }
source = "ours"

[verbs.told]
source = "ours"
effect = 'EFFECT'

[words.fr]
height = { one = "hauteur", gender = "f" }
hill = { one = "colline", gender = "f" }
point = { one = "point", other = "points" }

[words.pl]
height = { one = "wysokość", gender = "f" }
point = { one = "punkt", few = "punkty", many = "punktów" }

[play.all]
source = "ours"
effect = 'as seats { told }'
"""


def told(effect: str, lang: str) -> str:
    found = Checker(resolve_text(HILLS.replace("EFFECT", effect), "hills").world).run()
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    topic = Topics(found, lang).topic("told")
    assert topic is not None
    return topic.line()


@pytest.mark.parametrize(
    ("effect", "en", "fr", "pl"),
    [
        ("let x = 3; let y = 4; gain (x - y) of points",
         "note the number “x”: 3; note the number “y”: 4; gain as many points as the number “x” minus the number “y”",
         "retenez le nombre « x » : 3 ; retenez le nombre « y » : 4 ; gagnez autant de points que le nombre « x » "
         "moins le nombre « y »",
         "ustal liczbę „x”: 3; ustal liczbę „y”: 4; zyskaj tyle punktów, ile wynosi liczba „x” minus liczba „y”"),
        ("let x = 3; gain x of points; let y = 4; gain y of points",
         "note the number: 3; gain as many points as the number; note the number: 4; gain as many points as the number",
         "retenez le nombre : 3 ; gagnez autant de points que le nombre ; retenez le nombre : 4 ; gagnez autant de "
         "points que le nombre",
         "ustal liczbę: 3; zyskaj tyle punktów, ile wynosi liczba; ustal liczbę: 4; zyskaj tyle punktów, ile wynosi "
         "liczba"),
        ("for a in hill { for b in neighbours(a) { set height of b to height of a } }",
         "for each space in the hill (“a”), for each of the spaces next to the space “a” (“b”), set the height of the "
         "space “b” to the height of the space “a”",
         "pour chaque emplacement dans la colline (« a »), pour chacun des emplacements à côté de l'emplacement « a » "
         "(« b »), fixez la hauteur de l'emplacement « b » à la hauteur de l'emplacement « a »",
         "dla każdego pola w hill („a”) dla każdego z pól obok pola „a” („b”) ustaw wysokość pola „b” na wysokość pola "
         "„a”"),
        ("choose one in hill; choose two in neighbours(one); set height of one to height of two",
         "choose a space in the hill (“one”); choose one of the spaces next to the space “one” (“two”); set the height "
         "of the space “one” to the height of the space “two”",
         "choisissez un emplacement dans la colline (« one ») ; choisissez un des emplacements à côté de l'emplacement "
         "« one » (« two ») ; fixez la hauteur de l'emplacement « one » à la hauteur de l'emplacement « two »",
         "wybierz pole w hill („one”); wybierz jedno z pól obok pola „one” („two”); ustaw wysokość pola „one” na "
         "wysokość pola „two”"),
        ("for n in reverse(range(1, 3)) { gain n of points }",
         "for each number from 1 to 3 in reverse order, gain as many points as this number",
         "pour chaque nombre de 1 à 3 dans l'ordre inverse, gagnez autant de points que ce nombre",
         "dla każdej liczby od 1 do 3 w odwrotnej kolejności zyskaj tyle punktów, ile wynosi ta liczba"),
        ("let c = first(x in hill by distance(hill(1, 1), x)); set height of c to 1",
         "find the space in the hill such that the distance from the space in row 1 and column 1 in the hill to this "
         "space is lowest (of several, the first one); set the height of the space to 1",
         "cherchez l'emplacement dans la colline tel que la distance de l'emplacement de la rangée 1 et de la colonne "
         "1 dans la colline à cet emplacement est minimale (à égalité, en premier dans l'ordre) ; fixez la hauteur de "
         "l'emplacement à 1",
         "znajdź pole w hill, dla którego odległość od pola w rzędzie 1 i kolumnie 1 w hill do tego pola jest "
         "najmniejsza (przy remisie: od początku kolejności); ustaw wysokość pola na 1"),
        ("as reverse(seats_from(me)) { gain 1 point }",
         "each player in turn order from you (in reverse turn order) gains 1 point",
         "chaque joueur dans l'ordre du tour à partir de vous (dans l'ordre inverse du tour) gagne 1 point",
         "każdy gracz w kolejności od ciebie (w odwrotnej kolejności) zyskuje 1 punkt"),
    ],
)  # fmt: skip
def test_what_is_not_the_same_is_not_told_the_same(effect: str, en: str, fr: str, pl: str) -> None:
    assert [told(effect, lang) for lang in ("en", "fr", "pl")] == [en, fr, pl]


def test_words_that_a_ruleset_gives_twice_count_as_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    words = '\n[words.en]\nspot = "space"\n\n[words.fr]'
    monkeypatch.setattr("tests.sentences.test_apart.HILLS", HILLS.replace("\n[words.fr]", words))
    said = told("choose spot in hill; choose c in neighbours(spot); set height of spot to height of c", "en")
    assert said.endswith("set the height of the space “spot” to the height of the space “c”")
