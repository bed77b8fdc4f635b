"""How wide a text is when it is drawn: estimated with the widths of a wide sans serif face, in thousandths of its
size. Pictures use it to break lines, and the checker to find texts that do not fit."""

from __future__ import annotations

_NARROW = dict.fromkeys("iljIı.,:;'!|·", 320) | dict.fromkeys('ft()[]/\\ -rJ“”"', 420)
_WIDE = dict.fromkeys("mMWw@%…—", 980) | dict.fromkeys("ABCDEGHKNOPQRSUVXYZŻŁŚĆÉÀ&", 730)
_WIDTHS = _NARROW | _WIDE
_USUAL = 620
_BOLD = 1.1
_FULL = 1000
"""Characters of scripts that are written in squares."""


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in the unit of its size."""
    known = _WIDTHS
    total = 0
    for char in text:
        total += known.get(char, _USUAL) if char < "\u2e80" else _FULL
    return total * size * (_BOLD if bold else 1) / 1000
