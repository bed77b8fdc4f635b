"""`solenia sweep`: measures a metric for many values of one parameter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import comb

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, INTERRUPTED
from solenia_rules.cli.figures import columns
from solenia_rules.cli.lab_options import Played, also_option, report_option, shared, told, write_page
from solenia_rules.cli.progress import progress_bar
from solenia_rules.cli.texts import language_of_environment
from solenia_rules.tools.lab.comparison import ERROR, FEWEST
from solenia_rules.tools.lab.figures import figure, gap
from solenia_rules.tools.lab.metrics import Metric, check_texts, read_metric, usual_metric
from solenia_rules.tools.lab.pair_strengths import (
    Direction,
    PairClaim,
    conclude_pair,
    pair_data,
    result_of_points,
    widest_pair,
    with_bot,
)
from solenia_rules.tools.lab.runner import MOST_GAMES, make_job
from solenia_rules.tools.lab.strengths import others_asked
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.tools.lab.sweeping import Point, read_vary, widest_gap
from solenia_rules.tools.lab.sweeping import sweep as sweep_games
from solenia_rules.tools.lab.telling_pairs import pair_answer, pair_lines
from solenia_rules.words.by_language import lab_words, page_words, result_words

BAR = 40
"""Characters of the longest bar."""


@click.command()
@click.argument("ruleset")
@click.option(
    "--vary", required=True, metavar="NAME=4..10", help="The parameter and its values: 4..10, 4..12..2 or 4,6,9."
)
@click.option(
    "--games", type=click.IntRange(2, MOST_GAMES), default=200, show_default=True, help="Games for each value."
)
@shared
@click.option("--metric", metavar="NAME", help="What is measured: score, margin, wins:1, length, from:TEXT, ...")
@click.option("--plot", type=click.Path(dir_okay=False), metavar="FILE", help="Draw the curve as SVG.")
@also_option
@report_option
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@told
def sweep(
    played: Played,
    ruleset: str,
    vary: str,
    games: int,
    metric: str | None,
    plot: str | None,
    also: str | None,
    report: str | None,
    form: str,
) -> int:
    """Play RULESET with a parameter at each of some values, on the same seeds, and print how a metric changes.

    A weaker or a stronger bot plays, too, to tell whether the result holds for both.
    """
    lang = language_of_environment()
    words = result_words(lang).RESULTS
    name, values = read_vary(vary)
    params = played.values()
    loaded = {value: sr.load(ruleset, params={**params, name: value}) for value in sorted(values, reverse=True)}
    variants = [loaded[value] for value in values]
    plans = [make_job(rules, played.seats, played.bots, played.seed) for rules in variants]
    scored = any(counter.score for counter in variants[0].world.counters)
    measured = read_metric(metric or usual_metric(scored), plans[0].seats, scored)
    check_texts(measured, variants[:1])
    bots = plans[0].bots
    others = others_asked(bots, also, False, games, of_seats=False) if len(values) > 1 else []
    error = ERROR / (1 + len(others))
    with played.team() as team, progress_bar(len(values) * (games + sum(count for _bot, count in others))) as progress:
        size = played.piece_size(games)
        points, stopped = sweep_games(list(zip(values, plans, strict=True)), measured, games, size, team, progress)
        swept = [(bots[0], points)]
        for bot, count in () if stopped else others:
            jobs = [with_bot(plan, bot) for plan in plans]
            size = played.piece_size(count, (bot,))
            found, stopped = sweep_games(list(zip(values, jobs, strict=True)), measured, count, size, team, progress)
            if stopped:
                done, total = len(found) * count, len(values) * count
                click.echo(words["stopped_with"].format(done=done, games=total, bot=bot), err=True)
                break
            swept.append((bot, found))
    claim, said = conclude(swept, name, measured, error, lang)
    if form == "json":
        data = {
            "ruleset": variants[0].id, "varied": name, "metric": measured.name, "bots": list(plans[0].bots),
            "seed": played.seed, "games": games, "strengths": pair_data(claim),
            "points": [{"at": p.value, "digest": r.digest, **(json_of(p.measured) or {}),
                        "above the first": json_of(p.above(points[0], measured))}
                       for p, r in zip(points, variants, strict=False)],
        }  # fmt: skip
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        for line in (*tell(points, ruleset, name, measured, games, error, lang), *pair_lines(claim, said, lang)):
            click.echo(line)
    if plot is not None and points:
        from solenia_rules.tools.lab.pages.charts import alone
        from solenia_rules.tools.lab.pages.pair_pages import curve

        write_page(plot, alone(curve(points, name, measured)))
    if report is not None and points:
        from solenia_rules.tools.lab.pages.pair_pages import sweep_page

        answer = [verdict(points, name, measured, error, lang), *pair_answer(claim, said, lang)]
        write_page(report, sweep_page(points, variants[0], name, measured, plans[0], answer, lang))
    if len(points) < len(values):
        click.echo(words["stopped_values"].format(done=len(points), all=len(values)), err=True)
    return INTERRUPTED if stopped else FINE


def conclude(
    swept: Sequence[tuple[str, list[Point]]], name: str, metric: Metric, error: float, lang: str
) -> tuple[PairClaim | None, dict[Direction, str]]:
    """What bots of several strengths say about the two most different values, and the words for it."""
    if len(swept) < 2:
        return None, {}
    best, worst = pair = widest_pair(swept, metric, error)
    claim = conclude_pair([result_of_points(bot, points, pair, metric, error) for bot, points in swept], metric, error)
    texts, gaps = lab_words(lang).LAB, {"metric": metric.name, "best": f"{name}={best}", "worst": f"{name}={worst}"}
    return claim, {"more": texts["claim_higher"].format(**gaps), "less": texts["claim_lower"].format(**gaps)}


def tell(
    points: list[Point], ruleset: str, name: str, metric: Metric, games: int, error: float, lang: str
) -> list[str]:
    if not points:
        return []
    low = min(0.0, *(p.measured.value for p in points))
    high = max(0.0, *(p.measured.value for p in points))
    wide = (high - low) or 1.0
    first = points[0]
    rows = [
        [
            str(p.value),
            figure(p.measured, metric, lang),
            gap(p.above(first, metric), metric, lang) if p is not first else "",
            "█" * round(BAR * (p.measured.value - low) / wide),
        ]
        for p in points
    ]
    lines = [
        result_words(lang).RESULTS["sweep_head"].format(ruleset=ruleset, metric=metric.name, name=name, games=games),
        *columns([name, metric.name, page_words(lang).PAGES["above"].format(value=f"{name}={first.value}"), ""], rows),
    ]
    return [*lines, "", verdict(points, name, metric, error, lang)]


def verdict(points: list[Point], name: str, metric: Metric, error: float, lang: str) -> str:
    texts = lab_words(lang).LAB
    best, worst, apart = widest_gap(points, metric, error)
    differing = sum(a != b for a, b in zip(best.games, worst.games, strict=True))
    if apart.interval.low > 0 and differing >= FEWEST:
        said = texts["sweep_settled"].format(
            metric=metric.name,
            best=f"{name}={best.value}",
            worst=f"{name}={worst.value}",
            size=gap(apart, metric, lang),
        )
        pairs = comb(len(points), 2)
        return said if pairs == 1 else f"{said} {texts['sweep_chosen'].format(pairs=pairs)}"
    return texts["sweep_open" if differing else "sweep_same"].format(metric=metric.name, name=name)
