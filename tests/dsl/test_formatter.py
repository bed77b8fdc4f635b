"""The canonical spelling: nothing is lost, nothing moves twice, files are touched only where texts stand."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.formatter import format_text
from solenia_rules.dsl.lexer import comments
from solenia_rules.dsl.parser import Start, SyntaxProblem, parse
from solenia_rules.rules.errors import RulesetError
from solenia_rules.rules.rewriter import FormatProblem, format_ruleset_text
from tests.dsl.strategies import EVERYDAY, THOROUGH, trees, with_comments, written
from tests.sampling import sampled

RULESETS = sorted((Path(__file__).parents[2] / "rulesets").rglob("*.toml"))


def spoken(text: str) -> list[str]:
    return [comment.text for comment in comments(text)]


@EVERYDAY
@given(trees())
def test_formatting_loses_nothing(made: tuple[n.Tree, Start]) -> None:
    tree, start = made
    assert parse(written(tree), start) == tree


@EVERYDAY
@given(trees())
def test_a_text_of_one_line_stays_one_line_and_one_of_several_stays_several(made: tuple[n.Tree, Start]) -> None:
    tree, start = made
    for text in (written(tree), written(tree) + "\n"):
        formatted = format_text(text, start)
        assert ("\n" in formatted) == ("\n" in text)
        assert parse(formatted, start) == tree
        assert format_text(formatted, start) == formatted


@EVERYDAY
@given(trees(), st.lists(st.integers(0, 10_000), max_size=6))
def test_comments_stay_in_their_order_and_formatting_again_changes_nothing(
    made: tuple[n.Tree, Start], places: list[int]
) -> None:
    tree, start = made
    text = with_comments(written(tree) + "\n", start, places)
    formatted = format_text(text, start)
    assert spoken(formatted) == spoken(text)
    assert parse(formatted, start) == tree
    assert format_text(formatted, start) == formatted


@EVERYDAY
@given(trees(), st.lists(st.integers(0, 10_000), max_size=4))
def test_line_ends_of_two_signs_make_no_difference(made: tuple[n.Tree, Start], places: list[int]) -> None:
    tree, start = made
    text = with_comments(written(tree) + "\n", start, places)
    assert format_text(text.replace("\n", "\r\n"), start) == format_text(text, start)


@EVERYDAY
@given(trees())
def test_no_bracket_can_be_left_out(made: tuple[n.Tree, Start]) -> None:
    """Dropping any pair of brackets that only groups gives another tree or none."""
    tree, start = made
    text = written(tree)
    for opening, closing in _grouping_pairs(text):
        without = text[:opening] + " " + text[opening + 1 : closing] + " " + text[closing + 1 :]
        try:
            other = parse(without, start)
        except SyntaxProblem:
            continue
        assert other != tree, without


def _grouping_pairs(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")":
            found.append((opened.pop(), place))
    return found


@pytest.mark.thorough
@THOROUGH
@given(trees(), st.lists(st.integers(0, 10_000), max_size=8))
def test_all_of_it_holds_for_thousands_of_trees(made: tuple[n.Tree, Start], places: list[int]) -> None:
    tree, start = made
    text = with_comments(written(tree) + "\n", start, places)
    formatted = format_text(text, start)
    assert parse(written(tree), start) == parse(formatted, start) == tree
    assert spoken(formatted) == spoken(text)
    assert format_text(formatted, start) == formatted


@pytest.mark.parametrize(
    ("start", "before", "after"),
    [
        ("effect", "gain   1 ore;gain 2 gold ;", "gain 1 ore; gain 2 gold"),
        ("effect", "if a{stop}else{ }", "if a { stop } else { }"),
        ("effect", "gain ((1)) of (ores)", "gain 1 of ores"),
        ("effect", "choose up   to (3) x in cells", "choose up to 3 x in cells"),
        ("value", "( a or b ) and not(c)", "(a or b) and not c"),
        ("value", "a-(b-c)-(d*e)", "a - (b - c) - d * e"),
        ("value", "(x of y) of z of (w)", "(x of y) of z of w"),
        ("value", "1 + # why\n 2\n", "# why\n1 + 2\n"),
        ("rules", "after dig by me once per turn where a{stop}", "after dig by me once per turn where a { stop }"),
        ("effect", "gain 1 ore # note", "gain 1 ore  # note"),
        ("effect", "gain 1 ore\n\n\n\ngain 2 ore\n", "gain 1 ore\n\ngain 2 ore\n"),
        ("effect", "a; b # last of the line\nc\n", "a\nb  # last of the line\nc\n"),
        ("effect", "choose # note\n{ a } or { b }\n", "# note\nchoose { a } or { b }\n"),
        ("effect", "if a # one\n{ # two\n b # three\n# four\n} # five\nelse { c }\n", None),
    ],
)  # fmt: skip
def test_spelling(start: Start, before: str, after: str | None) -> None:
    if after is None:
        after = "# one\nif a {\n  # two\n  b  # three\n  # four\n} else {\n  # five\n  c\n}\n"
    assert format_text(before, start) == after


def test_a_long_line_is_broken_where_a_line_carries_on() -> None:
    text = f"for x in cells where {' and '.join(f'x is not cell_{i}' for i in range(9))} {{ move x to y; stop }}\n"
    formatted = format_text(text, "effect")
    assert max(map(len, formatted.split("\n"))) <= 100
    assert parse(formatted, "effect") == parse(text, "effect")


# ---- whole files ------------------------------------------------------------------------

SAMPLE = """\
estimate = 'my  ore'   # a comment  of  the file
[pieces]
token = { plural = "tokens", fields = { cost = "value", text = "effect?", lasting = {kind="rules"}, name = "name" } }
[tokens]
one = { cost = '1+2', text = 'gain   1 ore;', lasting = 'room by me becomes it+1', name = 'a  b', other = 'x  y' }
[tokens.two]
text = '''
gain 1 ore;gain 2 ore   # why
'''
[words.en]
effect = 'left  alone'
[verbs.dig]
effect = "left  alone"
"""
FORMATTED = """\
estimate = 'my ore'   # a comment  of  the file
[pieces]
token = { plural = "tokens", fields = { cost = "value", text = "effect?", lasting = {kind="rules"}, name = "name" } }
[tokens]
one = { cost = '1 + 2', text = 'gain 1 ore', lasting = 'room by me becomes it + 1', name = 'a  b', other = 'x  y' }
[tokens.two]
text = '''
gain 1 ore
gain 2 ore  # why
'''
[words.en]
effect = 'left  alone'
[verbs.dig]
effect = "left  alone"
"""


def test_only_texts_change_and_only_those_that_are_known_to_be_texts() -> None:
    assert format_ruleset_text(SAMPLE, "sample.toml") == FORMATTED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'''gain 1 ore'''", "'gain 1 ore'"),
        ("'''\ngain 1 ore'''", "'gain 1 ore'"),
        ("'''\ngain 1 ore\n'''", "'gain 1 ore'"),
        ("'''\ngain  1 ore  \n\n   '''", "'gain 1 ore'"),
        ("'''\ngain 1 ore; gain 2 ore\n'''", "'''\ngain 1 ore\ngain 2 ore\n'''"),
        ("'''gain 1 ore\n  gain 2 ore'''", "'''\ngain 1 ore\ngain 2 ore\n'''"),
        ("'''\ngain 1 ore  # why'''", "'''\ngain 1 ore  # why\n'''"),
        ("'''\ngain 1 ore  # don't\n'''", "'''\ngain 1 ore  # don't\n'''"),
        ("'gain 1 ore; gain 2 ore'", "'gain 1 ore; gain 2 ore'"),
    ],
)
def test_one_line_stands_in_single_quotes_and_several_between_lines_of_their_own(before: str, after: str) -> None:
    for ends in ("\n", "\r\n"):
        head, tail = f"[verbs]{ends}dig = {{ effect = ", f', source = "ours" }}{ends}'
        wanted = head + after.replace("\n", ends) + tail
        assert format_ruleset_text(head + before.replace("\n", ends) + tail, "sample.toml") == wanted
        assert format_ruleset_text(wanted, "sample.toml") == wanted


def test_a_file_with_line_ends_of_two_signs_keeps_them() -> None:
    assert format_ruleset_text(SAMPLE.replace("\n", "\r\n"), "sample.toml") == FORMATTED.replace("\n", "\r\n")


def test_fields_are_known_from_the_base_too(tmp_path: Path) -> None:
    (tmp_path / "lower.toml").write_text(
        'ruleset = "lower"\n[pieces]\ntoken = { plural = "tokens", fields = { text = "effect" } }\n'
    )
    upper = "extends = \"lower\"\n[tokens]\none = { text = 'gain   1 ore' }\n"
    (tmp_path / "upper.toml").write_text(upper)
    assert "'gain 1 ore'" in format_ruleset_text(upper, str(tmp_path / "upper.toml"))
    assert format_ruleset_text(upper, str(tmp_path / "elsewhere" / "upper.toml")) == upper


def test_a_text_with_a_mistake_is_left_alone_and_reported_at_its_place() -> None:
    text = "estimate = 'my  ore'\n[verbs]\ndig = { effect = 'gain  1 +' }\nwin = { effect = 'stop ;' }\n".replace(
        "\n", "\r\n"
    )
    with pytest.raises(FormatProblem) as caught:
        format_ruleset_text(text, "sample.toml")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span.line, diagnostic.span.column) == ("E102", 3, 28)
    assert caught.value.text == text.replace("my  ore", "my ore").replace("stop ;", "stop")


@pytest.mark.parametrize("text", ["[", "a = '", "a = 1\x00", "\ufeffa = 1", "x" * 70 + " = [" * 40])
def test_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(RulesetError):
        format_ruleset_text(text, "sample.toml")


@pytest.mark.parametrize("path", sampled(RULESETS, 12, ids=lambda path: path.stem))
def test_formatting_our_rulesets_leaves_their_trees_as_they_are(path: Path) -> None:
    before = path.read_bytes().decode()
    after = format_ruleset_text(before, str(path))
    assert format_ruleset_text(after, str(path)) == after
    assert spoken(after) == spoken(before)
    assert _shape(tomllib.loads(after)) == _shape(tomllib.loads(before))


def _shape(value: object) -> object:
    """A document with the blanks of its texts left out."""
    match value:
        case dict():
            return {key: _shape(item) for key, item in value.items()}
        case list():
            return [_shape(item) for item in value]
        case str():
            return "".join(value.replace(";", " ").split())
        case _:
            return value


@pytest.mark.parametrize("levels", [10, 30])
def test_a_text_near_the_limit_is_formatted_once_and_for_all(levels: int) -> None:
    """On several lines it would be too long; the brackets that nobody needs go at once, and not the second time."""
    calls = "; ".join(["gain ((1) point)"] * (1900 // 18 - levels))
    effect = f"{'repeat 2 { ' * levels}{calls}{' }' * levels}".replace("((1) point)", "(1 point)")
    text = f"[play.turns]\nsource = 'ours'\neffect = '''\n{effect}\n'''\n"
    once = format_ruleset_text(text, "made.toml")
    assert "(1 point)" not in once
    assert format_ruleset_text(once, "made.toml") == once
