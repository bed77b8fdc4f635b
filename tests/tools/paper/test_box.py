"""What a stranger needs to set up and play: first values, who sees what, maps, attacks by name, whole examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.tools.paper.pages import Pages
from solenia_rules.words.languages import LANGUAGES
from tests.small_rulesets import small_ruleset
from tests.tools.paper.test_pages import read

HARBOUR = """
ruleset = "harbour"
language = 1
source = "ours"
seats = { range = [2, 3] }
title = { en = "Harbour", fr = "Port", pl = "Port" }

[kinds]
suit = { plural = "suits", words = ["leaf", "bell"], source = "ours" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }
coin = { plural = "coins", per = ["seat"], starts = 6, source = "ours" }
deed = { plural = "deeds", per = ["seat"], starts = 1, resets = "turn", source = "ours" }
toll = { per = ["suit"], starts = 2, source = "ours" }

[state]
led = { kind = "suit?", resets = "turn", source = "ours" }
plan = { kind = "suit?", per = "seat", seen = "owner", source = "ours" }

[pieces.card]
plural = "cards"
per = "suit"
starts = "deck"
fields = { played = "effect?", harm = "effect?", worth = "value?" }
source = "ours"

[zones]
deck = { of = "card", order = "stack", source = "ours" }
hand = { per = "seat", of = "card", seen = "owner", source = "ours" }
heap = { of = "card", seen = "all", source = "ours" }

[cells]
site = { plural = "sites", source = "ours" }

[boards]
bay = { cells = "site", links = [["east", "west"], ["west", "cape"]], source = "ours" }

[sites]
east = { source = "ours" }
west = { source = "ours" }
cape = { source = "ours" }

[cards]
inn = { played = 'gain 1 coin; gain 1 point', source = "ours" }
gang = { played = 'gain 2 coins; as others { suffer this }', harm = 'lose 1 coin', source = "ours" }
storm = { harm = 'lose 2 coins', source = "ours" }
park = { worth = 'my coins', source = "ours" }

[verbs]
suffer = { params = { card = "card" }, effect = 'do harm of card', source = "ours" }
day = { effect = 'phase noon { sort; shuffle deck; move first(deck) to heap; shuffle deck }', source = "ours" }
sort = { effect = 'move first(deck) to heap', source = "ours" }

[play.turns]
source = "ours"
effect = '''
repeat 3 {
  as seats {
    phase turn {
      repeat 2 {
        gain 2 coins
        gain 2 coins
        choose card in my hand
        do played of card
        do played of card
        shuffle heap
      }
    }
  }
  day
}
'''
"""

SCENARIOS = """
seats = 2

[[scenario]]
name = "played twice"
given = { hand = { 1 = ["inn.leaf", "inn.bell"], 2 = ["gang.bell"] } }
when = ["inn.leaf"]
then = { asked = 1 }
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    path = tmp_path / "harbour.toml"
    path.write_text(HARBOUR, "utf-8")
    path.with_name("harbour.scenarios.toml").write_text(SCENARIOS, "utf-8")
    return path


