"""Decisions as they stand in a ruleset."""

from __future__ import annotations

from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import NOWHERE, Span


@frozen
class Spec:
    """A decision as it stands in the ruleset."""

    id: int
    domain: str
    """piece, cell, seat, number, face, branch, rule, or word:KIND"""
    name: str
    labels: tuple[str, ...]
    """Names of branches, or of the holders of rules."""
    function: str
    look: bool
    """Whether every option must be tried to know that the rest can be done."""
    reads: str
    """choose, branch, may, pay, gain, give_up, spare, pick, order, rule"""
    done: bool = False
    """Whether `done` is an option beyond the domain."""
    hidden: bool = False
    """Answers stay secret until the end of the surrounding `together`."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)

    @property
    def labelled(self) -> bool:
        """Whether its options are ways or rules, told by the labels alone."""
        return self.domain in ("branch", "rule")
