"""Decoding of texts for people: titles, words, looks."""

from __future__ import annotations

import re

from solenia_rules.rules import keys
from solenia_rules.rules.records import UNSHOWN
from solenia_rules.rules.tables import Reading, Table
from solenia_rules.rules.toml_spans import KeyPath

LANGUAGES = ("en", "fr", "pl")
GENDERS = ("m", "f", "n", "ma", "mp")
"""`ma`: masculine and alive, `mp`: a person; Polish bends them otherwise."""
LOOK_KEYS = tuple(keys.LOOK)

_NOT_SHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def spoken(reading: Reading, value: object, path: KeyPath) -> str | None:
    """One line for people: neither empty nor with characters that cannot be seen."""
    if not isinstance(value, str):
        reading.wrong("a text", value, path)
        return None
    if not value.strip():
        reading.at_value("E023", "an empty text for people", path)
    elif match := _NOT_SHOWN.search(value):
        reading.at_value("E023", f"a text for people holds the character U+{ord(match.group()):04X}", path)
    return value


def decode_title(reading: Reading, value: object, path: KeyPath) -> tuple[tuple[str, str], ...]:
    """The same line in every language."""
    table = Table.open(reading, value, path, LANGUAGES)
    if table is None:
        return ()
    found: list[tuple[str, str]] = []
    for language in LANGUAGES:
        if table.require(language):
            text = spoken(reading, table.content[language], table.at(language))
            if text is not None:
                found.append((language, text))
    return tuple(found)


def decode_words(reading: Reading, value: object) -> dict[str, dict[str, dict[str, str]]]:
    table = Table.open(reading, value, ("words",), LANGUAGES)
    found: dict[str, dict[str, dict[str, str]]] = {}
    for language, entries, path in table.items() if table else ():
        inner = Table.open(reading, entries, path, None) if language in LANGUAGES else None
        forms = ((name, _forms(reading, item, at)) for name, item, at in inner.items()) if inner else ()
        found[language] = {name: form for name, form in forms if form}
    return found


def _forms(reading: Reading, value: object, path: KeyPath) -> dict[str, str]:
    """The forms of one word; a plain text is its form `one`."""
    if isinstance(value, str):
        text = spoken(reading, value, path)
        return {"one": text} if text else {}
    table = Table.open(reading, value, path, keys.FORMS)
    if table is None:
        return {}
    table.choice("gender", GENDERS, "n")
    forms = {name: spoken(reading, item, at) for name, item, at in table.items()}
    return {name: text for name, text in forms.items() if text}


def decode_looks(reading: Reading, value: object) -> dict[str, dict[str, str]]:
    table = Table.open(reading, value, ("look",), None)
    found: dict[str, dict[str, str]] = {}
    for name, entry, path in table.items() if table else ():
        inner = Table.open(reading, entry, path, LOOK_KEYS)
        if inner is None:
            continue
        texts = {key: spoken(reading, item, at) for key, item, at in inner.items() if key != "shown"}
        found[name] = {key: text for key, text in texts.items() if text}
        if "shown" in inner.content and not inner.flag("shown"):
            found[name]["shown"] = UNSHOWN
    return found
