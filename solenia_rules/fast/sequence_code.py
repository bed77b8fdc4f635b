"""Generates LLVM IR for the core's sequences: they are stored in memory, and an expression is evaluated into a
place."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol, assert_never

from attrs import frozen

from solenia_rules.core import expressions as e
from solenia_rules.core.backends.python.junctions import Junctions
from solenia_rules.core.expressions import Ex
from solenia_rules.fast.classes import Shape, Sort
from solenia_rules.fast.errors import Unsupported
from solenia_rules.fast.memory import KEY_OFFSET, Memory
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import NUMBER, Value, Writer, number


@frozen
class Place:
    """A sequence in memory and the number of members it has room for."""

    address: str
    most: int


class Symbols(Protocol):
    """The addresses of the module's constants, and its form."""

    @property
    def telling(self) -> bool:
        """Whether the code tells events."""
        ...

    @property
    def counting(self) -> bool:
        """Whether the code counts the statements that run."""
        ...

    @property
    def junctions(self) -> Junctions:
        """The control flow between blocks."""
        ...

    def number(self, value: int) -> str: ...

    def table(self, number: int) -> str: ...

    def sequence(self, packed: int) -> str: ...


class SequenceCode:
    """Code of one function; `frame`: locals stored in the frame -> their position there."""

    def __init__(
        self, writer: Writer, shapes: Shapes, memory: Memory, symbols: Symbols, fn: int, frame: dict[int, int]
    ) -> None:
        self.w = writer
        self.shapes, self.memory, self.symbols = shapes, memory, symbols
        self.fn = fn
        self.frame = frame
        self.variables: dict[int, str] = {}

    @abstractmethod
    def number(self, value: Ex) -> Value: ...

    @abstractmethod
    def index(self, value: Ex) -> Value: ...

    @abstractmethod
    def mask(self, value: Ex) -> Value: ...

    @abstractmethod
    def test(self, value: Ex) -> Value: ...

    @abstractmethod
    def call(self, fn: int, args: tuple[Ex, ...], to: list[Place]) -> list[Value]: ...

    def shape(self, value: Ex) -> Shape:
        return self.shapes.of_ex(self.fn, value)

    def is_sequence(self, value: Ex) -> bool:
        return not isinstance(value, e.Const) and self.shape(value).sort is Sort.SEQUENCE

    def clamp(self, value: Value, most: int) -> Value:
        w = self.w
        low = w.select(w.compare("slt", value, number(-most)), number(-most), value)
        return w.select(w.compare("sgt", low, number(most)), number(most), low)

    def address(self, local: int) -> str:
        """The address of a local."""
        if local in self.frame:
            where, _shape = self.memory.places[self.fn][self.frame[local]]
            return self.w.at("%f", 8 * where)
        if local not in self.variables:
            shape = self.shapes.of_local(self.fn, local)
            words = self.memory.words(shape, self.memory.most)
            type_ = f"i{shape.bits}" if shape.sort is Sort.INTEGER else f"[{words} x i64]"
            self.variables[local] = self.w.variable(type_)
        return self.variables[local]

    # ---- sequences --------------------------------------------------------------------------------

    def sequence(self, value: Ex) -> Place:
        """The place of a sequence; do not write to it."""
        w, most = self.w, self.memory.most
        match value:
            case e.Const(packed):
                return Place(self.symbols.sequence(packed), most)
            case e.Local(local):
                return Place(self.address(local), most)
            case e.Load(base, index):
                first = w.at("%s", 8 * self.memory.rest(base))
                step = 8 * self.memory.step[self.shapes.part_of[base]]
                where = number(0) if index is None else self.index(index)
                return Place(w.element(first, where, step), self.memory.in_zone)
            case e.Table(table, index) | e.GuardedTable(table, index):
                step = 8 * self.memory.words(self.shape(value), most)
                return Place(w.element(self.symbols.table(table), self.index(index), step), most)
            case _:
                made = self.scratch(self.shape(value))
                self.into(value, made, self.shape(value))
                return made

    def scratch(self, shape: Shape) -> Place:
        return Place(self.w.variable(f"[{self.memory.words(shape, self.memory.most)} x i64]"), self.memory.most)

    def into(self, value: Ex, to: Place, shape: Shape) -> None:
        """Evaluate a sequence into a place. The expression may read the same place."""
        w = self.w
        match value:
            case e.Unary("seq_rest", arg):
                w.put(f"call void @k.pop_item(ptr {to.address}, ptr {self.sequence(arg).address})")
            case e.Binary("seq_push", arg, member):
                item = self.number(member).text
                self._copy(arg, to, shape)
                w.put(f"call void @k.push_item(ptr %s, ptr {to.address}, i64 {to.most}, i64 {item})")
                return
            case e.Unary("seq_reverse", arg):
                w.put(f"call void @k.reverse_items(ptr {to.address}, ptr {self.sequence(arg).address})")
            case e.Unary("seq_of", arg):
                self._from_mask(self.mask(arg), to)
            case e.SortPush():
                self._sort_push(value, to, shape)
                return
            case e.SortSeq(digits):
                self._copy(digits, to, shape)
            case e.Choice():
                then, otherwise, end = w.label(), w.label(), w.label()
                w.branch(self.test(value.test), then, otherwise)
                w.here(then)
                self.into(value.then, to, shape)
                w.jump(end)
                w.here(otherwise)
                self.into(value.otherwise, to, shape)
                w.here(end)
                return
            case e.Apply(fn, args):
                self.call(fn, args, [to])
                return
            case e.Const() | e.Local() | e.Load() | e.Table() | e.GuardedTable():
                self._copy(value, to, shape)
                return
            case e.ApplyBy() | e.GuardedLoad():
                raise Unsupported(f"there is no machine code for a sequence by {type(value).__name__}")
            case e.Unary() | e.Binary() | e.Not() | e.And() | e.Or():
                raise AssertionError("an integer where a sequence is wanted")
            case _:
                assert_never(value)
        if shape.keys:
            w.store(number(0), w.at(to.address, 8 * self.memory.keys_at(to.most)))

    def _copy(self, value: Ex, to: Place, shape: Shape) -> None:
        source = self.sequence(value)
        if source.address == to.address:
            return
        w = self.w
        if shape.keys and source.most == to.most and not isinstance(value, e.Const):
            w.copy(to.address, source.address, 8 * self.memory.words(shape, to.most))
            return
        w.put(f"call void @k.copy_items(ptr {to.address}, ptr {source.address})")
        if shape.keys:
            w.store(number(0), w.at(to.address, 8 * self.memory.keys_at(to.most)))

    def _sort_push(self, value: e.SortPush, to: Place, shape: Shape) -> None:
        w = self.w
        item, *keys = (self.number(part) for part in (value.index, *value.keys))
        given = w.variable(f"[{len(keys)} x i64]")
        for place, key in enumerate(keys):
            w.store(self.clamp(key, KEY_OFFSET - 1), w.at(given, 8 * place))
        self._copy(value.digits, to, shape)
        w.put(
            f"call void @k.sort_push(ptr %s, ptr {to.address}, i64 {self.memory.keys_at(to.most)}, i64 {shape.keys}, "
            f"i64 {len(keys)}, i64 {to.most}, i64 {item.text}, ptr {given})"
        )

    def _from_mask(self, mask: Value, to: Place) -> None:
        w = self.w
        rest, count = w.variable(mask.type), w.variable(NUMBER)
        w.set(mask, rest)
        w.set(number(0), count)
        head, inside, after = w.label(), w.label(), w.label()
        w.here(head)
        left = w.get(mask.type, rest)
        w.branch(left, inside, after)
        w.here(inside)
        index = w.get(NUMBER, count)
        w.store(w.resize(w.lowest(left), "i16"), w.element(w.at(to.address, 8), index, 2))
        w.set(w.without_lowest(left), rest)
        w.set(w.binary("add", index, number(1)), count)
        w.jump(head)
        w.here(after)
        w.store(w.get(NUMBER, count), to.address)

    def first_of(self, source: Place) -> Value:
        return self._item(source, self.w.load(NUMBER, source.address), number(0))

    def last_of(self, source: Place) -> Value:
        w = self.w
        count = w.load(NUMBER, source.address)
        return self._item(source, count, w.select(count, w.binary("sub", count, number(1)), number(0)))

    def _item(self, source: Place, count: Value, place: Value) -> Value:
        """The member at a place; -1 if the sequence is empty."""
        w = self.w
        item = w.resize(w.load("i16", w.element(w.at(source.address, 8), place, 2)), NUMBER)
        return w.select(count, item, number(-1))
