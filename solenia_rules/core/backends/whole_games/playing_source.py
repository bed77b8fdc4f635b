"""Prints Python code that plays whole games: every function of the core is one Python function, and answers are random.

Execution is never suspended, so there are no blocks and no frames: calls are Python calls, locals are variables. Only
functions that may try options on a copy of the state also maintain their frame, because the tried blocks continue from
it.
"""

from __future__ import annotations

from collections.abc import Container
from typing import assert_never

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core import layout as at
from solenia_rules.core.backends.python.python_code import is_told, present, table_lines
from solenia_rules.core.backends.whole_games.for_each_seat import ForEachSeat
from solenia_rules.core.backends.whole_games.moves_source import MovesSource
from solenia_rules.core.backends.whole_games.playing_values import PlayingValues
from solenia_rules.core.backends.whole_games.rows_source import Faces, RowsSource
from solenia_rules.core.core import Core, Function, Stmt
from solenia_rules.core.expressions import Const, Ex, Load, Local, Unary
from solenia_rules.core.flatten import Flat
from solenia_rules.core.layout import Layout, row_boards
from solenia_rules.core.primitives import PRIMITIVES, PrimitiveName
from solenia_rules.core.rewriting import all_parts, values_of, walk
from solenia_rules.core.specs import Spec

SMALL = 13
"""The number of options up to which one lookup table suffices."""


