"""What the answers of other seats tell about hidden pieces: an answer that was given was an option.

A seat that did not follow suit has none of it, because the rules did not offer anything else to a seat with
such a piece. A clue is a decision of another seat whose options depend on pieces that a seat does not see. In an
imagined world the same answer must have been one of several options; a decision that was not asked, because it had a
single option, must have no other option there. What was asked next is a clue, too: the rules may test what a seat has
before they ask it.

Most clues can be read piece by piece: a piece that would make the answer impossible, if it lay in a certain place, does
not lie there. These bars are used when a world is drawn; then every clue is tested in the whole world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, SupportsIndex, assert_never, overload

from solenia_rules.core import layout as at
from solenia_rules.play import chance
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.exchange import Exchange
from solenia_rules.play.judgements import History
from solenia_rules.play.machine import AlwaysAsking
from solenia_rules.play.offered import Offered
from solenia_rules.play.physics import BITS
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import define, field, frozen

NOWHERE = 0
CLUES = chance.ANSWERS - 2
"""The random stream of the exchanges with which clues are tried."""
EXCHANGES = 6
"""How often hidden pieces are exchanged to find out whether an answer tells something about them."""
MOMENT = (at.OVER, at.ASKED, at.SPEC, at.DECISIONS, at.PHASES)
"""The slots that identify a moment of the game. A single answer is given without asking, so another world may skip a
decision."""
MOST_CLUES = 300
"""The most clues that an imagined world must fit: the last ones."""


@frozen
class Given:
    """An answer and what is known about it."""

    state: list[int]
    """The real position in which the decision was asked."""
    answer: int
    sort: Literal["asked", "single", "next"]
    """Whether it was one of several options, the only option, or led to what was asked next."""
    after: tuple[int, ...] = ()
    """What was asked next: the values of the slots `MOMENT`."""
    question: tuple[int, int] = (-1, -1)
    """The seat and the spec of the next decision, also if it had a single option."""
    reply: int = -1
    """The piece that was answered there."""


@frozen
class Clue:
    """An answer that tells something about hidden pieces."""

    begun: int
    """The number of events before the answer."""
    given: Given
    touched: int
    """The mask of the hidden pieces on which it may depend."""
    bars: tuple[tuple[int, int], ...]
    """Pairs of masks: pieces that lie in a place, and pieces that cannot lie there."""
    weight: int
    """In how many of `EXCHANGES` worlds the answer did not fit."""


@define
class ClueBook:
    """The clues of one game for one seat, as far as they were read."""

    clues: list[Clue] = field(factory=list)
    positions: int = 0
    """The number of positions that were read."""
    events: int = 0
    """The number of events that led to the last of them."""

    def copy(self) -> ClueBook:
        """A copy that can be read on without changing this book."""
        return ClueBook(self.clues[:], self.positions, self.events)


class _Watched(list[int]):
    """A state that notes which of its slots are read. A copy of it does the same."""

    read: set[int]

    def watch(self, read: set[int]) -> _Watched:
        self.read = read
        return self

    @overload
    def __getitem__(self, slot: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, slot: slice, /) -> list[int]: ...
    def __getitem__(self, slot: SupportsIndex | slice, /) -> int | list[int]:
        if isinstance(slot, slice):
            if slot.start is None and slot.stop is None:
                return _Watched(super().__getitem__(slot)).watch(self.read)
            self.read.update(range(*slot.indices(len(self))))
        else:
            self.read.add(slot.__index__())
        return super().__getitem__(slot)


class Clues:
    """Finds and tests the clues of one program."""

    def __init__(self, offered: Offered, sight: Sight, exchange: Exchange) -> None:
        self.physics = offered.executor.physics
        self.program = offered.program
        self.layout = offered.layout
        self.sight = sight
        self.offered = offered
        self.exchange = exchange

    @cached_property
    def asking(self) -> EmittingExecutor:
        """An executor that also asks decisions with a single option."""
        return EmittingExecutor(AlwaysAsking(self.program))

    def read(self, book: ClueBook, history: History, seat: int | None) -> list[Clue]:
        """The clues of a history. A clue depends only on what came before it and on the next answer. So the book holds
        those of the positions that were read before, except for the last answer: what follows it is not known yet."""
        if not book.positions:
            book.positions, book.events = 1, len(history[0][1])
        for index in range(book.positions - 1, len(history) - 2):
            book.clues += self._clues_of(history, index, seat, book.events)
            book.positions, book.events = index + 2, book.events + len(history[index + 1][1])
        last = len(history) - 2
        return [*book.clues, *(self._clues_of(history, last, seat, book.events) if last >= 0 else ())]

    def _clues_of(self, history: History, index: int, seat: int | None, begun: int) -> Iterator[Clue]:
        """The clues that the answer to a position gives; `begun`: the number of events before the answer."""
        before, news = history[index][0], history[index + 1][1]
        if not news or news[0].kind != "answered":
            return
        answer = news[0].args[2]
        if before[at.ASKED] != seat:
            yield from self._clue(Given(before, answer, "asked"), seat, begun)
        singles: list[tuple[list[int], int, int]] = []
        if any(e.kind == "answered" and e.args[3] and e.args[1] != seat for e in news):
            singles = list(self._singles(before, answer))
            for state, option, events in singles:
                if state[at.ASKED] != seat:
                    yield from self._clue(Given(state, option, "single"), seat, begun + events)
        if not any(e.kind in ("shuffled", "rolled") for e in news):
            then = singles[0][:2] if singles else self._then(history, index + 1)
            yield from self._clue(self._led_to(before, answer, history[index + 1][0], then), seat, begun)

    def _then(self, history: History, index: int) -> tuple[list[int], int] | None:
        """The decision of a position and the answer to it; None if there is none yet."""
        if index + 1 == len(history) or not history[index + 1][1] or history[index + 1][1][0].kind != "answered":
            return None
        return history[index][0], history[index + 1][1][0].args[2]

    def _led_to(self, s: list[int], answer: int, after: list[int], then: tuple[list[int], int] | None) -> Given:
        moment = tuple(after[slot] for slot in MOMENT)
        if then is None:
            return Given(s, answer, "next", moment)
        state, reply = then
        question = state[at.ASKED], state[at.SPEC]
        return Given(s, answer, "next", moment, question, reply if self._is_piece(state, reply) else -1)

    def _singles(self, before: list[int], answer: int) -> Iterator[tuple[list[int], int, int]]:
        """The decisions after an answer that had a single option: the position, the option, and the number of events
        since the answer."""
        s, news = self.asking.answer(before, answer)
        events = len(news)
        while not s[at.OVER] and s[at.MASK] & (s[at.MASK] - 1) == 0:
            option = s[at.MASK].bit_length() - 1
            yield s, option, events
            s, news = self.asking.answer(s, option)
            events += len(news)

    def _clue(self, given: Given, seat: int | None, begun: int) -> Iterator[Clue]:
        s, hidden = given.state, 0
        for piece in range(len(self.layout.pieces)):
            if not self.sight.piece(s, piece, seat):
                hidden |= 1 << piece
        if not hidden or self.offered.spec(s).hidden:
            return
        read: set[int] = set()
        self._fits(given, _Watched(s).watch(read), given.answer)
        touched, places = self._touched(s, hidden, read)
        if touched:
            bars = self._bars(given, hidden, places)
            weight = self._weight(given, touched, begun)
            if bars or weight:
                yield Clue(begun, given, touched, bars or (), weight)

    def _weight(self, given: Given, touched: int, begun: int) -> int:
        """In how many of a few worlds, in which the pieces are exchanged, the answer does not fit."""
        s, answer = given.state, given.answer
        key, weight = chance.stream_key(begun, answer, CLUES), 0
        kinds: dict[str, list[int]] = {}
        for piece in BITS[touched]:
            kinds.setdefault(self.layout.pieces[piece].kind, []).append(piece)
        for number in range(EXCHANGES):
            who = list(range(len(self.layout.pieces)))
            for pieces in kinds.values():
                others = pieces[:]
                chance.shuffle(key, number, others)
                for piece, other in zip(pieces, others, strict=True):
                    who[piece] = other
            if not self._fits(given, self.exchange.permuted(s, who), self._other(s, answer, who)):
                weight += 1
        return weight

    def _touched(self, s: list[int], hidden: int, read: Iterable[int]) -> tuple[int, list[int]]:
        """The hidden pieces on which slots that were read depend, and the zones in which they lie."""
        layout, touched, places = self.layout, 0, set[int]()
        count = len(layout.pieces)
        for slot in read:
            if layout.zone_masks <= slot < layout.zone_masks + len(layout.zones):
                zone = slot - layout.zone_masks
            elif layout.zone_orders <= slot < layout.zone_orders + len(layout.zones):
                zone = slot - layout.zone_orders
            else:
                touched |= hidden & self._about(s, slot, count)
                continue
            if s[layout.zone_masks + zone] & hidden:
                touched |= s[layout.zone_masks + zone] & hidden
                places.add(layout.place_of_zone(zone))
        return touched, sorted(places)

    def _about(self, s: list[int], slot: int, count: int) -> int:
        """The mask of the pieces that a slot besides the contents of zones tells something about."""
        layout = self.layout
        if slot >= layout.size:
            return -1 if slot in self.exchange.piece_locals(s) else 0
        for base in (layout.locations, *layout.piece_fields.values()):
            if base <= slot < base + count:
                return 1 << slot - base
        for base, room in ((layout.faces, layout.faced), (layout.dice, layout.rolled)):
            if base <= slot < base + room:
                return 1 << slot - base
        for base in (layout.owned, layout.known):
            if base <= slot < base + layout.seats:
                return s[slot]
        return -1 if any(kept.slot == slot for kept in layout.kept_masks) else 0

    # ---- what a single piece would change --------------------------------------------------------

    def _bars(self, given: Given, hidden: int, places: list[int]) -> tuple[tuple[int, int], ...] | None:
        """For each place: the pieces there, and those that would make the answer impossible there. Nothing that is
        hidden lies in the places while a piece is tried, so the result does not depend on what is hidden. None if the
        answer is impossible without hidden pieces: then single pieces tell nothing."""
        s, answer = given.state, given.answer
        base, taken = s[:], 0
        kept = (1 << answer if self._is_piece(s, answer) else 0) | (1 << given.reply if given.reply >= 0 else 0)
        for place in places:
            taken |= s[self.layout.zone_masks + place - 1] & hidden
        self.physics.move(base, taken & ~kept, NOWHERE)
        if not self._fits(given, base[:], answer, alone=True):
            return None
        found = []
        for place in places:
            here = s[self.layout.zone_masks + place - 1] & hidden
            barred = self._barred(given, base, BITS[hidden & self._of_kinds(here) & ~kept], place)
            if barred:
                found.append((here & ~kept, barred))
        return tuple(found)

    def _barred(self, given: Given, base: list[int], pieces: Sequence[int], place: int) -> int:
        """The pieces that make the answer impossible in a place. If all of them together do not, none of them does."""
        tried = base[:]
        self.physics.move(tried, sum(1 << piece for piece in pieces), place)
        if not pieces or self._fits(given, tried, given.answer, alone=True):
            return 0
        if len(pieces) == 1:
            return 1 << pieces[0]
        half = len(pieces) // 2
        return self._barred(given, base, pieces[:half], place) | self._barred(given, base, pieces[half:], place)

    def _of_kinds(self, pieces: int) -> int:
        kinds = {self.layout.pieces[piece].kind for piece in BITS[pieces]}
        return sum(1 << piece.index for piece in self.layout.pieces if piece.kind in kinds)

    # ---- testing a world -----------------------------------------------------------------------------

    def fits(self, clue: Clue, imagined: list[int], who: list[int]) -> bool:
        """Whether the answer was an option in an imagined world. `imagined`: the position there."""
        return self._fits(clue.given, imagined, self._other(clue.given.state, clue.given.answer, who))

    def _is_piece(self, s: list[int], answer: int) -> bool:
        return self.offered.spec(s).domain == "piece" and answer < len(self.layout.pieces)

    def _other(self, s: list[int], answer: int, who: list[int]) -> int:
        """An answer in an imagined world."""
        return who[answer] if self._is_piece(s, answer) else answer

    def _fits(self, given: Given, s: list[int], answer: int, alone: bool = False) -> bool:
        """Whether the answer tells the same in a state, which is changed. `alone`: other options are not required,
        because hidden pieces are missing."""
        match given.sort:
            case "asked":
                return self.offered.offers(s, answer) and (alone or self.offered.offers_several(s))
            case "single":
                return self.offered.offers(s, answer) and not self.offered.offers_several(s)
            case "next" if alone:
                after, _news = self.asking.answer(s, answer)
                return not after[at.OVER] and (after[at.ASKED], after[at.SPEC]) == given.question
            case "next":
                self.offered.executor.answer(s, answer)
                return all(s[slot] == value for slot, value in zip(MOMENT, given.after, strict=True))
            case _:
                assert_never(given.sort)


def barred_at(
    clues: Iterable[Clue], mixes: list[tuple[int, list[list[int]]]], varied: int
) -> dict[int, dict[int, int]]:
    """For each shuffle, by the index of its event: for each piece the mask of the identities that it cannot have. It
    belongs to the last shuffle before its clue that mixed the piece. `varied`: the pieces that may be others."""
    found: dict[int, dict[int, int]] = {}
    groups = [(index, sum(1 << piece for group in alike for piece in group)) for index, alike in mixes]
    for clue in clues:
        for here, barred in clue.bars:
            for piece in BITS[here & varied]:
                index = next((i for i, mixed in reversed(groups) if i < clue.begun and mixed >> piece & 1), None)
                if index is not None:
                    bars = found.setdefault(index, {})
                    bars[piece] = bars.get(piece, 0) | barred
    return found


def arranged(pieces: list[int], names: list[int], bars: dict[int, int], below: Callable[[int], int]) -> list[int]:
    """The names in another order, so that as far as possible no piece has a name that is barred for it. `names`: in
    random order already; `below`: a random number from 0 to a limit, without the limit."""
    made = names[:]
    barred = [bars.get(piece, 0) for piece in pieces]
    if not any(barred):
        return made
    for i, never in enumerate(barred):
        if never >> made[i] & 1:
            _move_out(i, made, barred)
    for _ in made:
        i, j = below(len(made)), below(len(made))
        if not (barred[i] >> made[j] & 1 or barred[j] >> made[i] & 1):
            made[i], made[j] = made[j], made[i]
    return made


def _move_out(start: int, made: list[int], barred: list[int]) -> None:
    """Exchange names along the shortest chain that gives `start` a name that is not barred there and bars nothing
    else."""
    name = made[start]
    came: dict[int, int] = {start: start}
    queue = [start]
    for place in queue:
        for other, theirs in enumerate(made):
            if other not in came and not barred[place] >> theirs & 1:
                came[other] = place
                if not barred[other] >> name & 1:
                    chain = [other]
                    while chain[-1] != start:
                        chain.append(came[chain[-1]])
                    for to, source in zip(chain[::-1], chain[-2::-1], strict=False):
                        made[to] = made[source]
                    made[other] = name
                    return
                queue.append(other)
