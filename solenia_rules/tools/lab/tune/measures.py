"""What goals can be about: a metric of games, the share of points that texts give, a figure of how a game feels, or the
steps of skill. A measure is computed from evidence: games that were played with one ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal, TypeAlias, assert_never, get_args

from attrs import define, field, frozen

from solenia_rules.tools.lab.feel import Feel, Felt, summed
from solenia_rules.tools.lab.intervals import LEVEL, Interval, Measured, mean
from solenia_rules.tools.lab.ladder import LADDER, Ladder
from solenia_rules.tools.lab.metrics import Metric
from solenia_rules.tools.lab.record import GameRecord

FeltName: TypeAlias = Literal[
    "turns", "choices", "near-equal", "lead changes", "left", "comebacks", "runaways", "decisive", "waiting",
    "longest wait", "interaction", "kingmaking",
]  # fmt: skip
"""How a game feels; the figures of `sim --feel`."""
FELT_NAMES = get_args(FeltName)
FELT_SHARES: frozenset[FeltName] = frozenset(
    ("near-equal", "left", "comebacks", "runaways", "decisive", "interaction", "kingmaking")
)  # fmt: skip


@frozen
class OfGames:
    """A metric of `compare`."""

    metric: Metric

    @property
    def share(self) -> bool:
        return self.metric.share


@frozen
class OfPoints:
    """The share of all points that some texts give."""

    texts: tuple[str, ...]
    share: bool = True


@frozen
class OfFeel:
    """A figure of `sim --feel`."""

    name: FeltName

    @property
    def share(self) -> bool:
        return self.name in FELT_SHARES


@frozen
class OfSkill:
    """How many steps of skill in a row are settled."""

    share: bool = False


Measure: TypeAlias = OfGames | OfPoints | OfFeel | OfSkill


@define
class Evidence:
    """The games that were played with one ruleset and one bot."""

    games: list[GameRecord] = field(factory=list)
    felt: list[Felt] = field(factory=list)
    ladder: Ladder | None = None


def measured(measure: Measure, evidence: Evidence, level: float = LEVEL) -> Measured | None:
    """The value with its interval; None if the games do not tell."""
    match measure:
        case OfGames(metric):
            return metric.measured([metric.value(game) for game in evidence.games], level)
        case OfPoints(texts):
            return _part_of_points(texts, evidence.games, level)
        case OfFeel(name):
            return _felt(summed(evidence.felt, level), name)
        case OfSkill():
            if evidence.ladder is None:
                return None
            depth, steps = evidence.ladder.depth, len(evidence.ladder.steps)
            return Measured(depth, Interval(depth, steps), len(evidence.games))
        case _:
            assert_never(measure)


def _part_of_points(texts: Sequence[str], games: Sequence[GameRecord], level: float) -> Measured | None:
    """All points of the texts divided by all points. The interval is that of a ratio of means: of the mean of what each
    game has more than the share of its points."""
    parts = [float(sum(sum(game.parts.get(text, ())) for text in texts)) for game in games]
    totals = [float(sum(game.scores)) for game in games]
    middle = sum(totals) / max(1, len(totals))
    if middle <= 0:
        return None
    ratio = sum(parts) / sum(totals)
    rest = mean([part - ratio * total for part, total in zip(parts, totals, strict=True)], level).interval
    return Measured(ratio, Interval(ratio + rest.low / middle, ratio + rest.high / middle), len(games))


def _felt(feel: Feel, name: FeltName) -> Measured | None:
    match name:
        case "turns":
            return feel.turns
        case "choices":
            return feel.choices
        case "near-equal":
            return feel.near_equal
        case "lead changes":
            return feel.lead_changes
        case "left":
            return feel.left
        case "comebacks":
            return feel.comebacks
        case "runaways":
            return feel.runaways
        case "decisive":
            return feel.decisive
        case "waiting":
            return feel.waits
        case "longest wait":
            return feel.longest_wait
        case "interaction":
            return feel.interaction
        case "kingmaking":
            return feel.kingmaking
        case _:
            assert_never(name)


def bounds(measure: Measure) -> tuple[float, float]:
    """The lowest and the highest value that a measure can have."""
    if measure.share:
        return 0.0, 1.0
    return (0.0, len(LADDER) - 1.0) if isinstance(measure, OfSkill) else (-inf, inf)
