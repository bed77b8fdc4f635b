"""Every language has every text, with the same gaps, and a language that lacks one cannot be used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import solenia_rules.words
from solenia_rules.words.by_language import command_words, lab_words, page_words, paper_words, play_words, result_words
from solenia_rules.words.languages import IDS, LANGUAGES, UnknownLanguage, language
from solenia_rules.words.tables.paper import Labels
from solenia_rules.words.tables.table import CompleteTable, IncompleteTable, KeyT

WORDS = Path(str(solenia_rules.words.__file__)).parent
OTHERS = [lang for lang in LANGUAGES if lang != IDS]


def plain(table: CompleteTable[KeyT, str]) -> dict[str, str]:
    return {str(key): text for key, text in table.items()}


def tables(lang: str) -> dict[str, dict[str, str]]:
    """The tables whose rows are single texts."""
    play = play_words(lang)
    return {
        "commands": plain(command_words(lang).TEXTS),
        "lab": plain(lab_words(lang).LAB),
        "pages": plain(page_words(lang).PAGES),
        "results": plain(result_words(lang).RESULTS),
        "labels": plain(paper_words(lang).LABELS),
        "prompts": plain(play.PROMPTS),
        "words": plain(play.WORDS),
        "events": plain(play.EVENTS),
        "refusals": plain(play.REFUSALS),
        "reasons": plain(play.REASONS),
        "parts": plain(play.PARTS),
    }


def gaps(text: str) -> list[str]:
    return sorted(set(re.findall(r"{(\w+)}", text)))


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("table", tables(IDS))
def test_a_text_has_the_same_gaps_in_every_language(table: str, lang: str) -> None:
    texts = tables(lang)[table]
    assert all(texts.values())
    assert {key: gaps(text) for key, text in texts.items()} == {
        key: gaps(text) for key, text in tables(IDS)[table].items()
    }


def test_a_row_that_is_missing_and_a_row_without_use_are_named() -> None:
    rows = dict(paper_words("en").LABELS)
    del rows["aid"], rows["map"]
    with pytest.raises(IncompleteTable, match=r"Labels in the language `fr`: no row for `aid`, `map`$"):
        Labels("fr", rows)
    more = plain(paper_words("en").LABELS) | {"margin": "Margin"}
    with pytest.raises(IncompleteTable, match=r"no use for `margin`$"):
        Labels("fr", more)  # type: ignore[arg-type]


def test_another_language_is_refused_by_name() -> None:
    with pytest.raises(UnknownLanguage, match=f"`xx` is none of the languages {', '.join(LANGUAGES)}"):
        language("xx")
    with pytest.raises(UnknownLanguage):
        command_words("")


def test_the_languages_are_declared_once() -> None:
    package = WORDS.parent
    listed = re.compile(r",\s*".join(f"""["']{lang}["']""" for lang in LANGUAGES))
    found = [file.relative_to(package).as_posix() for file in package.rglob("*.py") if listed.search(file.read_text())]
    assert found == ["words/languages.py"]
