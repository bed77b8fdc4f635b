"""Coverage on the command line: printed beside the text of the rules, as JSON, or written as a page."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solenia_rules.cli.texts import text
from solenia_rules.tools.coverage.collector import Collector
from solenia_rules.tools.coverage.marking import as_page, as_text

if TYPE_CHECKING:
    from solenia_rules.tools.coverage.records import Coverage
    from solenia_rules.tools.scenarios.runner import Outcome


def cover_scenarios(outcomes: Sequence[Outcome], form: str, page: str | None, lang: str) -> None:
    """The coverage of the scenarios of each ruleset."""
    collectors: dict[str, Collector] = {}
    for outcome in outcomes:
        if outcome.game is None:
            continue
        rules = outcome.game.rules
        collector = collectors.setdefault(outcome.scenario.ruleset, Collector(rules))
        other = collector if collector.rules.digest == rules.digest else Collector(rules)
        other.add(outcome.game)
        if other is not collector:
            # Only a number in the rules differs: the texts stand in the same places.
            collector.counts.add(other.counts)
    show_coverage(list(collectors.values()), form, page, lang)


def show_coverage(collectors: Sequence[Collector], form: str, page: str | None, lang: str, err: bool = False) -> None:
    """Print coverage; with `page` also write it to this file, or to one file for each of several rulesets. `err`: print
    progress to standard error, because standard output is read by a program."""
    if form == "json":
        click.echo(json.dumps([coverage_json(c.coverage()) for c in collectors], ensure_ascii=False, indent=1))
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    for collector in collectors:
        coverage = collector.coverage()
        if form != "json":
            click.echo(as_text(coverage, collector.rules.sources, colour), err=err)
        if page is not None:
            path = Path(page)
            if len(collectors) > 1:
                path = path.with_name(f"{path.stem}.{coverage.ruleset}{path.suffix}")
            try:
                path.write_text(as_page(coverage, collector.rules.sources), encoding="utf-8")
            except OSError as problem:
                reason = problem.strerror or str(problem)
                raise click.UsageError(text("cannot_write", lang, path=str(path), reason=reason)) from None
            click.echo(text("written", lang, path=str(path)), err=True)


def coverage_json(coverage: Coverage) -> dict[str, object]:
    """Coverage as data for JSON."""
    return {
        "ruleset": coverage.ruleset,
        "games": coverage.games,
        "pairs": coverage.pairs,
        "lines": [
            {"place": x.place, "owner": x.owner, "run": x.run, "decisive": x.decisive} for x in coverage.lines
        ],
        "branches": [
            {"place": x.place, "owner": x.owner, "name": x.name, "run": x.run} for x in coverage.branches
        ],
        "answers": [
            {"place": x.place, "owner": x.owner, "name": x.name, "offered": x.offered, "taken": x.taken,
             "compared": x.compared, "decisive": x.decisive}
            for x in coverage.choices
        ],
    }  # fmt: skip
