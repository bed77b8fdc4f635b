"""The lab for notebooks: many games, or two rulesets compared, with one call. The results show themselves as tables and
as bars with their intervals."""

from __future__ import annotations

from attrs import frozen

from solenia_rules.api.requests import check_seed
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.text.html import html_block, html_line, html_table
from solenia_rules.tools.lab.comparison import Comparison, Verdict, compare
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.metrics import check_texts, read_metric, usual_metric
from solenia_rules.tools.lab.runner import MOST_GAMES, make_job, run, workers
from solenia_rules.tools.lab.summary import Summary, apart, summarize, telling

PIECE = 64
MOST_ROWS = 12
WIDTH, BAR = 420, 22
VERDICTS: dict[Verdict, str] = {
    "more": "the second gives more",
    "less": "the second gives less",
    "alike": "they differ by less than the threshold",
    "same": "no pair differs",
    "open": "not enough games to tell",
}


@frozen
class Simulation:
    """The results of many games between bots."""

    title: str
    bots: tuple[str, ...]
    seed: int
    summary: Summary

    def _repr_html_(self) -> str:
        found = self.summary
        rows = [
            (f"seat {seat + 1}", bot, _share(one.wins), _number(one.score))
            for seat, (bot, one) in enumerate(zip(self.bots, found.results, strict=True))
        ]
        caption = f"{self.title}: {found.games} games, seed {self.seed}"
        parts = [html_table(("", "bot", "wins", "score"), rows, caption)]
        parts.append(_bars([(f"seat {seat + 1}", one.wins) for seat, one in enumerate(found.results)], found.fair))
        told = f"answers a game: {_number(found.length)}; shared wins {found.shared}, draws {found.drawn}"
        parts.append(html_line(told))
        if found.parts:
            sources = [(name, _number(value)) for name, value in found.parts.items()]
            parts.append(html_table(("points from", "of a seat in a game"), sources))
        ordered = sorted(found.options, key=lambda one: (-abs(apart(one)), -telling(one, found.fair), one.name))
        if ordered:
            options = [
                (one.name, one.offered, one.taken, _share(one.when_taken), _share(one.when_passed))
                for one in ordered[:MOST_ROWS]
            ]
            head = ("option", "offered", "taken", "wins if taken", "wins if never taken")
            parts.append(html_table(head, options, "Options that differ most"))
        return html_block(*parts)


@frozen
class Compared:
    """How two rulesets differ."""

    titles: tuple[str, str]
    found: Comparison

    def _repr_html_(self) -> str:
        metric, share = self.found.metric, self.found.metric.share
        say = _share if share else _number
        rows = [
            (f"first: {self.titles[0]}", say(self.found.first)),
            (f"second: {self.titles[1]}", say(self.found.second)),
            ("difference", say(self.found.judged.difference)),
        ]
        caption = f"{metric.name}, {self.found.games} pairs of games: {VERDICTS[self.found.judged.verdict]}"
        return html_table(("", metric.name), rows, caption)


def simulate(
    rules: Ruleset, games: int = 200, bots: str = "greedy", seats: int | None = None, seed: int = 1
) -> Simulation:
    """Play many games between bots."""
    _check(games, seed)
    job = make_job(rules, seats, bots, seed)
    with workers(1, None) as team:
        outcome = run(job, 0, games, PIECE, team, lambda _done: None)
    if not outcome.batch.games:
        raise LabError("stopped before any game was over")
    return Simulation(rules.title, job.bots, seed, summarize(outcome.batch, job.seats))


def compare_rules(
    first: Ruleset, second: Ruleset, games: int = 1000, bots: str = "greedy", seats: int | None = None, seed: int = 1,
    metric: str | None = None, threshold: float = 0.0,
) -> Compared:  # fmt: skip
    """Play two rulesets on the same seeds until it is settled which one gives more, or until all games are played."""
    _check(games, seed)
    one, other = (make_job(rules, seats, bots, seed) for rules in (first, second))
    if one.seats != other.seats:
        raise LabError(f"the first starts with {one.seats} seats and the second with {other.seats}: say how many")
    scored = all(any(counter.score for counter in rules.world.counters) for rules in (first, second))
    measured = read_metric(metric or usual_metric(scored), one.seats, scored)
    check_texts(measured, (first, second))
    with workers(1, None) as team:
        found = compare((one, other), measured, games, threshold, PIECE, team, lambda _done: None)
    return Compared((_title(first, second), _title(second, first)), found)


def _title(rules: Ruleset, other: Ruleset) -> str:
    """The title, with the parameters in which two versions of the same rules differ."""
    values = {one.id: one.value for one in other.params.values()}
    differing = [
        f"{one.id} = {one.value}" for one in rules.params.values() if values.get(one.id, one.value) != one.value
    ]
    return f"{rules.title} ({', '.join(differing)})" if differing else rules.title


def _check(games: int, seed: int) -> None:
    check_seed(seed)
    if not 1 <= games <= MOST_GAMES:
        raise LabError(f"the number of games is from 1 to {MOST_GAMES}")


def _share(measured: Measured) -> str:
    if not measured.count:
        return ""
    return f"{measured.value:.1%} ({measured.interval.low:.1%} to {measured.interval.high:.1%})"


def _number(measured: Measured | None) -> str:
    if measured is None:
        return ""
    return f"{measured.value:.2f} ({measured.interval.low:.2f} to {measured.interval.high:.2f})"


def _bars(shares: list[tuple[str, Measured]], fair: float) -> str:
    """Shares as bars with their intervals, and a line where all seats are equally strong."""
    left, scale = 70, WIDTH - 80
    made = []
    for index, (name, one) in enumerate(shares):
        y = index * BAR + 4
        low, high = left + one.interval.low * scale, left + one.interval.high * scale
        made.append(f'<text x="0" y="{y + 12}" font-size="12" fill="currentColor">{name}</text>')
        made.append(f'<rect x="{left}" y="{y}" width="{one.value * scale:.1f}" height="14" fill="#4682b4"/>')
        made.append(f'<path d="M{low:.1f} {y + 7}H{high:.1f}" stroke="currentColor" stroke-width="2"/>')
    x, height = left + fair * scale, len(shares) * BAR
    made.append(f'<path d="M{x:.1f} 0V{height}" stroke="currentColor" stroke-dasharray="3 3"/>')
    label = "shares of wins with their intervals"
    return f'<svg role="img" aria-label="{label}" width="{WIDTH}" height="{height}">{"".join(made)}</svg>'
