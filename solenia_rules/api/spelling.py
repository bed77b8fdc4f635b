"""How people write pieces, places and seats in sketches and scenarios. Seats are numbered from 1."""

from __future__ import annotations

import re

from solenia_rules.core.inventory import Cell, Inventory, Piece
from solenia_rules.play.idents import Idents
from solenia_rules.play.sketch import Flaw, Named, Path
from solenia_rules.text.printable import quoted
from solenia_rules.text.suggestions import did_you_mean

_PIECE = re.compile(
    r"(?P<name>[a-z][a-z0-9_]*)(?:\.(?P<word>[a-z][a-z0-9_]*))?(?:#(?P<copy>[1-9]\d{0,3}))?"
    r"(?: of (?:seat (?P<seat>[1-9]\d?)|(?P<nobody>nobody)))?(?: (?P<face>front|back))?",
    re.ASCII,
)
_LATE_COPY = re.compile(r"(?P<name>[a-z][a-z0-9_.]* of .*)#(?P<copy>[1-9]\d{0,3})", re.ASCII)
_OWNED = re.compile(r"(?P<name>\S+)(?: of seat (?P<seat>[1-9]\d?))?", re.ASCII)
FACES = ("front", "back")


class Spelling:
    """`PIECE`, `PIECE.WORD`, `PIECE of seat 2`, `PIECE of nobody`, each with `#2` for the second copy, ` back` for a
    face; cells as on the board (`c4`, or the id of a listed cell)."""

    def __init__(self, inventory: Inventory) -> None:
        self.inventory = inventory
        self.names = inventory.names
        self.idents = Idents(inventory)
        self.pieces: dict[str, list[Piece]] = {}
        for piece in inventory.pieces:
            self.pieces.setdefault(piece.record or piece.kind, []).append(piece)
        self.cells: dict[str, dict[int, dict[str, Cell]]] = {}
        """Board -> seat, -1 for everybody's -> name -> cell."""
        for cell in inventory.cells:
            if cell.passable:
                self.cells.setdefault(cell.board, {}).setdefault(cell.seat, {})[self.cell_name(cell)] = cell
        self.usual = {(cell.board, name): cell.names[0] for cell in inventory.cells for name in cell.names}
        """Board and any name of a corner or side -> its usual name."""

    # ---- writing ----------------------------------------------------------------------------------

    def piece(self, index: int) -> str:
        piece = self.inventory.pieces[index]
        name = self.idents.piece(piece)
        if self.names.pieces[piece.kind].per != "seat":
            return name
        return f"{name} of seat {piece.owner + 1}" if piece.owner >= 0 else f"{name} of nobody"

    def exact(self, index: int) -> str:
        """The name of a piece, with its number if equal pieces have the same name."""
        piece, name = self.inventory.pieces[index], self.piece(index)
        alike = sum(self.piece(other.index) == name for other in self.pieces[piece.record or piece.kind])
        return self.copy(name, piece.copy + 1) if alike > 1 else name

    def copy(self, name: str, number: int) -> str:
        """The name of one of several equal pieces: `PIECE of seat 2` with the number 1 is `PIECE#1 of seat 2`."""
        piece, blank, rest = name.partition(" ")
        return f"{piece}#{number}{blank}{rest}"

    def cell_name(self, cell: Cell) -> str:
        """The name of a cell on its own board."""
        return cell.record if cell.record is not None else self.idents.cell(cell, cell.seat).split(".")[-1]

    def cell(self, cell: Cell) -> str:
        """The name of a cell among all cells."""
        name = self.idents.cell(cell, cell.seat)
        return f"{name} of seat {cell.seat + 1}" if cell.seat >= 0 else name

    def in_table(self, index: int) -> str:
        """A cell as a key of a sketch."""
        cell = self.inventory.cells[index]
        inner = f"{{ {self.cell_name(cell)} = ... }}"
        return f"{cell.board} = " + (f"{{ {cell.seat + 1} = {inner} }}" if cell.seat >= 0 else inner)

    def place(self, place: int) -> str:
        if place == 0:
            return "nowhere"
        if place >= self.inventory.first_cell:
            return self.cell(self.inventory.cells[place - self.inventory.first_cell])
        zone = self.inventory.zones[place - 1]
        per = self.names.zones[zone.zone].per
        if per is None:
            return zone.zone
        key = f"seat {zone.key + 1}" if per == "seat" else self.names.word_kinds[per].words[zone.key]
        return f"{zone.zone} of {key}"

    # ---- reading ----------------------------------------------------------------------------------

    def named(self, text: str, place: int, path: Path) -> Named | Flaw:
        """The piece that a text names at a place. The place says who owns it if the text does not."""
        found = self._pieces(text, path)
        if isinstance(found, Flaw):
            return found
        match, pieces = found
        zone = self.inventory.zones[place - 1] if 0 < place < self.inventory.first_cell else None
        kind = self.names.pieces[pieces[0].kind]
        if zone is not None and kind.id not in self.names.zones[zone.zone].of:
            return Flaw("E702", f"`{zone.zone}` holds no {kind.id}", path)
        if match["seat"] is None and match["nobody"] is None:
            owner = self.inventory.place_owner()[place]
            if kind.also is not None and zone is not None and zone.zone == kind.also:
                owner = -1
            elif owner < 0:
                owner = -2
            pieces = [p for p in pieces if p.owner == owner] or pieces
        if match["word"] is None and zone is not None and kind.per in self.names.word_kinds:
            keyed = self.names.zones[zone.zone].per == kind.per
            pieces = [p for p in pieces if not keyed or p.word == zone.key]
        return self._one(text, match, pieces, path)

    def everywhere(self, text: str, path: Path) -> Named | Flaw:
        """The piece that a text names, wherever it lies."""
        found = self._pieces(text, path)
        return found if isinstance(found, Flaw) else self._one(text, *found, path)

    def _pieces(self, text: str, path: Path) -> tuple[re.Match[str], list[Piece]] | Flaw:
        match = _PIECE.fullmatch(text)
        if match is None:
            late = _LATE_COPY.fullmatch(text)
            hint = 'as in "NAME of seat 2"'
            if late is not None:
                hint = f"did you mean `{self.copy(late['name'], int(late['copy']))}`?"
            elif " of " in text and (dotted := text.replace(" of ", ".", 1)).partition(".")[2] in self.names.meanings:
                hint = f"did you mean `{dotted}`?"
            return Flaw("E701", f"{quoted(text)} is not the name of a piece", path, hint)
        pieces = self.pieces.get(match["name"])
        if pieces is None:
            name = match["name"]
            near = "nothing lies there: write `[]`" if name == "none" else did_you_mean(name, self.pieces)
            return Flaw("E701", f"there is no piece {quoted(name)}", path, near)
        if match["seat"] is not None:
            pieces = [p for p in pieces if p.owner == int(match["seat"]) - 1]
        if match["nobody"] is not None:
            owned = self.names.pieces[pieces[0].kind].per == "seat"
            pieces = [p for p in pieces if p.owner < 0 and owned]
        if match["word"] is not None:
            pieces = [p for p in pieces if self._word(p) == match["word"]]
        if match["copy"] is not None:
            pieces = [p for p in pieces if p.copy == int(match["copy"]) - 1]
        if not pieces:
            return Flaw("E701", f"there is no piece {quoted(text)}", path)
        if match["face"] is not None and self.names.pieces[pieces[0].kind].faces is None:
            return Flaw("E704", f"`{match['name']}` has no faces", path)
        return match, pieces

    def _word(self, piece: Piece) -> str | None:
        per = self.names.pieces[piece.kind].per
        return self.names.word_kinds[per].words[piece.word] if piece.word >= 0 and per is not None else None

    def _one(self, text: str, match: re.Match[str], pieces: list[Piece], path: Path) -> Named | Flaw:
        """Equal pieces count as one; different pieces with the same name need a further word."""
        if len({(p.owner, p.word) for p in pieces}) > 1:
            ways = list(dict.fromkeys(self.piece(p.index) for p in pieces))
            listed = ", ".join(f"`{way}`" for way in ways[:8])
            return Flaw("E705", f"{quoted(text)} can be several pieces", path, f"say which: {listed}")
        face = None if match["face"] is None else FACES.index(match["face"])
        return Named(tuple(p.index for p in pieces), face, self.piece(pieces[0].index), path=path)

    def any_cell(self, text: str, path: Path) -> int | Flaw:
        """A cell by `board.c4`, or the id of a listed one, with ` of seat 2` where every seat has it."""
        match = _OWNED.fullmatch(text)
        known: dict[tuple[str, int], int] = {}
        for groups in self.cells.values():
            for seat, cells in groups.items():
                known |= {(self.idents.cell(c, c.seat), seat): c.index for c in cells.values()}
        if match is not None:
            seat = int(match["seat"]) - 1 if match["seat"] else -1
            board, _dot, spot = match["name"].partition(".")
            name = f"{board}.{self.usual[board, spot]}" if (board, spot) in self.usual else match["name"]
            if (name, seat) in known:
                return known[name, seat]
        hint = did_you_mean(text, (self.cell(self.inventory.cells[c]) for c in known.values())) or self._spot(text)
        return Flaw("E701", f"there is no cell {quoted(text)}", path, hint)

    def _spot(self, text: str) -> str | None:
        """What to write instead of `c1`, `sea.c1` or the id `sea.c1@1`."""
        name, _at, number = text.partition("@")
        spot = name.partition(" ")[0].rpartition(".")[2]
        ways = [self.cell(cell) for boards in self.cells.values() for cells in boards.values()
                if (cell := cells.get(spot)) is not None and number in ("", str(cell.seat))]  # fmt: skip
        return None if not ways else f"write `{ways[0]}`" + (f" or `{ways[1]}`" if len(ways) > 1 else "")
