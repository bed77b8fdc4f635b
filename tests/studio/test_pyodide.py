"""The engine in the Python of the browser: the same rules and the same games as here."""

from __future__ import annotations

import json
import shutil
import site
import subprocess
from pathlib import Path

import pytest

import solenia_rules as sr
from tests.playing import every_seating
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


@pytest.mark.thorough
@pytest.mark.skipif(NODE is None or not PYODIDE.exists(), reason="NO TESTS OF THE BROWSER'S PYTHON: run `make studio`")
def test_the_python_of_the_browser_plays_the_same_games() -> None:
    wanted = [(seated.name, seated.seats) for seated in every_seating() if seated.name in SMALL]
    assert NODE is not None
    script = Path(__file__).with_name("games.mjs")
    command = [NODE, str(script), str(PYODIDE), str(ROOT), site.getsitepackages()[0], json.dumps(wanted)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    version, games = json.loads(told.splitlines()[-1])
    assert version >= [3, 13]
    golden = known()
    assert {name: game for name, (game, _digest) in games.items()} == {name: golden[name] for name in games}
    assert len(games) == len(wanted)
    assert {name: digest for name, (_game, digest) in games.items()} == {
        f"{name}-{seats}": sr.load(name).digest for name, seats in wanted
    }
