"""A choice that no game ever reaches: every executor knows it, and none stumbles over it."""

from __future__ import annotations

import solenia_rules as sr
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference, step_through
from tests.play.test_executors import play_both
from tests.small_rulesets import small_ruleset

MORE = """
[pieces]
plain = { plural = "plains", source = "ours" }

[boards]
spots = { columns = 3, rows = 1, source = "ours" }
"""
PLAY = """
as seats {
  choose { choose 2 c in spots where first(plains) is none { gain 1 pace }; need my paces > 0 } or { gain 2 paces }
}
choose s in seats; gain 1 pace
"""
RULESET = small_ruleset("unreached", (1, 2), PLAY, "pace", MORE)


def test_a_choice_that_is_never_reached_is_no_obstacle() -> None:
    plain = sr.load_text(RULESET, "unreached").executor(2)
    assert play_both(plain, Machine(plain.program), seed=1) == 1
    made = compiled(plain)
    assert first_difference(made, range(3)) is None
    assert step_through(made, seed=1) == 1
