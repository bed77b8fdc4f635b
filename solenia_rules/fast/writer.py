"""Writes the LLVM IR of one function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from attrs import frozen

NUMBER = "i64"
TEST = "i1"
NARROW = 64
"""The most bits of a mask that instructions for single members treat as one number. Wider masks are treated word by
word: shifts of several words, and the search for their lowest bit, take many instructions."""
POINTER = "ptr"


@frozen
class Value:
    """A value and its type."""

    type: str
    text: str


def number(value: int) -> Value:
    return Value(NUMBER, str(value))


def bits_of(type_: str) -> int:
    return int(type_[1:])


def returned(types: list[str]) -> str:
    """The type of a function whose results have these types."""
    return "void" if not types else types[0] if len(types) == 1 else f"{{{', '.join(types)}}}"


class Writer:
    """Instructions are appended at the end; memory for variables is allocated at the beginning."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.variables: list[str] = []
        self.lines: list[str] = []
        self.count = 0
        self.open = True
        """Whether the current block still lacks its last instruction."""

    def text(self) -> str:
        return "\n".join((self.head + " {", *self.variables, *self.lines, "}"))

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def label(self) -> str:
        self.count += 1
        return f"l{self.count}"

    def put(self, line: str) -> None:
        """Append an instruction; unreachable instructions are left out."""
        if self.open:
            self.lines.append(line)

    def give(self, type_: str, line: str) -> Value:
        """Append an instruction with a result."""
        name = self.fresh()
        self.put(f"{name} = {line}")
        return Value(type_, name)

    def here(self, label: str) -> None:
        """Begin a block; if the block before is still open, it jumps here."""
        if self.open:
            self.lines.append(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.open = True

    def end(self, line: str) -> None:
        """Append the last instruction of a block."""
        self.put(line)
        self.open = False

    def jump(self, label: str) -> None:
        self.end(f"br label %{label}")

    def branch(self, test: Value, then: str, otherwise: str) -> None:
        self.end(f"br i1 {self.as_test(test).text}, label %{then}, label %{otherwise}")

    def either(
        self, fork: Callable[[str, str], None], then: Callable[[], None], otherwise: Callable[[], None] | None
    ) -> None:
        """Write two branches that join again: `fork` ends the block before with a branch to their labels."""
        first, second, after = self.label(), self.label(), self.label()
        fork(first, second if otherwise else after)
        for label, body in ((first, then), (second, otherwise)):
            if body is None:
                continue
            self.here(label)
            body()
            if self.open:
                self.jump(after)
        self.here(after)

    def variable(self, type_: str) -> str:
        name = self.fresh()
        self.variables.append(f"{name} = alloca {type_}")
        return name

    # ---- values -----------------------------------------------------------------------------------

    def as_test(self, value: Value) -> Value:
        return value if value.type == TEST else self.compare("ne", value, Value(value.type, "0"))

    def as_number(self, value: Value) -> Value:
        return self.give(NUMBER, f"zext i1 {value.text} to i64") if value.type == TEST else value

    def compare(self, how: str, a: Value, b: Value) -> Value:
        return self.give(TEST, f"icmp {how} {a.type} {a.text}, {b.text}")

    def binary(self, how: str, a: Value, b: Value) -> Value:
        return self.give(a.type, f"{how} {a.type} {a.text}, {b.text}")

    def divide(self, op: Literal["div", "mod"], a: Value, b: Value) -> Value:
        """Division rounded down. Programs never divide by 0, but even then the code must not trap."""
        b = self.select(self.compare("eq", b, number(0)), number(1), b)
        quotient, rest = self.binary("sdiv", a, b), self.binary("srem", a, b)
        uneven = self.compare("ne", rest, number(0))
        opposite = self.compare("slt", self.binary("xor", rest, b), number(0))
        below = self.binary("and", uneven, opposite)
        if op == "div":
            return self.select(below, self.binary("sub", quotient, number(1)), quotient)
        return self.select(below, self.binary("add", rest, b), rest)

    def select(self, test: Value, a: Value, b: Value) -> Value:
        return self.give(a.type, f"select i1 {self.as_test(test).text}, {a.type} {a.text}, {b.type} {b.text}")

    def resize(self, value: Value, type_: str) -> Value:
        """A mask extended or truncated to another width."""
        if value.type == type_:
            return value
        how = "zext" if bits_of(value.type) < bits_of(type_) else "trunc"
        return self.give(type_, f"{how} {value.type} {value.text} to {type_}")

    def bit(self, index: Value, type_: str) -> Value:
        """The mask of one index; empty for -1 and for an index too large for the type."""
        if bits_of(type_) > NARROW:
            return self._wide_bit(index, type_)
        fits = self.compare("ult", index, number(bits_of(type_)))
        wide = self.resize(self.select(fits, index, number(0)), type_)
        made = self.binary("shl", Value(type_, "1"), wide)
        return self.select(fits, made, Value(type_, "0"))

    def _wide_bit(self, index: Value, type_: str) -> Value:
        place, bit = self._place(index), self.binary("shl", number(1), self.binary("and", index, number(63)))
        made = Value(type_, "0")
        for word in range(bits_of(type_) // 64):
            here = self.resize(self.select(self.compare("eq", place, number(word)), bit, number(0)), type_)
            made = self.binary("or", made, self.binary("shl", here, Value(type_, str(64 * word))))
        return made

    def _place(self, index: Value) -> Value:
        """The word that holds the bit of an index."""
        return self.binary("lshr", index, number(6))

    def has(self, mask: Value, index: Value) -> Value:
        if bits_of(mask.type) > NARROW:
            found, place = number(0), self._place(index)
            for word in range(bits_of(mask.type) // 64):
                own = self.resize(self.binary("lshr", mask, Value(mask.type, str(64 * word))), NUMBER)
                found = self.select(self.compare("eq", place, number(word)), own, found)
            shifted = self.binary("lshr", found, self.binary("and", index, number(63)))
            return self.give(TEST, f"trunc i64 {shifted.text} to i1")
        fits = self.compare("ult", index, number(bits_of(mask.type)))
        wide = self.resize(self.select(fits, index, number(0)), mask.type)
        found = self.give(TEST, f"trunc {mask.type} {self.binary('lshr', mask, wide).text} to i1")
        return self.select(fits, found, Value(TEST, "false"))

    def popcount(self, mask: Value) -> Value:
        found = self.give(mask.type, f"call {mask.type} @llvm.ctpop.{mask.type}({mask.type} {mask.text})")
        return self.resize(found, NUMBER)

    def lowest(self, mask: Value) -> Value:
        """The lowest member of a mask that is not empty."""
        return self.resize(
            self.give(mask.type, f"call {mask.type} @llvm.cttz.{mask.type}({mask.type} {mask.text}, i1 true)"), NUMBER
        )

    def next_member(self, mask: Value, after: str) -> tuple[Value, str]:
        """Begin a loop over the members of a mask, lowest first: the member, and the label where the next one is taken.
        `after`: the label behind the loop. A wide mask is taken word by word."""
        head, inside = self.label(), self.label()
        narrow = bits_of(mask.type) <= NARROW
        rest = self.variable(mask.type if narrow else NUMBER)
        if narrow:
            self.set(mask, rest)
            self.here(head)
            left = self.get(mask.type, rest)
            self.branch(left, inside, after)
            self.here(inside)
            self.set(self.without_lowest(left), rest)
            return self.lowest(left), head
        words, place, done, more = self.variable(mask.type), self.variable(NUMBER), self.label(), self.label()
        self.set(mask, words)
        self.set(number(0), place)
        self.set(self.load(NUMBER, words), rest)
        self.here(head)
        left = self.get(NUMBER, rest)
        self.branch(left, inside, done)
        self.here(done)
        following = self.binary("add", self.get(NUMBER, place), number(1))
        self.branch(self.compare("ult", following, number(bits_of(mask.type) // 64)), more, after)
        self.here(more)
        self.set(following, place)
        self.set(self.load(NUMBER, self.element(words, following, 8)), rest)
        self.jump(head)
        self.here(inside)
        self.set(self.without_lowest(left), rest)
        before = self.binary("shl", self.get(NUMBER, place), number(6))
        return self.binary("add", before, self.lowest(left)), head

    def without_lowest(self, mask: Value) -> Value:
        return self.binary("and", mask, self.binary("add", mask, Value(mask.type, "-1")))

    # ---- memory -----------------------------------------------------------------------------------

    def at(self, base: str, offset: int | Value) -> str:
        """An address plus an offset in bytes."""
        if isinstance(offset, int):
            return base if offset == 0 else self.give(POINTER, f"getelementptr i8, ptr {base}, i64 {offset}").text
        return self.give(POINTER, f"getelementptr i8, ptr {base}, i64 {offset.text}").text

    def element(self, base: str, index: Value, size: int) -> str:
        if size == 8:
            return self.give(POINTER, f"getelementptr i64, ptr {base}, i64 {index.text}").text
        return self.at(base, self.binary("mul", index, number(size)))

    def load(self, type_: str, address: str) -> Value:
        return self.give(type_, f"load {type_}, ptr {address}, align {min(8, bits_of(type_) // 8)}")

    def store(self, value: Value, address: str) -> None:
        self.put(f"store {value.type} {value.text}, ptr {address}, align {min(8, bits_of(value.type) // 8)}")

    def get(self, type_: str, variable: str) -> Value:
        return self.give(type_, f"load {type_}, ptr {variable}")

    def set(self, value: Value, variable: str) -> None:
        self.put(f"store {value.type} {value.text}, ptr {variable}")

    def load_split(self, type_: str, low: str, high: str) -> Value:
        """Load a mask whose words after the first are stored elsewhere."""
        if type_ == NUMBER:
            return self.load(NUMBER, low)
        rest = f"i{bits_of(type_) - 64}"
        first, others = self.resize(self.load(NUMBER, low), type_), self.resize(self.load(rest, high), type_)
        return self.binary("or", first, self.binary("shl", others, Value(type_, "64")))

    def store_split(self, value: Value, low: str, high: str) -> None:
        if value.type == NUMBER:
            self.store(value, low)
            return
        self.store(self.resize(value, NUMBER), low)
        rest = f"i{bits_of(value.type) - 64}"
        self.store(self.resize(self.binary("lshr", value, Value(value.type, "64")), rest), high)

    def copy(self, to: str, source: str, size: int | Value) -> None:
        text = str(size) if isinstance(size, int) else size.text
        self.put(f"call void @llvm.memmove.p0.p0.i64(ptr {to}, ptr {source}, i64 {text}, i1 false)")

    def clear(self, to: str, size: int) -> None:
        if size:
            self.put(f"call void @llvm.memset.p0.i64(ptr align 8 {to}, i8 0, i64 {size}, i1 false)")
