"""Measures the studio page in a real browser: `python -m bench.studio` (needs npm, Chromium and the extra `browser`).

The page is built, served on this machine and opened in Chromium with an empty profile, then a second time from what the
browser kept. Measured are: the time until the editor can be typed in and until the engine answers; the time from a key
press to the mistakes of the text, in a ruleset of 400 lines; memory; games a second; and the sizes of the files.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from playwright.sync_api import Page, sync_playwright

from tests.serve.browser import CHROMIUM
from tests.studio.browser import WAIT, build, served

LINES = 400
KEYS = 40


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        page = Path(folder) / "studio"
        build(page)
        _sizes(page)
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with served(page) as address:
            found: dict[str, list[float]] = {}
            for _ in range(rounds):
                context = browser.new_context(viewport={"width": 1400, "height": 850})
                _visit(context.new_page(), address, "first visit", found)
                _visit(context.new_page(), address, "second visit", found)
                context.close()
            for what, seconds in found.items():
                print(f"{what}: {median(seconds):.2f} s (median of {rounds})", flush=True)
            context = browser.new_context(viewport={"width": 1400, "height": 850})
            _work(context.new_page(), address)
        browser.close()


def _sizes(page: Path) -> None:
    files = [file for file in page.rglob("*") if file.is_file()]
    packed = {file: len(gzip.compress(file.read_bytes(), 9)) for file in files}
    whole = sum(file.stat().st_size for file in files)
    print(f"all files: {whole / 1e6:.1f} MB, compressed {sum(packed.values()) / 1e6:.1f} MB")
    for name in ("studio.js", "studio.css", "engine.zip", "pyodide/pyodide.asm.wasm"):
        print(f"{name}: {(page / name).stat().st_size / 1e3:.0f} KB, compressed {packed[page / name] / 1e3:.0f} KB")


def _visit(page: Page, address: str, which: str, found: dict[str, list[float]]) -> None:
    page.set_default_timeout(WAIT)
    begun = perf_counter()
    page.goto(address)
    page.wait_for_selector(".cm-content")
    found.setdefault(f"{which}, editor", []).append(perf_counter() - begun)
    page.wait_for_selector(".engine.ready")
    found.setdefault(f"{which}, engine ready", []).append(perf_counter() - begun)
    page.wait_for_selector(".problems[data-sort]")
    found.setdefault(f"{which}, summer checked", []).append(perf_counter() - begun)
    while not page.evaluate(
        "caches.keys().then((names) => names.length > 0 && navigator.serviceWorker.controller !== null)"
    ):
        page.wait_for_timeout(100)
    page.close()


def _work(page: Page, address: str) -> None:
    page.set_default_timeout(WAIT)
    page.goto(f"{address}#game=winter")
    page.wait_for_selector(".problems[data-sort]")
    lines = int(page.evaluate("studio.editor.view.state.doc.lines"))
    page.evaluate("(text) => studio.editor.replace(studio.editor.text + text)", "# a comment\n" * (LINES - lines))
    page.evaluate("studio.tabs.choose('records', true)")
    page.wait_for_timeout(3000)
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\n[verbs.bench]\nsource = 'ours'\neffect = ''")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(2000)
    page.evaluate("studio.lags = []")
    for key in ("gain 1 star; " * 10)[:KEYS]:
        page.keyboard.type(key)
        page.wait_for_timeout(500)
    lags = [float(lag) for lag in page.evaluate("studio.lags")]
    print(f"key press to mistakes, {len(lags)} keys in {page.evaluate('studio.editor.view.state.doc.lines')} lines: "
          f"median {median(lags):.0f} ms, p95 {quantiles(lags, n=20)[-1]:.0f} ms")  # fmt: skip
    page.keyboard.press("Control+z")
    _games(page, address)
    memory = page.evaluate("performance.memory.totalJSHeapSize") / 1e6
    print(f"memory of the page (scripts): {memory:.0f} MB")
    print(f"memory of the engine (WebAssembly): {page.evaluate('studio.engine.memory()') / 1e6:.0f} MB")


def _games(page: Page, address: str) -> None:
    page.goto("about:blank")
    page.goto(f"{address}#game=summer")
    page.wait_for_selector(".problems[data-sort]")
    for bot, games in (("random", 200), ("greedy", 20)):
        begin = "([bots, games]) => studio.engine.ask('measure', { games, seats: 2, bots, seed: 1 })"
        page.evaluate(begin, [bot, games])
        page.evaluate("studio.engine.ask('more', { milliseconds: 1 })")
        begun = perf_counter()
        page.evaluate("studio.engine.ask('more', { milliseconds: 300000 }, 300000)")
        rate = (games - 1) / (perf_counter() - begun)
        print(f"summer, {games - 1} games of {bot} bots with statistics: {rate:.1f} games a second", flush=True)


if __name__ == "__main__":
    main()
