"""Distinguishes a ruleset's own texts from inherited ones: findings are about its own texts."""

from __future__ import annotations

from attrs import frozen

from solenia_rules.rules.resolver import Resolved
from solenia_rules.text.places import Span


@frozen
class Own:
    """The names of the files that belong to the ruleset itself."""

    files: frozenset[str]

    @classmethod
    def of(cls, resolved: Resolved) -> Own:
        return cls(frozenset(source.name for source in resolved.own))

    def holds(self, span: Span) -> bool:
        return span.source.name in self.files
