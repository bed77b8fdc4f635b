"""`solenia sim`: plays many games between bots and reports the results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

import solenia_rules as sr
from solenia_rules.api.version import VERSION
from solenia_rules.cli.exits import FINE, INTERRUPTED
from solenia_rules.cli.figures import columns
from solenia_rules.cli.lab_options import Played, busy, report_option, say, shared, told, write_page
from solenia_rules.cli.progress import progress_bar
from solenia_rules.cli.texts import language_of_environment
from solenia_rules.tools.lab.chunk import rules_of
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.feel import MOST_REPLAYED, feel_of
from solenia_rules.tools.lab.figures import number, share
from solenia_rules.tools.lab.files import details, manifest, write_files
from solenia_rules.tools.lab.findings import findings
from solenia_rules.tools.lab.grouping import groups, listed, named, spark, split
from solenia_rules.tools.lab.ladder import climb, games_of, rungs_with
from solenia_rules.tools.lab.runner import MOST_GAMES, Progress, Workers, make_job, run
from solenia_rules.tools.lab.strengths import Strength, conclude, others_asked, strength_of
from solenia_rules.tools.lab.strong import MOST_TRIED, MOST_WITH_OTHERS, Strong, strong_of
from solenia_rules.tools.lab.summary import OptionUse, Summary, apart, summarize, telling
from solenia_rules.tools.lab.telling_feel import Impression, feel_title, impressions
from solenia_rules.tools.lab.telling_strengths import conclusions, strengths_title
from solenia_rules.tools.lab.telling_strong import habit_lines, habits, strong_rows, strong_title
from solenia_rules.tools.lab.told import Told
from solenia_rules.tools.lab.unused import NOT_LOOKED, find_unused
from solenia_rules.tools.lab.wire import Job
from solenia_rules.words.by_language import lab_words, page_words, result_words

MOST_ROWS = 25
MOST_SINGLE = 10
"""The most single options that are printed if there are so many that they are grouped by decision."""
"""The most options and texts that are printed on a terminal by default; the files hold all."""


@click.command()
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=200, show_default=True, help="How many games.")
@shared
@click.option(
    "--out", type=click.Path(file_okay=False), metavar="DIR", help="Write games, options and a manifest to this folder."
)
@report_option
@click.option(
    "--also",
    metavar="WHO",
    help="Other bots with which conclusions are tested; default: one that is weaker or stronger; `no`: none.",
)
@click.option("--feel", "felt", is_flag=True, help="Also tell how the game feels, and how much skill counts.")
@click.option("--strong", "tried", is_flag=True, help="Also try every option, and tell which ones are strong or weak.")
@click.option("--quick", is_flag=True, help="Only how games end; with random bots many times faster.")
@click.option("--coverage", "covered", is_flag=True, help="Play the games again in pairs and mark the rules.")
@click.option("--html", "page", metavar="FILE", help="With --coverage: write it as one page.")
@click.option("--all", "everything", is_flag=True, help="List every option and text, not only the most used.")
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@told
def sim(
    played: Played,
    ruleset: str,
    games: int,
    out: str | None,
    report: str | None,
    also: str | None,
    felt: bool,
    tried: bool,
    quick: bool,
    covered: bool,
    page: str | None,
    everything: bool,
    form: str,
) -> int:
    """Play many games of RULESET between bots and report who wins, by which points, and what is used.

    The same command plays the same games and writes the same bytes, on any number of processes.
    """
    if page is not None and not covered:
        raise click.UsageError("--html is the page of --coverage; --report writes the page of the games")
    words = result_words(language_of_environment()).RESULTS
    rules = sr.load(ruleset, params=played.values())
    job = make_job(rules, played.seats, played.bots, played.seed, parts=not quick)
    others = [
        (make_job(rules, job.seats, bot, played.seed, parts=not quick), count)
        for bot, count in others_asked(job.bots, also, quick, games)
    ]
    with played.team() as team, progress_bar(games + sum(count for _job, count in others)) as progress:
        outcome = run(job, 0, games, played.piece_size(games), team, progress)
        strengths, stopped = ([], True) if outcome.stopped else _others(others, played, team, progress)
    impression = _impression(rules_of(job), job, games, played) if felt and not stopped else None
    stopped = stopped or (felt and impression is None)
    strong, strong_with = _strong(job, games, others) if tried and not stopped else (None, [])
    stopped = stopped or (tried and (strong is None or len(strong_with) < len(others)))
    batch = outcome.batch
    if not batch.games:
        click.echo(words["stopped_first"], err=True)
        return INTERRUPTED
    summary = summarize(batch, job.seats)
    unused = find_unused(rules_of(job), job.seats, batch) if job.parts else NOT_LOOKED
    if strengths:
        strengths = sorted([Strength(job.bots[0], summary), *strengths], key=lambda one: strength_of(one.bot))
    claims = conclude(strengths)
    told = Told(rules, job, summary, unused, strengths, claims, impression, strong, strong_with)
    data = manifest(told, games)
    if outcome.stopped:
        click.echo(words["stopped_games"].format(done=len(batch.games), games=games), err=True)
    try:
        if out is not None:
            names = write_files(Path(out), batch, job, summary, data)
            click.echo(words["wrote_files"].format(names=", ".join(names), folder=out), err=True)
    except OSError as problem:
        raise LabError(f"cannot write {problem.filename}: {problem.strerror}") from None
    if report is not None:
        from solenia_rules.tools.lab.pages.sim_page import sim_page

        write_page(report, sim_page(told, batch, language_of_environment()))
    if form == "json":
        click.echo(json.dumps({**data, **details(summary)}, indent=2, ensure_ascii=False))
    else:
        for line in tell(told, everything, language_of_environment()):
            click.echo(line)
    if covered and not stopped:
        from solenia_rules.cli.covering import show_coverage
        from solenia_rules.tools.lab.covering import cover

        with progress_bar(games, "pairs") as progress:
            collector = cover(job, rules, games, progress, say, busy)
        show_coverage([collector], "human", page, language_of_environment(), err=form == "json")
    return INTERRUPTED if stopped else FINE


def _others(
    others: list[tuple[Job, int]], played: Played, team: Workers, progress: Progress
) -> tuple[list[Strength], bool]:
    """The games of other strengths, and whether the user stopped them. An interrupt ends them all, and what is done
    counts."""
    found = []
    for job, games in others:
        outcome = run(job, 0, games, played.piece_size(games, job.bots), team, progress)
        if outcome.batch.games:
            found.append(Strength(job.bots[0], summarize(outcome.batch, job.seats)))
        if outcome.stopped:
            words = result_words(language_of_environment()).RESULTS
            said = words["stopped_with"].format(done=len(outcome.batch.games), games=games, bot=job.bots[0])
            click.echo(said, err=True)
            return found, True
    return found, False


def _impression(rules: sr.Ruleset, job: Job, games: int, played: Played) -> Impression | None:
    """How the game feels; None if the user stops it."""
    try:
        with progress_bar(min(games, MOST_REPLAYED), "replayed") as progress:
            feel = feel_of(rules, job, games, progress)
        rungs = rungs_with(job.bots)
        with played.team() as team, progress_bar(games_of(games, rungs), "skill") as progress:
            ladder = climb(rules, job.seats, job.seed, games, team, progress, played.piece_size, rungs)
    except KeyboardInterrupt:
        click.echo(result_words(language_of_environment()).RESULTS["stopped_feel"], err=True)
        return None
    return Impression(feel, ladder, ",".join(dict.fromkeys(job.bots)))


def _strong(job: Job, games: int, others: Sequence[tuple[Job, int]]) -> tuple[Strong | None, list[tuple[str, Strong]]]:
    """What is strong with the bots and with each other bot, as far as the user does not stop it."""
    made: list[tuple[str, Strong]] = []
    plans = [(job, min(games, MOST_TRIED)), *((one, min(count, MOST_WITH_OTHERS)) for one, count in others)]
    try:
        with progress_bar(sum(count for _job, count in plans), "tried") as progress:
            for one, count in plans:
                made.append((one.bots[0], strong_of(rules_of(one), one, count, progress)))
    except KeyboardInterrupt:
        words = result_words(language_of_environment()).RESULTS
        click.echo(words["stopped_hand" if made else "stopped_strong"], err=True)
    return (made[0][1] if made else None), made[1:]


def _tell_strong(told: Told, strong: Strong, everything: bool, lang: str) -> list[str]:
    head, rows = strong_rows(strong, told.summary, lang, everything, told.strong_with)
    table = columns(head, rows) if rows else [f"  {lab_words(lang).LAB['strong_nothing']}"]
    lists = habit_lines(habits(told.summary, strong), lang)
    return [strong_title(strong, told.who, lang), *table, *(f"  - {line}" for line in lists), ""]


def tell(told: Told, everything: bool, lang: str) -> list[str]:
    rules, job, summary = told.rules, told.job, told.summary
    words = result_words(lang).RESULTS
    title = rules.titles.get(lang, rules.title)
    lines = [
        words["sim_head"].format(
            title=title, games=summary.games, seats=job.seats, bots=",".join(job.bots), seed=job.seed
        ),
        words["sim_rules"].format(digest=rules.digest[:12], engine=VERSION),
        "",
    ]
    if told.claims:
        said = conclusions(told.claims, lang, everything)
        lines += [strengths_title(told.strengths, lang), *(f"  - {text}" for text in said), ""]
    if told.impression is not None:
        lines += [
            feel_title(told.impression, lang),
            *(f"  - {text}" for text in impressions(told.impression, lang)),
            "",
        ]
    if told.strong is not None:
        lines += _tell_strong(told, told.strong, everything, lang)
    return [*lines, *_ends(told, lang), *_options(summary, everything, lang), *_texts(rules, summary, everything, lang),
            *_unused(told, everything, lang), *_findings(told, lang)]  # fmt: skip


def _ends(told: Told, lang: str) -> list[str]:
    """How games end, and where points come from."""
    job, summary, words = told.job, told.summary, result_words(lang).RESULTS
    head, rows = [words["seat"], words["bot"], words["wins"]], []
    scored = summary.score is not None
    if scored:
        head.append(words["score"])
    for seat, result in enumerate(summary.results):
        score = [number(result.score, lang)] if scored else []
        rows.append([str(seat + 1), job.bots[seat], share(result.wins, lang), *score])
    ends = words["sim_ends"].format(shared=summary.shared, drawn=summary.drawn, capped=summary.capped)
    lines = [*columns(head, rows), "", f"  {ends}"]
    if not job.parts and set(job.bots) == {"random"}:
        lines += [f"  {words['sim_quick']}"]
    if summary.stuck_games:
        lines += [f"  {words['sim_stuck'].format(games=summary.stuck_games)}"]
        lines += [f"    {where}: {times}" for where, times in summary.stuck.items()]
    length = number(summary.length, lang)
    lines += [f"  {words['sim_length'].format(length=length, low=summary.shortest, high=summary.longest)}"]
    if summary.margin is not None:
        lines += [f"  {words['sim_margin'].format(margin=number(summary.margin, lang))}"]
    if summary.parts and summary.score is not None:
        total = summary.score.value or 1.0
        lines += ["", words["sim_parts"]]
        rows = [[name, number(m, lang), f"{m.value / total:.0%}"] for name, m in summary.parts.items()]
        lines += columns([words["part_by"], words["part_points"], words["part_share"]], rows)
    return lines


def _unused(told: Told, everything: bool, lang: str) -> list[str]:
    """What did not happen."""
    pages, words, unused = page_words(lang).PAGES, result_words(lang).RESULTS, told.unused
    lines = []
    for title, names in (
        (pages["never_asked"], unused.never_asked),
        (pages["never_offered"], unused.never_offered),
        (pages["never_taken"], unused.never_taken),
        (pages["never_did"], unused.never_did),
    ):
        if names:
            lines += ["", words["heading"].format(title=title)]
            for asked, things in named(names):
                all_of_them = ", ".join(things) if everything else listed(things, words["more_listed"])
                lines += [f"  {asked}: {all_of_them}" if asked else f"  {all_of_them}"]
    return lines


def _findings(told: Told, lang: str) -> list[str]:
    """What is settled, and what is not."""
    words, bot = result_words(lang).RESULTS, told.job.bots[0]
    settled, unsettled = findings(told.summary, told.job.bots, told.tests, lang)
    return [
        "",
        words["settled_with" if told.strengths else "settled"].format(bot=bot),
        *(f"  - {text}" for text in settled or [words["nothing"]]),
        words["unsettled_with" if told.strengths else "unsettled"].format(bot=bot),
        *(f"  - {text}" for text in unsettled or [words["nothing_open"]]),
    ]


def _options(summary: Summary, everything: bool, lang: str) -> list[str]:
    words, pages = result_words(lang).RESULTS, page_words(lang).PAGES
    if not summary.options:
        return []

    def interest(one: OptionUse) -> tuple[int, float, str]:
        return (-abs(apart(one)), -telling(one, summary.fair), one.name)

    ordered = sorted(summary.options, key=(lambda one: one.name) if everything else interest)
    most = MOST_ROWS if len(ordered) <= MOST_ROWS else MOST_SINGLE
    shown = ordered if everything else ordered[:most]
    rows = [
        [
            one.name, str(one.offered), f"{one.taken / max(1, one.offered):.0%}", str(one.seats_taken),
            share(one.when_taken, lang), share(one.when_passed, lang),
        ]
        for one in shown
    ]  # fmt: skip
    found = groups(summary.options)
    overview = []
    if len(summary.options) > MOST_ROWS:
        together = [
            [
                one.name, str(len(one.options)), str(one.offered), f"{one.taken / max(1, one.offered):.0%}",
                f"{split(one.most_taken.name)[1]} {max(one.rates):.0%}",
                f"{split(one.least_taken.name)[1]} {min(one.rates):.0%}", spark(one.rates),
            ]
            for one in found
        ]  # fmt: skip
        heads = [
            pages["decision"], pages["options_count"], pages["offered"], pages["taken"], pages["most"], pages["least"],
            words["how_often"],
        ]  # fmt: skip
        overview = ["", words["by_decision"], *columns(heads, together)]
    title = words["options_all" if everything else "options_most"]
    head = [
        pages["option"], pages["offered"], pages["taken"], pages["by_seats"], pages["they_win"], pages["others_win"],
    ]  # fmt: skip
    return [*overview, "", title, *columns(head, rows), *_more(len(ordered) - len(shown), "options.csv", lang)]


def _more(count: int, file: str, lang: str) -> list[str]:
    """Says that there are more rows, and where to find them."""
    return [f"  {result_words(lang).RESULTS['more_in_file'].format(count=count, file=file)}"] if count else []


def _texts(rules: sr.Ruleset, summary: Summary, everything: bool, lang: str) -> list[str]:
    pages = page_words(lang).PAGES
    records = {record.id for record in rules.world.records} | {rule.id for rule in rules.world.rules}
    found = sorted((one for one in summary.texts if one.name in records), key=lambda one: (-one.times, one.name))
    if not found:
        return []
    shown = found if everything else found[:MOST_ROWS]
    all_seats = summary.games * summary.seats
    rows = [
        [one.name, f"{one.times / summary.games:.2f}", f"{one.seats / all_seats:.0%}", share(one.wins, lang)]
        for one in shown
    ]
    head = [pages["text"], pages["events"], pages["of_seats"], pages["they_win"]]
    return [
        "",
        *result_words(lang).RESULTS["texts"].split("\n"),
        *columns(head, rows),
        *_more(len(found) - len(shown), "texts.csv", lang),
    ]
