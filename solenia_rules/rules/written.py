"""Reads a ruleset that somebody has written as a text and that lies in no file. It may extend bundled rulesets, and
nothing else: no file of the machine is read for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from solenia_rules.rules.files import Bundle, Found
from solenia_rules.rules.layers import Loader
from solenia_rules.rules.problems import Problems

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_NAME = re.compile(r"""^[ \t]*ruleset[ \t]*=[ \t]*(["'])([a-z][a-z0-9_]{0,63})\1""", re.MULTILINE)
UNNAMED = "ruleset"


def name_of(text: str) -> str:
    """The id that a ruleset gives itself; its file would have the same name."""
    named = _NAME.search(text)
    return named[2] if named else UNNAMED


class WrittenLoader(Loader):
    """A loader of one text. The spec is the name of the ruleset."""

    def __init__(self, bundle: Bundle, problems: Problems, text: str) -> None:
        super().__init__(bundle, problems)
        self.text = text
        self._file = Path(f"{name_of(text)}.toml")

    def _find(self, spec: str) -> list[Found]:
        return [Found(spec, ((self._file.name, self._file),))]

    def content(self, file: Traversable, name: str, within: Path | None) -> bytes | None:
        if file is self._file:
            # The reader of bytes reports an incomplete character.
            return self.text.encode("utf-8", "surrogatepass")
        return super().content(file, name, within)
