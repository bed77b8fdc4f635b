"""The program says everything in each of its languages."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import solenia_rules.cli.texts
from solenia_rules.cli.main import COMMANDS, overview
from solenia_rules.cli.texts import LANGUAGES, TEXTS, text

SOURCES = [file.read_text("utf-8") for file in Path(solenia_rules.cli.texts.__file__).parent.glob("*.py")]


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("key", TEXTS)
def test_a_sentence_has_the_same_gaps_in_every_language(key: str) -> None:
    assert all(TEXTS[key])
    assert len({frozenset(gaps(sentence)) for sentence in TEXTS[key]}) == 1


def test_every_sentence_is_used_and_every_used_one_exists() -> None:
    spoken = set(re.findall(r"""(?:text|refuse)\(\s*["']([a-z_]+)["']""", "\n".join(SOURCES)))
    assert spoken - {"about_"} <= TEXTS.keys()
    quoted = set(
        re.findall(r"""["']([a-z_]+)["']""", "\n".join(source for source in SOURCES if "TEXTS: Final" not in source))
    )
    assert TEXTS.keys() <= quoted | {f"about_{name}" for name in COMMANDS}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_overview_names_every_command(lang: str) -> None:
    shown = overview(lang)
    assert all(f"\n  {name} " in shown for name in COMMANDS)
    assert max(map(len, shown.splitlines())) <= 100


def test_gaps_are_filled() -> None:
    assert text("seat", "fr", n=3) == "Joueur 3"
