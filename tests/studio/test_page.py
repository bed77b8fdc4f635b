"""The sources of the studio page, without a browser."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from solenia_rules.studio.page import page_texts
from solenia_rules.words.languages import LANGUAGES

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


def test_whole_rulesets_of_the_documentation_open_in_the_studio() -> None:
    """The link holds the file as it stands on the page, in the form that the studio reads."""
    spec = importlib.util.spec_from_file_location("site_hooks", STUDIO / "site_hooks.py")
    assert spec is not None
    assert spec.loader is not None
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    page = SimpleNamespace(file=SimpleNamespace(dest_uri="tutorial/index.html"))
    shown = hooks.on_page_markdown((STUDIO.parent / "docs" / "tutorial.md").read_text(encoding="utf-8"), page=page)
    found = re.search(r"\]\(\.\./app/index\.html#draft=([A-Za-z0-9_-]+)\)", shown)
    assert found is not None
    packed = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
    draft = json.loads(zlib.decompress(packed, -zlib.MAX_WBITS))
    assert draft["files"]["my_herbs.toml"].startswith('ruleset  = "my_herbs"')
    assert "](../rulesets" not in shown
