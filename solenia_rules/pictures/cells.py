"""Draws one cell of a board in a square: its ground, what its fields hold, and the pieces that lie on it."""

from __future__ import annotations

from solenia_rules.pictures.brush import Brush
from solenia_rules.pictures.figures import stone
from solenia_rules.pictures.ink import circle, cut, group, num, path, rect, text
from solenia_rules.pictures.lying import draw_lying, ring
from solenia_rules.pictures.scene import Cell
from solenia_rules.pictures.scenery import Ground, chance, ground, hexagon
from solenia_rules.pictures.tags import LETTERS, draw_tags
from solenia_rules.text.frozen import frozen


@frozen
class Content:
    """The fields of a cell, sorted by how they are drawn."""

    words: tuple[tuple[str, str], ...]
    """Field and word."""
    seats: tuple[tuple[str, int], ...]
    """Field and seat."""
    numbers: tuple[tuple[str, int], ...]
    flags: tuple[str, ...]
    others: tuple[tuple[str, str], ...]


def content_of(brush: Brush, cell: Cell) -> Content:
    """What a cell holds; numbers that are 0 and tests that are false are left out."""
    album = brush.album
    words, seats, numbers, flags, others = [], [], [], [], []
    for name, value in cell.fields:
        kind = album.kind_of_field.get(name, "")
        if value is True:
            flags.append(name)
        elif value is False:
            continue
        elif kind == "seat" and isinstance(value, int):
            seats.append((name, value))
        elif isinstance(value, int):
            if value:
                numbers.append((name, value))
        elif value in album.words:
            words.append((name, value))
        elif album.fact(cell.id, name) is None or kind not in ("effect", "rules", "value", "test", "bundle"):
            others.append((name, value))
    return Content(tuple(words), tuple(seats), tuple(numbers), tuple(flags), tuple(others))


def ground_of(brush: Brush, cell: Cell, content: Content, usual: str) -> str:
    """How the place of a cell is drawn: by a word or a test of its fields, else as its board says."""
    for name in (*(word for _field, word in content.words), *content.flags):
        found = brush.album.look(name, "ground")
        if found is not None:
            return found
    return usual


def draw_cell(
    brush: Brush,
    cell: Cell,
    size: float,
    usual: str,
    label: str,
    edges: tuple[str | None, ...] | None = None,
    hexes: bool = False,
) -> str:
    """A cell in a square of `size`. `usual`: the ground that the board gives its cells; `edges`: what its
    sides hold; `hexes`: whether it is a hexagon, which is as wide as the square and a little higher."""
    inside = draw_inside(brush, cell, size, usual, label, edges)
    told = told_cell(brush, cell, label)
    if not hexes:
        return brush.live_cell(inside, cell, told, ring(size, size, brush.theme.accent), area(size, size))
    middle = f"translate({num(size / 2)} {num(size / 2)})"
    lit = path(hexagon(size - 6), fill="none", stroke=brush.theme.accent, stroke_width=3, stroke_linejoin="round",
               transform=middle, class_="ring")  # fmt: skip
    whole = path(hexagon(size), fill="none", transform=middle, pointer_events="all")
    return brush.live_cell(inside, cell, told, lit, whole)


def draw_inside(
    brush: Brush, cell: Cell, size: float, usual: str, label: str, edges: tuple[str | None, ...] | None = None
) -> str:
    """A cell without the element that a table in a browser uses."""
    album, theme = brush.album, brush.theme
    content = content_of(brush, cell)
    seed = (cell.row or 0, cell.column or 0)
    word = content.words[0][1] if content.words else None
    colour = album.colour(word) if word is not None else theme.rule
    place = ground(ground_of(brush, cell, content, usual))
    body = place.draw(size, colour, theme, seed)
    papers = [album.is_paper(piece.kind) for piece in cell.pieces]
    through = album.icon(word) if word is not None else None
    body += _fields(brush, content, size, place, any(papers), not all(papers))
    return body + draw_lying(brush, cell.pieces, size, label, through, edges)


def area(width: float, height: float) -> str:
    """An invisible area in which the pointer finds a cell."""
    return rect(0, 0, width, height, fill="none", pointer_events="all")


def told_cell(brush: Brush, cell: Cell, label: str) -> str:
    """A cell for a reader who does not see it."""
    content = content_of(brush, cell)
    parts = [label, *(brush.album.name(word) for _field, word in content.words)]
    parts += [f"{brush.album.name(field)} {brush.seat_name(seat)}" for field, seat in content.seats]
    parts += [f"{brush.album.name(field)} {value}" for field, value in content.numbers]
    parts += [brush.album.name(flag) for flag in content.flags]
    parts += [brush.album.name(piece.id) for piece in cell.pieces]
    return ", ".join(parts)


