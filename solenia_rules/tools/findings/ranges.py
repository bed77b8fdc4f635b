"""Tests parameters at the ends of their ranges: the ruleset must load and be set up, and no seat may get stuck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solenia_rules.api.loading import load
from solenia_rules.api.rehearsal import Noting
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.seatings import try_seats
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.rules.errors import RulesetError
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.tools.findings.own import Own
from solenia_rules.tools.findings.players import RandomPlayer

GAMES = 2
"""The number of games for each end, and for the smallest and the largest number of seats."""
LONGEST = 3000
"""The most answers of a game; whether games end is tested elsewhere."""


def find_out_of_range(rules: Ruleset, spec: str, own: Own, seed: int, stuck: bool) -> Iterator[Diagnostic]:
    """One finding for each end of a parameter's range that causes a problem while the other parameters keep their
    values. `stuck`: seats get stuck with the usual values, too, so that no parameter is to blame for that."""
    params = [p for p in rules.params.values() if own.holds(p.span) and p.low < p.high]
    for ends in ({p.id: p.low for p in params}, {p.id: p.high for p in params}):
        if not params or _trouble(spec, ends, seed, stuck) is None:
            continue  # all parameters at this end together cause no problem
        for param in params:
            value = ends[param.id]
            trouble = _trouble(spec, {param.id: value}, seed, stuck) if value != param.value else None
            if trouble is not None:
                what, span = trouble
                hint = "make its range narrower, or fix the problem at this value"
                also = ((span, "here"),) if span.source.text else ()
                yield Diagnostic("W610", f"with `{param.id}` = {value} {what}", param.span, hint, "warning", also)


def _trouble(spec: str, params: Mapping[str, int], seed: int, stuck: bool) -> tuple[str, Span] | None:
    """The problem with these parameters, and its place; None if there is none. `stuck`: do not look for seats that get
    stuck."""
    try:
        rules = load(spec, params)
    except RulesetError as error:
        first = error.diagnostics[0]
        return f"it cannot be loaded: {first.message}", first.span
    for found in try_seats(rules):
        return f"it cannot be set up: {found.message}", found.span
    for seats in () if stuck else dict.fromkeys((rules.seats[0], rules.seats[-1])):
        program = rules.executor(seats).program
        executor = Noting(program)
        for number in range(GAMES):
            _play(executor, seed + number)
            for place in executor.stuck_at:
                core = program.flat.core
                span = core.places[place] if place >= 0 else core.specs[-1 - place].span
                return f"a seat gets stuck ({seats} seats, seed {seed + number})", span
    return None


def _play(executor: Executor, seed: int) -> None:
    player = RandomPlayer(seed)
    s = executor.start(seed)
    while not reading.is_over(s) and reading.decisions(s) < LONGEST:
        executor.answer(s, player.answer(s))
