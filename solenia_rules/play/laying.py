"""Applies a sketch to a state. Pieces are moved with the same physics as in play, so that no piece is lost or
duplicated."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.core import layout as at
from solenia_rules.core.layout import count_masks
from solenia_rules.play import chance, reading
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.physics import BITS
from solenia_rules.play.sketch import Earlier, Flaw, Impossible, Lying, Named, Path, Rolls, Sketch

MOST_LOOKED_AT = 1_000_000
"""The most random numbers of dice that are searched for the rolls of one sketch."""
NOWHERE = 0


class Laying:
    """Applies one sketch to one state; every move, turn and assignment is logged."""

    def __init__(self, executor: EmittingExecutor, s: list[int]) -> None:
        self.executor = executor
        self.silent = executor.silent
        self.layout = executor.program.layout
        self.physics = executor.silent.physics
        self.s = s
        self.taken: dict[int, Named] = {}
        """Piece -> the entry of the sketch that names it."""
        self.flaws: list[Flaw] = []
        self.looked_at = 0

    def lay(self, sketch: Sketch) -> None:
        """Apply the sketch. Raises `Impossible`; the state must then be discarded."""
        chosen = self._choose(sketch)
        self._stop_if_flawed()
        self.whole = {x.place for x in sketch.lying if not x.more}
        zones = [x for x in sketch.lying if x.place < self.layout.first_cell]
        self._make_room()
        lifted = self._lift(zones)
        for lying in zones:
            self._fill(lying, chosen[lying.place])
        self._put_back(lifted)
        for turned in sketch.turned:
            for piece in turned.pieces:
                self._turn(piece, turned.face)
        for lying in sketch.lying:
            if lying.place >= self.layout.first_cell:
                self._fill(lying, chosen[lying.place])
        for stored in sketch.stored:
            self._store(stored.slot, stored.value)
        count_masks(self.layout, self.s)
        for rolls in sketch.rolls:
            self._foresee(rolls)
        self._check_limits(sketch)
        self._stop_if_flawed()
        for earlier in sketch.recorded:
            self._record(earlier, sketch.beginning.seat)

    def _record(self, earlier: Earlier, seat: int | None) -> None:
        """Record an earlier position: the sketched one with what was different in it. `seat`: the seat that acts."""
        log = self.executor.log
        told, there = len(log.events), self.s[:]
        try:
            Laying(self.executor, there).lay(earlier.sketch)
        except Impossible as problem:
            inner = (flaw.inside(earlier.path) for flaw in problem.flaws)
            raise Impossible(tuple(inner)) from None
        del log.events[told:]
        acting = earlier.sketch.beginning.seat
        history = self.layout.histories[earlier.history]
        packed = self.physics.packers[history.number](there, (seat or 0) if acting is None else acting)
        self.s[history.base + self.s[history.count]] = packed
        self.s[history.count] += 1

    def _stop_if_flawed(self) -> None:
        if self.flaws:
            raise Impossible(tuple(self.flaws))

    # ---- which of equal pieces ------------------------------------------------------------------

    def _choose(self, sketch: Sketch) -> dict[int, list[tuple[int, Named]]]:
        """For each place, its pieces. Names that fit a single piece are assigned before names that fit several."""
        found: dict[int, dict[int, tuple[int, Named]]] = {x.place: {} for x in sketch.lying}
        named = [(x.place, number, piece) for x in sketch.lying for number, piece in enumerate(x.pieces)]
        for place, number, piece in sorted(named, key=lambda entry: len(entry[2].alike) > 1):
            free = [p for p in piece.alike if p not in self.taken]
            if not free:
                self._doubled(piece)
                continue
            here = [p for p in free if self.s[self.layout.locations + p] == place]
            index = (here or free)[0]
            self.taken[index] = piece
            found[place][number] = index, piece
        return {place: [pieces[number] for number in sorted(pieces)] for place, pieces in found.items()}

    def _doubled(self, piece: Named) -> None:
        count = len(piece.alike)
        where = "lies somewhere else already" if count == 1 else f"is listed more often than the {count} there are"
        self.flaws.append(Flaw("E702", f"`{piece.name}` {where}", piece.path))

    # ---- pieces -------------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Take the named pieces out of zones with a capacity, so that other pieces find room there."""
        for piece in self.taken:
            if self.physics.capacity[self.s[self.layout.locations + piece]]:
                self._move(piece, NOWHERE)

    def _lift(self, zones: list[Lying]) -> list[tuple[int, int]]:
        """Remove the pieces from boards whose rows the sketch changes; returns each piece with its cell, to which it
        returns later."""
        lifted = []
        for lying in zones:
            if lying.place in self.physics.rows.boards:
                first, _columns, count = self.physics.rows.boards[lying.place]
                for cell in range(first, first + count):
                    for piece in BITS[self.s[self.layout.at + cell]]:
                        lifted.append((piece, self.layout.place_of_cell(cell)))
        for piece, _place in lifted:
            self._move(piece, NOWHERE)
        return lifted

    def _put_back(self, lifted: list[tuple[int, int]]) -> None:
        for piece, place in lifted:
            if self.s[self.layout.locations + piece] == NOWHERE and piece not in self.taken:
                if self._exists(place):
                    self._move(piece, place)
                else:
                    self._send_home(piece)

    def _fill(self, lying: Lying, chosen: list[tuple[int, Named]]) -> None:
        """Put the chosen pieces into the place, in this order; other pieces there return to where they start."""
        if not self._exists(lying.place):
            self.flaws.append(Flaw("E701", "the board has no such row now", lying.path))
            return
        wanted = [piece for piece, _named in chosen]
        if not lying.more:
            for piece in reading.pieces_in(self.executor.program, self.s, lying.place):
                if piece in self.taken and piece not in wanted:
                    self._move(piece, NOWHERE)
                elif piece not in wanted:
                    self._send_home(piece)
        for position, (piece, named) in enumerate(chosen):
            self._put(piece, lying.place, position)
            if self.s[self.layout.locations + piece] != lying.place:
                self.flaws.append(Flaw("E702", "no room for all of these", lying.path))
            if named.face is not None:
                self._turn(piece, named.face)

    def _exists(self, place: int) -> bool:
        """Whether the place exists: a cell of a board made of rows exists only if its row is on the board."""
        if place < self.layout.first_cell:
            return True
        cell = self.layout.cells[place - self.layout.first_cell]
        rows = self.layout.names.boards[cell.board].rows
        if not isinstance(rows, str):
            return True
        return cell.row <= self.s[self.layout.zone_masks + self.layout.zone_base(rows)].bit_count()

    def _send_home(self, piece: int) -> None:
        """Move a piece to where it starts. It leaves play if that place is fully sketched or full, or if it starts
        nowhere."""
        home = self.silent.start_of(piece)
        self._move(piece, NOWHERE if home in self.whole else home)
        if self.s[self.layout.locations + piece] != home:
            self._move(piece, NOWHERE)

    def _put(self, piece: int, place: int, position: int) -> None:
        ordered = place < self.layout.first_cell and self.layout.zones[place - 1].ordered
        if ordered:
            members = reading.pieces_in(self.executor.program, self.s, place)
            if members[position : position + 1] != [piece]:
                self._tell("move_at", 1 << piece, place, position + 1)
        else:
            self._move(piece, place)

    def _move(self, piece: int, place: int) -> None:
        if self.s[self.layout.locations + piece] != place:
            self._tell("move", 1 << piece, place)

    def _turn(self, piece: int, face: int) -> None:
        if self.s[self.layout.faces + piece] != face:
            self._tell("set_face", piece, face)

    def _tell(self, primitive: str, *args: int) -> None:
        act = self.executor.telling[primitive]
        assert callable(act)
        act(self.s, *args)

    # ---- numbers ------------------------------------------------------------------------------------

    def _store(self, slot: int, value: int) -> None:
        old = self.s[slot]
        if old != value:
            self.s[slot] = value
            die = slot - self.layout.dice
            if 0 <= die < self.layout.rolled:
                self.executor.log.add("rolled", (die, value), self.executor.sight.die_seers(self.s, die))
            else:
                self.executor.log.add("set", (slot, value, old))

    def _foresee(self, rolls: Rolls) -> None:
        """Move the die's random stream on to a point where the next rolls are those of the sketch."""
        s, stream = self.s, len(self.layout.zones) + rolls.die
        key = chance.stream_key(s[at.SEED_LOW], s[at.SEED_HIGH], stream)
        sides = self.physics.sides[rolls.die]
        slot = self.layout.streams + stream
        for count in range(s[slot], s[slot] + MOST_LOOKED_AT - self.looked_at):
            self.looked_at += 1
            if all(1 + chance.below(key, count + i, sides) == face for i, face in enumerate(rolls.shown)):
                s[slot] = count
                return
        self.flaws.append(Flaw("E707", "so many rolls in a row do not come up", rolls.path, "ask for fewer"))

    def _check_limits(self, sketch: Sketch) -> None:
        functions = {name: number for number, name in enumerate(self.executor.program.outline.functions)}
        for counter in self.layout.names.world.counters:
            limit = functions.get(f"limit {counter.id}")
            if limit is None:
                continue
            base, width = self.layout.counters[counter.id], self.layout.width(counter)
            for seat in range(self.layout.seats) if "seat" in counter.per else (0,):
                first = base + seat * width
                total, most = sum(self.s[first : first + width]), max(0, self.silent.call(self.s, limit, seat))
                if total > most:
                    where = next(_paths(sketch, first, width), ())
                    self.flaws.append(
                        Flaw("E703", f"{total} of `{counter.id}` are more than the limit of {most}", where)
                    )


def _paths(sketch: Sketch, first: int, width: int) -> Iterator[Path]:
    return (x.path for x in sketch.stored if first <= x.slot < first + width)
