"""Generates LLVM IR for the core's expressions: integers in registers, sequences in memory."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked.numbers import LIMIT, NUMBERS
from solenia_rules.core import expressions as e
from solenia_rules.core import layout as at
from solenia_rules.core.expressions import Ex
from solenia_rules.core.operators import BinaryOp, UnaryOp
from solenia_rules.fast.classes import Sort
from solenia_rules.fast.errors import Unsupported
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.sequence_code import Place, SequenceCode, Symbols
from solenia_rules.fast.shapes import Shapes, result_types
from solenia_rules.fast.writer import NUMBER, TEST, Value, Writer, bits_of, number, returned

_COMPARED: dict[BinaryOp, str] = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle"}
_CHEAP: frozenset[BinaryOp | UnaryOp] = frozenset((
    "eq", "ne", "lt", "le", "add", "sub", "index_mul", "band", "bor", "bandnot", "has", "min", "max", "neg", "popcount",
))  # fmt: skip
"""Operators cheap enough to evaluate even if the result may not be needed."""
MOST_CHEAP = 6
_IN_CODE = (-1, 0, 1)
"""Numbers that are always written into the code. Other numbers are stored in the data, so that the code stays the same
when they change."""


class IntegerCode(SequenceCode):
    """Code of one function; `frame`: locals stored in the frame -> their position there."""

    def __init__(
        self, writer: Writer, shapes: Shapes, memory: Memory, symbols: Symbols, fn: int, frame: dict[int, int]
    ) -> None:
        super().__init__(writer, shapes, memory, symbols, fn, frame)
        self.fixed = False
        """Whether numbers are part of the program's structure here, and are therefore written into the code."""
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
        if isinstance(value, e.Const):
            return Value(TEST, "true" if value.value else "false")
        if self.is_sequence(value):
            return w.as_test(w.load(NUMBER, self.sequence(value).address))
        return w.as_test(self.raw(value))

    def value(self, value: Ex, type_: str | None = None) -> Value:
        """The value as an integer, converted to `type_` if given."""
        w = self.w
        if isinstance(value, e.Const):
            if type_ in (None, NUMBER) and not self.fixed and value.value not in _IN_CODE:
                return w.load(NUMBER, self.symbols.number(value.value))
            return Value(type_ or NUMBER, str(value.value))
        found = w.as_number(self.raw(value))
        if type_ is None or found.type == type_:
            return found
        if isinstance(value, e.Unary) and value.op == "neg":
            return w.give(type_, f"sext i64 {found.text} to {type_}")
        return w.resize(found, type_)

    def number(self, value: Ex) -> Value:
        return self.value(value, NUMBER)

    def index(self, value: Ex) -> Value:
        """The value as an index; its constants are part of the code."""
        before, self.fixed = self.fixed, True
        found = self.number(value)
        self.fixed = before
        return found

    def raw(self, value: Ex) -> Value:
        """The value without conversion: a test may have one bit."""
        w = self.w
        match value:
            case e.Const():
                return self.value(value)
            case e.Local(local):
                return w.load(self.type(value), self.address(local))
            case e.Binary():
                return self._binary(value)
            case e.Unary():
                return self._unary(value)
            case e.Load(base, index):
                return self._load(value, base, None if index is None else self.index(index))
            case e.GuardedLoad(base, index):
                return self._guarded_load(value, base, self.index(index))
            case e.Table(table, index) | e.GuardedTable(table, index):
                type_, where = self.type(value), self.index(index)
                return w.load(type_, w.element(self.symbols.table(table), where, bits_of(type_) // 8))
            case e.And(left, right):
                return self._both(True, left, right)
            case e.Or(left, right):
                return self._both(False, left, right)
            case e.Not(arg):
                return w.binary("xor", self.test(arg), Value(TEST, "true"))
            case e.Choice():
                return self._choice(value)
            case e.Apply(fn, args):
                return self.call(fn, args, [])[0]
            case e.ApplyBy(table, index, args):
                made = self.call_dyn(table, index, args, self.type(value))
                assert made is not None
                return made
            case e.SortPush() | e.SortSeq():
                raise AssertionError("a sequence where an integer is wanted")
            case _:
                assert_never(value)

    def _unary(self, value: e.Unary) -> Value:
        w, arg = self.w, value.arg
        match value.op:
            case "neg":
                made = w.binary("sub", number(0), self.number(arg))
                type_ = self.type(value)
                return made if type_ == NUMBER else w.give(type_, f"sext i64 {made.text} to {type_}")
            case "clamp":
                return self.clamp(self.number(arg), LIMIT)
            case "bit":
                return w.bit(self.index(arg), self.type(value))
            case "popcount":
                return w.popcount(self.mask(arg))
            case "lowest":
                return self._lowest(self.mask(arg))
            case "highest":
                return self._highest(self.mask(arg))
            case "near" | "around" if isinstance(arg, e.Unary) and arg.op == "bit":
                return self._cells(value, f"call {self.cells} @k.{value.op}_one(i64 {self.number(arg.arg).text})")
            case "near" | "around":
                return self._cells(value, f"call {self.cells} @k.{value.op}({self.cells} {self._cell_mask(arg)})")
            case "path":
                return w.give(NUMBER, f"call i64 @k.path_length(ptr %s, {self.cells} {self._cell_mask(arg)})")
            case "weighed_path":
                return w.give(NUMBER, f"call i64 @k.weighed_path(ptr %s, {self._weighed(arg)})")
            case "seq_first":
                return self.first_of(self.sequence(arg))
            case "seq_last":
                return self.last_of(self.sequence(arg))
            case "seq_rest" | "seq_reverse" | "seq_of":
                raise AssertionError("a sequence where an integer is wanted")
            case _:
                assert_never(value.op)

    def _binary(self, value: e.Binary) -> Value:
        w, left, right = self.w, value.left, value.right
        match value.op:
            case "index_mul":
                return w.binary("mul", self.index(left), self.index(right))
            case "add":
                return self._plain("add", value)
            case "sub":
                return self._plain("sub", value)
            case "band":
                return self._plain("and", value)
            case "bor":
                return self._plain("or", value)
            case "eq" | "ne" | "lt" | "le":
                return self._compare(value.op, left, right)
            case "min" | "max":
                a, b = self.number(left), self.number(right)
                return w.select(w.compare("slt" if value.op == "min" else "sgt", a, b), a, b)
            case "bandnot":
                type_ = self.type(value)
                other = w.binary("xor", self.value(right, type_), Value(type_, "-1"))
                return w.binary("and", self.value(left, type_), other)
            case "has":
                return w.has(self.mask(left), self.index(right))
            case "mul":
                return self.clamp(w.binary("mul", self.number(left), self.number(right)), LIMIT)
            case "div" | "mod":
                return w.divide(value.op, self.number(left), self.number(right))
            case "dist":
                cell, mask = self.number(left).text, self._cell_mask(right)
                return w.give(NUMBER, f"call i64 @k.nearest(i64 {cell}, {self.cells} {mask})")
            case "within":
                mask, most = self._cell_mask(left), self.number(right).text
                return self._cells(value, f"call {self.cells} @k.within({self.cells} {mask}, i64 {most})")
            case "group":
                cell, mask = self.number(left).text, self._cell_mask(right)
                return self._cells(value, f"call {self.cells} @k.connected(i64 {cell}, {self.cells} {mask})")
            case "trail":
                given = f"{self.cells} {self._cell_mask(left)}, {self.cells} {self._cell_mask(right)}"
                return w.give(NUMBER, f"call i64 @k.trail_length(ptr %s, {given})")
            case "weighed_trail":
                given = f"{self._weighed(left)}, {self.cells} {self._cell_mask(right)}"
                return w.give(NUMBER, f"call i64 @k.weighed_trail(ptr %s, {given})")
            case "range":
                return self._range(value)
            case "seq_push":
                raise AssertionError("a sequence where an integer is wanted")
            case _:
                assert_never(value.op)

    def _plain(self, operation: str, value: e.Binary) -> Value:
        type_ = self.type(value)
        return self.w.binary(operation, self.value(value.left, type_), self.value(value.right, type_))

    def mask(self, value: Ex) -> Value:
        return Value(self.type(value), str(value.value)) if isinstance(value, e.Const) else self.value(value)

    def _cell_mask(self, value: Ex) -> str:
        if isinstance(value, e.Const):
            return str(value.value)
        return self.w.resize(self.value(value), self.cells).text

    def _weighed(self, value: Ex) -> str:
        """The arguments for cells with weights: where they are, and the offset of the weights."""
        place = self.sequence(value)
        return f"ptr {place.address}, i64 {self.memory.keys_at(place.most) + 1}"

    def _cells(self, value: Ex, line: str) -> Value:
        return self.w.resize(self.w.give(self.cells, line), self.type(value))

    def _compare(self, op: BinaryOp, a: Ex, b: Ex) -> Value:
        w = self.w
        if self.is_sequence(a) or self.is_sequence(b):
            found = w.give(
                NUMBER, f"call i64 @k.same_items(ptr {self.sequence(a).address}, ptr {self.sequence(b).address})"
            )
            return w.compare("ne" if op == "eq" else "eq", found, number(0))
        if isinstance(a, e.Const) and isinstance(b, e.Const):
            return w.compare(_COMPARED[op], self.number(a), self.number(b))
        type_ = max((self.type(x) for x in (a, b) if not isinstance(x, e.Const)), key=bits_of)
        return w.compare(_COMPARED[op], self.value(a, type_), self.value(b, type_))

    def _load(self, value: Ex, base: int, index: Value | None) -> Value:
        type_ = self.type(value)
        return self.w.load_split(type_, *self.slot(base, index, type_))

    def _guarded_load(self, value: Ex, base: int, index: Value) -> Value:
        w = self.w
        type_ = self.type(value)
        there = w.compare("sge", index, number(0))
        safe = w.select(there, index, number(0))
        found = w.load_split(type_, *self.slot(base, safe, type_))
        return w.select(there, found, Value(type_, "-1"))

    def slot(self, slot: int, index: Value | None, type_: str) -> tuple[str, str]:
        """The addresses of the value of a slot and of its further words."""
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
        """Whether a value is cheap enough to evaluate even if it may not be needed."""
        match value:
            case e.Local():
                cheap = not self.is_sequence(value)
            case e.Unary(op) | e.Binary(op):
                cheap = op in _CHEAP
            case _:
                cheap = isinstance(value, (e.Const, e.Not, e.And, e.Or))
        return cheap and left > 0 and all(self._is_cheap(part, left - 1) for part in value.parts)

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

    def _choice(self, value: e.Choice) -> Value:
        w = self.w
        test, a, b = value.test, value.then, value.otherwise
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

    def _zeros(self, which: str, mask: Value) -> Value:
        """The number of zeros before the first bit, counted from one end."""
        w, type_ = self.w, mask.type
        return w.resize(w.give(type_, f"call {type_} @llvm.{which}.{type_}({type_} {mask.text}, i1 false)"), NUMBER)

    def _lowest(self, mask: Value) -> Value:
        return self.w.select(mask, self._zeros("cttz", mask), number(-1))

    def _highest(self, mask: Value) -> Value:
        return self.w.binary("sub", number(bits_of(mask.type) - 1), self._zeros("ctlz", mask))

    def _range(self, value: e.Binary) -> Value:
        """The mask with the bits from low to high; empty if high is below low."""
        w, type_ = self.w, self.type(value)
        most = min(NUMBERS - 1, bits_of(type_) - 1)
        low, high = self.number(value.left), self.number(value.right)
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
        """The arguments of a call, with their types."""
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
        """Call a pure function. Returns its integer results; results that are sequences are written to the places in
        `to`."""
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
        """Call the function that a table holds for an index; nothing is called if the index or the entry is -1."""
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
