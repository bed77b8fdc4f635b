"""What is known at a place in a text: what values tell about hidden things, and what was shown to whom.

The search for leaks carries `Views` from statement to statement: the view of the acting seat, and the view that all
seats share. A view holds the flow of each variable, and the zones and pieces that were shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act
from solenia_rules.checked.summaries import MOVED, ROLLED
from solenia_rules.checked.terms import Term, all_terms, renamed
from solenia_rules.text.frozen import define, field, frozen

Hidden: TypeAlias = tuple[str, int]
"""A zone, counter or state and whose it is: `t.ME`, a variable, ALL or UNKNOWN."""
Change: TypeAlias = tuple[str, bool]
"""A zone that is shuffled or gets pieces, or in which dice are rolled, and whether it belongs to the acting seat.
("", False): some piece moves. ("a die", False): some die is rolled that not all seats see."""

ALL = -2
"""Every seat's; also used for a zone that exists only once."""
UNKNOWN = -1
ANY = -3
"""The variable that stands for a seat in a test that holds for some seats."""
NOTHING: frozenset[Hidden] = frozenset()


@frozen
class Flow:
    """What a value tells about hidden things. The number of pieces in a zone is no secret unless it is declared so."""

    pieces: frozenset[Hidden] = NOTHING
    """Hidden zones in which the pieces of this value lie, or may lie: the names of these pieces are secret."""
    tells: frozenset[Hidden] = NOTHING
    """Hidden zones, counters and state that this value depends on."""
    roams: frozenset[Hidden] = NOTHING
    """Hidden zones in which pieces may lie that were named without their place: where they lie is secret."""
    members: frozenset[Hidden] = NOTHING
    """Hidden zones that decide which pieces a set has, although these pieces may lie elsewhere too."""

    def __or__(self, other: Flow) -> Flow:
        return Flow(
            self.pieces | other.pieces,
            self.tells | other.tells,
            self.roams | other.roams,
            self.members | other.members,
        )

    def told(self) -> Flow:
        """The flow of a value that is read from these pieces."""
        return Flow(NOTHING, self.tells | self.pieces | self.members)

    def counted(self) -> Flow:
        """The flow of the number of these pieces."""
        return Flow(NOTHING, self.tells)

    def each(self) -> Flow:
        """The flow of one of these pieces, where the set itself was taken account of."""
        return Flow(self.pieces, NOTHING, self.roams, self.members)

    def about_others(self) -> Flow:
        """What this tells about other things than the pieces themselves."""
        return Flow(NOTHING, self.tells - self.pieces - self.roams - self.members)


CLEAR = Flow()
ME = frozenset({t.ME})
FIXED = dict.fromkeys((t.ME, t.THIS, t.IT, t.ACTOR), CLEAR)
"""The flows of the variables that every text has."""


@frozen
class Shown:
    """A fact: a whole zone was shown."""

    zone: str
    whose: int
    where: tuple[Term, ...] = ()
    """The fact holds only for the seats that pass these tests. The tests are written for the variable `ANY`."""


@define(eq=False)
class View:
    """What the acting seat knows at a place in a text, or what all seats know."""

    public: bool
    """Whether this is the knowledge that all seats share, without the secrets of any seat."""
    me: frozenset[int]
    """Variables that are the acting seat."""
    flows: dict[int, Flow]
    shown: frozenset[Term] = frozenset()
    """Single pieces, and sets that are not a whole zone, that were shown."""
    zones: frozenset[Shown] = frozenset()
    rolled: frozenset[int] = frozenset()
    """Variables that were there when a die was rolled. If such a variable is a die, what it shows may be new."""
    unshown: dict[int, Flow] = field(factory=dict)
    """The flows that variables have if nothing was shown. Empty after a piece moved: it may lie anywhere."""

    def inner(self) -> View:
        """A copy for a block."""
        unshown = dict(self.unshown)
        return View(self.public, self.me, dict(self.flows), self.shown, self.zones, self.rolled, unshown)

    def before_showing(self) -> View:
        """The view as if nothing was shown."""
        return View(self.public, self.me, self.flows | self.unshown)

    def bind(self, var: int, flow: Flow, unshown: Flow | None = None) -> None:
        """Give a variable its flow. `unshown`: its flow if nothing was shown; None: the same."""
        self.flows[var], self.unshown[var] = flow, flow if unshown is None else unshown
        self.rolled -= {var}

    def whose(self, seat: Term | None) -> int:
        """Which seat a term is, as far as the text says."""
        if not isinstance(seat, t.Var):
            return UNKNOWN
        if seat.number in self.me:
            return t.ME
        return UNKNOWN if seat.number == t.ME else seat.number

    def sees(self, zone: str, whose: int) -> bool:
        """Whether the whole of a zone was shown."""
        return any(x.zone == zone and x.whose in (ALL, whose) and not x.where for x in self.zones)

    def know(self, seat: int, tests: Iterable[Term], whose: int) -> None:
        """Tests are known to hold for a seat: all seats for which they hold have shown their zones."""
        holding = set(tests)
        for x in self.zones:
            if x.where and holding.issuperset(renamed(test, ANY, seat) for test in x.where):
                self.zones |= {Shown(x.zone, whose)}

    def forget(self, zones: set[str]) -> None:
        """Drop what was shown of zones that change, and which pieces terms stood for that were shown."""
        self.zones = frozenset(x for x in self.zones if x.zone not in zones)
        self.shown = frozenset(term for term in self.shown if isinstance(term, t.Var))
        if ROLLED[0] in zones:
            self.shown = frozenset()
            self.rolled = frozenset(self.flows)

    def forget_values(self) -> None:
        """Drop what depends on values that may have changed: tests for seats, and terms that read more than places."""
        self.zones = frozenset(x for x in self.zones if all(_is_fixed(test) for test in x.where))
        self.shown = frozenset(term for term in self.shown if all(_names_places(x) for x in all_terms((term,))))


