"""Jobs and batches as text, for other processes and other machines: JSON, nothing that could run."""

from __future__ import annotations

import json
from collections import Counter

from attrs import asdict, astuple, frozen

from solenia_rules.tools.lab.record import Batch, Deed, GameRecord, Use


@frozen
class Job:
    """What is to be played, but for which games of it. The rules are inside, so nothing else is needed."""

    rules: str
    """The resolved ruleset as text."""
    name: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    parts: bool = True
    """Whether to keep what gave how much and what was used; else only how games ended."""
    watched: str | None = None
    """An option to keep for each game who took it."""

    def text(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


def read_job(text: str) -> Job:
    given = json.loads(text)
    return Job(**{**given, "bots": tuple(given["bots"])})


def batch_text(batch: Batch) -> str:
    return json.dumps(
        {
            "games": [astuple(game, recurse=False) for game in batch.games],
            "uses": {key: astuple(use) for key, use in batch.uses.items()},
            "deeds": {key: astuple(deed) for key, deed in batch.deeds.items()},
            "course": [[seat, sorted(sums.items())] for seat, sums in batch.course.items()],
        }
    )


def read_batch(text: str) -> Batch:
    given = json.loads(text)
    games = [
        GameRecord(
            i, seed, tuple(winners), tuple(scores), length, capped, {k: tuple(v) for k, v in parts.items()}, taken
        )
        for i, seed, winners, scores, length, capped, parts, taken in given["games"]
    ]
    uses = {key: Use(*values) for key, values in given["uses"].items()}
    deeds = {key: Deed(*values) for key, values in given["deeds"].items()}
    course = {seat: Counter(dict(map(tuple, sums))) for seat, sums in given["course"]}
    return Batch(games, uses, deeds, course)
