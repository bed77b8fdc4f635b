"""Code without a log tests whether a piece is there unless it certainly is, whatever was printed before."""

from __future__ import annotations

import solenia_rules as sr
from tests.playing import services_of, state_of


def test_moving_nothing_changes_nothing() -> None:
    """The neutral deck is empty from the 17th neutral turn on: `let card = first(turned_up)` is nothing, and the last
    function that is printed before has a local of the same number that is always something."""
    game = sr.new_game(sr.load("solo+convoy"), 2, 2)
    executor = services_of(game).executor
    while game.decision is not None:
        answer = sr.random_answer(game)
        made = state_of(game)[:]
        executor.silent.answer(made, answer.value)
        assert made == executor.answer(state_of(game), answer.value)[0]
        game = game.choose(answer)
