"""Parsing: mistakes explained at their place, limits held."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.grammar import build_tables, grammar_text
from solenia_rules.dsl.parser import (
    MAX_DEPTH,
    MAX_NUMBER,
    MAX_TOKENS,
    Start,
    SyntaxProblem,
    parse,
    parse_effect,
)
from solenia_rules.dsl.vocabulary import RESERVED
from solenia_rules.text.codes import CODES
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span
from tests.dsl.strategies import EVERYDAY, nodes_of, trees, written

CASES = Path(__file__).parent / "cases"
_MARK = re.compile(r"^(.*?) *#! (E\d\d\d) (.*)$")
_CARETS = re.compile(r"^( *)(\^+)(?: (.*))?$")


def problem_of(text: str, start: Start) -> Diagnostic:
    with pytest.raises(SyntaxProblem) as caught:
        parse(text, start)
    return caught.value.diagnostic


# ---- mistakes ------------------------------------------------------------------------


def cases() -> Iterator[tuple[Start, str, str]]:
    """Texts with one mistake each, between `---`: `#! CODE message` on its line, carets and the hint below."""
    starts: tuple[Start, ...] = ("effect", "value", "rules")
    for start in starts:
        for chunk in (CASES / f"syntax_{start}.txt").read_text("utf-8").removesuffix("\n").split("\n---\n"):
            yield start, chunk, chunk.split("#!")[0].strip()[:50]


@pytest.mark.parametrize(("start", "chunk"), [case[:2] for case in cases()], ids=[case[2] for case in cases()])
def test_a_mistake_is_explained_where_it_stands(start: Start, chunk: str) -> None:
    lines: list[str] = []
    expected: tuple[object, ...] = ()
    for line in chunk.split("\n"):
        if marked := _MARK.match(line):
            lines.append(marked[1])
            expected = (len(lines), marked[2], marked[3])
        elif carets := _CARETS.match(line):
            expected += (len(carets[1]) + 1, len(carets[2]), carets[3])
        else:
            lines.append(line)
    found = problem_of("\n".join(lines), start)
    length = max(1, found.span.end - found.span.start)
    assert (found.span.line, found.code, found.message, found.span.column, length, found.hint) == expected


def test_every_code_of_the_parser_has_a_case_and_every_case_a_code() -> None:
    marked = set(re.findall(r"#! (E\d\d\d) ", "".join(path.read_text("utf-8") for path in CASES.glob("syntax_*.txt"))))
    assert marked == {code for code in CODES if code.startswith("E1")}


def test_a_problem_stands_in_the_file_where_the_text_stands() -> None:
    source = Source("file", "effect = 'gain 1 +'\n")
    with pytest.raises(SyntaxProblem) as caught:
        parse("gain 1 + + 2", "effect", Span(source, 10, 18))
    assert caught.value.diagnostic.span == Span(source, 19, 20)


# ---- places ----------------------------------------------------------------------------


@EVERYDAY
@given(trees(), st.integers(0, 50))
def test_every_node_stands_inside_the_one_that_holds_it_and_names_stand_where_they_are_written(
    made: tuple[n.Tree, Start], offset: int
) -> None:
    text = written(made[0])
    source = Source("file", "~" * offset + text)
    tree = parse(text, made[1], Span(source, offset, offset + len(text)))
    for node in nodes_of(tree):
        assert offset <= node.span.start < node.span.end <= offset + len(text) or node == n.Block(())
        if isinstance(node, n.Name):
            assert node.span.text == node.text
        for inner in nodes_of(node):
            assert node.span.start <= inner.span.start <= inner.span.end <= node.span.end


@pytest.mark.parametrize(
    ("broken", "joined"),
    [
        ("gain (1\n + 2)", "gain (1 + 2)"),
        ("for x in cells\n{\nstop\n}", "for x in cells { stop }"),
        ("let x =\n\n 3", "let x = 3"),
        ("if a { b } # note\n\nelse { c }", "if a { b } else { c }"),
        ("choose x in cells\nwhere x is free\nand y", "choose x in cells where x is free and y"),
        ("gain 1 ore\r\n\r\nstop\r\n", "gain 1 ore; stop"),
        ("\n# note\n;; stop ;\n # end", "stop"),
        ("choose\n{ a }\nor\n{ b }", "choose { a } or { b }"),
    ],
)
def test_a_line_ends_a_statement_only_where_one_can_end(broken: str, joined: str) -> None:
    assert parse_effect(broken) == parse_effect(joined)


# ---- reserved words ----------------------------------------------------------------------

ONLY_NAMES: tuple[tuple[Start, str], ...] = (
    ("effect", "let {} = 3"),
    ("effect", "for {} in cells {{ }}"),
    ("effect", "phase {} {{ }}"),
    ("effect", "choose {} in cells"),
    ("effect", "choose 2 {} in cells"),
    ("effect", "gain my {}"),
    ("value", "count(a, my {})"),
    ("rules", "after {} by me {{ }}"),
    ("rules", "after dig by {} {{ }}"),
    ("rules", "before dig by me once per my {} {{ }}"),
    ("rules", "instead of {} by me {{ }}"),
    ("rules", "instead of dig by {} {{ }}"),
    ("rules", "room by {} becomes 3"),
)
AMONG_OTHERS: tuple[tuple[Start, str], ...] = (
    ("effect", "{} 1 ore"),
    ("effect", "{}"),
    ("effect", "gain {}"),
    ("effect", "gain 1 {}"),
    ("effect", "gain {}(ore)"),
    ("effect", "choose {} {{ }} or {{ }}"),
    ("effect", "choose {{ }} or {} {{ }}"),
    ("value", "{}"),
    ("value", "2 {}"),
    ("value", "a of {}"),
    ("value", "a is {}"),
    ("value", "count({} in cells)"),
    ("value", "sum(x for {} in cells)"),
    ("rules", "{} by me becomes 3"),
    ("rules", "before dig by me once per {} {{ }}"),
)


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_refused_in_every_place_of_a_name(word: str) -> None:
    for start, shape in ONLY_NAMES:
        parse(shape.format("ore"), start)
        text = shape.format(word)
        assert problem_of(text, start).span.text.startswith(word[:2]), text
    for start, shape in AMONG_OTHERS:
        parse(shape.format("ore"), start)
        try:
            tree = parse(shape.format(word), start)
        except SyntaxProblem:
            continue
        assert word not in [node.text for node in nodes_of(tree) if isinstance(node, n.Name)]


def test_a_name_that_begins_with_a_reserved_word_is_one_name() -> None:
    assert parse("iffy of orb", "value") == n.Of(n.Ref(n.Name("iffy")), n.Ref(n.Name("orb")))
    assert problem_of("if a ore { }", "effect").span.text == "ore"


def test_the_reserved_words_are_those_of_the_grammar() -> None:
    assert set(build_tables(grammar_text()).words) | {"up"} == RESERVED


# ---- limits ----------------------------------------------------------------------------------


def test_tokens_are_counted() -> None:
    listed = ", ".join("1" * ((MAX_TOKENS - 2) // 2))
    parse(f"-({listed})", "value")
    assert problem_of(f"--({listed})", "value").code == "E106"
    lines = "stop\n" * (MAX_TOKENS // 2)
    parse(lines, "effect")
    assert problem_of(lines + "stop", "effect").code == "E106"


@pytest.mark.parametrize(
    ("start", "deep", "levels"),
    [
        ("value", lambda k: "-" * (k - 1) + "1", 1),
        ("value", lambda k: " + ".join(["1"] * k), 1),
        ("value", lambda k: "not " * (k - 1) + "a", 1),
        ("value", lambda k: " of ".join("a" * k), 1),
        ("value", lambda k: "f(" * (k - 1) + "a" + ")" * (k - 1), 1),
        ("value", lambda k: "(a, " * (k - 1) + "a" + ")" * (k - 1), 1),
        ("value", lambda k: "if a then b else " * (k - 1) + "c", 1),
        ("effect", lambda k: "try { " * (k - 1) + "stop" + " }" * (k - 1), 2),
    ],
)  # fmt: skip
def test_depth_is_counted(start: Start, deep: Callable[[int], str], levels: int) -> None:
    most = MAX_DEPTH // levels
    parse(deep(most), start)
    assert problem_of(deep(most + 1), start).code == "E104"


def test_brackets_and_lines_add_no_depth() -> None:
    assert parse("(" * 200 + "1" + ")" * 200, "value") == n.Number(1)
    lines = parse("stop\n" * 400, "effect")
    assert isinstance(lines, n.Block)
    assert len(lines.statements) == 400
    chain = parse("if a { }" + " else if a { }" * 150, "effect")
    assert isinstance(chain, n.Block)
    assert isinstance(chain.statements[0], n.If)
    assert len(chain.statements[0].cases) == 151


def test_numbers_and_names_have_a_largest_size() -> None:
    assert parse(str(MAX_NUMBER), "value") == n.Number(MAX_NUMBER)
    for text in (str(MAX_NUMBER + 1), "9" * 10, "9" * 11, "9" * 400):
        assert problem_of(text, "value").code == "E105"
    assert parse("x" * 64, "value") == n.Ref(n.Name("x" * 64))
    assert problem_of("x" * 65, "value").code == "E108"


PIECES = sorted(RESERVED) + "ore gold 1 22 ( ) { } ; , + - * / < <= > >= = == != & . ' \" # \n \r\n é Ｘ \x00 _".split(
    " "
)


@EVERYDAY
@given(
    st.text(max_size=4096)
    | st.lists(st.sampled_from(PIECES), max_size=300).map(" ".join)
    | st.lists(st.sampled_from(PIECES), max_size=300).map("".join),
    st.sampled_from(["effect", "value", "rules"]),
)
@example("\ud800", "effect")
def test_whatever_is_written_is_parsed_or_refused(text: str, start: Start) -> None:
    try:
        parse(text, start)
    except SyntaxProblem as problem:
        found = problem.diagnostic
        assert found.code in CODES
        assert 0 <= found.span.start <= found.span.end <= len(text)
        assert "\n" not in found.message + (found.hint or "")


def seconds_to_parse(text: str, start: Start) -> float:
    begin = time.process_time()
    try:
        parse(text, start)
    except SyntaxProblem:
        pass
    return time.process_time() - begin


@pytest.mark.parametrize(
    "text",
    ["(", "{", "try {", "-", "not ", "if ", "choose {", "a\n", "a;", "\n#a", "\n# a long line of a comment", "\n;#a",
     ";", " ", "\n", "a of ", "up ", "up  ", "1 + ", "f(", "é", "\x00", "else ", "9", "x"],
)  # fmt: skip
def test_no_text_of_4_kib_takes_long(text: str) -> None:
    for full in (text * (4096 // len(text)), "stop" + text * (4000 // len(text)) + "\nelse", "a" + text * 1300 + "}"):
        for start in ("effect", "value", "rules"):
            assert any(seconds_to_parse(full[:4096], start) < 0.25 for _ in range(3))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("as seats {\n  if my ore > 1 {\n    gain 1 ore\n  gain 2 ore\n}", 2),
        ("as seats {\n  for c in cells {\n    if my ore > 1 { gain 1 ore }\n  }\n  gain 2 ore\n", 1),
        ("repeat 2 {\n  as seats {\n    phase turn {\n      gain 1 ore\n  }\n}", 3),
        ("repeat 2 { as seats {\n  gain 1 ore\n}", 1),
    ],
)
def test_the_brace_that_lacks_its_own_is_blamed(text: str, line: int) -> None:
    found = problem_of(text, "effect")
    assert (found.code, found.message, found.span.line) == ("E107", "`{` is never closed", line)
