"""Verbs with what comes before, instead and after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from solenia_rules.compiler import core as c
from solenia_rules.compiler.code import Code
from solenia_rules.compiler.core import Ex, const, ex, local
from solenia_rules.compiler.terms import Act, Acts, CheckedRule, CheckedText, Data

if TYPE_CHECKING:
    from solenia_rules.compiler.lowering import Unit


def called(u: Unit, act: Act, strict: bool) -> c.Function:
    """The function of a verb; inside its own replacements, one in which these do not apply again."""
    verb, *numbers = act.data
    used = tuple(x for x in numbers if isinstance(x, int))
    if not used:
        return u.verb_function(str(verb), strict)
    key = f"verb {verb} {strict} {used}"
    if key not in u._helpers:
        text = u.checked.verbs[str(verb)]
        made = u._helpers[key] = u.new_function(f"verb {verb} (replaced)", 1 + len(text.params), text.span)
        u.acts.verb_body(str(verb), text, made, strict, used)
    return u._helpers[key]


def around(u: Unit, verb: str, text: CheckedText, code: Code, used: tuple[int, ...]) -> None:
    """The body of a verb's function: what is replaced does not happen, so nothing comes before or after it."""
    replaced = _replacements(u, verb, text, code, used)
    body: list[c.Stmt] = []
    with code.into(body):
        moments(u, verb, "before", text, code)
        u.acts.block(text.acts, code)
        moments(u, verb, "after", text, code)
    if replaced is None:
        code.out.extend(body)
    else:
        code.emit(c.If(replaced, [], body))


def _within(acts: Acts, verb: str, used: tuple[int, ...]) -> Acts:
    """The same acts, with calls of the verb marked by the replacements they stand in."""
    made = []
    for act in acts:
        data: Data = (verb, *used) if act.op == "verb" and act.data[0] == verb else act.data
        made.append(evolve(act, blocks=tuple(_within(block, verb, used) for block in act.blocks), data=data))
    return tuple(made)


def _bind(u: Unit, text: CheckedText, code: Code) -> None:
    for index, (_name, number, _kind) in enumerate(text.params):
        code.env[number] = local(1 + index)


def moments(u: Unit, verb: str, sort: str, text: CheckedText, code: Code) -> None:
    """Rules on a moment of a verb: those of `[rules]`, then seat by seat from the one that acts, in file order."""
    rules = u.holders.on_verb(verb, sort)
    if not rules:
        return
    env = dict(code.env)
    actor = local(0)

    def bind(body: CheckedText, inner: Code) -> None:
        _bind(u, body, inner)

    for holder, rule in rules:
        if holder.sort == "rules":
            u.holders.when(holder, rule, actor, code, _run(u, rule, rule.body.acts, code), bind)
    held = [(h, r) for h, r in rules if h.sort != "rules"]
    if held:
        turn, seat, label = code.temp(), code.temp(), u.label()
        code.emit(c.Set(turn, const(0)))
        body: list[c.Stmt] = [
            c.If(ex("le", const(u.layout.seats), local(turn)), [c.Break(label)], []),
            c.Set(seat, ex("mod", ex("add", actor, local(turn)), const(u.layout.seats))),
            c.Set(turn, ex("add", local(turn), const(1))),
        ]
        with code.into(body):
            for holder, rule in held:
                u.holders.when(holder, rule, actor, code, _run(u, rule, rule.body.acts, code), bind, local(seat))
        code.emit(c.Loop(label, body))
    code.env = env


def _run(u: Unit, rule: CheckedRule, acts: Acts, code: Code):  # type: ignore[no-untyped-def]
    def run() -> None:
        code.emit(c.Mark(u.place(rule.span)))
        body: list[c.Stmt] = []
        with code.into(body):
            u.acts.block(acts, code)
        code.out.extend(body)

    return run


def _replacements(u: Unit, verb: str, text: CheckedText, code: Code, used: tuple[int, ...]) -> Ex | None:
    """Rules that stand in for the verb: the first that applies does, and inside it only the others may."""
    rules = [(n, *pair) for n, pair in enumerate(u.holders.on_verb(verb, "instead"), 1) if n not in used]
    if not rules:
        return None
    env = dict(code.env)
    flag = code.temp()
    code.emit(c.Set(flag, const(0)))
    actor = local(0)
    for number, holder, rule in rules:
        run = _run(u, rule, _within(rule.body.acts, verb, (*used, number)), code)

        def once(run=run) -> None:  # type: ignore[no-untyped-def]
            then: list[c.Stmt] = [c.Set(flag, const(1))]
            with code.into(then):
                run()
            code.emit(c.If(ex("not", local(flag)), then, []))

        u.holders.when(holder, rule, actor, code, once, lambda body, inner: _bind(u, body, inner))
    code.env = env
    return local(flag)
