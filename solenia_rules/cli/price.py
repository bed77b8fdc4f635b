"""`solenia price`: measures what one power is worth, by playing with and without it."""

from __future__ import annotations

import json

import click
from attrs import frozen

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, INTERRUPTED
from solenia_rules.cli.figures import columns
from solenia_rules.cli.lab_options import Played, report_option, shared, told, write_page
from solenia_rules.cli.progress import progress_bar
from solenia_rules.cli.texts import language_of_environment
from solenia_rules.tools.lab.comparison import Comparison
from solenia_rules.tools.lab.comparison import compare as compare_games
from solenia_rules.tools.lab.figures import figure, gap, number
from solenia_rules.tools.lab.intervals import Interval, Measured
from solenia_rules.tools.lab.metrics import check_texts, read_metric, usual_metric
from solenia_rules.tools.lab.pricing import split_power, without
from solenia_rules.tools.lab.restricted import Restricted, restrict
from solenia_rules.tools.lab.runner import MOST_GAMES, make_job
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.tools.lab.telling_restricted import restricted_data, restricted_rows
from solenia_rules.tools.lab.wire import Job
from solenia_rules.words.by_language import lab_words, page_words, result_words
from solenia_rules.words.tables.results import ResultKey

WORTHS: tuple[ResultKey, ...] = ("price_game", "price_acting", "price_taking")


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
@click.option(
    "--restricted", is_flag=True, help="Also play with the power for one seat only, and for all but one seat."
)
@report_option
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@told
def price(
    played: Played,
    power: str,
    games: int,
    metric: str | None,
    restricted: bool,
    report: str | None,
    form: str,
) -> int:
    """What POWER is worth: RULESET:ID, any record or entry of [rules], such as summer:day_5 or summer+mine.toml:tithe.

    The same seeds are played with it and without it. All games are played, and the interval is computed after the last
    one.
    """
    lang = language_of_environment()
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
    alone = _restricted(rules, ident, found, job, played) if restricted and not found.stopped else None
    if not found.games:
        click.echo(result_words(lang).RESULTS["stopped_pairs"], err=True)
        return INTERRUPTED
    each = per_use(found, ident, job.seats)
    if form == "json":
        data = {
            "ruleset": rules.id, "digest": rules.digest, "power": ident, "how": how.told("en"),
            "metric": found.metric.name,
            "bots": list(job.bots), "seed": played.seed, "games": found.games, "with": json_of(found.second),
            "without": json_of(found.first), "worth": json_of(found.judged.difference),
            "worth each use": json_of(None if each is None else each.worth),
            "restricted": restricted_data(alone) if isinstance(alone, Restricted) else alone,
        }  # fmt: skip
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        for line in tell(found, ident, how.told(lang), each, lang):
            click.echo(line)
        for line in tell_restricted(alone, lang):
            click.echo(line)
    if report is not None:
        from solenia_rules.tools.lab.pages.pair_pages import price_page

        words = result_words(lang).RESULTS
        used = None if each is None else (each.worth, words["price_acting" if each.acted else "price_taking"])
        write_page(report, price_page(found, rules, ident, job, verdict(found, ident, lang), alone, lang, used))
    return INTERRUPTED if found.stopped else FINE


def _restricted(rules: sr.Ruleset, ident: str, found: Comparison, job: Job, played: Played) -> Restricted | str | None:
    """Restricted play, or why it is not possible; None if the user stops it."""
    try:
        with played.team() as team, progress_bar(2 * found.games, "restricted") as progress:
            batches, size = found.batches, played.piece_size
            return restrict(rules, ident, batches, job.seats, played.bots, played.seed, team, size, progress)
    except KeyboardInterrupt:
        click.echo(result_words(language_of_environment()).RESULTS["stopped_restricted"], err=True)
        return None


def tell_restricted(found: Restricted | str | None, lang: str) -> list[str]:
    texts = lab_words(lang).LAB
    if found is None:
        return []
    if isinstance(found, str):
        return ["", f"{texts['restricted']} {found}"]
    return ["", texts["restricted"], *columns(*restricted_rows(found, lang))]


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


def tell(found: Comparison, ident: str, how: str, each: PerUse | None, lang: str) -> list[str]:
    metric, worth = found.metric, found.judged.difference
    words, pages = result_words(lang).RESULTS, page_words(lang).PAGES
    rows = [
        [pages["with_it"], figure(found.second, metric, lang)],
        [pages["without_it"], figure(found.first, metric, lang)],
    ]
    wide = max(len(words[key]) for key in WORTHS)
    lines = [
        words["price_head"].format(power=ident, games=found.games, how=how),
        *columns(["", metric.name], rows),
        f"  {words['price_game'].ljust(wide)}  {gap(worth, metric, lang)}",
    ]
    if each is not None:
        used = words["price_acting" if each.acted else "price_taking"].ljust(wide)
        counted = words["price_count"].format(worth=number(each.worth, lang), count=each.worth.count)
        lines.append(f"  {used}  {counted}")
    return [*lines, "", verdict(found, ident, lang)]


def verdict(found: Comparison, ident: str, lang: str) -> str:
    texts = lab_words(lang).LAB
    if not found.judged.differing:
        deed = found.batches[1].deeds.get(ident)
        why = texts["price_never" if deed is None else "price_acted"].format(
            power=ident, times=deed.times if deed else 0
        )
        return texts["price_same"].format(games=found.games, power=ident, why=why)
    match found.judged.verdict:
        case "more":
            return texts["price_worth"].format(power=ident)
        case "less":
            return texts["price_costs"].format(power=ident)
        case _:
            return texts["price_open"].format(power=ident)
