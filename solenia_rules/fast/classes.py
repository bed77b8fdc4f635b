"""Equivalence classes of values that share one shape, because they are copied into each other or compared
(union-find)."""

from __future__ import annotations

from enum import Enum

from attrs import define, frozen

from solenia_rules.fast.errors import Unsupported

WORD = 64


class Sort(Enum):
    INTEGER = "integer"
    SEQUENCE = "sequence"


@frozen
class Shape:
    sort: Sort
    bits: int
    """Width of an integer: a multiple of 64."""
    keys: int
    """The number of sorting keys of each member of a sequence."""
    signed: bool
    """Whether the value may be negative; a set never is."""


@define
class Class:
    sort: Sort | None = None
    bits: int = 0
    keys: int = 0
    number: bool = False
    mask: bool = False
    settled: bool = False
    """Whether the maximal number of members of a set is known."""
    negative: bool = False


class Classes:
    """Union-find over nodes, which are numbers; a fact about one node holds for its whole class."""

    def __init__(self) -> None:
        self.classes: list[Class] = []
        self.parents: list[int] = []

    def fresh(self, **facts: object) -> int:
        made = Class()
        for name, fact in facts.items():
            setattr(made, name, fact)
        if made.number or made.mask:
            made.sort = Sort.INTEGER
        self.classes.append(made)
        self.parents.append(len(self.parents))
        return len(self.parents) - 1

    def find(self, node: int) -> int:
        while self.parents[node] != node:
            self.parents[node] = self.parents[self.parents[node]]
            node = self.parents[node]
        return node

    def same(self, a: int, b: int) -> int:
        a, b = self.find(a), self.find(b)
        if a == b:
            return a
        one, other = self.classes[a], self.classes[b]
        if one.sort is not None and other.sort is not None and one.sort is not other.sort:
            raise Unsupported(f"a value is {one.sort.value} and {other.sort.value} at once")
        one.sort = one.sort or other.sort
        one.bits, one.keys = max(one.bits, other.bits), max(one.keys, other.keys)
        one.number |= other.number
        one.mask |= other.mask
        one.settled |= other.settled
        one.negative |= other.negative
        self.parents[b] = a
        return a

    def number(self, node: int) -> None:
        self.same(node, self.fresh(number=True))

    def mask(self, node: int, members: int = 0) -> int:
        return self.same(node, self.fresh(mask=True, bits=members, settled=members > 0))

    def sequence(self, node: int) -> int:
        return self.same(node, self.fresh(sort=Sort.SEQUENCE))

    def shape(self, node: int) -> Shape:
        found = self.classes[self.find(node)]
        bits = max(1, -(-found.bits // WORD)) * WORD
        return Shape(found.sort or Sort.INTEGER, bits, found.keys, found.negative or not found.mask)
