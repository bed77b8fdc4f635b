"""Claims of `compare`, `price` and `sweep` under two strengths: planted differences that hold, flip, or are open."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from solenia_rules.cli.main import main
from solenia_rules.tools.lab.comparison import ERROR, judge
from solenia_rules.tools.lab.intervals import Interval, Measured
from solenia_rules.tools.lab.metrics import read_metric
from solenia_rules.tools.lab.pair_strengths import BotResult, Direction, PairClaim, conclude_pair
from tests.small_rulesets import small_ruleset

TURNS = """
repeat 6 {{ as seats {{ phase turn {{ choose a in {numbers}; gain (a) of points }} }} }}
"""
NARROW = "range(2, 3)"
WIDE = "range(1, 4)"
"""At random both give 2.5 points on average; bots that look ahead gain 4 instead of 3."""
HIGH = "range(4, 5)"
"""More in any case."""
SPREAD = small_ruleset("spread", (2, 2), TURNS.format(numbers="range(5 - top, top)")) + (
    '[params]\ntop = { default = 3, range = [3, 5], source = "ours" }\n'
)
"""At random every `top` gives 2.5 points on average."""
BONUS = (
    small_ruleset("bonus", (2, 2), TURNS.format(numbers="range(0, 6)").replace("gain", "pick a; gain"))
    + """
[verbs]
pick = { params = { n = "0..9" }, effect = 'gain 0 points', source = "ours" }
[rules.gift]
source = "ours"
rules  = 'after pick by anyone where n is 6 { gain 3 points }'
[rules.tax]
source = "ours"
rules  = 'after pick by anyone where n is 0 { lose 3 points }'
"""
)
"""Random bots pay the tax now and then, bots that look ahead never do."""
STOPPER = """
class Stopper:
    def __init__(self, seed, seat):
        pass

    def answer(self, seen):
        raise KeyboardInterrupt
