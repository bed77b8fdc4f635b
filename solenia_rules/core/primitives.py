"""The primitives of the core, which act on pieces, chance and phases, with one row of facts for each.

`play` and the machine code implement them. Anything that another module needs for every primitive is a table of type
`ByPrimitive`: mypy reports a table that lacks one.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.text.frozen import frozen

PrimitiveName: TypeAlias = Literal[
    "move", "move_at", "draw", "shuffle", "roll", "lot", "show", "turn", "set_face", "win", "enter", "leave", "dedupe",
    "position", "event",
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
        lot: T
        show: T
        turn: T
        set_face: T
        win: T
        enter: T
        leave: T
        dedupe: T
        position: T
        event: T


@frozen
class Primitive:
    """`args` names the arguments: `pieces` and `seats` are masks, everything else is one number. The result of
    `dedupe` is a mask like its argument. Every fact is required: a primitive cannot be added without them."""

    meaning: str
    args: tuple[str, ...]
    ends_block: bool
    """Whether it ends a block of the program, because looking ahead or the game may end there."""
    horizon: bool
    """Whether it reveals or decides something that nobody can know before, so that looking ahead ends there."""
    writes: bool
    """Whether it changes the state."""
    gives: bool
    """Whether it has a result."""


PRIMITIVES: ByPrimitive[Primitive] = {
    "move": Primitive(
        "moves pieces to a place", ("pieces", "place"), ends_block=False, horizon=False, writes=True, gives=False
    ),
    "move_at": Primitive(
        "moves pieces to a position of a place",
        ("pieces", "place", "position"),
        ends_block=False,
        horizon=False,
        writes=True,
        gives=False,
    ),
    "draw": Primitive(
        "moves the first pieces of a zone",
        ("number", "from", "to"),
        ends_block=True,
        horizon=True,
        writes=True,
        gives=False,
    ),
    "shuffle": Primitive(
        "puts a zone in a random order", ("zone",), ends_block=True, horizon=True, writes=True, gives=False
    ),
    "roll": Primitive("gives a die a random side", ("piece",), ends_block=True, horizon=True, writes=True, gives=False),
    "lot": Primitive(
        "notes a random number below a limit", ("limit",), ends_block=True, horizon=True, writes=True, gives=False
    ),
    "show": Primitive(
        "lets seats see pieces", ("pieces", "seats"), ends_block=True, horizon=True, writes=True, gives=False
    ),
    "turn": Primitive(
        "turns a piece to its other face", ("piece",), ends_block=False, horizon=False, writes=True, gives=False
    ),
    "set_face": Primitive(
        "turns a piece to a face", ("piece", "face"), ends_block=False, horizon=False, writes=True, gives=False
    ),
    "win": Primitive("ends the game", ("seats",), ends_block=True, horizon=False, writes=True, gives=False),
    "enter": Primitive("begins a phase", ("phase", "seat"), ends_block=True, horizon=False, writes=True, gives=False),
    "leave": Primitive("ends a phase", ("phase", "seat"), ends_block=True, horizon=False, writes=True, gives=False),
    "dedupe": Primitive(
        "one of each bunch of equal pieces", ("pieces",), ends_block=False, horizon=False, writes=False, gives=True
    ),
    "position": Primitive(
        "the present position as one number, as a history keeps it",
        ("history", "seat"),
        ends_block=False,
        horizon=False,
        writes=False,
        gives=True,
    ),
    "event": Primitive(
        "reports what happened to the log", ("kind",), ends_block=False, horizon=False, writes=False, gives=False
    ),
}
