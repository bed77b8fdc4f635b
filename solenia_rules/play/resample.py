"""Draws another game that looks the same to a seat: everything the seat may not know is drawn again, including chance.

Only a shuffle or a roll makes things unknown, so only there can another world differ from the real one. Every piece
position keeps its history of moves; at each shuffle, the pieces in the zone that the seat has not seen since exchange
their identities at random. A die that was rolled out of the seat's sight, and that the seat has not seen since, shows
another number. What the seat has seen, read in its log or chosen itself does not change. The answers of other seats
must have been options (`play/clues.py`): a seat that did not follow suit has none of it.

The worlds of a seed depend only on what the seat may know: before a draw, what is hidden is put in an order that does
not depend on the real arrangement. So bots give the same answers in games that look the same to their seat.

Counters and state that a seat may not see keep their values, because they follow from the events; but of a counter with
words, seats that the seat cannot look at exchange their words, unless something was judged. Judged state reveals
hidden pieces to the seats that see it: a world in which the judgement would differ is rejected, and another one is
drawn. So is a world in which an answer was no option.
"""

from __future__ import annotations

from itertools import pairwise

from solenia_rules.core import layout as at
from solenia_rules.play import chance, sequences
from solenia_rules.play.clues import MOMENT, MOST_CLUES, Clue, ClueBook, Clues, arranged, barred_at
from solenia_rules.play.events import RawEvent, witnessed
from solenia_rules.play.exchange import Exchange, renamed
from solenia_rules.play.executor import Executor
from solenia_rules.play.held import piece_slots
from solenia_rules.play.hidden_amounts import HiddenAmounts
from solenia_rules.play.judgements import History, Judged, JudgedBook, Judging
from solenia_rules.play.lots import Lots
from solenia_rules.play.offered import Offered
from solenia_rules.play.physics import BITS
from solenia_rules.play.sight import Sight
from solenia_rules.play.written import Copy, Writing, Written
from solenia_rules.text.frozen import evolve, field, frozen

WORLDS = chance.ANSWERS - 1
"""The random stream of worlds."""
MOST_TRIES = 25
"""The most worlds tried until one fits, that is, until the same seat is asked at the same moment; after that only the
seed is drawn again."""
MOST_JUDGED_TRIES = 400
"""The most worlds that are tried if there are judgements, which must be equal in the world."""
MOST_FITTED_TRIES = 12
"""The most worlds that are tried if there are clues. After that the first world that fits everything else is taken."""


@frozen
class Imagined:
    """A drawn world: a state, all events that led to it, and the seed of future chance."""

    state: list[int] = field(repr=False)
    events: tuple[RawEvent, ...] = field(repr=False)
    seed: int


@frozen
class Secrets:
    """Secret answers that are not yet revealed: the position before them, and for each the seat and the answer."""

    before: list[int] = field(repr=False)
    answers: tuple[tuple[int, int], ...]


@frozen
class Past:
    """What a seat may know of the events that led to a position; computed once for any number of worlds."""

    history: History = field(repr=False)
    events: list[RawEvent] = field(repr=False)
    """The events of the history, limited to those who witnessed them."""
    seat: int | None
    judgements: list[Judged] = field(repr=False)
    first: int
    """The index of the position at which the secret answers that are not yet revealed began."""
    mixes: list[tuple[int, list[list[int]]]] = field(repr=False)
    """Shuffles of pieces that the seat does not know: the index of the event, and the groups of pieces that exchange
    identities."""
    written: list[Written] = field(repr=False)
    """What was written on pieces that may be different in another world."""
    clues: list[Clue] = field(repr=False)
    """Answers of other seats that depend on pieces that may be others; those that most worlds do not fit come
    first."""
    barred: dict[int, dict[int, int]] = field(repr=False)
    """For each shuffle, by the index of its event: the identities that pieces cannot have."""


@frozen
class Moment:
    """An imagined world at a moment: for every piece its new identity, and how many values were written before."""

    who: list[int]
    written: int


