"""Draws cards and tiles: their printed side, their back, a small form for the cells of a board, and signs."""

from __future__ import annotations

from solenia_rules.pictures.album import Face, Fact, initials
from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.edges import draw_edged, edges_of
from solenia_rules.pictures.icons import drawing
from solenia_rules.pictures.ink import circle, cut, group, paragraph, path, rect, text, wrap
from solenia_rules.pictures.palette import ink_on, mix, shades
from solenia_rules.pictures.scene import Piece
from solenia_rules.pictures.signs import Or, Signs, Sum
from solenia_rules.pictures.tags import draw_tags
from solenia_rules.text.widths import text_width
from solenia_rules.words.looks import TITLE_SIZE

CARD = (92.0, 128.0)
LARGE = (118.0, 164.0)
TILE = (92.0, 92.0)
NEUTRAL = "#8798a8"
"""The colour of cards to which no look gives one."""
HOLE = "#cfe6f1"
"""What is seen through a porthole where nothing lies below."""


def paper_size(brush: Brush, kind: str) -> tuple[float, float]:
    """Tiles are square; cards with much text are larger."""
    if brush.album.look(kind, "shape") in ("tile", "ticket"):
        return TILE
    return LARGE if brush.album.is_wordy(kind) else CARD


def draw_signs(brush: Brush, signs: Signs, size: float, width: float, ink: str) -> Drawn:
    """Amounts with icons on one line, smaller if the line is too narrow: three or fewer of a thing are drawn one by
    one, as on printed cards, if there is room for them."""
    parts: list[tuple[float, str]] = []
    icons = sum(sign.count if sign.count <= 3 else 2 for sign in signs if isinstance(sign, Sum))
    single = icons * size + 0.6 * size * sum(not isinstance(sign, Sum) for sign in signs) <= width * 1.3
    for sign in signs:
        if isinstance(sign, Sum):
            icon = group(brush.album.icon(sign.of), 0, 0, size / 24)
            if sign.count <= 3 and single:
                parts += [(size, icon)] * sign.count
            else:
                number = text(0, size / 2, str(sign.count), size * 0.72, font_weight="700", fill=ink)
                wide = text_width(str(sign.count), size * 0.72, bold=True)
                parts.append((wide + size, number + group(icon, wide + 1, 0)))
        else:
            said = "/" if isinstance(sign, Or) else "→"
            parts.append((size * 0.62, text(size * 0.3, size / 2, said, size * 0.8, text_anchor="middle", fill=ink)))
    total = sum(wide for wide, _body in parts)
    scale = min(1.0, width / total) if total else 1.0
    x, made = 0.0, []
    for wide, body in parts:
        made.append(group(body, x))
        x += wide
    return Drawn(total * scale, size * scale, group("".join(made), 0, 0, scale))


def _colour(brush: Brush, piece: Piece) -> str:
    return _own_colour(brush, piece) or NEUTRAL


def _own_colour(brush: Brush, piece: Piece) -> str | None:
    """The colour of a card: its record's, else its words', else its kind's; None if no look says one."""
    album = brush.album
    record = piece.id.partition(".")[0]
    for id_ in (record, album.word_of(piece) or "", *album.face(piece.id, piece.kind).words, piece.kind):
        if album.look(id_, "colour") is not None:
            return album.colour(id_)
    return None


