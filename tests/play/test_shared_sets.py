"""Sets that several branches of one text use are computed when the first of these branches needs them. Until then they
are marked as not computed, also in a position that is imagined again."""

from __future__ import annotations

import solenia_rules as sr


def test_a_world_is_imagined_while_a_set_of_two_branches_is_not_computed() -> None:
    """In Homesteads the branches of a turn share the set of errands that can be run."""
    game = sr.new_game(sr.load("homesteads"), seats=2, seed=1)
    while game.decision is not None and "act" not in {option.id for option in game.decision.options} | {game.phase}:
        game = game.choose(0)
    assert game.resample(0, 1).view(0) == game.view(0)
