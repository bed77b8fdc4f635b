"""The decoded world of one resolved ruleset: what the TOML declares, with places."""

from __future__ import annotations

from solenia_rules.rules import caps
from solenia_rules.text.frozen import field, frozen
from solenia_rules.text.places import NOWHERE, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from solenia_rules.rules.lattice import Joint, PartSort
    from solenia_rules.rules.origin import Origin
    from solenia_rules.rules.spans import Spans


def place() -> Span:
    """A span that takes no part in equality."""
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


UNSHOWN = "no"
STOPPED = "stop "
"""Before the name of a phase: the hidden state that says whether the phase was ended by `stop PHASE`. The engine adds
it; no name of a ruleset has a space."""
"""What `shown = false` in `[look]` is read as."""


@frozen(eq=False)
class Text:
    """A text in the effects language; `span` covers exactly the characters inside the TOML quotes."""

    text: str
    span: Span = place()


Scalar = int | bool | str
"""A number, yes or no, or the id of a word or record."""
FieldValue = Scalar | Text | tuple[Text, ...]
"""What a record gives a field: a plain value, any string as a Text (the field's kind says how it is read), or ids for a
set."""
FirstValue = Scalar | tuple[Text, ...]
"""What a field begins with; ids for a set."""


@frozen(eq=False)
class Parameter:
    id: str
    default: int
    low: int
    high: int
    value: int
    span: Span = place()


@frozen(eq=False)
class WordKind:
    """`[kinds] metal = { plural = "metals", words = [...] }`"""

    id: str
    plural: str | None
    words: tuple[str, ...]
    span: Span = place()


@frozen(eq=False)
class FieldDecl:
    """A field of a piece, cell or seat: `"side?"` or `{ kind = "yes_no", resets = "turn", starts = 0 }`."""

    id: str
    kind: str
    starts: FirstValue | None = None
    resets: str | None = None
    span: Span = place()


@frozen(eq=False)
class Counter:
    """`per` lists "seat" and word kinds; the limit holds for the total over the words."""

    id: str
    plural: str | None
    per: tuple[str, ...]
    limit: Text | None
    past_limit: Literal["owner gives up", "lost"]
    low: int
    high: int
    starts: int
    resets: str | None
    score: bool
    seen: Literal["all", "owner", "nobody"]
    size_seen: Literal["all", "owner", "nobody"]
    """Who sees the total over the words; at least those who see the words."""
    span: Span = place()


def stopped_phase(variable: str) -> str | None:
    """The phase of a state that the engine adds for `stop PHASE`; None for other state."""
    return variable.removeprefix(STOPPED) if variable.startswith(STOPPED) else None


@frozen(eq=False)
class StateVariable:
    """`[state] grade = { kind = "grade?" }`: one value of any stored kind, shared or `per = "seat"`."""

    id: str
    kind: str
    per: str | None
    starts: Scalar | None
    resets: str | None
    seen: Literal["all", "owner", "nobody"]
    judged: bool
    """Whether it may be given values that depend on what is hidden. Whoever sees the state learns these values."""
    span: Span = place()


@frozen(eq=False)
class PieceKind:
    """A kind of piece. With `sides` it is a die; with `faces` its two faces are rows of that board."""

    id: str
    plural: str | None
    per: str | None
    starts: str | None
    also: str | None
    sides: int | None
    faces: str | None
    fields: tuple[FieldDecl, ...]
    active_while: Text | None
    span: Span = place()


@frozen(eq=False)
class Zone:
    id: str
    per: str | None
    of: tuple[str, ...]
    order: Literal["none", "stack", "line"]
    seen: Literal["all", "owner", "nobody"]
    capacity: int | None
    size_seen: Literal["all", "owner", "nobody"]
    span: Span = place()


@frozen(eq=False)
class CellKind:
    """`[cells.slot]`: cells that are records, for boards that are plain lists."""

    id: str
    plural: str | None
    fields: tuple[FieldDecl, ...]
    active_while: Text | None
    span: Span = place()


@frozen
class Part:
    """What the cells of a board are if they are parts of the cells of a grid: its corners or its sides."""

    sort: PartSort
    board: str
    """The grid."""
    joints: tuple[Joint, ...]


@frozen
class Content:
    """What a field of a cell of a grid begins with by the map of the board."""

    field: str
    row: int
    column: int
    value: Scalar


@frozen(eq=False)
class Board:
    """A grid (`columns`, `rows` a number or the zone whose pieces are the rows), a list (`cells` a cell kind), or the
    corners or sides of a grid (`part`). Corners and sides lie in rows and columns of their own."""

    id: str
    per: str | None
    columns: int | None
    rows: int | str | None
    grid: Literal["square", "hex"]
    """hex: six neighbours; even rows lie half a cell to the right."""
    wraps: Literal["none", "rows", "columns", "both"]
    impassable: tuple[tuple[int, int], ...]
    cells: str | None
    links: tuple[tuple[str, str], ...]
    fields: tuple[FieldDecl, ...]
    part: Part | None = None
    contents: tuple[Content, ...] = ()
    span: Span = place()


