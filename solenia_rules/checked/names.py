"""Resolves the names of a ruleset.

`Names` is built from the decoded records. It finds a record, counter, zone or field by its name, and the kind of a text
such as `token?`; every later pass uses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from solenia_rules.dsl.builtins import QUERIES, VERBS
from solenia_rules.dsl.kinds import Kind, read_kind, word
from solenia_rules.dsl.vocabulary import BUILT_IN_FIELDS, SPECIAL_NAMES
from solenia_rules.rules import records as r
from solenia_rules.rules.kind_texts import BUNDLE_KIND
from solenia_rules.text.frozen import frozen, remembered
from solenia_rules.text.set_kinds import LIST, sets_of_kinds

MeaningSort: TypeAlias = Literal[
    "word", "words", "counter", "param", "state", "zone", "board", "query", "verb", "record", "single", "pieces",
    "cells", "history",
]  # fmt: skip


@frozen
class Meaning:
    """The meaning of a name: a sort and an id; for a word, also its index among the words of its kind."""

    sort: MeaningSort
    id: str
    index: int = 0


class Names:
    """The world by name. Each name has one meaning; singular kinds may also be used as variable names."""

    def __init__(self, world: r.World) -> None:
        self.world = world
        self.params = {p.id: p for p in world.params}
        self.word_kinds = {k.id: k for k in world.kinds}
        self.counters = {c.id: c for c in world.counters}
        self.state = {s.id: s for s in world.state}
        self.pieces = {p.id: p for p in world.pieces}
        self.zones = {z.id: z for z in world.zones}
        self.cells = {c.id: c for c in world.cells}
        self.boards = {b.id: b for b in world.boards}
        self.histories = {h.id: h for h in world.histories}
        self.queries = {q.id: q for q in world.queries}
        self.verbs = {v.id: v for v in world.verbs}
        self.records: dict[str, r.Record] = {record.id: record for record in world.records}
        self.by_kind: dict[str, list[r.Record]] = {}
        for record in world.records:
            self.by_kind.setdefault(record.kind, []).append(record)
        self.seat_fields = {f.id: (f, values) for f, values in world.seats.fields}
        kinds = [(kind.id, kind.plural) for group in (world.kinds, world.pieces, world.cells) for kind in group]
        self._kind_ids = (
            set(self.word_kinds),
            set(self.pieces),
            set(self.cells) | set(self.boards),
            sets_of_kinds(kinds),
        )

    @remembered
    def meanings(self) -> dict[str, Meaning]:
        """Name -> its meaning."""
        table: dict[str, Meaning] = {}
        for word_kind in self.world.kinds:
            for index, text in enumerate(word_kind.words):
                table.setdefault(text, Meaning("word", word_kind.id, index))
            table.setdefault(word_kind.plural or word_kind.id + "s", Meaning("words", word_kind.id))
        for counter in self.world.counters:
            table.setdefault(counter.id, Meaning("counter", counter.id))
            if counter.plural:
                table.setdefault(counter.plural, Meaning("counter", counter.id))
        groups: tuple[tuple[MeaningSort, Iterable[str]], ...] = (
            ("param", self.params), ("state", self.state), ("zone", self.zones), ("board", self.boards),
            ("history", self.histories), ("query", self.queries), ("verb", self.verbs), ("record", self.records),
        )  # fmt: skip
        for sort, group in groups:
            for key in group:
                table.setdefault(key, Meaning(sort, key))
        for kind in self.world.pieces:
            if kind.id not in self.by_kind:
                table.setdefault(kind.id, Meaning("single", kind.id))
            table.setdefault(kind.plural or kind.id + "s", Meaning("pieces", kind.id))
        for cell in self.world.cells:
            table.setdefault(cell.plural or cell.id + "s", Meaning("cells", cell.id))
        return table

    @remembered
    def atoms(self) -> dict[str, int]:
        """The texts of fields of kind `name`, numbered in order of declaration."""
        found: dict[str, int] = {}
        for record in self.world.records:
            declared = {f.id: f for f in self.fields_of(record.kind)}
            for key, value, _span in record.fields:
                if key in declared and declared[key].kind.rstrip("?") == "name" and isinstance(value, r.Text):
                    found.setdefault(value.text, len(found))
        return found

    @remembered
    def lists(self) -> dict[tuple[str, int], dict[tuple[str, ...], int]]:
        """Word kind and length -> the lists that records give, numbered in order of declaration."""
        found: dict[tuple[str, int], dict[tuple[str, ...], int]] = {}
        for record in self.world.records:
            kinds = {f.id: self.kind(f.kind) for f in self.fields_of(record.kind) if f.kind.startswith(LIST)}
            for key, value, _span in record.fields:
                kind = kinds.get(key)
                if kind is not None and kind.of is not None and kind.high is not None and isinstance(value, tuple):
                    lists = found.setdefault((kind.of, kind.high), {})
                    lists.setdefault(tuple(one.text for one in value), len(lists))
        return found

    def kind(self, text: str) -> Kind | None:
        bundle = BUNDLE_KIND.fullmatch(text)
        return read_kind(text, *self._kind_ids) if bundle is None else self._bundle(int(bundle[1]), bundle[2])

    def _bundle(self, number: int, name: str) -> Kind | None:
        """The kind of a state that holds a part of so many of a kind or counter; None if nothing counts it."""
        meaning = self.meanings.get(name)
        if meaning is not None and meaning.sort == "counter":
            words = [p for p in self.counters[meaning.id].per if p != "seat"]
            return None if words else Kind("bundle", f"{meaning.id}.0*{number}")
        kind = meaning.id if meaning is not None and meaning.sort == "words" else name
        found = self.counter_of_kind(kind) if kind in self.word_kinds else []
        return Kind("bundle", f"{found[0].id}*{number}") if len(found) == 1 else None

    def fields_of(self, kind_id: str | None) -> tuple[r.FieldDecl, ...]:
        """Declared fields of a piece kind, cell kind or board; of all of them for None."""
        if kind_id is None:
            return ()
        if kind_id in self.pieces:
            return self.pieces[kind_id].fields
        if kind_id in self.cells:
            return self.cells[kind_id].fields
        if kind_id in self.boards:
            board = self.boards[kind_id]
            return board.fields if board.cells is None else self.cells[board.cells].fields
        return ()

    def holders(self, field_id: str, base: str) -> list[tuple[str, r.FieldDecl]]:
        """Piece kinds (or cell kinds and grid boards) that declare a field."""
        if base == "piece":
            groups: list[str] = list(self.pieces)
        else:
            groups = [*self.cells, *(b.id for b in self.world.boards if b.cells is None)]
        return [(g, f) for g in groups for f in self.fields_of(g) if f.id == field_id]

    def is_set(self, field_id: str, base: str) -> bool:
        """Whether a field of pieces or of cells holds sets."""
        kinds = (self.kind(decl.kind) for _holder, decl in self.holders(field_id, base))
        return any(kind is not None and kind.base == "set" for kind in kinds)

    def given_sets(self, field_id: str, holder: Kind) -> list[tuple[r.Text, ...]]:
        """The possible values of a set field of some piece or cell; the empty set if nothing gives it."""
        found: list[tuple[r.Text, ...]] = []
        groups = dict(self.holders(field_id, holder.base))
        for group, decl in groups.items():
            first = decl.starts if isinstance(decl.starts, tuple) else ()
            if holder.of in (None, group):
                for record in self.by_kind.get(group, [None]):
                    fields = {key: value for key, value, _span in record.fields} if record is not None else {}
                    value = fields.get(field_id, first)
                    found.append(value if isinstance(value, tuple) else ())
        grids = [board.id for board in self.world.boards if board.cells is None]
        lacking = set(self.pieces if holder.base == "piece" else (*self.cells, *grids)) - set(groups)
        return [*found, ()] if holder.of is None and lacking else found

    def implicit_fields(self, kind_id: str) -> dict[str, Kind]:
        """The implicit field of a piece kind with one piece per word: the word, under the name of its kind."""
        per = self.pieces[kind_id].per if kind_id in self.pieces else None
        return {per: word(per)} if per is not None and per in self.word_kinds else {}

    def counter_of_kind(self, kind_id: str) -> list[r.Counter]:
        """Counters that hold amounts of a kind's words; those of seats come first."""
        found = [c for c in self.world.counters if kind_id in c.per]
        return [c for c in found if "seat" in c.per] or found

    def known(self) -> list[str]:
        """Names that a value may have: for suggestions."""
        return [*self.meanings, *QUERIES, *SPECIAL_NAMES]

    def known_fields(self) -> list[str]:
        """Names that may stand before `of`: for suggestions."""
        declared = [f.id for p in self.world.pieces for f in p.fields]
        declared += [f.id for c in self.world.cells for f in c.fields]
        declared += [f.id for b in self.world.boards for f in b.fields]
        return [*declared, *self.seat_fields, *BUILT_IN_FIELDS, *self.counters, *self.zones, *self.meanings]

    def known_verbs(self) -> list[str]:
        """Built-in verbs and those of the ruleset: for suggestions."""
        return [*VERBS, *self.verbs]
