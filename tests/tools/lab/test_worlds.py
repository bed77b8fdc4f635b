"""Bots think the same thoughts in machine code and in plain Python."""

from __future__ import annotations

import subprocess
import sys

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.cli.main import main
from solenia_rules.fast.accelerated import Accelerated, Position
from solenia_rules.fast.errors import Fault
from solenia_rules.play.physics import BITS
from solenia_rules.tools.lab import worlds
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.judge import Judge, judge_for
from solenia_rules.tools.lab.lots import Lots
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.worlds import World, code_maker
from tests.playing import all_seatings, loaded
from tests.tools.lab.games import GUESSING

FEW = (("crab_pots", 2), ("herbalists", 3), ("guessing", 1))
ALL = [(seated.name, seated.seats) for seated in all_seatings()]


def rules_of(name: str) -> sr.Ruleset:
    return sr.load_text(GUESSING) if name == "guessing" else loaded(name)


def accelerated(rules: sr.Ruleset, seats: int, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """A judge whose worlds are machine code from the first one on."""
    monkeypatch.setattr(worlds, "WARM", -1)
    return Judge(rules.executor(seats), code_maker(rules, seats))


def facts(world: World) -> tuple[object, ...]:
    known = world.over, world.asked, world.spec, world.decisions, world.phases, world.mask
    return *known, list(world.luck), world.standing()


def compare_worlds(judge: Judge, seed: int, most: int) -> int:
    """Both sorts of worlds along a game, and what random answers come to from there; how many."""
    made = judge.worlds
    lots = Lots(seed, 0)
    state = made.executor.start(seed)
    fast, plain = made.world(state), made.in_python(state)
    assert (type(fast), type(plain)) == (worlds.FastWorld, worlds.PythonWorld)
    for number in range(most):
        assert facts(fast) == facts(plain)
        one, other = Lots(seed, 1, number), Lots(seed, 1, number)
        assert fast.wander(one, number % 8, 30) == plain.wander(other, number % 8, 30)
        assert one.count == other.count
        if plain.over:
            return number
        answer = lots.pick(BITS[plain.mask])
        fast, plain = fast.answered(answer), plain.answered(answer)
    return most


def moments(rules: sr.Ruleset, judge: Judge, words: list[str], seed: int, most: int) -> list[int]:
    """The state after so many answers of bots."""
    course = Course.begin(rules, len(words), seed)
    bots = [bot_maker(word)(seed, seat) for seat, word in enumerate(words)]
    for _ in range(most):
        if course.over:
            break
        course.answer(bots[course.asked].answer(Seen(course, judge)))
    return course.state


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_worlds_of_both_sorts_are_alike(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_worlds(accelerated(rules_of(name), seats, monkeypatch), 3, 60) > 0


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "seats"), ALL)
def test_worlds_of_both_sorts_are_alike_in_every_game(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare_worlds(accelerated(loaded(name), seats, monkeypatch), 4, 1000) > 0


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_answers_do_not_depend_on_machine_code(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, words = rules_of(name), ["mcts:24", "greedy", "mcts:5"][:seats]
    fast = accelerated(rules, seats, monkeypatch)
    plain = moments(rules, Judge(rules.executor(seats)), words, 6, 30)
    assert moments(rules, fast, words, 6, 30) == plain
    assert fast.worlds.code is not None


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "seats"), ALL)
def test_no_answer_in_any_game_depends_on_machine_code(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, words = loaded(name), ["mcts:20" if seat % 2 else "greedy" for seat in range(seats)]
    fast = accelerated(rules, seats, monkeypatch)
    assert moments(rules, fast, words, 2, 120) == moments(rules, Judge(rules.executor(seats)), words, 2, 120)


def test_machine_code_is_made_when_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sr.load("crab_pots")
    judge = judge_for(rules, 2)
    assert judge_for(rules, 2) is judge
    monkeypatch.setattr(worlds, "WARM", 20)
    moments(rules, judge, ["greedy", "greedy"], 1, 2)
    assert judge.worlds.code is None
    moments(rules, judge, ["greedy", "greedy"], 1, 9)
    assert judge.worlds.code is not None


@pytest.mark.parametrize("word", ["greedy", "mcts:20"])
def test_where_machine_code_has_no_room_plain_python_answers(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = loaded("herbalists")
    judge = accelerated(rules, 2, monkeypatch)
    plain = moments(rules, Judge(rules.executor(2)), [word, word], 4, 20)
    step, steps = Accelerated.step, 0

    def failing(self: Accelerated, position: Position, choice: int) -> Position:
        nonlocal steps
        steps += 1
        if steps % 7 == 0:
            raise Fault("no room")
        return step(self, position, choice)

    monkeypatch.setattr(Accelerated, "step", failing)
    assert moments(rules, judge, [word, word], 4, 20) == plain
    assert steps > 7


WITHOUT = """
import sys
from importlib.abc import MetaPathFinder
class Nowhere(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] == "llvmlite":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nowhere())
import solenia_rules.fast
solenia_rules.fast.find_spec = lambda _name: None
from solenia_rules.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_what_is_not_installed_is_not_needed() -> None:
    given = ["sim", "crab_pots", "--games", "1", "--jobs", "1", "--bots", "mcts:4,greedy"]
    done = subprocess.run([sys.executable, "-c", WITHOUT, *given], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr


def test_without_the_extra_bots_think_plainly_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["sim", "crab_pots", "--games", "2", "--jobs", "1", "--bots", "mcts:5,greedy"]
    assert main(given) == 0
    fast = capsys.readouterr()
    monkeypatch.setattr("solenia_rules.fast.find_spec", lambda _name: None)
    rules = sr.load("crab_pots")
    judge = judge_for(rules, 2)
    monkeypatch.setattr(worlds, "WARM", -1)
    moments(rules, judge, ["mcts:5", "greedy"], 1, 6)
    assert judge.worlds.code is None
    assert main(given) == 0
    plain = capsys.readouterr()
    assert (plain.out, fast.err) == (fast.out, "")
    assert "plain Python: the extra `fast` is not installed: pip install 'solenia-rules[fast]'" in plain.err
