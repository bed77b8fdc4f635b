"""Masks of several words in machine code: single bits, tests of a bit, and loops over the members."""

from __future__ import annotations

import ctypes
import random
from array import array
from functools import cache

import pytest

from solenia_rules.fast.machine_code import Loaded, compile_text
from solenia_rules.fast.writer import NARROW, NUMBER, Value, Writer, number

WIDTHS = (64, 128, 192, 256, 448)
MOST = max(WIDTHS) + 2


def text_of(width: int) -> str:
    """Writes the mask of the index, whether the mask has it, the number of members, and the members."""
    w = Writer("define void @f(ptr %out, ptr %mask, i64 %index)")
    words = width // 64
    mask = w.load(f"i{width}", "%mask")
    index = Value(NUMBER, "%index")
    w.store(w.bit(index, f"i{width}"), "%out")
    w.store(w.as_number(w.has(mask, index)), w.at("%out", 8 * words))
    count, after = w.variable(NUMBER), w.label()
    w.set(number(0), count)
    member, head = w.next_member(mask, after)
    w.store(member, w.element(w.at("%out", 8 * words + 16), w.get(NUMBER, count), 8))
    w.set(w.binary("add", w.get(NUMBER, count), number(1)), count)
    w.jump(head)
    w.here(after)
    w.store(w.get(NUMBER, count), w.at("%out", 8 * words + 8))
    w.end("ret void")
    called = {
        line for which in ("cttz",) for line in {f"declare i{b} @llvm.{which}.i{b}(i{b}, i1)" for b in (64, width)}
    }
    return "\n".join((*sorted(called), w.text()))


@cache
def loaded(width: int) -> Loaded:
    return Loaded(compile_text(text_of(width)))


def found(width: int, mask: int, index: int) -> tuple[int, bool, list[int]]:
    words = width // 64
    out = array("q", [0] * (words + 2 + MOST))
    given = array("Q", [mask >> 64 * word & (1 << 64) - 1 for word in range(words)])
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(loaded(width).address("f"))
    call(out.buffer_info()[0], given.buffer_info()[0], index)
    bit = sum((out[word] & (1 << 64) - 1) << 64 * word for word in range(words))
    count = out[words + 1]
    return bit, bool(out[words]), out[words + 2 : words + 2 + count].tolist()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_mask_has_its_members_in_order(width: int) -> None:
    chance = random.Random(width)
    masks = [0, 1, 1 << width - 1, (1 << width) - 1, *(chance.getrandbits(width) for _ in range(40))]
    masks += [masks[-1] & chance.getrandbits(width) & chance.getrandbits(width) for _ in range(20)]
    for mask in masks:
        members = [index for index in range(width) if mask >> index & 1]
        for index in (0, width - 1, chance.randrange(width), members[0] if members else 0):
            assert found(width, mask, index) == (1 << index, bool(mask >> index & 1), members)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("outside", [-1, -64, 0, 64, 1 << 40], ids=str)
def test_an_index_that_a_mask_cannot_have_is_not_in_it(width: int, outside: int) -> None:
    index = outside if outside < 0 else width + outside
    bit, has, _members = found(width, (1 << width) - 1, index)
    assert (bit, has) == (0, False)


def test_wide_masks_are_not_shifted_as_one_number() -> None:
    assert f"shl i{NARROW} 1," in text_of(NARROW)
    assert "shl i256 1," not in text_of(256)
    assert "@llvm.cttz.i256(i256 %" not in text_of(256)
