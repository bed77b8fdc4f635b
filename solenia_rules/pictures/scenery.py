"""Draws what is behind things: backgrounds of boards and the grounds of cells. All of it is made of a few soft shapes;
the same place always gets the same clouds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType

from solenia_rules.pictures.ink import attributes, circle, group, line, num, path, rect
from solenia_rules.pictures.palette import Theme, mix, shades
from solenia_rules.text.frozen import frozen

TINTS = {
    "sky": ("#a9d8ee", "#d8eef5"),
    "stars": ("#2b2f63", "#474a86"),
    "water": ("#5f9fc4", "#8cc0da"),
    "planks": ("#d9a866", "#e6bd82"),
    "felt": ("#2f6b4f", "#3a7d5d"),
    "parchment": ("#ead9b5", "#f3e7cb"),
    "meadow": ("#9cc27a", "#b9d596"),
    "frame": ("#2f5fa8", "#3c72b8"),
    "checkered": ("#b98d62", "#efdcbd"),
    "lines": ("#dcb272", "#e5c084"),
    "points": ("#6b4a30", "#c9a878"),
}
"""The two colours of each background."""


def chance(*parts: object) -> list[float]:
    """Numbers from 0 to 1 that depend only on the parts."""
    digest = sha256(repr(parts).encode()).digest()
    return [byte / 255 for byte in digest]


def gradient(stops: Sequence[tuple[float, str]], down: bool = False) -> tuple[str, str]:
    """A gradient to the right or down: its id and its definition. Equal gradients have equal ids."""
    told = "".join(f'<stop offset="{num(at * 100)}%" stop-color="{colour}"/>' for at, colour in stops)
    name = "g" + sha256(f"{down}{told}".encode()).hexdigest()[:10]
    turned = ' x2="0" y2="1"' if down else ""
    return name, f'<linearGradient id="{name}"{turned}>{told}</linearGradient>'


def band(grounds: Sequence[str | None], width: float, height: float, number: int) -> str:
    """A strip of scenery that takes the backgrounds of its cells, one after the other, and blends them."""
    known = [(i, name) for i, name in enumerate(grounds) if name in TINTS]
    if not known:
        known = [(0, "sky")]
    count = len(grounds)
    stops = [((i + 0.5) / count, TINTS[name or "sky"][0]) for i, name in known]
    ident, made = gradient(stops if len({colour for _at, colour in stops}) > 1 else [(0, stops[0][1])])
    body = f"<defs>{made}</defs>" + rect(0, 0, width, height, 0, fill=f"url(#{ident})")
    for column in range(count):
        near = min(known, key=lambda one: abs(one[0] - column))[1]
        x = width * column / count
        body += group(_weather(near or "sky", width / count, height, (number, column)), x)
    return body


def _weather(name: str, width: float, height: float, seed: tuple[int, int]) -> str:
    """Clouds by day, stars by night, nothing elsewhere."""
    dice = chance("weather", *seed)
    if name == "sky":
        x, y, size = width * (0.3 + 0.4 * dice[0]), height * (0.15 + 0.7 * dice[1]), 5 + 6 * dice[2]
        return group(
            "".join(
                f"<ellipse{attributes(cx=x + dx * size, cy=y + dy * size, rx=size * r, ry=size * r * 0.55)}/>"
                for dx, dy, r in ((0, 0, 1.2), (1.3, 0.15, 0.9), (-1.2, 0.2, 0.8))
            ),
            fill="#fff", opacity=0.5,
        )  # fmt: skip
    if name == "stars":
        return group(
            "".join(
                circle(width * (0.03 + 0.94 * dice[i]), height * (0.05 + 0.9 * dice[i + 1]), 0.6 + 1.1 * dice[i + 2])
                for i in range(3, 18, 3)
            ),
            fill="#f7f1cf", opacity=0.75,
        )  # fmt: skip
    return ""


@frozen
class Ground:
    """How the place of a cell is drawn, and where things stand on it. Lengths are parts of the side of the cell."""

    draw: Callable[[float, str, Theme, tuple[int, int]], str]
    """From the side of the cell, the colour of the word that it holds, the theme, and its row and column."""
    icon: float = 0.52
    """The size of the icon of the word."""
    middle: float = 0.5
    """The height of the middle of this icon."""
    plate: bool = False
    """A light disc lies behind the icon, because the ground itself has the colour of the word."""
    room: bool = False
    """The icon stays where it is when a figure comes; elsewhere it moves to a corner."""
    heap: bool = False
    """Whether the first number of a cell is drawn as a heap of small things."""


def ground(name: str) -> Ground:
    """The ground with this name; a name that only layouts know is drawn plainly."""
    return GROUNDS.get(name, PLAIN)


def _plain(size: float, colour: str, theme: Theme, _seed: tuple[int, int]) -> str:
    pale = mix(colour, theme.raised, 0.65)
    return rect(1, 1, size - 2, size - 2, size * 0.08, fill=pale, stroke=mix(colour, theme.rule, 0.5), stroke_width=1)


def _none(_size: float, _colour: str, _theme: Theme, _seed: tuple[int, int]) -> str:
    return ""


def _pit(size: float, _colour: str, theme: Theme, _seed: tuple[int, int]) -> str:
    dark = mix("#7b5230", "#000000", theme.shade)
    return circle(size / 2, size / 2, size * 0.44, fill=mix(dark, "#000000", 0.25)) + circle(
        size / 2, size * 0.52, size * 0.41, fill=dark
    )


def _hole(size: float, _colour: str, theme: Theme, _seed: tuple[int, int]) -> str:
    return circle(size / 2, size / 2, size * 0.42, fill=theme.panel) + circle(
        size / 2, size / 2, size * 0.42, fill="none", stroke="#000", stroke_width=size * 0.03, opacity=0.35
    )


def _slot(size: float, colour: str, theme: Theme, _seed: tuple[int, int]) -> str:
    lifted = mix(theme.raised, theme.ink, 0.14) if theme.shade else theme.raised
    pale = mix(colour, lifted, 0.72)
    return rect(
        size * 0.04, size * 0.04, size * 0.92, size * 0.92, size * 0.1,
        fill=pale, stroke=mix(colour, theme.muted, 0.4), stroke_width=1.2, stroke_dasharray="4 3",
    )  # fmt: skip


def _island(size: float, colour: str, _theme: Theme, seed: tuple[int, int]) -> str:
    """A floating island, drawn in a square of 100."""
    a, b, c, *_rest = chance("island", *seed)
    top = mix("#8fb56a", colour, 0.45)
    soil, deep = "#a88563", "#7c6047"
    left, right = 12 + 5 * a, 88 - 5 * b
    tip = 42 + 16 * c
    body = '<ellipse cx="50" cy="91" rx="26" ry="5" fill="#000" opacity=".1"/>'
    body += path(
        f"M{left:.0f} 60C{left + 6:.0f} 74 {tip - 16:.0f} 76 {tip:.0f} 92"
        f"C{tip + 14:.0f} 78 {right - 6:.0f} 74 {right:.0f} 60z",
        fill=soil, stroke=deep, stroke_width=2, stroke_linejoin="round",
    )  # fmt: skip
    body += path(
        f"M{tip - 10:.0f} 66l6 12M{tip + 14:.0f} 66l-5 9", stroke=deep, stroke_width=2, opacity=0.5, fill="none"
    )
    body += path(
        f"M{left - 3:.0f} 59C{left - 2:.0f} 49 30 46 50 46S{right + 2:.0f} 49 {right + 3:.0f} 59"
        f"C{right - 8:.0f} 67 72 65 62 64"
        f"C52 69 42 65 34 66C24 67 {left + 4:.0f} 66 {left - 3:.0f} 59z",
        fill=top, stroke=shades(top)[0], stroke_width=2, stroke_linejoin="round",
    )  # fmt: skip
    return group(body, 0, 0, size / 100)


def _city(size: float, colour: str, _theme: Theme, _seed: tuple[int, int]) -> str:
    """A floating city, drawn in a square of 100."""
    dark, light = shades(colour)
    wall = mix(colour, "#fff4dc", 0.62)
    body = '<ellipse cx="50" cy="92" rx="28" ry="5" fill="#000" opacity=".1"/>'
    body += path("M14 66C20 80 40 80 50 93C60 80 80 80 86 66z", fill="#9a8a86", stroke="#5f5360", stroke_width=2)
    towers = ((18, 44, 15, 24), (35, 28, 17, 40), (54, 36, 14, 32), (69, 48, 14, 20))
    for x, y, wide, high in towers:
        body += rect(x, y, wide, high, 0, fill=wall, stroke=dark, stroke_width=1.8)
        body += path(f"M{x - 2} {y}l{wide / 2 + 2} -12 {wide / 2 + 2} 12z", fill=colour, stroke=dark, stroke_width=1.8)
        body += rect(x + wide / 2 - 2, y + 7, 4, 7, 0, fill=dark, opacity=0.75)
    body += path("M10 67c10-5 70-5 80 0-8 6-72 6-80 0z", fill=light, stroke=dark, stroke_width=1.8)
    return group(body, 0, 0, size / 100)


PLAIN = Ground(_plain)
GROUNDS: Mapping[str, Ground] = MappingProxyType(
    {
        "plain": PLAIN,
        "none": Ground(_none),
        "island": Ground(_island, icon=0.46, middle=0.33, room=True),
        "city": Ground(_city, icon=0.3, middle=0.78, plate=True, room=True),
        "pit": Ground(_pit, heap=True),
        "hole": Ground(_hole),
        "slot": Ground(_slot),
    }
)
"""The grounds that have a drawing of their own."""


def checkers(rows: int, columns: int, size: float) -> str:
    """Light and dark squares; the square at the lower left is dark."""
    dark, light = TINTS["checkered"]
    body = rect(0, 0, columns * size, rows * size, 0, fill=light)
    squares = "".join(
        f"M{num(column * size)} {num((rows - 1 - row) * size)}h{num(size)}v{num(size)}h-{num(size)}z"
        for row in range(rows)
        for column in range(columns)
        if (row + column) % 2 == 0
    )
    return body + path(squares, fill=dark)


def crossings(rows: int, columns: int, size: float) -> str:
    """Lines through the middles of the cells, with the usual marks where the grid is large and odd."""
    half = size / 2
    ink = "#5b4327"
    far_x, far_y = columns * size - half, rows * size - half
    body = "".join(line(half, half + i * size, far_x, half + i * size) for i in range(rows))
    body += "".join(line(half + i * size, half, half + i * size, far_y) for i in range(columns))
    body = group(body, stroke=ink, stroke_width=1.2)
    if rows == columns and rows % 2 and rows >= 9:
        edge = 2 if rows < 13 else 3
        spots = [edge, rows - 1 - edge]
        places = [(x, y) for x in spots for y in spots] + [(rows // 2, rows // 2)]
        body += "".join(circle(half + x * size, half + y * size, size * 0.08, fill=ink) for x, y in places)
    return body


def hexagon(size: float) -> str:
    """The path of a hexagon with a point at the top, around the origin; `size`: from side to side."""
    half, long = size / 2, size / 3**0.5
    return (
        f"M0 {num(-long)}L{num(half)} {num(-long / 2)}V{num(long / 2)}L0 {num(long)}L{num(-half)} {num(long / 2)}"
        f"V{num(-long / 2)}z"
    )
