"""A game that is only played forward, with numbers instead of words. Bots and simulations use it, because texts cost
time."""

from __future__ import annotations

from solenia_rules.api.errors import IllegalAnswer
from solenia_rules.api.game import Game, new_game
from solenia_rules.api.refusals import refusal
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.services import Services
from solenia_rules.play import reading
from solenia_rules.play.events import RawEvent, witnessed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from solenia_rules.play.clues import ClueBook
    from solenia_rules.play.judgements import JudgedBook
    from solenia_rules.play.resample import Past


class Course:
    """The positions of one game so far, each with the events since the previous one."""

    def __init__(
        self, rules: Ruleset, services: Services, seed: int, line: list[tuple[list[int], tuple[RawEvent, ...]]]
    ) -> None:
        self.rules = rules
        self.services = services
        self.seed = seed
        self.line = line
        self._given: list[int] = []
        """Indices of the answers that `_game` does not have yet."""
        self._game: Game | None = None
        self._witnessed: list[RawEvent] = []
        self._seen = 0
        """The positions whose events the witness has seen."""
        self._past: Past | None = None
        self._past_at = (0, False)
        """What a seat knew: for how many positions, and whether with what answers of other seats told."""
        self._books: dict[int, ClueBook] = {}
        """Seat -> what the answers of other seats told it."""
        self._judged: dict[int, JudgedBook] = {}
        """Seat -> which judgements told it something."""

    @classmethod
    def begin(cls, rules: Ruleset, seats: int, seed: int) -> Course:
        services = rules.services(seats)
        return cls(rules, services, seed, [services.executor.start(seed)])

    @classmethod
    def of(cls, game: Game) -> Course:
        """The course that leads to a game which was played in another way."""
        made = cls(game.rules, game._services, game.seed, [(g._state, g._news) for g in game._line()])
        made._game = game
        return made

    @property
    def seats(self) -> int:
        return self.services.executor.program.inventory.seats

    @property
    def state(self) -> list[int]:
        """The position as the engine stores it. It must not be changed."""
        return self.line[-1][0]

    @property
    def over(self) -> bool:
        return reading.is_over(self.state)

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return reading.asked_seat(self.state)

    @property
    def options(self) -> tuple[int, ...]:
        """The values of the options, in the order of the decision."""
        return reading.options(self.state)

    @property
    def events(self) -> Iterator[RawEvent]:
        """Everything that has happened."""
        return (event for _state, news in self.line for event in news)

    def answer(self, value: int) -> tuple[RawEvent, ...]:
        """Give an answer; returns the events that followed."""
        if self.over or value not in self.options:
            texts = refusal("index", count=len(self.options))
            raise IllegalAnswer(texts["en"], texts)
        self._given.append(self.options.index(value))
        self.line.append(self.services.executor.answer(self.state, value))
        return self.line[-1][1]

    def imagine(self, seat: int, seed: int, inferring: bool = True) -> list[int]:
        """A state that looks the same to a seat: everything that the seat may not know is drawn again. It may be
        changed. Without `inferring`, the answers of other seats need not have been options in it, and old judgements
        that told little need not be the same."""
        resampler = self.services.resampler
        for index in range(self._seen, len(self.line)):
            before = self.line[index - 1][0] if index else resampler.beginning
            self._witnessed += witnessed(resampler.program, resampler.sight, before, self.line[index][1])
        self._seen = len(self.line)
        if self._past is None or (len(self.line), inferring) != self._past_at or self._past.seat != seat:
            from solenia_rules.play.clues import ClueBook

            book = self._books.setdefault(seat, ClueBook()) if inferring else None
            few = None if inferring else self._judged.setdefault(seat, {})
            self._past = resampler.read(self.line, self._witnessed, seat, book, few)
            self._past_at = len(self.line), inferring
        return resampler.world(self._past, seed, telling=False).state

    def game(self) -> Game:
        """The same position as a `Game`."""
        if self._game is None:
            self._game = new_game(self.rules, self.seats, self.seed)
        for index in self._given:
            self._game = self._game.choose(index)
        self._given = []
        return self._game
