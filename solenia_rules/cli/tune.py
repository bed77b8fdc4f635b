"""`solenia tune`: searches numbers of a ruleset with which a game reaches goals, and checks the answer."""

from __future__ import annotations

import json
from pathlib import Path

import click

import solenia_rules as sr
from solenia_rules.cli.exits import FINE, INTERRUPTED, PROBLEMS
from solenia_rules.cli.figures import columns
from solenia_rules.cli.lab_options import Played, report_option, shared, told, write_page
from solenia_rules.cli.new import write_new
from solenia_rules.cli.progress import progress_bar
from solenia_rules.cli.texts import language_of_environment, text
from solenia_rules.rules.caps import is_id
from solenia_rules.rules.files import open_bundle
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.runner import MOST_GAMES, make_job
from solenia_rules.tools.lab.tune.gathering import Gatherer
from solenia_rules.tools.lab.tune.goals import EXAMPLES, read_goals
from solenia_rules.tools.lab.tune.search import Question, Search, check_installed
from solenia_rules.tools.lab.tune.settings import read_settings
from solenia_rules.tools.lab.tune.telling_tune import (
    MOST_FRONT,
    Tuned,
    front_rows,
    goal_rows,
    heading,
    number_rows,
    tuned_data,
    verdict,
)
from solenia_rules.tools.lab.tune.variant import changed_numbers, variant_text
from solenia_rules.tools.lab.tune.verifying import CANDIDATES, FEWER, Answer, fresh_seed, stronger_bots, verify
from solenia_rules.words.by_language import lab_words

MOST_TRIALS = 10_000


