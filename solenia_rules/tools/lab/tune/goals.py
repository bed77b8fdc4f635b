"""Goals in the words of users: `seat 1 wins 48% to 52%`, `score_tiles is 50% to 60% of points`, `length 70 to 90`,
`skill at least 3 steps`. A goal is a measure and the values that it should have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import inf
from typing import Literal, TypeAlias

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.holders import holders
from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.metrics import KEYED, MEANING, UNKEYED, check_texts, read_metric
from solenia_rules.tools.lab.tune.measures import FELT_NAMES, Measure, OfFeel, OfGames, OfPoints, OfSkill, bounds

Verdict: TypeAlias = Literal["met", "missed", "open"]
"""`met`: the whole interval is within the goal; `missed`: the whole interval is outside; `open`: neither."""

_NUMBER = r"(-?\d{1,9}(?:\.\d{1,6})?)\s*(%?)"
_GOAL = re.compile(
    rf"(?P<what>.+?)\s+(?:(?:is|are)\s+)?(?:(?P<side>at least|at most)\s+{_NUMBER}|{_NUMBER}\s+to\s+{_NUMBER})"
    r"(?:\s+(?P<unit>[a-z ]+))?"
)
_SEAT_WINS = re.compile(r"seat (\d+) wins?")
_SEAT_SCORE = re.compile(r"score of seat (\d+)")
EACH_SEAT = "each seat wins"
OF_POINTS = ("of points", "of the points", "of all points")
UNITS = ("", "steps", "step", "turns", "answers", "points", "options", "times", "of games", "of the games", "of turns")
"""Words after the numbers that say nothing more."""
NEAR = 0.05, 0.1
"""How far from a bound of one side counts as 1: of shares 5 percent points, of amounts a tenth of the bound."""
EXAMPLES = (
    "seat 1 wins 48% to 52%",
    "each seat wins 30% to 37%",
    "TEXT is 50% to 60% of points",
    "length 70 to 90",
    "comebacks at least 20%",
    "skill at least 3 steps",
)


@frozen
class Goal:
    """A measure, and the lowest and the highest value that it should have."""

    text: str
    what: str
    """The words of its measure."""
    measure: Measure
    low: float
    high: float

    @property
    def about(self) -> str:
        """What is measured, as a text: equal for goals about the same measure."""
        return self.measure.metric.name if isinstance(self.measure, OfGames) else repr(self.measure)

    @property
    def unit(self) -> float:
        """How far outside counts as 1: half of the width, so that narrow goals are taken as seriously as wide ones."""
        if self.high < inf and self.low > -inf and self.high > self.low:
            return (self.high - self.low) / 2
        if isinstance(self.measure, OfSkill):
            return 1.0
        bound = self.low if self.low > -inf else self.high
        return NEAR[0] if self.measure.share else max(NEAR[1], NEAR[1] * abs(bound))

    def shortfall(self, value: float) -> float:
        """How far a value is outside, in units; 0 if it is within the goal."""
        return max(0.0, self.low - value, value - self.high) / self.unit

    def loss(self, value: float) -> float:
        """What the search makes small: the shortfall, and a little for being near a bound, because a value in the
        middle is settled sooner."""
        if self.low == -inf or self.high == inf:
            return self.shortfall(value)
        return self.shortfall(value) + 0.1 * min(1.0, abs(value - (self.low + self.high) / 2) / self.unit)

    def judge(self, found: Measured | None) -> Verdict:
        if found is None or not found.count:
            return "open"
        if self.low <= found.interval.low and found.interval.high <= self.high:
            return "met"
        if found.interval.high < self.low or found.interval.low > self.high:
            return "missed"
        return "open"


def read_goals(texts: Sequence[str], rules: Ruleset, seats: int) -> tuple[Goal, ...]:
    """All goals; raises `LabError` with what to write instead."""
    found = [goal for text in texts for goal in _read(" ".join(text.split()), rules, seats)]
    for number, goal in enumerate(found):
        for other in found[:number]:
            if other.about == goal.about and (goal.low > other.high or other.low > goal.high):
                raise LabError(f"`{other.text}` and `{goal.text}` cannot both be reached")
    watched = {goal.about for goal in found if isinstance(goal.measure, OfGames) and goal.measure.metric.watched}
    if len(watched) > 1:
        raise LabError(f"only one goal can be about a taken option, not {len(watched)}")
    return tuple(found)


def _read(text: str, rules: Ruleset, seats: int) -> Iterator[Goal]:
    match = _GOAL.fullmatch(text)
    if match is None:
        raise LabError(f"--goal `{text}`: say what should have which values, such as {_examples()}")
    side, first, first_percent, low, low_percent, high, high_percent = match.group(2, 3, 4, 5, 6, 7, 8)
    numbers = [float(number) for number in (first, low, high) if number is not None]
    percents = {sign for number, sign in ((first, first_percent), (high, high_percent)) if number is not None}
    if low is not None and low_percent and not high_percent:
        raise LabError(f"--goal `{text}`: write % after both numbers")
    unit = match["unit"] or ""
    if unit not in (*OF_POINTS, *UNITS):
        hint = did_you_mean(unit, (*OF_POINTS, *UNITS))
        raise LabError(f"--goal `{text}`: after the numbers, `{unit}` is not known" + (f"; {hint}" if hint else ""))
    for measure in _measures(match["what"].lower(), match["what"], unit in OF_POINTS, text, rules, seats):
        shown = text if match["what"].lower() != EACH_SEAT or not isinstance(measure, OfGames) else (
            f"seat {measure.metric.name.partition(':')[2]} wins{text[len(EACH_SEAT):]}"
        )  # fmt: skip
        what = match["what"] if shown == text else shown.partition(" wins")[0] + " wins"
        yield _goal(shown, what, measure, side, numbers, "%" in percents)


def _goal(text: str, what: str, measure: Measure, side: str | None, numbers: Sequence[float], percent: bool) -> Goal:
    if percent and not measure.share:
        raise LabError(f"--goal `{text}`: this is an amount, not a share; leave out %")
    if not percent and measure.share and max(numbers) > 1:
        raise LabError(f"--goal `{text}`: this is a share; write % after the numbers")
    values = [number / 100 if percent else number for number in numbers]
    low = values[0] if side != "at most" else -inf
    high = values[-1] if side != "at least" else inf
    if low > high:
        raise LabError(f"--goal `{text}`: write the lower number first")
    least, most = bounds(measure)
    if low > most or high < least:
        limits = f"{least:.0%} to {most:.0%}" if measure.share else f"{least:g} to {most:g}"
        raise LabError(f"--goal `{text}`: no game reaches this; the values are {limits}")
    return Goal(text, what, measure, low, high)


def _measures(
    what: str, written: str, of_points: bool, text: str, rules: Ruleset, seats: int
) -> Iterator[Measure]:  # fmt: skip
    scored = any(counter.score for counter in rules.world.counters)
    if of_points:
        if not scored:
            raise LabError(f"--goal `{text}`: {rules.id} keeps no score")
        yield OfPoints(tuple(_text(name, text, rules) for name in re.split(r"\s*,\s*|\s+and\s+|\s*\+\s*", written)))
        return
    if what == EACH_SEAT:
        _more_seats(text, seats)
        for seat in range(seats):
            yield OfGames(read_metric(f"wins:{seat + 1}", seats, scored))
        return
    if what in FELT_NAMES:
        yield next(OfFeel(name) for name in FELT_NAMES if name == what)
        return
    if what == "skill":
        yield OfSkill()
        return
    name = written if ":" in written else what
    if winner := _SEAT_WINS.fullmatch(what):
        _more_seats(text, seats)
        name = f"wins:{winner[1]}"
    elif scorer := _SEAT_SCORE.fullmatch(what):
        name = f"score:{scorer[1]}"
    elif what == "answers":
        name = "length"
    if name.partition(":")[0] not in (*UNKEYED, *KEYED) or (":" not in name and name not in UNKEYED):
        words = ("seat 1 wins", EACH_SEAT, "score of seat 1", "answers", "skill", *UNKEYED, *FELT_NAMES, *MEANING)
        hint = did_you_mean(what, words)
        known = ", ".join(dict.fromkeys(words))
        raise LabError(
            f"--goal `{text}`: `{written}` cannot be measured" + (f" ({hint})" if hint else "")
            + f". There are: {known}, and the share of points that a text gives (`TEXT is 50% to 60% of points`)"
        )  # fmt: skip
    metric = read_metric(name, seats, scored)
    check_texts(metric, [rules])
    yield OfGames(metric)


def _more_seats(text: str, seats: int) -> None:
    if seats < 2:
        raise LabError(f"--goal `{text}`: there is only one seat")


def _text(name: str, goal: str, rules: Ruleset) -> str:
    known = dict.fromkeys(holders(rules.world).values())
    if name not in known:
        hint = did_you_mean(name, known)
        raise LabError(
            f"--goal `{goal}`: no record, rule, verb or step is called `{name}`" + (f"; {hint}" if hint else "")
            + "; `solenia sim` lists what a seat's score comes from"
        )  # fmt: skip
    return name


def _examples() -> str:
    return ", ".join(f"`{one}`" for one in EXAMPLES)
