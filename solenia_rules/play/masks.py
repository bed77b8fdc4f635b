"""The members of masks, looked up where they can be."""

from __future__ import annotations

from functools import cache

from solenia_rules.checked.numbers import NUMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_KEPT = 100_000
"""Entries a memo holds before it starts anew."""


class Memo(dict[int, tuple[int, ...]]):
    """Results by mask; forgets everything when it grows too large."""

    def __init__(self, work: Callable[[int], tuple[int, ...]], most: int = MOST_KEPT) -> None:
        super().__init__()
        self.work = work
        self.most = most

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) > self.most:
            self.clear()
        found = self[mask] = self.work(mask)
        return found


WIDTH = 13
CHUNK = (1 << WIDTH) - 1
"""Masks are looked at by chunks of so many bits."""
NARROW = 1 << 2 * WIDTH


def _chunk(offset: int) -> tuple[tuple[int, ...], ...]:
    """Members of every mask of one chunk of bits."""
    found: list[tuple[int, ...]] = [()]
    for index in range(offset, offset + WIDTH):
        own = (index,)
        found += [lower + own for lower in found]
    return tuple(found)


@cache
def narrow() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Members of the masks of 26 bits, in two parts of 13 bits: for code that asks for very many. As `LOW` and `HIGH`,
    which take no time before somebody asks and know all from now on."""
    low, high = _chunk(0), _chunk(WIDTH)
    LOW.update(enumerate(low))
    HIGH.update(enumerate(high))
    return low, high


def _bits(mask: int) -> tuple[int, ...]:
    """Indices of the bits of a mask, lowest first."""
    found: list[int] = []
    offset = 0
    while mask:
        low = mask & CHUNK
        if low:
            found += [offset + i for i in LOW[low]]
        mask >>= WIDTH
        offset += WIDTH
    return tuple(found)


LOW = Memo(lambda mask: tuple([i for i in range(WIDTH) if mask >> i & 1]))
HIGH = Memo(lambda mask: tuple([i + WIDTH for i in LOW[mask]]))
BITS = Memo(_bits)


def range_mask(low: int, high: int) -> int:
    """The mask of the numbers from one to another, as far as sets of numbers go."""
    low, high = max(0, low), min(NUMBERS - 1, high)
    return (1 << high + 1) - (1 << low) if low <= high else 0


def own_bits() -> Memo:
    """As `BITS`, for one ruleset: what is played beside it makes it forget nothing."""
    return Memo(_bits)


def members(mask: int) -> tuple[int, ...]:
    """As `BITS`, remembering nothing of the masks of small worlds: there are too many to meet one again soon."""
    return LOW[mask & CHUNK] + HIGH[mask >> WIDTH] if mask < NARROW else BITS[mask]