def draw_tile(brush: Brush, piece: Piece, width: float, height: float) -> str:
    """The printed side of a tile: its number, its words and its signs are large, and it has a title only if it has
    nothing else."""
    album, theme = brush.album, brush.theme
    face = album.face(piece.id, piece.kind)
    colour = _colour(brush, piece)
    dark, _light = shades(colour)
    pale = mix(colour, theme.paper, 0.72)
    body = rect(1.5, 2.5, width - 1, height - 1, 9, fill="#000", opacity=0.16)
    body += rect(0.8, 0.8, width - 1.6, height - 1.6, 9, fill=pale, stroke=dark, stroke_width=1.8)
    body += path(f"M2 {height * 0.46:.1f}H{width - 2:.1f}", stroke=mix(colour, theme.paper, 0.35), stroke_width=1.2)
    icons = [word for word in face.words if album.has_icon(word)][:2]
    x = width - 8.0
    for word in icons:
        x -= 30
        body += group(album.icon(word), x, height * 0.23 - 14, 28 / 24)
    if face.corner is not None:
        body += circle(24, height * 0.23, 15, fill=theme.paper, stroke=dark, stroke_width=1.6)
        body += _corner(brush, face.corner, 24, height * 0.23, 15, theme.paper_ink)
    elif not icons:
        body += _title(*_title_lines(face, width - 14), 7, height * 0.46, ink_on(pale))
    rows = [draw_signs(brush, fact.signs, 22, width - 12, theme.paper_ink) for fact in face.signs[:2] if fact.signs]
    room = height * 0.54
    y = height * 0.46 + (room - sum(row.height + 3 for row in rows)) / 2
    for row in rows:
        body += row.at((width - row.width) / 2, y)
        y += row.height + 3
    if not rows:
        said = face.texts[0].said if face.texts else face.title
        lines = wrap(said, 8.4, width - 12, 4)
        top = height * 0.46 + (room - len(lines) * 10.3) / 2
        body += paragraph(width / 2, top, lines, 8.4, 1.22, text_anchor="middle", fill=ink_on(pale))
    return body


def draw_card(
    brush: Brush, piece: Piece, width: float, height: float, hints: tuple[str, ...] = (), covered: bool = False
) -> str:
    """The printed side of a card or tile. `hints`: current values of its fields. `covered`: only its left edge is
    seen, so texts are left out."""
    printed = edges_of(brush, piece)
    if printed is not None:
        return draw_edged(brush, piece, printed, min(width, height))
    if not hints and brush.album.look(piece.kind, "shape") == "tile":
        return draw_tile(brush, piece, width, height)
    album, theme = brush.album, brush.theme
    face = album.face(piece.id, piece.kind)
    colour = _colour(brush, piece)
    dark, _light = shades(colour)
    kind = album.piece_kinds.get(piece.kind)
    edge = album.seat_colour(piece.owner) if piece.owner is not None and kind and kind.per == "seat" else dark
    ink = theme.paper_ink
    body = rect(1.5, 2.5, width - 1, height - 1, 8, fill="#000", opacity=0.16)
    body += rect(0.8, 0.8, width - 1.6, height - 1.6, 8, fill=theme.paper, stroke=edge, stroke_width=1.8)
    square = height <= width * 1.05
    icons = [word for word in face.words[:2] if album.has_icon(word)]
    left = 31.0 if face.corner is not None else 7.0
    right = width - 6.0 - 19 * len(icons)
    lines, size = _title_lines(face, right - left - 2)
    rank = None if face.corner is None else face.corner.value
    if icons and isinstance(rank, str) and rank in album.words and album.has_icon(rank):
        # A playing card: its rank and its suit say everything.
        lines = []
    lines = [] if covered else lines
    heading = max(30.0, len(lines) * size * 1.16 + 7)
    tint = mix(colour, theme.paper, 0.45)
    body += path(
        f"M8.8 2.2H{width - 8.8:.1f}a6.6 6.6 0 0 1 6.6 6.6V{heading:.1f}H2.2V8.8a6.6 6.6 0 0 1 6.6-6.6z", fill=tint
    )
    if face.corner is not None:
        body += circle(17, heading / 2 + 1, 11, fill=theme.paper, stroke=dark, stroke_width=1.4)
        body += _corner(brush, face.corner, 17, heading / 2 + 1, 11, ink)
    for place, word in enumerate(icons):
        body += group(album.icon(word), right + 19 * place, heading / 2 - 8, 18 / 24)
    body += _title(lines, size, left, heading, ink_on(tint))
    top, bottom = heading + 4, height - 6.0
    signs = [fact for fact in face.signs if fact.signs]
    rows = []
    for fact in signs[:2]:
        rows.append(draw_signs(brush, fact.signs or (), 19, width - 12, ink))
    texts = [fact.said for fact in face.texts if fact.said] + list(hints)
    names = [word for word in face.words if not album.has_icon(word)]
    texts += [album.name(word) for word in names]
    texts = [] if covered else texts
    foot = sum(row.height + 3 for row in rows)
    small = 8.4
    lines = []
    most = int((bottom - top - foot - (0 if square else 34)) / (small * 1.22))
    for said in texts:
        if len(lines) < most:
            lines += wrap(said, small, width - 12, most - len(lines))
    foot += len(lines) * small * 1.22
    middle = (top + bottom - foot) / 2
    room = min(bottom - foot - top, width * 0.62)
    if room > 17:
        body += _picture(brush, piece, colour, width / 2, middle, room)
    y = bottom - foot
    for row in rows:
        body += row.at((width - row.width) / 2, y)
        y += row.height + 3
    if lines:
        body += paragraph(width / 2, y, lines, small, 1.22, text_anchor="middle", fill=ink)
    return body


