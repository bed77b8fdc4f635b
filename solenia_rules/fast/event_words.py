"""The words of an event in the log of machine code: its kind and its arguments as numbers, and how it is counted.

`constants.py` gives the numbers to the kernel, which writes events; `telling.py` and `thinker.py` read and write the
same words from Python.
"""

from __future__ import annotations

from solenia_rules.checked.numbers import EVENTS
from solenia_rules.play.events import AMOUNT_EVENTS, SET_EVENTS, UNCAUSED_EVENTS

EVENT_KINDS = (*EVENTS, "seen")
"""The kinds of events by number. `seen`: what a die shows to a seat that did not see it before."""
EVENT_SORTS = ("NOTHING", "ANSWER", "ENTER", "LEAVE", "STUCK", "DEED", "MORE", "LESS", "SET")
"""How an event is counted. From `DEED` on, a text did something; `MORE`, `LESS` and `SET` may change the score."""
EVENT_HEAD, MOST_EVENT_ARGS = 5, 5
"""The first words of an event: kind, place, behalf, seers, number of arguments; and the most arguments of an event."""


def event_sort(kind: str) -> str:
    """How an event is counted."""
    match kind:
        case "answered":
            return "ANSWER"
        case "entered":
            return "ENTER"
        case "left":
            return "LEAVE"
        case "stuck":
            return "STUCK"
        case _ if kind in UNCAUSED_EVENTS:
            return "NOTHING"
        case _ if kind in AMOUNT_EVENTS:
            return "MORE" if AMOUNT_EVENTS[kind] > 0 else "LESS"
        case _:
            return "SET" if kind in SET_EVENTS else "DEED"


def event_args(piece_bits: int) -> int:
    """The number of words for the arguments of an event: `shown` has the seats and the words of a set of pieces."""
    return max(MOST_EVENT_ARGS, 1 + piece_bits // 64)
