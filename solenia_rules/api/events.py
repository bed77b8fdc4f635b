"""Turns raw events into events for people and programs, with no more than a seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solenia_rules.api.decision import Asker
from solenia_rules.api.details import CAPS, Details
from solenia_rules.api.lines import Lines
from solenia_rules.api.naming import Naming
from solenia_rules.api.requests import check_lang, check_seat
from solenia_rules.checked.numbers import PAST_LIMIT
from solenia_rules.play.changes import Changes, Gone, Untold
from solenia_rules.play.events import AMOUNT_EVENTS, MOVE_EVENTS, UNCAUSED_EVENTS, RawEvent
from solenia_rules.play.physics import BITS
from solenia_rules.play.views import Viewer
from solenia_rules.text.counted import times
from solenia_rules.text.frozen import evolve, field, sealed
from solenia_rules.text.places import Span
from solenia_rules.words.by_language import play_words
from solenia_rules.words.tables.play import EventKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.text.views import Detail, EventView

WHOSE = {**dict.fromkeys(AMOUNT_EVENTS, 0), "entered": 1, "left": 1, "answered": 1}
"""The index of the argument that names the acting seat."""
TOLD_UNSEEN = MOVE_EVENTS | {"rolled"}
"""Kinds of events of which all seats are told that they happened, but not with which piece."""


@sealed
class Event:
    """Something that happened. `details` are plain data; `place` is the place of its cause in the ruleset."""

    kind: str
    details: dict[str, Detail]
    place: str
    seers: int = field(repr=False)
    _raw: RawEvent = field(repr=False, eq=False)
    _teller: Teller = field(repr=False, eq=False)

    def text(self, lang: str = "en") -> str:
        check_lang(lang)
        return self._teller.say(self._raw, lang, True)

    @property
    def line(self) -> str:
        """A line with the names of the ruleset, as scenarios write it. Seats are numbered from 1."""
        return self._teller.lines.line(self._raw)

    @property
    def names(self) -> tuple[str, ...]:
        """For an answer: the texts that mean it. Empty for other events."""
        return self._teller.names(self._raw)

    @property
    def rule(self) -> str:
        """The text of the ruleset that caused it, on one line; empty if the engine did it by itself."""
        return self._teller.rule(self._raw)

    @property
    def cause(self) -> str | None:
        """The id of the record, entry of `[rules]` or step of scoring whose text caused it, directly or by a verb. None
        unless all seats see that the record is in play."""
        return self._teller.cause(self._raw)

    def known_to(self, seat: int | None) -> bool:
        """Whether a seat may know the details; None is a spectator."""
        check_seat(seat, self._teller.inventory.seats)
        return self._raw.known_to(seat)

    def text_for(self, seat: int | None, lang: str = "en") -> str | None:
        """The text that a seat may read; None if it may read nothing."""
        check_seat(seat, self._teller.inventory.seats)
        check_lang(lang)
        return self._teller.told(self._raw, seat, lang)

    def __str__(self) -> str:
        return self.text()


def lines_of(events: Sequence[Event], lang: str = "en") -> list[str]:
    """The lines of the log that tell events of one game to somebody who may know everything. Like every log, it leaves
    out what the looks of the ruleset do not show or tell."""
    raws = [evolve(event._raw, seers=-1) for event in events]
    return [told.text for _index, told in events[0]._teller.lines_for(raws, None, lang)] if events else []


@sealed
class Told:
    """A line of a seat's log: what kind of event it tells, and whose phase or deed it was where the event says so."""

    kind: str
    seat: int | None
    text: str
    die: tuple[str, int] | None = None
    """What a die shows: the line with `{}` in place of the number, and the number. Lines about dice that are alike can
    be told together."""


