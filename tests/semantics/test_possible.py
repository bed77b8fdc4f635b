"""`possible { }`: every executor answers alike, and games with it can be saved, taken back, imagined and explained."""

from __future__ import annotations

from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.check.checking import check_world
from solenia_rules.lower.program import compile_program
from solenia_rules.play.executor import Executor
from solenia_rules.play.machine import Machine
from tests.fast.comparing import compiled, first_difference, step_through
from tests.play.test_executors import play_both
from tests.semantics.cases import Case, cases, ruleset

ASKED = [case for case in cases() if "possible" in case.effect]
TWO_DICE = str(Path(__file__).parent.parent / "games" / "two_dice.toml")


def bench(effect: str) -> sr.Ruleset:
    return sr.load_text(ruleset(Case(0, effect=effect)), "bench")


@pytest.mark.parametrize("case", ASKED, ids=lambda case: f"line-{case.line}")
def test_a_case_is_one_game_for_every_executor(case: Case) -> None:
    rules = sr.load_text(ruleset(case), "bench")
    program = rules.executor(2).program
    tried = Executor(compile_program(check_world(rules.world), 2, derive=False))
    for seed in range(3):
        play_both(Executor(program), Machine(program), seed)
        size = program.layout.size
        assert Executor(program).playout(seed)[:size] == tried.playout(seed)[:size]


@pytest.mark.parametrize("case", ASKED[::5], ids=lambda case: f"line-{case.line}")
def test_machine_code_plays_a_case_alike(case: Case) -> None:
    made = compiled(sr.load_text(ruleset(case), "bench").executor(2))
    assert first_difference(made, range(8)) is None
    step_through(made, seed=1)


def test_machine_code_plays_a_whole_game_alike() -> None:
    made = compiled(sr.load(TWO_DICE).executor(3))
    assert first_difference(made, range(12)) is None
    assert step_through(made, seed=3) > 0


def test_used_up_fuel_counts_as_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    effect = "if possible { repeat 3 { choose n in range(1, 3); need n > 0 }; need my coins > 9 } else { note 1 }"
    program = bench(effect).executor(2).program
    trace = program.layout.counters["trace"]
    assert Executor(program).playout(0)[trace] == 1
    monkeypatch.setattr(program, "positions_tried", 5)
    assert Executor(program).playout(0)[trace] == 0


def test_nothing_is_told_or_answered_while_a_block_is_tried() -> None:
    game = sr.new_game(
        bench("let can = possible { choose g in goods; pay 2 of g }; if can { note 1 }"), seats=2, seed=0
    )
    assert game.decision is None
    assert [event.kind for event in game.log if event.kind in ("answered", "paid", "stuck")] == []


def test_why_something_is_not_offered_looks_through_possible() -> None:
    rules = bench("choose n in range(0, 4); pay n of coins; if possible { pay 2 coins } else { need n > 3 }")
    game = sr.new_game(rules, seats=2, seed=0)
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["n=0", "n=1", "n=2", "n=4"]
    assert "3" in game.why_not("n=3")


def test_games_can_be_saved_taken_back_and_imagined_in_the_middle_of_a_block() -> None:
    game = sr.new_game(sr.load(TWO_DICE), seats=2, seed=4)
    for _ in range(12):
        assert game.decision is not None
        seat, before = game.decision.seat, game
        assert sr.restore(game.dump()).view(seat) == game.view(seat)
        imagined = game.resample(seat, 5)
        assert imagined.decision is not None
        assert [o.id for o in imagined.decision.options] == [o.id for o in game.decision.options]
        game = game.choose(sr.random_answer(game))
        if game.decision is not None and game.decision.seat == seat:
            try:
                assert game.undo().dump() == before.dump()
            except sr.UndoError:
                continue


def test_a_possible_block_is_told_in_every_language() -> None:
    rules = bench("if possible { pay 3 coins; gain 1 ore } else { note 1 }; let can = possible { pay 1 ore }")
    told = {lang: sr.explain(rules, "case", lang) for lang in ("en", "fr", "pl")}
    assert "if all of this can be done" in str(told["en"])
    assert "si tout cela peut se faire" in str(told["fr"])
    assert "jeśli da się zrobić to wszystko" in str(told["pl"])


def test_looking_ahead_does_not_go_past_a_result_that_nobody_knows_yet() -> None:
    rules = bench(
        "choose n in range(1, 3); let can = possible { pay 3 coins }; "
        "choose m in range(0, 1) where can; pay n of coins; need n < 3"
    )
    program = rules.executor(2).program
    play_both(Executor(program), Machine(program), 0)
    game = sr.new_game(rules, seats=2, seed=0)
    assert game.decision is not None
    assert [option.id for option in game.decision.options] == ["n=1", "n=2"]
