"""Links and file names in the documentation: every link leads to a file and a heading, and every named file exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("editors/*/README.md")])
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FILE = re.compile(r"(?<![\w/.$-])(?:[\w-]+/)+[\w-]+\.(?:py|lark|txt)\b")
_FOLDER = re.compile(r"`((?:[\w-]+/)+)`")
_MODULE = re.compile(r"python -m ([\w.]+)")
_PLACEHOLDER = re.compile(r"[A-Z]{4}")
"""`docs/diagnostics/CODE.md` stands for many files."""


def prose(page: Path) -> str:
    """The text of a page without its fenced blocks."""
    return _FENCE.sub("", page.read_text("utf-8"))


def anchors(text: str) -> set[str]:
    """The anchors that code hosts make from the headings of a page."""
    headings = (match[1].strip().lower() for match in re.finditer(r"^#+ (.*)$", text, re.MULTILINE))
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings}


_BUILT = "dist/"
"""What stands there is made by make."""


def dead_links(page: Path, text: str) -> list[str]:
    """Links of a text to files that do not exist or to headings that a file does not have."""
    dead = []
    for link in _LINK.findall(text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in anchors(prose(target))):
            dead.append(link)
    return dead


def missing_files(text: str) -> list[str]:
    """Files, folders and modules that a text names and that exist neither in the project nor in the package."""
    named = {*_FILE.findall(text), *_FOLDER.findall(text)}
    named |= {module.replace(".", "/") for module in _MODULE.findall(text) if "." in module}
    named = {name for name in named if not _PLACEHOLDER.search(name) and not name.startswith(_BUILT)}
    return sorted(name for name in named if not _exists(ROOT / name) and not _exists(ROOT / "solenia_rules" / name))


def _exists(path: Path) -> bool:
    return path.exists() or path.with_suffix(".py").exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert not dead_links(page, prose(page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    assert not missing_files(page.read_text("utf-8"))


def test_a_dead_link_and_a_dead_anchor_are_found() -> None:
    text = "[a](nowhere.md) [b](README.md#nothing) [c](#gone) [d](docs/language.md#7-built-ins)"
    assert dead_links(ROOT / "README.md", text) == ["nowhere.md", "README.md#nothing", "#gone"]


def test_a_missing_file_folder_or_module_is_found() -> None:
    text = "`dsl/nodes.py`, dsl/gone.py, `tests/dsl/`, `tests/gone/`, `python -m tests.gone`, `cli/NAME.py`"
    assert missing_files(text) == ["dsl/gone.py", "tests/gone", "tests/gone/"]


def test_contributors_find_every_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("| extra | for |")[2].partition("\n\n")[0]
    assert {*re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE), "dev"} == extras.keys()
