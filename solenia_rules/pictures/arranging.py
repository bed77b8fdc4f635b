"""Arranges the things of a scene as looks say: leaves out what is not shown, lays pieces on top of each other, and puts
pieces of zones beside cells."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from solenia_rules.pictures.scene import Board, Cell, Piece, Scene


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
