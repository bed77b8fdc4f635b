"""The state of lowering while it builds one function of the core.

`Code` is the function under construction with the variables in scope. `Bundle` is an amount whose numbers are
expressions of the core. `Path`, `Purse` and `Outcome` describe the statements that follow, for looking ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias, TypedDict, Unpack

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.footprint import Spot
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.text.frozen import define, evolve, field, frozen
from solenia_rules.text.places import Span


@define(eq=False)
class Bundle:
    """An amount of several resources, as far as it is known at compile time."""

    exact: dict[tuple[str, int], Ex] = field(factory=dict)
    """(counter, word or 0) -> number"""
    free: dict[str, Ex] = field(factory=dict)
    """counter -> number of any of its words"""
    minus: dict[str, Ex] = field(factory=dict)
    """counter -> number that is subtracted, of any of the requested words"""
    of: list[tuple[Ex, Ex]] = field(factory=list)
    """(number, resource) where the resource is known only in play"""


Value: TypeAlias = Ex | Bundle


@define(eq=False)
class Purse:
    """The payments and gains of the asked seat since the decision: first the payments, then the gains."""

    paid: dict[tuple[str, int], Ex] = field(factory=dict)
    free: dict[str, Ex] = field(factory=dict)
    gained: dict[tuple[str, int], Ex] = field(factory=dict)

    def touches(self, counter: str) -> bool:
        """Whether anything of a counter was paid or gained."""
        return counter in self.free or any(k == counter for k, _w in (*self.paid, *self.gained))

    def after_paying(self, bundle: Bundle) -> Purse:
        """The purse after one more payment."""
        exact, free = dict(self.paid), dict(self.free)
        for key, number in bundle.exact.items():
            exact[key] = build.add(exact[key], number) if key in exact else number
        for counter, number in bundle.free.items():
            free[counter] = build.add(free[counter], number) if counter in free else number
        return evolve(self, paid=exact, free=free)


@frozen(eq=False)
class Change:
    """A statement that was passed in looking ahead, and what it may write; None: lasting rules."""

    spots: frozenset[Spot]
    act: Act | None
    env: dict[int, Value]


@define(eq=False)
class Path:
    """The statements that follow, and what is known where they begin."""

    acts: Acts
    after: Path | None
    """The statements after this block in the enclosing text; None: the end of the function."""
    env: dict[int, Value]
    written: frozenset[Spot] = frozenset()
    """The spots written since the decision."""
    changes: tuple[Change, ...] = ()
    """The statements since the decision that may write, in their order."""
    purse: Purse = field(factory=Purse)
    dirty: frozenset[str] = frozenset()
    """Counters for which the purse is no longer exact."""
    gains: tuple[tuple[Term, dict[int, Value]], ...] = ()
    """Amounts gained since the decision that no test has read yet, with the variables in scope there."""
    payable: tuple[Term, ...] = ()
    """Bundles that the filter of the preceding choice has found payable."""


class Settings(TypedDict, total=False):
    """The fields of `Code` that may have other values for a part of a function."""

    strict: bool
    rest_fails: bool
    stops: tuple[int, ...]
    foreseen: tuple[tuple[int, int], ...]
    hidden: bool
    rest_known: bool
    after: Path | None
    before: tuple[list[Stmt], int] | None
    span: Span | None


@define(eq=False)
class Code:
    """A function under construction. `env` maps variables of the checked text to values; `strict` is false inside
    `try`."""

    fn: c.Function
    out: list[Stmt]
    env: dict[int, Value]
    strict: bool = True
    rest_fails: bool = False
    """Whether what follows the current statement may be impossible."""
    stops: tuple[int, ...] = ()
    """Labels of the surrounding repeats, innermost last."""
    foreseen: tuple[tuple[int, int], ...] = ()
    """For each surrounding `possible`: the number of repeats around it, and the local that says whether it is tried."""
    hidden: bool = False
    """Whether answers stay secret: inside `together`."""
    rest_known: bool = True
    """Whether the end of this block is followed by the end of a phase, or by nothing that can fail."""
    after: Path | None = None
    """The statements after the current one, for looking ahead; None: not known."""
    before: tuple[list[Stmt], int] | None = None
    """In looking ahead: the statements before the loop over the candidates, and the number of locals there."""
    purse: Purse | None = None
    """In looking ahead: the payments and gains since the decision."""
    span: Span | None = None
    """The current statement."""
    held: tuple[str, int] = ("", 0)
    """In a held effect: its field, and the number of enclosing effects of the same field."""
    maybe: dict[int, Ex] = field(factory=dict)
    """Inside `try`: variables that may have no value, each with a test whether it has one."""

    @classmethod
    def of(cls, function: c.Function) -> Code:
        """The body of a function whose first parameter is the seat that acts."""
        return cls(function, function.body, {t.ME: Local(0)})

    @property
    def me(self) -> Ex:
        """The seat that acts."""
        found = self.env[t.ME]
        assert not isinstance(found, Bundle)
        return found

    def temp(self) -> int:
        """A new local."""
        self.fn.locals += 1
        return self.fn.locals - 1

    def emit(self, stmt: Stmt) -> None:
        self.out.append(stmt)

    def keep(self, value: Ex) -> Ex:
        """The value in a new local, unless it cannot change."""
        if isinstance(value, (Const, Local)):
            return value
        made = self.temp()
        self.emit(c.Set(made, value))
        return Local(made)

    def keep_before(self, value: Ex) -> Ex:
        """A value in a new local, computed before the loop over the candidates if it is the same for all of them."""
        stmts, locals_ = (self.out, 0) if self.before is None else self.before
        with self.into(stmts if all(number < locals_ for number in value.locals) else self.out):
            return self.keep(value)

    @contextmanager
    def into(self, target: list[Stmt]) -> Iterator[None]:
        """Emit statements into another list inside the `with` block."""
        saved = self.out
        self.out = target
        try:
            yield
        finally:
            self.out = saved

    @contextmanager
    def where(self, **changes: Unpack[Settings]) -> Iterator[None]:
        """Change some settings inside the `with` block."""
        saved = {key: getattr(self, key) for key in changes}
        for key, value in changes.items():
            setattr(self, key, value)
        try:
            yield
        finally:
            for key, value in saved.items():
                setattr(self, key, value)


@frozen(eq=False)
class Outcome:
    """Masks that collect options: those that can surely be completed, and those that must be tried on a copy."""

    yes: int
    unsure: int
    bit: Ex
    """The bit of the current option in both masks."""
    doubts: list[Span]
    """The statements because of which options are tried in every game. Limits and large numbers of combinations, which
    matter in few positions, are not among them."""

    @classmethod
    def start(cls, code: Code, bit: Ex) -> Outcome:
        """Two new locals for the masks, both empty."""
        made = cls(code.temp(), code.temp(), bit, [])
        code.emit(c.Set(made.yes, Const(0)))
        code.emit(c.Set(made.unsure, Const(0)))
        return made

    def masks(self) -> tuple[Ex, Ex]:
        """The certain options, and the options to try that are not certain for another reason."""
        return Local(self.yes), build.bandnot(Local(self.unsure), Local(self.yes))
