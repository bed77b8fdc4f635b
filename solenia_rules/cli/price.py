"""`solenia price`: measures what one power is worth, by playing with and without it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from attrs import frozen

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, INTERRUPTED
from solenia_rules.cli.figures import columns
from solenia_rules.cli.lab_options import Played, also_option, report_option, shared, told, write_page
from solenia_rules.cli.other_bots import Pair, played_by_others
from solenia_rules.cli.progress import progress_bar
from solenia_rules.cli.texts import language_of_environment
from solenia_rules.tools.lab.comparison import ERROR, Comparison
from solenia_rules.tools.lab.comparison import compare as compare_games
from solenia_rules.tools.lab.figures import figure, gap, number
from solenia_rules.tools.lab.intervals import Interval, Measured
from solenia_rules.tools.lab.metrics import check_texts, read_metric, usual_metric
from solenia_rules.tools.lab.pair_strengths import Direction, conclude_pair, pair_data, result_of
from solenia_rules.tools.lab.pricing import split_power, without
from solenia_rules.tools.lab.restricted import Restricted, restrict
from solenia_rules.tools.lab.runner import MOST_GAMES, make_job
from solenia_rules.tools.lab.strengths import others_asked
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.tools.lab.telling_pairs import pair_answer, pair_lines
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
@also_option
@report_option
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@told
def price(
    played: Played,
    power: str,
    games: int,
    metric: str | None,
    restricted: bool,
    also: str | None,
    report: str | None,
    form: str,
) -> int:
    """What POWER is worth: RULESET:ID, any record or entry of [rules], such as summer:day_5 or summer+mine.toml:tithe.

    The same seeds are played with it and without it. All games are played, and the interval is computed after the last
    one. A weaker or a stronger bot plays, too, to tell whether the result holds for both.
    """
    lang = language_of_environment()
    spec, ident = split_power(power)
    rules = sr.load(spec, params=played.values())
    bare, how = without(rules, ident)
    job = make_job(rules, played.seats, played.bots, played.seed)
    scored = any(counter.score for counter in rules.world.counters)
    measured = read_metric(metric or usual_metric(scored), job.seats, scored)
    check_texts(measured, [rules])
    others = others_asked(job.bots, also, False, games, of_seats=False)
    error = ERROR / (1 + len(others))
    pair = (make_job(bare, job.seats, played.bots, played.seed), job)
    with played.team() as team, progress_bar(2 * (games + sum(count for _bot, count in others))) as progress:

        def play(jobs: Pair, count: int, size: int) -> Comparison:
            early, parts = False, jobs is pair
            return compare_games(jobs, measured, count, 0.0, size, team, progress, early, parts, error)

        found = play(pair, games, played.piece_size(games))
        again, stopped = ([], True) if found.stopped else played_by_others(played, pair, others, play)
    by_bot = [(job.bots[0], found), *again]
    alone = _restricted(rules, ident, by_bot, job, played, error) if restricted and not stopped else None
    if not found.games:
        click.echo(result_words(lang).RESULTS["stopped_pairs"], err=True)
        return INTERRUPTED
    each = per_use(found, ident, job.seats)
    claim, said = conclude_pair([result_of(*one) for one in by_bot], measured, error), claims(ident, lang)
    if form == "json":
        data = {
            "ruleset": rules.id, "digest": rules.digest, "power": ident, "how": how.told("en"),
            "metric": found.metric.name,
            "bots": list(job.bots), "seed": played.seed, "games": found.games, "with": json_of(found.second),
            "without": json_of(found.first), "worth": json_of(found.judged.difference),
            "worth each use": json_of(None if each is None else each.worth),
            "strengths": pair_data(claim),
            "restricted": alone if alone is None or isinstance(alone, str) else restricted_data(alone),
        }  # fmt: skip
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        for line in (*tell(found, ident, how.told(lang), each, lang), *pair_lines(claim, said, lang)):
            click.echo(line)
        for line in tell_restricted(alone, lang):
            click.echo(line)
    if report is not None:
        from solenia_rules.tools.lab.pages.pair_pages import price_page

        words = result_words(lang).RESULTS
        used = None if each is None else (each.worth, words["price_acting" if each.acted else "price_taking"])
        answer = [verdict(found, ident, lang), *pair_answer(claim, said, lang)]
        write_page(report, price_page(found, rules, ident, job, answer, alone, lang, used))
    return INTERRUPTED if stopped or (restricted and alone is None) else FINE


def _restricted(
    rules: sr.Ruleset, ident: str, by_bot: Sequence[tuple[str, Comparison]], job: Job, played: Played, error: float
) -> list[Restricted] | str | None:
    """Restricted play with each bot, or why it is not possible; None if the user stops it."""
    total = sum(2 * found.games for _bot, found in by_bot)
    try:
        with played.team() as team, progress_bar(total, "restricted") as progress:
            made = []
            for bot, found in by_bot:
                bots, size = played.bots if found is by_bot[0][1] else bot, played.piece_size
                one = restrict(rules, ident, found.batches, job.seats, bots, played.seed, team, size, progress, error)
                if isinstance(one, str):
                    return one
                made.append(one)
            return made
    except KeyboardInterrupt:
        click.echo(result_words(language_of_environment()).RESULTS["stopped_restricted"], err=True)
        return None


def tell_restricted(found: list[Restricted] | str | None, lang: str) -> list[str]:
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


def claims(ident: str, lang: str) -> dict[Direction, str]:
    """What can be settled, as a part of a sentence."""
    texts = lab_words(lang).LAB
    return {"more": texts["claim_worth"].format(power=ident), "less": texts["claim_costs"].format(power=ident)}


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
