"""Who imports what: no cycles, words and sentences import only what they may, few packages know the state layout.

Every import counts: at the top, inside functions, and for types.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "solenia_rules"


def modules(package: Path) -> dict[str, Path]:
    """Module name -> its file."""
    found = {}
    for path in package.rglob("*.py"):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the package that a file imports anywhere in its text."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else node.module


def cycles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that reach each other."""
    reached = {start: _reached(graph, start) for start in graph}
    groups = {
        frozenset(other for other in reached[start] if start in reached[other])
        for start in graph
        if start in reached[start]
    }
    return sorted(sorted(group) for group in groups)


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [*graph[start]]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += graph[module]
    return found


@cache
def graph_of(package: Path) -> dict[str, set[str]]:
    known = modules(package)
    return {name: set(imports(path, known)) - {name} for name, path in known.items()}


def test_there_are_no_import_cycles() -> None:
    assert cycles(graph_of(PACKAGE)) == []


def test_a_cycle_by_a_late_import_and_one_for_types_is_found(tmp_path: Path) -> None:
    package = tmp_path / "game"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("def f():\n    from game.b import g\n    return g\n")
    (package / "b.py").write_text("TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from game import a\n")
    (package / "c.py").write_text("from game.a import f\n")
    assert cycles(graph_of(package)) == [["game.a", "game.b"]]


def foreign(graph: dict[str, set[str]], folder: str, allowed: tuple[str, ...]) -> list[str]:
    """Imports of modules of a folder that lead to other folders than the allowed ones."""
    known = (folder, *allowed)
    return sorted(
        f"{name} imports {other}"
        for name, imported in graph.items()
        for other in imported
        if name.split(".")[1:2] == [folder] and other.split(".")[1:2] not in [[x] for x in known]
    )


def test_sentences_read_the_checked_tree_and_what_is_below_it() -> None:
    assert foreign(graph_of(PACKAGE), "sentences", ("checked", "rules", "dsl", "text", "words")) == []


def test_words_stand_alone() -> None:
    assert foreign(graph_of(PACKAGE), "words", ()) == []


def test_an_import_from_another_folder_is_found() -> None:
    graph = {"game.words.en": {"game.words.table", "game.text"}, "game.text": {"game.words.en"}}
    assert foreign(graph, "words", ()) == ["game.words.en imports game.text"]


KNOW_THE_STATE = ("core", "lower", "play", "fast")
"""Packages that know where the state holds something: `lower` writes code that reads and writes it."""


def uses_of_the_layout(package: Path) -> list[str]:
    """Modules that import `core.layout` or ask something for its `layout`, and do not belong to `KNOW_THE_STATE`."""
    known = modules(package)
    found = []
    for name, path in known.items():
        room = name.split(".")[1:2]
        if room and room[0] in KNOW_THE_STATE:
            continue
        asked = any(
            isinstance(node, ast.Attribute) and node.attr == "layout"
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
        )
        if asked or f"{package.name}.core.layout" in imports(path, known):
            found.append(name)
    return sorted(found)


def test_few_packages_know_where_the_state_holds_something() -> None:
    assert uses_of_the_layout(PACKAGE) == []


def test_a_use_of_the_layout_elsewhere_is_found(tmp_path: Path) -> None:
    package = tmp_path / "game"
    for folder in ("core", "play", "api"):
        (package / folder).mkdir(parents=True)
        (package / folder / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "core" / "layout.py").write_text("OVER = 0\n")
    (package / "play" / "reading.py").write_text("from game.core import layout as at\n")
    (package / "api" / "late.py").write_text("def f(s):\n    from game.core.layout import OVER\n    return s[OVER]\n")
    (package / "api" / "asks.py").write_text("def f(program, s):\n    return s[program.layout.dice]\n")
    (package / "api" / "clean.py").write_text("from game.play import reading\n")
    assert uses_of_the_layout(package) == ["game.api.asks", "game.api.late"]


PROJECT = PACKAGE.parent
ROW = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|.*\|$", re.MULTILINE)


def rows_of(page: str) -> list[list[str]]:
    """The folders of each row of the table of folders, from top to bottom."""
    table = page.partition("\n| folder |")[2].partition("\n\n")[0]
    return [re.findall(r"\w+", named) for named in ROW.findall(table)]


def test_the_page_about_the_architecture_has_every_folder_in_the_order_of_the_contract() -> None:
    rows = rows_of((PROJECT / "docs" / "architecture.md").read_text("utf-8"))
    contracts = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one["name"] == "imports point down only")
    height = {folder: -number for number, layer in enumerate(layers) for folder in layer.split(" | ")}
    named = [folder for row in rows for folder in row]
    assert set(named) == set(height) == {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert named == sorted(named, key=lambda folder: -height[folder])
