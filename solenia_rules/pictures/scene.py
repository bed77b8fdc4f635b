"""Turns the plain data of a view into a scene: the boards, zones and numbers that are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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


def without(scene: Scene, ids: frozenset[str]) -> Scene:
    """The scene without the things and fields that the ruleset declares as not shown."""

    def piece(one: Piece) -> Piece:
        return evolve(one, fields=tuple(field for field in one.fields if field[0] not in ids))

    def pieces(some: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(piece(one) for one in some if one.id not in ids and one.kind not in ids)

    def cell(one: Cell) -> Cell:
        fields = tuple(field for field in one.fields if field[0] not in ids)
        return evolve(one, fields=fields, pieces=pieces(one.pieces))

    if not ids:
        return scene
    boards = [evolve(b, cells=tuple(map(cell, b.cells))) for b in scene.boards if b.id not in ids]
    zones = [evolve(z, pieces=z.pieces and pieces(z.pieces)) for z in scene.zones if z.id not in ids]
    return evolve(
        scene,
        tallies=tuple(tally for tally in scene.tallies if tally.counter not in ids and tally.word not in ids),
        state=tuple(state for state in scene.state if state.id not in ids),
        boards=tuple(boards),
        zones=tuple(zones),
    )


def stacked(scene: Scene, field_of: Callable[[str], str | None]) -> Scene:
    """The scene with pieces on top of each other where a look says so, the lowest first. `field_of`: the field with the
    height of pieces of a kind. It is no value that is drawn."""
    zoned = {piece.kind for zone in scene.zones for piece in zone.pieces or ()}
    kinds = zoned | {piece.kind for board in scene.boards for cell in board.cells for piece in cell.pieces}
    fields = {kind: field for kind in kinds if (field := field_of(kind)) is not None}
    if not fields:
        return scene

    def bare(one: Piece) -> Piece:
        return evolve(one, fields=tuple(pair for pair in one.fields if pair[0] != fields.get(one.kind)))

    def piece(one: Piece) -> Piece:
        if one.kind not in fields:
            return one
        height = next((v for name, v in one.fields if name == fields[one.kind] and isinstance(v, int)), 0)
        return evolve(bare(one), height=height)

    def cell(one: Cell) -> Cell:
        lowest_first = sorted(map(piece, one.pieces), key=lambda each: -1 if each.height is None else each.height)
        return evolve(one, pieces=tuple(lowest_first)) if one.pieces else one

    boards = tuple(evolve(board, cells=tuple(map(cell, board.cells))) for board in scene.boards)
    zones = tuple(evolve(zone, pieces=zone.pieces and tuple(map(bare, zone.pieces))) for zone in scene.zones)
    return evolve(scene, boards=boards, zones=zones)


def placed(scene: Scene, cell_of: Callable[[Piece], str | None]) -> Scene:
    """The scene with pieces of zones beside the cells that belong to them."""
    beside: dict[str, list[Piece]] = {}
    zones = []
    cells = {cell.id for board in scene.boards for cell in board.cells}
    for zone in scene.zones:
        staying = []
        for piece in zone.pieces or ():
            cell = cell_of(piece)
            if cell is None or cell not in cells:
                staying.append(piece)
            else:
                beside.setdefault(cell, []).append(evolve(piece, aside=True))
        moved = zone.pieces is not None and len(staying) < len(zone.pieces)
        zones.append(evolve(zone, pieces=tuple(staying), size=len(staying)) if moved else zone)
    if not beside:
        return scene

    def filled(board: Board) -> Board:
        return evolve(board, cells=tuple(evolve(c, pieces=(*c.pieces, *beside.get(c.id, ()))) for c in board.cells))

    return evolve(scene, zones=tuple(zones), boards=tuple(map(filled, scene.boards)))


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
