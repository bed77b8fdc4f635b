"""What is known at a place in a text: what values tell about hidden things, and what was shown to whom.

The search for leaks carries a `View` from statement to statement. A view holds the flow of each variable and the zones
and pieces that were shown to the acting seat or to all seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.terms import Term, all_terms, conjuncts, renamed
from solenia_rules.text.frozen import define, frozen

Hidden: TypeAlias = tuple[str, int]
"""A zone, counter or state and whose it is: `t.ME`, a variable, ALL or UNKNOWN. ("", n) stands for the zones in which
the pieces lie that are given as parameter n."""
Change: TypeAlias = tuple[str, bool]
"""A zone that is shuffled or gets pieces, and whether it belongs to the acting seat. ("", False): some piece moves."""

ALL = -2
"""Every seat's; also used for a zone that exists only once."""
UNKNOWN = -1
ANY = -3
"""The variable that stands for a seat in a test that holds for some seats."""
NOTHING: frozenset[Hidden] = frozenset()


@frozen
class Flow:
    """What a value tells about hidden things. The number of pieces in a zone is not a secret."""

    pieces: frozenset[Hidden] = NOTHING
    """Hidden zones in which the pieces of this value lie, or may lie: the names of these pieces are secret."""
    tells: frozenset[Hidden] = NOTHING
    """Hidden zones, counters and state that this value depends on."""
    roams: frozenset[Hidden] = NOTHING
    """Hidden zones in which pieces may lie that were named without their place: where they lie is secret."""

    def __or__(self, other: Flow) -> Flow:
        return Flow(self.pieces | other.pieces, self.tells | other.tells, self.roams | other.roams)

    def told(self) -> Flow:
        """The flow of a value that is read from these pieces."""
        return Flow(NOTHING, self.tells | self.pieces)

    def counted(self) -> Flow:
        """The flow of the number of these pieces."""
        return Flow(NOTHING, self.tells)


CLEAR = Flow()
ME = frozenset({t.ME})
FIXED = dict.fromkeys((t.ME, t.THIS, t.IT, t.ACTOR), CLEAR)
"""The flows of the variables that every text has."""


@frozen
class Shown:
    """A fact: a whole zone was shown to the acting seat or to all seats."""

    zone: str
    whose: int
    to_all: bool
    where: Term | None = None
    """The fact holds only for the seats that pass this test. The test is written for the variable `ANY`."""


