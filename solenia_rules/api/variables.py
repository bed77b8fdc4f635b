"""How scenarios write what a state stores: the name of a slot, as `salt of load of seat 1`, and a value in it."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.api.spelling import Spelling
from solenia_rules.core.compiled import Program
from solenia_rules.play.views import Viewer


class Variables:
    def __init__(self, program: Program, spelling: Spelling, viewer: Viewer) -> None:
        self.names, self.slots, self.inventory = program.names, program.slots, program.inventory
        self.spelling = spelling
        self.viewer = viewer

    def name(self, slot: int) -> str:
        """What a slot stores: a counter, a variable of the state, or a field of a piece or cell."""
        found = self.slots.variable(slot)
        assert found is not None
        match found.sort:
            case "counter":
                kinds = [part for part in self.names.counters[found.name].per if part != "seat"]
                words = [f"{self.names.word_kinds[kind].words[found.word]} of " for kind in kinds]
                return self._owned("".join([*words, found.name]), found.seat)
            case "state":
                return self._owned(found.name, found.seat)
            case "cell":
                return f"{found.name} of {self.spelling.cell(self.inventory.cells[found.index])}"
            case "piece":
                return f"{found.name} of {self.spelling.exact(found.index)}"
            case _:
                assert_never(found.sort)

    def _owned(self, name: str, seat: int) -> str:
        return name if seat < 0 else f"{name} of seat {seat + 1}"

    def value(self, slot: int, value: int) -> str:
        """A stored value in the form that sketches use."""
        kind = self.viewer.kind_of(slot)
        if kind is not None and value >= 0:
            if kind.base == "seat":
                return str(value + 1)
            if kind.base == "piece":
                return self.spelling.piece(value)
            if kind.base == "cell":
                return self.spelling.cell(self.inventory.cells[value])
        said = self.viewer.value(kind, value, None)
        if isinstance(said, bool):
            return "true" if said else "false"
        return "none" if said is None else str(said)
