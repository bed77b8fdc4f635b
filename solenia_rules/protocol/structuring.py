"""From plain data to the classes of the messages, and back."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeVar, get_args, get_origin

from attrs import fields, has
from cattrs import Converter

from solenia_rules.protocol.errors import bad_params, misfits
from solenia_rules.text.misfits import Misfits, Refusal, WrongType
from solenia_rules.text.structuring import Structurer

ValueT = TypeVar("ValueT")


@cache
def _structurer() -> Structurer:
    return Structurer(_add_hooks)


def _add_hooks(converter: Converter) -> None:
    converter.register_structure_hook_func(lambda kind: _origin(kind) is Literal, _one_of)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_func(lambda kind: kind == int | str, _id)


def _one_of(value: object, kind: object) -> object:
    known = get_args(kind)
    if not isinstance(value, str) or value not in known:
        told = ", ".join(repr(one) for one in known)
        raise Refusal(f"expected one of {told}", value)
    return value


def _number(value: object, _kind: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise WrongType("a number", value)
    return float(value)


def _id(value: object, _kind: object) -> int | str:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise WrongType("a number or a text", value)
    return value


def _origin(kind: object) -> object:
    return get_origin(kind)


def structure_params(given: object, shape: type[ValueT]) -> ValueT:
    """The parameters of a request; raises `RpcError` with every problem."""
    if isinstance(given, list):
        raise bad_params("`params` is an object with named parameters, not a list")
    try:
        return _structurer().structure(given, shape)
    except Misfits as problem:
        raise misfits(problem) from None


def plain(value: object) -> object:
    """A result as plain data."""
    kind: type = type(value)
    if has(kind):
        return {one.name: plain(getattr(value, one.name)) for one in fields(kind)}
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return value
