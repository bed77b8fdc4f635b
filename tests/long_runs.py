"""Long runs of single promises: `python -m tests.long_runs answers --tries 100000`.

Each run tries a promise so many times and writes its result as JSON (`tests/results.py`). Runs go on with further seeds
until the tries are done, so that a short run is the beginning of a long one.
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
from itertools import count, pairwise
from pathlib import Path

import solenia_rules as sr
from solenia_rules.api.game import Game
from solenia_rules.cli.saves import write_whole
from tests.generated.chance import Chance, Seeded
from tests.generated.rulesets import ruleset
from tests.generated.trials import accepted
from tests.interference import leaks
from tests.playing import Seated, all_seatings, loaded, playable, positions, state_of
from tests.results import Result, write

ROOT = Path(__file__).parents[1]
GENERATED_SEED = 10_000_000
"""Far from the seeds of the soak."""


def games() -> Iterator[tuple[Seated, int, Game]]:
    """Games of all bundled rulesets with all numbers of seats, round after round with other seeds."""
    for seed in count(1):
        for seated in all_seatings():
            yield seated, seed, seated.new(seed)


# ---- answers -------------------------------------------------------------------------------------------


def answers(tries: int) -> list[Result]:
    """Legal answers are taken; three times as many illegal ones are refused, and the state stays the same."""
    legal, illegal = 0, 0
    failures: list[str] = []
    for seated, seed, game in games():
        chance = random.Random(seed)
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
            if legal >= tries:
                return [Result("legal_answers", legal, failures), Result("illegal_answers", illegal, failures)]
    raise AssertionError


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


def saves(tries: int) -> list[Result]:
    """Saves that are cut off, altered, or altered and signed again are refused or give the same game."""
    done, failures = 0, []
    for seated, seed, game in games():
        chance = random.Random(seed)
        *_before, end = positions(game, chance.randrange(1, 40))
        text = end.dump()
        want = state_of(end)
        for _ in range(50):
            done += 1
            altered = alter(text, chance)
            try:
                found = sr.restore(altered)
            except sr.SaveError:
                continue
            except Exception as error:  # anything else than the documented error
                failures.append(f"{seated} seed {seed}: {type(error).__name__}")
                continue
            if state_of(found) != want and json.loads(altered)["answers"] == json.loads(text)["answers"]:
                failures.append(f"{seated} seed {seed}: another game came back")
        if done >= tries:
            return [Result("altered_saves", done, failures)]
    raise AssertionError


def alter(text: str, chance: random.Random) -> str:
    """A save with a fault in it."""
    place = chance.randrange(len(text))
    match chance.randrange(4):
        case 0:
            return text[:place]
        case 1:
            return text[:place] + chr(ord(text[place]) ^ 1 << chance.randrange(7)) + text[place + 1 :]
        case 2:
            return text[:place] + text[place + chance.randrange(1, 9) :]
        case _:
            made = json.loads(text)
            key = chance.choice([key for key in made if key != "checksum"])
            made[key] = chance.choice((None, 0, -1, 1.0, True, "", [], {}, ["x"], 10**30, "no"))
            made.pop("checksum", None)
            plain = json.dumps(made, sort_keys=True, ensure_ascii=True)
            return json.dumps({**made, "checksum": hashlib.sha256(plain.encode()).hexdigest()})


# ---- secrets -------------------------------------------------------------------------------------------


def secrets_bundled(tries: int) -> list[Result]:
    """Games of bundled rulesets, from three positions each, for every seat."""
    done, failures = 0, []
    for seated, seed, game in games():
        failures += [f"{seated} seed {seed}: {leak}" for leak in leaks([game], seed, looks=2, steps=4)]
        done += 1
        if done >= tries:
            return [Result("bundled_secrets", done, failures)]
    raise AssertionError


def secrets_generated(tries: int) -> list[Result]:
    """Generated rulesets that hide something and are accepted."""
    done, refused, failures = 0, 0, []
    for seed in count(GENERATED_SEED):
        text = ruleset(Chance(Seeded(seed)))
        if "hand = " not in text and "cup = " not in text and "tally = " not in text:
            continue
        rules = accepted(text)
        if rules is None:
            refused += 1
            continue
        game = sr.new_game(rules, seats=rules.seats[-1], seed=seed)
        failures += [f"seed {seed}: {leak}" for leak in leaks([game], seed, looks=2, steps=4)]
        done += 1
        if done >= tries:
            return [Result("generated_secrets", done, failures, {"rulesets with secrets refused by check": refused})]
    raise AssertionError


def planted(tries: int) -> list[Result]:
    """The tests with planted leaks."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/api/test_interference.py", "-k", "planted or found", "-rf"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    passed = int(next((word for word, kind in _pairs(done.stdout) if kind.startswith("passed")), "0"))
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return [Result("planted_leaks", passed + len(failed), failed)]


def _pairs(text: str) -> list[tuple[str, str]]:
    words = text.replace(",", " ").split()
    return list(pairwise(words))


# ---- everywhere the same -------------------------------------------------------------------------------

PLAY = """
import hashlib, json, sys
import solenia_rules as sr
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


def everywhere(tries: int) -> list[Result]:
    """Whole random games of all bundled rulesets, by each Python at hand and with three hash seeds, in parts."""
    names, part, failures = json.dumps(playable()), 20, []
    for start in range(0, tries, part):
        digests = {}
        for python in pythons():
            for hash_seed in ("0", "1", "random"):
                where = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
                command = [python, "-c", PLAY, names, str(start), str(min(tries, start + part))]
                done = subprocess.run(command, cwd=ROOT, env=where, capture_output=True, text=True, check=True)
                digests[f"{python} {hash_seed}"] = done.stdout.strip()
        if len(set(digests.values())) > 1:
            failures.append(f"seeds {start} to {start + part - 1}: {digests}")
    more = {"rulesets": len(playable()), "Pythons": len(pythons()), "hash seeds": 3}
    return [Result("same_everywhere", tries, failures, more)]


# ---- kills ---------------------------------------------------------------------------------------------


def kills(tries: int) -> list[Result]:
    """A process that saves again and again is killed. Afterwards the file is a whole save, at least as new as the last
    one that was acknowledged."""
    texts = [game.dump() for game in positions(sr.new_game(loaded("herbalists"), seed=1), 100)]
    failures: list[str] = []
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        for number in range(tries):
            path.unlink(missing_ok=True)
            told = _killed_while_saving(path, texts, chance.random() * 0.02)
            kept = path.read_text("utf-8") if path.exists() else ""
            newest = texts.index(kept) if kept in texts else -1
            if newest < told or (kept and newest < 0):
                failures.append(f"kill {number}: save {told} was acknowledged, save {newest} is there")
    return [Result("killed_saves", tries, failures)]


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


RUNS: dict[str, Callable[[int], list[Result]]] = {
    run.__name__: run for run in (answers, saves, secrets_bundled, secrets_generated, planted, everywhere, kills)
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs", description=__doc__)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--tries", type=int, default=1000)
    asked = parser.parse_args()
    loaded(playable()[0])
    for result in RUNS[asked.run](asked.tries):
        write(result)
        print(f"{result.promise}: {result.tries} tries, {len(result.failures)} failures")
        print("\n".join(result.failures[:20]))


if __name__ == "__main__":
    main()