class Teller:
    """Puts the raw events of one program into words."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self.program = asker.program
        self.inventory = asker.inventory
        self.words = asker.words
        self.viewer = Viewer(asker.program)
        self.details = Details(asker, self.viewer)
        self.naming = Naming(asker, self.viewer, self.details)
        self.lines = Lines(asker, self.viewer)
        self.changes = Changes(asker.program, self.viewer)
        self._unshown = asker.program.names.world.unshown
        self._untold = self._unshown | asker.program.names.world.untold

    def event(self, raw: RawEvent) -> Event:
        span = self._span(raw)
        where = "" if span is None else f"{span.source.name}:{span.line}:{span.column}"
        return Event(raw.kind, self.details.of(raw), where, raw.seers, raw, self)

    def names(self, raw: RawEvent) -> tuple[str, ...]:
        if raw.kind != "answered":
            return ()
        spec, seat, answer, _single = raw.args
        return self.asker.option(self.program.outline.specs[spec], answer, seat).names

    def rule(self, raw: RawEvent) -> str:
        span = self._span(raw)
        return "" if span is None else " ".join(span.text.split())[:120]

    def _span(self, raw: RawEvent) -> Span | None:
        """The text that caused it; for an answer, the question. The end of a phase has no text."""
        outline = self.program.outline
        if raw.kind == "answered":
            return outline.specs[raw.args[0]].span
        if raw.kind == "left":
            return None
        return outline.places[raw.place] if 0 <= raw.place < len(outline.places) else None

    def line_for(self, raw: RawEvent, seat: int | None, lang: str, untold: bool = False) -> Told | None:
        """The line of a seat's log that tells an event; None if the log does not tell it. With `untold`, also what the
        looks of the ruleset leave out."""
        text = self.told(raw, seat, lang)
        if text is None or (self._untold and not untold and self._untold & self.details.about(raw)):
            return None
        whose = None if self._shared(raw) else WHOSE.get(raw.kind)
        return Told(raw.kind, None if whose is None else raw.args[whose], text, self._die(raw, seat, lang))

    def _shared(self, raw: RawEvent) -> bool:
        """Whether it is the beginning or the end of a phase that belongs to no seat."""
        return raw.kind in ("entered", "left") and raw.args[0] in self.program.facts.shared_phases

    def _die(self, raw: RawEvent, seat: int | None, lang: str) -> tuple[str, int] | None:
        if raw.kind not in ("rolled", "seen") or not raw.known_to(seat):
            return None
        texts = play_words(lang).EVENTS
        line = texts[texts.key(raw.kind)].format(piece=self.naming.piece(raw.args[0], lang), value="{}")
        return self._with_cause(raw, line, lang), raw.args[1]

    def lines_for(
        self, raws: Sequence[RawEvent], seat: int | None, lang: str, first: bool = False, untold: bool = False
    ) -> Iterator[tuple[int, Told]]:
        """The lines of a seat's log that tell events, each with the index of its event. `first`: whether the
        events are the first ones of the game. `untold`: also what the looks of the ruleset leave out.

        Unseen pieces that are put back into the zone in which they lay are told in one line with their number.
        """
        waiting: list[tuple[int, Told]] = []
        for index, line in self._lines_for(raws, seat, lang, first, untold):
            if waiting and not (self._put_back(raws[index], seat) and line.text == waiting[0][1].text):
                yield _in_one(waiting)
                waiting = []
            if self._put_back(raws[index], seat):
                waiting.append((index, line))
            else:
                yield index, line
        if waiting:
            yield _in_one(waiting)

    def _put_back(self, raw: RawEvent, seat: int | None) -> bool:
        """Whether a piece that a seat does not see moves within a zone."""
        return raw.kind == "moved" and bool(raw.args[3:]) and not raw.known_to(seat)

    def _lines_for(
        self, raws: Sequence[RawEvent], seat: int | None, lang: str, first: bool, untold: bool
    ) -> Iterator[tuple[int, Told]]:
        """The lines, one for each event.

        Where a seat may know only how much a counter changes in all, and not of which words, one line tells the total
        of the changes between two answers: several lines would tell how it is divided among the words.
        """
        waiting: tuple[int, RawEvent, int] | None = None
        """A change of which only the total is told: index, event, and the total so far."""
        changed = self.changes.of(raws, first)
        for index, raw in enumerate(raws):
            change = changed.get(index)
            line = None if isinstance(change, Untold) else self.line_for(raw, seat, lang, untold)
            if line is not None and isinstance(change, Gone):
                line = evolve(line, text=self._with_cause(raw, self._said_gone(change, lang), lang))
            hidden = line is None and self._only_total(raw, seat)
            if hidden and waiting is not None and _alike(waiting[1], raw, self.program.resources):
                waiting = (waiting[0], waiting[1], waiting[2] + raw.args[2])
                continue
            asked = raw.kind == "answered" and not raw.args[3]
            if waiting is not None and (hidden or asked or line is not None):
                yield from self._total_line(*waiting, lang)
                waiting = None
            if hidden:
                waiting = (index, raw, raw.args[2])
            elif line is not None:
                yield index, line
        if waiting is not None:
            yield from self._total_line(*waiting, lang)

    def events_for(
        self, raws: Sequence[RawEvent], seat: int | None, lang: str, first: bool = False
    ) -> Iterator[EventView]:
        """The same lines with the details of their events, as far as the seat may know them. Whether an answer was the
        only option is told to nobody but the seat that gave it."""
        for index, line in self.lines_for(raws, seat, lang, first):
            raw = raws[index]
            details = self.details.of(raw) if raw.known_to(seat) else {}
            if raw.kind == "answered" and line.seat != seat:
                details.pop("single", None)
            yield {"kind": line.kind, "seat": line.seat, "text": line.text, "details": details}

    def _only_total(self, raw: RawEvent, seat: int | None) -> bool:
        """Whether a seat may know the amount of a change of a counter, but not the word."""
        if raw.kind not in AMOUNT_EVENTS or raw.known_to(seat):
            return False
        mask = self.viewer.sight.total(self.program.resources[raw.args[1]][0], raw.args[0])
        return mask == -1 or (seat is not None and bool(mask >> seat & 1))

    def _total_line(self, index: int, raw: RawEvent, total: int, lang: str) -> Iterator[tuple[int, Told]]:
        counter, _word = self.program.resources[raw.args[1]]
        if counter in self._untold:
            return
        kind = next(x for x in self.program.names.counters[counter].per if x != "seat")
        texts = play_words(lang).EVENTS
        pattern = texts["given up" if PAST_LIMIT in raw.args[3:] else texts.key(raw.kind)]
        seat = raw.args[0]
        text = pattern.format(seat=self.naming.seat(seat, lang), n=total, thing=self.words.word(kind, lang, total))
        yield index, Told(raw.kind, seat, text)

    def told(self, raw: RawEvent, seat: int | None, lang: str) -> str | None:
        """What a seat may read of an event; None: nothing at all."""
        if raw.kind == "moved" and raw.args[3:4] == (0,) and (raw.known_to(seat) or not self._ordered(raw.args[2])):
            return None
        if raw.known_to(seat):
            return self.say(raw, lang, True)
        return self.say(raw, lang, False) if raw.kind in TOLD_UNSEEN else None

    def cause(self, raw: RawEvent) -> str | None:
        """The record, lasting rule or step of scoring whose text caused it, directly or through a verb."""
        if raw.kind in UNCAUSED_EVENTS or raw.behalf < 0:
            return None
        return self.asker.holder(self.program.outline.places[raw.behalf])

    def say(self, raw: RawEvent, lang: str, known: bool) -> str:
        return self._with_cause(raw, self._say(raw, lang, known), lang)

    def _said_gone(self, change: Gone, lang: str) -> str:
        """A word or seat that has left its cell, told like a piece."""
        texts, piece = play_words(lang).EVENTS, self.naming.like_piece(change.slot, change.value, lang)
        old = self.naming.cell_with(change.slot, lang)
        if change.to is None:
            return texts["gone"].format(piece=piece, old=old)
        moved = texts["moved"].format(piece=piece, old=old, new=self.naming.cell_with(change.to, lang))
        if change.taken < 0:
            return moved
        return texts["in place"].format(text=moved, old=self.naming.like_piece(change.to, change.taken, lang))

    def _with_cause(self, raw: RawEvent, text: str, lang: str) -> str:
        cause = self.cause(raw)
        if cause is None:
            return text
        return play_words(lang).EVENTS["caused"].format(text=text, cause=self.words.word(cause, lang))

    def _say(self, raw: RawEvent, lang: str, known: bool) -> str:
        texts = play_words(lang).EVENTS
        pattern = texts[texts.key(raw.kind)]
        a = raw.args
        match raw.kind:
            case "gained" | "paid" | "lost":
                counter, word = self.program.resources[a[1]]
                thing = self.details.resource_word(counter, word) or counter
                if PAST_LIMIT in a[3:]:
                    pattern = texts["given up"]
                return pattern.format(
                    seat=self.naming.seat(a[0], lang), n=a[2], thing=self.words.word(thing, lang, a[2])
                )
            case "set" | "added" if sentence := self.naming.sentence(a[0], a[1], lang):
                return sentence
            case "set" | "added" if (owned := self.naming.owned(a[0], lang)) is not None:
                seat, thing = owned
                return texts["has now"].format(
                    seat=self.naming.seat(seat, lang), n=a[1], thing=self.words.word(thing, lang, a[1])
                )
            case "set" | "added":
                return pattern.format(what=self.naming.slot(a[0], lang), value=self.naming.value(a[0], a[1], lang))
            case "moved" | "drawn":
                piece = self.inventory.pieces[a[0]]
                name = self.naming.piece(a[0], lang) if known else self.words.word(piece.kind, lang)
                if a[3:]:
                    pattern = texts[self._within(a[2], a[3], a[4], known)]
                elif a[2] == 0 and a[1] >= self.inventory.first_cell:
                    pattern = texts["gone"]
                elif a[1] == 0 and a[2] >= self.inventory.first_cell:
                    pattern = texts["came"]
                return pattern.format(
                    piece=name,
                    old=self.naming.place(a[1], lang),
                    new=self.naming.place(a[2], lang),
                    n=a[3] if a[3:] else 0,
                )
            case "shuffled":
                return pattern.format(zone=self.naming.place(a[0], lang))
            case "rolled":
                if not known:
                    return texts["rolled unseen"].format(piece=self.words.word(self.inventory.pieces[a[0]].kind, lang))
                return pattern.format(piece=self.naming.piece(a[0], lang), value=a[1])
            case "seen":
                return pattern.format(piece=self.naming.piece(a[0], lang), value=a[1])
            case "shown":
                return pattern.format(piece=self.naming.pieces(BITS[a[0]], lang), seats=self.naming.seats(a[1], lang))
            case "turned":
                return pattern.format(
                    piece=self.naming.piece(a[0], lang), face=play_words(lang).WORDS[("front", "back")[a[1]]]
                )
            case "entered" | "left" if self._shared(raw):
                alone = texts["entered alone" if raw.kind == "entered" else "left alone"]
                return alone.format(phase=self.words.word(self.program.phases[a[0]], lang))
            case "entered" | "left":
                return pattern.format(
                    phase=self.words.word(self.program.phases[a[0]], lang), seat=self.naming.seat(a[1], lang)
                )
            case "won":
                cap, most = CAPS[a[1]]
                pattern = texts[texts.key(f"ended by {cap}")] if cap is not None else pattern
                return pattern.format(seats=self.naming.seats(a[0], lang), n=most)
            case "allotted":
                return pattern.format(n=a[0] + 1, limit=a[1])
            case "answered":
                spec = self.program.outline.specs[a[0]]
                option = self.asker.option(spec, a[2], a[1]).text(lang)
                if spec.domain == "cell" and a[2] < len(self.inventory.cells):
                    cell = self.inventory.cells[a[2]]
                    option = self.naming.spot(cell, lang) if cell.record is None else option
                if spec.domain == "seat":
                    pattern = texts["answered seat"]
                pattern = texts["announced"] if spec.openly else pattern
                return pattern.format(seat=self.naming.seat(a[1], lang), option=option)
            case "stuck":
                span = self.program.outline.places[a[0]] if a[0] >= 0 else self.program.outline.specs[-1 - a[0]].span
                place = f"{span.source.name}:{span.line}:{span.column}"
                return pattern.format(text=" ".join(span.text.split())[:80], place=place)
            case _:
                return pattern

    def _ordered(self, place: int) -> bool:
        return 0 < place < self.inventory.first_cell and self.inventory.zones[place - 1].ordered

    def _within(self, place: int, position: int, count: int, known: bool) -> EventKey:
        """How a move within one place is told."""
        if not known and self._ordered(place):
            return "moved somewhere"
        if not position:
            return "moved nowhere"
        return "moved last" if position == count else "moved first" if position == 1 else "moved within"


def _in_one(lines: Sequence[tuple[int, Told]]) -> tuple[int, Told]:
    """Equal lines as one, at the place of the first."""
    index, line = lines[0]
    return index, evolve(line, text=times(line.text, len(lines)))


def _alike(one: RawEvent, other: RawEvent, resources: Sequence[tuple[str, int]]) -> bool:
    """Whether two changes of a counter differ at most in the word and the number."""
    if one.kind != other.kind:
        return False
    return (one.args[0], resources[one.args[1]][0], one.args[3:]) == (
        other.args[0],
        resources[other.args[1]][0],
        other.args[3:],
    )
