"""The shape of a view: what a seat may know of a position, as plain data that JSON can store.

`play` and `api` build views of these types, `pictures` reads them, and the schema of the protocol is made from them.
Each is a `TypedDict`, so that mypy checks who builds it and an editor completes its keys.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

Plain: TypeAlias = bool | int | str | None
"""A value of a field or a variable: a yes or no, a number, or the id of a word, piece or cell; null if there is none or
the seat does not see it."""
Given: TypeAlias = bool | int | str | list[str] | None
"""A value of a field of a piece or cell; a list of ids if the field is a set."""
Detail: TypeAlias = bool | int | str | list[str] | list[int] | None
"""A detail of an event."""
ShownRow: TypeAlias = int | list[int] | dict[str, int]
"""A number, or one for each seat, word or number."""
ShownValue: TypeAlias = ShownRow | list[ShownRow] | dict[str, ShownRow]
"""The value of a query that is shown at the table."""
Amount: TypeAlias = int | dict[str, int] | None
"""The value of a counter: a number, or a number for each word; null if the seat does not see it."""


class PieceView(TypedDict):
    """A piece that the seat sees."""

    id: str
    kind: str
    owner: int | None
    face: NotRequired[Literal["front", "back"]]
    """Of a piece with two faces."""
    shows: NotRequired[int]
    """Of a die: the number on top."""
    fields: NotRequired[dict[str, Given]]
    """The fields that change during a game."""
    key: NotRequired[str]
    """What tells the piece from others while it stays in sight; only if keys were asked for."""


class ZoneView(TypedDict):
    """A zone; pieces that the seat does not see are left out."""

    size: int | None
    """The number of pieces; null if the seat does not see it."""
    pieces: list[PieceView] | None
    """The pieces in order; null if the seat sees none of them."""


class CellFrame(TypedDict):
    """What never changes of a cell."""

    id: str
    row: int | None
    column: int | None
    at: NotRequired[list[int]]
    """Where the ruleset draws the cell, y upwards."""


class CellView(CellFrame):
    """A cell of a board with the pieces on it."""

    fields: dict[str, Given]
    pieces: list[PieceView]


class BoardFrame(TypedDict):
    """A board without its cells."""

    rows: int
    columns: int
    grid: NotRequired[Literal["hex"]]
    corners: NotRequired[str]
    """Of a board of corners: the board whose corners they are."""
    sides: NotRequired[str]
    """Of a board of sides: the board whose sides they are."""


class BoardView(BoardFrame):
    """A board with its cells."""

    cells: list[CellView]


class OptionView(TypedDict):
    """An option of a decision."""

    id: str
    """The stable text with which the option is answered."""
    label: str
    """The option in words."""
    refs: dict[str, str]
    """The things that the option names: sort, such as piece, cell or word, and id."""
    at: NotRequired[str]
    """The place of the piece that the option means."""
    owner: NotRequired[int | None]
    """The seat that owns this piece."""
    shows: NotRequired[int]
    """The number that this piece shows if it is a die."""
    holds: NotRequired[str]
    """What stands on the cell that the option means, in words."""


class DecisionView(TypedDict):
    """What is asked. Only the seat that is asked reads the question and its options."""

    seat: int
    prompt: str | None
    options: NotRequired[list[OptionView]]


class View(TypedDict):
    """What a seat may know of a position."""

    ruleset: str
    seats: int
    """The number of seats."""
    seat: int | None
    """The seat whose view it is, from 0; null for a spectator."""
    over: bool
    phase: str | None
    """The innermost running phase."""
    counters: dict[str, Amount | list[Amount]]
    """By counter; a list by seats if each seat has its own."""
    totals: dict[str, int | list[int | None] | None]
    """The totals of counters of which some seats see only the total."""
    state: dict[str, Plain | list[Plain]]
    """By variable; a list by seats if each seat has its own."""
    boards: dict[str, BoardView | list[BoardView]]
    zones: dict[str, ZoneView | list[ZoneView] | dict[str, ZoneView]]
    """By zone; a list by seats or a table by words if there are several."""
    dice: dict[str, int | list[int | None] | None]
    """The number that each die shows; a list if several dice have the same id."""
    queries: NotRequired[dict[str, ShownValue]]
    """The values that the ruleset shows at the table; a parameter of a query is a list by seats, or a table by words or
    numbers."""
    decision: NotRequired[DecisionView | None]
    """What is asked; null if the game is over."""
    scores: NotRequired[dict[str, int]]
    """By seat; empty if the seats do not see the scores."""
    winners: NotRequired[list[int]]
    """The seats that share the win; empty while the game runs."""
    log: NotRequired[list[str]]
    """The lines of the seat's log; left out if they were not asked for."""


class EventView(TypedDict):
    """A line of a seat's log, with the details of its event as data."""

    kind: str
    seat: int | None
    """Whose phase or deed it is, where the event says so."""
    text: str
    details: dict[str, Detail]
    """Ids, seats, places and values; empty if the seat may not know them."""
