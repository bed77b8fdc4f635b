"""Conclusions under two strengths: planted games in which they hold, flip, or are not settled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solenia_rules.cli.main import main
from solenia_rules.tools.lab.intervals import wilson
from solenia_rules.tools.lab.strengths import Claim, Effect, others_asked, strength_of
from solenia_rules.tools.lab.telling_strengths import conclusions
from tests.small_rulesets import small_ruleset

ROUND = """
repeat 6 {{
  as first(seats) {{ phase one {{ choose a in {first}; gain (a) of points }} }}
  as next(first(seats)) {{ phase two {{ choose b in range(2, 3); gain (b) of points }} }}
}}
"""
RESULT = """
[result]
end = { effect = 'win all(s in seats where points of s is max(points of t for t in seats))', source = "ours" }
"""
SKILLED = "range(1, 4)"
"""At random, both seats gain 2.5 points on average; bots that look ahead gain 4 points here and 3 there."""
CHANCES = "range(3, 4)"
"""The first seat gains more in any case."""
SAME = "range(2, 3)"


def said(
    first: str, folder: Path, capsys: pytest.CaptureFixture[str], *more: str, bots: str = "random"
) -> tuple[dict[str, object], str]:
    file = folder / "planted.toml"
    file.write_text(small_ruleset("planted", (2, 2), ROUND.format(first=first)) + RESULT)
    line = ["sim", str(file), "--games", "200", "--bots", bots, "--jobs", "1", *more]
    assert main([*line, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(line) == 0
    return found, capsys.readouterr().out


def seat_verdict(found: dict[str, object]) -> str:
    conclusions = found["conclusions"]
    assert isinstance(conclusions, list)
    (verdict,) = (one["verdict"] for one in conclusions if one.get("seat") == 1)
    return str(verdict)


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_an_advantage_of_players_who_look_ahead_flips(
    bots: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, printed = said(SKILLED, tmp_path, capsys, bots=bots)
    assert seat_verdict(found) == "flips"
    assert "flips with stronger play: seat 1 wins more than its share with greedy, not with random" in printed
    assert printed.index("flips with stronger play") < printed.index("Settled with")


def test_an_advantage_of_everybody_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, printed = said(CHANCES, tmp_path, capsys)
    assert seat_verdict(found) == "holds"
    assert "holds for both: seat 1 wins more than its share" in printed


def test_a_page_calls_an_option_as_its_tables_do() -> None:
    effect = Effect("greedy", 0.2, 0.01, 1, (wilson(70, 100), wilson(20, 100)))
    claims = [Claim("take_turn make", "holds", (effect, effect))]
    (by_id,) = conclusions(claims, "en", True)
    (by_name,) = conclusions(claims, "en", True, lambda _ident: "brew")
    assert by_name == by_id.replace("`take_turn make`", "`brew`") != by_id


def test_equal_seats_are_not_called_uneven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, printed = said(SAME, tmp_path, capsys)
    assert seat_verdict(found) == "even"
    assert "seat 1 has no settled advantage or disadvantage" in printed


def test_the_language_of_the_user_is_spoken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "vrai pour les deux : la place 1 gagne plus que sa part" in said(CHANCES, tmp_path, capsys)[1]
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert "dotyczy obu: miejsce 1 wygrywa częściej, niż powinno" in said(CHANCES, tmp_path, capsys)[1]


def test_one_strength_is_enough_if_the_user_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, printed = said(CHANCES, tmp_path, capsys, "--also", "no")
    assert found["conclusions"] == []
    assert "Balance" not in printed
    assert "\nSettled:\n" in printed


def test_several_strengths_are_ordered_from_weak_to_strong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, printed = said(CHANCES, tmp_path, capsys, "--also", "mcts:4,greedy")
    strengths = found["strengths"]
    assert isinstance(strengths, list)
    assert [one["bot"] for one in strengths] == ["random", "greedy", "mcts:4"]
    assert "holds for all: seat 1 wins more than its share" in printed


def test_an_unknown_strength_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "crab_pots", "--bots", "random", "--games", "40", "--also", "gredy"]) == 2
    assert "did you mean `greedy`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("bots", "also", "games", "expected"),
    [
        (("random", "random"), None, 5000, [("greedy", 1000)]),
        (("greedy", "greedy"), None, 5000, [("random", 5000)]),
        (("mcts:9", "mcts:9"), None, 50, [("greedy", 50)]),
        (("greedy", "random"), None, 200, []),
        (("greedy", "random"), "random", 200, []),
        (("random", "random"), None, 10, []),
        (("random", "random"), "no", 200, []),
        (("random", "random"), "mcts:2,random", 200, [("mcts:2", 200)]),
    ],
)  # fmt: skip
def test_which_other_strength_is_played(
    bots: tuple[str, ...], also: str | None, games: int, expected: list[tuple[str, int]]
) -> None:
    assert others_asked(bots, also, False, games) == expected


def test_two_rulesets_share_the_games_of_a_stronger_bot() -> None:
    assert others_asked(("random",), None, False, 5000, of_seats=False) == [("greedy", 500)]
    assert others_asked(("greedy", "greedy"), None, False, 5000, of_seats=False) == [("random", 5000)]
    assert others_asked(("random",), None, False, 5000) == []


def test_bots_are_ordered_by_strength() -> None:
    words = ["greedy", "own.py:Bot", "mcts:200", "random", "mcts:50"]
    assert sorted(words, key=strength_of) == ["random", "greedy", "mcts:50", "mcts:200", "own.py:Bot"]
