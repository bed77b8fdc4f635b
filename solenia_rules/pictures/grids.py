"""Draws boards that are grids: square ones, hexagons, strips of scenery."""

from __future__ import annotations

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.cells import content_of, draw_cell
from solenia_rules.pictures.edges import around, words_of_sides
from solenia_rules.pictures.ink import group, line, path, rect, text
from solenia_rules.pictures.joints import Placer, draw_part, has_corners
from solenia_rules.pictures.palette import ink_on, mix
from solenia_rules.pictures.points import draw_points
from solenia_rules.pictures.scene import Board
from solenia_rules.pictures.scenery import TINTS, band, checkers, crossings, hexagon
from solenia_rules.rules.grid_ids import letters
from solenia_rules.text.frozen import frozen

LARGEST = 92.0
LEAST = 17.0


@frozen
class Order:
    """Where the rows and columns of a grid are."""

    last_up: bool
    mirrored: bool
    """The last column is on the left."""


def _order(brush: Brush, board: Board, parts: tuple[Board, ...]) -> Order:
    """The order that the look of a board asks for. A board is turned round for the second of two seats only if its
    cells are squares and it has no corners and sides."""
    top = brush.album.look(board.id, "top")
    turned = top == "facing" and brush.scene.seats == 2 and brush.scene.seat == 1 and not (board.hexes or parts)
    return Order(top != "first" and not turned, turned)


