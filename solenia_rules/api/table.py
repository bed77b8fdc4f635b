"""What games of one ruleset and number of seats share."""

from __future__ import annotations

from functools import cached_property

from solenia_rules.api.decision import Asker
from solenia_rules.api.errors import SetupError
from solenia_rules.api.requests import check_count
from solenia_rules.api.ruleset import Ruleset
from solenia_rules.api.words import Words
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.executor import Executor

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Imported where they are first needed: a game starts without them.
    from solenia_rules.api.events import Teller
    from solenia_rules.api.reasons import Reasons
    from solenia_rules.api.spelling import Spelling
    from solenia_rules.play.resample import Resampler
    from solenia_rules.play.views import Viewer


class Table:
    """What games of one ruleset and number of seats share. What not every game needs is made when it is asked for."""

    def __init__(self, rules: Ruleset, executor: EmittingExecutor, plain: bool = False) -> None:
        """`plain`: whether the program is not refined; reasons are found there."""
        self.plain = plain
        self.rules = rules
        self.executor = executor
        self.asker = Asker(executor.program, Words(rules.world, self._told_way, self._told_may))

    def _told_way(self, source: str, start: int, way: int, lang: str) -> str | None:
        from solenia_rules.api.explaining import places

        return places(self.rules, lang).way(source, start, way)

    def _told_may(self, source: str, start: int, lang: str) -> str | None:
        from solenia_rules.api.explaining import places

        return places(self.rules, lang).may(source, start)

    @cached_property
    def beginning(self) -> list[int]:
        """The state before the first event."""
        return self.executor.silent.ready(0)

    @cached_property
    def teller(self) -> Teller:
        from solenia_rules.api.events import Teller

        return Teller(self.asker, self.rules.open_texts())

    @cached_property
    def viewer(self) -> Viewer:
        from solenia_rules.play.views import Viewer

        return Viewer(self.executor.program)

    @cached_property
    def reasons(self) -> Reasons:
        from solenia_rules.api.explaining import places
        from solenia_rules.api.reasons import Reasons
        from solenia_rules.api.saying import Saying

        saying = Saying(self.teller, lambda lang: places(self.rules, lang))
        return Reasons(self.executor.silent, self.asker, saying, self.rules.checked)

    @cached_property
    def spelling(self) -> Spelling:
        from solenia_rules.api.spelling import Spelling

        return Spelling(self.executor.program.layout)

    @cached_property
    def resampler(self) -> Resampler:
        from solenia_rules.play.resample import Resampler

        return Resampler(self.executor.silent)

    @cached_property
    def unhurried(self) -> Table:
        """The same, of a program that also asks where there is one answer only."""
        from solenia_rules.lower.program import compile_program
        from solenia_rules.play.unhurried import Unhurried

        program = compile_program(self.rules.checked, self.executor.program.layout.seats, refined=False)
        return Table(self.rules, EmittingExecutor(Unhurried(program)), plain=True)


def table_for(rules: Ruleset, seats: int) -> Table:
    """Made once for each number of seats."""
    if seats not in rules._tables:
        rules._tables[seats] = Table(rules, rules.telling(seats))
    return rules._tables[seats]


def plain_table(rules: Ruleset, seats: int) -> Table:
    """The same for the program as it stands in the texts: slower, but nothing in it is worked out ahead."""
    if seats not in rules._plain:
        from solenia_rules.lower.program import compile_program

        program = compile_program(rules.checked, seats, refined=False)
        rules._plain[seats] = Table(rules, EmittingExecutor(Executor(program)), plain=True)
    return rules._plain[seats]


def seats_asked_for(rules: object, seats: object) -> int:
    """How many play, the fewest if nobody says; refused if no game can be started like this."""
    if not isinstance(rules, Ruleset):
        raise SetupError("a game needs a ruleset: use load() first")
    count = rules.seats[0] if seats is None else seats
    check_count(count)
    assert isinstance(count, int)
    return count
