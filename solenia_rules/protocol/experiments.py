"""Carries out the methods that play: `bot.answer`, `sim.run`, `sim.compare`, `scenario.run`.

Simulations report their progress while they run and can be cancelled. They play in this process, on one thread, and in
machine code where that is installed; several of them run one after the other. What they need is imported when they are
first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import solenia_rules as sr
from solenia_rules.protocol import experiment_results, requests, results
from solenia_rules.protocol.desk import Desk, Shelved
from solenia_rules.protocol.errors import CANCELLED, RpcError, bad_params, diagnostics_of, limit
from solenia_rules.protocol.games import status

if TYPE_CHECKING:
    from solenia_rules.tools.lab.intervals import Measured
    from solenia_rules.tools.lab.summary import Summary
    from solenia_rules.tools.lab.wire import Job
    from solenia_rules.tools.scenarios.runner import Outcome

Report: TypeAlias = Callable[[int, int], bool]
"""Called with the number of finished games and of all games; false if the request was cancelled."""
PIECE = 64
"""The most games between two reports."""


def check_bots(desk: Desk, words: str) -> None:
    """Refuse bots that a guest may not use: files of Python, and bots that think too long."""
    from solenia_rules.text.suggestions import did_you_mean
    from solenia_rules.tools.lab.bot_words import BOT_WORDS, FORMS, read_bots
    from solenia_rules.tools.lab.errors import LabError
    from solenia_rules.tools.lab.roster import bot_maker

    for word in read_bots(words[:1000]):
        name, _colon, number = word.partition(":")
        if name not in BOT_WORDS and not desk.limits.files:
            hint = did_you_mean(name[:60], BOT_WORDS)
            raise LabError(f"there is no bot `{word[:60]}`; {hint + ' ' if hint else ''}a bot is {FORMS}")
        bot_maker(word)
        if name in BOT_WORDS and BOT_WORDS[name].takes_number and number and int(number) > desk.limits.playouts:
            raise limit(f"`{word}`: a bot of this session has at most {desk.limits.playouts} playouts")


def bot_answer(desk: Desk, asked: requests.BotAnswer) -> results.Answered:
    from solenia_rules.tools.lab.errors import LabError
    from solenia_rules.tools.lab.players import answer_of

    check_bots(desk, asked.bot)
    if "," in asked.bot:
        raise LabError(f"`{asked.bot[:60]}`: one bot answers, not several")
    table = desk.table(asked.game)
    option = answer_of(table.game, asked.bot)
    if asked.play:
        table.becomes(table.game.choose(option.id))
    return results.Answered(option.id, option.text(desk.lang), status(table))


def sim_run(desk: Desk, asked: requests.Simulate, report: Report) -> experiment_results.Simulated:
    from solenia_rules.tools.lab.runner import make_job, run, workers
    from solenia_rules.tools.lab.summary import summarize

    held = desk.ruleset(asked.ruleset)
    _check_simulation(desk, asked.games, asked.bots, asked.seed)
    job = make_job(held.rules, asked.seats, asked.bots, asked.seed, parts=not asked.quick)
    with workers(1, None) as team:
        outcome = run(job, 0, asked.games, _piece(asked.games), team, _progress(report, asked.games))
    if not outcome.batch.games:
        raise _nothing()
    return _simulated(held, job, summarize(outcome.batch, job.seats), outcome.stopped)


def _check_simulation(desk: Desk, games: int, bots: str, seed: int) -> None:
    from solenia_rules.api.requests import check_seed

    check_seed(seed)
    check_bots(desk, bots)
    if not 1 <= games <= desk.limits.simulated:
        raise bad_params(f"`games`: a number from 1 to {desk.limits.simulated}")


def _piece(games: int) -> int:
    return max(1, min(PIECE, games // 20))


def _progress(report: Report, total: int) -> Callable[[int], None]:
    from solenia_rules.tools.lab.runner import Stop

    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if not report(done, total):
            raise Stop

    return count


def _nothing() -> RpcError:
    return RpcError(CANCELLED, "cancelled before any game was over", results.ErrorData("cancelled"))


def _simulated(held: Shelved, job: Job, summary: Summary, stopped: bool) -> experiment_results.Simulated:
    return experiment_results.Simulated(
        held.name, held.rules.digest, summary.games, stopped, job.seed,
        tuple(
            experiment_results.SeatResult(bot, _measured(one.wins), _maybe(one.score))
            for bot, one in zip(job.bots, summary.results, strict=True)
        ),
        summary.shared, summary.drawn, summary.capped, summary.stuck, _measured(summary.length), _maybe(summary.score),
        _maybe(summary.margin), {name: _measured(value) for name, value in summary.parts.items()},
        tuple(
            experiment_results.OptionResult(
                one.name, one.offered, one.taken, _measured(one.when_taken), _measured(one.when_passed)
            )
            for one in summary.options
        ),
    )  # fmt: skip


def _measured(measured: Measured) -> experiment_results.Measured:
    interval = measured.interval
    return experiment_results.Measured(
        round(measured.value, 6), round(interval.low, 6), round(interval.high, 6), measured.count
    )  # fmt: skip


def _maybe(measured: Measured | None) -> experiment_results.Measured | None:
    return None if measured is None else _measured(measured)


def sim_compare(desk: Desk, asked: requests.Compare, report: Report) -> experiment_results.Compared:
    from solenia_rules.tools.lab.comparison import compare
    from solenia_rules.tools.lab.metrics import check_texts, read_metric, usual_metric
    from solenia_rules.tools.lab.runner import make_job, workers

    rules = tuple(desk.ruleset(name).rules for name in (asked.first, asked.second))
    _check_simulation(desk, asked.games, asked.bots, asked.seed)
    if asked.games < 2 or asked.threshold < 0:
        raise bad_params("`games` is at least 2, and `threshold` at least 0")
    one, other = (make_job(each, asked.seats, asked.bots, asked.seed) for each in rules)
    if one.seats != other.seats:
        raise bad_params(f"`seats`: the first starts with {one.seats} and the second with {other.seats}")
    scored = all(any(counter.score for counter in each.world.counters) for each in rules)
    metric = read_metric(asked.metric or usual_metric(scored), one.seats, scored)
    check_texts(metric, rules)
    with workers(1, None) as team:
        progress = _progress(report, 2 * asked.games)
        found = compare((one, other), metric, asked.games, asked.threshold, _piece(asked.games), team, progress)
    if not found.games:
        raise _nothing()
    return experiment_results.Compared(
        metric.name, found.games, found.stopped, _measured(found.first), _measured(found.second),
        _measured(found.judged.difference), found.judged.verdict,
    )  # fmt: skip


def scenario_run(desk: Desk, asked: requests.RunScenarios) -> experiment_results.ScenarioReport:
    from solenia_rules.rules.files import SCENARIOS, open_bundle
    from solenia_rules.tools.scenarios.decoder import decode_file
    from solenia_rules.tools.scenarios.files import ScenarioFile
    from solenia_rules.tools.scenarios.runner import Runner

    held = desk.ruleset(asked.ruleset) if asked.ruleset else None

    def load(spec: str, params: dict[str, int]) -> sr.Ruleset:
        if held is not None and spec == held.name:
            return held.again(params)
        desk.check_bundled(spec)
        return sr.load(spec, params)

    file = ScenarioFile("scenarios", Path("nowhere", f"scenarios{SCENARIOS}"))
    decoded = decode_file(file, open_bundle(), asked.text.encode(), None if held is None else held.name)
    runner = Runner(load)
    outcomes = [runner.run(scenario) for scenario in decoded.scenarios]
    passed = sum(outcome.passed for outcome in outcomes)
    return experiment_results.ScenarioReport(
        passed,
        len(outcomes) - passed,
        tuple(_scenario(one, held) for one in outcomes),
        diagnostics_of(decoded.diagnostics),
    )


def _scenario(outcome: Outcome, held: Shelved | None) -> experiment_results.ScenarioResult:
    scenario = outcome.scenario
    failures = tuple(
        experiment_results.ScenarioFailure(
            one.what, one.expected, one.found, one.span.line, one.span.column, one.rule, one.place
        )
        for one in outcome.failures
    )  # fmt: skip
    name = held.rules.id if held is not None and scenario.ruleset == held.name else scenario.ruleset
    return experiment_results.ScenarioResult(
        scenario.name, name, scenario.span.line, outcome.passed, failures, diagnostics_of(outcome.diagnostics)
    )
