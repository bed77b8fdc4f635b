"""Prints a flat program: pure functions as functions, blocks as functions that return the next block."""

from __future__ import annotations

from collections.abc import Container
from typing import assert_never

from solenia_rules.core import core as c
from solenia_rules.core import flatten as f
from solenia_rules.core import layout as at
from solenia_rules.core.backends.python.junctions import Junctions
from solenia_rules.core.backends.python.python_code import PythonCode, is_told, present, table_lines
from solenia_rules.core.expressions import Const, Ex
from solenia_rules.core.flatten import Block, Flat
from solenia_rules.core.outcomes import ASKED, ENDED, HORIZON, Form
from solenia_rules.core.primitives import PRIMITIVES
from solenia_rules.core.rewriting import assigned, blocks_of, walk

MOST_DEEP = 14
"""The most levels of indentation in a block's function."""


class PythonSource(PythonCode):
    """Prints the whole program. A block's function also contains the blocks that follow it, as far as they can be
    reached inside the function; otherwise it returns the number of the next block. Telling code is compiled for every
    game and its speed matters less: it calls functions that silent code inlines, so that it compiles faster."""

    def __init__(self, flat: Flat, form: Form, lasting: bool, told: Container[int]) -> None:
        """`lasting`: whether the ruleset can start rules that end with a phase; `told`: phases for which the code calls
        the hook `enter`."""
        super().__init__(flat, form is not Form.SILENT)
        self.most = form.lines
        self.placing = form is Form.TELLING
        """Whether the beginning of a block tells its place."""
        self.lasting = lasting or self.emitting
        self.told = told
        self.indent = 1
        self.junctions = Junctions(flat, self.emitting)
        self.wanted: list[int] = []
        """Blocks that must become functions."""
        self.began = 0
        self.open: list[tuple[int, int]] = []
        """The enclosing loops: the block at the head, and the block after the loop."""
        self.broken: set[int] = set()
        self._not_mirrored: dict[int, set[int]] = {}
        self._surely: dict[int, set[int]] = {}
        self.inside: list[int] = []

    def text(self) -> str:
        made = self._blocks()
        self.lines.append(f"BLOCKS = ({''.join(f'b{b.id}, ' if b.id in made else 'None, ' for b in self.flat.blocks)})")
        pure = "".join(f"{fn.id}: f{fn.id}, " for fn in self.core.functions if fn.body and not fn.spine)
        self.lines.append(f"PURE = {{{pure}}}")
        return "\n".join(self.lines) + "\n"

    def _blocks(self) -> set[int]:
        """Print all needed blocks; returns the blocks that became functions."""
        for number, table in enumerate(self.core.tables):
            self.lines += table_lines(f"T{number}", table)
        for function in self.core.functions:
            if function.body and not function.spine:
                self._pure(function)
        self.wanted = [*self.flat.entries.values(), *self.junctions.resumed()]
        made: set[int] = set()
        while self.wanted:
            number = self.wanted.pop()
            if number not in made:
                made.add(number)
                self._block(self.flat.blocks[number])
        return made

    # ---- blocks -----------------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        """Print a Python function for a block, with the blocks that follow it."""
        self.frame, self.fn = self.flat.frames[block.fn], block.fn
        self.present = self._present(block.fn)
        self.put(0, f"def b{block.id}(s, f):")
        self.began = len(self.lines)
        self.inside, self.mirrored, self.unmirrored = [], set(), self._unmirrored(block.fn)
        if block.id in self.flat.heads:
            self._loop(block.id, 1, None)
        else:
            self._chain(block, 1, None)
        self.hoisted = {}

    def _present(self, fn: int) -> set[int]:
        """The locals of a function that are never none. Locals that flattening may assign in another way are left
        out."""
        if fn not in self._surely:
            blocks = [block for block in self.flat.blocks if block.fn == fn]
            other = assigned(stmt for block in blocks for stmt in walk(block.stmts) if not blocks_of(stmt))
            self._surely[fn] = present(self.core.functions[fn]) - other
        return self._surely[fn]

    def _unmirrored(self, fn: int) -> set[int]:
        if fn in self._not_mirrored:
            return self._not_mirrored[fn]
        found = self._not_mirrored.setdefault(fn, set())
        for block in self.flat.blocks:
            if block.fn == fn:
                for stmt in walk(block.stmts):
                    if isinstance(stmt, c.ForBits):
                        found.add(stmt.local)
                    elif isinstance(stmt, c.Call):
                        found |= set(stmt.results)
        return found

    def _chain(self, block: Block, indent: int, stop: int | None) -> bool:
        """Print a block and what follows it. Returns whether execution may reach `stop`, which the caller prints."""
        self.hoisted = {}
        self.mirror(block.stmts, _last_values(block.end), indent)
        if self.placing and block.place >= 0:
            self.put(indent, f"LOG.place = {block.place}")
        before = len(self.lines)
        self.stmts(block.stmts, indent, _last_values(block.end))
        if len(self.lines) > before and self.lines[-1] == "    " * indent + "pass":
            self.lines.pop()
        self.inside.append(block.id)
        comes = self._end(block, block.end, indent, stop)
        self.inside.pop()
        return comes

    def _on(self, target: int, indent: int, stop: int | None) -> bool:
        """Continue with another block: inside this function if possible."""
        target = self.junctions.through(target)
        if target == stop:
            return True
        if self.open and target == self.open[-1][0]:
            self.put(indent, "continue")
            return False
        if self.open and target == self.junctions.through(self.open[-1][1]):
            self.broken.add(self.open[-1][0])
            self.put(indent, "break")
            return False
        full = len(self.lines) - self.began > self.most or indent > MOST_DEEP
        if full or target in self.inside or target in (head for head, _after in self.open):
            self.put(indent, f"return {target}")
            self.wanted.append(target)
            return False
        if target in self.flat.heads:
            return self._loop(target, indent, stop)
        return self._chain(self.flat.blocks[target], indent, stop)

    def _loop(self, head: int, indent: int, stop: int | None) -> bool:
        after = self.flat.heads[head]
        self.put(indent, "while True:")
        self.open.append((head, after))
        mirrored = set(self.mirrored)
        self._chain(self.flat.blocks[head], indent + 1, None)
        self.mirrored = mirrored
        self.open.pop()
        if head not in self.broken:
            return False
        self.broken.discard(head)
        return self._on(after, indent, stop)

    def _branch(self, end: f.Branch, indent: int, stop: int | None) -> bool:
        then, otherwise = self.junctions.through(end.then), self.junctions.through(end.otherwise)
        around = {stop} if stop is not None else set()
        if self.open:
            around |= {self.open[-1][0], self.junctions.through(self.open[-1][1])}
        join = self.junctions.join(then, otherwise, around)
        if join is not None and join != stop and join in around:
            join = None
        self.put(indent, f"if {self.ex(end.test)}:")
        saved, mirrored = dict(self.hoisted), set(self.mirrored)
        before = len(self.lines)
        comes = self._on(then, indent + 1, join)
        if len(self.lines) == before:
            self.put(indent + 1, "pass")
        self.hoisted = saved
        self.mirrored = set(mirrored)
        if not comes:
            comes = self._on(otherwise, indent, join)
        elif otherwise != join:
            self.put(indent, "else:")
            before = len(self.lines)
            self._on(otherwise, indent + 1, join)
            if len(self.lines) == before:
                self.put(indent + 1, "pass")
            self.mirrored = mirrored
        if not comes:
            return False
        return True if join == stop else self._on_join(join, indent, stop)

    def _on_join(self, join: int | None, indent: int, stop: int | None) -> bool:
        assert join is not None
        return self._on(join, indent, stop)

    def _end(self, block: Block, end: f.End | None, indent: int, stop: int | None) -> bool:
        self.indent = indent
        match end:
            case f.Jump(target):
                return self._on(target, indent, stop)
            case f.Branch():
                return self._branch(end, indent, stop)
            case f.CallEnd(fn, args, follow):
                self._push(fn, args, follow)
            case f.CallDynEnd(table, index, args, follow):
                self._call_dyn(table, index, args, follow)
                return self._on(follow, indent, stop)
            case f.DecideEnd():
                self._decide(end)
                return self._on(end.next, indent, stop)
            case f.ForeseeEnd(seat, result, follow):
                seen = f"foresee(s, f + {self.frame[result]}, {follow}, {self.val(seat)})"
                self.put(indent, f"{self.target(result)} = {seen}")
                self.written(result)
                return self._on(follow, indent, stop)
            case f.FailEnd(place):
                self.put(indent, f"return stuck(s, {place})")
            case f.ReturnEnd():
                self._return(block)
            case f.PrimEnd(prim, follow):
                if self._prim_end(prim):
                    return self._on(follow, indent, stop)
            case None:
                raise AssertionError("a block without an end")
            case _:
                assert_never(end)
        return False

    def _push(self, fn: int, args: tuple[Ex, ...], follow: int) -> None:
        more = len(self.flat.frames[fn]) - len(args)
        if self.emitting:
            frame = "".join(f"{value}, " for value in (*map(self.val, args), *(["0"] * more)))
            self.put(self.indent, f"return called(s, f, {follow}, ({fn}, 0, f - 3, {frame}), {self.flat.entries[fn]})")
            return
        self.put(self.indent, f"s[f - 2] = {follow}")
        self.put(self.indent, "n = len(s)")
        self.put(self.indent, f"s.extend(({fn}, 0, f - 3, {''.join(self.val(a) + ', ' for a in args)}))")
        if more:
            self.put(self.indent, f"s.extend({(0,) * more})")
        self.put(self.indent, f"s[{at.FRAME}] = n")
        self.put(self.indent, f"return {self.flat.entries[fn]}")

    def _call_dyn(self, table: int, index: Ex, args: tuple[Ex, ...], follow: int) -> None:
        targets = sorted({fn for fn in self.core.tables[table] if fn >= 0})
        spines = [fn for fn in targets if self.core.functions[fn].spine]
        values = "".join(", " + self.val(a) for a in args)
        self.put(self.indent, f"w0 = T{table}[{self.ex(index)}]")
        self.put(self.indent, "if w0 >= 0:")
        inner = self.indent + 1
        if len(spines) < len(targets):
            self.put(inner, f"if w0 in PURE: {self.noted(f'PURE[w0](s{values})')}")
            self.put(inner, "else:")
            inner += 1
        self.put(inner, f"s[f - 2] = {follow}")
        self.put(inner, "n = len(s)")
        self.put(inner, f"s.extend((w0, 0, f - 3{values}))")
        if any(len(self.flat.frames[fn]) > len(args) for fn in spines):
            self.put(inner, "e = EXTRA[w0]")
            self.put(inner, "if e: s.extend(e)")
        self.put(inner, f"s[{at.FRAME}] = n")
        self.put(inner, "return ENTRY[w0]")

    def _decide(self, end: f.DecideEnd) -> None:
        spec = self.core.specs[end.spec]
        self.put(self.indent, f"m = {self.ex(end.mask)}")
        self.put(self.indent, f"seat = {self.ex(end.seat)}")
        if spec.look:
            self.put(
                self.indent, f"if not s[{at.TRIAL}]: m = viable(s, f + {self.frame[end.result]}, {end.next}, m, seat)"
            )
        elif end.unsure is not None and end.unsure != Const(0):
            self.put(self.indent, f"u = {self.ex(end.unsure)}")
            self.put(
                self.indent,
                f"if u: m |= u if s[{at.TRIAL}] else viable(s, f + {self.frame[end.result]}, {end.next}, u, seat)",
            )
        inner = self.indent + 1
        if self.emitting:
            dest = f"f + {self.frame[end.result]}"
            self.put(self.indent, f"if m & (m - 1): return asked(s, f, {end.spec}, seat, m, {dest}, {end.next})")
        else:
            self.put(self.indent, "if m & (m - 1):")
            self.put(inner, f"s[{at.SPEC}] = {end.spec}; s[{at.ASKED}] = seat; s[{at.MASK}] = m")
            self.put(inner, f"s[{at.DEST}] = f + {self.frame[end.result]}; s[f - 2] = {end.next}")
            self.put(inner, f"return {ASKED}")
        self.put(self.indent, f"if not m: return stuck(s, {-1 - end.spec})")
        self.put(self.indent, f"if s[{at.TRIAL}] and seat != s[{at.TRIAL_SEAT}]: return {HORIZON}")
        self.put(self.indent, f"{self.target(end.result)} = m.bit_length() - 1")
        self.written(end.result)
        if self.emitting:
            self.put(self.indent, f"LOG.answered({end.spec}, seat, {self.local(end.result)}, 1)")

    def _return(self, block: Block) -> None:
        if self.core.functions[block.fn].phase:
            self.put(self.indent, f"if s[{at.TRIAL}] == f - 3: return {HORIZON}")
        if self.emitting:
            self.put(self.indent, "return returned(s, f)")
            return
        self.put(self.indent, "n = s[f - 1]")
        self.put(self.indent, "del s[f - 3:]")
        self.put(self.indent, f"s[{at.FRAME}] = n")
        self.put(self.indent, "return s[n + 1]")

    def _prim_end(self, prim: c.Prim) -> bool:
        """Print a primitive at the end of a block; returns whether execution continues after it."""
        args = ", ".join(self.val(a) for a in prim.args)
        if PRIMITIVES[prim.name].horizon:
            self.put(self.indent, f"if s[{at.TRIAL}]: return {HORIZON}")
        if prim.name == "win":
            self.put(self.indent, f"return win(s, {args})")
            return False
        if prim.name == "leave" and not self.lasting:
            return True
        if prim.name == "enter" and not self.lasting and not is_told(prim.args[0], self.told):
            self.put(self.indent, f"if s[{at.PHASES}] < LAST_PHASE: s[{at.PHASES}] += 1")
            self.put(self.indent, f"elif enter(s, {args}): return {ENDED}")
        elif prim.name == "enter":
            self.put(self.indent, f"if enter(s, {args}): return {ENDED}")
        else:
            self.put(self.indent, f"{prim.name}(s, {args})")
        return True


def _last_values(end: f.End | None) -> tuple[Ex, ...]:
    """The values that the end of a block reads before it writes."""
    match end:
        case f.Branch(test):
            return (test,)
        case f.DecideEnd(_, seat, mask, _, _, unsure):
            return (seat, mask) if unsure is None else (seat, mask, unsure)
        case f.ForeseeEnd(seat):
            return (seat,)
        case f.Jump() | f.CallEnd() | f.CallDynEnd() | f.FailEnd() | f.ReturnEnd() | f.PrimEnd() | None:
            return ()
        case _:
            assert_never(end)
