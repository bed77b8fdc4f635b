"""The primitives of the core: what a game does to pieces, chance and phases, with one row of facts for each.

`play` and the machine code carry them out. Whatever another module needs for every primitive is a table of type
`ByPrimitive`: mypy reports a table that lacks one.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.text.frozen import frozen

PrimitiveName: TypeAlias = Literal[
    "move", "move_at", "draw", "shuffle", "roll", "show", "turn", "set_face", "win", "enter", "leave", "dedupe",
    "event",
]  # fmt: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, TypedDict, TypeVar

    T = TypeVar("T")

    class ByPrimitive(TypedDict, Generic[T]):
        """One entry for each primitive."""

        move: T
        move_at: T
        draw: T
        shuffle: T
        roll: T
        show: T
        turn: T
        set_face: T
        win: T
        enter: T
        leave: T
        dedupe: T
        event: T


@frozen
class Primitive:
    """`args` names what it is given: `pieces` and `seats` are masks, everything else is one number. A primitive with
    `gives` has a result, which is a mask like its first argument."""

    meaning: str
    args: tuple[str, ...]
    ends_block: bool = False
    """Whether a block of the program ends with it, because looking ahead or the game may end there."""
    horizon: bool = False
    """Whether it reveals or decides something that nobody can know before: looking ahead ends there."""
    writes: bool = True
    """Whether it changes the state."""
    gives: bool = False


PRIMITIVES: ByPrimitive[Primitive] = {
    "move": Primitive("moves pieces to a place", ("pieces", "place")),
    "move_at": Primitive("moves pieces to a position of a place", ("pieces", "place", "position")),
    "draw": Primitive("moves the first pieces of a zone", ("number", "from", "to"), ends_block=True, horizon=True),
    "shuffle": Primitive("puts a zone in a random order", ("zone",), ends_block=True, horizon=True),
    "roll": Primitive("gives a die a random side", ("piece",), ends_block=True, horizon=True),
    "show": Primitive("lets seats see pieces", ("pieces", "seats"), ends_block=True, horizon=True),
    "turn": Primitive("turns a piece to its other face", ("piece",)),
    "set_face": Primitive("turns a piece to a face", ("piece", "face")),
    "win": Primitive("ends the game", ("seats",), ends_block=True),
    "enter": Primitive("begins a phase", ("phase", "seat"), ends_block=True),
    "leave": Primitive("ends a phase", ("phase", "seat"), ends_block=True),
    "dedupe": Primitive("one of each lot of equal pieces", ("pieces",), writes=False, gives=True),
    "event": Primitive("reports what happened to the log", ("kind",), writes=False),
}
