"""A renaming is tried in everything that it may concern."""

from __future__ import annotations

from pathlib import Path

import pytest

from solenia_rules.lsp.analysis import Looks
from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.hovering import hover
from solenia_rules.lsp.knowledge import learned_from
from solenia_rules.lsp.renaming import Refused, rename
from solenia_rules.lsp.shelf import Shelf
from solenia_rules.text.places import Span

HEAD = 'ruleset = "{name}"\nlanguage = 1\nextends = "{base}"\nsource = "ours"\n'
TITLE = '[title]\nen = "A"\nfr = "B"\npl = "C"\n\n'
VERB = "[verbs.thank]\nsource = \"ours\"\neffect = 'gain 1 fame'\n\n"
COUNTER = '[counters]\nmerit = { per = ["seat"], source = "ours" }\n'


def renamed(path: Path, before: str, new: str) -> dict[str, list[Span]]:
    looks = Looks({}, Shelf())
    known = learned_from(looks.at(path))
    assert known is not None
    text = path.read_text("utf-8")
    found = rename(Question(text, text.index(before) + len(before), known), new, looks)
    return {file.name: spans for file, spans in found.items()}


def lay(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")


def test_what_extends_it_changes_with_it(tmp_path: Path) -> None:
    lay(tmp_path, mine=HEAD.format(name="mine", base="candle") + TITLE + VERB)
    over = HEAD.format(name="yours", base="mine") + TITLE
    lay(tmp_path, yours=over + "[verbs.bow]\nsource = \"ours\"\neffect = 'thank'\n")
    found = renamed(tmp_path / "mine.toml", "[verbs.th", "praise")
    assert {name: len(spans) for name, spans in found.items()} == {"mine.toml": 1, "yours.toml": 1}


def test_a_name_that_something_above_has_is_refused(tmp_path: Path) -> None:
    """It mentions the old name nowhere, but would mean something else."""
    lay(tmp_path, mine=HEAD.format(name="mine", base="candle") + TITLE + VERB)
    lay(tmp_path, yours=HEAD.format(name="yours", base="mine") + TITLE + COUNTER)
    assert list(renamed(tmp_path / "mine.toml", "[verbs.th", "praise")) == ["mine.toml"]
    with pytest.raises(Refused, match=r"yours\.toml"):
        renamed(tmp_path / "mine.toml", "[verbs.th", "merit")


def test_an_abstract_ruleset_is_tried_in_one_that_completes_it(tmp_path: Path) -> None:
    base = (HEAD.format(name="mine", base="candle") + TITLE).replace("source", "abstract = true\nsource", 1)
    verb = "[verbs.bow]\nsource = \"ours\"\neffect = 'let praise = 1; gain praise of merit'\n\n"
    lay(tmp_path, mine=base + verb + COUNTER, yours=HEAD.format(name="yours", base="mine") + TITLE)
    assert list(renamed(tmp_path / "mine.toml", "\nmer", "honour")) == ["mine.toml"]
    with pytest.raises(Refused, match=r"yours\.toml"):
        renamed(tmp_path / "mine.toml", "\nmer", "praise")


def test_a_record_that_a_pattern_makes_leads_to_the_pattern_and_keeps_its_name(tmp_path: Path) -> None:
    pattern = '[curios]\n"urn_{n}" = { for = { n = "1..2" }, craze = "clock", source = "ours" }\n'
    verb = "[verbs.show_urn]\nsource = \"ours\"\neffect = 'move urn_1 to block'\n"
    lay(tmp_path, mine=HEAD.format(name="mine", base="candle") + TITLE + pattern + verb)
    path = tmp_path / "mine.toml"
    text = path.read_text("utf-8")
    known = learned_from(Looks({}, Shelf()).at(path))
    assert known is not None
    assert [span.text for span in known.declarations(("curios", "urn_1"))] == ['"urn_{n}"']
    with pytest.raises(Refused, match="made by a pattern"):
        renamed(path, "move ur", "vase")
    assert text == path.read_text("utf-8")
    with pytest.raises(Refused, match="is a pattern"):
        renamed(path, '"ur', "vase")
    question = Question(text, text.index('"urn_') + 6, known)
    assert (question.name, question.target) == ("urn_{n}", ("curios", "urn_{n}"))
    assert hover(question, "en") == "**urn_{n}**: a pattern that makes urn_1, urn_2"
