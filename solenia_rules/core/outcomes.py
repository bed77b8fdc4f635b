"""The return values of generated blocks, and the forms in which blocks are generated."""

from __future__ import annotations

from enum import Enum

ASKED, FAILED, HORIZON, ENDED = -1, -2, -3, -4
"""The values that a block returns instead of the next block: asked, failed, horizon reached, game ended."""
TRYING = 2
"""The result of a `Foresee` statement while its code is tried."""


class Form(Enum):
    """The forms of generated code. Silent code has no log, telling code writes to the log. Counting code is telling
    code for a log that counts statements: the beginning of a block sets no place, because it is not a statement."""

    SILENT = "silent"
    TELLING = "telling"
    COUNTING = "counting"

    @property
    def lines(self) -> int:
        """The number of lines after which a block's function jumps to other blocks instead of containing them: more
        lines run faster and take longer to compile. Code with a log plays single games, in which formatting the log
        takes longer than running."""
        return 12 if self is Form.SILENT else 0
