"""The commands as a person types them: what they print where, and their exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from attrs import frozen

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.cli.new import variant_text
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.headings import headings
from solenia_rules.words.languages import LANGUAGES
from tests.playing import playable
from tests.small_rulesets import small_ruleset

ROOT = Path(__file__).parents[2]


@frozen
class Run:
    code: int
    out: str
    err: str


def solenia(*arguments: str, typed: str = "", where: Path = ROOT, **environment: str) -> Run:
    """One run of the program in a process of its own."""
    settings = {
        k: v for k, v in os.environ.items() if k not in ("LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLUMNS")
    }
    done = subprocess.run(
        [sys.executable, "-m", "solenia_rules", *arguments],
        input=typed.encode(),
        cwd=where,
        env=settings | {"PYTHONIOENCODING": "utf-8"} | environment,
        capture_output=True,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def inside(*arguments: str, where: Path = ROOT, lang: str = "") -> Run:
    """The same in this process: much quicker, for commands that read nothing and end soon."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name in ("LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLUMNS"):
            patch.delenv(name, raising=False)
        patch.setenv("LANG", lang)
        patch.chdir(where)
        code = main(list(arguments))
    return Run(code, out.getvalue(), err.getvalue())


@pytest.mark.parametrize(
    ("command", "name", "path"),
    [
        (["check"], "lean", "lean.toml"),
        (["check"], "grown", "grown/ruleset.toml"),
        (["play"], "lean", "lean.toml"),
        (["test"], "lean", "lean.toml"),
        (["table", "export", "--kind", "tiles"], "lean", "lean.toml"),
    ],
)
def test_a_file_that_is_given_without_its_ending_is_named(
    command: list[str], name: str, path: str, tmp_path: Path
) -> None:
    (tmp_path / "lean.toml").touch()
    (tmp_path / "grown").mkdir()
    (tmp_path / "grown" / "ruleset.toml").touch()
    for lang in LANGUAGES:
        run = inside(*command, name, where=tmp_path, lang=lang)
        assert (run.code, path in run.err + run.out) == (2, True)
        run = inside(*command, "far", where=tmp_path, lang=lang)
        assert (run.code, ".toml" in run.err + run.out) == (2, False)


def test_a_command_says_the_same_inside_and_in_a_process_of_its_own() -> None:
    for arguments in (("check", "summer", "--format", "json"), ("dance",), ("list",), ("new", "Mine")):
        assert inside(*arguments) == solenia(*arguments)


# ---- playing


def test_two_bots_play_to_the_end_and_the_same_seed_gives_the_same_sheet() -> None:
    first = solenia("play", "crab_pots", "--seats", "random,random", "--quiet", "--seed", "7")
    again = solenia("play", "crab_pots", "--seats", "random,random", "--quiet", "--seed", "7", PYTHONHASHSEED="1")
    assert first.code == 0
    assert first.err == ""
    assert "wins" in first.out or "shares the win" in first.out
    assert "seed 7" in first.out
    assert first == again
    assert "\x1b" not in first.out


def test_the_sheet_tells_the_scores_of_the_playout() -> None:
    played = sr.playout(sr.load("crab_pots"), seats=2, seed=7)
    sheet = solenia("play", "crab_pots", "--seats", "random,random", "--quiet", "--seed", "7").out
    for seat, score in played.scores.items():
        assert re.search(rf"Seat {seat + 1} +random +{score}\b", sheet)


def test_a_person_plays_a_whole_game_by_typing_numbers() -> None:
    run = solenia("play", "crab_pots", "--seats", "human,random", "--seed", "3", typed="1\n" * 400)
    assert run.code == 0
    assert "Score sheet" in run.out


def test_the_end_of_what_is_typed_leaves_the_game() -> None:
    run = solenia("play", "crab_pots", "--seed", "3", typed="1\n")
    assert run.code == 0
    assert "You left the game; it was not saved." in run.err
    assert "Score sheet" not in run.out


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "my.game"
    run = solenia("play", "crab_pots", "--seed", "3", typed=f"1\nsave {file}\nquit\n")
    assert "it is saved" in run.err
    straight = solenia("play", "crab_pots", "--seed", "3", "--quiet", typed="1\n" * 400)
    resumed = solenia("play", "--load", str(file), "--quiet", typed="1\n" * 400)
    assert sheet(resumed.out) == sheet(straight.out)


