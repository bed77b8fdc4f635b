"""Verbs with what comes before, instead and after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.compiler import core as c
from solenia_rules.compiler import terms as t
from solenia_rules.compiler.code import Code
from solenia_rules.compiler.core import Ex, const, ex, local
from solenia_rules.compiler.holders import Holder
from solenia_rules.compiler.terms import CheckedRule, CheckedText

if TYPE_CHECKING:
    from solenia_rules.compiler.lowering import Unit


def around(u: Unit, verb: str, text: CheckedText, code: Code) -> None:
    """The body of a verb's function."""
    moments(u, verb, "before", text, code)
    replaced = _replacements(u, verb, text, code)
    body: list[c.Stmt] = []
    with code.into(body):
        u.acts.block(text.acts, code)
    if replaced is None:
        code.out.extend(body)
    else:
        code.emit(c.If(replaced, [], body))
    moments(u, verb, "after", text, code)


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
            u.holders.when(holder, rule, actor, code, _run(u, holder, rule, code), bind)
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
                u.holders.when(holder, rule, actor, code, _run(u, holder, rule, code), bind, local(seat))
        code.emit(c.Loop(label, body))
    code.env = env


def _run(u: Unit, holder: Holder, rule: CheckedRule, code: Code):  # type: ignore[no-untyped-def]
    def run() -> None:
        code.emit(c.Mark(u.place(rule.span)))
        body: list[c.Stmt] = []
        with code.into(body):
            u.acts.block(rule.body.acts, code)
        code.out.extend(body)

    return run


def _replacements(u: Unit, verb: str, text: CheckedText, code: Code) -> Ex | None:
    """Rules that stand in for the verb: the first that applies does, once; inside it the verb is itself."""
    rules = u.holders.on_verb(verb, "instead")
    if not rules:
        return None
    env = dict(code.env)
    flag = code.temp()
    code.emit(c.Set(flag, const(0)))
    actor = local(0)
    for holder, rule in rules:
        run = _run(u, holder, rule, code)

        def once(run=run) -> None:  # type: ignore[no-untyped-def]
            then: list[c.Stmt] = [c.Set(flag, const(1))]
            with code.into(then):
                run()
            code.emit(c.If(ex("not", local(flag)), then, []))

        u.holders.when(holder, rule, actor, code, once, lambda body, inner: _bind(u, body, inner))
    code.env = env
    return local(flag)


