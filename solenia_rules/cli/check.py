"""`solenia check`: the mistakes in rulesets, all of them in one run."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solenia_rules.cli.check_formats import FORMATS, CheckFormat, written
from solenia_rules.cli.exits import FINE, INTERRUPTED, exit_code
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.rules.cache import Cache, open_cache
from solenia_rules.rules.files import MAIN, SCENARIOS, open_bundle
from solenia_rules.words.tables.commands import TextKey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solenia_rules.text.diagnostics import Diagnostic
    from solenia_rules.tools.findings.evidence import Evidence
    from solenia_rules.tools.scenarios.files import ScenarioFile
    from solenia_rules.tools.scenarios.runner import Runner

MOST_GAMES = 100_000


@click.command()
@click.argument("specs", nargs=-1, required=True, metavar="NAME|PATH...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="human", help="The output format.")
@click.option("--watch", "on", is_flag=True, help="Check again whenever a file changes, until interrupted.")
@click.option("--play", "games", type=click.IntRange(1, MOST_GAMES), metavar="N", help="Also play N games of each.")
@click.option("--seats", metavar="2,3", help="With --play: numbers of seats, all of them by default.")
@click.option("--seed", type=click.IntRange(0), default=0, help="With --play: seed of the first game.")
def check(specs: tuple[str, ...], form: CheckFormat, on: bool, games: int | None, seats: str | None, seed: int) -> int:
    """Check rulesets: bundled names, files, folders of them, or layers as in game+mine+yours. Scenario files are
    checked with the file or folder they belong to, or by name.

    For two or more variants of one game it also says whether their order matters.

    With --play it also reports what only play shows: dead, broken and pointless rules (docs/findings.md).

    Exit code 0: fine, 1: mistakes found, 2: nothing to check.
    """
    if games is None and seats is not None:
        raise click.UsageError(text("seats_without_play", language_of_environment()))
    if games is not None and on:
        raise click.UsageError(text("watch_without_play", language_of_environment()))
    lang = language_of_environment()
    wanted = list(dict.fromkeys(ruleset for spec in specs for ruleset in rulesets_of(spec, lang)))
    scenarios = list({file.path.resolve(): file for spec in specs for file in scenario_files(spec)}.values())
    beside = {file.path.resolve() for spec in wanted if spec in specs for file in scenario_files(spec)}
    number = len(wanted) + sum(file.path.resolve() not in beside for file in scenarios)
    if on:
        from solenia_rules.cli.watch import watch

        return watch((*wanted, *(file.shown for file in scenarios)), number, form, lang)
    cache, stopped, notes = open_cache(), False, list[str]()
    checked = {ruleset: problems_of(ruleset, cache) for ruleset in wanted}
    if games is not None:
        for ruleset in wanted:
            chosen, known = numbers_of(seats, lang), checked[ruleset]
            checked[ruleset], evidence = played_problems(ruleset, known, games, seed, chosen, lang)
            stopped = evidence.stopped
            if stopped:
                break
            notes += about_trying(evidence, lang)
    checked |= scenario_problems(scenarios, cache)
    if report := written(checked, form):
        click.echo(report)
    code = INTERRUPTED if stopped else exit_code(one for found in checked.values() for one in found)
    for note in notes:
        click.echo(note, err=True)
    if code == FINE:
        for ruleset in wanted:
            for line in about_order(ruleset, lang):
                click.echo(line, err=True)
        click.echo(text("checked", lang, n=number), err=True)
    return code


def rulesets_of(spec: str, lang: str) -> list[str]:
    """The rulesets in a folder; anything else is returned as it is."""
    path = Path(spec)
    if spec.endswith(SCENARIOS):
        return []
    if not path.is_dir() or (path / MAIN).is_file():
        return [spec]
    found = [str(main) for same in open_bundle(path).rulesets.values() for one in same for _, main in one.parts[:1]]
    if not found and not scenario_files(spec):
        raise click.UsageError(text("no_rulesets_in", lang, path=spec))
    return found


def scenario_files(spec: str) -> list[ScenarioFile]:
    """The scenario files of a folder, those that belong to the file of a ruleset, or the one that is named. Those of
    bundled rulesets are not checked with the name of the ruleset: they are a part of the package."""
    from solenia_rules.tools.scenarios.files import ScenarioFile, files_of

    if spec.endswith(SCENARIOS):
        return [ScenarioFile(spec, Path(spec))]
    return files_of(spec, open_bundle()) or [] if Path(spec).exists() else []


def scenario_problems(files: list[ScenarioFile], cache: Cache) -> dict[str, tuple[Diagnostic, ...]]:
    """The diagnostics of scenario files that can be found without playing, by the name of the file."""
    if not files:
        return {}
    from solenia_rules.tools.scenarios.decoder import decode_file

    found: dict[str, tuple[Diagnostic, ...]] = {}
    runner: Runner | None = None
    for file in files:
        decoded = decode_file(file, open_bundle())
        found[file.shown] = decoded.diagnostics
        if not decoded.scenarios:
            continue
        spec, source = decoded.scenarios[0].ruleset, decoded.scenarios[0].span.source
        if cache.knows(spec, source.text):
            continue
        if runner is None:
            # Imported only if a file has to be checked. All files share one checker, and with it their rulesets.
            from solenia_rules.api.loading import load
            from solenia_rules.tools.scenarios.runner import Runner

            runner = Runner(partial(load, refined=False))
        flaws = dict.fromkeys(d for scenario in decoded.scenarios for d in runner.look(scenario))
        found[file.shown] = (*decoded.diagnostics, *flaws)
        if not found[file.shown]:
            cache.remember(spec, runner.sources(decoded.scenarios[0]), source.text)
    return found


def problems_of(spec: str, cache: Cache) -> tuple[Diagnostic, ...]:
    """The diagnostics of one ruleset. A ruleset without any is not checked again until it changes."""
    if cache.knows(spec):
        return ()
    # Imported only if a ruleset has to be checked: the import takes half of the time of a whole check.
    from solenia_rules.api.looking import look

    found = look(spec)
    if not found.diagnostics:
        cache.remember(spec, found.sources)
    return found.diagnostics


def numbers_of(seats: str | None, lang: str) -> tuple[int, ...]:
    """Numbers of seats from a text such as `2,3`; empty if the text is empty."""
    parts = seats.split(",") if seats is not None else []
    if not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise click.UsageError(text("seats_are_numbers", lang, seats=seats))
    return tuple(dict.fromkeys(int(part) for part in parts))


def played_problems(
    spec: str, known: tuple[Diagnostic, ...], games: int, seed: int, seats: tuple[int, ...], lang: str
) -> tuple[tuple[Diagnostic, ...], Evidence]:
    """The static warnings that play did not disprove, the findings of play, and what was counted in the games. If the
    ruleset cannot be played, the static diagnostics."""
    from solenia_rules.tools.findings.evidence import Evidence

    evidence = Evidence()
    if any(diagnostic.severity == "error" for diagnostic in known):
        return known, evidence
    from solenia_rules.cli.progress import progress_bar
    from solenia_rules.rules.layers import is_abstract
    from solenia_rules.rules.resolver import resolve
    from solenia_rules.tools.findings.check import find_by_play

    resolved = resolve(spec, allow_abstract=True)
    if is_abstract(resolved.document):
        return known, evidence
    played = range(resolved.world.seats.low, resolved.world.seats.high + 1)
    wanted = tuple(count for count in seats if count in played)
    if seats and not wanted:
        raise click.UsageError(text("no_such_seats", lang, spec=spec, seats=", ".join(map(str, played))))
    with progress_bar(games, spec) as progress:
        found = find_by_play(spec, games, seed, wanted or None, known, evidence, progress, resolved)
    if evidence.stopped:
        click.echo(text("play_stopped", lang, done=evidence.total, n=games, spec=spec), err=True)
    return found, evidence


def about_trying(evidence: Evidence, lang: str) -> Iterator[str]:
    """Where options were tried on copies of the game in the games that were played, and how often: it takes time."""
    for span, times in evidence.tried.items():
        share, each = 100 * times / max(1, evidence.answers), evidence.copies[span] / times
        place = f"{span.source.name}:{span.line}:{span.column}"
        yield text("options_tried", lang, place=place, times=f"{share:.0f}", options=f"{each:.1f}")


def about_order(spec: str, lang: str) -> Iterator[str]:
    """Whether the order of two or more variants over one base matters, and what another order changes."""
    if spec.count("+") < 2:
        return
    from solenia_rules.rules.orders import other_orders

    others = other_orders(spec)
    if others is None:
        return
    if not any(other.matters for other in others):
        lists = {f"[{d.path[0]}]": None for other in others for d in other.differences if d.path}
        yield text("order_of_lists" if lists else "order_free", lang, spec=spec, sections=", ".join(lists))
        return
    for other in others:
        changed = [difference for difference in other.differences if difference.sort != "list"]
        if changed:
            yield text("order_matters", lang, spec=spec, other=other.name)
        for difference in changed:
            path = ".".join(map(str, difference.path))
            key: TextKey = "order_turn" if difference.sort == "turn" else "order_value"
            yield "  " + text(key, lang, path=path, here=difference.here, there=difference.there)
