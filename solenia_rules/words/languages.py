"""The languages of the program. This is their only declaration; everything else reads it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "fr", "pl"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
IDS: Final[Language] = "en"
"""The language in which authors write ids. An id without words is shown as it is, and it is also shown where another
language lacks words."""


class UnknownLanguage(ValueError):
    """A language that the program does not speak."""


def language(name: str) -> Language:
    """The language that is called `name`."""
    for lang in LANGUAGES:
        if lang == name:
            return lang
    raise UnknownLanguage(f"`{name}` is none of the languages {', '.join(LANGUAGES)}")
