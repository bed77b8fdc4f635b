"""What the engine may not do, held by looking at its text and at what it imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "solenia_rules"
ENGINE = ("text", "dsl", "rules", "checked", "check", "core", "lower", "play", "sentences", "api", "tools/scenarios")
RULESETS = sorted(path for path in (ROOT / "rulesets").rglob("*.toml") if not path.name.endswith(".scenarios.toml"))

PLAIN_ENGLISH = {
    "ace": "a word in an example of patterns",
    "amount": "how many of a resource",
    "asks": "which seat is asked, or what an option asks for",
    "brings": "what a declaration or a module adds",
    "calls": "of verbs, queries and functions",
    "change": "what an edit does to a file",
    "collector": "Python's garbage collector",
    "corners": "of cells: the key of boards of corners",
    "cost": "how many steps a text takes",
    "dice": "pieces with `sides` are dice in every game",
    "die": "a piece with `sides` is a die in every game",
    "draft": "the version of JSON Schema, as its address spells it",
    "drop": "what a pass or a shell does with something",
    "four": "a number",
    "good": "how good a position is for a seat",
    "half": "of a character",
    "holder": "the piece or cell that has a text",
    "jump": "from one block of a program to another",
    "lasting": "rules that hold for a while",
    "level": "of nesting, or of a message in SARIF",
    "makes": "what a function or a key does",
    "mate": "of TextMate, whose grammars editors read",
    "needs": "what a query or a verb needs",
    "pays": "what a seat does with `pay`",
    "point": "a place in a text or in a program",
    "points": "sizes of letters, or what somebody gains in an example",
    "position": "of a game, or in a text",
    "price": "a bundle that somebody pays",
    "rank": "a variable in an example of patterns",
    "scores": "the counters with `score = true`",
    "settle": "decide something that was open",
    "shift": "a parser shifts and reduces",
    "side": "of a comparison or of an edge",
    "sides": "the key that makes a piece a die",
    "six": "a number",
    "slot": "a place in the state or in a frame",
    "slots": "places in the state or in a frame",
    "speak": "what a text speaks of",
    "star": "the multiplication sign of the grammar",
    "step": "a named effect of setup, play, scoring or result",
    "strip": "the method of texts",
    "suit": "a variable in an example of patterns",
    "suits": "what belongs to something, or an example of patterns",
    "take": "what a verb or function takes",
    "ten": "a number or an example of patterns",
    "text": "an effect or value as it is written",
    "three": "a number",
    "turned": "a piece that lies on its other face",
    "two": "a number",
    "value": "what an expression gives",
    "walk": "over a tree or a folder",
    "worth": "it is worth doing",
}
"""Words of some game that the engine uses in another sense, each with that sense."""


def engine_files(*endings: str) -> list[Path]:
    """Files of the engine's packages, and of the module `api.py` should it be one."""
    found = [file for name in ENGINE for ending in endings for file in (PACKAGE / name).rglob(f"*{ending}")]
    return sorted([*found, *(file for file in [PACKAGE / "api.py"] if file.exists())])


def words_of_games(ruleset: dict[str, object]) -> Iterator[str]:
    """Every id a ruleset gives its word kinds, counters, piece and cell kinds, fields, verbs and records."""
    plurals = set()
    for section in ("kinds", "counters", "pieces", "cells"):
        for id_, entry in table(ruleset.get(section)).items():
            yield id_
            plural = table(entry).get("plural")
            if isinstance(plural, str):
                plurals.add(plural)
                yield plural
            words = table(entry).get("words")
            yield from (str(word) for word in words) if isinstance(words, list) else ()
    for section in ("pieces", "cells", "boards"):
        for entry in table(ruleset.get(section)).values():
            yield from table(table(entry).get("fields"))
    yield from table(ruleset.get("verbs"))
    for section, entries in ruleset.items():
        if section not in WORLD_SECTIONS:
            yield from table(entries)


WORLD_SECTIONS = frozenset(
    """title about seats params kinds counters state history pieces zones cells boards setup play scoring result verbs
    queries rules words look""".split()
)


