"""Machine code of the core's expressions: integers in registers, sequences in memory."""

from __future__ import annotations

from solenia_rules.core import layout as at
from solenia_rules.core.core import LIMIT, Ex
from solenia_rules.fast.classes import MOST_NUMBERS, Shape, Sort
from solenia_rules.fast.errors import Unsupported
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.sequence_code import Place, Sequences, Symbols
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import NUMBER, TEST, Value, Writer, bits_of, number

_PLAIN = {"add": "add", "sub": "sub", "band": "and", "bor": "or"}
_COMPARED = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle"}
_CHEAP = frozenset(("const", "local", "eq", "ne", "lt", "le", "add", "sub", "imul", "band", "bor", "bandnot", "not",
                    "land", "lor", "has", "min", "max", "neg", "popcount"))  # fmt: skip
"""May be worked out though nobody asks for it."""
MOST_CHEAP = 6
_IN_CODE = (-1, 0, 1)
"""Numbers that always stand in the code; the others lie beside it, so that it stays the same when they change."""


class Expressions(Sequences):
    """Of one function; `frame`: its locals that live in the frame -> their place there."""

    def __init__(
        self, writer: Writer, shapes: Shapes, memory: Memory, symbols: Symbols, fn: int, frame: dict[int, int]
    ) -> None:
        super().__init__(writer, shapes, memory, symbols, fn, frame)
        self.fixed = False
        """Whether numbers belong to the structure of the program here, and stand in its code."""
        self.pieces, self.cells = shapes.piece_type, shapes.cell_type

    # ---- shapes -----------------------------------------------------------------------------------

    def type(self, value: Ex) -> str:
        return f"i{self.shape(value).bits}"

    # ---- locals -----------------------------------------------------------------------------------

    def set(self, local: int, value: Ex) -> None:
        shape = self.shapes.of_local(self.fn, local)
        if shape.sort is Sort.SEQUENCE:
            self.into(value, Place(self.address(local), self.memory.most), shape)
        else:
            found = self.value(value, f"i{shape.bits}")
            self.w.store(found, self.address(local))

    def set_number(self, local: int, value: Value) -> None:
        shape = self.shapes.of_local(self.fn, local)
        self.w.store(self.w.resize(value, f"i{shape.bits}"), self.address(local))

    # ---- integers ---------------------------------------------------------------------------------

    def test(self, value: Ex) -> Value:
        w = self.w
        if value.op == "const":
            return Value(TEST, "true" if value.imm else "false")
        if self.is_sequence(value):
            return w.as_test(w.load(NUMBER, self.sequence(value).address))
        return w.as_test(self.raw(value))

    def value(self, value: Ex, type_: str | None = None) -> Value:
        """As an integer, of a type where that is given."""
        w = self.w
        if value.op == "const":
            if type_ in (None, NUMBER) and not self.fixed and value.imm not in _IN_CODE:
                return w.load(NUMBER, self.symbols.number(value.imm))
            return Value(type_ or NUMBER, str(value.imm))
        found = w.as_number(self.raw(value))
        if type_ is None or found.type == type_:
            return found
        if value.op == "neg":
            return w.give(type_, f"sext i64 {found.text} to {type_}")
        return w.resize(found, type_)

    def number(self, value: Ex) -> Value:
        return self.value(value, NUMBER)

    def index(self, value: Ex) -> Value:
        """A number that says where something is."""
        before, self.fixed = self.fixed, True
        found = self.number(value)
        self.fixed = before
        return found

    def raw(self, value: Ex) -> Value:
        """As it comes: a test may be one bit."""
        w, op, args = self.w, value.op, value.args
        if op == "local":
            return w.load(self.type(value), self.address(value.imm))
        if op == "imul":
            return w.binary("mul", self.index(args[0]), self.index(args[1]))
        if op in _PLAIN:
            type_ = self.type(value)
            return w.binary(_PLAIN[op], self.value(args[0], type_), self.value(args[1], type_))
        if op in _COMPARED:
            return self._compare(op, args[0], args[1])
        if op in ("load", "gload"):
            return self._load(value)
        if op in ("table", "gtable"):
            type_ = self.type(value)
            index = self.index(args[0])
            return w.load(type_, w.element(self.symbols.table(value.imm), index, bits_of(type_) // 8))
        if op in ("land", "lor"):
            return self._both(op == "land", args[0], args[1])
        if op == "ite":
            return self._ite(value)
        if op == "not":
            return w.binary("xor", self.test(args[0]), Value(TEST, "true"))
        if op in ("min", "max"):
            a, b = self.number(args[0]), self.number(args[1])
            return w.select(w.compare("slt" if op == "min" else "sgt", a, b), a, b)
        if op == "bandnot":
            type_ = self.type(value)
            other = w.binary("xor", self.value(args[1], type_), Value(type_, "-1"))
            return w.binary("and", self.value(args[0], type_), other)
        if op == "bit":
            return w.bit(self.index(args[0]), self.type(value))
        if op == "has":
            return w.has(self.mask(args[0]), self.index(args[1]))
        if op == "popcount":
            return w.popcount(self.mask(args[0]))
        if op in ("lowest", "highest"):
            return self._end_of(op, self.mask(args[0]))
        if op == "neg":
            made = w.binary("sub", number(0), self.number(args[0]))
            type_ = self.type(value)
            return made if type_ == NUMBER else w.give(type_, f"sext i64 {made.text} to {type_}")
        if op in ("mul", "clamp"):
            found = self.number(args[0])
            return self.clamp(found if op == "clamp" else w.binary("mul", found, self.number(args[1])), LIMIT)
        if op in ("div", "mod"):
            return self._divide(op, self.number(args[0]), self.number(args[1]))
        return self._rest(value)

    def _rest(self, value: Ex) -> Value:
        w, op, args = self.w, value.op, value.args
        if op in ("nb", "sur"):
            name = "near" if op == "nb" else "around"
            return self._cells(value, f"call {self.cells} @k.{name}({self.cells} {self._cell_mask(args[0])})")
        if op == "dist":
            return w.give(
                NUMBER,
                f"call i64 @k.nearest(i64 {self.number(args[0]).text}, {self.cells} {self._cell_mask(args[1])})",
            )
        if op == "within":
            mask = self._cell_mask(args[0])
            most = self.number(args[1]).text
            return self._cells(value, f"call {self.cells} @k.within({self.cells} {mask}, i64 {most})")
        if op == "group":
            cell = self.number(args[0]).text
            mask = self._cell_mask(args[1])
            return self._cells(value, f"call {self.cells} @k.connected(i64 {cell}, {self.cells} {mask})")
        if op == "range":
            return self._range(value)
        if op in ("seqfirst", "seqlast"):
            return self.end_of(op, self.sequence(args[0]))
        if op == "seqmask":
            return self.members(self.sequence(args[0]), self.type(value))
        if op == "call":
            return self.call(value.imm, args, [])[0]
        if op == "calldyn":
            made = self.call_dyn(value.imm, args[0], args[1:], self.type(value))
            assert made is not None
            return made
        raise Unsupported(f"there is no machine code for the operation {op}")

    def mask(self, value: Ex) -> Value:
        return Value(self.type(value), str(value.imm)) if value.op == "const" else self.value(value)

    def _cell_mask(self, value: Ex) -> str:
        return str(value.imm) if value.op == "const" else self.w.resize(self.value(value), self.cells).text

    def _cells(self, value: Ex, line: str) -> Value:
        return self.w.resize(self.w.give(self.cells, line), self.type(value))

    def _compare(self, op: str, a: Ex, b: Ex) -> Value:
        w = self.w
        if self.is_sequence(a) or self.is_sequence(b):
            found = w.give(
                NUMBER, f"call i64 @k.same_items(ptr {self.sequence(a).address}, ptr {self.sequence(b).address})"
            )
            return w.compare("ne" if op == "eq" else "eq", found, number(0))
        if a.op == b.op == "const":
            return w.compare(_COMPARED[op], self.number(a), self.number(b))
        type_ = max((self.type(x) for x in (a, b) if x.op != "const"), key=bits_of)
        return w.compare(_COMPARED[op], self.value(a, type_), self.value(b, type_))

    def _load(self, value: Ex) -> Value:
        w = self.w
        type_ = self.type(value)
        if not value.args:
            return w.load_split(type_, *self.slot(value.imm, None, type_))
        index = self.index(value.args[0])
        if value.op == "load":
            return w.load_split(type_, *self.slot(value.imm, index, type_))
        there = w.compare("sge", index, number(0))
        safe = w.select(there, index, number(0))
        found = w.load_split(type_, *self.slot(value.imm, safe, type_))
        return w.select(there, found, Value(type_, "-1"))

    def slot(self, slot: int, index: Value | None, type_: str) -> tuple[str, str]:
        """Addresses of the value of a slot and of the rest of it."""
        w = self.w
        low = w.at("%s", 8 * slot)
        if index is not None:
            low = w.element(low, index, 8)
        if type_ == NUMBER:
            return low, ""
        if slot < at.HEADER and index is not None:
            raise Unsupported("a set found by its number in the state")
        rest = w.at("%s", 8 * self.memory.rest(slot))
        return low, rest if index is None else w.element(rest, index, bits_of(type_) // 8 - 8)

    def _is_cheap(self, value: Ex, left: int = MOST_CHEAP) -> bool:
        if value.op not in _CHEAP or left <= 0 or (value.op == "local" and self.is_sequence(value)):
            return False
        return all(self._is_cheap(arg, left - 1) for arg in value.args)

    def _both(self, both: bool, a: Ex, b: Ex) -> Value:
        w = self.w
        if self._is_cheap(b):
            return w.binary("and" if both else "or", self.test(a), self.test(b))
        made = w.variable(TEST)
        first = self.test(a)
        w.set(first, made)
        more, end = w.label(), w.label()
        w.branch(first, *((more, end) if both else (end, more)))
        w.here(more)
        w.set(self.test(b), made)
        w.here(end)
        return w.get(TEST, made)

    def _ite(self, value: Ex) -> Value:
        w = self.w
        test, a, b = value.args
        type_ = self.type(value)
        if self._is_cheap(a) and self._is_cheap(b):
            return w.select(self.test(test), self.value(a, type_), self.value(b, type_))
        made = w.variable(type_)
        then, otherwise, end = w.label(), w.label(), w.label()
        w.branch(self.test(test), then, otherwise)
        w.here(then)
        w.set(self.value(a, type_), made)
        w.jump(end)
        w.here(otherwise)
        w.set(self.value(b, type_), made)
        w.here(end)
        return w.get(type_, made)

    def _end_of(self, op: str, mask: Value) -> Value:
        w = self.w
        name = "cttz" if op == "lowest" else "ctlz"
        found = w.give(mask.type, f"call {mask.type} @llvm.{name}.{mask.type}({mask.type} {mask.text}, i1 false)")
        index = w.resize(found, NUMBER)
        if op == "highest":
            return w.binary("sub", number(bits_of(mask.type) - 1), index)
        return w.select(mask, index, number(-1))

    def _divide(self, op: str, a: Value, b: Value) -> Value:
        """Rounded down; nobody divides by 0, but nothing may happen if somebody does."""
        w = self.w
        b = w.select(w.compare("eq", b, number(0)), number(1), b)
        quotient, rest = w.binary("sdiv", a, b), w.binary("srem", a, b)
        uneven = w.compare("ne", rest, number(0))
        opposite = w.compare("slt", w.binary("xor", rest, b), number(0))
        below = w.binary("and", uneven, opposite)
        if op == "div":
            return w.select(below, w.binary("sub", quotient, number(1)), quotient)
        return w.select(below, w.binary("add", rest, b), rest)

    def _range(self, value: Ex) -> Value:
        """Bits low to high, nothing if there are none."""
        w, type_ = self.w, self.type(value)
        most = min(MOST_NUMBERS - 1, bits_of(type_) - 1)
        low, high = self.number(value.args[0]), self.number(value.args[1])
        low = w.select(w.compare("slt", low, number(0)), number(0), low)
        high = w.select(w.compare("sgt", high, number(most)), number(most), high)
        some = w.compare("sle", low, high)
        low = w.resize(w.select(some, low, number(0)), type_)
        less = w.binary("sub", number(bits_of(type_) - 1), w.select(some, high, number(0)))
        up_to = w.binary("lshr", Value(type_, "-1"), w.resize(less, type_))
        made = w.binary("and", up_to, w.binary("shl", Value(type_, "-1"), low))
        return w.select(some, made, Value(type_, "0"))

    # ---- calls ------------------------------------------------------------------------------------

    def given(self, fn: int, args: tuple[Ex, ...]) -> list[str]:
        """Arguments for a function, with their types."""
        made = []
        for place, arg in enumerate(args):
            shape = self.shapes.of_local(fn, place)
            if shape.sort is Sort.SEQUENCE:
                made.append(f"ptr {self.sequence(arg).address}")
            else:
                value = self.value(arg, f"i{shape.bits}")
                made.append(f"{value.type} {value.text}")
        return made

    def call(self, fn: int, args: tuple[Ex, ...], to: list[Place]) -> list[Value]:
        """A pure function; its results, but those that are sequences: they go to places, as far as there are."""
        w = self.w
        types, outs = result_types(self.shapes, fn)
        given = self.given(fn, args)
        places = [to[i] if i < len(to) else self.scratch(shape) for i, shape in enumerate(outs)]
        given = ["ptr %s", *given, *(f"ptr {place.address}" for place in places)]
        result = returned(types)
        line = f"call {result} @f{fn}({', '.join(given)})"
        if not types:
            w.put(line)
            return []
        found = w.give(result, line)
        if len(types) == 1:
            return [Value(types[0], found.text)]
        return [w.give(t, f"extractvalue {result} {found.text}, {i}") for i, t in enumerate(types)]

    def call_dyn(self, table: int, index: Ex, args: tuple[Ex, ...], type_: str | None) -> Value | None:
        """The function that a table holds for an index; for none nothing is done."""
        w = self.w
        functions = sorted({fn for fn in self.shapes.core.tables[table] if fn >= 0})
        which = w.load(NUMBER, w.element(self.symbols.table(table), self.index(index), 8))
        made = None if type_ is None else w.variable(type_)
        if made is not None and type_ is not None:
            w.set(Value(type_, "0"), made)
        end = w.label()
        labels = {fn: w.label() for fn in functions}
        w.end(
            f"switch i64 {which.text}, label %{end} [{' '.join(f'i64 {fn}, label %{labels[fn]}' for fn in functions)}]"
        )
        for fn in functions:
            w.here(labels[fn])
            found = self.call(fn, args, [])
            if made is not None and found:
                w.set(found[0], made)
            w.jump(end)
        w.here(end)
        return None if made is None or type_ is None else w.get(type_, made)


def result_types(shapes: Shapes, fn: int) -> tuple[list[str], list[Shape]]:
    """Types of the results that are integers, and shapes of those that are sequences."""
    found = [shapes.of_result(fn, number) for number in range(shapes.results[fn])]
    integers = [f"i{shape.bits}" for shape in found if shape.sort is Sort.INTEGER]
    return integers, [shape for shape in found if shape.sort is Sort.SEQUENCE]


def returned(types: list[str]) -> str:
    return "void" if not types else types[0] if len(types) == 1 else f"{{{', '.join(types)}}}"
