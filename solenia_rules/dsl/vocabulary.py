"""The reserved words of the language, and the names that have a fixed meaning in it."""

from __future__ import annotations

RESERVED = frozenset(
    """let if then else for in where by repeat choose or and not may as together openly try possible phase is of my
    before after instead once per becomes to from on with at until up""".split()
)
"""Shapes of the grammar: refused as names everywhere."""

SPECIAL_NAMES = {
    "me": "the seat that acts; in the rules of a piece or cell, its owner",
    "this": "the piece or cell whose text runs",
    "here": "the cell of `this`",
    "it": "in a modifier: the value so far",
    "actor": "in a lasting rule: the seat that acts",
    "seats": "all seats in turn order",
    "others": "all seats but me, in turn order from me",
    "true": "yes",
    "false": "no",
    "none": "nothing, nobody, nowhere",
    "front": "a face",
    "back": "the other face",
    "active": "adjective: the lasting rules of this piece or cell hold",
    "choice": "as a sort key: the seat orders them",
}

SEATS = ("me", "actor", "seats", "others")
"""The names that stand for the acting seat."""

BUILT_IN_FIELDS = {
    "cell": "the cell a piece lies on, or none",
    "owner": "the seat a piece or cell belongs to, or none",
    "row": "row of a cell, from 1",
    "column": "column of a cell, from 1",
    "face": "front or back of a two-faced piece",
    "shows": "the face a die shows",
    "place": "number from 1: of a seat in turn order, of a word in its kind, of a piece in its zone (0: its zone has "
    "no order, or it is in no zone)",
}
