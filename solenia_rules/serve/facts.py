"""What the server stores of a table: a list of facts, in the order in which they happened.

A table is its facts: reading them again gives the same game, the same people and the same answers. Each fact is one
JSON text, and each is chained to the fact before it by a hash, so that a change, a gap or a cut in the middle is
noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import TypeAlias, assert_never

from attrs import asdict, field, frozen

from solenia_rules.serve.errors import DamagedTable
from solenia_rules.text.misfits import Misfits
from solenia_rules.text.structuring import structure

PERSON = "person"
"""The word for a seat that a person plays; other words are those of bots."""


@frozen
class Created:
    """A table was created. It carries the whole ruleset as one text, so that it does not depend on files."""

    engine: str
    """The version of the engine that began the game."""
    ruleset: str
    """The resolved ruleset as one TOML text."""
    digest: str
    seed: str
    """The seed as a decimal number: some readers of JSON cut large numbers."""
    seats: tuple[str, ...]
    """Who plays each seat: `person`, or the word for a bot."""
    invitations: tuple[str, ...]
    """For each seat the hash of its invitation; empty for bots."""
    spectators: str
    """The hash of the spectators' token."""
    absent_after: int
    """Seconds after which a bot may answer for a person who is not connected; 0 for never."""
    uploaded: bool
    """Whether the ruleset came from a user."""
    answers: tuple[str, ...] = ()
    """The answers that a fork takes over."""


@frozen
class Joined:
    """A person took a seat. The invitation is void from now on."""

    seat: int
    token: str
    """The hash of the seat's token."""
    name: str


@frozen
class Answered:
    seat: int
    option: str
    request: str
    """The id that the client gave to its request; empty for bots."""
    by: str
    """`person`, or the word for the bot that answered."""


@frozen
class Undone:
    """The last answers were taken back."""

    answers: int
    request: str
    seat: int


@frozen
class Replaced:
    """A bot plays a seat until its person comes back."""

    seat: int
    bot: str


@frozen
class Returned:
    """The person of a seat plays again."""

    seat: int


Fact: TypeAlias = Created | Joined | Answered | Undone | Replaced | Returned
_KINDS: dict[str, type[Fact]] = {
    "created": Created, "joined": Joined, "answered": Answered, "undone": Undone, "replaced": Replaced,
    "returned": Returned,
}  # fmt: skip
FIRST = "0" * 64
"""The hash before the first fact of a table."""


def _kind(fact: Fact) -> str:
    match fact:
        case Created():
            return "created"
        case Joined():
            return "joined"
        case Answered():
            return "answered"
        case Undone():
            return "undone"
        case Replaced():
            return "replaced"
        case Returned():
            return "returned"
        case _:
            assert_never(fact)


@frozen
class Link:
    """A fact as it is stored."""

    number: int
    body: str
    chain: str
    """The hash of the body and of the chain before it."""
    made: Fact | None = field(default=None, eq=False, repr=False)


def chain_after(before: str, table: str, number: int, body: str) -> str:
    return sha256(f"{before}\n{table}\n{number}\n{body}".encode()).hexdigest()


def write_fact(table: str, number: int, before: str, fact: Fact) -> Link:
    body = json.dumps({"kind": _kind(fact), **asdict(fact)}, ensure_ascii=False, separators=(",", ":"))
    return Link(number, body, chain_after(before, table, number, body), fact)


def read_facts(table: str, links: Iterable[Link]) -> list[Fact]:
    """The facts of a table, checked; raises `DamagedTable`."""
    found: list[Fact] = []
    before = FIRST
    for expected, link in enumerate(links):
        if link.number != expected:
            raise DamagedTable(table, f"fact {expected} is missing")
        if link.chain != chain_after(before, table, expected, link.body):
            raise DamagedTable(table, f"fact {expected} was changed: its hash does not fit")
        found.append(_read(table, expected, link.body))
        before = link.chain
    if not found or not isinstance(found[0], Created):
        raise DamagedTable(table, "it does not begin with its creation")
    return found


def _read(table: str, number: int, body: str) -> Fact:
    try:
        given = json.loads(body)
        kind = given.pop("kind")
        return structure(given, _KINDS[kind])
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError, Misfits):
        raise DamagedTable(table, f"fact {number} cannot be read") from None
