"""What has been shown to whom, statement by statement, and how long that is known."""

from __future__ import annotations

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import ALL, ANY, Shown, View, inside
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.terms import Term, renamed

_KEEPING = ("let", "if", "for", "repeat", "as", "choose")
"""After nothing but these, and `show`, the same tests hold of the same seats."""


def show(what: Term, seats: Term, flows: Flows, view: View) -> None:
    to_all = everyone(seats) or (_includes(seats, view.me) and any(x.op == "others" for x in inside(seats)))
    mine = _includes(seats, view.me)
    if not (to_all or (mine and not view.public)):
        return
    whose = flows.whose(what, view) if what.op == "zone" else None
    if (whose is not None and whose >= 0) or whose == ALL:
        view.zones |= {Shown(str(what.data[0]), whose, to_all)}
    elif mine:
        view.shown |= {what}


def shown_by_each(act: Act, changed: set[str], inner: View, view: View, owned: frozenset[str]) -> frozenset[Shown]:
    """What each seat showed, one after the other, has been shown of all of them, or of all for which a test holds.

    `changed`: zones that are others afterwards; `owned`: zones that their owner sees."""
    seats, number, where = act.terms[0], act.data[0], None
    if act.op == "as" and seats.op == "phrase" and seats.data[0] == "all" and everyone(seats.args[0]):
        assert isinstance(seats.data[1], int)
        where, seats = renamed(seats.args[1], seats.data[1], ANY), seats.args[0]
    if not (everyone(seats) or seats.op == "others") or (act.op == "for" and act.terms[1] != t.TRUE_TERM):
        return frozenset()
    whose = t.ME if act.op == "as" else number
    found: set[Shown] = set()
    for fact in inner.zones - view.zones:
        if fact.zone in changed or fact.whose != whose:
            continue
        if fact.to_all or act.op == "for":
            if everyone(seats):
                found.add(Shown(fact.zone, ALL, fact.to_all, where))
            elif fact.zone in owned and not view.public:
                found.add(Shown(fact.zone, ALL, False))
        elif everyone(seats) and where is None:
            found.add(Shown(fact.zone, t.ME, False))
    return frozenset(found)


def keeps(act: Act) -> bool:
    """Whether the same tests hold of the same seats afterwards."""
    return act.op in _KEEPING or (act.op == "builtin" and act.data[0] == "show")


def acting(act: Act, view: View) -> View:
    """What is known inside `as`, also of what all of these seats have shown."""
    assert isinstance(act.data[0], int)
    seats, made = act.terms[0], view.acting(act.data[0])
    if seats.op == "phrase" and seats.data[0] == "all" and isinstance(seats.data[1], int):
        made = made.knowing(seats.data[1], seats.args[1], t.ME)
    return made


def ways(act: Act, rest: Acts) -> tuple[Acts, ...]:
    """The blocks of an `if`; where one leaves the repeat, the others go on with what comes after it."""
    if not any(_leaves(block) for block in act.blocks):
        return act.blocks
    return tuple(block if _leaves(block) else block + rest for block in act.blocks)


def _leaves(block: Acts) -> bool:
    return bool(block) and block[-1].op == "builtin" and block[-1].data[0] == "stop"


def everyone(seats: Term) -> bool:
    """Whether these are surely all seats."""
    if seats.op == "builtin" and seats.data[0] == "reverse":
        return everyone(seats.args[0])
    return seats.op == "seats" or (seats.op == "builtin" and seats.data[0] == "seats_from")


def _includes(seats: Term, me: frozenset[int]) -> bool:
    """Whether `me` is surely among these seats."""
    if seats.op in ("listed", "union"):
        return any(_includes(arg, me) for arg in seats.args)
    return everyone(seats) or (seats.op == "var" and seats.data[0] in me)
