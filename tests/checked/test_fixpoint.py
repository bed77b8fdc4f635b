"""Values of keys that depend on each other, also in circles."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solenia_rules.checked.fixpoint import Fixpoint

GRAPHS = st.integers(1, 7).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size)
)


def reached(graph: list[list[int]], key: int) -> frozenset[int]:
    found, waiting = {key}, [key]
    while waiting:
        for other in graph[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


@given(graph=GRAPHS, order=st.permutations(range(7)))
def test_every_key_has_the_union_of_what_it_reaches_in_whatever_order_it_is_asked(
    graph: list[list[int]], order: list[int]
) -> None:
    values: Fixpoint[int, frozenset[int]] = Fixpoint(
        lambda key: frozenset({key}).union(*(values(other) for other in graph[key])), frozenset()
    )
    for key in order:
        assert key >= len(graph) or values(key) == reached(graph, key)


@given(graph=GRAPHS)
def test_the_work_is_done_once_for_keys_that_are_in_no_circle(graph: list[list[int]]) -> None:
    """Edges to larger numbers only: nothing depends on itself."""
    worked: list[int] = []

    def work(key: int) -> int:
        worked.append(key)
        return 1 + max((values(other) for other in graph[key] if other > key), default=0)

    values = Fixpoint(work, 0)
    for key in range(len(graph)):
        values(key)
    assert sorted(worked) == list(range(len(graph)))
