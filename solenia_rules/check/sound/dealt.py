"""How many pieces a zone holds at least after pieces were dealt: `as seats { draw 13 from zone to my zone }`.

Statements and facts about sets go in; facts about zones come out. A draw takes as many pieces as there are, so it says
something only if enough of them are known to be there: because they start there, or because all pieces of a kind were
moved there.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.sound.set_facts import Fact, known_size
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.footprint import disjoint
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term, renamed
from solenia_rules.dsl import kinds as k
from solenia_rules.text.frozen import frozen

EVERY = -2
"""The number of the variable that stands for every seat: a fact about it holds for all of them."""


@frozen
class Shares:
    """What a block deals to the seat that does it: so many pieces of a shared zone to zones of the seat."""

    source: Term
    dealt: tuple[tuple[Term, int], ...]
    kept: bool
    """Whether the rest of the block takes nothing from the zones of the seat."""

    @property
    def size(self) -> int:
        return sum(number for _target, number in self.dealt)


class Dealt:
    """Finds what is dealt in the texts of one ruleset."""

    def __init__(self, summaries: Summaries) -> None:
        self.names = summaries.names
        self.summaries = summaries

    def at_first(self) -> tuple[Fact, ...]:
        """The shared zones in which pieces start, with the number of the pieces that every game has."""
        found: dict[str, int] = {}
        for kind in self.names.world.pieces:
            records = self.names.by_kind.get(kind.id, [])
            for start, copies in [(x.starts or kind.starts, x.copies) for x in records] or [(kind.starts, 1)]:
                if kind.per is None and start in self.names.zones and self.names.zones[start].per is None:
                    found[start] = found.get(start, 0) + copies
        return tuple(Fact(self._zone(zone), (), number) for zone, number in found.items() if self._is_open(zone))

    def _zone(self, zone: str) -> Term:
        of = self.names.zones[zone].of
        return t.Zone(zone, None, k.set_of(k.Kind("piece", of[0] if len(of) == 1 else None)))

    def _is_open(self, zone: str) -> bool:
        """Whether a zone takes any number of pieces."""
        return self.names.zones[zone].capacity is None

    def after(self, facts: tuple[Fact, ...], act: Act) -> Iterator[Fact]:
        """What is known about zones after a statement. `facts`: what was known before it."""
        match act:
            case a.Move(position=None) if isinstance(act.pieces, t.Pieces) and isinstance(act.target, t.Zone):
                kind = self.names.pieces[act.pieces.piece_kind]
                copies = sum(record.copies for record in self.names.by_kind.get(kind.id, [])) or 1
                if act.target.index is None and self._is_open(act.target.zone):
                    yield Fact(act.target, (), copies * (self.names.world.seats.low if kind.per == "seat" else 1))
            case a.Draw():
                drawn = self._drawn(act)
                if drawn is not None and known_size(act.source, facts) >= drawn:
                    yield Fact(act.target, (), known_size(act.target, facts) + drawn)
                    yield Fact(act.source, (), known_size(act.source, facts) - drawn)
            case a.As(together=False):
                shares = self._shares(act)
                if shares is not None:
                    yield from self._after_shares(shares, act, facts)
            case _:
                pass

    def _after_shares(self, shares: Shares, act: a.As, facts: tuple[Fact, ...]) -> Iterator[Fact]:
        left = known_size(shares.source, facts) - shares.size * self.names.world.seats.high
        if left >= 0:
            yield Fact(shares.source, (), left)
            for target, number in shares.dealt if shares.kept else ():
                each = renamed(target, act.var, EVERY)
                yield Fact(each, (), known_size(each, facts) + number)

    def inside(self, facts: tuple[Fact, ...], unchanged: tuple[Fact, ...], act: a.As) -> Iterator[Fact]:
        """What is known in the block for each of the seats. `unchanged`: the facts that the block does not change. In
        `together`, all choices are made before anything is done."""
        for fact in facts if act.together else unchanged:
            if any(isinstance(x, t.Var) and x.number == EVERY for x in t.all_terms((fact.source,))):
                yield Fact(renamed(fact.source, EVERY, act.var), fact.tests, fact.least)
        shares = None if act.together else self._shares(act)
        if shares is not None:
            left = known_size(shares.source, facts) - shares.size * (self.names.world.seats.high - 1)
            yield Fact(shares.source, (), left)

    def _drawn(self, act: a.Draw) -> int | None:
        """The number of pieces that a statement draws from one zone to another; None if it is not fixed."""
        if not isinstance(act.source, t.Zone) or not isinstance(act.target, t.Zone) or self._is_ruled("draw"):
            return None
        if t.equal(act.source, act.target) or not self._is_open(act.target.zone):
            return None
        return act.number.value if isinstance(act.number, t.Const) and act.number.value > 0 else None

    def _shares(self, act: a.As) -> Shares | None:
        """What every seat is dealt, if nothing else in the block takes pieces from the shared zone."""
        draws = [inner for inner in act.body if isinstance(inner, a.Draw)]
        numbers = [self._drawn(draw) for draw in draws]
        if not draws or not isinstance(act.seats, t.Seats):
            return None
        source, dealt = draws[0].source, dict[int, tuple[Term, int]]()
        for draw, number in zip(draws, numbers, strict=True):
            own = isinstance(draw.target, t.Zone) and _is(draw.target.index, act.var)
            if number is None or not own or not t.equal(draw.source, source) or not _shared(source):
                return None
            same = next((key for key, (target, _n) in dealt.items() if t.equal(target, draw.target)), len(dealt))
            dealt[same] = draw.target, number + (dealt[same][1] if same in dealt else 0)
        read = self.summaries.footprint.reads(source, *(target for target, _number in dealt.values()))
        besides = tuple(inner for inner in act.body if not isinstance(inner, a.Draw))
        changing = [inner for inner in besides if not disjoint(read, self.summaries.of_act(inner).changes)]
        if changing and not self._take_own(besides, act.var, source):
            return None
        return Shares(source, tuple(dealt.values()), not changing)

    def _take_own(self, acts: Acts, seat: int, source: Term, own: frozenset[int] = frozenset()) -> bool:
        """Whether statements move only pieces that lay in zones of the seat, so that the shared zone holds as many as
        before: `choose 3 c in my zone { move c to ... }`. `own`: variables of such pieces."""
        for act in acts:
            match act:
                case a.Move() if not self._is_ruled("move") and _one(act.pieces) in own:
                    continue
                case a.Choose() | a.For() if _of_seat(act.source, seat):
                    if not self._take_own(act.body or (), seat, source, own | {act.var}):
                        return False
                    own = own | {act.var} if act.body is None else own
                case _ if not disjoint(self.summaries.footprint.reads(source), self.summaries.of_act(act).changes):
                    return False
        return True

    def _is_ruled(self, verb: str) -> bool:
        """Whether a lasting rule hangs on a built-in verb: then it may do something else."""
        return ("verb", verb, "") in self.summaries.calls.rules_of


def _is(seat: Term | None, var: int) -> bool:
    return isinstance(seat, t.Var) and seat.number == var


def _one(pieces: Term) -> int | None:
    """The variable of the one piece that is meant."""
    item = pieces.item if isinstance(pieces, t.Listed) else pieces
    return item.number if isinstance(item, t.Var) else None


def _of_seat(zone: Term, seat: int) -> bool:
    """Whether a set is a zone of the seat."""
    return isinstance(zone, t.Zone) and _is(zone.index, seat)


def _shared(zone: Term) -> bool:
    return isinstance(zone, t.Zone) and zone.index is None
