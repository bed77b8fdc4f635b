"""Supplies the parts of a ruleset when they are needed: its declarations, checked texts and programs. Each part is made
now, or comes from the cache of an earlier run."""

from __future__ import annotations

from solenia_rules.checked.names import Names
from solenia_rules.core.compiled import Program
from solenia_rules.core.keeping import (
    keep,
    keep_inside,
    keep_open,
    keep_world,
    revive,
    revive_inside,
    revive_open,
    revive_world,
)
from solenia_rules.rules.store import packed, unpacked
from solenia_rules.rules.witness import still_so
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.packing import Packer, Unpacker
from solenia_rules.text.places import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

    from solenia_rules.checked.checked import Checked
    from solenia_rules.core.compiled import Inside
    from solenia_rules.rules.reader import Document
    from solenia_rules.rules.records import World
    from solenia_rules.rules.store import Store
    from solenia_rules.rules.witness import Witness
    from solenia_rules.text.places import Span


class Supply:
    """The parts of one ruleset with its parameters set. `token` names them in the cache; without it none is kept."""

    def __init__(
        self,
        store: Store | None,
        token: str,
        sources: tuple[Source, ...],
        world: Callable[[], World],
        checked: Callable[[World], Checked],
        open_texts: Callable[[], dict[Span, str]],
        document: Callable[[], Document],
        refined: bool,
    ) -> None:
        self.store = store
        self.token = token
        self.sources = sources
        self.open_texts = open_texts
        """Gives `Checked.open_texts`, which are kept with the ruleset."""
        self.document = document
        self.refined = refined
        self._make_world = world
        self._make_checked = checked
        self._world: World | None = None
        self._checked: Checked | None = None
        self._names: Names | None = None

    @property
    def world(self) -> World:
        if self._world is None:
            self._world = self._make_world()
        return self._world

    @property
    def checked(self) -> Checked:
        if self._checked is None:
            self._checked = self._make_checked(self.world)
        return self._checked

    def known(self, fact: str, find: Callable[[Checked], bool]) -> bool:
        """A fact about the checked texts. It is kept, so that an unchanged ruleset need not be checked again for it."""
        kept = self.store.recall("fact", self.token, fact) if self.store is not None else None
        if not isinstance(kept, int):
            kept = int(find(self.checked))
            if self.store is not None:
                self.store.remember(kept, "fact", self.token, fact)
        return bool(kept)

    def text(self) -> str:
        """The resolved rules as one TOML text."""
        from solenia_rules.rules.writer import document_text

        return document_text(self.document())

    def program(self, seats: int) -> Program:
        """The program for a number of seats, from the cache or compiled now."""
        found = self._kept_program(seats)
        if found is None:
            found = self._made_program(seats)
            if self.keeps is not None:
                sources = list(self.sources)
                outer = keep(found, sources)
                self.keeps.remember((outer, _told(sources[len(self.sources) :])), "program", self.token, seats)
        if self.keeps is not None:
            found.shelf = _Shelf(self.keeps, self.token, seats)
        return found

    @property
    def keeps(self) -> Store | None:
        """Programs that are not optimized are not worth caching."""
        return self.store if self.refined else None

    def _made_program(self, seats: int) -> Program:
        from solenia_rules.lower.program import compile_program

        return compile_program(self.checked, seats, refined=self.refined)

    def _kept_program(self, seats: int) -> Program | None:
        kept = self.keeps.recall("program", self.token, seats) if self.keeps is not None else None
        if kept is None:
            return None
        assert isinstance(kept, tuple)
        outer, more = kept
        if self._names is None:
            self._names = Names(self.world)
        sources = (*self.sources, *(Source(*told) for told in more))
        return revive(outer, lambda: self._inside(seats), self._names, sources)

    def _inside(self, seats: int) -> Inside:
        """The inner part of a cached program; cached too when it is first used."""
        assert self.keeps is not None
        kept = self.keeps.recall("inside", self.token, seats)
        if kept is None:
            found = self._made_program(seats).inside
            sources = list(self.sources)
            data = keep_inside(found, sources)
            self.keeps.remember((data, _told(sources[len(self.sources) :])), "inside", self.token, seats)
            return found
        assert isinstance(kept, tuple)
        data, more = kept
        return revive_inside(data, (*self.sources, *(Source(*told) for told in more)))


def _told(sources: list[Source]) -> tuple[tuple[str, str, str], ...]:
    return tuple((source.name, source.text, source.made) for source in sources)


class _Shelf:
    """Generated code of one program."""

    def __init__(self, store: Store, token: str, seats: int) -> None:
        self.store = store
        self.token = token
        self.seats = seats

    def take(self, form: str) -> CodeType | None:
        found = self.store.recall("code", self.token, self.seats, form)
        return found if isinstance(found, type(Supply.program.__code__)) else None

    def put(self, form: str, code: CodeType) -> None:
        self.store.remember(code, "code", self.token, self.seats, form)

    def machine_code(self, form: str) -> tuple[str, bytes] | None:
        match self.store.recall("machine code of", self.token, self.seats, form):
            case str(name), bytes(numbers):
                return name, numbers
        return None

    def put_machine_code(self, form: str, name: str, numbers: bytes) -> None:
        self.store.remember((name, numbers), "machine code of", self.token, self.seats, form)


class Heading:
    """The heading of a ruleset: its id, titles, seats and digest."""

    def __init__(self, ident: str, titles: dict[str, str], seats: range, digest: str) -> None:
        self.id = ident
        self.titles = titles
        self.seats = seats
        self.digest = digest


def recall_ruleset(
    store: Store, about: tuple[str | int, ...], checked: Callable[[World], Checked], refined: bool
) -> tuple[Heading, Supply, tuple[Diagnostic, ...]] | None:
    """A ruleset that has no errors, with the warnings that it does not allow, if it is cached and the file system gives
    the same answers as before."""
    kept = store.recall("ruleset", *about)
    if kept is None:
        return None
    assert isinstance(kept, tuple)
    witness, token, ident, titles, low, high, digest, told, warnings, world, open_texts, document = kept
    if not still_so(witness):
        return None
    sources = tuple(Source(*source) for source in told)
    supply = Supply(
        store, token, sources, lambda: revive_world(unpacked(world), sources), checked,
        lambda: revive_open(unpacked(open_texts), sources), lambda: _document(document), refined,
    )  # fmt: skip
    return Heading(ident, dict(titles), range(low, high), digest), supply, _warnings(warnings, sources)


def _warnings(data: object, sources: tuple[Source, ...]) -> tuple[Diagnostic, ...]:
    warnings = Unpacker((Diagnostic,), sources).unpack(data)
    assert isinstance(warnings, tuple)
    return warnings


def _document(part: bytes) -> Document:
    document = unpacked(part)
    assert isinstance(document, dict)
    return document


def remember_ruleset(
    store: Store, about: tuple[str | int, ...], witness: Witness, heading: Heading, supply: Supply,
    warnings: tuple[Diagnostic, ...],
) -> None:  # fmt: skip
    sources = list(supply.sources)
    doubts = Packer((Diagnostic,), sources).pack(warnings)
    world = packed(keep_world(supply.world, sources))
    open_texts = packed(keep_open(supply.open_texts(), sources))
    told, seats = _told(sources), heading.seats
    kept = (
        witness, supply.token, heading.id, tuple(heading.titles.items()), seats.start, seats.stop, heading.digest, told,
        doubts, world, open_texts, packed(supply.document()),
    )  # fmt: skip
    store.remember(kept, "ruleset", *about)
