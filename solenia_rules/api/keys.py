"""Keys of pieces for a viewer: a piece that stays in sight keeps its key, so that a client can show how it moves.

A key tells nothing that the viewer does not know. A piece that is hidden, or lies in a zone that is shuffled, has a new
key when it is seen again. New keys are counted in the order of the view. Equal pieces in one place, which the viewer
cannot tell apart, have their keys in ascending order, whichever of them came first.
"""

from __future__ import annotations

from collections.abc import Iterable

from solenia_rules.core.compiled import Program
from solenia_rules.play import reading
from solenia_rules.play.events import RawEvent
from solenia_rules.play.views import Viewer
from solenia_rules.text.frozen import frozen


@frozen(eq=False)
class Keyring:
    """The keys of the pieces that a viewer sees; `unused` is the next number."""

    keys: dict[int, int]
    unused: int = 1

    @property
    def texts(self) -> dict[int, str]:
        """The keys as a view shows them."""
        return {piece: f"k{number}" for piece, number in self.keys.items()}


class Keyholder:
    """Gives keys to the pieces of a program, for one viewer."""

    def __init__(self, program: Program, viewer: Viewer, seat: int | None) -> None:
        self.program, self.viewer, self.seat = program, viewer, seat
        self.pieces = program.inventory.pieces
        self._groups: dict[int, list[int]] = {}

    def first(self, state: list[int]) -> Keyring:
        """The keys of a position without a history."""
        return self._completed({}, 1, state)

    def after(self, ring: Keyring, before: list[int], events: Iterable[RawEvent], state: list[int]) -> Keyring:
        """The keys after some events."""
        keys: dict[int, int] = dict(ring.keys)
        places = reading.places(self.program, before)
        sees = self.viewer.sight.place
        for event in events:
            if event.kind in ("moved", "drawn"):
                piece, old, new = event.args[:3]
                places[piece] = new
                if old == new:
                    continue
                if not sees(new, self.seat):
                    keys.pop(piece, None)
                if not reading.is_ordered(self.program, new):
                    self._sort(keys, [other for other in self._alike(piece) if places[other] == new])
            elif event.kind == "shuffled":
                for piece in [piece for piece in keys if places[piece] == event.args[0]]:
                    del keys[piece]
        now = reading.places(self.program, state)
        kept = {
            piece: key for piece, key in keys.items() if now[piece] == places[piece] and sees(now[piece], self.seat)
        }
        return self._completed(kept, ring.unused, state)

    def as_before(self, ring: Keyring, there: list[int], state: list[int]) -> Keyring:
        """The keys of a position that looks the same to the viewer as another one, in which the keys are known."""
        free: dict[tuple[int, str, int], list[int]] = {}
        lay = reading.places(self.program, there)
        for piece in self._in_order(there):
            if piece in ring.keys:
                free.setdefault(self._looks(piece, lay), []).append(ring.keys[piece])
        keys: dict[int, int] = {}
        places = reading.places(self.program, state)
        for piece in self._in_order(state):
            left = free.get(self._looks(piece, places))
            if left:
                keys[piece] = left.pop(0)
        return self._completed(keys, ring.unused, state)

    def _looks(self, piece: int, places: list[int]) -> tuple[int, str, int]:
        """What the viewer can tell a piece by: its place, its name and its owner."""
        return places[piece], self.viewer.idents.piece(self.pieces[piece]), self.pieces[piece].owner

    def _completed(self, keys: dict[int, int], unused: int, state: list[int]) -> Keyring:
        """New keys for the visible pieces that have none, in the order of the view."""
        made = dict(keys)
        new = []
        places = reading.places(self.program, state)
        for piece in self._in_order(state):
            if piece not in made:
                made[piece] = unused
                unused += 1
                new.append(piece)
        for piece in new:
            if not reading.is_ordered(self.program, places[piece]):
                self._sort(made, [other for other in self._alike(piece) if places[other] == places[piece]])
        return Keyring(made, unused)

    def _in_order(self, state: list[int]) -> list[int]:
        """The visible pieces, place by place, as a view lists them."""
        places = reading.places(self.program, state)
        sees = self.viewer.sight.place
        seen = sorted(place for place in set(places) if place and sees(place, self.seat))
        return [piece for place in seen for piece in reading.pieces_in(self.program, state, place)]

    def _alike(self, piece: int) -> list[int]:
        """The pieces with the same name and owner, in order of declaration."""
        if piece not in self._groups:
            name, owner = self.viewer.idents.piece(self.pieces[piece]), self.pieces[piece].owner
            alike = [p.index for p in self.pieces if p.owner == owner and self.viewer.idents.piece(p) == name]
            self._groups.update(dict.fromkeys(alike, alike))
        return self._groups[piece]

    @staticmethod
    def _sort(keys: dict[int, int], alike: list[int]) -> None:
        """Put the keys of equal pieces in one place in ascending order; those without a key come last."""
        known = sorted(keys[piece] for piece in alike if piece in keys)
        for piece in alike:
            keys.pop(piece, None)
        keys.update(zip(alike, known, strict=False))
