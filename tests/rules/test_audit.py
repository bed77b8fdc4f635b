"""Loading and playing a ruleset of a stranger does nothing to the machine: the audit events of Python are watched."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.generated.rulesets import seeded
from tests.generated.trials import accepted

ROOT = Path(__file__).parents[2]
WATCH = """
import json, os, sys
import solenia_rules as sr
sys.dont_write_bytecode = True

def play(rules, seed):
    game = sr.new_game(rules, seed=seed)
    for _ in range(8):
        game.view(0); game.log_for(0); game.svg(0)
        if game.decision is None:
            break
        game.why_not(game.decision.imaginable()[-1].id)
        game = game.choose(sr.random_answer(game))
    sr.restore(game.dump())
    sr.playout(rules, seed=seed)
    rules.topics("fr").topic("play")

path, planted = sys.argv[1], sys.argv[2]
play(sr.load("candle"), 1)
try:
    sr.load(path + "/broken.toml")
except sr.RulesetError as error:
    str(error)
seen = []
watching = [True]

def hook(event, args):
    if watching[0]:
        seen.append((event, [repr(one)[:200] for one in args[:2]]))

sys.addaudithook(hook)
rules = sr.load(path + "/made.toml")
if planted == "file":
    open(path + "/stolen", "w").close()
if planted == "process":
    os.system("true")
play(rules, 2)
watching[0] = False
print(json.dumps(seen))
"""
HARMLESS = {
    "import", "compile", "exec", "marshal.loads", "code.__new__", "object.__getattr__", "object.__setattr__",
    "sys._getframe", "os.listdir", "os.scandir", "gc.freeze", "builtins.id", "sys._current_frames", "function.__new__",
    "sys.setrecursionlimit", "marshal.load", "marshal.dumps", "os.getxattr", "object.__delattr__",
}  # fmt: skip
"""Events without an effect outside: modules of our own, code that the engine generates, and listing folders."""

NO_CACHE = "/dev/null/nowhere"
"""A folder that cannot be made."""


def events(folder: Path, planted: str = "") -> list[tuple[str, list[str]]]:
    """The events while a ruleset in a folder is loaded and played, without a cache."""
    command = [sys.executable, "-c", WATCH, str(folder), planted]
    environment = {"XDG_CACHE_HOME": NO_CACHE, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=300)
    found: list[tuple[str, list[str]]] = json.loads(done.stdout)
    return found


def harmful(found: list[tuple[str, list[str]]], folder: Path) -> list[tuple[str, list[str]]]:
    """Events that are more than reading the ruleset's own files and modules of Python."""
    ours = (_reads, _makes_our_cache)
    return [
        (event, args)
        for event, args in found
        if event not in HARMLESS and not any(harmless(event, args, folder) for harmless in ours)
    ]


def _makes_our_cache(event: str, args: list[str], _folder: Path) -> bool:
    """Whether the engine tries to make the folder of its cache, which is impossible here."""
    return event == "os.mkdir" and Path(args[0].strip("'")).is_relative_to(NO_CACHE)


def _reads(event: str, args: list[str], folder: Path) -> bool:
    if event != "open" or args[1] not in ("'r'", "'rb'", "None"):
        return False
    if args[0].isdigit():  # a file that is open already, and was an event before
        return True
    path = Path(args[0].strip("'"))
    own = (folder, ROOT / "solenia_rules", ROOT / "rulesets", Path(sys.prefix), Path(sys.base_prefix))
    return any(path.is_relative_to(one) for one in own) or path.suffix in (".py", ".pyc")


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """A folder with a ruleset that was generated, and with one that is refused."""
    text = next(text for seed in range(100) if accepted(text := seeded(seed)) is not None and "hand = " in text)
    (tmp_path / "made.toml").write_text(text, "utf-8")
    (tmp_path / "broken.toml").write_text("ruleset = 'broken'\n[play", "utf-8")
    return tmp_path


def test_a_ruleset_of_a_stranger_only_reads_its_own_files(stranger: Path) -> None:
    assert harmful(events(stranger), stranger) == []


@pytest.mark.parametrize("planted", ["file", "process"])
def test_what_a_ruleset_might_do_is_noticed(stranger: Path, planted: str) -> None:
    assert harmful(events(stranger, planted), stranger)
