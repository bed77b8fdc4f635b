"""The checked tree of statements, and the texts that consist of them.

`Act` is a closed union with one class for each statement and each built-in verb. A pass over acts is a `match` that
ends in `assert_never`, so that mypy lists the passes that a new statement or verb must visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal, TypeAlias, TypeGuard, assert_never

from solenia_rules.checked.terms import BuiltIn, BuiltInField, Const, Counter, CounterBundle, Field, Listed, State, Term
from solenia_rules.dsl.builtins import VERBS, BuiltInVerb, VerbName
from solenia_rules.dsl.kinds import Kind
from solenia_rules.dsl.nodes import place as unseen
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.places import Span

Writable: TypeAlias = Field | BuiltInField | Counter | State
"""The places that `set` and `add` can write; of the built-in fields only the face of a piece."""


class _Form:
    """The common part of all statements: the names of their fields that hold terms and blocks."""

    TERMS: tuple[str, ...] = ()
    """Fields that hold a term, several terms, or None."""
    WAYS: tuple[str, ...] = ()
    """Fields that hold several blocks."""
    BLOCKS: tuple[str, ...] = ()
    """Fields that hold a block, or None."""


@frozen
class DoVerb(_Form):
    """A call of a verb of the ruleset, or of a verb made for a built-in verb that has lasting rules."""

    TERMS = (
        "me",
        "given",
    )

    verb: str
    me: Term
    given: tuple[Term, ...]
    inside: tuple[int, ...] = ()
    """The replacements of the verb that contain this call; they do not replace it again."""
    stands_for: BuiltInAct | None = None
    """The built-in statement that the call of a made verb performs; None: the verb belongs to the ruleset."""
    span: Span = unseen()


@frozen
class Gain(_Form):
    """`gain what`"""

    VERB: ClassVar[Literal["gain"]] = "gain"
    TERMS = (
        "me",
        "what",
    )

    me: Term
    what: Term
    limits: bool = True
    """Whether what is past a limit is given up here; else a call of the verb made for `give_up` follows."""
    span: Span = unseen()


@frozen
class Pay(_Form):
    """`pay what`"""

    VERB: ClassVar[Literal["pay"]] = "pay"
    TERMS = (
        "me",
        "what",
    )

    me: Term
    what: Term
    span: Span = unseen()


@frozen
class Lose(_Form):
    """`lose what`"""

    VERB: ClassVar[Literal["lose"]] = "lose"
    TERMS = (
        "me",
        "what",
    )

    me: Term
    what: Term
    span: Span = unseen()


@frozen
class GiveUp(_Form):
    """What is past the limits of the counters of `what` is given up; no text says it."""

    VERB: ClassVar[Literal["give_up"]] = "give_up"
    TERMS = (
        "me",
        "what",
    )

    me: Term
    what: Term
    span: Span = unseen()


@frozen
class Move(_Form):
    """`move pieces to target at position`"""

    VERB: ClassVar[Literal["move"]] = "move"
    TERMS = (
        "me",
        "pieces",
        "target",
        "position",
    )

    me: Term
    pieces: Term
    target: Term
    position: Term | None
    span: Span = unseen()


@frozen
class Draw(_Form):
    """`draw number from source to target`"""

    VERB: ClassVar[Literal["draw"]] = "draw"
    TERMS = (
        "me",
        "number",
        "source",
        "target",
    )

    me: Term
    number: Term
    source: Term
    target: Term
    span: Span = unseen()


@frozen
class Shuffle(_Form):
    """`shuffle zone`"""

    VERB: ClassVar[Literal["shuffle"]] = "shuffle"
    TERMS = (
        "me",
        "zone",
    )

    me: Term
    zone: Term
    span: Span = unseen()


@frozen
class TurnOver(_Form):
    """`turn_over piece`"""

    VERB: ClassVar[Literal["turn_over"]] = "turn_over"
    TERMS = (
        "me",
        "piece",
    )

    me: Term
    piece: Term
    span: Span = unseen()


@frozen
class Note(_Form):
    """`record history`"""

    VERB: ClassVar[Literal["record"]] = "record"
    TERMS = (
        "me",
        "history",
    )

    me: Term
    history: Term
    span: Span = unseen()


@frozen
class Forget(_Form):
    """`forget history`"""

    VERB: ClassVar[Literal["forget"]] = "forget"
    TERMS = (
        "me",
        "history",
    )

    me: Term
    history: Term
    span: Span = unseen()


@frozen
class Roll(_Form):
    """`roll die`"""

    VERB: ClassVar[Literal["roll"]] = "roll"
    TERMS = (
        "me",
        "die",
    )

    me: Term
    die: Term
    span: Span = unseen()


@frozen
class Show(_Form):
    """`show pieces to seats`"""

    VERB: ClassVar[Literal["show"]] = "show"
    TERMS = (
        "me",
        "pieces",
        "seats",
    )

    me: Term
    pieces: Term
    seats: Term
    span: Span = unseen()


@frozen
class Need(_Form):
    """`need test`"""

    VERB: ClassVar[Literal["need"]] = "need"
    TERMS = (
        "me",
        "test",
    )

    me: Term
    test: Term
    span: Span = unseen()


@frozen
class Stop(_Form):
    """`stop`: leave the innermost repeat; `stop turn`: end the phase. `make_stops` replaces those with a phase."""

    VERB: ClassVar[Literal["stop"]] = "stop"
    TERMS = ("me",)

    me: Term
    phase: str | None = None
    span: Span = unseen()


@frozen
class Win(_Form):
    """`win seats`"""

    VERB: ClassVar[Literal["win"]] = "win"
    TERMS = (
        "me",
        "seats",
    )

    me: Term
    seats: Term
    span: Span = unseen()


@frozen
class SetTo(_Form):
    """`set place to value`"""

    VERB: ClassVar[Literal["set"]] = "set"
    TERMS = (
        "place",
        "value",
    )

    place: Writable
    value: Term
    span: Span = unseen()


@frozen
class AddTo(_Form):
    """`add number to place`"""

    VERB: ClassVar[Literal["add"]] = "add"
    TERMS = (
        "place",
        "number",
    )

    place: Writable
    number: Term
    span: Span = unseen()


@frozen
class RunHeld(_Form):
    """`do field of holder`: run an effect that a piece or cell holds."""

    VERB: ClassVar[Literal["do"]] = "do"
    TERMS = (
        "me",
        "holder",
    )

    field: str
    me: Term
    holder: Term
    span: Span = unseen()


@frozen
class StartRules(_Form):
    """`start field of holder until phase`: held rules apply for a while, or permanently."""

    VERB: ClassVar[Literal["start"]] = "start"
    TERMS = (
        "me",
        "holder",
        "whose",
    )

    field: str
    me: Term
    holder: Term
    phase: str | None
    when: int
    whose: Term | None
    span: Span = unseen()


@frozen
class Let(_Form):
    """`let name be value`"""

    TERMS = ("value",)

    var: int
    name: str
    value: Term
    span: Span = unseen()


@frozen
class If(_Form):
    """The block after the first test that holds, otherwise the last block."""

    TERMS = ("tests",)
    WAYS = ("thens",)
    BLOCKS = ("otherwise",)

    tests: tuple[Term, ...]
    thens: tuple[Acts, ...]
    otherwise: Acts
    span: Span = unseen()


@frozen
class For(_Form):
    """The block once for each member; `by_choice`: the acting seat chooses the order."""

    TERMS = (
        "source",
        "where",
        "keys",
    )
    BLOCKS = ("body",)

    var: int
    name: str
    source: Term
    where: Term
    keys: tuple[Term, ...]
    by_choice: bool
    body: Acts
    span: Span = unseen()


@frozen
class Repeat(_Form):
    """The block a number of times."""

    TERMS = ("times",)
    BLOCKS = ("body",)

    times: Term
    body: Acts
    span: Span = unseen()


@frozen
class DrawWord(_Form):
    """A random word of what a seat has: each one as likely as its amount; none if the seat has nothing. `draw 2 from
    counter of a to counter of b` is made of it: twice, a word is drawn, `a` loses it and `b` gains it."""

    TERMS = (
        "source",
        "target",
    )

    var: int
    source: CounterBundle
    target: CounterBundle | None
    """Where the word goes, for sentences: the statements after it do that."""
    span: Span = unseen()


@frozen
class ChooseWay(_Form):
    """One of several blocks, by name."""

    WAYS = ("ways",)

    names: tuple[str, ...]
    ways: tuple[Acts, ...]
    openly: bool
    """Whether all seats are told which block is chosen."""
    span: Span = unseen()


@frozen
class Choose(_Form):
    """One member, or `quota` members, each with its block. Without a block the variable stays in scope."""

    TERMS = (
        "source",
        "where",
        "quota",
    )
    BLOCKS = ("body",)

    var: int
    name: str
    source: Term
    where: Term
    quota: Term | None
    up_to: bool
    body: Acts | None
    openly: bool
    """Whether all seats are told what is chosen."""
    span: Span = unseen()

    @property
    def at_most_one(self) -> bool:
        """Whether it is `choose up to 1`: the option to stop is one of the options, and the block is done once."""
        return self.up_to and isinstance(self.quota, Const) and self.quota.value == 1


@frozen
class May(_Form):
    """The block or the other one, as the seat chooses."""

    BLOCKS = (
        "body",
        "otherwise",
    )

    body: Acts
    otherwise: Acts
    openly: bool
    """Whether all seats are told the answer."""
    span: Span = unseen()


@frozen
class As(_Form):
    """The block done by each of these seats; `var` is the seat inside the block."""

    TERMS = ("seats",)
    BLOCKS = ("body",)

    var: int
    seats: Term
    together: bool
    body: Acts
    span: Span = unseen()


@frozen
class Try(_Form):
    """The block, as far as it can be done."""

    BLOCKS = ("body",)

    body: Acts
    span: Span = unseen()


@frozen
class IfPossible(_Form):
    """The block if it can be done, else the other one."""

    BLOCKS = (
        "body",
        "otherwise",
    )

    body: Acts
    otherwise: Acts
    span: Span = unseen()


@frozen
class LetPossible(_Form):
    """`let name = possible { }`: whether the block can be done. Nothing of it is done."""

    BLOCKS = ("body",)

    var: int
    name: str
    body: Acts
    span: Span = unseen()


@frozen
class LetRandom(_Form):
    """`let name = random(SET)`: a member of a set, each as likely as the others; none if the set is empty."""

    TERMS = ("source",)

    var: int
    name: str
    source: Term
    kind: Kind
    """The kind of the member, or none."""
    span: Span = unseen()

    @property
    def any_member(self) -> Term:
        """A member of the set. What a text can tell of it, it can also tell of the random member."""
        return BuiltIn("first", (self.source,), self.kind, span=self.source.span)


@frozen
class Phase(_Form):
    """The block as a named phase of play."""

    BLOCKS = ("body",)

    name: str
    body: Acts
    span: Span = unseen()


BuiltInAct: TypeAlias = (
    Gain | Pay | Lose | GiveUp | Move | Draw | Shuffle | TurnOver | Roll | Show | Need | Stop | Win | Note | Forget
)
"""Built-in verbs whose arguments are values only."""
VerbAct: TypeAlias = BuiltInAct | SetTo | AddTo | RunHeld | StartRules
"""All statements of built-in verbs: `facts_of` returns their row in the table."""

Act: TypeAlias = (
    BuiltInAct
    | DoVerb
    | SetTo
    | AddTo
    | RunHeld
    | StartRules
    | Let
    | If
    | For
    | Repeat
    | DrawWord
    | ChooseWay
    | Choose
    | May
    | As
    | Try
    | IfPossible
    | LetPossible
    | LetRandom
    | Phase
)
Acts: TypeAlias = tuple[Act, ...]


@frozen(eq=False)
class CheckedText:
    """One effect, value or rule body with its variables: `me` is variable 0, `this` variable 1."""

    name: str
    params: tuple[tuple[str, int, Kind], ...]
    variables: int
    acts: Acts = ()
    value: Term | None = None
    span: Span = unseen()


@frozen(eq=False)
class CheckedRule:
    """A lasting rule: its target, its condition and its effect."""

    sort: str
    """before, after, instead, modifier"""
    target: str
    by: str
    once: str | None
    where: Term | None
    body: CheckedText
    built_in: bool
    mine: bool = False
    """`once per my turn`: it may apply again when the phase begins for the seat that is `me` in the rule."""
    span: Span = unseen()
    once_span: Span = unseen()


def is_done_once(act: As) -> bool:
    """Whether a single seat acts, so that the block is not done again for another one."""
    return isinstance(act.seats, Listed) and not act.together


def facts_of(act: VerbAct) -> BuiltInVerb:
    """The row of the table of built-in verbs for a statement."""
    return VERBS[act.VERB]


def slots_of(act: BuiltInAct) -> dict[str, Term]:
    """The terms of a statement by the name of the slot that they fill; a slot without a value is left out."""
    _me, *given = terms_of(act)
    return {slot.name: term for slot, term in zip(facts_of(act).slots, given, strict=False)}


def terms_of(act: Act) -> tuple[Term, ...]:
    """The terms of a statement, in the order of its fields."""
    found: list[Term] = []
    for name in act.TERMS:
        held: Term | tuple[Term, ...] | None = getattr(act, name)
        if isinstance(held, tuple):
            found += held
        elif held is not None:
            found.append(held)
    return tuple(found)


def blocks_of(act: Act) -> tuple[Acts, ...]:
    """The blocks of a statement, in the order of its fields."""
    found: list[Acts] = []
    for name in act.WAYS:
        ways: tuple[Acts, ...] = getattr(act, name)
        found += ways
    for name in act.BLOCKS:
        block: Acts | None = getattr(act, name)
        if block is not None:
            found.append(block)
    return tuple(found)


def with_blocks(act: Act, change: Callable[[Acts], Acts]) -> Act:
    """The same statement with every block directly inside it changed."""
    made: dict[str, Acts | tuple[Acts, ...] | None] = {}
    for name in act.WAYS:
        ways: tuple[Acts, ...] = getattr(act, name)
        made[name] = tuple(map(change, ways))
    for name in act.BLOCKS:
        block: Acts | None = getattr(act, name)
        made[name] = None if block is None else change(block)
    return evolve(act, **made) if made else act  # type: ignore[arg-type]


def all_acts(acts: Acts) -> Iterator[Act]:
    """All statements of a block, including nested ones."""
    for act in acts:
        yield act
        for block in blocks_of(act):
            yield from all_acts(block)


def built_in(verb: VerbName, me: Term, given: Sequence[Term], span: Span) -> BuiltInAct:
    """The statement of a built-in verb whose arguments are values only, in the order of its slots."""
    match verb:
        case "gain":
            (what,) = given
            return Gain(me, what, span=span)
        case "pay":
            (what,) = given
            return Pay(me, what, span=span)
        case "lose":
            (what,) = given
            return Lose(me, what, span=span)
        case "give_up":
            (what,) = given
            return GiveUp(me, what, span=span)
        case "move":
            pieces, target, *position = given
            return Move(me, pieces, target, position[0] if position else None, span=span)
        case "draw":
            number, source, destination = given
            return Draw(me, number, source, destination, span=span)
        case "shuffle":
            (zone,) = given
            return Shuffle(me, zone, span=span)
        case "turn_over":
            (piece,) = given
            return TurnOver(me, piece, span=span)
        case "roll":
            (die,) = given
            return Roll(me, die, span=span)
        case "show":
            shown, onlookers = given
            return Show(me, shown, onlookers, span=span)
        case "need":
            (test,) = given
            return Need(me, test, span=span)
        case "stop":
            return Stop(me, span=span)
        case "win":
            (seats,) = given
            return Win(me, seats, span=span)
        case "record":
            (history,) = given
            return Note(me, history, span=span)
        case "forget":
            (history,) = given
            return Forget(me, history, span=span)
        case "set" | "add" | "do" | "start":
            raise AssertionError(f"`{verb}` has a statement of its own")
        case _:
            assert_never(verb)


def is_writable(term: Term) -> TypeGuard[Writable]:
    """Whether a value can be set: a declared field, a counter, a variable of the state, the face of a piece."""
    return isinstance(term, (Field, Counter, State)) or (isinstance(term, BuiltInField) and term.field == "face")
