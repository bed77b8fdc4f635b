"""Ends of blocks, primitives, events and marks; the form of whole programs and their listing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from solenia_rules.core import core as c
from solenia_rules.core import layout as at
from solenia_rules.core.backends.python.python_source import ASKED, ENDED, HORIZON
from solenia_rules.core.backends.reference.assembler import assemble
from solenia_rules.core.backends.reference.linear import PRIMS, Linear, listing
from solenia_rules.core.backends.reference.operations import OPERANDS, OPERATIONS, operands, width
from solenia_rules.core.core import Ex, Function, Spec, Stmt, const, local
from solenia_rules.play import loop as loops
from solenia_rules.play.loop import Loop
from tests.compiler.linear_programs import (
    SLOTS,
    STUCK,
    Runtime,
    Told,
    fresh_state,
    function,
    linear_of,
    loop_of,
    physics,
)
from tests.engine.playing import all_seatings, fewest_seatings, loaded, seatings_marked

SPEC = Spec(0, "number", "n", (), "f", look=False, reads="choose")
TRIES = evolve(SPEC, look=True)
ORE = c.Store(at.HEADER, None, Ex("add", (Ex("load", (), at.HEADER), const(1))))


def started(main: Function) -> list[int]:
    """A state with the frame of main, as long as its places."""
    s = fresh_state()
    s[at.FRAME] = len(s)
    return [*s, main.id, 0, -1, *([0] * main.locals)]


def run(made: Loop, s: list[int], block: int = 0) -> int:
    while block >= 0:
        block = made.step(made.linear.blocks[block], s, s[at.FRAME] + 3)
    return block


def spine(*body: Stmt, locals: int = 4) -> Function:
    return function(0, 0, *body, locals=locals)


WIN = c.Prim("win", (const(1),))


def test_a_function_gets_a_frame_and_its_caller_goes_on_after_it() -> None:
    asks = function(
        1, 2, c.Store(at.HEADER + 1, None, Ex("sub", (local(0), local(1)))), c.Prim("show", (local(0), local(1)))
    )
    main = spine(c.Set(0, const(5)), c.Call(1, (local(0), const(2))), ORE, c.Store(at.HEADER + 2, None, local(0)), WIN)
    runtime = Runtime()
    s = started(main)
    assert run(loop_of(linear_of(main, asks), runtime), s) == ENDED
    assert s[at.HEADER : at.HEADER + 3] == [1, 3, 5]
    assert runtime.called == [("show", 5, 2), ("win", 1)]
    assert s[at.FRAME] == SLOTS


@pytest.mark.parametrize(("index", "added"), [(-1, 0), (0, 0), (1, 10), (2, 20)])
def test_a_table_may_hold_nothing_a_pure_function_or_one_with_a_frame(index: int, added: int) -> None:
    pure = function(1, 1, c.Store(at.HEADER, None, Ex("mul", (local(0), const(2)))))
    asks = function(2, 1, c.Store(at.HEADER, None, Ex("mul", (local(0), const(4)))), c.Prim("shuffle", (local(0),)))
    main = spine(c.CallDyn(0, const(index), (const(5),)), c.Store(at.HEADER + 1, None, const(1)), WIN)
    s = started(main)
    assert run(loop_of(linear_of(main, pure, asks, tables=((-1, 1, 2),))), s) == ENDED
    assert s[at.HEADER : at.HEADER + 2] == [added, 1]


def test_a_seat_is_asked_for_one_of_several() -> None:
    main = spine(c.Decide(0, const(1), const(1 << 70 | 1), 0), ORE)
    s = started(main)
    made = loop_of(linear_of(main, specs=(SPEC,)))
    assert run(made, s) == ASKED
    assert (s[at.ASKED], s[at.MASK]) == (1, 1 << 70 | 1)
    assert (s[at.DEST], s[s[at.FRAME] + 1]) == (SLOTS + 3, 1)


def test_a_single_option_is_taken_and_told() -> None:
    main = spine(c.Mark(3), c.Decide(0, const(1), const(1 << 70), 0), c.Store(at.HEADER, None, local(0)), WIN)
    s, log = started(main), Told()
    assert run(loop_of(linear_of(main, specs=(SPEC,)), log=log), s) == ENDED
    assert s[at.HEADER] == 70
    assert log.told == [(3, 0, 1, 70, 1)]


@pytest.mark.parametrize(("mask", "answer"), [(1 << 3, 3), (0, -1)])
def test_another_seats_decision_is_the_horizon_of_a_trial(mask: int, answer: int) -> None:
    main = spine(c.Decide(0, const(1), const(mask), 0))
    s = started(main)
    s[at.TRIAL] = SLOTS
    assert run(loop_of(linear_of(main, specs=(SPEC,))), s) == (HORIZON if answer >= 0 else STUCK)


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
    main = spine(c.Decide(0, const(1), const(0b1001), 0, None if unsure is None else const(unsure)))
    s, runtime = started(main), Runtime()
    s[at.TRIAL], s[at.TRIAL_SEAT] = trial, 1
    assert run(loop_of(linear_of(main, specs=(spec,)), runtime), s) == ASKED
    assert s[at.MASK] == asked
    assert runtime.called == ([] if tried is None else [("viable", SLOTS + 3, 1, tried, 1)])


def test_nothing_to_choose_and_failing_are_both_stuck() -> None:
    for body, place in ((c.Decide(0, const(1), const(0), 0), -1), (c.Fail(6), 6)):
        main, runtime = spine(body), Runtime()
        assert run(loop_of(linear_of(main, specs=(SPEC,)), runtime), started(main)) == STUCK
        assert runtime.called == [("stuck", place)]


@pytest.mark.parametrize("name", sorted(c.HORIZON))
def test_chance_and_showing_stop_a_trial(name: str) -> None:
    main = spine(c.Prim(name, (const(0), const(1))), WIN)
    s = started(main)
    assert run(loop_of(linear_of(main)), s) == ENDED
    s, runtime = started(main), Runtime()
    s[at.TRIAL] = 1
    assert run(loop_of(linear_of(main), runtime), s) == HORIZON
    assert not runtime.called


@pytest.mark.parametrize(
    ("phase", "trial", "stopped", "ore"),
    [(True, 0, ENDED, 2), (True, SLOTS, ENDED, 2), (True, SLOTS + 3, HORIZON, 1), (False, SLOTS + 3, ENDED, 2)],
)
def test_the_end_of_a_phase_stops_its_own_trials_only(phase: bool, trial: int, stopped: int, ore: int) -> None:
    inner = function(1, 0, ORE, c.Prim("leave", (const(0), const(0))), phase=phase)
    main = spine(c.Call(1, ()), ORE, WIN)
    s = started(main)
    del s[SLOTS + 3 :]
    s[at.TRIAL] = trial
    assert run(loop_of(linear_of(main, inner)), s) == stopped
    assert s[at.HEADER] == ore


def test_branches_and_loops_over_blocks_keep_what_they_need_in_the_frame() -> None:
    body: list[Stmt] = [
        c.If(Ex("lt", (local(0), const(70))), [c.Prim("show", (local(0), const(1)))], [c.Prim("roll", (local(0),))]),
        c.Set(1, Ex("add", (local(1), local(0)))),
    ]
    main = spine(
        c.Set(1, const(0)),
        c.ForBits(0, const(1 << 90 | 1 << 70 | 1 << 2), body, 1, 2),
        c.Store(at.HEADER, None, local(1)),
        WIN,
    )
    s, runtime = started(main), Runtime()
    assert run(loop_of(linear_of(main), runtime), s) == ENDED
    assert s[at.HEADER] == 162
    assert runtime.called == [("show", 2, 1), ("roll", 70), ("roll", 90), ("win", 1)]


def test_loops_inside_a_block_write_their_member_into_the_frame() -> None:
    inner: list[Stmt] = [c.Set(1, Ex("add", (local(1), local(0)))), c.Prim("dedupe", (local(0),), 3)]
    loop: list[Stmt] = [c.Set(1, const(0)), c.ForBits(0, const(1 << 90 | 1 << 70 | 0b100), inner, 1, 2)]
    main = spine(
        *loop,
        c.Prim("roll", (local(0),)),
        c.Store(at.HEADER, None, local(1)),
        c.Store(at.HEADER + 1, None, local(3)),
        WIN,
    )
    s, runtime = started(main), Runtime()
    assert run(loop_of(linear_of(main), runtime), s) == ENDED
    assert s[at.HEADER : at.HEADER + 2] == [162, 77]
    assert ("roll", 90) in runtime.called


def test_a_new_frame_has_room_for_everything_that_is_kept() -> None:
    shows = c.Prim("show", (local(0), local(0)))
    keeps = function(1, 1, c.Set(2, const(6)), c.Set(3, const(8)), shows, c.Store(at.HEADER, local(2), local(3)), shows)
    main = spine(c.Call(1, (const(4),)), c.Prim("roll", (const(0),)), WIN)
    s = started(main)
    made = loop_of(linear_of(main, keeps))
    entry = made.linear.functions[1]
    assert (entry.spine, entry.size) == (True, 3)
    made.step(made.linear.blocks[0], s, s[at.FRAME] + 3)
    assert s[s[at.FRAME] :] == [1, 0, SLOTS, 4, 0, 0]
    assert run(made, s, entry.start) == ENDED
    assert s[at.HEADER + 6] == 8


def test_events_are_told_by_the_emitting_form_only() -> None:
    main = spine(c.Mark(2), c.Prim("event", (const(1), const(5))), c.Mark(9), c.Prim("event", (const(2),)), WIN)
    log = Told()
    assert (
        run(loop_of(linear_of(main), log=log), started(main)) == run(loop_of(linear_of(main)), started(main)) == ENDED
    )
    assert log.told == [(2, 1, 5), (9, 2)]


def test_steps_without_a_decision_run_out_of_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "MOST_STEPS", 100)
    main = spine(c.Mark(5), c.Loop(1, [c.Prim("shuffle", (const(0),))]))
    with pytest.raises(loops.OutOfFuel, match="place 5"):
        run(loop_of(linear_of(main)), started(main))


def test_a_phase_fills_up_the_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "MOST_STEPS", 12)
    rounds: list[Stmt] = [c.Prim("enter", (const(0), const(0)))]
    main = spine(c.ForBits(0, const((1 << 50) - 1), rounds, 1, 2), WIN)
    assert run(loop_of(linear_of(main)), started(main)) == ENDED


# ---- form --------------------------------------------------------------------------------------


def instructions(program: Linear) -> Iterator[int]:
    address = 0
    while address < len(program.code):
        yield address
        address += width(program.code, address)
    assert address == len(program.code)


def test_every_operand_is_explained() -> None:
    assert {kind for operation in OPERATIONS for kind in operation.operands} == OPERANDS.keys()
    assert all(operation.meaning for operation in OPERATIONS)


@pytest.mark.thorough
def test_no_ruleset_has_more_cells_than_the_largest() -> None:
    assert max(seated.rules.executor(seated.seats).physics.cells for seated in all_seatings()) == physics().cells


@pytest.mark.parametrize(("name", "seats"), seatings_marked(fewest_seatings()))
def test_programs_of_rulesets_are_well_formed(name: str, seats: int) -> None:
    made = loaded(name).executor(seats).program
    flat = made.flat
    program = assemble(flat)
    starts = set(instructions(program))
    assert set(program.blocks) <= starts
    assert len(program.blocks) == len(flat.blocks)
    assert program.functions.keys() == {f.id for f in flat.core.functions}
    assert len(program.places) == len(program.code)
    assert all(-1 <= place < len(flat.core.places) for place in program.places)
    limits = {
        "to": program.registers, "tos": program.registers, "from": program.registers, "froms": program.registers,
        "table": len(program.tables), "block": len(program.blocks), "prim": len(PRIMS), "spec": len(flat.core.specs),
        "slot": made.layout.size,
    }  # fmt: skip
    for address in starts:
        for kind, numbers in operands(program.code, address):
            if kind == "target":
                assert numbers[0] in starts
            elif kind in limits:
                low = -len(program.pool) if kind in ("from", "froms") else 0
                assert all(low <= number < limits[kind] for number in numbers), (address, kind, numbers)


def test_the_listing_names_blocks_functions_operations_constants_and_places() -> None:
    main = spine(
        c.Mark(4), c.Set(0, const(1 << 70)), c.If(local(0), [c.Mark(8), ORE], []), c.Prim("shuffle", (local(0),)), WIN
    )
    program = linear_of(main, function(1, 1, c.Return((local(0),))))
    lines = listing(program).splitlines()
    assert lines[0] == "block 0:"
    assert "function 1:" in lines
    assert any(f"={1 << 70}" in line for line in lines)
    assert [line.split(";")[1].strip() for line in lines if " poke " in line or " act " in line] == ["8", "4", "4"]
    assert len([line for line in lines if not line.endswith(":")]) == len(list(instructions(program)))
