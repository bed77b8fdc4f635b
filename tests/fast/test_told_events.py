"""The telling form of machine code tells the events that the plain telling executor records, in the same order."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.fast import module
from solenia_rules.fast.telling import Telling, make_telling
from solenia_rules.play import executor, generated
from solenia_rules.play.events import RawEvent
from tests.fast.comparing import KEPT
from tests.playing import Seated, all_seatings, fewest_seatings, for_long_runs, loaded
from tests.sampling import sampled

EVERY_DAY = [seated for seated in fewest_seatings() if not for_long_runs(seated.name)]
OTHER_GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.toml"))
MOST_ANSWERS = 300


@cache
def telling(name: str, seats: int) -> Telling:
    return make_telling(loaded(name).executor(seats), KEPT)


def first_difference(made: Telling, rules: Ruleset, seeds: range) -> tuple[int, list[RawEvent], list[RawEvent]] | None:
    """The first event that differs: the seed, the event told by machine code, and the one expected."""
    for seed in seeds:
        answers, told = made.told(seed)
        course = Course.begin(rules, made.seats, seed)
        for answer in answers[:MOST_ANSWERS]:
            course.answer(answer)
        expected = list(course.events)
        if len(answers) > MOST_ANSWERS:
            told = told[: len(expected)]
        else:
            assert course.over
        for index in range(max(len(told), len(expected))):
            one, other = told[index : index + 1], expected[index : index + 1]
            if one != other:
                return seed, one, other
    return None


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 5, ids=str))
def test_events_are_told_alike(seated: Seated) -> None:
    made = telling(seated.name, seated.seats)
    assert first_difference(made, seated.rules, range(2)) is None
    answers, events = made.told(7)
    assert events
    assert sum(event.kind == "answered" and not event.args[3] for event in events) == len(answers)


@pytest.mark.thorough
@pytest.mark.parametrize("seated", all_seatings(), ids=str)
def test_many_events_are_told_alike(seated: Seated) -> None:
    assert first_difference(telling(seated.name, seated.seats), seated.rules, range(30, 42)) is None


@pytest.mark.parametrize("path", sampled(OTHER_GAMES, 4, ids=lambda path: path.stem))
def test_events_of_other_sorts_of_games_are_told_alike(path: Path) -> None:
    rules = sr.load(str(path))
    made = make_telling(rules.executor(rules.seats[-1]), KEPT)
    assert first_difference(made, rules, range(3)) is None


@pytest.mark.parametrize(("most", "limit"), [("MOST_PHASES", 9), ("MOST_DECISIONS", 9)])
def test_a_cap_is_told(most: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (executor, generated):
        monkeypatch.setattr(place, most, limit)
    monkeypatch.setattr(f"solenia_rules.fast.constants.{most}", limit)
    made = make_telling(loaded("summer").executor(2), KEPT)
    assert first_difference(made, loaded("summer"), range(2)) is None
    assert made.told(0)[1][-1].kind == "won"
    assert made.told(0)[1][-1].args[1] != 0


def test_telling_code_plays_the_games_of_silent_code() -> None:
    made = telling("summer", 2)
    for seed, outcome in enumerate(made.games(range(3), states=True)):
        state = made.executor.playout(seed)
        assert made.games([seed], states=True).state(0) == state
        assert len(made.told(seed)[0]) == outcome.decisions


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("row[1] = s.place", "row[1] = -1"),
        ("return moved[i] < moved[j]", "return moved[i] > moved[j]"),
        ("found = of.behalf_of[s.place + 1]", "found = -1"),
    ],
)
def test_a_wrong_teller_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    rules = loaded("summer")
    assert first_difference(make_telling(rules.executor(2), KEPT), rules, range(4)) is not None
