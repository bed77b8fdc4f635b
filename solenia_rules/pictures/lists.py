"""Draws boards that are lists of cells: mats with rows of slots, and tracks that wind or go round."""

from __future__ import annotations

from itertools import pairwise

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.cards import draw_signs
from solenia_rules.pictures.cells import content_of, draw_cell, draw_inside, told_cell
from solenia_rules.pictures.figures import figure, stone
from solenia_rules.pictures.graphs import ring_points, winding
from solenia_rules.pictures.ink import cut, group, line, paragraph, rect, text, wrap
from solenia_rules.pictures.lying import draw_lying, ring, stacks_of
from solenia_rules.pictures.maps import draw_map
from solenia_rules.pictures.palette import ink_on, mix
from solenia_rules.pictures.scene import Board, Cell
from solenia_rules.pictures.tags import draw_tags, plate
from solenia_rules.text.frozen import evolve

SLOT = 66.0
LARGE_SLOT, SMALL_SLOT = 92.0, 46.0
"""The widest place of a row that goes on in further lines, and the width in boards of several rows."""
LOW = 0.55
"""A row in several lines is at most so high, compared with the width."""
NAMED, CAPTION = 44.0, 13.0
"""From this width on, a place keeps its name when something lies on it; the height of this name."""


def draw_list(brush: Brush, board: Board, width: float) -> Drawn:
    """A list in the layout of its look, or in the one that fits it."""
    declared = brush.album.boards[board.id]
    layout = brush.album.look(board.id, "layout")
    placed = bool(board.cells) and all(cell.at is not None for cell in board.cells)
    if layout is None:
        layout = "map" if declared.links or placed else "row"
    match layout:
        case "map":
            return draw_map(brush, board, width)
        case "winding" | "ring" | "column":
            return _draw_track(brush, board, layout, width)
        case _:
            return _draw_rows(brush, board, width)


# ---- rows ---------------------------------------------------------------------------------------


def _rows_of(brush: Brush, board: Board) -> list[list[Cell]]:
    """The cells of each row: those with the same value of the field that the look names, else of a field of words that
    divides them."""
    fields = [brush.album.look(board.id, "rows") or ""]
    if not fields[0]:
        fields = [name for cell in board.cells[:1] for name, value in cell.fields if value in brush.album.words]
    for field in fields:
        found: dict[object, list[Cell]] = {}
        for cell in board.cells:
            found.setdefault(dict(cell.fields).get(field), []).append(cell)
        if len(found) > 1 and all(len(cells) > 1 for cells in found.values()):
            return list(found.values())
    return [list(board.cells)]


def _draw_rows(brush: Brush, board: Board, width: float) -> Drawn:
    rows = _rows_of(brush, board)
    longest = max((len(row) for row in rows), default=1)
    gap = 5.0
    size = min(SLOT, (width + gap) / longest - gap)
    if size < 38:
        # Rows that do not fit go on in the next line.
        size = SMALL_SLOT if len(rows) > 1 else _wrapped(longest, width, gap)
        most = max(1, int((width + gap) / (size + gap)))
        rows = [row[i : i + most] for row in rows for i in range(0, len(row), most)]
        longest = min(longest, most)
    made = []
    for level, row in enumerate(rows):
        for place, cell in enumerate(row):
            made.append(group(_slot(brush, board, cell, size), place * (size + gap), level * (size + gap)))
    return Drawn(longest * (size + gap) - gap, len(rows) * (size + gap) - gap, "".join(made))


