"""The words of the board of a batch: the numbers and the addresses of arrays that machine code works with."""

from __future__ import annotations

BATCH_WORDS = (
    "ACTION_OF", "FIRST_OF", "ACTIONS", "RETURN_OF",
    "MASKS", "OBSERVED", "OBSERVES", "ASKED_SEATS", "DONE", "RETURNS", "FINAL_SCORES", "SEEDS", "STRIDE", "AGAIN",
    "LENGTHS", "WINNERS", "WANTED", "HISTORY", "HISTORY_ROOM",
)  # fmt: skip
BATCH_WORD = {name: place for place, name in enumerate(BATCH_WORDS)}
