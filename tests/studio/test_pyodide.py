"""The engine in the Python of the browser: the same rules and the same games as here."""

from __future__ import annotations

import json
import shutil
import site
import subprocess
import sys
from pathlib import Path

import pytest

import solenia_rules as sr
from tests.playing import every_seating, playable
from tests.rulesets.golden import known

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "studio" / "node_modules" / "pyodide" / "pyodide.mjs"
SMALL = (
    "auction",
    "candle",
    "hex",
    "leduc",
    "othello",
    "summer",
    "branch_lines",
    "herbalists",
    "connect_four",
    "winter",
)
NODE = shutil.which("node")
LIBRARIES = ("pytest", "hypothesis", "attrs", "cattrs", "lark", "tomli-w", "typing-extensions", "click", "rich")
FOLDERS = {
    "api": 560, "check": 600, "core": 100, "dsl": 400, "lower": 30, "pictures": 80, "protocol": 50, "rulesets": 100,
    "semantics": 120, "sentences": 80, "text": 100, "tools/coverage": 14, "tools/findings": 48,
    "tools/lab/test_intervals.py": 32,
    "tools/measuring": 10, "tools/paper": 33, "tools/scenarios": 110, "tools/sheets": 25, "tools/versions": 22,
    "words": 20,
}  # fmt: skip
"""Folder or file of tests -> the fewest of its tests that pass in the Python of the browser."""


@pytest.mark.thorough
@pytest.mark.skipif(NODE is None or not PYODIDE.exists(), reason="NO TESTS OF THE BROWSER'S PYTHON: run `make studio`")
def test_the_python_of_the_browser_plays_the_same_games() -> None:
    wanted = [(seated.name, seated.seats) for seated in every_seating() if seated.name in SMALL]
    assert NODE is not None
    script = Path(__file__).with_name("games.mjs")
    command = [NODE, str(script), str(PYODIDE), str(ROOT), site.getsitepackages()[0], json.dumps(wanted)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    version, games, digests = json.loads(told.splitlines()[-1])
    assert version >= [3, 13]
    golden = known()
    assert {name: game for name, (game, _digest) in games.items()} == {name: golden[name] for name in games}
    assert len(games) == len(wanted)
    assert {name: digest for name, (_game, digest) in games.items()} == {
        f"{name}-{seats}": sr.load(name).digest for name, seats in wanted
    }
    assert digests == {name: sr.load(name).digest for name in playable()}


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The libraries that the tests need, without anything compiled, as a browser would have them."""
    folder = tmp_path_factory.mktemp("pure")
    command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", str(folder),
               "--python-version", "3.14", "--platform", "any", "--only-binary=:all:", *LIBRARIES]  # fmt: skip
    subprocess.run(command, check=True)
    return folder


@pytest.mark.thorough
@pytest.mark.skipif(NODE is None or not PYODIDE.exists(), reason="NO TESTS OF THE BROWSER'S PYTHON: run `make studio`")
@pytest.mark.parametrize(("folder", "fewest"), FOLDERS.items())
def test_the_everyday_tests_pass_in_the_python_of_the_browser(folder: str, fewest: int, pure: Path) -> None:
    """Tests that need processes, threads or compiled libraries cannot run there; all others must pass. `fewest` keeps
    them from becoming unable unnoticed."""
    assert NODE is not None
    script = Path(__file__).with_name("suite.mjs")
    given = [NODE, str(script), str(PYODIDE), str(ROOT), json.dumps([str(pure)]), json.dumps([f"tests/{folder}"])]
    told = json.loads(subprocess.run(given, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    assert told["version"] >= [3, 13]
    assert told["failed"] == {}
    assert len(told["passed"]) >= fewest
