"""The scanner knows the same keys as `tomllib`, and the text at each place is the value."""

from __future__ import annotations

import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.rules import caps
from solenia_rules.rules.toml_spans import Capped, KeyPath, Mark, NotToml, scan

BARE = st.text("abcxyz019_-", min_size=1, max_size=4)
QUOTED = st.text("ab .=[]#'é", max_size=4)
SPACE = st.sampled_from(["", " ", "\t", "  "])
NEWLINE = st.sampled_from(["\n", "\r\n", " # a = [1\n", "\n\n", "#'''\r\n"])


@st.composite
def keys(draw: st.DrawFn) -> str:
    return draw(st.one_of(BARE, QUOTED.map(lambda text: f'"{text}"'), BARE.map(lambda text: f"'{text}'")))


@st.composite
def strings(draw: st.DrawFn) -> str:
    body = draw(st.text("ab'\"#=[]{}, é\U0001f600\n", max_size=12))
    line = body.replace("\n", " ")
    match draw(st.integers(0, 4)):
        case 0:
            return "'" + line.replace("'", "") + "'"
        case 1:
            return '"' + line.replace('"', '\\"') + draw(st.sampled_from(["", "\\n", "\\\\", "\\u0041"])) + '"'
        case 2:
            long = body.replace("'", "").replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
            return (
                "'''"
                + draw(st.sampled_from(["", "\n", "\r\n"]))
                + long
                + draw(st.sampled_from(["", "'", "''"]))
                + "'''"
            )
        case 3:
            end = draw(st.sampled_from(["", '"', '""', "\\\\", '\\"', "\\\n  "]))
            return '"""' + draw(st.sampled_from(["", "\n", "\r\n"])) + body.replace('"', "") + end + '"""'
        case _:
            return "''" if draw(st.booleans()) else '""'


SCALARS = st.one_of(
    st.integers(-(10**12), 10**12).map(str),
    st.sampled_from(["true", "false", "0xff", "1_000", "1.5", "-inf", "1e3", "1979-05-27", "1979-05-27 07:32:00Z"]),
    st.sampled_from(["07:32:00", "1979-05-27T07:32:00.5"]),
    strings(),
)


def values(depth: int = 2) -> st.SearchStrategy[str]:
    return st.one_of(SCALARS, arrays(depth - 1), inline_tables(depth - 1)) if depth else SCALARS


@st.composite
def arrays(draw: st.DrawFn, depth: int) -> str:
    items = draw(st.lists(values(depth), max_size=3))
    blank = draw(st.sampled_from(["", " ", "\n", "\r\n  ", " # x ]\n"]))
    tail = draw(st.sampled_from(["", ","])) if items else ""
    return "[" + blank + f"{blank},{blank}".join(items) + tail + blank + "]"


@st.composite
def inline_tables(draw: st.DrawFn, depth: int) -> str:
    names = draw(st.lists(keys(), max_size=3, unique=True))
    pairs = (f"{draw(SPACE)}{name}{draw(SPACE)}={draw(SPACE)}{draw(values(depth))}{draw(SPACE)}" for name in names)
    return "{" + ",".join(pairs) + "}"


@st.composite
def documents(draw: st.DrawFn) -> str:
    lines = []
    for _ in range(draw(st.integers(0, 8))):
        key = (
            draw(SPACE)
            + f"{draw(SPACE)}.{draw(SPACE)}".join(draw(st.lists(keys(), min_size=1, max_size=3)))
            + draw(SPACE)
        )
        match draw(st.integers(0, 4)):
            case 0:
                lines.append(f"[{key}]")
            case 1:
                lines.append(f"[[{key}]]")
            case _:
                lines.append(f"{key}={draw(SPACE)}{draw(values())}")
        lines.append(draw(SPACE) + draw(NEWLINE))
    return "".join(lines)


def paths(value: object, path: KeyPath = ()) -> dict[KeyPath, object]:
    found: dict[KeyPath, object] = {path: value} if path else {}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found |= paths(item, (*path, key))
    return found


def check(text: str, document: dict[str, object], marks: dict[KeyPath, Mark]) -> None:
    expected = paths(document)
    assert set(marks) == set(expected)
    for path, value in expected.items():
        mark = marks[path]
        if mark.key_end and isinstance(path[-1], str):
            assert text[mark.key_start : mark.key_end].strip("'\"") == path[-1].strip("'\"")
        if not isinstance(value, dict | list):
            assert tomllib.loads(f"x = {text[mark.start : mark.end]}") == {"x": value}
        if isinstance(value, str):
            inner = text[mark.inner_start : mark.inner_end]
            assert mark.literal == (text[mark.start] == "'")
            if mark.literal:
                assert inner.replace("\r\n", "\n") == value


@given(documents())
def test_the_scanner_finds_what_the_parser_finds(text: str) -> None:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        document = None
    try:
        marks = scan(text)
    except (NotToml, Capped):
        assert document is None
        return
    if document is not None:
        check(text, document, marks)


PLAIN = st.recursive(
    st.one_of(st.integers(-(10**9), 10**9), st.booleans(), st.text(max_size=10)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(BARE, inner, max_size=4)),
    max_leaves=20,
)


@given(st.dictionaries(BARE, PLAIN, max_size=5), st.booleans())
def test_written_documents_are_found_whole(document: dict[str, object], crlf: bool) -> None:
    text = tomli_w.dumps(document, multiline_strings=True)
    text = text.replace("\n", "\r\n") if crlf and "\r" not in text else text
    check(text, tomllib.loads(text), scan(text))


@given(st.text("a1.=[]{},'\"# \n\\\r", max_size=40))
def test_any_text_is_scanned_or_refused(text: str) -> None:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        document = None
    try:
        marks = scan(text)
    except NotToml:
        assert document is None
    except Capped:
        pass
    else:
        assert document is None or set(marks) == set(paths(document))


def test_places_are_right_with_windows_line_ends() -> None:
    text = "a = 1\r\n[b]\r\nc = '''\r\nore\r\ntin'''\r\n"
    mark = scan(text)["b", "c"]
    assert text[mark.inner_start : mark.inner_end] == "ore\r\ntin"
    assert text[mark.key_start : mark.key_end] == "c"


@pytest.mark.parametrize(
    ("fits", "too_much"),
    [
        (".".join("abcdefgh") + " = 1", ".".join("abcdefghi") + " = 1"),
        ("a = " + "[" * 16 + "]" * 16, "a = " + "[" * 17 + "]" * 17),
        ("a = " + "9" * caps.TOKEN_CHARACTERS, "a = " + "9" * (caps.TOKEN_CHARACTERS + 1)),
        ("a = [" + "1," * (caps.VALUES - 1) + "]", "a = [" + "1," * caps.VALUES + "]"),
        ("[a.b.c]\n" * (caps.VALUES // 3), "[a.b.c]\n" * (caps.VALUES // 3 + 1)),
    ],
)
def test_caps_hold_exactly(fits: str, too_much: str) -> None:
    scan(fits)
    with pytest.raises(Capped):
        scan(too_much)
