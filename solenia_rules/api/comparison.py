"""Compares a position with a sketch. For each difference it names the rule that caused the value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from solenia_rules.api.spelling import FACES, Spelling
from solenia_rules.api.variables import Variables
from solenia_rules.core.compiled import Program
from solenia_rules.play import reading
from solenia_rules.play.events import RawEvent
from solenia_rules.play.sketch import Computed, Lying, Path, Sketch, Stored, Turned
from solenia_rules.play.views import Viewer
from solenia_rules.text.frozen import evolve, field, sealed

if TYPE_CHECKING:
    from solenia_rules.api.events import Event, Teller


@sealed
class Difference:
    """A value that differs from the expected one. `event` is the last event that changed it, if there is one."""

    what: str
    expected: str
    found: str
    path: Path
    _slots: tuple[int, ...] = field(default=(), repr=False)
    _places: tuple[int, ...] = field(default=(), repr=False)
    _pieces: tuple[int, ...] = field(default=(), repr=False)
    event: Event | None = None

    def blame(self, raws: Sequence[RawEvent], teller: Teller) -> Difference:
        """The same differences, each with the last event that changed the value."""
        for raw in reversed(raws):
            if self._touched(raw, teller.program):
                return evolve(self, event=teller.event(raw))
        return self

    def _touched(self, raw: RawEvent, program: Program) -> bool:
        a = raw.args
        match raw.kind:
            case "entered":
                return not program.reset_slots(a[0]).keys().isdisjoint(self._slots)
            case "gained" | "paid" | "lost":
                counter, word = program.resources[a[1]]
                return program.slots.counter(counter, word, a[0]) in self._slots
            case "set" | "added":
                return a[0] in self._slots
            case "moved" | "drawn":
                return a[1] in self._places or a[2] in self._places
            case "turned":
                return a[0] in self._pieces
            case "rolled":
                return program.slots.die(a[0]) in self._slots
            case _:
                return False


class Comparison:
    def __init__(
        self,
        program: Program,
        spelling: Spelling,
        viewer: Viewer,
        query: Callable[[list[int], int, tuple[int, ...]], int],
        s: list[int],
    ) -> None:
        """`query`: computes a shown query in a state."""
        self.query = query
        self.program = program
        self.inventory = program.inventory
        self.spelling = spelling
        self.variables = Variables(program, spelling, viewer)
        self.s = s

    def differences(self, sketch: Sketch) -> list[Difference]:
        found: list[Difference] = []
        for stored in sketch.stored:
            found += self._stored(stored)
        for computed in sketch.computed:
            found += self._computed(computed)
        for lying in sketch.lying:
            found += self._lying(lying)
        for turned in sketch.turned:
            found += self._turned(turned)
        return found

    def _stored(self, stored: Stored) -> Iterator[Difference]:
        now = self.s[stored.slot]
        if now != stored.value:
            said = [self.variables.value(stored.slot, value) for value in (stored.value, now)]
            yield Difference(stored.what, said[0], said[1], stored.path, (stored.slot,))

    def _computed(self, computed: Computed) -> Iterator[Difference]:
        now = self.query(self.s, computed.function, computed.given)
        if now != computed.value:
            yield Difference(computed.what, str(computed.value), str(now), computed.path)

    def _lying(self, lying: Lying) -> Iterator[Difference]:
        place = lying.place
        ordered = place < self.inventory.first_cell and self.inventory.zones[place - 1].ordered
        members = reading.pieces_in(self.program, self.s, place)
        there = [self.spelling.piece(p) for p in members]
        wanted = [piece.name for piece in lying.pieces]
        if ordered:
            same = there[: len(wanted)] == wanted and (lying.more or len(there) == len(wanted))
        else:
            lacking, extra = Counter(wanted) - Counter(there), Counter(there) - Counter(wanted)
            same = not lacking and (lying.more or not extra)
        if not same:
            expected = ", ".join([*wanted, *(["..."] if lying.more else [])]) or "nothing"
            found = ", ".join(there) or "nothing"
            yield Difference(self.spelling.place(place), expected, found, lying.path, (), (place,))
            return
        for piece in lying.pieces:
            mine = [p for p in members if p in piece.alike]
            if piece.face is not None and all(reading.face_of(self.program, self.s, p) != piece.face for p in mine):
                yield self._face(piece.name, piece.face, tuple(mine), piece.path)

    def _turned(self, turned: Turned) -> Iterator[Difference]:
        if any(reading.face_of(self.program, self.s, p) != turned.face for p in turned.pieces):
            yield self._face(turned.name, turned.face, turned.pieces, turned.path)

    def _face(self, name: str, face: int, pieces: tuple[int, ...], path: Path) -> Difference:
        return Difference(f"face of {name}", FACES[face], FACES[1 - face], path, (), (), pieces)
