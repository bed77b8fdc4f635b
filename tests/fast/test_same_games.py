"""Machine code plays the games that plain Python plays, state for state."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.check.checking import check_world
from solenia_rules.core.operators import BinaryOp
from solenia_rules.fast import integer_code, module
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from tests.check.cases import GROUND, HEAD
from tests.check.inventions import ruleset as invention
from tests.fast.comparing import accelerated, compiled, first_difference, step_through
from tests.playing import Seated, all_seatings, fewest_seatings, for_long_runs, loaded
from tests.rulesets.branches import MOST_ANSWERS, Machine, branches
from tests.rulesets.branches import read as read_branches
from tests.rulesets.test_branches import FEW_ANSWERS
from tests.sampling import sampled
from tests.semantics.cases import cases, ruleset

EVERY_DAY = [*(seated for seated in fewest_seatings() if not for_long_runs(seated.name)), Seated("market", 2)]
ALL = all_seatings()
OTHER_GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.toml"))


@pytest.fixture(scope="module", params=EVERY_DAY, ids=str)
def everyday(request: pytest.FixtureRequest) -> Seated:
    """With this scope the tests of one ruleset follow each other, mostly in one process: its code is compiled once."""
    seated: Seated = request.param
    return seated


def test_games_end_alike(everyday: Seated) -> None:
    assert first_difference(accelerated(everyday.name, everyday.seats), range(4)) is None


def test_states_are_equal_after_every_answer(everyday: Seated) -> None:
    assert step_through(accelerated(everyday.name, everyday.seats), seed=11, most=60) > 0


def test_the_first_branches_are_as_many_as_were_counted(everyday: Seated) -> None:
    assert_branches(everyday, FEW_ANSWERS)


@pytest.mark.thorough
@pytest.mark.parametrize("seated", ALL, ids=str)
def test_many_games_end_alike(seated: Seated) -> None:
    assert first_difference(accelerated(seated.name, seated.seats), range(100, 130)) is None
    assert step_through(accelerated(seated.name, seated.seats), seed=12) > 0
    assert_branches(seated, MOST_ANSWERS)


def assert_branches(seated: Seated, most: int) -> None:
    """The rows of `branches.txt`, as far as so many answers go."""
    rows = [row for row in read_branches() if (row.name, row.seats) == (seated.name, seated.seats)]
    assert rows
    player = Machine(accelerated(seated.name, seated.seats))
    for row in rows:
        depth = row.depth(most)
        assert branches(player, row.seed, row.answers, depth) == row.counts[:depth], str(row)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["winter+market", "summer+storm+silk", "improvements+officers", "winter+solo"])
def test_games_of_layers_end_alike(name: str) -> None:
    assert first_difference(accelerated(name, loaded(name).seats[0]), range(10)) is None


@pytest.mark.parametrize("path", sampled(OTHER_GAMES, 4, ids=lambda path: path.stem))
def test_games_of_other_sorts_end_alike(path: Path) -> None:
    rules = sr.load(str(path))
    assert first_difference(compiled(rules.executor(rules.seats[-1])), range(3)) is None


@pytest.mark.parametrize("name", ["crab_pots", pytest.param("herbalists", marks=pytest.mark.thorough)])
def test_games_in_which_every_option_is_tried_end_alike(name: str) -> None:
    program = compile_program(check_world(loaded(name).world), 2, derive=False)
    assert first_difference(compiled(Executor(program)), range(3)) is None


@pytest.mark.thorough
def test_the_fine_points_come_out_alike() -> None:
    for case in cases():
        made = compiled(sr.load_text(ruleset(case), "bench").executor(2))
        assert first_difference(made, range(3)) is None, case.line


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_effects_made_up_at_random_do_alike(seed: int, tmp_path: Path) -> None:
    picker = random.Random(seed)
    (tmp_path / "ground.toml").write_text(GROUND.read_text("utf-8"), "utf-8")
    played = 0
    while played < 15:
        (tmp_path / "sample.toml").write_text(HEAD + invention(picker), "utf-8")
        try:
            rules = sr.load(str(tmp_path / "sample.toml"))
        except sr.RulesetError:
            continue
        assert first_difference(compiled(rules.executor(2)), range(2)) is None, (seed, played)
        played += 1


WRONG_KERNELS = [
    ("popcount(s.options) >> 30", "(popcount(s.options) - 1) >> 30"),
    ("max(0, min(s.order_count[place - 1], position - 1))", "0"),
]


@pytest.mark.parametrize(("right", "wrong"), WRONG_KERNELS)
def test_a_wrong_primitive_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    assert first_difference(compiled(loaded("summer").executor(2)), range(4)) is not None


@pytest.mark.parametrize(("operation", "wrong"), [("le", "slt"), ("eq", "ne")])
def test_a_wrong_operation_is_found(operation: BinaryOp, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(integer_code._COMPARED, operation, wrong)
    assert first_difference(compiled(loaded("crab_pots").executor(2)), range(4)) is not None
