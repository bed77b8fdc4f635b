"""`solenia bench`: how fast rulesets load and play on this machine."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click
from attrs import asdict

import solenia_rules as sr
from solenia_rules import fast
from solenia_rules.cli.exits import FINE, PROBLEMS
from solenia_rules.cli.lab_options import told
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.tools.measuring.accelerated import accelerations
from solenia_rules.tools.measuring.copying import copies
from solenia_rules.tools.measuring.figures import Figure, interleaved, machine_facts, table
from solenia_rules.tools.measuring.loading import loads
from solenia_rules.tools.measuring.playing import (
    decisions_against,
    games_of,
    playable,
    processes,
)
from solenia_rules.tools.measuring.trying import fallback_table, fallbacks


@click.command()
@click.argument("specs", nargs=-1, metavar="[RULESET...]")
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=5,
    show_default=True,
    help="Rounds of measuring; the median counts.",
)
@click.option("--games", type=click.IntRange(1, 100_000), default=50, help="Games in which tried options are counted.")
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write the figures to this file, as JSON."
)
@told
def bench(specs: tuple[str, ...], rounds: int, games: int, form: str, output: str | None) -> int:
    """Measure rulesets: loading, random games, copying positions, and trying out options.

    Each ruleset is compared with the first one; without a name, all bundled rulesets are measured. Only ratios within
    one run are meaningful: close other programs. In a checkout, `make bench` also measures the promised figures,
    compared with the hand-written program in its bench/ folder.

    Exit code 0: measured, 1: a figure is worse than its bound, 2: wrong usage.
    """
    lang = language_of_environment()
    before = os.getloadavg()
    rulesets = {spec: sr.load(spec) for spec in dict.fromkeys(specs)} if specs else playable()
    base = next(iter(rulesets))
    figures: list[Figure] = []
    click.echo(text("bench_loading", lang), err=True)
    figures += loads(base, rounds)
    click.echo(text("bench_games", lang), err=True)
    for rules in rulesets.values():
        games_of(rules).round()
    played = {name: games_of(rules) for name, rules in rulesets.items()}
    interleaved({name: series.round for name, series in played.items()}, rounds)
    figures += decisions_against(base, played, rulesets, {})
    figures.append(processes(base, max(1, rounds // 2)))
    machine_code = fast.available()
    if machine_code:
        figures += accelerations(base, rulesets, rounds)
    else:
        click.echo(machine_code.reason, err=True)
    figures += copies(rulesets, rounds)
    click.echo(text("bench_tried", lang), err=True)
    tried = fallbacks(rulesets, games)
    machine = machine_facts(before, None)
    written = {
        "machine": machine,
        "rounds": rounds,
        "figures": [asdict(one) for one in figures],
        "fallbacks": [asdict(one) for one in tried],
    }
    data = json.dumps(written, indent=1, ensure_ascii=False)
    if form == "json":
        click.echo(data)
    else:
        facts = "\n".join(f"{name}: {fact}" for name, fact in machine.items())
        click.echo("\n\n".join((table(figures), fallback_table(tried), facts)))
    if output is not None:
        try:
            Path(output).write_text(data + "\n", "utf-8")
        except OSError as problem:
            raise click.UsageError(text("cannot_write", lang, path=output, reason=problem.strerror or "")) from None
    return FINE if all(one.kept for one in figures) else PROBLEMS
