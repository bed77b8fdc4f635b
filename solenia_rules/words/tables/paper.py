"""What rulebooks and player aids say besides the rules: headings and remarks."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias, get_args

from solenia_rules.words.tables.table import CompleteTable

LabelKey: TypeAlias = Literal[
    "rulebook", "aid", "contents", "players", "players_one", "players_two", "players_same", "components",
    "each_player", "noted", "places", "map", "setup", "play", "actions", "words", "rules", "pieces", "scoring",
    "result", "examples", "example", "given", "answers", "events", "numbers", "signs", "made",
    "on_turn", "empty",
]  # fmt: skip


class Labels(CompleteTable[LabelKey, str]):
    """Headings and remarks."""

    KEYS = get_args(LabelKey)


class PaperWords(Protocol):
    """The module `paper` of a language."""

    LABELS: Labels

    def typeset(self, said: str) -> str:
        """The text with the spaces that printers use in the language."""
