"""The problems of data that does not fit a class, each with its path."""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.text.frozen import frozen
from solenia_rules.text.printable import quoted

Path: TypeAlias = tuple[str | int, ...]


@frozen(eq=False)
class Misfit:
    """One problem: where it is, what sort it is, and what was expected there."""

    path: Path
    """Keys and indices from the outermost table; the last one is the unknown or missing key itself."""
    sort: Literal["unknown key", "missing key", "wrong value", "refused"]
    expected: str = ""
    """What was expected; of a refused value, why it is refused."""
    found: object = None
    """What was found; of a refused value, the reason as its hook gave it."""

    def __str__(self) -> str:
        where = ".".join(str(part + 1) if isinstance(part, int) else part for part in self.path) or "all of it"
        if self.sort == "refused":
            return f"`{where}`: {self.expected}"
        if self.sort != "wrong value":
            return f"{self.sort} `{where}`"
        return f"`{where}`: expected {self.expected}, found {described(self.found)}"


class Misfits(Exception):
    """Data does not have the shape of a class. Holds every problem, in the order of the data."""

    def __init__(self, problems: tuple[Misfit, ...]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


class WrongType(Exception):
    """A value has another type than expected. Hooks raise it; `structure` collects it as a problem."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(expected)
        self.expected, self.found = expected, found


class Refusal(Exception):
    """A value has the right type and is refused all the same. `reason` is for the caller of `structure`."""

    def __init__(self, message: str, reason: object) -> None:
        super().__init__(message)
        self.reason = reason


def described(value: object) -> str:
    """A plain value in the words of its author."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text {quoted(value)}"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "something else"
