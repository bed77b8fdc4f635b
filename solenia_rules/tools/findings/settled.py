"""Settles doubts of the static check by play: a choice that may be empty is fine if it was asked often and was never
empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solenia_rules.checked.acts import Choose, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.tools.findings.evidence import Evidence

EMPTY = "W503"
OFTEN = 40
"""How often a choice must have been reached."""


def unsettled(doubts: Iterable[Diagnostic], calls: Calls, evidence: Evidence) -> Iterator[Diagnostic]:
    """The doubts that play has not settled."""
    full = {
        act.source.span
        for text in calls.texts.values()
        for act in all_acts(text.acts)
        if isinstance(act, Choose) and evidence.asked[act.span] >= OFTEN and act.span not in evidence.stuck
    }
    return (doubt for doubt in doubts if doubt.code != EMPTY or doubt.span not in full)
