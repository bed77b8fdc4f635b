"""Values as arguments and results of functions.

A function of the core takes and returns plain numbers. A bundle becomes one number for each *lane*: one for every
resource that it could hold, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, CheckedText
from solenia_rules.checked.terms import Term
from solenia_rules.core import build
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.dsl.kinds import SINGLE
from solenia_rules.lower.bundles import ZERO, Bundles
from solenia_rules.lower.code import Bundle, Code, Value
from solenia_rules.lower.unit import Unit

Lane: TypeAlias = tuple[str, str, int]
"""exact, free or minus; counter; word"""


class Arguments:
    """The arguments of the functions of one ruleset."""

    def __init__(self, unit: Unit, bundles: Bundles) -> None:
        self.u = unit
        self.bundles = bundles
        self.lanes: list[Lane] = [("exact", counter, word) for counter, word in unit.resources]
        """One lane for everything that a bundle could hold."""
        chosen = [counter.id for counter in unit.names.world.counters if any(p != "seat" for p in counter.per)]
        self.lanes += [(sort, counter, 0) for sort in ("free", "minus") for counter in chosen]

    # ---- in the called function ----------------------------------------------------------------

    def count(self, text: CheckedText) -> int:
        """The number of parameters of a text's function, including the acting seat."""
        return 1 + sum(len(self.lanes) if kind.base == "bundle" else 1 for _name, _number, kind in text.params)

    def bind(self, text: CheckedText, code: Code) -> None:
        """Make the parameters of a function the variables of its text."""
        first = 1
        for _name, number, kind in text.params:
            if kind.base == "bundle":
                code.env[number] = from_lanes(self.lanes, [Local(first + i) for i in range(len(self.lanes))])
                first += len(self.lanes)
            else:
                code.env[number] = Local(first)
                first += 1

    # ---- in the calling function ---------------------------------------------------------------

    def of(self, terms: Iterable[Term], code: Code) -> tuple[Ex, ...]:
        """The arguments for some values."""
        made: list[Ex] = []
        for term in terms:
            if term.kind.base == "bundle":
                made += self.spread(self.bundles.spread(self.u.values.bundle(term, code), code))
            else:
                made.append(self.u.values.of(term, code))
        return tuple(made)

    def spread(self, bundle: Bundle) -> list[Ex]:
        """A bundle as one number for each lane; all its resources must be known at compile time."""
        found = dict(zip(*to_lanes(bundle), strict=True))
        return [found.get(lane, ZERO) for lane in self.lanes]

    def may_be_open(self, numbers: Sequence[Ex]) -> bool:
        """Whether a bundle, given by the numbers of its lanes, may leave words open."""
        return any(
            sort != "exact" and number != ZERO for (sort, _c, _w), number in zip(self.lanes, numbers, strict=True)
        )

    def inlined(self, text: CheckedText, me: Term, given: tuple[Term, ...], code: Code) -> dict[int, Value]:
        """The variables of a text that is inlined at a call; their values are fixed when the call begins."""
        values = [self._fixed(term, code) for term in (me, *given)]
        return {t.ME: values[0], **dict(zip((number for _n, number, _k in text.params), values[1:], strict=True))}

    def _fixed(self, term: Term, code: Code) -> Value:
        if term.kind.base == "bundle":
            return self.bundles.kept(self.u.values.bundle(term, code), code)
        return code.keep(self.u.values.of(term, code))

    # ---- arguments that are none ---------------------------------------------------------------

    def presence(self, act: Act, code: Code) -> Ex:
        """Whether all required arguments of a statement exist; otherwise the statement does nothing."""
        guard: Ex = Const(1)
        for term in self._needed(act):
            if term.kind.optional:
                guard = build.and_(guard, build.le(Const(0), self.u.values.of(term, code)))
        return guard

    def _needed(self, act: Act) -> list[Term]:
        """The terms of a statement that must not be none."""
        match act:
            case a.DoVerb(verb, _, given):
                kinds = [kind for _name, _number, kind in self.u.checked.verbs[verb].params]
                single = [
                    term
                    for term, kind in zip(given, kinds, strict=True)
                    if not kind.optional and kind.base in SINGLE
                ]  # fmt: skip
                return single + _zone_indices(term.item for term in given if isinstance(term, t.Place))
            case a.SetTo(t.Counter() | t.State() as place) | a.AddTo(t.Counter() | t.State() as place):
                return list(t.parts(place))
            case a.StartRules():
                return [act.holder] if act.whose is None else [act.holder, act.whose]
            case a.Move():
                return _zone_indices((act.pieces, act.target))
            case a.Draw():
                return _zone_indices((act.source, act.target))
            case a.Shuffle():
                return _zone_indices((act.zone,))
            case (
                a.SetTo() | a.AddTo() | a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.TurnOver()
                | a.Note() | a.Forget() | a.Roll()
                | a.Show() | a.Need()
                | a.Stop() | a.Win() | a.RunHeld() | a.Let() | a.If() | a.For() | a.Repeat() | a.ChooseWay()
                | a.Choose() | a.May() | a.As() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase()
                | a.DrawWord() | a.LetRandom()
            ):  # fmt: skip
                return []
            case _:
                assert_never(act)


def _zone_indices(terms: Iterable[Term]) -> list[Term]:
    return [term.index for term in terms if isinstance(term, t.Zone) and term.index is not None]


def to_lanes(bundle: Bundle) -> tuple[list[Lane], list[Ex]]:
    """A bundle as lanes and their numbers; all its resources must be known at compile time."""
    lanes: list[Lane] = []
    numbers: list[Ex] = []
    for (counter, word), number in bundle.exact.items():
        lanes.append(("exact", counter, word))
        numbers.append(number)
    for sort, group in (("free", bundle.free), ("minus", bundle.minus)):
        for counter, number in group.items():
            lanes.append((sort, counter, 0))
            numbers.append(number)
    return lanes, numbers


def from_lanes(lanes: list[Lane], numbers: list[Ex]) -> Bundle:
    """The bundle of lanes and their numbers."""
    made = Bundle()
    for (sort, counter, word), number in zip(lanes, numbers, strict=True):
        if sort == "exact":
            made.exact[counter, word] = number
        elif sort == "free":
            made.free[counter] = number
        else:
            made.minus[counter] = number
    return made
