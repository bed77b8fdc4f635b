"""Tries generated rulesets for hours: `python -m tests.soak --hours 2`.

Seeds run in batches, each in a process of its own, so that a crash or a hang of machine code is one failure and not the
end. A ruleset that fails is made small and kept in a folder. At the end the tries and failures are written as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from solenia_rules.text.frozen import frozen
from tests.generated.chance import Chance, Recorded, Seeded, shrunk
from tests.generated.coverage import used_by
from tests.generated.rulesets import ruleset
from tests.generated.trials import Depth, accepted, try_out
from tests.results import Result, write

BATCH = 50
BATCH_SECONDS = 600
ALONE_SECONDS = 120
"""Processor time of a batch, and of one seed."""
SHRINKING = 400
"""Tries to make a failure smaller."""
MACHINE_CODE_EVERY = 4
"""Machine code takes most of the time: every so many rulesets are compiled."""


@frozen
class Tally:
    """What a batch found."""

    tries: int
    accepted: int
    used: Counter[str]
    reached: Counter[str]
    failures: list[dict[str, str | int]]


def failure(text: str, depth: Depth, reached: Counter[str] | None = None) -> str | None:
    """What goes wrong with a ruleset, in one line; nothing if it is refused or keeps all promises."""
    try:
        rules = accepted(text)
        if rules is not None:
            try_out(rules, text, depth, reached)
    except Exception as error:  # whatever leaves a trial is a failure
        frames = traceback.extract_tb(error.__traceback__)
        tried = next((frame.name for frame in reversed(frames) if frame.filename.endswith("trials.py")), "")
        return f"{tried}: {type(error).__name__}: {str(error)[:300]}"
    return None


def same(one: str, other: str | None) -> bool:
    """Whether two failures are of the same sort: the same promise and the same exception."""
    return other is not None and one.split(": ")[:2] == other.split(": ")[:2]


def run_batch(seeds: Sequence[int], folder: Path) -> Tally:
    """The rulesets of some seeds."""
    used: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    failures: list[dict[str, str | int]] = []
    number = 0
    for seed in seeds:
        source = Seeded(seed)
        text = ruleset(Chance(source))
        depth = Depth(machine_code=seed % MACHINE_CODE_EVERY == 0)
        found = failure(text, depth, reached)
        if found is None and accepted(text) is not None:
            number += 1
            used.update(used_by(text))
        if found is not None:
            message = found
            smaller = shrunk(
                source.numbers,
                lambda numbers: same(message, failure(ruleset(Chance(Recorded(numbers))), depth)),  # noqa: B023
                SHRINKING,
            )
            name = f"seed_{seed}.toml"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(
                f"# {message}\n".replace("\n", " ").strip() + "\n" + ruleset(Chance(Recorded(smaller)))
            )
            failures.append({"seed": seed, "message": message, "file": name})
    return Tally(len(seeds), number, used, reached, failures)


def in_process(seeds: Sequence[int], folder: Path, seconds: int) -> Tally | None:
    """The same in a process of its own; nothing if the process dies or needs too much processor time."""
    command = [sys.executable, "-m", "tests.soak", "--batch", *map(str, seeds), "--folder", str(folder)]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 10))

    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)
    if done.returncode != 0:
        return None
    found = json.loads(done.stdout.splitlines()[-1])
    return Tally(
        found["tries"], found["accepted"], Counter(found["used"]), Counter(found["reached"]), found["failures"]
    )


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
            yield alone or Tally(1, 0, Counter(), Counter(), [lost])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="how long it goes on")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--folder", type=Path, default=Path(".cache/soak"), help="where failures are kept")
    parser.add_argument("--batch", type=int, nargs="+", help="only these seeds, in this process")
    asked = parser.parse_args()
    if asked.batch:
        made = run_batch(asked.batch, asked.folder)
        print(json.dumps({**{name: getattr(made, name) for name in ("tries", "accepted", "failures")},
                          "used": dict(made.used), "reached": dict(made.reached)}))  # fmt: skip
        return
    os.nice(19)
    tries = number = 0
    used: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    failures: list[dict[str, str | int]] = []
    for tally in tallies(asked.seed, time.monotonic() + asked.hours * 3600, asked.folder):
        tries, number = tries + tally.tries, number + tally.accepted
        used, reached = used + tally.used, reached + tally.reached
        failures += tally.failures
        print(f"{tries} rulesets, {number} accepted, {len(failures)} failures", file=sys.stderr, flush=True)
        write(Result("generated_rulesets", tries, [str(one["message"]) for one in failures],
                     {"accepted": number, "first seed": asked.seed}))  # fmt: skip
    print(json.dumps({"tries": tries, "accepted": number, "failures": failures, "used": used, "reached": reached}))


if __name__ == "__main__":
    main()
