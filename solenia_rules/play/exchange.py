"""Exchanges the identities of pieces in a state: every place, mask and local that holds a piece gets the other one."""

from __future__ import annotations

from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.play import sequences
from solenia_rules.play.held import Held
from solenia_rules.play.physics import BITS


class Exchange:
    """The slots of one program that hold pieces. `who`: for each piece, the one that takes its part."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.held = Held(program)

    def permuted(self, s: list[int], who: list[int]) -> list[int]:
        """The state with the pieces exchanged, without what was written on them."""
        layout, made = self.layout, s[:]
        moved = 0
        for piece, other in enumerate(who):
            if piece != other:
                made[layout.locations + other] = s[layout.locations + piece]
                moved |= 1 << piece
        for base, count in (
            (layout.at, len(layout.cells)), (layout.zone_masks, len(layout.zones)), (layout.owned, layout.seats),
            (layout.known, layout.seats),
        ):  # fmt: skip
            for slot in range(base, base + count):
                if s[slot] & moved:
                    made[slot] = renamed(s[slot], who)
        for zone in range(len(layout.zones)):
            if s[layout.zone_masks + zone] & moved:
                made[layout.zone_orders + zone] = _reordered(s[layout.zone_orders + zone], who)
        if not s[at.OVER]:
            self._frames(s, made, who)
            if self.program.outline.specs[s[at.SPEC]].domain == "piece":
                made[at.MASK] = renamed(s[at.MASK], who)
        return made

    def _frames(self, s: list[int], made: list[int], who: list[int]) -> None:
        frame = s[at.FRAME]
        while frame >= 0:
            function = s[frame]
            for number, place in self.program.outline.frames[function].items():
                slot = frame + at.FRAME_HEAD + place
                match self.held.locals[function].get(number, ""):
                    case "piece" if 0 <= s[slot] < len(who):
                        made[slot] = who[s[slot]]
                    case "mask" if s[slot] >= 0:  # -1: a set that branches share and that is not computed yet
                        made[slot] = renamed(s[slot], who)
                    case "sequence" if s[slot] >= 0:
                        made[slot] = _reordered(s[slot], who)
                    case _:
                        pass
            frame = s[frame + 2]

    def piece_locals(self, s: list[int]) -> set[int]:
        """The slots of the top frame that hold pieces."""
        frame = s[at.FRAME]
        sorts = self.held.locals[s[frame]]
        return {
            frame + at.FRAME_HEAD + place
            for number, place in self.program.outline.frames[s[frame]].items()
            if sorts.get(number, "") in ("piece", "mask", "sequence")
        }


def renamed(mask: int, who: list[int]) -> int:
    """A mask of pieces with the pieces exchanged; a bit after the pieces stays. -1 marks a set that is not computed
    yet."""
    if mask < 0:
        return mask
    made = 0
    for piece in BITS[mask]:
        made |= 1 << (who[piece] if piece < len(who) else piece)
    return made


def _reordered(sequence: int, who: list[int]) -> int:
    return sequences.pack(who[piece] for piece in sequences.unpack(sequence))