def _corner(brush: Brush, fact: Fact, x: float, y: float, r: float, ink: str) -> str:
    """What stands in a disc with the radius `r` in the corner of a card: a drawing, signs, or a text that is made
    smaller, and then shorter, until it fits."""
    album, value = brush.album, fact.value
    wide = r * 1.72
    if fact.signs:
        row = draw_signs(brush, fact.signs, r * 1.2, wide, ink)
        return row.at(x - row.width / 2, y - row.height / 2)
    word = value if isinstance(value, str) and value in album.words else None
    if word is not None and album.look(word, "shape") is not None:
        return group(album.icon(word), x - r * 0.78, y - r * 0.78, r * 1.56 / 24)
    said = fact.said
    size = r * (1.36 if len(said) == 1 else 1.09)
    fitting = size * min(1.0, wide / max(text_width(said, size, bold=True), 1.0))
    if fitting < r * 0.62 and not said.lstrip("-").isdecimal():
        # A number must stay whole; of a name, the first letters are enough.
        said = initials(said) or cut(said, size, wide, bold=True)
        fitting = size * min(1.0, wide / max(text_width(said, size, bold=True), 1.0))
    size = fitting
    return text(x, y, said, size, text_anchor="middle", font_weight="700", fill=ink)


def _title_lines(face: Face, width: float) -> tuple[list[str], float]:
    """The title in one large line, or in several small ones, with their size."""
    title = face.title
    number, colon, rest = title.partition(":")
    if face.corner is not None and colon and number.strip() == face.corner.said:
        title = rest.strip()
    if width < 12:
        return [], TITLE_SIZE
    lines: list[str] = []
    for size, most in ((10.5, 2), (8.6, 3), (TITLE_SIZE, 5)):
        lines = wrap(title, size, width, most, bold=True)
        if not lines or not any(line.endswith("…") for line in lines):
            return lines, size
    return lines, TITLE_SIZE


def _title(lines: list[str], size: float, left: float, heading: float, ink: str) -> str:
    step = size * 1.16
    return paragraph(left, heading / 2 + 1 - step * len(lines) / 2, lines, size, 1.16, font_weight="700", fill=ink)


def _picture(brush: Brush, piece: Piece, colour: str, x: float, y: float, room: float) -> str:
    """The drawing in the middle of a card: a porthole, or what the record looks like."""
    album = brush.album
    record = piece.id.partition(".")[0]
    if album.look(piece.kind, "frame") == "porthole":
        return porthole(x, y, room * 0.42, colour, HOLE)
    drawn = [word for word in album.face(piece.id, piece.kind).words if album.has_icon(word)]
    if album.has_icon(record):
        icon = album.icon(record)
    elif drawn:
        icon = album.icon(drawn[0])
    else:
        icon = album.icon(piece.kind) if album.has_icon(piece.kind) else drawing("card", colour)
    size = min(room * 0.86, 46)
    return group(icon, x - size / 2, y - size / 2, size / 24)


def porthole(x: float, y: float, r: float, colour: str, hole: str | None) -> str:
    """A brass ring with rivets; `hole`: what is behind the glass, None for nothing."""
    dark, light = shades(colour)
    ring = max(3.0, r * 0.24)
    body = circle(x, y, r, fill=hole or "none", stroke=dark, stroke_width=ring + 1.6)
    body += circle(x, y, r, fill="none", stroke=mix(colour, "#c9a24a", 0.45), stroke_width=ring)
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        body += circle(x + dx * r, y + dy * r, max(1.0, ring * 0.26), fill=dark)
    if hole is not None:
        body += path(
            f"M{x - r * 0.5:.1f} {y - r * 0.05:.1f}A{r * 0.55:.1f} {r * 0.55:.1f} 0 0 1 {x - r * 0.05:.1f} "
            f"{y - r * 0.5:.1f}",
            fill="none", stroke=light, stroke_width=1.6, stroke_linecap="round",
        )  # fmt: skip
    return body


