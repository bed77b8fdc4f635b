"""Finds the hidden information that the rules told a seat on purpose: state that was judged.

A world must be judged as the real one was, so every judgement is repeated in every world. A long game has hundreds of
judgements, most of which tell nothing ("nobody has won yet"). Bots therefore use the last ones, and of the others only
those that would have been different in one of a few trials, in which the hidden pieces were exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from solenia_rules.play import chance
from solenia_rules.play.events import SET_EVENTS, RawEvent
from solenia_rules.play.exchange import Exchange
from solenia_rules.play.executor import Executor
from solenia_rules.play.lots import Lots
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import frozen

History: TypeAlias = Sequence[tuple[list[int], tuple[RawEvent, ...]]]
"""Positions from the first to the current one, each with the events since the previous position."""
JudgedBook: TypeAlias = dict[int, bool]
"""For the judgements of one game and one seat, by the number of events before them: whether they tell something."""
MOST_JUDGED = 12
"""So many judgements, the last ones, are used without a trial."""
JUDGED_TRIALS = 8
"""The number of trials that show whether a judgement tells something."""
TRIALS = chance.ANSWERS - 3
"""The random stream of trials."""


@frozen
class Judged:
    """An answer after which a seat saw judged state: the position before it, the answer, and the resulting values."""

    before: list[int]
    answer: RawEvent
    told: tuple[tuple[int, int], ...]
    """Pairs of slot and value."""
    begun: int
    """The number of events before the answer."""


class Judging:
    """The judgements of one program."""

    def __init__(self, executor: Executor, sight: Sight, exchange: Exchange) -> None:
        self.executor = executor
        self.program = executor.program
        self.layout = executor.program.layout
        self.sight = sight
        self.exchange = exchange
        self.slots = [slot for slot in range(self.layout.size) if self.program.slots.is_judged(slot)]

    def read(self, seat: int | None, history: History) -> list[Judged]:
        """The answers of the history after which judged state changed in one of the slots that the seat sees."""
        seers = self.sight.slots
        seen = [slot for slot in self.slots if seers[slot] == -1 or (seat is not None and seers[slot] >> seat & 1)]
        found: list[Judged] = []
        if not seen:
            return found
        begun = len(history[0][1])
        for (before, _news), (after, news) in pairwise(history):
            set_now = {event.args[0] for event in news if event.kind in SET_EVENTS}
            told = tuple((slot, after[slot]) for slot in seen if slot in set_now)
            if told and news[0].kind == "answered":
                found.append(Judged(before, news[0], told, begun))
            begun += len(news)
        return found

    def alike(self, judged: Judged, s: list[int], who: list[int]) -> bool:
        """Whether a judgement is the same in another world. `s`: the position before the answer there, which is
        changed; `who`: the identities of the pieces."""
        answer = judged.answer.args[2]
        is_piece = self.program.outline.specs[judged.answer.args[0]].domain == "piece" and answer < len(who)
        self.executor.answer(s, who[answer] if is_piece else answer)
        return all(s[slot] == value for slot, value in judged.told)

    def chosen(self, judgements: list[Judged], seat: int | None, book: JudgedBook) -> list[Judged]:
        """The last judgements, and those before them that tell something."""
        last = len(judgements) - MOST_JUDGED
        return [one for number, one in enumerate(judgements) if number >= last or self._tells(one, seat, book)]

    def _tells(self, judged: Judged, seat: int | None, book: JudgedBook) -> bool:
        if judged.begun not in book:
            lots = Lots(chance.stream_key(judged.begun, 0 if seat is None else seat, TRIALS))
            book[judged.begun] = any(not self._tried(judged, seat, lots) for _ in range(JUDGED_TRIALS))
        return book[judged.begun]

    def _tried(self, judged: Judged, seat: int | None, lots: Lots) -> bool:
        """Whether a judgement stays the same if the hidden pieces are exchanged and the hidden dice show other
        numbers."""
        before, layout = judged.before, self.layout
        groups: dict[tuple[str, int], list[int]] = {}
        for piece in layout.pieces:
            hidden = 0 < before[layout.locations + piece.index] < layout.first_cell
            if hidden and not self.sight.piece(before, piece.index, seat):
                groups.setdefault((piece.kind, piece.owner), []).append(piece.index)
        who = list(range(len(layout.pieces)))
        for pieces in groups.values():
            for one, other in zip(pieces, lots.shuffled(pieces), strict=True):
                who[one] = other
        s = self.exchange.permuted(before, who)
        for die in sorted(die for pieces in groups.values() for die in pieces if die in self.program.sides):
            s[layout.dice + die] = 1 + lots.below(self.program.sides[die])
        return self.alike(judged, s, who)