def pages(path: Path, lang: str) -> Pages:
    return Pages(sr.load(str(path)), str(path), lang)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", [
            "Coins (6 at the start)", "Deeds (1 at the start of each turn)", "Toll (2 at the start)",
            "Led (nothing at the start of each turn)",
            "Plan per player (nothing at the start; known to its owner only)",
            "Deck (cards; seen by nobody; a stack; at the start: cards)",
            "Hand per player (cards; seen by their owner only)", "Heap (cards; seen by all)", "Bay (3 sites)",
            "At the start of the game 6 coins per player. Toll for each suit: 2.",
            "Turn At the start: 1 deed per player; led: nothing.",
            "linked with East west West east, cape Cape west",
            "The same for each suit: leaf, bell.",
        ]),
        ("fr", [
            "Coins (6 au début)", "Deeds (1 au début de chaque turn)", "Toll (2 au début)",
            "Led (rien au début de chaque turn)",
            "Plan par joueur (rien au début ; connu de son seul propriétaire)",
            "Deck (cards ; personne ne les voit ; une pile ; au début : cards)",
            "Hand par joueur (cards ; seul leur propriétaire les voit)", "Heap (cards ; tous les voient)",
            "Au début de la partie 6 coins par joueur. Toll pour chaque suit : 2.",
            "Turn Au début : 1 deed par joueur ; led : rien.",
            "relié à East west West east, cape Cape west",
            "Les mêmes pour chaque suit : leaf, bell.",
        ]),
        ("pl", [
            "Coins (6 na początku)", "Deeds (1 na początku każdego turn)", "Toll (2 na początku)",
            "Led (nic na początku każdego turn)", "Plan na gracza (nic na początku; wie o tym tylko właściciel)",
            "Deck (cards; nikt ich nie widzi; stos; na początku: cards)",
            "Hand na gracza (cards; widzi je tylko właściciel)", "Heap (cards; wszyscy je widzą)",
            "Na początku gry 6 coins na gracza. Toll dla każdego suit: 2.",
            "Turn Na początku: 1 deed na gracza; led: nic.",
            "połączone z East west West east, cape Cape west",
            "Takie same dla każdego suit: leaf, bell.",
        ]),
    ],
)  # fmt: skip
def test_a_rulebook_tells_first_values_places_and_maps(harbour: Path, lang: str, told: list[str]) -> None:
    text = read(pages(harbour, lang).rulebook()).replace("\u202f", " ")
    assert [line for line in told if line not in text] == []


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", [
            "Inn. Gain 1 coin; gain 1 point.",
            "Gang. Played: gain 2 coins; each other player suffers this card. Harm: lose 1 coin.",
            "Storm. Harm: lose 2 coins.", "Park. Worth: the number of your coins.", "1 deed per player",
        ]),
        ("fr", [
            "Inn. Gagnez 1 coin ; gagnez 1 point.",
            "Gang. Played : gagnez 2 coins ; chaque autre joueur doit suffer (ce card). Harm : perdez 1 coin.",
            "Storm. Harm : perdez 2 coins.", "1 deed par joueur",
        ]),
        ("pl", [
            "Inn. Zyskaj 1 coin; zyskaj 1 point.",
            "Gang. Played: zyskaj 2 coins; każdy inny gracz ma suffer (ten card). Harm: strać 1 coin.",
            "Storm. Harm: strać 2 coins.", "1 deed na gracza",
        ]),
    ],
)  # fmt: skip
def test_an_aid_names_texts_and_tells_what_each_turn_begins_with(harbour: Path, lang: str, told: list[str]) -> None:
    text = read(pages(harbour, lang).aid()).replace("\u202f", " ")
    assert [line for line in told if line not in text] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phase_is_told_once(harbour: Path, lang: str) -> None:
    made = pages(harbour, lang)
    for page in (made.rulebook(), made.aid()):
        text = read(page)
        shuffled = {"en": "shuffle the deck", "fr": "mélangez le deck", "pl": "potasuj deck"}[lang]
        assert len(re.findall(shuffled, text, re.IGNORECASE)) == 2
        assert "→ Noon." in text
    assert "→ Turn;" in read(made.rulebook()).replace("\u202f", " ").replace(" ;", ";")


def test_steps_within_a_step_go_on_behind_its_colon(harbour: Path) -> None:
    text = read(pages(harbour, "en").rulebook())
    assert (
        "Do this 2 times: gain 2 coins; gain 2 coins; choose a card from your hand; apply the effect “played”" in text
    )


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            ["Player 1 gains 1 coin", "Player 1 gains 1 point"] * 2
            + ["Heap is shuffled", "Player 1 gains 2 coins (× 2)"],
        ),
        (
            "fr",
            ["Joueur 1 gagne 1 coin", "Joueur 1 gagne 1 point"] * 2
            + ["Heap : mélange", "Joueur 1 gagne 2 coins (× 2)"],
        ),
        (
            "pl",
            ["Gracz 1 zyskuje: 1 coin", "Gracz 1 zyskuje: 1 point"] * 2
            + ["Heap: tasowanie", "Gracz 1 zyskuje: 2 coins (× 2)"],
        ),
    ],
)
def test_an_example_tells_everything_that_happens(harbour: Path, lang: str, told: list[str]) -> None:
    assert " ".join(told) in read(pages(harbour, lang).rulebook())


CAVES = """
ruleset = "caves"
language = 1
languages = ["en"]
source = "ours"
seats = { range = [2, 2] }
title = { en = "Caves" }
counters.point = { plural = "points", per = ["seat"], score = true, source = "ours" }
state.tally = { kind = "0..9", source = "ours" }
pieces.man = { plural = "men", per = "seat", source = "ours", fields = {} }
men.digger = { copies = 2, source = "ours" }
boards.cave = { columns = 2, rows = 1, source = "ours" }
look.tally = { told = false }
words.en.cave = "cave"
words.en.digger = "digger"
words.en.none = "the great outside"
play.turns = { effect = 'repeat 2 { as seats { phase turn { dig } } }', source = "ours" }
verbs.dig = { effect = 'choose a { add 1 to tally; stop turn } or b { gain 1 point }; gain 3 points', source = "ours" }
"""
CAVE_SCENARIOS = """
[[scenario]]
name = "the second begins"
given = { phase = "turn", me = 2, cave = { a1 = [], b1 = "digger#2 of seat 1" } }
when = ["a"]
then = { tally = 1 }
"""


