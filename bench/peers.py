"""`python -m bench.peers`: moves a second of other engines beside ours, random players, one core.

Installs OpenSpiel, RLCard and boardgame.io into a folder of its own (kept with `--keep DIR`) from the registries that
pip and npm are set to; says which of them could not be installed. Every engine plays games of its own, so this compares
what a move costs where everybody is at home, not the same rules.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from attrs import frozen

from solenia_rules.tools.measuring.figures import columns

SECONDS = 1.0
"""CPU of one measurement."""

TIMED = """
import json, random, sys, time
chance, seconds = random.Random(1), float(sys.argv[1])
def measure(name, play, note):
    play()
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        moves += play()
    print(json.dumps({"game": name, "speed": moves / (time.process_time() - start), "note": note}), flush=True)
"""

OURS = """
import solenia_rules as sr
seeds = iter(range(1, 10**9))
def whole(rules, seats):
    return lambda: sr.playout(rules, seats, next(seeds)).decisions
def stepped(rules, seats):
    def play():
        game = sr.new_game(rules, seats, next(seeds))
        while game.decision is not None:
            game = game.choose(sr.random_answer(game))
        return game.decisions
    return play
for name in ("summer", "day_and_night", "candle"):
    rules = sr.load(name)
    seats = 2 if 2 in rules.seats else rules.seats[0]
    measure(name, whole(rules, seats), "playout, plain Python")
    measure(name, stepped(rules, seats), "game.choose: options with names, log, every position kept")
"""

OPEN_SPIEL = """
import pyspiel
def plays(game):
    def play():
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes())
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                moves += 1
        return moves
    return play
for name in ("tic_tac_toe", "connect_four", "backgammon", "gin_rummy"):
    measure(name, plays(pyspiel.load_game(name)), "C++, driven from Python")
"""

RLCARD = """
import rlcard
def plays(env):
    def play():
        state, _player = env.reset()
        moves = 0
        while not env.is_over():
            state, _player = env.step(chance.choice(list(state["legal_actions"])))
            moves += 1
        return moves
    return play
for name in ("leduc-holdem", "uno", "gin-rummy"):
    measure(name, plays(rlcard.make(name)), "Python, with observations for learning")
"""

BOARDGAME = """
const { Client } = require('boardgame.io/client');
const { INVALID_MOVE } = require('boardgame.io/core');
const seconds = Number(process.argv[2]);
const lines = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]];
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, at) => { if (G.cells[at] !== null) return INVALID_MOVE; G.cells[at] = playerID; } },
  endIf: ({ G, ctx }) => {
    if (lines.some(line => line.every(at => G.cells[at] === ctx.currentPlayer))) return { winner: ctx.currentPlayer };
    if (G.cells.every(cell => cell !== null)) return { draw: true };
  },
};
function play() {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  let moves = 0;
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const free = state.G.cells.map((cell, at) => cell === null ? at : -1).filter(at => at >= 0);
    client.moves.mark(free[Math.floor(Math.random() * free.length)]);
    moves += 1;
  }
  client.stop();
  return moves;
}
play();
const begin = process.cpuUsage();
const used = () => { const now = process.cpuUsage(begin); return (now.user + now.system) / 1e6; };
let moves = 0;
while (used() < seconds) moves += play();
console.log(JSON.stringify({ game: 'tic-tac-toe stub', speed: moves / used(), note: 'node, local client, no server' }));
"""


@frozen
class Speed:
    engine: str
    game: str
    moves: float
    """A second of CPU."""
    note: str


class Missing(Exception):
    """An engine that could not be installed or run."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured (median counts)")
    parser.add_argument("--keep", type=Path, help="a folder for what is installed, to be used again")
    options = parser.parse_args()
    engines: dict[str, Callable[[Path], tuple[str, list[str]]]] = {
        "solenia": _ours,
        "OpenSpiel": lambda folder: _from_pip(folder, "open_spiel", OPEN_SPIEL),
        "RLCard": lambda folder: _from_pip(folder, "rlcard", RLCARD),
        "boardgame.io": _from_npm,
    }
    found: list[Speed] = []
    missing: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for engine, prepare in engines.items():
            print(f"{engine} ...", file=sys.stderr, flush=True)
            try:
                version, command = prepare(folder.resolve())
                found += _measured(f"{engine} {version}", command, options.rounds)
            except Missing as problem:
                missing.append(f"{engine}: {problem}")
    rows = [(one.engine, one.game, f"{one.moves:,.0f}", one.note) for one in found]
    print(columns(("engine", "game", "moves a second", "how"), rows))
    for line in missing:
        print(f"not measured: {line}")
    return 0


def _ours(_folder: Path) -> tuple[str, list[str]]:
    from solenia_rules.api.version import VERSION

    return VERSION, [sys.executable, "-c", TIMED + OURS]


def _from_pip(folder: Path, package: str, code: str) -> tuple[str, list[str]]:
    place = folder / package
    python = str(place / "bin" / "python")
    if not Path(python).exists():
        _run([sys.executable, "-m", "venv", str(place)])
    if subprocess.run([python, "-m", "pip", "show", "-q", package], capture_output=True, check=False).returncode:
        _run([python, "-m", "pip", "install", "-q", package])
    version = _run([python, "-c", f"from importlib.metadata import version; print(version({package!r}))"])
    return version.strip(), [python, "-c", TIMED + code]


def _from_npm(folder: Path) -> tuple[str, list[str]]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise Missing("needs node and npm")
    place = folder / "boardgame.io"
    place.mkdir(exist_ok=True)
    if not (place / "node_modules" / "boardgame.io").is_dir():
        _run([npm, "install", "--silent", "--prefix", str(place), "boardgame.io"])
    script = place / "play.js"
    script.write_text(BOARDGAME, "utf-8")
    package = place / "node_modules" / "boardgame.io" / "package.json"
    return json.loads(package.read_text("utf-8"))["version"], [node, str(script)]


def _measured(engine: str, command: list[str], rounds: int) -> list[Speed]:
    speeds: dict[str, tuple[str, list[float]]] = {}
    for _ in range(rounds):
        for line in _run([*command, str(SECONDS)]).splitlines():
            if line.startswith("{"):
                one = json.loads(line)
                key = f"{one['game']}\n{one['note']}"
                speeds.setdefault(key, (one["note"], []))[1].append(one["speed"])
    return [Speed(engine, key.partition("\n")[0], median(all_), note) for key, (note, all_) in speeds.items()]


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Missing(str(problem)) from None
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise Missing(lines[-1] if lines else f"{command[0]} ended with {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
