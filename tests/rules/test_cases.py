"""Every marked problem is found where it is marked, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from solenia_rules.rules.errors import RulesetError
from tests.rules.cases import Case, cases, found


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_problems_are_found_where_they_are_marked(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = case.expected()
    try:
        actual = found(case.run(tmp_path).warnings)
    except RulesetError as error:
        actual = found(error.diagnostics)
    loose = [(code, message) for file, _, code, message in expected if not file]
    for file, line, code, message in actual:
        if (file, line, code, message) in expected:
            expected.remove((file, line, code, message))
        else:
            assert (code, message) in loose, f"{file}:{line} {code} {message}"
            loose.remove((code, message))
    assert not loose
    assert not [row for row in expected if row[0]]
