"""Exit codes of problems with rulesets."""

from __future__ import annotations

from collections.abc import Iterable

from solenia_rules.cli.main import FINE, PROBLEMS, WRONG_USAGE
from solenia_rules.text.diagnostics import Diagnostic

ABOUT_ARGUMENTS = ("E001", "E036", "E037", "E038")
"""What can be wrong with a name, path or parameter rather than with a file."""


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """Wrong usage if what was asked for does not exist, problems if there is an error; warnings alone are fine."""
    found = list(diagnostics)
    if any(d.code in ABOUT_ARGUMENTS and not d.span.source.text for d in found):
        return WRONG_USAGE
    return PROBLEMS if any(d.severity == "error" for d in found) else FINE