class Resampler:
    """Draws worlds for one program."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.program = executor.program
        self.layout = executor.program.layout
        self.sight = Sight(self.program)
        self.offered = Offered(executor)
        self.exchange = Exchange(self.program)
        self.clues = Clues(self.offered, self.sight, self.exchange)
        self.piece_slots = piece_slots(self.layout)
        self.beginning = executor.ready(0)
        self.writing = Writing(self.program, self.sight, self.beginning)
        self.amounts = HiddenAmounts(self.program, self.sight)
        self.judging = Judging(executor, self.sight, self.exchange)

    def resample(self, history: History, seat: int | None, seed: int, book: ClueBook | None) -> Imagined:
        """Draw a world. Without a book of clues, the answers of other seats need not have been options in it."""
        events = witnessed(self.program, self.sight, self.beginning, (e for _state, news in history for e in news))
        return self.world(self.read(history, events, seat, book, None), seed)

    def read(
        self, history: History, events: list[RawEvent], seat: int | None, book: ClueBook | None,
        few: JudgedBook | None,
    ) -> Past:  # fmt: skip
        """Collect what a seat may know. `events` are the events of the history, limited to those who witnessed them.
        `book`: the clues that were read before in the same game for the same seat; None: clues are not used. `few`:
        which judgements tell something, of the same game and the same seat; None: all judgements are used."""
        judgements = self.judging.read(seat, history)
        if few is not None:
            judgements = self.judging.chosen(judgements, seat, few)
        mixes = self._mixes(history[-1][0], events, seat)
        mixed = {piece for _index, groups in mixes for group in groups for piece in group}
        written = self.writing.read(history[-1][0], events, seat, mixed, self._named)
        first = self._first_secret(history)
        varied = sum(1 << piece for piece in mixed | {one.piece for one in written if one.sides})
        clues = self.clues.read(book, history[: first + 1], seat) if varied and book is not None else []
        clues = [clue for clue in clues if clue.touched & varied][-MOST_CLUES:]
        clues.sort(key=lambda clue: -clue.weight)
        barred = barred_at(clues, mixes, varied)
        return Past(history, events, seat, judgements, first, mixes, written, clues, barred)

    def world(self, past: Past, seed: int, telling: bool = True) -> Imagined:
        """A position that looks the same to the seat. Without `telling`, the events before the secret answers are left
        out."""
        lots = Lots(chance.stream_key(*chance.split_seed(seed), WORLDS))
        fresh = lots.seed()
        history, first, judgements = past.history, past.first, past.judgements
        now = history[-1][0]
        mine = bool(now[at.OVER]) or now[at.ASKED] == past.seat
        tries = MOST_JUDGED_TRIES if judgements else MOST_FITTED_TRIES if past.clues else MOST_TRIES
        unfit: Imagined | None = None
        for _ in range(tries):
            copy = self.writing.draw(past.written, lots.below)
            world, told, earlier = self._world(past, copy, lots, telling)
            if not all(self._same(past, one, earlier[one.begun], copy) for one in judgements):
                continue
            fits = all(self._fits(past, clue, earlier[clue.begun], copy) for clue in past.clues)
            if not fits and unfit is not None:
                continue
            made, secret = self._with_seed(self._imagined(past, history[first][0], world, copy), fresh), []
            if not judgements:
                self.amounts.exchange(made, past.seat, lots.shuffled)
            if not made[at.OVER]:
                made[at.MASK] = self.offered.options(made)
                secret = self._answered_again(made, history[first:], past.seat, lots)
                if any(made[slot] != now[slot] for slot in MOMENT) or not (mine or made[at.MASK] & (made[at.MASK] - 1)):
                    continue
            public = sum(len(news) for _state, news in history[: first + 1]) if telling else 0
            found = Imagined(made, (*told[:public], *secret), fresh)
            if fits:
                return found
            unfit = found
        return Imagined(self._with_seed(now, fresh), tuple(past.events), fresh) if unfit is None else unfit

    # ---- what was judged, and what was answered ------------------------------------------------------

    def _same(self, past: Past, judged: Judged, moment: Moment, copy: Copy) -> bool:
        """Whether the judgement would be the same in the imagined world."""
        return self.judging.alike(judged, self._imagined(past, judged.before, moment, copy), moment.who)

    def _fits(self, past: Past, clue: Clue, moment: Moment, copy: Copy) -> bool:
        """Whether the answer was an option in the imagined world, too."""
        return self.clues.fits(clue, self._imagined(past, clue.given.state, moment, copy), moment.who)

    # ---- who is who ----------------------------------------------------------------------------

    def _world(
        self, past: Past, copy: Copy, lots: Lots, telling: bool
    ) -> tuple[Moment, list[RawEvent], dict[int, Moment]]:
        """The world at its end; its events; and, for the number of events before each judgement, the world then."""
        who = list(range(len(self.layout.pieces)))
        told: list[RawEvent] = []
        earlier: dict[int, Moment] = {}
        begun = 0
        moments = sorted({*(one.begun for one in past.judgements), *(clue.begun for clue in past.clues)})
        for index, lots_of in (*past.mixes, (len(past.events), [])):
            for moment in moments:
                if begun <= moment <= index:
                    earlier[moment] = Moment(who, sum(x.index < moment for x in past.written))
            for number in range(begun, min(index + 1, len(past.events))) if telling else ():
                self.writing.follow(copy, past.written, number + 1, who)
                told.append(self._told(past.events[number], who, copy.values.get(number), copy.shows))
            self.writing.follow(copy, past.written, index + 1, who)
            begun = index + 1
            who = who[:]
            for alike in lots_of:
                names = lots.shuffled(sorted(who[p] for p in alike))
                for piece, other in zip(
                    alike, arranged(alike, names, past.barred.get(index, {}), lots.below), strict=True
                ):
                    who[piece] = other
        return Moment(who, len(copy.slots)), told, earlier

    def _mixes(self, now: list[int], events: list[RawEvent], seat: int | None) -> list[tuple[int, list[list[int]]]]:
        """Shuffles that mixed pieces unknown to the seat. Pieces of one kind, which have the same name in a log,
        exchange identities."""
        layout = self.layout
        seen = self._last_seen(now, events, seat)
        places = self.beginning[layout.locations : layout.locations + len(layout.pieces)]
        found: list[tuple[int, list[list[int]]]] = []
        for index, event in enumerate(events):
            match event.kind:
                case "moved" | "drawn":
                    places[event.args[0]] = event.args[2]
                case "shuffled" if not self.sight.place(event.args[0], seat):
                    if layout.zones[event.args[0] - 1].ordered:
                        free: dict[str, list[int]] = {piece.kind: [] for piece in layout.pieces}
                        for piece, place in enumerate(places):
                            if place == event.args[0] and seen[piece] < index:
                                free[layout.pieces[piece].kind].append(piece)
                        found.append((index, [group for group in free.values() if group]))
                case _:
                    pass
        self.order(found, now, events)
        return found

    def order(self, mixes: list[tuple[int, list[list[int]]]], now: list[int], events: list[RawEvent]) -> None:
        """Put the pieces of each group in an order that the seat may know: by the place where each piece is now; in an
        ordered zone from the first to the last, elsewhere by the event that moved each piece first after the shuffle.
        Last come those that were shuffled again, by the next shuffle. Another order, such as the order of the pieces
        in the rules, would depend on which piece is which, and so would the worlds of a seed. The events alone are not
        enough: from which of them a piece came that is known now may be unknown."""
        layout, last = self.layout, len(events)
        ties = last + len(layout.pieces)
        again = ties * (layout.first_cell + len(layout.cells))
        keys = [ties * place for place in now[layout.locations : layout.locations + len(layout.pieces)]]
        loose = [True] * len(layout.pieces)
        for zone in range(len(layout.zones) if mixes else 0):
            if layout.zones[zone].ordered:
                for number, piece in enumerate(sequences.unpack(now[layout.zone_orders + zone])):
                    keys[piece] += number
                    loose[piece] = False
        for index, groups in reversed(mixes):
            for number in range(last - 1, index, -1):
                event = events[number]
                if event.kind in ("moved", "drawn") and loose[event.args[0]]:
                    keys[event.args[0]] += number - keys[event.args[0]] % ties
            for group in groups:
                group.sort(key=keys.__getitem__)
                for piece in group:
                    keys[piece] = again + index
                    loose[piece] = False
            last = index

    def _last_seen(self, now: list[int], events: list[RawEvent], seat: int | None) -> list[int]:
        """For every piece, the index of the last event at which the seat knew it; the number of events if the seat
        knows it now."""
        layout = self.layout
        seen = [-1] * len(layout.pieces)
        for index, event in enumerate(events):
            if event.known_to(seat):
                for piece in self._named(event):
                    seen[piece] = index
        for low, high in self.piece_slots:
            for slot in range(low, high):
                if now[slot] >= 0:
                    seen[now[slot]] = len(events)
        for piece in range(len(seen)):
            if self.sight.piece(now, piece, seat):
                seen[piece] = len(events)
        return seen

    def _named(self, event: RawEvent) -> tuple[int, ...]:
        """The pieces that an event names to the seats that may know it."""
        a = event.args
        match event.kind:
            case "moved" | "drawn" | "rolled" | "seen" | "turned":
                return (a[0],)
            case "shown":
                return BITS[a[0]]
            case "answered" if self._piece_answer(event):
                return (a[2],)
            case "set" | "added":
                piece = self.program.slots.piece(a[0])
                return () if piece is None else (piece,)
            case _:
                return ()

    def _piece_answer(self, event: RawEvent) -> bool:
        return self.program.outline.specs[event.args[0]].domain == "piece" and event.args[2] < len(self.layout.pieces)

    def _told(self, event: RawEvent, who: list[int], value: int | None, shows: dict[int, int]) -> RawEvent:
        """An event in an imagined world. `value`: what it wrote on a piece; `shows`: dice that show another number."""
        a = event.args
        match event.kind:
            case "rolled":
                return _retold(event, (who[a[0]], a[1] if value is None else value))
            case "seen":
                return _retold(event, (who[a[0]], shows.get(a[0], a[1])))
            case "moved" | "drawn" | "turned":
                return _retold(event, (who[a[0]], *a[1:]))
            case "shown":
                return _retold(event, (renamed(a[0], who), *a[1:]))
            case "answered" if self._piece_answer(event):
                return _retold(event, (*a[:2], who[a[2]], *a[3:]))
            case "set" | "added":
                piece = self.program.slots.piece(a[0])
                return event if piece is None else _retold(event, (a[0] - piece + who[piece], *a[1:]))
            case _:
                return event

    # ---- the state ------------------------------------------------------------------------------

    def _with_seed(self, s: list[int], seed: int) -> list[int]:
        made = s[:]
        made[at.SEED_LOW], made[at.SEED_HIGH] = chance.split_seed(seed)
        return made

    def _imagined(self, past: Past, s: list[int], moment: Moment, copy: Copy) -> list[int]:
        """A state of the imagined world: the pieces exchanged, with what was written on them."""
        made = self.exchange.permuted(s, moment.who)
        self.writing.write(s, made, past.written, copy, moment.written)
        return made

    # ---- the pending decision ------------------------------------------------------------------------

    def _answered_again(self, made: list[int], history: History, seat: int | None, lots: Lots) -> list[RawEvent]:
        """Repeat the secret answers: the seat gives its own answers again, other seats give random ones."""
        left: dict[int, list[tuple[RawEvent, ...]]] = {}
        for (state, _news), (_state, news) in pairwise(history):
            left.setdefault(state[at.ASKED], []).append(news)
        told = []
        while not made[at.OVER] and made[at.MASK] and left.get(made[at.ASKED]):
            given, *after = left[made[at.ASKED]].pop(0)
            offered = BITS[made[at.MASK]]
            choice = given.args[2] if made[at.ASKED] == seat else offered[lots.below(len(offered))]
            told.append(_retold(given, (made[at.SPEC], made[at.ASKED], choice, 0)))
            told += [event for event in after if event.kind == "answered" and event.args[1] == seat]
            self.executor.answer(made, choice)
        return told

    def secrets(self, history: History) -> Secrets | None:
        """The secret answers that are not yet revealed; None if there are none."""
        first = self._first_secret(history)
        given = [(before[at.ASKED], news[0].args[2]) for (before, _), (_, news) in pairwise(history[first:])]
        return Secrets(history[first][0], tuple(given)) if given else None

    def _first_secret(self, history: History) -> int:
        """The index of the position at which the secret answers that are not yet revealed began; the current position
        if there are none."""
        first = len(history) - 1
        now = history[first][0]
        if now[at.OVER] or not self.offered.spec(now).hidden:
            return first
        while first > 0:
            before, news = history[first - 1][0], history[first][1]
            here = history[first][0]
            same = (
                before[at.FRAME] == here[at.FRAME]
                and before[at.SPEC] <= here[at.SPEC]
                and before[at.ASKED] <= here[at.ASKED]
            )
            if not same or not self.offered.spec(before).hidden or any(event.kind != "answered" for event in news):
                break
            first -= 1
        return first


def _retold(event: RawEvent, args: tuple[int, ...]) -> RawEvent:
    return evolve(event, args=args)
