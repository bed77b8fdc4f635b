"""What loading a ruleset raises."""

from __future__ import annotations

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.errors import Error
from solenia_rules.text.render import render


class RulesetError(Error):
    """A ruleset that cannot be used, with all its problems sorted by place."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = tuple(sorted(diagnostics, key=Diagnostic.sort_key))

    def __str__(self) -> str:
        return render(self.diagnostics)
