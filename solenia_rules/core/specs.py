"""Specs: the decisions of a ruleset."""

from __future__ import annotations

from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import NOWHERE, Span


@frozen
class Spec:
    """A decision in the text of the ruleset."""

    id: int
    domain: str
    """piece, cell, seat, number, face, branch, rule, or word:KIND"""
    name: str
    labels: tuple[str, ...]
    """The names of branches, or of the records that hold the rules."""
    function: str
    look: bool
    """Whether every option must be tried to find out whether the rest can be done."""
    reads: str
    """choose, branch, may, pay, gain, give_up, spare, pick, order, rule"""
    done: bool = False
    """Whether `done` is an additional option after the domain."""
    hidden: bool = False
    """Whether answers stay secret until the end of the enclosing `together`."""
    openly: bool = False
    """Whether all seats are told the answer."""
    span: Span = field(default=NOWHERE, eq=False, repr=False)

    @property
    def labelled(self) -> bool:
        """Whether its options are branches or rules, which are identified by their labels alone."""
        return self.domain in ("branch", "rule")
