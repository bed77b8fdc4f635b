"""A loaded ruleset, ready to be played with any allowed number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import define, field

from solenia_rules.api.errors import RulesetError, SetupError
from solenia_rules.api.requests import check_count
from solenia_rules.compiler.calls import Calls
from solenia_rules.compiler.checker import Checked, check_world
from solenia_rules.compiler.powers import Powers
from solenia_rules.compiler.program import compile_program, lowering_problems
from solenia_rules.rules.layers import LoaderMaker
from solenia_rules.rules.records import Parameter, World
from solenia_rules.rules.resolver import Resolved, list_bundled, resolve, resolve_text, resolved_text
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import NOWHERE, Source, Span

if TYPE_CHECKING:
    # Rules can be loaded and checked without anything that plays; importing that takes time.
    from solenia_rules.api.game import Table
    from solenia_rules.runtime.emitting import EmittingExecutor
    from solenia_rules.runtime.executor import Executor


@define(eq=False)
class Ruleset:
    """Rules as data. Equal digests play equal games."""

    id: str
    title: str
    titles: dict[str, str]
    seats: range
    params: dict[str, Parameter]
    digest: str
    world: World = field(repr=False)
    warnings: tuple[Diagnostic, ...] = field(repr=False)
    _resolved: Resolved = field(repr=False)
    _checked: Checked = field(repr=False)
    _programs: dict[int, Executor] = field(factory=dict, repr=False)
    _telling: dict[int, EmittingExecutor] = field(factory=dict, repr=False)
    _tables: dict[int, Table] = field(factory=dict, repr=False)
    _plain: dict[int, Table] = field(factory=dict, repr=False)
    """Tables of programs that are not refined."""
    _open: dict[Span, str] | None = field(default=None, repr=False)
    _refined: bool = field(default=True, repr=False)

    def executor(self, seats: int) -> Executor:
        """The silent executor for a number of seats."""
        check_count(seats)
        if seats not in self.seats:
            raise SetupError(f"{self.id} is played by {self._seat_text()}, not by {seats}")
        if seats not in self._programs:
            program, problems = compile_program(self._checked, seats, refined=self._refined)
            if program is None:
                raise RulesetError(tuple(problems))
            from solenia_rules.runtime.executor import Executor

            self._programs[seats] = Executor(program)
        return self._programs[seats]

    def telling(self, seats: int) -> EmittingExecutor:
        if seats not in self._telling:
            from solenia_rules.runtime.emitting import EmittingExecutor

            self._telling[seats] = EmittingExecutor(self.executor(seats))
        return self._telling[seats]

    def open_texts(self) -> dict[Span, str]:
        """Texts that run only while all see what holds them, with the holder."""
        if self._open is None:
            self._open = Powers(Calls(self._checked)).open_texts()
        return self._open

    @property
    def checked(self) -> Checked:
        """Its texts, checked: what is told of them is told from these."""
        return self._checked

    def _seat_text(self) -> str:
        low, high = self.seats[0], self.seats[-1]
        return f"{low} seat{'s' * (low > 1)}" if low == high else f"{low} to {high} seats"

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files it was made of, the lowest layer first."""
        return self._resolved.sources

    def text(self) -> str:
        """The resolved rules as one TOML text; loading it gives the same digest."""
        return resolved_text(self._resolved)


def load(spec: str, params: Mapping[str, int] | None = None, *, refined: bool = True) -> Ruleset:
    """A bundled name, the path of a .toml, or layers `a+b`; raises RulesetError with all problems. Without `refined`
    the first game starts sooner, and games are slower."""
    if not isinstance(spec, str):
        raise _unloadable("E001", "a ruleset is named by a text: its name, or the path of its file")
    if params is not None and not isinstance(params, Mapping):
        raise _unloadable("E036", "parameters are given as a mapping from their names to numbers")
    with _texts_too():
        return ready(resolve(spec, params), refined)


def load_through(loader: LoaderMaker, spec: str, params: Mapping[str, int] | None = None) -> Ruleset:
    """The same through another reader of files, and quickly: to look at, not to play."""
    with _texts_too():
        return ready(resolve(spec, params, loader=loader), refined=False)


def load_text(text: str, name: str = "ruleset") -> Ruleset:
    """One resolved ruleset from its text."""
    if not isinstance(text, str) or not isinstance(name, str):
        raise _unloadable("E001", "a ruleset and its name are texts")
    with _texts_too():
        return ready(resolve_text(text, name))


def _unloadable(code: str, message: str) -> RulesetError:
    return RulesetError((Diagnostic(code, message, NOWHERE),))


@contextmanager
def _texts_too() -> Iterator[None]:
    """Where only the surface of the files is wrong, the problems of their texts are told in the same run."""
    try:
        yield
    except RulesetError as error:
        if error.world is None:
            raise
        raise RulesetError((*error.diagnostics, *check_world(error.world).diagnostics)) from None


def ready(resolved: Resolved, refined: bool = True) -> Ruleset:
    """The ruleset, or all that is wrong or doubtful with it."""
    world = resolved.world
    checked = check_world(world)
    found = (*resolved.warnings, *checked.diagnostics)
    if not any(d.severity == "error" for d in found):
        found += tuple(lowering_problems(checked, world.seats.low))
    if any(d.severity == "error" for d in found):
        raise RulesetError(found)
    titles = dict(world.titles)
    return Ruleset(
        resolved.id, titles.get("en", resolved.id), titles, range(world.seats.low, world.seats.high + 1),
        {p.id: p for p in world.params}, resolved.digest, world, found, resolved, checked, refined=refined,
    )  # fmt: skip


def list_rulesets() -> tuple[str, ...]:
    """Names of the bundled rulesets."""
    return list_bundled()
