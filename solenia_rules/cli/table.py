"""The table of any game, drawn from a scene: boards, numbers, zones; nothing here knows a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.looks import Looks
from solenia_rules.cli.scene import Board, Cell, Piece, Scene, Tally, Zone
from solenia_rules.cli.texts import text

MARK = Style(bold=True, reverse=True)
"""A number on the table that can be typed as an answer."""
WIDEST_CELL = 12
LISTED = 8
"""Most pieces of a zone told by name; more are drawn by glyph."""
LINES = 4
"""Most pieces of a zone that get a line each."""


def draw_table(
    scene: Scene, looks: Looks, players: Sequence[str], marks: Mapping[str, str], width: int
) -> RenderableType:
    """Everything the viewer may see. `marks` maps ids of cells and pieces to the answers that name them."""
    grids = [board for board in scene.boards if board.is_grid]
    lists = [board for board in scene.boards if not board.is_grid and board.cells]
    numbers = draw_numbers(scene, looks, players)
    parts: list[RenderableType] = []
    if grids:
        parts.append(_beside(draw_grid(grids[0], looks, marks, width), numbers, width))
        parts.extend(draw_grid(board, looks, marks, width) for board in grids[1:])
    elif numbers is not None:
        parts.append(numbers)
    zones = [zone for zone in scene.zones if zone.id not in looks.rows]
    if lists or zones:
        parts.append(draw_places(zones, lists, looks, marks))
    if scene.state:
        parts.append(Text("  ").join([Text(f"{looks.name(id_)}: {looks.name(value)}") for id_, value in scene.state]))
    return Group(*parts)


def column_name(column: int) -> str:
    """Letters as in ids of cells: a to z, then aa, ab."""
    name = ""
    while column > 0:
        column, place = divmod(column - 1, 26)
        name = chr(ord("a") + place) + name
    return name


def draw_grid(board: Board, looks: Looks, marks: Mapping[str, str], width: int) -> Table:
    """A grid with its coordinates, the last row on top."""
    cells = {(cell.row, cell.column): cell for cell in board.cells}
    columns = max((cell.column or 0 for cell in board.cells), default=0)
    rows = max((cell.row or 0 for cell in board.cells), default=0)
    roomy = width >= 10 + columns * 10
    inner = max(3, min(WIDEST_CELL, (width - 6) // max(1, columns) - (3 if roomy else 1)))
    drawn = {place: draw_cell(cell, looks, marks, inner) for place, cell in cells.items()}
    widest = max((cell_len(line) for lines in drawn.values() for line in lines.plain.split("\n")), default=1)
    grid = Table(
        title=_title(looks.name(board.id), board.owner, looks),
        title_justify="left",
        title_style="bold",
        box=box.SQUARE,
        show_lines=True,
        border_style="dim",
        header_style="dim",
        padding=(0, 1 if roomy else 0),
    )
    grid.add_column("", style="dim", justify="right")
    for column in range(1, columns + 1):
        grid.add_column(column_name(column), justify="center", min_width=widest, max_width=inner, no_wrap=True)
    for row in range(rows, 0, -1):
        grid.add_row(str(row), *(drawn.get((row, column), Text("")) for column in range(1, columns + 1)))
    return grid


def draw_cell(cell: Cell, looks: Looks, marks: Mapping[str, str], width: int) -> Text:
    """Two lines: what the cell is, with the answer that names it; what lies on it."""
    ground = Text(" ").join(
        [sign for id_, value in cell.fields if (sign := _field_sign(id_, value, looks, width)) is not None]
    )
    mark = marks.get(cell.id)
    if mark:
        # The answer must stay legible in the narrowest cell: the ground gives way.
        number = Text(f"[{mark}]", style=MARK)
        ground.truncate(max(0, width - number.cell_len - 1))
        ground = Text(" ").join([ground, number]) if ground.plain else number
    things = Text(" ").join([draw_piece(piece, looks, marks) for piece in cell.pieces])
    ground.truncate(width)
    things.truncate(width)
    return Text("\n").join([ground, things])


def _field_sign(id_: str, value: int | bool | str, looks: Looks, width: int) -> Text | None:
    """A field of a cell in short; nothing where it says nothing."""
    if value is True:
        return looks.sign(id_, width)
    if value is False or value == 0:
        return None
    if isinstance(value, int):
        return Text(str(value)) + looks.sign(id_, 3)
    glyph = looks.glyph(value)
    word = looks.name(value)
    if glyph and cell_len(glyph) + 1 + cell_len(word) <= width - 5:
        return Text(f"{glyph} {word}", style=looks.style(value))
    return looks.sign(value, width)


def draw_piece(piece: Piece, looks: Looks, marks: Mapping[str, str]) -> Text:
    """A piece as small as it can be: the glyphs of its kind and its own, its owner's mark, the answer that names it."""
    own = looks.glyph(piece.id)
    kind = looks.glyph(piece.kind)
    drawn = Text()
    if kind and (own is None or own.isalnum()):
        drawn.append(kind, style=looks.style(piece.kind))
    if own:
        drawn.append(own, style=looks.style(piece.id) + Style(bold=True))
    elif not kind:
        drawn.append(looks.name(piece.id)[:4], style=looks.style(piece.kind))
    if piece.owner is not None:
        drawn.append_text(looks.seat_mark(piece.owner))
    mark = marks.get(piece.id)
    return drawn.append(f"[{mark}]", style=MARK) if mark else drawn


