"""Statements that repeat, change who acts, or make a stretch of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act
from solenia_rules.checked.failing import variables
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower import choices
from solenia_rules.lower.code import Bundle, Code, from_lanes, to_lanes

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit

MOST_ROUNDS = 1000


def for_each(u: Unit, act: Act, code: Code) -> None:
    var = act.data[0]
    assert isinstance(var, int)
    source, where, keys = act.terms[0], act.terms[1], act.terms[2:]
    if act.data[1]:
        choices.in_chosen_order(u, act, code)
        return
    if keys or u.terms.ordered(source):
        members = u.terms.sorted(var, source, where, keys, code)
        u.terms.in_order(
            var, members, t.TRUE_TERM, code, lambda _m, _l: code.out.extend(u.acts.inner(act, act.blocks[0], code))
        )
        return
    mask = code.keep(u.terms.filter_mask(var, source, where, code))
    member, rest = code.temp(), code.temp()
    code.env[var] = local(member)
    body = u.acts.inner(act, act.blocks[0], code)
    code.emit(c.ForBits(member, mask, body, u.label(), rest))


def repeat(u: Unit, act: Act, code: Code) -> None:
    left, label = code.temp(), u.label()
    times = ex("min", const(MOST_ROUNDS), u.terms.val(act.terms[0], code))
    code.emit(c.Set(left, times))
    body: list[c.Stmt] = [
        c.If(ex("le", local(left), const(0)), [c.Break(label)], []),
        c.Set(left, ex("sub", local(left), const(1))),
    ]
    with code.where(stops=(*code.stops, label)):
        body += u.acts.inner(act, act.blocks[0], code)
    code.emit(c.Loop(label, body))


def as_seats(u: Unit, act: Act, code: Code) -> None:
    var = act.data[0]
    assert isinstance(var, int)
    seats = act.terms[0]
    me = code.env[t.ME]

    def body(member: Ex, _label: int) -> None:
        code.env[t.ME] = member
        code.out.extend(u.acts.inner(act, act.blocks[0], code))

    if u.terms.ordered(seats):
        u.terms.in_order(var, u.terms.seq(seats, code), t.TRUE_TERM, code, body)
    else:
        mask = code.keep(u.terms.val(seats, code))
        member, rest = code.temp(), code.temp()
        code.env[var] = local(member)
        inner: list[c.Stmt] = []
        with code.into(inner):
            body(local(member), 0)
        code.emit(c.ForBits(member, mask, inner, u.label(), rest))
    code.env[t.ME] = me


def phase(u: Unit, act: Act, code: Code) -> None:
    """A phase is a function of its own: its end is where looking ahead ends."""
    name = str(act.data[0])
    used = sorted(v for v in variables(act.blocks[0]) if v in code.env)
    passed: list[Ex] = [u.terms.me(code)]
    env: dict[int, Ex | Bundle] = {t.ME: local(0)}
    for number in used:
        value = code.env[number]
        if isinstance(value, Bundle):
            lanes, numbers = to_lanes(value)
            env[number] = from_lanes(lanes, [local(len(passed) + i) for i in range(len(lanes))])
            passed += numbers
        else:
            env[number] = local(len(passed))
            passed.append(value)
    function = u.new_function(f"phase {name}", len(passed), act.span)
    function.phase = True
    inner = Code(function, function.body, env)
    u.phase_of[function.id] = u.phase(name)
    index = const(u.phase(name))
    inner.emit(c.Prim("enter", (index, local(0))))
    u.acts.block(act.blocks[0], inner)
    inner.emit(c.Prim("leave", (index, local(0))))
    inner.emit(c.Return())
    code.emit(c.Call(function.id, tuple(passed)))
