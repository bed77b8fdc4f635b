"""Short signs for what is drawn on boards: a glyph, or the shortest beginning of a name that no other thing on the
boards has; and the legend, which says what each sign means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from attrs import evolve
from rich.text import Text

from solenia_rules.cli.looks import Looks, Value
from solenia_rules.pictures.scene import Board, Cell

LEAST = 3
"""The fewest letters of a name that is cut."""


def with_signs(looks: Looks, boards: Sequence[Board]) -> Looks:
    """The looks with signs for everything on these boards. A field whose numbers or seats cannot be confused with
    those of another field is drawn without its name."""
    bare = frozenset(_clear_fields(boards, looks))
    named = evolve(looks, bare=bare)
    ids = dict.fromkeys(id_ for board in boards for cell in board.cells for id_ in _ids_of(cell, named))
    return evolve(named, short=_shortened({id_: looks.name(id_) for id_ in ids if looks.glyph(id_) is None}))


def legend(looks: Looks, boards: Sequence[Board]) -> list[Text]:
    """Each sign on the boards with what it means, in the order in which they stand there."""
    ids = dict.fromkeys(id_ for board in boards for cell in board.cells for id_ in _ids_of(cell, looks))
    return [looks.sign(id_).append(f" {looks.name(id_)}") for id_ in ids if looks.sign(id_).plain != looks.name(id_)]


def _clear_fields(boards: Sequence[Board], looks: Looks) -> Iterator[str]:
    """Fields that are the only one of the cells of a board, or of a kind of pieces on it, with numbers, or the only one
    with seats."""
    for board in boards:
        pieces = [piece for cell in board.cells for piece in cell.pieces]
        groups = [[cell.fields for cell in board.cells]]
        groups += [[one.fields for one in pieces if one.kind == kind] for kind in sorted({one.kind for one in pieces})]
        for group in groups:
            numbers: set[str] = set()
            seats: set[str] = set()
            for id_, value in chain.from_iterable(group):
                if isinstance(value, int) and not isinstance(value, bool):
                    (seats if id_ in looks.seat_values else numbers).add(id_)
            yield from (id_ for found in (numbers, seats) if len(found) == 1 for id_ in found)


def _ids_of(cell: Cell, looks: Looks) -> Iterator[str]:
    """What is drawn as a sign on a cell."""
    yield from _signs_of_fields(cell.fields, looks)
    for piece in cell.pieces:
        known = looks.known_by(piece.id)
        own, kind = looks.glyph(known), looks.glyph(piece.kind)
        if kind and (own is None or own.isalnum()):
            yield piece.kind
        if own or not kind:
            yield known
        yield from _signs_of_fields([one for one in piece.fields if one[0] not in looks.linked], looks)


def _signs_of_fields(fields: Iterable[tuple[str, Value]], looks: Looks) -> Iterator[str]:
    for id_, value in looks.held(fields):
        if isinstance(value, str):
            yield value
        elif value is True or id_ not in looks.bare:
            yield id_


def _shortened(names: Mapping[str, str]) -> dict[str, str]:
    """Id -> the shortest beginning of its name that is not the beginning of another name."""
    return {id_: _shortest(name, [other for one, other in names.items() if one != id_]) for id_, name in names.items()}


def _shortest(name: str, others: Iterable[str]) -> str:
    taken = [other for other in others if other != name]
    for length in range(LEAST, len(name)):
        if not any(other.startswith(name[:length]) for other in taken):
            return name[:length].rstrip()
    return name


def joined(signs: Iterable[Text], roomy: bool) -> Text:
    """Signs beside each other. Letters and digits of two signs are kept apart; glyphs are only in a roomy cell."""
    made, before = Text(), ""
    for sign in signs:
        if before and (roomy or (_ends_in_word(before[-1:], before) and _ends_in_word(sign.plain[:1], sign.plain))):
            made.append(" ")
        made.append_text(sign)
        before = sign.plain
    return made


def _ends_in_word(end: str, sign: str) -> bool:
    """Whether a sign ends in a letter or digit. A letter that stands alone and is not ASCII is a glyph."""
    return end.isalnum() and (len(sign) > 1 or sign.isascii())
