"""Whether the seats of a game play against each other."""

from __future__ import annotations

from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const
from solenia_rules.core.flatten import PrimEnd


def all_win_or_lose(program: Program) -> bool:
    """Whether seats cannot win against each other: there is one seat, or only all seats or none can win."""
    everybody = (1 << program.inventory.seats) - 1
    if everybody == 1:
        return True
    ends = [block.end.prim for block in program.flat.blocks if isinstance(block.end, PrimEnd)]
    wins = [prim.args[0] for prim in ends if prim.name == "win"]
    known = [arg.value for arg in wins if isinstance(arg, Const)]
    return len(known) == len(wins) and set(known) <= {0, everybody} and everybody in known
