"""The players of the games of a check: random or greedy, each with or without help.

Help means goods that nobody earned, and pieces moved to where others of their kind have been. It brings games to
positions that weak play hardly ever reaches. If such a game gets stuck, that proves nothing; but what even such games
never reach is worth reporting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from solenia_rules.checked.acts import Pay, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.footprint import Footprint
from solenia_rules.fast.errors import Fault
from solenia_rules.play import chance, reading
from solenia_rules.play.executor import Executor
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.lookahead import Lookahead
from solenia_rules.tools.lab.lots import Lots

if TYPE_CHECKING:
    from solenia_rules.fast.thinker import Glancer

GIFTS = chance.ANSWERS - 1
"""The random stream of help."""
PURSE = 12
"""The amount up to which a counter without a limit is filled."""
EVERY = 3
"""Help comes before one answer in this many."""
GLANCE = 8
"""The number of ends of its own move that a greedy player evaluates."""


class Player(Protocol):
    """Answers for all seats of a game."""

    name: str

    def answer(self, s: list[int]) -> int: ...


class RandomPlayer:
    """Uniformly random answers, those of the bot `random` at every seat."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.key = chance.answer_key(*chance.split_seed(seed))

    def answer(self, s: list[int]) -> int:
        options = reading.options(s)
        return options[chance.answer(self.key, reading.decisions(s), len(options))]


class GreedyPlayer(RandomPlayer):
    """Takes the option with the highest value at the end of its own move, found by a short lookahead."""

    name = "greedy"

    def __init__(self, seed: int, judge: Judge) -> None:
        super().__init__(seed)
        self.seed = seed
        self.judge = judge
        self._glancer: Glancer | None = None

    def answer(self, s: list[int]) -> int:
        if len(reading.options(s)) == 1:
            return super().answer(s)
        code = self.judge.worlds.code
        if code is None:
            return self._looked(s)
        try:
            if self._glancer is None:
                from solenia_rules.fast.thinker import Glancer

                self._glancer = Glancer(code, self.seed)
            return self._glancer.answer(s, GLANCE)
        except Fault:
            return self._looked(s)

    def _looked(self, s: list[int]) -> int:
        """The answer in plain Python."""
        seat = reading.asked_seat(s)
        lots = Lots(self.seed, seat, reading.decisions(s))
        worths = Lookahead(self.judge, seat, lots).look(self.judge.worlds.world(s), GLANCE).values
        best = max(worths.values())
        return lots.pick([option for option, worth in worths.items() if worth == best])


class Purse:
    """The counters of seats that are used for paying, and their limits."""

    def __init__(self, checked: Checked, executor: Executor) -> None:
        self.executor = executor
        self.slots = executor.program.slots
        functions = {function.name: function.id for function in executor.program.flat.core.functions}
        paid = paid_counters(checked)
        self.counters = [
            (c.id, min(c.high, PURSE), functions.get(f"limit {c.id}"))
            for c in checked.names.world.counters
            if c.id in paid and "seat" in c.per
        ]

    def fill(self, s: list[int], seat: int, key: int, moment: int) -> None:
        """Give a seat a random amount of each counter, within its limits."""
        for number, (counter, high, limit) in enumerate(self.counters):
            slots = self.slots.amounts(counter, seat)
            room = sum(max(0, high - s[slot]) for slot in slots)
            if limit is not None:
                room = min(room, self.executor.call(s, limit, seat) - sum(s[slot] for slot in slots))
            for step in range(chance.below(key, moment * 31 + number, max(0, room) + 1)):
                slot = slots[chance.below(key, moment * 977 + number * 131 + step + 1, len(slots))]
                if s[slot] < high:
                    s[slot] += 1


class Places:
    """The places that pieces reached, by kind and owner. Pieces without a record and pieces with faces, which may be
    rows of a board, are left out: too much may depend on their place."""

    def __init__(self, executor: Executor) -> None:
        self.physics = executor.physics
        inventory, pieces = executor.program.inventory, executor.program.names.pieces
        self.groups = [
            (p.kind, p.owner) if p.record is not None and pieces[p.kind].faces is None else None
            for p in inventory.pieces
        ]
        self.members: dict[tuple[str, int], list[int]] = {}
        for piece, group in enumerate(self.groups):
            if group is not None:
                self.members.setdefault(group, []).append(piece)
        self.seen: dict[tuple[str, int], dict[int, None]] = {}

    def note(self, piece: int, place: int) -> None:
        group = self.groups[piece]
        if group is not None:
            self.seen.setdefault(group, {})[place] = None

    def shake(self, s: list[int], key: int, moment: int) -> None:
        """Move one piece to a place where another piece of its kind has been."""
        groups = list(self.seen)
        if not groups:
            return
        group = groups[chance.below(key, moment * 3, len(groups))]
        pieces, places = self.members[group], list(self.seen[group])
        piece = pieces[chance.below(key, moment * 3 + 1, len(pieces))]
        self.physics.move(s, 1 << piece, places[chance.below(key, moment * 3 + 2, len(places))])


class HelpedPlayer:
    """Another player that sometimes gets goods and moved pieces."""

    def __init__(self, seed: int, purse: Purse, places: Places, player: Player) -> None:
        self.player = player
        self.name = f"helped {player.name}"
        self.purse = purse
        self.places = places
        self.gifts = chance.stream_key(*chance.split_seed(seed), GIFTS)

    def answer(self, s: list[int]) -> int:
        moment = reading.decisions(s)
        if chance.below(self.gifts, moment, EVERY) == 0:
            self.purse.fill(s, reading.asked_seat(s), self.gifts, moment)
            self.places.shake(s, self.gifts, moment)
        return self.player.answer(s)


def paid_counters(checked: Checked) -> set[str]:
    """The counters that some text pays with."""
    calls = Calls(checked)
    footprint = Footprint(calls)
    spots = {
        spot
        for text in calls.texts.values()
        for act in all_acts(text.acts)
        if isinstance(act, Pay)
        for spot in footprint.bundle_counters(act.what)
    }
    return {counter for sort, counter in spots if sort == "counter"}