@define
class View:
    """What is known at a place in a text."""

    me: frozenset[int]
    """Variables that are the acting seat."""
    flows: dict[int, Flow]
    shown: frozenset[Term] = frozenset()
    """Single pieces, and sets that are not a whole zone, that were shown to the acting seat."""
    zones: frozenset[Shown] = frozenset()
    public: bool = False
    """Whether this is the knowledge that all seats share, without the secrets of any seat."""

    def inner(self) -> View:
        """A copy for a block."""
        return View(self.me, dict(self.flows), self.shown, self.zones, self.public)

    def whose(self, seat: Term | None) -> int:
        """Which seat a term is, as far as the text says."""
        if not isinstance(seat, t.Var):
            return UNKNOWN
        return t.ME if seat.number in self.me else seat.number

    def sees(self, zone: str, whose: int) -> bool:
        """Whether the whole of a zone was shown."""
        return any(x.zone == zone and x.whose in (ALL, whose) and x.where is None for x in self.zones)

    def knowing(self, seat: int, where: Term, whose: int) -> View:
        """The view where a test is known to hold for a seat: all seats for which it holds have shown their zones."""
        holding = set(conjuncts(where))
        made = self.inner()
        for x in self.zones:
            if x.where is not None and holding.issuperset(conjuncts(renamed(x.where, ANY, seat))):
                made.zones |= {Shown(x.zone, whose, x.to_all)}
        return made

    def acting(self, act: a.As) -> View:
        """The view inside `as`: another seat acts, which knows only what was shown to all seats."""
        zones = frozenset(x for x in self.zones if x.to_all and not (self.public and x.whose == t.ME))
        made = View(frozenset({act.var}), self.flows | {act.var: CLEAR}, frozenset(), zones, self.public)
        match act.seats:
            case t.Phrase("all", seat, _source, where):
                return made.knowing(seat, where, t.ME)
            case _:
                return made

    def show(self, what: Term, whose: int, seats: Term) -> None:
        """`show what to seats`; `whose`: which one of the zones of one name `what` is."""
        mine = includes(seats, self.me)
        to_all = everyone(seats) or (mine and any(isinstance(x, t.Others) for x in all_terms((seats,))))
        if not (to_all or (mine and not self.public)):
            return
        if isinstance(what, t.Zone) and (whose >= 0 or whose == ALL):
            self.zones |= {Shown(what.zone, whose, to_all)}
        elif mine:
            self.shown |= {what}

    def shown_by_each(self, act: a.For | a.As, changed: set[str], inner: View, owned: frozenset[str]) -> None:
        """After a loop over seats: what each seat showed was shown of all seats, or of all that pass a test.

        `changed`: zones that the loop changes afterwards; `inner`: the view at the end of the block; `owned`: zones
        that their owner sees.
        """
        where = None
        match act:
            case a.As(_var, t.Phrase("all", seat, source, test)) if everyone(source):
                seats, whose, where = source, t.ME, renamed(test, seat, ANY)
            case a.As(_var, seats):
                whose = t.ME
            case a.For(whose, _name, seats):
                if act.where != t.TRUE_TERM:
                    return
            case _:
                assert_never(act)
        if not (everyone(seats) or isinstance(seats, t.Others)):
            return
        for fact in inner.zones - self.zones:
            if fact.zone in changed or fact.whose != whose:
                continue
            if fact.to_all or isinstance(act, a.For):
                if everyone(seats):
                    self.zones |= {Shown(fact.zone, ALL, fact.to_all, where)}
                elif fact.zone in owned and not self.public:
                    self.zones |= {Shown(fact.zone, ALL, False)}
            elif everyone(seats) and where is None:
                self.zones |= {Shown(fact.zone, t.ME, False)}

    def forget(self, changes: Iterable[Change], owned: frozenset[str], known: bool = False) -> None:
        """Drop what was shown of zones that change. `owned`: zones that their owner sees.

        A piece that comes into the acting seat's own zone does not change what this seat was shown of other zones. If
        the seat knows the pieces that move (`known`), it still knows what lies in the zones they move to.
        """
        changed = set(changes)
        if not changed:
            return
        anyhow = {zone for zone, mine in changed if not (known or (mine and zone in owned))}
        every = {zone for zone, _mine in changed}
        self.zones = frozenset(x for x in self.zones if x.zone not in (every if x.to_all else anyhow))
        self.shown = frozenset(term for term in self.shown if isinstance(term, t.Var))

    def forget_tests(self, act: Act) -> None:
        """Drop what was shown by the seats that pass a test, if the statement may change who passes it."""
        if not all(_keeps(x) for x in a.all_acts((act,))):
            self.zones = frozenset(x for x in self.zones if x.where is None)


def _keeps(act: Act) -> bool:
    """Whether a statement, without those inside it, changes no value that a test can read."""
    match act:
        case a.Let() | a.If() | a.For() | a.Repeat() | a.As() | a.Choose() | a.ChooseWay() | a.May() | a.Try():
            return True
        case a.Show() | a.Need() | a.Stop():
            return True
        case a.Gain() | a.Pay() | a.Lose() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Roll() | a.Win():
            return False
        case a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Phase():
            return False
        case _:
            assert_never(act)


def everyone(seats: Term) -> bool:
    """Whether these are certainly all seats."""
    match seats:
        case t.Seats() | t.BuiltIn("seats_from"):
            return True
        case t.BuiltIn("reverse", (given,)):
            return everyone(given)
        case _:
            return False


def includes(seats: Term, me: frozenset[int]) -> bool:
    """Whether the acting seat is certainly among these seats."""
    match seats:
        case t.Var(number):
            return number in me
        case t.Listed(item):
            return includes(item, me)
        case t.Union(sets):
            return any(includes(part, me) for part in sets)
        case _:
            return everyone(seats)


def bare(term: Term) -> Term:
    """The thing itself, if a set consists of one thing."""
    return bare(term.item) if isinstance(term, t.Listed) else term


def is_me(term: Term | None, me: frozenset[int]) -> bool:
    """Whether a term is certainly the acting seat."""
    return isinstance(term, t.Var) and (term.number in me or term.number == t.ME)


def branches(act: a.If, rest: Acts) -> tuple[Acts, ...]:
    """The blocks of an `if`. If one of them leaves the repeat, the others go on with the statements after the `if`."""
    blocks = a.blocks_of(act)
    if not any(_leaves(block) for block in blocks):
        return blocks
    return tuple(block if _leaves(block) else block + rest for block in blocks)


def _leaves(block: Acts) -> bool:
    return bool(block) and isinstance(block[-1], a.Stop)


def inside(term: Term) -> Iterator[Term]:
    """A term and everything in it."""
    return all_terms((term,))
