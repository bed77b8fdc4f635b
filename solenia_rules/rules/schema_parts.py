"""Parts of the JSON Schema of ruleset files: texts, names, numbers, tables by ids, and the types that records hold.

`schema.py` puts them together for a ruleset; nothing here depends on one.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, Union, get_args, get_origin

from solenia_rules.rules import caps
from solenia_rules.rules import records as r
from solenia_rules.rules.origin import Origin
from solenia_rules.rules.spoken import GENDERS
from solenia_rules.words.looks import CHOICES, COLOURS, SHAPES

Schema: TypeAlias = dict[str, object]

DRAFT = "http://json-schema.org/draft-07/schema#"
ID = f"^{caps.ID.pattern}$"

TEXT: Schema = {"type": "string", "maxLength": caps.EFFECT_BYTES}
GENDER: Schema = {"enum": list(GENDERS)}
LINE: Schema = {"type": "string", "minLength": 1}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer", "minimum": -caps.INTEGER, "maximum": caps.INTEGER}
NAME: Schema = {"type": "string", "pattern": ID}
CELL: Schema = {"type": "string", "pattern": rf"^{caps.ID.pattern}(\.[a-z]{{1,4}}[1-9][0-9]{{0,4}})?$"}
PAIR: Schema = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
SOURCE: Schema = {"enum": list(get_args(Origin))}
FILLED: Schema = {"type": "string", "pattern": r"\{"}
"""A text with a variable of a pattern."""
PLAIN: Schema = {"type": ["integer", "boolean", "string"]}
FIRST: Schema = {"anyOf": [PLAIN, {"type": "array", "items": {"type": "string"}}]}


def described(meaning: str) -> Schema:
    return {"description": meaning}


def sized(length: int) -> Schema:
    return {"minItems": length, "maxItems": length}


def closed(properties: Mapping[str, Schema]) -> Schema:
    """A table of exactly these keys."""
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def table_of(known: Mapping[str, Schema], entry: Schema, meaning: str | None) -> Schema:
    """A table by ids: some known, others to come."""
    made: Schema = {"type": "object", "properties": dict(known), "additionalProperties": entry}
    return made | (described(meaning) if meaning else {})


def with_filled_items(value: Schema) -> Schema:
    """A list whose items may be texts with a variable; anything else as it is."""
    items = value.get("items")
    return value if items is None else value | {"items": {"anyOf": [items, FILLED]}}


def open_record() -> Schema:
    return {
        "type": "object",
        "required": ["source"],
        "properties": {"source": SOURCE, "note": LINE},
        "additionalProperties": True,
    }


def offered(known: Iterable[str], other: Schema = NAME) -> Schema:
    """An id: one of these, or one that a variant declares."""
    listed = list(known)
    return {"anyOf": [{"enum": listed}, other]} if listed else other


def of_type(held: object) -> Schema:
    """The plain types that records hold."""
    if get_origin(held) in (Union, types.UnionType):
        (held,) = (part for part in get_args(held) if part is not type(None))
    if get_origin(held) is Literal:
        return {"enum": list(get_args(held))}
    if get_origin(held) is tuple:
        first, *others = get_args(held)
        items: Schema = {"type": "array", "items": of_type(first)}
        return items if others == [Ellipsis] else items | sized(1 + len(others))
    if held is bool:
        return {"type": "boolean"}
    if held is int:
        return NUMBER
    if held is str:
        return NAME
    if held is r.Text:
        return TEXT
    raise TypeError(held)


def look_value(key: str) -> Schema:
    """What a key of a look can be; names of colours and shapes are offered, and others are allowed."""
    match key:
        case "shown" | "told":
            return FLAG
        case "colour":
            return {"anyOf": [{"enum": list(COLOURS)}, LINE]}
        case "shape":
            return {"anyOf": [{"enum": list(SHAPES)}, LINE]}
        case _ if key in CHOICES:
            return {"enum": list(CHOICES[key])}
        case _:
            return LINE
