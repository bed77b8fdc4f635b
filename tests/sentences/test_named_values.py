"""Values that a text names: yes/no values with and without words, and values with several cases."""

from __future__ import annotations

import pytest

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.topics import Topics

LANGUAGES = ("en", "fr", "pl")

FAIR = """
ruleset = "fair"
language = 1
source = "ours"
seats = { range = [2, 4] }
title = { en = "Fair", fr = "Foire", pl = "Jarmark" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[state]
tired = { kind = "yes_no", per = "seat", source = "ours" }

[queries]
prize = { value = '''
if my points > 8 then 1 else if my points > 4 then (if my tired then 2 else if points of next(me) > 4 then 3 else 4)
  else 5
''', source = "ours" }
fee = { value = 'if my points > 8 then 1 else 2', source = "ours" }

[verbs]
told = { effect = 'EFFECT', source = "ours" }
hire = { params = { open = "yes_no" }, effect = 'if open { gain 1 point }', source = "ours" }

[words.en]
lucky = { is = "is lucky", not = "isn't lucky" }
crowd = { is = "it is crowded", not = "it is empty" }
rested = { is = "[has|have|have] slept" }
tired = { is = "[is|are|are] tired", not = "[is|are|are] awake" }

[words.fr]
point = { one = "point", other = "points", gender = "m" }
lucky = { is = "[a|ont|avez] de la chance", not = "[n'a|n'ont|n'avez] pas de chance" }
crowd = { is = "il y a foule", not = "il n'y a personne" }
rested = { is = "[a|ont|avez] dormi" }
tired = { is = "[est|sont|êtes] sans force", not = "[est|sont|êtes] en forme" }

[words.pl]
point = { one = "punkt", few = "punkty", many = "punktów", other = "punktu", gender = "m" }
lucky = { is = "[ma|mają|masz] szczęście", not = "nie [ma|mają|masz] szczęścia" }
crowd = { is = "jest tłok", not = "jest pusto" }
rested = { is = "[jest|są|jesteś] po drzemce" }
tired = { is = "[jest|są|jesteś] bez sił", not = "[jest|są|jesteś] w formie" }

[play.all]
source = "ours"
effect = 'as seats { told; hire(false) }'
"""


