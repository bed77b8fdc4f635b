"""What the commands that play many games say in English about their results."""

from __future__ import annotations

from solenia_rules.words.tables.lab import LabTexts

LAB = LabTexts(
    "en",
    {
        "strengths": "Balance, with bots of different strength ({games}):",
        "strength_games": "{bot}: {games} games",
        "claim_seat_more": "seat {seat} wins more than its share",
        "claim_seat_less": "seat {seat} wins less than its share",
        "claim_option_more": "who takes `{option}` wins more often",
        "claim_option_less": "who takes `{option}` wins less often",
        "verdict_both": "holds for both: {claim}; {figures}",
        "verdict_all": "holds for all: {claim}; {figures}",
        "verdict_flips": "flips with stronger play: {claim} with {bots}, not with {others}; {figures}",
        "verdict_open": "settled with {bots} only, and too few games to tell with {others}: {claim}; {figures}",
        "verdict_even": "seat {seat} has no settled advantage or disadvantage; {figures}",
        "with_bot": "{figure} with {bot}",
        "taken_or_passed": "{taken} against {passed}",
        "not_offered": "never both taken and passed by",
        "more_claims": "and {count} more conclusions of this sort: --all",
    },
)
