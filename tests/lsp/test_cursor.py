"""Where the cursor stands in whole and in half-typed TOML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.lsp.cursor import locate


def spot(text: str) -> tuple[object, ...] | None:
    """Place, path and text of the spot at `|`."""
    offset = text.index("|")
    found = locate(text.replace("|", ""), offset)
    return None if found is None else (found.place, found.table, text.replace("|", "")[found.start : found.end])


@pytest.mark.parametrize(
    ("text", "place", "path", "word"),
    [
        ("rul|", "key", (), "rul"),
        ("|", "key", (), ""),
        ("a = 1\n|", "key", (), ""),
        ("[params]\nst|orage = 1", "key", ("params",), "storage"),
        ("[par|", "header", (), "par"),
        ("[tokens.ir|on]\nvalue = 1", "header", ("tokens",), "iron"),
        ("[tokens.iron]\nvalue = 1|2", "word", ("tokens", "iron", "value"), "12"),
        ("x = { a = 1, b| }", "key", ("x",), "b"),
        ("x = { a = 1, | }", "key", ("x",), ""),
        ("x = { a = 1, |", "key", ("x",), ""),
        ("x = { a.b = |", "word", ("x", "a", "b"), ""),
        ("x = { of = 'la|y' }", "string", ("x", "of"), "lay"),
        ("x = |\n[y]\nz = 1", "word", ("x",), ""),
        ("x = 'gain 1 |\n[y]\nz = 1", "string", ("x",), "gain 1 "),
        ("x = 'gain 1 \n[y]\nz = 'a|'", "string", ("y", "z"), "a"),
        ("x = '''\ngain |1\n'''\n", "string", ("x",), "gain 1\n"),
        ("x = '''\ngain 1\n'''\ny = 'b|'", "string", ("y",), "b"),
        ('remove = ["a.b", "c|"]', "string", ("remove", 1), "c"),
        ("x = [1, 2\n[y]\nz = 'a|'", "string", ("y", "z"), "a"),
        ("x = { a = 1\n[y]\nz = 'a|'", "string", ("y", "z"), "a"),
        ("[[s]]\na = 1\n[[s]]\nb = '|'", "string", ("s", 1, "b"), ""),
        ("a = 1\r\n[y]\r\nz = 'a|'\r\n", "string", ("y", "z"), "a"),
        ("a = '😀' # 😀\n[y]\nz = 'a|'", "string", ("y", "z"), "a"),
        ('[c]\n"{a}_|b" = 1', "key", ("c",), '"{a}_b"'),
        ("[c]\n'a|", "key", ("c",), "'a"),
        ('[c]\n"{a}" = { d = 1|2 }', "word", ("c", "{a}", "d"), "12"),
        ('[c."{a|}_b"]\nd = 1', "header", ("c",), '"{a}_b"'),
        ("[c]\nx = [1, 2\n\"{a}\" = { d = 'e|' }", "string", ("c", "{a}", "d"), "e"),
        ("[c]\nx = [1, 2\n[c.'{a}']\nd = 'e|'", "string", ("c", "{a}", "d"), "e"),
        ("nonsense nonsense\n= =\n[y]\nz = 'a|'", "string", ("y", "z"), "a"),
    ],
)
def test_the_cursor_is_found(text: str, place: str, path: tuple[object, ...], word: str) -> None:
    assert spot(text) == (place, path, word)


def test_a_comment_is_no_place_for_keys() -> None:
    found = locate("a = 1 # comment", 10)
    assert found is None or found.start < 0


@given(st.text(alphabet="a.=[]{}'\"# \n\r,1😀", max_size=40), st.integers(0, 40))
def test_any_text_has_some_answer(text: str, offset: int) -> None:
    found = locate(text, min(offset, len(text)))
    assert found is None or found.start <= max(found.start, found.end) <= len(text)
