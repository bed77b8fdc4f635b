"""The operations that the kernel calls but does not define: bits, memory, orders of zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from solenia_rules.fast.writer import NUMBER, POINTER, TEST, Value, Writer, bits_of, number

LITERAL = "literal"
"""The type of a literal number, which takes the type of the other operand."""
POSITION, WORKPLACE, LIST, ITEMS, MIND = "Position", "Workplace", "list", "Items", "Mind"
POINTERS = (POSITION, WORKPLACE, LIST, ITEMS, MIND)


@frozen
class KernelTable:
    """A constant table of the module."""

    symbol: str
    type: str


@frozen
class Field:
    """A list in a position: the offset of its first words, and the offset of the further words of wide values."""

    low: int
    rest: int
    type: str


@frozen
class World:
    """The meaning of the kernel's names for one ruleset."""

    widths: Mapping[str, str]
    """Name of a kind of set -> its LLVM type."""
    constants: Mapping[str, int | Value]
    tables: Mapping[str, KernelTable]
    fields: Mapping[str, Field]
    """The lists in a position."""
    scalars: Mapping[str, Field]
    total: int
    """The number of words of a position."""
    steps: Mapping[str, Mapping[int, int]]
    """Relation between cells -> for each step the set of the cells from which it leads to a related cell."""
    orders: int
    order_step: int
    """The offset of the orders of zones, and the number of words of each order."""


WORKPLACE_WORDS = {
    name: place
    for place, name in enumerate((
        "arena", "room", "fuel", "fault", "log", "log_room", "log_count", "log_asked",
        "answers", "answers_room", "desk", "desk_room", "desk_used", "stands", "stands_room",
        "kept", "kept_room", "kept_used", "kept_waits", "hits", "window",
    ))
}  # fmt: skip
OWNED = ("arena", "log", "answers", "desk", "stands", "kept")
"""The words of a workplace that hold the address of memory of its own."""
MIND_WORDS = {
    name: place
    for place, name in enumerate((
        "seed_low", "seed_high", "walk", "walked", "seat", "key", "count", "world_key", "world_count", "root", "judged",
        "lucky", "plan", "plan_moment", "plan_seat", "equals", "events", "past", "mixes", "mix_list", "written",
        "write_list", "judgements", "judging", "judging_number", "contradicted",
        "samples", "scale", "usual", "nodes", "path", "secret_spec", "secret_asked", "secret_frame",
        "secrets", "secret",
    ))
}  # fmt: skip
"""The last word is the first of a list."""
RECORDS = {WORKPLACE: WORKPLACE_WORDS, MIND: MIND_WORDS}
"""Records in memory that are not positions: the place of each of their words."""
MOST_SECRETS = 128
"""The most secret answers that a mind remembers."""


@frozen
class Signature:
    params: tuple[str, ...]
    result: str | None


def llvm_type(type_: str) -> str:
    """The LLVM type."""
    return POINTER if type_ in POINTERS else type_


