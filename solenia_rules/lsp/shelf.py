"""The texts of rulesets as an editor sees them: open texts from the editor, others from the disk. Each is
parsed once."""

from __future__ import annotations

from collections import OrderedDict
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import frozen

from solenia_rules.rules.files import Bundle
from solenia_rules.rules.layers import Loader
from solenia_rules.rules.merger import Layer
from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import Read
from solenia_rules.text.diagnostics import Diagnostic

KEPT = 64
"""How many parsed texts are kept."""


@frozen
class Parsed:
    """One text, parsed; problems included."""

    read: Read | None
    problems: tuple[Diagnostic, ...]
    broken: bool


class Shelf:
    """Parsed texts by their content; used by one thread."""

    def __init__(self) -> None:
        self._parsed: OrderedDict[tuple[str, bytes], Parsed] = OrderedDict()

    def recall(self, name: str, content: bytes) -> Parsed | None:
        found = self._parsed.get((name, content))
        if found is not None:
            self._parsed.move_to_end((name, content))
        return found

    def keep(self, name: str, content: bytes, parsed: Parsed) -> None:
        self._parsed[name, content] = parsed
        while len(self._parsed) > KEPT:
            self._parsed.popitem(last=False)


class OpenLoader(Loader):
    """A loader that reads open texts from the editor, and remembers the files it has read."""

    def __init__(self, bundle: Bundle, problems: Problems, shelf: Shelf, opened: dict[Path, str]) -> None:
        super().__init__(bundle, problems)
        self.shelf = shelf
        self.opened = opened
        self.paths: dict[str, Path] = {}
        """Name shown to people -> file."""
        self.reads: dict[str, Read] = {}
        """Name shown to people -> what the file says by itself; the highest layer first."""
        self.laid: Layer | None = None

    def load(self, spec: str) -> Layer | None:
        self.laid = super().load(spec)
        return self.laid

    def content(self, file: Traversable, name: str, within: Path | None) -> bytes | None:
        if isinstance(file, Path):
            self.paths[name] = file
            text = self.opened.get(file.resolve())
            if text is not None:
                # The reader of bytes reports an incomplete character.
                return text.encode("utf-8", "surrogatepass")
        return super().content(file, name, within)

    def document(self, content: bytes, name: str) -> Read | None:
        parsed = self.shelf.recall(name, content)
        if parsed is None:
            parsed = self._parse(content, name)
            self.shelf.keep(name, content, parsed)
        for problem in parsed.problems:
            self.problems.add(problem.code, problem.message, problem.span, problem.hint, problem.also)
        self.broken = self.broken or parsed.broken
        if parsed.read is None:
            return None
        self.reads[name] = parsed.read
        read = parsed.read
        return Read(read.source, _copied(read.document), read.spans)

    def _parse(self, content: bytes, name: str) -> Parsed:
        alone = Loader(self.bundle, Problems())
        read = alone.document(content, name)
        return Parsed(read, alone.problems.all(), alone.broken)


def _copied(document: dict[str, object]) -> dict[str, object]:
    """Merging changes documents, so a copy is returned and the cached one stays as it is."""
    return {key: _copy(value) for key, value in document.items()}


def _copy(value: object) -> object:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_copy(item) for item in value]
    return value
