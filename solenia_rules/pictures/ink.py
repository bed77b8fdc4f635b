"""Writes SVG: elements with escaped texts and short numbers, and texts that fit a width.

Browsers choose the fonts, so the width of a text is estimated with the widths of a wide sans serif face. A text that
fits here fits everywhere; in a narrow face it leaves some room.
"""

from __future__ import annotations

from functools import lru_cache

from solenia_rules.text.widths import text_width

SANS = "'Avenir Next','Segoe UI','Noto Sans','DejaVu Sans',sans-serif"
SERIF = "Georgia,'Iowan Old Style','Noto Serif','DejaVu Serif',serif"


KEPT = 8192
"""How many names, colours and numbers are cached: the same ones occur thousands of times in a picture."""


@lru_cache(maxsize=KEPT)
def escape(text: str) -> str:
    """A text as the content of an element or of an attribute in quotes. Characters that XML does not allow become a
    replacement character."""
    made = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    if made.isprintable():
        return made
    return "".join(char if _allowed(char) else "\ufffd" for char in made)


def _allowed(char: str) -> bool:
    """Whether XML allows a character; other control characters and those that change the direction are left out."""
    return char.isprintable() or char in "\u00a0\u202f"


@lru_cache(maxsize=KEPT)
def num(value: float) -> str:
    """A coordinate with at most one decimal."""
    made = f"{value:.1f}"
    return made[:-2] if made.endswith(".0") else made


def attributes(**given: float | str | None) -> str:
    """Attributes of an element: `stroke_width=2` becomes `stroke-width="2"`. None leaves one out."""
    return "".join([_attribute(name, value) for name, value in given.items() if value is not None])


@lru_cache(maxsize=8 * KEPT)
def _attribute(name: str, value: float | str) -> str:
    made = escape(value) if isinstance(value, str) else num(value)
    return f' {name.rstrip("_").replace("_", "-")}="{made}"'


def rect(x: float, y: float, width: float, height: float, r: float = 0, **given: float | str | None) -> str:
    return f"<rect{attributes(x=x, y=y, width=width, height=height, rx=r or None, **given)}/>"


def circle(x: float, y: float, r: float, **given: float | str | None) -> str:
    return f"<circle{attributes(cx=x, cy=y, r=r, **given)}/>"


def path(d: str, **given: float | str | None) -> str:
    return f'<path d="{d}"{attributes(**given)}/>'


def line(x: float, y: float, to_x: float, to_y: float, **given: float | str | None) -> str:
    return f"<line{attributes(x1=x, y1=y, x2=to_x, y2=to_y, **given)}/>"


def group(body: str, x: float = 0, y: float = 0, scale: float = 1, **given: float | str | None) -> str:
    """Elements moved and scaled together."""
    moved = f"translate({num(x)} {num(y)})" if x or y else ""
    if scale != 1:
        moved += f"scale({scale:.3f})"
    return f"<g{attributes(transform=moved or None, **given)}>{body}</g>"


def text(x: float, y: float, said: str, size: float = 13, **given: float | str | None) -> str:
    """A text; `y` is the middle of its height."""
    return f"<text{attributes(x=x, y=y + size * 0.36, font_size=size, **given)}>{escape(said)}</text>"


def cut(said: str, size: float, width: float, bold: bool = False) -> str:
    """A text on one line, cut with an ellipsis where it does not fit."""
    if text_width(said, size, bold) <= width:
        return said
    while said and text_width(said + "…", size, bold) > width:
        said = said[:-1]
    return said.rstrip(" ,;:·") + "…" if said else ""


def wrap(said: str, size: float, width: float, most: int, bold: bool = False) -> list[str]:
    """A text in at most `most` lines; the last one is cut where it does not fit."""
    lines: list[str] = []
    words = said.split()
    while words:
        if len(lines) == most - 1:
            lines.append(cut(" ".join(words), size, width, bold))
            break
        taken = 1
        while taken < len(words) and text_width(" ".join(words[: taken + 1]), size, bold) <= width:
            taken += 1
        lines.append(cut(" ".join(words[:taken]), size, width, bold))
        words = words[taken:]
    return lines


def paragraph(
    x: float, y: float, lines: list[str], size: float, leading: float = 1.25, **given: float | str | None
) -> str:
    """Lines one below the other; `y` is the top."""
    step = size * leading
    return "".join(text(x, y + step * (i + 0.5), said, size, **given) for i, said in enumerate(lines))
