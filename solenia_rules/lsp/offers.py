"""What completion offers inside a text of the language: the words and names that are legal at that place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from attrs import frozen

from solenia_rules.check.kinds.checker import Checker
from solenia_rules.checked import terms as t
from solenia_rules.checked.names import Meaning, Names
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.builtins import QUERIES, VERBS, Gives, has_triggers
from solenia_rules.dsl.kinds import Kind
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, RESERVED, SPECIAL_NAMES
from solenia_rules.lsp.holes import HOLE, Hole
from solenia_rules.lsp.hovering import meaning_text, verb_text
from solenia_rules.lsp.probing import Probe
from solenia_rules.lsp.writing import Writing
from solenia_rules.rules import records as r
from solenia_rules.rules.amounts import effect_texts

_GIVEN_KINDS: Mapping[Gives, Kind | None] = {
    "number": k.NUMBER, "test": k.TEST, "seat": k.SEAT, "cells": k.set_of(k.CELL), "seats": k.set_of(k.SEAT),
    "numbers": k.set_of(k.NUMBER), "members": None, "word": None, "bundles": k.set_of(k.BUNDLE),
}  # fmt: skip
"""The kind of what a built-in query gives; None: it depends on what the query is asked of."""
_FIELD_KINDS: Mapping[str, Kind] = {
    "cell": k.CELL, "owner": k.SEAT, "row": k.NUMBER, "column": k.NUMBER, "face": k.FACE, "shows": k.NUMBER,
    "place": k.NUMBER,
}  # fmt: skip
ItemKind: TypeAlias = Literal[
    "keyword", "variable", "function", "method", "field", "event", "class", "enum_member", "enum", "unit", "constant",
    "property", "folder", "struct", "value", "module",
]  # fmt: skip
"""What an offer is, in the words of the protocol of editors, which choose a sign by it."""
LATER = 5
"""Added to the rank of a name that is legal only if more follows."""


@frozen
class Offer:
    label: str
    kind: ItemKind
    detail: str
    """One line on what it is."""
    rank: int
    """Lower comes first."""


def offers(writing: Writing, hole: Hole, probe: Probe) -> Iterator[Offer]:
    """Everything that may be written in the hole."""
    for terminal in sorted(hole.followers):
        word = terminal.strip("_").lower()
        if word in RESERVED:
            yield Offer(word, "keyword", "word of the language", 5)
    if "UP_TO" in hole.followers:
        yield Offer("up to", "keyword", "word of the language", 5)
    if hole.tree is None or hole.role is None:
        return
    names = probe.names
    match hole.role:
        case "binder" | "branch":
            return
        case "verb":
            yield from _verbs(names, tuple(verb for verb, facts in VERBS.items() if facts.written))
        case "event":
            yield from _verbs(names, tuple(filter(has_triggers, VERBS)))
        case "modified":
            yield from _modified(names)
        case "phase":
            for phase in phases_of(probe):
                yield Offer(phase, "event", "phase", 1)
        case "who":
            for who, what in (("me", "the owner"), ("others", "any other seat"), ("anyone", "any seat")):
                yield Offer(who, "variable", what, 1)
        case "query":
            yield from _called(names)
        case _:
            yield from _values(writing, hole, probe)


def _called(names: Names) -> Iterator[Offer]:
    """Names that may come before existing brackets."""
    for name, meaning in names.meanings.items():
        if meaning.sort in ("board", "counter") or _takes_values(meaning, names):
            yield Offer(name, _ITEM_KINDS[meaning.sort], meaning_text(meaning, names), 1)
    for name, built_in in QUERIES.items():
        yield Offer(name, "method", built_in.meaning, 2)


def _verbs(names: Names, built_in: tuple[str, ...]) -> Iterator[Offer]:
    for verb in names.world.verbs:
        yield Offer(verb.id, "function", verb_text(verb), 1)
    for name in built_in:
        yield Offer(name, "function", VERBS[name].meaning, 2)


def _modified(names: Names) -> Iterator[Offer]:
    for query in names.world.queries:
        yield Offer(query.id, "method", meaning_text(Meaning("query", query.id), names), 2)


def _values(writing: Writing, hole: Hole, probe: Probe) -> Iterator[Offer]:
    heard = probe.variables(writing, hole)
    judge = _Judge(writing, hole, probe, heard is not None)
    for name, term in (heard or {}).items():
        if name not in SPECIAL_NAMES:
            yield from judge.name(name, "variable", f"{term.kind}, a variable", 0)
    for name, meaning in probe.names.meanings.items():
        if meaning.sort != "verb" and not _takes_values(meaning, probe.names):
            kind = _ITEM_KINDS.get(meaning.sort, "value")
            yield from judge.name(name, kind, meaning_text(meaning, probe.names), 1, _alike(meaning, probe.names))
    for name in _more_names(hole, probe.names, heard):
        special = SPECIAL_NAMES.get(name)
        yield from judge.name(name, "keyword" if special else "class", special or f"kind `{name}`", 2)
    if hole.role == "field":
        for name, (_, detail) in _all_fields(probe.names).items():
            if name not in probe.names.meanings:
                yield from judge.name(name, "field", detail, 1)
    elif hole.role in ("value", "adjective"):
        yield from _begun(judge)


class _Judge:
    """Asks the probe, and remembers the answer for similar names."""

    def __init__(self, writing: Writing, hole: Hole, probe: Probe, sure: bool) -> None:
        self.writing = writing
        self.hole = hole
        self.probe = probe
        self.sure = sure
        """Whether the checker reaches the hole; if not, everything is offered."""
        self.sequels = probe.sequels(writing, hole) if sure else ()
        self.known: dict[object, int | None] = {}

    def name(self, name: str, kind: ItemKind, detail: str, rank: int, alike: object = None) -> Iterator[Offer]:
        """The name, if it may stand in the hole."""
        key = alike if alike is not None else name
        if key not in self.known:
            self.known[key] = self.probe.fit(self.writing, self.hole, name, self.sequels) if self.sure else 0
        fit = self.known[key]
        if fit is not None:
            yield Offer(name, kind, detail, rank + LATER * fit)

    def begun(self, name: str, term: Term | None, kind: ItemKind, detail: str, rank: int) -> Iterator[Offer]:
        """A name with more after it, as in `query(...)` or `field of ...`: legal if the result is."""
        key = ("begun", type(term), term.kind) if term is not None else name
        if key not in self.known:
            asked = self.sure and term is not None
            self.known[key] = self.probe.fit(self.writing, self.hole, HOLE, self.sequels, term) if asked else 0
        fit = self.known[key]
        if fit is not None:
            yield Offer(name, kind, detail, rank + LATER * fit)


def _more_names(hole: Hole, names: Names, heard: Mapping[str, Term] | None) -> list[str]:
    """Names that no table of meanings holds."""
    if hole.role == "amount":
        return list(names.word_kinds)
    if hole.role == "my":
        return [*names.seat_fields, *(kind.id for kind in names.world.pieces if kind.id in names.by_kind)]
    here = [name for name in SPECIAL_NAMES if name not in ("choice", "active", "it") or name in (heard or {})]
    return [*here, "active"] if hole.role == "adjective" else here


def _begun(judge: _Judge) -> Iterator[Offer]:
    names = judge.probe.names
    for query in names.world.queries:
        detail = meaning_text(Meaning("query", query.id), names)
        if len(query.params) == 1 and judge.hole.role == "adjective":
            yield from judge.name(query.id, "method", detail, 1)
        elif query.params:
            kind = judge.probe.known_kind(query.id)
            yield from judge.begun(query.id, _value(kind), "method", detail, 1)
    for name, built_in in QUERIES.items():
        yield from judge.begun(name, _value(_GIVEN_KINDS[built_in.gives]), "method", built_in.meaning, 3)
    for name, (kind, detail) in _all_fields(names).items():
        if name not in names.meanings:
            stored = t.Field(name, t.NONE_TERM, kind) if kind is not None else None
            yield from judge.begun(name, stored, "field", detail, 3)
    for name, meaning in names.meanings.items():
        owned = _owned(meaning, names)
        if owned is not None:
            sort = _ITEM_KINDS.get(meaning.sort, "value")
            yield from judge.begun(name, owned, sort, meaning_text(meaning, names), 2)


def _value(kind: Kind | None) -> Term | None:
    return t.Var(t.FIRST_FREE, kind) if kind is not None else None


def _owned(meaning: Meaning, names: Names) -> Term | None:
    """Names that exist once for each seat or word, and are followed by `of ...`."""
    match meaning.sort:
        case "zone" if (zone := names.zones[meaning.id]).per is not None:
            return t.Zone(zone.id, None, k.set_of(k.piece(zone.of[0] if len(zone.of) == 1 else None)))
        case "counter" if names.counters[meaning.id].per not in ((), ("seat",)):
            return t.Counter(meaning.id, None, None, k.NUMBER)
        case "board" if (board := names.boards[meaning.id]).per is not None:
            return t.Board(board.id, None, k.set_of(k.cell(board.cells or board.id)))
        case "state" if (state := names.state[meaning.id]).per is not None:
            return t.State(state.id, None, names.kind(state.kind) or k.NUMBER)
        case "single" if names.pieces[meaning.id].per is not None:
            return t.Single(meaning.id, None, k.piece(meaning.id))
        case _:
            return None


def _all_fields(names: Names) -> dict[str, tuple[Kind | None, str]]:
    """Field -> its kind and what it is."""
    found: dict[str, tuple[Kind | None, str]] = {}
    holders: tuple[r.PieceKind | r.CellKind | r.Board, ...] = (
        *names.world.pieces, *names.world.cells, *names.world.boards
    )  # fmt: skip
    for holder in holders:
        for decl in holder.fields:
            found.setdefault(decl.id, (names.kind(decl.kind), f"{decl.kind}: field of `{holder.id}`"))
    for name, meaning in BUILT_IN_FIELDS.items():
        found.setdefault(name, (_FIELD_KINDS[name], meaning))
    return found


def _takes_values(meaning: Meaning, names: Names) -> bool:
    return meaning.sort == "query" and bool(names.queries[meaning.id].params)


def _alike(meaning: Meaning, names: Names) -> object:
    """Names that are legal in the same places: one of them is tried for all."""
    match meaning.sort:
        case "word":
            return "word", meaning.id
        case "param":
            return "param"
        case "record":
            record = names.records[meaning.id]
            return "record", record.kind, record.copies == 1
        case _:
            return meaning


_ITEM_KINDS: Mapping[str, ItemKind] = {
    "word": "enum_member",
    "words": "enum",
    "counter": "unit",
    "param": "constant",
    "state": "property",
    "zone": "folder",
    "board": "struct",
    "history": "property",
    "record": "value",
    "single": "value",
    "pieces": "class",
    "cells": "class",
    "query": "method",
}


_PHASE = re.compile(r"\bphase\s+([a-z][a-z0-9_]*)")


def phases_of(checker: Checker) -> list[str]:
    """Every phase that some text has, in order."""
    found = (name for text in effect_texts(checker.world) for name in _PHASE.findall(text.text))
    return list(dict.fromkeys(found))
