"""A problem found in a ruleset: code, message, place, hint."""

from __future__ import annotations

from solenia_rules.text.frozen import field, sealed
from solenia_rules.text.places import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


@sealed
class Diagnostic:
    """One problem. The code's row stands in `codes.py`, its page in `docs/diagnostics/`."""

    code: str
    message: str
    span: Span
    hint: str | None = None
    severity: Literal["error", "warning"] = "error"
    also: tuple[tuple[Span, str], ...] = field(default=())

    @property
    def told(self) -> str:
        """The message, with the record that it is about if a pattern makes the record."""
        made = self.span.source.made
        return f"{self.message}, in `{made}` of this pattern" if made else self.message

    def sort_key(self) -> tuple[str, int, int, str]:
        return (self.span.source.name, self.span.start, self.span.end, self.code)
