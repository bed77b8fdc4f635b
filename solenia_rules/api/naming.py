"""Names the things of a game in words: seats, pieces, places, and the slots of the state with their values.

The log, reasons and changes are made of these names, so one thing has the same name in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from solenia_rules.api.decision import Asker
from solenia_rules.api.details import Details
from solenia_rules.checked import bundle_sets
from solenia_rules.core.inventory import Cell
from solenia_rules.play.idents import Idents
from solenia_rules.play.physics import BITS
from solenia_rules.play.views import Viewer
from solenia_rules.words.by_language import play_words

_ONE_OF = re.compile(r"\[([^\[\]|]*)\|[^\[\]]*\]")
"""`[is|are|are]`: the first form is that for one."""


class Naming:
    """The names of the things of one program."""

    def __init__(self, asker: Asker, viewer: Viewer, details: Details) -> None:
        self.viewer, self.details = viewer, details
        self.program, self.inventory, self.words = asker.program, asker.inventory, asker.words
        self.idents = Idents(asker.inventory)

    def slot(self, slot: int, lang: str) -> str:
        found = self.program.slots.variable(slot)
        if found is None:
            return self.words.word(self.details.slot(slot), lang)
        if found.sort == "cell":
            return self._of(found.name, self.place(self.inventory.place_of_cell(found.index), lang), lang)
        if found.sort == "piece":
            return self._of(found.name, self.piece(found.index, lang), lang)
        word = self.details.resource_word(found.name, found.word) if found.sort == "counter" else None
        said = " ".join(self.words.word(x, lang) for x in (found.name, word) if x is not None)
        return said if found.seat < 0 else f"{said} ({self.seat(found.seat, lang)})"

    def owned(self, slot: int, lang: str) -> tuple[int, str] | None:
        """The seat of a counter and the things that it counts; None for anything else, also for a counter by words,
        whose words alone do not say which counter it is, and for one without a plural, which counts no things."""
        found = self.program.slots.variable(slot)
        if found is None or found.sort != "counter" or found.seat < 0:
            return None
        if self.details.resource_word(found.name, found.word) is not None:
            return None
        return (found.seat, found.name) if self.words.counts(found.name, lang) else None

    def change(self, slot: int, before: int, after: int, lang: str) -> str:
        """A slot with its value before and after."""
        values = (self.value(slot, value, lang) for value in (before, after))
        return f"{self.slot(slot, lang)}: {' → '.join(values)}"

    def _of(self, name: str, whose: str, lang: str) -> str:
        return play_words(lang).EVENTS["of"].format(what=self.words.word(name, lang), whose=whose)

    def value(self, slot: int, value: int, lang: str) -> str:
        kind = self.viewer.kind_of(slot)
        if kind is not None and kind.base == "seat" and value >= 0:
            return self.seat(value, lang)
        if kind is not None and kind.base == "cell" and value >= 0:
            return self.place(self.inventory.first_cell + value, lang)
        if kind is not None and kind.base == "piece" and value >= 0:
            return self.piece(value, lang)
        if kind is not None and kind.base == "bundle":
            amounts = bundle_sets.named(kind.of or "", value, self.inventory.names)
            told = self.words.amounts("|".join(f"{number} {what}" for number, what in amounts), lang)
            return told or play_words(lang).WORDS["nothing"]
        said = self.viewer.value(kind, value, None)
        if said is None:
            return play_words(lang).WORDS["nothing"]
        if isinstance(said, bool):
            return play_words(lang).WORDS["yes" if said else "no"]
        return self.words.word(said, lang) if isinstance(said, str) else str(said)

    def seat(self, seat: int, lang: str) -> str:
        return self.words.seat(seat, lang)

    def seats(self, mask: int, lang: str) -> str:
        return ", ".join(self.seat(s, lang) for s in BITS[mask]) or play_words(lang).EVENTS["nobody"]

    def piece(self, index: int, lang: str) -> str:
        piece = self.inventory.pieces[index]
        parts = self.idents.piece(piece).split(".")
        name = " ".join(self.words.word(p, lang) for p in parts)
        return f"{name} ({self.seat(piece.owner, lang)})" if piece.owner >= 0 else name

    def pieces(self, indices: Sequence[int], lang: str) -> str:
        """Several pieces; those that are called alike are counted: `5 dice (seat 1)`."""
        alike: dict[tuple[str, int], list[int]] = {}
        for index in indices:
            piece = self.inventory.pieces[index]
            alike.setdefault((self.idents.piece(piece), piece.owner), []).append(index)
        told = []
        for (ident, owner), several in alike.items():
            if len(several) == 1 or "." in ident:
                told += [self.piece(index, lang) for index in several]
            else:
                name = f"{len(several)} {self.words.word(ident, lang, len(several))}"
                told.append(f"{name} ({self.seat(owner, lang)})" if owner >= 0 else name)
        return ", ".join(told)

    def place(self, place: int, lang: str) -> str:
        if place == 0:
            return play_words(lang).WORDS["none"]
        if place >= self.inventory.first_cell:
            cell = self.inventory.cells[place - self.inventory.first_cell]
            name = self.words.word(cell.record, lang) if cell.record is not None else self.spot(cell, lang)
            return name if cell.seat < 0 else f"{name} ({self.seat(cell.seat, lang)})"
        zone = self.inventory.zones[place - 1]
        name = self.words.word(zone.zone, lang)
        per = self.program.names.zones[zone.zone].per
        if per == "seat":
            return f"{name} ({self.seat(zone.key, lang)})"
        if per is not None:
            return f"{name} ({self.words.word(self.program.names.word_kinds[per].words[zone.key], lang)})"
        return name

    def spot(self, cell: Cell, lang: str) -> str:
        """The name of a cell of a grid. If a corner, a side or a cell of another board has the same name, the name is
        told with what it is: `corner b1sw`, or with its board."""
        name = self.details.spot(cell)
        others = self.details.spots.get(name, frozenset()) - {cell.board}
        if not others:
            return name
        boards = self.program.names.boards
        part, parts = boards[cell.board].part, [boards[board].part for board in others]
        if part is not None and all(other is None or other.sort != part.sort for other in parts):
            return f"{play_words(lang).WORDS['a corner' if part.sort == 'corners' else 'a side']} {name}"
        return f"{name} ({self.words.word(cell.board, lang)})"

    def sentence(self, slot: int, value: int, lang: str) -> str | None:
        """What a yes or no means, if the ruleset has a predicate for it, or a whole sentence for a shared one. A
        predicate that depends on the gender of its subject makes no sentence, as a cell or seat has none."""
        found, kind = self.program.slots.variable(slot), self.viewer.kind_of(slot)
        if found is None or found.sort == "counter" or kind is None or kind.base != "test":
            return None
        said = _ONE_OF.sub(r"\1", self.words.forms(found.name, lang).get("is" if value else "not", ""))
        if not said or set(said) & set("{[<"):
            return None
        match found.sort:
            case "cell":
                return f"{self.place(self.inventory.place_of_cell(found.index), lang)} {said}"
            case "piece":
                return f"{self.piece(found.index, lang)} {said}"
            case "state":
                return said if found.seat < 0 else f"{self.seat(found.seat, lang)} {said}"
            case _:
                assert_never(found.sort)

    def like_piece(self, slot: int, value: int, lang: str) -> str:
        """How a value of a cell is named where it is told like a piece: a word by itself, a seat with the name of its
        field."""
        found, kind = self.program.slots.variable(slot), self.viewer.kind_of(slot)
        said = self.value(slot, value, lang)
        if found is None or kind is None or kind.base != "seat":
            return said
        return f"{self.words.word(found.name, lang)} ({said})"

    def cell_with(self, slot: int, lang: str) -> str:
        found = self.program.slots.variable(slot)
        assert found is not None
        return self.place(self.inventory.place_of_cell(found.index), lang)
