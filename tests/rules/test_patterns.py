"""Patterns of records: what they stand for, and what variants do with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.rules.resolver import Resolved, resolve, resolve_text
from solenia_rules.rules.writer import document_text
from solenia_rules.tools.lab.holders import holders
from tests.rules.cases import head

BASE = """
[kinds]
suit = { plural = "suits", words = ["leaf", "root"], source = "ours" }
[pieces.card]
plural = "cards"
source = "ours"
fields = { suit = "suit", rank = "-9..20", near = "suits", deed = "effect?" }
[cards]
club = { suit = "leaf", rank = 1, near = [], source = "ours" }
[cards."{suit}_{rank}"]
for = { suit = "suit", rank = "1..2" }
suit = "{suit}"
rank = "{rank}"
near = ["{suit}"]
deed = 'may { gain 1 point }'
source = "ours"
note = "for {suit}"
[cards."pair_{low}_{high}"]
for = { low = "0..2", high = "after low" }
suit = "leaf"
rank = "{low - high}"
near = []
copies = "{high + 1}"
source = "ours"
[cards.king]
suit = "leaf"
rank = 1
near = []
source = "ours"
[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[words.en]
root = { one = "root", other = "roots" }
leaf_2 = "the second leaf"
"{suit}_{rank}" = { one = "{rank} of {suit}", other = "{suit} cards" }
[words.fr]
"{suit}_{rank}" = "{suit} {rank}"
"""
OVER = """extends = "low"
remove = ["cards.pair_0_1"]
[cards]
leaf_1 = { rank = 7, source = "public" }
[cards."{suit}_{rank}"]
for = { suit = "suits", rank = "3..3" }
suit = "{suit}"
rank = "{rank}"
near = []
source = "ours"
"""


def resolved(folder: Path, monkeypatch: pytest.MonkeyPatch, spec: str = "low.toml") -> Resolved:
    monkeypatch.chdir(folder)
    (folder / "bundle").mkdir()
    (folder / "low.toml").write_text("\n".join(head("low")) + BASE, "utf-8")
    top = [line for line in head("high") if not line.startswith("seats")]
    (folder / "high.toml").write_text("\n".join(top) + "\n" + OVER, "utf-8")
    return resolve(spec, bundle=folder / "bundle")


def cards(found: Resolved) -> dict[str, dict[str, object]]:
    table = found.document["cards"]
    assert isinstance(table, dict)
    return table


def test_a_pattern_is_replaced_by_its_records_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = cards(resolved(tmp_path, monkeypatch))
    made = ["leaf_1", "leaf_2", "root_1", "root_2", "pair_0_1", "pair_0_2", "pair_1_2"]
    assert [*found] == ["club", *made, "king"]
    assert found["root_2"] == {
        "suit": "root", "rank": 2, "near": ["root"], "deed": "may { gain 1 point }", "source": "ours",
        "note": "for {suit}",
    }  # fmt: skip
    assert [(found[name]["rank"], found[name]["copies"]) for name in made[4:]] == [(-1, 2), (-2, 3), (-1, 3)]


def test_a_variant_changes_removes_and_adds_single_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = cards(resolved(tmp_path, monkeypatch, "high.toml"))
    assert (found["leaf_1"]["rank"], found["leaf_1"]["source"], found["leaf_1"]["suit"]) == (7, "public", "leaf")
    assert "pair_0_1" not in found
    assert [*found][-2:] == ["leaf_3", "root_3"]


def test_words_of_a_pattern_are_words_of_its_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = resolved(tmp_path, monkeypatch).document["words"]
    assert isinstance(words, dict)
    assert words["en"]["root_1"] == {"one": "1 of root", "other": "root cards"}
    assert words["en"]["leaf_2"] == "the second leaf"
    assert words["fr"]["leaf_2"] == "leaf 2"
    assert "{suit}_{rank}" not in words["en"]


def test_records_of_a_pattern_stand_where_it_stands_and_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = resolved(tmp_path, monkeypatch)
    place = found.spans.value(("cards", "root_2", "rank"))
    assert (place.text, place.source.made) == ('"{rank}"', "cards.root_2")


def test_a_resolved_text_needs_no_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = resolved(tmp_path, monkeypatch, "high.toml")
    again = resolve_text(document_text(found.document), "high")
    assert again.digest == found.digest


def test_a_text_of_a_pattern_has_one_holder_for_each_record(tmp_path: Path) -> None:
    path = tmp_path / "deeds.toml"
    path.write_text(DEEDS, "utf-8")
    rules = sr.load(str(path))
    assert {"card_1", "card_2"} <= set(holders(rules.world).values())
    assert sr.new_game(rules, 1).scores == {0: 3}


DEEDS = """
ruleset  = "deeds"
language = 1
source   = "ours"
seats    = { range = [1, 1] }
title    = { en = "Deeds", fr = "Actes", pl = "Czyny" }
[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
[pieces]
card = { plural = "cards", starts = "row", fields = { rank = "1..2", deed = "effect" }, source = "ours" }
[zones]
row = { of = "card", seen = "all", source = "ours" }
[cards]
"card_{n}" = { for = { n = "1..2" }, rank = "{n}", deed = 'gain (rank of this) of points', source = "ours" }
[play.all]
source = "ours"
effect = 'for c in cards { do deed of c }'
"""


RUNS = """
[kinds]
rank = { plural = "ranks", words = ["one", "two", "three", "four"], source = "ours" }
[pieces]
card = { plural = "cards", fields = { rank = "rank" }, source = "ours" }
run  = { plural = "runs", fields = { parts = "cards" }, source = "ours" }
[cards]
"{rank}_card" = { for = { rank = "ranks" }, rank = "{rank}", source = "ours" }
[runs."{low}_to_{low + 2}"]
for = { low = "one..two" }
parts = ["{low}_card", "{low + 1}_card", "{low + 2}_card"]
source = "ours"
[runs."{high - 1}_{high}"]
for = { high = "two..two" }
parts = ["{high - 1}_card", "{high}_card"]
source = "ours"
[words.fr]
three = { one = "trois", other = "trois" }
"{low}_to_{low + 2}" = "de {low} à {low + 2}"
"""


def test_words_have_an_order_that_patterns_can_follow() -> None:
    document = resolve_text("\n".join(head("runs")) + RUNS, "runs").document
    assert document["runs"] == {
        "one_to_three": {"parts": ["one_card", "two_card", "three_card"], "source": "ours"},
        "two_to_four": {"parts": ["two_card", "three_card", "four_card"], "source": "ours"},
        "one_two": {"parts": ["one_card", "two_card"], "source": "ours"},
    }
    words = document["words"]
    assert isinstance(words, dict)
    assert words["fr"]["one_to_three"] == "de one à trois"


def test_a_pattern_of_cells_gives_their_links() -> None:
    given = """
[boards]
line = { cells = "spot", links = [["end", "town_4"]], source = "ours" }
[cells]
spot = { plural = "spots", source = "ours" }
[spots]
end = { source = "ours" }
"town_{n}" = { for = { n = "1..4" }, source = "ours" }
"track_{n}" = { for = { n = "1..3" }, links = ["town_{n}", "town_{n + 1}"], source = "ours" }
"""
    (board,) = resolve_text("\n".join(head("low")) + given, "low").world.boards
    tracks = [(f"track_{n}", f"town_{m}") for n in range(1, 4) for m in (n, n + 1)]
    assert board.links == (("end", "town_4"), *tracks)


VALUES = """
[kinds]
suit = { plural = "suits", words = ["leaf", "root"], source = "ours" }
[pieces.card]
plural = "cards"
source = "ours"
fields = { suit = "suit", rank = "0..999", near = "suits" }
[cards]
"""


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2 * n - 1", [1, 3, 5, 7, 9]),
        ("n + n + n", [3, 6, 9, 12, 15]),
        ("(n + 1) / 2", [1, 1, 2, 2, 3]),
        ("remainder(n, 3)", [1, 2, 0, 1, 2]),
        ("max(n, 3) + min(n, 2, 4)", [4, 5, 5, 6, 7]),
        ("if n is 2 then 7 else if n >= 4 and n is not 5 then 3 else 1", [1, 7, 1, 3, 1]),
        ("if n is in (1, 2 * 2) then 9 else 0", [9, 0, 0, 9, 0]),
        ("if n is not in range(2, 4) or not n < 5 then 9 else 0", [9, 0, 0, 0, 9]),
        ("- n + 10", [9, 8, 7, 6, 5]),
    ],
)
def test_braces_hold_values_of_the_language(text: str, numbers: list[int]) -> None:
    made = expanded(
        f'"c{{n}}" = {{ for = {{ n = "1..5" }}, suit = "leaf", rank = "{{{text}}}", near = [], source = "ours" }}'
    )
    assert [cards(made)[f"c{number}"]["rank"] for number in range(1, 6)] == numbers


def test_values_in_braces_name_words_and_stand_in_lists_and_words() -> None:
    made = expanded(
        """
[cards."{suit}_{n}"]
for = { suit = "suits", n = "1..2" }
suit = "{if suit is leaf then root else leaf}"
rank = "{n}"
near = ["{if n * 2 > 2 then leaf else suit}"]
source = "ours"
[words.en]
"{suit}_{n}" = "{suit} {10 * n}, {if}"
"""
    )
    assert [cards(made)[name]["suit"] for name in ("leaf_1", "root_1")] == ["root", "leaf"]
    assert [cards(made)[name]["near"] for name in ("root_1", "root_2")] == [["root"], ["leaf"]]
    words = made.document["words"]
    assert isinstance(words, dict)
    assert words["en"]["root_2"] == "root 20, {if}"


def expanded(records: str) -> Resolved:
    return resolve_text("\n".join(head("low")) + VALUES + records, "low")
