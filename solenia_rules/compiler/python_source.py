"""Python source of a flat program: only names made here, constants as tables and numbers."""

from __future__ import annotations

from solenia_rules.compiler import core as c
from solenia_rules.compiler import flatten as f
from solenia_rules.compiler import layout as at
from solenia_rules.compiler.core import Ex, Function, Stmt
from solenia_rules.compiler.flatten import Block, Flat
from solenia_rules.compiler.hoisting import Hoisting, distances_from, writes_state

ASKED, FAILED, HORIZON, ENDED = -1, -2, -3, -4
"""What a block returns instead of the next block."""

SHORT = 6
"""Statements of a block that is copied instead of gone to."""

_BINARY = {
    "add": "({} + {})",
    "sub": "({} - {})",
    "imul": "({} * {})",
    "div": "({} // {})",
    "mod": "({} % {})",
    "eq": "({} == {})",
    "ne": "({} != {})",
    "lt": "({} < {})",
    "le": "({} <= {})",
    "land": "({} and {})",
    "lor": "({} or {})",
    "band": "({} & {})",
    "bor": "({} | {})",
    "bandnot": "({} & ~{})",
    "mul": "clamp({} * {})",
    "has": "(({} & BIT[{}]) != 0)",
    "dist": "DISTANCES[{1}][{0}]",
    "group": "group({}, {})",
    "seqpush": "push({}, {})",
}
_UNARY = {
    "neg": "(-{})",
    "not": "(not {})",
    "bit": "BIT[{}]",
    "popcount": "({}).bit_count()",
    "highest": "(({}).bit_length() - 1)",
    "nb": "NEAR[{}][0]",
    "sur": "AROUND[{}][0]",
    "seqfirst": "(({} & 16383) - 1)",
    "seqlast": "last({})",
    "seqmask": "seqmask({})",
    "seqpop": "({} >> 14)",
    "seqreverse": "reverse({})",
    "maskseq": "from_mask({})",
    "clamp": "clamp({})",
}
_TESTS = frozenset(("eq", "ne", "lt", "le", "not", "land", "lor", "has"))


