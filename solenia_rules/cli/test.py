"""`solenia test`: plays the scenarios of rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solenia_rules.cli.exits import FINE, PROBLEMS
from solenia_rules.cli.texts import language_of_environment, no_ruleset, text
from solenia_rules.rules.files import open_bundle

if TYPE_CHECKING:
    from solenia_rules.text.diagnostics import Diagnostic
    from solenia_rules.tools.scenarios.files import ScenarioFile
    from solenia_rules.tools.scenarios.reports import Format

MUTATED = ("powers", "pieces", "texts", "params")
"""The same names as in `scenarios.mutants`, which is not imported only for a help text."""
FORMATS: tuple[Format, ...] = ("human", "junit", "json", "github")


@click.command(name="test")
@click.argument("targets", nargs=-1, metavar="[NAME|PATH...]")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="The output format.")
@click.option("-k", "only", metavar="TEXT", help="Only scenarios whose ruleset or name contains this text.")
@click.option("--coverage", "covered", is_flag=True, help="Report lines, branches and answers that are reached.")
@click.option("--html", "page", metavar="FILE", help="With --coverage: write it as one page.")
@click.option("--mutate", "mutated", is_flag=True, help="Report changes of one token that no scenario notices.")
@click.option("--group", "groups", multiple=True, type=click.Choice(MUTATED), help="With --mutate: what is changed.")
@click.option("--only", "part", metavar="TEXT", help="With --mutate: only texts whose path contains this.")
@click.option("--most", type=click.IntRange(min=1), help="With --mutate: at most this many changes.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="With --mutate: number of processes.")
@click.option(
    "--at-least",
    "share",
    type=click.FloatRange(0, 100),
    default=100.0,
    help="With --mutate: the percentage that must be noticed.",
)
def play_scenarios(
    targets: tuple[str, ...],
    form: Format,
    only: str | None,
    covered: bool,
    page: str | None,
    mutated: bool,
    groups: tuple[str, ...],
    part: str | None,
    most: int | None,
    jobs: int,
    share: float,
) -> int:
    """Play the scenarios of bundled names, files or folders; without a name, those of all bundled rulesets.

    With --coverage or --mutate the scenarios must pass; then the command prints what they reach, or which changes of
    the rules they do not notice.

    Exit code 0: all passed, 1: some failed or cannot be played, or fewer changes are noticed than --at-least demands,
    2: nothing to play.
    """
    from solenia_rules.tools.scenarios.decoder import decode_file
    from solenia_rules.tools.scenarios.reports import report
    from solenia_rules.tools.scenarios.runner import Runner

    lang = language_of_environment()
    if form not in ("human", "json") and (mutated or covered):
        raise click.UsageError(text("format_of_tests", lang, form=form))
    bundle = open_bundle()
    files = _files(targets, lang)
    unread: list[Diagnostic] = []
    chosen = []
    for file in files:
        decoded = decode_file(file, bundle)
        unread += decoded.diagnostics
        chosen += [s for s in decoded.scenarios if only is None or _holds(f"{s.ruleset}: {s.name}", only)]
    if not chosen and not unread:
        raise click.UsageError(text("no_scenarios", lang))
    runner = Runner()
    outcomes = [runner.run(scenario) for scenario in chosen]
    fine = not unread and all(outcome.passed for outcome in outcomes)
    if not fine or not (covered or mutated):
        click.echo(report(outcomes, unread, form))
        return FINE if fine else PROBLEMS
    if covered:
        from solenia_rules.cli.covering import cover_scenarios

        cover_scenarios(outcomes, form, page, lang)
    if mutated:
        from solenia_rules.cli.mutate import mutate

        return mutate(files, groups, part, most, jobs, share, form)
    return FINE


def _holds(name: str, part: str) -> bool:
    return part.casefold() in name.casefold()


def _files(targets: tuple[str, ...], lang: str) -> list[ScenarioFile]:
    """The files of all targets, none twice."""
    from solenia_rules.tools.scenarios.files import files_of, files_of_bundle

    bundle = open_bundle()
    if not targets:
        return files_of_bundle(bundle)
    found: dict[str, ScenarioFile] = {}
    for target in targets:
        files = files_of(target, bundle)
        if files is None:
            raise click.UsageError(no_ruleset(target, lang))
        found |= {str(file.path.resolve()): file for file in files}
    return list(found.values())
