"""What the studio page says, besides the texts of the table that it shows."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

StudioKey: TypeAlias = Literal[
    "studio_title", "close", "open", "share", "export", "commands", "files", "panes", "resize", "text_of_rules",
    "read_only", "pane_rules", "pane_play", "pane_scenarios", "pane_measure", "pane_book", "pane_learn",
    "pane_records", "publish", "publish_hint", "publish_folder", "publish_single", "records_of", "no_records",
    "undo_change", "redo_change", "copy_record", "remove_record", "add", "learn_begin", "next_step", "step_back",
    "put_into_text", "lesson_done", "lesson_missing", "lesson_errors", "engine_python", "engine_engine",
    "engine_ready", "engine_broken", "engine_restarts", "restart_engine", "was_stopped", "drafts", "bundled",
    "new_with_tutorial", "new_blank", "open_file", "open_copy", "open_variant", "rename_draft", "remove_draft",
    "removed_draft", "other_window", "earlier_states", "no_earlier_states", "name", "rename", "new_name", "link",
    "share_hint", "link_length", "bad_link", "problems", "checking", "errors_n", "warnings_n", "no_problems",
    "write_this", "fix", "format", "define", "outline", "go_to_text", "find_rule", "next_change", "older_version",
    "is_new", "is_changed", "sort_section", "sort_phase", "sort_step", "sort_verb", "sort_query", "sort_rules",
    "sort_counter", "sort_history", "sort_kind", "sort_record", "sort_state", "sort_zone", "sort_board", "sort_field",
    "sort_words", "sort_param", "printed_page", "rulebook", "player_aid", "save_page", "person_here", "players_n",
    "new_game", "record", "record_hint", "no_game_yet", "scenario_name", "scenario_usual", "game_goes_on",
    "game_parts", "parts_at", "before", "now", "understood", "run_all", "show_reached", "no_scenarios",
    "scenarios_passed", "scenarios_failed", "passes", "fails", "expected_found", "play_from_here", "lines_reached",
    "reach_run", "reach_partly", "reach_missed", "games", "games_n", "bots", "measure", "stop", "preparing",
    "compare_before", "keep_version", "keep_version_hint", "version_kept", "measured", "who_wins", "shared_n",
    "drawn_n", "length_title", "answers_mean", "answers_each", "score_title", "score_mean", "margin_mean",
    "totals_each", "options_title", "option", "taken_offered", "wins_when_taken", "stuck_n", "compared_title",
    "metric_length", "metric_score", "verdict_more", "verdict_less", "verdict_alike", "verdict_same", "verdict_open",
    "difference_of", "pane_position", "position_beginning", "position_scenario", "position_refused", "position_hint",
    "another_beginning", "seen_by", "seen_by_spectator", "seen_by_seat", "question", "ask_results", "ask_strong",
    "ask_feel", "strong_state", "feel_state", "skill_running", "gain_wins", "gain_points", "verdict", "is_strong",
    "is_weak", "is_open", "not_listed", "ended", "changes", "changes_n", "changes_all", "find_unnoticed",
    "unnoticed_title", "unnoticed_hint", "unnoticed_state", "unnoticed_change", "unnoticed_mark", "bad_file",
    "inherited", "inherited_hint", "welcome", "bots_random", "bots_greedy", "about_results", "about_strong",
    "about_feel", "pale_is_before",
]  # fmt: skip


class StudioTexts(CompleteTable[StudioKey, str]):
    """The texts of the studio page."""

    KEYS = get_args(StudioKey)


class StudioWords(Protocol):
    """The module `studio` of a language."""

    PAGE: StudioTexts
