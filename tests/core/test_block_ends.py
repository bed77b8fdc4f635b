"""Ends of blocks, primitives, events and marks, interpreted."""

from __future__ import annotations

import pytest
from attrs import evolve

from solenia_rules.core import core as c
from solenia_rules.core import layout as at
from solenia_rules.core.core import Function, Stmt
from solenia_rules.core.expressions import Binary, Const, Load, Local
from solenia_rules.core.outcomes import ASKED, ENDED, HORIZON
from solenia_rules.core.primitives import PRIMITIVES, PrimitiveName
from solenia_rules.core.specs import Spec
from solenia_rules.play import pure_functions
from solenia_rules.play.interpreter import Interpreter
from tests.core.small_programs import (
    SLOTS,
    STUCK,
    Runtime,
    Told,
    flat_of,
    fresh_state,
    function,
    interpreter_of,
)

SPEC = Spec(0, "number", "n", (), "f", look=False, reads="choose")
TRIES = evolve(SPEC, look=True)
ORE = c.Store(at.HEADER, None, Binary("add", Load(at.HEADER), Const(1)))


def started(main: Function) -> list[int]:
    """A state with the frame of main, as long as its places."""
    s = fresh_state()
    s[at.FRAME] = len(s)
    return [*s, main.id, 0, -1, *([0] * main.locals)]


def run(made: Interpreter, s: list[int], block: int = 0) -> int:
    while block >= 0:
        block = made.step(block, s, s[at.FRAME] + 3)
    return block


def spine(*body: Stmt, locals: int = 4) -> Function:
    return function(0, 0, *body, locals=locals)


WIN = c.Prim("win", (Const(1),))


def test_a_function_gets_a_frame_and_its_caller_goes_on_after_it() -> None:
    asks = function(
        1, 2, c.Store(at.HEADER + 1, None, Binary("sub", Local(0), Local(1))), c.Prim("show", (Local(0), Local(1)))
    )
    main = spine(c.Set(0, Const(5)), c.Call(1, (Local(0), Const(2))), ORE, c.Store(at.HEADER + 2, None, Local(0)), WIN)
    runtime = Runtime()
    s = started(main)
    assert run(interpreter_of(flat_of(main, asks), runtime), s) == ENDED
    assert s[at.HEADER : at.HEADER + 3] == [1, 3, 5]
    assert runtime.called == [("show", 5, 2), ("win", 1)]
    assert s[at.FRAME] == SLOTS


@pytest.mark.parametrize(("index", "added"), [(-1, 0), (0, 0), (1, 10), (2, 20)])
def test_a_table_may_hold_nothing_a_pure_function_or_one_with_a_frame(index: int, added: int) -> None:
    pure = function(1, 1, c.Store(at.HEADER, None, Binary("mul", Local(0), Const(2))))
    asks = function(2, 1, c.Store(at.HEADER, None, Binary("mul", Local(0), Const(4))), c.Prim("shuffle", (Local(0),)))
    main = spine(c.CallDyn(0, Const(index), (Const(5),)), c.Store(at.HEADER + 1, None, Const(1)), WIN)
    s = started(main)
    assert run(interpreter_of(flat_of(main, pure, asks, tables=((-1, 1, 2),))), s) == ENDED
    assert s[at.HEADER : at.HEADER + 2] == [added, 1]


def test_a_seat_is_asked_for_one_of_several() -> None:
    main = spine(c.Decide(0, Const(1), Const(1 << 70 | 1), 0), ORE)
    s = started(main)
    made = interpreter_of(flat_of(main, specs=(SPEC,)))
    assert run(made, s) == ASKED
    assert (s[at.ASKED], s[at.MASK]) == (1, 1 << 70 | 1)
    assert (s[at.DEST], s[s[at.FRAME] + 1]) == (SLOTS + 3, 1)


def test_a_single_option_is_taken_and_told() -> None:
    main = spine(c.Mark(3), c.Decide(0, Const(1), Const(1 << 70), 0), c.Store(at.HEADER, None, Local(0)), WIN)
    s, log = started(main), Told()
    assert run(interpreter_of(flat_of(main, specs=(SPEC,)), log=log), s) == ENDED
    assert s[at.HEADER] == 70
    assert log.told == [(3, 0, 1, 70, 1)]


@pytest.mark.parametrize(("mask", "answer"), [(1 << 3, 3), (0, -1)])
def test_another_seats_decision_is_the_horizon_of_a_trial(mask: int, answer: int) -> None:
    main = spine(c.Decide(0, Const(1), Const(mask), 0))
    s = started(main)
    s[at.TRIAL] = SLOTS
    assert run(interpreter_of(flat_of(main, specs=(SPEC,))), s) == (HORIZON if answer >= 0 else STUCK)


@pytest.mark.parametrize(
    ("spec", "unsure", "trial", "asked", "tried"),
    [
        (SPEC, None, 0, 0b1001, None),
        (TRIES, None, 0, 0b0110, 0b1001),
        (TRIES, None, 1, 0b1001, None),
        (SPEC, 0b110110, 0, 0b1111, 0b110110),
        (SPEC, 0b110110, 1, 0b111111, None),
        (SPEC, 0, 0, 0b1001, None),
    ],
)
def test_unsure_options_are_tried_unless_in_a_trial(
    spec: Spec, unsure: int | None, trial: int, asked: int, tried: int | None
) -> None:
    main = spine(c.Decide(0, Const(1), Const(0b1001), 0, None if unsure is None else Const(unsure)))
    s, runtime = started(main), Runtime()
    s[at.TRIAL], s[at.TRIAL_SEAT] = trial, 1
    assert run(interpreter_of(flat_of(main, specs=(spec,)), runtime), s) == ASKED
    assert s[at.MASK] == asked
    assert runtime.called == ([] if tried is None else [("viable", SLOTS + 3, 1, tried, 1)])


