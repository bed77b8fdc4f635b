"""Writes the diagnostics of `check` in the requested format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, assert_never

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.render import render

CheckFormat: TypeAlias = Literal["human", "json", "github", "sarif", "junit"]
FORMATS: tuple[CheckFormat, ...] = ("human", "json", "github", "sarif", "junit")


def written(checked: Mapping[str, Iterable[Diagnostic]], form: CheckFormat) -> str:
    """The text to print; empty if there is nothing to print. `checked`: name of a ruleset or file -> its
    diagnostics."""
    found = list(dict.fromkeys(diagnostic for diagnostics in checked.values() for diagnostic in diagnostics))
    match form:
        case "human" | "github":
            return render(found, form) if found else ""
        case "json":
            return render(found, form)
        case "sarif":
            from solenia_rules.api.version import VERSION
            from solenia_rules.text.sarif import sarif

            return sarif(found, VERSION)
        case "junit":
            from solenia_rules.text.junit import junit

            return junit(checked)
        case _:
            assert_never(form)
