"""How games feel: planted games whose figures are known, and the same figures in plain Python and in machine code."""

from __future__ import annotations

import json

import pytest

import solenia_rules as sr
from solenia_rules.cli.main import main
from solenia_rules.tools.lab.feel import Feel, feel_of
from solenia_rules.tools.lab.intervals import LEVEL, Measured, wilson
from solenia_rules.tools.lab.ladder import Cut, Ladder, climb
from solenia_rules.tools.lab.replaying import compiled_replaying
from solenia_rules.tools.lab.runner import OneProcess, make_job
from tests.small_rulesets import small_ruleset
from tests.tools.lab.test_strong import EVEN, draft

RESULT = """
[result]
end = { effect = 'win all(s in seats where points of s is max(points of t for t in seats))', source = "ours" }
"""
SOLITAIRES = (
    "repeat 8 { as seats { phase turn { choose a in range(1, 3); choose b in range(1, 2); gain (b) of points } } }"
)
"""Nobody changes what others can do. Of the two answers of a turn, only the second one counts."""
SHARED_ROW = "repeat 4 { as seats { phase turn { choose c in row; move c to my hand; gain 1 point } } }"
"""What one seat takes, others cannot take."""
CARDS = """
[pieces]
card = { plural = "cards", starts = "row", source = "ours" }
[zones]
row = { of = "card", seen = "all", source = "ours" }
hand = { of = "card", per = "seat", seen = "all", source = "ours" }
[cards]
one = { copies = 1, source = "ours" }
two = { copies = 1, source = "ours" }
three = { copies = 1, source = "ours" }
four = { copies = 1, source = "ours" }
five = { copies = 1, source = "ours" }
six = { copies = 1, source = "ours" }
seven = { copies = 1, source = "ours" }
eight = { copies = 1, source = "ours" }
nine = { copies = 1, source = "ours" }
"""
CROWNING = """
repeat 3 { as seats { phase warm { choose a in range(1, 2) } } }
as next(next(first(seats))) { phase crown { choose rival in others; as rival { gain 1 point } } }
"""
"""The third seat cannot win, and its last answer says who does."""
RACE = "as first(seats) { gain 5 points }\nrepeat 8 { as seats { phase turn { choose a in range(1, 2) } } }"
"""The first seat is ahead from the beginning."""


def felt(play: str, seats: int = 2, more: str = "", bots: str = "random", games: int = 20) -> Feel:
    rules = sr.load_text(small_ruleset("planted", (seats, seats), play, more=more) + RESULT)
    return feel_of(rules, make_job(rules, seats, bots, 1), games, lambda _done: None, plainly=True)


def value(found: Measured | None) -> float:
    assert found is not None
    return found.value


def test_a_game_in_which_everybody_plays_alone() -> None:
    found = felt(SOLITAIRES)
    assert (found.turns.value, found.answers.value, found.choices.value) == (16, 32, 2.5)
    assert (value(found.waits), value(found.longest_wait), value(found.interaction)) == (2, 2, 0)
    assert found.kingmaking is None


def test_taking_from_a_common_row_is_interaction() -> None:
    found = felt(SHARED_ROW, more=CARDS)
    assert value(found.interaction) > 0.9
    assert value(found.decisive) == 0
    assert found.comebacks is None


def test_a_seat_without_a_chance_decides() -> None:
    assert value(felt(CROWNING, seats=3, games=6).kingmaking) == 1
    assert value(felt(SOLITAIRES, seats=3, games=6).kingmaking) == 0


def test_a_winner_who_is_ahead_from_the_beginning() -> None:
    found = felt(RACE)
    assert (value(found.left), value(found.runaways), value(found.comebacks)) == (1, 1, 0)
    assert value(found.lead_changes) == 0


@pytest.mark.parametrize(
    ("name", "seats", "bots", "games"),
    [
        ("candle", 3, "random", 4), ("crab_pots", 2, "greedy", 3),
        pytest.param("summer", 2, "random", 3, marks=pytest.mark.thorough),
        pytest.param("fellowship", 2, "random", 3, marks=pytest.mark.thorough), ("hex", 2, "random", 1),
    ],
)  # fmt: skip
def test_machine_code_gives_the_same_figures(name: str, seats: int, bots: str, games: int) -> None:
    pytest.importorskip("llvmlite")
    rules = sr.load(name)
    rules.telling(seats)
    job = make_job(rules, seats, bots, 5)
    assert compiled_replaying(rules, job, games) is not None
    plain, compiled = (feel_of(rules, job, games, lambda _done: None, plainly=way) for way in (True, False))
    assert plain == compiled


def ladder(play: str, games: int = 60) -> Ladder:
    rules = sr.load_text(small_ruleset("planted", (2, 2), play) + RESULT)
    return climb(rules, 2, 1, games, OneProcess(), lambda _done: None, lambda n, _bots: n, ("random", "greedy"))


def test_skill_counts_only_where_answers_count() -> None:
    assert ladder(SOLITAIRES).depth == 1
    found = ladder("repeat 4 { as seats { phase turn { choose a in range(1, 3) } } }")
    assert found.depth == 0
    (step,) = found.steps
    assert step.gain.interval.low <= step.even <= step.gain.interval.high


def test_how_a_game_feels_is_told_in_the_language_of_the_user(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ["sim", "crab_pots", "--games", "6", "--bots", "random", "--jobs", "1", "--also", "no", "--feel"]
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["feel"]
    assert found["answers"]["value"] == 22
    assert [step["stronger"] for step in found["skill"]] == ["greedy", "mcts:50", "mcts:200", "mcts:1000"]
    for lang, said in (("en_GB", "How the game feels (6 games"), ("fr_FR", "Comment on vit la partie (6 parties"),
                       ("pl_PL", "Jak gra się w tę grę (liczba partii: 6")):  # fmt: skip
        monkeypatch.setenv("LC_ALL", lang)
        assert main(line) == 0
        assert said in capsys.readouterr().out


def test_the_steps_of_skill_are_cut_when_time_is_over() -> None:
    """The clock ticks once for each look: the second step gets only one portion of games."""
    rules = sr.load("crab_pots")
    ticks = iter(range(100))
    ladder = climb(
        rules, 2, 1, 40, OneProcess(), lambda _done: None, lambda games, _bots: games, ("random", "greedy", "mcts:5"),
        seconds=3.5, clock=lambda: float(next(ticks)),
    )  # fmt: skip
    assert [step.gain.count for step in ladder.steps] == [40, 20]
    assert ladder.cut == Cut("greedy", "mcts:5", 3.5, 20, 40)
    whole = climb(
        rules, 2, 1, 40, OneProcess(), lambda _done: None, lambda games, _bots: games, ("random", "greedy"), seconds=1e9
    )
    assert whole.cut is None
    value = ladder.steps[0].gain.value
    assert whole.steps[0].gain == wilson(value * 40, 40)
    assert ladder.steps[0].gain == wilson(value * 40, 40, LEVEL / 2), "two steps share the 5 % of error"
    assert all(step.settled is (step.gain.interval.low > step.even) for step in (*ladder.steps, *whole.steps))


def test_options_that_are_alike_are_near_equal() -> None:
    rules = sr.load_text(draft(**EVEN))
    alike = feel_of(rules, make_job(rules, 2, "random", 1), 20, lambda _done: None).near_equal
    rules = sr.load_text(draft(**(EVEN | {"fir": 9, "yew": 0})))
    unlike = feel_of(rules, make_job(rules, 2, "random", 1), 20, lambda _done: None).near_equal
    assert alike is not None
    assert unlike is not None
    assert alike.value == 1
    assert unlike.value < 0.8
