"""Events as plain data. Each event also says which seats may know its details."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from solenia_rules.checked.numbers import EVENTS
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.layout import Layout
from solenia_rules.dsl.builtins import VERBS, BuiltInVerb
from solenia_rules.play import sequences
from solenia_rules.play.physics import BITS, Physics
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import evolve, frozen


@frozen
class RawEvent:
    """`kind` names the event; the numbers in `args` are indices of the layout. `seers`: mask of the seats that may know
    the details, -1 for all."""

    kind: str
    args: tuple[int, ...]
    place: int
    """The place in the ruleset of the text that caused the event."""
    seers: int = -1
    behalf: int = -1
    """The place of the record or the entry of `[rules]` on whose behalf the event happened: the nearest in the call
    stack."""

    def known_to(self, seat: int | None) -> bool:
        """Whether a seat may know the details; None is a spectator."""
        return self.seers == -1 or (seat is not None and bool(self.seers >> seat & 1))


class Recorder:
    """Collects events while the emitting form of a program runs."""

    def __init__(self) -> None:
        self.place = -1
        self.calls: list[int] = []
        """Places from which effects without a frame were called, outermost first."""
        self.events: list[RawEvent] = []
        self.state: list[int] | None = None
        """The running state; its frames give the places of the callers."""
        self.behalf: dict[int, int] = {}
        self.block_calls: tuple[int, ...] = ()
        self.open_specs: frozenset[int] = frozenset()
        """The decisions whose answers are told to all seats."""

    def tell(self, kind: int, *args: int) -> None:
        self.events.append(RawEvent(EVENTS[kind], args, self.place, -1, self._on_behalf()))

    def add(self, kind: str, args: tuple[int, ...], seers: int = -1) -> None:
        self.events.append(RawEvent(kind, args, self.place, seers, self._on_behalf()))

    def stand(self, place: int) -> None:
        """Set the place of the following events explicitly, where no statement sets it."""
        self.place = place

    def back(self) -> None:
        """Set the place of the following events to the place of the caller: they have none of their own."""
        self.stand(next((place for place in self._callers() if place >= 0), self.place))

    def _callers(self) -> Iterator[int]:
        """The places of the callers, innermost first."""
        yield from reversed(self.calls)
        s = self.state
        frame = s[s[at.FRAME] + 2] if s is not None else -1
        while s is not None and frame >= 0:
            yield self.block_calls[s[frame + 1]]
            frame = s[frame + 2]

    def _on_behalf(self) -> int:
        behalf, s = self.behalf, self.state
        if self.place in behalf:
            return behalf[self.place]
        if not behalf or s is None or s[at.OVER]:
            return -1
        for place in reversed(self.calls):
            if place in behalf:
                return behalf[place]
        calls, frame = self.block_calls, s[s[at.FRAME] + 2]
        while frame >= 0:
            if calls[s[frame + 1]] in behalf:
                return behalf[calls[s[frame + 1]]]
            frame = s[frame + 2]
        return -1

    def answered(self, spec: int, seat: int, answer: int, single: int) -> None:
        """Tell an answer to the seat that gave it, and an open one to all seats."""
        seers = -1 if spec in self.open_specs else 1 << seat
        self.events.append(RawEvent("answered", (spec, seat, answer, single), self.place, seers))


def recording(physics: Physics, sight: Sight, log: Recorder) -> dict[str, object]:
    """The primitives of `physics`, wrapped so that they also write to the log."""
    base = physics.layout.locations
    order = list(physics.layout.names.pieces)
    kinds = [order.index(piece.kind) for piece in physics.layout.pieces]
    orders = physics.layout.zone_orders - 1
    ordered = (False, *(zone.ordered for zone in physics.layout.zones), *(False for _cell in physics.layout.cells))

    def numbers_seen(s: list[int], pieces: int) -> list[tuple[int, int]]:
        """The dice among some pieces, each with the seats that see what it shows."""
        return [(die, sight.die_seers(s, die)) for die in BITS[pieces] if die in physics.sides]

    def appear(s: list[int], before: list[tuple[int, int]]) -> None:
        """Log what dice show to seats that did not see it before."""
        for die, old in before:
            seers = sight.die_seers(s, die)
            if old != -1 and (seers == -1 or seers & ~old):
                log.add("seen", (die, s[physics.layout.dice + die]), seers)

    def moved(s: list[int], pieces: int, place: int, act: Callable[[], None]) -> None:
        """Log the pieces that arrived at the place; a piece that found the place full did not move. A piece that was
        there already is logged with its new position in the order and the number of pieces, or with 0 if the order did
        not change."""
        before = [(p, s[base + p], sight.seers(s, p)) for p in BITS[pieces]]
        order = s[orders + place] if ordered[place] else 0
        dice = numbers_seen(s, pieces)
        act()
        made: list[tuple[int, tuple[int, ...]]] = []
        for piece, old, seers in before:
            if s[base + piece] != place:
                continue
            after = sight.seers(s, piece)
            where: tuple[int, ...] = (piece, old, place)
            if old == place:
                same = not ordered[place] or s[orders + place] == order
                line = [] if same else sequences.unpack(s[orders + place])
                where += (0 if same else line.index(piece) + 1, len(line))
            made.append((-1 if -1 in (seers, after) else seers | after, where))
        tell_alike("moved", made)
        appear(s, dice)

    def tell_alike(kind: str, made: list[tuple[int, tuple[int, ...]]]) -> None:
        """Log pieces with the same seers together: the order of the log lines must not reveal which piece a hidden one
        is."""
        for seers, args in sorted(made, key=lambda x: (x[0], *x[1][1:3], kinds[x[1][0]], x[1][0])):
            log.add(kind, args, seers)

    def move(s: list[int], pieces: int, place: int) -> None:
        moved(s, pieces, place, lambda: physics.move(s, pieces, place))

    def move_at(s: list[int], pieces: int, place: int, position: int) -> None:
        moved(s, pieces, place, lambda: physics.move_at(s, pieces, place, position))

    def draw(s: list[int], number: int, source: int, target: int) -> None:
        before = list(s[physics.layout.known : physics.layout.known + physics.layout.seats])
        dice = numbers_seen(s, s[physics.layout.zone_masks + source])
        taken = physics.draw(s, number, source, target)
        made: list[tuple[int, tuple[int, ...]]] = []
        for piece in BITS[taken]:
            after = sight.seers(s, piece)
            seen = sight.places[source + 1]
            who = (
                -1
                if -1 in (after, seen)
                else after | seen | sum((before[i] >> piece & 1) << i for i in range(len(before)))
            )
            made.append((who, (piece, source + 1, target + 1)))
        tell_alike("drawn", made)
        appear(s, [one for one in dice if taken >> one[0] & 1])

    def shuffle(s: list[int], zone: int) -> None:
        physics.shuffle(s, zone)
        log.add("shuffled", (zone + 1,))

    def lot(s: list[int], limit: int) -> None:
        """A lot is told to no seat: what follows from it is told."""
        physics.lot(s, limit)
        log.add("allotted", (s[physics.layout.lot], limit), 0)

    def roll(s: list[int], die: int) -> None:
        shows = physics.roll(s, die)
        if die >= 0:
            log.add("rolled", (die, shows), sight.die_seers(s, die))

    def show(s: list[int], pieces: int, seats: int) -> None:
        before = numbers_seen(s, pieces)
        physics.show(s, pieces, seats)
        if pieces:
            log.add("shown", (pieces, seats), seats)
            appear(s, before)

    def turn(s: list[int], piece: int) -> None:
        physics.turn(s, piece)
        if piece >= 0:
            log.add("turned", (piece, s[physics.layout.faces + piece]), sight.seers(s, piece))

    def set_face(s: list[int], piece: int, face: int) -> None:
        physics.set_face(s, piece, face)
        if piece >= 0:
            log.add("turned", (piece, face), sight.seers(s, piece))

    return {
        "move": move, "move_at": move_at, "draw": draw, "shuffle": shuffle, "lot": lot, "roll": roll, "show": show,
        "turn": turn, "set_face": set_face, "LOG": log,
    }  # fmt: skip


def _told(holds: Callable[[BuiltInVerb], bool]) -> frozenset[str]:
    """The kinds of events of the built-in verbs of which something holds."""
    return frozenset(verb.told for verb in VERBS.values() if verb.told is not None and holds(verb))


CHANCE_EVENTS = _told(lambda verb: verb.horizon) | {"allotted"}
"""Kinds of events that reveal information: an answer before such an event cannot be taken back."""
AMOUNT_EVENTS = {
    **dict.fromkeys(_told(lambda verb: verb.writes == "more"), 1),
    **dict.fromkeys(_told(lambda verb: verb.writes == "less"), -1),
}
"""Kinds of events that change counters of a seat, and whether these rise (1) or fall (-1)."""
SET_EVENTS = _told(lambda verb: verb.writes == "place")
"""Kinds of events that give a counter, a field or a variable of the state a value."""
MOVE_EVENTS = _told(lambda verb: verb.moves == "pieces")
"""Kinds of events after which a piece is at another place."""
UNCAUSED_EVENTS = frozenset(EVENTS) - _told(lambda verb: verb.leaves != "game")
"""Kinds of events that are no effect of a single text."""


def shown_to(layout: Layout, s: list[int]) -> list[int]:
    """For each piece, the mask of the seats to which it was shown."""
    found = [0] * len(layout.pieces)
    for seat in range(layout.seats):
        for piece in BITS[s[layout.known + seat]]:
            found[piece] |= 1 << seat
    return found


def witnessed(program: Program, sight: Sight, before: list[int], events: Iterable[RawEvent]) -> list[RawEvent]:
    """Limit changes of counters, state and fields to the seats that may see them; other events stay as they are.

    `before`: the state before the first of the events.
    """
    layout = program.layout
    known = shown_to(layout, before)
    places, made = before[layout.locations : layout.locations + len(layout.pieces)], []
    for event in events:
        a = event.args
        match event.kind:
            case "moved" | "drawn":
                places[a[0]], known[a[0]] = a[2], 0
            case "shown":
                for piece in BITS[a[0]]:
                    known[piece] |= a[1]
            case "rolled":
                known[a[0]] = 0
            case "shuffled":
                known = [0 if place == a[0] else seats for place, seats in zip(places, known, strict=True)]
            case _:
                pass
        seers = event.seers
        if event.kind in AMOUNT_EVENTS:
            seers = sight.counter(program.resources[a[1]][0], a[0])
        elif event.kind in SET_EVENTS:
            changed = program.slots.piece(a[0])
            seers = sight.slots[a[0]] if changed is None else sight.places[places[changed]]
            if changed is not None and seers != -1:
                seers |= known[changed]
        made.append(event if seers == event.seers else evolve(event, seers=seers))
    return made
