"""A position with the line of positions that led to it: what happened, and what each seat may read of it.

`showing.py` adds how a position is shown, and `game.py` how it is played.
"""

from __future__ import annotations

from solenia_rules.api.decision import Decision
from solenia_rules.api.held import Held
from solenia_rules.api.options import Position
from solenia_rules.api.requests import check_lang, check_number, check_seat
from solenia_rules.play import reading
from solenia_rules.play.events import RawEvent, witnessed
from solenia_rules.text.frozen import remembered
from solenia_rules.words.languages import IDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypeVar

    # Imported where they are first needed: a game starts without them.
    from solenia_rules.api.events import Event, Told
    from solenia_rules.api.ruleset import Ruleset
    from solenia_rules.api.services import Services
    from solenia_rules.api.trace import Step
    from solenia_rules.text.views import EventView

    LineT = TypeVar("LineT")


class History(Held):
    """A game that can be read; the fields are those of `Game`, the only class that is made of it."""

    if TYPE_CHECKING:

        @property
        def rules(self) -> Ruleset: ...

        @property
        def seed(self) -> int: ...

        @property
        def _services(self) -> Services: ...

        @property
        def _given_news(self) -> tuple[RawEvent, ...] | None: ...

        @property
        def _before(self) -> Self | None: ...

        @property
        def _answer(self) -> str | None: ...

        @property
        def _told(self) -> dict[tuple[int | None, str], tuple[Told, ...]]: ...

        @property
        def _line_counts(self) -> dict[int | None, int]: ...

    @remembered
    def decision(self) -> Decision | None:
        """What is asked; None if the game is over."""
        return self._services.asker.decision(self._state, Position(self.rules.digest, self.seed, self._state))

    @remembered
    def _news(self) -> tuple[RawEvent, ...]:
        """What happened since the answer before."""
        if self._given_news is not None:
            return self._given_news
        assert self._before is not None
        assert self._answer is not None
        before = self._before._state
        named = self._services.asker.offer(before).by_id[self._answer]
        return self._services.executor.answer(before, named.value)[1]

    @property
    def names(self) -> tuple[str, ...]:
        """How people call the seats, empty where they do not; () if no seat has a name."""
        return self._services.names

    @property
    def scores(self) -> dict[int, int]:
        """Seat -> value of the counter declared as score; empty if there is none."""
        return dict(enumerate(reading.scores(self._services.executor.program, self._state)))

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that share the win; () while the game runs, and for a draw."""
        return reading.winners(self._state)

    @property
    def decisions(self) -> int:
        """The number of answers so far."""
        return reading.decisions(self._state)

    @property
    def answers(self) -> tuple[str, ...]:
        """The ids of the answers, in order."""
        return tuple(game._answer for game in self._line() if game._answer is not None)

    @property
    def log(self) -> tuple[Event, ...]:
        """All events, including hidden ones: do not show them to a seat."""
        return tuple(self._services.teller.event(raw) for game in self._line() for raw in game._witnessed())

    @property
    def news(self) -> tuple[Event, ...]:
        """The events since the previous answer, including hidden ones: do not show them to a seat."""
        return tuple(map(self._services.teller.event, self._news))

    def trace(self) -> tuple[Step, ...]:
        """Which rule changed what, step by step from the setup on, including hidden things: do not show it to a
        seat."""
        from solenia_rules.api.trace import Stretch, trace

        services = self._services
        stretches = (Stretch(game.decisions, game._witnessed(), game._state) for game in self._line())
        return tuple(trace(services.executor.program, services.beginning, services.teller, stretches))

    def _witnessed(self) -> list[RawEvent]:
        """The events since the previous answer, each with the seats that may know it."""
        services = self._services
        return witnessed(services.executor.program, services.viewer.sight, self._state_before, self._news)

    @property
    def _state_before(self) -> list[int]:
        """The state before the events since the previous answer."""
        return self._services.beginning if self._before is None else self._before._state

    def _line(self) -> list[Self]:
        """The games that led to this one, in order."""
        found = []
        game: Self | None = self
        while game is not None:
            found.append(game)
            game = game._before
        return found[::-1]

    def positions(self) -> list[Self]:
        """The positions of the game from its beginning to this one, one for each answer."""
        return self._line()

    @property
    def state(self) -> tuple[int, ...]:
        """The position in the internal form of the engine, secrets included: machine code takes and gives it."""
        return tuple(self._state)

    def log_for(self, seat: int | None, lang: str = "en") -> list[str]:
        """The lines of the log that a seat may know."""
        return [told.text for told in self.told_to(seat, lang)]

    def log_since(self, number: int, seat: int | None, lang: str = "en") -> list[Told]:
        """The lines of the log of a seat after the first `number` lines. A client that has shown `number` lines asks
        with it for the lines that are new; only these are put into words."""
        check_seat(seat, self.seats)
        check_lang(lang)
        check_number(number)
        return self._since(number, seat, lambda game: game._told_since(seat, lang))

    def events_since(self, number: int, seat: int | None, lang: str = "en") -> list[EventView]:
        """The same lines as `log_since`, each with the details of its event as data: ids, seats, places and values, as
        far as the seat may know them."""
        check_seat(seat, self.seats)
        check_lang(lang)
        check_number(number)
        return self._since(number, seat, lambda game: game._events(seat, lang))

    def _events(self, seat: int | None, lang: str) -> tuple[EventView, ...]:
        return tuple(self._services.teller.events_for(self._witnessed(), seat, lang, self._before is None))

    def _since(self, number: int, seat: int | None, part: Callable[[Self], tuple[LineT, ...]]) -> list[LineT]:
        """The lines of a log after the first `number` lines; `part` gives those of one answer."""
        parts: list[tuple[LineT, ...]] = []
        game, lines = self, self._lines(seat)
        while lines > number:
            parts.append(part(game))
            lines -= len(parts[-1])
            if game._before is None:
                break
            game = game._before
        found = [line for one in reversed(parts) for line in one]
        return found[max(0, number - lines) :]

    def line_count(self, seat: int | None) -> int:
        """How many lines the log of a seat has."""
        check_seat(seat, self.seats)
        return self._lines(seat)

    def _lines(self, seat: int | None) -> int:
        """How many lines the log of a seat has; counted once for each position."""
        waiting: list[History] = []
        game: History | None = self
        while game is not None and seat not in game._line_counts:
            waiting.append(game)
            game = game._before
        count = 0 if game is None else game._line_counts[seat]
        for later in reversed(waiting):
            count = later._line_counts[seat] = count + len(later._told_since(seat, IDS))
        return count

    def told_to(self, seat: int | None, lang: str = "en") -> list[Told]:
        """The lines of the log of a seat, each with the kind of its event and whose phase or deed it is."""
        check_seat(seat, self.seats)
        check_lang(lang)
        found: list[Told] = []
        for game in self._line():
            found += game._told_since(seat, lang)
        return found

    def _told_since(self, seat: int | None, lang: str) -> tuple[Told, ...]:
        """What a seat may read of what happened since the answer before; put into words once."""
        if (seat, lang) not in self._told:
            first = self._before is None
            lines = self._services.teller.lines_for(self._witnessed(), seat, lang, first)
            self._told[seat, lang] = tuple(line for _index, line in lines)
        return self._told[seat, lang]
