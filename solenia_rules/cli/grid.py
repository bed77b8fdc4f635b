"""Draws boards that are grids. Pieces are drawn as small as possible."""

from __future__ import annotations

from rich import box
from rich.cells import cell_len
from rich.style import Style
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.looks import Looks
from solenia_rules.pictures.scene import Board, Cell, Piece

MARK = Style(bold=True, reverse=True)
"""The style of a key that can be typed as an answer."""
WIDEST_CELL = 14
LEAST_CELL = 4


def column_name(column: int) -> str:
    """Letters as in ids of cells: a to z, then aa, ab."""
    name = ""
    while column > 0:
        column, place = divmod(column - 1, 26)
        name = chr(ord("a") + place) + name
    return name


def draw_grid(board: Board, looks: Looks, width: int, roomy: bool = True, low: bool = False) -> Table:
    """Draw a grid with its coordinates, the last row on top. Without `roomy`, only glyphs are drawn; with `low`, each
    row takes one line."""
    cells = {(cell.row, cell.column): cell for cell in board.cells}
    columns = max((cell.column or 0 for cell in board.cells), default=0)
    rows = max((cell.row or 0 for cell in board.cells), default=0)
    if board.hexes:
        width -= width // max(1, 2 * columns + 1)
    roomy = roomy and width >= 10 + columns * 10
    inner = max(3, min(WIDEST_CELL, (width - 6) // max(1, columns) - (3 if roomy else 1)))
    drawn = {place: draw_cell(cell, looks, inner, roomy, low) for place, cell in cells.items()}
    widest = max((cell_len(line) for lines in drawn.values() for line in lines.plain.split("\n")), default=1)
    widest = max(widest, min(LEAST_CELL, inner))
    if board.hexes:
        return _draw_hexes(board, looks, drawn, (rows, columns, widest + 2))
    wall = ("#" if looks.ascii_only else "▒") * widest
    blocked = Text(wall if low else f"{wall}\n{wall}", style="dim")
    grid = Table(
        title=titled(looks.name(board.id), board.owner, looks),
        title_justify="left",
        title_style="",
        box=box.SQUARE,
        show_lines=not low,
        border_style="dim",
        header_style="dim",
        padding=(0, 1 if roomy else 0),
    )
    grid.add_column("", style="dim", justify="right")
    for column in range(1, columns + 1):
        grid.add_column(column_name(column), justify="center", min_width=widest, max_width=inner, no_wrap=True)
    for row in range(rows, 0, -1):
        grid.add_row(str(row), *(drawn.get((row, column), blocked) for column in range(1, columns + 1)))
    return grid


def _draw_hexes(
    board: Board, looks: Looks, drawn: dict[tuple[int | None, int | None], Text], size: tuple[int, int, int]
) -> Table:
    """Draw the rows of a hex grid, the last row on top; rows with even numbers are moved half a cell to the right."""
    rows, columns, width = size
    side = "|" if looks.ascii_only else "│"
    made = Table.grid()
    made.title, made.title_justify = titled(looks.name(board.id), board.owner, looks), "left"
    label = len(str(rows)) + 1
    heads = "".join(column_name(column).center(width + 1) for column in range(1, columns + 1))
    for row in range(rows, 0, -1):
        indent = label + (0 if row % 2 else (width + 1) // 2)
        height = max(
            (len(drawn[row, x].plain.split("\n")) for x in range(1, columns + 1) if (row, x) in drawn), default=1
        )
        for number in range(height):
            line = Text(str(row).ljust(label) if number == 0 else " " * label, style="dim").append(
                " " * (indent - label)
            )
            for column in range(1, columns + 1):
                line.append(side, style="dim").append_text(_part(drawn.get((row, column)), number, width))
            made.add_row(line.append(side, style="dim"))
    made.add_row(Text(" " * (label + 1) + heads, style="dim"))
    return made


def _part(cell: Text | None, number: int, width: int) -> Text:
    """One line of a cell, centred."""
    lines = list(cell.split("\n", allow_blank=True)) if cell is not None else list[Text]()
    part = lines[number].copy() if number < len(lines) else Text("" if cell is not None else "·")
    free = max(0, width - part.cell_len)
    return Text(" " * (free // 2)).append_text(part).append(" " * (free - free // 2))


def draw_cell(cell: Cell, looks: Looks, width: int, roomy: bool = True, low: bool = False) -> Text:
    """What a cell is, the answer that names it, and what lies on it; what lies on it has its own line unless `low`."""
    ground = _ground(cell, looks, roomy)
    if ground.cell_len > width:
        ground = _ground(cell, looks, False)
    upon = [draw_piece(piece, looks) for piece in cell.pieces]
    if cell.mark:
        upon.insert(0, Text(f"[{cell.mark}]", style=MARK))
    things = Text(" ").join(upon)
    if low:
        ground.truncate(max(1, width - things.cell_len - 1))
        line = Text(" ").join([part for part in (ground, things) if part])
        line.truncate(width)
        return line
    ground.truncate(width)
    things.truncate(width)
    return Text("\n").join([ground, things])


def _ground(cell: Cell, looks: Looks, roomy: bool) -> Text:
    signs = [sign for id_, value in cell.fields if (sign := _field_sign(id_, value, looks, roomy)) is not None]
    return Text(" " if roomy or looks.ascii_only else "").join(signs)


def _field_sign(id_: str, value: int | bool | str, looks: Looks, roomy: bool) -> Text | None:
    """The short form of a field of a cell; empty if the field has no value."""
    if value is True:
        return looks.sign(id_)
    if id_ in looks.seat_values and isinstance(value, int) and value is not False:
        return looks.sign(id_, 3) + looks.seat_mark(value)
    if value is False or value == 0:
        return None
    if isinstance(value, int):
        return Text(str(value)) + looks.sign(id_, 3)
    return looks.badge(value) if roomy else looks.sign(value, 3)


def draw_piece(piece: Piece, looks: Looks, owner: int | None = None) -> Text:
    """The glyphs of the piece and of its kind, the mark of its owner unless the place shows it, and the answer that
    names the piece."""
    own = looks.glyph(piece.id)
    kind = looks.glyph(piece.kind)
    drawn = Text()
    if kind and (own is None or own.isalnum()):
        drawn.append(kind, style=looks.style(piece.kind))
    if own:
        drawn.append(own, style=looks.style(piece.id) + Style(bold=True))
    elif not kind:
        drawn.append(looks.name(piece.id)[:4], style=looks.style(piece.kind))
    if piece.shows is not None:
        drawn.append(str(piece.shows), style=Style(bold=True))
    if piece.owner is not None and piece.owner != owner:
        drawn.append_text(looks.seat_mark(piece.owner))
    return drawn.append(f"[{piece.mark}]", style=MARK) if piece.mark else drawn


def titled(name: str | Text, owner: int | None, looks: Looks) -> Text:
    """The name of a place, with the mark of the seat it belongs to."""
    title = Text(name) if isinstance(name, str) else name.copy()
    title.stylize("bold")
    return title if owner is None else looks.seat_mark(owner).append(" ").append_text(title)