def _wrapped(count: int, width: float, gap: float) -> float:
    """The width of the places of a row that goes on in further lines: as wide as possible, without becoming too
    high."""
    for columns in range(2, count + 1):
        size = min(LARGE_SLOT, (width + gap) / columns - gap)
        if -(-count // columns) * (size + gap) <= width * LOW or size <= SMALL_SLOT:
            return max(SMALL_SLOT, size)
    return SMALL_SLOT


def _slot(brush: Brush, board: Board, cell: Cell, size: float) -> str:
    """A place on a mat: what it gives, or what lies in it."""
    album, theme = brush.album, brush.theme
    content = content_of(brush, cell)
    colour = next((album.colour(word) for _field, word in content.words), theme.muted)
    pale = mix(colour, theme.panel, 0.78)
    ink = ink_on(pale)
    body = rect(1, 1, size - 2, size - 2, 7, fill=pale, stroke=mix(colour, theme.panel, 0.25), stroke_width=1.3,
                stroke_dasharray=None if cell.pieces else "4 3")  # fmt: skip
    label = album.name(cell.id)
    changing = _changing(brush, cell)
    if cell.pieces:
        head = CAPTION if size >= NAMED else 0.0
        inner = size - head
        body += group(_lying(brush, cell, inner, label), head / 2, head)
        if head:
            body += _caption(brush, cell, size, ink)
        if changing is not None:
            body += _beside(brush, changing, size)
    else:
        body += _offer(brush, board, cell, size, ink) if changing is None else _state(brush, cell, changing, size, ink)
    return brush.live_cell(body, cell, told_cell(brush, cell, label), ring(size, size, theme.accent))


def _lying(brush: Brush, cell: Cell, size: float, label: str) -> str:
    """What lies on a place; equal figures are drawn once, large, with their number."""
    stacks = stacks_of(cell.pieces)
    if len(stacks) > 1 or brush.album.is_paper(cell.pieces[0].kind):
        return draw_lying(brush, cell.pieces, size, label)
    piece = next((one for one in cell.pieces if one.mark), cell.pieces[0])
    drawn = group(figure(brush, piece, size * 0.7), size * 0.15, size * 0.15)
    body = brush.live_piece(drawn, piece, label, ring(size, size, brush.theme.accent))
    return body + (brush.badge(size * 0.82, size * 0.18, f"×{len(cell.pieces)}", 8) if len(cell.pieces) > 1 else "")


def _beside(brush: Brush, changing: Cell, size: float) -> str:
    """What the fields of a place hold now, around what lies on it: the mark of a seat on the left, the rest below."""
    content = content_of(brush, changing)
    body = "".join(brush.seat_mark(seat, size * 0.13, size * 0.5, size * 0.24) for _field, seat in content.seats[:1])
    ids = [word for _field, word in content.words] + list(content.flags) + [str(n) for _field, n in content.numbers]
    return body + draw_tags(brush, tuple(ids[:3]), size, size * 0.98)


def _caption(brush: Brush, cell: Cell, size: float, ink: str) -> str:
    """The name of a place at its top, in small letters."""
    name = brush.album.name(cell.id).partition(":")[0]
    return text(size / 2, 8.0, cut(name, 8.5, size - 6), 8.5, text_anchor="middle", fill=ink)


def _changing(brush: Brush, cell: Cell) -> Cell | None:
    """The cell with only those fields that its record does not give; None if they hold nothing."""
    record = brush.album.records.get(cell.id)
    fixed = set() if record is None else {name for name, _value, _span in record.fields}
    fields = tuple((name, value) for name, value in cell.fields if name not in fixed)
    return evolve(cell, fields=fields, pieces=()) if fields else None


def _state(brush: Brush, cell: Cell, changing: Cell, size: float, ink: str) -> str:
    """The name of a cell in small letters, and what its fields hold now."""
    inner = size * 0.72
    inside = draw_inside(brush, changing, inner, "none", brush.album.name(cell.id))
    return _caption(brush, cell, size, ink) + group(inside, (size - inner) / 2, size * 0.24)


def _offer(brush: Brush, board: Board, cell: Cell, size: float, ink: str) -> str:
    """What an empty place gives: signs, else its name."""
    album = brush.album
    face = album.face(cell.id, album.boards[board.id].cells or board.id)
    signs = [fact.signs for fact in face.signs if fact.signs]
    if signs:
        row = draw_signs(brush, signs[0], min(22.0, size * 0.38), size - 10, ink)
        head = CAPTION if size >= NAMED else 0.0
        drawn = row.at((size - row.width) / 2, head + (size - head - row.height) / 2)
        return drawn + (_caption(brush, cell, size, ink) if head else "")
    for _field, seat in content_of(brush, cell).seats[:1]:
        return group(stone(brush, "disc", seat, size * 0.5), size * 0.25, size * 0.25)
    title = face.title.partition(":")[2].strip() or face.title
    small = 8.0
    lines = wrap(title, small, size - 8, 5)
    top = (size - len(lines) * small * 1.2) / 2
    return paragraph(size / 2, top, lines, small, 1.2, text_anchor="middle", fill=ink)


# ---- tracks -------------------------------------------------------------------------------------


def _draw_track(brush: Brush, board: Board, layout: str, width: float) -> Drawn:
    """Cells one after the other, joined by a line."""
    ids = [cell.id for cell in board.cells]
    if layout == "ring":
        points = dict(zip(ids, ring_points(len(ids)), strict=True))
    else:
        columns = 1 if layout == "column" else max(2, min(len(ids), int(width // 58), _square(len(ids))))
        points = winding(ids, columns)
    across = max(x for x, _y in points.values()) + 1
    size = max(28.0, min(72.0, width / across))
    inner = size * 0.86
    made = []
    middle = [((x + 0.5) * size, (y + 0.5) * size) for x, y in points.values()]
    joined = [*middle, middle[0]] if layout == "ring" else middle
    for (x, y), (to_x, to_y) in pairwise(joined):
        made.append(line(x, y, to_x, to_y, stroke=brush.theme.rule, stroke_width=size * 0.2, stroke_linecap="round"))
    for cell, (x, y) in zip(board.cells, middle, strict=True):
        drawn = draw_cell(
            brush, cell, inner, brush.album.look(board.id, "ground") or "plain", brush.album.name(cell.id)
        )
        made.append(group(drawn, x - inner / 2, y - inner / 2))
        if cell.pieces:
            # What lies on a cell may cover it, so its name stands on the edge.
            tab = plate(brush, brush.album.name(cell.id), inner)
            made.append(tab.at(x - tab.width / 2, y - inner / 2 - tab.height * 0.6))
        else:
            name = cut(brush.album.name(cell.id), 8.5, inner - 4)
            made.append(text(x, y - inner * 0.32, name, 8.5, text_anchor="middle", fill=brush.theme.ink))
    down = max(y for _x, y in points.values()) + 1
    return Drawn(across * size, down * size, "".join(made))


def _square(count: int) -> int:
    """The columns of a winding track with this many cells that is about twice as wide as high."""
    columns = 2
    while columns * columns < 2 * count:
        columns += 1
    return columns