class Intrinsics:
    def __init__(self, writer: Writer, world: World) -> None:
        self.writer, self.world = writer, world

    def fit(self, value: Value, type_: str) -> Value:
        w = self.writer
        if value.type == type_ or type_ in POINTERS:
            return value
        if value.type == LITERAL:
            return Value(type_, value.text)
        if value.type == TEST:
            return w.resize(w.as_number(value), type_)
        raise AssertionError(f"{value} is no {type_}")

    def small(self, value: Value) -> Value:
        return self.writer.resize(self.fit(value, NUMBER), "i16")

    def alike(self, a: Value, b: Value) -> tuple[Value, Value]:
        if a.type == LITERAL and b.type == LITERAL:
            return Value(NUMBER, a.text), Value(NUMBER, b.text)
        return (a, self.fit(b, a.type)) if a.type != LITERAL else (self.fit(a, b.type), b)

    def popcount(self, args: list[Value]) -> Value:
        return self.writer.popcount(args[0])

    def lowest(self, args: list[Value]) -> Value:
        return self.writer.lowest(args[0])

    def has(self, args: list[Value]) -> Value:
        return self.writer.has(args[0], self.fit(args[1], NUMBER))

    def bit(self, width: str, index: Value) -> Value:
        """The mask with one bit; the index must be valid."""
        w, type_ = self.writer, self.world.widths[width]
        return w.binary("shl", Value(type_, "1"), w.resize(self.fit(index, NUMBER), type_))

    def _elsewhere(self, s: Value, low: Value, rest: Value) -> tuple[str, str]:
        w = self.writer
        return w.element(s.text, self.fit(low, NUMBER), 8), w.element(s.text, self.fit(rest, NUMBER), 8)

    def cells_at(self, args: list[Value]) -> Value:
        return self.writer.load_split(self.world.widths["Cells"], *self._elsewhere(*args))

    def put_cells(self, args: list[Value]) -> None:
        self.writer.store_split(args[3], *self._elsewhere(*args[:3]))

    def by_steps(self, relation: str, cells: Value) -> Value:
        """The cells that are related to a set of cells: the set shifted by each step."""
        w, type_ = self.writer, self.world.widths["Cells"]
        made = Value(type_, "0")
        for step, origins in self.world.steps[relation].items():
            signed = origins - (1 << bits_of(type_)) if origins >> bits_of(type_) - 1 else origins
            some = w.binary("and", self.fit(cells, type_), Value(type_, str(signed)))
            moved = w.binary("shl" if step > 0 else "lshr", some, Value(type_, str(abs(step))))
            made = w.binary("or", made, moved)
        return made

    def _shift_order(self, args: list[Value], by: int) -> tuple[str, Value, str]:
        """Shift the members of an order after an index. Returns the address of the order, its length before, and the
        index."""
        w = self.writer
        s, zone, index = args[0], self.fit(args[1], NUMBER), self.fit(args[2], NUMBER)
        order = w.element(w.at(s.text, 8 * self.world.orders), zone, 8 * self.world.order_step)
        count = w.load(NUMBER, order)
        here = w.element(w.at(order, 8), index, 2)
        left = w.binary("sub", count, index)
        if by < 0:
            left = w.binary("add", left, number(-1))
        some, after = w.label(), w.label()
        w.branch(w.compare("sgt", left, number(0)), some, after)
        w.here(some)
        beyond, size = w.at(here, 2), w.binary("shl", left, number(1))
        w.copy(*((here, beyond) if by < 0 else (beyond, here)), size)
        w.here(after)
        w.store(w.binary("add", count, number(by)), order)
        return order, count, here

    def remove_at(self, args: list[Value]) -> None:
        self._shift_order(args, -1)

    def insert_at(self, args: list[Value]) -> None:
        _order, _count, here = self._shift_order(args[:3], 1)
        self.writer.store(self.small(args[3]), here)

    def buffer(self, args: list[Value]) -> Value:
        return Value(LIST, self.writer.variable(f"[{max(1, int(args[0].text))} x i64]"))

    def position_in(self, args: list[Value]) -> Value:
        w = self.writer
        arena = w.give(POINTER, f"load ptr, ptr {args[0].text}").text
        return Value(POSITION, w.element(arena, self.fit(args[1], NUMBER), 8 * self.world.total))

    def position_after(self, args: list[Value]) -> Value:
        return Value(POSITION, self.writer.element(args[0].text, self.fit(args[1], NUMBER), 8 * self.world.total))

    def copy_position(self, args: list[Value]) -> None:
        w = self.writer
        size = w.binary("shl", self.fit(args[2], NUMBER), number(3))
        w.put(
            f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {args[0].text}, ptr align 8 {args[1].text}, "
            f"i64 {size.text}, i1 false)"
        )

    def copy_words(self, args: list[Value]) -> None:
        w, (first, count) = self.writer, (self.fit(arg, NUMBER) for arg in args[2:])
        to, source = (w.element(arg.text, first, 8) for arg in args[:2])
        size = w.binary("shl", count, number(3))
        w.put(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {to}, ptr align 8 {source}, i64 {size.text}, i1 false)")

    def move_words(self, args: list[Value]) -> None:
        w, (to, source, count) = self.writer, (self.fit(arg, NUMBER) for arg in args[1:])
        size = w.binary("shl", count, number(3))
        w.copy(w.element(args[0].text, to, 8), w.element(args[0].text, source, 8), size)

    def workplace(self, _args: list[Value]) -> Value:
        w, size = self.writer, len(WORKPLACE_WORDS)
        made = w.variable(f"[{size} x i64]")
        w.clear(made, 8 * size)
        return Value(WORKPLACE, made)

    def grow(self, args: list[Value]) -> None:
        w, x = self.writer, args[0].text
        room = w.load(NUMBER, w.at(x, 8))
        more = w.binary("add", w.binary("shl", room, number(1)), number(8))
        size = w.binary("mul", more, number(8 * self.world.total))
        arena = w.give(POINTER, f"load ptr, ptr {x}")
        moved = w.give(POINTER, f"call ptr @realloc(ptr {arena.text}, i64 {size.text})")
        w.put(f"store ptr {moved.text}, ptr {x}")
        w.store(more, w.at(x, 8))

    def release(self, args: list[Value]) -> None:
        w = self.writer
        for name in OWNED:
            owned = w.give(POINTER, f"load ptr, ptr {w.at(args[0].text, 8 * WORKPLACE_WORDS[name])}")
            w.put(f"call void @free(ptr {owned.text})")

    def at_address(self, type_: str, address: Value) -> Value:
        pointer = self.writer.give(POINTER, f"inttoptr i64 {self.fit(address, NUMBER).text} to ptr")
        return Value(type_, pointer.text)

    def address_of(self, args: list[Value]) -> Value:
        return self.writer.give(NUMBER, f"ptrtoint ptr {args[0].text} to i64")

    def resized(self, args: list[Value]) -> Value:
        w, (address, words) = self.writer, (self.fit(arg, NUMBER) for arg in args)
        size = w.binary("shl", words, number(3))
        old = self.at_address(LIST, address).text
        moved = w.give(POINTER, f"call ptr @realloc(ptr {old}, i64 {size.text})")
        return self.address_of([moved])

    def store_pieces(self, args: list[Value]) -> None:
        w = self.writer
        w.store(args[2], w.element(args[0].text, self.fit(args[1], NUMBER), 8))

    def _memory(self, x: Value, name: str) -> str:
        """The address of memory that a workplace owns."""
        where = self.writer.at(x.text, 8 * WORKPLACE_WORDS[name])
        return self.writer.give(POINTER, f"load ptr, ptr {where}").text

    def _widen(self, x: Value, name: str, least: Value, size: int) -> None:
        """Make room in such memory for at least `least` things of `size` words, and twice as many as it has."""
        w = self.writer
        room = w.at(x.text, 8 * WORKPLACE_WORDS[f"{name}_room"])
        twice = w.binary("shl", w.load(NUMBER, room), number(1))
        more = w.select(w.compare("sgt", twice, least), twice, least)
        bytes_ = w.binary("mul", more, number(8 * size))
        moved = w.give(POINTER, f"call ptr @realloc(ptr {self._memory(x, name)}, i64 {bytes_.text})")
        w.put(f"store ptr {moved.text}, ptr {w.at(x.text, 8 * WORKPLACE_WORDS[name])}")
        w.store(more, room)

    def desk(self, args: list[Value]) -> Value:
        return Value(LIST, self._memory(args[0], "desk"))

    def widen_desk(self, args: list[Value]) -> None:
        self._widen(args[0], "desk", self.fit(args[1], NUMBER), 1)

    def stand(self, args: list[Value]) -> Value:
        first = self._memory(args[0], "stands")
        return Value(POSITION, self.writer.element(first, self.fit(args[1], NUMBER), 8 * self.world.total))

    def more_stands(self, args: list[Value]) -> None:
        self._widen(args[0], "stands", self.fit(args[1], NUMBER), self.world.total)

    def mind_in(self, args: list[Value]) -> Value:
        seats = self.world.constants["SEATS"]
        assert isinstance(seats, int)
        return Value(MIND, self.writer.at(args[0].text, 16 * seats))

    def set_in(self, width: str, args: list[Value]) -> Value:
        where = self.writer.element(args[0].text, self.fit(args[1], NUMBER), 8)
        return self.writer.load(self.world.widths[width], where)

    def put_options(self, args: list[Value]) -> None:
        where = self.writer.element(args[0].text, self.fit(args[1], NUMBER), 8)
        self.writer.store(self.fit(args[2], self.world.widths["Options"]), where)

    def low_set(self, width: str, count: Value) -> Value:
        w, type_ = self.writer, self.world.widths[width]
        less = w.binary("sub", number(bits_of(type_)), self.fit(count, NUMBER))
        return w.binary("lshr", Value(type_, "-1"), w.resize(less, type_))

    def items_at(self, args: list[Value]) -> Value:
        return Value(ITEMS, self.writer.element(args[0].text, self.fit(args[1], NUMBER), 8))

    def root(self, args: list[Value]) -> Value:
        w = self.writer
        real = w.give("double", f"uitofp i64 {self.fit(args[0], NUMBER).text} to double")
        found = w.give("double", f"call double @llvm.sqrt.f64(double {real.text})")
        return w.give(NUMBER, f"fptoui double {found.text} to i64")

    def _member(self, args: list[Value], size: int) -> str:
        return self.writer.element(args[0].text, self.fit(args[1], NUMBER), size)

    def int32_in(self, args: list[Value]) -> Value:
        found = self.writer.load("i32", self._member(args, 4))
        return self.writer.give(NUMBER, f"sext i32 {found.text} to i64")

    def put_int32(self, args: list[Value]) -> None:
        self.writer.store(self.writer.resize(self.fit(args[2], NUMBER), "i32"), self._member(args, 4))

    def byte_in(self, args: list[Value]) -> Value:
        return self.writer.resize(self.writer.load("i8", self._member(args, 1)), NUMBER)

    def put_byte(self, args: list[Value]) -> None:
        self.writer.store(self.writer.resize(self.fit(args[2], NUMBER), "i8"), self._member(args, 1))

    def clear_bytes(self, args: list[Value]) -> None:
        count = self.fit(args[1], NUMBER).text
        self.writer.put(f"call void @llvm.memset.p0.i64(ptr {args[0].text}, i8 0, i64 {count}, i1 false)")

    def minimum(self, args: list[Value]) -> Value:
        a, b = self.alike(*args)
        return self.writer.select(self.writer.compare("slt", a, b), a, b)

    def maximum(self, args: list[Value]) -> Value:
        a, b = self.alike(*args)
        return self.writer.select(self.writer.compare("sgt", a, b), a, b)


