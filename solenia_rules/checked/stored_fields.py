"""The declared fields that can change during a game. They have slots in the state; all others are constant."""

from __future__ import annotations

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Acts, all_acts
from solenia_rules.checked.checked import Checked
from solenia_rules.rules import records as r


def stored_fields(checked: Checked) -> tuple[list[str], list[str]]:
    """The fields of pieces and of cells that have slots."""
    world = checked.names.world
    pieces, cells = _written_fields(checked)
    for board in world.boards:
        if isinstance(board.rows, str):
            cells += [f.id for f in board.fields if f.id not in cells]
    for decl in _fields_of_cells(world):
        fixed = isinstance(decl.starts, tuple)
        if (decl.resets or decl.starts is not None) and not fixed and decl.id not in cells:
            cells.append(decl.id)
    for decl in _fields_of_pieces(world):
        if decl.resets and decl.id not in pieces:
            pieces.append(decl.id)
    return pieces, cells


def all_blocks(checked: Checked) -> list[Acts]:
    """The statements of all texts."""
    blocks = [text.acts for _s, text in checked.steps] + [text.acts for text in checked.verbs.values()]
    blocks += [text.acts for text in checked.held.values()]
    for rules in (*checked.rules.values(), *checked.held_rules.values()):
        blocks += [rule.body.acts for rule in rules]
    return blocks


def _fields_of_pieces(world: r.World) -> list[r.FieldDecl]:
    return [f for piece in world.pieces for f in piece.fields]


def _fields_of_cells(world: r.World) -> list[r.FieldDecl]:
    return [f for cells in world.cells for f in cells.fields] + [f for board in world.boards for f in board.fields]


def _written_fields(checked: Checked) -> tuple[list[str], list[str]]:
    """The fields of pieces and of cells that some text sets, in order of declaration."""
    written: set[tuple[str, str]] = set()
    for block in all_blocks(checked):
        for act in all_acts(block):
            match act:
                case a.SetTo(t.Field(field, holder)) | a.AddTo(t.Field(field, holder)):
                    written.add((holder.kind.base, field))
    world = checked.names.world
    pieces = [f.id for f in _fields_of_pieces(world) if ("piece", f.id) in written]
    cells = [f.id for f in _fields_of_cells(world) if ("cell", f.id) in written]
    return list(dict.fromkeys(pieces)), list(dict.fromkeys(cells))
