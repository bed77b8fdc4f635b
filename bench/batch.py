"""`python -m bench.batch`: steps a second of CPU with legal actions and observation, ours beside other libraries.

Ours is `sr.batch` with 1,024 games. OpenSpiel steps one game from Python and asks for mask and tensor; pgx steps 1,024
games at a time, compiled for the CPU; PettingZoo's classic games are asked with `last()`. Actions are recorded first
and given again while the time is measured, so choosing them does not count. Every measurement is a process of its own,
and the libraries take turns. A step is an action of the library: in our backgammon a move with one die, in OpenSpiel's
a move with both. The others are installed from where pip is set to, into a folder apart (pgx brings a package `tests`,
which would hide ours); `--keep FOLDER` uses it again. What cannot be installed is left out.

`--write` writes the table to docs/benchmarks.md, with the commit, the versions and the load of the machine.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from solenia_rules.tools.measuring.figures import columns, machine_facts

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
TABLE = re.compile(r"(\n## Batches beside other libraries\n[^\n]+\n\n)(?:\|[^\n]*\n)+\n[^\n]*\n")
"""The section of the page up to its table, then the table, and the paragraph that says when it was measured."""
PACKAGES = {"OpenSpiel": "open_spiel", "pgx": "pgx", "PettingZoo": "pettingzoo[classic]"}

ROUNDS = 3
GAMES = ("connect_four", "backgammon", "leduc", "othello", "go", "hearts", "summer")
LIBRARIES = ("ours", "OpenSpiel", "pgx", "PettingZoo")
MISSING = 3
"""The exit code of a measurement whose library or game is not there."""

OURS = """
import sys, time, json
import numpy as np
import solenia_rules as sr
name, n = sys.argv[1], 1024
rules = sr.load(name, {"hands": 1} if name == "leduc" else None)
seats, steps = rules.seats[0], 20 if name == "go" else 100
chance, batch, actions = np.random.default_rng(1), sr.batch(rules, seats, n), []
for _ in range(steps):
    actions.append(((1 + chance.random(batch.legal.shape, np.float32)) * batch.legal).argmax(1))
    batch.step(actions[-1])
batch.reset(seeds=0)
start = time.process_time()
for given in actions:
    batch.step(given)
print(json.dumps(n * steps / (time.process_time() - start)))
"""

OPEN_SPIEL = """
import sys, time, json, random
try:
    import pyspiel
    name = {"leduc": "leduc_poker", "go": "go(board_size=9)"}.get(sys.argv[1], sys.argv[1])
    game = pyspiel.load_game(name)
except Exception:
    sys.exit(3)
chance = random.Random(1)
tensor = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"
def play(given):
    state, made, steps = game.new_initial_state(), [], 0
    given = iter(given)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = next(given, None)
            if action is None:
                action = chance.choices([a for a, _p in outcomes], [p for _a, p in outcomes])[0]
        else:
            state.legal_actions_mask()
            getattr(state, tensor)()
            action = next(given, None)
            if action is None:
                action = chance.choice(state.legal_actions())
            steps += 1
        made.append(action)
        state.apply_action(action)
    return made, steps
games = [play(())[0] for _ in range(5)]
steps, start = 0, time.process_time()
while time.process_time() - start < 1.0:
    for given in games:
        steps += play(given)[1]
print(json.dumps(steps / (time.process_time() - start)))
"""

PGX = """
import sys, time, json
try:
    import jax, pgx
    from pgx.experimental import auto_reset
    name = {"leduc": "leduc_holdem", "go": "go_9x9"}.get(sys.argv[1], sys.argv[1])
    env = pgx.make(name)
except Exception:
    sys.exit(3)
import jax.numpy as jnp
n, steps = 1024, 60
init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
keys = [jax.random.split(key, n) for key in jax.random.split(jax.random.PRNGKey(0), steps + 1)]
@jax.jit
def chosen(mask, key):
    return jax.random.categorical(key, jnp.where(mask, 0.0, -1e9))
def run(actions):
    state, made = init(keys[0]), []
    for t in range(steps):
        action = actions[t] if actions else chosen(state.legal_action_mask, keys[t][0])
        made.append(action)
        state = step(state, action, keys[t + 1])
    state.observation.block_until_ready()
    return made
