"""`solenia sim`: plays many games between bots and reports the results."""

from __future__ import annotations

import json
from pathlib import Path

import click

import solenia_rules as sr
from solenia_rules.api.version import VERSION
from solenia_rules.cli.exits import FINE, INTERRUPTED
from solenia_rules.cli.figures import columns
from solenia_rules.cli.lab_options import Played, progress_bar, report_option, shared, told, write_page
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
from solenia_rules.tools.lab.strong import MOST_TRIED, Strong, strong_of
from solenia_rules.tools.lab.summary import OptionUse, Summary, apart, summarize, telling
from solenia_rules.tools.lab.telling_feel import Impression, feel_title, impressions
from solenia_rules.tools.lab.telling_strengths import conclusions, strengths_title
from solenia_rules.tools.lab.telling_strong import habit_lines, habits, strong_rows, strong_title
from solenia_rules.tools.lab.told import Told
from solenia_rules.tools.lab.unused import NOT_LOOKED, find_unused
from solenia_rules.tools.lab.wire import Job
from solenia_rules.words.by_language import lab_words

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
    rules = sr.load(ruleset, params=played.values())
    job = make_job(rules, played.seats, played.bots, played.seed, parts=not quick)
    others = [
        (make_job(rules, job.seats, bot, played.seed, parts=not quick), count)
        for bot, count in others_asked(job.bots, also, quick, games)
    ]
    with played.team() as team, progress_bar(games + sum(count for _job, count in others)) as progress:
        outcome = run(job, 0, games, played.piece_size(games), team, progress)
        strengths = [] if outcome.stopped else _others(others, played, team, progress)
    impression = _impression(rules_of(job), job, games, played) if felt and not outcome.stopped else None
    strong = _strong(rules_of(job), job, games) if tried and not outcome.stopped else None
    batch = outcome.batch
    if not batch.games:
        click.echo("Stopped before any game was over.", err=True)
        return INTERRUPTED
    summary = summarize(batch, job.seats)
    unused = find_unused(rules_of(job), job.seats, batch) if job.parts else NOT_LOOKED
    if strengths:
        strengths = sorted([Strength(job.bots[0], summary), *strengths], key=lambda one: strength_of(one.bot))
    claims = conclude(strengths)
    told = Told(rules, job, summary, unused, strengths, claims, impression, strong)
    data = manifest(told, games)
    if outcome.stopped:
        click.echo(f"Stopped: {len(batch.games)} of {games} games are done and counted.", err=True)
    try:
        if out is not None:
            names = write_files(Path(out), batch, job, summary, data)
            click.echo(f"Wrote {', '.join(names)} in {out}.", err=True)
    except OSError as problem:
        raise LabError(f"cannot write {problem.filename}: {problem.strerror}") from None
    if report is not None:
        from solenia_rules.tools.lab.pages.sim_page import sim_page

        write_page(report, sim_page(told, batch, language_of_environment()))
    if form == "json":
        click.echo(json.dumps({**data, **details(summary)}, indent=2, ensure_ascii=False))
    else:
        for line in tell(told, everything):
            click.echo(line)
    if covered and not outcome.stopped:
        from solenia_rules.cli.covering import show_coverage
        from solenia_rules.tools.lab.covering import cover

        with progress_bar(games, "pairs") as progress:
            collector = cover(job, rules, games, progress)
        show_coverage([collector], "human", page, language_of_environment(), err=form == "json")
    return INTERRUPTED if outcome.stopped else FINE


def _others(others: list[tuple[Job, int]], played: Played, team: Workers, progress: Progress) -> list[Strength]:
    """The games of other strengths. An interrupt ends them all, and what is done counts."""
    found = []
    for job, games in others:
        outcome = run(job, 0, games, played.piece_size(games, job.bots), team, progress)
        if outcome.batch.games:
            found.append(Strength(job.bots[0], summarize(outcome.batch, job.seats)))
        if outcome.stopped:
            click.echo(f"Stopped: {len(outcome.batch.games)} of {games} games with {job.bots[0]} are done.", err=True)
            break
    return found


def _impression(rules: sr.Ruleset, job: Job, games: int, played: Played) -> Impression | None:
    """How the game feels; None if the user stops it."""
    try:
        with progress_bar(min(games, MOST_REPLAYED), "replayed") as progress:
            feel = feel_of(rules, job, games, progress)
        rungs = rungs_with(job.bots)
        with played.team() as team, progress_bar(games_of(games, rungs), "skill") as progress:
            ladder = climb(rules, job.seats, job.seed, games, team, progress, played.piece_size, rungs)
    except KeyboardInterrupt:
        click.echo("Stopped: it is not told how the game feels.", err=True)
        return None
    return Impression(feel, ladder, ",".join(dict.fromkeys(job.bots)))


def _strong(rules: sr.Ruleset, job: Job, games: int) -> Strong | None:
    """What is strong; None if the user stops it."""
    try:
        with progress_bar(min(games, MOST_TRIED), "tried") as progress:
            return strong_of(rules, job, games, progress)
    except KeyboardInterrupt:
        click.echo("Stopped: it is not told what is strong.", err=True)
        return None


