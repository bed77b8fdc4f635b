"""Resolves the cells and pieces that records and first values name by id, and says why an id cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.rules.grid_ids import letters, read_grid_id, read_part_id
from solenia_rules.rules.kind_texts import KindText
from solenia_rules.rules.records import Board, CellKind, PieceKind, World
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.printable import quoted
from solenia_rules.text.set_kinds import sets_of_kinds
from solenia_rules.text.suggestions import did_you_mean

OFFERED_CELLS = 500
"""Cells of larger grids are not listed, because nobody would read such a long list."""


@frozen(eq=False)
class Named:
    """What an id stands for: pieces of a record or of a kind without records, or cells of a record or of a grid."""

    is_cell: bool
    kind: str
    """Piece kind, cell kind, or board of a grid."""
    record: str | None = None
    row: int = 0
    column: int = 0
    per: tuple[str | None, ...] = (None,)
    """How often it exists: once (None), or once for every seat or word; with `also`, once more than that."""
    copies: int = 1


@frozen(eq=False)
class Refusal:
    code: str
    message: str
    hint: str | None


class References:
    """Finds what the ids of a world stand for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.records = {record.id: record for record in world.records}
        self.pieces = {kind.id: kind for kind in world.pieces}
        self.cells = {kind.id: kind for kind in world.cells}
        self.boards = {board.id: board for board in world.boards}
        self.held = {record.kind for record in world.records}
        self.words = {kind.id: kind.words for kind in world.kinds}
        kinds = [(kind.id, kind.plural) for group in (world.kinds, world.pieces, world.cells) for kind in group]
        self.sets = sets_of_kinds(kinds)

    def is_reference(self, kind: KindText) -> bool:
        """Whether values of a kind are cells or pieces."""
        return kind.name in ("cell", "piece") or kind.name in self.pieces or kind.name in self.cells

    def member(self, kind: KindText) -> KindText | None:
        """The kind of the members, if it is a kind of sets."""
        if kind.name in self.words or kind.name not in self.sets or self.is_reference(kind):
            return None
        return evolve(kind, name=self.sets[kind.name], optional=False, length=None)

    def find(self, text: str) -> Named | None:
        """What an id stands for, which may exist several times; None if it is not a cell or piece."""
        if text in self.records:
            record = self.records[text]
            if record.kind in self.pieces:
                return Named(False, record.kind, text, per=sets_of(self.pieces[record.kind]), copies=record.copies)
            return Named(True, record.kind, text, per=self.boards_of(record.kind))
        if text in self.pieces and text not in self.held:
            return Named(False, text, per=sets_of(self.pieces[text]))
        spot = read_grid_id(text)
        if spot is not None and spot[0] in self.boards and is_grid(self.boards[spot[0]]):
            board, row, column = spot
            return Named(True, board, None, row, column, (self.boards[board].per,))
        part = read_part_id(text)
        return None if part is None or part[0] not in self.boards else self._joint(self.boards[part[0]], part[1])

    def _joint(self, board: Board, name: str) -> Named | None:
        """The corner or side that has a name on its board, as seen from any of its cells."""
        for joint in board.part.joints if board.part is not None else ():
            if name in joint.names:
                return Named(True, board.id, None, joint.row, joint.column, (board.per,))
        return None

    def boards_of(self, cells: str) -> tuple[str | None, ...]:
        """For each board that consists of cells of a kind: whether every seat has one."""
        return tuple(board.per for board in self.world.boards if board.cells == cells)

    def holders(self, kind: PieceKind | CellKind | Board) -> tuple[str | None, ...]:
        """How often the thing exists that has the fields of a declaration."""
        if isinstance(kind, PieceKind):
            return sets_of(kind)
        return self.boards_of(kind.id) if isinstance(kind, CellKind) else (kind.per,)

    # ---- what is wrong -----------------------------------------------------------------

    def refuse(self, text: str, kind: KindText, holders: tuple[str | None, ...], many: bool = False) -> Refusal | None:
        """Why an id cannot be the value of a field of a kind; None if it can. `holders`: how often the holder of the
        field exists; `many`: the id is a member of a set, where one of several stands for all of them."""
        if kind.name in self.words:
            words = self.words[kind.name]
            unknown = Refusal("E017", f"there is no {kind.name} {quoted(text)}", did_you_mean(text, words))
            return None if text in words else unknown
        if text == "none":
            hint = f"a field that may be none has the kind `{kind.name}?`"
            wrong = Refusal("E012", f"expected a {kind.name}, found `none`", None if many else hint)
            return None if kind.optional else wrong
        named = self.find(text)
        if named is None:
            return self._unknown(text, kind)
        if kind.name not in ("cell" if named.is_cell else "piece", named.kind):
            message = f"expected a {kind.name}, found {self.described(text, named)}"
            return Refusal("E012", message, self._near(text, kind))
        return self._outside(text, named) or (
            self._several(text, named, holders) if not many else self._mixed(text, named, holders)
        )

    def described(self, text: str, named: Named) -> str:
        if named.record is None:
            return f"a cell of `{named.kind}`" if named.is_cell else f"the piece {quoted(text)}"
        return f"the {named.kind} {quoted(text)}"

    def _unknown(self, text: str, kind: KindText) -> Refusal:
        if text in self.pieces or text in self.cells:
            listed = list(self.names_of(KindText(text, 0, 0, False)))
            hint = f"name one of them, as in `{listed[0]}`" if listed else None
            return Refusal("E029", f"{quoted(text)} is a kind: there are several", hint)
        if text in self.boards:
            board = self.boards[text]
            example: str | None = f"{text}.a1"
            if board.cells is not None:
                example = next(self.names_of(KindText(board.cells, 0, 0, False)), None)
            elif board.part is not None:
                example = next(_joint_ids(board), None)
            return Refusal("E029", f"{quoted(text)} is a whole board", f"name one cell of it, as in `{example}`")
        if "@" in text:
            hint = "something that belongs to a seat can name other things of the same seat, without `@`"
            return Refusal("E029", f"{quoted(text)} is the cell of one seat", hint)
        return Refusal("E017", f"there is no {kind.name} {quoted(text)}", self._near(text, kind))

    def _near(self, text: str, kind: KindText) -> str | None:
        return did_you_mean(text, self.names_of(kind))

    def names_of(self, kind: KindText) -> Iterator[str]:
        """Ids that a field of a kind could hold."""
        yield from self.words.get(kind.name, ())
        for record in self.world.records:
            if kind.name in (record.kind, "cell" if record.kind in self.cells else "piece"):
                yield record.id
        yield from (kind_id for kind_id in self.pieces if kind.name in (kind_id, "piece") and kind_id not in self.held)
        if kind.name == "cell":
            yield from self._grid_ids()

    def fitting(self, kind: KindText, holders: tuple[str | None, ...], many: bool = False) -> list[str]:
        """The ids among them that a holder which exists so often can name."""
        return [name for name in self.names_of(kind) if self.refuse(name, kind, holders, many) is None]

    def _grid_ids(self) -> Iterator[str]:
        grids = [board for board in self.world.boards if board.columns is not None]
        if sum((board.columns or 0) * self._rows(board) for board in grids) > OFFERED_CELLS:
            return
        for board in grids:
            if board.part is not None:
                yield from _joint_ids(board)
                continue
            for row in range(1, self._rows(board) + 1):
                for column in range(1, (board.columns or 0) + 1):
                    if (row, column) not in board.impassable:
                        yield f"{board.id}.{letters(column)}{row}"

    def _rows(self, board: Board) -> int:
        """The fewest rows that a grid has with any number of seats."""
        if not isinstance(board.rows, str):
            return board.rows or 0
        total = 0
        for kind in self.world.pieces:
            if kind.faces == board.id:
                words = next((len(x.words) for x in self.world.kinds if x.id == kind.per), 1)
                each = sum(record.copies for record in self.world.records if record.kind == kind.id)
                total += each * ((self.world.seats.low if kind.per == "seat" else words) + (kind.also is not None))
        return total

    def _outside(self, text: str, named: Named) -> Refusal | None:
        if not named.is_cell:
            return None
        if named.record is not None:
            if named.per:
                return None
            hint = f'a board has them: `cells = "{named.kind}"`'
            return Refusal("E013", f"{quoted(text)} is a cell of no board", hint)
        board = self.boards[named.kind]
        if board.part is not None:
            return None
        rows, columns = self._rows(board), board.columns or 0
        if not (named.row <= rows and named.column <= columns):
            last = f"{board.id}.{letters(columns)}{rows}"
            return Refusal("E013", f"{quoted(text)} is outside of the board", f"the last cell is `{last}`")
        if (named.row, named.column) in board.impassable:
            return Refusal("E013", f"{quoted(text)} is impassable, no part of the board", None)
        return None

    def _several(self, text: str, named: Named, holders: tuple[str | None, ...]) -> Refusal | None:
        """Why an id does not name exactly one thing; None if it does. One of several things can be named only as the
        one of the same seat or word."""
        if named.copies > 1:
            hint = "give it one copy, make records of them, or begin with none and `set` it in play"
            return Refusal("E029", f"there are {named.copies} of {quoted(text)}: which is meant is unclear", hint)
        if len(named.per) != len(set(named.per)):
            where = "on several boards" if named.is_cell else "twice, because its kind has `also`"
            return Refusal("E029", f"{quoted(text)} exists {where}: which is meant is unclear", None)
        if named.per == (None,) or (holders and all(holder in named.per for holder in holders)):
            return None
        each = next(per for per in named.per if per is not None)
        hint = f"only something that exists for each {each} can name it and means that {each}'s; else `set` it in play"
        return Refusal("E029", f"there is one {quoted(text)} for each {each}: whose is meant is unclear", hint)

    def _mixed(self, text: str, named: Named, holders: tuple[str | None, ...]) -> Refusal | None:
        """In a set, an id means either the one of the same seat or word, or all of them; it must be the same for all
        holders."""
        same = [holder in named.per for holder in holders]
        if named.per == (None,) or all(same) or not any(same):
            return None
        hint = "something that names it exists only once, and would mean something else by it"
        return Refusal("E029", f"{quoted(text)} could be one or all of several", hint)


def is_grid(board: Board) -> bool:
    """Whether a board has cells in rows and columns that are no parts of other cells."""
    return board.cells is None and board.part is None


def _joint_ids(board: Board) -> Iterator[str]:
    """The usual ids of corners or sides."""
    yield from (f"{board.id}.{joint.names[0]}" for joint in (board.part.joints if board.part is not None else ()))


def sets_of(kind: PieceKind) -> tuple[str | None, ...]:
    return (kind.per, None) if kind.also is not None else (kind.per,)
