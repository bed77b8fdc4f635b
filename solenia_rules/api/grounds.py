"""Why a condition does not hold: the values of its parts, as far as the asking seat may know them.

A checked test, a position and the values of its variables go in; facts about its parts come out, and the smallest
change that would make it hold. `api/saying` puts both into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

from solenia_rules.api.reason import Become, Fact, Shift, Wanted, Without
from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term, conjuncts
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play.inquiry import Asked, Inquiry
from solenia_rules.play.physics import BITS
from solenia_rules.play.sight import Sight
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.places import NOWHERE

MOST_MEMBERS = 6
"""The largest set whose members a fact lists."""
Env: TypeAlias = Mapping[int, int]


@frozen
class Remade:
    """A change that would make a condition hold, and where the state stores the value, if it does."""

    wanted: Wanted
    slot: int | None = None
    value: int = 0


class Grounds:
    """Looks into the conditions of one program."""

    def __init__(self, inquiry: Inquiry, sight: Sight) -> None:
        self.inquiry = inquiry
        self.sight = sight
        self.unit = inquiry.unit

    def facts(self, s: list[int], term: Term, env: Env, seat: int) -> tuple[Fact, ...]:
        """What was found; nothing that the seat may not know."""
        return tuple(dict.fromkeys(f for f in self._facts(s, term, env, seat) if self._known(s, f, seat)))

    def _facts(self, s: list[int], term: Term, env: Env, seat: int) -> Iterator[Fact]:
        match term:
            case t.Compare() | t.Equal():
                yield from self._value(s, term.left, env)
                yield from self._value(s, term.right, env)
            case t.And() if (part := self.failing(s, term, env)) is not term:
                yield from self._facts(s, part, env, seat)
            case t.And(tests) | t.Or(tests):
                for test in tests:
                    yield from self._facts(s, test, env, seat)
            case t.Not():
                yield from self._facts(s, term.value, env, seat)
            case t.In(_, t.BuiltIn("range", ends)):
                for end in ends:
                    yield from self._value(s, end, env)
            case t.In():
                yield from self._value(s, term.group, env)
            case t.Phrase("no"):
                yield Fact("there", *self._passing(s, term, env))
            case t.Phrase("some"):
                yield from self._value(s, term.source, env)
            case t.BuiltIn("no", (group,)):
                yield Fact("there", group.kind, self.inquiry.value(s, group, env))
            case t.BuiltIn("can_pay", (bundle,)):
                yield from self.paying(s, bundle, env, seat)
            case t.Query():
                inner = self.inquiry.inlined(term)
                if inner is not None:
                    yield from self._part(s, inner, env)
                    yield from self._facts(s, inner, env, seat)
            case t.HeldValue():
                held, inside = self.held(s, term, env)
                if held is not None:
                    yield from self._facts(s, held, inside, seat)
            case (
                t.Const() | t.Nothing() | t.Var() | t.Param() | t.Field() | t.BuiltInField() | t.SeatField()
                | t.Counter() | t.CounterBundle() | t.State()
                | t.Times() | t.Zone() | t.Board() | t.Cells() | t.Pieces()
                | t.Owned() | t.Single() | t.Record() | t.BoardCell() | t.Words() | t.Seats() | t.Others()
                | t.BuiltIn() | t.Phrase() | t.Arithmetic() | t.Minus() | t.If() | t.Union() | t.Difference()
                | t.Listed() | t.Place() | t.Map() | t.Active() | t.Amount() | t.AmountOf() | t.AmountFree()
                | t.AmountIn() | t.AmountOfIn() | t.BundleAdd() | t.BundleSubtract() | t.BundleScale()
                | t.Resource() | t.ResourceWord()
            ):  # fmt: skip
                yield from self._value(s, term, env)
            case _:
                assert_never(term)

    def _part(self, s: list[int], term: Term, env: Env) -> Iterator[Fact]:
        """The parts of a query that do not hold. The query is already reported as a whole, so only its parts are listed
        here."""
        for part in self.all_failing(s, term, env):
            if part is not term and part.span != NOWHERE:
                yield Fact("fails", k.TEST, 0, part.span)

    def paying(self, s: list[int], bundle: Term, env: Env, seat: int) -> Iterator[Fact]:
        """What is asked, and what the seat has of it."""
        asked = self.inquiry.bundle(s, bundle, env)
        if not isinstance(bundle, (t.Amount, t.AmountFree)) or not _is_fixed(bundle.count):
            yield Fact("value", k.BUNDLE, asked, bundle.span)
        counters = dict.fromkeys([c for c, _w, _n in asked.exact] + [c for c, _n in asked.free])
        yield Fact("have", k.BUNDLE, self.purse(s, counters, seat))

    def purse(self, s: list[int], counters: Mapping[str, None], seat: int) -> Asked:
        found = []
        for name in counters:
            slots = self.inquiry.slots.amounts(name, seat)
            found += [(name, word, s[slot]) for word, slot in enumerate(slots) if s[slot]]
        return Asked(tuple(found), (), ())

    def held(self, s: list[int], term: t.HeldValue, env: Env) -> tuple[Term | None, Env]:
        """The text that a piece or cell holds, with the values of its variables."""
        index = self.inquiry.value(s, term.holder, env)
        if index < 0:
            return None, env
        text = self.unit.given.held_texts(term.field, term.holder.kind.base)[index]
        return (None, env) if text is None else (text.value, {t.ME: env[t.ME], t.THIS: index})

    def _passing(self, s: list[int], term: t.Phrase, env: Env) -> tuple[Kind, int]:
        """Members for which a phrase's test holds."""
        kind = k.set_of(term.source.kind.member or term.kind)
        return kind, self.inquiry.value(s, evolve(term, query="all", value=None, keys=(), kind=kind), env)

    def _value(self, s: list[int], term: Term, env: Env) -> Iterator[Fact]:
        if _is_fixed(term) or term.span == NOWHERE:
            return
        if term.kind.base == "bundle":
            yield Fact("value", term.kind, self.inquiry.bundle(s, term, env), term.span)
        elif term.kind.base != "set":
            yield Fact("value", term.kind, self.inquiry.value(s, term, env), term.span)
        elif _is_listed(term):
            found = self.inquiry.value(s, term, env)
            if found.bit_count() <= MOST_MEMBERS:
                yield Fact("value", term.kind, found, term.span)

    def _known(self, s: list[int], fact: Fact, seat: int) -> bool:
        """Whether a seat may be told: pieces only where it knows which they are."""
        if isinstance(fact.value, Asked):
            return True
        base = fact.kind.member.base if fact.kind.member is not None else fact.kind.base
        if base != "piece":
            return True
        pieces = BITS[fact.value] if fact.kind.base == "set" else (fact.value,) if fact.value >= 0 else ()
        return all(self.sight.piece(s, piece, seat) for piece in pieces)

    # ---- what would have to be otherwise -------------------------------------------------------------------

    def failing(self, s: list[int], term: Term, env: Env) -> Term:
        """The first part of a condition that does not hold."""
        for part in conjuncts(term):
            if not self.inquiry.value(s, part, env):
                return part
        return term

    def all_failing(self, s: list[int], term: Term, env: Env) -> list[Term]:
        """All parts of a condition that do not hold, in the order of the text."""
        return [part for part in conjuncts(term) if not self.inquiry.value(s, part, env)]

    def wanted(self, s: list[int], term: Term, env: Env, seat: int) -> Remade | None:
        """The smallest change of one value that makes a condition hold; None where no single change is meant, or where
        several parts of the condition do not hold."""
        match term:
            case t.Compare(sign):
                by = _missing(sign, self.inquiry.value(s, term.left, env), self.inquiry.value(s, term.right, env))
                fixed = _is_fixed(term.left) or isinstance(term.left, t.Param)
                target, by = (term.right, -by) if fixed else (term.left, by)
                now = self.inquiry.value(s, target, env)
                return Remade(Shift(target.span, by), self._slot(s, target, env), now + by)
            case t.Equal():
                left, right = (term.right, term.left) if _is_fixed(term.left) else (term.left, term.right)
                made = Become(left.span, left.kind, self.inquiry.value(s, right, env))
                if not self._known(s, Fact("value", made.kind, made.value), seat):
                    return None
                return Remade(made, self._slot(s, left, env), made.value)
            case t.Not(t.Field() | t.State() | t.SeatField() | t.Active() as stored):
                return Remade(Become(stored.span, k.TEST, 0), self._slot(s, stored, env), 0)
            case t.Field() | t.State() | t.SeatField() | t.Active():
                return Remade(Become(term.span, k.TEST, 1), self._slot(s, term, env), 1)
            case t.Phrase("no"):
                gone = Without(*self._passing(s, term, env))
                return Remade(gone) if self._known(s, Fact("there", gone.kind, gone.value), seat) else None
            case t.Query():
                inner = self.inquiry.inlined(term)
                return None if inner is None else self._wanted_part(s, inner, env, seat)
            case t.HeldValue():
                held, inside = self.held(s, term, env)
                return None if held is None else self._wanted_part(s, held, inside, seat)
            case _:
                return None

    def _wanted_part(self, s: list[int], term: Term, env: Env, seat: int) -> Remade | None:
        """The change for the only part that does not hold."""
        parts = self.all_failing(s, term, env)
        return self.wanted(s, parts[0], env, seat) if len(parts) == 1 else None

    def _slot(self, s: list[int], term: Term, env: Env) -> int | None:
        """Where the state stores a value; None if the value is computed or never changes."""
        slots = self.inquiry.slots
        match term:
            case t.Field(name):
                holder = self.inquiry.value(s, term.holder, env)
                if holder < 0:
                    return None
                of_cell = term.holder.kind.base == "cell"
                return slots.cell_field(name, holder) if of_cell else slots.piece_field(name, holder)
            case t.State(name):
                return slots.state(name, -1 if term.seat is None else self.inquiry.value(s, term.seat, env))
            case _:
                return None


def _is_fixed(term: Term) -> bool:
    """Whether a value stands in the text itself, so that nothing has to be said about it."""
    return isinstance(term, (t.Const, t.Nothing))


def _is_listed(term: Term) -> bool:
    """Whether a fact about a set lists its members."""
    match term:
        case (
            t.Zone() | t.Board() | t.Cells() | t.Pieces() | t.Owned() | t.Record() | t.Words() | t.Seats()
            | t.Others() | t.Phrase() | t.Union() | t.Difference() | t.Listed() | t.Map() | t.Query()
        ):  # fmt: skip
            return True
        case t.BuiltIn("neighbours" | "surroundings" | "group" | "all"):
            return True
        case _:
            return False


def _missing(sign: t.CompareSign, a: int, b: int) -> int:
    """What has to be added to the first number so that the comparison holds."""
    match sign:
        case "<":
            return b - a - 1
        case "<=" | ">=":
            return b - a
        case ">":
            return b - a + 1
