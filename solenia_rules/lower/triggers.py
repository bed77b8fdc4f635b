"""Verbs with what comes before, instead and after them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower.code import Code
from solenia_rules.lower.holders import Holder
from solenia_rules.text.frozen import evolve, frozen

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


@frozen
class Hung:
    """A lasting rule on a verb, with what it does there."""

    holder: Holder
    rule: CheckedRule
    acts: Acts


def called(u: Unit, act: Act, strict: bool) -> c.Function:
    """The function of a verb; inside its own replacements, one in which these do not apply again."""
    verb, *numbers = act.data
    used = tuple(x for x in numbers if isinstance(x, int))
    if not used:
        return u.verb_function(str(verb), strict)
    key = f"verb {verb} {strict} {used}"
    if key not in u._helpers:
        text = u.checked.verbs[str(verb)]
        made = u._helpers[key] = u.new_function(f"verb {verb} (replaced)", u.handing.count(text), text.span)
        u.acts.verb_body(str(verb), text, made, strict, used)
    return u._helpers[key]


def around(u: Unit, verb: str, text: CheckedText, code: Code, used: tuple[int, ...]) -> None:
    """The body of a verb's function: what is replaced does not happen, so nothing comes before or after it."""
    replaced = _replacements(u, verb, code, used)
    body: list[c.Stmt] = []
    late = any(u.failing.any(rule.body.acts) for _h, rule in u.holders.on_verb(verb, "after"))
    with code.into(body):
        with _followed(code, late or u.failing.any(text.acts)):
            moments(u, verb, "before", code)
        with _followed(code, late):
            u.acts.block(text.acts, code)
            moments(u, verb, "after", code)
    if replaced is None:
        code.out.extend(body)
    else:
        code.emit(c.If(replaced, [], body))


def _followed(code: Code, fails: bool) -> AbstractContextManager[None]:
    """What is lowered inside is followed by something that may be impossible."""
    fails = fails and code.strict
    return code.where(rest_fails=code.rest_fails or fails, rest_known=code.rest_known and not fails)


def _within(acts: Acts, verb: str, used: tuple[int, ...]) -> Acts:
    """The same acts, with calls of the verb marked by the replacements they stand in."""
    made: list[Act] = []
    for act in acts:
        if isinstance(act, a.DoVerb) and act.verb == verb:
            made.append(evolve(act, inside=used))
        else:
            made.append(a.with_blocks(act, lambda block: _within(block, verb, used)))
    return tuple(made)


def moments(u: Unit, verb: str, sort: str, code: Code) -> None:
    """Rules on a moment of a verb: those of `[rules]`, then seat by seat from the one that acts.

    Of one seat by `order`; where it matters which of equal order goes first, the seat says so."""
    rules = [Hung(holder, rule, rule.body.acts) for holder, rule in u.holders.on_verb(verb, sort)]
    if not rules:
        return
    env = dict(code.env)
    actor = local(0)
    for hung in rules:
        if hung.holder.sort == "rules":
            u.holders.when(hung.holder, hung.rule, actor, code, _run(u, hung, code), u.handing.bind)
    held = [hung for hung in rules if hung.holder.sort != "rules"]
    if held:
        turn, seat, label = code.temp(), code.temp(), u.label()
        code.emit(c.Set(turn, const(0)))
        body: list[c.Stmt] = [
            c.If(ex("le", const(u.layout.seats), local(turn)), [c.Break(label)], []),
            c.Set(seat, ex("mod", ex("add", actor, local(turn)), const(u.layout.seats))),
            c.Set(turn, ex("add", local(turn), const(1))),
        ]
        with code.into(body):
            for group in _disputed(u, held):
                if _settled(u, group):
                    (hung,) = group
                    run = _run(u, hung, code)
                    u.holders.when(hung.holder, hung.rule, actor, code, run, u.handing.bind, local(seat))
                else:
                    _in_chosen_order(u, verb, group, local(seat), code)
        code.emit(c.Loop(label, body))
    code.env = env


def _run(u: Unit, hung: Hung, code: Code) -> Callable[[], None]:
    def run() -> None:
        code.emit(c.Mark(u.place(hung.rule.span)))
        body: list[c.Stmt] = []
        with code.into(body):
            u.acts.block(hung.acts, code)
        code.out.extend(body)

    return run


def ask_for_order(u: Unit, verb: str) -> bool:
    """Whether an owner may be asked which of several rules around a verb goes first."""
    for sort in ("before", "after"):
        found = [Hung(h, r, r.body.acts) for h, r in u.holders.on_verb(verb, sort) if h.sort != "rules"]
        if any(not _settled(u, group) for group in _disputed(u, found)):
            return True
    return False


# ---- several at once -----------------------------------------------------------------------------


def _matters(u: Unit, a: Hung, b: Hung) -> bool:
    return u.commuting.matters(a.rule, b.rule, (a.holder.id, b.holder.id))


def _settled(u: Unit, group: list[Hung]) -> bool:
    """Whether nobody has to be asked: one rule, and one holder or the same for all of them."""
    if len(group) > 1:
        return False
    several = len(u.holders.numbers(group[0].holder, group[0].rule)) > 1
    return not several or not _matters(u, group[0], group[0])


