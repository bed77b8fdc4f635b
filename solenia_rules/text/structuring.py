"""Structures data from outside as values of our classes, strictly: exact types, no unknown keys, all problems at once.

`structure` takes plain data (what a JSON or TOML reader gives) and a class made with attrs. It returns a value of the
class, or raises `Misfits` with every problem and its path; callers turn paths into places. cattrs does the work: import
this module where data is read, not at start-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeVar, get_args, get_origin

from attrs import AttrsInstance, fields, has
from cattrs import Converter, override
from cattrs.cols import homogenous_tuple_structure_factory, mapping_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from solenia_rules.text.frozen import remembered
from solenia_rules.text.misfits import Misfit, Misfits, Path, Refusal, WrongType

ValueT = TypeVar("ValueT")
_PLAIN = {int: "a number", bool: "true or false", str: "a text"}
"""Types that are taken only as themselves: true is no number, and a number is no text."""
_PROBLEMS = (ClassValidationError, IterableValidationError, ForbiddenExtraKeysError, KeyError, WrongType, Refusal)


class Structurer:
    """Structures data with two converters of cattrs. The first stops at the first problem. Only if there is a problem,
    the second one collects all of them: cattrs compiles much longer functions for it."""

    def __init__(self, add_hooks: Callable[[Converter], None] | None = None) -> None:
        """`add_hooks` may register hooks for more types."""
        self._add_hooks = add_hooks

    @remembered
    def _first(self) -> Converter:
        return self._made(detailed=False)

    @remembered
    def _all(self) -> Converter:
        return self._made(detailed=True)

    def _made(self, detailed: bool) -> Converter:
        made = strict_converter(detailed)
        if self._add_hooks is not None:
            self._add_hooks(made)
        return made

    def structure(self, data: object, shape: type[ValueT]) -> ValueT:
        """A value of the class from plain data; raises `Misfits`."""
        try:
            return self._first.structure(data, shape)
        except _PROBLEMS:
            pass
        try:
            return self._all.structure(data, shape)
        except _PROBLEMS as error:
            raise Misfits(tuple(_problems(error, ()))) from None


def structure(data: object, shape: type[ValueT]) -> ValueT:
    """A value of the class from plain data, without hooks for more types; raises `Misfits`."""
    return _shared().structure(data, shape)


@cache
def _shared() -> Structurer:
    return Structurer()


def strict_converter(detailed: bool) -> Converter:
    """A converter that takes only exact types and known keys. `detailed`: whether it collects all problems."""
    made = Converter(forbid_extra_keys=True, detailed_validation=detailed)
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
    made.register_structure_hook_factory(has, lambda kind: _only(dict, "a table", _from_table(kind, made)))
    return made


def _from_table(kind: type[AttrsInstance], converter: Converter) -> Callable[..., AttrsInstance]:
    """A key that is a word of Python has a field with an underscore behind it: `while_`."""
    late = {one.name: override(rename=one.name[:-1]) for one in fields(kind) if one.name.endswith("_")}
    return make_dict_structure_fn(kind, converter, **late)  # type: ignore[arg-type]


def _exactly(kind: type, expected: str) -> Callable[[object, object], object]:
    """Takes values of one type as they are."""

    def take(value: object, _kind: object) -> object:
        if type(value) is not kind:
            raise WrongType(expected, value)
        return value

    return take


def _only(kind: type, expected: str, structured: Callable[..., ValueT]) -> Callable[[object, type], ValueT]:
    """Refuses data of another type before cattrs would convert it: a text is no list of letters."""

    def take(value: object, target: type) -> ValueT:
        if type(value) is not kind:
            raise WrongType(expected, value)
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
            raise WrongType(f"a list of {len(kinds)}", value)
        made, errors = [], []
        for index, (item, part) in enumerate(zip(value, kinds, strict=True)):
            try:
                made.append(converter.structure(item, part))
            except (ClassValidationError, IterableValidationError, WrongType, Refusal) as error:
                error.__notes__ = [IterableValidationNote("an item", index, part)]
                errors.append(error)
        if errors:
            raise IterableValidationError("a tuple", errors, kind)
        return tuple(made)

    return take


def _problems(error: BaseException, path: Path) -> Iterator[Misfit]:
    """The problems inside what cattrs raised; its notes say at which attribute or index each of them is."""
    if isinstance(error, (ClassValidationError, IterableValidationError)):
        for part in error.exceptions:
            yield from _problems(part, (*path, *_steps(part)))
    elif isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            yield Misfit((*path, key), "unknown key")
    elif isinstance(error, KeyError):
        yield Misfit(path, "missing key")
    elif isinstance(error, WrongType):
        yield Misfit(path, "wrong value", error.expected, error.found)
    elif isinstance(error, Refusal):
        yield Misfit(path, "refused", str(error), error.reason)
    else:
        raise error


def _steps(error: BaseException) -> Iterator[str | int]:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            yield note.name
        elif isinstance(note, IterableValidationNote):
            yield note.index
