"""Prints the most frequent change of a board made of rows, for whole games: the first row becomes the last one.

`play/rows.py` does the same for any layout and any change. The printed function has the slots of one layout in it, and
no loops over them: turning a row is a tenth of the time of some games.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK
from solenia_rules.core.layout import Layout, RowBoard

NARROW = 26
"""The most cells of a board whose members are in two lookup tables."""


def row_lines(board: RowBoard, layout: Layout) -> list[str]:
    """The function `row{place}(s, piece)`: it puts a piece last in the zone, like the function of the piece in `PUT`."""
    order, place, turn = layout.zone_orders + board.place - 1, board.place, DIGIT * (board.count // board.columns - 1)
    return [
        f"def row{place}(s, v0):",
        f"    q = s[{order}]",
        f"    if s[{layout.locations} + v0] != {place} or q & {DIGIT_MASK} != v0 + 1 or not q >> {turn}:",
        f"        PUT[v0](s, v0, {place})",
        "        return",
        f"    s[{order}] = q >> {DIGIT} | v0 + 1 << {turn}",
        *_turned_masks(board, layout),
        *_turned_cells(board, layout),
        *_moved_pieces(board, layout),
    ]


def _turned_masks(board: RowBoard, layout: Layout) -> Iterator[str]:
    """Turn the masks of cells; `q` is the mask of the occupied cells of the board after the change."""
    cells, last = ((1 << board.count) - 1) << board.first, board.count - board.columns
    turned = f"(m >> {board.columns} | m << {last}) & {cells}"
    yield "    q = 0"
    for (_kind, owner), slot in layout.occupied.items():
        yield f"    m = s[{slot}] & {cells}"
        if owner < 0:
            yield "    if m:"
            yield f"        n = {turned}"
            yield f"        s[{slot}] ^= m ^ n"
            yield "        q |= n"
        else:
            yield f"    if m: s[{slot}] ^= m ^ {turned}"
    for kept in layout.kept_masks:
        if kept.base in layout.cell_fields.values():
            yield f"    m = s[{kept.slot}] & {cells}"
            yield f"    if m: s[{kept.slot}] ^= m ^ {turned}"


def _turned_cells(board: RowBoard, layout: Layout) -> Iterator[str]:
    """Turn what is stored for each cell."""
    for base in (layout.at, *layout.cell_fields.values()):
        low = base + board.first
        high = low + board.count
        yield f"    s[{low}:{high}] = s[{low + board.columns}:{high}] + s[{low}:{low + board.columns}]"


def _moved_pieces(board: RowBoard, layout: Layout) -> Iterator[str]:
    """Write where the pieces on the board are now."""
    at, above, there = layout.at + board.first, layout.locations - 1, layout.first_cell + board.first
    if board.first:
        yield f"    q >>= {board.first}"
    yield f"    for n in {'LOW[q & 8191] + HIGH[q >> 13]' if board.count <= NARROW else 'BITS[q]'}:"
    yield f"        m = s[{at} + n]"
    yield "        while m & (m - 1):"
    yield f"            s[{above} + m.bit_length()] = {there} + n"
    yield "            m ^= 1 << m.bit_length() - 1"
    yield f"        s[{above} + m.bit_length()] = {there} + n"
