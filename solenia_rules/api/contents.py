"""What stands on a cell, in words. Options that are cells say it beside their names, because `e2` alone tells a player
little."""

from __future__ import annotations

from solenia_rules.api.words import Words
from solenia_rules.core.compiled import Program
from solenia_rules.play.standing import CellReader, Standing

MOST = 4
"""The most things that are named; the rest is an ellipsis."""
KEPT = 16_384
"""How many cells are kept in words; they are told in every view. All are dropped when there would be more."""


class Contents:
    def __init__(self, program: Program, words: Words) -> None:
        self.reader, self.words = CellReader(program), words
        self._kept: dict[tuple[object, ...], str] = {}

    def of(self, s: list[int], cell: int, seat: int, lang: str) -> str:
        """What stands on a cell; empty if nothing does. A seat is named only if it is not the seat that is asked."""
        key = (cell, seat, lang, *self.reader.numbers(s, cell))
        text = self._kept.get(key)
        if text is None:
            found = [self._said(one, seat, lang) for one in self.reader.of(s, cell) if one != Standing(None, seat)]
            text = ", ".join(found if len(found) <= MOST else [*found[:MOST], "..."])
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[key] = text
        return text

    def _said(self, one: Standing, seat: int, lang: str) -> str:
        if one.id is None:
            return self.words.seat(one.seat, lang)
        whose = f" ({self.words.seat(one.seat, lang)})" if one.seat not in (-1, seat) else ""
        return self.words.word(one.id, lang) + whose
