"""Recognizes statements that do nothing on purpose, as a way to pass: `gain 0 coins`, `stop`."""

from __future__ import annotations

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Acts
from solenia_rules.checked.terms import Term


def idle(act: a.BuiltInAct) -> bool:
    """Whether a number or amount in the statement is 0."""
    _me, *given = a.terms_of(act)
    return any(map(_zero, given))


def all_idle(block: Acts) -> bool:
    """Whether a block does nothing."""
    return all(isinstance(act, a.BuiltInAct) and (a.facts_of(act).told is None or idle(act)) for act in block)


def _zero(term: Term) -> bool:
    match term:
        case t.Const(0, kind):
            return kind.base == "number"
        case t.Amount():
            return _zero(term.count)
        case _:
            return False
