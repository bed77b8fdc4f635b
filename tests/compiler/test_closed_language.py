"""The language is closed: its parts are pinned in one list, and growing it is a deliberate change of that list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.check.checking import check_world
from solenia_rules.checked.calls import all_acts
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import ACT_OPS, TERM_OPS, Acts, Term
from solenia_rules.dsl import nodes
from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.rules.resolver import resolve

HERE = Path(__file__).parent
GRAMMAR = HERE.parents[1] / "solenia_rules" / "dsl" / "effects.lark"
ALL = [name for name in sr.list_rulesets() if "abstract" not in resolve(name, allow_abstract=True).document]


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


def operations(checked: Checked) -> tuple[set[str], set[str]]:
    terms: set[str] = set()
    acts: set[str] = set()

    def term(x: Term) -> None:
        terms.add(x.op)
        for arg in x.args:
            term(arg)

    def block(body: Acts) -> None:
        for act in all_acts(body):
            acts.add(act.op)
            for x in act.terms:
                term(x)

    texts = [text for _section, text in checked.steps]
    texts += [*checked.verbs.values(), *checked.queries.values(), *checked.held.values()]
    texts += [rule.body for group in (*checked.rules.values(), *checked.held_rules.values()) for rule in group]
    for text in texts:
        block(text.acts)
        if text.value is not None:
            term(text.value)
    return terms, acts


@pytest.mark.parametrize("name", ALL)
def test_checked_trees_hold_only_operations_of_the_tables(name: str) -> None:
    terms, acts = operations(check_world(resolve(name).world))
    assert terms <= TERM_OPS.keys()
    assert acts <= ACT_OPS.keys()
    assert len(terms) > 15
    assert len(acts) > 5
