"""Finds the known word that is closest to an unknown one."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import islice

LONGEST = 64
"""Longer words are not compared: no id is longer."""
LOOKED_AT = 500
COMPARED = 40
"""In a list of thousands of names a mistake must not be expensive: only those with the most similar ends are
compared."""

LISTED = 16
"""More words than that are no help in a hint."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The nearest known word, if it is near enough to be meant; of equally near ones the first in spelling."""
    if not word or len(word) > LONGEST:
        return None
    limit = max(1, min(3, len(word) // 3))
    similar = (c for c in known if abs(len(c) - len(word)) <= limit and c != word)
    candidates = heapq.nlargest(COMPARED, islice(similar, LOOKED_AT), key=lambda c: _alike_ends(word, c))
    letters = set(word)
    best: tuple[int, str] | None = None
    for candidate in candidates:
        others = set(candidate)
        if len(letters - others) > limit or len(others - letters) > limit:
            continue  # each letter that only one of the words has is at least one change
        distance = edit_distance(word, candidate, limit)
        if distance <= limit and (best is None or (distance, candidate) < best):
            best, limit = (distance, candidate), distance
    return None if best is None else best[1]


def _alike_ends(a: str, b: str) -> int:
    """Letters that agree, counted from the front until one differs and from the back likewise."""
    front = back = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        front += 1
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x != y:
            break
        back += 1
    return front + back


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint, or nothing where no known word is near."""
    nearest = closest(word, known)
    return f"did you mean `{nearest}`?" if nearest else None


def named_or_listed(word: str, known: Iterable[str], what: str) -> str | None:
    """A hint: the near word that may be meant, else what there is, if that is a list one can read."""
    words = tuple(known)
    listed = ", ".join(f"`{one}`" for one in words) if 0 < len(words) <= LISTED else None
    return did_you_mean(word, words) or (f"{what} {listed}" if listed else None)


def edit_distance(a: str, b: str, limit: int) -> int:
    """Fewest letters added, dropped, changed or swapped with their neighbour; `limit + 1` where it is more."""
    far = limit + 1
    if abs(len(a) - len(b)) > limit:
        return far
    before_last: list[int] = []
    last = [min(j, far) for j in range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        row = [far] * (len(b) + 1)
        row[0] = min(i, far)
        # What is more than `limit` off the diagonal costs more than `limit`.
        for j in range(max(1, i - limit), min(len(b), i + limit) + 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != b[j - 1]))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == b[j - 1]:
                cost = min(cost, before_last[j - 2] + 1)
            row[j] = min(cost, far)
        before_last, last = last, row
    return last[-1]
