"""The layout of a ruleset's state: fields need room if some text writes them or starts their rules."""

from __future__ import annotations

from solenia_rules.checked.acts import Acts, all_acts
from solenia_rules.checked.checked import Checked
from solenia_rules.core.layout import Layout, lay_out
from solenia_rules.rules import records as r


def lay_out_for(checked: Checked, seats: int) -> Layout:
    """For one number of seats."""
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
    layout = lay_out(checked.names, seats, pieces, cells)
    for field in _started_fields(checked):
        layout.started[field] = layout.take(len(layout.pieces) + len(layout.cells))
    return layout


def _fields_of_pieces(world: r.World) -> list[r.FieldDecl]:
    return [f for piece in world.pieces for f in piece.fields]


def _fields_of_cells(world: r.World) -> list[r.FieldDecl]:
    return [f for cells in world.cells for f in cells.fields] + [f for board in world.boards for f in board.fields]


def _acts(checked: Checked) -> list[Acts]:
    blocks = [text.acts for _s, text in checked.steps] + [text.acts for text in checked.verbs.values()]
    blocks += [text.acts for text in checked.held.values()]
    for rules in (*checked.rules.values(), *checked.held_rules.values()):
        blocks += [rule.body.acts for rule in rules]
    return blocks


def _written_fields(checked: Checked) -> tuple[list[str], list[str]]:
    """Fields that some text gives a value: of pieces, of cells; in order of declaration."""
    written: set[tuple[str, str]] = set()
    for block in _acts(checked):
        for act in all_acts(block):
            if act.op in ("set", "add") and act.data[0] == "field":
                written.add((act.terms[0].kind.base, str(act.data[1])))
    world = checked.names.world
    pieces = [f.id for f in _fields_of_pieces(world) if ("piece", f.id) in written]
    cells = [f.id for f in _fields_of_cells(world) if ("cell", f.id) in written]
    return list(dict.fromkeys(pieces)), list(dict.fromkeys(cells))


def _started_fields(checked: Checked) -> list[str]:
    """Fields whose rules some text starts."""
    acts = [act for block in _acts(checked) for act in all_acts(block)]
    return list(dict.fromkeys(str(act.data[0]) for act in acts if act.op == "start"))
