"""Draws zones and boards that are lists, line by line: which pieces lie where, equal pieces once with their number."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import evolve, frozen
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solenia_rules.cli.grid import MARK, Form, draw_piece, titled
from solenia_rules.cli.looks import Looks, Value
from solenia_rules.cli.texts import text
from solenia_rules.pictures.scene import Board, Cell, Piece, Zone

LISTED = 8
"""The most sorts of pieces in a zone that are drawn with their facts; if there are more, all are drawn in the shortest
form."""
LINES = 4
"""The most sorts of pieces in a zone that get a line each on a tall terminal."""
SORTED = 3
"""The most groups into which the cells of a list board are divided."""
GAP = 3
"""The number of spaces between columns."""


@frozen
class Row:
    """A place and its contents: one text, or several texts that are laid out in the available width."""

    title: Text
    content: Text | tuple[Text, ...]
    joined: bool = False
    """Whether the texts are drawn one after the other, not in columns."""


def draw_places(
    zones: Sequence[Zone],
    lists: Sequence[Board],
    looks: Looks,
    width: int,
    form: Form = "tall",
    more: Sequence[Text] = (),
) -> RenderableType:
    """Draw zones and boards that are lists: their pieces if the viewer sees them, otherwise the number of pieces. Below
    them stand the texts of `more`, each short."""
    rows: list[Row] = []
    for board in lists:
        rows += _board_rows(board, looks, form)
    rows += _zone_rows(zones, looks, form)
    if form == "compact":
        return packed([*(_in_one(row) for row in rows), *more], width, GAP)
    places = Table.grid(padding=(0, 2))
    places.add_column(no_wrap=True)
    places.add_column(overflow="fold")
    room = width - max((row.title.cell_len for row in rows), default=0) - 2
    for row in rows:
        places.add_row(row.title, _laid_out(row, room, form == "tall"))
    return Group(*([places] if rows else []), *([Text("  ").join(more)] if more else []))


def _in_one(row: Row) -> Text:
    """A place and its contents one after the other."""
    content = row.content if isinstance(row.content, Text) else Text("; ").join(row.content)
    return row.title.copy().append(": ").append_text(content)


def _zone_rows(zones: Sequence[Zone], looks: Looks, form: Form) -> list[Row]:
    rows: list[Row] = []
    lines = LINES if form == "tall" else 1
    counted: dict[str, list[Zone]] = {}
    alone = _each_of_one_sort(zones, form == "tall")
    for zone in zones:
        if zone.pieces is None:
            counted.setdefault(zone.id, []).append(zone)
        elif zone.id in alone:
            if zone is alone[zone.id][0]:
                sorts = tuple(_only_sort(one, looks) for one in alone[zone.id])
                rows.append(Row(titled(looks.name(zone.id), None, looks), sorts))
        elif zone.pieces:
            name = Text(looks.name(zone.id))
            if zone.word:
                name.append(" ").append_text(looks.badge(zone.word))
            content = _contents(zone, looks, lines)
            rows.append(Row(titled(name, zone.owner, looks), content, joined=True))
    for id_, unseen in counted.items():
        if any(zone.size != 0 for zone in unseen):
            sizes = [_size(zone, looks) for zone in unseen]
            rows.append(Row(Text(looks.name(id_), style="dim"), Text("   ").join(sizes)))
    return rows


def _laid_out(row: Row, width: int, tall: bool) -> Text:
    if isinstance(row.content, Text):
        return row.content
    if row.joined:
        ended = [part.copy().append(";") for part in row.content[:-1]]
        return packed([*ended, row.content[-1]], width, 1)
    return _columns(row.content, width) if tall else packed(row.content, width, GAP)


def describe_piece(piece: Piece, owner: int | None, looks: Looks, number: int = 1, facts: bool = True) -> Text:
    """A piece: its name, the number of equal pieces, its owner unless the place shows it, and its facts. The glyph
    stands before a name that is not enough to recognise the piece.
    """
    drawn = Text()
    if piece.mark:
        drawn.append(f"[{piece.mark}]", style=MARK).append(" ")
    style = looks.style(piece.id) or looks.style(piece.kind)
    glyph = looks.glyph(piece.id) if looks.facts(piece.id, piece.kind) else None
    if glyph:
        drawn.append(f"{glyph} ", style=style)
    shown = "" if piece.shows is None else f" {piece.shows}"
    drawn.append(looks.name(piece.id) + shown, style=style).append_text(_times(number, looks))
    if piece.owner is not None and piece.owner != owner:
        drawn.append(" ").append_text(looks.seat_mark(piece.owner))
    beside = looks.brief(piece.id, piece.kind, piece.fields, fixed=facts)
    if glyph:
        beside = [fact for fact in beside if not fact.plain.endswith(f" {glyph}")]
    return drawn.append_text(_in_brackets(beside))


def _in_brackets(facts: Sequence[Text]) -> Text:
    return Text(" (").append_text(Text(", ").join(facts)).append(")") if facts else Text()


def name_place(place: str, looks: Looks) -> str:
    """The name of a place as answers give it: `store@slate`, `hand@0`, `pit.b2`."""
    id_, _, key = place.partition("@")
    name = looks.name(id_.rpartition(".")[2])
    return f"{name} {looks.seat_mark(int(key)).plain if key.isdigit() else looks.name(key)}" if key else name


# ---- zones


def _each_of_one_sort(zones: Sequence[Zone], tall: bool) -> dict[str, list[Zone]]:
    """Zones that share one row because each holds equal pieces: zones that are declared for each word of a kind, so
    that their pieces show which zone it is, and on a low terminal also the zones of the seats."""
    found: dict[str, list[Zone]] = {}
    for zone in zones:
        if zone.pieces and (zone.word is not None or (zone.owner is not None and not tall)):
            found.setdefault(zone.id, []).append(zone)
    return {
        id_: several
        for id_, several in found.items()
        if len(several) > (LINES if several[0].word is not None else 1)
        and all(len(_alike(zone.pieces or ())) == 1 and zone.size == len(zone.pieces or ()) for zone in several)
    }


def _only_sort(zone: Zone, looks: Looks) -> Text:
    sort = _sort(zone.pieces or (), zone.owner, looks)
    return sort if zone.owner is None else Text.assemble(looks.seat_mark(zone.owner), " ", sort)


def _alike(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Groups of equal pieces, in the order of the first piece of each group."""
    alike: dict[tuple[str, int | None, tuple[tuple[str, Value], ...], int | None], list[Piece]] = {}
    for piece in pieces:
        alike.setdefault((piece.id, piece.owner, piece.fields, piece.shows), []).append(piece)
    return list(alike.values())


