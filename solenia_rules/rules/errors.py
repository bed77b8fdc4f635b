"""The error that loading a ruleset raises."""

from __future__ import annotations

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.errors import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.rules.records import World


class RulesetError(Error):
    """A ruleset that cannot be used, with all its problems sorted by place."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], world: World | None = None) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(sorted(diagnostics, key=Diagnostic.sort_key))
        self.world = world
        """The world, if it was read completely: then its texts can be checked in the same run."""

    def __str__(self) -> str:
        from solenia_rules.text.render import render

        return render(self.diagnostics)
