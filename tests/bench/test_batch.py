"""The table of batches beside other libraries: a run replaces it on the page and leaves everything else as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.batch import PAGE, write


def test_the_table_of_the_page_and_the_paragraph_below_it_are_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.read_text("utf-8"), "utf-8")
    write("| game | ours |\n| ---- | ---- |\n| go | 1 |", "Measured today.", page)
    before, after = (path.read_text("utf-8").splitlines() for path in (PAGE, page))
    place = after.index("| go | 1 |")
    assert after[place + 1 : place + 4] == ["", "Measured today.", ""]
    assert before[: place - 2] == after[: place - 2]
    rest = after[place + 3 :]
    assert before[-len(rest) :] == rest
    write("| game |", "Measured again.", page)
    assert "Measured today." not in page.read_text("utf-8")


def test_a_page_without_the_table_is_not_changed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Nothing\n", "utf-8")
    with pytest.raises(SystemExit, match="no table of batches"):
        write("| game |", "Measured today.", page)
    assert page.read_text("utf-8") == "# Nothing\n"
