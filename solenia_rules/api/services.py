"""What all games of one ruleset and number of seats share: the executor, the asker, views, log and explanations.

A game starts with the executor and the asker; everything else is made when it is first needed.
"""

from __future__ import annotations

from functools import cached_property

from solenia_rules.api.decision import Asker
from solenia_rules.api.words import Words
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.words.languages import IDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # Imported where they are first needed: a game starts without them.
    from solenia_rules.api.contents import Contents
    from solenia_rules.api.events import Teller
    from solenia_rules.api.reasons import Reasons
    from solenia_rules.api.spelling import Spelling
    from solenia_rules.api.supply import Supply
    from solenia_rules.play.events import RawEvent
    from solenia_rules.play.resample import Resampler
    from solenia_rules.play.shown_queries import ShownQueries
    from solenia_rules.play.views import Viewer
    from solenia_rules.sentences.places import Places

EAGER = 200
"""The number of answers whose events are found at once."""


class Services:
    """Shared by games of one ruleset and number of seats; made by `Ruleset.services`."""

    def __init__(
        self,
        supply: Supply,
        places: Callable[[str], Places],
        executor: EmittingExecutor,
        refined: bool = True,
        lazy: bool = False,
        names: tuple[str, ...] = (),
    ) -> None:
        """`places` gives the explained texts of the ruleset in a language. A program that is not `refined` keeps the
        order of the texts, so that reasons can be found in it. `lazy`: events need not be found at once. This is
        right only for an executor whose telling code differs from the silent code in nothing but the log. `names`: the
        names of the seats."""
        self.supply = supply
        self.places = places
        self.executor = executor
        self.refined = refined
        self.lazy = lazy
        self.names = names
        words = Words(supply.world, self._way, self._may, self._named, names)
        self.asker = Asker(executor.program, words, supply.open_texts)

        self._answered = 0
        self._renamed: Services | None = None

    def answer(self, s: list[int], choice: int) -> tuple[list[int], tuple[RawEvent, ...] | None]:
        """The state after an answer, and the events, or None if nobody worked them out.

        A program that plays many games rarely reads their logs. So the first answers run the code with a log, which a
        game needs anyway; after `EAGER` answers the code without a log is compiled and used instead. It is several
        times as fast, and the events of an answer can be found from the state before it at any time.
        """
        if not self.lazy or self._answered < EAGER:
            self._answered += 1
            return self.executor.answer(s, choice)
        made = s[:]
        self.executor.silent.answer(made, choice)
        return made, None

    def _way(self, source: str, start: int, way: int, lang: str) -> str | None:
        return self.places(lang).way(source, start, way)

    def _may(self, source: str, start: int, lang: str) -> str | None:
        return self.places(lang).may(source, start)

    def _named(self, source: str, start: int) -> tuple[str, ...]:
        return self.places(IDS).named(source, start)

    def named(self, names: tuple[str, ...]) -> Services:
        """The same with names for the seats. The last one is kept: a replay asks for the same names at each step."""
        if names == self.names:
            return self
        kept = self._renamed
        if kept is None or kept.names != names:
            kept = self._renamed = Services(self.supply, self.places, self.executor, self.refined, self.lazy, names)
        return kept

    @cached_property
    def beginning(self) -> list[int]:
        """The state before the first event."""
        return self.executor.silent.ready(0)

    @cached_property
    def teller(self) -> Teller:
        """Puts events into words."""
        from solenia_rules.api.events import Teller

        return Teller(self.asker)

    @cached_property
    def scores_seen(self) -> bool:
        """Whether every seat sees the scores."""
        return all(counter.seen == "all" for counter in self.supply.world.counters if counter.score)

    @cached_property
    def viewer(self) -> Viewer:
        """Shows a position to a seat."""
        from solenia_rules.play.views import Viewer

        return Viewer(self.executor.program)

    @cached_property
    def contents(self) -> Contents:
        """Says what stands on a cell."""
        from solenia_rules.api.contents import Contents

        return Contents(self.executor.program, self.asker.words)

    @cached_property
    def shown_queries(self) -> ShownQueries:
        """Computes what is shown at the table besides counters and state."""
        from solenia_rules.play.shown_queries import ShownQueries

        return ShownQueries(self.executor.silent)

    @cached_property
    def reasons(self) -> Reasons:
        """Finds why something is not on offer."""
        from solenia_rules.api.reasons import Reasons
        from solenia_rules.api.saying import Saying

        return Reasons(self.executor.silent, self.asker, Saying(self.teller, self.places), self.supply.checked)

    @cached_property
    def spelling(self) -> Spelling:
        """The names of places and pieces in sketches."""
        from solenia_rules.api.spelling import Spelling

        return Spelling(self.executor.program.inventory)

    @cached_property
    def resampler(self) -> Resampler:
        """Draws again what a seat does not know."""
        from solenia_rules.play.resample import Resampler

        return Resampler(self.executor.silent)

    @cached_property
    def always_asking(self) -> Services:
        """The services with a program that also asks questions with a single answer."""
        from solenia_rules.lower.program import compile_program
        from solenia_rules.play.machine import AlwaysAsking

        program = compile_program(self.supply.checked, self.executor.program.inventory.seats, refined=False)
        return Services(
            self.supply, self.places, EmittingExecutor(AlwaysAsking(program)), refined=False, names=self.names
        )
