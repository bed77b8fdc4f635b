"""A sketched position in indices of the layout: the position to set up, or the position expected in a test."""

from __future__ import annotations

from typing import TypeAlias

from attrs import evolve

from solenia_rules.text.frozen import field, frozen

Path: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a part of the sketch."""


def path() -> Path:
    """A field for the path of a value in the sketch; it is left out of equality."""
    return field(default=(), eq=False, repr=False, kw_only=True)


@frozen
class Flaw:
    """An error in a sketch: it asks for something impossible."""

    code: str
    message: str
    path: Path
    hint: str | None = None
    of_key: bool = False
    """The flaw is in the name before the value: the last key of the path."""

    def inside(self, path: Path) -> Flaw:
        """The same flaw of a sketch that stands at this path of a larger one."""
        return evolve(self, path=(*path, *self.path))


class Impossible(Exception):
    """Raised for a sketch that cannot be applied."""

    def __init__(self, flaws: tuple[Flaw, ...]) -> None:
        super().__init__(flaws)
        self.flaws = flaws


@frozen
class Stored:
    """A number in a slot of the state: a counter, a variable, a field, or the top face of a die."""

    slot: int
    value: int
    what: str
    path: Path = path()


@frozen
class Named:
    """A piece by its name. Equal pieces have the same name, and any of them may be used."""

    alike: tuple[int, ...]
    face: int | None
    name: str
    path: Path = path()


@frozen
class Lying:
    """All pieces of a zone in order, or of a cell. With `more`, these are the first ones, and others may follow."""

    place: int
    pieces: tuple[Named, ...]
    more: bool
    path: Path = path()


@frozen
class Turned:
    """Pieces that show a face, wherever they are."""

    pieces: tuple[int, ...]
    face: int
    name: str
    path: Path = path()


@frozen
class Rolls:
    """The next rolls of a die, in order."""

    die: int
    shown: tuple[int, ...]
    path: Path = path()


@frozen
class Computed:
    """What a shown query is expected to give for its arguments."""

    function: int
    given: tuple[int, ...]
    value: int
    what: str
    path: Path = path()


@frozen
class Beginning:
    """Where play begins: before a phase (of a seat, if given) or a step; with the answers to the decisions on the
    way."""

    phase: str | None = None
    seat: int | None = None
    before: tuple[str, ...] = ()


@frozen
class Sketch:
    beginning: Beginning
    lying: tuple[Lying, ...]
    turned: tuple[Turned, ...]
    stored: tuple[Stored, ...]
    rolls: tuple[Rolls, ...]
    recorded: tuple[Earlier, ...] = ()
    computed: tuple[Computed, ...] = ()
    """Only of a sketch to compare with."""


@frozen
class Earlier:
    """A position that a history holds: what was different in it from the sketched position."""

    history: str
    sketch: Sketch
    path: Path = path()
