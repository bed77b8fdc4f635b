"""Many games between bots, played in short stretches so that the page stays responsive, and what they tell.

A run begins with the rules as they are. The page asks for the next stretch as long as it likes; each answer holds the
figures of all games so far, with their intervals. A run can play the version before on the same seeds, to compare.
"""

from __future__ import annotations

from math import isfinite
from time import monotonic

from attrs import define, field

from solenia_rules.api.loading import load_text
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.rules.errors import RulesetError
from solenia_rules.studio.drafts import Draft
from solenia_rules.studio.json_shapes import Asked, Json, Refusal, number_in, text_in
from solenia_rules.studio.option_words import option_words
from solenia_rules.tools.lab.chunk import play_games
from solenia_rules.tools.lab.comparison import judge
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.intervals import LEVEL, Measured
from solenia_rules.tools.lab.metrics import read_metric
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import make_job
from solenia_rules.tools.lab.summary import Summary, json_of, summarize
from solenia_rules.tools.lab.wire import Job

MOST_OPTIONS = 40
MOST_GAMES = 100_000


@define
class Run:
    """Games of one version of the rules, and those of the version before on the same seeds."""

    rules: Ruleset
    job: Job
    wanted: int
    batch: Batch = field(factory=Batch)
    before: Ruleset | None = None
    job_before: Job | None = None
    batch_before: Batch = field(factory=Batch)
    spent: float = 0.0
    """Seconds of playing."""


class ManyGames:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.run: Run | None = None

    def begin(self, asked: Asked) -> Json:
        """A new run; `before` is the text of another version to compare with, resolved, or empty."""
        rules, wanted = self.draft.playable(), number_in(asked, "games")
        if not 0 < wanted <= MOST_GAMES:
            raise Refusal(f"a run has 1 to {MOST_GAMES} games")
        seats, bots, seed = number_in(asked, "seats"), text_in(asked, "bots", "random"), number_in(asked, "seed", 1)
        try:
            self.run = Run(rules, make_job(rules, seats, bots, seed), wanted)
            before = text_in(asked, "before", "")
            if before:
                self.run.before = load_text(before, rules.id)
                self.run.job_before = make_job(self.run.before, seats, bots, seed)
        except LabError as problem:
            raise Refusal(str(problem)) from None
        except RulesetError as problem:
            raise Refusal(f"the version before cannot be played: {problem}") from None
        return {"digest": rules.digest}

    def version(self, asked: Asked) -> Json:
        """The present rules as one text, to compare later versions with."""
        rules = self.draft.playable()
        return {"digest": rules.digest, "text": rules.text()}

    def more(self, asked: Asked) -> Json:
        """Play for about `seconds` thousandths of a second, and tell the figures so far."""
        run = self.run
        if run is None:
            raise Refusal("no games were begun")
        begun = monotonic()
        until = begun + number_in(asked, "milliseconds", 50) / 1000
        while len(run.batch.games) < run.wanted:
            number = len(run.batch.games)
            run.batch.add(play_games(run.job, run.rules, number, 1))
            if run.before is not None and run.job_before is not None:
                run.batch_before.add(play_games(run.job_before, run.before, number, 1))
            if monotonic() >= until:
                break
        run.spent += monotonic() - begun
        return self._told(run) if asked.get("figures", True) else {"games": len(run.batch.games)}

    def _told(self, run: Run) -> Json:
        seats = run.job.seats
        made: dict[str, Json] = {
            "wanted": run.wanted,
            "bots": list(run.job.bots),
            "seconds": round(run.spent, 2),
            **_figures(summarize(run.batch, seats), run.rules),
        }
        lengths: list[Json] = [game.length for game in run.batch.games]
        scores: list[Json] = [sum(game.scores) for game in run.batch.games if game.scores]
        made |= {"lengths": lengths, "totals": scores}
        if run.before is not None:
            made["before"] = _figures(summarize(run.batch_before, seats), run.before)
            made["compared"] = _compared(run)
        return made


def _figures(found: Summary, rules: Ruleset) -> dict[str, Json]:
    """The figures that the page shows; intervals are of 95 %."""
    options: list[Json] = [
        {**option_words(rules, one.name), "offered": one.offered, "taken": one.taken, "wins": _measured(one.when_taken),
         "wins_passed": _measured(one.when_passed)}
        for one in sorted(found.options, key=lambda one: -one.seats_taken)[:MOST_OPTIONS]
    ]  # fmt: skip
    return {
        "games": found.games,
        "seats": [{"wins": _measured(one.wins), "score": _measured(one.score)} for one in found.results],
        "shared": found.shared, "drawn": found.drawn, "capped": found.capped, "stuck": found.stuck_games,
        "length": _measured(found.length), "score": _measured(found.score), "margin": _measured(found.margin),
        "parts": {name: _measured(part) for name, part in list(found.parts.items())[:MOST_OPTIONS]},
        "options": options, "all": len(found.options), "fair": found.fair,
    }  # fmt: skip


def _measured(measured: Measured | None) -> Json:
    """A value with its interval; None if there are too few games for an interval."""
    told = json_of(measured)
    return dict(told) if told is not None and all(map(isfinite, told.values())) else None


def _compared(run: Run) -> Json:
    """The length and the score of each game minus those of the same seed before."""
    made: dict[str, Json] = {}
    scored = all(game.scores for game in run.batch.games)
    for name in ("length", "score") if scored else ("length",):
        metric = read_metric(name, run.job.seats, scored)
        pairs = zip(run.batch_before.games, run.batch.games, strict=True)
        found = judge(metric, [metric.value(now) - metric.value(was) for was, now in pairs], LEVEL, 0.0)
        made[name] = {"difference": _measured(found.difference), "differing": found.differing, "verdict": found.verdict}
    return made
