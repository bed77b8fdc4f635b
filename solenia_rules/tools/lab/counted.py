"""Games that machine code plays and counts: the same batch of results that the watcher collects in plain Python.

Machine code counts options and texts by number; here they get their names. A game that does not fit into memory is
played and watched in plain Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from solenia_rules.api.services import Services
from solenia_rules.fast.ledger import GameRow, Ledger, Sheet
from solenia_rules.play.generated import MOST_DECISIONS, MOST_PHASES
from solenia_rules.play.physics import BITS
from solenia_rules.tools.lab.naming import Naming
from solenia_rules.tools.lab.record import Batch, Deed, GameRecord, Use
from solenia_rules.tools.lab.stuck import stuck_span, stuck_words

if TYPE_CHECKING:
    from solenia_rules.fast.telling import Telling

BLOCK = 256
"""The number of games in one call of machine code; between calls the program can be interrupted."""


class Counting:
    """Counts games of one program between the same bots. Threads may share it."""

    def __init__(self, code: Telling, services: Services, bots: Sequence[tuple[int, int]], watched: str | None) -> None:
        self.code = code
        self.bots = bots
        self.program = services.executor.program
        self.watched = watched
        self._ledgers: list[Ledger] = []
        """The ledgers in use."""
        self.scored = self.program.score is not None
        naming = Naming(services)
        self.owners = list(dict.fromkeys(naming.places))
        numbers = {owner: number for number, owner in enumerate(self.owners)}
        seats = code.seats
        named: dict[str, int] = {}
        table = [-1] * (len(naming.specs) * code.option_bits * seats)
        for spec in range(len(naming.specs)):
            for value in range(min(naming.count(spec), code.option_bits)):
                for seat in range(seats):
                    name = naming.option(spec, value, seat)
                    if name is not None:
                        place = (spec * code.option_bits + value) * seats + seat
                        table[place] = named.setdefault(name, len(named))
        self.names = list(named)
        scoring = [int(counter == self.program.score) for counter, _word in self.program.resources]
        self.sheet = Sheet(
            seats, code.option_bits, table, len(named), [numbers[owner] for owner in naming.places], len(self.owners),
            scoring, len(naming.specs), -1 if watched is None else named.get(watched, -1),
        )  # fmt: skip

    def play(self, games: Sequence[tuple[int, int]], plainly: Callable[[int, int], Batch]) -> Batch:
        """Play games, each given by its index and seed. `plainly` plays one that machine code cannot play. If `stop` is
        called meanwhile, some games are missing."""
        batch, ledger, done = Batch(), Ledger(self.sheet, min(BLOCK, len(games))), 0
        self._ledgers.append(ledger)
        while done < len(games) and not ledger.stopped:
            block = games[done : done + BLOCK]
            played, fault = self.code.count([seed for _index, seed in block], self.bots, ledger)
            rows = zip(block[:played], ledger.games(played), strict=True)
            batch.games += [self._record(index, seed, row) for (index, seed), row in rows]
            done += played
            if fault:
                batch.add(plainly(*games[done]))
                done += 1
        self._ledgers.remove(ledger)
        self._add_sums(batch, ledger)
        return batch

    def stop(self) -> None:
        """End all games that are being played, each after its current one."""
        for ledger in [*self._ledgers]:
            ledger.stop()

    def _record(self, index: int, seed: int, row: GameRow) -> GameRecord:
        capped = not row.winners and (row.decisions >= MOST_DECISIONS or row.phases >= MOST_PHASES)
        stuck: Counter[str] = Counter()
        for seat, place, times in row.stuck:
            stuck[stuck_words(seat, stuck_span(self.program, place))] += times
        parts = {self.owners[who]: points for who, points in row.parts}
        return GameRecord(
            index, seed, BITS[row.winners], row.scores if self.scored else (), row.decisions, capped, dict(stuck),
            dict(sorted(parts.items())), {self.watched: row.took} if self.watched is not None and row.took else {},
        )  # fmt: skip

    def _add_sums(self, batch: Batch, ledger: Ledger) -> None:
        for number, use in ledger.uses():
            batch.uses.setdefault(self.names[number], Use()).add(Use(*use))
        for number, deed in ledger.deeds():
            batch.deeds.setdefault(self.owners[number], Deed()).add(Deed(*deed))
        for seat in range(self.sheet.seats):
            batch.course.setdefault(seat, Counter()).update(dict(enumerate(ledger.course(seat))))
