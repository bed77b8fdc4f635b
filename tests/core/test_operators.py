"""What every operator of the core works out, interpreted and folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solenia_rules.checked.numbers import FAR, LIMIT
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Binary, Const, Ex, Local, Unary
from solenia_rules.core.operators import BINARY, UNARY, BinaryOp, Operator, UnaryOp
from solenia_rules.core.primitives import PRIMITIVES, Primitive
from solenia_rules.core.rewriting import with_locals
from solenia_rules.text.packing import fields_of
from tests.core.small_programs import MAIN, flat_of, fresh_state, function, interpreter_of, physics


def members(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def mask_of(indices: object) -> int:
    assert isinstance(indices, set | list)
    return sum({1 << i for i in indices})


def digits(sequence: int) -> list[int]:
    return [(sequence >> shift & 0x3FFF) - 1 for shift in range(0, sequence.bit_length(), 14)]


def sequence_of(items: list[int]) -> int:
    return sum((item + 1) << 14 * place for place, item in enumerate(items))


def limited(value: int) -> int:
    return LIMIT if value > LIMIT else -LIMIT if value < -LIMIT else value


def flood(cell: int, cells: int) -> int:
    if cell not in members(cells):
        return 0
    made = {cell}
    while more := {i for m in made for i in members(physics().topology.near[m] & cells)} - made:
        made |= more
    return mask_of(made)


def joined(table: tuple[int, ...], cells: int) -> int:
    return mask_of({i for m in members(cells) for i in members(table[m])})


def nearest(cell: int, cells: int) -> int:
    return min((physics().steps[m][cell] for m in members(cells)), default=FAR) if cell >= 0 else FAR


def near(cells: int, most: int) -> int:
    return mask_of({cell for cell in range(physics().cells) if nearest(cell, cells) <= most})


def longest_path(cells: int) -> int:
    def lengths(cell: int, free: set[int]) -> Iterator[int]:
        yield 1
        for other in free & set(members(physics().topology.near[cell])):
            yield from (1 + length for length in lengths(other, free - {other}))

    inside = set(members(cells))
    return max((length for cell in inside for length in lengths(cell, inside - {cell})), default=0)


def longest_trail(cells: int, links: int) -> int:
    near = physics().topology.near

    def lengths(cell: int, came: int, free: set[int]) -> Iterator[int]:
        yield 1
        for link in set(members(near[cell] & links)) - {came}:
            for other in free & set(members(near[link])):
                yield from (1 + length for length in lengths(other, link, free - {other}))

    inside = set(members(cells))
    return max((length for cell in inside for length in lengths(cell, -1, inside - {cell})), default=0)


def with_weights(cells: dict[int, int]) -> int:
    """Cells as digits with one key each, the lightest first."""
    return sum(
        ((weight + (1 << 30)) << 14 | cell + 1) << 45 * place
        for place, (cell, weight) in enumerate(sorted(cells.items(), key=lambda item: item[1]))
    )


def weights_of(digits: int) -> dict[int, int]:
    found = [digits >> shift for shift in range(0, digits.bit_length(), 45)]
    return {(one & 0x3FFF) - 1: (one >> 14 & 0x7FFFFFFF) - (1 << 30) for one in found}


def heaviest_path(digits: int) -> int:
    weights = weights_of(digits)

    def totals(cell: int, free: set[int]) -> Iterator[int]:
        yield weights[cell]
        for other in free & set(members(physics().topology.near[cell])):
            yield from (weights[cell] + total for total in totals(other, free - {other}))

    return max((total for cell in weights for total in totals(cell, set(weights) - {cell})), default=0)


def heaviest_trail(digits: int, links: int) -> int:
    near, weights = physics().topology.near, weights_of(digits)

    def totals(cell: int, came: int, free: set[int]) -> Iterator[int]:
        yield weights[cell]
        for link in set(members(near[cell] & links)) - {came}:
            for other in free & set(members(near[link])):
                yield from (weights[cell] + total for total in totals(other, link, free - {other}))

    return max((total for cell in weights for total in totals(cell, -1, set(weights) - {cell})), default=0)


NUMBER = st.integers(-2 * LIMIT, 2 * LIMIT) | st.integers(-3, 3) | st.sampled_from([LIMIT, -LIMIT])
MASK = st.integers(0, 2**150 - 1) | st.sets(st.integers(0, 149), max_size=3).map(mask_of)
INDEX = st.integers(-1, 149)
SEQUENCE = st.lists(st.integers(0, 2**14 - 2), max_size=12, unique=True).map(sequence_of)
CELL = st.deferred(lambda: st.integers(-1, physics().cells - 1))
CELLS = st.deferred(lambda: st.integers(0, (1 << physics().cells) - 1) | st.just(0))
FEW_CELLS = st.deferred(lambda: st.sets(st.integers(0, physics().cells - 1), max_size=9).map(mask_of))
WEIGHED = st.deferred(
    lambda: st.dictionaries(st.integers(0, physics().cells - 1), st.integers(0, 9) | st.just(LIMIT), max_size=9)
).map(with_weights)
NOT_ZERO = NUMBER.filter(bool)

MEANINGS: dict[str, tuple[Callable[..., int], tuple[st.SearchStrategy[int], ...]]] = {
    "add": (lambda a, b: a + b, (NUMBER, NUMBER)),
    "sub": (lambda a, b: a - b, (NUMBER, NUMBER)),
    "mul": (lambda a, b: limited(a * b), (NUMBER, NUMBER)),
    "index_mul": (lambda a, b: a * b, (NUMBER, NUMBER)),
    "div": (lambda a, b: a // b, (NUMBER, NOT_ZERO)),
    "mod": (lambda a, b: a - b * (a // b), (NUMBER, NOT_ZERO)),
    "min": (lambda a, b: sorted((a, b))[0], (NUMBER, NUMBER)),
    "max": (lambda a, b: sorted((a, b))[1], (NUMBER, NUMBER)),
    "eq": (lambda a, b: int(a == b), (NUMBER, NUMBER)),
    "ne": (lambda a, b: int(a != b), (NUMBER, NUMBER)),
    "lt": (lambda a, b: int(a < b), (NUMBER, NUMBER)),
    "le": (lambda a, b: int(a <= b), (NUMBER, NUMBER)),
    "band": (lambda a, b: mask_of(set(members(a)) & set(members(b))), (MASK, MASK)),
    "bor": (lambda a, b: mask_of(set(members(a)) | set(members(b))), (MASK, MASK)),
    "bandnot": (lambda a, b: mask_of(set(members(a)) - set(members(b))), (MASK, MASK)),
    "has": (lambda a, b: int(b in members(a)), (MASK, INDEX)),
    "dist": (nearest, (CELL, CELLS)),
    "within": (near, (CELLS, st.integers(-2, 40))),
    "group": (flood, (CELL, CELLS)),
    "trail": (longest_trail, (FEW_CELLS, CELLS)),
    "weighed_trail": (heaviest_trail, (WEIGHED, CELLS)),
    "seq_push": (lambda a, b: sequence_of([*digits(a), b]), (SEQUENCE, st.integers(0, 149))),
    "range": (
        lambda a, b: mask_of(set(range(max(0, a), min(999, b) + 1))),
        (st.integers(-5, 1200), st.integers(-5, 1200)),
    ),
    "neg": (lambda a: 0 - a, (NUMBER,)),
    "clamp": (limited, (st.integers(-(10**12), 10**12),)),
    "bit": (lambda a: mask_of({a} - {-1}), (INDEX,)),
    "popcount": (lambda a: len(members(a)), (MASK,)),
    "lowest": (lambda a: min(members(a), default=-1), (MASK,)),
    "highest": (lambda a: max(members(a), default=-1), (MASK,)),
    "near": (lambda a: joined(physics().topology.near, a), (CELLS,)),
    "around": (lambda a: joined(physics().topology.around, a), (CELLS,)),
    "path": (longest_path, (FEW_CELLS,)),
    "weighed_path": (heaviest_path, (WEIGHED,)),
    "seq_first": (lambda a: [*digits(a), -1][0], (SEQUENCE,)),
    "seq_last": (lambda a: [-1, *digits(a)][-1], (SEQUENCE,)),
    "seq_rest": (lambda a: sequence_of(digits(a)[1:]), (SEQUENCE,)),
    "seq_reverse": (lambda a: sequence_of(digits(a)[::-1]), (SEQUENCE,)),
    "seq_of": (lambda a: sequence_of(members(a)), (MASK,)),
}


def test_every_operator_has_a_meaning_here() -> None:
    assert MEANINGS.keys() == {*UNARY, *BINARY}


UNARY_OPS: tuple[UnaryOp, ...] = get_args(UnaryOp)
BINARY_OPS: tuple[BinaryOp, ...] = get_args(BinaryOp)


def applied(name: str, args: tuple[Ex, ...]) -> Ex:
    """An operator, not folded."""
    for unary in UNARY_OPS:
        if unary == name:
            return Unary(unary, args[0])
    (binary,) = (op for op in BINARY_OPS if op == name)
    return Binary(binary, args[0], args[1])


@pytest.mark.parametrize("name", MEANINGS)
def test_an_operator_works_out_what_it_says(name: str) -> None:
    meaning, strategies = MEANINGS[name]

    @settings(max_examples=10, deadline=None)
    @given(st.tuples(*strategies))
    def holds(args: tuple[int, ...]) -> None:
        from_locals = c.Return((applied(name, tuple(Local(i) for i in range(len(args)))),))
        made = interpreter_of(flat_of(MAIN, function(1, len(args), from_locals)))
        assert made.call(fresh_state(), 1, args) == (meaning(*args),)

    holds()


def folds(name: str) -> bool:
    """Whether constants are folded before a game."""
    return any(facts.fold is not None for facts in described(name))


def described(name: str) -> list[Operator]:
    unary = [UNARY[op] for op in UNARY_OPS if op == name]
    return [*unary, *(BINARY[op] for op in BINARY_OPS if op == name)]


@pytest.mark.parametrize("name", [name for name in MEANINGS if folds(name)])
def test_constants_are_folded_to_what_an_operator_works_out(name: str) -> None:
    meaning, strategies = MEANINGS[name]

    @settings(max_examples=10, deadline=None)
    @given(st.tuples(*strategies))
    def holds(args: tuple[int, ...]) -> None:
        unfolded = applied(name, tuple(Local(i) for i in range(len(args))))
        assert with_locals(unfolded, {i: Const(arg) for i, arg in enumerate(args)}) == Const(meaning(*args))

    holds()


@pytest.mark.parametrize("missing", fields_of(Primitive))
def test_a_primitive_cannot_be_added_without_all_its_facts(missing: str) -> None:
    facts = {name: getattr(PRIMITIVES["draw"], name) for name in fields_of(Primitive)}
    assert Primitive(**facts) == PRIMITIVES["draw"]
    del facts[missing]
    with pytest.raises(TypeError, match=missing):
        Primitive(**facts)
