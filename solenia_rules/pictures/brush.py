"""What every part of a picture is drawn with: the album of the ruleset, the theme, the reader's words, and the elements
that a table in a browser needs."""

from __future__ import annotations

from solenia_rules.pictures.album import Album
from solenia_rules.pictures.ink import attributes, circle, group, path, rect, text
from solenia_rules.pictures.palette import Theme, ink_on, shades
from solenia_rules.pictures.scene import Cell, Piece, Scene
from solenia_rules.text.frozen import frozen
from solenia_rules.words.by_language import command_words
from solenia_rules.words.tables.commands import TextKey


@frozen(eq=False)
class Drawn:
    """A finished part of a picture with its size; its upper left corner is the origin."""

    width: float
    height: float
    body: str

    def at(self, x: float, y: float) -> str:
        return group(self.body, x, y)


@frozen(eq=False)
class Brush:
    album: Album
    theme: Theme
    scene: Scene
    interactive: bool
    names: tuple[str, ...] = ()
    """The names of the seats, empty where a seat has none; () if no seat has one."""

    def said(self, key: TextKey, **values: object) -> str:
        return command_words(self.album.lang).TEXTS[key].format(**values)

    def seat_name(self, seat: int) -> str:
        name = self.names[seat] if self.names else ""
        return name or self.said("seat", n=seat + 1)

    def seat_mark(self, seat: int, x: float, y: float, size: float = 20) -> str:
        """The mark of a seat: its number in its shape and colour."""
        colour = self.album.seat_colour(seat)
        dark, _light = shades(colour)
        number = text(0, 0, str(seat + 1), 11, text_anchor="middle", font_weight="700", fill=ink_on(colour))
        shape = path(self.album.seat_mark(seat), fill=colour, stroke=dark, stroke_width=1.2)
        return group(shape + number, x, y, size / 20)

    def live_piece(self, body: str, piece: Piece, where: str, ring: str = "") -> str:
        """A piece as an element that a table in a browser can use; `ring` lights it up if it can be chosen."""
        if not self.interactive:
            return body
        return _live(body, self.piece_label(piece, where), f"piece:{piece.id}", piece.mark, piece.key, ring)

    def live_cell(self, body: str, cell: Cell, label: str, ring: str, area: str = "") -> str:
        """A cell as an element that a table in a browser can use. `area` is where the pointer finds the cell, also
        where nothing is drawn."""
        if not self.interactive:
            return body
        return _live(area + body, label, f"cell:{cell.name or cell.id}", cell.mark, None, ring)

    def held(self, body: str, what: str) -> str:
        """A man or stone that is a field of a cell. A page compares two pictures: what one cell has lost and another
        has got has moved."""
        return f"<g{attributes(data_held=what)}>{body}</g>" if self.interactive else body

    def topic(self, body: str, id_: str, label: str, role: str = "img") -> str:
        """A number, a zone or something else that the rules explain, as an element that a table in a browser can ask
        about."""
        if not self.interactive:
            return body
        return f"<g{attributes(role=role, aria_label=label, data_topic=id_)}>{body}</g>"

    def piece_label(self, piece: Piece, where: str) -> str:
        """A piece for a reader who does not see it: name, owner, place."""
        parts = [self.album.name(piece.id)]
        if piece.shows is not None:
            parts.append(str(piece.shows))
        side = self.album.side(piece)
        seat = piece.owner if side is None else side
        if seat is not None:
            parts.append(self.seat_name(seat))
        return ", ".join([*parts, *map(self.album.name, self.album.values(piece)), where])

    def badge(self, x: float, y: float, said: str, size: float = 9, fill: str | None = None) -> str:
        """A number on a small disc."""
        ground = fill or self.theme.ink
        wide = max(size, size * 0.42 * len(said) + size * 0.45)
        ink = ink_on(ground)
        edge = self.theme.panel
        if wide <= size:
            shape = circle(x, y, size, fill=ground, stroke=edge, stroke_width=1.2)
        else:
            shape = rect(x - wide, y - size, 2 * wide, 2 * size, size, fill=ground, stroke=edge, stroke_width=1.2)
        return shape + text(x, y, said, size * 1.25, text_anchor="middle", font_weight="700", fill=ink)


def _live(body: str, label: str, ref: str, mark: str | None, key: str | None, ring: str) -> str:
    """An element with what it means, the option that it stands for, the key of its piece, and a label. Only an element
    with an option can get the focus."""
    if mark is None:
        return f"<g{attributes(role='img', aria_label=label, data_ref=ref, data_key=key)}>{body}</g>"
    given = attributes(
        class_="option", role="button", tabindex="0", aria_label=label, data_ref=ref, data_option=mark, data_key=key
    )
    return f"<g{given}>{body}{ring}</g>"
