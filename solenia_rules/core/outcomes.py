"""What generated blocks return, and the forms in which they are generated."""

from __future__ import annotations

from enum import Enum

ASKED, FAILED, HORIZON, ENDED = -1, -2, -3, -4
"""What a block returns instead of the next block."""


class Form(Enum):
    """Silent code asks; telling code also tells the log. The number: lines of a block's function after which it goes to
    other blocks instead of taking them in; more is faster and takes longer to make. Telling code plays
    one game, in which finding words for what happened takes longer than going on."""

    SILENT = 12
    TELLING = 0
