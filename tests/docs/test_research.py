"""The page for programs that learn: every example runs as written."""

from __future__ import annotations

import doctest
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from solenia_rules import fast

NEEDED = {
    "adapters.pettingzoo": "pettingzoo",
    "parallel_env": "pettingzoo",
    "adapters.gymnasium": "gymnasium",
    "adapters.openspiel": "pyspiel",
}
"""What an example imports or goes on with, and the library of others that it needs."""
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
        if any(ours in match[1] and find_spec(theirs) is None for ours, theirs in NEEDED.items()):
            continue
        line = text.count("\n", 0, match.start()) + 1
        test = doctest.DocTestParser().get_doctest(match[1], {}, PAGE.name, str(PAGE), line)
        test.globs = names
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, out=said.append, clear_globs=False)
    assert not said, "".join(said)