def _disputed(u: Unit, rules: list[Hung]) -> list[list[Hung]]:
    """Rules of equal order put together if one has to do with another; by the first of each."""
    groups: list[list[Hung]] = []
    for hung in rules:
        touched = [
            group
            for group in groups
            if group[0].holder.order == hung.holder.order and any(_matters(u, other, hung) for other in group)
        ]
        if not touched:
            groups.append([hung])
            continue
        touched[0].append(hung)
        for group in touched[1:]:
            touched[0].extend(group)
            groups.remove(group)
    return groups


def _options(u: Unit, group: list[Hung]) -> list[tuple[Hung, int]]:
    """One for every rule and every piece or cell that may hold it."""
    return [(hung, number) for hung in group for number in u.holders.numbers(hung.holder, hung.rule)]


def _applicable(u: Unit, options: list[tuple[Hung, int]], code: Code, owner: Ex | None) -> int:
    """A local with the mask of the options that apply now."""
    found = code.temp()
    code.emit(c.Set(found, const(0)))
    for index, (hung, number) in enumerate(options):

        def add(bit: int = 1 << index) -> None:
            code.emit(c.Set(found, ex("bor", local(found), const(bit))))

        u.holders.when(hung.holder, hung.rule, local(0), code, add, u.handing.bind, owner, number, fires=False)
    return found


def _spec(u: Unit, verb: str, options: list[tuple[Hung, int]], code: Code) -> int:
    labels = tuple(hung.holder.id for hung, _number in options)
    fails = any(u.failing.any(hung.acts) for hung, _number in options)
    look = code.strict and (code.rest_fails or fails)
    return u.spec(code, "rule", verb, "rule", labels, look, span=options[0][0].rule.span)


def _chosen(u: Unit, options: list[tuple[Hung, int]], chosen: int, code: Code, owner: Ex | None) -> None:
    """Do the one that was chosen."""
    fails = any(u.failing.any(hung.acts) for hung, _number in options)
    for index, (hung, number) in enumerate(options):
        then: list[c.Stmt] = []
        with code.into(then), _followed(code, fails):
            run = _run(u, hung, code)
            u.holders.when(hung.holder, hung.rule, local(0), code, run, u.handing.bind, owner, number)
        code.emit(c.If(ex("eq", local(chosen), const(index)), then, []))


def _in_chosen_order(u: Unit, verb: str, group: list[Hung], owner: Ex, code: Code) -> None:
    """The owner says which comes next, until no other applies; each is judged when its turn comes."""
    options = _options(u, group)
    rest, chosen, label = code.temp(), code.temp(), u.label()
    code.emit(c.Set(rest, const((1 << len(options)) - 1)))
    body: list[c.Stmt] = []
    with code.into(body):
        found = _applicable(u, options, code, owner)
        code.emit(c.Set(found, ex("band", local(found), local(rest))))
        code.emit(c.If(ex("eq", local(found), const(0)), [c.Break(label)], []))
        code.emit(c.Decide(_spec(u, verb, options, code), owner, local(found), chosen))
        code.emit(c.Set(rest, ex("bandnot", local(rest), ex("bit", local(chosen)))))
        _chosen(u, options, chosen, code, owner)
    code.emit(c.Loop(label, body))


# ---- replacements --------------------------------------------------------------------------------


def _replacements(u: Unit, verb: str, code: Code, used: tuple[int, ...]) -> Ex | None:
    """Rules that stand in for the verb: one does, and inside it only the others may."""
    rules = [
        Hung(holder, rule, _within(rule.body.acts, verb, (*used, number)))
        for number, (holder, rule) in enumerate(u.holders.on_verb(verb, "instead"), 1)
        if number not in used
    ]
    if not rules:
        return None
    env = dict(code.env)
    flag = code.temp()
    code.emit(c.Set(flag, const(0)))
    for group in _disputed(u, rules):
        if _settled(u, group):
            (hung,) = group
            run = _run(u, hung, code)

            def once(run: Callable[[], None] = run) -> None:
                then: list[c.Stmt] = [c.Set(flag, const(1))]
                with code.into(then):
                    run()
                code.emit(c.If(ex("not", local(flag)), then, []))

            u.holders.when(hung.holder, hung.rule, local(0), code, once, u.handing.bind)
        else:
            then: list[c.Stmt] = []
            with code.into(then):
                _one_of(u, verb, group, flag, code)
            code.emit(c.If(ex("not", local(flag)), then, []))
    code.env = env
    return local(flag)


def _one_of(u: Unit, verb: str, group: list[Hung], flag: int, code: Code) -> None:
    """The seat that acts says which of several replacements applies."""
    options = _options(u, group)
    found, chosen = _applicable(u, options, code, None), code.temp()
    then: list[c.Stmt] = [
        c.Decide(_spec(u, verb, options, code), local(0), local(found), chosen),
        c.Set(flag, const(1)),
    ]
    with code.into(then):
        _chosen(u, options, chosen, code, None)
    code.emit(c.If(local(found), then, []))
