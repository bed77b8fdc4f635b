"""A loaded ruleset, ready to be played with any allowed number of seats."""

from __future__ import annotations

import os

from solenia_rules.api.errors import SetupError
from solenia_rules.api.origins import recall_ruleset, remember_ruleset
from solenia_rules.api.requests import check_count
from solenia_rules.rules.store import open_store
from solenia_rules.text.undisturbed import undisturbed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    # Rules can be loaded and checked without anything that plays; importing that takes time.
    from solenia_rules.api.errors import RulesetError
    from solenia_rules.api.origins import Front, Origin
    from solenia_rules.api.table import Table
    from solenia_rules.checked.checked import Checked
    from solenia_rules.fast.accelerated import Accelerated
    from solenia_rules.play.emitting import EmittingExecutor
    from solenia_rules.play.executor import Executor
    from solenia_rules.rules.layers import LoaderMaker
    from solenia_rules.rules.records import Parameter, World
    from solenia_rules.rules.resolver import Resolved
    from solenia_rules.text.diagnostics import Diagnostic
    from solenia_rules.text.places import Source, Span


class Ruleset:
    """Rules as data. Equal digests play equal games."""

    def __init__(self, front: Front, origin: Origin, warnings: tuple[Diagnostic, ...] = ()) -> None:
        self.id = front.id
        self.titles = front.titles
        self.title = front.titles.get("en", front.id)
        self.seats = front.seats
        self.digest = front.digest
        self.warnings = warnings
        self._origin = origin
        self._programs: dict[int, Executor] = {}
        self._telling: dict[int, EmittingExecutor] = {}
        self._accelerated: dict[int, Accelerated] = {}
        self._tables: dict[int, Table] = {}
        self._plain: dict[int, Table] = {}
        """Tables of programs that are not refined."""
        self._open: dict[Span, str] | None = None

    def __repr__(self) -> str:
        return f"Ruleset(id={self.id!r}, title={self.title!r}, seats={self.seats}, digest={self.digest!r})"

    @property
    def world(self) -> World:
        """Everything it declares."""
        return self._origin.world

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

            with undisturbed():
                self._programs[seats] = Executor(self._origin.program(seats))
        return self._programs[seats]

    def accelerated(self, seats: int) -> Accelerated:
        """Machine code of the rules for a number of seats; raises `SetupError` with the reason where there is none."""
        if seats not in self._accelerated:
            from solenia_rules.fast import Unsupported, accelerate

            try:
                self._accelerated[seats] = accelerate(self.executor(seats))
            except Unsupported as error:
                raise SetupError(f"{self.id} cannot be accelerated: {error}") from error
        return self._accelerated[seats]

    def telling(self, seats: int) -> EmittingExecutor:
        if seats not in self._telling:
            from solenia_rules.play.emitting import EmittingExecutor

            with undisturbed():
                self._telling[seats] = EmittingExecutor(self.executor(seats))
        return self._telling[seats]

    def open_texts(self) -> dict[Span, str]:
        """Texts that run only while every seat sees their holder, each with the holder."""
        if self._open is None:
            self._open = self._origin.open_texts()
        return self._open

    @property
    def checked(self) -> Checked:
        """Its texts, checked: what is told of them is told from these."""
        return self._origin.checked

    def _seat_text(self) -> str:
        low, high = self.seats[0], self.seats[-1]
        return f"{low} seat{'s' * (low > 1)}" if low == high else f"{low} to {high} seats"

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files it was made of, the lowest layer first."""
        return self._origin.sources

    def text(self) -> str:
        """The resolved rules as one TOML text; loading it gives the same digest."""
        return self._origin.text()


def load(spec: str, params: Mapping[str, int] | None = None, *, refined: bool = True) -> Ruleset:
    """A bundled name, the path of a .toml, or layers `a+b`; raises RulesetError with all problems. Without `refined`
    the first game starts sooner, and games are slower."""
    if not isinstance(spec, str):
        raise _unloadable("E001", "a ruleset is named by a text: its name, or the path of its file")
    if params is not None and not _is_mapping(params):
        raise _unloadable("E036", "parameters are given as a mapping from their names to numbers")
    given = dict(params or {})
    about = _about(spec, given)
    store = open_store() if about is not None else None
    if store is not None and about is not None:
        known = recall_ruleset(store, about, _check, refined)
        if known is not None:
            return Ruleset(*known)
    with undisturbed():
        from solenia_rules.api.making import make

        made = make(spec, given, store, refined)
        if store is not None and about is not None and made.witness is not None:
            remember_ruleset(store, about, made.witness, made.front, made.origin)
    return Ruleset(made.front, made.origin, made.doubts)


def load_through(loader: LoaderMaker, spec: str, params: Mapping[str, int] | None = None) -> Ruleset:
    """The same through another reader of files, and quickly: to look at, not to play."""
    from solenia_rules.api.making import make

    with undisturbed():
        made = make(spec, params or {}, None, refined=False, loader=loader)
    return Ruleset(made.front, made.origin, made.doubts)


def ready(resolved: Resolved, refined: bool = True) -> Ruleset:
    """One that is already read, or all that is wrong or doubtful with it."""
    from solenia_rules.api.making import make_ready

    with undisturbed():
        made = make_ready(resolved, None, refined)
    return Ruleset(made.front, made.origin, made.doubts)


def load_base(spec: str) -> Ruleset | None:
    """What the topmost layer of a ruleset is laid over; nothing where there is none, or none that can be played."""
    from solenia_rules.rules.resolver import resolve_base

    resolved = resolve_base(spec)
    return None if resolved is None else ready(resolved)


def load_text(text: str, name: str = "ruleset") -> Ruleset:
    """One resolved ruleset from its text."""
    if not isinstance(text, str) or not isinstance(name, str):
        raise _unloadable("E001", "a ruleset and its name are texts")
    store, about = open_store(), ("a text", name, text)
    known = recall_ruleset(store, about, _check, refined=True)
    if known is not None:
        return Ruleset(*known)
    with undisturbed():
        from solenia_rules.api.making import make_from_text

        made = make_from_text(text, name, store)
        if made.witness is not None:
            remember_ruleset(store, about, made.witness, made.front, made.origin)
    return Ruleset(made.front, made.origin, made.doubts)


def _about(spec: str, params: dict[str, int]) -> tuple[str | int, ...] | None:
    """What is kept of a ruleset is kept under this; nothing where it would not be clear."""
    if not all(type(name) is str and type(value) is int for name, value in params.items()):
        return None
    try:
        here = os.getcwd()
    except OSError:
        return None
    return spec, here, *(part for item in sorted(params.items()) for part in item)


def _check(world: World) -> Checked:
    from solenia_rules.check.checking import check_world

    return check_world(world)


def _is_mapping(params: object) -> bool:
    from collections.abc import Mapping

    return isinstance(params, Mapping)


def _unloadable(code: str, message: str) -> RulesetError:
    from solenia_rules.api.errors import RulesetError
    from solenia_rules.text.diagnostics import Diagnostic
    from solenia_rules.text.places import NOWHERE

    return RulesetError((Diagnostic(code, message, NOWHERE),))


def list_rulesets() -> tuple[str, ...]:
    """Names of the bundled rulesets."""
    from solenia_rules.rules.resolver import list_bundled

    return list_bundled()
