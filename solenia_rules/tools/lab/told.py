"""What a simulation tells: the games of the bots that were asked for, and the conclusions under other strengths."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from solenia_rules.api.ruleset import Ruleset
from solenia_rules.tools.lab.strengths import Claim, Strength
from solenia_rules.tools.lab.strong import Strong
from solenia_rules.tools.lab.summary import Summary
from solenia_rules.tools.lab.telling_feel import Impression
from solenia_rules.tools.lab.unused import Unused
from solenia_rules.tools.lab.wire import Job


@frozen
class Told:
    rules: Ruleset
    job: Job
    summary: Summary
    unused: Unused
    strengths: Sequence[Strength] = ()
    """All strengths from the weakest on; empty if only one was played."""
    claims: Sequence[Claim] = ()
    impression: Impression | None = None
    """How the game feels, if that was asked for."""
    strong: Strong | None = None
    """What is strong, if that was asked for."""
    strong_with: Sequence[tuple[str, Strong]] = ()
    """What is strong with each other bot."""

    @property
    def who(self) -> str:
        """The bots, each once."""
        return ",".join(dict.fromkeys(self.job.bots))

    @property
    def tests(self) -> int:
        """How many strengths make the same claims."""
        return max(1, len(self.strengths))