class PythonSource:
    """`emitting`: whether events are told to the log."""

    def __init__(self, flat: Flat, emitting: bool) -> None:
        self.flat = flat
        self.core = flat.core
        self.emitting = emitting
        self.lines: list[str] = []
        self.frame: dict[int, int] = {}
        self.loops: list[int] = []
        self.temps = 0
        self.indent = 1
        self.hoisted: dict[Ex, str] = {}
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

    # ---- expressions -------------------------------------------------------------------------

    def ex(self, value: Ex) -> str:
        op, args = value.op, value.args
        if value in self.hoisted:
            return self.hoisted[value]
        if op == "distmap":
            return f"DISTANCES[{self.ex(args[0])}]"
        if op == "dist" and distances_from(args[1]) in self.hoisted:
            return f"{self.hoisted[distances_from(args[1])]}[{self.ex(args[0])}]"
        if op == "const":
            return str(value.imm) if value.imm >= 0 else f"({value.imm})"
        if op == "local":
            return self.local(value.imm)
        if op == "load":
            return f"s[{self._index(value.imm, args[0])}]" if args else f"s[{value.imm}]"
        if op == "gload":
            once, again = self._atom(args[0])
            return f"(s[{value.imm} + {again}] if {once} >= 0 else -1)"
        if op in ("table", "gtable"):
            return f"T{value.imm}[{self.ex(args[0])}]"
        if op == "call":
            return f"f{value.imm}(s{''.join(', ' + self.val(a) for a in args)})"
        if op == "calldyn":
            index, *rest = args
            return f"PURE[T{value.imm}[{self.ex(index)}]](s{''.join(', ' + self.val(a) for a in rest)})"
        if op == "ite":
            test, a, b = (self.ex(x) for x in args)
            return f"({a} if {test} else {b})"
        if op in ("min", "max"):
            sign = "<" if op == "min" else ">"
            (a_first, a), (b_first, b) = self._atom(args[0]), self._atom(args[1])
            return f"({a} if {a_first} {sign} {b_first} else {b})"
        if op == "lowest":
            first, name = self._atom(args[0])
            return f"(({first} & -{name}).bit_length() - 1)"
        if op == "range":
            return f"range_mask({self.ex(args[0])}, {self.ex(args[1])})"
        if op == "sortpush":
            return f"sort_push({', '.join(self.val(a) for a in args)})"
        if op == "sortseq":
            return f"sort_seq({self.ex(args[0])}, {value.imm})"
        if op in _UNARY:
            return _UNARY[op].format(self.ex(args[0]))
        return _BINARY[op].format(self.ex(args[0]), self.ex(args[1]))

    def _index(self, base: int, index: Ex) -> str:
        text = self.ex(index)
        return text if base == 0 else f"{base} + {text}"

    def val(self, value: Ex) -> str:
        """As an integer, also where it is a test."""
        text = self.ex(value)
        return f"(1 if {text} else 0)" if value.op in _TESTS else text

    def _atom(self, value: Ex) -> tuple[str, str]:
        """Text for the first and for later uses of a value."""
        if value.op in ("const", "local"):
            return self.ex(value), self.ex(value)
        self.temps += 1
        name = f"w{self.temps}"
        return f"({name} := {self.ex(value)})", name

    def local(self, number: int) -> str:
        place = self.frame.get(number)
        if place is None:
            return f"v{number}"
        return f"s[f + {place}]" if place else "s[f]"

    # ---- statements -----------------------------------------------------------------------------

    def stmts(self, body: list[Stmt], indent: int) -> None:
        before = len(self.lines)
        for stmt in body:
            self.stmt(stmt, indent)
        if len(self.lines) == before:
            self.put(indent, "pass")

    def put(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def stmt(self, stmt: Stmt, indent: int) -> None:
        match stmt:
            case c.Set(number, value):
                self.put(indent, f"{self.local(number)} = {self.val(value)}")
            case c.Store(base, index, value):
                target = f"s[{base}]" if index is None else f"s[{self._index(base, index)}]"
                self.put(indent, f"{target} = {self.val(value)}")
            case c.If(test, then, otherwise):
                self._if(test, then, otherwise, indent)
            case c.ForBits(member, mask, body, label):
                self.put(indent, f"for {self.local(member)} in BITS[{self.ex(mask)}]:")
                self._loop_body(label, body, indent)
            case c.Loop(label, body):
                self.put(indent, "while True:")
                self._loop_body(label, body, indent)
            case c.Break(label):
                if self.loops[-1] != label:
                    self.put(indent, f"out{label} = 1")
                self.put(indent, "break")
            case c.Call(fn, args, results):
                call = f"f{fn}(s{''.join(', ' + self.val(a) for a in args)})"
                names = ", ".join(self.local(r) for r in results)
                if len(results) == 1 and self.core.functions[fn].results == 1:
                    self.put(indent, f"{names} = {call}")
                else:
                    self.put(indent, f"{names} = {call}" if results else call)
            case c.CallDyn(table, index, args):
                self.put(indent, f"w0 = T{table}[{self.ex(index)}]")
                self.put(indent, f"if w0 >= 0: PURE[w0](s{''.join(', ' + self.val(a) for a in args)})")
            case c.Prim(name, args, result):
                self._prim(name, args, result, indent)
            case c.Return(values):
                texts = [self.val(v) for v in values]
                self.put(
                    indent,
                    f"return {texts[0] if len(texts) == 1 else '(' + ', '.join(texts) + ')' if texts else 'None'}",
                )
            case c.Mark(place):
                if self.emitting:
                    self.put(indent, f"LOG.place = {place}")
            case _:
                raise AssertionError(stmt)

    def _if(self, test: Ex, then: list[Stmt], otherwise: list[Stmt], indent: int) -> None:
        kept_then, kept_else = self._kept(then), self._kept(otherwise)
        if not kept_then and not kept_else:
            return
        if kept_then:
            self.put(indent, f"if {self.ex(test)}:")
            self.stmts(then, indent + 1)
            if kept_else:
                self.put(indent, "else:")
                self.stmts(otherwise, indent + 1)
        else:
            self.put(indent, f"if not {self.ex(test)}:")
            self.stmts(otherwise, indent + 1)

    def _kept(self, body: list[Stmt]) -> bool:
        return any(
            not isinstance(x, c.Mark) and not (isinstance(x, c.Prim) and x.name == "event" and not self.emitting)
            for x in body
        )

    def _loop_body(self, label: int, body: list[Stmt], indent: int) -> None:
        outer = [x for x in self.loops if f._breaks(body, {x})]
        for other in outer:
            self.lines.insert(len(self.lines) - 1, "    " * indent + f"out{other} = 0")
        self.loops.append(label)
        self.stmts(body, indent + 1)
        self.loops.pop()
        for other in outer:
            self.put(indent, f"if out{other}: break")

    def _prim(self, name: str, args: tuple[Ex, ...], result: int | None, indent: int) -> None:
        if name == "event":
            if self.emitting:
                self.put(indent, f"LOG.tell({', '.join(self.val(a) for a in args)})")
            return
        if name == "move" and args[0].op == "bit" and not self.emitting:
            name, args = "move_one", (args[0].args[0], args[1])
        call = f"{name}(s, {', '.join(self.val(a) for a in args)})"
        if name == "dedupe":
            mask = self.ex(args[0])
            assert result is not None
            self.put(indent, f"{self.local(result)} = {mask}")
            self.put(indent, f"if {self.local(result)} & TWINS: {self.local(result)} = dedupe(s, {self.local(result)})")
            return
        self.put(indent, call if result is None else f"{self.local(result)} = {call}")

    def _pure(self, function: Function) -> None:
        self.frame = {}
        params = "".join(f", v{i}" for i in range(function.params))
        self.put(0, f"def f{function.id}(s{params}):")
        self._hoist(function.body, (), 1)
        self.stmts(function.body, 1)
        self.hoisted = {}

    def _hoist(self, stmts: list[Stmt], last: tuple[Ex, ...], indent: int) -> None:
        """Values that a stretch without writes asks for often are computed first."""
        self.hoisted = {}
        if self.emitting or writes_state(stmts):
            return
        for value in Hoisting(stmts, last, set(self.frame)).chosen:
            self.temps += 1
            name = f"h{self.temps}"
            self.put(indent, f"{name} = {self.val(value)}")
            self.hoisted[value] = name

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
        before = len(self.lines)
        self.stmts([*block.stmts], indent)
        if len(self.lines) > before and self.lines[-1].strip() == "pass":
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
