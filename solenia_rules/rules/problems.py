"""Collects the problems of one run."""

from __future__ import annotations

from solenia_rules.rules import caps
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from solenia_rules.rules.toml_spans import KeyPath

    Problem: TypeAlias = tuple[Diagnostic, KeyPath]
    """A diagnostic, and the path of the key or value that it is about; empty if it is about no single one."""


class TooManyProblems(Exception):
    """Raised when there are so many problems that reading on is a waste of time."""


class Problems:
    """Problems in the order found, each once. Warnings are kept apart, because they stop nothing."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, int, int, str, str], Problem] = {}
        self.warnings: list[Diagnostic] = []

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str | None = None,
        also: tuple[tuple[Span, str], ...] = (),
        path: KeyPath = (),
    ) -> None:
        diagnostic = Diagnostic(code, message, span, hint, also=also)
        self.found.setdefault((*diagnostic.sort_key(), message), (diagnostic, path))
        if len(self.found) >= caps.PROBLEMS:
            raise TooManyProblems

    def warn(self, code: str, message: str, span: Span, hint: str, also: tuple[tuple[Span, str], ...]) -> None:
        if len(self.warnings) < caps.PROBLEMS:
            self.warnings.append(Diagnostic(code, message, span, hint, "warning", also))

    def about_file(self, code: str, message: str, name: str, hint: str | None = None) -> None:
        """A problem with a file as a whole, or with one that does not exist."""
        self.add(code, message, Span(Source(name, ""), 0, 0), hint)

    def has(self, code: str) -> bool:
        return any(diagnostic.code == code for diagnostic, _ in self.found.values())

    def forgive(self, codes: frozenset[str]) -> None:
        self.found = {key: found for key, found in self.found.items() if found[0].code not in codes}

    def __bool__(self) -> bool:
        return bool(self.found)

    def all(self) -> tuple[Diagnostic, ...]:
        return tuple(diagnostic for diagnostic, _ in self.found.values())