def draw_back(brush: Brush, kind: str, colour: str, width: float, height: float) -> str:
    """The back of a card: nothing on it but its kind."""
    album = brush.album
    dark, light = shades(colour)
    body = rect(1.5, 2.5, width - 1, height - 1, 8, fill="#000", opacity=0.16)
    body += rect(0.8, 0.8, width - 1.6, height - 1.6, 8, fill=colour, stroke=dark, stroke_width=1.6)
    body += rect(6, 6, width - 12, height - 12, 5, fill="none", stroke=light, stroke_width=1.2, opacity=0.8)
    x, y, r = width / 2, height / 2, min(width, height) * 0.27
    body += path(
        f"M{x} {y - r * 1.35:.1f}L{x + r:.1f} {y}L{x} {y + r * 1.35:.1f}L{x - r:.1f} {y}z", fill=light, opacity=0.28
    )
    if album.has_icon(kind):
        body += group(album.icon(kind, mix(colour, "#ffffff", 0.7)), x - r * 0.62, y - r * 0.62, r * 1.24 / 24)
    return body


def draw_small(brush: Brush, piece: Piece, size: float, through: str | None) -> str:
    """A card on a cell, in a square of `size`. `through`: the icon of the cell, seen through the hole of the card."""
    album, theme = brush.album, brush.theme
    face = album.face(piece.id, piece.kind)
    side = album.side(piece)
    seat = piece.owner if side is None and not piece.home else side
    kind = album.piece_kinds.get(piece.kind)
    # Cards of which each seat has its own are all in its colour; others keep theirs, with a border for the seat.
    bears = None if kind is not None and kind.per == "seat" else _own_colour(brush, piece)
    holder = piece.owner if seat is None else seat
    usual = NEUTRAL if holder is None else album.seat_colour(holder)
    edge = bears or usual if seat is None else album.seat_colour(seat)
    colour = bears or edge
    dark, _light = shades(edge)
    wide = size * 0.78
    x0, y0 = (size - wide) / 2, size * 0.03
    high = size * 0.94
    body = rect(x0 + 1.2, y0 + 2, wide, high, 6, fill="#000", opacity=0.25)
    body += rect(
        x0, y0, wide, high, 6, fill=mix(colour, theme.paper, 0.7 if bears else 0.82), stroke=edge,
        stroke_width=max(2, size * 0.035),
    )  # fmt: skip
    signs = [fact for fact in face.signs if fact.signs]
    middle = y0 + high * (0.47 if signs else 0.55)
    if album.look(piece.kind, "frame") == "porthole":
        r = wide * 0.27
        body += porthole(size / 2, middle, r, colour, HOLE if through else mix(colour, theme.paper, 0.6))
        if through:
            body += group(through, size / 2 - r * 0.86, middle - r * 0.86, r * 1.72 / 24)
    else:
        body += group(_icon(brush, piece, bears, seat), size / 2 - wide * 0.27, middle - wide * 0.27, wide * 0.54 / 24)
    if face.corner is not None:
        r = size * 0.125
        body += circle(x0 + r * 0.95, y0 + r * 0.95, r, fill=edge, stroke=dark, stroke_width=1)
        body += _corner(brush, face.corner, x0 + r * 0.95, y0 + r * 0.95, r, ink_on(edge))
    if seat is not None:
        body += brush.seat_mark(seat, x0 + wide - size * 0.1, y0 + size * 0.1, size * 0.17)
    foot = y0 + high
    if signs and signs[0].signs:
        row = draw_signs(brush, signs[0].signs, size * 0.19, wide - 6, theme.paper_ink)
        foot -= row.height + size * 0.045
        body += row.at((size - row.width) / 2, foot)
    return body + draw_tags(brush, album.values(piece)[:3], size, foot - size * 0.02)


def _icon(brush: Brush, piece: Piece, bears: str | None, seat: int | None) -> str:
    """What a small card is known by: the drawing of its record, of its first word or of its kind. A thing without a
    colour of its own has that of its seat."""
    album = brush.album
    ids = (piece.id.partition(".")[0], album.word_of(piece) or "", *album.face(piece.id, piece.kind).words)
    id_ = next((id_ for id_ in ids if album.has_icon(id_)), piece.kind)
    return album.icon(id_, album.seat_colour(seat) if seat is not None and bears is None else None)
