"""Draws maps: cells at their places with their names, and the links and roads between them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from solenia_rules.pictures.brush import Brush, Drawn
from solenia_rules.pictures.cells import Content, content_of, ground_of, told_cell
from solenia_rules.pictures.figures import figure
from solenia_rules.pictures.graphs import Point, positions
from solenia_rules.pictures.ink import circle, group, line, rect, text
from solenia_rules.pictures.lying import ring
from solenia_rules.pictures.palette import mix
from solenia_rules.pictures.roads import Road, between, draw_road, far, kept_apart
from solenia_rules.pictures.scene import Board, Cell
from solenia_rules.pictures.scenery import TINTS
from solenia_rules.text.frozen import frozen
from solenia_rules.text.widths import text_width

MARGIN = 46.0
HIGHEST, LARGEST = 400.0, 150.0
"""The greatest height of a map without its margins, and the largest unit of its coordinates."""
TOWN, SMALL_TOWN = 17.0, 8.0
"""The radius of a town, and the smallest one, where towns are near each other."""
SHARE = 0.3
"""How much of the distance between two towns the radius of a town takes at most."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@frozen(eq=False)
class Spots:
    """Where everything on a map stands."""

    towns: dict[str, Point]
    roads: dict[str, Road]
    width: float
    height: float
    r: float
    """The radius of a town."""


def draw_map(brush: Brush, board: Board, width: float) -> Drawn:
    """Cells at their places, with the links between them. A road lies between the two cells that it joins."""
    album, theme = brush.album, brush.theme
    usual = album.look(board.id, "ground") or "town"
    contents = {cell.id: content_of(brush, cell) for cell in board.cells}
    grounds = {cell.id: ground_of(brush, cell, contents[cell.id], usual) for cell in board.cells}
    spots = _spots(brush, board, frozenset(id_ for id_, name in grounds.items() if name == "road"), width)
    background = album.look(board.id, "background") or "parchment"
    tint = theme.raised if background == "plain" else TINTS[background][1]
    body = rect(0, 0, spots.width, spots.height, 12, fill=mix(tint, "#000000", theme.shade * 2.6))
    for one, other in album.boards[board.id].links:
        if one in spots.towns and other in spots.towns:
            (x, y), (to_x, to_y) = spots.towns[one], spots.towns[other]
            body += line(x, y, to_x, to_y, stroke=mix(theme.muted, tint, 0.3), stroke_width=4, stroke_linecap="round")
    field = album.look(board.id, "segments")
    for cell in board.cells:
        if cell.id in spots.roads:
            body += draw_road(brush, cell, contents[cell.id], spots.roads[cell.id], field)
    size = max(8.5, 11.0 * spots.r / TOWN)
    names = _places_of_names(brush, spots, size, {cell.id for cell in board.cells if cell.pieces})
    for cell in board.cells:
        if cell.id in spots.towns:
            body += _town(brush, cell, contents[cell.id], spots, names[cell.id], size, tint)
    return Drawn(spots.width, spots.height, body)


# ---- places ---------------------------------------------------------------------------------------


def _spots(brush: Brush, board: Board, paved: frozenset[str], width: float) -> Spots:
    """Where the cells stand. A cell of `paved` with exactly two links is a road. It goes through its own place if the
    records say the places or if it joins another road, else straight from one end to the other."""
    album = brush.album
    declared = album.boards[board.id]
    near: dict[str, list[str]] = {cell.id: [] for cell in board.cells}
    for one, other in declared.links:
        near[one].append(other)
        near[other].append(one)
    joined = {id_: list(dict.fromkeys(others)) for id_, others in near.items() if id_ in paved}
    ends = {id_: (two[0], two[1]) for id_, two in joined.items() if len(two) == 2}
    own = {id_ for id_, two in ends.items() if two[0] in ends or two[1] in ends}
    if all(cell.at is not None for cell in board.cells):
        own |= set(ends)
    found = album.kept(f"map {board.id}", lambda: positions(declared, list(near), album.records))
    shown = [found[id_] for id_ in near if id_ not in ends or id_ in own]
    left, top = min(x for x, _y in shown), min(y for _x, y in shown)
    across, down = max(x for x, _y in shown) - left, max(y for _x, y in shown) - top
    scale = min((width - 2 * MARGIN) / max(across, 0.5), HIGHEST / max(down, 0.5), LARGEST)
    at = {id_: (MARGIN + (x - left) * scale, MARGIN + (y - top) * scale) for id_, (x, y) in found.items()}
    towns = {id_: at[id_] for id_ in near if id_ not in ends}
    least = min((far(a, b) for a, b in combinations(towns.values(), 2)), default=2 * LARGEST)
    r = max(SMALL_TOWN, min(TOWN, least * SHARE))
    middles = {id_: at[id_] if id_ in own else between(at[one], at[two]) for id_, (one, two) in ends.items()}
    middles = kept_apart(middles, ends, at)

    def end(id_: str, to: str) -> Point:
        return towns[to] if to in towns else between(middles[id_], middles[to])

    def covered(to: str) -> float:
        return r + 2 if to in towns else 0.0

    roads = {
        id_: Road(end(id_, one), middles[id_], end(id_, two), (covered(one), covered(two)))
        for id_, (one, two) in ends.items()
    }
    return Spots(towns, roads, max(across * scale + 2 * MARGIN, 160), down * scale + 2 * MARGIN, r)