@define(eq=False)
class Views:
    """What is known at a place in a text."""

    mine: View
    everyone: View
    named: frozenset[int] = frozenset()
    """Variables of loops over all pieces of a set that all seats know: which piece it is, is no secret."""
    unseen: frozenset[int] = frozenset()
    """Variables that stand for pieces in places which no other seat sees."""
    payable: frozenset[Term] = frozenset()
    """Amounts that the acting seat can pay, because it chose among such amounts."""
    levels: tuple[View, View] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.levels = (self.mine, self.everyone)

    @property
    def me(self) -> frozenset[int]:
        """Variables that are the acting seat."""
        return self.mine.me

    def inner(self) -> Views:
        """A copy for a block."""
        return Views(self.mine.inner(), self.everyone.inner(), self.named, self.unseen, self.payable)

    def bind(
        self,
        var: int,
        mine: Flow,
        everyone: Flow,
        *,
        unseen: bool = False,
        unshown: tuple[Flow | None, Flow | None] = (None, None),
    ) -> None:
        """Give a variable its flows. `unseen`: whether it stands for pieces in places which no other seat sees;
        `unshown`: its flows if nothing was shown."""
        self.mine.bind(var, mine, unshown[0])
        self.everyone.bind(var, everyone, unshown[1])
        self.unseen = self.unseen | {var} if unseen else self.unseen - {var}

    def name_me(self, var: int) -> None:
        """Another variable is the acting seat."""
        for view in self.levels:
            view.me |= {var}

    def know(self, seat: int, tests: Iterable[Term], whose: int) -> None:
        """Tests are known to hold for a seat."""
        tests = tuple(tests)
        for view in self.levels:
            view.know(seat, tests, whose)

    def know_payable(self, tests: Iterable[Term]) -> None:
        """Tests hold now, of what the acting seat has chosen."""
        self.payable |= {x.given[0] for x in tests if isinstance(x, t.BuiltIn) and x.query == "can_pay"}

    def acting(self, act: a.As, tests: Iterable[Term]) -> Views:
        """The views inside `as`: another seat acts, which knows only what all seats know. `tests`: what holds for
        the seats that act; they are written for the variable `ANY`."""
        zones = set()
        for x in self.everyone.zones:
            if x.whose == t.ME:
                zones |= {Shown(x.zone, alias, x.where) for alias in self.me - ME}
            else:
                zones.add(x)
        flows = self.everyone.flows | {act.var: CLEAR}
        rolled, unshown = self.everyone.rolled, self.everyone.unshown
        mine, everyone = (
            View(
                public, frozenset({act.var}), dict(flows), self.everyone.shown, frozenset(zones), rolled, dict(unshown)
            )
            for public in (False, True)
        )
        made = Views(mine, everyone, self.named)
        made.know(ANY, tests, t.ME)
        return made

    def show(self, what: Term, whose: int, seats: Term) -> None:
        """`show what to seats`; `whose`: which one of the zones of one name `what` is."""
        mine = includes(seats, self.me)
        to_all = are_all(seats) or (mine and any(isinstance(x, t.Others) for x in all_terms((seats,))))
        for view, sees in ((self.mine, mine or to_all), (self.everyone, to_all)):
            if not sees:
                continue
            if isinstance(what, t.Zone) and whose != UNKNOWN:
                view.zones |= {Shown(what.zone, whose)}
            else:
                view.shown |= {what}

    def shown_by_each(
        self,
        act: a.For | a.As,
        group: tuple[Term, tuple[Term, ...]],
        changed: set[str],
        inner: Views,
        owned: frozenset[str],
    ) -> None:
        """After a loop over seats: what each seat showed was shown of all seats, or of all that pass some tests.

        `group`: the set of the loop as seats that pass tests, written for the variable `ANY`; `changed`: zones that
        the loop changes afterwards; `inner`: the views at the end of the block; `owned`: zones that their owner sees.
        """
        (seats, where), whose = group, t.ME if isinstance(act, a.As) else act.var
        every = are_all(seats)
        if not (every or (isinstance(seats, t.Others) and not where)):
            return
        told = inner.everyone.zones - self.everyone.zones
        seen = inner.mine.zones - self.mine.zones if isinstance(act, a.For) else told
        for view, facts in ((self.mine, seen), (self.everyone, told)):
            for fact in facts:
                if fact.zone in changed or fact.whose != whose:
                    continue
                if every:
                    view.zones |= {Shown(fact.zone, ALL, where)}
                elif fact.zone in owned and not view.public:
                    view.zones |= {Shown(fact.zone, ALL)}
        if isinstance(act, a.As) and every and not where:
            for fact in inner.mine.zones - self.mine.zones:
                if fact.zone not in changed and fact.whose == whose:
                    self.mine.zones |= {Shown(fact.zone, t.ME)}

    def forget(self, changes: Iterable[Change], owned: frozenset[str], known: bool = False) -> None:
        """Drop what was shown of zones that change. `owned`: zones that their owner sees.

        A piece that comes into the acting seat's own zone does not change what this seat was shown of other zones. If
        the seat knows the pieces that move (`known`), it still knows what lies in the zones they move to.
        """
        changed = set(changes)
        if changed:
            self.unseen = frozenset()
            if (MOVED[0], False) in changed:
                self.mine.unshown, self.everyone.unshown = {}, {}
            self.mine.forget({zone for zone, mine in changed if not (known or (mine and zone in owned))})
            self.everyone.forget({zone for zone, _mine in changed})

    def forget_values(self, act: Act) -> None:
        """Drop what depends on values that a statement may change."""
        if not all(_keeps_values(x) for x in a.all_acts((act,))):
            self.payable = frozenset()
            for view in self.levels:
                view.forget_values()