INTRINSICS: dict[str, Callable[[Intrinsics, list[Value]], Value | None]] = {
    "popcount": Intrinsics.popcount, "lowest": Intrinsics.lowest, "has": Intrinsics.has,
    "piece_bit": lambda f, a: f.bit("Pieces", a[0]), "cell_bit": lambda f, a: f.bit("Cells", a[0]),
    "packed": lambda f, a: f.writer.resize(f.fit(a[0], NUMBER), f.world.widths["Packed"]),
    "option_bit": lambda f, a: f.bit("Options", a[0]), "cells_at": Intrinsics.cells_at,
    "put_cells": Intrinsics.put_cells, "low_cells": lambda f, a: f.low_set("Cells", a[0]),
    "near_by_steps": lambda f, a: f.by_steps("near", a[0]),
    "around_by_steps": lambda f, a: f.by_steps("around", a[0]),
    "remove_at": Intrinsics.remove_at, "insert_at": Intrinsics.insert_at, "buffer": Intrinsics.buffer,
    "position_in": Intrinsics.position_in,
    "position_after": Intrinsics.position_after, "copy_position": Intrinsics.copy_position, "grow": Intrinsics.grow,
    "move_words": Intrinsics.move_words, "copy_words": Intrinsics.copy_words, "workplace": Intrinsics.workplace,
    "address_of": Intrinsics.address_of, "workplace_at": lambda f, a: f.at_address(WORKPLACE, a[0]),
    "position_at": lambda f, a: f.at_address(POSITION, a[0]),
    "numbers_at": lambda f, a: f.at_address(LIST, a[0]), "resized": Intrinsics.resized,
    "store_pieces": Intrinsics.store_pieces,
    "desk": Intrinsics.desk, "widen_desk": Intrinsics.widen_desk,
    "stand": Intrinsics.stand, "more_stands": Intrinsics.more_stands, "mind_in": Intrinsics.mind_in,
    "options_in": lambda f, a: f.set_in("Options", a), "pieces_in": lambda f, a: f.set_in("Pieces", a),
    "put_options": Intrinsics.put_options, "low_options": lambda f, a: f.low_set("Options", a[0]),
    "as_pieces": lambda f, a: f.writer.resize(a[0], f.world.widths["Pieces"]),
    "as_options": lambda f, a: f.writer.resize(a[0], f.world.widths["Options"]),
    "int32_in": Intrinsics.int32_in, "put_int32": Intrinsics.put_int32, "byte_in": Intrinsics.byte_in,
    "put_byte": Intrinsics.put_byte, "clear_bytes": Intrinsics.clear_bytes,
    "items_at": Intrinsics.items_at, "root": Intrinsics.root,
    "release": Intrinsics.release, "min": Intrinsics.minimum, "max": Intrinsics.maximum,
}  # fmt: skip
