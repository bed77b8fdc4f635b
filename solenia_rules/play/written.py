"""What the events that led to a position wrote on pieces: fields, faces, and the numbers that dice show.

A seat does not know the number of a die that was rolled out of its sight, so such a roll has another result in an
imagined world. Everything else that was written follows from the events: it stays as it was, on the piece that has the
place of the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from solenia_rules.core.compiled import Program
from solenia_rules.core.layout import count_masks
from solenia_rules.play.events import SET_EVENTS, RawEvent
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import define, evolve, field, frozen


@frozen
class Written:
    """A value that an event wrote on a piece."""

    index: int
    """The index of the event."""
    slot: int
    piece: int
    value: int
    sides: int
    """The sides of a die whose number the seat does not know; 0: the value stays as it was."""


@define
class Copy:
    """The values of one imagined world, as far as its events were followed."""

    values: dict[int, int]
    """Index of an event -> the value that it wrote."""
    slots: list[int] = field(factory=list)
    """For each of the values, in order: the slot of the piece that has the place of the real one."""
    shows: dict[int, int] = field(factory=dict)
    """What dice show that were rolled out of sight; by their real identities."""


class Writing:
    """Finds what was written, and writes it into imagined states."""

    def __init__(self, program: Program, sight: Sight, beginning: list[int]) -> None:
        self.program = program
        self.layout = program.layout
        self.sight = sight
        self.beginning = beginning

    def read(
        self,
        now: list[int],
        events: list[RawEvent],
        seat: int | None,
        mixed: set[int],
        named: Callable[[RawEvent], Iterable[int]],
    ) -> list[Written]:
        """What may be different in another world: rolls that the seat does not know, and whatever was written on
        pieces that exchange their identities (`mixed`). `named`: the pieces that an event names."""
        made: list[Written] = []
        sides: dict[int, int] = {}
        unseen: dict[int, int] = {}
        """Die -> index of the event of its last roll, if the seat did not see the die since."""
        for index, event in enumerate(events):
            if event.kind == "rolled":
                unseen.pop(event.args[0], None)
                if not event.known_to(seat):
                    unseen[event.args[0]] = index
                    sides[index] = self.program.sides[event.args[0]]
            elif event.known_to(seat):
                for piece in named(event):
                    sides.pop(unseen.pop(piece, -1), None)
            found = self._written(event)
            if found is not None:
                made.append(Written(index, *found, 0))
        for die, index in unseen.items():
            mask = self.sight.die_seers(now, die)
            if mask == -1 or (seat is not None and mask >> seat & 1):
                del sides[index]
        changing = mixed | {one.piece for one in made if one.index in sides}
        return [evolve(one, sides=sides.get(one.index, 0)) for one in made if one.piece in changing]

    def _written(self, event: RawEvent) -> tuple[int, int, int] | None:
        """The slot, the piece and the value that an event wrote."""
        a = event.args
        if event.kind in SET_EVENTS:
            piece = self.program.slots.piece(a[0])
            return None if piece is None else (a[0], piece, a[1])
        if event.kind == "rolled":
            return self.layout.dice + a[0], a[0], a[1]
        if event.kind == "turned":
            return self.layout.faces + a[0], a[0], a[1]
        return None

    def draw(self, written: list[Written], below: Callable[[int], int]) -> Copy:
        """The values of another world. `below`: a random number from 0 to a limit, without the limit."""
        return Copy({one.index: 1 + below(one.sides) if one.sides else one.value for one in written})

    def follow(self, copy: Copy, written: list[Written], until: int, who: list[int]) -> None:
        """Follow the events up to the index `until`; `who`: the identities that the pieces have there."""
        for one in written[len(copy.slots) :]:
            if one.index >= until:
                break
            copy.slots.append(one.slot - one.piece + who[one.piece])
            if one.sides:
                copy.shows[one.piece] = copy.values[one.index]
            else:
                copy.shows.pop(one.piece, None)

    def write(self, s: list[int], made: list[int], written: list[Written], copy: Copy, count: int) -> None:
        """Write the first `count` values of an imagined world into its state. `s`: the real state.

        A phase may have reset a value since; the real state has it then.
        """
        if not count:
            return
        really, here = dict[int, int](), dict[int, int]()
        for number, one in enumerate(written[:count]):
            really[one.slot] = number
            here[copy.slots[number]] = number
        for slot in really.keys() - here.keys():
            made[slot] = self.beginning[slot]
        for slot, number in here.items():
            one = written[number]
            last = really[one.slot] == number and not one.sides
            made[slot] = s[one.slot] if last else copy.values[one.index]
        count_masks(self.layout, made)
