"""The tests behind a choice, kept apart so that a refusal can name the one that failed."""

from __future__ import annotations

from attrs import frozen

from solenia_rules.compiler.core import Ex
from solenia_rules.text.places import Span


@frozen
class Why:
    """`tests`: functions of (candidate, captured values...), the first one asks whether it is in the set at all."""

    tests: tuple[tuple[int, Span], ...]
    captured: tuple[Ex, ...]
    """Locals of the asking function (kept in its frame) or constants."""
