"""Pure functions as linear programs: structured statements become jumps, calls keep their own registers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solenia_rules.core import core as c
from solenia_rules.core import layout as at
from solenia_rules.core.core import Ex, Stmt, const, local
from solenia_rules.play import loop as loops
from tests.compiler.linear_programs import (
    MAIN,
    fresh_state,
    function,
    linear_of,
    loop_of,
)

TABLES = ((3, 1, 4, 1, 5), (-1, 1, 2))
SLOT = at.HEADER


class _Break(Exception):
    pass


class _Return(Exception):
    pass


_PLAIN: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "div": lambda a, b: a // b, "mod": lambda a, b: a % b,
    "eq": lambda a, b: int(a == b), "lt": lambda a, b: int(a < b), "band": lambda a, b: a & b,
    "not": lambda a: int(not a),
}  # fmt: skip


def worked_out(value: Ex, env: dict[int, int], s: list[int]) -> int:
    """Straight from the tree."""

    def of(number: int) -> int:
        return worked_out(value.args[number], env, s)

    match value.op:
        case "const":
            return value.imm
        case "local":
            return env.get(value.imm, 0)
        case "land":
            return of(0) and of(1)
        case "lor":
            return of(0) or of(1)
        case "ite":
            return of(1) if of(0) else of(2)
        case "load":
            return s[value.imm + (of(0) if value.args else 0)]
        case "gload":
            return s[value.imm + of(0)] if of(0) >= 0 else -1
        case "table":
            return TABLES[value.imm][of(0)] if of(0) >= 0 else -1
        case "call":
            return 2 * of(0)
        case "calldyn":
            return -of(1) if of(0) == 1 else 2 * of(1)
        case op:
            return _PLAIN[op](*(of(i) for i in range(len(value.args))))


def run_tree(body: list[Stmt], env: dict[int, int], s: list[int]) -> None:
    for stmt in body:
        match stmt:
            case c.Set(number, value):
                env[number] = worked_out(value, env, s)
            case c.Store(base, index, value):
                s[base + (worked_out(index, env, s) if index is not None else 0)] = worked_out(value, env, s)
            case c.If(test, then, otherwise):
                run_tree(then if worked_out(test, env, s) else otherwise, env, s)
            case c.ForBits(member, mask, inner, label):
                _around(label, ((member, i) for i in _bits(worked_out(mask, env, s))), inner, env, s)
            case c.Loop(label, inner):
                _around(label, ((-1, 0) for _ in range(1000)), inner, env, s)
            case c.Break(label):
                raise _Break(label)
            case c.Return(values):
                raise _Return([worked_out(value, env, s) for value in values])
            case _:
                raise AssertionError(stmt)


def _around(label: int, rounds: Iterator[tuple[int, int]], body: list[Stmt], env: dict[int, int], s: list[int]) -> None:
    for number, value in rounds:
        env[number] = value
        try:
            run_tree(body, env, s)
        except _Break as left:
            if left.args != (label,):
                raise
            return


def _bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


FOUR, FIVE = const(4), const(5)
LOCALS = st.integers(0, 3).map(local)


def _deeper(inner: st.SearchStrategy[Ex]) -> st.SearchStrategy[Ex]:
    within = inner.map(lambda e: Ex("mod", (e, FOUR)))
    maybe = inner.map(lambda e: Ex("sub", (Ex("mod", (e, FIVE)), const(1))))
    return st.one_of(
        st.builds(
            lambda op, a, b: Ex(op, (a, b)),
            st.sampled_from(["add", "sub", "eq", "lt", "band", "land", "lor", "land", "lor"]),
            inner,
            inner,
        ),
        st.builds(lambda a: Ex("div", (a, const(3))), inner),
        st.builds(lambda a: Ex("not", (a,)), inner),
        st.builds(lambda a, b, d: Ex("ite", (a, b, d)), inner, inner, inner),
        st.builds(lambda op, i: Ex(op, (i,), SLOT), st.sampled_from(["load", "gload"]), within),
        st.builds(lambda i: Ex("gload", (i,), SLOT), maybe),
        st.builds(lambda i: Ex("table", (i,), 0), maybe),
        st.builds(lambda a: Ex("call", (a,), 2), inner),
        st.builds(lambda i, a: Ex("calldyn", (Ex("add", (Ex("lt", (i, const(2))), const(1))), a), 1), inner, inner),
    )


VALUES = st.recursive(
    st.integers(-3, 300).map(const) | LOCALS | st.integers(0, 3).map(lambda i: Ex("load", (), SLOT + i)),
    _deeper,
    max_leaves=6,
)


@st.composite
def bodies(draw: st.DrawFn, depth: int = 0, labels: tuple[int, ...] = ()) -> list[Stmt]:
    made: list[Stmt] = []
    for _ in range(draw(st.integers(1, 4))):
        sort = draw(st.sampled_from(["set", "set", "store", "if", "each", "loop", "break", "return"]))
        if depth > 2 and sort in ("if", "each", "loop"):
            sort = "set"
        label = 10 + depth
        match sort:
            case "set":
                made.append(c.Set(draw(st.integers(0, 3)), draw(VALUES)))
            case "store":
                index = draw(st.none() | VALUES.map(lambda e: Ex("mod", (e, FOUR))))
                made.append(c.Store(SLOT, index, draw(VALUES)))
            case "if":
                inner = bodies(depth + 1, labels)
                made.append(c.If(draw(VALUES), draw(inner), draw(st.just([]) | inner)))
            case "each":
                mask = Ex("band", (draw(VALUES), const(0b1011)))
                made.append(
                    c.ForBits(draw(st.integers(0, 3)), mask, draw(bodies(depth + 1, (*labels, label))), label, 19)
                )
            case "loop":
                count = local(label)
                made.append(c.Set(label, const(0)))
                turn: list[Stmt] = [c.If(Ex("lt", (const(1), count)), [c.Break(label)], [])]
                turn.append(c.Set(label, Ex("add", (count, const(1)))))
                made.append(c.Loop(label, turn + draw(bodies(depth + 1, (*labels, label)))))
            case "break" if labels:
                made.append(c.If(draw(VALUES), [c.Break(draw(st.sampled_from(labels)))], []))
            case "return" if depth:
                made.append(c.If(draw(VALUES), [c.Return((draw(VALUES), local(0)))], []))
    return made


DOUBLED = function(2, 1, c.Return((Ex("add", (local(0), local(0))),)))
NEGATED = function(1, 1, c.Return((Ex("neg", (local(0),)),)))
ALL_LOCALS = c.Return(tuple(local(i) for i in range(4)))


@settings(max_examples=40, deadline=None)
@given(bodies(), st.tuples(*[st.integers(-5, 300)] * 4))
def test_structured_programs_do_what_the_tree_says(body: list[Stmt], args: tuple[int, ...]) -> None:
    made = loop_of(linear_of(MAIN, NEGATED, DOUBLED, function(3, 4, *body, ALL_LOCALS), tables=TABLES))
    s, t = fresh_state(), fresh_state()
    s[SLOT : SLOT + 4] = t[SLOT : SLOT + 4] = [7, 0, -2, 11]
    env = dict(enumerate(args))
    try:
        run_tree(body, env, t)
        wanted = [env[i] for i in range(4)]
    except _Return as returned:
        wanted = returned.args[0]
    assert made.call(s, 3, args) == wanted
    assert s == t


@pytest.mark.parametrize(("op", "wanted"), [("land", 0), ("lor", 1), ("ite", 0)])
def test_a_variable_may_be_set_from_its_own_value(op: str, wanted: int) -> None:
    """The first part must not overwrite what the second reads."""
    first, second = Ex("lt", (const(3), local(0))), Ex("lt", (local(0), const(9)))
    value = Ex(op, (first, second, const(7)) if op == "ite" else (first, second))
    made = loop_of(linear_of(MAIN, function(1, 1, c.Set(0, value), c.Return((local(0),)))))
    assert made.call(fresh_state(), 1, (20,)) == [wanted]


def test_a_pure_function_may_call_itself() -> None:
    n = local(0)
    again = Ex("add", (Ex("call", (Ex("sub", (n, const(1))),), 1), n))
    made = loop_of(linear_of(MAIN, function(1, 1, c.If(n, [c.Return((again,))], []), c.Return((const(0),)))))
    assert made.call(fresh_state(), 1, (200,)) == [200 * 201 // 2]


def test_several_results_go_where_they_are_wanted() -> None:
    pair = function(1, 2, c.Return((local(1), local(0))))
    calls = function(
        2,
        2,
        c.Call(1, (local(0), local(1)), (0, 1)),
        c.Call(1, (local(0), const(9)), ()),
        c.Return((local(0), local(1))),
    )
    assert loop_of(linear_of(MAIN, pair, calls)).call(fresh_state(), 2, (4, 5)) == [5, 4]


def test_sorting_keeps_equal_keys_in_order() -> None:
    body: list[Stmt] = []
    for item, key in ((3, 5), (8, -2), (6, 5), (1, 0)):
        body.append(c.Set(0, Ex("sortpush", (local(0), const(item), const(key)))))
    body.append(c.Return((Ex("sortseq", (local(0),), 1),)))
    (found,) = loop_of(linear_of(MAIN, function(1, 1, *body))).call(fresh_state(), 1, (0,))
    assert [(found >> shift & 0x3FFF) - 1 for shift in range(0, 56, 14)] == [8, 1, 3, 6]


def test_an_endless_loop_runs_out_of_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "MOST_INSTRUCTIONS", 1000)
    made = loop_of(linear_of(MAIN, function(1, 0, c.Mark(4), c.Loop(1, [c.Set(0, const(1))]))))
    with pytest.raises(loops.OutOfFuel) as caught:
        made.call(fresh_state(), 1, ())
    assert caught.value.place == 4
