"""Writes the files of a run: a line for each game, option and text, and a manifest. The same run gives the same
bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from solenia_rules.api.version import VERSION
from solenia_rules.tools.lab.findings import findings
from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.summary import Summary, json_of
from solenia_rules.tools.lab.telling_feel import feel_data
from solenia_rules.tools.lab.telling_strengths import strengths_data
from solenia_rules.tools.lab.telling_strong import strong_data
from solenia_rules.tools.lab.told import Told
from solenia_rules.tools.lab.wire import Job


def games_csv(batch: Batch, seats: int) -> str:
    names = sorted({name for game in batch.games for name in game.parts})
    scored = any(game.scores for game in batch.games)
    head = ["game", "seed", "winners", "answers", "capped", "stuck", "stuck where"]
    head += [f"score {seat + 1}" for seat in range(seats)] if scored else []
    head += [f"{name} {seat + 1}" for name in names for seat in range(seats)]
    none = (0,) * seats
    rows = (
        [
            game.index, game.seed, " ".join(str(seat + 1) for seat in game.winners), game.length, int(game.capped),
            sum(game.stuck.values()) if game.seen else "", "; ".join(game.stuck),
            *game.scores, *(value for name in names for value in game.parts.get(name, none)),
        ]
        for game in batch.games
    )  # fmt: skip
    return _csv(head, rows)


def options_csv(summary: Summary) -> str:
    head = ["option", "offered", "taken", "seats offered", "seats taken"]
    head += ["wins when taken", "low", "high", "wins when passed by", "low", "high"]
    rows = (
        [
            one.name, one.offered, one.taken, one.seats_offered, one.seats_taken,
            *_digits(one.when_taken), *_digits(one.when_passed),
        ]
        for one in summary.options
    )  # fmt: skip
    return _csv(head, rows)


def texts_csv(summary: Summary) -> str:
    rows = ([one.name, one.times, one.seats, *_digits(one.wins)] for one in summary.texts)
    return _csv(["text", "times", "seats", "wins", "low", "high"], rows)


def _digits(measured: Measured) -> list[str]:
    """A share and its interval; empty if nothing was counted."""
    if not measured.count:
        return ["", "", ""]
    return [f"{x:.4f}" for x in (measured.value, measured.interval.low, measured.interval.high)]


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return made.getvalue()


def manifest(told: Told, asked: int) -> dict[str, object]:
    """Everything needed to play the same games again, and their results."""
    rules, job, summary, unused = told.rules, told.job, told.summary, told.unused
    settled, unsettled = findings(summary, job.bots, told.tests, "en")
    return {
        "engine": VERSION,
        "ruleset": rules.id,
        "digest": rules.digest,
        "params": {name: param.value for name, param in sorted(rules.params.items())},
        "seats": job.seats,
        "bots": list(job.bots),
        "seed": job.seed,
        "games asked": asked,
        "games": summary.games,
        "seat results": [{"wins": json_of(r.wins), "score": json_of(r.score)} for r in summary.results],
        "shared wins": summary.shared,
        "draws": summary.drawn,
        "capped": summary.capped,
        "games with a stuck seat": summary.stuck_games,
        "stuck": summary.stuck,
        "answers": json_of(summary.length),
        "score": json_of(summary.score),
        "margin": json_of(summary.margin),
        "parts": {name: json_of(value) for name, value in summary.parts.items()},
        "along the game": [[round(value, 3) for value in values] for values in summary.way],
        "never asked": list(unused.never_asked),
        "never offered": list(unused.never_offered),
        "never taken": list(unused.never_taken),
        "never did anything": list(unused.never_did),
        **strengths_data(told.strengths, told.claims),
        **({"feel": feel_data(told.impression)} if told.impression is not None else {}),
        **({"strong": strong_data(told.strong, summary, told.strong_with)} if told.strong is not None else {}),
        "settled": settled,
        "not enough games to tell": unsettled,
    }


def details(summary: Summary) -> dict[str, object]:
    """Every option and text, as data for programs."""
    return {
        "options": [
            {
                "option": one.name, "offered": one.offered, "taken": one.taken, "seats offered": one.seats_offered,
                "seats taken": one.seats_taken, "wins when taken": json_of(one.when_taken),
                "wins when passed by": json_of(one.when_passed),
            }
            for one in summary.options
        ],
        "texts": [
            {"text": one.name, "times": one.times, "seats": one.seats, "wins": json_of(one.wins)}
            for one in summary.texts
        ],
    }  # fmt: skip


def write_files(folder: Path, batch: Batch, job: Job, summary: Summary, told: dict[str, object]) -> tuple[str, ...]:
    """Write all files; returns their names."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        "games.csv": games_csv(batch, job.seats),
        "options.csv": options_csv(summary),
        "texts.csv": texts_csv(summary),
        "manifest.json": json.dumps(told, indent=2, ensure_ascii=False) + "\n",
    }
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return tuple(made)