def _tell_strong(told: Told, strong: Strong, everything: bool) -> list[str]:
    lang = language_of_environment()
    head, rows = strong_rows(strong, told.summary, lang, everything)
    table = columns(head, rows) if rows else [f"  {lab_words(lang).LAB['strong_nothing']}"]
    lists = habit_lines(habits(told.summary, strong), lang)
    return [strong_title(strong, told.who, lang), *table, *(f"  - {line}" for line in lists), ""]


def tell(told: Told, everything: bool) -> list[str]:
    rules, job, summary, unused = told.rules, told.job, told.summary, told.unused
    games = summary.games
    lines = [
        f"{rules.title}: {games} games, {job.seats} seats, bots {','.join(job.bots)}, seed {job.seed}",
        f"rules {rules.digest[:12]}, engine {VERSION}; intervals are right in 95 of 100 cases",
        "",
    ]
    if told.claims:
        lang = language_of_environment()
        said = conclusions(told.claims, lang, everything)
        lines += [strengths_title(told.strengths, lang), *(f"  - {text}" for text in said), ""]
    if told.impression is not None:
        lang = language_of_environment()
        lines += [
            feel_title(told.impression, lang),
            *(f"  - {text}" for text in impressions(told.impression, lang)),
            "",
        ]
    if told.strong is not None:
        lines += _tell_strong(told, told.strong, everything)
    head, rows = ["seat", "bot", "wins"], []
    scored = summary.score is not None
    if scored:
        head.append("score")
    for seat, result in enumerate(summary.results):
        rows.append([str(seat + 1), job.bots[seat], share(result.wins), *([number(result.score)] if scored else [])])
    lines += columns(head, rows)
    lines += ["", f"  shared wins {summary.shared}, draws {summary.drawn}, ended by a cap {summary.capped}"]
    if not job.parts and set(job.bots) == {"random"}:
        lines += ["  seats that got stuck were not counted, because --quick looks only at the ends of games"]
    if summary.stuck_games:
        lines += [f"  a seat got stuck in {summary.stuck_games} games:"]
        lines += [f"    {where}: {times}" for where, times in summary.stuck.items()]
    lines += [f"  answers a game {number(summary.length)}, from {summary.shortest} to {summary.longest}"]
    if summary.margin is not None:
        lines += [f"  ahead of the next {number(summary.margin)}"]
    if summary.parts and summary.score is not None:
        total = summary.score.value or 1.0
        lines += ["", "What a seat's score comes from:"]
        rows = [[name, number(m), f"{m.value / total:.0%}"] for name, m in summary.parts.items()]
        lines += columns(["by", "points", "of all"], rows)
    lines += _options(summary, everything)
    lines += _texts(rules, summary, everything)
    for title, names in (
        ("Never asked:", unused.never_asked),
        ("Never on offer:", unused.never_offered),
        ("On offer, never taken:", unused.never_taken),
        ("Never did anything:", unused.never_did),
    ):
        if names:
            lines += ["", title]
            for asked, things in named(names):
                lines += [f"  {asked}: {_listed(things, everything)}" if asked else f"  {_listed(things, everything)}"]
    settled, unsettled = findings(summary, job.bots, told.tests)
    with_bots = f" with {job.bots[0]}" if told.strengths else ""
    lines += ["", f"Settled{with_bots}:", *(f"  - {text}" for text in settled or ["nothing"])]
    lines += [
        f"Not enough games to tell{with_bots}:",
        *(f"  - {text}" for text in unsettled or ["nothing is left open"]),
    ]
    return lines


def _listed(things: list[str], everything: bool) -> str:
    return ", ".join(things) if everything else listed(things, "and {count} more: --all")


def _options(summary: Summary, everything: bool) -> list[str]:
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
            share(one.when_taken), share(one.when_passed),
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
        heads = ["decision", "options", "offered", "taken", "most taken", "least taken", "how often each is taken"]
        overview = ["", "Options by decision:", *columns(heads, together)]
    title = "Options" if everything else "Options that make the most difference"
    head = ["option", "offered", "taken", "by seats", "they win", "who passes it by wins"]
    rest = len(ordered) - len(shown)
    more = [f"  and {rest} more: --all, or options.csv of --out"] if rest else []
    return [*overview, "", f"{title} (taking it may go with winning without being the reason; `solenia price` tells):",
            *columns(head, rows), *more]  # fmt: skip


def _texts(rules: sr.Ruleset, summary: Summary, everything: bool) -> list[str]:
    records = {record.id for record in rules.world.records} | {rule.id for rule in rules.world.rules}
    found = sorted((one for one in summary.texts if one.name in records), key=lambda one: (-one.times, one.name))
    if not found:
        return []
    shown = found if everything else found[:MOST_ROWS]
    all_seats = summary.games * summary.seats
    rows = [
        [one.name, f"{one.times / summary.games:.2f}", f"{one.seats / all_seats:.0%}", share(one.wins)] for one in shown
    ]
    rest = len(found) - len(shown)
    more = [f"  and {rest} more: --all, or texts.csv of --out"] if rest else []
    return [
        "",
        "Powers, bonuses and rules at work (a seat that does well has more occasions to use them: winning may be the",
        "cause and not the effect; `solenia price` plays without them):",
        *columns(["text", "events a game", "of seats", "they win"], rows),
        *more,
    ]
