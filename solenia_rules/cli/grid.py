"""Draws boards that are grids. Pieces are drawn as small as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from attrs import evolve
from rich import box
from rich.cells import cell_len
from rich.style import Style
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.cropping import cropped
from solenia_rules.cli.looks import Looks
from solenia_rules.cli.signs import joined
from solenia_rules.pictures.scene import Board, Cell, Piece

MARK = Style(bold=True, reverse=True)
"""The style of a key that can be typed as an answer."""
WIDEST_CELL = 14
LEAST_CELL = 4
HEX_SIDES = 3
"""How much wider a column of a hex grid is than its contents: a side and a space on each side of them."""
LEAST_MARK = 3
"""The width of the shortest key with its brackets."""
MOST_ROWS = 20
"""The most rows of a board on a terminal that is not tall; a part of a higher board is drawn."""
ALL_ROWS = 1000
Place: TypeAlias = tuple[int | None, int | None]


def column_name(column: int) -> str:
    """Letters as in ids of cells: a to z, then aa, ab."""
    name = ""
    while column > 0:
        column, place = divmod(column - 1, 26)
        name = chr(ord("a") + place) + name
    return name


Form: TypeAlias = Literal["tall", "low", "compact"]
"""How much room there is: `tall` gives each thing a line of its own, `compact` uses as few lines as possible."""


def draw_grid(
    board: Board, looks: Looks, width: int, roomy: bool = True, form: Form = "tall", around: str | None = None
) -> Table:
    """Draw a grid with its coordinates, the last row on top. Without `roomy`, only glyphs are drawn. Unless the form is
    tall, each row takes one line. Of a board that is too large a part is drawn: where something lies, or around a cell
    that somebody asked for."""
    low = form != "tall"
    board, fitting = _with_marks(board, width)
    needed = (draw_cell(cell, looks, WIDEST_CELL, False, low) for cell in board.cells if cell.pieces)
    whole = max((cell_len(line) for cell in needed for line in cell.plain.split("\n")), default=LEAST_MARK)
    sides = HEX_SIDES if board.hexes else 1
    wished = fitting * (LEAST_MARK + sides) // (max(LEAST_MARK, whole) + sides)
    board, note = cropped(board, fitting, MOST_ROWS if low else ALL_ROWS, looks, around, wished)
    cells = {(cell.row, cell.column): cell for cell in board.cells}
    shown = range(*_ends(cell.column or 0 for cell in board.cells))
    rows = range(*_ends(cell.row or 0 for cell in board.cells))
    if board.hexes:
        width -= width // max(1, 2 * len(shown) + 1)
    roomy = roomy and form != "compact" and width >= 10 + len(shown) * 10
    inner = max(LEAST_MARK, min(WIDEST_CELL, (width - 6) // max(1, len(shown)) - (3 if roomy else sides)))
    drawn = {place: draw_cell(cell, looks, inner, roomy, low) for place, cell in cells.items()}
    widest = max((cell_len(line) for lines in drawn.values() for line in lines.plain.split("\n")), default=1)
    widest = max(widest, min(1 if form == "compact" else LEAST_CELL, inner))
    title = titled(looks.name(board.id), board.owner, looks)
    if board.hexes:
        made = _draw_hexes(looks, drawn, rows, shown, widest + 2)
    else:
        made = _draw_squares(looks, drawn, (rows, shown, widest, inner), form, roomy)
    made.title, made.title_justify, made.title_style = title, "left", ""
    if note is not None:
        made.caption, made.caption_justify, made.caption_style = Text(note, style="dim"), "left", ""
    return made


def _ends(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return (min(found), max(found) + 1) if found else (1, 1)


def _with_marks(board: Board, width: int) -> tuple[Board, int]:
    """The board and the number of columns that fit. Keys that would leave room for too few columns are replaced by a
    star; such an answer is typed as the name of its cell."""
    columns = len({cell.column for cell in board.cells})
    longest = max((len(cell.mark) + 2 for cell in board.cells if cell.mark), default=0)
    sides = HEX_SIDES if board.hexes else 1
    room = width - 6 - (LEAST_MARK if board.hexes else 0)
    if longest > LEAST_MARK and columns * (longest + sides) > room >= columns * (LEAST_MARK + sides):
        starred = [evolve(cell, mark="*" if cell.mark else None) for cell in board.cells]
        return evolve(board, cells=tuple(starred)), columns
    return board, max(1, room // (max(LEAST_MARK, longest) + sides))


def _draw_squares(
    looks: Looks, drawn: dict[Place, Text], size: tuple[range, range, int, int], form: Form, roomy: bool
) -> Table:
    rows, shown, widest, inner = size
    wall = ("#" if looks.ascii_only else "▒") * widest
    blocked = Text(wall if form != "tall" else f"{wall}\n{wall}", style="dim")
    if form == "compact":
        grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    else:
        padding = (0, 1 if roomy else 0)
        grid = Table(box=box.SQUARE, show_lines=form == "tall", border_style="dim", header_style="dim", padding=padding)
    if form == "compact":
        dot = Text("." if looks.ascii_only else "·", style="dim")
        drawn = {place: cell if cell.plain else dot for place, cell in drawn.items()}
    grid.add_column("", style="dim", justify="right")
    for column in shown:
        grid.add_column(column_name(column), justify="center", min_width=widest, max_width=inner, no_wrap=True)
    for row in reversed(rows):
        grid.add_row(str(row), *(drawn.get((row, column), blocked) for column in shown))
    return grid


def _draw_hexes(looks: Looks, drawn: dict[Place, Text], rows: range, shown: range, width: int) -> Table:
    """Draw the rows of a hex grid, the last row on top; rows with even numbers are moved half a cell to the right."""
    side = "|" if looks.ascii_only else "│"
    made = Table.grid()
    label = len(str(rows.stop)) + 1
    heads = "".join(column_name(column).center(width + 1) for column in shown)
    for row in reversed(rows):
        indent = label + (0 if row % 2 else (width + 1) // 2)
        height = max((len(drawn[row, x].plain.split("\n")) for x in shown if (row, x) in drawn), default=1)
        for number in range(height):
            line = Text(str(row).ljust(label) if number == 0 else " " * label, style="dim").append(
                " " * (indent - label)
            )
            for column in shown:
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
    upon = draw_pieces(cell.pieces, looks)
    if cell.mark:
        upon.insert(0, Text(f"[{cell.mark}]", style=MARK))
    things = Text(" ").join(upon)
    if low:
        apart = " " if ground.cell_len + things.cell_len < width else ""
        ground.truncate(max(1, width - things.cell_len - len(apart)))
        line = Text(apart).join([part for part in (ground, things) if part])
        line.truncate(width)
        return line
    ground.truncate(width)
    things.truncate(width)
    return Text("\n").join([ground, things])


def _ground(cell: Cell, looks: Looks, roomy: bool) -> Text:
    return joined(field_signs(cell, looks, roomy), roomy or looks.ascii_only)


def field_signs(thing: Cell | Piece, looks: Looks, roomy: bool) -> list[Text]:
    """The short forms of the fields of a cell or piece that have a value. A piece does not tell which cells and pieces
    its fields name."""
    links = looks.linked if isinstance(thing, Piece) else ()
    signs = (_field_sign(id_, value, looks, roomy) for id_, value in thing.fields if id_ not in links)
    return [sign for sign in signs if sign is not None]


def _field_sign(id_: str, value: int | bool | str, looks: Looks, roomy: bool) -> Text | None:
    """The short form of a field of a cell; None if the field has no value."""
    if value is True:
        return looks.sign(id_)
    if id_ in looks.seat_values and isinstance(value, int) and value is not False:
        return looks.seat_mark(value) if id_ in looks.bare else looks.sign(id_) + looks.seat_mark(value)
    if value is False or value == 0:
        return None
    if isinstance(value, int):
        return Text(str(value)) if id_ in looks.bare else joined([Text(str(value)), looks.sign(id_)], roomy)
    return looks.badge(value) if roomy else looks.sign(value)


def draw_pieces(pieces: Sequence[Piece], looks: Looks) -> list[Text]:
    """The pieces of a cell. Of pieces on top of each other, the top one and those that can be chosen are drawn, and the
    number of the others."""
    pile = [piece for piece in pieces if piece.height is not None]
    hidden = [piece for piece in pile[:-1] if piece.mark is None]
    drawn = [draw_piece(piece, looks) for piece in pieces if piece.height is None]
    drawn += [draw_piece(piece, looks) for piece in reversed(pile) if piece not in hidden]
    if hidden:
        drawn[-1].append(f"+{len(hidden)}", style="dim")
    return drawn


def draw_piece(piece: Piece, looks: Looks, owner: int | None = None) -> Text:
    """The glyphs of the piece and of its kind, the mark of its owner unless the place shows it, what its fields hold
    now, and the answer that names the piece."""
    known = looks.known_by(piece.id)
    own = looks.glyph(known)
    kind = looks.glyph(piece.kind)
    drawn = Text()
    if kind and (own is None or own.isalnum()):
        drawn.append(kind, style=looks.style(piece.kind))
    if own:
        drawn.append(own, style=looks.style(known) + Style(bold=True))
    elif not kind:
        drawn.append(looks.short.get(piece.id) or looks.name(piece.id)[:4], style=looks.style(piece.kind))
    if piece.shows is not None:
        drawn.append(str(piece.shows), style=Style(bold=True))
    if piece.owner is not None and piece.owner != owner:
        drawn.append_text(looks.seat_mark(piece.owner))
    for sign in field_signs(piece, looks, roomy=False):
        drawn.append(" " if sign.plain[:1].isalpha() and sign.plain.isascii() else "").append_text(sign)
    return drawn.append(f"[{piece.mark}]", style=MARK) if piece.mark else drawn


def titled(name: str | Text, owner: int | None, looks: Looks) -> Text:
    """The name of a place, with the mark of the seat it belongs to."""
    title = Text(name) if isinstance(name, str) else name.copy()
    title.stylize("bold")
    return title if owner is None else looks.seat_mark(owner).append(" ").append_text(title)
