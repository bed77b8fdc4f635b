"""Icons: small SVG pictures made from the glyph, colour and shape that a ruleset declares."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from html import escape

COLOURS = {
    "yellow": "#e3b23c", "red": "#c0463c", "green": "#4f8f4a", "blue": "#3f6fb0", "cyan": "#3a9aa6",
    "magenta": "#8a5aa8", "white": "#f4f1e8", "grey": "#8d8d88", "gray": "#8d8d88", "black": "#33302c",
    "brown": "#8a5a34", "orange": "#d9822b", "pink": "#d48aa0", "purple": "#75509b", "gold": "#c79a2c",
}  # fmt: skip
"""Names of colours, with values that look good on paper."""
LIGHT = ("white", "yellow", "gold", "pink")
INK = "#33302c"

OUTLINES = {
    "disc": '<circle cx="16" cy="16" r="13.5"/>',
    "card": '<rect x="5.5" y="2.5" width="21" height="27" rx="3.5"/>',
    "square": '<rect x="3" y="3" width="26" height="26" rx="5"/>',
    "hexagon": '<path d="M16 2 28.5 9v14L16 30 3.5 23V9z"/>',
    "gem": '<path d="M16 2 29 16 16 30 3 16z"/>',
    "shield": '<path d="M4 4h24v13c0 7-6 11-12 13C10 28 4 24 4 17z"/>',
    "tag": '<path d="M3 6h17l9 10-9 10H3z"/>',
    "sun": '<path d="M16 1l3 4.6 5-2.2.8 5.4 5.4.8-2.2 5 4.6 1.4-4.6 3 2.2 5-5.4.8-.8 5.4-5-2.2'
    '-3 4.6-3-4.6-5 2.2-.8-5.4-5.4-.8 2.2-5L0 16l4.6-1.4-2.2-5 5.4-.8.8-5.4 5 2.2z"/>',
    "moon": '<circle cx="16" cy="16" r="13.5"/><path d="M20 2.9a13.5 13.5 0 1 0 9.2 17A12 12 0 0 1 20 2.9z" '
    'fill="#000" fill-opacity=".22" stroke="none"/>',
    "star": '<path d="M16 1.5l4.3 9 9.9 1.3-7.2 6.8 1.8 9.8L16 23.7l-8.8 4.7 1.8-9.8L1.8 11.8l9.9-1.3z"/>',
    "house": '<path d="M16 2 30 14h-4v15H6V14H2z"/>',
    "drop": '<path d="M16 1.5C22 10 26 15 26 20a10 10 0 0 1-20 0c0-5 4-10 10-18.5z"/>',
    "leaf": '<path d="M28 4C14 3 5 9 4 20c0 3 1 6 3 8 12 1 21-6 21-24z"/>',
    "band": '<rect x="1.5" y="9" width="29" height="14" rx="3"/>',
}
MEANT = {
    "coin": "disc", "clock": "disc", "dial": "disc", "target": "disc", "dot": "disc", "face": "disc",
    "person": "shield", "badge": "shield", "cube": "square", "die": "square", "plan": "square", "half": "square",
    "notch": "square",
    "scroll": "card", "tile": "card", "rock": "hexagon", "bottle": "drop", "wave": "drop",
    "sprig": "leaf", "tree": "leaf", "ship": "band", "boat": "band", "strip": "band", "ticket": "tag",
}  # fmt: skip
"""Shapes that are drawn with one of the outlines. Any other shape is drawn with a plain outline that depends only on
its name."""
FALLBACKS = ("disc", "card", "square", "hexagon", "shield", "tag")


def outline(shape: str) -> str:
    """The outline of a shape, whether it is known or not."""
    name = MEANT.get(shape, shape)
    if name not in OUTLINES:
        name = FALLBACKS[sha256(shape.encode()).digest()[0] % len(FALLBACKS)] if shape else "disc"
    return OUTLINES[name]


def icon(look: Mapping[str, str], title: str) -> str:
    """A picture of 32 by 32, or an empty text for a thing without a look."""
    if not look:
        return ""
    colour = look.get("colour", "white")
    fill = COLOURS.get(colour, colour if colour.startswith("#") else "#d8d2c4")
    ink = INK if colour in LIGHT or colour not in COLOURS else "#fff"
    glyph = look.get("glyph", "")
    size = 15 if len(glyph) == 1 else 11
    text = (
        f'<text x="16" y="21.5" text-anchor="middle" font-size="{size}" fill="{ink}">{escape(glyph)}</text>'
        if glyph
        else ""
    )
    shape = f'<g fill="{escape(fill)}" stroke="{INK}" stroke-width="1.4">{outline(look.get("shape", ""))}</g>'
    return f'<svg class="icon" viewBox="0 0 32 32" role="img" aria-label="{escape(title)}">{shape}{text}</svg>'
