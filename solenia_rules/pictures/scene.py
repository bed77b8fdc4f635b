"""Turns the plain data of a view into a scene: the boards, zones and numbers that are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from attrs import evolve, frozen

Json: TypeAlias = object
"""Plain data as `game.view` returns it; only this module narrows its types."""


@frozen
class Piece:
    id: str
    kind: str
    owner: int | None
    fields: tuple[tuple[str, int | bool | str], ...] = ()
    shows: int | None = None
    """The number on top of a die."""
    mark: str | None = None
    """The answer that names it."""
    face: str | None = None
    """The face of a piece with two faces: front or back."""
    key: str | None = None
    """What tells it from other pieces, if keys were asked for."""
    aside: bool = False
    """Whether the piece lies in a zone and its look says that it is drawn beside a cell."""
    home: bool = False
    """It lies on a board of its owner."""
    height: int | None = None
    """How high it lies among the pieces of its cell, if its look names a field that says it."""


@frozen
class Cell:
    id: str
    row: int | None
    column: int | None
    fields: tuple[tuple[str, int | bool | str], ...]
    pieces: tuple[Piece, ...]
    mark: str | None = None
    """The answer that names it."""
    name: str | None = None
    """What answers call it, if it is a cell of another seat."""
    at: tuple[int, int] | None = None
    """Where the record of the cell says that it is drawn, y upwards."""


@frozen
class Board:
    id: str
    owner: int | None
    cells: tuple[Cell, ...]
    hexes: bool = False
    """Whether even rows are moved half a cell to the right."""
    parts: bool = False
    """The cells are corners or sides of a grid."""
    of: str | None = None
    """The grid that they are parts of."""
    sort: str | None = None
    """What parts they are: `corners` or `sides`."""


@frozen
class Zone:
    """`pieces` is None if the viewer sees only their number; `size` is None if the viewer does not see the number
    either."""

    id: str
    owner: int | None
    word: str | None
    size: int | None
    pieces: tuple[Piece, ...] | None


@frozen
class Tally:
    """One line of numbers of a counter, or of one word of a counter: one shared number, or one for each seat. None:
    hidden."""

    counter: str
    word: str | None
    shared: int | None
    by_seat: tuple[int | None, ...]
    more: tuple[str | int, ...] = ()
    """For a query with two parameters: the value of the first one, which stands before the word. It is a word or
    number, or a seat as a whole number."""


@frozen
class State:
    """One value for all, or one for each seat; None: unset or hidden."""

    id: str
    values: tuple[int | bool | str | None, ...]
    by_seat: bool = False


@frozen
class Offered:
    """What an answer names, sort by sort; for a piece also its place and its owner, as far as the viewer sees them."""

    refs: tuple[tuple[str, str], ...]
    at: str | None = None
    owner: int | None = None
    shows: int | None = None
    """The number on top of the die that the option names."""
    id: str = ""
    """The id of the option."""
    label: str = ""
    holds: str = ""
    """What stands on the cell that it names, in words."""


@frozen
class Scene:
    ruleset: str
    seats: int
    seat: int | None
    phase: str | None
    over: bool
    tallies: tuple[Tally, ...]
    state: tuple[State, ...]
    boards: tuple[Board, ...]
    zones: tuple[Zone, ...]
    log: tuple[str, ...]
    offered: tuple[Offered, ...] = ()
    """The answers that the viewer can give."""
    asked: int | None = None
    """The seat that must answer."""
    winners: tuple[int, ...] = ()


def read_view(view: Mapping[str, Json]) -> Scene:
    """The scene of one view."""
    seats = _number(view["seats"])
    asked = _table(view.get("decision") or {})
    boards = tuple(b for id_, value in _table(view["boards"]).items() for b in _boards(id_, value))
    zones = tuple(z for id_, value in _table(view["zones"]).items() for z in _zones(id_, value))
    lying = {piece.id for zone in zones for piece in zone.pieces or ()}
    lying |= {piece.id for board in boards for cell in board.cells for piece in cell.pieces}
    return Scene(
        ruleset=str(view["ruleset"]),
        seats=seats,
        seat=_optional_number(view.get("seat")),
        phase=None if view.get("phase") is None else str(view["phase"]),
        over=bool(view.get("over")),
        tallies=tuple(
            tally
            for numbers, made in ((view["counters"], _tallies), (view.get("queries", {}), _shown_tallies))
            for id_, value in _table(numbers).items()
            for tally in made(id_, value, _table(view.get("totals", {})).get(id_))
        ),
        state=(
            *(x for id_, value in _table(view["state"]).items() if (x := _state(id_, value)) is not None),
            *(
                die
                for id_, value in _table(view.get("dice", {})).items()
                if id_ not in lying and (die := _die(id_, value)) is not None
            ),
        ),
        boards=boards,
        zones=zones,
        log=tuple(str(line) for line in _list(view.get("log", []))),
        offered=tuple(_offered(_table(option)) for option in _list(asked.get("options", []))),
        asked=_optional_number(asked.get("seat")),
        winners=tuple(_number(seat) for seat in _list(view.get("winners", []))),
    )


def _tallies(id_: str, value: Json, totals: Json) -> list[Tally]:
    """The lines of a counter; `totals`: the sums over all words, for viewers that see only the sums."""
    if isinstance(value, Mapping):
        return [Tally(id_, str(word), _optional_number(n), ()) for word, n in value.items()]
    if isinstance(value, Sequence) and not isinstance(value, str):
        words = next((list(v) for v in value if isinstance(v, Mapping)), None)
        if words is None:
            rows = value if totals is None else _list(totals)
            return [Tally(id_, None, None, tuple(map(_optional_number, rows)))]
        made = [
            Tally(
                id_,
                str(word),
                None,
                tuple(_optional_number(v[word]) if isinstance(v, Mapping) else None for v in value),
            )
            for word in words
        ]
        return made if totals is None else [*made, Tally(id_, None, None, tuple(map(_optional_number, _list(totals))))]
    return [Tally(id_, None, _optional_number(value if totals is None else totals), ())]


def _shown_tallies(id_: str, value: Json, _totals: Json) -> list[Tally]:
    """The lines of a query that is shown. A list by seats makes columns; of two lists, the second one does."""
    if isinstance(value, Mapping) and any(not isinstance(row, int) for row in value.values()):
        rows: list[tuple[str | int, Json]] = [(str(key), row) for key, row in value.items()]
    elif isinstance(value, Sequence) and not isinstance(value, str) and any(isinstance(row, list) for row in value):
        rows = list(enumerate(value))
    else:
        return _tallies(id_, value, None)
    made = []
    for key, row in rows:
        if isinstance(row, Mapping):
            made += [Tally(id_, str(word), _optional_number(n), (), (key,)) for word, n in row.items()]
        elif isinstance(key, int):
            made.append(Tally(id_, None, None, tuple(map(_optional_number, _list(row))), (key,)))
        else:
            made.append(Tally(id_, key, None, tuple(map(_optional_number, _list(row)))))
    return made


def _boards(id_: str, value: Json) -> list[Board]:
    if isinstance(value, Mapping):
        return [_board(id_, None, value)]
    return [_board(id_, seat, _table(one)) for seat, one in enumerate(_list(value))]


def _board(id_: str, owner: int | None, value: Mapping[str, Json]) -> Board:
    cells = tuple(_cell(_table(cell), owner) for cell in _list(value["cells"]))
    sort = next((sort for sort in ("corners", "sides") if sort in value), None)
    whole = None if sort is None else str(value[sort])
    return Board(id_, owner, cells, value.get("grid") == "hex", whole is not None, whole, sort)


def _cell(value: Mapping[str, Json], owner: int | None) -> Cell:
    pieces = (_piece(_table(piece)) for piece in _list(value.get("pieces", [])))
    return Cell(
        str(value["id"]),
        _optional_number(value.get("row")),
        _optional_number(value.get("column")),
        _fields(value.get("fields", {})),
        tuple(evolve(piece, home=True) if owner is not None and piece.owner == owner else piece for piece in pieces),
        at=None if "at" not in value else _point(value["at"]),
    )


def _point(value: Json) -> tuple[int, int]:
    x, y = map(_number, _list(value))
    return x, y


def _piece(value: Mapping[str, Json]) -> Piece:
    return Piece(
        str(value["id"]),
        str(value["kind"]),
        _optional_number(value.get("owner")),
        _fields(value.get("fields", {})),
        _optional_number(value.get("shows")),
        face=_optional_text(value.get("face")),
        key=_optional_text(value.get("key")),
    )


def _fields(value: Json) -> tuple[tuple[str, int | bool | str], ...]:
    return tuple((id_, v) for id_, v in _table(value).items() if isinstance(v, (int, bool, str)))


def _zones(id_: str, value: Json) -> list[Zone]:
    if isinstance(value, Mapping) and ("size" in value or "pieces" in value):
        return [_zone(id_, None, None, _table(value))]
    if isinstance(value, Mapping):
        return [_zone(id_, None, str(word), _table(one)) for word, one in value.items()]
    return [_zone(id_, seat, None, _table(one)) for seat, one in enumerate(_list(value))]


def _zone(id_: str, owner: int | None, word: str | None, value: Mapping[str, Json]) -> Zone:
    pieces = value.get("pieces")
    return Zone(
        id_,
        owner,
        word,
        _optional_number(value.get("size")),
        None if pieces is None else tuple(_piece(_table(piece)) for piece in _list(pieces)),
    )


def _state(id_: str, value: Json) -> State | None:
    """A state variable; None if it is unset or hidden."""
    if isinstance(value, (int, str)):
        return State(id_, (value,))
    if isinstance(value, Sequence):
        return State(id_, tuple(one if isinstance(one, (int, str)) else None for one in value), by_seat=True)
    return None


def _die(id_: str, value: Json) -> State | None:
    """What a die shows, or all visible dice with one id; None if there is no such die."""
    seen = [one for one in (_list(value) if isinstance(value, Sequence) else (value,)) if isinstance(one, int)]
    return State(id_, tuple(seen)) if seen else None


def _offered(value: Mapping[str, Json]) -> Offered:
    refs = tuple((sort, str(id_)) for sort, id_ in _table(value.get("refs", {})).items())
    return Offered(
        refs,
        _optional_text(value.get("at")),
        _optional_number(value.get("owner")),
        _optional_number(value.get("shows")),
        str(value.get("id", "")),
        str(value.get("label", "")),
        str(value.get("holds", "")),
    )


def _table(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise TypeError(f"a table was expected in the view, not {value!r}")
    return value


def _list(value: Json) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError(f"a list was expected in the view, not {value!r}")
    return value


def _number(value: Json) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a number was expected in the view, not {value!r}")
    return value


def _optional_number(value: Json) -> int | None:
    return value if isinstance(value, int) else None


def _optional_text(value: Json) -> str | None:
    return value if isinstance(value, str) else None