def test_nothing_to_choose_and_failing_are_both_stuck() -> None:
    for body, place in ((c.Decide(0, Const(1), Const(0), 0), -1), (c.Fail(6), 6)):
        main, runtime = spine(body), Runtime()
        assert run(interpreter_of(flat_of(main, specs=(SPEC,)), runtime), started(main)) == STUCK
        assert runtime.called == [("stuck", place)]


@pytest.mark.parametrize("name", ["draw", "shuffle", "roll", "show"])
def test_chance_and_showing_stop_a_trial(name: PrimitiveName) -> None:
    main = spine(c.Prim(name, tuple(Const(0) for _ in PRIMITIVES[name].args)), WIN)
    s = started(main)
    assert run(interpreter_of(flat_of(main)), s) == ENDED
    s, runtime = started(main), Runtime()
    s[at.TRIAL] = 1
    assert run(interpreter_of(flat_of(main), runtime), s) == HORIZON
    assert not runtime.called


@pytest.mark.parametrize(
    ("phase", "trial", "stopped", "ore"),
    [(True, 0, ENDED, 2), (True, SLOTS, ENDED, 2), (True, SLOTS + 3, HORIZON, 1), (False, SLOTS + 3, ENDED, 2)],
)
def test_the_end_of_a_phase_stops_its_own_trials_only(phase: bool, trial: int, stopped: int, ore: int) -> None:
    inner = function(1, 0, ORE, c.Prim("leave", (Const(0), Const(0))), phase=phase)
    main = spine(c.Call(1, ()), ORE, WIN)
    s = started(main)
    del s[SLOTS + 3 :]
    s[at.TRIAL] = trial
    assert run(interpreter_of(flat_of(main, inner)), s) == stopped
    assert s[at.HEADER] == ore


def test_branches_and_loops_over_blocks_keep_what_they_need_in_the_frame() -> None:
    body: list[Stmt] = [
        c.If(Binary("lt", Local(0), Const(70)), [c.Prim("show", (Local(0), Const(1)))], [c.Prim("roll", (Local(0),))]),
        c.Set(1, Binary("add", Local(1), Local(0))),
    ]
    main = spine(
        c.Set(1, Const(0)),
        c.ForBits(0, Const(1 << 90 | 1 << 70 | 1 << 2), body, 1, 2),
        c.Store(at.HEADER, None, Local(1)),
        WIN,
    )
    s, runtime = started(main), Runtime()
    assert run(interpreter_of(flat_of(main), runtime), s) == ENDED
    assert s[at.HEADER] == 162
    assert runtime.called == [("show", 2, 1), ("roll", 70), ("roll", 90), ("win", 1)]


def test_loops_inside_a_block_write_their_member_into_the_frame() -> None:
    inner: list[Stmt] = [c.Set(1, Binary("add", Local(1), Local(0))), c.Prim("dedupe", (Local(0),), 3)]
    loop: list[Stmt] = [c.Set(1, Const(0)), c.ForBits(0, Const(1 << 90 | 1 << 70 | 0b100), inner, 1, 2)]
    main = spine(
        *loop,
        c.Prim("roll", (Local(0),)),
        c.Store(at.HEADER, None, Local(1)),
        c.Store(at.HEADER + 1, None, Local(3)),
        WIN,
    )
    s, runtime = started(main), Runtime()
    assert run(interpreter_of(flat_of(main), runtime), s) == ENDED
    assert s[at.HEADER : at.HEADER + 2] == [162, 77]
    assert ("roll", 90) in runtime.called


def test_a_new_frame_has_room_for_everything_that_is_kept() -> None:
    shows = c.Prim("show", (Local(0), Local(0)))
    keeps = function(1, 1, c.Set(2, Const(6)), c.Set(3, Const(8)), shows, c.Store(at.HEADER, Local(2), Local(3)), shows)
    main = spine(c.Call(1, (Const(4),)), c.Prim("roll", (Const(0),)), WIN)
    s = started(main)
    flat = flat_of(main, keeps)
    made = interpreter_of(flat)
    assert flat.frames[1].keys() == {0, 2, 3}
    assert made.step(0, s, s[at.FRAME] + 3) == flat.entries[1]
    assert s[s[at.FRAME] :] == [1, 0, SLOTS, 4, 0, 0]
    assert run(made, s, flat.entries[1]) == ENDED
    assert s[at.HEADER + 6] == 8


def test_events_are_told_by_the_emitting_form_only() -> None:
    main = spine(c.Mark(2), c.Prim("event", (Const(1), Const(5))), c.Mark(9), c.Prim("event", (Const(2),)), WIN)
    log = Told()
    assert (
        run(interpreter_of(flat_of(main), log=log), started(main))
        == run(interpreter_of(flat_of(main)), started(main))
        == ENDED
    )
    assert log.told == [(2, 1, 5), (9, 2)]


def test_steps_without_a_decision_run_out_of_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pure_functions, "MOST_STEPS", 100)
    main = spine(c.Mark(5), c.Loop(1, [c.Prim("shuffle", (Const(0),))]))
    with pytest.raises(pure_functions.OutOfFuel, match="place 5"):
        run(interpreter_of(flat_of(main)), started(main))


def test_a_phase_fills_up_the_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pure_functions, "MOST_STEPS", 12)
    rounds: list[Stmt] = [c.Prim("enter", (Const(0), Const(0)))]
    main = spine(c.ForBits(0, Const((1 << 50) - 1), rounds, 1, 2), WIN)
    assert run(interpreter_of(flat_of(main)), started(main)) == ENDED
