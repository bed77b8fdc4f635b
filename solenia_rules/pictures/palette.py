"""The colours of a picture: two themes, the colours of seats, and shades of a colour.

The colours of seats can be told apart with any colour vision; each seat also has a mark with a shape of its own.
"""

from __future__ import annotations

from functools import lru_cache

from solenia_rules.text.frozen import frozen
from solenia_rules.words.looks import colour_value, contrast, luminance


@frozen
class Theme:
    name: str
    page: str
    panel: str
    raised: str
    """Behind things that lie on a panel."""
    ink: str
    muted: str
    rule: str
    accent: str
    """What can be chosen, and whose turn it is."""
    paper: str
    paper_ink: str
    outline: str
    """Around things on the page that would blend with it."""
    shade: float
    """How much black lies over the scenery."""


THEMES = {
    "light": Theme(
        "light", "#f3ede0", "#fbf8f1", "#efe7d8", "#2c2a35", "#6c6575", "#dccfb8", "#b5472f", "#fffdf6", "#2c2a35",
        "#4a4452", 0.0,
    ),
    "dark": Theme(
        "dark", "#14161d", "#1e212b", "#292d3a", "#ece8f0", "#a39fb1", "#3a3f4e", "#f0a04b", "#ece5d6", "#2a2833",
        "#0b0c10", 0.22,
    ),
}  # fmt: skip

SEATS = ("#1f6fb2", "#d5671d", "#12917a", "#b55596", "#c9a100", "#5b4bb0", "#7a8a2a", "#8a5a44")
"""Blue, orange, green, mauve, yellow, indigo, olive, brown: in this order, each differs from those before it in
lightness or along the axis that colour-blind eyes keep."""

MARKS = (
    "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9z",
    "M-8-8h16v16h-16z",
    "M0-10L10 0 0 10-10 0z",
    "M0-10L9-5v10L0 10-9 5v-10z",
    "M0-10L10 8h-20z",
    "M-8-9h16v9c0 6-4 8-8 10-4-2-8-4-8-10z",
    "M-10-8h20L0 10z",
    "M-9-5v10h18v-10z",
)
"""The outline of the mark of each seat, around the origin."""


INKS = ("#2a2730", "#ffffff", "#000000")
"""The colours of texts on coloured grounds, the nicest first."""
READABLE = 4.5
"""The contrast from which on a small text can be read."""


@lru_cache(maxsize=2048)
def mix(one: str, other: str, share: float) -> str:
    """A colour between two colours: `share` of the other one."""
    parts = (round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


@lru_cache(maxsize=512)
def shades(colour: str) -> tuple[str, str]:
    """A darker and a lighter shade of a colour, for its outline and for its lights."""
    if luminance(colour) < 0.03:
        return mix(colour, "#000000", 0.45), mix(colour, "#ffffff", 0.45)
    return mix(colour, "#1c1626", 0.72 if luminance(colour) > 0.7 else 0.55), mix(colour, "#ffffff", 0.55)


@lru_cache(maxsize=512)
def ink_on(colour: str) -> str:
    """The colour of a text on a ground of this colour; it can be read on each one (a contrast of 4.5 and more)."""
    return next((ink for ink in INKS if contrast(ink, colour) >= READABLE), INKS[-1])


def look_colour(name: str | None, usual: str) -> str:
    """The colour that a look names, or the usual one."""
    return usual if name is None else colour_value(name) or usual


APART = 1.6
"""The contrast from which on a coloured thing can be seen on a ground without an edge."""


def edge_of(colour: str, ground: str) -> str:
    """The colour of the edge around a coloured thing: its own, or a shade of it if the thing would blend with the
    ground."""
    return colour if contrast(colour, ground) >= APART else mix(colour, ink_on(ground), 0.35)
