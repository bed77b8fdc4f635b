"""The tests of choices and conditions; a program keeps them to explain a refusal."""

from __future__ import annotations

from solenia_rules.checked.terms import In, Term
from solenia_rules.core import layout as at
from solenia_rules.core.expressions import Const, Local
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span


@frozen(eq=False)
class Why:
    """The tests of a choice. `tests`: functions of (candidate, captured values...); the first one tests whether the
    candidate is in the set."""

    tests: tuple[tuple[int, Span], ...]
    captured: tuple[Const | Local, ...]
    """Constants, or locals of the asking function, which its frame stores."""


@frozen(eq=False)
class ToldParam:
    """A parameter of a verb that decides what the verb offers: its name, the domain of its values as in `Spec`, and a
    constant, or a local of the asking function, which its frame stores."""

    name: str
    domain: str
    value: Const | Local


@frozen(eq=False)
class Ground:
    """A test as the checker produced it. It exists only at compile time; a program stores only where its variables
    are."""

    sort: str
    """choose, pick, need, pay, or counted (words of which the seat must have some)"""
    terms: tuple[Term, ...]
    """choose: the tests in the order of `Why`; pick: source, test, number; need: the test; pay: seat, bundle."""
    variables: tuple[int, ...]
    """The captured variables in order; the first is `me`."""
    candidate: int = -1
    """The variable of the candidate."""
    counter: str = ""
    """The counter of the words in a decision."""

    @property
    def source(self) -> Term:
        """For choose: the set of candidates, from the first test."""
        first = self.terms[0]
        assert isinstance(first, In)
        return first.group


def captured_values(captured: tuple[Const | Local, ...], s: list[int], places: dict[int, int]) -> list[int]:
    """The captured values in the top frame; `places`: the positions of the function's locals in the frame."""
    first = s[at.FRAME] + at.FRAME_HEAD
    return [x.value if isinstance(x, Const) else s[first + places[x.number]] for x in captured]
