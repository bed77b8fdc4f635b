"""Every code of the compiler has a row, a page and a marked case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from solenia_rules.text.codes import CODES, COSTS, KINDS, NAMES, SECRETS
from tests.check.cases import cases

ROOT = Path(__file__).parents[2]
OURS = sorted({**NAMES, **KINDS, **SECRETS, **COSTS})
CODE = re.compile(r"\"([EW][2-5]\d\d)\"")


def used() -> set[str]:
    folders = ("checked", "check")
    files = [path for folder in folders for path in (ROOT / "solenia_rules" / folder).rglob("*.py")]
    return {code for path in files for code in CODE.findall(path.read_text("utf-8"))}


def test_every_code_used_has_a_row_and_every_row_is_used() -> None:
    assert used() == set(OURS)


def test_every_code_has_a_marked_case() -> None:
    assert {code for case in cases() for _line, code, _message in case.expected()} == set(OURS)


def test_there_are_cases_about_which_nothing_is_said() -> None:
    assert sum(not case.expected() for case in cases()) > 10


@pytest.mark.parametrize("code", OURS)
def test_every_code_has_a_page(code: str) -> None:
    page = (ROOT / "docs" / "diagnostics" / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}: {CODES[code]}\n")
    assert all(f"\n## {part}\n" in page for part in ("Wrong", "Right", "Why"))


def test_no_page_is_left_over() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "diagnostics").glob("[EW][2-5]*.md")}
    assert pages == set(OURS)


def test_messages_are_in_lower_case_without_full_stop_and_names_of_python() -> None:
    messages = {message for case in cases() for _line, _code, message in case.expected()}
    for message in messages:
        assert message[0] == message[0].lower()
        assert not message.endswith(".")
        assert not re.search(r"\b(True|False|None|int|str|tuple|list of)\b", message)
