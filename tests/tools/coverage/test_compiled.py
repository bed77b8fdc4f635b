"""Machine code counts the same coverage as plain Python, to the byte."""

from __future__ import annotations

import json

import pytest

import solenia_rules as sr
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.cli.covering import coverage_json
from solenia_rules.fast import module
from solenia_rules.fast.covering import Covering, make_covering
from solenia_rules.tools.coverage.collector import Collector
from solenia_rules.tools.lab import covering
from solenia_rules.tools.lab.covering import cover, play_compiled
from solenia_rules.tools.lab.runner import make_job
from solenia_rules.tools.lab.wire import Job
from tests.fast.comparing import KEPT
from tests.playing import Seated, all_seatings, fewest_seatings, for_long_runs, loaded
from tests.sampling import sampled
from tests.tools.lab.test_bot_games import words_for

EVERY_DAY = [seated for seated in fewest_seatings() if not for_long_runs(seated.name)]


def text(collector: Collector) -> str:
    return json.dumps(coverage_json(collector.coverage()))


def never(_index: int) -> None:
    raise AssertionError("a game that machine code cannot play")


def counted(rules: Ruleset, job: Job, games: int) -> tuple[Collector, Covering]:
    found = Collector(rules)
    code = make_covering(found.program(job.seats), KEPT)
    play_compiled(code, job, games, found, never, lambda _done: None)
    return found, code


def plainly(rules: Ruleset, job: Job, games: int, monkeypatch: pytest.MonkeyPatch) -> Collector:
    """The same pairs in plain Python."""
    with monkeypatch.context() as patch:
        patch.setattr(covering, "PAIR", 0)
        patch.setattr(covering, "compiled_bots", lambda _words: None)
        return cover(job, rules, games, lambda _done: None)


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 4, ids=str))
def test_coverage_is_counted_alike(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job(seated.rules, seated.seats, "random", 5)
    found, _code = counted(seated.rules, job, 2)
    assert found.counts.games == 2
    assert found.counts.run
    assert text(found) == text(plainly(seated.rules, job, 2, monkeypatch))


@pytest.mark.thorough
@pytest.mark.parametrize("seated", all_seatings(), ids=str)
def test_coverage_of_more_games_is_counted_alike(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job(seated.rules, seated.seats, "random", 50)
    found, _code = counted(seated.rules, job, 4)
    assert text(found) == text(plainly(seated.rules, job, 4, monkeypatch))


@pytest.mark.parametrize(
    ("name", "bots", "games"),
    [("crab_pots", "greedy", 6), ("liars_dice", "greedy", 3), ("leduc", "mcts:6", 4), ("solo", "greedy", 1)],
)
def test_bots_that_think_are_covered_alike(name: str, bots: str, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots of the second game of a pair know what happened before the answer that makes it different."""
    rules = loaded(name)
    job = make_job(rules, None, bots, 2)
    found, _code = counted(rules, job, games)
    assert found.counts.pairs == games
    assert text(found) == text(plainly(rules, job, games, monkeypatch))


@pytest.mark.thorough
@pytest.mark.parametrize("seated", fewest_seatings(), ids=str)
def test_bots_that_think_are_covered_alike_in_every_ruleset(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job(seated.rules, seated.seats, ",".join(words_for(seated.seats)), 7)
    found, _code = counted(seated.rules, job, 1)
    assert text(found) == text(plainly(seated.rules, job, 1, monkeypatch))


def test_pairs_are_compared_as_often_as_there_are_games() -> None:
    rules = loaded("herbalists")
    found, _code = counted(rules, make_job(rules, 2, "random", 1), 40)
    counts = found.counts
    assert counts.games == counts.pairs == 40
    assert sum(counts.compared.values()) == 80
    assert 0 < sum(counts.turned.values()) < 80
    assert any(counts.decisive.values())


def test_a_game_that_does_not_fit_is_counted_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = loaded("herbalists")
    job = make_job(rules, 2, "random", 3)
    found = Collector(rules)
    code = make_covering(found.program(2), KEPT)
    given: list[int] = []
    monkeypatch.setattr(code, "cover", lambda seeds, _bots, _sheet: (0, "the third one is too large"))
    play_compiled(code, job, 2, found, given.append, lambda _done: None)
    assert given == [0, 1]
    assert found.counts.games == 0


def test_what_cannot_be_compiled_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_self: object) -> str:
        raise ValueError("broken")

    monkeypatch.setattr(module.Module, "text", property(broken))
    rules = sr.load("herbalists")
    said: list[str] = []
    job = make_job(rules, 2, "random", 3)
    found = cover(job, rules, 20, lambda _done: None, said.append)
    assert found.counts.games == 20
    assert [line for line in said if "plain Python" in line and "broken" in line] == said != []
