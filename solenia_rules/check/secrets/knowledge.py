"""What the seat that acts knows at a place in a text: what it was shown, and what puts an end to that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term, renamed
from solenia_rules.text.frozen import define, field, frozen

Hidden: TypeAlias = tuple[str, int]
"""A zone and whose: `t.ME`, a variable, ALL or UNKNOWN. ("", n): where the pieces given as parameter n lie."""
Change: TypeAlias = tuple[str, bool]
"""A zone that is shuffled or gets pieces, and whether it is the acting seat's own. ("", False): pieces move at all."""

ALL = -2
"""Every seat's; also of a zone that exists only once."""
UNKNOWN = -1
ANY = -3
"""The variable that stands for a seat in what holds of some of them."""
NOTHING: frozenset[Hidden] = frozenset()
MOVED: Change = ("", False)


@frozen
class Flow:
    """What a value tells of hidden pieces. How many lie in a zone is no secret."""

    pieces: frozenset[Hidden] = NOTHING
    """Where the pieces that this is, or may be, lie hidden: to name them tells what lies there."""
    tells: frozenset[Hidden] = NOTHING
    """Hidden zones whose contents this depends on."""
    roams: frozenset[Hidden] = NOTHING
    """Hidden zones where pieces may lie that were named without saying where they are."""

    def __or__(self, other: Flow) -> Flow:
        return Flow(self.pieces | other.pieces, self.tells | other.tells, self.roams | other.roams)

    def told(self) -> Flow:
        """A value read from what these pieces are."""
        return Flow(NOTHING, self.tells | self.pieces)

    def counted(self) -> Flow:
        return Flow(NOTHING, self.tells)


CLEAR = Flow()
ME = frozenset({t.ME})


@frozen
class Shown:
    """The whole of a zone was shown, to the acting seat or to everybody."""

    zone: str
    whose: int
    to_all: bool
    where: Term | None = None
    """Those of the seats for which this holds, of `ANY` seat."""


@define
class View:
    """What is known at a place in a text."""

    me: frozenset[int]
    """Variables that are the seat that acts."""
    flows: dict[int, Flow]
    shown: frozenset[Term] = frozenset()
    """Single pieces, and sets that are no whole zone, that `me` was shown."""
    zones: frozenset[Shown] = frozenset()
    public: bool = False
    """What everybody knows: nobody's own secrets."""

    def inner(self) -> View:
        return View(self.me, dict(self.flows), self.shown, self.zones, self.public)

    def acting(self, seat: int) -> View:
        """Inside `as`: somebody else acts, who knows only what all were shown."""
        zones = frozenset(x for x in self.zones if x.to_all and not (self.public and x.whose == t.ME))
        return View(frozenset({seat}), dict(self.flows), frozenset(), zones, self.public)

    def whose(self, seat: Term) -> int:
        """Who a seat is, as far as the text says."""
        if seat.op != "var" or not isinstance(seat.data[0], int):
            return UNKNOWN
        return t.ME if seat.data[0] in self.me else seat.data[0]

    def sees(self, zone: str, whose: int) -> bool:
        return any(x.zone == zone and x.whose in (ALL, whose) and x.where is None for x in self.zones)

    def knowing(self, seat: int, where: Term, whose: int) -> View:
        """The same where a test is known to hold of a seat: what was shown by all of whom it holds."""
        holding = frozenset(conditions(where))
        made = self.inner()
        for x in self.zones:
            if x.where is not None and renamed(x.where, ANY, seat) in holding:
                made.zones |= {Shown(x.zone, whose, x.to_all)}
        return made

    def forget(self, changes: Iterable[Change], owned: frozenset[str], known: bool = False) -> None:
        """What was shown ends where zones change. `owned`: zones that their owner sees.

        What comes into my own hand takes nothing from what I was shown of other hands; and where pieces go that I
        know, I go on knowing what lies there.
        """
        changed = set(changes)
        if not changed:
            return
        anyhow = {zone for zone, mine in changed if not (known or (mine and zone in owned))}
        every = {zone for zone, _mine in changed}
        self.zones = frozenset(x for x in self.zones if x.zone not in (every if x.to_all else anyhow))
        self.shown = frozenset(term for term in self.shown if term.op == "var")


def conditions(where: Term) -> Iterator[Term]:
    """What holds if this does: itself, and all that `and` joins."""
    yield where
    if where.op == "and":
        for arg in where.args:
            yield from conditions(arg)


def inside(term: Term) -> Iterator[Term]:
    """A term and everything in it."""
    yield term
    for arg in term.args:
        yield from inside(arg)


@define
class Changes:
    """Which zones a text changes, with everything that it calls."""

    calls: Calls
    _texts: dict[Node, frozenset[Change]] = field(factory=dict)

    def of(self, acts: Acts, me: frozenset[int]) -> frozenset[Change]:
        found: set[Change] = set()
        for act in acts:
            match act.op:
                case "builtin" if act.data[0] == "move":
                    found |= {MOVED, *self._target(act.terms[2], me)}
                case "builtin" if act.data[0] == "draw":
                    found |= {MOVED, *self._target(act.terms[3], me)}
                case "builtin" if act.data[0] == "shuffle":
                    found |= {MOVED, *((zone, False) for zone, _mine in self._target(act.terms[1], me))}
                case "verb" if isinstance(act, a.DoVerb) and act.stands_for is not None:
                    found |= self.of((act.stands_for,), me)
                    found |= self._by_rules(("verb", str(act.data[0]), ""))
                case "verb":
                    found |= self._of_text(("verb", str(act.data[0]), ""))
                case "do":
                    for node in self.calls.held_by(self.calls.field_of(act)):
                        found |= self._of_text(node)
                case _:
                    pass
            inner = me
            if act.op == "as":
                assert isinstance(act.data[0], int)
                inner = frozenset({act.data[0]})
            for block in act.blocks:
                changed = self.of(block, inner)
                found |= changed if act.op != "as" else {(zone, False) for zone, _mine in changed}
        return frozenset(found)

    def _target(self, place: Term, me: frozenset[int]) -> Iterator[Change]:
        if place.op == "var" and place.kind.base == "place":
            yield from ((zone.id, False) for zone in self.calls.checked.names.world.zones)
        for term in inside(place):
            if term.op == "zone":
                mine = bool(term.args) and term.args[0].op == "var" and term.args[0].data[0] in me
                yield str(term.data[0]), mine

    def _of_text(self, node: Node) -> frozenset[Change]:
        """A verb with the rules on it, which another seat's piece may hold; or a held effect."""
        if node not in self._texts:
            self._texts[node] = frozenset()
            self._texts[node] = self.of(self.calls.texts[node].acts, ME) | self._by_rules(node)
        return self._texts[node]

    def _by_rules(self, node: Node) -> frozenset[Change]:
        changes = (self._of_text(rule) for rule in self.calls.rules_of.get(node, ()))
        return frozenset((zone, False) for found in changes for zone, _mine in found)
