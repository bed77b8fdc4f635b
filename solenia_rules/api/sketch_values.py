"""Reads single values of a sketch: numbers, seats, words, and the names of pieces, cells and bundles.

A value and its path in the sketch go in. What the state stores comes out, or None after a flaw was noted. `sketches.py`
reads the tables around the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

from solenia_rules.api.spelling import FACES, Spelling
from solenia_rules.checked.bundle_sets import idents
from solenia_rules.core.compiled import Program
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.sketch import Flaw, Path
from solenia_rules.text.misfits import described
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

ItemT = TypeVar("ItemT")
Table: TypeAlias = Mapping[str, object]


class ValueReader:
    """Reads values for one program and spelling, and collects the flaws."""

    def __init__(self, program: Program, spelling: Spelling) -> None:
        self.program = program
        self.inventory = program.inventory
        self.slots = program.slots
        self.names = program.names
        self.spelling = spelling
        self.flaws: list[Flaw] = []

    def flaw(self, code: str, message: str, path: Path, hint: str | None = None, of_key: bool = False) -> None:
        self.flaws.append(Flaw(code, message, path, hint, of_key))

    def unknown(self, what: str, word: str, path: Path, known: Iterable[str], of_key: bool = True) -> None:
        self.flaw("E701", f"there is no {what} {quoted(word)}", path, did_you_mean(word, known), of_key)

    def wrong(self, expected: str, value: object, path: Path) -> None:
        self.flaw("E704", f"expected {expected}, found {described(value)}", path)

    def table(self, value: object, path: Path, expected: str) -> dict[str, object] | None:
        if not isinstance(value, Mapping):
            self.wrong(expected, value, path)
            return None
        return {str(key): item for key, item in value.items()}

    def got(self, found: ItemT | Flaw) -> ItemT | None:
        if isinstance(found, Flaw):
            self.flaws.append(found)
            return None
        return found

    def number(self, value: object, low: int, high: int, path: Path) -> int | None:
        """A number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong("a number", value, path)
            return None
        if not low <= value <= high:
            self.flaw("E703", f"{value} is not within {low} and {high}", path)
            return None
        return value

    def seat(self, value: object, path: Path) -> int | None:
        """The index of a seat that is written as its number from 1."""
        if isinstance(value, str):
            number = value.removeprefix("seat ")
            hint = f"write the number of the seat: {number if number.isdecimal() else 1}"
            self.flaw("E704", f"expected a seat, found {described(value)}", path, hint)
            return None
        seat = self.number(value, 1, self.inventory.seats, path)
        return None if seat is None else seat - 1

    def by_seat(
        self, value: object, path: Path, read: Callable[[int, object, Path], None], meant: str | None = None
    ) -> None:
        """`{ 1 = ..., 2 = ... }`; `meant`: the hint for another key."""
        for key, item in (self.table(value, path, "a table by seats, as in { 1 = ... }") or {}).items():
            if key.isdecimal() and key.isascii() and 1 <= int(key[:4]) <= self.inventory.seats:
                read(int(key) - 1, item, (*path, key))
            else:
                hint = self._seats_hint() if meant is None or key.isdecimal() else meant
                self.flaw("E701", f"there is no seat {quoted(key)}", (*path, key), hint, of_key=True)

    def _seats_hint(self) -> str:
        return (
            f"seats are numbered 1 to {self.inventory.seats} here" if self.inventory.seats > 1 else "the only seat is 1"
        )

    def by_word(self, kind: str, value: object, path: Path) -> dict[int, tuple[object, Path]]:
        """A table by the words of a kind: what stands under each word, by the number of the word."""
        words = self.names.word_kinds[kind].words
        found: dict[int, tuple[object, Path]] = {}
        for key, item in (self.table(value, path, f"a table by {kind}") or {}).items():
            if key in words:
                found[words.index(key)] = item, (*path, key)
            else:
                self.unknown(kind, key, (*path, key), words)
        return found

    def value(self, kind: Kind | None, value: object, path: Path) -> int | None:
        """A value of a kind as the state stores it."""
        assert kind is not None
        if kind.base == "number":
            low = kind.low if kind.low is not None else -(10**9)
            return self.number(value, low, kind.high if kind.high is not None else 10**9, path)
        if kind.base == "test":
            if isinstance(value, bool):
                return int(value)
            self.wrong("true or false", value, path)
            return None
        if value == "none" and kind.optional:
            return -1
        if kind.base == "seat":
            return self.seat(value, path)
        if not isinstance(value, str):
            self.wrong(f"a {kind}", value, path)
            return None
        return self._thing(kind, value, path)

    def _thing(self, kind: Kind, value: str, path: Path) -> int | None:
        match kind.base:
            case "piece":
                named = self.got(self.spelling.everywhere(value, path))
                if named is not None and kind.of not in (None, self.inventory.pieces[named.alike[0]].kind):
                    self.flaw("E704", f"`{value}` is no {kind.of}", path)
                    return None
                return None if named is None else named.alike[0]
            case "cell":
                return self.got(self.spelling.any_cell(value, path))
            case "word":
                known: tuple[str, ...] = self.names.word_kinds[kind.of or ""].words
            case "face":
                known = FACES
            case "bundle":
                known = idents(kind.of or "", self.names)
            case _:
                known = tuple(self.names.atoms)
        if value not in known:
            self.unknown(str(kind), value, path, known, of_key=False)
            return None
        return known.index(value)
