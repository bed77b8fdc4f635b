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
    "skill_open", "skill_depth", "feel_near", "skill_cut",
    # comparisons, prices and sweeps
    "percent_points", "by_more_than", "compare_more", "compare_less", "compare_alike", "compare_same", "compare_open",
    "price_never", "price_acted", "price_same", "price_worth", "price_costs", "price_open", "sweep_settled",
    "sweep_chosen", "sweep_same", "sweep_open", "pair_strengths", "strength_pairs", "pair_even", "claim_more",
    "claim_less", "claim_alike", "claim_worth", "claim_costs", "claim_higher", "claim_lower", "restricted",
    "restricted_who", "restricted_before", "restricted_after", "restricted_gain", "restricted_has", "restricted_shuns",
    "restricted_more", "restricted_less", "restricted_open",
    # what is strong
    "strong", "strong_option", "strong_games", "strong_gain", "strong_points", "strong_taken", "strong_wins",
    "strong_passed", "strong_verdict", "strong_yes", "strong_no", "strong_open", "strong_nothing", "habit_never",
    "habit_useless", "habit_always",
    # tuning
    "tune_asked", "tune_holds", "tune_holds_alone", "tune_one", "tune_flips", "tune_open", "tune_missed", "tune_as_is",
    "tune_number", "tune_range", "tune_now", "tune_new", "tune_goal", "tune_search", "tune_checked", "goal_met",
    "goal_missed", "goal_open", "tune_fresh", "tune_front", "tune_more", "tune_refused", "tune_wrote",
    "tune_not_written", "tune_continued", "tune_trying", "tune_checking", "tune_stopped", "tune_stopped_kept",
]  # fmt: skip


class LabTexts(CompleteTable[LabKey, str]):
    """Sentences about results."""

    KEYS = get_args(LabKey)


class LabWords(Protocol):
    """The module `lab` of a language."""

    LAB: LabTexts
