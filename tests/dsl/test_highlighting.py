"""The grammar for highlighting: made from the word lists, and shipped as it is made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.highlighting import grammar, text
from solenia_rules.dsl.vocabulary import RESERVED, SPECIAL_NAMES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "editors" / "vscode"


def colours(line: str) -> dict[str, str]:
    """Word or sign -> scope, as an editor reads it: at each place the first pattern that matches, the longest way."""
    patterns = grammar()["patterns"]
    assert isinstance(patterns, list)
    made = [(str(p["name"]).removesuffix(".solenia"), re.compile(p["match"])) for p in patterns]
    found: dict[str, str] = {}
    at = 0
    while at < len(line):
        matches = (
            (match.start(), order, match, name)
            for order, (name, pattern) in enumerate(made)
            if (match := pattern.search(line, at)) is not None and match.group()
        )
        first = min(matches, default=None, key=lambda one: one[:2])
        if first is None:
            break
        _, _, match, name = first
        found.setdefault(match.group().strip(), name)
        at = match.end()
    return found


def test_the_shipped_grammar_is_the_one_that_is_made() -> None:
    assert (FOLDER / "syntaxes" / "effects.tmLanguage.json").read_text("utf-8") == text()


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_every_reserved_word_is_a_keyword(word: str) -> None:
    assert colours(f"x {word} y")[word].startswith("keyword.")
    assert colours(f"  {word} y")[word].startswith("keyword.")


@pytest.mark.parametrize("word", sorted(SPECIAL_NAMES))
def test_every_name_of_the_language_is_known(word: str) -> None:
    assert colours(f"x is {word}")[word] in ("constant.language", "variable.language")


@pytest.mark.parametrize("word", sorted(verb for verb, facts in VERBS.items() if facts.written))
def test_every_verb_is_known_where_a_statement_begins(word: str) -> None:
    assert colours(f"{word} x")[word] == "support.function.verb"
    assert colours(f"may {{ {word} x }}")[word] == "support.function.verb"


@pytest.mark.parametrize("word", sorted(QUERIES))
def test_every_query_is_known_where_it_is_called(word: str) -> None:
    assert colours(f"let x = {word}(y)")[word] == "support.function.query"


def test_a_text_as_it_is_written() -> None:
    found = colours("deliver token; gain 2 ore # more\n")
    assert found["deliver"] == "entity.name.function.verb"
    assert found["2"] == "constant.numeric"
    assert found["# more"] == "comment.line.number-sign"
    assert found["ore"] == "variable.other"


def test_an_apostrophe_ends_a_string_and_no_comment() -> None:
    assert colours("gain 1 ore # the seat's own\n")["# the seat's own"] == "comment.line.number-sign"
    assert colours("gain 1 ore # more', x")["# more"] == "comment.line.number-sign"


def test_what_a_rule_hangs_on_is_a_verb_and_a_lone_word_is_none() -> None:
    assert colours("after deliver by me { }")["deliver"] == "entity.name.function.verb"
    assert colours("'night'")["night"] == "variable.other"
