"""The members of bit masks, from lookup tables and caches."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_KEPT = 100_000
"""The most entries of a memo; a full memo is cleared."""


class Memo(dict[int, tuple[int, ...]]):
    """Cached results by mask; the cache is cleared when it grows too large."""

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
"""The bit mask of one chunk: masks are processed in chunks of `WIDTH` bits."""
NARROW = 1 << 2 * WIDTH


def _chunk(offset: int) -> tuple[tuple[int, ...], ...]:
    """The members of every mask within one chunk of bits."""
    found: list[tuple[int, ...]] = [()]
    for index in range(offset, offset + WIDTH):
        own = (index,)
        found += [lower + own for lower in found]
    return tuple(found)


@cache
def narrow() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Complete tables of the members of all 26-bit masks, in two parts of 13 bits, for code with very many lookups. The
    call also fills `LOW` and `HIGH`, which otherwise compute entries on demand."""
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


def own_bits() -> Memo:
    """A cache like `BITS` for one ruleset, so that other games do not clear it."""
    return Memo(_bits)


def members(mask: int) -> tuple[int, ...]:
    """The members of a mask, without caching masks of up to 26 bits: they are too many for a repeated lookup to be
    likely."""
    return LOW[mask & CHUNK] + HIGH[mask >> WIDTH] if mask < NARROW else BITS[mask]
