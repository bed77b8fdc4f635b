"""Printed expressions: values needed several times are computed once, and bounds leave out only needless limits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.checked.numbers import LIMIT
from solenia_rules.core.backends.python.bounds import bounds
from solenia_rules.core.backends.python.python_code import PythonCode
from solenia_rules.core.backends.python.repetition import repeated
from solenia_rules.core.core import Core
from solenia_rules.core.expressions import And, Binary, Choice, Const, Ex, Local, Not, Or, Table
from solenia_rules.core.flatten import Flat
from solenia_rules.play.physics import clamp

TABLE = (3, -2, 7, 40_000)
CORE = Core(tables=[TABLE])
LOCALS = 3


def _numbers(depth: int) -> st.SearchStrategy[Ex]:
    """Expressions for numbers; the same parts occur again and again, because there are few."""
    plain = st.one_of(st.integers(-2, 2).map(Const), st.integers(0, LOCALS - 1).map(Local))
    if depth == 0:
        return plain
    parts = _numbers(depth - 1)
    return st.one_of(
        plain,
        st.builds(Binary, st.sampled_from(("add", "sub", "mul", "min", "max")), parts, parts),
        st.builds(Choice, _tests(depth - 1), parts, parts),
        parts.map(lambda part: Table(0, Binary("max", Const(0), Binary("min", part, Const(3))))),
    )


def _tests(depth: int) -> st.SearchStrategy[Ex]:
    parts = _numbers(max(0, depth - 1))
    compared = st.builds(Binary, st.sampled_from(("lt", "eq", "ne")), parts, st.one_of(parts, st.just(Const(0))))
    if depth == 0:
        return compared
    inner = _tests(depth - 1)
    return st.one_of(
        compared,
        st.builds(And, inner, inner),
        st.builds(Or, inner, inner),
        inner.map(Not),
        st.tuples(parts, inner).map(
            lambda two: And(And(two[1], Binary("lt", Const(0), two[0])), Binary("lt", two[0], Const(9)))
        ),
    )


EXPRESSIONS = _numbers(4)


def _value(value: Ex, given_: tuple[int, ...]) -> int:
    """The value of an expression, computed part by part."""
    match value:
        case Const(number):
            return number
        case Local(number):
            return given_[number]
        case Table():
            return TABLE[_value(value.index, given_)]
        case And():
            return int(bool(_value(value.left, given_)) and bool(_value(value.right, given_)))
        case Or():
            return int(bool(_value(value.left, given_)) or bool(_value(value.right, given_)))
        case Not():
            return int(not _value(value.arg, given_))
        case Choice():
            return _value(value.then if _value(value.test, given_) else value.otherwise, given_)
        case Binary():
            left, right = _value(value.left, given_), _value(value.right, given_)
            return {
                "add": left + right,
                "sub": left - right,
                "mul": clamp(left * right),
                "min": min(left, right),
                "max": max(left, right),
                "lt": int(left < right),
                "eq": int(left == right),
                "ne": int(left != right),
            }[value.op]
    raise AssertionError(value)


def _printed(value: Ex) -> str:
    return PythonCode(Flat(CORE), emitting=False).whole(value)


@given(EXPRESSIONS, st.tuples(*[st.integers(-LIMIT, LIMIT)] * LOCALS))
def test_a_printed_expression_has_the_value_of_its_parts(value: Ex, numbers: tuple[int, ...]) -> None:
    names: dict[str, object] = {f"v{i}": number for i, number in enumerate(numbers)}
    found: object = eval(_printed(value), {"T0": (*TABLE, -1), "clamp": clamp, **names})
    assert found == _value(value, numbers)


@given(_tests(2), st.tuples(*[st.integers(-2, 2)] * LOCALS))
def test_a_printed_condition_is_as_true_as_the_test(test: Ex, numbers: tuple[int, ...]) -> None:
    code = PythonCode(Flat(CORE), emitting=False)
    names: dict[str, object] = {f"v{i}": number for i, number in enumerate(numbers)} | {"T0": (*TABLE, -1)}
    found: object = eval(code.whole(test, condition=True), {"clamp": clamp, **names})
    opposite: object = eval(code.negated(test), {"clamp": clamp, **names})
    assert bool(found) == (not opposite) == bool(_value(test, numbers))


@given(EXPRESSIONS, st.tuples(*[st.integers(0, 20)] * LOCALS))
def test_a_value_lies_within_its_bounds(value: Ex, numbers: tuple[int, ...]) -> None:
    low, high = bounds(value, CORE, range(LOCALS), 20)
    assert low <= _value(value, numbers) <= high


def test_what_is_needed_under_a_condition_is_computed_there_once() -> None:
    costly = Binary("mul", Local(0), Local(1))
    value = And(Binary("lt", Local(2), Const(3)), And(Binary("lt", Const(0), costly), Binary("lt", costly, Const(9))))
    assert repeated(value, ()) == {costly}
    assert _printed(value).count("*") == 1
    assert _printed(value).index("v2") < _printed(value).index("*")


def test_a_value_computed_in_one_branch_is_computed_again_in_the_other() -> None:
    costly = Binary("mul", Local(0), Local(1))
    value = Choice(Local(2), Binary("add", costly, costly), Binary("sub", costly, Const(1)))
    assert _printed(value).count("*") == 2


def test_a_conjunction_that_is_needed_twice_is_named() -> None:
    both = And(Binary("lt", Local(0), Local(1)), Binary("lt", Local(1), Local(2)))
    value = Binary("add", Choice(both, Const(1), Const(2)), Choice(both, Const(3), Const(4)))
    assert repeated(value, ()) == {both}
    assert _printed(value).count("and") == 1


def test_a_product_of_small_numbers_needs_no_limit() -> None:
    small = Binary("mul", Table(0, Local(0)), Const(100))
    assert "clamp" not in _printed(small)
    assert "clamp" in _printed(Binary("mul", Local(0), Const(100)))
