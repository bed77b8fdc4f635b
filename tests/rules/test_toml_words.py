"""A file that is no TOML: the likeliest slip is told at its place, with what to write."""

from __future__ import annotations

import pytest

from solenia_rules.rules.problems import Problems
from solenia_rules.rules.reader import read
from solenia_rules.text.places import Source

HEAD = 'ruleset = "x"\n'
TAIL = "[words.en]\ny = 'z'\n"


@pytest.mark.parametrize(
    ("lines", "message", "shown", "hint"),
    [
        ("a = 'after x", "`'` is never closed", "'", "where the text ends"),
        ("a = { b = 'x', c = 'y }", "`'` is never closed", "'", "where the text ends"),
        ("a = '''\nx\n", "`'''` is never closed", "'''", "write ''' where the text ends"),
        ('a = "x', '`"` is never closed', '"', "where the text ends"),
        ("a = ‘x’", "`‘` is not a quote in TOML", "‘", "straight"),
        ("a = “x”", "`“` is not a quote in TOML", "“", "straight"),
        ("a = after x by me { gain 1 y }", "invalid value", "after x by me { gain 1 y", "quotes"),
        ("a = 'it's'", "expected newline or end of document after a statement", "s", "ends the text"),
        ("a = # why 'not'", "invalid value", "#", None),
    ],
)
def test_slips_in_toml_are_told_in_the_authors_words(lines: str, message: str, shown: str, hint: str | None) -> None:
    problems = Problems()
    assert read(Source("x.toml", HEAD + lines + "\n" + TAIL), problems) is None
    (found,) = problems.all()
    assert (found.code, found.message, found.span.text) == ("E005", message, shown)
    assert hint is None if found.hint is None else hint is not None and hint in found.hint


def test_what_is_right_has_nothing_to_say() -> None:
    problems = Problems()
    text = HEAD + "a = '''it's # 'so'\n'''\nb = \"don't\" # nor 'this\n" + TAIL
    assert read(Source("x.toml", text), problems) is not None
    assert not problems


@pytest.mark.parametrize(
    ("lines", "shown", "line", "hint"),
    [
        ("[ores]\n\"{a}_ore\" = 1\n\"{a}_ore\" = '''\nx\n'''", '"{a}_ore"', 3, "another name of the variable"),
        ("[a]\nx = 1\n[a]\ny = 1", "a", 2, "under one of them"),
        ("a = { b = 1, b = 2 }", "b", None, "leave one of them out"),
        ("a = [\n{ b = 1, b = 2 }\n]", "b", None, "leave one of them out"),
    ],
)
def test_both_places_of_a_repeated_key_are_shown(lines: str, shown: str, line: int | None, hint: str) -> None:
    problems = Problems()
    assert read(Source("x.toml", HEAD + lines + "\n" + TAIL), problems) is None
    (found,) = problems.all()
    assert found.span.text == shown
    assert [span.line for span, _why in found.also] == ([] if line is None else [line])
    assert hint in (found.hint or "")
