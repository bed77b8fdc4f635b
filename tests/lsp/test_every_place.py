"""Over whole rulesets: every name leads to what it names, and is offered where it stands."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import solenia_rules as sr
from solenia_rules.lsp.analysis import analyse
from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.edits import completions
from solenia_rules.lsp.finding import definitions
from solenia_rules.lsp.hovering import hover
from solenia_rules.lsp.index import Mention
from solenia_rules.lsp.knowledge import Knowledge, known_from
from solenia_rules.lsp.positions import Lines
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.rules.files import open_bundle

FEW = ("winter", "candle", "leduc")
ALL = [
    name if name in FEW else pytest.param(name, marks=pytest.mark.thorough)
    for name in sr.list_rulesets()
]  # fmt: skip
EVERY = 7
"""One place in so many is completed: the checker judges dozens of names at each."""


@cache
def known(name: str) -> Knowledge:
    (found,) = open_bundle().rulesets[name]
    main = found.parts[0][1]
    assert isinstance(main, Path)
    learned = known_from(analyse(main, {}, Shelf()))
    assert learned is not None
    return learned


def test_enough_is_known_of_a_ruleset_that_allows_something(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = 'ruleset = "mine"\nlanguage = 1\nextends = "candle"\nsource = "ours"\n'
    title = '[title]\nen = "A"\nfr = "B"\npl = "C"\n'
    path.write_text(head + title + '[allow.W601]\n"verbs.auction" = "hardly ever"\n', "utf-8")
    assert known_from(analyse(path, {}, Shelf())) is not None


def own_mentions(known: Knowledge) -> list[tuple[str, Mention]]:
    """Text of the file, and each name in it, in the file that was asked about."""
    own = [name for name, path in known.paths.items() if path == known.path]
    return [(m.span.source.text, m) for m in known.mentions if m.span.source.name in own]


@pytest.mark.parametrize("name", ALL)
def test_a_name_means_the_same_at_the_cursor_and_in_the_index(name: str) -> None:
    learned = known(name)
    places = own_mentions(learned)
    assert places
    wrong: list[object] = []
    for text, mention in places:
        question = Question(text, mention.span.start + 1, learned)
        if question.target != mention.target:
            wrong.append((mention.span.line, mention.span.text, mention.target, question.target))
        elif mention.target[0] != "phase" and not mention.declares and not definitions(question):
            wrong.append((mention.span.line, mention.span.text, mention.target, "no definition"))
    assert wrong == []


@pytest.mark.parametrize("name", ALL)
def test_every_name_in_a_text_is_offered_where_it_stands(name: str) -> None:
    learned = known(name)
    lost = []
    for text, mention in own_mentions(learned)[::EVERY]:
        question = Question(text, mention.span.start, learned)
        if question.writing is None:
            continue
        offered = completions(Question(text, mention.span.start + 1, learned), Lines(text))
        if mention.span.text not in {item.label for item in offered.items}:
            lost.append((mention.span.line, mention.span.text, question.writing.path))
    assert lost == []


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("lang", ["fr", "pl"])
def test_every_name_is_told(name: str, lang: str) -> None:
    learned = known(name)
    silent = [
        (mention.span.line, mention.span.text)
        for text, mention in own_mentions(learned)[::3]
        if hover(Question(text, mention.span.start + 1, learned), lang) is None
    ]
    assert silent == []
