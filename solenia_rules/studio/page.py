"""The texts of the page in a language: those of the studio, and those of the table that it shows."""

from __future__ import annotations

from solenia_rules.serve.texts import page_texts as table_texts
from solenia_rules.words.by_language import studio_words


def page_texts(lang: str) -> dict[str, str]:
    return table_texts(lang) | {str(key): said for key, said in studio_words(lang).PAGE.items()}
