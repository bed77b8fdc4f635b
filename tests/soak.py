"""Tries generated rulesets for hours: `python -m tests.soak --hours 2`.

Seeds run in batches, each in a process of its own, so that a crash or a hang of machine code is one failure and not the
end. A ruleset that fails is made small and kept in a folder. After each batch the tries and failures are added to the
result so far, and the next run goes on with further seeds. What a ruleset needs most time for is not tried with each:
one of several trials and machine code with some; the result counts each sort of trial.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path

from solenia_rules.text.frozen import frozen
from tests.generated.chance import Chance, Recorded, Seeded, shrunk
from tests.generated.coverage import used_by
from tests.generated.rulesets import ruleset
from tests.generated.trials import Depth, accepted, try_out
from tests.results import Result, add, read, write

PROMISE = "generated_rulesets"
BATCH = 100
BATCH_SECONDS = 600
ALONE_SECONDS = 120
"""Processor time of a batch, and of one seed."""
SHRINKING = 400
"""Tries to make a failure smaller."""
MACHINE_CODE_EVERY = 16
"""Machine code takes long to compile: every so many rulesets are compiled."""
NO_CACHE = f"{os.devnull}/none"
"""Where nothing can be kept: no ruleset is loaded twice."""
COUNTED_EVERY = 20
"""For every so many rulesets it is counted what of the language they use."""
SHARE = 7
"""Every ruleset is played; of the seven other trials it gets one. More rulesets find more than more trials do."""


@frozen
class Tally:
    """What a batch found."""

    tries: int
    used: Counter[str]
    reached: Counter[str]
    tried: Counter[str]
    failures: list[dict[str, str | int]]


def failure(text: str, depth: Depth, reached: Counter[str] | None = None) -> tuple[str | None, list[str]]:
    """What goes wrong with a ruleset, in one line; nothing if it is refused or keeps all promises. And what was tried
    with it: nothing if it is refused."""
    try:
        rules = accepted(text)
        return None, [] if rules is None else try_out(rules, text, depth, reached)
    except Exception as error:  # whatever leaves a trial is a failure
        frames = traceback.extract_tb(error.__traceback__)
        tried = next((frame.name for frame in reversed(frames) if frame.filename.endswith("trials.py")), "")
        return f"{tried}: {type(error).__name__}: {str(error)[:300]}", []


def same(one: str, other: str | None) -> bool:
    """Whether two failures are of the same sort: the same promise and the same exception."""
    return other is not None and one.split(": ")[:2] == other.split(": ")[:2]


def run_batch(seeds: Sequence[int], folder: Path) -> Tally:
    """The rulesets of some seeds."""
    used: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    failures: list[dict[str, str | int]] = []
    for seed in seeds:
        source = Seeded(seed)
        text = ruleset(Chance(source))
        depth = Depth(machine_code=seed % MACHINE_CODE_EVERY == 0, share=SHARE)
        found, trials = failure(text, depth, reached)
        tried.update(trials)
        if trials and seed % COUNTED_EVERY == 0:
            used.update(used_by(text))
        if found is not None:
            message = found
            smaller = shrunk(
                source.numbers,
                lambda numbers: same(message, failure(ruleset(Chance(Recorded(numbers))), depth)[0]),  # noqa: B023
                SHRINKING,
            )
            name = f"seed_{seed}.toml"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(
                f"# {message}\n".replace("\n", " ").strip() + "\n" + ruleset(Chance(Recorded(smaller)))
            )
            failures.append({"seed": seed, "message": message, "file": name})
    return Tally(len(seeds), used, reached, tried, failures)


def in_process(seeds: Sequence[int], folder: Path, seconds: int) -> Tally | None:
    """The same in a process of its own; nothing if the process dies or needs too much processor time. It is a copy of
    this process, so that nothing is imported again."""
    with tempfile.TemporaryDirectory() as place:
        told = Path(place) / "tally.json"
        child = get_context("fork").Process(target=_tell_batch, args=(seeds, folder, seconds, told))
        child.start()
        child.join()
        if child.exitcode != 0:
            return None
        tries, used, reached, tried, failures = json.loads(told.read_text())
        return Tally(tries, Counter(used), Counter(reached), Counter(tried), failures)


def _tell_batch(seeds: Sequence[int], folder: Path, seconds: int, told: Path) -> None:
    """Run a batch, and write what it found to a file."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 10))
    os.environ["XDG_CACHE_HOME"] = NO_CACHE
    made = run_batch(seeds, folder)
    told.write_text(json.dumps([made.tries, made.used, made.reached, made.tried, made.failures]))


def tallies(first: int, deadline: float, folder: Path) -> Iterator[Tally]:
    """Batch after batch until a moment. The seeds of a batch that dies are tried one by one."""
    while time.monotonic() < deadline:
        seeds = range(first, first + BATCH)
        first += BATCH
        found = in_process(seeds, folder, BATCH_SECONDS)
        if found is not None:
            yield found
            continue
        for seed in seeds:
            alone = in_process([seed], folder, ALONE_SECONDS)
            lost: dict[str, str | int] = {"seed": seed, "message": "the process died or took too long", "file": ""}
            yield alone or Tally(1, Counter(), Counter(), Counter(), [lost])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="how long it goes on")
    parser.add_argument("--seed", type=int, help="the first seed; without it, the run goes on after the last result")
    parser.add_argument("--anew", action="store_true", help="forget the results so far")
    parser.add_argument("--folder", type=Path, default=Path(".cache/soak"), help="where failures are kept")
    asked = parser.parse_args()
    os.nice(19)
    if asked.anew:
        write(Result(PROMISE, 0, []))
    before = read(PROMISE)
    first = asked.seed if asked.seed is not None else 0 if before is None else before.next_seed
    used: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    for tally in tallies(first, time.monotonic() + asked.hours * 3600, asked.folder):
        used, reached, first = used + tally.used, reached + tally.reached, first + tally.tries
        failures = [f"seed {one['seed']}: {one['message']}" for one in tally.failures]
        so_far = add(Result(PROMISE, tally.tries, failures, tally.tried, first))
        print(f"{so_far.tries} rulesets, {so_far.more.get('played', 0)} accepted, {len(so_far.failures)} failures",
              file=sys.stderr, flush=True)  # fmt: skip
    print(json.dumps({"used": used, "reached": reached}))


if __name__ == "__main__":
    main()
