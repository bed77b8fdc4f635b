"""Completion and hover for keys and values of a TOML file, from its JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solenia_rules.rules.schema_parts import Schema
from solenia_rules.rules.toml_spans import KeyPath


def schema_at(root: Schema, path: KeyPath) -> list[Schema]:
    """The parts of the schema for the value under a path; several if it may have several types."""
    found = _settled(root, root)
    for part in path:
        found = [inner for schema in found for inner in _step(root, schema, part)]
    return found


def _step(root: Schema, schema: Schema, part: str | int) -> list[Schema]:
    if isinstance(part, int):
        return _settled(root, schema.get("items"))
    properties = schema.get("properties")
    if isinstance(properties, dict) and part in properties:
        return _settled(root, properties[part])
    patterns = schema.get("patternProperties")
    for pattern, inner in patterns.items() if isinstance(patterns, dict) else ():
        if re.search(pattern, part):
            return _settled(root, inner)
    return _settled(root, schema.get("additionalProperties"))


def _settled(root: Schema, schema: object) -> list[Schema]:
    """The schemas with references resolved and alternatives listed."""
    if not isinstance(schema, dict):
        return []
    reference = schema.get("$ref")
    if isinstance(reference, str):
        definitions = root.get("definitions")
        name = reference.rpartition("/")[2]
        return _settled(root, definitions.get(name) if isinstance(definitions, dict) else None)
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        return [inner for choice in choices for inner in _settled(root, choice)]
    return [schema]


def keys_at(root: Schema, path: KeyPath) -> Iterator[tuple[str, str]]:
    """The keys that a table may have, each with what it means."""
    for schema in schema_at(root, path):
        properties = schema.get("properties")
        for key, inner in properties.items() if isinstance(properties, dict) else ():
            yield key, _description(inner) or _description(schema)


def is_table(root: Schema, path: KeyPath, key: str) -> bool:
    """Whether a table may stand under a key."""
    return any(schema.get("type") == "object" for schema in schema_at(root, (*path, key)))


def values_at(root: Schema, path: KeyPath) -> Iterator[str]:
    """The values that may stand under a key, as far as they can be listed."""
    for schema in schema_at(root, path):
        listed = schema.get("enum")
        yield from (str(value) for value in listed) if isinstance(listed, list) else ()
        if "const" in schema:
            yield str(schema["const"])
        if schema.get("type") == "boolean":
            yield from ("true", "false")


def told_at(root: Schema, path: KeyPath) -> str:
    """What the key at the end of a path means."""
    if not path:
        return ""
    for schema in schema_at(root, path[:-1]):
        properties = schema.get("properties")
        if isinstance(properties, dict) and path[-1] in properties:
            return _description(properties[path[-1]])
    return ""


def _description(schema: object) -> str:
    found = schema.get("description") if isinstance(schema, dict) else None
    return found if isinstance(found, str) else ""
