"""Sets up a game without players, to find mistakes in the setup."""

from __future__ import annotations

from collections.abc import Container, Iterator

from solenia_rules.checked.checked import Checked
from solenia_rules.core.compiled import Program
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.text.diagnostics import Diagnostic

SEED = 0


class Noting(Executor):
    """An executor that notes where it got stuck."""

    def __init__(self, program: Program) -> None:
        self.stuck_at: list[int] = []
        super().__init__(program)

    def stuck(self, s: list[int], place: int) -> int:
        if not reading.is_trial(s):
            self.stuck_at.append(place)
        return super().stuck(s, place)


class Rehearsal(Noting):
    """Sets up a game until its first phase or decision, and not further: the work between two of them is bounded, the
    work of a whole game is not."""

    def told(self) -> Container[int]:
        return range(len(self.program.phases))

    def enter(self, s: list[int], phase: int, seat: int) -> bool:
        if reading.is_trial(s):
            return super().enter(s, phase, seat)
        self.win(s, 0)
        return True


def rehearse(checked: Checked, seats: int) -> Iterator[Diagnostic]:
    """What is wrong with the setup for a number of seats."""
    # Imported only where it is needed: `Noting` also serves programs from the cache.
    from solenia_rules.lower.program import compile_program

    program = compile_program(checked, seats, refined=False)
    rehearsal = Rehearsal(program)
    yield from _homeless(rehearsal)
    rehearsal.start(SEED)
    core = program.flat.core
    for place in dict.fromkeys(rehearsal.stuck_at):
        span = core.places[place] if place >= 0 else core.specs[-1 - place].span
        hint = "give the seat another option, or test first: `if some(...) { }`, `may`, `try`"
        yield Diagnostic("E601", "this cannot be done when the game is set up", span, hint)


def _homeless(rehearsal: Rehearsal) -> Iterator[Diagnostic]:
    """Zones that are too small for the pieces that start there."""
    program = rehearsal.program
    state = rehearsal.ready(SEED)
    wanted: dict[str, int] = {}
    for piece in program.inventory.pieces:
        start = rehearsal.start_of(piece.index)
        if start and reading.place_of(program, state, piece.index) != start:
            zone = program.inventory.zones[start - 1].zone
            wanted[zone] = wanted.get(zone, 0) + 1
    for zone, number in wanted.items():
        message = f"`{zone}` has no room for {number} of the pieces that start there"
        yield Diagnostic("E602", message, program.names.zones[zone].span, "use a larger `capacity` or fewer copies")
