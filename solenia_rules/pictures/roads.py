"""Draws the roads of a map: cells that join two other cells, as routes, railways and rivers do.

A road has the colour of its word and goes through its own place. The colour and the mark of the seat that holds it are
drawn on it, and the look `segments` names the field with the number of its parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise

from solenia_rules.pictures.brush import Brush
from solenia_rules.pictures.cells import Content, told_cell
from solenia_rules.pictures.figures import figure
from solenia_rules.pictures.graphs import Point
from solenia_rules.pictures.ink import circle, escape, group, num, path
from solenia_rules.pictures.lying import ring
from solenia_rules.pictures.palette import shades
from solenia_rules.pictures.scene import Cell
from solenia_rules.text.frozen import frozen
from solenia_rules.words.looks import luminance

STEPS = 24
"""A road is drawn as so many straight lines."""
LANE = 17.0
"""How far apart two roads between the same cells are drawn at least."""
GAP = 2.6
"""Between two segments."""
COUNTED = 7.0
"""Shorter segments are hard to count, so their number stands on the road."""
PALE, DEEP = "#f7efdc", 0.05
"""The colour of a road without a word; colours with less luminance need a light edge."""


@frozen
class Road:
    """Where a road begins and ends, which point it goes through, and how much of both ends is covered by towns."""

    start: Point
    middle: Point
    end: Point
    covered: tuple[float, float]

    def points(self) -> list[Point]:
        """The road as a curve from its start through its middle to its end."""
        (x, y), (mid_x, mid_y), (to_x, to_y) = self.start, self.middle, self.end
        pull_x, pull_y = 2 * mid_x - (x + to_x) / 2, 2 * mid_y - (y + to_y) / 2
        made = []
        for step in range(STEPS + 1):
            t = step / STEPS
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            made.append((a * x + b * pull_x + c * to_x, a * y + b * pull_y + c * to_y))
        return made


def between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def far(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def kept_apart(middles: Mapping[str, Point], ends: Mapping[str, tuple[str, str]], spots: Mapping[str, Point]) -> (
    dict[str, Point]
):  # fmt: skip
    """The middles of roads; those of roads between the same two cells are moved aside where they would coincide."""
    made = dict(middles)
    lanes: dict[tuple[str, str], list[str]] = {}
    for id_ in middles:
        one, other = sorted(ends[id_])
        lanes.setdefault((one, other), []).append(id_)
    for (one, other), ids in lanes.items():
        if all(far(middles[a], middles[b]) >= LANE for a, b in combinations(ids, 2)):
            continue
        (x, y), (to_x, to_y) = spots[one], spots[other]
        long = far((x, y), (to_x, to_y)) or 1.0
        mid_x = sum(middles[id_][0] for id_ in ids) / len(ids)
        mid_y = sum(middles[id_][1] for id_ in ids) / len(ids)
        for number, id_ in enumerate(ids):
            aside = (number - (len(ids) - 1) / 2) * LANE / long
            made[id_] = (mid_x - (to_y - y) * aside, mid_y + (to_x - x) * aside)
    return made


def draw_road(brush: Brush, cell: Cell, content: Content, road: Road, field: str | None) -> str:
    """A road. `field`: the field with the number of its segments, if the look of the board names one."""
    album, theme = brush.album, brush.theme
    seat = content.seats[0][1] if content.seats else None
    word = content.words[0][1] if content.words else None
    count = next((value for name, value in content.numbers if name == field and value > 0), 0)
    whole = road.points()
    long = sum(far(a, b) for a, b in pairwise(whole))
    start, stop = road.covered[0], long - road.covered[1]
    if stop - start < long * 0.2:
        start, stop = long * 0.4, long * 0.6
    own = album.colour(word) if word is not None else PALE
    gap = GAP if count > 1 else 0.0
    each = (stop - start + gap) / max(1, count) - gap
    body = ""
    for number in range(max(1, count)):
        at = start + number * (each + gap)
        body += _lane(brush, own, seat, _part(whole, at, at + each), dashed=not count)
    numbers = [(name, value) for name, value in content.numbers if name != field or each < COUNTED]
    body += _signs(brush, road, seat, [value for _name, value in numbers[:2]])
    mid_x, mid_y = road.middle
    label = album.name(cell.id)
    for piece in cell.pieces[:1]:
        drawn = brush.live_piece(figure(brush, piece, 24), piece, label, ring(24, 24, theme.accent))
        body += group(drawn, mid_x - 12, mid_y - 12)
    around = _drawn(_outline(_part(whole, start, stop), 8.5)) + "z"
    lit = path(around, fill="none", stroke=theme.accent, stroke_width=2.6, stroke_linejoin="round", class_="ring")
    touched = path(_drawn(whole), fill="none", stroke_width=16, pointer_events="stroke")
    touched += circle(mid_x, mid_y, 12, fill="none", pointer_events="all")
    told = told_cell(brush, cell, label)
    return brush.live_cell(f"<g><title>{escape(told)}</title>{body}</g>", cell, told, lit, touched)


def _lane(brush: Brush, own: str, seat: int | None, points: list[Point], dashed: bool) -> str:
    """A part of a road: in its own colour, and if a seat holds it, wider and with the colour of the seat inside."""
    line = _drawn(points)

    def stroke(colour: str, width: float, dashes: str | None = None) -> str:
        return path(line, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dashes)

    edge = PALE if luminance(own) < DEEP else shades(own)[0]
    if seat is not None:
        colour = brush.album.seat_colour(seat)
        return stroke(edge, 13.5) + stroke(own, 11.5) + stroke(shades(colour)[0], 8.6) + stroke(colour, 7)
    if dashed:
        return stroke(edge, 7.5) + stroke(own, 4.5, "7 5")
    return stroke(edge, 8.5) + stroke(own, 6)


def _signs(brush: Brush, road: Road, seat: int | None, numbers: list[int]) -> str:
    """The mark of the seat and the numbers of a road, side by side along its middle."""
    (x, y), (to_x, to_y) = road.start, road.end
    long = far((x, y), (to_x, to_y)) or 1.0
    step_x, step_y = (to_x - x) / long, (to_y - y) / long
    if step_x < 0:
        step_x, step_y = -step_x, -step_y
    total = len(numbers) + (seat is not None)
    body = ""
    for place in range(total):
        aside = (place - (total - 1) / 2) * 20
        at_x, at_y = road.middle[0] + step_x * aside, road.middle[1] + step_y * aside
        if seat is not None and place == 0:
            body += brush.seat_mark(seat, at_x, at_y, 17)
        else:
            body += brush.badge(at_x, at_y, str(numbers[place - (seat is not None)]), 8.5, "#fffdf6")
    return body


def _part(points: list[Point], start: float, stop: float) -> list[Point]:
    """The part of a line between two distances from its beginning."""
    made: list[Point] = []
    gone = 0.0
    for one, other in pairwise(points):
        step = far(one, other)
        if gone + step >= start and gone <= stop and step > 0:
            for at in (max(start, gone), min(stop, gone + step)):
                share = (at - gone) / step
                made.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
        gone += step
    return made


def _outline(points: list[Point], aside: float) -> list[Point]:
    """The outline of a line that is twice as wide as `aside`."""
    left, right = [], []
    for (x, y), (to_x, to_y) in pairwise(points):
        long = far((x, y), (to_x, to_y))
        if long:
            step_x, step_y = (to_x - x) * aside / long, (to_y - y) * aside / long
            left += [(x - step_y, y + step_x), (to_x - step_y, to_y + step_x)]
            right += [(x + step_y, y - step_x), (to_x + step_y, to_y - step_x)]
    return [*left, *reversed(right)]


def _drawn(points: list[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in dict.fromkeys(points))
