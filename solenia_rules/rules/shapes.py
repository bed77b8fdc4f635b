"""The shapes of the tables in a ruleset file: one class for the entries of each section.

cattrs structures a table of the file by its shape. Everything about types, missing keys and unknown keys is settled
there; the decoders only ask whether the values make sense together. A shape leaves out `source` and `note`, which every
entry may have.
"""

from __future__ import annotations

from typing import Literal, NewType, TypeAlias

from solenia_rules.text.frozen import field, frozen

Id = NewType("Id", str)
"""A text that is an id."""
EffectText = NewType("EffectText", str)
"""A text of the effects language."""
Seen: TypeAlias = Literal["all", "owner", "nobody"]


@frozen(eq=False)
class Limits:
    """`[low, high]`"""

    low: int
    high: int


@frozen(eq=False)
class ParamShape:
    default: int
    range: Limits


@frozen(eq=False)
class KindShape:
    words: tuple[Id, ...]
    plural: Id | None = None


@frozen(eq=False)
class CounterShape:
    plural: Id | None = None
    per: tuple[Id, ...] = ()
    limit: EffectText | None = None
    past_limit: Literal["owner gives up", "lost"] = "owner gives up"
    range: Limits | None = None
    starts: int | None = None
    resets: Id | None = None
    score: bool = False
    seen: Seen = "all"
    size_seen: Seen | None = None


@frozen(eq=False)
class StateShape:
    kind: object
    per: str | None = None
    starts: object = None
    resets: Id | None = None
    seen: Seen = "all"
    judged: bool = False


@frozen(eq=False)
class PieceShape:
    plural: Id | None = None
    per: str | None = None
    starts: Id | None = None
    also: Id | None = None
    sides: int | None = None
    faces: Id | None = None
    fields: dict[Id, object] = field(factory=dict)
    while_: EffectText | None = None


@frozen(eq=False)
class ZoneShape:
    of: object
    per: str | None = None
    order: Literal["none", "stack", "line"] = "none"
    seen: Seen = "nobody"
    capacity: int | None = None
    size_seen: Seen = "all"


@frozen(eq=False)
class CellShape:
    plural: Id | None = None
    fields: dict[Id, object] = field(factory=dict)
    while_: EffectText | None = None


@frozen(eq=False)
class BoardShape:
    columns: int | None = None
    rows: object = None
    impassable: tuple[object, ...] = ()
    grid: Literal["square", "hex"] = "square"
    wraps: Literal["none", "rows", "columns", "both"] = "none"
    fields: dict[Id, object] = field(factory=dict)
    cells: Id | None = None
    links: tuple[object, ...] = ()
    map: object = None
    corners: Id | None = None
    sides: Id | None = None
    per: str | None = None


@frozen(eq=False)
class HistoryShape:
    keeps: tuple[Id, ...]
    most: int
    when_full: Literal["draw", "forget oldest"] = "draw"


@frozen(eq=False)
class FieldShape:
    kind: object
    starts: object = None
    resets: Id | None = None


@frozen(eq=False)
class SeatsShape:
    range: Limits
    fields: dict[Id, tuple[object, ...]] = field(factory=dict)


@frozen(eq=False)
class StepShape:
    effect: EffectText


@frozen(eq=False)
class VerbShape:
    effect: EffectText
    params: dict[Id, object] = field(factory=dict)


@frozen(eq=False)
class QueryShape:
    params: dict[Id, object] = field(factory=dict)
    value: EffectText | None = None
    table: tuple[int, ...] | None = None
    shown: bool = False


@frozen(eq=False)
class RuleShape:
    rules: EffectText
    order: int | None = None
    while_: EffectText | None = None


@frozen(eq=False)
class LookShape:
    glyph: str | None = None
    colour: str | None = None
    shape: str | None = None
    tells: str | None = None
    role: str | None = None
    background: str | None = None
    ground: str | None = None
    layout: str | None = None
    rows: str | None = None
    top: str | None = None
    frame: str | None = None
    title: str | None = None
    corner: str | None = None
    icons: str | None = None
    text: str | None = None
    place: str | None = None
    edges: str | None = None
    segments: str | None = None
    stack: str | None = None
    shown: bool = True
    told: bool = True


@frozen(eq=False)
class RecordShape:
    """The keys of a record besides the fields that its kind declares."""

    copies: int = 1
    order: int | None = None
    starts: Id | None = None
    front: object = None
    back: object = None
    at: object = None
    links: object = None
