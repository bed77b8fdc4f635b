"""Machine code counts what the watcher of plain Python counts, to the byte."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast import module
from solenia_rules.fast.ledger import Ledger
from solenia_rules.fast.module import Module
from solenia_rules.fast.telling import RANDOM, Telling, make_telling
from solenia_rules.play.executor import Executor
from solenia_rules.play.thinking import BOTS
from solenia_rules.tools.lab import machine
from solenia_rules.tools.lab.bot_words import BOT_WORDS, PLAYOUTS
from solenia_rules.tools.lab.chunk import play_games
from solenia_rules.tools.lab.counted import Counting
from solenia_rules.tools.lab.judge import judge_for
from solenia_rules.tools.lab.machine import MACHINES, Machines, compiled_bots, silently
from solenia_rules.tools.lab.record import Batch
from solenia_rules.tools.lab.runner import Here, OneProcess, make_job, run
from solenia_rules.tools.lab.watcher import Watcher
from solenia_rules.tools.lab.wire import batch_text
from tests.fast.comparing import KEPT
from tests.fast.test_told_events import telling
from tests.playing import Seated, all_seatings, fewest_seatings, for_long_runs, loaded
from tests.sampling import sampled

EVERY_DAY = [seated for seated in fewest_seatings() if not for_long_runs(seated.name)]
WORTH = BOT_WORDS["random"].worth
OTHER_GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.toml"))


def watched(rules: Ruleset, made: Telling, games: Sequence[tuple[int, int]], option: str | None = None) -> Batch:
    """The same games in plain Python."""
    judge, watcher = judge_for(rules, made.seats), None
    for index, seed in games:
        course = Course.begin(rules, made.seats, seed)
        for answer in made.told(seed)[0]:
            course.answer(answer)
        watcher = watcher or Watcher(course, judge)
        watcher.watch(course, index, option)
    assert watcher is not None
    return watcher.batch


def never(_index: int, _seed: int) -> Batch:
    raise AssertionError("a game that machine code cannot play")


def texts(
    rules: Ruleset, made: Telling, games: Sequence[tuple[int, int]], option: str | None = None
) -> tuple[str, str]:
    found = Counting(made, rules.services(made.seats), [RANDOM] * made.seats, option).play(games, never)
    expected = watched(rules, made, games, option)
    assert len(found.games) == len(games)
    for batch in (found, expected):
        batch.in_order()
    return batch_text(found), batch_text(expected)


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 5, ids=str))
def test_counters_are_equal(seated: Seated) -> None:
    found, expected = texts(seated.rules, telling(seated.name, seated.seats), [(5, 11), (6, 2**61 + 12)])
    assert found == expected


@pytest.mark.thorough
@pytest.mark.parametrize("seated", all_seatings(), ids=str)
def test_counters_of_many_games_are_equal(seated: Seated) -> None:
    found, expected = texts(
        seated.rules, telling(seated.name, seated.seats), [(index, 50 + index) for index in range(12)]
    )
    assert found == expected


@pytest.mark.parametrize("path", sampled(OTHER_GAMES, 4, ids=lambda path: path.stem))
def test_counters_of_other_sorts_of_games_are_equal(path: Path) -> None:
    rules = sr.load(str(path))
    made = make_telling(rules.executor(rules.seats[-1]), KEPT)
    found, expected = texts(rules, made, [(index, index) for index in range(6)])
    assert found == expected


def test_the_seats_that_take_a_watched_option_are_equal() -> None:
    rules, games = loaded("summer"), [(index, index) for index in range(6)]
    option = "give_up stock good=wheat"
    found, expected = texts(rules, telling("summer", 2), games, option)
    assert found == expected
    assert f'"taken": {{"{option}": ' in found
    none, expected = texts(rules, telling("summer", 2), games[:2], "no such option")
    assert none == expected


NEEDY = '''
ruleset   = "needy"
language  = 1
source    = "ours"
seats     = { range = [2, 2] }
languages = ["en"]
title     = { en = "Needy" }

[counters]
point = { plural = "points", per = ["seat"], score = true, source = "ours" }

[play.turns]
source = "ours"
effect = """
repeat 6 { as seats { phase turn {
  need place of me is 1 or my points < 3; choose n in range(0, 2); set points of me to my points + n
  as others { set points of me to 1 }
  phase late { choose m in range(0, 3); lose m of points }
  need my points > 0
} } }
"""
'''


def test_stuck_seats_and_scores_that_are_set_are_counted_alike() -> None:
    rules = sr.load_text(NEEDY, "needy")
    made = make_telling(rules.executor(2), KEPT)
    found, expected = texts(rules, made, [(index, index) for index in range(40)])
    assert found == expected
    assert "seat 2 at `" in found
    assert '"turns": [' in found


def test_a_full_table_of_results_ends_a_block_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solenia_rules.fast.ledger.ROOM", 8)
    made, games = telling("summer", 2), [(index, index) for index in range(5)]
    counting = Counting(made, loaded("summer").services(2), [RANDOM] * 2, None)
    played, fault = made.count([seed for _index, seed in games], counting.bots, Ledger(counting.sheet, 5))
    assert (0 < played < 5, fault) == (True, "")
    found, expected = texts(loaded("summer"), made, games)
    assert found == expected


def test_a_game_that_does_not_fit_is_played_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, made = loaded("summer"), telling("summer", 2)
    counting = Counting(made, rules.services(2), [RANDOM] * 2, None)
    games = [(index, index) for index in range(5)]
    expected = counting.play(games, never)
    count, bad = made.count, 3

    def failing(seeds: Sequence[int], bots: Sequence[tuple[int, int]], ledger: Ledger) -> tuple[int, str]:
        given = list(seeds)
        if bad not in given:
            return count(given, bots, ledger)
        return count(given[: given.index(bad)], bots, ledger)[0], "no room"

    monkeypatch.setattr(made, "count", failing)
    found = counting.play(games, lambda index, seed: watched(rules, made, [(index, seed)]))
    for batch in (found, expected):
        batch.in_order()
    assert batch_text(found) == batch_text(expected)


def test_games_can_be_stopped() -> None:
    counting = Counting(telling("summer", 2), loaded("summer").services(2), [RANDOM] * 2, None)
    results: list[Batch] = []
    thread = threading.Thread(target=lambda: results.append(counting.play([(i, i) for i in range(10**6)], never)))
    thread.start()
    while not counting._ledgers:
        pass
    counting.stop()
    thread.join(30)
    assert not thread.is_alive()
    assert len(results[0].games) < 10**6
    assert not counting._ledgers


def test_the_number_of_threads_and_pieces_does_not_show() -> None:
    job = make_job(loaded("herbalists"), None, "random", 7)
    assert MACHINES.find(sr.load_text(job.rules, job.name), job, WORTH) is not None
    made = {
        batch_text(run(job, 0, 130, size, team, lambda _done: None).batch)
        for team, size in ((Here(1, silently, silently), 130), (Here(3, silently, silently), 7), (OneProcess(), 64))
    }
    assert len(made) == 1


def test_machine_code_is_made_when_it_is_worthwhile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    said: list[str] = []
    rules = sr.load("crab_pots")
    job, machines = make_job(rules, None, "random", 1), Machines()
    assert machines.find(rules, job, WORTH - 1, said.append, said.append) is None
    assert not said
    assert machines.find(rules, job, 1, said.append, said.append) is not None
    assert said == ["Compiling crab_pots to machine code ..."]
    again = sr.load("crab_pots")
    assert Machines().find(again, job, 1, said.append, said.append) is not None, "it is in the cache"
    assert len(said) == 1


def test_the_cache_is_searched_once_while_few_games_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made: list[Executor] = []

    class Counted(Module):
        def __init__(self, executor: Executor, telling: bool = False) -> None:
            made.append(executor)
            super().__init__(executor, telling)

    monkeypatch.setattr("solenia_rules.fast.telling.Module", Counted)
    rules = sr.load("crab_pots")
    job, machines = make_job(rules, None, "random", 1), Machines()
    for _ in range(5):
        assert machines.find(rules, job, 1) is None
    assert len(made) == 1
    assert machines.find(rules, job, WORTH) is not None
    assert len(made) == 2


def test_what_cannot_be_compiled_is_played_in_python_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("solenia_rules.fast.telling.Module", refuse)
    said: list[str] = []
    rules = sr.load("crab_pots")
    job = make_job(rules, None, "random", 1)
    machines = Machines()
    assert machines.find(rules, job, WORTH, said.append) is None
    assert len(said) == 1
    assert said[0].startswith("Games are played in plain Python: crab_pots cannot be accelerated: the compiler failed")
    assert machines.find(rules, job, WORTH, said.append) is None
    assert len(said) == 1
    monkeypatch.setattr(machine, "MACHINES", machines)
    assert len(play_games(job, rules, 0, 2).games) == 2


def test_bots_that_exist_in_python_only() -> None:
    assert compiled_bots(("random", "random")) == (RANDOM, RANDOM)
    assert compiled_bots(("random", "own.py:Bot")) is None
    assert compiled_bots(("learnt:policy.npz", "random")) is None


def test_a_bot_has_its_own_number_in_machine_code() -> None:
    found = compiled_bots(("random", "greedy", "mcts:7", "mcts"))
    assert found == (
        (BOTS.index("random"), 0),
        (BOTS.index("greedy"), 0),
        (BOTS.index("mcts"), 7),
        (BOTS.index("mcts"), PLAYOUTS),
    )
    assert set(BOTS) <= set(BOT_WORDS)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("use[5] += share * popcount(seen[0] & ~seen[1] & winners)", "use[5] += share * popcount(seen[0] & winners)"),
        ("if other != who:", "if other == who:"),
        ("+ step] += worth(s, seat)", "+ step] += estimate(s, seat)"),
        ("seat = row[5] - k.SCORE", "seat = c[k.ACTOR]"),
    ],
)
def test_a_wrong_counter_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    games = [(index, index) for index in range(12)]
    pairs = (
        texts(rules, make_telling(rules.executor(2), KEPT), games)
        for rules in (sr.load_text(NEEDY, "needy"), loaded("summer"))
    )
    assert any(one != other for one, other in pairs)
