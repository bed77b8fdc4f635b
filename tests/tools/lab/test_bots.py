"""Bots answer what is on offer, the same every time, by what their seat may see, and the better ones win."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.play.contest import all_win_or_lose
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.errors import LabError
from solenia_rules.tools.lab.judge import Judge, judge_for
from solenia_rules.tools.lab.roster import bot_maker
from tests.sampling import sampled
from tests.tools.lab.games import GUESSING, STEPS, play

SMALL = ("candle", "crab_pots", "herbalists")


@pytest.mark.parametrize(("name", "word"), sampled(product(SMALL, ["random", "greedy", "mcts:2"]), 5))
def test_the_same_seed_is_the_same_game(name: str, word: str) -> None:
    rules = sr.load(name)
    one, other = (play(rules, [word, word], 3) for _ in range(2))
    assert one.state == other.state
    assert one.state != play(rules, [word, word], 4).state


def test_random_bots_play_the_playout() -> None:
    for name in (*SMALL, "summer", "solo"):
        rules = sr.load(name)
        seats = rules.seats[0]
        assert tuple(play(rules, ["random"] * seats, 5).state) == sr.playout(rules, seats, 5).state


@pytest.mark.parametrize("seats", [3, 4])
def test_any_number_of_seats(seats: int) -> None:
    for name in SMALL[:2]:
        assert play(sr.load(name), ["mcts:4", "greedy", "random", "greedy"][:seats], 1).over


def test_a_course_is_the_game_it_plays() -> None:
    rules = sr.load("herbalists")
    course = play(rules, ["greedy", "random"], 2)
    game = course.game()
    assert game.decision is None
    assert list(map(str, game.log)) == list(map(str, sr.restore(game.dump()).log))
    assert course.line == Course.of(game).line
    with pytest.raises(sr.IllegalAnswer):
        course.answer(0)


@pytest.mark.parametrize("word", ["greedy", pytest.param("mcts:20", marks=pytest.mark.thorough)])
def test_nobody_guesses_what_is_hidden(word: str) -> None:
    """A bot that looked at the real deck would guess all 40 cards."""
    rules = sr.load_text(GUESSING)
    points = sum(play(rules, [word], seed).game().scores[0] for seed in range(3))
    assert 10 < points < 50  # 30 of 120 are expected; both bounds are four deviations away


@pytest.mark.parametrize("word", ["greedy", "mcts:60"])
def test_an_answer_is_judged_by_what_can_follow(word: str) -> None:
    course = play(sr.load_text(STEPS), [word], 1)
    assert course.game().answers == ("a=2", "b=3")


@pytest.mark.parametrize("name", sampled([*SMALL, "summer"], 2))
def test_greedy_beats_random(name: str) -> None:
    rules = sr.load(name)
    won = 0
    for seed in range(8):
        words = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        won += play(rules, words, seed).game().winners == (words.index("greedy"),)
    assert won >= 5


@pytest.mark.thorough
@pytest.mark.parametrize("name", SMALL)
def test_tree_search_beats_greedy(name: str) -> None:
    rules = sr.load(name)
    judge, won = judge_for(rules, 2), 0.0
    for seed in range(24):
        words = ["mcts:200", "greedy"] if seed % 2 else ["greedy", "mcts:200"]
        winners = play(rules, words, seed, judge).game().winners
        won += (words.index("mcts:200") in winners) / max(1, len(winners))
    assert won > 12


def test_where_nobody_opposes_all_win_or_lose() -> None:
    assert all_win_or_lose(sr.load("fellowship").executor(2).program)
    assert all_win_or_lose(sr.load("solo").executor(1).program)
    for name in (*SMALL, "summer", "day_and_night"):
        assert not all_win_or_lose(sr.load(name).executor(2).program)


OWN = """
class First:
    def __init__(self, seed, seat):
        self.seat = seat

    def answer(self, seen):
        assert seen.view["decision"]["seat"] == self.seat == seen.seat
        assert seen.imagine(1).decision.seat == self.seat
        return seen.options[0]

class ById(First):
    def answer(self, seen):
        return seen.options[-1].id

class Cheat(First):
    def answer(self, seen):
        return "everything"

class Broken(First):
    def answer(self, seen):
        return 1 // 0

class Mute:
    pass

class Alone:
    def __init__(self):
        pass
    def answer(self, seen):
        return seen.values[0]
"""


def test_own_bots(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    rules = sr.load("herbalists")
    course = play(rules, [f"{file}:First", f"{file}:ById"], 1)
    assert course.over
    for name, problem in (
        ("Cheat", "answered 'everything', which is not on offer"),
        ("Broken", r"fails \(mine.py:\d+\): ZeroDivisionError"),
        ("Mute", "no method answer"),
        ("Alone", r"is made by Alone\(seed, seat\)"),
        ("Firts", "no class Firts; did you mean `First`"),
    ):
        with pytest.raises(LabError, match=problem):
            play(rules, [f"{file}:{name}", "random"], 1)


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("greddy", "did you mean `greedy`"),
        ("mcts:0", "from 1 to"),
        ("mcts:many", "from 1 to"),
        ("greedy:3", "there is no bot `greedy:3`"),
        ("nowhere.py:Bot", "no file"),
        ("nowhere.py", "file.py:Class"),
        ("", "there is no bot"),
    ],
)
def test_words_that_are_no_bot(word: str, problem: str) -> None:
    with pytest.raises(LabError, match=problem):
        bot_maker(word)


def test_a_broken_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Bot(:\n")
    with pytest.raises(LabError, match="SyntaxError"):
        bot_maker(f"{file}:Bot")


def test_what_is_seen_is_what_the_seat_may_know() -> None:
    rules = sr.load("herbalists")
    course = Course.begin(rules, 2, 1)
    seen = Seen(course, Judge(rules.executor(2)))
    assert seen.view == course.game().view(seen.seat)
    assert len({str(seen.world(seed)) for seed in range(5)}) > 1


def test_secret_answers_favour_no_seat() -> None:
    """Who is asked last knows no more than who is asked first."""
    rules = sr.load("crab_pots")
    won = [0, 0]
    for seed in range(16):
        for seat in play(rules, ["greedy", "greedy"], seed).game().winners:
            won[seat] += 1
    assert min(won) >= 4
