"""What the server and its page say: reasons of refusals, and the texts of the page."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

ServeKey: TypeAlias = Literal[
    "wrong_token", "invitation_used", "game_over", "not_your_turn", "bot_plays", "illegal", "stale", "nothing_to_undo",
    "no_wish", "no_person", "not_absent", "name_long", "name_unshowable", "name_taken",
    "no_table", "damaged", "not_stored", "malformed", "misfit", "unknown_message",
    "hello_first", "too_long", "too_many", "upload_long", "upload_slow", "no_ruleset", "bad_ruleset", "seat_count",
    "seats_exactly",
    "no_bot", "slow_bot", "still_running", "spectators_watch", "not_asked", "nothing_to_explain",
]  # fmt: skip

PageKey: TypeAlias = Literal[
    # everywhere
    "title", "language", "theme", "theme_light", "theme_dark", "home", "skip", "busy",
    # the start
    "tagline", "choose_game", "other_shelf", "shelf_classics", "shelf_examples",
    "shelf_modern", "shelf_variants", "search", "seats", "seat_count", "players_range", "players_one",
    "players_single", "seat", "person", "you", "bot_random", "bot_greedy", "bot_mcts", "params", "create", "back",
    "hot_seat", "hot_seat_hint", "absent", "absent_never", "absent_minutes", "own_game", "own_game_hint", "choose_file",
    "check_good", "check_bad", "line", "hint", "play_this",
    # invitations
    "invite", "invite_hint", "copy", "copied", "not_copied", "watch_link", "join", "join_hint", "your_name", "name_at",
    "name_optional", "same_names", "take_seat", "my_tables",
    # the table
    "your_turn", "turn_of", "waiting_for", "thinking", "seat_open", "reconnecting", "no_seat", "away",
    "bot_for", "come_back", "steps", "let_bot_play", "votes", "answers", "what_happened", "table_picture",
    "undo", "undo_asked",
    "undo_wish", "undo_wish_more", "undo_refused", "agree", "refuse", "why", "why_not_label",
    "why_none", "choose", "rules", "search_rules", "close", "hand_over", "ready",
    "spectating", "keys_hint",
    # the end
    "over", "wins", "wins_you", "draw", "lost",
    "shares", "score_sheet", "winner", "score", "replay", "step", "fork", "save",
    "again", "plays_again",
]  # fmt: skip


class Refusals(CompleteTable[ServeKey, str]):
    """Why the server refuses a request."""

    KEYS = get_args(ServeKey)


class PageTexts(CompleteTable[PageKey, str]):
    """The texts of the page."""

    KEYS = get_args(PageKey)


class ServeWords(Protocol):
    """The module `serve` of a language."""

    REFUSALS: Refusals
    PAGE: PageTexts
