"""The constants of a walk of looking ahead: where its test is written, whose options, and the choices around it."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Ex, Local
from solenia_rules.lower.code import Code, Outcome, Value
from solenia_rules.text.frozen import frozen


@frozen(eq=False)
class Rounds:
    """The sets of the choices around a test, each with the variables that hold there."""

    most: int
    """The product of the sizes that the sets can have."""
    sets: tuple[tuple[Term, dict[int, Value]], ...] = ()


@frozen(eq=False)
class Walk:
    """The constants of a walk: where the test is written, the asked seat, and where the result goes."""

    code: Code
    seat: Ex
    outcome: Outcome
    rounds: Rounds
    """How often the test may be evaluated: once for each combination of candidates of the choices around it."""

    def sure(self) -> None:
        """Emit that the option can be completed."""
        yes = self.outcome.yes
        self.code.emit(c.Set(yes, build.bor(Local(yes), self.outcome.bit)))

    def doubt(self, act: Act) -> None:
        """Emit that the option must be tried because of a statement."""
        self.outcome.doubts.append(act.span)
        self.unsure()

    def unsure(self) -> None:
        """Emit that the option must be tried."""
        unsure = self.outcome.unsure
        self.code.emit(c.Set(unsure, build.bor(Local(unsure), self.outcome.bit)))

    def under(self, test: Ex, body: Callable[[], None]) -> None:
        """Emit code that runs only if a test holds."""
        then: list[c.Stmt] = []
        with self.code.into(then):
            body()
        self.code.emit(c.If(test, then, []))

    def is_asked(self, term: Term) -> bool:
        """Whether a term is the asked seat."""
        return isinstance(term, t.Var) and self.code.env.get(term.number) == self.seat
