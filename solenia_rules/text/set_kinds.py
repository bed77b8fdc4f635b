"""The texts that name kinds of sets. They have a module of their own, which is read at start-up without the
language."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LIST = "list of "
"""How the kind text of a list begins: `list of 4 lands`."""
SETS = {"cells": "cell", "pieces": "piece"}
"""Kind texts of sets that records may hold, and of their members; so are the plurals of declared kinds."""


def sets_of_kinds(declared: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """Kind texts of sets -> kind texts of their members, for kinds of words, pieces and cells with their plurals."""
    kinds = dict(declared)
    made = {plural or f"{kind}s": kind for kind, plural in kinds.items()}
    return SETS | {plural: kind for plural, kind in made.items() if plural not in kinds}
