"""Diagnostics as people and programs read them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import NOWHERE, Source, Span
from solenia_rules.text.printable import is_plain, printable, quoted, width
from solenia_rules.text.render import SHOWN, Format, render


def at(text: str, word: str, name: str = "rulesets/market.toml") -> Span:
    start = text.index(word)
    return Span(Source(name, text), start, start + len(word))


def test_a_problem_shows_what_where_and_what_to_do() -> None:
    text = "\n" * 40 + "  gain 2 orre\n"
    problem = Diagnostic("E104", "expected a resource, found `orre`", at(text, "orre"), "did you mean `ore`?")
    assert render([problem]).split("\n") == [
        "error[E104]: expected a resource, found `orre`",
        "  --> rulesets/market.toml:41:10",
        "   |",
        "41 |   gain 2 orre",
        "   |          ^^^^",
        "   = hint: did you mean `ore`?",
    ]


def test_a_second_place_is_shown_with_its_label() -> None:
    text = "ore = 1\ntin = 2\n"
    problem = Diagnostic("E016", "twice", at(text, "tin"), also=((at(text, "ore"), "first here"),))
    assert render([problem]).split("\n")[5:] == [
        " ::: rulesets/market.toml:1:1",
        "  |",
        "1 | ore = 1",
        "  | --- first here",
    ]


def test_a_file_that_was_not_read_is_named_without_a_line() -> None:
    problem = Diagnostic("E001", "there is no such file", Span(Source("x.toml", ""), 0, 0))
    assert render([problem]) == "error[E001]: there is no such file\n --> x.toml"
    assert render([Diagnostic("E001", "nothing", NOWHERE)]) == "error[E001]: nothing"


@pytest.mark.parametrize(
    ("line", "word", "shown", "marks"),
    [
        ("\tgain\tore", "ore", "    gain    ore", "            ^^^"),
        ("é😀 ore", "ore", "é😀 ore", "    ^^^"),
        ("日本 ore", "日本", "日本 ore", "^^^^"),
        ("a\x1b[31m ore", "ore", "a\\x1b[31m ore", "          ^^^"),
        ("a\u202e ore", "ore", "a\\u202e ore", "        ^^^"),
        ("e\u0301 ore", "ore", "e\u0301 ore", "  ^^^"),
        ("ore\r", "ore", "ore", "^^^"),
    ],
)
def test_marks_stand_under_the_place(line: str, word: str, shown: str, marks: str) -> None:
    lines = render([Diagnostic("E001", "x", at(line, word))]).split("\n")
    assert lines[3:] == [f"1 | {shown}", f"  | {marks}"]


def test_a_long_line_is_cut_around_the_place() -> None:
    text = "x" * 5000 + " ore " + "y" * 5000
    lines = render([Diagnostic("E001", "x", at(text, "ore"))]).split("\n")
    assert all(len(line) < 200 for line in lines)
    assert lines[3][lines[4].index("^") :].startswith("ore ")


def test_a_place_over_several_lines_is_marked_on_its_first() -> None:
    text = "a = '''one\ntwo'''"
    lines = render([Diagnostic("E001", "x", at(text, "one\ntwo"))]).split("\n")
    assert lines[3:] == ["1 | a = '''one", "  |        ^^^"]


def test_only_so_many_are_shown() -> None:
    text = "ore\n" * (SHOWN + 12)
    problems = [Diagnostic("E001", "x", Span(Source("a", text), i * 4, i * 4 + 3)) for i in range(SHOWN + 12)]
    assert render(problems).endswith("\n\n... and 12 more")
    assert render(problems[:SHOWN]).count("error[") == SHOWN
    assert json.loads(render(problems, "json"))["left_out"] == 12
    assert render(problems, "github").endswith("::notice::... and 12 more")


def test_json_holds_everything() -> None:
    text = "ore = 1\ntin = 2\n"
    problem = Diagnostic("E016", "twice", at(text, "tin"), "rename", also=((at(text, "ore"), "first"),))
    (row,) = json.loads(render([problem], "json"))["diagnostics"]
    assert (row["code"], row["severity"], row["hint"]) == ("E016", "error", "rename")
    assert (row["file"], row["line"], row["column"], row["end_line"], row["end_column"]) == (
        "rulesets/market.toml", 2, 1, 2, 4,
    )  # fmt: skip
    assert row["also"][0]["label"] == "first"


def test_annotations_escape_what_github_reads() -> None:
    problem = Diagnostic("E001", "100%\nore", at("ore", "ore", "a:b,c%.toml"), severity="warning")
    assert render([problem], "github") == (
        "::warning file=a%3Ab%2Cc%25.toml,line=1,col=1,endLine=1,endColumn=4,title=E001::100%25\\x0aore"
    )


FORMATS: tuple[Format, ...] = ("human", "json", "github")


@given(st.text(st.characters(), max_size=60), st.integers(0, 60), st.integers(0, 60), st.sampled_from(FORMATS))
def test_any_text_can_be_rendered_and_printed(text: str, start: int, end: int, form: Format) -> None:
    start, end = sorted((min(start, len(text)), min(end, len(text))))
    span = Span(Source(text, text), start, end)
    shown = render([Diagnostic("E001", text, span, text or None, also=((span, text),))], form)
    shown.encode("utf-8")
    assert all(is_plain(character) for character in shown if character != "\n")


def test_quoted_words_are_short_and_printable() -> None:
    assert quoted("ore") == "`ore`"
    assert quoted("a\nb") == "`a\\x0ab`"
    assert len(quoted("x" * 5000)) < 70
    assert printable("\ud800") == "\\ud800"
    assert width("日") == 2


def test_errors_are_shown_before_any_number_of_warnings_hides_them() -> None:
    text = "w" * 2 * SHOWN + "e"
    source = Source("many.toml", text)
    many = [Diagnostic("W201", "doubtful", Span(source, i, i + 1), severity="warning") for i in range(2 * SHOWN)]
    said = render([*many, Diagnostic("E201", "wrong", at(text, "e", "many.toml"))])
    assert said.count("warning[W201]") == SHOWN - 1
    assert said.count("error[E201]") == 1


def test_an_endless_name_of_a_file_is_cut_at_its_beginning() -> None:
    shown = render([Diagnostic("E014", "no such ruleset", Span(Source("x" * 100_000 + "/market.toml", ""), 0, 0))])
    assert len(shown) < 500
    assert shown.endswith("x/market.toml")