def draw_grid(brush: Brush, board: Board, parts: tuple[Board, ...], width: float) -> Drawn:
    """A grid with its coordinates; `parts`: the boards of its corners and sides."""
    album = brush.album
    if album.look(board.id, "background") == "points" and not board.hexes:
        return draw_points(brush, board, width)
    columns = max((cell.column or 0 for cell in board.cells), default=1)
    rows = max((cell.row or 0 for cell in board.cells), default=1)
    declared = album.boards[board.id]
    columns = max(columns, declared.columns or 0)
    background = album.look(board.id, "background") or "plain"
    # The coordinates stand on the left and below; scenery needs no frame on the other sides.
    margin, rim = (12.0, 4.0) if background in ("sky", "stars") else (20.0, 20.0)
    across = columns + 0.5 if board.hexes else float(columns)
    size = max(LEAST, min(LARGEST, (width - margin - rim) / across))
    down = (rows - 1) * 0.866 + 1.155 if board.hexes else float(rows)
    wide, high = across * size, down * size
    order = _order(brush, board, parts)

    def place(row: int, column: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        level = rows - row if order.last_up else row - 1
        if board.hexes:
            return (column - 1 + (0.5 if row % 2 == 0 else 0)) * size, level * 0.866 * size + size * 0.0775
        return (columns - column if order.mirrored else column - 1) * size, level * size

    body = _behind(brush, board, background, rows, columns, size, place)
    ground = album.look(board.id, "ground") or ("plain" if background == "plain" else "none")
    made = []
    edged = not board.hexes and any(look.get("edges") for look in album.looks.values())
    held = {place: word for part in parts if edged for place, word in words_of_sides(brush, part).items()}
    for cell in board.cells:
        x, y = place(cell.row or 1, cell.column or 1)
        label = f"{album.name(board.id)} {cell.id.rpartition('.')[2]}"
        usual = "none" if board.hexes and ground == "plain" else ground
        edges = around(cell, held) if held else None
        made.append(group(draw_cell(brush, cell, size, usual, label, edges, board.hexes), x, y))
    for part in sorted(parts, key=lambda part: has_corners(brush, part)):  # what stands on corners covers the sides
        made.append(draw_part(brush, part, board, size, place, edged))
    body += "".join(made)
    frame = rect(0, 0, wide + margin + rim, high + margin + rim, 12, fill=_frame(brush, background))
    frame += _names(brush, rows, columns, size, (margin, rim), high, order, board.hexes, background)
    return Drawn(wide + margin + rim, high + margin + rim, frame + group(body, margin, rim))


def _frame(brush: Brush, background: str) -> str:
    if background == "plain":
        return brush.theme.panel
    tint = TINTS[background][0]
    return mix(mix(tint, "#3a2a1c", 0.35 if background not in ("sky", "stars") else 0.15), "#000000", brush.theme.shade)


def _behind(brush: Brush, board: Board, background: str, rows: int, columns: int, size: float, place: Placer) -> str:
    theme = brush.theme
    wide, high = columns * size, rows * size
    if board.hexes:
        outline = hexagon(size - 1.5)
        # Water is around the land, not on it.
        land = background in ("plain", "water")
        fill = theme.raised if land else mix(TINTS[background][1], "#000000", theme.shade)
        edge = mix(theme.rule, theme.ink, 0.25)
        shapes = []
        for cell in board.cells:
            x, y = place(cell.row or 1, cell.column or 1)
            content = content_of(brush, cell)
            tint = brush.album.colour(content.words[0][1]) if content.words else None
            own = mix(tint, fill, 0.55) if tint else fill
            shapes.append(
                path(
                    outline,
                    fill=own,
                    stroke=edge,
                    stroke_width=1.2,
                    transform=f"translate({x + size / 2:.1f} {y + size / 2:.1f})",
                )
            )
        return "".join(shapes)
    shade = rect(0, 0, wide, high, 4, fill="#000", opacity=theme.shade) if theme.shade else ""
    match background:
        case "sky" | "stars":
            return _bands(brush, board, background, rows, columns, size, place) + shade
        case "checkered":
            return checkers(rows, columns, size) + shade
        case "lines":
            return rect(0, 0, wide, high, 4, fill=TINTS["lines"][1]) + shade + crossings(rows, columns, size)
        case "plain":
            return ""
        case "felt":
            cloth = rect(0, 0, wide, high, 3, fill=TINTS["felt"][1]) + shade
            return cloth + _lines(rows, columns, size, "#1f4a36")
        case _:
            tint = TINTS[background][1]
            lines = (
                "" if brush.album.look(board.id, "ground") else _lines(rows, columns, size, mix(tint, "#000000", 0.3))
            )
            return rect(0, 0, wide, high, 5, fill=tint) + shade + lines


def _lines(rows: int, columns: int, size: float, ink: str) -> str:
    """The lines between the cells of a grid, and around it."""
    wide, high = columns * size, rows * size
    drawn = "".join(line(0, i * size, wide, i * size) for i in range(rows + 1))
    drawn += "".join(line(i * size, 0, i * size, high) for i in range(columns + 1))
    return group(drawn, stroke=ink, stroke_width=1.4)


def _bands(brush: Brush, board: Board, background: str, rows: int, columns: int, size: float, place: Placer) -> str:
    """Each row as a strip of scenery, with the backgrounds of the words in its cells."""
    album, body = brush.album, ""
    for row in range(1, rows + 1):
        found: list[str | None] = [None] * columns
        for cell in board.cells:
            if cell.row == row and cell.column is not None:
                words = (word for _field, word in content_of(brush, cell).words)
                found[cell.column - 1] = next((b for w in words if (b := album.look(w, "background"))), None)
        if not any(found):
            found[0] = background
        _x, y = place(row, 1)
        strip = band(found, columns * size, size - 3, row)
        body += group(strip, 0, y + 1.5)
    return body


def _names(
    brush: Brush,
    rows: int,
    columns: int,
    size: float,
    margins: tuple[float, float],
    high: float,
    order: Order,
    hexes: bool,
    background: str,
) -> str:
    """Letters below the columns and numbers beside the rows. `margins`: on the left and below; at the top."""
    margin, top = margins
    if size < 14:
        return ""
    ink = brush.theme.muted if background == "plain" else ink_on(_frame(brush, background))
    made = []
    step = 0.866 * size if hexes else size
    for row in range(1, rows + 1):
        level = rows - row if order.last_up else row - 1
        y = top + (level + 0.5) * step + (size * 0.14 if hexes else 0)
        made.append(text(margin / 2, y, str(row), 10, text_anchor="middle", fill=ink))
    for column in range(1, columns + 1):
        x = margin + ((columns - column if order.mirrored else column - 1) + 0.5) * size
        made.append(text(x, top + high + margin / 2, letters(column), 10, text_anchor="middle", fill=ink))
    return "".join(made)
