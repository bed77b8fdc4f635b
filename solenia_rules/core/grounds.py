"""The tests behind choices and conditions, as a program keeps them for the reasons of a refusal."""

from __future__ import annotations

from solenia_rules.checked.terms import In, Term
from solenia_rules.core import layout as at
from solenia_rules.core.expressions import Const, Local
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span


@frozen
class Why:
    """`tests`: functions of (candidate, captured values...), the first one asks whether it is in the set at all."""

    tests: tuple[tuple[int, Span], ...]
    captured: tuple[Const | Local, ...]
    """Locals of the asking function, which are kept in its frame, or constants."""


@frozen
class Ground:
    """What is tested somewhere, as it was checked. Only compilation knows it; programs keep where its variables are."""

    sort: str
    """choose, pick, need, pay, or counted: words that one must have some of"""
    terms: tuple[Term, ...]
    """choose: the tests in the order of `Why`; pick: source, test, number; need: the test; pay: seat, bundle."""
    variables: tuple[int, ...]
    """Variables that are captured, in this order; the first is `me`."""
    candidate: int = -1
    """The variable of the member that is looked at."""
    counter: str = ""
    """What the words of a question are counted in."""

    @property
    def source(self) -> Term:
        """choose: the set of the candidates; the first test asks whether a candidate is in it."""
        first = self.terms[0]
        assert isinstance(first, In)
        return first.group


def captured_values(captured: tuple[Const | Local, ...], s: list[int], places: dict[int, int]) -> list[int]:
    """Captured values in the frame at hand; `places`: where it keeps the locals of its function."""
    first = s[at.FRAME] + at.FRAME_HEAD
    return [x.value if isinstance(x, Const) else s[first + places[x.number]] for x in captured]
