"""Decisions: ways, things, several things, an order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act
from solenia_rules.checked.indifferent import is_indifferent
from solenia_rules.checked.terms import conjuncts
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.core.grounds import Ground, Why
from solenia_rules.core.layout import domain_count as domain_count
from solenia_rules.dsl.kinds import Kind
from solenia_rules.lower.code import Code, Value
from solenia_rules.lower.paths import Outcome, Path, Purse, payable_in
from solenia_rules.lower.why import capture, note
from solenia_rules.text.frozen import evolve

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


def domain(kind: Kind | None) -> str:
    assert kind is not None
    return f"word:{kind.of}" if kind.base == "word" else kind.base


def branches(u: Unit, act: Act, code: Code) -> None:
    """`choose { } or { }` and `may { }`."""
    chosen = way(u, act, code)
    out = code.out
    for index, block in enumerate(act.blocks):
        body = u.acts.inner(act, block, code)
        if index == len(act.blocks) - 1:
            out.extend(body)
        else:
            made = c.If(ex("eq", local(chosen), const(index)), body, [])
            out.append(made)
            out = made.otherwise


def way(u: Unit, act: Act, code: Code) -> int:
    """A local with the number of the way that is chosen."""
    if act.op == "may":
        labels: tuple[str, ...] = ("yes", "no")
    else:
        labels = tuple(str(x) for x in act.data)
    chosen = code.temp()
    fails = any(u.failing.any(block) for block in act.blocks)
    look = code.strict and (code.rest_fails or fails)
    if not code.strict and fails and act.op == "choose_effect":
        look = False
    reads = "may" if act.op == "may" else "branch"
    if look and code.after is not None:
        yes, unsure = _viable_branches(u, act, code)
        spec = u.spec(code, "branch", "", reads, labels, span=act.span)
        code.emit(c.Decide(spec, u.terms.me(code), yes, chosen, unsure))
    else:
        spec = u.spec(code, "branch", "", reads, labels, look, span=act.span)
        code.emit(c.Decide(spec, u.terms.me(code), const((1 << len(labels)) - 1), chosen))
    return chosen


def _viable_branches(u: Unit, act: Act, code: Code) -> tuple[Ex, Ex]:
    """Masks of the ways that can be completed, and of those that must be tried."""
    me = u.terms.me(code)
    made = Outcome.start(code, const(0))
    for index, block in enumerate(act.blocks):
        path = Path(block, code.after, dict(code.env), frozenset(), Purse())
        u.lookahead.sift(code, path, me, evolve(made, bit=const(1 << index)))
    return made.masks()


def _viable_things(u: Unit, act: Act, code: Code) -> tuple[Ex, Ex]:
    """The candidates after which the rest can be done, and those that must be tried."""
    assert code.after is not None
    after, me = code.after, u.terms.me(code)

    def ahead(env: dict[int, Value], found: Outcome) -> None:
        if act.blocks:
            path = Path(act.blocks[0], after, env, frozenset(), Purse())
        else:
            path = evolve(after, env=env, payable=payable_in(act.terms[1]))
        u.lookahead.sift(code, path, me, found)

    sure, unsure = u.lookahead.members(code, act, ahead, some=False)
    if not _pieces(act):
        return sure, unsure
    offered = _alike(u, act, ex("bor", sure, unsure), code)
    return ex("band", sure, offered), ex("band", unsure, offered)


def _surely_paid(u: Unit, act: Act, code: Code) -> bool:
    """Whether what follows pays what the filter found payable, and nothing after it can fail."""
    assert code.after is not None
    return u.lookahead.surely_paid(evolve(code.after, payable=payable_in(act.terms[1])))


def _alike(u: Unit, act: Act, mask: Ex, code: Code) -> Ex:
    """One of each lot of equal pieces."""
    if _pieces(act):
        result = code.temp()
        code.emit(c.Prim("dedupe", (mask,), result))
        return local(result)
    return code.keep(mask)


def _pieces(act: Act) -> bool:
    member = act.terms[0].kind.member
    return member is not None and member.base == "piece"


def _candidates(u: Unit, act: Act, code: Code) -> Ex:
    var = act.data[0]
    assert isinstance(var, int)
    return _alike(u, act, u.terms.filter_mask(var, act.terms[0], act.terms[1], code), code)


def things(u: Unit, act: Act, code: Code) -> None:
    """`choose c in SET where TEST`, with a quota or a block."""
    var, up_to, has_quota, name = act.data
    assert isinstance(var, int)
    if has_quota:
        for_each_picked(u, act, pick(u, act, code, bool(up_to)), code)
        return
    kind = act.terms[0].kind.member
    chosen = code.temp()
    look = code.strict and (code.rest_fails or any(u.failing.any(b) for b in act.blocks))
    derived = look and code.after is not None
    unsure: Ex | None = None
    if derived and (act.blocks or not _surely_paid(u, act, code)):
        mask, unsure = _viable_things(u, act, code)
    else:
        mask = _candidates(u, act, code)
    look = look and not derived
    spec = u.spec(code, domain(kind), str(name), "choose", look=look, span=act.span)
    _explain(u, act, spec, code)
    decide = c.Decide(spec, u.terms.me(code), mask, chosen, unsure)
    code.env[var] = local(chosen)
    if code.strict:
        code.emit(decide)
        for block in act.blocks:
            code.out.extend(u.acts.inner(act, block, code))
        return
    code.emit(c.Set(chosen, const(-1)))
    then: list[c.Stmt] = [decide]
    for block in act.blocks:
        then.extend(u.acts.inner(act, block, code))
    code.emit(c.If(mask, then, []))
    if not act.blocks:
        code.maybe[var] = ex("le", const(0), local(chosen))


def _explain(u: Unit, act: Act, spec: int, code: Code) -> None:
    """Keep the tests behind a choice as functions, for the reasons of a refusal."""
    var = act.data[0]
    assert isinstance(var, int)
    source, where = act.terms[0], act.terms[1]
    member = source.kind.member
    assert member is not None
    candidate = t.Var(var, member)
    tests = (t.In(candidate, source, where.kind, span=source.span), *conjuncts(where))
    found = capture(tests, code, var)
    if found is None:
        return
    numbers, captured = found
    made = []
    for index, test in enumerate(tests):
        function = u.new_function(f"why {spec}.{index}", 1 + len(captured), test.span)
        function.results = 1
        env: dict[int, Value] = {var: local(0)}
        env |= {number: local(1 + i) for i, number in enumerate(numbers)}
        inner = Code(function, function.body, env)
        inner.emit(c.Return((u.terms.val(test, inner),)))
        made.append((function.id, test.span))
    u.whys[spec] = Why(tuple(made), captured)
    if u.explaining:
        u.grounds[-1 - spec] = Ground("choose", tests, numbers, var)
    u.kept.setdefault(code.fn.id, set()).update(x.imm for x in captured if x.op == "local")


def pick(u: Unit, act: Act, code: Code, up_to: bool) -> int:
    """Pick one by one; a local with the sequence of those picked."""
    var = act.data[0]
    assert isinstance(var, int)
    kind = act.terms[0].kind.member
    name = domain(kind)
    mask, left, picked, chosen = code.temp(), code.temp(), code.temp(), code.temp()
    quota = u.terms.val(act.terms[2], code)
    code.emit(c.Set(left, ex("max", const(0), quota)))
    found = u.terms.filter_mask(var, act.terms[0], act.terms[1], code)
    code.emit(c.Set(mask, found))
    code.emit(c.Set(picked, const(0)))
    enough = ex("le", local(left), ex("popcount", local(mask)))
    if code.strict and not up_to:
        place = u.place(act.span)
        note(u, place, "pick", (act.terms[0], act.terms[1], act.terms[2]), code, var)
        code.emit(c.If(enough, [], [c.Fail(place)]))
    else:
        code.emit(c.If(enough, [], [c.Set(left, ex("popcount", local(mask)))]))
    label = u.label()
    look = code.strict and (code.rest_fails or any(u.failing.any(b) for b in act.blocks))
    spec = u.spec(code, name, str(act.data[3]), "pick", look=look, done=up_to, span=act.span)
    _explain(u, act, spec, code)
    body: list[c.Stmt] = [c.If(ex("le", local(left), const(0)), [c.Break(label)], [])]
    with code.into(body):
        offered: Ex = local(mask)
        if kind is not None and kind.base == "piece":
            alike = code.temp()
            code.emit(c.Prim("dedupe", (offered,), alike))
            offered = local(alike)
        size = domain_count(u.layout, name)
        if up_to:
            offered = ex("bor", offered, const(1 << size))
        if not up_to and is_indifferent(u.checked, act.blocks[0], var):
            all_of_them = ex("eq", local(left), ex("popcount", local(mask)))
            offered = ex("ite", all_of_them, ex("bit", ex("lowest", local(mask))), offered)
        code.emit(c.Decide(spec, u.terms.me(code), offered, chosen))
        if up_to:
            code.emit(c.If(ex("eq", local(chosen), const(size)), [c.Break(label)], []))
        code.emit(c.Set(mask, ex("bandnot", local(mask), ex("bit", local(chosen)))))
        code.emit(c.Set(picked, ex("seqpush", local(picked), local(chosen))))
        code.emit(c.Set(left, ex("sub", local(left), const(1))))
    code.emit(c.Loop(label, body))
    return picked


def for_each_picked(u: Unit, act: Act, picked: int, code: Code) -> None:
    """The block for each, in the order of picking."""
    var = act.data[0]
    assert isinstance(var, int)
    u.terms.in_order(
        var, local(picked), t.TRUE_TERM, code, lambda _m, _l: code.out.extend(u.acts.inner(act, act.blocks[0], code))
    )


def in_chosen_order(u: Unit, act: Act, code: Code) -> None:
    """`for x in SET by choice { }`: the seat says which comes next."""
    var = act.data[0]
    assert isinstance(var, int)
    kind = act.terms[0].kind.member
    rest, chosen, label = code.temp(), code.temp(), u.label()
    code.emit(c.Set(rest, u.terms.filter_mask(var, act.terms[0], act.terms[1], code)))
    look = code.strict and (code.rest_fails or any(u.failing.any(b) for b in act.blocks))
    spec = u.spec(code, domain(kind), str(act.data[2]), "order", look=look, span=act.span)
    body: list[c.Stmt] = [
        c.If(ex("eq", local(rest), const(0)), [c.Break(label)], []),
        c.Decide(spec, u.terms.me(code), local(rest), chosen),
        c.Set(rest, ex("bandnot", local(rest), ex("bit", local(chosen)))),
    ]
    code.env[var] = local(chosen)
    body += u.acts.inner(act, act.blocks[0], code)
    code.emit(c.Loop(label, body))
