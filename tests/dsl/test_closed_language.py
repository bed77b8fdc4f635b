"""The language is closed: its parts are pinned in one list, and growing it is a deliberate change of that list."""

from __future__ import annotations

import re
from pathlib import Path

from solenia_rules.dsl import nodes
from solenia_rules.dsl.builtins import QUERIES, VERBS

HERE = Path(__file__).parent
GRAMMAR = HERE.parents[1] / "solenia_rules" / "dsl" / "effects.lark"


def parts() -> str:
    """Node classes, grammar rules, verbs and queries, a line each."""
    classes = [
        name for name, value in vars(nodes).items() if isinstance(value, type) and value.__module__ == nodes.__name__
    ]
    rules = re.findall(r"^[?!]*([a-z_]+)\s*:", GRAMMAR.read_text("utf-8"), re.MULTILINE)
    lines = [f"node {x}" for x in classes] + [f"rule {x}" for x in rules]
    lines += [f"verb {x}" for x in VERBS] + [f"query {x}" for x in QUERIES]
    return "\n".join(lines) + "\n"


def test_the_language_is_what_the_list_says() -> None:
    assert parts() == (HERE / "language.txt").read_text("utf-8")
