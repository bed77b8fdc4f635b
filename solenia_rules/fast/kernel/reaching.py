"""Relations between cells: neighbours, distances, groups."""

from __future__ import annotations

from solenia_rules.fast.dialect import Cells, around_by_steps, bits, cell_bit, has, near_by_steps
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of


def near(cells: Cells) -> Cells:
    if k.NEAR_STEPS:
        return near_by_steps(cells)
    made: Cells = 0
    for cell in bits(cells):
        made |= of.near_of[cell]
    return made


def near_one(cell: int) -> Cells:
    """The neighbours of a single cell; -1: none."""
    made: Cells = 0
    if cell >= 0:
        made = of.near_of[cell]
    return made


def around_one(cell: int) -> Cells:
    made: Cells = 0
    if cell >= 0:
        made = of.around_of[cell]
    return made


def around(cells: Cells) -> Cells:
    if k.AROUND_STEPS:
        return around_by_steps(cells)
    made: Cells = 0
    for cell in bits(cells):
        made |= of.around_of[cell]
    return made


def linked(cells: Cells) -> Cells:
    made: Cells = 0
    for cell in bits(cells):
        made |= of.linked_of[cell]
    return made


def nearest(cell: int, cells: Cells) -> int:
    best = k.FAR
    if cell >= 0:
        for other in bits(cells):
            best = min(best, of.steps[cell * k.CELLS + other])
    return best


def within(cells: Cells, most: int) -> Cells:
    found: Cells = 0
    if most >= 0:
        for cell in bits(cells):
            found |= of.level_mask[of.level_first[cell] + min(most, of.level_count[cell] - 1)]
    return found


def connected(cell: int, cells: Cells) -> Cells:
    made: Cells = 0
    if not has(cells, cell):
        return made
    edge = cell_bit(cell)
    while edge:
        made |= edge
        edge = near(edge) & cells & ~made
    return made