class PlayingSource(PlayingValues):
    """Prints the whole program; `PLAY` is its main function. `stuck` and `win` never return."""

    def __init__(
        self,
        flat: Flat,
        layout: Layout,
        told: Container[int],
        phase_of: dict[int, int],
        faces: Faces,
        levels: tuple[int, int] | None = None,
    ) -> None:
        """`told`: phases for which the code calls the hook `enter`; `faces`: what rows of boards give to their cells;
        `levels`: the width of a level and the index of the last level in the result of `reach`, if levels are
        packed."""
        super().__init__(flat, levels)
        self.layout = layout
        self.lasting = bool(layout.started)
        """Whether the ruleset can start rules that end with a phase."""
        self.told = told
        self.many = {name: len(kind.words) for name, kind in layout.names.word_kinds.items()}
        self.many |= {"seat": layout.seats, "face": 2, "piece": len(layout.pieces), "cell": len(layout.cells)}
        """The number of options of each domain."""
        self.trying = trying_functions(self.core)
        copied = ForEachSeat(self.core, layout.seats, phase_of, self.trying)
        self.core, self.phase_of = copied.core, copied.phase_of
        self.dynamic: set[int] = set()
        """The tables of functions that are called by index."""
        shows = self._shows()
        self.moves = MovesSource(layout, shows)
        boards = [board for board in row_boards(layout) if board.rows_only and not shows]
        self.rows = {board.place: RowsSource(board, layout, faces) for board in boards}
        """Place of the zone that holds the rows -> the functions of the board, if pieces are never shown to single
        seats."""
        self.turned = next((f"turned{place}" for place, rows in self.rows.items() if rows.fields), "")
        """The function for the primitive `turn`; empty: the primitive itself."""

    def text(self) -> str:
        for number, table in enumerate(self.core.tables):
            self.lines += table_lines(f"T{number}", table)
        for board in self.rows.values():
            self.lines += board.lines()
        for function in self.core.functions:
            if function.body:
                self._function(function)
        self.lines += self.moves.lines()
        for table_id in sorted(self.dynamic):
            entries = (*self.core.tables[table_id], -1)
            self.lines.append(f"D{table_id} = ({''.join(f'f{fn}, ' if fn >= 0 else 'None, ' for fn in entries)})")
        pure = "".join(f"{fn.id}: f{fn.id}, " for fn in self.core.functions if fn.body and not fn.spine)
        self.lines += [f"PURE = {{{pure}}}", f"PLAY = f{self.core.main}"]
        return "\n".join(self.lines) + "\n"

    def _shows(self) -> bool:
        """Whether some text shows pieces to single seats."""
        stmts = (stmt for function in self.core.functions for stmt in walk(function.body))
        return any(isinstance(stmt, c.Prim) and stmt.name == "show" for stmt in stmts)

    # ---- functions -------------------------------------------------------------------------------

    def _function(self, function: Function) -> None:
        self.fn, self.hoisted = function.id, {}
        if not function.spine:
            self._pure(function)
            return
        tries = function.id in self.trying
        self.frame = self.flat.frames[function.id] if tries else {}
        self.mirrored = set(self.frame)
        self.present = present(function)
        params = "".join(f", v{i}" for i in range(function.params))
        self.put(0, f"def f{function.id}(s{params}):")
        unset = sorted(unassigned(function))
        if unset:
            self.put(1, f"{' = '.join(f'v{number}' for number in unset)} = 0")
        if tries:
            self._begin(function)
        body = function.body
        if not body or not isinstance(body[-1], c.Return):
            body = [*body, c.Return()]
        if not function.phase:
            self.stmts(body, 1)
            return
        self.put(1, "try:")
        self.stmts(body, 2)
        self.put(1, "except Stuck:")
        if self.lasting and function.id in self.phase_of:
            self.put(2, f"leave(s, {self.phase_of[function.id]}, {'v0' if function.params else '0'})")
        self._finish(2)

    def _begin(self, function: Function) -> None:
        places = sorted(self.frame, key=self.frame.__getitem__)
        values = "".join(f", v{number}" if number < function.params else ", 0" for number in places)
        self.put(1, "f = len(s) + 3")
        self.put(1, f"s.extend(({function.id}, 0, s[{at.FRAME}]{values}))")
        self.put(1, f"s[{at.FRAME}] = f - 3")

    def _finish(self, indent: int) -> None:
        if self.fn in self.trying:
            self.put(indent, f"s[{at.FRAME}] = s[f - 1]")
            self.put(indent, "del s[f - 3:]")
        self.put(indent, "return")

    # ---- locals ----------------------------------------------------------------------------------

    def local(self, number: int) -> str:
        return f"v{number}"

    def target(self, number: int) -> str:
        return f"{self.framed(number)} = v{number}" if number in self.frame else f"v{number}"

    def _also_framed(self, numbers: tuple[int, ...], indent: int) -> None:
        for number in numbers:
            if number in self.frame:
                self.put(indent, f"{self.framed(number)} = v{number}")

    # ---- statements ------------------------------------------------------------------------------

    def stmt(self, stmt: Stmt, indent: int) -> None:
        match stmt:
            case c.Decide():
                self._decide(stmt, indent)
            case c.Foresee(seat, result):
                follow = self.flat.follows[id(stmt)]
                seen = f"foresee(s, f + {self.frame[result]}, {follow}, {self.val(seat)})"
                self.put(indent, f"{self.target(result)} = {seen}")
            case c.Fail(place):
                self.put(indent, f"stuck(s, {place})")
            case c.Return(()):
                self._finish(indent)
            case c.ForBits(member, mask, body, label, rest) if self.frame and self._tries(body):
                self._resumable(member, mask, body, label, rest, indent)
            case c.Call(fn, _, results):
                if fn in self.trying:
                    self.put(indent, f"s[f - 2] = {self.flat.follows[id(stmt)]}")
                super().stmt(stmt, indent)
                self._also_framed(results, indent)
            case c.CallDyn(table, index, args):
                if any(fn in self.trying for fn in self.core.tables[table]):
                    self.put(indent, f"s[f - 2] = {self.flat.follows[id(stmt)]}")
                self.dynamic.add(table)
                self.put(indent, f"w0 = D{table}[{self.ex(index)}]")
                self.put(indent, f"if w0: w0(s{''.join(', ' + self.val(a) for a in args)})")
            case c.Prim("move", (pieces, place), None) if self._move(pieces, place, indent):
                pass
            case c.Prim("draw", (number, source, target), None) if self._draw(number, source, target, indent):
                pass
            case c.Prim("turn", (piece,), None) if self.turned:
                self.put(indent, f"{self.turned}(s, {self.val(piece)})")
            case c.Prim(name, args, None) if PRIMITIVES[name].ends_block:
                self._cutting(name, args, indent)
            case _:
                super().stmt(stmt, indent)

    def _tries(self, body: list[Stmt]) -> bool:
        return any(_tries(stmt, self.core, self.trying) for stmt in walk(body))

    def _for(self, member: int, mask: Ex, indent: int) -> None:
        super()._for(member, mask, indent)
        if member in self.frame:
            self.put(indent + 1, f"{self.framed(member)} = v{member}")

    def members(self, mask: Ex, text: str) -> str:
        """The members of a mask. If there are many pieces, their numbers are mostly high, and the table for low numbers
        does not help."""
        wide = len(self.layout.pieces) > 2 * SMALL
        zones = range(self.layout.zone_masks, self.layout.zone_masks + len(self.layout.zones))
        if wide and any(isinstance(part, Load) and part.base in zones for part in all_parts(mask)):
            return f"BITS[{text}]"
        return f"LOW[{text}] if {text} < 8192 else {super().members(mask, text)}"

    def _resumable(self, member: int, mask: Ex, body: list[Stmt], label: int, rest: int, indent: int) -> None:
        """A loop with trials inside its body: the remaining members are stored in the frame."""
        self.stmt(c.Set(rest, mask), indent)
        round_: list[Stmt] = [
            c.If(build.eq(Local(rest), Const(0)), [c.Break(label)], []),
            c.Set(member, build.lowest(Local(rest))),
            c.Set(rest, build.bandnot(Local(rest), build.bit(Local(member)))),
            *body,
        ]
        super().stmt(c.Loop(label, round_), indent)

    def _cutting(self, name: PrimitiveName, args: tuple[Ex, ...], indent: int) -> None:
        values = ", ".join(self.val(a) for a in args)
        if name == "enter" and not self.lasting and not is_told(args[0], self.told):
            self.put(indent, f"s[{at.PHASES}] = n = s[{at.PHASES}] + 1")
            self.put(indent, f"if n > LAST_PHASE: s[{at.PHASES}] = LAST_PHASE; enter(s, {values})")
        elif name != "leave" or self.lasting:
            self.put(indent, f"{name}(s, {values})")

    def _move(self, pieces: Ex, place: Ex, indent: int) -> bool:
        """Print a move with the slots of the layout; returns whether it did."""
        match pieces:
            case Unary("bit", Local(number)) if number in self.present:
                cell = self.moves.cell_in(place)
                text = None if cell is None or not self._is_present(cell) else self.ex(cell)
                lines = self.moves.one(self.local(number), place, self.val(place), text)
                for line in lines:
                    self.put(indent, line)
                return bool(lines)
            case Unary() | Const():
                return False
            case _:
                moved = self.moves.several(pieces, place)
                if moved is not None:
                    self.put(indent, f"{moved}(s, {self.val(pieces)})")
                return moved is not None

    def _draw(self, number: Ex, source: Ex, target: Ex, indent: int) -> bool:
        """Print a draw with the slots of the layout; returns whether it did."""
        lines = self.moves.drawn(number, source, target, (self.val(number), self.val(source), self.val(target)))
        for line in lines:
            self.put(indent, line)
        return bool(lines)

    def _put(self, piece: str, place: Ex) -> str:
        if isinstance(place, Const) and place.value in self.rows:
            return f"row{place.value}(s, {piece})"
        put = self.moves.named(int(piece), place) if piece.isdigit() else None
        return f"{put}(s, {self.val(place)})" if put else super()._put(piece, place)

    def _decide(self, stmt: c.Decide, indent: int) -> None:
        """Print a decision: `chance.answer` inlined, answer after answer. Its key is stored in the slot of the asked
        seat."""
        spec = self.core.specs[stmt.spec]
        self.put(indent, f"m = {self.whole(stmt.mask, number=False)}")
        if tries(stmt, self.core):
            viable = f"viable(s, f + {self.frame[stmt.result]}, {self.flat.follows[id(stmt)]}"
            if spec.look:
                self.put(indent, f"m = {viable}, m, {self.val(stmt.seat)})")
            elif stmt.unsure is not None:
                self.put(indent, f"u = {self.ex(stmt.unsure)}")
                self.put(indent, f"if u: m |= {viable}, u, {self.val(stmt.seat)})")
        inner = indent + 1
        self.put(indent, "if m & (m - 1):")
        self.put(inner, f"q = {self._options(spec)}")
        self.put(inner, f"s[{at.ASKED}] = x = s[{at.ASKED}] * CHANCE_STEP % CHANCE_PRIME")
        self.put(inner, f"{self.target(stmt.result)} = q[x * len(q) >> 30]")
        self.put(inner, f"s[{at.DECISIONS}] = n = s[{at.DECISIONS}] + 1")
        self.put(inner, "if n > LAST_DECISION: win(s, 0)")
        self.put(indent, f"elif m: {self.target(stmt.result)} = m.bit_length() - 1")
        self.put(indent, f"else: stuck(s, {-1 - stmt.spec})")

    def _options(self, spec: Spec) -> str:
        """An expression for the members of the mask `m`, the fastest for the number of options."""
        kind, _colon, of = spec.domain.partition(":")
        many = len(spec.labels) if spec.labelled else self.many.get(of or kind)
        if many is not None and many + spec.done <= SMALL:
            return "LOW[m]"
        if kind == "piece" and many is not None and many > 2 * SMALL:
            return "BITS[m]"
        return "LOW[m & 8191] + HIGH[m >> 13] if m < 67108864 else BITS[m]"


