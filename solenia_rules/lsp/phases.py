"""The phases of a ruleset: names that no table declares, only texts."""

from __future__ import annotations

import re

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.rules.amounts import effect_texts

_PHASE = re.compile(r"\bphase\s+([a-z][a-z0-9_]*)")


def phases_of(checker: Checker) -> list[str]:
    """Every phase that some text has, in order."""
    found = (name for text in effect_texts(checker.world) for name in _PHASE.findall(text.text))
    return list(dict.fromkeys(found))
