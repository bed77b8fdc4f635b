"""Long runs of single promises: `python -m tests.long_runs answers --tries 100000`.

A run goes round after round, each with another seed. After each round the result is added to those before it
(`tests/results.py`), so that a run can be stopped at any moment and goes on later, also on a later commit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.cli.saves import write_whole
from solenia_rules.serve.bots import Bots
from solenia_rules.serve.hub import Hub
from solenia_rules.serve.limits import Limits
from solenia_rules.serve.metrics import Metrics
from solenia_rules.serve.sqlite import SqliteStore
from solenia_rules.text.frozen import evolve
from tests.cli.lost_saves import lost_save
from tests.generated.chance import Chance, Seeded
from tests.generated.rulesets import ruleset
from tests.generated.trials import accepted
from tests.interference import leak_from, leaks
from tests.playing import Seated, all_seatings, fewest_seatings, loaded, playable, positions, state_of
from tests.results import Result, add, read, write
from tests.serve.drawing import drawing_once
from tests.serve.test_faults import cut_power
from tests.serve.test_secrets import differences

ROOT = Path(__file__).parents[1]
GENERATED_SEED = 10_000_000
"""Far from the seeds of the soak."""
ALTERED, GENERATED, SEEDS, KILLS, CUT_SAVES, CUT_STORES, SERVED = 50, 20, 100, 100, 180, 20, 5
"""Tries of one round: altered saves of a game, generated rulesets, seeds, kills, power cuts, and games of each ruleset
at a served table."""
PLANTED_IN = ("tests/api/test_interference.py", "tests/serve/test_secrets.py")
PROMISED = {
    "answers": "legal_answers", "saves": "altered_saves", "secrets_bundled": "bundled_secrets",
    "secrets_generated": "generated_secrets", "secrets_served": "served_secrets", "everywhere": "same_everywhere",
    "kills": "killed_saves", "drops": "dropped_writes", "planted": "planted_leaks",
}  # fmt: skip
"""Run -> the promise that says with which seed it goes on."""


def games(seed: int) -> Iterator[tuple[Seated, Game]]:
    """A game of each bundled ruleset with each number of seats."""
    for seated in all_seatings():
        yield seated, seated.new(seed)


# ---- answers -------------------------------------------------------------------------------------------


def answers(seed: int) -> list[Result]:
    """Legal answers are taken; three times as many illegal ones are refused, and the state stays the same."""
    legal, illegal = 0, 0
    failures: list[str] = []
    chance = random.Random(seed)
    for seated, game in games(seed):
        for position in positions(game):
            if position.decision is None:
                break
            before = tuple(state_of(position))
            for wrong in wrong_answers(position, chance):
                illegal += 1
                try:
                    position.choose(wrong)  # type: ignore[arg-type]
                except sr.AnswerError:
                    pass
                else:
                    failures.append(f"{seated} seed {seed}: {wrong!r} was taken")
            legal += 1
            if tuple(state_of(position)) != before:
                failures.append(f"{seated} seed {seed}: a refusal changed the state")
    return [Result("legal_answers", legal, failures), Result("illegal_answers", illegal, failures)]


def wrong_answers(game: Game, chance: random.Random) -> Iterator[object]:
    """Three answers that are none: of the wrong form, changed ones, and options of other decisions."""
    assert game.decision is not None
    options = game.decision.options
    known = {option.id for option in options}
    yield chance.choice((-1, len(options), 10**30, None, True, 1.5, b"x", "", "x" * 300, "\ud800", [], object()))
    right = chance.choice(options).id
    place = chance.randrange(len(right))
    changed = right[:place] + chance.choice("abz=#@.9_") + right[place + 1 :]
    yield changed if changed not in known else right + "x"
    others = [option.id for option in game.decision.imaginable() if option.id not in known]
    yield chance.choice(others) if others else "pass_the_port"


# ---- saves ---------------------------------------------------------------------------------------------


def saves(seed: int) -> list[Result]:
    """Saves that are cut off or altered are refused or give the same game.

    A save that was altered and given a right checksum is another save. The checksum is no signature: everybody can
    write a save. A game without chance that was played with another seed has the same answers and the same position,
    so its save with another seed is right, and it must come back with that seed. What must never happen is a game
    that is not the one the save describes: the game that comes back must give the same save again.
    """
    done, failures = 0, []
    chance = random.Random(seed)
    for seated, game in games(seed):
        *_before, end = positions(game, chance.randrange(1, 40))
        text = end.dump()
        want = state_of(end)
        for _ in range(ALTERED):
            done += 1
            altered, signed = alter(text, chance)
            try:
                found = sr.restore(altered)
            except sr.SaveError:
                continue
            except Exception as error:  # anything else than the documented error
                failures.append(f"{seated} seed {seed}: {type(error).__name__}")
                continue
            if signed and contents(found.dump()) != contents(altered):
                failures.append(f"{seated} seed {seed}: a game came back that is not the one of the save")
            if not signed and state_of(found) != want:
                failures.append(f"{seated} seed {seed}: another game came back")
    return [Result("altered_saves", done, failures)]


def contents(save: str) -> str:
    """What a save says about its game, in one order of its keys: all but the version that wrote it and the checksum."""
    made = json.loads(save)
    return json.dumps({key: value for key, value in made.items() if key not in ("engine", "checksum")}, sort_keys=True)


def alter(text: str, chance: random.Random) -> tuple[str, bool]:
    """A save with a fault in it, and whether its checksum is right nevertheless."""
    place = chance.randrange(len(text))
    match chance.randrange(4):
        case 0:
            return text[:place], False
        case 1:
            return text[:place] + chr(ord(text[place]) ^ 1 << chance.randrange(7)) + text[place + 1 :], False
        case 2:
            return text[:place] + text[place + chance.randrange(1, 9) :], False
        case _:
            made = json.loads(text)
            key = chance.choice([key for key in made if key != "checksum"])
            made[key] = chance.choice((None, 0, -1, 1.0, True, "", [], {}, ["x"], 10**30, "no"))
            made.pop("checksum", None)
            plain = json.dumps(made, sort_keys=True, ensure_ascii=True)
            return json.dumps({**made, "checksum": hashlib.sha256(plain.encode()).hexdigest()}), True


# ---- secrets -------------------------------------------------------------------------------------------


def secrets_bundled(seed: int) -> list[Result]:
    """Games of bundled rulesets, from three positions each, for every seat, with bots at the seat."""
    done, failures = 0, []
    for seated, game in games(seed):
        failures += [f"{seated} seed {seed}: {leak}" for leak in leaks([game], seed, looks=2, steps=4)]
        done += 1
    return [Result("bundled_secrets", done, failures)]


def secrets_generated(seed: int) -> list[Result]:
    """Generated rulesets that hide something and are accepted."""
    done, refused, failures = 0, 0, []
    for number in count(GENERATED_SEED + seed * 1000):
        text = ruleset(Chance(Seeded(number)))
        if "hand = " not in text and "cup = " not in text and "tally = " not in text:
            continue
        rules = accepted(text)
        if rules is None:
            refused += 1
            continue
        game = sr.new_game(rules, seats=rules.seats[-1], seed=number)
        found = list(positions(game, 12))
        for moment in {0, number % len(found)}:
            for seat in (None, number % game.seats):
                leak = leak_from(found[moment], seat, number, steps=3)
                failures += [] if leak is None else [f"seed {number}: {leak}"]
        done += 1
        if done >= GENERATED:
            break
    return [Result("generated_secrets", done, failures, {"rulesets with secrets refused by check": refused})]


def secrets_served(seed: int) -> list[Result]:
    """Games of bundled rulesets at a table of the server, with the requests of the client of every seat.

    Everything is compared, but equal views are drawn once: the picture depends on nothing else
    (`solenia_rules/pictures/drawing.py`). The tests in `tests/serve/test_secrets.py` draw every picture.
    """
    failures, seeds = [], range(seed * SERVED, (seed + 1) * SERVED)
    with tempfile.TemporaryDirectory() as folder, drawing_once():
        hub = Hub(SqliteStore(Path(folder) / "games.db"), Limits(), Bots(), Metrics())
        for seated in fewest_seatings():
            found = differences(hub, seated, seeds)
            failures += (
                [] if found is None else [f"{seated} seeds from {seeds[0]}: {found[0][:300]} or {found[1][:300]}"]
            )
    return [Result("served_secrets", SERVED * len(fewest_seatings()), failures)]


def planted(seed: int) -> list[Result]:
    """The tests with planted leaks, all in one round."""
    named = [sys.executable, "-m", "pytest", "-q", "-rA", *PLANTED_IN, "-k", "planted_leak or is_found or are_found"]
    done = subprocess.run(named, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    passed = [line for line in lines if line.startswith("PASSED")]
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return [Result("planted_leaks", len(passed) + len(failed), failed)]


# ---- everywhere the same -------------------------------------------------------------------------------

PLAY = """
import hashlib, json, platform, sys
import solenia_rules as sr
print(platform.python_implementation(), platform.python_version())
made = hashlib.sha256()
for name in json.loads(sys.argv[1]):
    rules = sr.load(name)
    for seed in range(int(sys.argv[2]), int(sys.argv[3])):
        made.update(repr(sr.playout(rules, rules.seats[seed % len(rules.seats)], seed).state).encode())
