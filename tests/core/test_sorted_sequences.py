"""Sequences that are sorted while they grow: one key needs less work than several, with the same result."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.play import sequences

KEYS = st.one_of(st.integers(-3, 3), st.integers(-(10**9) * 2, 10**9 * 2), st.sampled_from((-(1 << 30), 1 << 30)))


@given(st.lists(KEYS, max_size=6))
def test_one_key_sorts_as_several_keys_do(keys: list[int]) -> None:
    one = several = 0
    for item, key in enumerate(keys):
        one, several = sequences.sort_push_one(one, item, key), sequences.sort_push(several, item, key)
        assert one == several
    limit = (1 << 30) - 1
    order = sorted(range(len(keys)), key=lambda item: max(-limit, min(limit, keys[item])))
    assert sequences.unpack(sequences.sort_seq(one, 1)) == order
