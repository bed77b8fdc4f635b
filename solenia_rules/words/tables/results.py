"""What the tables on the terminal say about many games: heads of columns, titles, findings and messages."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

ResultKey: TypeAlias = Literal[
    "between", "points_unit", "sim_head", "heading", "sim_rules", "seat", "bot", "wins", "score", "sim_ends",
    "sim_quick", "sim_stuck", "sim_length", "sim_margin", "sim_parts", "part_by", "part_points", "part_share",
    "more_listed", "more_in_file", "by_decision", "how_often", "options_all", "options_most", "texts", "settled",
    "settled_with", "unsettled", "unsettled_with", "nothing", "nothing_open", "seat_bot", "seat_alone", "find_more",
    "find_less", "find_option_more", "find_option_less", "find_stuck", "find_stuck_at", "find_stuck_more",
    "find_capped", "find_mixed", "find_few", "find_advantage", "find_options", "compare_head", "rules", "compare_gap",
    "compare_early", "price_head", "price_game", "price_acting", "price_taking", "price_count", "rule_left_out",
    "left_out", "does_nothing", "do_nothing", "and", "sweep_head", "stopped_first", "stopped_games", "stopped_with",
    "stopped_feel", "stopped_strong", "stopped_pairs", "stopped_hand", "stopped_restricted", "stopped_values",
    "wrote_files", "seats_differ",
]  # fmt: skip


class ResultTexts(CompleteTable[ResultKey, str]):
    """Heads, titles and sentences. A text with a line break is printed as several lines."""

    KEYS = get_args(ResultKey)


class ResultWords(Protocol):
    """The module `results` of a language."""

    RESULTS: ResultTexts
