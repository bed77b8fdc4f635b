"""A loaded ruleset, ready to be played with any allowed number of seats."""

from __future__ import annotations

from solenia_rules.api.errors import SetupError
from solenia_rules.api.requests import check_count, check_lang, check_picture
from solenia_rules.text.collector import collector_off
from solenia_rules.words.languages import IDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # Rules can be loaded and checked without anything that plays; importing that takes time.
    from solenia_rules.api.actions import Actions
    from solenia_rules.api.observation import Observation
    from solenia_rules.api.services import Services
    from solenia_rules.api.supply import Heading, Supply
    from solenia_rules.api.words import Words
    from solenia_rules.checked.checked import Checked
    from solenia_rules.fast.accelerated import Accelerated
    from solenia_rules.fast.batching import Batching
    from solenia_rules.fast.telling import Telling
    from solenia_rules.pictures.album import Album
    from solenia_rules.play.emitting import EmittingExecutor
    from solenia_rules.play.executor import Executor
    from solenia_rules.rules.records import Parameter, World
    from solenia_rules.sentences.places import Places
    from solenia_rules.sentences.topics import Topic, Topics
    from solenia_rules.text.diagnostics import Diagnostic
    from solenia_rules.text.places import Source, Span


class Ruleset:
    """Rules as data. Equal digests play equal games."""

    def __init__(self, heading: Heading, supply: Supply, warnings: tuple[Diagnostic, ...] = ()) -> None:
        self.id = heading.id
        self.titles = heading.titles
        self.title = heading.titles.get("en", heading.id)
        self.seats = heading.seats
        self.digest = heading.digest
        self.warnings = warnings
        """What may be a mistake. A ruleset that was loaded has none of the warnings that it allows."""
        self._supply = supply
        self._programs: dict[int, Executor] = {}
        self._accelerated: dict[int, Accelerated] = {}
        self._batching: dict[int, Batching] = {}
        self._actions: dict[int, Actions] = {}
        self._observations: dict[int, Observation] = {}
        self._telling: dict[int, Telling] = {}
        self._services: dict[int, Services] = {}
        self._unrefined: dict[int, Services] = {}
        self._topics: dict[str, Topics] = {}
        self._places: dict[str, Places] = {}
        self._albums: dict[str, Album] = {}
        self._words: Words | None = None

    def __repr__(self) -> str:
        return f"Ruleset(id={self.id!r}, title={self.title!r}, seats={self.seats}, digest={self.digest!r})"

    @property
    def world(self) -> World:
        """Everything it declares."""
        return self._supply.world

    @property
    def params(self) -> dict[str, Parameter]:
        return {param.id: param for param in self.world.params}

    def executor(self, seats: int) -> Executor:
        """The silent executor for a number of seats."""
        check_count(seats)
        if seats not in self.seats:
            raise SetupError(f"{self.id} is played by {self._seat_text()}, not by {seats}")
        if seats not in self._programs:
            from solenia_rules.play.executor import Executor

            with collector_off():
                self._programs[seats] = Executor(self._supply.program(seats))
        return self._programs[seats]

    def accelerated(self, seats: int) -> Accelerated:
        """Machine code of the rules for a number of seats; raises `SetupError` with the reason where there is none."""
        if seats not in self._accelerated:
            from solenia_rules.fast import accelerate
            from solenia_rules.fast.errors import Unsupported

            try:
                self._accelerated[seats] = accelerate(self.executor(seats))
            except Unsupported as error:
                raise SetupError(f"{self.id} cannot be accelerated: {error}") from error
        return self._accelerated[seats]

    def batching(self, seats: int) -> Batching:
        """Machine code that plays many games side by side; raises `SetupError` with the reason where there is none."""
        if seats not in self._batching:
            from solenia_rules.fast import accelerate_batches
            from solenia_rules.fast.errors import Unsupported

            try:
                self._batching[seats] = accelerate_batches(self.executor(seats), self.observation(seats).parts)
            except Unsupported as error:
                raise SetupError(f"{self.id} cannot be accelerated: {error}") from error
        return self._batching[seats]

    def actions(self, seats: int) -> Actions:
        """Everything that decisions can be answered with, as a table of fixed size."""
        check_count(seats)
        if seats not in self._actions:
            from solenia_rules.api.actions import Actions

            self._actions[seats] = Actions(self.services(seats).asker, self.digest, seats)
        return self._actions[seats]

    def observation(self, seats: int) -> Observation:
        """What a seat may know, as a fixed number of integers: what each of them means, and their values in a game."""
        check_count(seats)
        if seats not in self._observations:
            from solenia_rules.api.observation import Observation
            from solenia_rules.play.observing import Observer

            self._observations[seats] = Observation(Observer(self.executor(seats)), self.digest, seats)
        return self._observations[seats]

    def telling(self, seats: int, compiling: Callable[[], bool] = lambda: True) -> Telling | None:
        """Machine code that also tells events; raises `SetupError` with the reason where there is none. If it must be
        compiled, `compiling` says whether to do so."""
        if seats not in self._telling:
            from solenia_rules.fast import tell
            from solenia_rules.fast.errors import Unsupported

            try:
                found = tell(self.executor(seats), compiling)
            except Unsupported as error:
                raise SetupError(f"{self.id} cannot be accelerated: {error}") from error
            if found is None:
                return None
            self._telling[seats] = found
        return self._telling[seats]

    def services(self, seats: int) -> Services:
        """The services that games with a number of seats share."""
        if seats not in self._services:
            from solenia_rules.play.emitting import EmittingExecutor

            with collector_off():
                self._services[seats] = self.services_of(EmittingExecutor(self.executor(seats)), lazy=True)
        return self._services[seats]

    def unrefined_services(self, seats: int) -> Services:
        """The services with a program that keeps the order of the texts. It is slower, but reasons can be found in
        it."""
        if seats not in self._unrefined:
            from solenia_rules.lower.program import compile_program
            from solenia_rules.play.emitting import EmittingExecutor
            from solenia_rules.play.executor import Executor

            program = compile_program(self.checked, seats, refined=False)
            self._unrefined[seats] = self.services_of(EmittingExecutor(Executor(program)), refined=False)
        return self._unrefined[seats]

    def services_of(self, executor: EmittingExecutor, refined: bool = True, lazy: bool = False) -> Services:
        """The services of any program of the ruleset."""
        from solenia_rules.api.services import Services

        return Services(self._supply, self.places, executor, refined, lazy)

    def topics(self, lang: str) -> Topics:
        """Everything that can be explained, in a language."""
        if lang not in self._topics:
            from solenia_rules.sentences.topics import Topics

            check_lang(lang)
            self._topics[lang] = Topics(self.checked, lang)
        return self._topics[lang]

    def places(self, lang: str) -> Places:
        """The explanations by the places of the texts."""
        if lang not in self._places:
            from solenia_rules.sentences.places import Places

            self._places[lang] = Places(self.topics(lang))
        return self._places[lang]

    def album(self, lang: str) -> Album:
        """What pictures need to know of the ruleset, in a language; the same for every seat and position."""
        if lang not in self._albums:
            from solenia_rules.pictures.album import Album

            check_lang(lang)
            self._albums[lang] = Album(self.world, lang, lambda: self.topics(lang))
        return self._albums[lang]

    def svg(self, lang: str = IDS, theme: str = "light", width: int = 960) -> str:
        """A picture of the beginning of a game for a spectator, with the fewest seats."""
        from solenia_rules.pictures.drawing import draw_view

        check_picture(theme, width)
        services = self.services(self.seats[0])
        state, _news = services.executor.start(0)
        return draw_view(services.viewer.view(state, None), self.album(lang), theme, width=width)

    def _repr_svg_(self) -> str:
        """The picture for notebooks."""
        return self.svg()

    def _repr_html_(self) -> str:
        """The picture with the title, the seats and the parameters."""
        from solenia_rules.text.html import html_block, html_line, html_table

        rows = [(one.id, self.label(one.id), one.value, f"{one.low} to {one.high}") for one in self.params.values()]
        params = html_table(("parameter", "", "value", "from"), rows) if rows else ""
        return html_block(html_line(f"{self.title} ({self.id}), {self._seat_text()}"), self.svg(), params)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook may choose from."""
        return {"image/svg+xml": self.svg(), "text/html": self._repr_html_(), "text/plain": repr(self)}

    def label(self, ident: str, lang: str = IDS, number: int = 1) -> str:
        """The word of the ruleset for an id, in a language, in the form that goes with a number. An id without a word
        is shown as it is, with spaces."""
        check_lang(lang)
        if self._words is None:
            from solenia_rules.api.words import Words

            self._words = Words(self.world)
        return self._words.word(ident, lang, number)

    def ids(self) -> tuple[str, ...]:
        """The ids of everything that the ruleset declares and that people read: words, counters, pieces, zones, boards,
        records, phases, verbs and so on, each once."""
        world = self.world
        declared = (
            world.params, world.kinds, world.counters, world.declared_state, world.pieces, world.zones, world.cells,
            world.boards, world.histories, world.records, world.queries, world.verbs, world.rules, world.steps,
        )  # fmt: skip
        found = [one.id for group in declared for one in group]
        found += [word for kind in world.kinds for word in kind.words]
        found += [ident for words in world.words.values() for ident in words]
        return tuple(dict.fromkeys(found))

    @property
    def checked(self) -> Checked:
        """The checked texts of the ruleset; explanations are made from them."""
        return self._supply.checked

    def known(self, fact: str, find: Callable[[Checked], bool]) -> bool:
        """A fact about the checked texts, found once and kept in the cache."""
        return self._supply.known(fact, find)

    def _seat_text(self) -> str:
        low, high = self.seats[0], self.seats[-1]
        return f"{low} seat{'s' * (low > 1)}" if low == high else f"{low} to {high} seats"

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files of the ruleset, the lowest layer first."""
        return tuple(source for source in self._supply.sources if not source.made)

    def text(self) -> str:
        """The resolved rules as one TOML text; loading it gives the same digest."""
        return self._supply.text()


def seats_asked_for(rules: object, seats: object) -> int:
    """How many seats play, the fewest if `seats` is None; raises `SetupError` if no game can be started like this."""
    if not isinstance(rules, Ruleset):
        raise SetupError("a game needs a ruleset: use load() first")
    count = rules.seats[0] if seats is None else seats
    check_count(count)
    assert isinstance(count, int)
    return count


def explain(rules: Ruleset, ident: str, lang: str = "en") -> Topic | None:
    """Explain one thing of a ruleset in sentences; None if nothing with this id can be explained."""
    return rules.topics(lang).topic(ident)


def explain_at(rules: Ruleset, place: Span, lang: str = "en") -> str | None:
    """Explain the text at a place, on one line; None if there is no text of the language."""
    return rules.places(lang).at(place.source.name, place.start)