def told(effect: str, ident: str = "told") -> list[str]:
    found = Checker(resolve_text(FAIR.replace("EFFECT", effect), "fair").world).run()
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    topics = [Topics(found, lang).topic(ident) for lang in LANGUAGES]
    return [topic.line() for topic in topics if topic is not None]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            "let lucky = my points > 2; if lucky { gain 1 point } else if not lucky { gain 2 points }",
            [
                "note whether you are lucky: this is so only when you have at least 3 points; if you are lucky, gain 1 "
                "point; otherwise, if you aren't lucky, gain 2 points",
                "retenez si vous avez de la chance : seulement quand vous avez au moins 3 points ; si vous avez de la "
                "chance, gagnez 1 point ; sinon, si vous n'avez pas de chance, gagnez 2 points",
                "ustal to, czy masz szczęście: tylko wtedy, gdy masz co najmniej 3 punkty; jeśli masz szczęście, "
                "zyskaj 1 punkt; w przeciwnym razie, jeśli nie masz szczęścia, zyskaj 2 punkty",
            ],
        ),
        (
            "let crowd = count(seats) > 2; as next(me) { if not crowd { gain 1 point } }; set my tired to crowd",
            [
                "note whether it is crowded: this is so only when at least 3 players take part; the player after you "
                "(if "
                "it is empty, the player after you gains 1 point); from now on, you are tired if it is crowded, and "
                "otherwise "
                "not",
                "retenez s'il y a foule : seulement quand il y a au moins 3 joueurs ; le joueur après vous (s'il n'y "
                "a personne, le joueur après vous gagne 1 point) ; désormais, vous êtes sans force s'il y a foule, et "
                "sinon ce n'est "
                "pas le cas",
                "ustal to, czy jest tłok: tylko wtedy, gdy gra co najmniej 3 graczy; gracz po lewej od ciebie (jeśli "
                "jest pusto, gracz po lewej od ciebie zyskuje 1 punkt); odtąd jesteś bez sił, jeśli jest tłok, a w "
                "przeciwnym razie nie",
            ],
        ),
        (
            "let can_go = my points > 2; if can_go { gain 1 point } else if not can_go { hire(can_go) }",
            [
                "note “can go”: whether you have at least 3 points; if “can go” is the case, gain 1 point; otherwise, "
                "if “can go” is not the case, hire “can go”",
                "retenez « can go » : si vous avez au moins 3 points ; si « can go » est le cas, gagnez 1 point ; "
                "sinon, si « can go » n'est pas le cas, il faut hire (« can go »)",
                "ustal „can go”: to, czy masz co najmniej 3 punkty; jeśli „can go” zachodzi, zyskaj 1 punkt; w "
                "przeciwnym razie, jeśli „can go” nie zachodzi, trzeba hire („can go”)",
            ],
        ),
        (
            "let lucky = my points > 2; as next(me) { let rested = my points > 2; "
            "if lucky and rested { gain 1 point } }",
            [
                "note whether you are lucky: this is so only when you have at least 3 points; the player after you: "
                "notes whether this player has slept: this is so only when this player has at least 3 points; if you "
                "are lucky and this player has slept, the player after you gains 1 point",
                "retenez si vous avez de la chance : seulement quand vous avez au moins 3 points ; le joueur après "
                "vous : retient si ce joueur a dormi : seulement quand ce joueur a au moins 3 points ; si vous avez de "
                "la chance et si ce joueur a dormi, le joueur après vous gagne 1 point",
                "ustal to, czy masz szczęście: tylko wtedy, gdy masz co najmniej 3 punkty; gracz po lewej od ciebie: "
                "ustala to, czy ten gracz jest po drzemce: tylko wtedy, gdy ten gracz ma co najmniej 3 punkty; jeśli "
                "masz szczęście i ten gracz jest po drzemce, gracz po lewej od ciebie zyskuje 1 punkt",
            ],
        ),
        (
            "let rested = my points > 2; if not rested { gain 1 point }",
            [
                "note whether you have slept: this is so only when you have at least 3 points; if it is not so that "
                "you have slept, gain 1 point",
                "retenez si vous avez dormi : seulement quand vous avez au moins 3 points ; s'il n'est pas vrai que "
                "vous avez dormi, gagnez 1 point",
                "ustal to, czy jesteś po drzemce: tylko wtedy, gdy masz co najmniej 3 punkty; jeśli nieprawda, że "
                "jesteś po drzemce, zyskaj 1 punkt",
            ],
        ),
        (
            "let lucky = possible { pay 3 points }; if lucky { gain 1 point }",
            [
                "note whether you are lucky: this is so only when all of this can be done (nothing of it is done "
                "here) (pay 3 points); if you are lucky, gain 1 point",
                "retenez si vous avez de la chance : seulement quand tout cela peut se faire (rien n’en est fait "
                "ici) (payez 3 points) ; si vous avez de la chance, gagnez 1 point",
                "ustal to, czy masz szczęście: tylko wtedy, gdy da się zrobić to wszystko (nic z tego nie jest tu "
                "robione) (zapłać 3 punkty); jeśli masz szczęście, zyskaj 1 punkt",
            ],
        ),
        (
            "let lucky = if my points > 2 then my tired else true; if lucky { gain 1 point }",
            [
                "note whether you are lucky (if you have at least 3 points, this is so only when you are tired; "
                "otherwise, this is so); if you are lucky, gain 1 point",
                "retenez si vous avez de la chance (si vous avez au moins 3 points, seulement quand vous êtes sans "
                "force ; sinon, c'est le cas) ; si vous avez de la chance, gagnez 1 point",
                "ustal to, czy masz szczęście (jeśli masz co najmniej 3 punkty, tylko wtedy, gdy jesteś bez sił; w "
                "przeciwnym razie tak jest); jeśli masz szczęście, zyskaj 1 punkt",
            ],
        ),
    ],
)
def test_a_yes_no_value_that_is_named_reads_as_a_test(effect: str, expected: list[str]) -> None:
    assert told(effect) == expected


