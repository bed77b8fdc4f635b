"""Packs values into numbers, texts and tuples only, which can be stored and read quickly, and unpacks them again.

The first number of a tuple says what the tuple stands for; a number or text stands for itself. The data is not checked
when it is read, so it must have been written here.
"""

from __future__ import annotations

from attrs import AttrsInstance, fields

from solenia_rules.text.places import NOWHERE, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Packed: TypeAlias = "bool | int | str | tuple[Packed, ...] | None"

SPAN, RAW, TUPLE, LIST, DICT, RAW_LIST, FIRST = range(7)
_ATOMS = (int, str, bool, type(None))


def fields_of(kind: type[AttrsInstance]) -> tuple[str, ...]:
    """Names of the fields of one of our classes."""
    return tuple(attribute.name for attribute in fields(kind))


class Packer:
    """Packs values of some classes; a place is packed with the number of its source."""

    def __init__(self, classes: Sequence[type[AttrsInstance]], sources: list[Source]) -> None:
        self.sources = sources
        self.known: dict[type, tuple[int, tuple[str, ...]]] = {
            kind: (FIRST + number, fields_of(kind)) for number, kind in enumerate(classes)
        }
        self.numbers = {id(source): number for number, source in enumerate(sources)}

    def pack(self, value: object) -> Packed:
        if value is None or isinstance(value, (str, int)):
            return value
        if type(value) is Span:
            return (SPAN, self._source(value.source), value.start, value.end)
        if isinstance(value, tuple):
            if all(type(item) in _ATOMS for item in value):
                return (RAW, value)
            return (TUPLE, *map(self.pack, value))
        if isinstance(value, list):
            if all(type(item) in _ATOMS for item in value):
                return (RAW_LIST, tuple(value))
            return (LIST, *map(self.pack, value))
        if isinstance(value, dict):
            return (DICT, *[self.pack(part) for item in value.items() for part in item])
        number, fields = self.known[type(value)]
        return (number, *[self.pack(getattr(value, name)) for name in fields])

    def _source(self, source: Source) -> int:
        if source is NOWHERE.source:
            return -1
        number = self.numbers.get(id(source))
        if number is None:
            number = self.sources.index(source) if source in self.sources else len(self.sources)
            if number == len(self.sources):
                self.sources.append(source)
            self.numbers[id(source)] = number
        return number


class Unpacker:
    """The way back, with the same classes and sources."""

    def __init__(self, classes: Sequence[type[AttrsInstance]], sources: Sequence[Source]) -> None:
        self.sources = (*sources, NOWHERE.source)
        self.makers = [(kind, tuple(one.alias for one in fields(kind))) for kind in classes]

    def unpack(self, data: object) -> object:
        if data.__class__ is not tuple:
            return data
        assert isinstance(data, tuple)
        tag = data[0]
        if tag >= FIRST:
            kind, names = self.makers[tag - FIRST]
            values = [self.unpack(x) if x.__class__ is tuple else x for x in data[1:]]
            return kind(**dict(zip(names, values, strict=True)))
        if tag == RAW:
            return data[1]
        if tag == SPAN:
            return Span(self.sources[data[1]], data[2], data[3])
        if tag == TUPLE:
            return tuple([self.unpack(x) if x.__class__ is tuple else x for x in data[1:]])
        if tag == LIST:
            return [self.unpack(x) if x.__class__ is tuple else x for x in data[1:]]
        if tag == RAW_LIST:
            return list(data[1])
        parts = [self.unpack(x) for x in data[1:]]
        return dict(zip(parts[::2], parts[1::2], strict=True))