def tries(stmt: c.Decide, core: Core) -> bool:
    """Whether options of a decision may be tried on copies of the state."""
    return core.specs[stmt.spec].look or stmt.unsure not in (None, Const(0))


def _tries(stmt: Stmt, core: Core, trying: set[int]) -> bool:
    match stmt:
        case c.Decide():
            return tries(stmt, core)
        case c.Foresee():
            return True
        case c.Call(fn):
            return fn in trying
        case c.CallDyn(table):
            return any(fn in trying for fn in core.tables[table])
        case _:
            return False


def trying_functions(core: Core) -> set[int]:
    """Functions that may try options, directly or in functions they call."""
    found: set[int] = set()
    changed = True
    while changed:
        changed = False
        for function in core.functions:
            if function.id not in found and any(_tries(stmt, core, found) for stmt in walk(function.body)):
                found.add(function.id)
                changed = True
    return found


def unassigned(function: Function) -> set[int]:
    finder = _Finder()
    finder.stmts(function.body, set(range(function.params)))
    return finder.found


class _Finder:
    def __init__(self) -> None:
        self.found: set[int] = set()

    def stmts(self, body: list[Stmt], known: set[int]) -> bool:
        """Add the assigned locals to `known`; returns whether execution reaches the end of the statements."""
        return all(self._stmt(stmt, known) for stmt in body)

    def _stmt(self, stmt: Stmt, known: set[int]) -> bool:
        for value in values_of(stmt):
            self.found |= value.locals - known
        match stmt:
            case c.Set(number):
                known.add(number)
            case c.Call(_, _, results):
                known |= set(results)
            case c.Prim(_, _, result) if result is not None:
                known.add(result)
            case c.Decide(_, _, _, result) | c.Foresee(_, result):
                known.add(result)
            case c.If(_, then, otherwise):
                first, second = set(known), set(known)
                ends = self.stmts(then, first), self.stmts(otherwise, second)
                sides = [side for side, comes in zip((first, second), ends, strict=True) if comes]
                known |= sides[0].intersection(*sides) if sides else set()
                return bool(sides)
            case c.ForBits(member, _, body):
                self.stmts(body, {*known, member})
            case c.Loop(_, body):
                self.stmts(body, set(known))
            case c.Break() | c.Return() | c.Fail():
                return False
            case c.Store() | c.CallDyn() | c.Prim() | c.Mark():
                pass
            case c.Work():
                raise AssertionError("refining removes `Work`")
            case _:
                assert_never(stmt)
        return True
