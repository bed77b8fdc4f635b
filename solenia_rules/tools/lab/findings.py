"""Describes in words which results are significant and which are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solenia_rules.tools.lab.intervals import LEVEL, Interval, least_seen, wilson
from solenia_rules.tools.lab.summary import OptionUse, Summary, apart
from solenia_rules.words.by_language import result_words
from solenia_rules.words.tables.results import ResultTexts

MOST_PLACES = 3
"""The number of places that are named where seats got stuck."""
FEW = 30
"""With fewer games than this, no sentence is written."""


def findings(summary: Summary, bots: Sequence[str], strengths: int, lang: str) -> tuple[list[str], list[str]]:
    """The significant results, and those for which there are too few games. If bots differ, the effects of bots and of
    seats cannot be separated. `strengths`: how many strengths of bots make the same claims; the allowed error is shared
    among them."""
    texts = result_words(lang).RESULTS
    mixed = len(set(bots)) > 1
    name = texts["seat_bot" if mixed else "seat_alone"]
    names = [name.format(seat=i + 1, bot=bot) for i, bot in enumerate(bots)]
    settled, unsettled = list(_settled(summary, names, strengths, texts)), list(_open(summary, strengths, texts))
    if mixed and summary.games >= FEW:
        unsettled.append(texts["find_mixed"])
    return settled, unsettled


def _settled(summary: Summary, names: Sequence[str], strengths: int, texts: ResultTexts) -> Iterator[str]:
    if summary.games < FEW:
        return
    for seat, result in enumerate(summary.results):
        interval = _strict(result.wins.value, summary, strengths)
        if summary.seats > 1 and not interval.holds(summary.fair):
            yield texts["find_more" if result.wins.value > summary.fair else "find_less"].format(
                seat=names[seat],
                share=f"{result.wins.value:.1%}",
                low=f"{interval.low:.1%}",
                high=f"{interval.high:.1%}",
                even=f"{summary.fair:.1%}",
            )
    tested = tested_options(summary)
    for one in tested:
        sign = apart(one, LEVEL / len(tested) / strengths)
        if sign:
            yield texts["find_option_more" if sign > 0 else "find_option_less"].format(
                option=one.name,
                taken=f"{one.when_taken.value:.1%}",
                seats=one.seats_taken,
                passed=f"{one.when_passed.value:.1%}",
            )
    if summary.stuck_games:
        places = list(summary.stuck.items())[:MOST_PLACES]
        where = ", ".join(texts["find_stuck_at"].format(place=name, games=games) for name, games in places)
        if len(summary.stuck) > MOST_PLACES:
            where = texts["find_stuck_more"].format(where=where, count=len(summary.stuck) - MOST_PLACES)
        yield texts["find_stuck"].format(games=summary.stuck_games, where=where)
    if summary.capped:
        yield texts["find_capped"].format(games=summary.capped)


def _open(summary: Summary, strengths: int, texts: ResultTexts) -> Iterator[str]:
    if summary.games < FEW:
        yield texts["find_few"].format(games=summary.games, least=FEW)
        return
    if summary.seats > 1:
        unsettled = [
            seat
            for seat, result in enumerate(summary.results)
            if _strict(result.wins.value, summary, strengths).holds(summary.fair)
        ]
        if len(unsettled) == summary.seats:
            seen = least_seen(summary.fair, summary.games, seat_level(summary, strengths))
            yield texts["find_advantage"].format(games=f"{summary.games:,}", points=f"{100 * seen:.1f}")
    tested = tested_options(summary)
    unsure = sum(not apart(one, LEVEL / len(tested) / strengths) for one in tested)
    if unsure:
        yield texts["find_options"].format(unsure=unsure, options=len(tested))


def _strict(share: float, summary: Summary, strengths: int) -> Interval:
    return wilson(share * summary.games, summary.games, seat_level(summary, strengths)).interval


def seat_level(summary: Summary, strengths: int) -> float:
    """The error allowed for the claim about one seat, so that all claims about seats together are right."""
    return LEVEL / (summary.seats * strengths)


def tested_options(summary: Summary) -> list[OptionUse]:
    """The options about which something can be claimed: some seats took them and some passed them by."""
    return [one for one in summary.options if one.when_taken.count and one.when_passed.count]
