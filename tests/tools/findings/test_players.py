"""The greedy players of a check answer the same in machine code and in plain Python, so a check counts the same."""

from __future__ import annotations

import pytest

from solenia_rules.fast.telling import make_telling
from solenia_rules.fast.thinker import Glancer
from solenia_rules.play import reading
from solenia_rules.tools.findings.evidence import Evidence
from solenia_rules.tools.findings.players import GLANCE, GreedyPlayer, HelpedPlayer, Places, Purse
from solenia_rules.tools.findings.referee import Referee
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.worlds import code_maker
from tests.fast.comparing import KEPT
from tests.playing import Seated, fewest_seatings, for_long_runs, loaded
from tests.sampling import sampled

EVERY_DAY = [seated for seated in fewest_seatings() if not for_long_runs(seated.name)]
MOST_ANSWERS = 40


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 4, ids=str))
@pytest.mark.parametrize("helped", [False, True])
def test_machine_code_answers_like_plain_python(seated: Seated, helped: bool) -> None:
    assert_same_answers(seated, helped)


@pytest.mark.thorough
@pytest.mark.parametrize("seated", fewest_seatings(), ids=str)
@pytest.mark.parametrize("helped", [False, True])
def test_machine_code_answers_like_plain_python_in_every_ruleset(seated: Seated, helped: bool) -> None:
    assert_same_answers(seated, helped)


def assert_same_answers(seated: Seated, helped: bool) -> None:
    rules, executor = seated.rules, seated.rules.executor(seated.seats)
    code = make_telling(executor, KEPT)
    assert code.unfit is None
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


@pytest.mark.parametrize("name", ["crab_pots", "herbalists"])
def test_a_check_counts_the_same_in_machine_code(name: str) -> None:
    """The greedy players of one referee have machine code from the first answer on, those of the other never."""
    rules, found = loaded(name), []
    for compiled in (True, False):
        evidence = Evidence()
        referee = Referee(rules, 2, evidence)
        maker = code_maker(rules, 2) if compiled else None
        referee.judge = Judge(referee.executor.silent, maker, eager=compiled)
        for seed in range(2):
            for sort in ("greedy", "helped greedy"):
                referee.play(seed, sort)
        referee.close()
        assert (referee.judge.worlds.code is not None) is compiled
        found.append(evidence)
    assert found[0] == found[1]
    assert found[0].runs
