"""Values of TOML as the texts of cells, and back.

A text is written as it is, unless it would be read as something else: then it has quotes. Numbers and yes or no are
written as spreadsheets write them, lists and tables as TOML. An empty cell is a key that is not there.
"""

from __future__ import annotations

import json
import re
import tomllib

_NUMBER = re.compile(r"[+-]?\d{1,18}")
_WORDS = {"true": True, "false": False}
SINGLE = "'"
"""How texts of the language are quoted."""
_OPENING = ('"', "'", "[", "{")


class BadCell(Exception):
    """A cell that cannot be read."""


def cell_of(value: object) -> str:
    """The text of a cell."""
    if isinstance(value, str):
        try:
            plain = bool(value) and value.strip() == value and value_of(value) == value
        except BadCell:
            plain = False
        return value if plain else toml_of(value)
    return toml_of(value)


def value_of(cell: str) -> object:
    """The value of a cell that is not empty; raises `BadCell`."""
    text = cell.strip()
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _NUMBER.fullmatch(text):
        return int(text)
    if text.startswith(_OPENING):
        try:
            return tomllib.loads(f"x = {text}\n")["x"]
        except (tomllib.TOMLDecodeError, KeyError, RecursionError):
            raise BadCell("this begins like a text in quotes, a list or a table of TOML, and is none") from None
    return text


def toml_of(value: object, like: str = "") -> str:
    """A value as TOML on one line, or a text of several lines. `like`: how the value was written before, whose quotes
    are kept if that is possible."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return _text(value, like)
        case list():
            return f"[{', '.join(toml_of(one) for one in value)}]"
        case dict():
            pairs = ", ".join(f"{_key(key)} = {toml_of(one)}" for key, one in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case _:
            raise BadCell("only numbers, texts, yes or no, lists and tables can be written")


def _text(value: str, like: str) -> str:
    printable = all(sign.isprintable() or sign in "\t\n" for sign in value)
    if "\n" in value and printable and "'''" not in value and not value.endswith("'"):
        return f"'''\n{value}'''"
    if like.startswith(SINGLE) and printable and "'" not in value and "\n" not in value:
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
