"""Answers the word `what` at the table: what the ruleset says about a thing, and its current values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from solenia_rules.cli.explain import lines
from solenia_rules.cli.grid import titled
from solenia_rules.cli.looks import Looks, Value
from solenia_rules.cli.places import tell_pieces
from solenia_rules.cli.texts import text

if TYPE_CHECKING:
    from solenia_rules import Ruleset
    from solenia_rules.pictures.scene import Board, Cell, Scene


def tell_thing(what: str, rules: Ruleset, scene: Scene, looks: Looks) -> Iterator[Text]:
    """A record with its fields, as they are now on the table; anything else in sentences, a zone also with what lies
    there and a field with its present values."""
    if what in looks.records:
        yield from _record(what, scene, looks)
        return
    known = rules.topics(looks.lang)
    topic = known.topic(what)
    for line in lines(() if topic is None else (*topic.steps, *topic.users), known.g.patterns["colon"]):
        yield Text(line)
    yield from _in_zones(what, scene, looks)
    yield from _values_now(what, scene, looks)


def _in_zones(what: str, scene: Scene, looks: Looks) -> Iterator[Text]:
    """What lies in the zones with this id, as far as the viewer sees it."""
    for zone in scene.zones:
        if zone.id != what:
            continue
        line = titled(looks.name(zone.id), zone.owner, looks)
        if zone.word is not None:
            line.append(" ").append_text(looks.badge(zone.word))
        if zone.pieces is None:
            yield line.append(": ").append("?" if zone.size is None else str(zone.size))
        else:
            yield line.append(": ").append_text(
                tell_pieces(zone.pieces, zone.owner, looks) if zone.pieces else Text("–")
            )


def _values_now(what: str, scene: Scene, looks: Looks) -> Iterator[Text]:
    """The values that a field has on the table now, each with the things that have it."""
    found: dict[str, dict[str, None]] = {}
    fixed = {(record, value) for record, fields in looks.records.items() for name, value in fields if name == what}
    for ident, name, fields in _with_fields(scene, looks):
        for field, value in fields:
            if field == what and (ident, value) not in fixed:
                found.setdefault(looks.fact(ident, field, value).plain, {})[name] = None
    for value, names in found.items():
        yield Text(f"{text('now', looks.lang)}: {value} ({', '.join(names)})")


def _with_fields(scene: Scene, looks: Looks) -> Iterator[tuple[str, str, tuple[tuple[str, Value], ...]]]:
    """Everything on the table that has fields: its id, its name and its fields."""
    cells = [cell for board in scene.boards for cell in board.cells]
    yield from ((cell.id, looks.name(cell.id.rpartition(".")[2]), cell.fields) for cell in cells)
    for place in (*(zone.pieces or () for zone in scene.zones), *(cell.pieces for cell in cells)):
        for piece in place:
            record = piece.id.partition(".")[0]
            yield record, looks.name(record), piece.fields


def _record(what: str, scene: Scene, looks: Looks) -> Iterator[Text]:
    """The fixed fields of a thing once; then, for each place where it lies, its current values and what lies on it."""
    cells = [(board, cell) for board in scene.boards for cell in board.cells if cell.id == what]
    fixed = looks.records[what]
    if not cells:
        yield from _fields(what, fixed, looks)
        yield from _pieces(what, scene, looks)
        return
    now = {name for _, cell in cells for name, _value in cell.fields}
    yield from _fields(what, [(name, value) for name, value in fixed if name not in now], looks)
    for board, cell in cells:
        if board.owner is not None:
            yield titled(looks.name(board.id), board.owner, looks)
        yield from _there(board, cell, looks)


def tell_rules(rules: Ruleset, looks: Looks) -> Iterator[Text]:
    """What the game is about: how it ends and is won, what is scored, what happens in each phase, and what seats choose
    there. A game without phases is told by its steps of play."""
    known = rules.topics(looks.lang)
    ids = known.ids()
    phases = [(id_, sort) for id_, sort in ids if sort == "phase"]
    told = {known.verb_of_phase(id_) for id_, _sort in phases}
    wanted = [(id_, "section") for id_ in ("result", "scoring") if (id_, "section") in ids]
    wanted += phases or [("play", "section")]
    wanted += [(id_, "verb") for id_ in known.choices.verbs_with_choices() if id_ not in told and (id_, "verb") in ids]
    for id_, sort in wanted:
        topic = known.topic(id_, sort)
        if topic is not None:
            yield Text(topic.title[:1].upper() + topic.title[1:], style="bold")
            yield from (Text(line) for line in lines(topic.steps, known.g.patterns["colon"]))


def tell_cells(name: str, scene: Scene, looks: Looks) -> Iterator[Text]:
    """The cells of grids that a name such as `c3` or `field.c3` means, and what each board holds there."""
    for board in scene.boards:
        for cell in board.cells:
            if name.casefold() in (cell.id, cell.id.rpartition(".")[2]):
                yield titled(f"{looks.name(board.id)} {cell.id.rpartition('.')[2]}", board.owner, looks)
                yield from _there(board, cell, looks)


def _there(board: Board, cell: Cell, looks: Looks) -> Iterator[Text]:
    """The fields of a cell, and what lies on it."""
    yield from _fields(cell.id, cell.fields, looks)
    if cell.pieces:
        yield Text(f"{text('lies_there', looks.lang)}: ").append_text(tell_pieces(cell.pieces, board.owner, looks))


def _pieces(what: str, scene: Scene, looks: Looks) -> Iterator[Text]:
    """The current values of each visible piece of a record, if its fields can change."""
    for zone in scene.zones:
        for piece in zone.pieces or ():
            if piece.id.partition(".")[0] == what and piece.fields:
                yield titled(looks.name(zone.id), zone.owner, looks)
                yield from _fields(what, piece.fields, looks)
    for board in scene.boards:
        for cell in board.cells:
            for piece in cell.pieces:
                if piece.id.partition(".")[0] == what and piece.fields:
                    yield titled(looks.name(cell.id.rpartition(".")[2]), board.owner, looks)
                    yield from _fields(what, piece.fields, looks)


def _fields(what: str, fields: Iterable[tuple[str, Value]], looks: Looks) -> Iterator[Text]:
    for id_, value in fields:
        yield Text(f"{looks.name(id_)}: ").append_text(looks.fact(what, id_, value))
