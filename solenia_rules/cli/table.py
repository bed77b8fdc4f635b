"""The table of any game, drawn from a scene: boards, numbers, zones; nothing here knows a game."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.grid import MARK, draw_grid, draw_piece, titled
from solenia_rules.cli.looks import Looks
from solenia_rules.cli.scene import Board, Cell, Piece, Scene, Tally, Zone
from solenia_rules.cli.texts import text

LISTED = 8
"""Most pieces of a zone told by name; more are drawn by glyph."""
LINES = 4
"""Most pieces of a zone that get a line each."""
MOST_ROWS = 5
"""A board with more rows gets one line each on a terminal that is not tall."""


def draw_table(scene: Scene, looks: Looks, players: Sequence[str], width: int, tall: bool = True) -> RenderableType:
    """Everything the viewer may see; with fewer lines on a terminal that is not tall."""
    boards = [board for board in scene.boards if board.cells]
    grids = [board for board in boards if board.id not in looks.lists]
    lists = [board for board in boards if board.id in looks.lists]
    numbers = draw_numbers(scene, looks, players)
    parts: list[RenderableType] = []
    if grids:
        parts.append(_first_board(grids[0], numbers, looks, width, tall))
        parts.extend(draw_grid(board, looks, width, low=_is_low(board, tall)) for board in grids[1:])
    elif numbers is not None:
        parts.append(numbers)
    zones = [zone for zone in scene.zones if zone.id not in looks.rows]
    if lists or zones:
        parts.append(draw_places(zones, lists, looks, LINES if tall else 1))
    if scene.state:
        parts.append(Text("  ").join([_state(id_, values, looks) for id_, values in scene.state]))
    return Group(*parts)


def _state(id_: str, values: Sequence[str], looks: Looks) -> Text:
    seats = id_ in looks.seat_values
    told = [looks.seat_mark(int(v)) if seats and v.isdigit() else Text(looks.name(v)) for v in values]
    return Text(f"{looks.name(id_)}: ").append_text(Text(" ").join(told))


def _is_low(board: Board, tall: bool) -> bool:
    return not tall and max(cell.row or 0 for cell in board.cells) > MOST_ROWS


def _first_board(board: Board, numbers: Table | None, looks: Looks, width: int, tall: bool) -> RenderableType:
    """The board with the numbers beside it, drawn tighter if that makes room; else under it."""
    low = _is_low(board, tall)
    roomy = draw_grid(board, looks, width, low=low)
    if numbers is None:
        return roomy
    console = Console(width=width)
    for grid in (roomy, draw_grid(board, looks, width, roomy=False, low=low)):
        if console.measure(grid).maximum + console.measure(numbers).maximum + 3 <= width:
            both = Table.grid(padding=(0, 3))
            both.add_row(grid, numbers)
            return both
    return Group(roomy, numbers)


def describe_piece(piece: Piece, looks: Looks) -> Text:
    """A piece by its name; one without a name with what the ruleset says of it.

    Where a name does not tell all, the glyph is put before it.
    """
    drawn = Text()
    if piece.mark:
        drawn.append(f"[{piece.mark}]", style=MARK).append(" ")
    style = looks.style(piece.id) or looks.style(piece.kind)
    if looks.facts(piece.id, piece.kind) and (glyph := looks.glyph(piece.id)):
        drawn.append(f"{glyph} ", style=style)
    drawn.append(looks.name(piece.id), style=style)
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
        if words := looks.seat_words(seat):
            head.append("\n").append_text(words)
        if seat == scene.seat:
            head.stylize("bold underline")
        numbers.add_column(head, justify="right")
    shared = any(not tally.by_seat for tally in scene.tallies)
    if shared:
        numbers.add_column(text("all_seats", looks.lang), justify="right")
    several = len({tally.counter for tally in scene.tallies if tally.word}) > 1
    for counter in dict.fromkeys(tally.counter for tally in scene.tallies):
        lines = [tally for tally in scene.tallies if tally.counter == counter]
        if not lines[0].by_seat:
            counts = Text(" ").join([_count(tally, looks) for tally in lines])
            numbers.add_row(looks.badge(counter, several=True), *[Text("")] * scene.seats, counts)
            continue
        for tally in lines:
            label = looks.badge(tally.word) if tally.word else looks.badge(counter, several=True)
            if tally.word and several:
                label = Text(f"{looks.name(counter)} ").append_text(label)
            numbers.add_row(label, *_by_seat(tally), *([Text("")] if shared else []))
    return numbers


def _by_seat(tally: Tally) -> list[Text]:
    return [Text("?", "dim") if n is None else Text(str(n), "" if n else "dim") for n in tally.by_seat]


def _count(tally: Tally, looks: Looks) -> Text:
    """A number that all seats share, after the sign of its word if it is one of several."""
    number = "?" if tally.shared is None else str(tally.shared)
    if tally.word is None:
        return Text(number)
    sign = looks.sign(tally.word)
    return sign.append(number if looks.glyph(tally.word) else f" {number}")


def draw_places(zones: Sequence[Zone], lists: Sequence[Board], looks: Looks, lines: int) -> RenderableType:
    """Zones and boards that are lists: their pieces where they are seen, else how many there are."""
    places = Table.grid(padding=(0, 2))
    places.add_column(no_wrap=True)
    places.add_column(overflow="fold")
    for board in lists:
        slots = Text(" ").join([_slot(cell, board.owner, looks) for cell in board.cells])
        places.add_row(titled(looks.name(board.id), board.owner, looks), slots)
    counted: dict[str, list[Zone]] = {}
    for zone in zones:
        if zone.pieces is None:
            counted.setdefault(zone.id, []).append(zone)
        elif zone.pieces:
            name = Text(looks.name(zone.id))
            if zone.word:
                name.append(" ").append_text(looks.badge(zone.word))
            places.add_row(titled(name, zone.owner, looks), _contents(zone.pieces, zone.owner, looks, lines))
    for id_, unseen in counted.items():
        if any(zone.size != 0 for zone in unseen):
            sizes = [_size(zone, looks) for zone in unseen]
            places.add_row(Text(looks.name(id_), style="dim"), Text("   ").join(sizes))
    return places


def _slot(cell: Cell, owner: int | None, looks: Looks) -> Text:
    """A cell of a list: the words it holds, its own glyph or name, what lies on it."""
    held = [looks.sign(value) for _, value in cell.fields if isinstance(value, str) and looks.glyph(value)]
    drawn = Text("").join(held).append(looks.glyph(cell.id) or looks.name(cell.id), style=looks.style(cell.id))
    if cell.pieces:
        drawn.append_text(Text("").join([draw_piece(piece, looks, owner) for piece in cell.pieces]))
    else:
        drawn.append("." if looks.plain else "·", style="dim")
    return drawn.append(f"[{cell.mark}]", style=MARK) if cell.mark else drawn


def _size(zone: Zone, looks: Looks) -> Text:
    number = Text(text("hidden", looks.lang) if zone.size is None else str(zone.size), style="dim")
    if zone.owner is not None:
        return looks.seat_mark(zone.owner).append(" ").append_text(number)
    return looks.badge(zone.word).append(" ").append_text(number) if zone.word else number


def _contents(pieces: Sequence[Piece], owner: int | None, looks: Looks, lines: int) -> Text:
    """By name where there are few, else by glyph, equal ones counted."""
    if len(pieces) > LISTED:
        alike: dict[str, list[Text]] = {}
        for piece in pieces:
            sign = draw_piece(piece, looks, owner)
            alike.setdefault(sign.plain, []).append(sign)
        times = "x" if looks.plain else "×"
        return Text("  ").join(
            [signs[0] + Text(f"{times}{len(signs)}" if len(signs) > 1 else "") for signs in alike.values()]
        )
    described = []
    for piece in pieces:
        one = describe_piece(piece, looks)
        if piece.owner is not None and piece.owner != owner:
            one.append(" ").append_text(looks.seat_mark(piece.owner))
        described.append(one)
    mixed = any(piece.owner != owner for piece in pieces)
    return Text("; " if mixed or len(described) > lines else "\n").join(described)