@frozen(eq=False)
class History:
    """`[history] position = { keeps = ["field", "me"], most = 200 }`: positions that were recorded."""

    id: str
    keeps: tuple[str, ...]
    """Boards, zones, counters and state; "me": the seat that acts."""
    most: int
    when_full: Literal["draw", "forget oldest"]
    span: Span = place()


@frozen(eq=False)
class Record:
    """One piece or cell: `[tokens] one_ore = { value = 1, ... }`. `front`/`back` hold a face's cells, column by column:
    a word for the one field of its kind, or a table of fields."""

    id: str
    kind: str
    copies: int
    starts: str | None
    order: int | None
    fields: tuple[tuple[str, FieldValue, Span], ...]
    front: tuple[str | tuple[tuple[str, Scalar], ...], ...] | None = None
    back: tuple[str | tuple[tuple[str, Scalar], ...], ...] | None = None
    at: tuple[int, int] | None = None
    """Of a cell: where it is drawn, x to the right and y upwards."""
    links: tuple[str, ...] = ()
    """Of a cell of a list: cells that are its neighbours."""
    span: Span = place()


@frozen(eq=False)
class ParamDecl:
    """A parameter of a verb or query: name, kind text, and the preposition before it in a verb."""

    id: str
    kind: str
    preposition: str | None = None
    span: Span = place()


@frozen(eq=False)
class Query:
    """A named value. Either `value`, or `table` indexed by its one range parameter."""

    id: str
    params: tuple[ParamDecl, ...]
    value: Text | None
    table: tuple[int, ...] | None
    shown: bool = False
    """Whether all seats see its value at the table."""
    span: Span = place()


@frozen(eq=False)
class Verb:
    id: str
    params: tuple[ParamDecl, ...]
    effect: Text
    span: Span = place()


@frozen(eq=False)
class RuleDecl:
    """`[rules.tithe] rules = '...'`: lasting rules that no piece holds."""

    id: str
    rules: Text
    order: int | None
    active_while: Text | None
    span: Span = place()


@frozen(eq=False)
class Step:
    """A named step of setup, play, scoring or result."""

    section: Literal["setup", "play", "scoring", "result"]
    id: str
    effect: Text
    span: Span = place()


@frozen(eq=False)
class Seats:
    low: int
    high: int
    fields: tuple[tuple[FieldDecl, tuple[Scalar, ...]], ...]
    """Each field with its value per seat, in seat order."""
    span: Span = place()


@frozen(eq=False)
class Provenance:
    """Where a record comes from: `source` and `note` of its TOML table."""

    path: str
    source: Origin
    note: str | None


@frozen(eq=False)
class Allowance:
    """`[allow.W602] "verbs.rest" = "why"`: a finding that is meant to be so."""

    code: str
    at: str
    """Section and id of what it is about."""
    why: str
    span: Span = place()


@frozen(eq=False)
class World:
    """Everything a resolved ruleset declares. Order in every tuple is the order of declaration."""

    id: str
    language: int
    languages: tuple[str, ...]
    """The languages that the ruleset has texts in."""
    titles: tuple[tuple[str, str], ...]
    seats: Seats
    params: tuple[Parameter, ...]
    kinds: tuple[WordKind, ...]
    counters: tuple[Counter, ...]
    state: tuple[StateVariable, ...]
    pieces: tuple[PieceKind, ...]
    zones: tuple[Zone, ...]
    cells: tuple[CellKind, ...]
    boards: tuple[Board, ...]
    histories: tuple[History, ...]
    records: tuple[Record, ...]
    """Records of all sections, section by section in order of appearance."""
    queries: tuple[Query, ...]
    verbs: tuple[Verb, ...]
    rules: tuple[RuleDecl, ...]
    steps: tuple[Step, ...]
    """Sections in the order setup, play, scoring, result; steps in order of declaration."""
    estimate: Text | None
    words: dict[str, dict[str, dict[str, str]]]
    """Language -> id -> forms; a plain string is the form `one`."""
    looks: dict[str, dict[str, str]]
    """Id -> glyph, colour, shape, fields that it tells, whether it is shown."""
    provenance: tuple[Provenance, ...]
    allowances: tuple[Allowance, ...] = ()
    budget: int = caps.BUDGET
    """The most steps of one action."""
    spans: Spans | None = field(default=None, eq=False, repr=False)
    """Where words and looks stand; not kept between runs: what is kept has nothing to tell."""
    span: Span = place()

    @property
    def unshown(self) -> frozenset[str]:
        """Ids that the table and the log leave out."""
        looks = frozenset(ident for ident, look in self.looks.items() if look.get("shown") == UNSHOWN)
        return looks | {variable.id for variable in self.state if stopped_phase(variable.id) is not None}

    @property
    def untold(self) -> frozenset[str]:
        """Ids that the log leaves out."""
        return frozenset(ident for ident, look in self.looks.items() if look.get("told") == UNSHOWN)

    @property
    def declared_state(self) -> tuple[StateVariable, ...]:
        """The state without what the engine adds."""
        return tuple(variable for variable in self.state if stopped_phase(variable.id) is None)

    def at(self, *path: str) -> Span:
        """Where a key stands."""
        return self.span if self.spans is None or not path else self.spans.key(path)
