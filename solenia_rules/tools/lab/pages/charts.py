"""Plots as SVG without any library: rows with intervals, stepped lines, curves, and a plane of two measures.

Colours come from the style sheet of the page, so a plot follows its light and dark theme. Nothing depends on colour:
series differ in dashes and marks, and values stand beside their marks as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import floor, log10

from attrs import frozen

from solenia_rules.tools.lab.intervals import Measured

WIDTH = 360
"""The width of every plot in its own units: about the pixels of a telephone, so that text stays readable there."""
LEFT, RIGHT, TOP, BOTTOM = 38, 12, 12, 34
"""Margins of plots with two axes."""
ROW = 34
LINE = 13
"""The height of a line of text. Where a name is long, the value stands below it."""
WHOLE = 54
"""How many letters fit beside each other."""
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "10 4", "4 2 1 2", "12 3 3 3")
"""The dashes of the line of each seat."""
STYLE = """
svg.chart { --ink: #1c2430; --soft: #5b6675; --rule: #d5dae1; --mark: #205d86; --fill: #205d8626; --band: #8a6d1a; }
svg.chart text { font: 11px system-ui, sans-serif; fill: var(--ink); } svg.chart .soft { fill: var(--soft); }
svg.chart .end { text-anchor: end; } svg.chart .middle { text-anchor: middle; }
svg.chart .rule { stroke: var(--rule); } svg.chart .axis { stroke: var(--soft); }
svg.chart .line { stroke: var(--mark); stroke-width: 2; fill: none; } svg.chart .fill { fill: var(--fill); }
svg.chart .mark { fill: var(--mark); stroke: var(--mark); }
svg.chart .hollow { fill: var(--paper, #fff); stroke: var(--mark); stroke-width: 1.5; }
svg.chart .goal { fill: none; stroke: var(--band); stroke-width: 1.5; stroke-dasharray: 5 3; }
svg.chart .even { stroke: var(--ink); stroke-dasharray: 3 3; }
@media screen and (prefers-color-scheme: dark) { svg.chart { --ink: #e8ebf0; --soft: #a3adba; --rule: #39414d;
  --mark: #7fc0ee; --fill: #7fc0ee33; --band: #e0bd5a; } }
"""


@frozen
class Row:
    """One line of a plot: a name, and a value with its interval."""

    name: str
    value: float
    low: float
    high: float
    told: str
    """The value as text."""
    other: float | None = None
    """A second value, drawn hollow."""


def row(name: str, found: Measured, told: str, other: float | None = None) -> Row:
    return Row(name, found.value, found.interval.low, found.interval.high, told, other)


def rows(found: Sequence[Row], title: str, even: float | None = None, bars: bool = False) -> str:
    """Values below each other with their intervals; `even`: a dashed line across. `bars`: as bars from 0."""
    values = [x for one in found for x in (one.value, one.low, one.high, one.other) if x is not None and abs(x) < 1e12]
    values += [0.0] * bars + ([even] if even is not None else [])
    low, high = min(values), max(values)
    low, high = (low, high) if low < high else (low - 1, high + 1)
    at = _scale(low, high, 6, WIDTH - 6)
    parts = []
    above = LINE if any(len(one.name) + len(one.told) > WHOLE for one in found) else 0
    height = (ROW + above) * len(found) + 4
    for number, one in enumerate(found):
        y = (ROW + above) * number + above + 26
        name = _short(one.name, WHOLE if above else max(12, WHOLE - len(one.told)))
        parts.append(f'<text x="6" y="{y - 11 - above}">{escape(name)}</text>')
        parts.append(f'<text class="end" x="{WIDTH - 6}" y="{y - 11}">{escape(one.told)}</text>')
        parts.append(f'<line class="rule" x1="6" x2="{WIDTH - 6}" y1="{y}" y2="{y}"/>')
        if even is not None:
            parts.append(f'<line class="even" x1="{at(even)}" x2="{at(even)}" y1="{y - 7}" y2="{y + 7}"/>')
        if bars:
            x, wide = min(at(0), at(one.value)), abs(at(one.value) - at(0))
            parts.append(f'<rect class="fill" x="{x:g}" y="{y - 5}" width="{max(1, wide):g}" height="10"/>')
        first, last = at(max(low, one.low)), at(min(high, one.high))
        parts.append(f'<line class="line" x1="{first}" x2="{last}" y1="{y}" y2="{y}"/>')
        if one.other is not None:
            parts.append(f'<circle class="hollow" cx="{at(one.other)}" cy="{y}" r="4"/>')
        parts.append(f'<circle class="mark" cx="{at(one.value)}" cy="{y}" r="4"/>')
    return _svg(parts, height, title)


def lines(
    series: Sequence[tuple[str, Sequence[tuple[float, float]]]], title: str, across: str, percent: bool = False,
    stepped: bool = False, band: Sequence[tuple[float, float, float]] = (), dots: bool = False,
) -> str:  # fmt: skip
    """Lines over an axis. `band`: x, low and high of an area behind the first line; `stepped`: as stairs."""
    points = [point for _name, line in series for point in line]
    xs = [x for x, _y in points]
    ys = [y for _x, y in points] + [y for _x, low, high in band for y in (low, high)]
    ticks = _ticks(min(ys), max(ys))
    height = 210 + 16 * (len(series) > 1)
    x_at = _scale(min(xs), max(xs), LEFT, WIDTH - RIGHT)
    y_at = _scale(ticks[0], ticks[-1], 210 - BOTTOM, TOP)
    parts = [
        f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y_at(y)}" y2="{y_at(y)}"/>'
        f'<text class="soft end" x="{LEFT - 5}" y="{y_at(y) + 4:g}">{_number(y, percent)}</text>'
        for y in ticks
    ]
    for x in _few(sorted(set(xs))) if dots else _ticks(min(xs), max(xs)):
        if min(xs) <= x <= max(xs):
            parts.append(f'<text class="soft middle" x="{x_at(x)}" y="{210 - BOTTOM + 15}">{_number(x, False)}</text>')
    parts.append(f'<text class="soft middle" x="{(LEFT + WIDTH - RIGHT) // 2}" y="{210 - 4}">{escape(across)}</text>')
    if band:
        edge = [(x, high) for x, _low, high in band] + [(x, low) for x, low, _high in reversed(band)]
        parts.append(f'<polygon class="fill" points="{" ".join(f"{x_at(x)},{y_at(y)}" for x, y in edge)}"/>')
    for number, (_name, line) in enumerate(series):
        path = _stairs(line) if stepped else line
        shown = " ".join(f"{x_at(x)},{y_at(y)}" for x, y in path)
        dash = DASHES[number % len(DASHES)]
        parts.append(f'<polyline class="line" stroke-dasharray="{dash}" points="{shown}"/>')
        parts += [f'<circle class="mark" cx="{x_at(x)}" cy="{y_at(y)}" r="3.5"/>' for x, y in line if dots]
    if len(series) > 1:
        parts += _legend([name for name, _line in series], 218)
    return _svg(parts, height, title)


def plane(
    points: Sequence[tuple[float, float, str, str]], goal: tuple[float, float, float, float], title: str,
    names: tuple[str, str], percents: tuple[bool, bool],
) -> str:  # fmt: skip
    """Points with two measures: x, y, their sort (`few`, `all`, `now` or `answer`) and a text for a tooltip. `goal`:
    the rectangle of the values that are wanted; infinite sides end at the edge."""
    xs, ys = [one[0] for one in points], [one[1] for one in points]
    big = 1e12
    xs += [x for x in goal[:2] if abs(x) < big]
    ys += [y for y in goal[2:] if abs(y) < big]
    x_ticks, y_ticks = _ticks(min(xs), max(xs)), _ticks(min(ys), max(ys))
    x_at = _scale(x_ticks[0], x_ticks[-1], LEFT + 4, WIDTH - RIGHT)
    y_at = _scale(y_ticks[0], y_ticks[-1], 250 - BOTTOM, TOP + 12)
    parts = []
    for y in y_ticks:
        parts.append(f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y_at(y)}" y2="{y_at(y)}"/>')
        parts.append(f'<text class="soft end" x="{LEFT - 3}" y="{y_at(y) + 4:g}">{_number(y, percents[1])}</text>')
    for x in x_ticks:
        parts.append(
            f'<text class="soft middle" x="{x_at(x)}" y="{250 - BOTTOM + 15}">{_number(x, percents[0])}</text>'
        )
    parts.append(f'<text class="soft end" x="{WIDTH - RIGHT}" y="246">{escape(names[0])} →</text>')
    parts.append(f'<text class="soft" x="2" y="12">↑ {escape(names[1])}</text>')
    left, right = (x_at(min(max(x, x_ticks[0]), x_ticks[-1])) for x in goal[:2])
    bottom, top = (y_at(min(max(y, y_ticks[0]), y_ticks[-1])) for y in goal[2:])
    parts.append(
        f'<rect class="goal" x="{left}" y="{top}" width="{max(2, right - left):g}" height="{max(2, bottom - top):g}"/>'
    )
    order = ("few", "all", "now", "answer")
    for x, y, sort, told in sorted(points, key=lambda one: order.index(one[2])):
        parts.append(f"<g><title>{escape(told)}</title>{_mark(x_at(x), y_at(y), sort)}</g>")
    return _svg(parts, 254, title)


def _mark(x: float, y: float, sort: str) -> str:
    match sort:
        case "few":
            return f'<circle class="hollow" cx="{x}" cy="{y}" r="3"/>'
        case "now":
            return f'<rect class="hollow" x="{x - 5:g}" y="{y - 5:g}" width="10" height="10"/>'
        case "answer":
            return f'<path class="mark" d="M{x} {y - 8:g}l8 8-8 8-8-8z"/>'
        case _:
            return f'<circle class="mark" cx="{x}" cy="{y}" r="3.5"/>'


def key_mark(sort: str) -> str:
    """A mark of a plane for the text that explains it."""
    return f'<svg class="chart key" viewBox="0 0 20 20" aria-hidden="true">{_mark(10, 10, sort)}</svg>'


def _legend(names: Sequence[str], y: int) -> list[str]:
    wide = (WIDTH - LEFT) // len(names)
    made = []
    for number, name in enumerate(names):
        x = LEFT + wide * number
        dash = DASHES[number % len(DASHES)]
        made.append(f'<line class="line" stroke-dasharray="{dash}" x1="{x}" x2="{x + 24}" y1="{y}" y2="{y}"/>')
        made.append(f'<text x="{x + 28}" y="{y + 4}">{escape(_short(name, max(4, wide // 7 - 4)))}</text>')
    return made


def _stairs(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    made: list[tuple[float, float]] = []
    for (x, y), (after, _y) in pairwise(line):
        made += [(x, y), (after, y)]
    return made


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    wide = (high - low) or 1.0
    return lambda value: round(start + (value - low) / wide * (end - start), 1)


def _ticks(low: float, high: float) -> list[float]:
    """Three to six round numbers from at most `low` to at least `high`."""
    wide = (high - low) or max(1.0, abs(high))
    step = 10.0 ** floor(log10(wide / 3))
    step = next((step * times for times in (1, 2, 5, 10) if wide / (step * times) <= 4), step * 10)
    first = floor(low / step + 1e-9)
    last = -floor(-high / step + 1e-9)
    return [round(step * n, 10) for n in range(first, max(last, first + 1) + 1)]


def _few(values: Sequence[float]) -> list[float]:
    return list(values[:: max(1, -(-len(values) // 10))])


def _number(value: float, percent: bool) -> str:
    return f"{100 * value:g}%" if percent else f"{value:g}"


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _svg(parts: Sequence[str], height: int, title: str) -> str:
    told = escape(title, quote=True)
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{told}">{"".join(parts)}</svg>'


def alone(chart: str) -> str:
    """A plot as a file of its own."""
    open_end = chart.index(">") + 1
    head = chart[:open_end].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"{head}<style>{STYLE}</style>{chart[open_end:]}\n"