def _sort(alike: Sequence[Piece], owner: int | None, looks: Looks, facts: bool = True) -> Text:
    """Each group of equal pieces once, with the answer that names one of them."""
    first = next((piece for piece in alike if piece.mark), alike[0])
    return describe_piece(first, owner, looks, len(alike), facts)


def _times(number: int, looks: Looks) -> Text:
    return Text(f" {'x' if looks.ascii_only else '×'}{number}" if number > 1 else "")


def _contents(zone: Zone, looks: Looks, lines: int) -> Text | tuple[Text, ...]:
    """Pieces by name, and the number of pieces left out; many sorts are drawn by their glyphs if they have glyphs of
    their own. If more than `lines` sorts can be chosen, they are only named by their keys: the answers tell the
    rest."""
    pieces, owner = zone.pieces or (), zone.owner
    sorts = _alike(pieces)
    keys = [mark for alike in sorts if (mark := _mark_of(alike)) is not None]
    if len(keys) <= lines:
        keys = []
    else:
        sorts = [alike for alike in sorts if _mark_of(alike) is None]
    told = _signs(sorts, owner, looks) if len(sorts) > LISTED else [_sort(alike, owner, looks) for alike in sorts]
    if keys:
        told.append(Text(keys_in_short(keys), style=MARK))
    if zone.size is not None and zone.size > len(pieces):
        told.append(Text(f"+{zone.size - len(pieces)} {text('hidden', looks.lang)}", style="dim"))
    mixed = any(piece.owner != owner for piece in pieces)
    return tuple(told) if mixed or len(told) > lines else Text("\n").join(told)


