"""Whole games of bots in machine code are those of plain Python: the same answers, and so the same statistics."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast import module
from solenia_rules.fast.telling import Telling, make_telling
from solenia_rules.tools.lab import worlds
from solenia_rules.tools.lab.chunk import play_range
from solenia_rules.tools.lab.counted import Counting
from solenia_rules.tools.lab.machine import Machines, compiled_bots, silently
from solenia_rules.tools.lab.runner import Here, OneProcess, make_job, run
from solenia_rules.tools.lab.wire import batch_text
from tests.fast.comparing import KEPT
from tests.playing import Seated, all_seatings, fewest_seatings, for_long_runs, loaded
from tests.sampling import sampled

ALL = all_seatings()
EVERY_DAY = [seated for seated in fewest_seatings() if not for_long_runs(seated.name)]
OTHER_GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.toml"))
MIXED = ("greedy", "mcts:4", "random")


def texts(rules: Ruleset, code: Telling, words: tuple[str, ...], games: int) -> tuple[str, str]:
    """What machine code and plain Python find in the same games."""
    job = make_job(rules, code.seats, ",".join(words), 5)
    bots = compiled_bots(job.bots)
    assert bots is not None
    counting = Counting(code, rules.services(code.seats), bots, None)
    found, expected = (play_range(job, rules, how, 3, games) for how in (counting, None))
    for batch in (found, expected):
        batch.in_order()
    return batch_text(found), batch_text(expected)


@pytest.fixture(autouse=True)
def _plain_bots_stay_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "WARM", 10**9)


def words_for(seats: int, first: int = 0) -> tuple[str, ...]:
    return tuple(MIXED[(first + seat) % len(MIXED)] for seat in range(seats))


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 5, ids=str))
def test_games_of_bots_are_equal(seated: Seated) -> None:
    code = seated.rules.telling(seated.seats)
    assert code is not None
    found, expected = texts(seated.rules, code, words_for(seated.seats), 1)
    assert found == expected


@pytest.mark.thorough
@pytest.mark.parametrize("seated", ALL, ids=str)
def test_games_of_bots_in_every_ruleset_are_equal(seated: Seated) -> None:
    code = make_telling(seated.rules.executor(seated.seats), KEPT)
    for first in range(2):
        found, expected = texts(seated.rules, code, words_for(seated.seats, first), 1)
        assert found == expected


@pytest.mark.parametrize("path", sampled(OTHER_GAMES, 4, ids=lambda path: path.stem))
def test_games_of_bots_in_other_sorts_of_games_are_equal(path: Path) -> None:
    rules = sr.load(str(path))
    code = make_telling(rules.executor(rules.seats[-1]), KEPT)
    if code.unfit is None:
        found, expected = texts(rules, code, words_for(code.seats), 2)
        assert found == expected


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("if hope > best:", "if hope >= best:"),
        ("mind.plan_moment = d[mind.plan + 2]", "mind.plan_moment = -1"),
        ("reward = (reward + (found + 1) * k.ONE) // 3", "reward = (reward + found * k.ONE) // 3"),
    ],
)
def test_a_wrong_thought_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    rules = loaded("herbalists")
    found, expected = texts(rules, make_telling(rules.executor(2), KEPT), ("greedy", "mcts:30"), 4)
    assert found != expected


def test_the_number_of_threads_does_not_change_games_of_bots() -> None:
    job = make_job(loaded("crab_pots"), None, "greedy,mcts:9", 7)
    made = {
        batch_text(run(job, 0, 24, size, team, lambda _done: None).batch)
        for team, size in ((Here(1, silently, silently), 24), (Here(3, silently, silently), 5), (OneProcess(), 7))
    }
    assert len(made) == 1


@pytest.mark.parametrize("name", ["crack", "village_night"])
def test_games_of_bots_with_judged_state_are_equal(name: str) -> None:
    rules = sr.load(str(OTHER_GAMES[0].parent / f"{name}.toml"))
    code = make_telling(rules.executor(rules.seats[0]), KEPT)
    found, expected = texts(rules, code, words_for(code.seats), 3)
    assert found == expected
    machines = Machines()
    assert machines.find(rules, make_job(rules, None, "greedy", 1), 50) is not None
