"""Boards whose rows are pieces: when a row moves, the pieces on it move along."""

from __future__ import annotations

from solenia_rules.fast.dialect import (
    Cells,
    Pieces,
    Position,
    bits,
    buffer,
    cell_bit,
    cells_at,
    low_cells,
    move_words,
    put_cells,
)
from solenia_rules.fast.dialect import numbers as k
from solenia_rules.fast.dialect import tables as of
from solenia_rules.fast.kernel.shifting import shift


def put_row(s: Position, piece: int, old: int, place: int, position: int, board: int) -> None:
    before = buffer(k.IN_ZONE)
    count = s.order_count[board - 1]
    for i in range(count):
        before[i] = s.order[board - 1, i]
    shift(s, piece, old, place, position)
    change_rows(s, board, before, count)


def change_rows(s: Position, board: int, before: list[int], count: int) -> None:
    """Rearrange the cells after the order of a board's rows changed."""
    zone = board - 1
    now = s.order_count[zone]
    columns = of.board_columns[board]
    first = of.board_first[board]
    cells = of.board_cells[board]
    if now == count:
        i = 0
        while i < count and s.order[zone, i] == before[i]:
            i += 1
        if i == count:
            return
        i = 1
        while i < count and s.order[zone, i - 1] == before[i]:
            i += 1
        if i == count and count * columns == cells:
            first_to_last(s, first, columns, cells)
            return
    if now == count + 1:
        i = 0
        while i < count and s.order[zone, i] == before[i]:
            i += 1
        if i == count:
            start = first + count * columns
            nothing: Pieces = 0
            for i in range(columns):
                s.at[start + i] = nothing
            fill(s, s.order[zone, count], start, columns)
            return
    arrange_rows(s, zone, before, count, first, columns, cells)


def first_to_last(s: Position, first: int, columns: int, cells: int) -> None:
    saved = buffer(k.ROW_WORDS)
    for number in range(k.MOVED):
        step = of.moved_step[number]
        start = of.moved_at[number] + first * step
        row, whole = columns * step, cells * step
        for i in range(row):
            saved[i] = s.word[start + i]
        move_words(s, start, start + row, whole - row)
        for i in range(row):
            s.word[start + whole - row + i] = saved[i]
    for number in range(k.CELL_MASKS):
        low, rest = of.cell_mask_low[number], of.cell_mask_rest[number]
        mask = cells_at(s, low, rest)
        part = mask >> first & low_cells(cells)
        if part:
            now: Cells = part >> columns | (part & low_cells(columns)) << cells - columns
            put_cells(s, low, rest, mask ^ (part ^ now) << first)
    moving: Pieces = 0
    for cell in range(first, first + cells):
        moving |= s.at[cell]
    start = k.FIRST_CELL + first
    for piece in bits(moving):
        place = s.location[piece] - columns
        s.location[piece] = place if place >= start else place + cells


def index_in(items: list[int], count: int, item: int) -> int:
    for i in range(count):
        if items[i] == item:
            return i
    return -1


def arrange_rows(s: Position, zone: int, before: list[int], count: int, first: int, columns: int, cells: int) -> None:
    now = s.order_count[zone]
    after = buffer(k.IN_ZONE)
    for i in range(now):
        after[i] = s.order[zone, i]
    lost: Pieces = 0
    for row in range(count):
        if index_in(after, now, before[row]) < 0:
            for i in range(columns):
                lost |= s.at[first + row * columns + i]
    for number in range(k.MOVED):
        arrange(s, number, before, count, after, now, first, columns)
    for row in range(now):
        if index_in(before, count, after[row]) < 0:
            fill(s, after[row], first + row * columns, columns)
    relocate(s, lost, first, cells)
    count_masks(s)


def arrange(
    s: Position, number: int, before: list[int], count: int, after: list[int], now: int, first: int, columns: int
) -> None:
    """Rearrange one list of cell values to the current order of the rows."""
    old = buffer(k.BOARD_WORDS)
    step = of.moved_step[number]
    start = of.moved_at[number] + first * step
    row_words = columns * step
    for i in range(count * row_words):
        old[i] = s.word[start + i]
    for row in range(now):
        found = index_in(before, count, after[row])
        if found >= 0:
            for i in range(row_words):
                s.word[start + row * row_words + i] = old[found * row_words + i]
        elif of.moved_empty[number] == 0:
            for i in range(row_words):
                s.word[start + row * row_words + i] = 0
    for i in range(now * row_words, count * row_words):
        s.word[start + i] = of.moved_empty[number]


def relocate(s: Position, lost: Pieces, first: int, cells: int) -> None:
    """Recompute the locations of pieces and the masks of occupied cells from the masks of the board's cells."""
    board = low_cells(cells) << first
    for group in range(k.GROUPS):
        low, rest = of.group_low[group], of.group_rest[group]
        put_cells(s, low, rest, cells_at(s, low, rest) & ~board)
    for cell in range(first, first + cells):
        lost &= ~s.at[cell]
        for piece in bits(s.at[cell]):
            s.location[piece] = k.FIRST_CELL + cell
            low, rest = of.group_low[of.group_of[piece]], of.group_rest[of.group_of[piece]]
            put_cells(s, low, rest, cells_at(s, low, rest) | cell_bit(cell))
            own = of.own_group_of[piece]
            if own >= 0:
                low, rest = of.group_low[own], of.group_rest[own]
                put_cells(s, low, rest, cells_at(s, low, rest) | cell_bit(cell))
    for piece in bits(lost):
        s.location[piece] = 0


def count_masks(s: Position) -> None:
    """Recompute the masks of cells whose field holds the value of a kept mask."""
    for number in range(k.KEPT_MASKS):
        found: Cells = 0
        for cell in range(k.CELLS):
            if s.word[of.kept_base[number] + cell] == of.kept_value[number]:
                found |= cell_bit(cell)
        put_cells(s, of.kept_low[number], of.kept_rest[number], found)


def fill(s: Position, piece: int, start: int, columns: int) -> None:
    """Give the cells of a row the values of its face."""
    side = of.side_of[piece]
    if side < 0:
        return
    face = 2 * side + s.face[piece]
    for number in range(k.FACE_FIELDS):
        if of.face_has[side * k.FACE_FIELDS + number]:
            values = (face * k.FACE_FIELDS + number) * k.MOST_COLUMNS
            for i in range(columns):
                s.word[of.face_base[number] + start + i] = of.face_value[values + i]
    cells = low_cells(columns) << start
    for number in range(k.KEPT_MASKS):
        field = of.kept_field[number]
        if field >= 0:
            if of.face_has[side * k.FACE_FIELDS + field]:
                low, rest = of.kept_low[number], of.kept_rest[number]
                here = of.face_bits[face * k.KEPT_MASKS + number] << start
                put_cells(s, low, rest, cells_at(s, low, rest) & ~cells | here)


def turned(s: Position, piece: int) -> None:
    """Update the cells of a row that was turned to its other face."""
    board = s.location[piece]
    if of.board_cells[board] > 0:
        row = 0
        while s.order[board - 1, row] != piece:
            row += 1
        fill(s, piece, of.board_first[board] + row * of.board_columns[board], of.board_columns[board])
