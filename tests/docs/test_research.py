"""The page for programs that learn: every example runs as written."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from solenia_rules import fast

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
pytest.importorskip("numpy")


@pytest.mark.skipif(not fast.available(), reason="machine code is not available")
def test_every_example_runs_as_it_is_written() -> None:
    text = PAGE.read_text("utf-8")
    names: dict[str, object] = {}
    said: list[str] = []
    found = [*re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]
    assert found
    for match in found:
        line = text.count("\n", 0, match.start()) + 1
        test = doctest.DocTestParser().get_doctest(match[1], {}, PAGE.name, str(PAGE), line)
        test.globs = names
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, out=said.append, clear_globs=False)
    assert not said, "".join(said)