def _mark_of(alike: Sequence[Piece]) -> str | None:
    return next((piece.mark for piece in alike if piece.mark), None)


def keys_in_short(keys: Sequence[str]) -> str:
    """Keys of answers, with three or more numbers in a row as `[1]-[3]`."""
    parts: list[list[str]] = []
    for key in keys:
        last = parts[-1][-1] if parts else ""
        if key.isdigit() and last.isdigit() and int(key) == int(last) + 1:
            parts[-1].append(key)
        else:
            parts.append([key])
    told = [f"[{part[0]}]-[{part[-1]}]" if len(part) > 2 else " ".join(f"[{key}]" for key in part) for part in parts]
    return " ".join(told)


def _signs(sorts: Sequence[Sequence[Piece]], owner: int | None, looks: Looks) -> list[Text]:
    """Pieces by their glyphs, with the number of those that look the same; pieces without glyphs of their own by
    name."""
    counted: dict[str, tuple[Text, int]] = {}
    for alike in sorts:
        first = next((piece for piece in alike if piece.mark), alike[0])
        own = looks.glyph(first.id) is not None
        sign = draw_piece(first, looks, owner) if own else _sort(alike[:1], owner, looks, facts=False)
        sign, before = counted.get(sign.plain, (sign, 0))
        counted[sign.plain] = sign, before + len(alike)
    return [sign.copy().append_text(_times(number, looks)) for sign, number in counted.values()]


def _size(zone: Zone, looks: Looks) -> Text:
    number = Text(text("hidden", looks.lang) if zone.size is None else str(zone.size), style="dim")
    if zone.owner is not None:
        return looks.seat_mark(zone.owner).append(" ").append_text(number)
    return looks.badge(zone.word).append(" ").append_text(number) if zone.word else number


# ---- boards


def _board_rows(board: Board, looks: Looks, form: Form) -> list[Row]:
    """The cells of a list board: on one line if every cell has a glyph, otherwise cell by cell, in groups by the fields
    that never change. In the compact form, cells on which nothing has changed are only counted."""
    title = titled(looks.name(board.id), board.owner, looks)
    if board.parts:
        return [Row(title, _used_parts(board, looks, form))]
    if all(looks.glyph(cell.id) for cell in board.cells):
        return [Row(title, Text(" ").join([_slot(cell, board.owner, looks) for cell in board.cells]))]
    parts: dict[tuple[str, ...], list[Cell]] = {}
    for cell in board.cells:
        given = dict(looks.records.get(cell.id, ()))
        parts.setdefault(tuple(name for name, value in cell.fields if value is given.get(name) is True), []).append(
            cell
        )
    if form == "compact" and not all(looks.glyph(cell.id) for cell in board.cells):
        return [Row(title, _changed_cells(board, looks))]
    if len(parts) > SORTED:
        parts = {(): list(board.cells)}
    rows: list[Row] = []
    for flags, cells in parts.items():
        named = title.copy()
        if flags:
            named.append(": " + ", ".join(map(looks.name, flags)))
        rows.append(Row(named, tuple(describe_cell(cell, board.owner, looks, flags) for cell in cells)))
    return rows


def _used_parts(board: Board, looks: Looks, form: Form) -> tuple[Text, ...]:
    """The corners or sides that hold a piece or have a value, and the number of the others. Unless the form is tall,
    empty ones that can be chosen are only named by their keys."""
    used = [cell for cell in board.cells if cell.pieces or looks.held(cell.fields) or (cell.mark and form == "tall")]
    told = [describe_cell(evolve(cell, id=cell.id.rpartition(".")[2]), board.owner, looks) for cell in used]
    return (*told, *_rest(board, used, looks))


