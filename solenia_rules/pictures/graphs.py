"""Where the cells of a list are drawn: by the coordinates of their records, or by a layout that is worked out from the
links of the board. The layout depends only on the declarations, so an album works it out once and keeps it.

Cells that are linked come near each other, and cells that are far apart in the graph come far apart in the picture
(stress majorization). All sums are done in a fixed order, and the result is rounded, so that it is always the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from solenia_rules.rules import records as r

Point = tuple[float, float]
ROUNDS = 120
"""How often the layout is improved."""
MOST = 120
"""The most cells for which a layout is worked out; more lie in a winding line."""


def positions(board: r.Board, cells: Sequence[str], records: Mapping[str, r.Record]) -> dict[str, Point]:
    """Cell -> its place, x to the right and y down; the least distance of two cells is about 1."""
    given = {id_: at for id_ in cells if (record := records.get(id_)) and (at := record.at) is not None}
    if len(given) == len(cells):
        return _spread({id_: (float(x), -float(y)) for id_, (x, y) in given.items()}, turning=False)
    if len(cells) > MOST or not board.links:
        return winding(cells, 10)
    return _spread(_stress(cells, board.links), turning=True)


def winding(cells: Sequence[str], columns: int) -> dict[str, Point]:
    """A line that turns at the end of each row."""
    made: dict[str, Point] = {}
    for number, id_ in enumerate(cells):
        row, column = divmod(number, columns)
        made[id_] = (float(column if row % 2 == 0 else columns - 1 - column), float(row))
    return made


def ring_points(count: int) -> list[Point]:
    """Points around a rectangle that is wider than high, clockwise from the upper left. An odd number leaves one place
    free at the end."""
    half = max(2, -(-count // 2))
    high = max(1, half // 3)
    wide = half - high
    around = [(i, 0) for i in range(wide)] + [(wide, i) for i in range(high)]
    around += [(wide - i, high) for i in range(wide)] + [(0, high - i) for i in range(high)]
    return [(float(x), float(y)) for x, y in around[:count]]


def _stress(cells: Sequence[str], links: Iterable[tuple[str, str]]) -> dict[str, Point]:
    near: dict[str, list[str]] = {id_: [] for id_ in cells}
    for one, other in links:
        if one in near and other in near and one != other:
            near[one].append(other)
            near[other].append(one)
    count = len(cells)
    far = [_steps(near, id_, count) for id_ in cells]
    # The beginning: by the distances to two cells that are far apart, which already unfolds most graphs.
    first = max(range(count), key=lambda i: (max(far[0][i], 0), -i))
    second = max(range(count), key=lambda i: (far[first][i], -i))
    third = max(range(count), key=lambda i: (min(far[first][i], far[second][i]), -i))
    spots = [
        (float(far[first][i] - far[second][i]) + i * 0.013, far[third][i] * 1.7 + (i * 7 % 11) * 0.05)
        for i in range(count)
    ]
    for _ in range(ROUNDS):
        for i in range(count):
            spots[i] = _better(spots, far[i], i)
    return {id_: spots[i] for i, id_ in enumerate(cells)}


def _better(spots: Sequence[Point], far: Sequence[int], i: int) -> Point:
    """Where a cell should be for the distances to all others, those that are near weighing most."""
    x, y = spots[i]
    sum_x = sum_y = weights = 0.0
    for j, (other_x, other_y) in enumerate(spots):
        if i == j:
            continue
        wanted = far[j]
        weight = 1.0 / (wanted * wanted)
        dx, dy = x - other_x, y - other_y
        long = (dx * dx + dy * dy) ** 0.5 or 0.01
        sum_x += weight * (other_x + dx * wanted / long)
        sum_y += weight * (other_y + dy * wanted / long)
        weights += weight
    return (sum_x / weights, sum_y / weights) if weights else (x, y)


def _steps(near: Mapping[str, Sequence[str]], start: str, count: int) -> list[int]:
    """How many links away each cell is; cells that cannot be reached are a bit farther than all others."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in near[here]:
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    return [found.get(id_, count // 2 + 2) for id_ in near]


def _spread(spots: dict[str, Point], *, turning: bool) -> dict[str, Point]:
    """The places, stretched so that the least distance of two cells is about 1. With `turning`, a layout that is higher
    than wide is turned; coordinates that somebody wrote never are."""
    xs, ys = [x for x, _y in spots.values()], [y for _x, y in spots.values()]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    points = list(spots.values())
    least = min(
        (
            ((x - a) ** 2 + (y - b) ** 2) ** 0.5
            for i, (x, y) in enumerate(points)
            for a, b in points[:i]
        ),
        default=1.0,
    )  # fmt: skip
    scale = 1 / max(least, 0.2)
    turned = turning and high > wide * 1.15
    made = {}
    for id_, (x, y) in spots.items():
        x, y = (x - min(xs)) * scale, (y - min(ys)) * scale
        made[id_] = (round(y, 2), round(x, 2)) if turned else (round(x, 2), round(y, 2))
    return made
