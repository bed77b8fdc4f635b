"""Every code has a row, a page and a marked case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solenia_rules.text.codes import FILES, LAYERS, RECORDS

ROOT = Path(__file__).parents[2]
OURS = sorted({**FILES, **RECORDS, **LAYERS})
CODE = re.compile(r"\b[EW]0\d\d\b")


def mentioned(*patterns: str) -> set[str]:
    paths = (path for pattern in patterns for path in ROOT.glob(pattern))
    return {code for path in paths for code in CODE.findall(path.read_text("utf-8"))}


def test_every_code_used_has_a_row() -> None:
    assert mentioned("solenia_rules/rules/*.py") <= set(OURS)


def test_every_row_is_used() -> None:
    assert set(OURS) <= mentioned("solenia_rules/rules/*.py")


def test_every_code_has_a_marked_case() -> None:
    assert set(OURS) <= mentioned("tests/rules/cases/*.txt", "tests/rules/test_hardening.py")


@pytest.mark.parametrize("code", OURS)
def test_every_code_has_a_page(code: str) -> None:
    page = (ROOT / "docs" / "diagnostics" / f"{code}.md").read_text("utf-8")
    title = {**FILES, **RECORDS, **LAYERS}[code]
    assert page.startswith(f"# {code}: {title}\n")
    assert all(f"\n## {part}\n" in page for part in ("Wrong", "Right", "Why"))


def test_no_page_is_left_over() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "diagnostics").glob("[EW]0*.md")}
    assert pages == set(OURS)
