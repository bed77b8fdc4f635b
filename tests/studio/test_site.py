"""The documentation as a site, in a real browser: search, and examples that open in the studio."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serve.browser import CHROMIUM
from tests.studio.browser import ROOT, WAIT, build, can_build, hosted

playwright = pytest.importorskip("playwright.sync_api", reason="NO TESTS OF THE SITE: run `make browser`")
pytest.importorskip("mkdocs", reason="NO TESTS OF THE SITE: run `make docs`")
if CHROMIUM is None or not can_build():
    pytest.skip("NO TESTS OF THE SITE: there is no Chromium or no npm; run `make browser`", allow_module_level=True)

from playwright.sync_api import expect, sync_playwright  # noqa: E402

pytestmark = pytest.mark.thorough


def test_an_example_of_the_site_is_found_by_search_and_opens_in_the_studio(tmp_path: Path) -> None:
    site = tmp_path / "docs"
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "-d", str(site)], cwd=ROOT, check=True)
    build(tmp_path / "studio")
    shutil.copytree(tmp_path / "studio", site / "app")
    with hosted(site) as address, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(WAIT)
        left: list[str] = []
        own = (address, "data:", "blob:")
        page.on("request", lambda asked: None if asked.url.startswith(own) else left.append(asked.url))
        page.goto(address)
        page.get_by_placeholder("Search").click()
        page.keyboard.type("Herbalists market")
        page.locator(".md-search-result__link", has_text="Write your own game").first.click()
        page.get_by_role("link", name="Open in the studio").first.click()
        expect(page.locator(".problems .summary")).to_have_text("No mistakes", timeout=WAIT)
        expect(page.locator(".cm-content")).to_contain_text("my_herbs")
        assert left == []
        browser.close()
