"""Finds the things on the table that an answer is about, so that the key for the answer can be drawn on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from attrs import evolve

from solenia_rules.pictures.scene import Board, Cell, Piece, Scene, Zone

Meant: TypeAlias = "tuple[str, str, str | None, int | None]"
"""A sort and an id; for a piece also its place and its owner."""


def mark_scene(scene: Scene, keys: Sequence[str]) -> Scene:
    """The scene with keys: each cell or piece that only one answer means gets the key of this answer.

    A piece gets the key only at the place that the answer means, not where others with its name lie.
    """
    found: dict[Meant, list[str]] = {}
    for key, offered in zip(keys, scene.offered, strict=True):
        for sort, id_ in offered.refs:
            lies = (offered.at, offered.owner) if sort == "piece" else (None, None)
            found.setdefault((sort, id_, *lies), []).append(key)
    marks = {meant: several[0] for meant, several in found.items() if len(several) == 1}
    return evolve(
        scene,
        boards=tuple(_mark_board(board, scene.seat, marks) for board in scene.boards),
        zones=tuple(
            zone if zone.pieces is None else evolve(zone, pieces=_mark_pieces(zone.pieces, _place(zone), marks))
            for zone in scene.zones
        ),
    )


def marked_pieces(scene: Scene) -> dict[str, Piece]:
    """Key -> a piece that got it."""
    zones = [piece for zone in scene.zones for piece in zone.pieces or ()]
    pieces = zones + [piece for board in scene.boards for cell in board.cells for piece in cell.pieces]
    return {piece.mark: piece for piece in pieces if piece.mark is not None}


def _place(zone: Zone) -> str:
    """A zone as answers name it."""
    key = zone.word if zone.owner is None else zone.owner
    return zone.id if key is None else f"{zone.id}@{key}"


def _mark_board(board: Board, seat: int | None, marks: Mapping[Meant, str]) -> Board:
    """In the id of an answer, cells of another seat end in that seat's number."""
    foreign = "" if board.owner is None or board.owner == seat else f"@{board.owner}"
    if not foreign and not marks:
        return board
    return evolve(board, cells=tuple([_mark_cell(cell, foreign, marks) for cell in board.cells]))


def _mark_cell(cell: Cell, foreign: str, marks: Mapping[Meant, str]) -> Cell:
    """Most cells of a large board are in no answer; they stay as they are."""
    mark = marks.get(("cell", cell.id + foreign, None, None))
    name = cell.id + foreign if foreign else None
    pieces = _mark_pieces(cell.pieces, cell.id + foreign, marks)
    if mark is None and name is None and pieces is cell.pieces:
        return cell
    return evolve(cell, mark=mark, name=name, pieces=pieces)


def _mark_pieces(there: tuple[Piece, ...], place: str, marks: Mapping[Meant, str]) -> tuple[Piece, ...]:
    found = [marks.get(("piece", piece.id, place, piece.owner)) for piece in there]
    if not any(found):
        return there
    return tuple([evolve(piece, mark=mark) for piece, mark in zip(there, found, strict=True)])