def table(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


@pytest.fixture(scope="module")
def game_words() -> frozenset[str]:
    assert RULESETS
    return frozenset(word for path in RULESETS for word in words_of_games(tomllib.loads(path.read_text("utf-8"))))


def words_in(text: str) -> set[str]:
    """Whole words; an underscore joins, a capital letter begins a word inside a name."""
    return set(re.findall(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower()))


def test_no_word_of_a_game_stands_in_the_engine(game_words: frozenset[str]) -> None:
    found = {
        f"{file.relative_to(ROOT)}: {word}"
        for file in engine_files(".py", ".lark")
        for word in words_in(file.read_text("utf-8")) & game_words - PLAIN_ENGLISH.keys()
    }
    assert not found, "\n".join(sorted(found))


def test_every_allowed_word_is_still_a_word_of_a_game_and_of_the_engine(game_words: frozenset[str]) -> None:
    used = set().union(*(words_in(file.read_text("utf-8")) for file in engine_files(".py", ".lark")))
    assert PLAIN_ENGLISH.keys() <= game_words & used
    assert all(PLAIN_ENGLISH.values())


def test_the_word_scan_sees_words_inside_names_and_comments() -> None:
    assert {"ore", "deck"} <= words_in("class OreDeck: ...")
    assert "ore" in words_in("# an ore\n")
    assert "ore" not in words_in("more = store")


FORBIDDEN_CALLS = ("eval", "exec", "compile", "__import__")
FORBIDDEN_MODULES = ("pickle", "marshal", "shelve", "dill", "cloudpickle")


def dangerous(source: str) -> Iterator[str]:
    """Calls that run text as code, and imports that load objects from bytes."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield name
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name.partition(".")[0] in FORBIDDEN_MODULES)
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in FORBIDDEN_MODULES:
                yield module


def test_only_the_modules_of_generated_code_make_and_run_it() -> None:
    allowed = {
        "core/compiled.py": {"compile"},
        "play/generated.py": {"exec"},
        # Entries under a checksum, in a directory that nobody but the user can reach: docs/adr/0011.
        "rules/store.py": {"marshal"},
    }
    found = {
        f"{file.relative_to(ROOT)}: {what}"
        for file in PACKAGE.rglob("*.py")
        for what in dangerous(file.read_text("utf-8"))
        if what not in allowed.get(file.relative_to(PACKAGE).as_posix(), ())
    }
    assert not found


@pytest.mark.parametrize(
    "source", ["eval('1')", "exec(x)", "import pickle", "from pickle import loads", "import dill as d"]
)
def test_the_scan_sees_code_that_runs_text(source: str) -> None:
    assert list(dangerous(source))


def modules_after(*arguments: str, whole: bool = False) -> set[str]:
    """Names of everything imported by one run of the command line; `whole`: with the names of submodules."""
    watch = (
        "import sys; from solenia_rules.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", watch, *arguments], capture_output=True, text=True, check=True)
    return {name if whole else name.partition(".")[0] for name in run.stderr.split()}


@pytest.mark.parametrize("arguments", [("--help",), ()])
def test_help_imports_nothing_heavy(arguments: tuple[str, ...]) -> None:
    heavy = {"lark", "attr", "attrs", "cattr", "cattrs", "numpy", "rich", "click", "starlette", "uvicorn", "tomllib"}
    assert not modules_after(*arguments) & heavy


def test_the_list_of_games_reads_heads_and_loads_no_ruleset() -> None:
    """`list` costs little more than `--help`: it imports neither what decodes and checks rulesets nor what draws."""
    found = modules_after("list", whole=True)
    assert not {name.partition(".")[0] for name in found} & {"lark", "cattr", "cattrs", "numpy", "rich"}
    ours = {name.removeprefix("solenia_rules.") for name in found if name.startswith("solenia_rules.")}
    assert {name.partition(".")[0] for name in ours} == {"cli", "rules", "text", "words"}
    assert {name for name in ours if name.startswith("rules.")} == {
        "rules.caps", "rules.files", "rules.headings", "rules.problems",
    }  # fmt: skip


def test_the_watch_on_imports_sees_them() -> None:
    assert "click" in modules_after("list")
