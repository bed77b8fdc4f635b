"""Choices that always find something: what a text has asked before them, or their own number, shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.footprint import Footprint, disjoint
from solenia_rules.checked.terms import TRUE_TERM, Term, renamed

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

Facts = frozenset[Term]
"""Sets that are known not to be empty."""


class Certain:
    """`choices` holds the `id` of every choice of the texts of one ruleset that cannot come up empty."""

    def __init__(self, checked: Checked) -> None:
        self.names = checked.names
        self.footprint = Footprint(checked)
        self.choices: set[int] = set()
        rules = [rule for group in (*checked.rules.values(), *checked.held_rules.values()) for rule in group]
        texts = [*(text for _section, text in checked.steps), *checked.verbs.values(), *checked.held.values()]
        for acts in (*(text.acts for text in texts), *(rule.body.acts for rule in rules)):
            self._acts(acts, frozenset())

    def _acts(self, acts: Acts, known: Facts) -> None:
        for act in acts:
            self._act(act, known)
            written = self.footprint.writes((act,))
            known = frozenset(term for term in known if disjoint(self.footprint.reads(term), written))
            known = known.union(_after(act))

    def _act(self, act: Act, known: Facts) -> None:
        match act.op:
            case "choose":
                if self._finds(act, known):
                    self.choices.add(id(act))
                for block in act.blocks:
                    self._acts(block, known if not act.data[2] else _lasting(known))
            case "if":
                for index, block in enumerate(act.blocks):
                    before = [fact for test in act.terms[:index] for fact in _empty(test)]
                    here = _some(act.terms[index]) if index < len(act.terms) else []
                    self._acts(block, known | {*before, *here})
            case "as":
                self._acts(act.blocks[0], known | self._of_seats(act) if act.data[1] else _lasting(known))
            case "for" | "repeat":
                for block in act.blocks:
                    self._acts(block, _lasting(known))
            case _:
                for block in act.blocks:
                    self._acts(block, known)

    def _finds(self, act: Act, known: Facts) -> bool:
        source, where, number = act.terms[:3]
        if act.data[2]:
            return bool(act.data[1]) or (where == TRUE_TERM and self._enough(number, source))
        return where == TRUE_TERM and (source in known or source.op in ("words", "seats"))

    def _of_seats(self, act: Act) -> Facts:
        """`together as all(s in seats where some(SET of s))`: nobody does anything before all have answered."""
        match act.terms[0]:
            case t.Phrase("all", inner, _, where):
                seat = act.data[0]
                assert isinstance(seat, int)
                return frozenset(renamed(fact, inner, seat) for fact in _some(where))
            case _:
                return frozenset()

    def _enough(self, number: Term, source: Term) -> bool:
        """Whether a number is never above that of the members of a set."""
        match number:
            case t.BuiltIn("count", (counted,)):
                return counted == source
            case t.BuiltIn("min", args):
                return any(self._enough(arg, source) for arg in args)
            case t.BuiltIn("max", args):
                return all(self._enough(arg, source) for arg in args)
            case t.Arithmetic("-", whole, less):
                return self._enough(whole, source) and self._never_negative(less)
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
    """What holds in every round of a loop, whatever it changes: variables keep their sets."""
    return frozenset(term for term in known if term.op == "var")


def _after(act: Act) -> list[Term]:
    """What holds after `if no(SET) { stop }`."""
    if act.op == "if" and len(act.terms) == 1 and _leaves(act.blocks[0]):
        return _empty(act.terms[0])
    return []


def _leaves(acts: Acts) -> bool:
    return bool(acts) and acts[-1].op == "builtin" and acts[-1].data[0] in ("stop", "win")


def _some(test: Term) -> list[Term]:
    """Sets that hold something where a test is true."""
    match test:
        case t.And(args):
            return [fact for arg in args for fact in _some(arg)]
        case t.BuiltIn("some", (source,)):
            return [source]
        case t.Not(inner):
            return _empty(inner)
        case _:
            return []


def _empty(test: Term) -> list[Term]:
    """Sets that hold something where a test is false."""
    match test:
        case t.BuiltIn("no", (source,)):
            return [source]
        case t.Not(inner):
            return _some(inner)
        case _:
            return []
