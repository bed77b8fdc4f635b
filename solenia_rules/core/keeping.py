"""Converts a program to plain data for a cache, and back. It depends only on the classes of a program, not on the
passes and the generated code."""

from __future__ import annotations

from solenia_rules.checked.names import Names
from solenia_rules.core.compiled import Facts, Inside, Outline, Program
from solenia_rules.core.inventory import Cell, Piece, ZoneInstance
from solenia_rules.core.layout import Bunch, KeptMask, Layout, PackedSlot, Recorded
from solenia_rules.core.specs import Spec
from solenia_rules.rules import records as r
from solenia_rules.rules.lattice import Joint
from solenia_rules.text.frozen import evolve
from solenia_rules.text.packing import Packer, Unpacker, fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solenia_rules.core.core import Stmt
    from solenia_rules.core.flatten import Flat
    from solenia_rules.text.packing import Packed
    from solenia_rules.text.places import Source, Span

DECLARED = (
    r.Text, r.Parameter, r.WordKind, r.FieldDecl, r.Counter, r.StateVariable, r.PieceKind, r.Zone, r.CellKind,
    r.Part, Joint, r.Content, r.Board, r.History, r.Record, r.ParamDecl, r.Query, r.Verb, r.RuleDecl, r.Step, r.Seats,
    r.Provenance, r.Allowance, r.World,
)  # fmt: skip
LAID_OUT = (Piece, Cell, ZoneInstance, KeptMask, PackedSlot, Bunch, Recorded, Spec, Outline, Facts)
_SLOTS = tuple(name for name in fields_of(Layout) if name != "names")


def _inner_classes() -> tuple[type, ...]:
    # Imported only if the inside of a program is read.
    from typing import get_args

    from solenia_rules.core.core import Core, Function, Stmt
    from solenia_rules.core.expressions import Ex
    from solenia_rules.core.flatten import Block, End, Flat
    from solenia_rules.core.grounds import Ground, Why

    forms = (*get_args(Ex), *get_args(Stmt), *get_args(End))
    return (*forms, Function, Core, Block, Flat, Why, Ground, Spec, Inside)


def keep_world(world: r.World, sources: list[Source]) -> Packed:
    """Encode a world; the source files of its places are added to `sources`."""
    return Packer(DECLARED, sources).pack(evolve(world, spans=None))


def revive_world(data: object, sources: Sequence[Source]) -> r.World:
    world = Unpacker(DECLARED, sources).unpack(data)
    assert isinstance(world, r.World)
    return world


def keep_open(texts: dict[Span, str], sources: list[Source]) -> Packed:
    """Encode texts by their places, with their owners."""
    return Packer((), sources).pack(texts)


def revive_open(data: object, sources: Sequence[Source]) -> dict[Span, str]:
    texts = Unpacker((), sources).unpack(data)
    assert isinstance(texts, dict)
    return texts


def keep(program: Program, sources: list[Source]) -> Packed:
    """Encode what a game needs from its start."""
    slots = tuple(getattr(program.layout, name) for name in _SLOTS)
    return Packer(LAID_OUT, sources).pack((slots, program.outline, program.facts))


def keep_inside(inside: Inside, sources: list[Source]) -> Packed:
    """Encode the rest of a program."""
    return Packer(_inner_classes(), sources).pack((inside, _numbered(inside.flat)))


def _numbered(flat: Flat) -> list[tuple[int, int]]:
    """The statements that a block follows, by their number in the program, because their `id` differs from run to
    run."""
    found = [(number, flat.follows[id(s)]) for number, s in enumerate(_statements(flat)) if id(s) in flat.follows]
    assert len(found) == len(flat.follows), "a statement that no function holds"
    return found


def _statements(flat: Flat) -> Iterator[Stmt]:
    from solenia_rules.core.rewriting import walk

    for function in flat.core.functions:
        yield from walk(function.body)


def revive(outer: object, inside: Callable[[], Inside], names: Names, sources: Sequence[Source]) -> Program:
    read = Unpacker(LAID_OUT, sources).unpack(outer)
    assert isinstance(read, tuple)
    slots, outline, facts = read
    layout = Layout(names, 0)
    for name, value in zip(_SLOTS, slots, strict=True):
        setattr(layout, name, value)
    return Program(names, layout, outline, facts, inside)


def revive_inside(data: object, sources: Sequence[Source]) -> Inside:
    found = Unpacker(_inner_classes(), sources).unpack(data)
    assert isinstance(found, tuple)
    inside, numbered = found
    assert isinstance(inside, Inside)
    flat, blocks = inside.flat, dict(numbered)
    flat.follows = {id(s): blocks[number] for number, s in enumerate(_statements(flat)) if number in blocks}
    return inside
