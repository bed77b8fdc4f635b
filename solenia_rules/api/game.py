"""A game as a value: `choose` returns a new game, and the old one does not change."""

from __future__ import annotations

from solenia_rules.api.decision import Decision, Named, Option, Position
from solenia_rules.api.errors import (
    IllegalAnswer,
    PositionError,
    SaveError,
    SetupError,
    StaleAnswer,
    UndoError,
    UnreadableAnswer,
    refused,
)
from solenia_rules.api.held import Held
from solenia_rules.api.requests import check_lang, check_number, check_picture, check_seat, check_seed
from solenia_rules.api.ruleset import Ruleset, seats_asked_for
from solenia_rules.api.services import Services
from solenia_rules.play import reading
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import CHANCE_EVENTS, SET_EVENTS, RawEvent, witnessed
from solenia_rules.text.frozen import field, remembered, sealed
from solenia_rules.words.languages import IDS, LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TypeVar

    # Imported where they are first needed: a game starts without them.
    from solenia_rules.api.comparison import Difference
    from solenia_rules.api.events import Event, Told
    from solenia_rules.api.keys import Keyring
    from solenia_rules.api.reason import Reason
    from solenia_rules.api.trace import Step
    from solenia_rules.play.clues import ClueBook
    from solenia_rules.play.sketch import Flaw
    from solenia_rules.play.views import Json
    from solenia_rules.text.views import DecisionView, EventView, OptionView, View

    LineT = TypeVar("LineT")

MOST_ANSWER = 200
"""The most characters of an answer."""


def readable(answer: object) -> bool:
    """Whether a text could be the id of an option."""
    return isinstance(answer, str) and 0 < len(answer) <= MOST_ANSWER and answer.isprintable()


def play_again(game: Game, executor: EmittingExecutor) -> Iterator[Game]:
    """The positions of a game from its beginning, played by another program of the same rules and seats."""
    if game.imagined:
        raise SetupError("an imagined game has no answers that lead to it")
    made = begun(game.rules, game.seats, game.seed, game.position, game.rules.services_of(executor))
    yield made
    for answer in game.answers:
        made = made.choose(answer)
        yield made


