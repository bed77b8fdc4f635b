"""The section of measured figures: the results replace it on the page and leave everything else as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import asdict

from bench.page import PAGE, section, write
from solenia_rules.tools.measuring.figures import Figure, figure
from solenia_rules.tools.measuring.trying import Fallback

MACHINE = {
    "python": "CPython 3.11.7, GCC 12",
    "system": "Linux-6.18.44-x86_64-with-glibc2.36",
    "processor": "a processor",
    "cores": "2",
    "load before and after": "0.1 and 1.0 (without us: 0 before, 1 after)",
    "commit": "0123456789ab",
    "date": "2026-01-02",
}
KEPT = figure("light", [1.0, 2.0, 3.0], "x", at_most=4, detail="1 ms")
CLOSE = figure("narrow", [3.9], "x", at_most=4)
MISSED = figure("slow", [0.4], "x", at_least=0.5)


def results(*figures: Figure) -> str:
    tried = [asdict(Fallback("go", 200, 10, 1, 2, 1, 1, {"go.toml:1:1": 1}))]
    return json.dumps({"machine": MACHINE, "rounds": 3, "figures": list(map(asdict, figures)), "fallbacks": tried})


def test_the_section_is_replaced_and_the_rest_of_the_page_stays(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.read_text("utf-8"), "utf-8")
    write(results(KEPT), page)
    written = page.read_text("utf-8")
    before, _, after = PAGE.read_text("utf-8").partition("## Measured\n")
    assert written == before + section(results(KEPT)) + after[after.index("\n## ") :]
    write(results(KEPT), page)
    assert page.read_text("utf-8") == written


def test_the_section_says_when_and_where_and_what_was_missed() -> None:
    told = section(results(KEPT, CLOSE, MISSED))
    assert "commit 0123456789ab (2026-01-02), CPython 3.11.7, Linux 6.18, a processor, 2 cores, 3 rounds" in told
    assert "3 figures have a promised bound; 1 of them missed it in this run." in told
    assert "- missed: slow: 0.4 x (promised >= 0.5)" in told
    assert "- narrow: 3.9 x (promised <= 4)" in told
    assert "- light" not in told
    assert "in 200 games of each ruleset" in told


def test_a_page_without_the_section_is_not_changed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Nothing\n", "utf-8")
    with pytest.raises(SystemExit, match="no section of measured figures"):
        write(results(KEPT), page)
    assert page.read_text("utf-8") == "# Nothing\n"
