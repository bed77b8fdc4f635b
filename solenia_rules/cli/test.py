"""`solenia test`: the scenarios of rulesets, played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solenia_rules.cli.main import FINE, PROBLEMS, language_of_environment
from solenia_rules.cli.texts import text
from solenia_rules.rules.files import open_bundle

if TYPE_CHECKING:
    from solenia_rules.scenarios.files import ScenarioFile
    from solenia_rules.scenarios.reports import Format
    from solenia_rules.text.diagnostics import Diagnostic

FORMATS: tuple[Format, ...] = ("human", "junit", "json", "github")


@click.command(name="test")
@click.argument("targets", nargs=-1, metavar="[NAME|PATH...]")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="How outcomes are written.")
@click.option("-k", "only", metavar="TEXT", help="Only scenarios whose ruleset or name holds this text.")
def play_scenarios(targets: tuple[str, ...], form: Format, only: str | None) -> int:
    """Play scenarios: those of bundled names, of files, or of folders; without a name all that are bundled.

    Exit code 0: all passed, 1: some failed or cannot be played, 2: nothing to play.
    """
    from solenia_rules.scenarios.decoder import decode_file
    from solenia_rules.scenarios.reports import report
    from solenia_rules.scenarios.runner import Runner

    lang = language_of_environment()
    bundle = open_bundle()
    unread: list[Diagnostic] = []
    chosen = []
    for file in _files(targets, lang):
        decoded = decode_file(file, bundle)
        unread += decoded.diagnostics
        chosen += [s for s in decoded.scenarios if only is None or _holds(f"{s.ruleset}: {s.name}", only)]
    if not chosen and not unread:
        raise click.UsageError(text("no_scenarios", lang))
    runner = Runner()
    outcomes = [runner.run(scenario) for scenario in chosen]
    click.echo(report(outcomes, unread, form))
    return FINE if not unread and all(outcome.passed for outcome in outcomes) else PROBLEMS


def _holds(name: str, part: str) -> bool:
    return part.casefold() in name.casefold()


def _files(targets: tuple[str, ...], lang: str) -> list[ScenarioFile]:
    """The files of all targets, none twice."""
    from solenia_rules.scenarios.files import files_of, files_of_bundle

    bundle = open_bundle()
    if not targets:
        return files_of_bundle(bundle)
    found: dict[str, ScenarioFile] = {}
    for target in targets:
        files = files_of(target, bundle)
        if files is None:
            raise click.UsageError(text("cannot_read", lang, path=target, reason=text("no_such_thing", lang)))
        found |= {str(file.path.resolve()): file for file in files}
    return list(found.values())
