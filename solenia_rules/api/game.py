"""A game as a value: `choose` returns a new game, and the old one does not change. `history.py` reads
a game, and `showing.py` shows it."""

from __future__ import annotations

from solenia_rules.api.errors import (
    IllegalAnswer,
    SaveError,
    SetupError,
    StaleAnswer,
    UndoError,
    UnreadableAnswer,
    refused,
)
from solenia_rules.api.options import Named, Option
from solenia_rules.api.requests import check_names, check_seat, check_seed
from solenia_rules.api.ruleset import Ruleset, seats_asked_for
from solenia_rules.api.services import Services
from solenia_rules.api.showing import Shown
from solenia_rules.play import reading
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import CHANCE_EVENTS, SET_EVENTS, RawEvent
from solenia_rules.text.frozen import field, sealed
from solenia_rules.words.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    # Imported where they are first needed: a game starts without them.
    from solenia_rules.api.events import Told
    from solenia_rules.api.keys import Keyring
    from solenia_rules.api.reason import Reason
    from solenia_rules.play.clues import ClueBook
    from solenia_rules.play.sketch import Flaw
    from solenia_rules.play.views import Json

MOST_ANSWER = 200
"""The most characters of an answer."""


def readable(answer: object) -> bool:
    """Whether a text could be the id of an option."""
    return isinstance(answer, str) and 0 < len(answer) <= MOST_ANSWER and answer.isprintable()


def play_again(game: Game, executor: EmittingExecutor) -> Iterator[Game]:
    """The positions of a game from its beginning, played by another program of the same rules and seats."""
    if game.imagined:
        raise SetupError("an imagined game has no answers that lead to it")
    services = game.rules.services_of(executor).named(game.names)
    made = begun(game.rules, game.seats, game.seed, game.position, services)
    yield made
    for answer in game.answers:
        made = made.choose(answer)
        yield made