def views_of(flows: dict[int, tuple[Flow, Flow]], me: frozenset[int] = ME) -> Views:
    """The views at the beginning of a text, with the flows of its parameters: for the acting seat, and for all."""
    mine = FIXED | {number: pair[0] for number, pair in flows.items()}
    everyone = FIXED | {number: pair[1] for number, pair in flows.items()}
    return Views(View(False, me, mine), View(True, me, everyone))


def _keeps_values(act: Act) -> bool:
    """Whether a statement, without those inside it, changes no value that a test can read."""
    match act:
        case a.Let() | a.If() | a.For() | a.Repeat() | a.As() | a.Choose() | a.ChooseWay() | a.May() | a.Try():
            return True
        case a.IfPossible() | a.LetPossible() | a.DrawWord() | a.LetRandom():
            return True
        case a.Show() | a.Need() | a.Stop():
            return True
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
            | a.Note() | a.Forget() | a.Roll()
            | a.Win()
        ):  # fmt: skip
            return False
        case a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Phase():
            return False
        case _:
            assert_never(act)


def _names_places(term: Term) -> bool:
    """Whether a form reads at most where pieces lie. Every other form may read a value that statements change."""
    return isinstance(term, (t.Var, t.Zone, t.BuiltIn, t.Listed, t.Union, t.Const, t.Words))


def _is_fixed(test: Term) -> bool:
    """Whether a test is about a set that a variable names: such a set stays as it is."""
    match test:
        case t.In(t.Var(), t.Var()):
            return True
        case _:
            return False


def are_all(seats: Term) -> bool:
    """Whether these are certainly all seats. No seats follow `none`."""
    match seats:
        case t.Seats():
            return True
        case t.BuiltIn("seats_from", (given,)):
            return not given.kind.optional
        case t.BuiltIn("reverse", (given,)):
            return are_all(given)
        case _:
            return False


def includes(seats: Term, me: frozenset[int]) -> bool:
    """Whether the acting seat is certainly among these seats."""
    match seats:
        case t.Var(number):
            return number in me
        case t.Listed():
            return includes(seats.item, me)
        case t.Union(sets):
            return any(includes(part, me) for part in sets)
        case _:
            return are_all(seats)


def is_me(term: Term | None, me: frozenset[int]) -> bool:
    """Whether a term is certainly the acting seat."""
    return isinstance(term, t.Var) and term.number in me


def variables(terms: Iterable[Term]) -> Iterator[int]:
    """Variables that stand for these pieces themselves."""
    for term in terms:
        match term:
            case t.Var(number):
                yield number
            case t.Listed():
                yield from variables((term.item,))
            case t.Union(sets):
                yield from variables(sets)
            case _:
                pass


def view_key(view: View) -> object:
    """A view at the beginning of a text, as the key of what the text tells."""
    return view.public, view.me, tuple(sorted(view.flows.items())), view.shown, view.zones


def in_other_text(flow: Flow, seats: dict[int, int]) -> Flow:
    """The same flow in another text, where seats have other variables."""
    pieces, tells, roams, members = (
        frozenset((zone, seats.get(whose, UNKNOWN)) for zone, whose in part)
        for part in (flow.pieces, flow.tells, flow.roams, flow.members)
    )
    return Flow(pieces, tells, roams, members)


def is_closed(fact: Shown) -> bool:
    """Whether a fact can be understood in another text: its tests name no variable of this one."""
    return all(not isinstance(x, t.Var) or x.number < 0 for x in all_terms(fact.where))