def _fields(brush: Brush, content: Content, size: float, place: Ground, covered: bool, trodden: bool) -> str:
    """What the fields hold. `covered`: a card lies there; `trodden`: a figure stands there."""
    album = brush.album
    body = ""
    words, seats = list(content.words), list(content.seats)
    if seats and len(words) == 1 and album.has_icon(words[0][1]):
        # A man of a seat: the word says which one, the seat whose.
        icon = album.icon(words[0][1], album.seat_colour(seats[0][1]))
        held = f"{words[0][1]} {seats[0][1]}"
        wide = size * (0.62 if _named_flags(brush, content) else 0.8)  # names of flags stand below the man
        body += brush.held(group(icon, (size - wide) / 2, size * 0.08, wide / 24), held)
        words, seats = [], seats[1:]
    for _field, word in words[:1]:
        if not covered and trodden and not place.room and album.has_icon(word):
            body += group(album.icon(word), size * 0.06, size * 0.06, size * 0.3 / 24)
        elif not covered:
            body += _word(brush, word, size, place)
    for number, (field, seat) in enumerate(seats[:2]):
        shape = album.look(field, "shape") or "disc"
        wide = size * (0.82 if number == 0 else 0.4)
        body += brush.held(
            group(stone(brush, shape, seat, wide), (size - wide) / 2, (size - wide) / 2), f"{field} {seat}"
        )
    if place.heap and content.numbers:
        body += _seeds(brush, content.numbers[0][0], content.numbers[0][1], size)
    else:
        body += _numbers(brush, content.numbers, size)
    return body + _flags(brush, content, size)


def _word(brush: Brush, word: str, size: float, place: Ground) -> str:
    album = brush.album
    if not album.has_icon(word):
        said = cut(album.name(word), size * 0.17, size * 0.9)
        return text(size / 2, size / 2, said, size * 0.17, text_anchor="middle", fill=brush.theme.ink)
    wide, middle = size * place.icon, size * place.middle
    plate = circle(size * 0.5, middle, wide * 0.6, fill="#fffaf0", opacity=0.92) if place.plate else ""
    return plate + group(album.icon(word), (size - wide) / 2, middle - wide / 2, wide / 24)


def _seeds(brush: Brush, field: str, count: int, size: float) -> str:
    """A number as small things: as many as the number says, at most a dozen, and the number itself."""
    colour = brush.album.colour(field, "#d9c7a0")
    body = ""
    dice = chance("seeds", field)
    for i in range(min(count, 12)):
        ring_, place = divmod(i, 6)
        turn = (place + dice[i] * 0.3) / 6
        x, y = _around(turn, size * (0.17 if ring_ == 0 else 0.3))
        body += circle(size / 2 + x, size / 2 + y, size * 0.075, fill=colour, stroke="#4b331d", stroke_width=0.8)
    return body + brush.badge(size * 0.8, size * 0.82, str(count), size * 0.13)


def _around(turn: float, r: float) -> tuple[float, float]:
    """A point on a circle; parabolas instead of sines, so that every machine gives the same digits."""

    def wave(at: float) -> float:
        at %= 1.0
        return 16 * at * (0.5 - at) if at < 0.5 else -16 * (at - 0.5) * (1 - at)

    return wave(turn + 0.25) * r, wave(turn) * r


def _numbers(brush: Brush, numbers: tuple[tuple[str, int], ...], size: float) -> str:
    """Numbers with the icons of their fields along the lower edge."""
    album, body = brush.album, ""
    each = min(size * 0.46, size / max(1, len(numbers)))
    x = (size - each * len(numbers)) / 2
    for field, value in numbers:
        if album.has_icon(field):
            wide = each * 0.62
            body += group(album.icon(field), x, size * 0.98 - wide, wide / 24)
            if value != 1:
                body += brush.badge(x + wide, size * 0.95 - wide * 0.35, str(value), size * 0.1)
        else:
            body += brush.badge(x + each / 2, size * 0.86, str(value), size * 0.12)
        x += each
    return body


def _named_flags(brush: Brush, content: Content) -> tuple[str, ...]:
    """Tests that hold and that are drawn with their names."""
    album = brush.album
    return tuple(f for f in content.flags[:3] if album.look(f, "ground") is None and not album.has_icon(f))


def _flags(brush: Brush, content: Content, size: float) -> str:
    """Icons of the tests that hold, in the middle of a stone or in the corner. Names stand on plates below a man or a
    stone, else at the top."""
    album, body = brush.album, ""
    icons = [flag for flag in content.flags[:3] if album.look(flag, "ground") is None and album.has_icon(flag)]
    for number, flag in enumerate(icons):
        wide = size * (0.42 if content.seats and number == 0 else 0.28)
        middle = content.seats and number == 0
        x = (size - wide) / 2 if middle else size * 0.03 + number * wide
        body += group(album.icon(flag), x, (size - wide) / 2 if middle else size * 0.03, wide / 24)
    names = _named_flags(brush, content)
    return body + draw_tags(brush, names, size, size * 0.97 if content.seats else size * 0.04 + LETTERS * 1.4)