def test_a_game_can_be_kept_without_a_word_at_the_table(tmp_path: Path) -> None:
    left, ended = tmp_path / "left", tmp_path / "ended"
    assert "it is saved" in solenia("play", "crab_pots", "--seed", "3", "--save", str(left), typed="1\nquit\n").err
    assert sr.restore(left.read_text()).answers
    assert solenia("play", "--load", str(left), "--save", str(left), typed="1\nquit\n").code == 0
    bots = ("play", "crab_pots", "--seats", "random,random", "--seed", "7", "--quiet", "--save", str(ended))
    assert solenia(*bots).code == 0
    assert sr.restore(ended.read_text()).scores == sr.playout(sr.load("crab_pots"), seats=2, seed=7).scores
    again = solenia(*bots)
    assert again.code == 2
    assert "exists already" in again.err
    lost = solenia(*bots[:-1], str(tmp_path / "no" / "such"))
    assert lost.code == 1
    assert "Score sheet" in lost.out


def sheet(out: str) -> str:
    """The score sheet without the count of answers, which is of this sitting."""
    return out[out.index("Score sheet") :].split("seed")[0]


def test_undo_takes_back_an_answer() -> None:
    run = solenia("play", "summer", "--seed", "3", "--quiet", typed="1\nundo\nquit\n")
    asked = solenia("play", "summer", "--seed", "3", "--quiet", typed="quit\n").out
    assert run.code == 0
    assert run.out.endswith(asked)
    assert run.out != asked


def test_a_save_never_overwrites_a_strangers_file(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    run = solenia("play", "summer", "--seed", "3", typed=f"save {file}\nquit\n")
    assert "exists already" in run.err
    assert file.read_text() == "mine"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_speaks_each_language(lang: str) -> None:
    run = solenia("play", "summer", "--seed", "3", "--lang", lang, typed="help\nquit\n")
    assert run.code == 0
    assert sr.load("summer").titles[lang] in run.out


def test_the_locale_chooses_the_language() -> None:
    assert "Utilisation" in solenia("--help", LANG="fr_FR.UTF-8").out
    assert "Usage" in solenia("--help", LANG="de_DE.UTF-8").out


def test_an_ascii_terminal_ends_no_game() -> None:
    run = solenia("play", "summer", "--seed", "3", typed="1\nquit\n", PYTHONIOENCODING="ascii")
    assert run.code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("play",),
        ("play", "summer", "--seats", "human,cat"),
        ("play", "summer", "--seats", "random"),
        ("play", "summer", "--seats", ",".join(["random"] * 9)),
        ("play", "summer", "--params", "storage"),
        ("play", "summer", "--params", "storage=many"),
        ("play", "summer", "--params", "storage=999"),
        ("play", "summer", "--params", "strage=6"),
        ("play", "no_such_game"),
        ("play", "no/such/file.toml"),
        ("new", "mine", "--from", "no_such_game"),
        ("play", "summer", "--lang", "xx"),
        ("play", "summer", "--seed", "-1"),
        ("play", "--load", "no/such/file"),
        ("play", "summer", "--load", "no/such/file"),
        ("play", "summer", "--nonsense"),
        ("dance",),
        ("check",),
        ("check", "no_such_game"),
        ("check", "no/such/file.toml"),
        ("check", "summer", "--format", "xml"),
        ("fmt", "no/such/file.toml"),
        ("new", "Bad-Name", "--from", "summer"),
        ("new", "summer", "--from", "summer"),
        ("new", "mine", "--from", "summer+silk"),
    ],
)
def test_wrong_usage_exits_2_with_a_sentence_and_no_traceback(arguments: tuple[str, ...]) -> None:
    run = inside(*arguments)
    assert run.code == 2
    assert "Traceback" not in run.err
    assert run.err.strip() or "error[" in run.out


def test_a_parameter_can_be_set() -> None:
    assert solenia("play", "summer", "--params", "storage=6", "--seats", "random,random", "--quiet").code == 0


@pytest.mark.parametrize("content", ["", "{}", "no game", "\x00", '{"version": 1}'])
def test_a_damaged_save_is_refused_with_its_reason(tmp_path: Path, content: str) -> None:
    file = tmp_path / "damaged"
    file.write_text(content)
    run = solenia("play", "--load", str(file))
    assert run.code == 1
    assert "Traceback" not in run.err
    assert run.err.strip()


def test_a_bug_of_ours_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(lang: str) -> str:
        raise ZeroDivisionError(lang)

    monkeypatch.setattr("solenia_rules.cli.main.overview", broken)
    assert main(["--help"]) == 3
    assert "--debug" in capsys.readouterr().err
    with pytest.raises(ZeroDivisionError):
        main(["--help", "--debug"])


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m solenia_rules list | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""


