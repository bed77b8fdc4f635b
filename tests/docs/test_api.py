"""The page for embedders: every example runs as written, every public name is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import solenia_rules as sr

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
CLASSES = (
    sr.Ruleset, sr.Game, sr.Decision, sr.Option, sr.Event, sr.Playout, sr.AnswerError, sr.RulesetError, sr.Action,
    sr.Number,
)  # fmt: skip
INNER = {"with_traceback", "add_note", "args"}
"""What every error has from Python."""


def fences(sort: str) -> list[tuple[int, str]]:
    """Fenced blocks of one sort, each with the line it begins on."""
    text = PAGE.read_text("utf-8")
    found = re.finditer(rf"^```{sort}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in found]


def test_every_example_runs_as_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ((_line, ruleset),) = fences("toml")
    (tmp_path / "orchard.toml").write_text(ruleset, "utf-8")
    names: dict[str, object] = {}
    said: list[str] = []
    for line, text in fences("python"):
        test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), line)
        test.globs = names
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, out=said.append, clear_globs=False)
    assert not said, "".join(said)


def public(thing: type) -> set[str]:
    fields = {field.name for field in getattr(thing, "__attrs_attrs__", ())}
    return {name for name in {*dir(thing), *fields} if not name.startswith("_")} - INNER


@pytest.mark.parametrize("thing", CLASSES, ids=lambda thing: thing.__name__)
def test_every_public_name_of_a_class_is_on_the_page(thing: type) -> None:
    text = PAGE.read_text("utf-8")
    assert {name for name in public(thing) if not re.search(rf"\b{name}\b", text)} == set()


def test_every_public_name_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert {name for name in sr.__all__ if not re.search(rf"\bsr\.{name}\b", text)} == set()


def test_an_interpreter_completes_every_public_name() -> None:
    assert dir(sr) == sorted(sr.__all__)
    assert all(hasattr(sr, name) for name in dir(sr))
