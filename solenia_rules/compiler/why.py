"""The tests behind a choice or a condition, kept apart so that a refusal can name the one that failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.compiler import terms as t
from solenia_rules.compiler.code import Code
from solenia_rules.compiler.core import Ex
from solenia_rules.compiler.failing import variables_of
from solenia_rules.compiler.terms import Term
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span

if TYPE_CHECKING:
    from solenia_rules.compiler.lowering import Unit


@frozen
class Why:
    """`tests`: functions of (candidate, captured values...), the first one asks whether it is in the set at all."""

    tests: tuple[tuple[int, Span], ...]
    captured: tuple[Ex, ...]
    """Locals of the asking function (kept in its frame) or constants."""


@frozen
class Ground:
    """What is tested somewhere, as it was checked. Only compilation knows it; programs keep where its variables are."""

    sort: str
    """choose, pick, need, pay, or counted: words that one must have some of"""
    terms: tuple[Term, ...]
    """choose: the tests in the order of `Why`; pick: source, test, number; need: the test; pay: seat, bundle."""
    variables: tuple[int, ...]
    """Variables that are captured, in this order; the first is `me`."""
    candidate: int = -1
    """The variable of the member that is looked at."""
    counter: str = ""
    """What the words of a question are counted in."""


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
