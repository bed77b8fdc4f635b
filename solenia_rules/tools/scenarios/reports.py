"""Formats outcomes: as text for people, as JSON, as JUnit XML, as GitHub annotations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never
from xml.sax.saxutils import escape, quoteattr

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.text.printable import printable
from solenia_rules.text.render import render, render_one
from solenia_rules.tools.scenarios.runner import Failure, Outcome

Format: TypeAlias = Literal["human", "junit", "json", "github"]


def report(outcomes: Sequence[Outcome], unread: Sequence[Diagnostic], form: Format) -> str:
    """Format all outcomes, without a final newline; `unread` are the problems of files that could not be decoded."""
    match form:
        case "human":
            return _human(outcomes, unread)
        case "json":
            return _json(outcomes, unread)
        case "junit":
            return _junit(outcomes, unread)
        case "github":
            return _github(outcomes, unread)
        case _:
            assert_never(form)


def _about(outcome: Outcome) -> str:
    return printable(f"{outcome.scenario.ruleset}: {outcome.scenario.name}")


def _where(span: Span) -> str:
    return f"{printable(span.source.name)}:{span.line}:{span.column}"


def _cause(failure: Failure) -> str:
    """The rule that caused a failure, and its place."""
    if failure.rule:
        return f"`{printable(failure.rule)}` ({printable(failure.place)})"
    return printable(failure.place)


def _lines(failure: Failure) -> list[str]:
    lines = [
        f"{printable(failure.what)}",
        f"  expected  {printable(failure.expected)}",
        f"  found     {printable(failure.found)}",
    ]
    if cause := _cause(failure):
        lines.append(f"  {'set by  ' if failure.rule else 'asked at'}  {cause}")
    return lines


def _human(outcomes: Sequence[Outcome], unread: Sequence[Diagnostic]) -> str:
    told = dict.fromkeys(sorted(unread, key=Diagnostic.sort_key))
    blocks = [render_one(d) for d in told]
    for outcome in outcomes:
        if outcome.passed:
            continue
        lines = [f"FAILED {_about(outcome)}"]
        if outcome.at_random:
            many = f"{outcome.at_random} question" + "s" * (outcome.at_random > 1)
            lines.append(f"     {many} before the sketch had random answers; `before` in `given` gives them")
        for failure in outcome.failures:
            lines.append(f" --> {_where(failure.span)}")
            lines += [f"     {line}" for line in _lines(failure)]
        new = [d for d in sorted(outcome.diagnostics, key=Diagnostic.sort_key) if d not in told]
        lines += [render_one(d) for d in new] if new or not outcome.diagnostics else ["     cannot be played, as above"]
        told |= dict.fromkeys(new)
        blocks.append("\n".join(lines))
    passed = sum(outcome.passed for outcome in outcomes)
    failed = len(outcomes) - passed
    blocks.append(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    return "\n\n".join(blocks)


def _json(outcomes: Sequence[Outcome], unread: Sequence[Diagnostic]) -> str:
    made = {
        "passed": sum(outcome.passed for outcome in outcomes),
        "failed": sum(not outcome.passed for outcome in outcomes),
        "scenarios": [
            {
                "ruleset": outcome.scenario.ruleset,
                "name": outcome.scenario.name,
                **_plain_place(outcome.scenario.span),
                "passed": outcome.passed,
                "failures": [_plain_failure(failure) for failure in outcome.failures],
                "diagnostics": _plain_diagnostics(outcome.diagnostics),
            }
            for outcome in outcomes
        ],
        "diagnostics": _plain_diagnostics(unread),
    }
    return json.dumps(made, indent=2)


def _plain_diagnostics(diagnostics: Sequence[Diagnostic]) -> object:
    return json.loads(render(diagnostics, "json"))["diagnostics"]


def _plain_place(span: Span) -> dict[str, object]:
    return {"file": printable(span.source.name), "line": span.line, "column": span.column}


def _plain_failure(failure: Failure) -> dict[str, object]:
    return {
        "what": failure.what,
        "expected": failure.expected,
        "found": failure.found,
        **_plain_place(failure.span),
        "rule": failure.rule or None,
        "place": failure.place or None,
    }


def _junit(outcomes: Sequence[Outcome], unread: Sequence[Diagnostic]) -> str:
    files: dict[str, list[str]] = {}
    failures = errors = 0
    for outcome in outcomes:
        file = printable(outcome.scenario.span.source.name)
        attributes = f"classname={_attribute(outcome.scenario.ruleset)} name={_attribute(outcome.scenario.name)}"
        inner = ""
        if outcome.failures:
            failures += 1
            text = "\n".join(f"{_where(f.span)}\n" + "\n".join(_lines(f)) for f in outcome.failures)
            inner = f"<failure message={_attribute(_short(outcome.failures[0]))}>{_text(text)}</failure>"
        elif outcome.diagnostics:
            errors += 1
            inner = _error(outcome.diagnostics)
        case = f"    <testcase {attributes}>{inner}</testcase>" if inner else f"    <testcase {attributes}/>"
        files.setdefault(file, []).append(case)
    for diagnostic in unread:
        errors += 1
        name = _attribute(diagnostic.code)
        case = f'    <testcase classname="file" name={name}>{_error([diagnostic])}</testcase>'
        files.setdefault(printable(diagnostic.span.source.name), []).append(case)
    total = f'tests="{sum(map(len, files.values()))}" failures="{failures}" errors="{errors}"'
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<testsuites {total}>"]
    for file, cases in files.items():
        lines += [f'  <testsuite name={_attribute(file)} tests="{len(cases)}">', *cases, "  </testsuite>"]
    return "\n".join([*lines, "</testsuites>"])


def _short(failure: Failure) -> str:
    return f"{failure.what}: expected {failure.expected}, found {failure.found}"


def _error(diagnostics: Sequence[Diagnostic]) -> str:
    first = diagnostics[0]
    return f"<error message={_attribute(f'{first.code} {first.message}')}>{_text(render(diagnostics))}</error>"


def _attribute(text: str) -> str:
    return quoteattr(printable(text))


def _text(text: str) -> str:
    return escape("\n".join(map(printable, text.split("\n"))))


def _github(outcomes: Sequence[Outcome], unread: Sequence[Diagnostic]) -> str:
    lines = [render(unread, "github")] if unread else []
    for outcome in outcomes:
        for failure in outcome.failures:
            cause = _cause(failure)
            message = f"{outcome.scenario.name}: {_short(failure)}" + (f" ({cause})" if cause else "")
            lines.append(_annotation(failure.span, message))
        if outcome.diagnostics:
            lines.append(render(outcome.diagnostics, "github"))
    passed = sum(outcome.passed for outcome in outcomes)
    return "\n".join([*lines, f"::notice::{passed} of {len(outcomes)} scenarios passed"])


def _annotation(span: Span, message: str) -> str:
    file = _escape(printable(span.source.name)).replace(":", "%3A").replace(",", "%2C")
    return f"::error file={file},line={span.line},col={span.column},title=scenario::{_escape(printable(message))}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
