"""Completion: inside texts it offers what the checker accepts, elsewhere what the schema lists."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.lsp.asking import Question
from solenia_rules.lsp.holes import hole_at
from solenia_rules.lsp.offers import Offer, offers
from solenia_rules.lsp.schema_offers import is_table, keys_at, values_at
from solenia_rules.rules.files import open_bundle
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.references import References
from solenia_rules.words.looks import FIELDS

MOST = 1000


def complete(question: Question) -> tuple[int, list[Offer]]:
    """Where the typed word begins, and everything that may be written there. The editor filters it by what is typed."""
    start, found = _found(question)
    unique = {offer.label: offer for offer in sorted(found, key=lambda offer: -offer.rank)}
    return start, sorted(unique.values(), key=lambda offer: (offer.rank, offer.label))[:MOST]


def _found(question: Question) -> tuple[int, list[Offer]]:
    """Where the typed word begins, and what may be written there."""
    spot, writing = question.spot, question.writing
    if spot is None or spot.start < 0:
        return question.offset, []
    if writing is not None:
        hole = hole_at(writing, question.offset - spot.start, question.known.names)
        return spot.start + hole.start, list(offers(writing, hole, question.known.probe))
    schema = question.known.schema
    if spot.place == "header":
        found = keys_at(schema, spot.table)
        return spot.start, [Offer(key, "module", told, 1) for key, told in found if is_table(schema, spot.table, key)]
    if spot.place == "key":
        return spot.start, [Offer(key, "property", told, 1) for key, told in keys_at(schema, spot.table)]
    return spot.start, list(_values(question, spot.place == "string"))


def _first_values(question: Question) -> list[str]:
    """What a state or a field may begin with, if these are words, cells or pieces."""
    names, references = question.known.names, References(question.known.names.world)
    holders: tuple[str | None, ...]
    many = bool(question.path) and isinstance(question.path[-1], int)
    match question.path[:-1] if many else question.path:
        case ("state", str(name), "starts") if name in names.state:
            spelled, holders = names.state[name].kind, (names.state[name].per,)
        case ("pieces" | "cells" | "boards", str(holder), "fields", str(name), "starts"):
            group = names.pieces.get(holder) or names.cells.get(holder) or names.boards.get(holder)
            decl = next((decl for decl in group.fields if decl.id == name), None) if group is not None else None
            if group is None or decl is None:
                return []
            spelled, holders = decl.kind, references.holders(group)
        case _:
            return []
    parsed = parse_kind(spelled)
    kind = references.member(parsed) if parsed is not None and many else parsed
    return references.fitting(kind, holders, many) if kind is not None else []


def _drawn_fields(question: Question) -> list[str]:
    """The fields that a look may name: those of the kind, or of the cells of a list."""
    match question.path:
        case ("look", str(name), str(key)) if key in FIELDS:
            names = question.known.names
            board = names.boards.get(name)
            holder = board.cells if board is not None and board.cells is not None else name
            return [decl.id for decl in names.fields_of(holder)]
        case _:
            return []


def _values(question: Question, quoted: bool) -> Iterator[Offer]:
    """Outside of quotes, words are offered with quotes."""
    path = question.path
    if path == ("extends",):
        listed = [name for name in open_bundle().rulesets if name != question.known.path.stem]
    elif path[:1] == ("remove",):
        document = question.known.document
        listed = [
            f"{section}.{name}"
            for section, entries in document.items()
            if isinstance(entries, dict)
            for name in entries
        ]
    elif first := _first_values(question):
        listed = first
    elif fields := _drawn_fields(question):
        listed = fields
    else:
        listed = list(values_at(question.known.schema, path))
    for value in dict.fromkeys(listed):
        plain = quoted or value in ("true", "false") or value.isdecimal()
        yield Offer(value if plain else f'"{value}"', "value", "", 1)
