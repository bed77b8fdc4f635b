"""The tests behind a choice or a condition, kept apart so that a refusal can name the one that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.failing import variables_of
from solenia_rules.checked.terms import Term
from solenia_rules.core.core import Ex
from solenia_rules.core.grounds import Ground
from solenia_rules.lower.code import Code

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


def capture(terms: tuple[Term, ...], code: Code, candidate: int = -1) -> tuple[tuple[int, ...], tuple[Ex, ...]] | None:
    """The variables that tests use and where they are; None if one of them is no single value."""
    used = sorted(v for v in variables_of(list(terms)) if v in code.env and v not in (candidate, t.ME))
    numbers = (t.ME, *used)
    found = []
    for number in numbers:
        value = code.env[number]
        if not isinstance(value, Ex) or value.op not in ("const", "local"):
            return None
        found.append(value)
    return numbers, tuple(found)


def note_counted(u: Unit, spec: int, counter: str) -> int:
    """Keep which counter a question takes words of; the question."""
    if u.explaining:
        u.grounds[-1 - spec] = Ground("counted", (), (), counter=counter)
    return spec


def note(u: Unit, place: int, sort: str, terms: tuple[Term, ...], code: Code, candidate: int = -1) -> None:
    """Keep what is tested at a place where an effect may fail."""
    captured = capture(terms, code, candidate) if u.explaining else None
    if captured is None:
        return
    numbers, values = captured
    u.grounds[place] = Ground(sort, terms, numbers, candidate)
    u.needs[place] = values
    u.kept.setdefault(code.fn.id, set()).update(x.imm for x in values if x.op == "local")
