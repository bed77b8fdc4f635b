"""The words that looks are written with: colours, shapes, backgrounds, grounds, roles of places and ways to lay out a
list. The decoder, the schema, the checks of looks and the pictures read them here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "red": "#c9443a", "orange": "#dd8327", "yellow": "#e6b534", "gold": "#c99a2a", "green": "#4c9150",
        "teal": "#2f9187", "cyan": "#36a0b4", "blue": "#3c72b8", "navy": "#344d86", "indigo": "#5a55b0",
        "purple": "#7a519f", "violet": "#7a519f", "magenta": "#8f5bb0", "pink": "#d986a0", "brown": "#8f6038",
        "white": "#f5f1e6", "silver": "#b9bdc4", "grey": "#8b8f98", "gray": "#8b8f98", "black": "#2e2d33",
    }
)  # fmt: skip
"""Names of colours, with the values that pictures use."""

SHAPES: tuple[str, ...] = (
    "arrow", "badge", "band", "bay", "bishop", "boat", "bolt", "bottle", "box", "card", "circle", "clock", "club",
    "coin", "crab", "crate", "crown", "cube", "dial", "diamond", "die", "disc", "drop", "face", "figure", "flag",
    "flame", "gem", "heart", "hexagon", "house", "idol", "key", "king", "knight", "leaf", "moon", "mountain", "notch",
    "pawn", "person", "porthole", "queen", "river", "rock", "rook", "scroll", "sheaf", "shell", "shield", "ship",
    "spade", "spool", "sprig", "square", "star", "strip", "sun", "sword", "tag", "target", "ticket", "tile", "tower",
    "tree", "veil", "wave",
)  # fmt: skip
"""What a thing can look like. Two of them joined with `_` are drawn side by side."""

PAPER_SHAPES: tuple[str, ...] = ("card", "tile", "ticket", "scroll")
"""Shapes of pieces on which something is printed."""

BARE_SHAPES: tuple[str, ...] = (
    "bishop", "circle", "coin", "cube", "disc", "figure", "hexagon", "king", "knight", "pawn", "queen", "rook",
)  # fmt: skip
"""Shapes of pieces on which nothing is printed, also if they have fields."""

BACKGROUNDS: tuple[str, ...] = (
    "plain", "checkered", "lines", "sky", "stars", "water", "planks", "felt", "parchment", "meadow", "frame",
    "points",
)  # fmt: skip
"""What is behind the cells of a board, or behind a cell that holds a word."""

GROUNDS: tuple[str, ...] = ("plain", "none", "island", "city", "pit", "hole", "slot", "road", "town")
"""How the place of a cell is drawn."""

ROLES: tuple[str, ...] = ("deck", "hand", "display", "discard", "mat")
"""What a zone or a board is at a table."""

LAYOUTS: tuple[str, ...] = ("row", "column", "winding", "ring", "map")
"""How the cells of a list are laid out."""

EDGES: tuple[str, ...] = ("last", "first", "facing")
"""Which row of a grid is at the top; `facing`: the last one, but the second of two seats sees the grid turned round."""

FRAMES: tuple[str, ...] = ("picture", "porthole")
"""What is in the middle of a card."""

CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"role": ROLES, "background": BACKGROUNDS, "ground": GROUNDS, "layout": LAYOUTS, "top": EDGES, "frame": FRAMES}
)
"""Keys of a look whose value is one of a few words."""

FIELDS: tuple[str, ...] = ("tells", "rows", "title", "corner", "icons", "text", "place", "edges", "segments", "stack")
"""Keys of a look that name fields."""

SEATS: tuple[str, ...] = tuple(f"seat_{number}" for number in range(1, 9))
"""Ids under which the seats have a look."""


TITLE_SIZE, TITLE_WIDTH = 7.8, 360.0
"""The smallest size of the title of a card, and the widest title: it takes five lines."""

CAPTION_SIZE, CAPTION_WIDTH = 11.0, 230.0
"""The size of the caption of a zone or board, and the widest caption."""


def colour_value(name: str) -> str | None:
    """A colour as `#rrggbb`: a name, or such a value; None if it is neither."""
    if name in COLOURS:
        return COLOURS[name]
    digits = name[1:].lower()
    if name[:1] == "#" and len(digits) in (3, 6) and all(digit in "0123456789abcdef" for digit in digits):
        return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))
    return None


def is_shape(name: str) -> bool:
    """Whether pictures can draw a shape."""
    return name in SHAPES or ("_" in name and all(part in SHAPES for part in name.split("_")))


def luminance(value: str) -> float:
    """The relative luminance of a colour `#rrggbb`, from 0 to 1."""
    parts = (int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
