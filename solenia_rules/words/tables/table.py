"""A table of texts that is complete by construction: a language that lacks a row cannot be imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from solenia_rules.words.languages import Language

KeyT = TypeVar("KeyT", bound=str)
RowT = TypeVar("RowT")


class IncompleteTable(Exception):
    """A table of a language lacks rows, or it has rows that nothing uses."""


class CompleteTable(dict[KeyT, RowT]):
    """One row for each key. A subclass says which keys: `KEYS` are the arguments of the literal type of its keys."""

    KEYS: ClassVar[tuple[str, ...]]

    def __init__(self, lang: Language, rows: Mapping[KeyT, RowT]) -> None:
        super().__init__(rows)
        self._keys: dict[str, KeyT] = {key: key for key in rows}
        if self.keys() == set(self.KEYS):
            return
        missing = [f"`{key}`" for key in self.KEYS if key not in self]
        unknown = [f"`{key}`" for key in self if key not in self.KEYS]
        problems = [f"no row for {', '.join(missing)}"] if missing else []
        problems += [f"no use for {', '.join(unknown)}"] if unknown else []
        raise IncompleteTable(f"{type(self).__name__} in the language `{lang}`: {'; '.join(problems)}")

    def key(self, text: str) -> KeyT:
        """The key that is written like this, for keys that are put together or that come with data."""
        return self._keys[text]
