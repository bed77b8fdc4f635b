"""The JSON Schema of the protocol, made from the classes of the messages.

A class made with attrs and a `TypedDict` become objects; the texts below their fields become descriptions, read from
the source. Parameters allow no other keys. Results may get more keys within a version, so clients ignore unknown ones;
with `strict`, the schema forbids them, which is how the tests compare real answers with it.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Literal, NotRequired, TypeAlias, Union, get_args, get_origin, get_type_hints, is_typeddict

from attrs import NOTHING, fields_dict, has

from solenia_rules.protocol import results
from solenia_rules.protocol.errors import CODES
from solenia_rules.protocol.methods import METHODS, PROGRESS, PROTOCOL
from solenia_rules.protocol.structuring import plain

Schema: TypeAlias = dict[str, object]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN: dict[object, str] = {int: "integer", str: "string", bool: "boolean", float: "number", NoneType: "null"}


HEAD: Schema = {"jsonrpc": {"const": "2.0"}, "id": {"type": ["integer", "string"]}}
"""What every request and every result has."""


class SchemaMaker:
    """Makes schemas of types, and collects those of classes as definitions."""

    def __init__(self, where: str = "#/$defs/", strict: bool = False) -> None:
        self.where = where
        self.strict = strict
        self.definitions: dict[str, Schema] = {}

    def of(self, kind: object, closed: bool = False) -> Schema:
        """The schema of a type. `closed`: whether an object of this class has no other keys."""
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if kind is object:
            return {}
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in (Union, UnionType):
            return self._union(inner)
        if origin is tuple and inner[-1] is not Ellipsis:
            sizes = {"minItems": len(inner), "maxItems": len(inner)}
            return {"type": "array", "prefixItems": [self.of(one) for one in inner], **sizes}
        if origin in (tuple, list):
            return {"type": "array", "items": self.of(inner[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if isinstance(kind, type):
            return self._class(kind, closed)
        raise TypeError(f"{kind!r} has no schema")

    def _union(self, inner: tuple[object, ...]) -> Schema:
        """Plain types together, all others as alternatives."""
        names = [_PLAIN[one] for one in inner if one in _PLAIN]
        others = [self.of(one) for one in inner if one not in _PLAIN]
        if not others:
            return {"type": names}
        return {"anyOf": [*others, *({"type": name} for name in names)]}

    def _class(self, kind: type, closed: bool) -> Schema:
        name = kind.__name__
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] |= self._object(kind, closed or self.strict)
        return {"$ref": f"{self.where}{name}"}

    def _object(self, kind: type, closed: bool) -> Schema:
        told = field_texts(kind)
        properties: Schema = {}
        required: list[str] = []
        for name, hint, default in _fields(kind):
            made = self.of(hint)
            if name in told:
                made = {**made, "description": told[name]}
            if default is not NOTHING:
                made = {**made, "default": plain(default)} if default is not None else made
            else:
                required.append(name)
            properties[name] = made
        found: Schema = {"type": "object", "description": inspect.getdoc(kind) or "", "properties": properties}
        if required:
            found["required"] = required
        return {**found, "additionalProperties": False} if closed else found


def _fields(kind: type) -> Iterator[tuple[str, object, object]]:
    """Name, type and default of each field; `NOTHING` if the field is required, None if it may be left out."""
    hints = get_type_hints(kind, include_extras=True)
    if has(kind):
        for name, one in fields_dict(kind).items():
            made = getattr(one.default, "factory", None)
            yield name, hints[name], made() if callable(made) else one.default
    elif is_typeddict(kind):
        for name, hint in hints.items():
            optional = get_origin(hint) is NotRequired
            yield name, get_args(hint)[0] if optional else hint, None if optional else NOTHING
    else:
        raise TypeError(f"{kind!r} has no schema")


@cache
def field_texts(kind: type) -> dict[str, str]:
    """The texts below the fields of a class, with those of its bases."""
    return _texts_of(kind.__name__, kind.__module__)


def _texts_of(name: str, module: str) -> dict[str, str]:
    classes = {node.name: node for node in _tree(module).body if isinstance(node, ast.ClassDef)}
    found: dict[str, str] = {}
    for base in classes[name].bases:
        if isinstance(base, ast.Name) and base.id in classes:
            found |= _texts_of(base.id, module)
    for field, text in pairwise(classes[name].body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            said = text.value.value if isinstance(text.value, ast.Constant) else None
            if isinstance(said, str):
                found[field.target.id] = " ".join(said.split())
    return found


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))


def protocol_schema(strict: bool = False) -> Schema:
    """One schema for everything: a line of a client or of the engine fits it."""
    maker = SchemaMaker(strict=strict)
    sent: list[object] = []
    answered: dict[str, object] = {}
    for method in METHODS.values():
        params, answered[method.name] = maker.of(method.params, closed=True), maker.of(method.result)
        needed = "required" in maker.definitions[method.params.__name__]
        sent.append(
            {
                "type": "object",
                "title": method.name,
                "description": method.about,
                "properties": {**HEAD, "method": {"const": method.name}, "params": params},
                "required": ["jsonrpc", "method", *(["params"] if needed else [])],
                "additionalProperties": False,
            }
        )
    progress, error = maker.of(results.Progress), maker.of(results.ErrorData)
    return {
        "$schema": DIALECT,
        "title": f"Protocol of the engine, version {PROTOCOL}",
        "oneOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/response"}, {"$ref": "#/$defs/notification"}],
        "$defs": {
            "request": {"oneOf": sent},
            "response": {"oneOf": [_result(), _error(error)]},
            "notification": {
                "type": "object",
                "properties": {"jsonrpc": {"const": "2.0"}, "method": {"const": PROGRESS}, "params": progress},
                "required": ["jsonrpc", "method", "params"],
                "additionalProperties": False,
            },
            **dict(sorted(maker.definitions.items())),
        },
        "x-results": answered,
        "x-errors": {str(code): about for code, about in CODES.items()},
    }


def _result() -> Schema:
    return {
        "type": "object",
        "description": "The result of the request with the same id; `x-results` names its shape by method.",
        "properties": {**HEAD, "result": {"type": "object"}},
        "required": ["jsonrpc", "id", "result"],
        "additionalProperties": False,
    }


def _error(data: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {"type": ["integer", "number", "string", "null"]},
            "error": {
                "type": "object",
                "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": data},
                "required": ["code", "message", "data"],
                "additionalProperties": False,
            },
        },
        "required": ["jsonrpc", "id", "error"],
        "additionalProperties": False,
    }
