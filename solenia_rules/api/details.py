"""The details of an event as plain data: ids, seats, places, values."""

from __future__ import annotations

from solenia_rules.api.decision import Asker
from solenia_rules.checked.numbers import PAST_LIMIT, SEARCH_STEPS
from solenia_rules.core.inventory import Cell
from solenia_rules.play.events import MOVE_EVENTS, RawEvent
from solenia_rules.play.generated import MOST_DECISIONS, MOST_PHASES
from solenia_rules.play.idents import Idents
from solenia_rules.play.physics import BITS
from solenia_rules.play.views import Viewer
from solenia_rules.text.frozen import remembered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from solenia_rules.text.views import Detail

CAPS: tuple[tuple[str | None, int], ...] = (
    (None, 0), ("decisions", MOST_DECISIONS), ("phases", MOST_PHASES), ("search steps", SEARCH_STEPS),
)  # fmt: skip
"""What ended a game: its rules, or a limit of the engine with its number."""


class Details:
    """Details of the events of one program."""

    def __init__(self, asker: Asker, viewer: Viewer) -> None:
        self.asker, self.viewer = asker, viewer
        self.program, self.inventory = asker.program, asker.inventory
        self.idents = Idents(asker.inventory)

    @remembered
    def spots(self) -> dict[str, frozenset[str]]:
        """Name of a cell of a grid -> the boards that have a cell with this name."""
        found: dict[str, set[str]] = {}
        for cell in self.inventory.cells:
            if cell.record is None and cell.passable:
                found.setdefault(self.spot(cell), set()).add(cell.board)
        return {name: frozenset(boards) for name, boards in found.items()}

    def spot(self, cell: Cell) -> str:
        """The name of a cell on its own board."""
        return self.idents.cell(cell, cell.seat).rpartition(".")[2]

    def of(self, raw: RawEvent) -> dict[str, Detail]:
        a = raw.args
        match raw.kind:
            case "gained" | "paid" | "lost":
                counter, word = self.program.resources[a[1]]
                made: dict[str, Detail] = {
                    "seat": a[0], "counter": counter, "word": self.resource_word(counter, word), "number": a[2]
                }  # fmt: skip
                return {**made, "past_limit": True} if PAST_LIMIT in a[3:] else made
            case "set" | "added":
                return {"slot": self.slot(a[0]), "value": self.viewer.value(self.viewer.kind_of(a[0]), a[1], None)}
            case "moved" | "drawn":
                piece = self.inventory.pieces[a[0]]
                owner = piece.owner if piece.owner >= 0 else None
                made = {"piece": self.idents.piece(piece), "kind": piece.kind, "owner": owner,
                        "old": self.idents.place(a[1]), "new": self.idents.place(a[2])}  # fmt: skip
                return {**made, "position": a[3]} if a[3:] and a[3] else made
            case "shuffled":
                return {"zone": self.idents.place(a[0])}
            case "rolled" | "seen":
                return {"die": self.idents.piece(self.inventory.pieces[a[0]]), "value": a[1]}
            case "shown":
                return {
                    "pieces": [self.idents.piece(self.inventory.pieces[p]) for p in BITS[a[0]]],
                    "seats": list(BITS[a[1]]),
                }
            case "turned":
                return {"piece": self.idents.piece(self.inventory.pieces[a[0]]), "face": ("front", "back")[a[1]]}
            case "entered" | "left":
                return {"phase": self.program.phases[a[0]], "seat": a[1]}
            case "won":
                return {"seats": list(BITS[a[0]]), "cap": CAPS[a[1]][0]}
            case "allotted":
                return {"number": a[0] + 1, "limit": a[1]}
            case "answered":
                spec = self.program.outline.specs[a[0]]
                return {"seat": a[1], "option": self.asker.named(spec, a[2], a[1]).id, "single": bool(a[3])}
            case _:
                return {}

    def about(self, raw: RawEvent) -> set[str | None]:
        """The ids of the things that an event is about."""
        a = raw.args
        match raw.kind:
            case "gained" | "paid" | "lost":
                counter, word = self.program.resources[a[1]]
                return {counter, self.resource_word(counter, word)}
            case "set" | "added":
                name, _of, holder = self.slot(a[0]).partition(" of ")
                return {name.partition("[")[0], holder.partition(".")[0]}
            case "moved" | "drawn" | "rolled" | "seen" | "turned":
                piece = self.inventory.pieces[a[0]]
                zones = {self._zone(place) for place in a[1:3]} if raw.kind in MOVE_EVENTS else set()
                return {piece.kind, piece.record, *(zones if len(zones) == 1 else ())}
            case "shuffled":
                return {self._zone(a[0])}
            case "entered" | "left":
                return {self.program.phases[a[0]]}
            case _:
                return set()

    def _zone(self, place: int) -> str | None:
        return self.inventory.zones[place - 1].zone if 0 < place < self.inventory.first_cell else None

    def resource_word(self, counter: str, word: int) -> str | None:
        kinds = [p for p in self.program.names.counters[counter].per if p != "seat"]
        return self.program.names.word_kinds[kinds[0]].words[word] if kinds else None

    def slot(self, slot: int) -> str:
        found = self.program.slots.variable(slot)
        if found is None:
            return str(slot)
        if found.sort == "cell":
            return f"{found.name} of {self.idents.cell(self.inventory.cells[found.index])}"
        if found.sort == "piece":
            return f"{found.name} of {self.idents.piece(self.inventory.pieces[found.index])}"
        return f"{found.name}[{found.index}]" if found.sort == "counter" and found.count > 1 else found.name
