"""Rulesets with few words or none: tests about nothing, orders, pronouns and repeats still make sentences."""

from __future__ import annotations

import pytest

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.rules.resolver import resolve_text
from solenia_rules.sentences.topics import Topics

FERRY = """
ruleset = "ferry"
language = 1
source = "ours"
seats = { range = [2, 4] }
title = { en = "Ferry", fr = "Bac", pl = "Prom" }

[counters]
point = { plural = "points", per = ["seat"], range = [-99, 99], score = true, source = "ours" }
coin = { plural = "coins", per = ["seat"], source = "ours" }

[state]
pilot = { kind = "seat?", source = "ours" }
storm = { kind = "yes_no", starts = false, source = "ours" }

[queries]
is_over = { value = 'my coins > 9', source = "ours" }
late = { value = 'my coins > 9', source = "ours" }
flood = { value = 'my coins > 9', source = "ours" }
may_land = { params = { n = "0..9", size = "0..9" }, value = 'n < size', source = "ours" }
beats = { params = { s = "seat", t = "seat" }, value = 'coins of s > coins of t', source = "ours" }
ahead_of = { params = { s = "seat", t = "seat" }, value = 'coins of s > coins of t', source = "ours" }
can_row = { params = { seat = "seat" }, value = 'coins of seat > 1', source = "ours" }
points_for = { params = { n = "0..9" }, value = '2 * n', source = "ours" }
strength = { params = { seat = "seat" }, value = 'coins of seat', source = "ours" }

[verbs.told]
source = "ours"
effect = 'EFFECT'

[words.en]
flood = { one = "flood", is = "the river is high", not = "the river is low" }
told = "take your turn"

[words.fr]
flood = { one = "crue", is = "la rivière est haute", not = "la rivière est basse" }
point = { one = "point", other = "points", gender = "m" }
late = "fin du jour"
ahead_of = { is = "[a|ont|avez] plus de coins que {t}" }

[words.pl]
flood = { one = "powódź", is = "rzeka jest wysoka", not = "rzeka jest niska" }
late = "koniec dnia"

[play.all]
source = "ours"
effect = 'as seats { told }'
"""


END = {"en": ", gain 1", "fr": ", gagnez 1", "pl": ", zyskaj 1"}


def told(effect: str, lang: str, ident: str = "told") -> str:
    found = Checker(resolve_text(FERRY.replace("EFFECT", effect), "ferry").world).run()
    assert [d.message for d in found.diagnostics if d.severity == "error"] == []
    topic = Topics(found, lang).topic(ident)
    assert topic is not None
    return topic.line()


@pytest.mark.parametrize(
    ("test", "en", "fr", "pl"),
    [
        ("is_over", "if it is over", "si « is over » est le cas", "jeśli „is over” zachodzi"),
        ("not is_over", "if it is not over", "si « is over » n'est pas le cas", "jeśli „is over” nie zachodzi"),
        ("late", "if “late” is the case", "si « fin du jour » est le cas", "jeśli „koniec dnia” zachodzi"),
        ("storm", "if “storm” is the case", "si « storm » est le cas", "jeśli „storm” zachodzi"),
        (
            "not storm",
            "if “storm” is not the case",
            "si « storm » n'est pas le cas",
            "jeśli „storm” nie zachodzi",
        ),
        ("flood", "if the river is high", "si la rivière est haute", "jeśli rzeka jest wysoka"),
        ("not flood", "if the river is low", "si la rivière est basse", "jeśli rzeka jest niska"),
        ("me is pilot", "if you are the pilot", "si vous êtes le pilot", "jeśli pilot to ty"),
        ("me is not pilot", "if you are not the pilot", "si vous n'êtes pas le pilot", "jeśli pilot to nie ty"),
        (
            "beats(me, next(me))",
            "if “beats” is the case for (you, the player after you)",
            "si « beats » est le cas pour (vous, le joueur après vous)",
            "jeśli „beats” zachodzi dla (ciebie, gracza po lewej od ciebie)",
        ),
        (
            "not beats(me, next(me))",
            "if “beats” is not the case for (you, the player after you)",
            "si « beats » n'est pas le cas pour (vous, le joueur après vous)",
            "jeśli „beats” nie zachodzi dla (ciebie, gracza po lewej od ciebie)",
        ),
        (
            "ahead_of(me, next(me))",
            "if you are ahead of the player after you",
            "si vous avez plus de coins que le joueur après vous",
            "jeśli „ahead of” zachodzi dla (ciebie, gracza po lewej od ciebie)",
        ),
        (
            "not ahead_of(next(me), me)",
            "if the player after you is not ahead of you",
            "s'il n'est pas vrai que le joueur après vous a plus de coins que vous",
            "jeśli „ahead of” nie zachodzi dla (gracza po lewej od ciebie, ciebie)",
        ),
        (
            "some(s in others where no(o in seats where beats(o, s)))",
            "if there is another player such that there is no player such that “beats” is the case for (this player, "
            "this other player)",
            "s'il y a un autre joueur tel qu'il n'y a aucun joueur tel que « beats » est le cas pour (ce joueur, cet "
            "autre joueur)",
            "jeśli jest inny gracz, dla którego nie ma żadnego gracza, dla którego „beats” zachodzi dla (tego "
            "gracza, tego innego gracza)",
        ),
        ("not can_row(me)", "if you cannot row", "si vous n'êtes pas « can row »", "jeśli nie jesteś „can row”"),
    ],
)
def test_a_test_is_a_sentence_with_and_without_words(test: str, en: str, fr: str, pl: str) -> None:
    found = [told(f"if {test} {{ gain 1 point }}", lang).split(END[lang])[0] for lang in ("en", "fr", "pl")]
    assert found == [en, fr, pl]


