"""`solenia compare`: plays two rulesets on the same seeds until it is clear which one gives more."""

from __future__ import annotations

import json
from typing import assert_never

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, INTERRUPTED, PROBLEMS
from solenia_rules.cli.figures import columns
from solenia_rules.cli.lab_options import Played, also_option, report_option, shared, told, write_page
from solenia_rules.cli.other_bots import Pair, played_by_others
from solenia_rules.cli.progress import progress_bar
from solenia_rules.cli.texts import language_of_environment
from solenia_rules.tools.lab.comparison import ERROR, Comparison
from solenia_rules.tools.lab.comparison import compare as compare_games
from solenia_rules.tools.lab.figures import certainty, figure, gap
from solenia_rules.tools.lab.metrics import check_texts, read_metric, usual_metric
from solenia_rules.tools.lab.pair_strengths import Direction, conclude_pair, pair_data, result_of
from solenia_rules.tools.lab.runner import MOST_GAMES, make_job
from solenia_rules.tools.lab.strengths import others_asked
from solenia_rules.tools.lab.summary import json_of
from solenia_rules.tools.lab.telling_pairs import pair_answer, pair_lines
from solenia_rules.words.by_language import lab_words, result_words
from solenia_rules.words.tables.lab import LabKey

CLAIMS: dict[Direction, LabKey] = {"more": "claim_more", "less": "claim_less", "alike": "claim_alike"}


@click.command()
@click.argument("first")
@click.argument("second")
@click.option(
    "--games",
    type=click.IntRange(2, MOST_GAMES),
    default=2000,
    show_default=True,
    help="The most games of each ruleset.",
)
@shared
@click.option("--metric", metavar="NAME", help="What is compared: score, margin, wins:1, length, from:TEXT, ...")
@click.option(
    "--threshold", type=click.FloatRange(min=0), help="Exit with 1 if they certainly differ by more than this."
)
@also_option
@report_option
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@told
def compare(
    played: Played,
    first: str,
    second: str,
    games: int,
    metric: str | None,
    threshold: float | None,
    also: str | None,
    report: str | None,
    form: str,
) -> int:
    """Play FIRST and SECOND on the same seeds and print how much more or less SECOND gives.

    The result is tested after 64, 128, 256, ... games, and the command stops when it is settled. All tests together
    report a difference that does not exist in at most 5 of 100 comparisons. The same is played with a weaker or a
    stronger bot, to tell whether the result holds for both.
    """
    values, lang = played.values(), language_of_environment()
    words = result_words(lang).RESULTS
    rules = tuple(sr.load(name, params=values) for name in (first, second))
    one, other = (make_job(r, played.seats, played.bots, played.seed) for r in rules)
    if one.seats != other.seats:
        raise click.UsageError(
            words["seats_differ"].format(first=first, one=one.seats, second=second, other=other.seats)
        )
    scored = all(any(counter.score for counter in r.world.counters) for r in rules)
    measured = read_metric(metric or usual_metric(scored), one.seats, scored)
    check_texts(measured, rules)
    others = others_asked(one.bots, also, False, games, of_seats=False)
    error = ERROR / (1 + len(others))
    with played.team() as team, progress_bar(2 * (games + sum(count for _bot, count in others))) as progress:

        def play(pair: Pair, count: int, size: int) -> Comparison:
            return compare_games(pair, measured, count, threshold or 0.0, size, team, progress, error=error)

        found = play((one, other), games, played.piece_size(games))
        again, stopped = ([], True) if found.stopped else played_by_others(played, (one, other), others, play)
    if not found.games:
        click.echo(words["stopped_pairs"], err=True)
        return INTERRUPTED
    claim = conclude_pair([result_of(*each) for each in ((one.bots[0], found), *again)], measured, error)
    said = claims(found, first, second, threshold, lang)
    data = as_data(found, rules[0], rules[1], one.bots, played.seed, threshold) | {"strengths": pair_data(claim)}
    if form == "json":
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        for line in (*tell(found, first, second, threshold, lang), *pair_lines(claim, said, lang)):
            click.echo(line)
    if report is not None:
        from solenia_rules.tools.lab.pages.pair_pages import compare_page

        answer = [verdict(found, first, second, threshold, lang), *pair_answer(claim, said, lang)]
        write_page(report, compare_page(found, (rules[0], rules[1]), (first, second), one, answer, lang))
    if stopped:
        click.echo(words["stopped_hand"], err=True)
        return INTERRUPTED
    past = threshold is not None and found.judged.verdict in ("more", "less")
    return PROBLEMS if past else FINE


def tell(found: Comparison, first: str, second: str, threshold: float | None, lang: str) -> list[str]:
    metric, words = found.metric, result_words(lang).RESULTS
    rows = [[first, figure(found.first, metric, lang)], [second, figure(found.second, metric, lang)]]
    apart = words["compare_gap"].format(
        gap=gap(found.judged.difference, metric, lang), sure=certainty(found.level), pairs=found.judged.differing
    )
    lines = [
        words["compare_head"].format(metric=metric.name, games=found.games),
        *columns([words["rules"], metric.name], rows),
        f"  {apart}",
        "",
        verdict(found, first, second, threshold, lang),
    ]
    if found.games < found.planned and not found.stopped:
        lines.append(words["compare_early"].format(games=found.games, planned=found.planned))
    return lines


def verdict(found: Comparison, first: str, second: str, threshold: float | None, lang: str) -> str:
    texts = lab_words(lang).LAB
    size = abs(found.judged.difference.value)
    apart = texts["percent_points"].format(points=f"{100 * size:.1f}") if found.metric.share else f"{size:.2f}"
    by = texts["by_more_than"].format(threshold=f"{threshold:g}") if threshold else ""
    gaps = {"first": first, "second": second, "metric": found.metric.name, "size": apart, "by": by}
    match found.judged.verdict:
        case "more":
            return texts["compare_more"].format(**gaps)
        case "less":
            return texts["compare_less"].format(**gaps)
        case "alike":
            return texts["compare_alike"].format(threshold=f"{threshold:g}", **gaps)
        case "same":
            return texts["compare_same"].format(most=f"{3 / found.games:.2%}", **gaps)
        case "open":
            return texts["compare_open"].format(**gaps)
        case _:
            assert_never(found.judged.verdict)


def claims(found: Comparison, first: str, second: str, threshold: float | None, lang: str) -> dict[Direction, str]:
    """What can be settled, as a part of a sentence."""
    texts = lab_words(lang).LAB
    by = texts["by_more_than"].format(threshold=f"{threshold:g}") if threshold else ""
    least = f"{threshold:g}" if threshold else ""
    gaps = {"first": first, "second": second, "metric": found.metric.name, "by": by, "threshold": least}
    return {direction: texts[key].format(**gaps) for direction, key in CLAIMS.items()}


def as_data(
    found: Comparison, one: sr.Ruleset, other: sr.Ruleset, bots: tuple[str, ...], seed: int, threshold: float | None
) -> dict[str, object]:
    return {
        "metric": found.metric.name,
        "rules": [{"ruleset": r.id, "digest": r.digest} for r in (one, other)],
        "bots": list(bots),
        "seed": seed,
        "games": found.games,
        "planned": found.planned,
        "first": json_of(found.first),
        "second": json_of(found.second),
        "difference": json_of(found.judged.difference),
        "level": found.level,
        "threshold": threshold,
        "verdict": found.judged.verdict,
    }
