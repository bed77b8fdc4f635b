"""What a seat may know of a state, as JSON-able data, put together from what it is allowed to see."""

from __future__ import annotations

from typing import TypeAlias

from solenia_rules.compiler import layout as at
from solenia_rules.compiler.layout import Cell, Piece
from solenia_rules.compiler.program import Program
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.runtime import sequences
from solenia_rules.runtime.idents import Idents
from solenia_rules.runtime.physics import BITS
from solenia_rules.runtime.sight import Sight

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


class Viewer:
    """`seat` None is a spectator; `full` shows everything, for saves."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = program.layout
        self.names = program.names
        self.idents = Idents(program.layout)
        self.sight = Sight(program.layout)

    def view(self, s: list[int], seat: int | None, full: bool = False) -> dict[str, Json]:
        return {
            "ruleset": self.names.world.id,
            "seats": self.layout.seats,
            "seat": seat,
            "over": bool(s[at.OVER]),
            "phase": self.phase(s),
            "counters": self._counters(s, seat, full),
            "state": self._states(s, seat, full),
            "boards": self._boards(s, seat, full),
            "zones": self._zones(s, seat, full),
            "dice": {
                self._name(p, seat): s[self.layout.dice + p.index]
                for p in self.layout.pieces
                if p.index in self.program.sides
            },
        }

    def phase(self, s: list[int]) -> str | None:
        """The innermost phase in force."""
        frame = s[at.FRAME]
        functions = self.program.flat.core.functions
        while frame > 0:
            name = functions[s[frame]].name
            if name.startswith("phase "):
                return name.removeprefix("phase ")
            frame = s[frame + 2]
        return None

    # ---- values -----------------------------------------------------------------------------

    def value(self, kind: Kind | None, value: int, seat: int | None) -> Json:
        """A stored value in the words of the ruleset."""
        if kind is None or kind.base == "number":
            return value
        if kind.base == "test":
            return bool(value)
        if value < 0:
            return None
        match kind.base:
            case "word" if kind.of is not None:
                return self.names.word_kinds[kind.of].words[value]
            case "piece":
                return self.idents.piece(self.layout.pieces[value])
            case "cell":
                return self.idents.cell(self.layout.cells[value], seat)
            case "face":
                return ("front", "back")[value]
            case "name":
                return list(self.names.atoms)[value]
            case _:
                return value

    def _allowed(self, seen: str, owner: int, seat: int | None, full: bool) -> bool:
        return full or seen == "all" or (seen == "owner" and seat is not None and owner == seat)

    def _counters(self, s: list[int], seat: int | None, full: bool) -> dict[str, Json]:
        made: dict[str, Json] = {}
        for counter in self.names.world.counters:
            base, width = self.layout.counters[counter.id], self.layout.width(counter)
            owners = range(self.layout.seats) if "seat" in counter.per else (-1,)
            rows: list[Json] = []
            for number, owner in enumerate(owners):
                shown = self._allowed(counter.seen, owner, seat, full)
                rows.append(self._counter(s, counter, base + number * width) if shown else None)
            made[counter.id] = rows if "seat" in counter.per else rows[0]
        return made

    def _counter(self, s: list[int], counter: r.Counter, slot: int) -> Json:
        kinds = [p for p in counter.per if p != "seat"]
        if not kinds:
            return s[slot]
        return {word: s[slot + i] for i, word in enumerate(self.names.word_kinds[kinds[0]].words)}

    def _states(self, s: list[int], seat: int | None, full: bool) -> dict[str, Json]:
        made: dict[str, Json] = {}
        for variable in self.names.world.state:
            base, kind = self.layout.states[variable.id], self.names.kind(variable.kind)
            owners = range(self.layout.seats) if variable.per else (-1,)
            rows: list[Json] = [
                self.value(kind, s[base + i], seat) if self._allowed(variable.seen, owner, seat, full) else None
                for i, owner in enumerate(owners)
            ]
            made[variable.id] = rows if variable.per else rows[0]
        return made

    # ---- pieces -----------------------------------------------------------------------------------

    def _name(self, piece: Piece, seat: int | None) -> str:
        return self.idents.piece(piece)

    def _piece(self, s: list[int], piece: Piece, seat: int | None) -> dict[str, Json]:
        owner = piece.owner
        if owner < 0:
            owner = self.layout.place_owner()[s[self.layout.locations + piece.index]]
        made: dict[str, Json] = {
            "id": self.idents.piece(piece),
            "kind": piece.kind,
            "owner": owner if owner >= 0 else None,
        }
        if self.names.pieces[piece.kind].faces is not None:
            made["face"] = ("front", "back")[s[self.layout.faces + piece.index]]
        fields: dict[str, Json] = {}
        declared = {f.id: f for f in self.names.fields_of(piece.kind)}
        for name, base in self.layout.piece_fields.items():
            if name in declared:
                fields[name] = self.value(self.names.kind(declared[name].kind), s[base + piece.index], seat)
        if fields:
            made["fields"] = fields
        return made

    def _zones(self, s: list[int], seat: int | None, full: bool) -> dict[str, Json]:
        made: dict[str, Json] = {}
        for declared in self.names.world.zones:
            instances = [z for z in self.layout.zones if z.zone == declared.id]
            shown = [self._zone(s, z.index, seat, full) for z in instances]
            if declared.per is None:
                made[declared.id] = shown[0]
            elif declared.per == "seat":
                made[declared.id] = list(shown)
            else:
                words = self.names.word_kinds[declared.per].words
                made[declared.id] = {words[z.key]: x for z, x in zip(instances, shown, strict=True)}
        return made

    def _zone(self, s: list[int], index: int, seat: int | None, full: bool) -> Json:
        """Pieces in order; in an unordered zone in order of declaration. Unknown ones are null."""
        mask = s[self.layout.zone_masks + index]
        place = self.layout.place_of_zone(index)
        size = mask.bit_count() if full or self.sight.size(place, seat) else None
        if self.layout.zones[index].ordered:
            members = sequences.unpack(s[self.layout.zone_orders + index])
        else:
            members = list(BITS[mask])
        if full or self.sight.place(place, seat):
            return {"size": size, "pieces": [self._piece(s, self.layout.pieces[p], seat) for p in members]}
        known = [p for p in members if self.sight.piece(s, p, seat)]
        pieces: Json = [self._piece(s, self.layout.pieces[p], seat) for p in sorted(known)] if known else None
        return {"size": size, "pieces": pieces}

    # ---- boards -----------------------------------------------------------------------------------

    def _boards(self, s: list[int], seat: int | None, full: bool) -> dict[str, Json]:
        made: dict[str, Json] = {}
        for board in self.names.world.boards:
            owners = range(self.layout.seats) if board.per == "seat" else (-1,)
            shown: list[Json] = []
            for owner in owners:
                cells = [c for c in self.layout.cells if c.board == board.id and c.seat == owner]
                if isinstance(board.rows, str):
                    zone = self.layout.zone_base(board.rows)
                    count = s[self.layout.zone_masks + zone].bit_count()
                    cells = [c for c in cells if c.row <= count]
                rows = max((c.row for c in cells), default=0)
                columns = board.columns or len(cells)
                shown.append(
                    {
                        "rows": rows,
                        "columns": columns,
                        "cells": [self._cell(s, board, c, seat, full) for c in cells if c.passable],
                    }
                )
            made[board.id] = shown if board.per == "seat" else shown[0]
        return made

    def _cell(self, s: list[int], board: r.Board, cell: Cell, seat: int | None, full: bool) -> dict[str, Json]:
        fields: dict[str, Json] = {}
        for decl in self.names.fields_of(board.cells or board.id):
            if decl.id in self.layout.cell_fields:
                value = s[self.layout.cell_fields[decl.id] + cell.index]
                fields[decl.id] = self.value(self.names.kind(decl.kind), value, seat)
            elif cell.record is not None:
                given = {key: v for key, v, _s in self.names.records[cell.record].fields}.get(decl.id)
                if given is not None:
                    fields[decl.id] = given.text if isinstance(given, r.Text) else given
        pieces: list[Json] = [self._piece(s, self.layout.pieces[p], seat) for p in BITS[s[self.layout.at + cell.index]]]
        return {
            "id": self.idents.cell(cell, cell.seat),
            "row": cell.row,
            "column": cell.column,
            "fields": fields,
            "pieces": pieces,
        }