@sealed(eq=False)
class Game(Held):
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

    # ---- playing ----------------------------------------------------------------------------

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
                made = begun(
                    game.rules, game.seats, game.seed, game.position, game.rules.unrefined_services(game.seats)
                )
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

    # ---- reading ----------------------------------------------------------------------------

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

    def _line(self) -> list[Game]:
        """The games that led to this one, in order."""
        found = []
        game: Game | None = self
        while game is not None:
            found.append(game)
            game = game._before
        return found[::-1]

    def positions(self) -> list[Game]:
        """The positions of the game from its beginning to this one, one for each answer."""
        return self._line()

    @property
    def state(self) -> tuple[int, ...]:
        """The position in the internal form of the engine, secrets included: machine code takes and gives it."""
        return tuple(self._state)

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
        return tuple(
            self._services.teller.events_for(self._witnessed(), self._state_before, seat, lang, self._before is None)
        )

    def _since(self, number: int, seat: int | None, part: Callable[[Game], tuple[LineT, ...]]) -> list[LineT]:
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
        waiting: list[Game] = []
        game: Game | None = self
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
            lines = self._services.teller.lines_for(self._witnessed(), self._state_before, seat, lang, first)
            self._told[seat, lang] = tuple(line for _index, line in lines)
        return self._told[seat, lang]

    def view(self, seat: int | None, lang: str = "en", log: bool = True, keys: bool = False) -> View:
        """What a seat may know; None is a spectator. Without the log, a view stays small: see `log_since`. With `keys`,
        each visible piece has a key that it keeps while it stays in sight."""
        check_seat(seat, self.seats)
        check_lang(lang)
        given = self._keyring(seat).texts if keys else None
        made = self._services.viewer.view(self._state, seat, keys=given)
        self._show_queries(made)
        decision: DecisionView | None = None
        if self.decision is not None:
            mine = seat == self.decision.seat
            decision = {"seat": self.decision.seat, "prompt": self.decision.text(lang) if mine else None}
            if mine:
                decision["options"] = self.offered(lang)
        made["decision"] = decision
        made["scores"] = {str(k): v for k, v in self.scores.items()} if self._services.scores_seen else {}
        made["winners"] = list(self.winners)
        if log:
            made["log"] = [*self.log_for(seat, lang)]
        return made

    def offered(self, lang: str = "en") -> list[OptionView]:
        """The options of the open decision as data, for the seat that is asked; none if the game is over."""
        check_lang(lang)
        if self.decision is None:
            return []
        asker, seat = self._services.asker, self.decision.seat
        made: list[OptionView] = []
        for named in asker.offer(self._state).named:
            option: OptionView = {
                "id": named.id, "label": asker.words.said(named.said, lang), "refs": dict(named.refs)
            }  # fmt: skip
            if any(sort == "piece" for sort, _id in named.refs):
                self._services.viewer.add_place(option, self._state, named.value, seat)
            if any(sort == "cell" for sort, _id in named.refs) and (holds := self._holds(named.value, seat, lang)):
                option["holds"] = holds
            made.append(option)
        return made

    def _holds(self, cell: int, seat: int, lang: str) -> str:
        return self._services.contents.of(self._state, cell, seat, lang)

    def _keyring(self, seat: int | None) -> Keyring:
        """The keys of the pieces that a seat sees; worked out once for each position."""
        if seat not in self._keyrings:
            from solenia_rules.api.keys import Keyholder

            holder = Keyholder(self._services.executor.program, self._services.viewer, seat)
            for game in self._line():
                if seat in game._keyrings:
                    continue
                if game._before is not None:
                    made = holder.after(game._before._keyrings[seat], game._before._state, game._news, game._state)
                elif game._origin is not None and game._origin[1] == seat:
                    made = holder.as_before(game._origin[0]._keyring(seat), game._origin[0]._state, game._state)
                else:
                    made = holder.first(game._state)
                game._keyrings[seat] = made
        return self._keyrings[seat]

    def svg(
        self,
        seat: int | None = None,
        lang: str = "en",
        theme: str = "light",
        interactive: bool = False,
        width: int = 960,
    ) -> str:
        """A picture of what a seat may know, as an SVG document; None is a spectator. `interactive` adds the ids of
        options and the keys of pieces, for a table in a browser. The layout follows the width."""
        from solenia_rules.pictures.drawing import draw_view

        check_picture(theme, width)
        view = self.view(seat, lang, log=False, keys=interactive)
        return draw_view(view, self.rules.album(lang), theme, interactive, width)

    def _repr_svg_(self) -> str:
        """The picture for a spectator; notebooks ask for it."""
        return self.svg()

    def _repr_html_(self) -> str:
        """The picture for a spectator, with the title and what is asked of whom."""
        from solenia_rules.text.html import html_block, html_line
        from solenia_rules.words.by_language import play_words

        view, seat = self.view(None, log=False), play_words(IDS).WORDS["seat"]
        scores = {int(one): score for one, score in view["scores"].items()}
        told = [f"{seat.format(n=one + 1)}: {score}" for one, score in scores.items()]
        if self.decision is not None:
            told.append(f"{seat.format(n=self.decision.seat + 1)} is asked")
        elif self.winners:
            told.append(f"won by {', '.join(seat.format(n=one + 1) for one in self.winners)}")
        title = html_line(f"{self.rules.title}, {self.decisions} answers")
        return html_block(title, self.svg(), html_line("; ".join(told)))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook may choose from."""
        return {"image/svg+xml": self.svg(), "text/html": self._repr_html_(), "text/plain": repr(self)}

    def _show_queries(self, made: View) -> None:
        """Add the queries that are shown at the table to a view; a ruleset without any has no such part."""
        if self._services.executor.program.shown:
            made["queries"] = self._services.shown_queries.values(self._state)

    def full_view(self) -> dict[str, object]:
        """The whole position by name, including hidden things and the pending decision."""
        made = self._services.viewer.view(self._state, None, full=True)
        self._show_queries(made)
        asked, decision = self.decision, None
        if asked is not None:
            options = [option.id for option in asked.options]
            decision = {"seat": asked.seat, "kind": asked.kind, "name": asked.name, "options": options}
        return {**made, "decisions": self.decisions, "decision": decision}

    def differences(self, expected: Mapping[str, object]) -> tuple[Difference, ...]:
        """The differences between the position and a sketch; raises `PositionError` for a sketch that is wrong."""
        from solenia_rules.api.comparison import Comparison
        from solenia_rules.api.positions import sketch_data
        from solenia_rules.api.sketches import read_sketch

        program, spelling = self._services.executor.program, self._services.spelling
        read = read_sketch(program, spelling, sketch_data(expected), expected=True)
        if read.flaws:
            raise PositionError(read.flaws)
        found = Comparison(program, spelling, self._services.viewer, self._state).differences(read.sketch)
        if not found:
            return ()
        raws = [raw for game in self._line() for raw in game._news]
        return tuple(difference.blame(raws, self._services.teller) for difference in found)

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
