"""A module is a chapter of at most 400 lines. Longer ones are tables that are read best in one place."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "solenia_rules"
MOST_LINES = 400
LONG = {
    "checked/acts.py": "a closed union with one class for each statement and each built-in verb",
    "checked/terms.py": "a closed union with one class for each form of value",
    "dsl/nodes.py": "a closed union with one class for each form that a text can have",
    "fast/dialect.py": "the declarations of all names that the kernel uses, without code",
}
"""The longer modules, and what they are."""


def test_a_module_is_a_chapter() -> None:
    lines = {
        path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8").count("\n") for path in PACKAGE.rglob("*.py")
    }
    assert {name for name, count in lines.items() if count > MOST_LINES} == LONG.keys()
