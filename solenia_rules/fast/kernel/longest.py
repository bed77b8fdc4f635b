"""Longest paths over cells: the same steps in the same order as in `play/longest.py`. A position holds the last
results."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Cells,
    Items,
    Position,
    bits,
    buffer,
    cell_bit,
    cells_at,
    low_cells,
    lowest,
    popcount,
    put_cells,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.reaching import connected, linked


def path_length(s: Position, cells: Cells) -> int:
    """The number of cells of the longest path that has no cell twice, searched for if it is not among the last
    results."""
    links: Cells = 0
    place = result_of(s, cells, links, 1)
    if place:
        return s.word[place]
    none = buffer(1)
    return keep_result(s, cells, links, 1, longest_path(s, cells, none, 0))


def trail_length(s: Position, cells: Cells, links: Cells) -> int:
    """The same for the longest path whose steps lead over links."""
    place = result_of(s, cells, links, 0)
    if place:
        return s.word[place]
    none = buffer(1)
    return keep_result(s, cells, links, 0, longest_trail(s, cells, links, none, 0))


def weighed_path(s: Position, items: Items, keys: int) -> int:
    """The most weight of a path over cells; the weights begin at word `keys`."""
    weights = buffer(k.CELLS)
    cells = weighed_cells(items, keys, weights)
    return longest_path(s, cells, weights, 1)


def weighed_trail(s: Position, items: Items, keys: int, links: Cells) -> int:
    """The same for a path whose steps lead over links."""
    weights = buffer(k.CELLS)
    cells = weighed_cells(items, keys, weights)
    return longest_trail(s, cells, links, weights, 1)


def weighed_cells(items: Items, keys: int, weights: list[int]) -> Cells:
    """The set of the cells; their weights are written into a table of all cells."""
    cells: Cells = 0
    for i in range(items.length):
        cells |= cell_bit(items[i])
        weights[items[i]] = items.word[keys + i]
    return cells


def weigh(cells: Cells, weights: list[int], weighed: int) -> int:
    """The weight of a set of cells; each counts 1 if nothing is weighed."""
    if weighed == 0:
        return popcount(cells)
    made = 0
    for cell in bits(cells):
        made += weights[cell]
    return made


def result_of(s: Position, cells: Cells, links: Cells, sort: int) -> int:
    """Where the result of a search lies; 0: it is not among the last results."""
    for i in range(k.FOUND_MOST):
        place = k.FOUND + 1 + i * k.FOUND_WORDS
        other = place + k.CELL_WORDS
        if s.word[other + k.CELL_WORDS] == sort and cells_at(s, place, place + 1) == cells:
            if cells_at(s, other, other + 1) == links:
                return other + k.CELL_WORDS + 1
    return 0


def keep_result(s: Position, cells: Cells, links: Cells, sort: int, length: int) -> int:
    """Keep the result of a search in place of the oldest one."""
    if s.fault:
        return length
    number = s.word[k.FOUND]
    place = k.FOUND + 1 + number * k.FOUND_WORDS
    put_cells(s, place, place + 1, cells)
    put_cells(s, place + k.CELL_WORDS, place + k.CELL_WORDS + 1, links)
    s.word[place + 2 * k.CELL_WORDS] = sort
    s.word[place + 2 * k.CELL_WORDS + 1] = length
    s.word[k.FOUND] = 0 if number + 1 == k.FOUND_MOST else number + 1
    return length


def longest_path(s: Position, cells: Cells, weights: list[int], weighed: int) -> int:
    """The number of cells, or the most weight, of a path that has no cell twice."""
    best = 0
    left = k.SEARCH_STEPS
    at = buffer(k.CELLS)
    tried = buffer(k.CELLS)
    for start in bits(cells):
        part = connected(start, cells)
        most = weigh(part, weights, weighed)
        if most > best:
            total = weigh(cell_bit(start), weights, weighed)
            best = max(best, total)
            free: Cells = part & ~cell_bit(start)
            depth = 0
            at[0] = start
            tried[0] = -1
            while depth >= 0 and best < most:
                found: Cells = after(of.near_of[at[depth]] & free, tried[depth])
                if found:
                    left -= 1
                    if left < 0:
                        s.fault = k.EXHAUSTED
                        return 0
                    cell = lowest(found)
                    tried[depth] = cell
                    if total + weigh(connected(cell, free), weights, weighed) > best:
                        free &= ~cell_bit(cell)
                        depth += 1
                        at[depth] = cell
                        tried[depth] = -1
                        total += weigh(cell_bit(cell), weights, weighed)
                        best = max(best, total)
                else:
                    free |= cell_bit(at[depth])
                    total -= weigh(cell_bit(at[depth]), weights, weighed)
                    depth -= 1
    return best


def longest_trail(s: Position, cells: Cells, links: Cells, weights: list[int], weighed: int) -> int:
    """The number of cells, or the most weight, of a path whose steps lead over links, and never back over the same
    link."""
    best = 0
    left = k.SEARCH_STEPS
    at = buffer(k.CELLS)
    came = buffer(k.CELLS)
    over = buffer(k.CELLS)
    tried = buffer(k.CELLS)
    for start in bits(cells):
        part = joined(start, cells, links)
        most = weigh(part, weights, weighed)
        if most > best:
            total = weigh(cell_bit(start), weights, weighed)
            best = max(best, total)
            free: Cells = part & ~cell_bit(start)
            depth = 0
            at[0] = start
            came[0] = -1
            over[0] = -1
            tried[0] = -1
            while depth >= 0 and best < most:
                found: Cells = 0
                if over[depth] >= 0:
                    found = after(of.linked_of[over[depth]] & free, tried[depth])
                if found:
                    left -= 1
                    if left < 0:
                        s.fault = k.EXHAUSTED
                        return 0
                    cell = lowest(found)
                    tried[depth] = cell
                    if total + weigh(joined(cell, free, links), weights, weighed) > best:
                        free &= ~cell_bit(cell)
                        depth += 1
                        at[depth] = cell
                        came[depth] = over[depth - 1]
                        over[depth] = -1
                        tried[depth] = -1
                        total += weigh(cell_bit(cell), weights, weighed)
                        best = max(best, total)
                else:
                    ways: Cells = after(of.linked_of[at[depth]] & links, over[depth])
                    if came[depth] >= 0:
                        ways &= ~cell_bit(came[depth])
                    tried[depth] = -1
                    if ways:
                        over[depth] = lowest(ways)
                    else:
                        free |= cell_bit(at[depth])
                        total -= weigh(cell_bit(at[depth]), weights, weighed)
                        depth -= 1
    return best


def after(cells: Cells, cell: int) -> Cells:
    """The cells of a set that come after the given one; -1: all of them."""
    if cell < 0:
        return cells
    return cells & ~low_cells(cell + 1)


def joined(cell: int, cells: Cells, links: Cells) -> Cells:
    """The part of a set that can be reached from the given cell of the set over links."""
    made: Cells = 0
    edge = cell_bit(cell)
    while edge:
        made |= edge
        edge = linked(linked(edge) & links) & cells & ~made
    return made
