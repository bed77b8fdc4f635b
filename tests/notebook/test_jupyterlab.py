"""The cell of docs/embedding.md in a real JupyterLab, in a real browser: it is typed into an empty notebook, run, and
the game is played by clicking. `make thorough` installs JupyterLab and `make browser` the browser; without them the
test is skipped."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import pytest

from tests.serve.browser import CHROMIUM

PAGE = (Path(__file__).parents[2] / "docs" / "embedding.md").read_text("utf-8")
(CELL,) = (text for text in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "solenia_rules.notebook" in text)
EMPTY: dict[str, object] = {
    "cell_type": "code",
    "id": "a",
    "metadata": {},
    "execution_count": None,
    "outputs": [],
    "source": "",
}
WAIT = 120_000

pytestmark = [
    pytest.mark.browser,
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="NO BROWSER TESTS: there is no Chromium; run `make browser`"),
    pytest.mark.skipif(find_spec("jupyterlab") is None, reason="NO TEST OF JUPYTERLAB: install the extra `lab`"),
]


@contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab that shows the folder, and that reads no settings of the user."""
    home = folder / "home"
    kept = {"JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"}
    settings = {**os.environ, **{name: str(home / name.lower()) for name in kept}}
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0",
        "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
    ]  # fmt: skip
    child = subprocess.Popen(command, cwd=folder, env=settings, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    said = ""
    found = None
    while found is None:
        line = child.stderr.readline()
        assert line, said
        said += line
        found = re.search(r"(http://127\.0\.0\.1:\d+)/lab", line)
    listener = Thread(target=child.stderr.read, daemon=True)
    listener.start()  # Otherwise a server with much to say would wait for a reader.
    try:
        yield found[1]
    finally:
        child.terminate()
        child.wait(60)
        listener.join(20)
        child.stderr.close()


def test_the_cell_of_the_page_is_typed_and_the_game_played_by_clicking(tmp_path: Path) -> None:
    api = pytest.importorskip("playwright.sync_api", reason="NO BROWSER TESTS: run `make browser`")
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    book = {"cells": [EMPTY], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "game.ipynb").write_text(json.dumps(book), "utf-8")
    with jupyterlab(tmp_path) as address, api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 1200})
        page.set_default_timeout(WAIT)
        problems: list[str] = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.goto(f"{address}/lab/tree/game.ipynb")
        page.locator(".jp-Notebook .cm-content").first.click()
        page.keyboard.insert_text(CELL.strip())
        page.keyboard.press("Shift+Enter")
        picture = page.locator(".solenia svg").first
        picture.wait_for()
        for part in ("[data-option]", "button", "[data-option]"):
            asked = page.locator(".solenia").inner_html()
            page.locator(f".solenia {part}").first.click()
            page.wait_for_function("before => document.querySelector('.solenia').innerHTML !== before", arg=asked)
        prompt = page.locator(".solenia p").inner_text()
        assert prompt.startswith("seat 1: "), "the bot has answered, and seat 1 is asked again"
        page.locator(".jp-Notebook .cm-content").last.click()
        page.keyboard.insert_text("[_.game.decisions, _.prompt]")
        page.keyboard.press("Shift+Enter")
        told = page.locator(".jp-OutputArea-executeResult pre").last
        told.wait_for()
        decisions, told_prompt = ast.literal_eval(told.inner_text())
        assert decisions > 3, "the kernel has the three clicks and the answers of the bot"
        assert told_prompt == prompt
        assert problems == []
        browser.close()
