"""Describes in words which results are significant and which are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solenia_rules.tools.lab.intervals import LEVEL, Interval, least_seen, wilson
from solenia_rules.tools.lab.summary import OptionUse, Summary, apart

MOST_PLACES = 3
"""The number of places that are named where seats got stuck."""
FEW = 30
"""With fewer games than this, no sentence is written."""


def findings(summary: Summary, bots: Sequence[str], strengths: int = 1) -> tuple[list[str], list[str]]:
    """The significant results, and those for which there are too few games. If bots differ, the effects of bots and of
    seats cannot be separated. `strengths`: how many strengths of bots make the same claims; the allowed error is shared
    among them."""
    mixed = len(set(bots)) > 1
    names = [f"seat {i + 1} ({bot})" if mixed else f"seat {i + 1}" for i, bot in enumerate(bots)]
    settled, unsettled = list(_settled(summary, names, strengths)), list(_open(summary, strengths))
    if mixed and summary.games >= FEW:
        unsettled.append(
            "whether the seat or its bot is the reason for winning, and likewise for options:"
            " play the same bot at every seat"
        )
    return settled, unsettled


def _settled(summary: Summary, names: Sequence[str], strengths: int) -> Iterator[str]:
    if summary.games < FEW:
        return
    for seat, result in enumerate(summary.results):
        interval = _strict(result.wins.value, summary, strengths)
        if summary.seats > 1 and not interval.holds(summary.fair):
            more = "more" if result.wins.value > summary.fair else "less"
            yield (
                f"{names[seat]} wins {more} than its share: {result.wins.value:.1%} of the games"
                f" ({interval.low:.1%} to {interval.high:.1%}) where {summary.fair:.1%} would be even"
            )
    tested = tested_options(summary)
    for one in tested:
        sign = apart(one, LEVEL / len(tested) / strengths)
        if sign:
            yield (
                f"who takes `{one.name}` wins {'more' if sign > 0 else 'less'} often: {one.when_taken.value:.1%}"
                f" of {one.seats_taken}, against {one.when_passed.value:.1%} of those who pass it by"
            )
    if summary.stuck_games:
        where = ", ".join(f"{name} in {games}" for name, games in list(summary.stuck.items())[:MOST_PLACES])
        more = f" and {len(summary.stuck) - MOST_PLACES} more" if len(summary.stuck) > MOST_PLACES else ""
        yield f"a seat got stuck in {summary.stuck_games} games: {where}{more}"
    if summary.capped:
        yield f"{summary.capped} games did not end by the rules but by a cap of the engine"


def _open(summary: Summary, strengths: int) -> Iterator[str]:
    if summary.games < FEW:
        yield f"{summary.games} games are not enough to tell anything; play {FEW} or more"
        return
    if summary.seats > 1:
        unsettled = [
            seat
            for seat, result in enumerate(summary.results)
            if _strict(result.wins.value, summary, strengths).holds(summary.fair)
        ]
        if len(unsettled) == summary.seats:
            seen = least_seen(summary.fair, summary.games, seat_level(summary, strengths))
            reveal = f"{summary.games:,} games reveal one of {100 * seen:.1f} percent points or more"
            yield f"whether a seat has an advantage: {reveal}"
    tested = tested_options(summary)
    unsure = sum(not apart(one, LEVEL / len(tested) / strengths) for one in tested)
    if unsure:
        yield f"whether taking it goes with winning, for {unsure} of {len(tested)} options"


def _strict(share: float, summary: Summary, strengths: int) -> Interval:
    return wilson(share * summary.games, summary.games, seat_level(summary, strengths)).interval


def seat_level(summary: Summary, strengths: int) -> float:
    """The error allowed for the claim about one seat, so that all claims about seats together are right."""
    return LEVEL / (summary.seats * strengths)


def tested_options(summary: Summary) -> list[OptionUse]:
    """The options about which something can be claimed: some seats took them and some passed them by."""
    return [one for one in summary.options if one.when_taken.count and one.when_passed.count]
