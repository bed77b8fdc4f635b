"""The syntax tree of the effects language: exactly what was written, before names are resolved."""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import NOWHERE, Span


def place() -> Span:
    """A span that takes no part in equality."""
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Name:
    """A word as it stands in the text."""

    text: str
    span: Span = place()


# ---- expressions ---------------------------------------------------------------


@frozen
class Number:
    """`3`"""

    value: int
    span: Span = place()


@frozen
class Amount:
    """`2 ore`: a number directly before a name."""

    number: int
    what: Name
    span: Span = place()


@frozen
class Ref:
    """A bare name used as a value."""

    name: Name
    span: Span = place()


@frozen
class My:
    """`my hand`"""

    name: Name
    span: Span = place()


@frozen
class Of:
    """`left of right`: a field, a counter, a zone, or an amount."""

    left: Expr
    right: Expr
    span: Span = place()


@frozen
class Each:
    """`value for phrase for phrase, value`, only inside the brackets of a call."""

    value: Expr
    phrases: tuple[Phrase, ...]
    """The first one is the outermost; a later phrase may use the names of those before it."""
    more: tuple[Expr, ...] = ()
    """Further values of the call."""
    span: Span = place()


@frozen
class Call:
    """`name(a, b)`, `name(phrase)` or `name(value for phrase, b)`."""

    name: Name
    args: tuple[Expr, ...] | Phrase | Each
    span: Span = place()


@frozen
class Listed:
    """`(a, b)`: a set by its members."""

    items: tuple[Expr, ...]
    span: Span = place()


@frozen
class Minus:
    """`-x`"""

    value: Expr
    span: Span = place()


@frozen
class Arithmetic:
    """`+ - * /`"""

    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr
    span: Span = place()


@frozen
class Compare:
    """`< <= > >=`"""

    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr
    span: Span = place()


@frozen
class Is:
    """`a is b`, `a is not b`: equality, or an adjective on the right."""

    left: Expr
    right: Expr
    negated: bool
    span: Span = place()


@frozen
class IsIn:
    """`a is in b`, `a is not in b`"""

    left: Expr
    right: Expr
    negated: bool
    span: Span = place()


@frozen
class Not:
    value: Expr
    span: Span = place()


@frozen
class And:
    parts: tuple[Expr, ...]
    span: Span = place()


@frozen
class Or:
    parts: tuple[Expr, ...]
    span: Span = place()


@frozen
class IfValue:
    """`if test then a else b`"""

    test: Expr
    then: Expr
    otherwise: Expr
    span: Span = place()


@frozen
class Possible:
    """`possible { }`: whether the block can be done; nothing of it is done."""

    body: Block
    span: Span = place()


Expr: TypeAlias = (
    Number
    | Amount
    | Ref
    | My
    | Of
    | Call
    | Listed
    | Minus
    | Arithmetic
    | Compare
    | Is
    | IsIn
    | Not
    | And
    | Or
    | IfValue
    | Possible
)


@frozen
class Phrase:
    """`name in set where test by key, key`"""

    name: Name
    source: Expr
    where: Expr | None
    keys: tuple[Expr, ...]
    span: Span = place()


# ---- statements ------------------------------------------------------------------


@frozen
class Argument:
    """A preposition and what follows it: `to my hand`."""

    preposition: str
    value: Expr
    span: Span = place()


@frozen
class Do:
    """A verb and its arguments: `gain 2 ore`."""

    verb: Name
    object: Expr | None
    arguments: tuple[Argument, ...]
    span: Span = place()


@frozen
class Let:
    name: Name
    value: Expr
    span: Span = place()


@frozen
class If:
    """`if a { } else if possible { } else { }`: tests with their blocks, then the last block."""

    cases: tuple[tuple[Expr | None, Block], ...]
    """A block without a test is done if it can be done."""
    otherwise: Block | None
    span: Span = place()


@frozen
class For:
    phrase: Phrase
    body: Block
    span: Span = place()


@frozen
class Repeat:
    times: Expr
    body: Block
    span: Span = place()


@frozen
class Branch:
    """One way of a `choose`, with its name if it has one."""

    name: Name | None
    body: Block
    span: Span = place()


@frozen
class ChooseEffect:
    """`choose { } or { }`, `choose openly play { } or pass { }`"""

    branches: tuple[Branch, ...]
    openly: bool = False
    span: Span = place()


@frozen
class Quota:
    """`2`, `up to 2`, `(expression)`"""

    up_to: bool
    number: Expr
    span: Span = place()


@frozen
class ChooseThing:
    """`choose 2 c in set where test { }`"""

    quota: Quota | None
    phrase: Phrase
    body: Block | None
    openly: bool = False
    span: Span = place()


@frozen
class May:
    body: Block
    otherwise: Block | None
    openly: bool = False
    span: Span = place()


@frozen
class As:
    """`as seats { }`, `together as seats { }`"""

    together: bool
    seats: Expr
    body: Block
    span: Span = place()


@frozen
class Try:
    body: Block
    span: Span = place()


@frozen
class Phase:
    name: Name
    body: Block
    span: Span = place()


Statement: TypeAlias = Do | Let | If | For | Repeat | ChooseEffect | ChooseThing | May | As | Try | Phase


@frozen
class Block:
    statements: tuple[Statement, ...]
    span: Span = place()


# ---- lasting rules ------------------------------------------------------------------


@frozen
class Once:
    """`once per turn`, `once per my turn`"""

    phase: Name
    mine: bool
    span: Span = place()


@frozen
class Trigger:
    """`after verb by me once per turn where test { }`"""

    moment: Literal["before", "after"]
    verb: Name
    by: Name
    once: Once | None
    where: Expr | None
    body: Block
    span: Span = place()


@frozen
class Replacement:
    """`instead of verb by me where test { }`"""

    verb: Name
    by: Name
    once: Once | None
    where: Expr | None
    body: Block
    span: Span = place()


@frozen
class Modifier:
    """`query by me becomes value where test`"""

    query: Name
    by: Name
    value: Expr
    where: Expr | None
    span: Span = place()


LastingRule: TypeAlias = Trigger | Replacement | Modifier


@frozen
class Rules:
    rules: tuple[LastingRule, ...]
    span: Span = place()


Tree: TypeAlias = Block | Expr | Rules
