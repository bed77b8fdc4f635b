"""Generated Python made runnable: the only module that runs generated code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from solenia_rules.compiler.program import Program
from solenia_rules.compiler.python_source import PythonSource
from solenia_rules.runtime import sequences
from solenia_rules.runtime.physics import BITS, Physics, clamp

BlockCode = Callable[[list[int], int], int]


class Log(Protocol):
    place: int

    def tell(self, kind: int, *args: int) -> None: ...

    def answered(self, spec: int, seat: int, answer: int, single: int) -> None: ...


def range_mask(low: int, high: int) -> int:
    low, high = max(0, low), min(999, high)
    return (1 << high + 1) - (1 << low) if low <= high else 0


def primitives(physics: Physics) -> dict[str, object]:
    """What primitives do, by name; nobody is told."""
    return {
        "move": physics.move,
        "move_one": physics.move_one,
        "move_at": physics.move_at,
        "draw": physics.draw,
        "shuffle": physics.shuffle,
        "roll": physics.roll,
        "show": physics.show,
        "turn": physics.turn,
        "set_face": physics.set_face,
        "dedupe": physics.dedupe,
    }


def load_blocks(program: Program, physics: Physics, hooks: Mapping[str, object], emitting: bool) -> dict[str, object]:
    """The namespace of a program's generated code."""
    flat = program.flat
    source = PythonSource(flat, emitting).text()
    most = max(1000, len(program.layout.pieces), len(program.layout.cells)) + 1
    namespace: dict[str, object] = {
        "BITS": BITS,
        "BIT": (*(1 << i for i in range(most)), 0),
        "DISTANCES": physics.distances,
        "NEAR": physics.near,
        "AROUND": physics.around,
        "TWINS": physics.has_twin,
        "group": physics.group,
        "clamp": clamp,
        "range_mask": range_mask,
        "push": sequences.push,
        "last": sequences.last,
        "seqmask": sequences.mask,
        "reverse": sequences.reverse,
        "from_mask": sequences.from_mask,
        "sort_push": sequences.sort_push,
        "sort_seq": sequences.sort_seq,
        **primitives(physics),
        "ENTRY": flat.entries,
        "EXTRA": {fn: (0,) * (len(frame) - flat.core.functions[fn].params) for fn, frame in flat.frames.items()},
        "__builtins__": {"len": len},
        **hooks,
    }
    exec(compile(source, "<rules>", "exec"), namespace)
    return namespace
