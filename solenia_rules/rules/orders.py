"""Finds out whether the order matters in which variants are laid over their base, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import permutations
from typing import Literal, TypeAlias

from solenia_rules.rules.declared import HEAD, PROGRAMS, STEP_SECTIONS, UNPLAYED_SECTIONS
from solenia_rules.rules.digest import digest
from solenia_rules.rules.files import Bundle, open_bundle
from solenia_rules.rules.layers import Loader, Stack
from solenia_rules.rules.merger import Layer
from solenia_rules.rules.problems import Problems, TooManyProblems
from solenia_rules.rules.reader import Document
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.frozen import frozen

ALL_ORDERS_OF = 4
"""Up to this many variants, every order is tried; with more, the reverse order and each exchange of neighbours."""
IN_TURN = (*STEP_SECTIONS, PROGRAMS[-1])
"""Sections whose entries take effect one after the other: steps and lasting rules."""

Sort: TypeAlias = Literal["value", "turn", "list"]


@frozen
class Difference:
    """One thing that another order changes: a value, the order in which things happen, or only that of a list."""

    path: KeyPath
    sort: Sort
    here: str
    there: str


@frozen
class Other:
    """Another order of the same layers, and what it changes."""

    name: str
    differences: tuple[Difference, ...]

    @property
    def matters(self) -> bool:
        """Whether a rule changes. The order of a list alone shows only in ids and in what a seed deals."""
        return any(difference.sort != "list" for difference in self.differences)


def other_orders(spec: str, bundle: Bundle | None = None) -> tuple[Other, ...] | None:
    """The orders that change something, with the changes; empty if there is only one order."""
    problems = Problems()
    try:
        stack = Loader(bundle or open_bundle(), problems).stack(spec)
    except TooManyProblems:
        return None
    if stack is None or problems or len(stack.over) < 2:
        return None
    here = _laid(stack)
    found = (_compare(here, _laid(Stack(stack.chain, order))) for order in _orders(stack.over))
    return tuple(other for other in found if other.differences)


def _orders(over: tuple[Layer, ...]) -> Iterator[tuple[Layer, ...]]:
    """The orders to try, without the given one."""
    if len(over) <= ALL_ORDERS_OF:
        yield from (order for order in permutations(over) if order != over)
        return
    yield over[::-1]
    for at in range(len(over) - 1):
        yield (*over[:at], over[at + 1], over[at], *over[at + 2 :])


def _laid(stack: Stack) -> Layer:
    """Merge copies. Problems of an order are found when it is loaded; here only the results are compared."""
    copies = {layer.name: deepcopy(layer) for layer in (*stack.chain, *stack.over)}
    chain, over = (tuple(copies[layer.name] for layer in layers) for layers in (stack.chain, stack.over))
    return Stack(chain, over).laid(Problems())


def _compare(here: Layer, there: Layer) -> Other:
    same = digest(here.document) == digest(there.document)
    return Other(there.name, () if same else tuple(_differences(here.document, there.document)))


def _differences(here: Document, there: Document) -> Iterator[Difference]:
    sections = [key for key in here if key not in (*HEAD, *UNPLAYED_SECTIONS)]
    for key in ("seats", "estimate", *sections):
        yield from _values(here.get(key), there.get(key), (key,))
    for section in sections:
        names = [list(x) if isinstance(x, dict) else [] for x in (here[section], there.get(section))]
        if names[0] != names[1] and set(names[0]) == set(names[1]):
            moved = [[name for name in order if _moves(name, *names)] for order in names]
            sort: Sort = "turn" if section in IN_TURN else "list"
            yield Difference((section,), sort, ", ".join(moved[0]), ", ".join(moved[1]))
    others = [key for key in there if key not in (*HEAD, *UNPLAYED_SECTIONS)]
    if sections != others and set(sections) == set(others):
        yield Difference((), "list", ", ".join(sections), ", ".join(others))


def _moves(name: str, here: list[str], there: list[str]) -> bool:
    return here.index(name) != there.index(name)


def _values(here: object, there: object, path: KeyPath) -> Iterator[Difference]:
    if isinstance(here, dict) and isinstance(there, dict):
        for key in dict.fromkeys((*here, *there)):
            if key not in ("source", "note") or len(path) != 2:
                yield from _values(here.get(key), there.get(key), (*path, key))
    elif here != there:
        yield Difference(path, "value", _shown(here), _shown(there))


def _shown(value: object) -> str:
    """A value in one short line."""
    if value is None:
        return "-"
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
