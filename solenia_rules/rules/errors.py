"""The error that loading a ruleset raises."""

from __future__ import annotations

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.errors import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.rules.readable import Readable
    from solenia_rules.rules.records import World


class RulesetError(Error):
    """A ruleset that cannot be used, with all its problems sorted by place."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], readable: Readable | None = None) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(sorted(diagnostics, key=Diagnostic.sort_key))
        self.readable = readable
        """What could be read, if it is enough to check texts in the same run."""

    @property
    def world(self) -> World | None:
        """The world, if no problem changed what its texts could depend on."""
        return self.readable.world if self.readable is not None and self.readable.whole else None

    def __str__(self) -> str:
        from solenia_rules.text.render import render

        return render(self.diagnostics)
