"""Groups options by the decision that offers them, so that hundreds of cells or cards are one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import frozen

from solenia_rules.tools.lab.summary import OptionUse

MOST_NAMED = 8
"""The most names of a group that are listed."""
_CELL = re.compile(r"([a-z])(\d{1,2})")
_HEIGHTS = " ▁▂▃▄▅▆▇█"


@frozen
class Group:
    """The options of one decision, such as `deliver tile`."""

    name: str
    options: tuple[OptionUse, ...]

    @property
    def offered(self) -> int:
        return sum(one.offered for one in self.options)

    @property
    def taken(self) -> int:
        return sum(one.taken for one in self.options)

    @property
    def rates(self) -> list[float]:
        """How often each option is taken when it is offered."""
        return [one.taken / max(1, one.offered) for one in self.options]

    @property
    def most_taken(self) -> OptionUse:
        return max(self.options, key=lambda one: (one.taken / max(1, one.offered), one.offered))

    @property
    def least_taken(self) -> OptionUse:
        return min(self.options, key=lambda one: (one.taken / max(1, one.offered), -one.offered))


def split(name: str) -> tuple[str, str]:
    """`deliver tile=night_www` is the option `night_www` of the decision `deliver tile`; an option with a label of its
    own (`take_turn done`) belongs to the text that asks."""
    asked, equals, thing = name.partition("=")
    if equals:
        return asked, thing
    asked, _space, thing = name.rpartition(" ")
    return asked, thing


def groups(options: Iterable[OptionUse]) -> list[Group]:
    """The groups, the one that is offered most first."""
    found: dict[str, list[OptionUse]] = {}
    for one in options:
        found.setdefault(split(one.name)[0], []).append(one)
    made = [Group(name, tuple(sorted(uses, key=lambda one: one.name))) for name, uses in found.items()]
    return sorted(made, key=lambda one: (-one.offered, one.name))


def named(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Names of options by decision; names without a decision stand alone, under an empty one."""
    found: dict[str, list[str]] = {}
    for name in names:
        asked, thing = split(name)
        found.setdefault(asked, []).append(thing)
    return sorted(found.items())


def listed(things: Sequence[str], more: str) -> str:
    """The first names; `more` says how many are left (`and {count} more`)."""
    shown = ", ".join(things[:MOST_NAMED])
    rest = len(things) - MOST_NAMED
    return f"{shown} {more.format(count=rest)}" if rest > 0 else shown


def spark(rates: Sequence[float], most: int = 40) -> str:
    """The rates as a line of small bars."""
    step = max(1, -(-len(rates) // most))
    shown = [max(rates[start : start + step]) for start in range(0, len(rates), step)]
    return "".join(_HEIGHTS[min(8, round(8 * rate))] if rate else "·" for rate in shown)


def cell_grid(group: Group) -> dict[tuple[int, int], float] | None:
    """The rates by column and row, if all options are cells of a grid; None otherwise."""
    cells = [_CELL.fullmatch(split(one.name)[1]) for one in group.options]
    if len(cells) < 9:
        return None
    found = {}
    for cell, rate in zip(cells, group.rates, strict=True):
        if cell is None:
            return None
        found[ord(cell[1]) - ord("a"), int(cell[2])] = rate
    return found