@pytest.mark.parametrize(
    ("lang", "turn", "empty"), [("en", "On turn", "empty"), ("fr", "Au tour de", "vide"), ("pl", "Kolej", "pusto")]
)
def test_an_example_has_no_ids_and_leaves_out_what_logs_leave_out(
    tmp_path: Path, lang: str, turn: str, empty: str
) -> None:
    path = tmp_path / "caves.toml"
    path.write_text(CAVES, "utf-8")
    path.with_name("caves.scenarios.toml").write_text(CAVE_SCENARIOS, "utf-8")
    text = re.sub(r"\s([;:])", r"\1", read(pages(path, lang).rulebook()))
    seat = {"en": "player", "fr": "joueur", "pl": "gracz"}[lang]
    assert f"{turn}: {seat} 2" in text
    assert f"a1 – {empty}; b1 – digger ({seat} 1)" in text
    example = text[text.index(turn) :]
    assert not re.search(r"(?i)stop turn|tally|#|\bme\b", example)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bookkeeping_that_the_looks_hide_is_left_out_of_tables_and_examples(harbour: Path, lang: str) -> None:
    whole, aid = read(pages(harbour, lang).rulebook()), read(pages(harbour, lang).aid())
    assert all(name in whole for name in ("Bay", "Cape", "Toll (", "Plan "))
    assert "Toll" in aid
    hidden = "".join(f"{name} = {{ shown = false }}\n" for name in ("bay", "toll", "plan", "card", "deed"))
    deed = 'deed = { plural = "deeds", '
    limit = HARBOUR.replace(deed, f"{deed}limit = '3', ")
    harbour.write_text(f"{limit}\n[look]\n{hidden}coin = {{ told = false }}\n", "utf-8")
    book, brief = read(pages(harbour, lang).rulebook()), read(pages(harbour, lang).aid())
    assert not any(name in book for name in ("Bay", "Cape", "Toll (", "Plan "))
    assert "Toll" not in brief
    assert "Deeds (" in book, "a limit is a rule"
    assert "Inn" in book, "what a card does is a rule"
    assert "Deck (" in book, "who sees a zone is a rule"
    gains = {"en": "gains 1 coin", "fr": "gagne 1 coin", "pl": "zyskuje: 1 coin"}[lang]
    assert gains in whole
    assert gains not in book


@pytest.mark.parametrize(
    ("lang", "case"),
    [("en", "→ Round (case {})"), ("fr", "→ Round (cas {})"), ("pl", "→ Round (przypadek {})")],
)
def test_a_phase_with_several_cases_is_referred_to_with_its_case(lang: str, case: str, tmp_path: Path) -> None:
    one, other = "phase round { gain 1 point; gain 2 points }", "phase round { lose 1 point; gain 3 points }"
    path = tmp_path / "rounds.toml"
    path.write_text(
        small_ruleset("rounds", (2, 2), f"as seats {{ {one}; if my points > 1 {{ {other} }}; {one} }}"), "utf-8"
    )
    book = read(pages(path, lang).rulebook())
    assert re.findall(re.escape(case).replace(r"\{\}", "([0-9])"), book) == ["1", "2", "1"]


@pytest.mark.parametrize(
    ("lang", "otherwise"), [("en", "Otherwise: 3."), ("fr", "Sinon : 3."), ("pl", "W przeciwnym razie: 3.")]
)
def test_the_cases_of_a_query_are_a_list(lang: str, otherwise: str, tmp_path: Path) -> None:
    value = "if my points > 8 then 1 else if my points > 4 then 2 else 3"
    path, more = tmp_path / "fees.toml", f"[queries]\nfee = {{ value = '{value}', source = \"ours\" }}\n"
    path.write_text(small_ruleset("fees", (2, 2), "as seats { gain fee of points }", more=more), "utf-8")
    told = pages(path, lang).rulebook()
    assert re.search(rf"<li>{otherwise}</li></ul></dd>", told.replace("\u202f", " ").replace("\u00a0", " "))
