"""What a client receives: the results of the methods about the engine, rulesets and games, progress and errors.

The texts below the fields are their documentation. Simulations, comparisons and scenarios have their results in
`experiment_results`.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from solenia_rules.text.views import EventView, OptionView


@frozen
class Limits:
    """What one session may use."""

    line: int
    """Bytes of one line of a client."""
    rulesets: int
    games: int
    simulated: int
    """Games of one simulation."""
    playouts: int
    """Playouts of a bot."""
    files: bool
    """Whether a name may be the path of a file, and a bot may be a file of Python."""


@frozen
class Greeting:
    """What the engine says about itself."""

    protocol: int
    """The version of the protocol that the session speaks."""
    engine: str
    """The version of the engine."""
    methods: tuple[str, ...]
    languages: tuple[str, ...]
    limits: Limits


@frozen
class Listed:
    """A bundled ruleset."""

    name: str
    shelf: str
    """The group of rulesets that it belongs to."""
    title: str
    about: str
    seats: tuple[int, int]
    """The fewest and the most seats."""


@frozen
class Listing:
    """All bundled rulesets that can be played."""

    rulesets: tuple[Listed, ...]


@frozen
class Note:
    """Another place that a diagnostic speaks of."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    label: str


@frozen
class Diagnostic:
    """A problem of a ruleset or of a scenario file."""

    code: str
    """`solenia explain CODE` and docs/diagnostics explain it."""
    severity: Literal["error", "warning"]
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    hint: str | None
    also: tuple[Note, ...]


@frozen
class Parameter:
    """A number that can be set when the ruleset is loaded."""

    id: str
    label: str
    value: int
    default: int
    low: int
    high: int


@frozen
class Loaded:
    """A ruleset of the session."""

    ruleset: str
    """The name of the ruleset in this session; other requests use it."""
    id: str
    title: str
    digest: str
    """Rulesets with equal digests play the same games."""
    seats: tuple[int, int]
    params: tuple[Parameter, ...]
    warnings: tuple[Diagnostic, ...]


@frozen
class CheckReport:
    """The diagnostics of a ruleset."""

    good: bool
    """Whether there are no errors; there may be warnings."""
    diagnostics: tuple[Diagnostic, ...]


@frozen
class Sentence:
    """A sentence with the sentences below it."""

    text: str
    steps: tuple[Sentence, ...]


@frozen
class Explanation:
    """A thing of the ruleset, explained."""

    id: str
    sort: str
    title: str
    line: str
    """All of it on one line."""
    steps: tuple[Sentence, ...]


@frozen
class CounterInfo:
    """A counter."""

    id: str
    label: str
    per: tuple[str, ...]
    """`seat` if each seat has its own, and the kind of words that it counts."""
    score: bool
    """Whether it is the score."""
    seen: Literal["all", "owner", "nobody"]


@frozen
class WordInfo:
    """A kind of words."""

    id: str
    label: str
    words: tuple[str, ...]


@frozen
class PieceInfo:
    """A kind of pieces."""

    id: str
    label: str
    sides: int | None
    """The number of sides of a die; null for other pieces."""
    faces: bool
    """Whether the pieces have two faces."""


@frozen
class ZoneInfo:
    """A zone."""

    id: str
    label: str
    of: tuple[str, ...]
    """The kinds of pieces that lie there."""
    per: str | None
    order: Literal["none", "stack", "line"]
    seen: Literal["all", "owner", "nobody"]


@frozen
class BoardInfo:
    """A board."""

    id: str
    label: str
    per: str | None
    grid: Literal["square", "hex"]


@frozen
class RecordInfo:
    """A record: a card, a tile, a cell."""

    id: str
    kind: str
    label: str
    copies: int
    fields: dict[str, bool | int | str | list[str]]
    """Its fields that never change; effects and values of the language as their text."""


@frozen
class About:
    """What a ruleset declares, for a front end that shows it."""

    ruleset: str
    id: str
    title: str
    titles: dict[str, str]
    languages: tuple[str, ...]
    digest: str
    seats: tuple[int, int]
    params: tuple[Parameter, ...]
    words: tuple[WordInfo, ...]
    counters: tuple[CounterInfo, ...]
    pieces: tuple[PieceInfo, ...]
    zones: tuple[ZoneInfo, ...]
    boards: tuple[BoardInfo, ...]
    records: tuple[RecordInfo, ...]
    phases: tuple[str, ...]
    labels: dict[str, str]
    """The words for every id of the ruleset, in the language of the request."""


@frozen
class Closed:
    """How many are left."""

    left: int


@frozen
class Status:
    """Where a game is. It contains nothing that a seat may not know."""

    game: str
    """The name of the game in this session; other requests use it."""
    ruleset: str
    seats: int
    version: int
    """A number that is different after each change of the game."""
    decisions: int
    """The number of answers so far."""
    seat: int | None
    """The seat that is asked; null if the game is over."""
    over: bool
    winners: tuple[int, ...]
    scores: dict[str, int]
    """The scores by seat at the end of the game. While it runs, `game.view` shows those that a seat sees."""
    imagined: bool
    """Whether `game.resample` made it: it cannot be saved."""


@frozen
class Asked:
    """The open decision, as the seat that is asked reads it."""

    game: str
    version: int
    seat: int | None
    """Null if the game is over; then there are no options."""
    kind: str
    """choose, pick, order, branch, may, pay, gain, lose, give_up or spare"""
    name: str
    prompt: str
    options: tuple[OptionView, ...]


@frozen
class Answered:
    """The answer of a bot."""

    option: str
    label: str
    status: Status


@frozen
class Reason:
    """Why an answer is not offered. It contains only what the seat that is asked may know."""

    text: str
    """The reason as one sentence."""
    key: str
    """The sort of reason."""
    rule: str
    """The text of the ruleset that makes it impossible."""
    place: str
    found: tuple[str, ...]
    """The values that the condition found."""
    changes: tuple[str, ...]
    """Changes of which each one would be enough."""


@frozen
class Lines:
    """Lines of a seat's log."""

    number: int
    """How many lines the log has now; ask with this number next time."""
    lines: tuple[EventView, ...]


@frozen
class Picture:
    """An SVG document."""

    svg: str


@frozen
class Saved:
    """A save."""

    save: str
    """It contains the rules, so `game.restore` needs nothing else. It contains all secrets of the game."""


@frozen
class Cancelled:
    """Whether the request was still running."""

    cancelled: bool


@frozen
class Progress:
    """The parameters of the notification `sim.progress`."""

    request: int | str
    """The id of the request that is running."""
    done: int
    total: int


@frozen
class ErrorData:
    """What an error carries besides its message."""

    kind: str
    """ruleset, setup, position, unreadable_answer, stale_answer, illegal_answer, undo, save, lab, unknown, limit,
    cancelled, params, or message"""
    diagnostics: tuple[Diagnostic, ...] = ()
    """For a ruleset with problems: every problem with its place."""
    reason: Reason | None = None
    """For an answer that is not offered: why it is not."""
    problems: tuple[str, ...] = ()
    """For wrong parameters and positions: every problem."""
