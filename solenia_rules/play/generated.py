"""Loads generated Python code: the only module that executes it."""

from __future__ import annotations

from solenia_rules.checked.numbers import NUMBERS, range_mask
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.outcomes import ASKED, Form
from solenia_rules.play import chance, sequences
from solenia_rules.play.masks import BITS, HIGH, LOW, narrow, own_bits
from solenia_rules.play.physics import Physics, clamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from types import CodeType
    from typing import Protocol, TypeAlias

    from solenia_rules.core.primitives import ByPrimitive

    BlockCode: TypeAlias = Callable[[list[int], int], int]

    class Log(Protocol):
        place: int
        calls: list[int]

        def back(self) -> None: ...

        def tell(self, kind: int, *args: int) -> None: ...

        def answered(self, spec: int, seat: int, answer: int, single: int) -> None: ...


MOST_DECISIONS = 100_000
MOST_PHASES = 10_000
"""The most decisions and the most phases of a game; a game that reaches either limit is a draw."""


def primitives(physics: Physics) -> dict[str, object]:
    """The implementation of each primitive by name, without a log. None: the executor or the log implements it."""
    acts: ByPrimitive[object] = {
        "move": physics.move,
        "move_at": physics.move_at,
        "draw": physics.draw,
        "shuffle": physics.shuffle,
        "roll": physics.roll,
        "lot": physics.lot,
        "show": physics.show,
        "turn": physics.turn,
        "set_face": physics.set_face,
        "dedupe": physics.dedupe,
        "position": physics.position,
        "win": None,
        "enter": None,
        "leave": None,
        "event": None,
    }
    return {name: act for name, act in acts.items() if act is not None}


class Stuck(Exception):
    """Raised in whole-game code when the rest of a phase cannot be done."""


def _called(s: list[int], f: int, follow: int, frame: tuple[int, ...], entry: int) -> int:
    """Call a function: push its frame; returns its first block."""
    s[f - 2] = follow
    s[at.FRAME] = len(s)
    s.extend(frame)
    return entry


def _returned(s: list[int], f: int) -> int:
    """Return from a function: drop its frame; returns the block where the caller continues."""
    s[at.FRAME] = below = s[f - 1]
    del s[f - 3 :]
    return s[below + 1]


def _asked(s: list[int], f: int, spec: int, seat: int, mask: int, dest: int, follow: int) -> int:
    """Write the pending decision into the state."""
    s[at.SPEC], s[at.ASKED], s[at.MASK], s[at.DEST], s[f - 2] = spec, seat, mask, dest, follow
    return ASKED


def load_blocks(
    program: Program, physics: Physics, hooks: Mapping[str, object], form: Form, told: Container[int]
) -> dict[str, object]:
    """The namespace after running a program's generated code. `told`: phases for which the code calls the hook
    `enter`."""
    outline = program.outline
    more = {
        "called": _called,
        "returned": _returned,
        "asked": _asked,
        "ENTRY": outline.entries,
        "EXTRA": {fn: (0,) * (len(frame) - outline.params[fn]) for fn, frame in outline.frames.items()},
    }
    return _run(program.blocks_code(form, told), {**_namespace(program, physics), **more, **hooks})


def load_playing(
    program: Program, physics: Physics, hooks: Mapping[str, object], told: Container[int]
) -> Callable[[list[int]], None]:
    """The function that plays whole games. Its hooks `stuck` and `win` raise and never return."""
    low, high = narrow()
    chances = {
        "BITS": own_bits(),
        "LOW": low,
        "HIGH": high,
        "CHANCE_STEP": chance.ANSWER_STEP,
        "CHANCE_PRIME": chance.PRIME,
        "LAST_DECISION": MOST_DECISIONS - 1,
        "Stuck": Stuck,
    }
    code = program.whole_games_code(told, physics.reaching.levels)
    chunk, named = physics.reaching.chunk, names_in(code)
    if chunk is not None:
        chances |= {name: chunk(number) for number, name in enumerate(("REACHED0", "REACHED1")) if name in named}
    play = _run(code, {**_namespace(program, physics), **chances, **hooks})["PLAY"]
    assert callable(play)
    return play


def names_in(code: CodeType) -> set[str]:
    """The names that the functions of a module use."""
    inner = (constant for constant in code.co_consts if hasattr(constant, "co_names"))
    return {*code.co_names, *(name for function in inner for name in function.co_names)}


def _run(code: CodeType, namespace: dict[str, object]) -> dict[str, object]:
    exec(code, namespace)
    return namespace


def _namespace(program: Program, physics: Physics) -> dict[str, object]:
    """The names that generated code may use."""
    most = max(NUMBERS, len(program.layout.pieces), len(program.layout.cells)) + 1
    return {
        "LOW": LOW,
        "HIGH": HIGH,
        "BITS": BITS,
        "BIT": (*(1 << i for i in range(most)), 0),
        "reach": physics.reaching.reach,
        "within": physics.reaching.within,
        "nearest": physics.reaching.nearest,
        "NEAR": physics.near,
        "AROUND": physics.around,
        "TWINS": physics.has_twin,
        "group": physics.group,
        "path": physics.longest.path,
        "trail": physics.longest.trail,
        "weighed_path": physics.longest.weighed_path,
        "weighed_trail": physics.longest.weighed_trail,
        "clamp": clamp,
        "range_mask": range_mask,
        "push": sequences.push,
        "last": sequences.last,
        "reverse": sequences.reverse,
        "from_mask": sequences.from_mask,
        "sort_push": sequences.sort_push,
        "sort_push_one": sequences.sort_push_one,
        "sort_seq": sequences.sort_seq,
        **primitives(physics),
        "PUT": physics.puts,
        "LAST_PHASE": MOST_PHASES - 1,
        "__builtins__": {"len": len},
    }