def test_a_value_with_more_than_two_cases_is_a_list() -> None:
    assert told("gain 1 point", "prize") == [
        "if you have at least 9 points: 1; otherwise, if you have at least 5 points (if you are tired: 2; otherwise, "
        "if the player after you has at least 5 points: 3; otherwise: 4); otherwise: 5",
        "si vous avez au moins 9 points : 1 ; sinon, si vous avez au moins 5 points (si vous êtes sans force : 2 ; "
        "sinon, si le joueur après vous a au moins 5 points : 3 ; sinon : 4) ; sinon : 5",
        "jeśli masz co najmniej 9 punktów: 1; w przeciwnym razie, jeśli masz co najmniej 5 punktów (jeśli jesteś bez "
        "sił: 2; w przeciwnym razie, jeśli gracz po lewej od ciebie ma co najmniej 5 punktów: 3; w przeciwnym razie: "
        "4); w przeciwnym razie: 5",
    ]
    assert told("gain 1 point", "fee")[0] == "1 if you have at least 9 points, otherwise 2"


def test_cases_of_a_value_that_is_named_follow_its_name() -> None:
    effect = "let n = if my points > 8 then 1 else if my tired then 2 else 3; gain n of points"
    assert told(effect) == [
        "note the number (if you have at least 9 points: 1; otherwise, if you are tired: 2; otherwise: 3); gain as "
        "many "
        "points as the number",
        "retenez le nombre (si vous avez au moins 9 points : 1 ; sinon, si vous êtes sans force : 2 ; sinon : 3) ; "
        "gagnez autant de points que le nombre",
        "ustal liczbę (jeśli masz co najmniej 9 punktów: 1; w przeciwnym razie, jeśli jesteś bez sił: 2; w przeciwnym "
        "razie: 3); zyskaj tyle punktów, ile wynosi liczba",
    ]


def test_a_seat_that_is_named_keeps_its_name() -> None:
    effect = (
        "let small = if my points > 2 then me else next(me); as small { gain 1 point }; as next(small) { pay 1 point }"
    )
    assert told(effect) == [
        "note the player “small”: you if you have at least 3 points, otherwise the player after you; the player "
        "“small” gains 1 point; the player after the player “small” pays 1 point",
        "retenez le joueur « small » : vous si vous avez au moins 3 points, sinon le joueur après vous ; le joueur « "
        "small » gagne 1 point ; le joueur après le joueur « small » paie 1 point",
        "ustal gracza „small”: ty, jeśli masz co najmniej 3 punkty, a w przeciwnym razie gracz po lewej od ciebie; "
        "gracz „small” zyskuje 1 punkt; gracz po lewej od gracza „small” płaci 1 punkt",
    ]


def test_a_bound_of_one_value_stands_in_brackets_with_it() -> None:
    assert told("gain (if my tired then 1 else max(0, points of next(me) - my points)) of points") == [
        "gain 1 point if you are tired, otherwise (as many points as the number of the points of the player after you "
        "minus the number of your points (at least 0 in all))",
        "gagnez 1 point si vous êtes sans force, sinon (autant de points que le nombre des points du joueur après vous "
        "moins le nombre de vos points (au moins 0 en tout))",
        "zyskaj 1 punkt, jeśli jesteś bez sił, a w przeciwnym razie (tyle punktów, ile wynosi liczba punktów gracza po "
        "lewej od ciebie minus liczba twoich punktów (łącznie co najmniej 0))",
    ]
    effect = "for n in range(if my tired then 1 else max(0, points of next(me) - my points), 9) { gain 1 point }"
    assert told(effect)[0] == (
        "for each number from 1 if you are tired, otherwise (the number of the points of the player after you minus "
        "the number of your points, but at least 0) to 9, gain 1 point"
    )
