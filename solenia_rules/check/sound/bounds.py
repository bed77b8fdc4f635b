"""Numbers known before play: rounds of repeats, options of choices, choices that are always empty."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.sound.costs import ROUNDS
from solenia_rules.checked.acts import Act, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.sizes import Sizes
from solenia_rules.checked.terms import Term
from solenia_rules.text.diagnostics import Diagnostic

OPTIONS = 1000
"""Most options of one decision."""


def check_bounds(calls: Calls, sizes: Sizes) -> Iterator[Diagnostic]:
    for text in calls.texts.values():
        for act in all_acts(text.acts):
            if act.op == "repeat":
                yield from _repeat(act)
            elif act.op == "choose" or (act.op == "for" and act.data[1]):
                yield from _choice(act, sizes)


def _repeat(act: Act) -> Iterator[Diagnostic]:
    kind = act.terms[0].kind
    low, high = kind.low, kind.high
    if (high is not None and high < 1) or (low is not None and low > ROUNDS):
        rounds = (
            str(low) if low == high else "never so often" if high is not None and high < 1 else f"at least {low} times"
        )
        message = f"a repeat runs 1 to {ROUNDS} times, this one {rounds}"
        yield Diagnostic("E506", message, act.terms[0].span)


def _choice(act: Act, sizes: Sizes) -> Iterator[Diagnostic]:
    source, where = act.terms[0], act.terms[1]
    options = sizes.options(source)
    if options > OPTIONS:
        message = f"up to {options} options; at most {OPTIONS} are allowed"
        yield Diagnostic("E507", message, source.span, "choose step by step, or from a smaller set")
    if act.op != "choose":
        return
    if options == 0:
        yield Diagnostic("W501", "there is never anything to choose from", source.span, None, "warning")
    elif truth(where) is False:
        yield Diagnostic("W501", "no option ever passes this test", where.span, None, "warning")


def truth(term: Term) -> bool | None:
    """Whether a test always or never holds, where that is plain."""
    match term.op:
        case "const":
            return bool(term.data[0])
        case "not":
            inner = truth(term.args[0])
            return None if inner is None else not inner
        case "and" | "or":
            parts = [truth(arg) for arg in term.args]
            deciding = term.op == "or"
            if deciding in parts:
                return deciding
            return None if None in parts else not deciding
        case "compare":
            return _compared(str(term.data[0]), term.args[0], term.args[1])
        case "equal":
            a, b = term.args
            if a.op == b.op == "const" and a.kind.of == b.kind.of:
                return a.data == b.data
            if a.kind.base == "number":
                return False if _apart(a, b) else None
    return None


def _apart(a: Term, b: Term) -> bool:
    return _below(a, b, 0) or _below(b, a, 0)


def _below(a: Term, b: Term, gap: int) -> bool:
    """Whether a is always less than b + gap."""
    return a.kind.high is not None and b.kind.low is not None and a.kind.high < b.kind.low + gap


def _compared(sign: str, a: Term, b: Term) -> bool | None:
    if sign in (">", ">="):
        a, b, sign = b, a, {">": "<", ">=": "<="}[sign]
    if _below(a, b, int(sign == "<=")):
        return True
    return False if _below(b, a, int(sign == "<")) else None
