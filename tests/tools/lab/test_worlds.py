"""Bots draw the same worlds and think the same thoughts in machine code and in plain Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.api.course import Course
from solenia_rules.cli.main import main
from solenia_rules.fast import module
from solenia_rules.fast.errors import Fault
from solenia_rules.fast.telling import Telling, make_telling
from solenia_rules.fast.thinker import Thinker
from solenia_rules.play.resample import Secrets
from solenia_rules.tools.lab import worlds
from solenia_rules.tools.lab.bots import Seen
from solenia_rules.tools.lab.judge import Judge, judge_for
from solenia_rules.tools.lab.lots import Lots
from solenia_rules.tools.lab.roster import bot_maker
from solenia_rules.tools.lab.worlds import code_maker
from tests.api.card_games import ROUNDS, card_game
from tests.fast.comparing import KEPT
from tests.playing import Seated, all_seatings, fewest_seatings, for_long_runs, loaded
from tests.sampling import sampled
from tests.tools.lab.games import GUESSING, PEEKED

FEW = (("crab_pots", 2), ("herbalists", 3), ("guessing", 1))
ALL = all_seatings()
EVERY_DAY = [seated for seated in fewest_seatings() if not for_long_runs(seated.name)]
OTHER_GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.toml"))


def rules_of(name: str) -> sr.Ruleset:
    return sr.load_text(GUESSING) if name == "guessing" else loaded(name)


def accelerated(rules: sr.Ruleset, seats: int, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """A judge whose bots think in machine code from their first answer on."""
    monkeypatch.setattr(worlds, "WARM", -1)
    return Judge(rules.executor(seats), code_maker(rules, seats))


def moments(rules: sr.Ruleset, judge: Judge, words: list[str], seed: int, most: int) -> list[int]:
    """The state after so many answers of bots."""
    course = Course.begin(rules, len(words), seed)
    bots = [bot_maker(word)(seed, seat) for seat, word in enumerate(words)]
    for _ in range(most):
        if course.over:
            break
        course.answer(bots[course.asked].answer(Seen(course, judge)))
    return course.state


# ---- worlds ---------------------------------------------------------------------------------------


def first_difference(rules: sr.Ruleset, code: Telling, seed: int, most: int) -> tuple[int, int] | None:
    """The first moment of a game of random answers at which a world differs, and the seed of the world."""
    course, lots = Course.begin(rules, code.seats, seed), Lots(seed, 0)
    thinkers = [Thinker(code, seed, seat, "greedy") for seat in range(code.seats)]
    read = [0] * code.seats
    while not course.over and len(course.line) <= most:
        thinker = thinkers[course.asked]
        thinker.tell(course.line[read[course.asked] :])
        read[course.asked] = len(course.line)
        secrets = course.services.resampler.secrets(course.line)
        for world in (seed, len(course.line)):
            made = code.state(thinker.world(course.state, secrets, world))
            if made != course.imagine(course.asked, world, inferring=False):
                return len(course.line), world
        course.answer(lots.pick(course.options))
    return None


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 5, ids=str))
def test_worlds_of_machine_code_are_those_of_resampling(seated: Seated) -> None:
    code = seated.rules.telling(seated.seats)
    assert code is not None
    assert code.unfit is None
    assert first_difference(seated.rules, code, 3, 100) is None


@pytest.mark.thorough
@pytest.mark.parametrize("seated", ALL, ids=str)
def test_worlds_of_every_game_are_those_of_resampling(seated: Seated) -> None:
    code = make_telling(seated.rules.executor(seated.seats), KEPT)
    assert first_difference(seated.rules, code, 8, 400) is None


@pytest.mark.parametrize("path", sampled(OTHER_GAMES, 4, ids=lambda path: path.stem))
def test_worlds_of_other_sorts_of_games_are_those_of_resampling(path: Path) -> None:
    rules = sr.load(str(path))
    code = make_telling(rules.executor(rules.seats[-1]), KEPT)
    if code.unfit is None:
        for seed in range(3):
            assert first_difference(rules, code, seed, 60) is None


@pytest.mark.parametrize("name", sampled(sorted(ROUNDS), 3))
def test_worlds_of_card_games_are_those_of_resampling(name: str) -> None:
    rules = card_game(name)
    code = make_telling(rules.executor(rules.seats[-1]), KEPT)
    for seed in range(4):
        assert first_difference(rules, code, seed, 60) is None


def test_worlds_with_judged_state_are_those_of_resampling() -> None:
    rules = loaded("homesteads")
    code = rules.telling(2)
    assert code is not None
    assert first_difference(rules, code, 5, 60) is None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("if not fits_judgement(x, mind, entry):", "if x.fault:"),
        ("answer = d[mind.past + 4 * k.PIECES + answer]", "answer = entry[2]"),
        ("tries = k.MOST_JUDGED_TRIES", "tries = 2"),
    ],
)
def test_a_world_that_was_judged_in_another_way_is_found(
    right: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    found = []
    for name in ("crack", "village_night", "peeked"):
        rules = sr.load_text(PEEKED) if name == "peeked" else sr.load(str(OTHER_GAMES[0].parent / f"{name}.toml"))
        code = make_telling(rules.executor(rules.seats[0]), KEPT)
        found += [first_difference(rules, code, seed, 60) for seed in range(4)]
    assert any(one is not None for one in found)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("d[seen + piece] = mind.events", "d[seen + piece] = -1"),
        ("if passes(s, spec, value):", "if value >= 0:"),
        ("made.order[zone, i] = d[who + s.order[zone, i]]", "made.order[zone, i] = s.order[zone, i]"),
    ],
)
def test_a_wrong_world_is_found(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = module.kernel_text()
    assert right in kernel
    monkeypatch.setattr(module, "kernel_text", lambda: kernel.replace(right, wrong))
    rules = loaded("summer")
    assert first_difference(rules, make_telling(rules.executor(2), KEPT), 1, 60) is not None


# ---- answers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), FEW)
def test_answers_do_not_depend_on_machine_code(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, words = rules_of(name), ["mcts:24", "greedy", "mcts:5"][:seats]
    fast = accelerated(rules, seats, monkeypatch)
    plain = moments(rules, Judge(rules.executor(seats)), words, 6, 30)
    assert moments(rules, fast, words, 6, 30) == plain
    assert fast.worlds.code is not None


@pytest.mark.parametrize("seated", sampled(EVERY_DAY, 4, ids=str))
def test_answers_of_a_sample_do_not_depend_on_machine_code(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, words = seated.rules, ["greedy" if seat % 2 else "mcts:8" for seat in range(seated.seats)]
    fast = accelerated(rules, seated.seats, monkeypatch)
    assert moments(rules, fast, words, 4, 24) == moments(rules, Judge(rules.executor(seated.seats)), words, 4, 24)


@pytest.mark.thorough
@pytest.mark.parametrize("seated", ALL, ids=str)
def test_no_answer_in_any_game_depends_on_machine_code(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, words = seated.rules, ["mcts:20" if seat % 2 else "greedy" for seat in range(seated.seats)]
    fast = accelerated(rules, seated.seats, monkeypatch)
    assert moments(rules, fast, words, 2, 120) == moments(rules, Judge(rules.executor(seated.seats)), words, 2, 120)


@pytest.mark.parametrize("path", sampled(OTHER_GAMES, 4, ids=lambda path: path.stem))
def test_answers_in_other_sorts_of_games_are_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sr.load(str(path))
    seats = rules.seats[-1]
    words = ["greedy" if seat % 2 else "mcts:12" for seat in range(seats)]
    fast = accelerated(rules, seats, monkeypatch)
    assert moments(rules, fast, words, 5, 30) == moments(rules, Judge(rules.executor(seats)), words, 5, 30)


@pytest.mark.parametrize("name", ["crack", "village_night"])
def test_answers_with_judged_state_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sr.load(str(OTHER_GAMES[0].parent / f"{name}.toml"))
    seats = rules.seats[0]
    words = ["greedy" if seat % 2 else "mcts:12" for seat in range(seats)]
    fast = accelerated(rules, seats, monkeypatch)
    for seed in range(4):
        plain = moments(rules, Judge(rules.executor(seats)), words, seed, 60)
        assert moments(rules, fast, words, seed, 60) == plain
    assert fast.worlds.code is not None


def test_machine_code_is_made_when_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = sr.load("crab_pots")
    judge = judge_for(rules, 2)
    assert judge_for(rules, 2) is judge
    monkeypatch.setattr(worlds, "WARM", 800)
    moments(rules, judge, ["greedy", "greedy"], 1, 2)
    assert judge.worlds.code is None
    moments(rules, judge, ["greedy", "greedy"], 1, 9)
    assert judge.worlds.code is not None


@pytest.mark.parametrize("word", ["greedy", "mcts:20"])
@pytest.mark.parametrize("name", ["herbalists", "summer"])
def test_where_machine_code_has_no_room_plain_python_answers(
    name: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = loaded(name)
    judge = accelerated(rules, 2, monkeypatch)
    plain = moments(rules, Judge(rules.executor(2)), [word, word], 4, 20)
    answer, answers = Thinker.answer, 0

    def failing(self: Thinker, state: list[int], secrets: Secrets | None) -> int:
        nonlocal answers
        answers += 1
        if answers % 3 == 0:
            raise Fault("no room")
        return answer(self, state, secrets)

    monkeypatch.setattr(Thinker, "answer", failing)
    assert moments(rules, judge, [word, word], 4, 20) == plain
    assert answers > 6


@pytest.mark.parametrize("limit", ["MOST_POSITIONS", "MOST_TREE"])
def test_a_search_that_needs_too_much_memory_is_left_to_plain_python(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = loaded("herbalists")
    monkeypatch.setattr(f"solenia_rules.fast.bot_constants.{limit}", 20_000)
    code = make_telling(rules.executor(2), KEPT)
    course = Course.begin(rules, 2, 3)
    thinker = Thinker(code, 3, course.asked, "mcts", 900)
    thinker.tell(course.line)
    with pytest.raises(Fault, match="too much memory"):
        thinker.answer(course.state, None)


@pytest.mark.parametrize("word", ["greedy", "mcts:9"])
def test_a_bot_of_another_game_or_of_one_taken_back_begins_anew(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = loaded("summer")
    given = {}
    for judge in (accelerated(rules, 2, monkeypatch), Judge(rules.executor(2))):
        bot, found = bot_maker(word)(3, 0), []
        for seed, most in ((3, 9), (3, 6), (3, 8), (4, 8)):
            course = Course.begin(rules, 2, seed)
            while len(course.line) < most or course.asked != 0:
                course.answer(course.options[0])
            found.append(bot.answer(Seen(course, judge)))
        given[judge] = found
    one, other = given.values()
    assert one == other


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