@click.command()
@click.argument("ruleset")
@click.option(
    "--goal", "goals", multiple=True, required=True, metavar="GOAL",
    help=f'What the game should be like, such as "{EXAMPLES[0]}"; may be repeated.',
)  # fmt: skip
@click.option(
    "--vary", multiple=True, metavar="NAME[=4..10]",
    help="A number that may change: a parameter, or SECTION.ID.FIELD; default: all parameters.",
)  # fmt: skip
@click.option(
    "--trials", type=click.IntRange(1, MOST_TRIALS), default=40, show_default=True,
    help="How many proposals are tried.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(2, MOST_GAMES), default=800, show_default=True,
    help="The most games of a proposal; bad ones stop after a few.",
)  # fmt: skip
@click.option(
    "--check-games", type=click.IntRange(2, MOST_GAMES), default=4000, show_default=True,
    help="Games on fresh seeds that check the answer.",
)  # fmt: skip
@click.option("--also", metavar="WHO", help="Stronger bots that check the answer, too; `no`: none.")
@click.option("--study", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the search here and continue it.")
@click.option("-o", "--out", type=click.Path(dir_okay=False), metavar="FILE", help="Write the answer as a variant.")
@shared
@report_option
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human", help="The output format.")
@told
def tune(
    played: Played,
    ruleset: str,
    goals: tuple[str, ...],
    vary: tuple[str, ...],
    trials: int,
    games: int,
    check_games: int,
    also: str | None,
    study: str | None,
    out: str | None,
    report: str | None,
    form: str,
) -> int:
    """Search numbers of RULESET with which its games reach all goals.

    The best proposal is checked on fresh seeds and with stronger bots; only what these games settle is claimed. The
    exit code is 1 if it is not settled that all goals are met.
    """
    check_installed()
    lang = language_of_environment()
    rules = sr.load(ruleset, params=played.values())
    job = make_job(rules, played.seats, played.bots, played.seed)
    question = Question(job, read_settings(rules, vary), read_goals(goals, rules, job.seats), games)
    others = stronger_bots(job.bots, also)
    for bot in others:
        bot_maker(bot)
    base = _base(ruleset, Path(out), lang) if out is not None else None
    answer: Answer | None = None
    with played.team() as team:
        quiet = Gatherer(question.goals, team, played.piece_size, lambda _done: None)
        search = Search(question, quiet, Path(study) if study is not None else None)
        if search.known:
            click.echo(_say(lang, "tune_continued", tried=len(search.known), file=study), err=True)
        try:
            with progress_bar(trials, _say(lang, "tune_trying")) as progress:
                progress(min(trials, len(search.known)))
                search.run(trials, lambda _found: progress(1))
                now = search.played(question.now)
                candidates = [search.simpler(one) for one in search.best(CANDIDATES)]
            total = check_games + len(others) * (check_games // FEWER)
            with progress_bar(total, _say(lang, "tune_checking")) as progress:
                loud = Gatherer(question.goals, team, played.piece_size, progress)
                answer = verify(question, list(dict.fromkeys(candidates)), loud, others, check_games)
        except KeyboardInterrupt:
            kept = "tune_stopped_kept" if study is not None else "tune_stopped"
            click.echo(_say(lang, kept, tried=len(search.known), file=study), err=True)
            return INTERRUPTED
    found = Tuned(rules, question, now, answer, tuple(search.front()), tuple(search.known.values()))
    if form == "json":
        click.echo(json.dumps(tuned_data(found), indent=2, ensure_ascii=False))
    else:
        for line in tell(found, lang):
            click.echo(line)
    if report is not None:
        from solenia_rules.tools.lab.pages.tune_page import tune_page

        write_page(report, tune_page(found, lang))
    if out is not None:
        _write(found, Path(out), base, lang)
    return FINE if answer.claim in ("holds", "one") else PROBLEMS


def _say(lang: str, key: str, **gaps: object) -> str:
    texts = lab_words(lang).LAB
    return texts[texts.key(key)].format(**gaps)


def tell(found: Tuned, lang: str) -> list[str]:
    texts = lab_words(lang).LAB
    lines = [heading(found, lang), "", verdict(found, lang), ""]
    lines += [*columns(*number_rows(found, lang)), "", *columns(*goal_rows(found, lang)), ""]
    lines += [texts["tune_fresh"].format(seed=fresh_seed(found.question.job.seed))]
    if len(found.question.goals) > 1 and len(found.front) > 1:
        lines += ["", texts["tune_front"], *columns(*front_rows(found))]
        rest = len(found.front) - MOST_FRONT
        lines += [f"  {texts['tune_more'].format(count=rest)}"] if rest > 0 else []
    if found.refused:
        first = found.refused[0]
        lines += ["", texts["tune_refused"].format(count=len(found.refused), reason=first.refused)]
    return lines


def _base(ruleset: str, out: Path, lang: str) -> str | None:
    """The name that the variant extends; None for several layers. It is found before the games are played, so that a
    file that cannot be written costs no time."""
    if out.exists():
        raise click.UsageError(text("save_exists", lang, path=out))
    if not is_id(out.stem) or out.suffix != ".toml":
        raise click.UsageError(text("new_name", lang, name=out.name))
    if out.stem in open_bundle().rulesets:
        raise click.UsageError(text("new_bundled", lang, name=out.stem))
    if not out.absolute().parent.is_dir():
        raise LabError(f"-o {out}: there is no such folder")
    if "+" in ruleset:
        return None
    if is_id(ruleset):
        return ruleset
    if not is_id(Path(ruleset).stem) or Path(ruleset).resolve().parent != out.absolute().parent.resolve():
        raise LabError(f"-o {out}: a variant finds its base in its own folder; write it beside {ruleset}")
    return Path(ruleset).stem


def _write(found: Tuned, out: Path, base: str | None, lang: str) -> None:
    changed = changed_numbers(found.rules, found.question.settings, found.answer.proposal.values)
    if not changed or found.answer.claim == "missed":
        click.echo(_say(lang, "tune_not_written", file=out), err=True)
        return
    goals = [f"goal: {goal.text}" for goal in found.question.goals]
    notes = ["Written by `solenia tune`.", *goals, verdict(found, "en")]
    write_new(out, variant_text(out.stem, base, found.rules, changed, notes), lang)
    click.echo(_say(lang, "tune_wrote", file=out), err=True)