print(made.hexdigest())
"""


def pythons() -> list[str]:
    """The Pythons at hand that have what the engine needs: this one, and those named in SOLENIA_PYTHONS."""
    named = [path for path in os.environ.get("SOLENIA_PYTHONS", "").split(os.pathsep) if path]
    return [sys.executable, *named]


def everywhere(seed: int) -> list[Result]:
    """Whole random games of all bundled rulesets, by each Python at hand and with three hash seeds."""
    names, first, digests = json.dumps(playable()), seed * SEEDS, {}
    versions = set()
    for python in pythons():
        for hash_seed in ("0", "1", "random"):
            where = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
            command = [python, "-c", PLAY, names, str(first), str(first + SEEDS)]
            done = subprocess.run(command, cwd=ROOT, env=where, capture_output=True, text=True, check=True)
            version, digests[f"{python} {hash_seed}"] = done.stdout.split("\n")[:2]
            versions.add(version)
    differ = len(set(digests.values())) > 1
    failures = [f"seeds {first} to {first + SEEDS - 1}: {digests}"] if differ else []
    more = {f"seeds with 3 hash seeds, {len(playable())} rulesets, on {', '.join(sorted(versions))}": SEEDS}
    return [Result("same_everywhere", SEEDS, failures, more)]


# ---- kills ---------------------------------------------------------------------------------------------


def kills(seed: int) -> list[Result]:
    """A process that saves again and again is killed. Afterwards the file is a whole save, at least as new as the last
    one that was acknowledged."""
    texts = [game.dump() for game in positions(sr.new_game(loaded("herbalists"), seed=1), 100)]
    failures: list[str] = []
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        for number in range(KILLS):
            path.unlink(missing_ok=True)
            told = _killed_while_saving(path, texts, chance.random() * 0.02)
            kept = path.read_text("utf-8") if path.exists() else ""
            newest = texts.index(kept) if kept in texts else -1
            if newest < told or (kept and newest < 0):
                failures.append(f"seed {seed} kill {number}: save {told} was acknowledged, save {newest} is there")
    return [Result("killed_saves", KILLS, failures)]


def _killed_while_saving(path: Path, texts: list[str], seconds: float) -> int:
    """Kill a process that writes saves one after the other; returns the number of the last one that it acknowledged."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        for number, text in enumerate(texts):
            write_whole(path, text)
            os.write(writes, bytes([number]))
        signal.pause()
    os.close(writes)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told = os.read(reads, 10_000)
    os.close(reads)
    return told[-1] if told else -1


