"""Metrics: each is a number computed from a game, and has a name that users write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import TypeAlias

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.text.suggestions import did_you_mean
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.holders import holders
from solenia_rules.tools.lab.intervals import LEVEL, Measured, mean, paired_shares, wilson
from solenia_rules.tools.lab.record import SHARES, Batch, GameRecord

UNKEYED = ("score", "best", "margin", "shared", "draws", "length")
KEYED = ("score", "wins", "from", "taken")
MEANING = {
    "score": "mean score of the seats (score:2 for seat 2)",
    "best": "highest score",
    "margin": "highest score less the next",
    "wins:1": "share of wins of seat 1",
    "shared": "share of games that several seats win",
    "draws": "share of games that nobody wins",
    "length": "answers given",
    "from:TEXT": "score points that a record, rule, verb or step gives to a seat",
    "taken:OPTION": "share of the seats that take an option, as `sim` names it",
}

Value: TypeAlias = Callable[[GameRecord], float]


@frozen
class Metric:
    """What is measured, and which data of games must be kept for it."""

    name: str
    value: Value
    share: bool = False
    """Whether each game gives a number from 0 to 1: a share, not an amount."""
    least: float = -inf
    """No game gives less."""
    parts: bool = False
    watched: str | None = None

    def measured(self, values: Sequence[float], level: float = LEVEL) -> Measured:
        """The mean over independent games."""
        return wilson(sum(values), len(values), level) if self.share else mean(values, level, self.least)

    def difference(self, values: Sequence[float], level: float = LEVEL) -> Measured:
        """The mean of differences between two games on the same seed."""
        return paired_shares(values, level) if self.share else mean(values, level)


def read_metric(text: str, seats: int, scored: bool) -> Metric:
    """The metric with the given name; raises `LabError` if it does not exist for this ruleset."""
    name, colon, key = text.partition(":")
    if name in ("score", "best", "margin", "from") and not scored:
        raise LabError(f"`{text}`: this ruleset keeps no score; measure wins:1, draws or length")
    if not colon:
        match name:
            case "score":
                return Metric(text, lambda game: sum(game.scores) / seats)
            case "best":
                return Metric(text, lambda game: max(game.scores))
            case "margin":
                if seats < 2:
                    raise LabError("`margin`: there is no other seat")
                return Metric(text, lambda game: sorted(game.scores)[-1] - sorted(game.scores)[-2], least=0)
            case "shared":
                return Metric(text, lambda game: float(len(game.winners) > 1), share=True)
            case "draws":
                return Metric(text, lambda game: float(not game.winners), share=True)
            case "length":
                return Metric(text, lambda game: game.length, least=0)
    elif name in ("score", "wins"):
        if not key.isdecimal() or not 1 <= int(key) <= seats:
            raise LabError(f"`{text}`: the seats are 1 to {seats}")
        seat = int(key) - 1
        if name == "score":
            return Metric(text, lambda game: game.scores[seat])
        return Metric(text, lambda game: game.shares(seats)[seat] / SHARES, share=True)
    elif name == "from" and key:
        return Metric(text, lambda game: sum(game.parts.get(key, ())) / seats, parts=True)
    elif name == "taken" and key:
        taken: Value = lambda game: game.taken.get(key, 0).bit_count() / seats  # noqa: E731
        return Metric(text, taken, share=True, parts=True, watched=key)
    hint = did_you_mean(name, (*UNKEYED, *KEYED))
    known = "; ".join(f"{word}: {meaning}" for word, meaning in MEANING.items())
    raise LabError(f"there is no metric `{text}`{f'; {hint}' if hint else ''}. There are: {known}")


def check_texts(metric: Metric, rules: Iterable[Ruleset]) -> None:
    """Check that a text to be measured exists in one of the rulesets."""
    name, _colon, key = metric.name.partition(":")
    known = dict.fromkeys(who for one in rules for who in holders(one.world).values())
    if name == "from" and key not in known:
        hint = did_you_mean(key, known)
        told = hint or "`solenia sim` lists what gives points"
        raise LabError(f"`{metric.name}`: no record, rule, verb or step is called `{key}`; {told}")


def check_offered(metric: Metric, batches: Iterable[Batch]) -> None:
    """Check that an option to be measured was offered in some game."""
    offered = dict.fromkeys(name for batch in batches for name in batch.uses)
    if metric.watched is not None and metric.watched not in offered:
        hint = did_you_mean(metric.watched, offered)
        told = hint or "`solenia sim` lists the options"
        raise LabError(f"`{metric.name}`: no such option was on offer in any game; {told}")


def usual_metric(scored: bool) -> str:
    return "score" if scored else "wins:1"