def _changed_cells(board: Board, looks: Looks) -> tuple[Text, ...]:
    """The cells with pieces or with values that are not those of their records, and the number of the others."""

    def is_changed(cell: Cell) -> bool:
        given = dict(looks.records.get(cell.id, ()))
        return bool(cell.pieces) or any(value != given.get(name) for name, value in looks.held(cell.fields))

    used = [cell for cell in board.cells if is_changed(cell)]
    return (*(describe_cell(cell, board.owner, looks) for cell in used), *_rest(board, used, looks))


def _rest(board: Board, told: Sequence[Cell], looks: Looks) -> list[Text]:
    """The cells that are not told: the keys of those that can be chosen, and the number of the others."""
    left = [cell for cell in board.cells if cell not in told]
    keys = [cell.mark for cell in left if cell.mark]
    rest = [Text(keys_in_short(keys), style=MARK)] if keys else []
    if len(left) > len(keys):
        rest.append(Text(f"+{len(left) - len(keys)} {text('empty', looks.lang)}", style="dim"))
    return rest


def _slot(cell: Cell, owner: int | None, looks: Looks) -> Text:
    """The short form of a cell of a list: its words, its glyph, and what lies on it."""
    held = [looks.sign(value) for _, value in cell.fields if isinstance(value, str) and looks.glyph(value)]
    drawn = Text("").join(held).append(looks.glyph(cell.id) or "", style=looks.style(cell.id))
    if cell.pieces:
        drawn.append_text(Text("").join([draw_piece(piece, looks, owner) for piece in cell.pieces]))
    else:
        drawn.append("." if looks.ascii_only else "·", style="dim")
    return drawn.append(f"[{cell.mark}]", style=MARK) if cell.mark else drawn


def _columns(entries: Sequence[Text], width: int) -> Text:
    """Lay out texts in as many columns as fit."""
    widest = max(entry.cell_len for entry in entries)
    columns = max(1, (width + GAP) // (widest + GAP))
    height = -(-len(entries) // columns)
    lines = []
    for row in range(height):
        line = Text()
        for column, entry in enumerate(entries[row::height]):
            line.pad_right(column * (widest + GAP) - line.cell_len)
            line.append_text(entry)
        lines.append(line)
    return Text("\n").join(lines)


def packed(entries: Sequence[Text], width: int, gap: int) -> Text:
    """Lay out texts in as few lines as possible; a text is broken only if it is wider than a line."""
    lines = [Text()]
    for entry in entries:
        if lines[-1].plain and lines[-1].cell_len + gap + entry.cell_len > width:
            lines.append(Text())
        if lines[-1].plain:
            lines[-1].append(" " * gap)
        lines[-1].append_text(entry)
    return Text("\n").join(lines)


def describe_cell(cell: Cell, owner: int | None, looks: Looks, known: Collection[str] = ()) -> Text:
    """A cell: its name, the values of its fields except those that are already shown, and its pieces: `mill (room 2):
    worker ①`."""
    drawn = Text()
    if cell.mark:
        drawn.append(f"[{cell.mark}]", style=MARK).append(" ")
    drawn.append(looks.glyph(cell.id) or looks.name(cell.id), style=looks.style(cell.id))
    facts = [looks.aside(cell.id, name, value) for name, value in looks.held(cell.fields) if name not in known]
    drawn.append_text(_in_brackets([fact for fact in facts if fact is not None]))
    if cell.pieces:
        drawn.append(": ").append_text(tell_pieces(cell.pieces, owner, looks))
    return drawn


def tell_pieces(pieces: Sequence[Piece], owner: int | None, looks: Looks) -> Text:
    """Pieces by name, equal pieces once."""
    return Text(", ").join([_sort(alike, owner, looks, facts=False) for alike in _alike(pieces)])
