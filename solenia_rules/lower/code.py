"""A core function under construction: statements, temporaries, the variables in force."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, Stmt
from solenia_rules.text.frozen import define, field
from solenia_rules.text.places import Span

if TYPE_CHECKING:
    from solenia_rules.lower.paths import Path, Purse


@define
class Bundle:
    """An amount of several things, as it is known while compiling."""

    exact: dict[tuple[str, int], Ex] = field(factory=dict)
    """(counter, word or 0) -> number"""
    free: dict[str, Ex] = field(factory=dict)
    """counter -> number of any of its words"""
    minus: dict[str, Ex] = field(factory=dict)
    """counter -> number taken off, of any of its words that are asked for"""
    of: list[tuple[Ex, Ex]] = field(factory=list)
    """(number, resource) where the resource is known only in play"""


Value = Ex | Bundle
Lane = tuple[str, str, int]
"""exact, free or minus; counter; word"""


@define
class Code:
    """`env` maps variables of the checked text to values; `strict` is false inside `try`."""

    fn: c.Function
    out: list[Stmt]
    env: dict[int, Value]
    strict: bool = True
    rest_fails: bool = False
    stops: tuple[int, ...] = ()
    """Labels of the repeats around, innermost last."""
    hidden: bool = False
    rest_known: bool = True
    """Whether what follows the end of this block is the end of a phase, or cannot fail."""
    after: Path | None = None
    """What follows the act being lowered, for looking ahead; None: not known."""
    purse: Purse | None = None
    """While looking ahead: what was paid and gained on the way."""
    span: Span | None = None
    """The statement being lowered."""
    held: tuple[str, int] = ("", 0)
    """In an effect that a record holds: its field, and inside how many others of that field it is run."""
    maybe: dict[int, Ex] = field(factory=dict)
    """Inside `try`: variables that may have got no value, with a test whether they did."""

    def temp(self) -> int:
        self.fn.locals += 1
        return self.fn.locals - 1

    def emit(self, stmt: Stmt) -> None:
        self.out.append(stmt)

    def keep(self, value: Ex) -> Ex:
        """The value in a local of its own, unless it cannot change."""
        if value.op in ("const", "local"):
            return value
        made = self.temp()
        self.emit(c.Set(made, value))
        return c.local(made)

    @contextmanager
    def into(self, target: list[Stmt]) -> Iterator[None]:
        """Statements go to another list for a while."""
        saved = self.out
        self.out = target
        try:
            yield
        finally:
            self.out = saved

    @contextmanager
    def where(self, **changes: object) -> Iterator[None]:
        """Some of the settings are different for a while."""
        saved = {key: getattr(self, key) for key in changes}
        for key, value in changes.items():
            setattr(self, key, value)
        try:
            yield
        finally:
            for key, value in saved.items():
                setattr(self, key, value)


def to_lanes(bundle: Bundle) -> tuple[list[Lane], list[Ex]]:
    lanes: list[Lane] = []
    numbers: list[Ex] = []
    for (counter, word), number in bundle.exact.items():
        lanes.append(("exact", counter, word))
        numbers.append(number)
    for sort, group in (("free", bundle.free), ("minus", bundle.minus)):
        for counter, number in group.items():
            lanes.append((sort, counter, 0))
            numbers.append(number)
    return lanes, numbers


def from_lanes(lanes: list[Lane], numbers: list[Ex]) -> Bundle:
    made = Bundle()
    for (sort, counter, word), number in zip(lanes, numbers, strict=True):
        if sort == "exact":
            made.exact[counter, word] = number
        elif sort == "free":
            made.free[counter] = number
        else:
            made.minus[counter] = number
    return made
