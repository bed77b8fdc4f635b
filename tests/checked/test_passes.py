"""A new form of a term, statement, verb or core expression: every pass that must know it is reported by mypy.

Every day the text of the package is checked: each listed pass still ends in `assert_never`. `make thorough` adds a form
to each union in a copy of the package and compares the functions in which mypy reports errors with the list.
"""

from __future__ import annotations

import importlib
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from solenia_rules.tools.lab.errors import MissingExtra
from tests.checked.passes import PACKAGE, UNIONS, Pass, forms, is_closed, listed, listings, matches, questions, reported

MANY = 8
"""A `match` that asks for so many forms of a union is a pass over it."""
LADDER = 4
"""So many questions with `isinstance` about one value should be a `match`."""
ALL = frozenset[object]().union(*UNIONS.values())
OPEN = {
    "api/grounds.py Grounds.wanted": "names the one change that would help; other conditions get no such hint",
    "api/grounds.py _is_listed": "a fact about a set of an unknown form does not list its members",
    "check/secrets/open_texts.py _Walk._lies_open": "pieces of an unknown form count as hidden",
    "check/sound/empty_choices.py EmptyChoices._size": "a set of an unknown form may be empty",
    "check/sound/requirements.py _fixed": "an amount of an unknown form may change",
    "checked/commuting.py _shape": "changes of an unknown form are not exchanged",
    "checked/footprint.py Footprint.bundle_counters": "an amount of an unknown form may be of every counter",
    "checked/indifferent.py _Look._stable": "the order of values of an unknown form matters",
    "core/backends/whole_games/playing_source.py PlayingSource.stmt": "`PythonCode.stmt` prints the other statements",
    "sentences/sets.py Sets.members": "a set of an unknown form is named as a whole",
    "sentences/sets.py Sets._needs_clause": "a condition behind the words for a set of an unknown form may be unclear",
    "sentences/sets.py Sets.sorted_by": "a value of an unknown form has no short name",
    "sentences/uses.py _by_terms": "other forms name nothing that a ruleset declares",
}
"""Passes with a default, and why the default is right for a form that nobody has thought of yet."""
CHOSEN = {
    "check/secrets/knowledge.py _names_places": "a value of an unknown form may change",
    "checked/calls.py Calls.of_term": "the four groups are all other forms",
    "core/refine/sieves.py Sieves._opened": "functions with statements of an unknown form stay as they are",
    "fast/integer_code.py IntegerCode._is_cheap": "a value of an unknown form counts as expensive",
}
"""Conditions that list forms, and why their default is right for a form that nobody has thought of yet."""


def imported(path: Path) -> ModuleType | None:
    """A module of the package; None if it needs an extra that is not installed."""
    try:
        return importlib.import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    except MissingExtra:
        return None
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == PACKAGE.name:
            raise
        return None


@cache
def package_matches() -> list[tuple[Pass, frozenset[object], bool]]:
    """The `match` statements of the package: where, which forms they ask for, and whether they are closed."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if "match " not in path.read_text(encoding="utf-8"):
            continue
        module = imported(path)
        if module is None:
            continue
        found += [(where, frozenset(forms(match, module)), is_closed(match)) for where, match in matches(path)]
    return found


def test_every_listed_pass_ends_in_assert_never() -> None:
    closed = {where for where, _forms, is_closed in package_matches() if is_closed}
    assert {where for passes in listed().values() for where in passes} <= closed


@pytest.mark.parametrize("union", UNIONS)
def test_every_pass_that_names_all_forms_is_listed(union: str) -> None:
    found = {where for where, asked, closed in package_matches() if closed and UNIONS[union] <= asked}
    assert found
    assert found <= listed()[union]


def test_a_pass_with_a_default_gives_a_reason() -> None:
    found = {
        str(where)
        for where, asked, closed in package_matches()
        if not closed and any(len(asked & classes) >= MANY for classes in UNIONS.values())
    }
    assert found == OPEN.keys()


def test_no_function_asks_for_form_after_form() -> None:
    """Many questions with `isinstance` about one value are a pass without `assert_never`."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = imported(path) if "isinstance(" in path.read_text(encoding="utf-8") else None
        if module is not None:
            asked = Counter(questions(path, module, ALL))
            assert [] == [(path.name, *question) for question in asked if asked[question] >= LADDER]


def test_a_list_of_forms_gives_a_reason() -> None:
    """`isinstance` with a list of forms is a pass with a default, too: facts of verbs belong into the table."""
    found = set[str]()
    for path in sorted(PACKAGE.rglob("*.py")):
        module = imported(path) if "isinstance(" in path.read_text(encoding="utf-8") else None
        if module is not None:
            lists = listings(path, module, ALL)
            found |= {str(Pass(str(path.relative_to(PACKAGE)), around)) for around, forms in lists if forms >= LADDER}
    assert found == CHOSEN.keys()


@pytest.mark.thorough
def test_mypy_reports_every_listed_pass(tmp_path: Path) -> None:
    assert reported(tmp_path) == listed()