def describe_piece(piece: Piece, looks: Looks, marks: Mapping[str, str]) -> Text:
    """A piece by its name, with its owner where that is not said by the place; nameless ones with their fields."""
    drawn = Text()
    mark = marks.get(piece.id)
    if mark:
        drawn.append(f"[{mark}]", style=MARK).append(" ")
    drawn.append(looks.name(piece.id), style=looks.style(piece.id) or looks.style(piece.kind))
    if not looks.is_named(piece.id):
        facts = [
            Text(f"{looks.name(id_)} {value}") if isinstance(value, int) else looks.drawn(value)
            for id_, value in looks.records.get(piece.id, ())
        ]
        if facts:
            drawn.append(" (").append_text(Text(", ").join(facts)).append(")")
    return drawn


def draw_numbers(scene: Scene, looks: Looks, players: Sequence[str]) -> Table | None:
    """The counters, one line each, one column a seat."""
    if not scene.tallies:
        return None
    numbers = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="")
    numbers.add_column("")
    for seat in range(scene.seats):
        head = looks.seat_mark(seat).append(f" {players[seat]}")
        if seat == scene.seat:
            head.stylize("bold underline")
        numbers.add_column(head, justify="right")
    shared = any(not tally.by_seat for tally in scene.tallies)
    if shared:
        numbers.add_column(text("all_seats", looks.lang), justify="right")
    several = len({tally.counter for tally in scene.tallies if tally.word}) > 1
    for tally in scene.tallies:
        label = looks.badge(tally.word or tally.counter)
        numbers.add_row(
            Text(f"{looks.name(tally.counter)} ").append_text(label) if tally.word and several else label,
            *_by_seat(tally, scene.seats),
            *([_count(tally)] if shared else []),
        )
    return numbers


def _by_seat(tally: Tally, seats: int) -> list[Text]:
    if not tally.by_seat:
        return [Text("")] * seats
    return [Text("?", "dim") if n is None else Text(str(n), "" if n else "dim") for n in tally.by_seat]


def _count(tally: Tally) -> Text:
    return Text("") if tally.by_seat else Text("?" if tally.shared is None else str(tally.shared))


def draw_places(
    zones: Sequence[Zone], lists: Sequence[Board], looks: Looks, marks: Mapping[str, str]
) -> RenderableType:
    """Zones and boards that are lists: their pieces where they are seen, else how many there are."""
    places = Table.grid(padding=(0, 2))
    places.add_column(no_wrap=True)
    places.add_column(overflow="fold")
    for board in lists:
        places.add_row(
            _title(looks.name(board.id), board.owner, looks),
            Text("  ").join([_slot(cell, looks, marks) for cell in board.cells]),
        )
    counted: dict[str, list[Text]] = {}
    for zone in zones:
        if zone.pieces is None:
            counted.setdefault(zone.id, []).append(_size(zone, looks))
        elif zone.pieces:
            name = Text(looks.name(zone.id))
            if zone.word:
                name.append(" ").append_text(looks.badge(zone.word))
            places.add_row(_title(name, zone.owner, looks), _contents(zone.pieces, zone.owner, looks, marks))
    for id_, sizes in counted.items():
        places.add_row(Text(looks.name(id_), style="dim"), Text("   ").join(sizes))
    return places


def _slot(cell: Cell, looks: Looks, marks: Mapping[str, str]) -> Text:
    """A cell of a list: the words it holds, its own glyph or name, what lies on it."""
    own = cell.id.rpartition(".")[2]
    drawn = Text("").join(
        [looks.sign(value) for _, value in cell.fields if isinstance(value, str) and looks.glyph(value)]
    )
    drawn.append(looks.glyph(own) or looks.name(own), style=looks.style(own))
    drawn.append(" ")
    if cell.pieces:
        drawn.append_text(Text(" ").join([draw_piece(piece, looks, marks) for piece in cell.pieces]))
    else:
        drawn.append("." if looks.plain else "·", style="dim")
    mark = marks.get(cell.id)
    return drawn.append(f"[{mark}]", style=MARK) if mark else drawn


def _size(zone: Zone, looks: Looks) -> Text:
    number = Text(text("hidden", looks.lang) if zone.size is None else str(zone.size), style="dim")
    if zone.owner is not None:
        return looks.seat_mark(zone.owner).append(" ").append_text(number)
    return looks.badge(zone.word).append(" ").append_text(number) if zone.word else number


def _contents(pieces: Sequence[Piece], owner: int | None, looks: Looks, marks: Mapping[str, str]) -> Text:
    """By name where there are few, else by glyph, equal ones counted."""
    if len(pieces) > LISTED:
        alike: dict[str, list[Text]] = {}
        for piece in pieces:
            sign = draw_piece(piece, looks, marks)
            alike.setdefault(sign.plain, []).append(sign)
        return Text("  ").join(
            [signs[0] + Text(f"×{len(signs)}" if len(signs) > 1 else "") for signs in alike.values()]
        )
    described = []
    for piece in pieces:
        one = describe_piece(piece, looks, marks)
        if piece.owner is not None and piece.owner != owner:
            one.append(" ").append_text(looks.seat_mark(piece.owner))
        described.append(one)
    return Text("\n").join(described) if len(described) <= LINES else Text("; ").join(described)


def _title(name: str | Text, owner: int | None, looks: Looks) -> Text:
    title = Text(name) if isinstance(name, str) else name
    title.stylize("bold")
    return title if owner is None else looks.seat_mark(owner).append(" ").append_text(title)


def _beside(left: RenderableType, right: RenderableType | None, width: int) -> RenderableType:
    """Side by side where the terminal is wide enough, else one under the other."""
    if right is None:
        return left
    console = Console(width=width, file=None)
    taken = console.measure(left).maximum + console.measure(right).maximum + 4
    if taken > width:
        return Group(left, right)
    both = Table.grid(padding=(0, 4))
    both.add_row(left, right)
    return both
