"""The sources of the studio page, without a browser."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import zlib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from solenia_rules.studio.page import page_texts
from solenia_rules.words.languages import LANGUAGES
from tests.studio.desks import Asker

STUDIO = Path(__file__).parent.parent.parent / "studio"
SOURCES = sorted((STUDIO / "src").glob("*.js"))
_TEXT = re.compile(r"""\bt\("([a-z_]+)"|label: "([a-z_]+)", keys""")
_BEGUN = re.compile(r"\bt\(`([a-z_]+)\$")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_text_of_the_page_exists(path: Path) -> None:
    known = page_texts("en")
    text = path.read_text(encoding="utf-8")
    assert [key for found in _TEXT.findall(text) for key in found if key and key not in known] == []
    assert [begun for begun in _BEGUN.findall(text) if not any(key.startswith(begun) for key in known)] == []


def test_languages_have_the_same_gaps() -> None:
    gaps = {
        lang: {key: set(re.findall(r"\{\w+\}", text)) for key, text in page_texts(lang).items()} for lang in LANGUAGES
    }
    assert gaps["fr"] == gaps["en"]
    assert gaps["pl"] == gaps["en"]


def test_packages_have_exact_versions_and_no_file_names_hosts() -> None:
    packages = json.loads((STUDIO / "package.json").read_text(encoding="utf-8"))
    versions = [*packages["dependencies"].values(), *packages["devDependencies"].values()]
    assert [one for one in versions if not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", one)] == []
    assert not (STUDIO / "package-lock.json").exists()


def test_the_page_makes_no_element_from_text() -> None:
    """Texts of rulesets never become HTML: only the frame of the printed pages, which runs no scripts, takes markup."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            path
        )
        assert path.name == "book.js" or "srcdoc" not in text, path
    assert 'sandbox: "allow-popups"' in (STUDIO / "src" / "book.js").read_text(encoding="utf-8")


def _hooks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_hooks", STUDIO / "site_hooks.py")
    assert spec is not None
    assert spec.loader is not None
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    return hooks


def _drafts(page: str) -> list[dict[str, str]]:
    """The files of all links to the studio on a page."""
    file = SimpleNamespace(dest_uri=f"{page}/index.html", src_uri=f"{page}.md")
    text = (STUDIO.parent / "docs" / f"{page}.md").read_text(encoding="utf-8")
    shown = _hooks().on_page_markdown(text, page=SimpleNamespace(file=file))
    assert "](../rulesets" not in shown
    found = re.findall(r"\]\(\.\./app/index\.html#draft=([A-Za-z0-9_-]+)\)", shown)
    packed = [base64.urlsafe_b64decode(one + "=" * (-len(one) % 4)) for one in found]
    return [json.loads(zlib.decompress(one, -zlib.MAX_WBITS))["files"] for one in packed]


@pytest.mark.parametrize(
    ("page", "fewest", "wrong"),
    [("tutorial", 8, 1), ("tutorial.fr", 8, 1), ("tutorial.pl", 8, 1), ("scenarios", 5, 0), ("api", 1, 0),
     ("tools", 3, 0), ("simulation", 1, 0)],
)  # fmt: skip
def test_examples_of_the_documentation_open_in_the_studio(page: str, fewest: int, wrong: int, tmp_path: Path) -> None:
    """The link holds the whole ruleset of the example, in the form that the studio reads."""
    drafts = _drafts(page)
    assert len(drafts) >= fewest
    ask = Asker(tmp_path)
    good = 0
    for files in drafts:
        main = ask("open", files=files)["main"]
        assert main == next(iter(files))
        good += ask("diagnose", file=main)["good"]
    assert good == len(drafts) - wrong


@pytest.mark.parametrize(("page", "fewest"), [("language", 150), ("semantics", 100)])
def test_fragments_open_with_the_ruleset_of_their_page(page: str, fewest: int, tmp_path: Path) -> None:
    drafts = _drafts(page)
    assert len(drafts) >= fewest
    ask = Asker(tmp_path)
    for files in drafts[::12]:
        main = ask("open", files=files)["main"]
        assert ask("diagnose", file=main)["good"] == ("#! E" not in files[main]), files[main]
