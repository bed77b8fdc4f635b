"""The exit codes of the command line, and the exit code that belongs to a list of diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solenia_rules.text.diagnostics import Diagnostic

FINE: Final = 0
PROBLEMS: Final = 1
WRONG_USAGE: Final = 2
OUR_BUG: Final = 3
INTERRUPTED: Final = 130

ABOUT_ARGUMENTS = ("E001", "E036", "E037", "E038")
"""Codes of problems with a name, path or parameter, not with a file."""


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """Wrong usage if a ruleset does not exist; problems if there is an error; fine if there are only warnings."""
    found = list(diagnostics)
    if any(d.code in ABOUT_ARGUMENTS and not d.span.source.text for d in found):
        return WRONG_USAGE
    return PROBLEMS if any(d.severity == "error" for d in found) else FINE
