"""The checked texts of a ruleset: the output of the checker and the input of every later pass."""

from __future__ import annotations

from solenia_rules.checked.acts import CheckedRule, CheckedText
from solenia_rules.checked.names import Names
from solenia_rules.dsl import nodes as n
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, field
from solenia_rules.text.places import Span


@define(eq=False)
class Checked:
    """The checked texts of a ruleset. Held texts are keyed by (record, field)."""

    names: Names
    steps: list[tuple[str, CheckedText]] = field(factory=list)
    verbs: dict[str, CheckedText] = field(factory=dict)
    queries: dict[str, CheckedText] = field(factory=dict)
    zone_queries: dict[str, n.Expr] = field(factory=dict)
    held: dict[tuple[str, str], CheckedText] = field(factory=dict)
    held_rules: dict[str, list[CheckedRule]] = field(factory=dict)
    """Record id -> its lasting rules, in order of the text."""
    held_by_field: dict[tuple[str, str], list[CheckedRule]] = field(factory=dict)
    rules: dict[str, list[CheckedRule]] = field(factory=dict)
    active_while: dict[str, CheckedText] = field(factory=dict)
    """Piece kind, cell kind or `rules.ID` -> when its lasting rules hold."""
    limits: dict[str, CheckedText] = field(factory=dict)
    estimate: CheckedText | None = None
    open_texts: dict[Span, str] = field(factory=dict)
    """Text -> the record or entry of `[rules]` that has it, for texts that run only while every seat sees their
    holder. The log names the holder as the cause of an event."""
    steps_between: int = 0
    """The most steps between two decisions, or from a decision to the end of a text."""
    diagnostics: list[Diagnostic] = field(factory=list)
    analyses: dict[type[object], object] = field(factory=dict, repr=False)
    """Analyses of the complete texts that several passes use, by their class: `Summaries.shared`, `Failing.shared`."""
