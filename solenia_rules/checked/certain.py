"""Finds choices that always have an option, because of a test before them or because of the number of options."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.excluding import cells_on, count_failing
from solenia_rules.checked.footprint import disjoint
from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import TRUE_TERM, Term, renamed
from solenia_rules.dsl import kinds as k

Facts = frozenset[Term]
"""Sets that are known not to be empty, and `name is all(x in SET where TEST)` for a set with a name."""


class Certain:
    """The analysis for one ruleset; `choices` holds the `id` of every choice that is never empty."""

    def __init__(self, summaries: Summaries) -> None:
        self.summaries = summaries
        self.names = summaries.names
        self.choices: set[int] = set()
        for text in summaries.calls.texts.values():
            self._acts(text.acts, frozenset())

    def _acts(self, acts: Acts, known: Facts) -> None:
        for act in acts:
            self._act(act, known)
            changes = self.summaries.of_act(act).changes
            known = frozenset(term for term in known if disjoint(self.summaries.footprint.reads(term), changes))
            known = known.union(_after(act), _of_chosen(act, known))

    def _act(self, act: Act, known: Facts) -> None:
        if isinstance(act, a.BuiltInAct):
            return
        match act:
            case a.Choose():
                if self._finds(act, known):
                    self.choices.add(id(act))
                if act.body is not None:
                    self._acts(act.body, known.union(_some(act.where)) if act.quota is None else _lasting(known))
            case a.If(tests, thens, otherwise):
                for test, block in zip(tests, thens, strict=True):
                    self._acts(block, known.union(_some(test)))
                    known = known.union(_empty(test))
                self._acts(otherwise, known)
            case a.As():
                self._acts(act.body, known | self._of_seats(act) if act.together else _lasting(known))
            case a.For(body=body) | a.Repeat(body=body):
                self._acts(body, _lasting(known))
            case a.ChooseWay() | a.May() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase():
                for block in a.blocks_of(act):
                    self._acts(block, known)
            case (
                a.DoVerb()
                | a.SetTo()
                | a.AddTo()
                | a.RunHeld()
                | a.StartRules()
                | a.Let()
                | a.DrawWord()
                | a.LetRandom()
            ):
                pass
            case _:
                assert_never(act)

    def _finds(self, act: a.Choose, known: Facts) -> bool:
        if act.quota is not None:
            return act.up_to or (act.where == TRUE_TERM and self._enough(act.quota, act.source))
        if act.where == TRUE_TERM:
            return act.source in known or _has_members(act.source) or self._cells(act.source) > 0
        excluded = count_failing(act.where, act.var)
        return excluded is not None and self._cells(act.source) > excluded

    def _cells(self, source: Term) -> int:
        """The cells of a grid that is chosen from, less a single cell that is taken out; 0 for other sets."""
        if isinstance(source, t.Board):
            return cells_on(source.board, self.names)
        if isinstance(source, t.Difference):
            one = isinstance(source.right, t.Listed) and source.right.item.kind.base != "set"
            return max(0, self._cells(source.left) - 1) if one else 0
        return 0

    def _of_seats(self, act: a.As) -> Facts:
        """The facts of `together as all(s in seats where some(SET of s))`: no effect happens before all seats have
        answered."""
        seats = act.seats
        if not isinstance(seats, t.Phrase) or seats.query != "all":
            return frozenset()
        return frozenset(renamed(fact, seats.var, act.var) for fact in _some(seats.where))

    def _enough(self, number: Term, source: Term) -> bool:
        """Whether a number never exceeds the number of members of a set."""
        match number:
            case t.BuiltIn("count", (counted,)):
                return t.equal(counted, source)
            case t.BuiltIn("min", args):
                return any(self._enough(arg, source) for arg in args)
            case t.BuiltIn("max", args):
                return all(self._enough(arg, source) for arg in args)
            case t.Arithmetic("-"):
                return self._enough(number.left, source) and self._never_negative(number.right)
            case t.Const(value):
                return value <= 0
            case _:
                return False

    def _never_negative(self, number: Term) -> bool:
        match number:
            case t.Const(value):
                return value >= 0
            case t.Param(name):
                return self.names.params[name].low >= 0
            case t.BuiltIn("count"):
                return True
            case _:
                return False


def _lasting(known: Facts) -> Facts:
    """The facts that hold in every iteration of a loop, whatever it changes: variables keep their sets."""
    return frozenset(term for term in known if isinstance(term, t.Var))


def _has_members(source: Term) -> bool:
    """Whether the form of a set shows that it has members: all words of a kind, all seats, listed words, or numbers."""
    match source:
        case t.Words() | t.Seats():
            return True
        case t.Listed():
            return isinstance(source.item, t.Const)
        case t.Union(sets):
            return any(map(_has_members, sets))
        case t.BuiltIn("range", (low, high)):
            return _surely_within(low, high)
        case _:
            return False


def _surely_within(low: Term, high: Term) -> bool:
    """Whether there is always a number from `low` to `high` that a set of numbers can hold."""
    least, most = low.kind.high, high.kind.low
    return least is not None and most is not None and max(0, least) <= most and least < NUMBERS


def _after(act: Act) -> list[Term]:
    """The facts after `if no(SET) { stop }`, and after `choose x in ... where some(SET)`."""
    match act:
        case a.If((test,), (then,)) if leaves(then):
            return _empty(test)
        case a.Choose(quota=None, body=None):
            return _some(act.where)
        case a.Let():
            named = isinstance(act.value, t.Phrase) and act.value.query == "all"
            return [t.Equal(t.Var(act.var, act.value.kind), act.value, k.TEST)] if named else []
        case _:
            return []


def _of_chosen(act: Act, known: Facts) -> list[Term]:
    """The facts after `choose x in name`, where `name` is a set of things with `some(SET)`."""
    if not isinstance(act, a.Choose) or act.quota is not None or not isinstance(act.source, t.Var):
        return []
    named = (fact for fact in known if isinstance(fact, t.Equal) and fact.left == act.source)
    phrases = (fact.right for fact in named if isinstance(fact.right, t.Phrase))
    return [renamed(found, one.var, act.var) for one in phrases for found in _some(one.where)]


def leaves(acts: Acts) -> bool:
    """Whether nothing that follows the statements is run: they end with `stop` or `win`."""
    return bool(acts) and isinstance(acts[-1], a.BuiltInAct) and a.facts_of(acts[-1]).leaves != "nothing"


def _some(test: Term) -> list[Term]:
    """The sets that are not empty if a test is true."""
    match test:
        case t.And(args):
            return [fact for arg in args for fact in _some(arg)]
        case t.BuiltIn("some", (source,)):
            return [source]
        case t.Not():
            return _empty(test.value)
        case _:
            return []


def _empty(test: Term) -> list[Term]:
    """The sets that are not empty if a test is false."""
    match test:
        case t.Or(args):
            return [fact for arg in args for fact in _empty(arg)]
        case t.BuiltIn("no", (source,)):
            return [source]
        case t.Not():
            return _some(test.value)
        case _:
            return []
