"""What the command line says: messages, headings, the overview of the commands."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

TextKey: TypeAlias = Literal[
    # overview
    "purpose", "usage", "commands", "options", "about_play", "about_check", "about_test", "about_fmt", "about_list",
    "about_new", "about_explain", "about_print", "about_draw", "picture_ending", "pdf_where", "pdf_extra",
    "page_written", "page_unwritten",
    "nothing_to_explain", "perhaps", "no_code", "topics_section", "topics_phase", "topics_step", "topics_verb",
    "topics_query", "topics_rules", "topics_counter", "topics_history", "topics_kind", "topics_record",
    "topics_state", "topics_zone", "topics_board", "topics_field", "topics_words", "topics_param",
    "about_sim", "about_compare",
    "about_sweep", "about_price", "about_tune", "about_sources", "about_bench", "bench_loading", "bench_games",
    "bench_tried",
    "about_serve", "about_studio", "no_studio", "no_npm", "studio_open", "serving", "cannot_listen",
    "about_schema", "about_lsp", "about_engine", "about_table", "sheet_of_bundled",
    "sheet_refused", "sheet_same", "no_records", "about_why", "about_diff", "about_replay", "about_help",
    "about_version", "about_debug", "near_command", "no_command", "bug",
    # the table
    "seat", "you", "all_seats", "hidden", "empty", "board_part", "on_board", "no_signs",
    "happened", "more_in_log", "lies_there", "now", "yes", "no",
    # asking
    "prompt", "prompt_hint", "answer_unknown", "answer_unknown_key", "answer_ambiguous", "hand_over", "help",
    "what_what", "what_several", "no_more", "what_unknown", "saved", "save_where", "save_exists", "cannot_write",
    "cannot_read", "nothing_to_undo", "no_such_seat", "not_asked", "after_answers", "asked_there", "all_offered",
    "trace_help", "trace_nothing", "format_of_tests", "written", "seats_of_both", "why_what", "left", "left_saved",
    # the end
    "score_sheet", "score", "player", "human", "random", "wins", "shares", "shared", "draw", "lost",
    "played", "stuck_seat",
    "stuck_all",
    # other commands
    "no_ruleset_or_load", "load_carries", "seat_word", "seat_count", "seats_of_save", "param_form", "checked",
    "watching", "seats_without_play", "play_stopped", "options_tried",
    "watch_without_play", "seats_are_numbers", "no_such_seats", "order_free",
    "order_of_lists", "order_matters", "order_value", "order_turn", "needs_extra", "no_rulesets_in", "no_scenarios",
    "no_such_thing", "no_such_name", "would_change", "rewritten", "formatted", "new_name", "new_elsewhere",
    "new_bundled", "new_written", "new_empty", "save_apart",
    "source_seed", "source_public", "source_ours", "source_whole", "seat_alone", "seats",
]  # fmt: skip


class Texts(CompleteTable[TextKey, str]):
    """What the command line says."""

    KEYS = get_args(TextKey)


class CommandWords(Protocol):
    """The module `commands` of a language."""

    TEXTS: Texts
    FILLERS: frozenset[str]
    """Words that join several answers in one line."""
