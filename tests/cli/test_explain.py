"""`solenia explain`, as people call it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.cli.explain import LONGEST, pages, split
from solenia_rules.cli.main import main
from solenia_rules.sentences.topics import Identified
from solenia_rules.text.codes import CODES
from tests.small_rulesets import small_ruleset


def explain(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["explain", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_one_thing_is_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(capsys, "winter:night_3b", "--lang", "fr") == (
        0,
        "Nuit 3B : 2 étoiles par paire à la fin\nHémisphère : nuit.\nNiveau : 3.\nPlace dans la rangée : 2.\n"
        "Gain de fin de partie : gagnez 2 étoiles pour chaque paire jour/nuit.\n",
        "",
    )


def test_steps_stand_below_what_they_belong_to(capsys: pytest.CaptureFixture[str]) -> None:
    _code, out, _err = explain(capsys, "summer:turn", "--lang", "en")
    assert "Choose one:\n  - play a card:\n    - choose a card from your hand;\n" in out


def test_a_name_alone_lists_what_can_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = explain(capsys, "candle", "--lang", "pl")
    assert code == 0
    assert out.startswith("Przebieg gry\n  setup")
    assert "\n  answer_bid  wybierz jedno" in out


def test_the_list_tells_a_verb_that_has_the_name_of_its_phase(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such a verb is no topic of its own."""
    path = tmp_path / "vote.toml"
    verbs = (
        "vote = { effect = 'gain 1 point', source = \"ours\" }\nstep = { effect = 'gain 2 points', source = \"ours\" }"
    )
    text = small_ruleset(
        "vote", (1, 1), "as seats { phase vote { vote }; phase move { step } }", more=f"[verbs]\n{verbs}"
    )
    path.write_text(text, "utf-8")
    _code, out, err = explain(capsys, str(path), "--lang", "en")
    assert err == ""
    assert "Phases\n  vote  gain 1 point\n  move  → step\n" in out


def test_long_sentences_of_the_list_are_cut_only_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _code, piped, _err = explain(capsys, "summer", "--lang", "en")
    assert "…" not in piped
    assert max(map(len, piped.splitlines())) > 2 * LONGEST
    monkeypatch.setattr("solenia_rules.cli.explain.sys.stdout.isatty", lambda: True)
    _code, shown, _err = explain(capsys, "summer", "--lang", "en")
    cut = [line for line in shown.splitlines() if line.endswith("…")]
    assert cut
    assert all(line[:-1] in piped for line in cut)


def test_an_unknown_id_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = explain(capsys, "winter:two_wod", "--lang", "en")
    assert (code, out) == (2, "")
    assert "did you mean two_wood?" in err


def test_a_code_shows_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = explain(capsys, "e104")
    assert code == 0
    assert out.startswith("# E104")
    assert explain(capsys, "E999")[0] == 2
    assert all((pages() / f"{one}.md").is_file() for one in CODES)


def test_mistakes_of_a_ruleset_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = explain(capsys, "no_such_game:turn")
    assert code == 2
    assert "E001" in err


def test_a_colon_of_a_path_is_none_of_ours() -> None:
    assert split("C:\\games\\mine.toml") == ("C:\\games\\mine.toml", None)
    assert split("mine.toml:turn") == ("mine.toml", "turn")
    assert split("a+b:turn") == ("a+b", "turn")


def test_a_ruleset_without_words_is_told_by_its_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pebbles.toml"
    file.write_text(
        'ruleset = "pebbles"\nlanguage = 1\nsource = "ours"\nseats = { range = [1, 2] }\n'
        'title = { en = "Pebbles", fr = "Cailloux", pl = "Kamyki" }\n'
        '[counters]\nshiny_pebble = { per = ["seat"], score = true, plural = "shiny_pebbles", source = "ours" }\n'
        "[play.all]\nsource = \"ours\"\neffect = 'as seats { gain 3 shiny_pebbles }'\n",
        "utf-8",
    )
    assert explain(capsys, f"{file}:play", "--lang", "en")[1] == "Play\nAll:\n  - each player gains 3 shiny pebbles.\n"
    assert "każdy gracz zyskuje 3 shiny pebbles." in explain(capsys, f"{file}:play", "--lang", "pl")[1]


def test_what_becomes_of_more_than_a_limit_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for lang, told in (
        ("en", "whoever has more gives up the rest at once"),
        ("fr", "qui en a davantage défausse aussitôt le surplus"),
        ("pl", "kto ma więcej, natychmiast odrzuca nadmiar"),
    ):
        assert main(["explain", "summer:stock", "--lang", lang]) == 0
        assert told in capsys.readouterr().out
    assert main(["explain", "summer", "--lang", "en"]) == 0
    assert "Counters\n  stock  at most" in capsys.readouterr().out


def test_a_counter_or_state_that_begins_as_nothing_is_explained_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "liars_dice:amount", "--lang", "en"]) == 0
    assert "\n0 at the start.\n" in capsys.readouterr().out
    assert main(["explain", "liars_dice:bidder", "--lang", "en"]) == 0
    assert "\nA player or nothing.\nNothing at the start.\n" in capsys.readouterr().out


