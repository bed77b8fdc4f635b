"""Conclusions under several strengths in words, in the language of the user, and as data for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from solenia_rules.tools.lab.intervals import Measured
from solenia_rules.tools.lab.strengths import Claim, Effect, Strength
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.words.by_language import lab_words
from solenia_rules.words.tables.lab import LabTexts

MOST_CLAIMS = 8
"""The most claims about options that are told by default: first those that flip."""
_ORDER = ("flips", "holds", "open", "even")


def strengths_title(strengths: Sequence[Strength], lang: str) -> str:
    """Which bots played how many games."""
    texts = lab_words(lang).LAB
    games = ", ".join(texts["strength_games"].format(bot=one.bot, games=one.summary.games) for one in strengths)
    return texts["strengths"].format(games=games)


def conclusions(claims: Sequence[Claim], lang: str, everything: bool, called: Callable[[str], str] = str) -> list[str]:
    """A sentence for each claim about a seat, then for the claims about options that matter most. `called`: the name of
    an option by its id."""
    texts = lab_words(lang).LAB
    seats = [claim for claim in claims if isinstance(claim.about, int)]
    options = sorted(
        (claim for claim in claims if not isinstance(claim.about, int)),
        key=lambda claim: (_ORDER.index(claim.verdict), -abs(claim.told.value), str(claim.about)),
    )
    shown = options if everything else options[:MOST_CLAIMS]
    rest = len(options) - len(shown)
    seats.sort(key=lambda claim: _ORDER.index(claim.verdict))
    return [
        *(_sentence(claim, texts, called) for claim in (*seats, *shown)),
        *([texts["more_claims"].format(count=rest)] if rest else []),
    ]


def _sentence(claim: Claim, texts: LabTexts, called: Callable[[str], str]) -> str:
    figures = ", ".join(texts["with_bot"].format(figure=_figure(e, texts), bot=e.bot) for e in claim.effects)
    told = claim.told
    if claim.verdict == "even":
        assert isinstance(claim.about, int)
        return texts["verdict_even"].format(seat=claim.about + 1, figures=figures)
    more = told.sign > 0
    if isinstance(claim.about, int):
        said = texts["claim_seat_more" if more else "claim_seat_less"].format(seat=claim.about + 1)
    else:
        said = texts["claim_option_more" if more else "claim_option_less"].format(option=called(claim.about))
    same = ", ".join(effect.bot for effect in claim.effects if effect.sign == told.sign)
    others = ", ".join(effect.bot for effect in claim.effects if effect.sign != told.sign)
    match claim.verdict:
        case "holds":
            key = texts["verdict_both" if len(claim.effects) == 2 else "verdict_all"]
        case "flips":
            key = texts["verdict_flips"]
        case "open":
            key = texts["verdict_open"]
        case _:
            assert_never(claim.verdict)
    return key.format(claim=said, figures=figures, bots=same, others=others)


def _figure(effect: Effect, texts: LabTexts) -> str:
    if len(effect.figures) == 1:
        return _share(effect.figures[0])
    taken, passed = effect.figures
    if not taken.count or not passed.count:
        return texts["not_offered"]
    return texts["taken_or_passed"].format(taken=_share(taken), passed=_share(passed))


def _share(share: Measured) -> str:
    return f"{share.value:.1%} ({share.interval.low:.1%}–{share.interval.high:.1%})"


def strengths_data(strengths: Sequence[Strength], claims: Sequence[Claim]) -> dict[str, object]:
    """For programs: which bots played, and every claim."""
    return {
        "strengths": [{"bot": one.bot, "games": one.summary.games} for one in strengths],
        "conclusions": [
            {
                "seat" if isinstance(claim.about, int) else "option": (
                    claim.about + 1 if isinstance(claim.about, int) else claim.about
                ),
                "verdict": claim.verdict,
                "by bot": {
                    effect.bot: {"sign": effect.sign, "wins": [json_of(figure) for figure in effect.figures]}
                    for effect in claim.effects
                },
            }
            for claim in claims
        ],
    }
