"""Our value classes do what those of attrs do."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.text import frozen as ours


def declared(maker: Callable[[type], type], field: Callable[..., object]) -> type:
    """The same declaration by one of the two."""

    class Thing:
        a: int
        b: str = "b"
        c: object = field(default=3, eq=False, repr=False)
        d: object = field(factory=list)
        _e: object = field(default=0)
        f: object = field(default=7, kw_only=True)

    return maker(Thing)


PAIRS = (
    (declared(ours.frozen, ours.field), declared(attrs.frozen, attrs.field)),
    (declared(ours.define, ours.field), declared(attrs.define, attrs.field)),
)
VALUES = st.lists(st.integers(0, 2), max_size=6)
KEYWORDS = st.dictionaries(st.sampled_from(["a", "b", "c", "d", "e", "_e", "f", "g"]), st.integers(0, 2))


def outcome(call: Callable[[], object]) -> tuple[str, object]:
    try:
        return "made", call()
    except TypeError:
        return "refused", None


def said(thing: object) -> str:
    return repr(thing).rpartition(".")[2]


@pytest.mark.parametrize("pair", PAIRS, ids=["frozen", "define"])
@given(first=st.tuples(VALUES, KEYWORDS), second=st.tuples(VALUES, KEYWORDS))
def test_they_are_made_compared_and_shown_alike(
    pair: tuple[type, type], first: tuple[list[int], dict[str, int]], second: tuple[list[int], dict[str, int]]
) -> None:
    made = [[outcome(lambda c=c, g=g: c(*g[0], **g[1])) for g in (first, second)] for c in pair]  # type: ignore[misc]
    assert [sort for sort, _ in made[0]] == [sort for sort, _ in made[1]]
    assert [said(x) for _, x in made[0]] == [said(x) for _, x in made[1]]
    if all(sort == "made" for sort, _ in made[0]):
        assert (made[0][0] == made[0][1]) == (made[1][0] == made[1][1])


@pytest.mark.parametrize("pair", PAIRS, ids=["frozen", "define"])
def test_they_are_copied_matched_and_kept_alike(pair: tuple[type, type]) -> None:
    for made in pair:
        thing = made(1, "x", 2, [4], 5, f=6)
        assert said(ours.evolve(thing, a=9) if made is pair[0] else attrs.evolve(thing, a=9)) == said(
            attrs.evolve(thing, a=9)
        )
        assert said(thing) == "Thing(a=1, b='x', d=[4], _e=5, f=6)"
        assert made.__match_args__ == ("a", "b", "c", "d", "_e")  # type: ignore[attr-defined]
        assert made(1).d is not made(1).d
    assert (pair[0].__hash__ is None) == (pair[1].__hash__ is None)


def test_a_frozen_one_does_not_change() -> None:
    for made in PAIRS[0]:
        thing = made(1)
        with pytest.raises(AttributeError):
            thing.a = 2
        with pytest.raises(AttributeError):
            del thing.a
        assert thing.a == 1
