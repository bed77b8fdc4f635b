"""The greedy players of a check answer the same in machine code and in plain Python."""

from __future__ import annotations

import pytest

from solenia_rules.fast.telling import make_telling
from solenia_rules.fast.thinker import Glancer
from solenia_rules.play import reading
from solenia_rules.tools.findings.players import GLANCE, GreedyPlayer, HelpedPlayer, Places, Purse
from solenia_rules.tools.lab.judge import Judge
from tests.playing import Seated, fewest_seatings, for_long_runs
from tests.sampling import sampled

EVERY_DAY = [seated for seated in fewest_seatings() if not for_long_runs(seated.name)]
MOST_ANSWERS = 40


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 4, ids=str))
@pytest.mark.parametrize("helped", [False, True])
def test_machine_code_answers_like_plain_python(seated: Seated, helped: bool) -> None:
    rules, executor = seated.rules, seated.rules.executor(seated.seats)
    code = make_telling(executor)
    if code.unfit is not None:
        pytest.skip(code.unfit)
    plain = GreedyPlayer(5, Judge(executor))
    help_ = HelpedPlayer(5, Purse(rules.checked, executor), Places(executor), plain)
    glancer = Glancer(code, 5)
    s = executor.start(3)
    compared = 0
    for _ in range(MOST_ANSWERS):
        if reading.is_over(s):
            break
        answer = help_.answer(s) if helped else plain.answer(s)
        if len(reading.options(s)) > 1:
            assert glancer.answer(s, GLANCE) == answer, reading.decisions(s)
            compared += 1
        executor.answer(s, answer)
    assert compared
