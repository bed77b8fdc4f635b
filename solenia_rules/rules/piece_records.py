"""Decodes records: single pieces and cells, section by section."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from solenia_rules.rules import caps
from solenia_rules.rules.declared import Declared
from solenia_rules.rules.kind_texts import parse_kind
from solenia_rules.rules.reading import ORIGIN, Reading
from solenia_rules.rules.records import Board, CellKind, FieldDecl, FieldValue, PieceKind, Record, Scalar, Text
from solenia_rules.rules.shapes import Id, RecordShape
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.misfits import described
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

Face: TypeAlias = tuple[str | tuple[tuple[str, Scalar], ...], ...]

FACES = ("front", "back")
FARTHEST = 10_000
"""The largest coordinate of a cell, and the smallest one below 0."""

FIRST_VALUES = {"yes_no": "false", "number": "0"}
"""What a field begins with if nobody thought of it, by its kind."""


class RecordDecoder:
    """Decodes records by the declaration of their kind."""

    def __init__(self, reading: Reading, names: Declared, boards: Mapping[str, Board]) -> None:
        self.reading = reading
        self.names = names
        self.boards = boards
        self.kind_of_word = {word: kind for kind, words in names.words.items() for word in words}

    def decode(self, name: str, content: dict[str, object], path: KeyPath, kind: PieceKind | CellKind) -> Record | None:
        is_piece = isinstance(kind, PieceKind)
        board = self.boards.get(kind.faces or "") if isinstance(kind, PieceKind) else None
        has_faces = isinstance(kind, PieceKind) and kind.faces is not None
        own = ("copies", "order", *(("starts",) if is_piece else ("at", "links")), *(FACES if has_faces else ()))
        declared = {decl.id: decl for decl in kind.fields}
        for key in content:
            if key not in (*own, *ORIGIN) and key not in declared:
                hint = did_you_mean(key, (*declared, *own, *ORIGIN))
                message = f"{quoted(key)} is not a field of `{kind.id}`"
                self.reading.at_key("E021", message, (*path, key), hint)
        kept = {key: value for key, value in content.items() if key in own and key not in declared}
        entry = self.reading.entry(kept, path, RecordShape)
        fields = self._fields(content, path, declared)
        faces = [self._face(content, path, side, board) if has_faces else None for side in FACES]
        if entry is None:
            return None
        copies = entry.number(entry.shape.copies, "copies", 1, caps.COPIES)
        order = entry.number(entry.shape.order, "order")
        starts = self._starts(entry.shape.starts, entry.at("starts"))
        at = None if is_piece or not entry.has("at") else self._at(entry.shape.at, entry.at("at"))
        links = self._links(entry.shape.links, entry.at("links"), path[0]) if entry.has("links") else ()
        return Record(name, kind.id, copies or 1, starts, order, fields, faces[0], faces[1], at, links, span=entry.span)

    def _links(self, value: object, path: KeyPath, section: str | int) -> tuple[str, ...]:
        """The neighbours of a cell."""
        known = self.names.ids(str(section))
        found = [item.text for item in self._ids(value, path) or ()]
        for index, cell in enumerate(found):
            if cell not in known:
                self.reading.unknown("cell", cell, (*path, index), known)
        return tuple(cell for cell in found if cell in known)

    def _at(self, value: object, path: KeyPath) -> tuple[int, int] | None:
        match value:
            case [int(x), int(y)] if not isinstance(x, bool) and not isinstance(y, bool):
                inside = [self.reading.within(n, (*path, i), -FARTHEST, FARTHEST) for i, n in enumerate((x, y))]
                return (x, y) if all(inside) else None
            case _:
                self.reading.wrong("`[x, y]`, two whole numbers", value, path)
                return None

    def _starts(self, zone: Id | None, path: KeyPath) -> str | None:
        if zone is not None and zone != "none" and not self.names.has("zones", zone):
            self.reading.unknown("zone", zone, path, ("none", *self.names.ids("zones")))
        return zone

    def _fields(
        self, content: Mapping[str, object], at: KeyPath, declared: Mapping[str, FieldDecl]
    ) -> tuple[tuple[str, FieldValue, Span], ...]:
        """The values given, in the order in which the kind declares the fields."""
        found: list[tuple[str, FieldValue, Span]] = []
        for decl in declared.values():
            kind = parse_kind(decl.kind)
            if decl.id not in content:
                if kind and not kind.optional and decl.starts is None:
                    message = f"the field `{decl.id}` is missing"
                    hint = f"a field that may be absent has the kind `{decl.kind}?`"
                    if decl.resets is not None:
                        first = str(kind.low) if kind.is_range else FIRST_VALUES.get(kind.name, "...")
                        hint = f"a field with `resets` needs the value to which it is reset: `starts = {first}`"
                    also = ((decl.span, "declared here without a `?`"),)
                    self.reading.problems.add("E022", message, self.reading.spans.key(at), hint, also, at)
                continue
            value, path = content[decl.id], (*at, decl.id)
            read: FieldValue | None
            if kind is not None and kind.name in self.names.sets:
                read = self._ids(value, path)
            elif isinstance(value, str):
                is_text = kind is not None and kind.is_text
                read = self.reading.text(value, path) if is_text else Text(value, span=self.reading.spans.inner(path))
            elif isinstance(value, int):
                read = value
            else:
                self.reading.wrong("a number, true, false, a word or a text", value, path)
                continue
            if read is not None:
                found.append((decl.id, read, self.reading.spans.value(path)))
        return tuple(found)

    def _ids(self, value: object, path: KeyPath) -> tuple[Text, ...] | None:
        """What a set consists of."""
        if not isinstance(value, list):
            hint = f'write `["{value}"]`' if isinstance(value, str) else None
            self.reading.at_value("E012", f"expected a list of ids, found {described(value)}", path, hint)
            return None
        found: list[Text] = []
        for index, item in enumerate(value):
            at = (*path, index)
            if not isinstance(item, str):
                self.reading.wrong("an id", item, at)
            else:
                found.append(Text(item, span=self.reading.spans.inner(at)))
        return tuple(found)

    # ---- faces -----------------------------------------------------------------

    def _face(self, content: Mapping[str, object], at: KeyPath, side: str, board: Board | None) -> Face | None:
        if side not in content:
            self.reading.missing(side, at)
            return None
        value, path = content[side], (*at, side)
        if not isinstance(value, list):
            self.reading.wrong("a list of cells", value, path)
            return None
        if board and board.columns is not None and len(value) != board.columns:
            message = f"{len(value)} cells for the {board.columns} columns of `{board.id}`"
            self.reading.at_value("E025", message, path)
        cells = (self._face_cell(item, (*path, index), board) for index, item in enumerate(value))
        return tuple(cell for cell in cells if cell is not None)

    def _face_cell(
        self, item: object, path: KeyPath, board: Board | None
    ) -> str | tuple[tuple[str, Scalar], ...] | None:
        fields = {decl.id: decl for decl in board.fields} if board else {}
        if isinstance(item, str):
            self._check_word(item, path, board)
            return item
        table = self.reading.value(item, path, dict[str, object])
        if table is None:
            return None
        found: list[tuple[str, Scalar]] = []
        for name, value in table.items():
            at = (*path, name)
            if name not in fields:
                self.reading.unknown_key(name, path, tuple(fields))
            elif isinstance(value, (bool, int, str)):
                found.append((name, value))
                self._check_cell_value(value, fields[name], at)
            else:
                self.reading.wrong("a number, true, false or a word", value, at)
        return tuple(found)

    def _check_word(self, word: str, path: KeyPath, board: Board | None) -> None:
        kind = self.kind_of_word.get(word)
        if kind is None:
            self.reading.unknown("word", word, path, self.kind_of_word)
        elif board:
            takers = [decl.id for decl in board.fields if decl.kind.removesuffix("?") == kind]
            if len(takers) != 1:
                count = "no field" if not takers else "more than one field"
                hint = "give the cell as a table of fields" if takers else None
                self.reading.at_value("E025", f"`{board.id}` has {count} of the kind `{kind}`", path, hint)

    def _check_cell_value(self, value: Scalar, decl: FieldDecl, path: KeyPath) -> None:
        kind = parse_kind(decl.kind)
        if kind is None:
            return
        if kind.is_range or kind.name == "number":
            if isinstance(value, bool) or not isinstance(value, int):
                self.reading.wrong("a number", value, path)
            else:
                self.reading.within(value, path, kind.low, kind.high)
        elif kind.name == "yes_no":
            if not isinstance(value, bool):
                self.reading.wrong("true or false", value, path)
        elif not isinstance(value, str):
            self.reading.wrong("a word", value, path)
        elif kind.name in self.names.words and value not in self.names.words[kind.name]:
            self.reading.unknown(kind.name, value, path, self.names.words[kind.name])
