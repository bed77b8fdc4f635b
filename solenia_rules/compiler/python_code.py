"""Python source of core expressions and statements: only names made here."""

from __future__ import annotations

from solenia_rules.compiler import core as c
from solenia_rules.compiler import flatten as f
from solenia_rules.compiler.core import Ex, Function, Stmt
from solenia_rules.compiler.flatten import Flat
from solenia_rules.compiler.hoisting import Hoisting, distances_from, writes_state

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


class PythonCode:
    """`emitting`: whether events are told to the log."""

    def __init__(self, flat: Flat, emitting: bool) -> None:
        self.flat = flat
        self.core = flat.core
        self.emitting = emitting
        self.lines: list[str] = []
        self.frame: dict[int, int] = {}
        self.loops: list[int] = []
        self.temps = 0

        self.hoisted: dict[Ex, str] = {}

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
