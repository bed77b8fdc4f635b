"""The same rules, seed and answers make the same game, in any process and by any way of playing it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise, starmap
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.api.game import Game
from solenia_rules.api.options import Option
from tests.playing import Seated, last, loaded, playable, positions, services_of, state_of

ROOT = Path(__file__).parent.parent.parent
NOWHERE = "/dev/null/nowhere"
"""Where nothing can be kept."""
PLAY = """
import hashlib, json, sys
import solenia_rules as sr
if sys.argv[2] == "faulty":
    from solenia_rules.play import chance
    honest = chance.split_seed
    chance.split_seed = lambda seed: honest(seed + hash("seed") % 1000)
made = {}
for name in json.loads(sys.argv[1]):
    rules = sr.load(name)
    game = sr.new_game(rules, seats=rules.seats[-1], seed=11)
    while game.decision is not None:
        game = game.choose(sr.random_answer(game))
    made[name] = hashlib.sha256(game.dump().encode()).hexdigest()
print(json.dumps(made))
"""


def played_elsewhere(names: Sequence[str], hash_seed: str, mode: str = "honest") -> dict[str, str]:
    """Ruleset -> digest of a finished game's dump, from another process that compiles the rules itself."""
    command = [sys.executable, "-c", PLAY, json.dumps(names), mode]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "XDG_CACHE_HOME": NOWHERE}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=300)
    made: dict[str, str] = json.loads(done.stdout)
    return made


def played_here(names: Sequence[str]) -> dict[str, str]:
    ends = {name: last(Seated(name, loaded(name).seats[-1]).new(11)) for name in names}
    return {name: hashlib.sha256(end.dump().encode()).hexdigest() for name, end in ends.items()}


def test_another_process_with_another_hash_seed_plays_the_same_bytes() -> None:
    names = ["summer", "day_and_night", "herbalists"]
    assert played_elsewhere(names, "12345") == played_here(names)


@pytest.mark.thorough
@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_any_hash_seed_plays_the_same_bytes(hash_seed: str) -> None:
    assert played_elsewhere(playable(), hash_seed) == played_here(playable())


def test_chance_that_depends_on_the_hash_seed_is_caught() -> None:
    assert played_elsewhere(["candle"], "1", "faulty") != played_elsewhere(["candle"], "2", "faulty")


# ---- playout and choose ----------------------------------------------------------------------------


def assert_playout_is_the_loop(seated: Seated, seed: int) -> None:
    """Same scores, winners, number of decisions and final state, whether stepped inside or through the API."""
    end = last(seated.new(seed))
    made = sr.playout(seated.rules, seats=seated.seats, seed=seed)
    assert made.scores == end.scores
    assert made.winners == end.winners
    assert made.decisions == end.decisions == len(end.answers)
    assert list(made.state) == state_of(end)


def test_playout_is_the_loop_of_random_answers(seated: Seated) -> None:
    for seed in range(2):
        assert_playout_is_the_loop(seated, seed)


@pytest.mark.thorough
def test_playout_is_the_loop_of_random_answers_a_thousand_times() -> None:
    for seed in range(1000):
        assert_playout_is_the_loop(Seated("summer", 2 + seed % 3), seed)


def test_another_seed_is_another_game(seated: Seated) -> None:
    assert state_of(seated.new(1)) != state_of(seated.new(2))


def test_a_playout_of_other_answers_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_answer(game: Game) -> Option:
        assert game.decision is not None
        return game.decision.options[0]

    monkeypatch.setattr(sr, "random_answer", first_answer, raising=False)
    with pytest.raises(AssertionError):
        assert_playout_is_the_loop(Seated("summer", 2), 1)


# ---- taking back -----------------------------------------------------------------------------------

CHANCE = {"drawn", "rolled", "shuffled", "shown"}
SETTING = {"set", "added"}
NEVER_UNDONE = {"leduc"}
"""Rulesets in which every answer passes the question to the other seat or turns up a card."""
MOST_UNDONE = 150
"""Answers of a game that are taken back."""


def undone(before: Game, game: Game) -> bool:
    """Whether the last answer can be taken back: if so, answered again it is the same; else something was learned
    or it is another seat's turn to answer."""
    assert before.decision is not None
    news = Course.of(game).line[-1][1]
    barred = bool(CHANCE & {event.kind for event in news})
    barred |= game.decision is not None and game.decision.seat != before.decision.seat
    slots = services_of(game).executor.program.slots
    barred |= any(event.kind in SETTING and slots.is_judged(event.args[0]) for event in news)
    seen = [e.args[0] for e in news if e.kind == "moved" and e.known_to(before.decision.seat)]
    learned = any(new_to(before, piece) for piece in seen)
    try:
        back = game.undo()
    except sr.UndoError:
        assert barred or learned
        return False
    assert not barred
    assert not learned
    assert state_of(back) == state_of(before)
    assert state_of(back.choose(game.answers[-1])) == state_of(game)
    return True


def new_to(game: Game, piece: int) -> bool:
    """Whether a piece was unknown to the seat asked."""
    assert game.decision is not None
    state, viewer = state_of(game), services_of(game).viewer
    lies_somewhere = state[viewer.layout.locations + piece] != 0
    return lies_somewhere and not viewer.sight.piece(state, piece, game.decision.seat)


def test_undo_and_the_same_answer_is_the_same_game(seated: Seated) -> None:
    taken_back = sum(starmap(undone, pairwise(positions(seated.new(8), MOST_UNDONE))))
    assert (taken_back == 0) == (seated.name in NEVER_UNDONE)


def test_nothing_is_taken_back_before_the_first_answer(seated: Seated) -> None:
    with pytest.raises(sr.UndoError):
        seated.new(1).undo()


def test_an_undo_that_takes_back_a_draw_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "undo", lambda self: sr.replay(self.dump())[-2])
    with pytest.raises(AssertionError):
        list(starmap(undone, pairwise(positions(Seated("summer", 2).new(8)))))
