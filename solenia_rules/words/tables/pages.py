"""What the pages about many games say."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

PageKey: TypeAlias = Literal[
    "rules_and_engine", "intervals", "about_games", "same_seeds", "each_value", "too_few", "even", "even_with",
    "uneven_more", "uneven_less",
    "answer_alone", "stuck", "capped", "seat", "points", "tile_balance", "tile_score", "tile_margin", "tile_length",
    "tile_shared", "feel_turns", "feel_options", "feel_leads", "feel_waiting", "feel_left", "feel_comebacks",
    "feel_runaways", "feel_decisive", "feel_near", "feel_interaction", "feel_kingmaking", "plot_feel",
    "plot_feel_read", "plot_skill", "plot_skill_read", "plot_skill_gain", "in_words", "as_table", "plot_strong",
    "plot_strong_read", "how_games_end", "plot_wins", "plot_wins_read", "plot_scores", "plot_scores_read", "plot_way",
    "plot_way_read", "of_the_answers", "plot_parts", "plot_parts_read", "options", "plot_options", "plot_options_read",
    "caution", "decision", "map", "map_read", "options_count", "offered", "taken", "most", "least", "single_options",
    "option", "by_seats", "they_win", "others_win", "texts_at_work", "texts_caution", "text", "events", "of_seats",
    "what_did_not_happen", "never_asked", "never_offered", "never_taken", "never_did", "and_more", "with_it",
    "without_it", "above", "tile_difference", "tile_pairs", "tile_differing", "plot_means", "plot_means_read",
    "plot_gaps", "plot_gaps_read", "plot_curve_read", "numbers", "trade_offs", "plane_read",
]  # fmt: skip


class PageTexts(CompleteTable[PageKey, str]):
    """Titles, captions and sentences of pages."""

    KEYS = get_args(PageKey)


class PageWords(Protocol):
    """The module `pages` of a language."""

    PAGES: PageTexts
