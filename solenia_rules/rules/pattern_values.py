"""Works out what the braces of a pattern of records hold: a value of the effects language from numbers, words and the
variables of the pattern, such as `{if n is 55 then 7 else 1}`.

Only values that need no game can stand there: arithmetic, comparisons, `and`, `or`, `not`, `if ... then ... else ...`,
`min`, `max`, `remainder`, and `is in` a list or a `range`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from typing import TypeAlias, assert_never

from solenia_rules.dsl import nodes as n
from solenia_rules.rules import caps
from solenia_rules.rules.braces import NoValue

Constant: TypeAlias = int | str | bool
"""A number, a word, or the answer of a test."""


class Evaluator:
    """Works out values from the variables of a pattern and the words of a ruleset."""

    def __init__(self, values: Mapping[str, int | str], words: Container[str]) -> None:
        self.values = values
        self.words = words

    def value(self, text: str) -> int | str:
        """The number or word that a text of the language stands for."""
        found = self._of(parsed(text))
        if isinstance(found, bool):
            raise NoValue("it is a test, not a number or a word")
        return found

    def _of(self, expr: n.Expr) -> Constant:
        match expr:
            case n.Number(value):
                return self._kept(value)
            case n.Ref(name):
                if name.text in self.values:
                    return self.values[name.text]
                if name.text in self.words:
                    return name.text
                raise NoValue(f"`{name.text}` is not a variable of the pattern or a word")
            case n.Minus():
                return -self._number(expr.value)
            case n.Arithmetic():
                return self._arithmetic(expr)
            case n.Compare():
                return self._compare(expr)
            case n.Is(_, _, negated):
                return self._equal(self._of(expr.left), self._of(expr.right)) is not negated
            case n.IsIn(_, _, negated):
                return self._is_in(self._of(expr.left), expr.right) is not negated
            case n.Not():
                return not self._test(expr.value)
            case n.And(parts):
                return all(map(self._test, parts))
            case n.Or(parts):
                return any(map(self._test, parts))
            case n.IfValue():
                return self._of(expr.then if self._test(expr.test) else expr.otherwise)
            case n.Call(name, tuple() as args):
                return self._call(name.text, args)
            case n.Listed((one,)):
                return self._of(one)
            case n.Amount() | n.My() | n.Of() | n.Call() | n.Listed() | n.Possible():
                raise NoValue("it needs a game")
            case _:
                assert_never(expr)

    def _arithmetic(self, expr: n.Arithmetic) -> int:
        left, right = self._number(expr.left), self._number(expr.right)
        match expr.op:
            case "+":
                return self._kept(left + right)
            case "-":
                return self._kept(left - right)
            case "*":
                return self._kept(left * right)
            case "/":
                return left // self._divisor(right)
            case _:
                assert_never(expr.op)

    def _compare(self, expr: n.Compare) -> bool:
        left, right = self._number(expr.left), self._number(expr.right)
        match expr.op:
            case "<":
                return left < right
            case "<=":
                return left <= right
            case ">":
                return left > right
            case ">=":
                return left >= right
            case _:
                assert_never(expr.op)

    def _call(self, name: str, args: tuple[n.Expr, ...]) -> int:
        numbers = [self._number(arg) for arg in args]
        match name, numbers:
            case "remainder", (number, divisor):
                return number % self._divisor(divisor)
            case "min", (_, _, *_):
                return min(numbers)
            case "max", (_, _, *_):
                return max(numbers)
            case _:
                raise NoValue(f"`{name}` cannot be worked out here")

    def _is_in(self, member: Constant, group: n.Expr) -> bool:
        match group:
            case n.Listed(items):
                return any(self._equal(member, self._of(item)) for item in items)
            case n.Call(n.Name("range"), (low, high)):
                numbers = self._number(low), self._number(high)
                return isinstance(member, int) and numbers[0] <= member <= numbers[1]
            case _:
                raise NoValue("only a list `(a, b)` or a `range` can stand after `is in`")

    def _equal(self, left: Constant, right: Constant) -> bool:
        if type(left) is not type(right):
            raise NoValue("a number is never a word")
        return left == right

    def _number(self, expr: n.Expr) -> int:
        found = self._of(expr)
        if isinstance(found, bool) or not isinstance(found, int):
            raise NoValue("a number is missing where it computes")
        return found

    def _test(self, expr: n.Expr) -> bool:
        found = self._of(expr)
        if not isinstance(found, bool):
            raise NoValue("a test is missing, such as `n is 1`")
        return found

    def _divisor(self, number: int) -> int:
        if number <= 0:
            raise NoValue(f"it divides by {number}")
        return number

    def _kept(self, number: int) -> int:
        if abs(number) > caps.INTEGER:
            raise NoValue(f"its number is larger than {caps.INTEGER}")
        return number


@lru_cache(maxsize=256)
def parsed(text: str) -> n.Expr:
    """The tree of a value."""
    from solenia_rules.dsl.parser import SyntaxProblem, parse  # reading files needs no parser otherwise

    try:
        tree = parse(text, "value")
    except SyntaxProblem as problem:
        raise NoValue(problem.diagnostic.message) from None
    if not isinstance(tree, _VALUES):
        raise NoValue("it is not a value")
    return tree


_VALUES = (
    n.Number, n.Amount, n.Ref, n.My, n.Of, n.Call, n.Listed, n.Minus, n.Arithmetic, n.Compare, n.Is, n.IsIn, n.Not,
    n.And, n.Or, n.IfValue, n.Possible,
)  # fmt: skip