# ---- checking and formatting


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    run = inside("new", "mine", "--from", "summer", where=tmp_path)
    assert run.code == 0, run.err
    return tmp_path / "mine.toml"


@pytest.mark.thorough  # `make test` gives the command itself
def test_our_own_rulesets_pass() -> None:
    run = inside("check", "rulesets")
    assert (run.code, run.out) == (0, "")
    assert inside("fmt", "--check", "rulesets").code == 0


def test_mistakes_are_told_with_their_place_in_each_format(variant: Path) -> None:
    variant.write_text(variant.read_text("utf-8") + '\n[cards]\none_wodo = { valu = 1, source = "ours" }\n', "utf-8")
    human = inside("check", str(variant))
    assert human.code == 1
    assert "error[E" in human.out
    assert "mine.toml:" in human.out
    plain = json.loads(inside("check", "--format", "json", str(variant)).out)
    assert plain["diagnostics"][0]["line"] > 1
    assert inside("check", "--format", "github", str(variant)).out.startswith("::error file=")


def test_nothing_wrong_is_an_empty_list_in_json() -> None:
    assert json.loads(inside("check", "--format", "json", "summer").out)["diagnostics"] == []


def test_fmt_rewrites_only_what_it_must(variant: Path) -> None:
    assert inside("fmt", "--check", str(variant)).code == 0
    untidy = (
        variant.read_text("utf-8")
        + "\n[scoring.more]   # kept\nsource = \"ours\"\neffect = 'as seats {gain   1 star}'\n"
    )
    variant.write_text(untidy, "utf-8")
    assert inside("fmt", "--check", str(variant)).code == 1
    assert variant.read_text("utf-8") == untidy
    assert inside("fmt", str(variant)).code == 0
    assert "# kept" in variant.read_text("utf-8")
    assert "as seats { gain 1 star }" in variant.read_text("utf-8")
    assert inside("fmt", "--check", str(variant)).code == 0


# ---- variants


def lay_two(folder: Path, *bodies: str) -> str:
    names = ("mine", "yours")
    for name, body in zip(names, bodies, strict=True):
        head = f'ruleset = "{name}"\nlanguage = 1\nsource = "ours"\nabstract = true\n'
        (folder / f"{name}.toml").write_text(head + 'title = { en = "m", fr = "m", pl = "m" }\n' + body, "utf-8")
    return "summer+mine.toml+yours.toml"


def test_check_tells_both_places_and_what_another_order_changes(tmp_path: Path) -> None:
    change = "[params]\nstorage = {{ default = {}, source = 'ours' }}\n"
    spec = lay_two(tmp_path, change.format(9), change.format(7))
    run = inside("check", spec, where=tmp_path)
    assert run.code == 0
    assert "warning[W030]" in run.out
    assert "yours.toml:7:13" in run.out
    assert "mine.toml:7:13" in run.out
    assert "with summer+yours+mine this would differ:\n  params.storage.default: 9, not 7\n" in run.err
    french = inside("check", spec, where=tmp_path, lang="fr_FR.UTF-8").err
    assert "l'ordre des couches importe" in french


def test_check_says_that_the_order_does_not_matter(tmp_path: Path) -> None:
    one, two = (
        "[params]\nstorage = { default = 9, source = 'ours' }\n",
        "[params]\nrounds = { default = 8, source = 'ours' }\n",
    )
    assert (
        "the order of the layers does not matter\n" in inside("check", lay_two(tmp_path, one, two), where=tmp_path).err
    )
    tiles = "[tiles]\n{} = {{ side = 'day', worth = 1, asks = '1 wood', source = 'ours' }}\n"
    listed = inside("check", lay_two(tmp_path, tiles.format("x"), tiles.format("y")), where=tmp_path)
    assert "it only changes the order of [tiles]" in listed.err
    assert "order of laying" not in inside("check", "summer+mine.toml", where=tmp_path).err


def test_a_new_variant_passes_check_and_can_be_played(variant: Path) -> None:
    assert inside("check", str(variant)).code == 0
    assert solenia("play", str(variant), "--seats", "random,random", "--quiet").code == 0


def test_a_new_game_without_a_base_passes_check_and_can_be_played(tmp_path: Path) -> None:
    assert inside("new", "my_game", where=tmp_path).code == 0
    assert inside("check", "my_game.toml", where=tmp_path).code == 0
    assert inside("fmt", "--check", "my_game.toml", where=tmp_path).code == 0
    assert inside("play", "my_game.toml", "--seats", "random,random", "--quiet", where=tmp_path).code == 0
    assert inside("new", "my_game", where=tmp_path).code == 2


