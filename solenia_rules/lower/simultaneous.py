"""`together as seats { }`: first every seat decides, unseen by the others; then all is done in turn order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.core import core as c
from solenia_rules.core import layout as at
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower import choices
from solenia_rules.lower.code import Code
from solenia_rules.text.frozen import evolve

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit

Later: TypeAlias = Callable[[], None]
"""Emits what is done once all have answered."""


def together(u: Unit, act: Act, code: Code) -> None:
    var = act.data[0]
    assert isinstance(var, int)
    block = act.blocks[0]
    mask = code.keep(u.terms.val(act.terms[0], code))
    env, maybe = dict(code.env), dict(code.maybe)
    fails = code.strict and _may_fail(u, block)
    later: list[Later] = []
    for seat in range(u.layout.seats):
        code.env, code.maybe = {**env, var: const(seat), t.ME: const(seat)}, dict(maybe)
        body: list[c.Stmt] = []
        with code.into(body), code.where(hidden=True, rest_fails=fails, after=None, rest_known=not fails):
            later.append(_ask(u, block, code))
            if fails:
                _try_alone(later[-1], seat, code)
        code.emit(c.If(ex("has", mask, const(seat)), body, []))
    for seat, do in enumerate(later):
        body = []
        with code.into(body), code.where(strict=False, rest_fails=False):
            do()
        code.emit(c.If(ex("has", mask, const(seat)), body, []))
    code.env, code.maybe = env, maybe


def _may_fail(u: Unit, acts: Acts) -> bool:
    """Whether some way through a block may be impossible, even if another is not."""
    inner = [block for act in acts for block in act.blocks]
    inner += [u.checked.verbs[str(act.data[0])].acts for act in acts if act.op == "verb"]
    return u.failing.any(acts) or any(_may_fail(u, block) for block in inner)


def _try_alone(do: Later, seat: int, code: Code) -> None:
    """While looking ahead a seat does its part at once, as if it were alone; what the others do is not known."""
    trial: list[c.Stmt] = []
    with code.into(trial), code.where(hidden=False, rest_fails=False, rest_known=True):
        do()
        code.emit(c.Prim("win", (const(0),)))
    looking = ex("land", Ex("load", (), at.TRIAL), ex("eq", Ex("load", (), at.TRIAL_SEAT), const(seat)))
    code.emit(c.If(looking, trial, []))


def _ask(u: Unit, acts: Acts, code: Code) -> Later:
    """Emit the choices of a block; what is left to do."""
    parts: list[Later] = []
    rest: Acts = ()
    for index, act in enumerate(acts):
        if act.op == "let":
            u.acts.guarded(act, code)
        elif u.asking.decides(act):
            parts.append(_one(u, act, code))
            if u.asking.changes(act):
                rest = acts[index + 1 :]
                break
        else:
            rest = acts[index:]
            break
    env, maybe = dict(code.env), dict(code.maybe)

    def do() -> None:
        for part in parts:
            code.env, code.maybe = dict(env), dict(maybe)
            part()
        code.env, code.maybe = dict(env), dict(maybe)
        u.acts.block(rest, code)

    return do


def _one(u: Unit, act: Act, code: Code) -> Later:
    match act.op:
        case "choose" if act.data[2]:
            picked = choices.pick(u, act, code, bool(act.data[1]))
            return lambda: choices.for_each_picked(u, act, picked, code)
        case "choose":
            assert isinstance(act, a.Choose)
            u.acts.guarded(evolve(act, body=None), code)
            return _under(u, code.maybe.get(_number(act), const(1)), act.blocks[0] if act.blocks else (), code)
        case "choose_effect" | "may":
            return _ways(u, act, choices.way(u, act, code), code)
        case "if":
            return _ways(u, act, _which(u, act, code), code)
        case "verb":
            return _verb(u, act, code)
        case _:
            raise AssertionError(act.op)


def _number(act: Act) -> int:
    assert isinstance(act.data[0], int)
    return act.data[0]


def _under(u: Unit, test: Ex, acts: Acts, code: Code) -> Later:
    """A block asked and done only if a test holds."""
    env, maybe = dict(code.env), dict(code.maybe)
    then: list[c.Stmt] = []
    with code.into(then):
        do = _ask(u, acts, code)
    code.env, code.maybe = env, maybe
    if then:
        code.emit(c.If(test, then, []))

    def later() -> None:
        body: list[c.Stmt] = []
        with code.into(body):
            do()
        if body:
            code.emit(c.If(test, body, []))

    return later


def _ways(u: Unit, act: Act, chosen: int, code: Code) -> Later:
    parts = [_under(u, ex("eq", local(chosen), const(i)), block, code) for i, block in enumerate(act.blocks)]

    def later() -> None:
        env, maybe = dict(code.env), dict(code.maybe)
        for part in parts:
            code.env, code.maybe = dict(env), dict(maybe)
            part()

    return later


def _which(u: Unit, act: Act, code: Code) -> int:
    """A local with the number of the first test that holds, or of `else`."""
    chosen = code.temp()
    out = code.out
    for index, test in enumerate(act.terms):
        with code.into(out):
            made = c.If(u.terms.val(test, code), [c.Set(chosen, const(index))], [])
            code.emit(made)
        out = made.otherwise
    out.append(c.Set(chosen, const(len(act.terms))))
    return chosen


def _verb(u: Unit, act: Act, code: Code) -> Later:
    """A verb without rules is asked as if its text stood here."""
    guard = u.acts.presence(act, code)
    text = u.checked.verbs[str(act.data[0])]
    values = [u.handing.value(term, code) for term in act.terms]
    env, maybe = code.env, code.maybe
    code.env, code.maybe = {t.ME: values[0]}, {}
    for (_name, number, _kind), value in zip(text.params, values[1:], strict=True):
        code.env[number] = value
    made = _under(u, guard, text.acts, code)
    code.env, code.maybe = env, maybe
    return made