def _places_of_names(brush: Brush, spots: Spots, size: float, trodden: set[str]) -> dict[str, Point]:
    """The middle of the name of each town: below it, or above or beside it where something else would be covered.
    Above towns of `trodden` stand pieces."""
    high, gap = size * 1.5, spots.r + 2
    discs = {id_: (x - spots.r, y - spots.r, x + spots.r, y + spots.r) for id_, (x, y) in spots.towns.items()}
    marks = [(x - 9, y - 9, x + 9, y + 9) for x, y in (road.middle for road in spots.roads.values())]
    taken: list[Box] = []
    made = {}
    for id_, (x, y) in spots.towns.items():
        wide = _wide(brush.album.name(id_), size)
        below, above = (x, y + gap + high / 2), (x, y - gap - high / 2)
        beside = [(x + gap + wide / 2, y), (x - gap - wide / 2, y)]
        best = min(
            [below, *([] if id_ in trodden else [above]), *beside],
            key=lambda spot: _covers(_box(spot, wide, high), spots, [*discs.values(), *taken], marks),
        )
        made[id_] = best
        taken.append(_box(best, wide, high))
    return made


def _wide(name: str, size: float) -> float:
    return text_width(name, size, bold=True) + size * 1.1


def _box(middle: Point, wide: float, high: float) -> Box:
    x, y = middle
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _covers(box: Box, spots: Spots, towns: Iterable[Box], marks: Iterable[Box]) -> float:
    """How much a name would cover of towns and other names, and less important, of the middles of roads; a name
    outside of the map is worst."""
    left, top, right, bottom = box
    outside = max(0.0, 2 - left) + max(0.0, 2 - top)
    outside += max(0.0, right - spots.width + 2) + max(0.0, bottom - spots.height + 2)
    shared = sum(_shared(box, other) for other in towns)
    return round(outside * 40 + shared + 0.4 * sum(_shared(box, other) for other in marks), 3)


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


# ---- towns ----------------------------------------------------------------------------------------


def _town(brush: Brush, cell: Cell, content: Content, spots: Spots, name: Point, size: float, tint: str) -> str:
    """A place on a map: a disc with its contents and its name. `name`: the middle of the name."""
    album, theme = brush.album, brush.theme
    x, y = spots.towns[cell.id]
    r, times = spots.r, spots.r / TOWN
    seat = content.seats[0][1] if content.seats else next((s for s in range(8) if _is_home(brush, s, cell.id)), None)
    fill = "#fffdf6" if seat is None else album.seat_colour(seat)
    body = circle(x, y, r, fill=fill, stroke=theme.outline, stroke_width=2.2)
    word = next((w for _f, w in content.words if album.has_icon(w)), None)
    own = cell.id if album.has_icon(cell.id) else word
    if own is not None:
        body += group(album.icon(own), x - 11 * times, y - 11 * times, 22 * times / 24)
    elif seat is not None:
        house = album.icon_of("house", mix(fill, "#ffffff", 0.6))
        body += group(house, x - 10 * times, y - 10 * times, 20 * times / 24)
    else:
        body += circle(x, y, 6 * times, fill=theme.outline)
    for number, (_field, value) in enumerate(content.numbers[:2]):
        body += brush.badge(x + r - 2, y - r + 4 + 20 * number, str(value), 8)
    for number, piece in enumerate(cell.pieces[:5]):
        lit = ring(22, 22, theme.accent)
        drawn = brush.live_piece(figure(brush, piece, 22), piece, album.name(cell.id), lit)
        body += group(drawn, x - 11 * len(cell.pieces[:5]) + 22 * number, y - r - 13)
    said = album.name(cell.id)
    wide, high = _wide(said, size), size * 1.5
    body += rect(name[0] - wide / 2, name[1] - high / 2, wide, high, high / 2, fill=mix(tint, "#ffffff", 0.55),
                 opacity=0.9)  # fmt: skip
    body += text(name[0], name[1], said, size, text_anchor="middle", font_weight="700", fill="#2c2a35")
    lit = circle(x, y, r + 4, fill="none", stroke=theme.accent, stroke_width=3, class_="ring")
    return brush.live_cell(body, cell, told_cell(brush, cell, said), lit)


def _is_home(brush: Brush, seat: int, cell: str) -> bool:
    """Whether the ruleset gives a seat this cell."""
    if seat >= brush.scene.seats:
        return False
    return any(seat < len(values) and values[seat] == cell for _decl, values in brush.album.world.seats.fields)
