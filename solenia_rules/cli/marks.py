"""Which things on the table an answer names, so that its number can stand on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from solenia_rules.cli.scene import Board, Piece, Scene

Refs = Sequence[tuple[str, str]]
"""What one answer names: sort and id."""


def mark_scene(scene: Scene, answers: Iterable[Refs]) -> Scene:
    """The scene with the number of an answer on each cell and piece that this answer alone names."""
    numbers: dict[tuple[str, str], list[int]] = {}
    for number, refs in enumerate(answers, 1):
        for ref in refs:
            numbers.setdefault(ref, []).append(number)
    marks = {ref: str(found[0]) for ref, found in numbers.items() if len(found) == 1}
    cells = {id_: mark for (sort, id_), mark in marks.items() if sort == "cell"}
    pieces = {id_: mark for (sort, id_), mark in marks.items() if sort == "piece"}
    places = _places(scene, pieces)
    return evolve(
        scene,
        boards=tuple(_mark_board(board, scene.seat, cells, pieces, places) for board in scene.boards),
        zones=tuple(
            zone if zone.pieces is None else evolve(zone, pieces=_mark_pieces(zone.pieces, zone, pieces, places))
            for zone in scene.zones
        ),
    )


def _places(scene: Scene, pieces: dict[str, str]) -> dict[str, object]:
    """Where a named piece is: the one place that shows it, else the one place of the viewer's own; else unknown.

    An answer names a piece by its record, and several seats may have the same one.
    """
    found: dict[str, list[tuple[object, bool]]] = {}
    for zone in scene.zones:
        for id_ in {piece.id for piece in zone.pieces or ()} & pieces.keys():
            found.setdefault(id_, []).append((zone, zone.owner is not None and zone.owner == scene.seat))
    for board in scene.boards:
        for cell in board.cells:
            for piece in cell.pieces:
                if piece.id in pieces:
                    found.setdefault(piece.id, []).append((cell, False))
    places: dict[str, object] = {}
    for id_, candidates in found.items():
        own = [place for place, mine in candidates if mine]
        if len(candidates) == 1 or len(own) == 1:
            places[id_] = own[0] if own else candidates[0][0]
    return places


def _mark_board(
    board: Board, seat: int | None, cells: dict[str, str], pieces: dict[str, str], places: dict[str, object]
) -> Board:
    """Another seat's cells bear that seat in an answer's reference."""
    foreign = "" if board.owner is None or board.owner == seat else f"@{board.owner}"
    return evolve(
        board,
        cells=tuple(
            evolve(
                cell,
                mark=cells.get(cell.id + foreign),
                pieces=_mark_pieces(cell.pieces, cell, pieces, places),
            )
            for cell in board.cells
        ),
    )


def _mark_pieces(
    there: tuple[Piece, ...], place: object, pieces: dict[str, str], places: dict[str, object]
) -> tuple[Piece, ...]:
    return tuple(evolve(piece, mark=pieces[piece.id]) if places.get(piece.id) is place else piece for piece in there)