HELP = """
[verbs.help_out]
source = "ours"
effect = 'gain 2 points'
[rules.help_out]
source = "ours"
rules = 'after help_out by me { gain 1 point }'
[scoring.help_out]
source = "ours"
effect = 'help_out'
"""


def test_a_step_a_verb_and_a_rule_with_one_name_are_all_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "help.toml"
    file.write_text(small_ruleset("help", (1, 1), "phase turn { help_out }", more=HELP), "utf-8")
    _code, out, _err = explain(capsys, str(file), "--lang", "en")
    steps, actions, rules = (out.partition(f"{heading}\n")[2] for heading in ("Steps", "Actions", "Lasting rules"))
    assert "  help_out  help out" in steps.partition("Actions")[0]
    assert actions.startswith("  help_out  gain 2 points\n")
    assert rules.startswith("  help_out  after you help out, gain 1 point\n")
    told = "Help out\nHelp out.\nGain 2 points.\nAfter you help out, gain 1 point.\n"
    assert explain(capsys, f"{file}:help_out", "--lang", "en")[1] == told


@pytest.mark.parametrize(
    ("what", "lang", "told"),
    [
        ("liars_dice:cup", "en", "Cup per player\nWhat lies here: dice.\nSeen by their owner only.\n"),
        ("liars_dice:cup", "fr", "Gobelet par joueur\nCe qui s'y trouve : dés.\nSeul leur propriétaire les voit.\n"),
        ("liars_dice:cup", "pl", "Kubek na gracza\nCo tu leży: kości.\nWidzi je tylko właściciel.\n"),
        ("chess:board", "en", "8 rows of 8 squares.\nEach square of the board has:\n  - man: pawn, knight,"),
        ("chess:board", "fr", "8 rangées de 8 cases.\nChaque case de l'échiquier a :\n  - pièce : pion,"),
        ("chess:board", "pl", "Rzędy: 8, w każdym 8 pól.\nKażde pole szachownicy ma:\n  - bierka: pion,"),
        (
            "homesteads:makes",
            "en",
            "Yield\nFor each soil: timber, brick, wool, barley or tin.\nValues:\n  - forest: timber;",
        ),
        ("homesteads:makes", "fr", "Pour chaque emplacement du pays : bois, brique, laine, orge, étain ou rien.\n"),
        ("homesteads:makes", "pl", "Dla każdego pola krainy: drewno, cegła, wełna, jęczmień, cyna albo nic.\n"),
        ("winter:value", "en", "For each card: a number.\n"),
        ("winter:value", "en", "\nRules that use it: harvest, light enough to move the airship, "),
        (
            "homesteads:land.b2",
            "en",
            "Land b2\nRow 2, column 2.\nYield: nothing at the start.\nNumber: 3 at the start.\n",
        ),
        ("homesteads:corners.b2n", "en", "Row 3, column 5.\n"),
        ("homesteads:tin", "pl", "Cyna\nTowary: drewno, cegła, wełna, jęczmień, cyna.\n"),
        ("winter:side", "en", "\n  - 24 delivery tiles: night;\n  - 24 delivery tiles: day.\n"),
    ],
)
def test_what_is_declared_without_a_text_is_explained(
    what: str, lang: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = explain(capsys, what, "--lang", lang)
    assert (code, err) == (0, "")
    assert told in out


def test_a_cell_that_is_not_on_the_board_is_not_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for cell in ("land.a1", "land.z9", "corners.a1n", "nowhere.a1"):
        assert explain(capsys, f"homesteads:{cell}")[0] == 2


@pytest.mark.parametrize("name", ["homesteads", "day_and_night"])
@pytest.mark.parametrize("lang", ["en", "fr", "pl"])
def test_every_declared_thing_is_explained_by_its_name(name: str, lang: str) -> None:
    rules = sr.load(name)
    world, topics = rules.world, rules.topics(lang)
    groups: tuple[Iterable[Identified], ...] = (
        world.params, world.kinds, world.counters, world.declared_state, world.pieces, world.zones, world.cells,
        world.boards, world.histories, world.records, world.queries, world.verbs, world.rules, world.steps,
        [field for field, _values in world.seats.fields],
        *(kind.fields for kind in world.pieces), *(kind.fields for kind in world.cells),
        *(board.fields for board in world.boards),
    )  # fmt: skip
    names = {one.id for group in groups for one in group} | {word for kind in world.kinds for word in kind.words}
    found = {ident: topics.topic(ident) for ident in names}
    assert [ident for ident, topic in found.items() if topic is None or not topic.title] == []


def test_a_name_with_two_meanings_is_explained_with_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.toml"
    more = """
[kinds]
team = { plural = "teams", words = ["red", "blue"], source = "ours" }

[pieces]
card = { plural = "cards", fields = { team = "team" }, source = "ours" }

[cards]
fox = { team = "red", source = "ours" }
"""
    file.write_text(small_ruleset("two", (2, 2), "as seats { gain 1 point }", more=more), "utf-8")
    out = explain(capsys, f"{file}:team", "--lang", "en")[1]
    assert out == "Team\nFor each card: red or blue.\nValues:\n  - fox: red.\nTeams: red, blue.\n"
