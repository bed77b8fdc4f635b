"""Draws pieces: dice with pips, pawns and figures in the colours of their seats, discs with the pattern of the seat."""

from __future__ import annotations

from solenia_rules.pictures.brush import Brush
from solenia_rules.pictures.icons import drawing, token
from solenia_rules.pictures.ink import circle, group, path, rect, text
from solenia_rules.pictures.palette import ink_on, shades
from solenia_rules.pictures.scene import Piece
from solenia_rules.words.looks import contrast

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
CLEAR = 3.0
"""From this contrast on, two colours can be told apart without a pattern."""
ROUND = ("disc", "circle", "coin")
PATTERNS = (
    "",
    '<circle cx="12" cy="12" r="4.2" fill="none" stroke="[i]" stroke-width="2"/>',
    '<path d="M12 7v10M7 12h10" stroke="[i]" stroke-width="2.2"/>',
    '<path d="M8.5 8.5l7 7M15.5 8.5l-7 7" stroke="[i]" stroke-width="2.2"/>',
    '<circle cx="12" cy="12" r="2.6" fill="[i]"/>',
    '<path d="M8 9.5h8M8 14.5h8" stroke="[i]" stroke-width="2"/>',
    '<path d="M12 8l4.5 7.5h-9z" fill="none" stroke="[i]" stroke-width="2"/>',
    '<path d="M9.5 8v8M14.5 8v8" stroke="[i]" stroke-width="2"/>',
)
"""A sign on the round pieces of each seat, for eyes that see colours in another way."""


def die(shows: int | None, size: float, colour: str = "#fbf7ec") -> str:
    """A die with the number that it shows, or with a question mark."""
    dark, _light = shades(colour)
    body = rect(1.5, 1.5, 21, 21, 4.5, fill=colour, stroke=dark, stroke_width=1.2)
    ink = ink_on(colour)
    if shows in PIPS:
        body += "".join(circle(12 + 5.6 * x, 12 + 5.6 * y, 2, fill=ink) for x, y in PIPS[shows or 1])
    else:
        said = "?" if shows is None else str(shows)
        body += text(12, 12, said, 13, text_anchor="middle", font_weight="700", fill=ink)
    return group(body, 0, 0, size / 24)


def stone(brush: Brush, shape: str, seat: int, size: float) -> str:
    """A thing of a seat that a cell holds: a stone, a disc, a man."""
    colour = brush.album.seat_colour(seat)
    if shape not in ROUND:
        return group(drawing(shape, colour), 0, 0, size / 24)
    dark, light = shades(colour)
    body = circle(12.3, 13, 10.2, fill="#000", opacity=0.22) + circle(
        12, 12, 10.2, fill=colour, stroke=dark, stroke_width=1
    )
    body += path("M5.5 10.5A7.4 7.4 0 0 1 12 5", fill="none", stroke=light, stroke_width=1.6, stroke_linecap="round")
    others = [brush.album.seat_colour(other) for other in range(brush.scene.seats) if other != seat]
    if any(contrast(colour, other) < CLEAR for other in others):
        body += PATTERNS[seat % len(PATTERNS)].replace("[i]", ink_on(colour))
    return group(body, 0, 0, size / 24)


def figure(brush: Brush, piece: Piece, size: float) -> str:
    """A piece that nothing is printed on, in a square of `size`."""
    album = brush.album
    kind = album.piece_kinds.get(piece.kind)
    record = piece.id.partition(".")[0]
    look = record if album.has_icon(record) else piece.kind
    shape = album.look(look, "shape")
    if kind is not None and kind.sides is not None:
        return die(piece.shows, size)
    word = album.word_of(piece)
    if word is not None:
        # The shape of the piece in the colour of its word, else the word itself.
        return group(album.icon(look, album.colour(word)) if shape else album.icon(word), 0, 0, size / 24)
    seat = album.side(piece)
    colour = album.colour(look) if seat is None else album.seat_colour(seat)
    if shape is None and album.look(look, "glyph") is None:
        body = token(colour, "") if seat is None else drawing("pawn", colour)
        return group(body, 0, 0, size / 24)
    if seat is not None and shape in ROUND:
        return stone(brush, shape, seat, size)
    return group(album.icon(look, colour), 0, 0, size / 24)
