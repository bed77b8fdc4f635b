"""The groups of modules whose changes are tried, each with the tests near them and the share that must be noticed."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]


@frozen
class Group:
    """Modules and the tests near them, as paths from the root of the repository; modules can be patterns."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    goal: float
    text: str


GROUPS = {
    "secrets": Group(
        ("solenia_rules/check/secrets/*.py",),
        (
            "tests/check/test_cases.py", "tests/check/test_hints.py", "tests/tools/findings/test_secrets.py",
            "tests/play/test_judged.py", "tests/play/test_random_members.py", "tests/api/test_causes.py",
        ),
        0.95,
        "what a seat could learn that it may not know (`check/secrets`)",
    ),
    "visibility": Group(
        ("solenia_rules/play/sight.py", "solenia_rules/play/views.py", "solenia_rules/play/changes.py"),
        ("tests/play", "tests/api"),
        0.95,
        "what a seat sees (`play/sight.py`, `play/views.py`, `play/changes.py`)",
    ),
    "saves": Group(
        ("solenia_rules/api/saves.py", "solenia_rules/cli/saves.py"),
        ("tests/api", "tests/cli"),
        0.95,
        "saves (`api/saves.py`, `cli/saves.py`)",
    ),
    "storage": Group(
        ("solenia_rules/rules/store.py", "solenia_rules/rules/witness.py", "solenia_rules/serve/sqlite.py"),
        ("tests/rules", "tests/serve/test_store.py"),
        0.95,
        "the cache and the database of the server",
    ),
    "core": Group(
        ("solenia_rules/core/**/*.py",),
        ("tests/core", "tests/play", "tests/semantics"),
        0.85,
        "the core language and its passes (`core`)",
    ),
}  # fmt: skip