"""
MANY = ["--games", "128", "--bots", "random", "--jobs", "1"]


def written(folder: Path, name: str, numbers: str) -> str:
    path = folder / f"{name}.toml"
    path.write_text(small_ruleset(name, (2, 2), TURNS.format(numbers=numbers)))
    return str(path)


def told(line: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, object], str]:
    """What a command says as data and as text."""
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["strengths"]
    assert main(line) == 0
    return found, capsys.readouterr().out


def test_a_difference_for_players_who_look_ahead_flips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = [written(tmp_path, "narrow", NARROW), written(tmp_path, "wide", WIDE)]
    page = tmp_path / "page.html"
    found, printed = told(["compare", *pair, *MANY, "--report", str(page)], capsys)
    assert (found["verdict"], found["claimed"]) == ("flips", "more")
    said = f"flips with stronger play: {pair[1]} gives more score than {pair[0]} with greedy, not with random; "
    assert said in printed
    assert said in page.read_text("utf-8")
    assert "Settled" not in printed, "the bots of the command settle nothing"
    assert told(["compare", *pair, *MANY, "--bots", "greedy"], capsys)[0]["verdict"] == "flips"


def test_a_difference_for_everybody_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = [written(tmp_path, "narrow", NARROW), written(tmp_path, "high", HIGH)]
    found, printed = told(["compare", *pair, *MANY, "--threshold", "99"], capsys)
    assert (found["verdict"], found["claimed"]) == ("holds", "alike")
    assert f"holds for both: {pair[0]} and {pair[1]} differ by less than 99 in score; 12" in printed
    found, printed = told(["compare", *pair, *MANY, "--also", "greedy,mcts:4"], capsys)
    assert (found["verdict"], found["claimed"]) == ("holds", "more")
    assert "(random: 64 pairs, greedy: 64 pairs, mcts:4: 64 pairs)" in printed
    assert f"holds for all: {pair[1]} gives more score than {pair[0]}; " in printed
    assert f"holds for both: {pair[0]} gives less" in told(["compare", *pair[::-1], *MANY], capsys)[1]


def test_the_same_rules_are_settled_with_none(capsys: pytest.CaptureFixture[str]) -> None:
    found, printed = told(["compare", "crab_pots", "crab_pots", *MANY], capsys)
    assert (found["verdict"], found["claimed"]) == ("even", "open")
    assert "  - settled with none of them; 0.00 (0.00 to 0.00) with random" in printed


def test_the_worth_of_a_power_is_tested_with_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bonus.toml"
    path.write_text(BONUS)
    found, printed = told(["price", f"{path}:gift", *MANY], capsys)
    assert (found["verdict"], found["claimed"]) == ("holds", "more")
    assert "holds for both: gift is worth something; " in printed
    page = tmp_path / "page.html"
    found, printed = told(["price", f"{path}:tax", *MANY, "--report", str(page)], capsys)
    assert (found["verdict"], found["claimed"]) == ("flips", "less")
    said = "flips with stronger play: tax costs those who play with it with random, not with greedy; "
    assert said in printed
    assert said in page.read_text("utf-8")


def test_what_a_number_does_is_tested_with_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "spread.toml", tmp_path / "page.html"
    path.write_text(SPREAD)
    line = ["sweep", str(path), "--vary", "top=3..5", *MANY, "--report", str(page)]
    found, printed = told(line, capsys)
    assert (found["verdict"], found["claimed"]) == ("flips", "more")
    said = "flips with stronger play: score is higher at top=5 than at top=3 with greedy, not with random; "
    assert said in printed
    assert said in page.read_text("utf-8")
    assert told([*line[:4], *MANY, "--bots", "greedy"], capsys)[0] == found | {"by bot": found["by bot"]}
    assert told([*line[:3], "top=3", *MANY], capsys)[0] is None


def test_one_strength_is_enough_if_the_user_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = [written(tmp_path, "narrow", NARROW), written(tmp_path, "high", HIGH)]
    for more in (["--also", "no"], ["--games", "20"], ["--bots", "random,greedy"]):
        found, printed = told(["compare", *pair, *MANY, *more], capsys)
        assert found is None
        assert "With bots of different strength" not in printed
    assert main(["compare", *pair, *MANY, "--also", "gredy"]) == 2
    assert "did you mean `greedy`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        ["compare", "crab_pots", "crab_pots"], ["price", "herbalists:hothouse"],
        ["sweep", "crab_pots", "--vary", "set_value=0,9"], ["sim", "crab_pots", "--feel", "--strong", "--coverage"],
    ],
    ids=lambda line: line[0],
)  # fmt: skip
def test_an_interrupt_of_the_other_bot_keeps_what_is_known(
    line: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.py"
    file.write_text(STOPPER)
    assert main([*line, "--games", "30", "--bots", "random", "--jobs", "1", "--also", f"{file}:Stopper"]) == 130
    printed, said = capsys.readouterr()
    assert f"games with {file}:Stopper are done." in said
    assert "30" in printed
    assert "With bots of different strength" not in printed
    assert "How the game feels" not in printed
    assert "What is strong" not in printed


def result(bot: str, value: float, half: float, direction: Direction, differing: int = 50) -> BotResult:
    return BotResult(bot, Measured(value, Interval(value - half, value + half), 100), 0.05, differing, direction)


@pytest.mark.parametrize(
    ("weak", "strong", "verdict", "claimed"),
    [
        (result("random", 2, 1, "more"), result("greedy", 3, 1, "more"), "holds", "more"),
        (result("random", 2, 1, "more"), result("greedy", -2, 1, "less"), "flips", "less"),
        (result("random", 2, 1, "more"), result("greedy", 1, 1.2, "open"), "open", "more"),
        (result("random", 2, 0.5, "more"), result("greedy", 0, 0.5, "open"), "flips", "more"),
        (result("random", 2, 0.5, "more"), result("greedy", 0, 0.1, "open", 3), "open", "more"),
        (result("random", 2, 0.5, "more"), result("greedy", 0, 0, "open", 0), "flips", "more"),
        (result("random", 0, 1, "alike"), result("greedy", 0, 3, "open"), "open", "alike"),
        (result("random", 0, 1, "alike"), result("greedy", 4, 1, "more"), "flips", "more"),
        (result("random", 0, 1, "open"), result("greedy", 0.1, 1, "open"), "even", "open"),
    ],
)  # fmt: skip
def test_verdicts(weak: BotResult, strong: BotResult, verdict: str, claimed: str) -> None:
    for pair in ([weak, strong], [strong, weak]):
        found = conclude_pair(pair, read_metric("score", 2, True), ERROR)
        assert found is not None
        assert (found.verdict, found.direction, [one.bot for one in found.tested]) == (
            verdict, claimed, ["random", "greedy"])  # fmt: skip
    assert conclude_pair([weak], read_metric("score", 2, True), ERROR) is None


def verdict_of_chance(lots: random.Random, truth: float) -> PairClaim:
    metric, sides = read_metric("score", 2, True), []
    for bot in ("random", "greedy"):
        found = judge(metric, [lots.gauss(truth, 4) for _ in range(100)], ERROR / 2, 0.0)
        direction: Direction = found.verdict if found.verdict in ("more", "less") else "open"
        sides.append(BotResult(bot, found.difference, ERROR / 2, found.differing, direction))
    claim = conclude_pair(sides, metric, ERROR / 2)
    assert claim is not None
    return claim


def test_false_verdicts_are_rare() -> None:
    """No difference: hardly any claim. The same difference with both bots: it is hardly ever said to flip."""
    lots = random.Random(5)
    assert sum(verdict_of_chance(lots, 0).verdict != "even" for _ in range(400)) <= 0.05 * 400
    assert sum(verdict_of_chance(lots, 1).verdict == "flips" for _ in range(400)) <= 0.05 * 400
