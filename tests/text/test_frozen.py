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


def plainly(maker: Callable[[type], type], field: Callable[..., object]) -> type:
    """Nothing to be worked out when one is made, and a keyword in the middle."""

    class Thing:
        a: int
        f: object = field(default=7, kw_only=True, repr=False)
        b: str = "b"
        g: object = field(kw_only=True)
        _e: object = field(default=0, eq=False)

    return maker(Thing)


PAIRS = tuple(
    (declare(getattr(ours, maker), ours.field), declare(getattr(attrs, maker), attrs.field))
    for declare in (declared, plainly)
    for maker in ("frozen", "define")
)
NAMES = ["frozen", "define", "plain frozen", "plain define"]
VALUES = st.lists(st.integers(0, 2), max_size=6)
KEYWORDS = st.dictionaries(st.sampled_from(["a", "b", "c", "d", "e", "_e", "f", "g"]), st.integers(0, 2))


def outcome(call: Callable[[], object]) -> tuple[str, object]:
    try:
        return "made", call()
    except TypeError:
        return "refused", None


def said(thing: object) -> str:
    return repr(thing).rpartition(".")[2]


@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
@given(first=st.tuples(VALUES, KEYWORDS), second=st.tuples(VALUES, KEYWORDS))
def test_they_are_made_compared_and_shown_alike(
    pair: tuple[type, type], first: tuple[list[int], dict[str, int]], second: tuple[list[int], dict[str, int]]
) -> None:
    made = [[outcome(lambda c=c, g=g: c(*g[0], **g[1])) for g in (first, second)] for c in pair]  # type: ignore[misc]
    assert [sort for sort, _ in made[0]] == [sort for sort, _ in made[1]]
    assert [said(x) for _, x in made[0]] == [said(x) for _, x in made[1]]
    if all(sort == "made" for sort, _ in made[0]):
        assert (made[0][0] == made[0][1]) == (made[1][0] == made[1][1])


@pytest.mark.parametrize("pair", PAIRS[:2], ids=NAMES[:2])
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


@pytest.mark.parametrize("fields", range(10))
def test_any_number_of_fields_will_do(fields: int) -> None:
    names = [f"field_{number}" for number in range(fields)]
    for makers in (ours, attrs):
        made = makers.frozen(type("Thing", (), {"__annotations__": dict.fromkeys(names, int)}))
        thing = made(*range(fields))
        assert [getattr(thing, name) for name in names] == list(range(fields))
        assert thing == made(**{name: number for number, name in enumerate(names)})
        assert hash(thing) == hash(made(*range(fields)))
        for wrong in (range(fields + 1), range(max(0, fields - 1))):
            if len(wrong) != fields:
                with pytest.raises(TypeError):
                    made(*wrong)
        assert said(thing) == f"Thing({', '.join(f'{name}={number}' for number, name in enumerate(names))})"


def test_a_hash_may_be_kept() -> None:
    asked: list[int] = []

    class Watched:
        def __hash__(self) -> int:
            asked.append(1)
            return 1

    for makers in (ours, attrs):
        made = makers.frozen(type("Thing", (), {"__annotations__": {"a": object}}), cache_hash=True)
        thing, same = made(1), made(1)
        assert (hash(thing), thing) == (hash(same), same)
        watched = made(Watched())
        assert hash(watched) == hash(watched)
        assert len(asked) == 1
        asked.clear()
        assert said(thing) == "Thing(a=1)"


def test_what_is_remembered_is_worked_out_once_and_is_no_field() -> None:
    asked: list[int] = []

    @ours.frozen
    class Thing:
        a: int

        @ours.remembered
        def twice(self) -> int:
            asked.append(self.a)
            return 2 * self.a

    thing = Thing(3)
    assert (thing.twice, thing.twice, asked) == (6, 6, [3])
    assert thing == Thing(3)
    assert hash(thing) == hash(Thing(3))
    assert said(thing) == "Thing(a=3)"
    assert ours.evolve(thing, a=4).twice == 8


@pytest.mark.parametrize(("pair", "given"), [(PAIRS[0], {}), (PAIRS[2], {"g": 1})])
def test_a_frozen_one_does_not_change(pair: tuple[type, type], given: dict[str, int]) -> None:
    for made in pair:
        thing = made(1, **given)
        with pytest.raises(AttributeError):
            thing.a = 2
        with pytest.raises(AttributeError):
            del thing.a
        assert thing.a == 1
