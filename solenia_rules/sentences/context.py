"""The context of a sentence: which seat is addressed, and what its variables stand for."""

from __future__ import annotations

from attrs import evolve, field, frozen

from solenia_rules.checked import terms as t
from solenia_rules.words.phrases import NP


@frozen
class Context:
    me: int = t.ME
    """The variable of the seat that acts."""
    person: str = "you"
    """`you`: the seat is the reader; `they`: another seat."""
    doing: bool = False
    """Whether the sentence says what that seat does, so that "its own" is clear."""
    said: dict[int, NP] = field(factory=dict)
    """Variables that stand for something already mentioned."""
    names: dict[int, str] = field(factory=dict)
    """Variable -> its name in the text."""
    tests: dict[int, tuple[int, str]] = field(factory=dict)
    """Yes/no variable -> the variable of the seat that acted where it was named, and its person."""
    given: frozenset[int] = frozenset()
    """Parameters that stand for any one of their kind."""

    for_all: bool = False
    """Whether a `stop` ends a repeat in which several seats take part."""
    actor: NP | None = None
    """How the seat that acts is called before what it does, where `that player` would not be clear."""
    apart: dict[int, str] = field(factory=dict)
    """Variable -> its name, for variables that would otherwise have the same words as another one."""

    def other_seat(self, number: int) -> Context:
        return evolve(self, me=number, person="they")

    def named(self, number: int, name: str) -> Context:
        return evolve(self, names={**self.names, number: name})

    def named_test(self, number: int) -> Context:
        """With a yes/no value that is named here, so that its words may be about the seat that acts here."""
        return evolve(self, tests={**self.tests, number: (self.me, self.person)})

    def telling(self, number: int, np: NP) -> Context:
        return evolve(self, said={**self.said, number: np})

    def acting(self) -> Context:
        return evolve(self, doing=True)

    def asking(self) -> Context:
        return evolve(self, doing=False)
