"""A sketched position in indices of the layout: what is to be laid, or what is expected to lie."""

from __future__ import annotations

from typing import TypeAlias

from solenia_rules.text.frozen import field, frozen

Path: TypeAlias = tuple[str | int, ...]
"""Keys that lead to a part of the sketch."""


def path() -> Path:
    """Where in the sketch it stands; takes no part in equality."""
    return field(default=(), eq=False, repr=False, kw_only=True)


@frozen
class Flaw:
    """Something a sketch says that cannot be."""

    code: str
    message: str
    path: Path
    hint: str | None = None


class Impossible(Exception):
    """A sketch that cannot be laid."""

    def __init__(self, flaws: tuple[Flaw, ...]) -> None:
        super().__init__(flaws)
        self.flaws = flaws


@frozen
class Stored:
    """A number in a slot of the state: of a counter, a variable, a field, or what a die shows."""

    slot: int
    value: int
    what: str
    path: Path = path()


@frozen
class Named:
    """A piece by its name: equal pieces bear the same, any of them will do."""

    alike: tuple[int, ...]
    face: int | None
    name: str
    path: Path = path()


@frozen
class Lying:
    """All pieces of a zone in order, or of a cell; with `more` the first ones, and whatever else lies there."""

    place: int
    pieces: tuple[Named, ...]
    more: bool
    path: Path = path()


@frozen
class Turned:
    """Pieces that lie on a face, wherever they are."""

    pieces: tuple[int, ...]
    face: int
    name: str
    path: Path = path()


@frozen
class Rolls:
    """What a die will show, roll by roll."""

    die: int
    shown: tuple[int, ...]
    path: Path = path()


@frozen
class Beginning:
    """Where play begins: before a phase (of a seat, if it matters) or a step; answers to what is asked on the way."""

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
