"""The files of the page fit together: texts that exist, and a table that can be drawn without a server."""

from __future__ import annotations

import re

import pytest

from solenia_rules.serve.endpoints import STATIC
from solenia_rules.words.tables.serve import PageTexts

MODULES = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}


def test_the_page_uses_each_of_its_texts_and_no_other() -> None:
    used = {key for text in MODULES.values() for key in re.findall(r'\bt\(\s*"(\w+)"', text)}
    begun = {key for text in MODULES.values() for key in re.findall(r"\bt\(`(\w+_)\$", text)}
    known = set(PageTexts.KEYS)
    assert used - known == set()
    assert {key for key in known - used if not key.startswith(tuple(begun))} == set()


def imported(name: str) -> set[str]:
    """The modules that a module imports, directly or not."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for other in re.findall(r'from "\./(\w+\.js)"', MODULES[waiting.pop()]):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


@pytest.mark.parametrize("name", ["table.js", "end.js"])
def test_the_drawn_table_needs_no_server(name: str) -> None:
    for module in (name, *imported(name)):
        assert not re.search(r"fetch\(|WebSocket|localStorage|/api/", MODULES[module]), module
