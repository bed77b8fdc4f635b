"""Checks that the ids which records give for cells and pieces name existing ones, and reports wrong ones at their
place."""

from __future__ import annotations

from solenia_rules.rules.declared import Declared
from solenia_rules.rules.kind_texts import KindText, parse_kind
from solenia_rules.rules.reader import Document
from solenia_rules.rules.reading import Reading
from solenia_rules.rules.records import Board, CellKind, FieldDecl, FieldValue, PieceKind, Record, Text, World
from solenia_rules.rules.references import References, Refusal
from solenia_rules.rules.toml_spans import KeyPath
from solenia_rules.text.misfits import described
from solenia_rules.text.places import Span
from solenia_rules.text.printable import quoted


def check_given_ids(world: World, names: Declared, document: Document, reading: Reading) -> None:
    """Checks that each id that is given for a cell or piece names exactly one."""
    _Check(world, names, document, reading).run()


class _Check:
    def __init__(self, world: World, names: Declared, document: Document, reading: Reading) -> None:
        self.world = world
        self.names = names
        self.reading = reading
        self.references = References(world)
        self.sections = {kind: section for section, (_, kind) in names.record_sections.items()}
        removed = document.get("remove")
        listed = enumerate(removed) if isinstance(removed, list) else ()
        self.removed = {item: index for index, item in listed if isinstance(item, str)}

    def run(self) -> None:
        world, declared = self.world, self.references
        groups: tuple[tuple[str, tuple[PieceKind | CellKind | Board, ...]], ...]
        groups = (("pieces", world.pieces), ("cells", world.cells), ("boards", world.boards))
        for section, group in groups:
            for kind in group:
                for decl in kind.fields:
                    path = (section, kind.id, "fields", decl.id, "starts")
                    self._value(decl.starts, decl.kind, path, declared.holders(kind))
        for variable in world.state:
            self._value(variable.starts, variable.kind, ("state", variable.id, "starts"), (variable.per,))
        for decl, values in world.seats.fields:
            for index, value in enumerate(values):
                self._value(value, decl.kind, ("seats", "fields", decl.id, index), ("seat",))
        for record in world.records:
            self._record(record)

    def _record(self, record: Record) -> None:
        kinds = self.references
        kind = kinds.pieces.get(record.kind) or kinds.cells[record.kind]
        section, fields = self.sections[record.kind], _by_id(kind.fields)
        for name, value, _span in record.fields:
            if name in fields:
                self._value(value, fields[name].kind, (section, record.id, name), kinds.holders(kind))
        board = kinds.boards.get(kind.faces or "") if isinstance(kind, PieceKind) else None
        if board is None:
            return
        fields = _by_id(board.fields)
        for side, face in (("front", record.front), ("back", record.back)):
            for index, cell in enumerate(face or ()):
                for name, given in cell if not isinstance(cell, str) else ():
                    if name in fields:
                        self._value(given, fields[name].kind, (section, record.id, side, index, name), (None,))

    def _value(self, value: FieldValue | None, spelled: str, path: KeyPath, holders: tuple[str | None, ...]) -> None:
        kind = parse_kind(spelled)
        if value is None or kind is None:
            return
        if isinstance(value, tuple):
            self._set(value, kind, path, holders)
            return
        text = value.text if isinstance(value, Text) else value
        if kind.name == "seat" and text != "none":
            message = "a seat cannot be given here: it is not known before the game who sits there"
            hint = "let it begin as none (`seat?`) and `set` it in [setup]"
            self.reading.at_value("E029", message, path, hint)
        elif not self.references.is_reference(kind) and kind.name != "seat":
            return
        elif not isinstance(text, str):
            message = f"expected the id of a {kind.name}, found {described(text)}"
            self.reading.at_value("E012", message, path)
        else:
            found = self.references.refuse(text, kind, holders)
            if found is not None:
                place = self.reading.spans.value(path)
                self.reading.problems.add(found.code, found.message, place, found.hint, self._gone(text), path)

    def _set(self, value: tuple[Text, ...], kind: KindText, path: KeyPath, holders: tuple[str | None, ...]) -> None:
        member = self.references.member(kind)
        assert member is not None
        if kind.length is not None and len(value) != kind.length:
            message = f"{len(value)} words for a list of {kind.length}"
            self.reading.at_value("E025", message, path, "a list has one word for each place, in order")
        known: set[str] = set()
        for index, one in enumerate(value):
            found = self.references.refuse(one.text, member, holders, many=True)
            if one.text in known and kind.length is None:
                found = Refusal("E016", f"{quoted(one.text)} is listed twice", None)
            known.add(one.text)
            if found is not None:
                place = self.reading.spans.value((*path, index))
                self.reading.problems.add(found.code, found.message, place, found.hint, self._gone(one.text), path)

    def _gone(self, text: str) -> tuple[tuple[Span, str], ...]:
        """The place where the topmost layer removes what is named."""
        for section in self.names.record_sections:
            index = self.removed.get(f"{section}.{text}")
            if index is not None:
                return ((self.reading.spans.value(("remove", index)), "removed here"),)
        return ()


def _by_id(fields: tuple[FieldDecl, ...]) -> dict[str, FieldDecl]:
    return {decl.id: decl for decl in fields}
