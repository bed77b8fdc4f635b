"""What the commands that play many games say about their results."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

LabKey: TypeAlias = Literal[
    # conclusions under several strengths
    "strengths", "strength_games", "claim_seat_more", "claim_seat_less", "claim_option_more", "claim_option_less",
    "verdict_both", "verdict_all", "verdict_flips", "verdict_open", "verdict_even", "with_bot", "taken_or_passed",
    "not_offered", "more_claims",
    # how a game feels
    "feel", "feel_length", "feel_choices", "feel_lead", "feel_left", "feel_comeback", "feel_runaway", "feel_decisive",
    "feel_wait", "feel_interaction", "feel_kingmaking", "skill_step", "skill_gain", "skill_wins", "skill_settled",
    "skill_open", "skill_depth",
    # what is strong
    "strong", "strong_option", "strong_games", "strong_gain", "strong_points", "strong_taken", "strong_wins",
    "strong_passed", "strong_verdict", "strong_yes", "strong_no", "strong_open", "strong_nothing", "habit_never",
    "habit_useless", "habit_always",
]  # fmt: skip


class LabTexts(CompleteTable[LabKey, str]):
    """Sentences about results."""

    KEYS = get_args(LabKey)


class LabWords(Protocol):
    """The module `lab` of a language."""

    LAB: LabTexts
