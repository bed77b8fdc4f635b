"""The program says everything in each of its languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import solenia_rules
from solenia_rules.cli.main import COMMANDS, overview
from solenia_rules.cli.texts import text
from solenia_rules.words.languages import LANGUAGES
from solenia_rules.words.tables.commands import Texts

PACKAGE = Path(solenia_rules.__file__).parent
SOURCES = [file.read_text("utf-8") for room in ("cli", "pictures") for file in (PACKAGE / room).glob("*.py")]


def test_every_sentence_is_used() -> None:
    quoted = set(re.findall(r"""["']([a-z_]+)["']""", "\n".join(SOURCES)))
    assert set(Texts.KEYS) <= quoted | {f"about_{name}" for name in COMMANDS}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_overview_names_every_command(lang: str) -> None:
    shown = overview(lang)
    assert all(f"\n  {name} " in shown for name in COMMANDS)
    assert max(map(len, shown.splitlines())) <= 100


def test_gaps_are_filled() -> None:
    assert text("seat", "fr", n=3) == "Joueur 3"
