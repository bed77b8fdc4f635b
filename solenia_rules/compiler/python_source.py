"""Python source of a flat program: pure functions as functions, blocks as functions that return the next block."""

from __future__ import annotations

from solenia_rules.compiler import core as c
from solenia_rules.compiler import flatten as f
from solenia_rules.compiler import layout as at
from solenia_rules.compiler.core import Ex
from solenia_rules.compiler.flatten import Block, Flat
from solenia_rules.compiler.python_code import PythonCode

ASKED, FAILED, HORIZON, ENDED = -1, -2, -3, -4
"""What a block returns instead of the next block."""

SHORT = 6
"""Statements of a block that is copied instead of gone to."""


class PythonSource(PythonCode):
    """The whole program; blocks that only one other leads to stand inside it."""

    def __init__(self, flat: Flat, emitting: bool) -> None:
        super().__init__(flat, emitting)
        self.indent = 1
        self.inlined = self._inlined()

    def _inlined(self) -> set[int]:
        """Blocks that only one other leads to, by a jump or branch."""
        ways: dict[int, int] = {}
        entered = set(self.flat.entries.values())
        for block in self.flat.blocks:
            match block.end:
                case f.Jump(target):
                    ways[target] = ways.get(target, 0) + 1
                case f.Branch(_, then, otherwise):
                    for target in (then, otherwise):
                        ways[target] = ways.get(target, 0) + 1
                case f.PrimEnd(_, follow):
                    ways[follow] = ways.get(follow, 0) + 1
                case f.CallEnd() | f.CallDynEnd() | f.DecideEnd():
                    entered.add(block.end.next)
        return {target for target, count in ways.items() if count == 1 and target not in entered}

    def text(self) -> str:
        for number, table in enumerate(self.core.tables):
            self.lines.append(f"T{number} = {(*table, -1)!r}")
        for function in self.core.functions:
            if not function.spine:
                self._pure(function)
        for block in self.flat.blocks:
            self._block(block)
        self.lines.append(
            f"BLOCKS = ({''.join('None, ' if b.id in self.inlined else f'b{b.id}, ' for b in self.flat.blocks)})"
        )
        pure = "".join(f"{fn.id}: f{fn.id}, " for fn in self.core.functions if not fn.spine)
        self.lines.append(f"PURE = {{{pure}}}")
        return "\n".join(self.lines) + "\n"

    # ---- blocks -----------------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        """A Python function for a block, with the blocks in it that nothing else leads to."""
        if block.id in self.inlined:
            return
        self.frame = self.flat.frames[block.fn]
        self.put(0, f"def b{block.id}(s, f):")
        self._body(block, 1)
        self.hoisted = {}

    def _body(self, block: Block, indent: int) -> None:
        self._hoist(block.stmts, _last_values(block.end), indent)
        if self.emitting and block.place >= 0:
            self.put(indent, f"LOG.place = {block.place}")
        before = len(self.lines)
        self.stmts([*block.stmts], indent)
        if len(self.lines) > before and self.lines[-1] == "    " * indent + "pass":
            self.lines.pop()
        self._end(block, block.end, indent)

    def _go(self, target: int, indent: int) -> None:
        """On to another block: inside this function where it belongs to it alone."""
        target = self._through(target)
        if target in self.inlined or (indent < 6 and self._short(self.flat.blocks[target])):
            self._body(self.flat.blocks[target], indent)
        else:
            self.put(indent, f"return {target}")

    def _through(self, target: int) -> int:
        """Where a block leads that does nothing but jump."""
        block = self.flat.blocks[target]
        while isinstance(block.end, f.Jump) and not any(not isinstance(x, c.Mark) for x in block.stmts):
            if block.end.target == block.id:
                break
            block = self.flat.blocks[block.end.target]
        return block.id

    def _short(self, block: Block) -> bool:
        """Whether a block is copied to where it follows rather than gone to."""
        if block.id in self.flat.heads or len(block.stmts) > SHORT:
            return False
        if any(isinstance(x, c.If | c.ForBits | c.Loop) for x in block.stmts):
            return False
        return isinstance(block.end, f.Jump | f.CallEnd | f.CallDynEnd | f.ReturnEnd | f.FailEnd | f.Branch)

    def _end(self, block: Block, end: f.End | None, indent: int) -> None:
        self.indent = indent
        match end:
            case f.Jump(target):
                self._go(target, indent)
            case f.Branch(test, then, otherwise):
                self.put(indent, f"if {self.ex(test)}:")
                saved = dict(self.hoisted)
                self._go(then, indent + 1)
                self.hoisted = saved
                self._go(otherwise, indent)
            case f.CallEnd(fn, args, follow):
                self._push(str(fn), str(self.flat.entries[fn]), self._frame_args(fn, args), follow)
            case f.CallDynEnd(table, index, args, follow):
                self._call_dyn(table, index, args, follow)
            case f.DecideEnd():
                self._decide(end)
            case f.FailEnd(place):
                self.put(indent, f"return stuck(s, {place})")
            case f.ReturnEnd():
                self._return(block)
            case f.PrimEnd(prim, follow):
                self._prim_end(prim, follow)
            case _:
                raise AssertionError(end)

    def _frame_args(self, fn: int, args: tuple[Ex, ...]) -> str:
        frame = self.flat.frames[fn]
        values = [self.val(a) for a in args] + ["0"] * (len(frame) - len(args))
        return "".join(v + ", " for v in values)

    def _push(self, fn: str, entry: str, args: str, follow: int) -> None:
        self.put(self.indent, f"s[f - 2] = {follow}")
        self.put(self.indent, "n = len(s)")
        self.put(self.indent, f"s.extend(({fn}, 0, f - 3, {args}))")
        self.put(self.indent, f"s[{at.FRAME}] = n")
        self.put(self.indent, f"return {entry}")

    def _call_dyn(self, table: int, index: Ex, args: tuple[Ex, ...], follow: int) -> None:
        targets = sorted({fn for fn in self.core.tables[table] if fn >= 0})
        self.put(self.indent, f"w0 = T{table}[{self.ex(index)}]")
        self.put(self.indent, f"if w0 < 0: return {self._through(follow)}")
        values = "".join(", " + self.val(a) for a in args)
        spines = [fn for fn in targets if self.core.functions[fn].spine]
        if len(spines) < len(targets):
            self.put(self.indent, "if w0 in PURE:")
            self.put(self.indent + 1, f"PURE[w0](s{values})")
            self.put(self.indent + 1, f"return {self._through(follow)}")
        extra = {fn: len(self.flat.frames[fn]) - len(args) for fn in spines}
        self.put(self.indent, f"s[f - 2] = {follow}")
        self.put(self.indent, "n = len(s)")
        self.put(self.indent, f"s.extend((w0, 0, f - 3{values}))")
        if any(extra.values()):
            self.put(self.indent, "e = EXTRA[w0]")
            self.put(self.indent, "if e: s.extend(e)")
        self.put(self.indent, f"s[{at.FRAME}] = n")
        self.put(self.indent, "return ENTRY[w0]")

    def _decide(self, end: f.DecideEnd) -> None:
        spec = self.core.specs[end.spec]
        result = self.local(end.result)
        self.put(self.indent, f"m = {self.ex(end.mask)}")
        self.put(self.indent, f"seat = {self.ex(end.seat)}")
        if spec.look:
            self.put(
                self.indent, f"if not s[{at.TRIAL}]: m = viable(s, f + {self.frame[end.result]}, {end.next}, m, seat)"
            )
        elif end.unsure is not None:
            self.put(self.indent, f"u = {self.ex(end.unsure)}")
            self.put(
                self.indent,
                f"if u: m |= u if s[{at.TRIAL}] else viable(s, f + {self.frame[end.result]}, {end.next}, u, seat)",
            )
        self.put(self.indent, "if not m & (m - 1):")
        self.put(self.indent + 1, f"if not m: return stuck(s, {-1 - end.spec})")
        self.put(self.indent + 1, f"if s[{at.TRIAL}] and seat != s[{at.TRIAL_SEAT}]: return {HORIZON}")
        self.put(self.indent + 1, f"{result} = m.bit_length() - 1")
        if self.emitting:
            self.put(self.indent + 1, f"LOG.answered({end.spec}, seat, {result}, 1)")
        self.put(self.indent + 1, f"return {end.next}")
        self.put(self.indent, f"s[{at.SPEC}] = {end.spec}; s[{at.ASKED}] = seat; s[{at.MASK}] = m")
        self.put(self.indent, f"s[{at.DEST}] = f + {self.frame[end.result]}; s[f - 2] = {end.next}")
        self.put(self.indent, f"return {ASKED}")

    def _return(self, block: Block) -> None:
        if self.core.functions[block.fn].phase:
            self.put(self.indent, f"if s[{at.TRIAL}] == f - 3: return {HORIZON}")
        self.put(self.indent, "n = s[f - 1]")
        self.put(self.indent, "del s[f - 3:]")
        self.put(self.indent, f"s[{at.FRAME}] = n")
        self.put(self.indent, "return s[n + 1]")

    def _prim_end(self, prim: c.Prim, follow: int) -> None:
        args = ", ".join(self.val(a) for a in prim.args)
        if prim.name in c.HORIZON:
            self.put(self.indent, f"if s[{at.TRIAL}]: return {HORIZON}")
        if prim.name == "win":
            self.put(self.indent, f"return win(s, {args})")
            return
        if prim.name == "enter":
            self.put(self.indent, f"if enter(s, {args}): return {ENDED}")
        else:
            self.put(self.indent, f"{prim.name}(s, {args})")
        self._go(follow, self.indent)


def _last_values(end: f.End | None) -> tuple[Ex, ...]:
    """Values that the end of a block asks for before it writes."""
    match end:
        case f.Branch(test):
            return (test,)
        case f.DecideEnd(_, seat, mask, _, _, unsure):
            return (seat, mask) if unsure is None else (seat, mask, unsure)
        case _:
            return ()
