"""What the texts of a generated ruleset use: verbs, queries and forms of the grammar, found in their syntax trees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

import attrs

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.parser import Start, parse

TEXT = re.compile(r"(\w+) = '''(.*?)'''", re.DOTALL)
STARTS: dict[str, Start] = {
    "effect": "effect", "spell": "effect", "rent": "effect", "rules": "rules", "power": "rules", "value": "value",
    "works": "value", "apt": "value", "asks": "value",
}  # fmt: skip
"""Key of a text -> how it is read."""
STOP_PHASE = "stop PHASE"
FORMS = {form.__name__ for union in (n.Expr, n.Statement, n.LastingRule) for form in get_args(union)} | {STOP_PHASE}
"""The forms of the grammar, by the classes of the syntax tree, and those of a verb that are read in two ways."""


def used_by(text: str) -> set[str]:
    """The names of verbs and queries and the forms in all texts of a ruleset."""
    found: set[str] = set()
    for key, inner in TEXT.findall(text):
        for node in _nodes(parse(inner, STARTS[key])):
            found.add(type(node).__name__)
            match node:
                case n.Do():
                    found.add(node.verb.text)
                    found |= {STOP_PHASE} if node.verb.text == "stop" and node.object is not None else set()
                case n.Call():
                    found.add(node.name.text)
                case n.Trigger() | n.Replacement():
                    found.add(node.verb.text)
    return found


def _nodes(node: object) -> Iterator[object]:
    """A node and all nodes inside it."""
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif (kind := type(node)) is not str and attrs.has(kind):
        yield node
        for field in attrs.fields(kind):
            if field.name != "span":
                yield from _nodes(getattr(node, field.name))