@sealed(eq=False)
class Game(Shown):
    """A position with its history. Make one with `new_game` or `restore`."""

    rules: Ruleset
    seats: int
    seed: int
    _services: Services = field(repr=False)
    _state: list[int] = field(repr=False)
    _given_news: tuple[RawEvent, ...] | None = field(repr=False)
    """The events since the previous answer; None: they are computed when somebody asks."""
    _before: Game | None = field(repr=False)
    _answer: str | None = field(repr=False)
    imagined: bool = False
    """Made by `resample`: no answers lead to this game, so it cannot be saved, and it cannot be undone past its
    beginning."""
    position: dict[str, Json] | None = field(default=None, repr=False)
    """The sketch it began from."""
    _origin: tuple[Game, int | None, int, bool] | None = field(default=None, repr=False)
    """Of an imagined game: the game it was made from, and what `resample` was given."""
    _twins: list[Game] = field(factory=list, init=False, repr=False)
    _told: dict[tuple[int | None, str], tuple[Told, ...]] = field(factory=dict, init=False, repr=False)
    """By seat and language: what it was told of what happened since the answer before."""
    _line_counts: dict[int | None, int] = field(factory=dict, init=False, repr=False)
    """By seat: how many lines its log has so far."""
    _keyrings: dict[int | None, Keyring] = field(factory=dict, init=False, repr=False)
    _books: dict[int | None, ClueBook] = field(factory=dict, init=False, repr=False)
    """By seat: what the answers so far tell it about hidden pieces."""

    def choose(self, answer: Option | str | int) -> Game:
        """The game after an answer: an option, its id, or its index."""
        named = self._named(answer)
        state, news = self._services.answer(self._state, named.value)
        return Game(self.rules, self.seats, self.seed, self._services, state, news, self, named.id, self.imagined,
                    self.position)  # fmt: skip

    def with_luck(self, seed: int) -> Game:
        """The same position with the same history, whose later shuffles and rolls follow from another seed. No seed and
        answers lead to this game, so it cannot be saved."""
        check_seed(seed)
        state = reading.reseeded(self._services.executor.program, self._state, seed)
        return Game(self.rules, self.seats, self.seed, self._services, state, self._news, self._before, self._answer,
                    True, self.position)  # fmt: skip

    def named(self, names: Sequence[str]) -> Game:
        """The same game with a name for each seat, which texts and pictures use; an empty name leaves the words for the
        seat. Names change nothing else, and a save does not hold them."""
        services = self._services.named(check_names(names, self.seats))
        made: Game | None = None
        for game in self._line():
            origin = game._origin
            if origin is not None:
                origin = (origin[0].named(names), *origin[1:])
            made = Game(game.rules, game.seats, game.seed, services, game._state, game._given_news, made, game._answer,
                        game.imagined, game.position, origin)  # fmt: skip
        assert made is not None
        return made

    def _named(self, answer: object) -> Named:
        if reading.is_over(self._state):
            raise refused(StaleAnswer, "over")
        offer = self._services.asker.offer(self._state)
        if isinstance(answer, str):
            named = offer.by_id.get(answer)
            if named is not None:
                return named
            if not readable(answer):
                raise refused(UnreadableAnswer, "unreadable")
            raise IllegalAnswer(reason=lambda: self.reason(answer))
        if isinstance(answer, Option):
            decision = self.decision
            assert decision is not None
            if answer.key != decision.key:
                asked: dict[str, str] = {lang: decision.text(lang) for lang in LANGUAGES}
                raise refused(StaleAnswer, "stale", asked, what=answer.id)
            if answer not in decision.options:
                raise refused(IllegalAnswer, "forged", what=answer.id)
            return offer.named[decision.options.index(answer)]
        if isinstance(answer, bool) or not isinstance(answer, int):
            raise refused(UnreadableAnswer, "no answer")
        if 0 <= answer < len(offer.named):
            return offer.named[answer]
        raise refused(IllegalAnswer, "index", count=len(offer.named))

    def why_not(self, what: str, lang: str = "en") -> str:
        """Why an answer is not offered, in one sentence."""
        return self.reason(what).text(lang)

    def reason(self, what: str) -> Reason:
        """Why an answer is not offered: the condition that failed, its place, the values in it, and what would be
        enough."""
        if not readable(what):
            raise refused(UnreadableAnswer, "unreadable")
        twin = self._twin()
        return twin._services.reasons.why_not(twin._state, twin.decision, what)

    def _twin(self) -> Game:
        """The same game in the program that is not optimized; made by giving the answers again."""
        if not self._services.refined:
            return self
        made: Game | None = None
        for game in self._line():
            if game._twins:
                made = game._twins[0]
                continue
            if game._origin is not None:
                origin, seat, seed, inferring = game._origin
                made = origin._twin().resample(seat, seed, inferring)
            elif made is None:
                services = game.rules.unrefined_services(game.seats).named(game.names)
                made = begun(game.rules, game.seats, game.seed, game.position, services)
            else:
                assert game._answer is not None
                made = made.choose(game._answer)
            game._twins.append(made)
        assert made is not None
        return made

    def undo(self, agreed: bool = False) -> Game:
        """The game before the last answer. Refused if a seat learned something since, or if it is another seat's
        decision now and the others have not `agreed`."""
        if self._before is None or self._before.decision is None:
            raise refused(UndoError, "no undo")
        seat = self._before.decision.seat
        if any(event.kind in CHANCE_EVENTS or self._reveals(event, seat) for event in self._news):
            raise refused(UndoError, "undo reveals")
        if not agreed and self.decision is not None and self.decision.seat != seat:
            raise refused(UndoError, "undo by another")
        return self._before

    def _reveals(self, event: RawEvent, seat: int) -> bool:
        """Whether a seat sees the move of a piece whose place it did not know, or learns judged state."""
        program = self._services.executor.program
        if event.kind in SET_EVENTS:
            return program.slots.is_judged(event.args[0])
        if event.kind != "moved" or not event.known_to(seat):
            return False
        assert self._before is not None
        known = reading.is_shown(program, self._before._state, event.args[0], seat)
        return not known and event.args[1] != 0 and not self._services.viewer.sight.place(event.args[1], seat)

    def resample(self, seat: int | None, seed: int, inferring: bool = True) -> Game:
        """A game that looks the same to a seat, with everything it may not know drawn anew; None is a spectator. The
        answers of other seats were options in it, too; without `inferring`, only what the seat has seen counts."""
        check_seat(seat, self.seats)
        check_seed(seed)
        line = self._line()
        book = self._book(line, seat) if inferring else None
        made = self._services.resampler.resample([(game._state, game._news) for game in line], seat, seed, book)
        return Game(self.rules, self.seats, made.seed, self._services, made.state, made.events, None, None, True,
                    origin=(self, seat, seed, inferring))  # fmt: skip

    def _book(self, line: list[Game], seat: int | None) -> ClueBook:
        """What the answers so far tell a seat. Reading it takes long in a long game, so each game keeps its book, and a
        later game goes on with a copy of it."""
        from solenia_rules.play.clues import ClueBook

        if seat not in self._books:
            known = next((game._books[seat] for game in reversed(line) if seat in game._books), None)
            self._books[seat] = ClueBook() if known is None else known.copy()
        return self._books[seat]

    def dump(self) -> str:
        """The game as text: rules, seed, answers and position; `restore` reads it."""
        from solenia_rules.api.saves import write_save

        if self.imagined:
            raise SaveError("an imagined game has no answers that lead to it; it cannot be saved")
        return write_save(
            self.rules.id, self.rules.digest, self.rules.text(), self.seats, self.seed, self.answers, self.full_view(),
            self.position,
        )  # fmt: skip


def new_game(
    rules: Ruleset, seats: int | None = None, seed: int = 0, position: Mapping[str, object] | None = None
) -> Game:
    """A game after its setup, at the first decision; with a sketch, from that position."""
    count = seats_asked_for(rules, seats)
    check_seed(seed)
    sketch: dict[str, Json] | None = None
    if position is not None:
        from solenia_rules.api.positions import sketch_data

        sketch = sketch_data(position)
    return begun(rules, count, seed, sketch, rules.services(count))


def begun(rules: Ruleset, count: int, seed: int, sketch: dict[str, Json] | None, services: Services) -> Game:
    if sketch is None:
        state, news = services.executor.start(seed)
        return Game(rules, count, seed, services, state, news, None, None)
    from solenia_rules.api.positions import begin

    state, news = begin(services.executor, services.asker, services.spelling, seed, sketch)
    return Game(rules, count, seed, services, state, news, None, None, position=sketch)


def check_game(game: object) -> None:
    if not isinstance(game, Game):
        raise SetupError("this is no game: use new_game() or restore()")


def overwritten(game: Game) -> tuple[Flaw, ...]:
    """Values of the sketch that the first phase resets at once."""
    from solenia_rules.api.positions import find_overwritten

    if game.position is None:
        return ()
    services = game._services
    return tuple(find_overwritten(services.executor.program, services.spelling, game.position, game._line()[0]._news))


def resample(game: Game, seat: int | None, seed: int) -> Game:
    """A game that looks the same to a seat, with everything it may not know drawn anew; None is a spectator."""
    check_game(game)
    return game.resample(seat, seed)
