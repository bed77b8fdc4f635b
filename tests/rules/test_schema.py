"""The JSON Schemas: they take every file of ours and refuse a slip of the pen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from solenia_rules.cli.schema import ruleset_text, scenarios_text
from solenia_rules.rules import keys
from solenia_rules.rules.declared import SECTIONS
from solenia_rules.rules.files import MAIN, SCENARIOS
from solenia_rules.rules.resolver import Resolved, resolve
from tests.sampling import sampled

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "rulesets").rglob("*.toml"))
HEAD = 'ruleset = "mine"\nlanguage = 1\nextends = "summer"\nsource = "ours"\ntitle = { en = "a", fr = "a", pl = "a" }\n'


@cache
def resolved(name: str) -> Resolved:
    return resolve(name, allow_abstract=True)


def name_of(file: Path) -> str:
    return file.parent.name if (file.parent / MAIN).exists() else file.name.partition(".")[0]


@cache
def schema_text(name: str | None, scenarios: bool) -> str:
    found = resolved(name) if name else None
    if scenarios:
        return scenarios_text(found.world if found else None)
    return ruleset_text(found.world, found.document) if found else ruleset_text(None, None)


def mistakes(document: object, name: str | None, scenarios: bool = False) -> list[str]:
    checker = Draft7Validator(json.loads(schema_text(name, scenarios)))
    return [f"{'.'.join(map(str, e.absolute_path))}: {e.message}" for e in checker.iter_errors(document)]


@pytest.mark.parametrize("file", sampled(FILES, 12, ids=lambda file: file.name))
def test_every_file_of_ours_fits_its_own_schema_and_the_general_one(file: Path) -> None:
    document = tomllib.loads(file.read_text("utf-8"))
    for name in (name_of(file), None):
        assert mistakes(document, name, file.name.endswith(SCENARIOS)) == []


def test_a_variant_fits_the_schema_of_its_base_if_it_declares_nothing_of_its_own() -> None:
    assert mistakes(tomllib.loads((ROOT / "rulesets/variants/sprint.toml").read_text("utf-8")), "summer") == []


@pytest.mark.parametrize("scenarios", [False, True])
@pytest.mark.parametrize("name", [None, "summer", "day_and_night", "candle"])
def test_they_are_schemas(name: str | None, scenarios: bool) -> None:
    Draft7Validator.check_schema(json.loads(schema_text(name, scenarios)))


@pytest.mark.parametrize(
    "wrong",
    [
        '[cards.one_wood]\nvaleu = 1\nsource = "ours"',
        '[cards.one_wood]\nvalue = "1"\nsource = "ours"',
        "[cards.one_wood]\nvalue = 1",
        '[cards.one_wood]\nvalue = 1\nsource = "mine"',
        '[params]\nstorage = { deflaut = 5, source = "ours" }',
        '[params]\nstorage = { default = true, source = "ours" }',
        '[zones]\nheap = { of = "card", sean = "all", source = "ours" }',
        '[zones]\nheap = { of = "card", seen = "everybody", source = "ours" }',
        '[cardz]\nx = { source = "ours" }',
        "[look]\nwood = { color = 'red' }",
        '[words.de]\nwood = "Holz"',
        "[verbs.x]\nefect = 'stop'\nsource = 'ours'",
        "[pieces.x]\nfields = { a = { kind = 'number', start = 1 } }\nsource = 'ours'",
        'abstract = "yes"',
        "seats = { range = [2] }",
    ],
)
def test_a_slip_of_the_pen_is_refused(wrong: str) -> None:
    assert mistakes(tomllib.loads(f"{HEAD}{wrong}"), "summer")


@pytest.mark.parametrize(
    "wrong",
    [
        "[[scenario]]\nname = 'a'\nthem = {}",
        "[[scenario]]\nname = 'a'\nthen = { hnad = {} }",
        "[[scenario]]\nname = 'a'\nthen = {}\ngiven = { one_wod = 1 }",
        "[[scenario]]\nname = 'a'\nthen = {}\nwhen = [{ ofered = [] }]",
        "sede = 1",
    ],
)
def test_so_is_one_in_scenarios(wrong: str) -> None:
    assert mistakes(tomllib.loads(wrong), "summer", scenarios=True)


def test_what_a_variant_may_add_is_not_refused() -> None:
    added = """
    [kinds.grade]
    words = ["low", "high"]
    source = "ours"
    [zones.heap]
    of = ["card", "newcomer"]
    per = "grade"
    source = "ours"
    [tiles.another]
    side = "twilight"
    source = "ours"
    [counters]
    level = { per = ["seat", "grade"], source = "ours" }
    """
    assert mistakes(tomllib.loads(HEAD + added), "summer") == []


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        ('makeup = ["{rank}_of_spades", "king_of_clubs"]', True),
        ('makeup = "{rank}"', True),
        ("makeup = [1]", False),
        ('makeup = ["King"]', False),
        ('makeop = ["{rank}_of_spades"]', False),
    ],
)
def test_lists_of_a_pattern_may_name_its_variables(entry: str, fits: bool) -> None:
    pattern = f'[melds]\n"own_{{rank}}" = {{ for = {{ rank = "ranks" }}, {entry}, source = "ours" }}\n'
    assert (mistakes(tomllib.loads(HEAD + pattern), "gin_rummy") == []) == fits


@pytest.mark.parametrize(("starts", "fits"), [("true", True), ('"king"', True), ("3", True), ("[3]", False)])
def test_a_state_starts_with_any_plain_value(starts: str, fits: bool) -> None:
    state = f'[state]\nown = {{ kind = "yes_no", starts = {starts}, source = "ours" }}\n'
    assert (mistakes(tomllib.loads(HEAD + state), "chess") == []) == fits


def test_the_table_of_keys_names_every_section() -> None:
    assert set(keys.SECTIONS) == set(SECTIONS)
    assert set(keys.ENTRIES) | {"words", "look", "allow"} == set(SECTIONS)


# ---- readers of other people


def taplo(files: list[str]) -> list[str]:
    return ["taplo", "lint", *files]


def tombi(files: list[str]) -> list[str]:
    return ["tombi", "lint", "--offline", *files]


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files of ours, each with a `#:schema` line, and two with a slip of the pen."""
    folder = tmp_path_factory.mktemp("marked")
    for number, file in enumerate(FILES):
        schema = f"{number}.schema.json"
        (folder / schema).write_text(schema_text(name_of(file), file.name.endswith(SCENARIOS)), "utf-8")
        (folder / f"fine_{number}.toml").write_text(f"#:schema ./{schema}\n{file.read_text('utf-8')}", "utf-8")
    (folder / "summer.json").write_text(schema_text("summer", False), "utf-8")
    slip = f'#:schema ./summer.json\n{HEAD}\n[cards.one_wood]\nvaleu = 1\nsource = "ours"\n'
    (folder / "slip.toml").write_text(slip, "utf-8")
    return folder


@pytest.mark.thorough  # needs `pip install 'solenia-rules[toml]'`
@pytest.mark.parametrize("command", [taplo, tombi])
def test_taplo_and_tombi_take_our_rulesets_and_see_a_slip(
    command: Callable[[list[str]], list[str]], marked: Path
) -> None:
    name, *_ = command([])
    program = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip(f"{name} is not installed")

    def run(files: list[str]) -> subprocess.CompletedProcess[str]:
        called = [program, *command(files)[1:]]
        return subprocess.run(called, cwd=marked, capture_output=True, text=True, check=False)

    fine = run(sorted(file.name for file in marked.glob("fine_*.toml")))
    assert fine.returncode == 0, fine.stdout + fine.stderr
    slip = run(["slip.toml"])
    assert slip.returncode != 0
    assert "valeu" in slip.stdout + slip.stderr