@pytest.mark.parametrize(
    ("effect", "en", "fr", "pl"),
    [
        (
            "for n in range(1, 3) by -n { gain 1 point }",
            "for each number from 1 to 3 (highest first), gain 1 point",
            "pour chaque nombre de 1 à 3 (dans l'ordre décroissant), gagnez 1 point",
            "dla każdej liczby od 1 do 3 (malejąco) zyskaj 1 point",
        ),
        (
            "choose n in range(0, 9) where may_land(n, 4); gain n of points",
            "choose a number from 0 to 9 that may land (4); gain as many points as the number",
            "choisissez un nombre de 0 à 9 tel que « may land » est le cas pour (ce nombre, 4) ; gagnez autant de "
            "points que le nombre",
            "wybierz liczbę od 0 do 9, dla której „may land” zachodzi dla (tej liczby, 4); zyskaj tyle points, "
            "ile wynosi liczba",
        ),
        (
            "gain points_for(2) of points",
            "gain as many points as the points for 2",
            "gagnez autant de points que le points for de 2",
            "zyskaj tyle points, ile wynosi points for 2",
        ),
        (
            "choose openly s in others; as s { gain 1 coin }",
            "choose openly another player; the player gains 1 coin",
            "choisissez ouvertement un autre joueur ; le joueur gagne 1 coin",
            "wybierz jawnie innego gracza; gracz zyskuje 1 coin",
        ),
        (
            "choose openly { gain 1 coin } or { gain 1 point }",
            "choose one openly: gain 1 coin or gain 1 point",
            "choisissez ouvertement : gagnez 1 coin ou gagnez 1 point",
            "wybierz jawnie jedno: zyskaj 1 coin albo zyskaj 1 point",
        ),
        (
            "may openly { gain 1 coin } else { gain 1 point }",
            "you may openly gain 1 coin; otherwise, gain 1 point",
            "vous pouvez ouvertement gagner 1 coin ; sinon, gagnez 1 point",
            "możesz jawnie zyskać 1 coin; w przeciwnym razie zyskaj 1 point",
        ),
        (
            "set pilot to first(s in seats by -strength(s))",
            "set the pilot to the player whose strength is highest (of several, the first one)",
            "fixez le pilot au joueur dont le strength est maximal (à égalité, en premier dans l'ordre)",
            "ustaw pilot na gracza, którego strength jest największy (przy remisie: od początku kolejności)",
        ),
        (
            "set pilot to first(s in seats by strength(s) + points of s)",
            "set the pilot to the player such that the strength of this player plus the number of the points of "
            "this player is lowest (of several, the first one)",
            "fixez le pilot au joueur tel que le strength de ce joueur plus le nombre des points de ce joueur est "
            "minimal (à égalité, en premier dans l'ordre)",
            "ustaw pilot na gracza, dla którego strength tego gracza plus liczba points tego gracza jest najmniejszy "
            "(przy remisie: od początku kolejności)",
        ),
        (
            "as seats { repeat 3 { gain 1 point } }",
            "each player does this 3 times: gains 1 point",
            "chaque joueur fait ceci 3 fois : gagne 1 point",
            "każdy gracz wykonuje to 3 razy: zyskuje 1 point",
        ),
        (
            "add my coins - my points to my points",
            "add (the number of your coins minus the number of your points) to the number of your points",
            "ajoutez (le nombre de vos coins moins le nombre de vos points) au nombre de vos points",
            "dodaj (liczbę swoich coins minus liczba swoich points) do liczby swoich points",
        ),
        (
            "add my coins to my points",
            "raise the number of your points by the number of your coins",
            "augmentez le nombre de vos points du nombre de vos coins",
            "zwiększ liczbę swoich points o liczbę swoich coins",
        ),
    ],
)
def test_what_is_sorted_repeated_and_changed_reads_well(effect: str, en: str, fr: str, pl: str) -> None:
    assert [told(effect, lang) for lang in ("en", "fr", "pl")] == [en, fr, pl]


