"""The shipped tables are those of the grammar, and the loop that runs them takes what Lark takes."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from importlib import resources
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from solenia_rules.dsl import automaton as t
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builder import MAKERS
from solenia_rules.dsl.grammar import build_tables, grammar_text, stored_tables
from solenia_rules.dsl.lexer import SEPARATOR, Lexer
from solenia_rules.dsl.parser import SyntaxProblem, parse
from solenia_rules.dsl.vocabulary import RESERVED
from tests.dsl.strategies import EVERYDAY, effects, written


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    shipped = resources.files("solenia_rules.dsl").joinpath("effects.tables.json").read_text("utf-8")
    built = build_tables(grammar_text())
    assert shipped == t.encode(built), "run: python -m solenia_rules.dsl.grammar"
    assert t.decode(shipped) == built == stored_tables(grammar_text())


def test_tables_of_another_grammar_are_not_taken_but_made_anew() -> None:
    other = grammar_text().replace('_LET: "let"', '_LET: "call"')
    assert stored_tables(other) is None
    assert build_tables(other).words["call"] == "_LET"


def test_every_rule_of_the_grammar_makes_something_and_every_maker_is_used() -> None:
    assert {rule.maker for rule in build_tables(grammar_text()).rules} - {t.PASS, t.SPLICE} == MAKERS.keys()


def test_parsing_does_not_load_lark() -> None:
    code = (
        "import sys; from solenia_rules.dsl.parser import parse; parse('a', 'value'); sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=False).returncode == 0


class Taken(Exception):
    pass


def _refuse(token: Token) -> Token:
    if token in RESERVED:
        raise Taken
    return token


@cache
def lark() -> Lark:
    """Lark's contextual lexer reads `if a ore` as `if a or e`; with words that end where they end it does not."""
    whole_words = re.sub(r'(?m)^(\w+): "([a-z]+)"$', r"\1.1: /\2\\b/", grammar_text())
    return Lark(whole_words, parser="lalr", start=["effect", "value", "rules"], lexer_callbacks={"NAME": _refuse})


@cache
def lexer() -> Lexer:
    return Lexer(build_tables(grammar_text()))


def changed(words: list[str], place: int, how: str) -> list[str]:
    """One token dropped, doubled or swapped with the next."""
    at = place % len(words)
    match how:
        case "drop":
            return words[:at] + words[at + 1 :]
        case "double":
            return [*words[:at], words[at], *words[at:]]
        case _:
            return words[:at] + words[at : at + 2][::-1] + words[at + 2 :]


def words_of(tree: n.Block) -> list[str]:
    return [";" if token.kind == SEPARATOR else token.text for token in lexer().tokens(written(tree))][:-1]


@EVERYDAY
@given(effects(), st.integers(0), st.sampled_from(["drop", "double", "swap"]))
def test_on_one_line_the_loop_takes_what_lark_takes_and_no_more(tree: n.Block, place: int, how: str) -> None:
    text = " ".join(changed(words_of(tree), place, how))
    assert _takes(text) == _lark_takes(text)


@EVERYDAY
@given(effects(), st.lists(st.sampled_from([" ", "\n", " # note\n", "\r\n\t", "\n\n;\n"]), min_size=5, max_size=9))
def test_on_several_lines_the_loop_takes_all_that_lark_takes(tree: n.Block, gaps: list[str]) -> None:
    """It takes more: Lark's lexer ends a statement at a line break where none can end, as before a `{`."""
    text = "".join(word + gaps[place % len(gaps)] for place, word in enumerate(words_of(tree)))
    assert _takes(text) or not _lark_takes(text)


def _takes(text: str) -> bool:
    try:
        parse(text, "effect")
    except SyntaxProblem:
        return False
    return True


def _lark_takes(text: str) -> bool:
    try:
        lark().parse(text, start="effect")
    except (UnexpectedInput, Taken):
        return False
    return True