# ---- power cuts ----------------------------------------------------------------------------------------


def drops(seed: int) -> list[Result]:
    """The power is cut while saves are written, and while a server writes to its database. The disk drops any writes
    that were not synced."""
    failures: list[str] = []
    for number in range(seed * CUT_SAVES, (seed + 1) * CUT_SAVES):
        lost = lost_save(number)
        failures += [] if lost is None else [f"save, seed {number}: {lost}"]
    for number in range(seed * CUT_STORES, (seed + 1) * CUT_STORES):
        try:
            cut_power(number)
        except Exception as error:  # whatever is wrong with the database
            failures.append(f"database, seed {number}: {type(error).__name__}: {error}")
    more = {"power cuts while saving": CUT_SAVES, "power cuts of the database": CUT_STORES}
    return [Result("dropped_writes", CUT_SAVES + CUT_STORES, failures, more)]


# ---- the runs ------------------------------------------------------------------------------------------

RUNS: dict[str, Callable[[int], list[Result]]] = {
    run.__name__: run
    for run in (
        *(answers, saves, secrets_bundled, secrets_generated, secrets_served),
        *(everywhere, kills, drops, planted),
    )
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs", description=__doc__)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--tries", type=int, default=1000, help="how many tries are added")
    parser.add_argument("--anew", action="store_true", help="forget the results so far")
    asked = parser.parse_args()
    keep = write if asked.anew or asked.run == "planted" else add
    done, seed = 0, None
    while done < asked.tries:
        if seed is None:
            seed = 0 if asked.anew else _next_seed(asked.run)
        for result in RUNS[asked.run](seed):
            so_far = keep(evolve(result, next_seed=seed + 1))
            print(f"{result.promise}: {so_far.tries} tries, {len(so_far.failures)} failures", flush=True)
            print("\n".join(result.failures[:20]), end="\n" if result.failures else "", flush=True)
        done, seed, keep = done + result.tries, seed + 1, add
        if asked.run == "planted":
            return


def _next_seed(run: str) -> int:
    """The seed with which a run goes on."""
    before = read(PROMISED[run])
    return 0 if before is None else before.next_seed


if __name__ == "__main__":
    main()
