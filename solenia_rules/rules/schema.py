"""The JSON Schema of ruleset files: in general, or for one base and its variants.

Keys come from the table of keys, values from the classes of the decoded records, and the fields of pieces and cells
from the ruleset. Names that a variant may add (an id, a word) are offered but not required. Unknown keys are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_type_hints

from solenia_rules.rules import caps, keys
from solenia_rules.rules import records as r
from solenia_rules.rules.allowances import ALLOWED
from solenia_rules.rules.declared import STEP_SECTIONS
from solenia_rules.rules.kind_texts import BUILT_IN_KINDS, BUNDLE_KIND, KindText, parse_kind
from solenia_rules.rules.origin import Origin
from solenia_rules.rules.reader import Document
from solenia_rules.rules.references import References
from solenia_rules.rules.schema_parts import (
    CELL,
    DRAFT,
    FILLED,
    FIRST,
    FLAG,
    GENDER,
    LINE,
    NAME,
    NUMBER,
    PAIR,
    PLAIN,
    SOURCE,
    TEXT,
    Schema,
    closed,
    described,
    look_value,
    of_type,
    offered,
    open_record,
    sized,
    table_of,
    with_filled_items,
)
from solenia_rules.text.codes import CODES
from solenia_rules.text.set_kinds import SETS
from solenia_rules.words.languages import LANGUAGES

_CLASSES: Mapping[str, type] = {
    "params": r.Parameter,
    "kinds": r.WordKind,
    "counters": r.Counter,
    "state": r.StateVariable,
    "pieces": r.PieceKind,
    "zones": r.Zone,
    "cells": r.CellKind,
    "boards": r.Board,
    "history": r.History,
    "verbs": r.Verb,
    "queries": r.Query,
    "rules": r.RuleDecl,
    **dict.fromkeys(STEP_SECTIONS, r.Step),
}
"""The class that an entry of a section is decoded into."""


def general_schema() -> Schema:
    """The schema for any ruleset. Sections of records are unknown, so every other table may be one."""
    made = _Maker(None).document()
    made["additionalProperties"] = table_of({}, open_record(), "records of a kind of pieces or cells")
    return made | {"title": "a ruleset"}


def schema_of(world: r.World, document: Document) -> Schema:
    """The schema for one ruleset and its variants; `document` names the records of a variant without a base."""
    made = _Maker(world).document()
    properties = made["properties"]
    assert isinstance(properties, dict)
    for section in document:
        properties.setdefault(section, table_of({}, open_record(), "records"))
    return made | {"title": f"a ruleset over {world.id}"}


class _Maker:
    """Makes the parts of a schema, knowing what a world declares."""

    def __init__(self, world: r.World | None) -> None:
        self.world = world
        self.kinds = [kind.id for kind in world.kinds] if world else []
        self.zones = [zone.id for zone in world.zones] if world else []
        self.boards = [board.id for board in world.boards] if world else []
        self.pieces = [kind.id for kind in world.pieces] if world else []
        self.cells = [kind.id for kind in world.cells] if world else []
        self.references = References(world) if world else None
        self.definitions: dict[str, Schema] = {}

    def document(self) -> Schema:
        sections = {name: self._section(name) for name in _CLASSES}
        properties = {**self._head(), **sections, **self._spoken(), **dict(self._record_sections())}
        return {
            "$schema": DRAFT,
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
            "dependencies": {"ruleset": ["language", "title", "source"]},
            "definitions": self.definitions,
        }

    def _shared(self, name: str, entry: Schema) -> Schema:
        """The entry, written once and referred to by every id under which it may stand."""
        self.definitions[name] = entry
        return {"$ref": f"#/definitions/{name}"}

    # ---- the head ----------------------------------------------------------------

    def _head(self) -> dict[str, Schema]:
        lines = closed(dict.fromkeys(LANGUAGES, LINE)) | {"minProperties": 1}
        seats: dict[str, Schema] = {
            "range": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": caps.SEATS}} | sized(2),
            "fields": table_of({}, {"type": "array", "items": PLAIN, "maxItems": caps.SEATS}, None),
        }
        values: dict[str, Schema] = {
            "ruleset": NAME,
            "language": {"const": 1},
            "extends": NAME,
            "abstract": FLAG,
            "languages": {"type": "array", "items": {"enum": list(LANGUAGES)}, "minItems": 1},
            "title": lines,
            "about": lines,
            "source": SOURCE,
            "note": LINE,
            "seats": closed({key: seats[key] | described(keys.SEATS[key]) for key in keys.SEATS})
            | {"required": ["range"]},
            "remove": {"type": "array", "items": {"type": "string", "pattern": r"^[a-z0-9_]+(\.[a-z0-9_]+){1,3}$"}},
            "budget": {"type": "integer", "minimum": 1, "maximum": caps.MOST_BUDGET},
            "estimate": TEXT,
        }
        return {key: values[key] | described(meaning) for key, meaning in keys.HEAD.items()}

    def _spoken(self) -> dict[str, Schema]:
        forms = closed(
            {key: (GENDER if key == "gender" else LINE) | described(told) for key, told in keys.FORMS.items()}
        )
        words = table_of({}, {"anyOf": [LINE, forms]}, None)
        look = closed({key: look_value(key) | described(text) for key, text in keys.LOOK.items()})
        return {
            "words": closed(dict.fromkeys(LANGUAGES, words)) | described(keys.SECTIONS["words"]),
            "look": table_of({}, look, keys.SECTIONS["look"]),
            "allow": {
                "type": "object",
                "properties": {
                    code: {"type": "object", "additionalProperties": LINE} | described(CODES[code]) for code in ALLOWED
                },
                "additionalProperties": False,
            }
            | described(keys.SECTIONS["allow"]),
        }

    # ---- sections of declarations and programs -------------------------------------

    def _section(self, name: str) -> Schema:
        entry = closed({key: self._value(name, key) | described(told) for key, told in keys.ENTRIES[name].items()})
        entry["required"] = ["source"]
        if name == "params":
            entry = {"anyOf": [entry, {"type": "integer"} | described("another default of a parameter of the base")]}
        shared = self._shared(name, entry)
        return table_of(dict.fromkeys(self._declared(name), shared), shared, keys.SECTIONS[name])

    def _declared(self, name: str) -> Iterable[str]:
        """The ids of a section in the base. They are offered, because a variant changes an entry under the same key."""
        if self.world is None:
            return ()
        if name in STEP_SECTIONS:
            return [step.id for step in self.world.steps if step.section == name]
        groups: dict[str, Iterable[str]] = {
            "params": (x.id for x in self.world.params),
            "kinds": self.kinds,
            "counters": (x.id for x in self.world.counters),
            "state": (x.id for x in self.world.declared_state),
            "pieces": self.pieces,
            "zones": self.zones,
            "cells": self.cells,
            "boards": self.boards,
            "history": (x.id for x in self.world.histories),
            "verbs": (x.id for x in self.world.verbs),
            "queries": (x.id for x in self.world.queries),
            "rules": (x.id for x in self.world.rules),
        }
        return groups[name]

    def _value(self, section: str, key: str) -> Schema:
        """What may stand under a key: a reference, a table, or else the type of the decoded record."""
        written = self._written(section, key)
        if written is not None:
            return written
        held = get_type_hints(_CLASSES[section], {**vars(r), "Literal": Literal, "Origin": Origin})
        name = "active_while" if key == "while" else key
        return of_type(held[name])

    def _written(self, section: str, key: str) -> Schema | None:
        match section, key:
            case _, "source":
                return SOURCE
            case _, "note":
                return LINE
            case _, "range":
                return PAIR
            case _, "plural" | "resets":
                return NAME
            case _, "fields":
                return table_of({}, {"anyOf": [self._kind(), self._field()]}, None)
            case _, "params":
                return table_of({}, {"type": "string"}, None)
            case "state", "kind":
                bundle: Schema = {"type": "string", "pattern": f"^{BUNDLE_KIND.pattern}$"}
                return {"anyOf": [self._kind(), bundle]}
            case _, "kind":
                return self._kind()
            case "counters", "per":
                return {"type": "array", "items": offered(["seat", *self.kinds])}
            case "state", "starts":
                return PLAIN
            case "state" | "boards", "per":
                return {"const": "seat"}
            case _, "per":
                return offered(["seat", *self.kinds])
            case "pieces", "starts" | "also":
                return offered(self.zones)
            case "pieces", "faces":
                return offered(self.boards)
            case "zones", "of":
                one = offered(self.pieces)
                return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}
            case "history", "keeps":
                return {"type": "array", "items": offered(self._kept()), "minItems": 1, "uniqueItems": True}
            case "history", "most":
                return {"type": "integer", "minimum": 1, "maximum": caps.POSITIONS}
            case "boards", "cells":
                return offered(self.cells)
            case "boards", "map":
                rows: Schema = {"type": "string"}
                return {"anyOf": [rows, table_of({}, rows, None)]}
            case "boards", "corners" | "sides":
                return offered(self.boards)
            case "boards", "rows":
                return {"anyOf": [{"type": "integer", "minimum": 1}, offered(self.zones)]}
            case _:
                return None

    def _kept(self) -> list[str]:
        """What a history may keep."""
        world = self.world
        stored = [] if world is None else [*(x.id for x in world.counters), *(x.id for x in world.declared_state)]
        return ["me", *self.boards, *self.zones, *stored]

    def _kind(self) -> Schema:
        sets = self.references.sets if self.references is not None else SETS
        named = [*BUILT_IN_KINDS, *self.kinds, *self.pieces, *self.cells, *sets]
        pattern = r"^(-?[0-9]{1,10}\.\.-?[0-9]{1,10}|(list of [0-9]{1,2} )?[a-z][a-z0-9_]{0,63})\??$"
        return {"anyOf": [{"enum": [*named, *(f"{name}?" for name in named)]}, {"type": "string", "pattern": pattern}]}

    def _field(self) -> Schema:
        values: dict[str, Schema] = {"kind": self._kind(), "starts": FIRST, "resets": NAME}
        return closed({key: values[key] | described(told) for key, told in keys.FIELD.items()}) | {"required": ["kind"]}

    # ---- records -------------------------------------------------------------------

    def _record_sections(self) -> Iterator[tuple[str, Schema]]:
        if self.world is None:
            return
        holders: tuple[r.PieceKind | r.CellKind, ...] = (*self.world.pieces, *self.world.cells)
        for kind in holders:
            if kind.plural is not None:
                known = [entry.id for entry in self.world.records if entry.kind == kind.id]
                record = self._shared(kind.plural, self._record(kind, known))
                whole = table_of(dict.fromkeys(known, record), record, f"records of `{kind.id}`")
                yield kind.plural, whole | {"patternProperties": {r"\{": self._pattern(kind, known)}}

    def _record(self, kind: r.PieceKind | r.CellKind, known: list[str]) -> Schema:
        cells: Schema = {"type": "array", "items": {"type": ["string", "object"], "additionalProperties": True}}
        values: dict[str, Schema] = {
            "copies": {"type": "integer", "minimum": 1, "maximum": caps.COPIES},
            "order": NUMBER,
            "starts": offered(["none", *self.zones]),
            "at": PAIR,
            "links": {"type": "array", "items": offered(known)},
            "front": cells,
            "back": cells,
            "source": SOURCE,
            "note": LINE,
        }
        own = {key: values[key] | described(told) for key, told in keys.RECORD.items()}
        for key in ("at", "links") if isinstance(kind, r.PieceKind) else ("starts",):
            del own[key]
        for key in () if isinstance(kind, r.PieceKind) and kind.faces is not None else ("front", "back"):
            del own[key]
        fields = {
            decl.id: self._stored(decl, kind) | described(f"{decl.kind}: field of `{kind.id}`") for decl in kind.fields
        }
        return closed({**own, **fields}) | {"required": ["source"]}

    def _pattern(self, kind: r.PieceKind | r.CellKind, known: list[str]) -> Schema:
        """A record whose key has variables: a text with a variable may stand for any value, and for any value of a
        list."""
        record = self._record(kind, known)
        properties = record["properties"]
        assert isinstance(properties, dict)
        values: dict[str, Schema] = {
            key: {"anyOf": [with_filled_items(value), FILLED]} | described(str(value.get("description", "")))
            for key, value in properties.items()
        }
        numbers: Schema = {
            "type": "string",
            "pattern": r"^(-?[0-9]{1,9}\.\.-?[0-9]{1,9}|([a-z][a-z0-9_]*\.\.|(from|after) )[a-z][a-z0-9_]*)$",
        }
        runs = {"anyOf": [offered(self.kinds), numbers], **described(keys.RUNS_OVER)}
        values["for"] = table_of({}, runs, keys.PATTERN)
        return closed(values) | {"required": ["for", "source"]}

    def _stored(self, decl: r.FieldDecl, holder: r.PieceKind | r.CellKind) -> Schema:
        """What a field of a record may hold."""
        kind = parse_kind(decl.kind)
        if kind is None:
            return PLAIN
        if kind.is_range:
            return {"type": "integer", "minimum": kind.low, "maximum": kind.high}
        match kind.name:
            case "number":
                return NUMBER
            case "yes_no":
                return {"type": "boolean"}
            case "value":
                return {"anyOf": [NUMBER, TEXT]}
            case "test":
                return {"anyOf": [{"type": "boolean"}, TEXT]}
            case "name":
                return {"type": "string"}
            case _ if kind.is_text:
                return TEXT
        member = self.references.member(kind) if self.references is not None else None
        if member is not None:
            members: Schema = {"type": "array", "items": self._named(member, holder, True)}
            return members | ({"uniqueItems": True} if kind.length is None else sized(kind.length))
        return self._named(kind, holder, False)

    def _named(self, kind: KindText, holder: r.PieceKind | r.CellKind, many: bool) -> Schema:
        """Ids of words, cells and pieces that a field of this kind may name."""
        known = self.references
        named = known.fitting(kind, known.holders(holder), many) if known is not None else []
        return offered([*named, *(["none"] if kind.optional else [])], CELL if kind.name == "cell" else NAME)
