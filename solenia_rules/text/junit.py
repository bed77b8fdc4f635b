"""Writes diagnostics as JUnit XML: one test case for each ruleset or file; a case with an error has failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.printable import printable
from solenia_rules.text.render import render


def junit(checked: Mapping[str, Iterable[Diagnostic]]) -> str:
    """`checked`: what was looked at -> what was found there. A warning does not make a case fail; the case lists it."""
    cases: list[str] = []
    failures = 0
    for name, diagnostics in checked.items():
        found = sorted(diagnostics, key=Diagnostic.sort_key)
        errors = [diagnostic for diagnostic in found if diagnostic.severity == "error"]
        warnings = [diagnostic for diagnostic in found if diagnostic.severity == "warning"]
        failures += bool(errors)
        inner = _failure(errors) if errors else ""
        inner += f"<system-out>{_text(render(warnings))}</system-out>" if warnings else ""
        attributes = f'classname="check" name={_attribute(name)}'
        cases.append(f"    <testcase {attributes}>{inner}</testcase>" if inner else f"    <testcase {attributes}/>")
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    return "\n".join(
        [
            '<?xml version="1.0" encoding="utf-8"?>',
            f"<testsuites {counts}>",
            f'  <testsuite name="solenia check" {counts}>',
            *cases,
            "  </testsuite>",
            "</testsuites>",
        ]
    )


def _failure(errors: list[Diagnostic]) -> str:
    first = errors[0]
    message = _attribute(f"{first.code} {first.message}")
    return f"<failure type={_attribute(first.code)} message={message}>{_text(render(errors))}</failure>"


def _attribute(text: str) -> str:
    return quoteattr(printable(text))


def _text(text: str) -> str:
    return escape("\n".join(map(printable, text.split("\n"))))
