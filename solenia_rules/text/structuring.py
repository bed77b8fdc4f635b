"""Data from outside becomes values of our classes, strictly: exact types, no unknown keys, all problems at once.

cattrs does the work. `structure` takes plain data (what a JSON or TOML reader gives) and a class made with attrs. It
returns a value of the class, or raises `Misfits` with every problem and its path; callers turn paths into places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Literal, TypeAlias, TypeVar, get_args, get_origin

from attrs import has
from cattrs import Converter
from cattrs.cols import homogenous_tuple_structure_factory, mapping_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from solenia_rules.text.frozen import frozen

ValueT = TypeVar("ValueT")
Path: TypeAlias = tuple[str | int, ...]

_PLAIN = {int: "a number", bool: "true or false", str: "a text"}
"""Types that are taken only as themselves: true is no number, and a number is no text."""


@frozen
class Misfit:
    """One problem: where it is, what sort it is, and what was expected there."""

    path: Path
    """Keys and indices from the outermost table; the last one is the unknown or missing key itself."""
    sort: Literal["unknown key", "missing key", "wrong value"]
    expected: str = ""
    found: object = None

    def __str__(self) -> str:
        where = ".".join(str(part + 1) if isinstance(part, int) else part for part in self.path) or "all of it"
        if self.sort != "wrong value":
            return f"{self.sort} `{where}`"
        return f"`{where}`: expected {self.expected}, found {described(self.found)}"


class Misfits(Exception):
    """Data does not have the shape of a class. Holds every problem, in the order of the data."""

    def __init__(self, problems: tuple[Misfit, ...]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


class _Wrong(Exception):
    """A value has another type than expected."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(expected)
        self.expected, self.found = expected, found


def structure(data: object, shape: type[ValueT]) -> ValueT:
    """A value of the class from plain data; raises `Misfits`."""
    try:
        return _converter().structure(data, shape)
    except (ClassValidationError, IterableValidationError, _Wrong) as error:
        raise Misfits(tuple(_problems(error, ()))) from None


def described(value: object) -> str:
    """A plain value in the words of its author."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text {value[:40]!r}"
        case list():
            return "a list"
        case dict():
            return "a table"
        case _:
            return "something else"


@cache
def _converter() -> Converter:
    made = Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind, expected in _PLAIN.items():
        made.register_structure_hook(kind, _exactly(kind, expected))
    made.register_structure_hook_func(lambda kind: kind is object, lambda value, _kind: value)
    made.register_structure_hook_factory(
        lambda kind: _origin(kind) is tuple,
        lambda kind: _only(list, "a list", _tuple(kind, made)),
    )
    made.register_structure_hook_factory(
        lambda kind: _origin(kind) is dict,
        lambda kind: _only(dict, "a table", mapping_structure_factory(kind, made)),
    )
    made.register_structure_hook_factory(has, lambda kind: _only(dict, "a table", make_dict_structure_fn(kind, made)))
    return made


def _exactly(kind: type, expected: str) -> Callable[[object, object], object]:
    """Takes values of one type as they are."""

    def take(value: object, _kind: object) -> object:
        if type(value) is not kind:
            raise _Wrong(expected, value)
        return value

    return take


def _only(kind: type, expected: str, structured: Callable[..., ValueT]) -> Callable[[object, type], ValueT]:
    """Refuses data of another type before cattrs would convert it: a text is no list of letters."""

    def take(value: object, target: type) -> ValueT:
        if type(value) is not kind:
            raise _Wrong(expected, value)
        return structured(value, target)

    return take


def _origin(kind: object) -> object:
    return get_origin(kind)


def _tuple(kind: type, converter: Converter) -> Callable[..., tuple[object, ...]]:
    """Tuples of any length by cattrs; those of a fixed length only from a list of that length."""
    kinds = get_args(kind)
    if kinds[-1] is Ellipsis:
        return homogenous_tuple_structure_factory(kind, converter)

    def take(value: list[object], _target: type) -> tuple[object, ...]:
        if len(value) != len(kinds):
            raise _Wrong(f"a list of {len(kinds)}", value)
        return tuple(converter.structure(item, part) for item, part in zip(value, kinds, strict=True))

    return take


def _problems(error: BaseException, path: Path) -> Iterator[Misfit]:
    """The problems inside what cattrs raised; its notes say at which attribute or index each of them is."""
    if isinstance(error, ClassValidationError | IterableValidationError):
        for part in error.exceptions:
            yield from _problems(part, (*path, *_steps(part)))
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            yield Misfit((*path, key), "unknown key")
    elif isinstance(error, KeyError):
        yield Misfit(path, "missing key")
    elif isinstance(error, _Wrong):
        yield Misfit(path, "wrong value", error.expected, error.found)
    else:
        raise error


def _steps(error: BaseException) -> Iterator[str | int]:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            yield note.name
        elif isinstance(note, IterableValidationNote):
            yield note.index