actions = run(None)
run(actions)
start = time.process_time()
run(actions)
print(json.dumps(n * steps / (time.process_time() - start)))
"""

PETTING_ZOO = """
import sys, time, json, importlib
import numpy as np
try:
    name = {"connect_four": "connect_four_v3", "leduc": "leduc_holdem_v4", "go": "go_v5"}[sys.argv[1]]
    made = importlib.import_module("pettingzoo.classic." + name)
    env = made.env(board_size=9) if sys.argv[1] == "go" else made.env()
except Exception:
    sys.exit(3)
chance = np.random.default_rng(1)
def play(seed, given):
    env.reset(seed=seed)
    made, steps, given = [], 0, iter(given)
    for _agent in env.agent_iter():
        seen, _reward, over, cut, info = env.last()
        action = None
        if not over and not cut:
            action = next(given, None)
            if action is None:
                mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
                action = int(chance.choice(np.flatnonzero(mask)))
            made.append(action)
            steps += 1
        env.step(action)
    return made, steps
games = [(seed, play(seed, ())[0]) for seed in range(3)]
steps, start = 0, time.process_time()
while time.process_time() - start < 1.0:
    for seed, given in games:
        steps += play(seed, given)[1]
print(json.dumps(steps / (time.process_time() - start)))
"""
SCRIPTS = dict(zip(LIBRARIES, (OURS, OPEN_SPIEL, PGX, PETTING_ZOO), strict=True))


def measured(python: str, library: str, game: str) -> float | None:
    """Steps a second of CPU; None if the library or the game is not there."""
    done = subprocess.run(
        [python, "-W", "ignore", "-c", SCRIPTS[library], game], capture_output=True, text=True, check=False
    )
    if done.returncode == MISSING:
        return None
    if done.returncode:
        raise SystemExit(f"{library}, {game}: {done.stderr[-2000:]}")
    return float(done.stdout.strip().splitlines()[-1])


def installed(folder: Path) -> tuple[str, dict[str, str]]:
    """A Python with the other libraries, and the versions of those that it has."""
    python = str(folder / "bin" / "python")
    if not Path(python).exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    found = {}
    for library, package in PACKAGES.items():
        print(f"installing {package} ...", file=sys.stderr, flush=True)
        subprocess.run([python, "-m", "pip", "install", "-q", package], capture_output=True, check=False)
        asked = f"from importlib.metadata import version; print(version({package.partition('[')[0]!r}))"
        told = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
        if told.returncode:
            print(f"not installed, left out: {library}", flush=True)
        else:
            found[library] = told.stdout.strip()
    return python, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--keep", type=Path, help="a folder for what is installed, to be used again")
    parser.add_argument("--write", action="store_true", help="write the table to docs/benchmarks.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        made, told = compared(asked.keep or Path(temporary), asked.games.split(","), asked.rounds)
    print(f"{made}\n\n{told}")
    if asked.write:
        write(made, told)


def compared(folder: Path, games: list[str], rounds: int) -> tuple[str, str]:
    """The table, and a paragraph that says what was measured where."""
    python, versions = installed(folder.resolve())
    load = os.getloadavg()
    pythons = {"ours": sys.executable} | dict.fromkeys(versions, python)
    rows: list[tuple[str, ...]] = []
    for game in games:
        found: dict[str, list[float]] = {library: [] for library in LIBRARIES}
        for turn in range(rounds):
            for library, where in pythons.items():
                if turn and not found[library]:
                    continue
                speed = measured(where, library, game)
                if speed is not None:
                    found[library].append(speed)
        rows.append((game, *(f"{median(found[one]):,.0f}" if found[one] else "" for one in LIBRARIES)))
        print(f"{game}: " + ", ".join(f"{one} {median(s):,.0f}" for one, s in found.items() if s), flush=True)
    facts = machine_facts(load, ROOT)
    told = (
        f"Measured on {datetime.datetime.now(tz=datetime.UTC).date().isoformat()}, commit {facts['commit']}, "
        f"rounds: {rounds}, load {facts['load before and after']}, {facts['cores']} cores, {facts['processor']}; "
        f"{', '.join(f'{library} {found}' for library, found in versions.items())}."
    )
    return columns(("game", *LIBRARIES), rows), told


def write(made: str, told: str, page: Path = PAGE) -> None:
    """Replace the table of the page, and the paragraph below it."""
    text, found = TABLE.subn(lambda place: f"{place[1]}{made}\n\n{told}\n", page.read_text("utf-8"))
    if found != 1:
        raise SystemExit(f"{page.name} has no table of batches to replace")
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
