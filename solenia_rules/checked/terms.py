"""The checked tree of values: every name is resolved and every kind is known.

`Term` is a closed union: a pass over terms is a `match` that ends in `assert_never`, so that mypy lists the passes that
a new form must visit. It is made of groups (`Fixed`, `Stored`, `Called`, `Asked`, `Computed`) for passes that treat all
forms of a group alike. `PARTS` names the fields of a form that hold terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias, get_args

from solenia_rules.dsl.builtins import PhraseName, QueryName
from solenia_rules.dsl.kinds import BUNDLE, PLACE, Kind
from solenia_rules.dsl.nodes import place
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.places import Span

BuiltInFieldName: TypeAlias = Literal["cell", "owner", "row", "column", "face", "shows", "place"]
ArithmeticSign: TypeAlias = Literal["+", "-", "*", "/"]
CompareSign: TypeAlias = Literal["<", "<=", ">", ">="]
OPPOSITE: dict[CompareSign, CompareSign] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""The sign of the comparison that holds where another one does not."""
TURNED: dict[CompareSign, CompareSign] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The sign of the same comparison with its two sides exchanged."""


class _Form:
    """The common part of all forms."""

    PARTS: tuple[str, ...] = ()
    """The fields that hold a term, several terms, or None."""


@frozen
class Const(_Form):
    """A number, test, word, face or name."""

    value: int
    kind: Kind
    span: Span = place()


@frozen
class Nothing(_Form):
    """`none`: no piece, cell, seat or word."""

    kind: Kind
    span: Span = place()


@frozen
class Var(_Form):
    """A variable of the text, by its number."""

    number: int
    kind: Kind
    span: Span = place()


@frozen
class Param(_Form):
    """A parameter of the ruleset."""

    param: str
    kind: Kind
    span: Span = place()


@frozen
class Field(_Form):
    """A declared field of a piece or cell."""

    PARTS = ("holder",)

    field: str
    holder: Term
    kind: Kind
    span: Span = place()


@frozen
class BuiltInField(_Form):
    """A built-in field of every piece, cell or seat."""

    PARTS = ("holder",)

    field: BuiltInFieldName
    holder: Term
    kind: Kind
    span: Span = place()


@frozen
class Times(_Form):
    """How often the present position stands in a history; `seat` acts."""

    PARTS = ("seat",)

    history: str
    seat: Term
    kind: Kind
    span: Span = place()


@frozen
class SeatField(_Form):
    """A declared field of a seat."""

    PARTS = ("seat",)

    field: str
    seat: Term
    kind: Kind
    span: Span = place()


@frozen
class Counter(_Form):
    """The number of a counter; `seat` and `word` say which, if there are several."""

    PARTS = (
        "seat",
        "word",
    )

    counter: str
    seat: Term | None
    word: Term | None
    kind: Kind
    span: Span = place()


@frozen
class CounterBundle(_Form):
    """All words of a counter that a seat has, as a bundle."""

    PARTS = ("seat",)

    counter: str
    seat: Term
    kind: Kind
    span: Span = place()


@frozen
class State(_Form):
    """A variable of the state; `seat` says whose, if every seat has one."""

    PARTS = ("seat",)

    variable: str
    seat: Term | None
    kind: Kind
    span: Span = place()


@frozen
class Zone(_Form):
    """The pieces in a zone; `index` is the seat or word, if there is one zone for each."""

    PARTS = ("index",)

    zone: str
    index: Term | None
    kind: Kind
    span: Span = place()


@frozen
class Board(_Form):
    """The cells of a board; `seat` says whose, if every seat has one."""

    PARTS = ("seat",)

    board: str
    seat: Term | None
    kind: Kind
    span: Span = place()


@frozen
class Cells(_Form):
    """All cells of a cell kind, of one seat or of all."""

    PARTS = ("seat",)

    cell_kind: str
    seat: Term | None
    kind: Kind
    span: Span = place()


@frozen
class Pieces(_Form):
    """All pieces of a kind."""

    piece_kind: str
    kind: Kind
    span: Span = place()


@frozen
class Owned(_Form):
    """The pieces of a kind that a seat owns."""

    PARTS = ("seat",)

    piece_kind: str
    seat: Term
    kind: Kind
    span: Span = place()


@frozen
class Single(_Form):
    """The one piece of a kind; `index` is the seat or word, if there is one for each."""

    PARTS = ("index",)

    piece_kind: str
    index: Term | None
    kind: Kind
    span: Span = place()


@frozen
class Record(_Form):
    """The pieces or cells of a record; `seat` says whose."""

    PARTS = ("seat",)

    record: str
    seat: Term | None
    kind: Kind
    span: Span = place()


@frozen
class BoardCell(_Form):
    """A cell of a board by numbers: row and column of a grid, or the number of the cell in a list."""

    PARTS = (
        "seat",
        "row",
        "column",
    )

    board: str
    seat: Term | None
    row: Term | None
    column: Term
    kind: Kind
    span: Span = place()


@frozen
class Words(_Form):
    """All words of a kind."""

    word_kind: str
    kind: Kind
    span: Span = place()


@frozen
class Seats(_Form):
    """All seats."""

    kind: Kind
    span: Span = place()


@frozen
class Others(_Form):
    """All seats but one."""

    PARTS = ("seat",)

    seat: Term
    kind: Kind
    span: Span = place()


@frozen
class Query(_Form):
    """A query of the ruleset, asked by `me`."""

    PARTS = (
        "me",
        "given",
    )

    query: str
    me: Term
    given: tuple[Term, ...]
    kind: Kind
    span: Span = place()


@frozen
class BuiltIn(_Form):
    """A built-in query on values."""

    PARTS = ("given",)

    query: QueryName
    given: tuple[Term, ...]
    kind: Kind
    span: Span = place()


@frozen
class Phrase(_Form):
    """A built-in query on a phrase: `count(x in source where test)`, `sum(value for x in source)`."""

    PARTS = (
        "source",
        "where",
        "value",
        "keys",
        "over",
    )

    query: PhraseName
    var: int
    source: Term
    where: Term
    value: Term | None
    keys: tuple[Term, ...]
    kind: Kind
    over: Term | None = None
    """The cells over which the steps of a longest path lead."""
    span: Span = place()


@frozen
class Arithmetic(_Form):
    """An arithmetic operation on two numbers."""

    PARTS = (
        "left",
        "right",
    )

    sign: ArithmeticSign
    left: Term
    right: Term
    kind: Kind
    span: Span = place()


@frozen
class Minus(_Form):
    """The negative of a number."""

    PARTS = ("value",)

    value: Term
    kind: Kind
    span: Span = place()


@frozen
class Compare(_Form):
    """Two numbers compared by size."""

    PARTS = (
        "left",
        "right",
    )

    sign: CompareSign
    left: Term
    right: Term
    kind: Kind
    span: Span = place()


@frozen
class Equal(_Form):
    """Whether two values are the same."""

    PARTS = (
        "left",
        "right",
    )

    left: Term
    right: Term
    kind: Kind
    span: Span = place()


@frozen
class In(_Form):
    """Whether a thing is a member of a set."""

    PARTS = (
        "member",
        "group",
    )

    member: Term
    group: Term
    kind: Kind
    span: Span = place()


@frozen
class Not(_Form):
    """The negation of a test."""

    PARTS = ("value",)

    value: Term
    kind: Kind
    span: Span = place()


@frozen
class And(_Form):
    """Whether all tests hold."""

    PARTS = ("tests",)

    tests: tuple[Term, ...]
    kind: Kind
    span: Span = place()


@frozen
class Or(_Form):
    """Whether some test holds."""

    PARTS = ("tests",)

    tests: tuple[Term, ...]
    kind: Kind
    span: Span = place()


@frozen
class If(_Form):
    """One of two values."""

    PARTS = (
        "test",
        "then",
        "otherwise",
    )

    test: Term
    then: Term
    otherwise: Term
    kind: Kind
    span: Span = place()


@frozen
class Union(_Form):
    """The members of several sets."""

    PARTS = ("sets",)

    sets: tuple[Term, ...]
    kind: Kind
    span: Span = place()


@frozen
class Difference(_Form):
    """The members of a set without those of another."""

    PARTS = (
        "left",
        "right",
    )

    left: Term
    right: Term
    kind: Kind
    span: Span = place()


@frozen
class Listed(_Form):
    """A single thing as a set of one; none as the empty set."""

    PARTS = ("item",)

    item: Term
    kind: Kind
    span: Span = place()


@frozen
class Place(_Form):
    """A zone, a cell or none as one of all places."""

    PARTS = ("item",)

    item: Term
    kind: Kind
    span: Span = place()


@frozen
class Map(_Form):
    """A field of every member of a set."""

    PARTS = ("source",)

    field: str
    built_in: bool
    source: Term
    kind: Kind
    span: Span = place()


@frozen
class Active(_Form):
    """Whether the lasting rules of a piece or cell hold."""

    PARTS = ("holder",)

    holder: Term
    kind: Kind
    span: Span = place()


@frozen
class HeldValue(_Form):
    """A test, value or bundle text that a piece or cell holds."""

    PARTS = ("holder",)

    field: str
    holder: Term
    kind: Kind
    span: Span = place()


@frozen
class Amount(_Form):
    """A number of a counter, or of one of its words (by index)."""

    PARTS = ("count",)

    counter: str
    word: int | None
    count: Term
    kind: Kind
    span: Span = place()


@frozen
class AmountOf(_Form):
    """A number of a resource that is computed."""

    PARTS = (
        "count",
        "resource",
    )

    count: Term
    resource: Term
    kind: Kind
    span: Span = place()


@frozen
class AmountFree(_Form):
    """A number of any words of a kind: the seat chooses which."""

    PARTS = ("count",)

    counter: str
    word_kind: str
    count: Term
    kind: Kind
    span: Span = place()


@frozen
class AmountIn(_Form):
    """The amount of a counter, or of one of its words (by index), in a bundle."""

    PARTS = ("bundle",)

    counter: str
    word: int | None
    bundle: Term
    kind: Kind
    span: Span = place()


@frozen
class AmountOfIn(_Form):
    """The amount of a computed resource in a bundle."""

    PARTS = (
        "bundle",
        "resource",
    )

    bundle: Term
    resource: Term
    kind: Kind
    span: Span = place()


@frozen
class BundleAdd(_Form):
    """The sum of two bundles."""

    PARTS = (
        "left",
        "right",
    )

    left: Term
    right: Term
    kind: Kind
    span: Span = place()


@frozen
class BundleSubtract(_Form):
    """A bundle without what another holds."""

    PARTS = (
        "left",
        "right",
    )

    left: Term
    right: Term
    kind: Kind
    span: Span = place()


@frozen
class BundleScale(_Form):
    """A multiple of a bundle."""

    PARTS = (
        "number",
        "bundle",
    )

    number: Term
    bundle: Term
    kind: Kind
    span: Span = place()


@frozen
class Resource(_Form):
    """A counter as a resource."""

    counter: str
    kind: Kind
    span: Span = place()


@frozen
class ResourceWord(_Form):
    """The resource of a word."""

    PARTS = ("word",)

    counter: str
    word: Term
    kind: Kind
    span: Span = place()


Fixed: TypeAlias = Const | Nothing | Var | Param | SeatField | Cells | Pieces | Single | Record | Words | Seats | Others
"""Forms that do not change during play, or, for variables, after they are assigned."""
Stored: TypeAlias = (
    Field | BuiltInField | Counter | CounterBundle | State | Times | Zone | Board | BoardCell | Owned | Map
)  # fmt: skip
"""Forms that read the state of the game."""
Called: TypeAlias = Query | HeldValue | Active
"""Forms whose value is computed by other texts of the ruleset."""
Asked: TypeAlias = BuiltIn | Phrase
"""Built-in queries: the table of built-ins has the facts about each."""
Computed: TypeAlias = (
    Arithmetic | Minus | Compare | Equal | In | Not | And | Or | If | Union | Difference | Listed | Place
    | Amount | AmountOf | AmountFree | AmountIn | AmountOfIn | BundleAdd | BundleSubtract | BundleScale
    | Resource | ResourceWord
)  # fmt: skip
"""Forms whose value depends only on the terms inside them."""
Term: TypeAlias = Fixed | Stored | Called | Asked | Computed

TRUE_TERM = Const(1, Kind("test"))
NONE_TERM = Nothing(Kind("none"))

ME = 0
THIS = 1
IT = 2
ACTOR = 3
FIRST_FREE = 4
"""The first variable number without a fixed meaning."""


def parts(term: Term) -> tuple[Term, ...]:
    """The terms directly inside a term, in the order of its fields."""
    found: list[Term] = []
    for name in term.PARTS:
        held: Term | tuple[Term, ...] | None = getattr(term, name)
        if isinstance(held, tuple):
            found += held
        elif held is not None:
            found.append(held)
    return tuple(found)


def with_parts(term: Term, change: Callable[[Term], Term]) -> Term:
    """The same form with every term directly inside it changed."""
    if not term.PARTS:
        return term
    made: dict[str, Term | tuple[Term, ...] | None] = {}
    for name in term.PARTS:
        held: Term | tuple[Term, ...] | None = getattr(term, name)
        made[name] = tuple(map(change, held)) if isinstance(held, tuple) else None if held is None else change(held)
    return evolve(term, **made)  # type: ignore[arg-type]


def all_terms(terms: tuple[Term, ...]) -> Iterator[Term]:
    """All terms, including nested ones."""
    for term in terms:
        yield term
        yield from all_terms(parts(term))


def equal(one: Term | None, other: Term | None) -> bool:
    """Whether two terms are equal. Where `==` stands between two terms, mypy compares every form with every other one,
    which takes a second or more."""
    left: object = one
    return left == other


def renamed(term: Term, old: int, new: int) -> Term:
    """A term with one variable replaced by another."""
    if isinstance(term, Var):
        return evolve(term, number=new) if term.number == old else term
    return with_parts(term, lambda part: renamed(part, old, new))


def contains(term: Term, var: int) -> bool:
    """Whether a term mentions a variable."""
    return (isinstance(term, Var) and term.number == var) or any(contains(part, var) for part in parts(term))


def may_be_open(bundle: Term) -> bool:
    """Whether a bundle may leave words open, which a seat chooses when it gains, pays or loses the bundle."""
    known_elsewhere = (AmountFree, Query, HeldValue, Var)
    # the members of `bundles(...)` name their words
    return any(isinstance(x, known_elsewhere) and x.kind == BUNDLE for x in all_terms((bundle,)))


def conjuncts(term: Term) -> list[Term]:
    """The parts that a test joins with `and`; empty for a test that always holds."""
    if isinstance(term, And):
        return [part for test in term.tests for part in conjuncts(test)]
    return [] if term == TRUE_TERM else [term]


def built_in_field(name: str) -> BuiltInFieldName:
    """A built-in field by its name."""
    for field_name in get_args(BuiltInFieldName):
        if field_name == name:
            found: BuiltInFieldName = field_name
            return found
    raise AssertionError(name)


def above_zero(term: Term) -> bool:
    """Whether a number is certainly above 0."""
    return term.kind.low is not None and term.kind.low > 0


def as_place(term: Term) -> Term:
    """A zone, a cell or none as one of all places."""
    return term if term.kind.base == "place" else Place(term, PLACE, span=term.span)
