"""Messages of clients: JSON texts, structured strictly.

`read_json` takes text from outside and returns plain data, or raises `Refused`: deep nesting, keys that occur twice,
half characters and numbers of thousands of digits are refused. `read_message` makes one of the classes below.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from attrs import field, frozen

from solenia_rules.serve.errors import Refused
from solenia_rules.serve.limits import Limits
from solenia_rules.text import strict_json
from solenia_rules.text.misfits import Misfits
from solenia_rules.text.strict_json import BadJson
from solenia_rules.text.structuring import structure

ShapeT = TypeVar("ShapeT")


@frozen
class Hello:
    """The first message of a connection: who the client is."""

    token: str
    lang: str = "en"
    theme: str = "light"
    width: int = 960
    """The width of the picture, in pixels: a narrow picture is arranged for a phone."""


@frozen
class Answer:
    request: str
    version: int
    option: str


@frozen
class Undo:
    request: str
    version: int


@frozen
class Agree:
    """The answer to somebody's wish to take back answers of others."""

    request: str
    version: int
    yes: bool


@frozen
class Why:
    """Why an answer is not offered."""

    request: str
    version: int
    option: str


@frozen
class Others:
    """Which answers the open question could have at other times."""

    request: str
    version: int


@frozen
class Explain:
    """What a thing of the ruleset does, in sentences."""

    request: str
    id: str


@frozen
class Rules:
    """All that the rules explain."""

    request: str


@frozen
class Settings:
    request: str
    lang: str
    theme: str
    width: int = 960


@frozen
class Replace:
    """A bot should play for somebody who is absent."""

    request: str
    seat: int


@frozen
class ComeBack:
    """The person of the seat plays again."""

    request: str


@frozen
class Replay:
    """A position of a finished game."""

    request: str
    step: int


@frozen
class Ping:
    request: str


Message: TypeAlias = (
    Answer | Undo | Agree | Why | Others | Explain | Rules | Settings | Replace | ComeBack | Replay | Ping
)
_KINDS: dict[str, type[Message]] = {
    "answer": Answer, "undo": Undo, "agree": Agree, "why": Why, "others": Others,
    "explain": Explain, "rules": Rules, "settings": Settings,
    "replace": Replace, "come_back": ComeBack, "replay": Replay, "ping": Ping,
}  # fmt: skip


@frozen
class SeatPlan:
    """Who is to sit at a seat of a new table: `person`, or the word for a bot."""

    plays: str


@frozen
class NewTable:
    """A request for a new table."""

    seats: tuple[SeatPlan, ...]
    ruleset: str = ""
    """The name of a bundled ruleset, or `a+b`."""
    text: str = ""
    """An uploaded ruleset; then there is no name."""
    params: dict[str, int] = field(factory=dict)
    absent_after: int = 0


@frozen
class Join:
    name: str = ""


@frozen
class Upload:
    text: str


@frozen
class Fork:
    """A new table with the rules of a finished game: from one of its steps on, or as a new game."""

    step: int
    seats: tuple[SeatPlan, ...]
    fresh: bool = False


def read_json(text: str, limits: Limits) -> object:
    """Plain data from JSON."""
    try:
        return strict_json.read_json(text, limits.depth)
    except BadJson:
        raise Refused("malformed") from None


def read_shape(given: object, shape: type[ShapeT]) -> ShapeT:
    """A value of a class from plain data; raises `Refused`."""
    try:
        return structure(given, shape)
    except Misfits as problem:
        raise Refused("misfit", 400, problems=str(problem)) from None


def read_message(text: str, limits: Limits) -> Message:
    given = read_json(text, limits)
    if not isinstance(given, dict):
        raise Refused("malformed")
    kind = given.pop("type", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Refused("unknown_message")
    return read_shape(given, _KINDS[kind])


def read_hello(text: str, limits: Limits) -> Hello:
    given = read_json(text, limits)
    if not isinstance(given, dict) or given.pop("type", None) != "hello":
        raise Refused("hello_first")
    return read_shape(given, Hello)
