"""Python source of core expressions: only names made here."""

from __future__ import annotations

from solenia_rules.core.core import Ex
from solenia_rules.core.refine.hoisting import reach_of

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
_OPPOSITE = {"eq": "!=", "ne": "==", "lt": ">=", "le": ">"}
_TESTS = frozenset(("eq", "ne", "lt", "le", "not", "land", "lor", "has"))


class PythonValues:
    """Texts of values; what has been computed already is at hand in a variable."""

    def __init__(self) -> None:
        self.hoisted: dict[Ex, str] = {}
        """Values at hand, by the name of their variable."""
        self.temps = 0

    def local(self, number: int) -> str:
        """To read a local."""
        return f"v{number}"

    def ex(self, value: Ex) -> str:
        op, args = value.op, value.args
        if value in self.hoisted:
            return self.hoisted[value]
        if op == "reach":
            return f"reach({self.ex(args[0])})"
        if op == "within":
            return f"within({self.ex(reach_of(args[0]))}, {self.ex(args[1])})"
        if op == "dist":
            return f"nearest({self.ex(args[0])}, {self.ex(reach_of(args[1]))})"
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
        if op == "seqpush" and args[0].op == "const" and args[0].imm == 0:
            return f"({self.val(args[1])} + 1)"
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

    def negated(self, test: Ex) -> str:
        """The opposite of a test."""
        if test.op in _OPPOSITE and test not in self.hoisted:
            a, b = (self.ex(arg) for arg in test.args)
            return f"({a} {_OPPOSITE[test.op]} {b})"
        return f"not {self.ex(test)}"

    def _atom(self, value: Ex) -> tuple[str, str]:
        """Text for the first and for later uses of a value."""
        if value.op in ("const", "local") or value in self.hoisted:
            return self.ex(value), self.ex(value)
        self.temps += 1
        name = f"w{self.temps}"
        return f"({name} := {self.ex(value)})", name
