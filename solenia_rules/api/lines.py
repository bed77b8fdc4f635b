"""Events as short lines with the names of the ruleset. Scenarios compare them; they are the same in every language."""

from __future__ import annotations

from solenia_rules.api.decision import Asker
from solenia_rules.api.spelling import FACES, Spelling
from solenia_rules.api.variables import Variables
from solenia_rules.play.events import RawEvent
from solenia_rules.play.physics import BITS
from solenia_rules.play.views import Viewer

_DONE = {"gained": "gains", "paid": "pays", "lost": "loses"}


class Lines:
    def __init__(self, asker: Asker, viewer: Viewer) -> None:
        self.asker = asker
        self.program = asker.program
        self.spelling = Spelling(asker.inventory)
        self.variables = Variables(asker.program, self.spelling, viewer)

    def line(self, raw: RawEvent) -> str:
        a = raw.args
        match raw.kind:
            case "gained" | "paid" | "lost":
                counter, word = self.program.resources[a[1]]
                kinds = [p for p in self.program.names.counters[counter].per if p != "seat"]
                thing = self.program.names.word_kinds[kinds[0]].words[word] if kinds else counter
                return f"seat {a[0] + 1} {_DONE[raw.kind]} {a[2]} {thing}"
            case "set" | "added":
                return f"{self.variables.name(a[0])} is now {self.variables.value(a[0], a[1])}"
            case "moved" | "drawn":
                verb = "drawn from " if raw.kind == "drawn" else ""
                return f"{self.spelling.piece(a[0])}: {verb}{self.spelling.place(a[1])} to {self.spelling.place(a[2])}"
            case "shuffled":
                return f"{self.spelling.place(a[0])} is shuffled"
            case "rolled" | "seen":
                return f"{self.spelling.piece(a[0])} shows {a[1]}"
            case "turned":
                return f"{self.spelling.piece(a[0])}: {FACES[a[1]]}"
            case "shown":
                return f"{', '.join(self.spelling.piece(p) for p in BITS[a[0]])} shown to {_seats(a[1])}"
            case "entered" | "left":
                return f"{self.program.phases[a[0]]} of seat {a[1] + 1} {'begins' if raw.kind == 'entered' else 'ends'}"
            case "won":
                return f"won by {_seats(a[0])}"
            case "allotted":
                return f"lot {a[0] + 1} of {a[1]}"
            case "answered":
                option = self.asker.named(self.program.outline.specs[a[0]], a[2], a[1]).id
                return f"seat {a[1] + 1} answers {option}"
            case _:
                return raw.kind


def _seats(mask: int) -> str:
    return ", ".join(f"seat {seat + 1}" for seat in BITS[mask]) or "nobody"