def test_a_new_variant_never_overwrites_a_file(variant: Path) -> None:
    before = variant.read_text("utf-8")
    assert inside("new", "mine", "--from", "summer", where=variant.parent).code == 2
    assert variant.read_text("utf-8") == before


def test_a_new_variant_brings_a_scenario_that_passes(variant: Path, tmp_path: Path) -> None:
    assert inside("test", str(variant)).out == "1 passed\n"
    (tmp_path / "apart").mkdir()
    beside = tmp_path / "apart" / "mine.scenarios.toml"
    beside.write_text("mine\n", "utf-8")
    assert inside("new", "mine", "--from", "summer", where=beside.parent).code == 2
    assert [file.name for file in beside.parent.iterdir()] == [beside.name]
    assert beside.read_text("utf-8") == "mine\n"


@pytest.mark.thorough
def test_the_first_scenario_is_where_scenarios_begin_whatever_the_base(tmp_path: Path) -> None:
    for name in ("improvements", "solo", "officers"):
        assert inside("new", f"my_{name}", "--from", name, where=tmp_path).code == 0
        assert inside("test", f"my_{name}.toml", where=tmp_path).out == "1 passed\n"


@pytest.mark.thorough
def test_what_a_new_variant_has_commented_out_is_right_too(tmp_path: Path) -> None:
    for name in sr.list_rulesets():
        try:
            rules = sr.load(name)
        except sr.RulesetError:
            continue
        lines = variant_text("mine", name, dict(rules.titles), rules.world).splitlines()
        live = [re.sub(r"^#(?![ :]|$)", "", line) for line in lines if not line.startswith("#remove")]
        file = tmp_path / "mine.toml"
        file.write_text("\n".join(live) + "\n", "utf-8")
        assert ("params" in tomllib.loads(file.read_text("utf-8"))) == bool(rules.world.params)
        sr.load(str(file))


def test_the_list_reads_all_that_a_file_says_about_its_game_as_a_whole() -> None:
    bundle = open_bundle()
    for name, read in headings(bundle).items():
        whole = tomllib.loads(bundle.rulesets[name][0].parts[0][1].read_text("utf-8"))
        assert read == {key: value for key, value in whole.items() if key in read}
        assert not {"title", "about", "seats", "extends", "abstract"} & (whole.keys() - read.keys())


def test_the_list_reads_no_more_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = tomllib.loads

    def loads(text: str) -> dict[str, object]:
        read.append(text)
        return whole(text)

    monkeypatch.setattr(tomllib, "loads", loads)
    assert main(["list"]) == 0
    files = [found[0].parts[0][1] for found in open_bundle().rulesets.values()]
    assert len(read) == len(files)
    assert 5 * sum(map(len, read)) < sum(len(file.read_text("utf-8")) for file in files)


def test_the_games_are_listed_with_seats_and_title() -> None:
    listed = inside("list", "--lang", "fr").out
    assert any(line.startswith("summer ") and sr.load("summer").titles["fr"] in line for line in listed.splitlines())
    assert "solenia " not in listed


def test_every_game_that_can_be_played_says_what_it_is_for_in_three_languages() -> None:
    for lang in LANGUAGES:
        for line in inside("list", "--lang", lang).out.splitlines():
            assert not line or line.endswith(":") or len(re.split(r"  +", line)) == 4, line


def test_games_are_listed_under_their_shelves() -> None:
    top, *shelves = inside("list").out.split("\n\n")
    names = {
        heading: [line.split()[0] for line in lines]
        for heading, *lines in ((shelf.splitlines()) for shelf in ("top:\n" + top, *shelves))
    }
    assert list(names) == ["top:", "classics:", "examples:", "modern:", "variants:"]
    assert "summer" in names["top:"]
    assert "improvements" in names["top:"], "a ruleset of several files is no shelf"
    assert "connect_four" in names["classics:"]
    assert "candle" in names["examples:"]
    assert "homesteads" in names["modern:"]
    assert sorted(name for shelf in names.values() for name in shelf) == list(playable())


def test_what_a_card_does_is_told_beside_it_and_on_demand() -> None:
    run = solenia("play", "day_and_night", "--seed", "4", typed="1\nwhat day chant\nwhat\nwhat nonsense\nquit\n")
    assert "cost in hours 2 · effect change the space of your pawn" in run.out
    assert "  effect: change the space of your pawn" in run.out
    assert "say what: what NAME" in run.err
    assert "nothing here is called `nonsense`" in run.err


