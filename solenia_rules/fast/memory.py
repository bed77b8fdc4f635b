"""The layout of a state in memory, and the conversion between it and a state of the plain executor.

Every slot has one word at its own number. The further words of wide masks and the members of sequences follow after all
slots; then come the frames. Offsets are counted in words of 8 bytes.
"""

from __future__ import annotations

import sys
from array import array
from functools import lru_cache

from solenia_rules.checked.numbers import DIGIT
from solenia_rules.core import layout as at
from solenia_rules.core.flatten import CallDynEnd, CallEnd, Flat
from solenia_rules.fast.classes import Shape, Sort
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.writer import bits_of
from solenia_rules.play import sequences

WORD = 8
HEAD = at.FRAME_HEAD
CALL_ROOM = 4096
"""Extra words for the frames of recursive rules; deeper recursion is a fault."""
KEY_BITS = 31
KEY_OFFSET = 1 << 30
_FULL = (1 << 64) - 1
_PLAIN = (1 << 63) - 1
"""The largest value that takes one word in every shape; the further words are then 0."""


class Memory:
    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        program = shapes.program
        self.size = program.layout.size
        self.most = shapes.most_items
        """The most members of any sequence."""
        self.in_zone = shapes.pieces + 1
        """The most members of the order of a zone, plus one spare."""
        self.behind: dict[int, int] = {}
        """First slot of a part -> the offset of the further words of its values."""
        self.step: dict[int, int] = {}
        """First slot of a part -> the number of further words of each value."""
        end = self.size
        parts = [*((slot, 1) for slot in range(at.HEADER)), *program.layout.parts]
        for base, count in parts:
            if not count:
                continue
            shape = shapes.of_slot(base)
            step = self.words(shape, self.in_zone) - (shape.sort is Sort.INTEGER)
            if step:
                self.behind[base], self.step[base] = end, step
                end += count * step
        self.parts = [(base, count) for base, count in parts if count]
        wide = [(slot, self.rest(slot), shapes.of_slot(slot)) for base, n in self.parts if base in self.behind
                for slot in range(base, base + n)]  # fmt: skip
        self.sequences = [(slot, rest) for slot, rest, shape in wide if shape.sort is Sort.SEQUENCE]
        """Slots of sequences, each with the offset of its words."""
        self.wide_integers = [(slot, rest, shape) for slot, rest, shape in wide if shape.sort is Sort.INTEGER]
        """Slots whose numbers take more than one word, each with the offset of its further words and its shape."""
        self.fault, self.steps = end, end + 1
        """The offsets of the error code, and of the number of steps left until the next decision or phase."""
        self.teller, self.place, self.calls = end + 2, end + 3, end + 4
        """The offsets of what telling code keeps: who collects the events, the place of the text that runs, and its
        callers."""
        self.found = end + 5
        """The offset of the results of the last searches for longest paths. Positions are copied with them, because
        roads are asked about more often than they are built. Zeros mean that the longest path of no cells has length
        0."""
        self.found_most = program.layout.seats + 2 if shapes.searches else 0
        self.found_words = 2 * bits_of(shapes.cell_type) // 64 + 2
        """The number of results, and the words of each: cells, links, the sort of the search, the length."""
        self.frames = self.found + self.found_most * self.found_words + (1 if self.found_most else 0)
        self.places: dict[int, list[tuple[int, Shape]]] = {}
        """Function -> for each local in its frame: its offset from the start of the frame, and its shape."""
        self.frame_words: dict[int, int] = {}
        for fn, frame in program.flat.frames.items():
            found, where = [], HEAD
            for local in frame:
                shape = shapes.of_local(fn, local)
                found.append((where, shape))
                where += self.words(shape, self.most)
            self.places[fn], self.frame_words[fn] = found, where
        self.total = self.frames + self._deepest(program.flat)

    def _deepest(self, flat: Flat) -> int:
        """The most words that nested frames can take."""
        called: dict[int, set[int]] = {fn: set() for fn in flat.frames}
        for block in flat.blocks:
            match block.end:
                case CallEnd(fn):
                    called[block.fn].add(fn)
                case CallDynEnd(table):
                    called[block.fn] |= {fn for fn in flat.core.tables[table] if fn in flat.frames}
        known: dict[int, int] = {}
        open_: set[int] = set()
        again = False

        def depth(fn: int) -> int:
            nonlocal again
            if fn in open_:
                again = True
                return 0
            if fn not in known:
                open_.add(fn)
                known[fn] = self.frame_words[fn] + max(map(depth, called[fn]), default=0)
                open_.discard(fn)
            return known[fn]

        deepest = depth(flat.core.main)
        return deepest + CALL_ROOM if again else deepest

    def words(self, shape: Shape, most: int) -> int:
        """The number of words of a value."""
        if shape.sort is Sort.INTEGER:
            return shape.bits // 64
        keys = 1 + most * shape.keys if shape.keys else 0
        return self.keys_at(most) + keys

    @staticmethod
    def keys_at(most: int) -> int:
        """The offset of the keys in a sequence of at most `most` members: first the number of keys of each member, then
        the keys."""
        return 1 + -(-most // 4)

    def rest(self, slot: int) -> int:
        """The offset of the further words of a slot's value."""
        part = self.shapes.part_of[slot]
        return self.behind[part] + (slot - part) * self.step[part] if part in self.behind else 0

    # ---- from memory --------------------------------------------------------------------------------

    def decode(self, words: array[int]) -> list[int]:
        """Convert memory to a state of the plain executor."""
        s: list[int] = []
        for base, count in self.parts:
            shape = self.shapes.of_slot(base)
            if base not in self.behind:
                s += words[base : base + count] if shape.signed else [w & _FULL for w in words[base : base + count]]
                continue
            for slot in range(base, base + count):
                if shape.sort is Sort.SEQUENCE:
                    s.append(self._sequence(words, self.rest(slot), self.in_zone, shape.keys))
                else:
                    rest = self.rest(slot)
                    s.append(_integer([words[slot], *words[rest : rest + self.step[base]]], shape.signed))
        if s[at.OVER]:
            return s
        frames: list[int] = []
        frame = s[at.FRAME]
        while frame >= 0:
            frames.append(frame)
            frame = words[frame + 2]
        index_of = {-1: -1}
        for frame in reversed(frames):
            index_of[frame] = len(s)
            fn = words[frame]
            s += (fn, words[frame + 1], index_of[words[frame + 2]])
            for number, (where, shape) in enumerate(self.places[fn]):
                if frame + where == words[at.DEST]:
                    s[at.DEST] = index_of[frame] + HEAD + number
                s.append(self._value(words, frame + where, shape))
        s[at.FRAME] = index_of[s[at.FRAME]]
        if s[at.TRIAL]:
            s[at.TRIAL] = index_of[s[at.TRIAL]]
        return s

    def _value(self, words: array[int], where: int, shape: Shape) -> int:
        if shape.sort is Sort.SEQUENCE:
            return self._sequence(words, where, self.most, shape.keys)
        return _integer(words[where : where + shape.bits // 64], shape.signed)

    def _sequence(self, words: array[int], where: int, most: int, keys: int) -> int:
        count, first = words[where], where + 1
        items = [words[first + i // 4] >> 16 * (i % 4) & 0xFFFF for i in range(count)]
        if not keys or not words[where + self.keys_at(most)]:
            return sequences.pack(items)
        start = where + self.keys_at(most)
        made, width, number = 0, DIGIT + KEY_BITS * words[start], words[start]
        for i, item in enumerate(items):
            key = 0
            for value in words[start + 1 + i * keys : start + 1 + i * keys + number]:
                key = key << KEY_BITS | value + KEY_OFFSET
            made |= (key << DIGIT | item + 1) << i * width
        return made

    def options(self, words: array[int]) -> int:
        """The mask of the options of a pending decision."""
        if at.MASK not in self.behind:
            return words[at.MASK] & _FULL
        rest = self.rest(at.MASK)
        return _integer([words[at.MASK], *words[rest : rest + self.step.get(at.MASK, 0)]], False)

    # ---- into memory --------------------------------------------------------------------------------

    def encode(self, s: list[int]) -> array[int]:
        """Convert a state of the plain executor to memory; only the words in use are returned."""
        words = array("q", bytes(WORD * self.total))
        low = s[: self.size]
        for slot, rest in self.sequences:
            value = low[slot]
            if value:
                low[slot] = 0
                _put_sequence(words, rest, self.in_zone, value)
        for slot, rest, shape in self.wide_integers:
            value = low[slot]
            if not 0 <= value <= _PLAIN:
                split = _split(value, shape)
                low[slot] = split[0]
                words[rest : rest + len(split) - 1] = split[1:]
        words[: self.size] = self._low_words(low)
        if len(s) == self.size:
            words[at.FRAME] = 0
            return words[: self.frames]
        frames = []
        frame = s[at.FRAME]
        while frame >= 0:
            frames.append(frame)
            frame = s[frame + 2]
        place_of, here = {-1: -1}, self.frames
        for frame in reversed(frames):
            place_of[frame] = here
            fn = s[frame]
            if here + self.frame_words[fn] > self.total:
                raise ValueError("calls are too deep")
            words[here], words[here + 1], words[here + 2] = fn, s[frame + 1], place_of[s[frame + 2]]
            for number, (where, shape) in enumerate(self.places[fn]):
                if frame + HEAD + number == s[at.DEST]:
                    words[at.DEST] = here + where
                value = s[frame + HEAD + number]
                if shape.sort is Sort.SEQUENCE:
                    _put_sequence(words, here + where, self.most, value)
                elif 0 <= value <= _PLAIN or (shape.bits == 64 and shape.signed):
                    words[here + where] = value
                else:
                    words[here + where : here + where + shape.bits // 64] = _split(value, shape)
            here += self.frame_words[fn]
        words[at.FRAME] = place_of[s[at.FRAME]]
        if s[at.TRIAL]:
            words[at.TRIAL] = place_of[s[at.TRIAL]]
        return words[:here]

    def _low_words(self, low: list[int]) -> array[int]:
        """The first words of all values."""
        try:
            return array("q", low)
        except OverflowError:
            fit = range(-1 << 63, 1 << 63)
            words = (
                value if value in fit else _split(value, self.shapes.of_slot(slot))[0] for slot, value in enumerate(low)
            )
            return array("q", words)


def _put_sequence(words: array[int], where: int, most: int, packed: int) -> None:
    made = _sequence_words(packed)
    if made[0] > most:
        raise ValueError("a sequence that has no place in memory")
    words[where : where + len(made)] = made


@lru_cache(maxsize=2048)
def _sequence_words(packed: int) -> array[int]:
    """The words of a sequence. Most orders of zones stay the same from one position to the next. The result is shared,
    so callers must not change it."""
    items = sequences.unpack(packed)
    if any(item < 0 for item in items):
        raise ValueError("a sequence that has no place in memory")
    made = array("q", [len(items)])
    for i in range(0, len(items), 4):
        word = sum(item << 16 * j for j, item in enumerate(items[i : i + 4]))
        made.append(word - (1 << 64) if word >> 63 else word)
    return made


def _integer(words: array[int] | list[int], signed: bool) -> int:
    made = 0
    for word in reversed(words):
        made = made << 64 | word & _FULL
    top = 64 * len(words)
    return made - (1 << top) if signed and made >> (top - 1) else made


def _split(value: int, shape: Shape) -> array[int]:
    """The words of a value, the lowest first."""
    return _words(value, shape.bits, shape.signed)


@lru_cache(maxsize=4096)
def _words(value: int, bits: int, signed: bool) -> array[int]:
    """The words of a value with this number of bits, the lowest first. Most sets stay the same from one position to the
    next, so results are cached. The result is shared, so callers must not change it."""
    try:
        words = array("q", value.to_bytes(bits // 8, "little", signed=signed))
    except OverflowError:
        raise ValueError(f"{value} has no place in {bits} bits") from None
    if sys.byteorder == "big":
        words.byteswap()
    return words
