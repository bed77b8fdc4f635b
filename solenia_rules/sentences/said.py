"""A step of a text as a sentence, with the steps inside it: what the parts of the walk make and readers set in type."""

from __future__ import annotations

from attrs import field, frozen


@frozen
class Said:
    """A step and the steps inside it, without capital letter and full stop."""

    text: str
    steps: tuple[Said, ...] = ()
    ways: bool = False
    """Whether only one of the steps is done."""
    phase: str = ""
    """The phase that the step consists of, except for its lead."""
    lead: str = ""
    """The words before the phase on the same line: when, for what, who."""
    place: tuple[str, int] | None = field(default=None, eq=False)
    """The file and the offset of the statement of the phase, which tell cases of one phase apart."""
