"""Acts that say themselves that they do nothing: `gain 0 coins`, `stop`, as a way to pass."""

from __future__ import annotations

from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.terms import Term


def idle(act: Act) -> bool:
    return any(_zero(term) for term in act.terms[1:])


def all_idle(block: Acts) -> bool:
    """Whether a way is one of doing nothing."""
    return all(act.op == "builtin" and (act.data[0] in ("stop", "need") or idle(act)) for act in block)


def _zero(term: Term) -> bool:
    return (term.op == "const" and term.data == (0,) and term.kind.base == "number") or (
        term.op == "amount" and _zero(term.args[0])
    )
