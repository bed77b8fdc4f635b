"""What happened, as plain data; who may know which piece was meant is part of it."""

from __future__ import annotations

from attrs import frozen

from solenia_rules.compiler.lowering import EVENTS
from solenia_rules.runtime.physics import BITS, Physics
from solenia_rules.runtime.sight import Sight


@frozen
class RawEvent:
    """`kind` names the event; numbers are indices of the layout. `seers`: seats that may know the details, -1 all."""

    kind: str
    args: tuple[int, ...]
    place: int
    """Where in the ruleset the text stands that did it."""
    seers: int = -1


class Recorder:
    """Collects events while the emitting form of a program runs."""

    def __init__(self) -> None:
        self.place = -1
        self.events: list[RawEvent] = []
        self.hide: dict[int, int] = {}

    def tell(self, kind: int, *args: int) -> None:
        self.events.append(RawEvent(EVENTS[kind], args, self.place))

    def add(self, kind: str, args: tuple[int, ...], seers: int = -1) -> None:
        self.events.append(RawEvent(kind, args, self.place, seers))

    def answered(self, spec: int, seat: int, answer: int, single: int) -> None:
        self.events.append(RawEvent("answered", (spec, seat, answer, single), self.place, 1 << seat))


def recording(physics: Physics, sight: Sight, log: Recorder) -> dict[str, object]:
    """The primitives of physics that also tell the log."""
    base = physics.layout.locations

    def moved(s: list[int], pieces: int, act) -> None:  # type: ignore[no-untyped-def]
        members = [p for p in BITS[pieces]]
        before = [(p, s[base + p], sight.seers(s, p)) for p in members]
        act()
        for piece, old, seers in before:
            after = sight.seers(s, piece)
            who = -1 if -1 in (seers, after) else seers | after
            log.add("moved", (piece, old, s[base + piece]), who)

    def move(s: list[int], pieces: int, place: int) -> None:
        moved(s, pieces, lambda: physics.move(s, pieces, place))

    def move_at(s: list[int], pieces: int, place: int, position: int) -> None:
        moved(s, pieces, lambda: physics.move_at(s, pieces, place, position))

    def draw(s: list[int], number: int, source: int, target: int) -> None:
        before = list(s[physics.layout.known : physics.layout.known + physics.layout.seats])
        taken = physics.draw(s, number, source, target)
        for piece in BITS[taken]:
            after = sight.seers(s, piece)
            seen = sight.places[source + 1]
            who = -1 if -1 in (after, seen) else after | seen | sum((before[i] >> piece & 1) << i for i in range(len(before)))
            log.add("drawn", (piece, source + 1, target + 1), who)

    def shuffle(s: list[int], zone: int) -> None:
        physics.shuffle(s, zone)
        log.add("shuffled", (zone + 1,))

    def roll(s: list[int], die: int) -> None:
        log.add("rolled", (die, physics.roll(s, die)))

    def show(s: list[int], pieces: int, seats: int) -> None:
        physics.show(s, pieces, seats)
        log.add("shown", (pieces, seats), seats)

    def turn(s: list[int], piece: int) -> None:
        physics.turn(s, piece)
        log.add("turned", (piece, s[physics.layout.faces + piece]))

    def set_face(s: list[int], piece: int, face: int) -> None:
        physics.set_face(s, piece, face)
        log.add("turned", (piece, face))

    return {
        "move": move, "move_at": move_at, "draw": draw, "shuffle": shuffle, "roll": roll, "show": show, "turn": turn,
        "set_face": set_face, "LOG": log,
    }  # fmt: skip


CHANCE_EVENTS = frozenset(("drawn", "shuffled", "rolled", "shown"))
"""After one of these, taking back an answer would take back knowledge."""

