"""Decodes texts for people: titles, words, looks."""

from __future__ import annotations

from solenia_rules.rules import keys
from solenia_rules.rules.reader import Document
from solenia_rules.rules.reading import Reading
from solenia_rules.rules.records import UNSHOWN
from solenia_rules.rules.shapes import Id, LookShape
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.printable import quoted, unshowable
from solenia_rules.words.languages import LANGUAGES, Language
from solenia_rules.words.looks import CHOICES

GENDERS = ("m", "f", "n", "ma", "mp")
"""`ma`: masculine animate, `mp`: masculine personal; Polish inflects them in another way."""


def spoken(reading: Reading, value: object, path: KeyPath) -> str | None:
    """One line for people: neither empty nor with characters that cannot be seen."""
    if not isinstance(value, str):
        reading.wrong("a text", value, path)
        return None
    if not value.strip():
        reading.at_value("E023", "an empty text for people", path)
    elif (found := unshowable(value)) is not None:
        reading.at_value("E023", f"a text for people holds the character U+{ord(found):04X}", path)
    return value


def claimed_languages(document: Document) -> tuple[Language, ...]:
    """The languages in which the texts of a file should be complete: those that it lists, or else those of its title,
    of `about` and of its words. So a ruleset stays valid if the program learns one more language."""
    texts = _tables(document, "title", "about", "words")
    found = tuple(language for language in LANGUAGES if any(language in table for table in texts))
    return _listed_languages(document) or found or LANGUAGES


def complete_languages(document: Document) -> tuple[Language, ...]:
    """The languages of a merged document: those that it lists, or else those that both its title and `about` have. A
    variant may add a title in a language that its base lacks."""
    texts = _tables(document, "title", "about")
    found = tuple(language for language in LANGUAGES if all(language in table for table in texts))
    return _listed_languages(document) or found


def _listed_languages(document: Document) -> tuple[Language, ...]:
    listed = document.get("languages")
    return tuple(language for language in LANGUAGES if isinstance(listed, list) and language in listed)


def _tables(document: Document, *keys: str) -> list[dict[str, object]]:
    return [table for key in keys if isinstance(table := document.get(key), dict)]


def decode_languages(reading: Reading, value: object) -> None:
    """Reports what is wrong with the list of languages."""
    path = ("languages",)
    listed = reading.value(value, path, tuple[str, ...])
    if listed is None:
        return
    if not listed:
        reading.at_value("E012", "expected at least one language", path, f"known are {', '.join(LANGUAGES)}")
    for index, language in enumerate(listed):
        if language not in LANGUAGES:
            hint = f"known are {', '.join(LANGUAGES)}"
            reading.at_value("E013", f"{quoted(language)} is no language of this program", (*path, index), hint)


def decode_title(
    reading: Reading, value: object, path: KeyPath, claimed: tuple[Language, ...]
) -> tuple[tuple[str, str], ...]:
    """The same line in every language of the ruleset."""
    if not isinstance(value, dict):
        reading.wrong("a table", value, path)
        return ()
    for key in value:
        if key not in LANGUAGES:
            reading.unknown_key(key, path, LANGUAGES)
    found: list[tuple[str, str]] = []
    for language in LANGUAGES:
        if language not in value:
            if language in claimed:
                reading.missing(language, path)
        elif (text := spoken(reading, value[language], (*path, language))) is not None:
            found.append((language, text))
    return tuple(found)


def decode_words(reading: Reading, value: object) -> dict[str, dict[str, dict[str, str]]]:
    """Language -> id -> its forms."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for language, entries in _table(reading, value, ("words",)).items():
        path = ("words", language)
        if language not in LANGUAGES:
            reading.unknown_key(language, ("words",), LANGUAGES)
            continue
        words = reading.value(entries, path, dict[Id, object]) or {}
        forms = {name: _forms(reading, item, (*path, name)) for name, item in words.items()}
        found[language] = {name: form for name, form in forms.items() if form}
    return found


def _table(reading: Reading, value: object, path: KeyPath) -> dict[str, object]:
    return reading.value(value, path, dict[str, object]) or {}


def _forms(reading: Reading, value: object, path: KeyPath) -> dict[str, str]:
    """The forms of one word; a plain text is its form `one`."""
    if isinstance(value, str):
        text = spoken(reading, value, path)
        return {"one": text} if text else {}
    table = _table(reading, value, path)
    if "gender" in table:
        reading.choice(table["gender"], (*path, "gender"), GENDERS)
    forms: dict[str, str] = {}
    for name, item in table.items():
        if name not in keys.FORMS:
            reading.unknown_key(name, path, tuple(keys.FORMS))
        elif text := spoken(reading, item, (*path, name)):
            forms[name] = text
    return forms


LOOK_FLAGS = ("shown", "told")
"""Keys of a look that are true or false."""


def decode_looks(reading: Reading, value: object) -> dict[str, dict[str, str]]:
    """Id -> how it is drawn."""
    found: dict[str, dict[str, str]] = {}
    for name, look in (reading.value(value, ("look",), dict[Id, object]) or {}).items():
        path = ("look", name)
        entry = reading.entry(look, path, LookShape)
        if entry is None:
            continue
        for key, choices in CHOICES.items():
            if key in entry.content:
                reading.choice(entry.content[key], entry.at(key), choices)
        texts = {
            key: spoken(reading, item, entry.at(key)) for key, item in entry.content.items() if key not in LOOK_FLAGS
        }
        found[name] = {key: text for key, text in texts.items() if text}
        flags = {"shown": entry.shape.shown, "told": entry.shape.told}
        found[name] |= {flag: UNSHOWN for flag, holds in flags.items() if not holds}
    return found
