"""The return values of generated blocks, and the forms in which blocks are generated."""

from __future__ import annotations

from enum import Enum

ASKED, FAILED, HORIZON, ENDED = -1, -2, -3, -4
"""The values that a block returns instead of the next block: asked, failed, horizon reached, game ended."""
TRYING = 2
"""The result of a `Foresee` statement while its code is tried."""


class Form(Enum):
    """The forms of generated code: silent code has no log, telling code writes to the log. The value is the number of
    lines after which a block's function jumps to other blocks instead of containing them: more lines run faster and
    take longer to compile. Telling code plays single games, in which formatting the log takes longer than running."""

    SILENT = 12
    TELLING = 0
