"""What looking ahead carries along: the statements to come, the purse, the masks that collect options."""

from __future__ import annotations

from solenia_rules.checked.acts import Acts
from solenia_rules.checked.footprint import Spot
from solenia_rules.checked.terms import Term, conjuncts
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower.code import Bundle, Code, Value
from solenia_rules.text.frozen import define, evolve, field, frozen


@define
class Purse:
    """What the seat that is asked has paid and gained since the decision: first payments, then gains."""

    paid: dict[tuple[str, int], Ex] = field(factory=dict)
    free: dict[str, Ex] = field(factory=dict)
    gained: dict[tuple[str, int], Ex] = field(factory=dict)

    def touches(self, counter: str) -> bool:
        return counter in self.free or any(k == counter for k, _w in (*self.paid, *self.gained))


@define
class Path:
    """Where a walk stands: statements to come, variables, spots written, the purse."""

    acts: Acts
    after: Path | None
    """What follows this block in the text around it; None: the end of the function."""
    env: dict[int, Value]
    written: frozenset[Spot]
    purse: Purse
    dirty: frozenset[str] = frozenset()
    """Counters whose purse is no longer exact."""
    gains: tuple[tuple[Term, dict[int, Value]], ...] = ()
    """Amounts gained on the way that no test has asked for yet."""
    payable: tuple[Term, ...] = ()
    """Bundles that a filter just found payable."""


@frozen
class Outcome:
    """Masks that collect the options: sure ones, and those that must be tried unless they are sure by another way."""

    yes: int
    unsure: int
    bit: Ex
    """The option's bit in both."""

    @classmethod
    def start(cls, code: Code, bit: Ex) -> Outcome:
        made = cls(code.temp(), code.temp(), bit)
        code.emit(c.Set(made.yes, const(0)))
        code.emit(c.Set(made.unsure, const(0)))
        return made

    def masks(self) -> tuple[Ex, Ex]:
        return local(self.yes), ex("bandnot", local(self.unsure), local(self.yes))


def payable_in(test: Term) -> tuple[Term, ...]:
    """Bundles that can be paid where a test holds."""
    return tuple(x.args[0] for x in conjuncts(test) if x.op == "builtin" and x.data[0] == "can_pay")


def paid(purse: Purse, bundle: Bundle) -> Purse:
    """The purse after one more payment."""
    exact, free = dict(purse.paid), dict(purse.free)
    for key, number in bundle.exact.items():
        exact[key] = ex("add", exact[key], number) if key in exact else number
    for counter, number in bundle.free.items():
        free[counter] = ex("add", free[counter], number) if counter in free else number
    return evolve(purse, paid=exact, free=free)
