"""Every example of the manual is loaded and played; its tables are those of the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.dsl import manual
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.dsl.vocabulary import RESERVED
from tests.docs.page import DOCS, Example, around, examples, load, play
from tests.sampling import sampled

PAGE = "language.md"
ALL = examples(PAGE)
WHOLE = [e for e in ALL if e.whole]
FRAGMENTS = [e for e in ALL if not e.whole and e.sort in ("toml", "effect", "value", "rules", "held")]
ERRORS = [e for e in ALL if e.sort == "error"]
_MARK = re.compile(r" *#! (E\d\d\d) (.*)$")


@pytest.mark.parametrize("example", WHOLE, ids=lambda e: e.name)
def test_a_whole_ruleset_is_played_to_the_end(example: Example, tmp_path: Path) -> None:
    rules = load(example.text, PAGE, tmp_path)
    assert all(0 < p.decisions < 5000 for p in play(rules, 20))


@pytest.mark.parametrize("example", sampled(FRAGMENTS, 32, ids=lambda e: e.name))
def test_a_fragment_is_played_in_the_world_of_the_page(example: Example, tmp_path: Path) -> None:
    rules = load(around(example), PAGE, tmp_path, refined=False)
    # Fragments say nothing of the number of seats: a program for one of them is enough.
    assert all(p.decisions < 5000 for p in play(rules, 5, rules.seats[:1]))
    if example.offers is not None:
        decision = sr.new_game(rules, seats=2, seed=0).decision
        assert decision is not None
        assert [option.id for option in decision.options] == example.offers


@pytest.mark.parametrize("example", ERRORS, ids=lambda e: e.name)
def test_an_error_is_what_the_page_says(example: Example, tmp_path: Path) -> None:
    mark = _MARK.search(example.text)
    assert mark is not None, "an example of an error is marked"
    with pytest.raises(sr.RulesetError) as caught:
        load(around(example), PAGE, tmp_path)
    errors = [(d.code, d.message) for d in caught.value.diagnostics if d.severity == "error"]
    assert errors == [(mark[1], mark[2])]


def test_the_tables_are_those_of_the_engine() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    assert manual.fill(page) == page, "run: python -m solenia_rules.dsl.manual docs/language.md"


def test_every_table_of_the_engine_is_on_the_page() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    for name, made in manual.TABLES.items():
        assert f"<!-- made: {name} -->\n{made()}\n<!-- end -->" in page, name


def test_an_empty_table_is_filled_and_the_next_one_kept() -> None:
    page = "<!-- made: fields -->\n<!-- end -->\ntext\n<!-- made: names -->\n<!-- end -->\n"
    filled = manual.fill(page)
    assert manual.fields() in filled
    assert manual.names() in filled
    assert "\ntext\n" in filled


def test_a_table_that_lags_behind_is_noticed() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    assert manual.fill(page.replace("| `gain` |", "| `grab` |")) == page


def test_pages_that_list_the_words_of_the_language_list_all_of_them() -> None:
    """The reserved words, and the verbs on which lasting rules may hang."""
    reserved = re.search(r"never be names: `([^`]*)`", (DOCS / "diagnostics" / "E103.md").read_text(encoding="utf-8"))
    assert reserved is not None
    assert set(reserved[1].split()) == RESERVED
    hang = {verb.name for verb in VERBS.values() if verb.triggers}
    for page, begin in (
        ("diagnostics/E311.md", "Triggers and replacements react to the verbs of the ruleset and to "),
        ("semantics.md", "Rules can react to "),
        ("language.md", "Rules can react to your own verbs and to these built-in verbs: "),
    ):
        text = (DOCS / page).read_text(encoding="utf-8")
        assert text.count(begin) == 1, page
        listed = text.partition(begin)[2].partition(".")[0]
        assert hang <= set(re.findall(r"`(\w+)`", listed)), page


def test_every_block_of_the_page_is_of_a_sort_that_is_tested() -> None:
    assert {e.sort for e in ALL} <= {"toml", "effect", "value", "rules", "held", "error", "text"}
    assert len(ALL) > 100
