"""Writes the functions that pack the present position into one number, as a history keeps it.

The values of a field lie next to each other in the packed number, with the same number of bits each. If the masks of
the things with each value are kept, the bits come from the masks: each bit of the values is a plane of bits, whose bits
are moved apart. Other values are read one by one. Histories that keep pieces are packed by the kernel, which sorts
them (`kernel/recording.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import frozen

from solenia_rules.core.layout import KeptMask, Layout, PackedSlot, Recorded
from solenia_rules.core.refine.kept_masks import KeptMasks
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import NUMBER, Value, Writer, bits_of, number

FEWEST = 8
"""The fewest values of a field that are worth reading from masks."""


@frozen
class _Run:
    """Neighbouring slots with the same range."""

    slots: tuple[PackedSlot, ...]
    shift: int
    """The number of bits that follow the last of them in the packed number."""

    @property
    def bits(self) -> int:
        return self.slots[0].bits

    @property
    def low(self) -> int:
        return self.slots[0].low


def is_packed(recorded: Recorded) -> bool:
    """Whether a function of this module packs positions of a history."""
    return not recorded.bunches


def packing(layout: Layout, shapes: Shapes, memory: Memory) -> Iterator[str]:
    """The functions of a program: `@pack0` for the first history, and so on."""
    for recorded in layout.histories.values():
        if is_packed(recorded):
            yield _Packing(recorded, layout, shapes, memory).w.text()


class _Packing:
    def __init__(self, recorded: Recorded, layout: Layout, shapes: Shapes, memory: Memory) -> None:
        self.layout, self.shapes, self.memory = layout, shapes, memory
        self.type = shapes.position_type
        self.w = w = Writer(f"define internal {self.type} @pack{recorded.number}(ptr %s, i64 %seat) nounwind")
        self.made = Value(self.type, "0")
        for run in _runs(recorded):
            masks = self._masks(run)
            if masks is None:
                self._read(run)
            else:
                self._planes(run, masks)
        if recorded.seat_bits:
            self._add(Value(NUMBER, "%seat"), 0)
        w.end(f"ret {self.type} {self.made.text}")

    def _add(self, value: Value, shift: int) -> None:
        """Put a value so many bits above the end of the packed number."""
        wide = self.w.resize(value, self.type)
        if shift:
            wide = self.w.binary("shl", wide, Value(self.type, str(shift)))
        self.made = self.w.binary("or", self.made, wide)

    def _read(self, run: _Run) -> None:
        """Read values one by one; as many as fit into a word are put together first."""
        w, room = self.w, 62 // run.bits
        for first in range(0, len(run.slots), room):
            some = run.slots[first : first + room]
            word = number(0)
            for packed in some:
                value = w.binary("sub", w.load(NUMBER, w.at("%s", 8 * packed.slot)), number(packed.low))
                word = w.binary("or", w.binary("shl", word, number(run.bits)), value)
            self._add(word, run.shift + run.bits * (len(run.slots) - first - len(some)))

    # ---- values from masks ------------------------------------------------------------------------------

    def _masks(self, run: _Run) -> dict[int, KeptMask] | None:
        """The kept masks of a run by value, if at most one value has none; None: the values must be read."""
        first, count = run.slots[0].slot, len(run.slots)
        found = {
            kept.value: kept
            for kept in self.layout.kept_masks
            if kept.base <= first and first + count <= kept.base + kept.count
        }
        if count < FEWEST or not found:
            return None
        missing = [value for value in self._values(found) if value not in found]
        return found if len(missing) <= 1 < len(self._values(found)) else None

    def _values(self, found: dict[int, KeptMask]) -> range:
        """The values of the field whose masks these are; empty if it is not a field of words or seats."""
        return KeptMasks(self.layout).words(next(iter(found.values())).base)

    def _planes(self, run: _Run, masks: dict[int, KeptMask]) -> None:
        w, count = self.w, len(run.slots)
        known = {value: self._mask(kept, run) for value, kept in masks.items()}
        type_ = next(iter(known.values())).type
        for value in self._values(masks):
            if value not in known:
                others = Value(type_, "0")
                for mask in known.values():
                    others = w.binary("or", others, mask)
                known[value] = w.binary("xor", others, Value(type_, str(_signed((1 << count) - 1, bits_of(type_)))))
                break
        for plane in range(run.bits):
            found = Value(type_, "0")
            for value, mask in known.items():
                if value - run.low >> plane & 1:
                    found = w.binary("or", found, mask)
            self._spread(found, run, plane)

    def _mask(self, kept: KeptMask, run: _Run) -> Value:
        """The part of a kept mask that belongs to a run, with the first thing in the lowest bit."""
        w, shape = self.w, self.shapes.of_slot(kept.slot)
        rest = self.memory.rest(kept.slot)
        address = w.at("%s", 8 * kept.slot)
        mask = w.load_split(f"i{shape.bits}", address, w.at("%s", 8 * rest)) if rest else w.load(NUMBER, address)
        if run.slots[0].slot > kept.base:
            mask = w.binary("lshr", mask, Value(mask.type, str(run.slots[0].slot - kept.base)))
        return w.binary("and", mask, Value(mask.type, str(_signed((1 << len(run.slots)) - 1, bits_of(mask.type)))))

    def _spread(self, mask: Value, run: _Run, plane: int) -> None:
        """Put the bits of a mask into the packed number, the first thing highest, one in every `run.bits` bits."""
        w, width, count = self.w, bits_of(mask.type), len(run.slots)
        turned = w.give(mask.type, f"call {mask.type} @llvm.bitreverse.{mask.type}({mask.type} {mask.text})")
        if width > count:
            turned = w.binary("lshr", turned, Value(mask.type, str(width - count)))
        room = 64 // run.bits
        for first in range(0, count, room):
            part = w.binary("lshr", turned, Value(mask.type, str(first))) if first else turned
            some = w.resize(part, NUMBER)
            if room < 64:
                some = w.binary("and", some, number((1 << room) - 1))
            self._add(self._apart(some, run.bits, room), run.shift + first * run.bits + plane)

    def _apart(self, word: Value, step: int, count: int) -> Value:
        """The lowest `count` bits of a word, moved apart to one in every `step` bits."""
        if step == 1:
            return word
        size = 1
        while size < count:
            size *= 2
        while size > 1:
            size //= 2
            kept = sum(((1 << size) - 1) << place for place in range(0, 64, size * step)) & (1 << 64) - 1
            moved = self.w.binary("shl", word, number(size * (step - 1))) if size * (step - 1) < 64 else number(0)
            word = self.w.binary("and", self.w.binary("or", word, moved), number(_signed(kept, 64)))
        return word


def _runs(recorded: Recorded) -> Iterator[_Run]:
    """Runs of neighbouring slots with the same range, the first in the highest bits."""
    shift = recorded.bits
    numbered = enumerate(recorded.slots)
    for _key, group in groupby(numbered, key=lambda one: (one[1].slot - one[0], one[1].low, one[1].bits)):
        slots = tuple(packed for _number, packed in group)
        shift -= len(slots) * slots[0].bits
        yield _Run(slots, shift)


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> bits - 1 else value
