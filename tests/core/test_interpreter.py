"""Pure functions, interpreted: random ones give the same results as printed Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solenia_rules.core import core as c
from solenia_rules.core import layout as at
from solenia_rules.core.backends.python.python_source import PythonSource
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import (
    And,
    Apply,
    ApplyBy,
    Binary,
    Choice,
    Const,
    Ex,
    GuardedLoad,
    GuardedTable,
    Load,
    Local,
    Not,
    Or,
    SortPush,
    SortSeq,
    Unary,
)
from solenia_rules.core.flatten import Flat
from solenia_rules.core.operators import BinaryOp
from solenia_rules.core.outcomes import Form
from solenia_rules.play import pure_functions
from solenia_rules.play.masks import BITS, HIGH, LOW
from tests.core.small_programs import (
    MAIN,
    flat_of,
    fresh_state,
    function,
    interpreter_of,
)

TABLES = ((3, 1, 4, 1, 5), (-1, 1, 2))
SLOT = at.HEADER


def printed(flat: Flat, number: int) -> Callable[..., object]:
    """A pure function as printed Python."""
    source = PythonSource(flat, Form.SILENT, lasting=False, told=()).text()
    names: dict[str, object] = {"LOW": LOW, "HIGH": HIGH, "BITS": BITS}
    exec(source, names)
    found = names[f"f{number}"]
    assert callable(found)
    return found


FOUR, FIVE = Const(4), Const(5)
LOCALS = st.integers(0, 3).map(Local)


SUMS: tuple[BinaryOp, ...] = ("add", "sub", "band")
COMPARED: tuple[BinaryOp, ...] = ("eq", "ne", "lt", "le")


def _deeper(inner: st.SearchStrategy[Ex]) -> st.SearchStrategy[Ex]:
    within = inner.map(lambda x: Binary("mod", x, FOUR))
    maybe = inner.map(lambda x: Binary("sub", Binary("mod", x, FIVE), Const(1)))
    test = st.builds(Binary, st.sampled_from(COMPARED), inner, inner)
    tests = st.one_of(test, st.builds(And, test, test), st.builds(Or, test, test), st.builds(Not, test))
    which = test.map(lambda x: Binary("add", x, Const(1)))
    return st.one_of(
        st.builds(Binary, st.sampled_from(SUMS), inner, inner),
        tests,
        st.builds(lambda a: Binary("div", a, Const(3)), inner),
        st.builds(Choice, tests, inner, inner),
        st.builds(lambda i: Load(SLOT, i), within),
        st.builds(lambda i: GuardedLoad(SLOT, i), maybe),
        st.builds(lambda i: GuardedTable(0, i), maybe),
        st.builds(lambda a: Apply(2, (a,)), inner),
        st.builds(lambda i, a: ApplyBy(1, i, (a,)), which, inner),
    )


VALUES = st.recursive(
    st.integers(-3, 300).map(Const) | LOCALS | st.integers(0, 3).map(lambda i: Load(SLOT + i)),
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
                index = draw(st.none() | VALUES.map(lambda x: Binary("mod", x, FOUR)))
                made.append(c.Store(SLOT, index, draw(VALUES)))
            case "if":
                inner = bodies(depth + 1, labels)
                made.append(c.If(draw(VALUES), draw(inner), draw(st.just([]) | inner)))
            case "each":
                mask = Binary("band", draw(VALUES), Const(0b1011))
                made.append(
                    c.ForBits(draw(st.integers(0, 3)), mask, draw(bodies(depth + 1, (*labels, label))), label, 19)
                )
            case "loop":
                count = Local(label)
                made.append(c.Set(label, Const(0)))
                turn: list[Stmt] = [c.If(Binary("lt", Const(1), count), [c.Break(label)], [])]
                turn.append(c.Set(label, Binary("add", count, Const(1))))
                made.append(c.Loop(label, turn + draw(bodies(depth + 1, (*labels, label)))))
            case "break" if labels:
                made.append(c.If(draw(VALUES), [c.Break(draw(st.sampled_from(labels)))], []))
            case "return" if depth:
                made.append(c.If(draw(VALUES), [c.Return((draw(VALUES), Local(0)))], []))
    return made


DOUBLED = function(2, 1, c.Return((Binary("add", Local(0), Local(0)),)))
NEGATED = function(1, 1, c.Return((Unary("neg", Local(0)),)))
ALL_LOCALS = c.Return(tuple(Local(i) for i in range(4)))


@settings(max_examples=100, deadline=None)
@given(bodies(), st.tuples(*[st.integers(-5, 300)] * 4))
def test_random_functions_do_what_printed_python_does(body: list[Stmt], args: tuple[int, ...]) -> None:
    flat = flat_of(MAIN, NEGATED, DOUBLED, function(3, 4, *body, ALL_LOCALS), tables=TABLES)
    s, t = fresh_state(), fresh_state()
    s[SLOT : SLOT + 4] = t[SLOT : SLOT + 4] = [7, 0, -2, 11]
    wanted = printed(flat, 3)(t, *args)
    assert interpreter_of(flat).call(s, 3, args) == wanted
    assert s == t


def test_tests_joined_are_tests() -> None:
    both, either = c.Return((And(Local(0), Local(1)),)), c.Return((Or(Local(0), Local(1)),))
    made = interpreter_of(flat_of(MAIN, function(1, 2, both), function(2, 2, either)))
    for args in ((0, 0), (0, 6), (5, 0), (5, 6)):
        assert made.call(fresh_state(), 1, args) == (int(all(args)),)
        assert made.call(fresh_state(), 2, args) == (int(any(args)),)


def test_a_pure_function_may_call_itself() -> None:
    n = Local(0)
    again = Binary("add", Apply(1, (Binary("sub", n, Const(1)),)), n)
    made = interpreter_of(flat_of(MAIN, function(1, 1, c.If(n, [c.Return((again,))], []), c.Return((Const(0),)))))
    assert made.call(fresh_state(), 1, (40,)) == (40 * 41 // 2,)


def test_several_results_go_where_they_are_wanted() -> None:
    pair = function(1, 2, c.Return((Local(1), Local(0))))
    calls = function(
        2,
        2,
        c.Call(1, (Local(0), Local(1)), (0, 1)),
        c.Call(1, (Local(0), Const(9)), ()),
        c.Return((Local(0), Local(1))),
    )
    assert interpreter_of(flat_of(MAIN, pair, calls)).call(fresh_state(), 2, (4, 5)) == (5, 4)


def test_sorting_keeps_equal_keys_in_order() -> None:
    body: list[Stmt] = []
    for item, key in ((3, 5), (8, -2), (6, 5), (1, 0)):
        body.append(c.Set(0, SortPush(Local(0), Const(item), (Const(key),))))
    body.append(c.Return((SortSeq(Local(0), 1),)))
    (found,) = interpreter_of(flat_of(MAIN, function(1, 1, *body))).call(fresh_state(), 1, (0,))
    assert [(found >> shift & 0x3FFF) - 1 for shift in range(0, 56, 14)] == [8, 1, 3, 6]


def test_an_endless_loop_runs_out_of_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pure_functions, "MOST_STEPS", 1000)
    made = interpreter_of(flat_of(MAIN, function(1, 0, c.Mark(4), c.Loop(1, [c.Set(0, Const(1))]))))
    with pytest.raises(pure_functions.OutOfFuel) as caught:
        made.call(fresh_state(), 1, ())
    assert caught.value.place == 4
