"""`solenia price`: measures what one power is worth, by playing with and without it."""

from __future__ import annotations

import json

import click
from attrs import frozen

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, INTERRUPTED
from solenia_rules.cli.figures import columns, figure, gap, number
from solenia_rules.cli.lab_options import Played, progress_bar, shared, told
from solenia_rules.tools.lab.comparison import Comparison
from solenia_rules.tools.lab.comparison import compare as compare_games
from solenia_rules.tools.lab.intervals import Interval, Measured
from solenia_rules.tools.lab.metrics import check_texts, read_metric, usual_metric
from solenia_rules.tools.lab.pricing import split_power, without
from solenia_rules.tools.lab.runner import MOST_GAMES, make_job
from solenia_rules.tools.lab.summary import json_of


@click.command()
@click.argument("power")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=1000,
    show_default=True,
    help="Games with the power; as many are played without it.",
)
@shared
@click.option("--metric", metavar="NAME", help="The metric; default: the score, if there is one.")
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@told
def price(
    played: Played,
    power: str,
    games: int,
    metric: str | None,
    form: str,
) -> int:
    """What POWER is worth: RULESET:ID, any record or entry of [rules], such as summer:day_5 or summer+mine.toml:tithe.

    The same seeds are played with it and without it. All games are played, and the interval is computed after the last
    one.
    """
    spec, ident = split_power(power)
    rules = sr.load(spec, params=played.values())
    bare, how = without(rules, ident)
    job = make_job(rules, played.seats, played.bots, played.seed)
    scored = any(counter.score for counter in rules.world.counters)
    measured = read_metric(metric or usual_metric(scored), job.seats, scored)
    check_texts(measured, [rules])
    size = played.piece_size(games)
    with played.team() as team, progress_bar(2 * games) as progress:
        pair = (make_job(bare, job.seats, played.bots, played.seed), job)
        found = compare_games(pair, measured, games, 0.0, size, team, progress, early=False, parts=True)
    if not found.games:
        click.echo("Stopped before any pair of games was over.", err=True)
        return INTERRUPTED
    each = per_use(found, ident, job.seats)
    if form == "json":
        data = {
            "ruleset": rules.id, "digest": rules.digest, "power": ident, "how": how, "metric": found.metric.name,
            "bots": list(job.bots), "seed": played.seed, "games": found.games, "with": json_of(found.second),
            "without": json_of(found.first), "worth": json_of(found.judged.difference),
            "worth each use": json_of(None if each is None else each.worth),
        }  # fmt: skip
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        for line in tell(found, ident, how, each):
            click.echo(line)
    return INTERRUPTED if found.stopped else FINE


@frozen
class PerUse:
    """The worth for a seat that used a power. A power acts if its text causes an event. A power that only changes
    values causes none; then the seats that took its card or tile count."""

    worth: Measured
    acted: bool


def per_use(found: Comparison, ident: str, seats: int) -> PerUse | None:
    """None if no seat used the power in a visible way."""
    batch = found.batches[1]
    acted = batch.deeds[ident].seats if ident in batch.deeds else 0
    took = max((use.seats_taken for name, use in batch.uses.items() if name.endswith(f"={ident}")), default=0)
    users = acted or took
    if not users or found.metric.name != "score":
        return None
    factor = found.games * seats / users
    one = found.judged.difference
    worth = Measured(one.value * factor, Interval(one.interval.low * factor, one.interval.high * factor), users)
    return PerUse(worth, acted > 0)


def tell(found: Comparison, ident: str, how: str, each: PerUse | None) -> list[str]:
    metric, worth = found.metric, found.judged.difference
    rows = [["with it", figure(found.second, metric)], ["without it", figure(found.first, metric)]]
    lines = [
        f"{ident}: {found.games} games with it and {found.games} without ({how}), on the same seeds",
        *columns(["", metric.name], rows),
        f"  worth for a seat in a game           {gap(worth, metric)}",
    ]
    if each is not None:
        used = "for which it acted" if each.acted else "that took it      "
        lines.append(f"  worth for a seat {used}  {number(each.worth)}, {each.worth.count} of them")
    lines.append("")
    if not found.judged.differing:
        deed = found.batches[1].deeds.get(ident)
        why = f"{ident} never acted" if deed is None else f"{ident} acted in {deed.times} events"
        return [*lines, f"None of {found.games} games was different without {ident}: {why}."]
    match found.judged.verdict:
        case "more":
            lines.append(f"Settled: {ident} is worth something.")
        case "less":
            lines.append(f"Settled: {ident} costs those who play with it.")
        case _:
            lines.append(f"Not enough games to tell whether {ident} is worth anything.")
    return lines