def test_words_of_an_id_do_not_replace_words_of_the_engine_that_are_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """`amount` is a name of this ruleset; `cell` is a name of the language."""
    words = '[words.en]\namount = "price"\nnumber = "cipher"\ncell = { one = "square", other = "squares" }\n'
    counters = (
        'amount = { per = ["seat", "good"], source = "ours" }\n\n[kinds]\n'
        'good = { plural = "goods", words = ["salt", "silk"], source = "ours" }\n\n[boards]\n'
        'quay = { columns = 3, rows = 2, source = "ours" }\n\n[state]'
    )
    changed = FERRY.replace("\n[state]", counters, 1).replace("[words.en]\n", words)
    monkeypatch.setattr("tests.sentences.test_named_tests.FERRY", changed)
    assert told("for n in range(1, 3) { gain n of points }", "en").startswith("for each number from 1 to 3")
    assert told("choose c in quay; gain (row of c) of points", "en").startswith("choose a square in the quay")
    assert told("gain 1 coin", "en", "quay") == "2 rows of 3 squares"


def test_members_are_told_apart_in_every_case() -> None:
    effect = "win all(s in seats where no(o in seats where beats(o, s)))"
    assert told(effect, "en") == (
        "the players such that there is no player (“o”) such that “beats” is the case for (the player “o”, this "
        "player) win the game"
    )
    assert told(effect, "pl") == (
        "gracze, dla których nie ma żadnego gracza („o”), dla którego „beats” zachodzi dla (gracza „o”, tego gracza), "
        "wygrywają grę"
    )


def test_what_you_do_is_told_of_others_as_theirs() -> None:
    assert told("gain 1 point", "en", "all") == "each player takes their turn"


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "do this 3 times (if you have at least 2 coins: gain 1 point; gain 1 coin); gain 1 point"),
        ("fr", "faites ceci 3 fois (si vous avez au moins 2 coins : gagnez 1 point ; gagnez 1 coin) ; gagnez 1 point"),
        ("pl", "wykonaj to 3 razy (jeśli masz co najmniej 2 coins: zyskaj 1 point; zyskaj 1 coin); zyskaj 1 point"),
    ],
)
def test_a_line_tells_where_a_block_ends(lang: str, line: str) -> None:
    """Whether a step is done each time or once, on a condition or not, can be read from one line, too."""
    two = "gain 1 point; gain 1 coin"
    assert told(f"repeat 3 {{ if my coins > 1 {{ {two} }} }}; gain 1 point", lang) == line
    others = (
        "repeat 3 { if my coins > 1 { gain 1 point }; gain 1 coin }; gain 1 point",
        f"repeat 3 {{ if my coins > 1 {{ {two}; gain 1 point }} }}",
        f"repeat 3 {{ if my coins > 1 {{ {two} }}; gain 1 point }}",
    )
    assert len({line, *(told(x, lang) for x in others)}) == 4


@pytest.mark.parametrize("copies", [1, 3])
def test_a_record_is_told_the_same_with_one_copy_and_with_more(copies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    barges = f"""
[pieces]
barge = {{ plural = "barges", starts = "dock", source = "ours" }}
[barges]
scow = {{ copies = {copies}, source = "ours" }}
[zones]
dock = {{ of = "barge", seen = "all", source = "ours" }}

[play.all]"""
    monkeypatch.setattr("tests.sentences.test_named_tests.FERRY", FERRY.replace("\n[play.all]", barges))
    effect = "if first(dock) is not scow { gain 1 point }"
    assert told(effect, "en") == "if the first barge in the dock is not the barge “scow”, gain 1 point"