@pytest.mark.parametrize(
    ("winners", "said"),
    [("seats", ("The game is lost.", "La partie est perdue.")), ("me", ("Nobody wins.", "Personne ne gagne."))],
)
def test_an_end_without_winners_is_a_loss_where_only_all_can_win(
    winners: str, said: tuple[str, str], tmp_path: Path
) -> None:
    play = f"as seats {{ phase turn {{ if my points > 9 {{ win {winners} }} }} }}; win none"
    file = tmp_path / "dyke.toml"
    file.write_text(small_ruleset("dyke", (2, 2), play), "utf-8")
    for lang, line in zip(("en", "fr"), said, strict=True):
        run = solenia("play", str(file), "--seats", "random,random", "--quiet", "--lang", lang)
        assert f"\n{line}\n" in run.out


def test_at_the_table_things_are_named_by_number_by_a_part_of_a_name_and_by_what_is_done() -> None:
    typed = "why 1\nwhat 2\nwhat chant\nwhat steal pass\nwhat cast\nwhy 9\n1\nwhat 1\nwhy 1\nquit\n"
    run = solenia("play", "day_and_night", "--seed", "5", typed=typed)
    assert run.out.count("all of it is on offer") == 2
    assert "\ncast no more spells\n  Stop repeating.\n" in run.out.replace("> ", "\n")
    assert "`chant` could be any of these: Day Chant; Night Chant" in run.err
    assert "\nSteal Passion\n  side: ☼ Day\n" in run.out.replace("> ", "\n")
    assert "no answer here is called `9`" in run.out
    assert "\nWishing Pond\n  side: ☼ Day\n  cost in hours: 0\n" in run.out.replace("> ", "\n")


def test_a_variant_can_be_made_of_a_file_beside_it(tmp_path: Path) -> None:
    assert inside("new", "mine", "--from", "summer", where=tmp_path).code == 0
    assert inside("new", "yours", "--from", "./mine.toml", where=tmp_path).code == 0
    assert 'extends  = "mine"' in (tmp_path / "yours.toml").read_text("utf-8")
    assert inside("check", "yours.toml", where=tmp_path).code == 0
    folder = tmp_path / "inside"
    folder.mkdir()
    refused = inside("new", "theirs", "--from", "../mine.toml", where=folder)
    assert refused.code == 2
    assert "a file in the same folder" in refused.err
    assert not list(folder.iterdir())


RULESET_COMMANDS = (
    "play", "check", "explain", "sim", "print", "sources", "schema", "draw", "bench", "diff summer", "compare summer",
    "new other --from", "tune --goal score=10", "sweep --vary x=1,2",
)  # fmt: skip


@pytest.mark.parametrize("command", RULESET_COMMANDS)
@pytest.mark.parametrize(
    ("typed", "meant"),
    [("lean.tml", "lean.toml"), ("./lean.tml", "lean.toml"), ("lena.toml", "lean.toml"), ("lean", "lean.toml")],
)
def test_a_file_with_nearly_this_name_is_suggested(
    command: str, typed: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "lean.toml").write_text('ruleset = "lean"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main([*command.split(), typed]) in (1, 2)
    told = capsys.readouterr()
    assert f"`{meant}`" in (told.out + told.err).partition("hint: ")[2]


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("test lean.tml", "lean.toml"),
        ("test --coverage lena.toml", "lean.toml"),
        ("test --mutate lean.tml", "lean.toml"),
        ("test lena.scenarios.toml", "lean.scenarios.toml"),
        ("test lean.scenario.toml", "lean.scenarios.toml"),
        ("test sumer", "summer"),
        ("fmt lean.tml", "lean.toml"),
        ("fmt --check ./lena.toml", "lean.toml"),
        ("table export lean.tml --kind tiles", "lean.toml"),
        ("table export sumer --kind tiles", "summer"),
        ("play --load gmae.json", "game.json"),
        ("replay game.jso", "game.json"),
        ("why gme.json rest", "game.json"),
        ("draw gmae.json", "game.json"),
    ],
)
def test_whatever_file_is_named_the_one_that_may_be_meant_is_suggested(
    command: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("lean.toml", "lean.scenarios.toml", "game.json"):
        (tmp_path / name).write_text("", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 2
    assert capsys.readouterr().err.rstrip().endswith(f"did you mean {meant}?")
