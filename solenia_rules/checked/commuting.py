"""Whether it matters which of two lasting rules comes first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedRule, all_acts
from solenia_rules.checked.footprint import ANYWHERE, Footprint, Spot, disjoint
from solenia_rules.checked.terms import Term, all_terms, conjuncts
from solenia_rules.text.frozen import define, field

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

Shape = tuple[str, Term | None]
"""What a modifier makes of the value so far: one of `_ALIKE`, `set` or `any`; and the term that decides."""

_ALIKE = frozenset(("plus", "times", "least", "most", "less", "or", "and", "without"))
"""Shapes that go with themselves: the order of two changes nothing."""


@define
class _Traces:
    """What an effect reads, writes, and only adds to."""

    reads: set[Spot] = field(factory=set)
    writes: set[Spot] = field(factory=set)
    gains: set[Spot] = field(factory=set)


class Commuting:
    """Answers for pairs of lasting rules on one verb, moment or query."""

    def __init__(self, checked: Checked, footprint: Footprint | None = None) -> None:
        self.checked = checked
        self.footprint = footprint or Footprint(checked)
        self._traces: dict[int, _Traces] = {}
        self._open: list[tuple[str, str]] = []

    def matters(self, a: CheckedRule, b: CheckedRule, holders: tuple[str, str]) -> bool:
        """`holders`: the records, or entries of `[rules]`, that hold them; a rule with itself: two copies of it."""
        if _exclusive(a, b) or _equal(a, b) or (a is b and self._same_for_copies(a)):
            return False
        if a.sort == "modifier":
            return not _go_together(a, b)
        if a.sort == "instead":
            return True
        return self._disturb(self._of(a, holders[0]), self._of(b, holders[1]))

    def _same_for_copies(self, rule: CheckedRule) -> bool:
        """Whether all that a rule asks of the piece that holds it stands in the record, which its copies share."""
        return not any(self._tells_copies_apart(term) for term in _terms(rule))

    def _tells_copies_apart(self, term: Term) -> bool:
        if term.op == "var":
            return term.data[0] == t.THIS
        fixed = term.op == "field" and ("field", str(term.data[0])) not in self._changing
        if fixed and term.args[0].op == "var" and term.args[0].kind.base == "piece":
            return False
        return any(map(self._tells_copies_apart, term.args))

    @cached_property
    def _changing(self) -> frozenset[Spot]:
        """Fields that some text gives a value, or that a phase resets."""
        checked = self.checked
        blocks = [text.acts for _section, text in checked.steps]
        blocks += [text.acts for text in (*checked.verbs.values(), *checked.held.values())]
        blocks += [x.body.acts for rules in (*checked.rules.values(), *checked.held_rules.values()) for x in rules]
        named = {str(act.data[1]) for acts in blocks for act in all_acts(acts) if act.op in ("set", "add") and
                 act.data[0] == "field"}  # fmt: skip
        named |= {decl.id for kind in checked.names.world.pieces for decl in kind.fields if decl.resets is not None}
        return frozenset(("field", name) for name in named)

    def _disturb(self, a: _Traces, b: _Traces) -> bool:
        pairs = (
            (a.writes, b.reads | b.writes | b.gains),
            (b.writes, a.reads | a.gains),
            (a.gains, b.reads),
            (b.gains, a.reads),
        )
        return any(not disjoint(frozenset(x), frozenset(y)) for x, y in pairs)

    # ---- effects ---------------------------------------------------------------------------

    def _of(self, rule: CheckedRule, holder: str) -> _Traces:
        if id(rule) not in self._traces:
            made = _Traces()
            self._follow(rule.body.acts, made)
            if rule.where is not None:
                made.reads |= self.footprint.reads(rule.where)
            made.reads |= self.footprint.holding(holder)
            self._traces[id(rule)] = made
        return self._traces[id(rule)]

    def _follow(self, acts: Acts, made: _Traces) -> None:
        for act in all_acts(acts):
            made.reads |= self.footprint.reads(*act.terms)
            self._act(act, made)

    def _act(self, act: Act, made: _Traces) -> None:
        name = str(act.data[0]) if act.data else ""
        match act.op:
            case "verb" | "do":
                if (act.op, name) not in self._open:
                    self._open.append((act.op, name))
                    for inner in self._called(act.op, name):
                        self._follow(inner, made)
                    self._open.pop()
            case "builtin" if name == "gain":
                made.gains |= self.footprint.bundle_counters(act.terms[1])
            case "builtin" if name in ("pay", "lose"):
                made.writes |= self.footprint.bundle_counters(act.terms[1])
            case "builtin" if name == "roll":
                made.writes.add(("field", "shows"))
            case "builtin" if name == "shuffle":
                made.writes |= self.footprint.reads(act.terms[1])
            case "builtin" if name == "win":
                made.writes.add(ANYWHERE)
            case "phase":
                made.writes.add(ANYWHERE)
            case _:
                made.writes |= self.footprint.writes((act,))

    def _called(self, op: str, name: str) -> Iterator[Acts]:
        if op == "do":
            yield from (text.acts for (_record, held), text in self.checked.held.items() if held == name)
            return
        yield self.checked.verbs[name].acts
        for rules in (*self.checked.rules.values(), *self.checked.held_rules.values()):
            yield from (rule.body.acts for rule in rules if rule.target == name and rule.sort != "modifier")


# ---- any two rules ---------------------------------------------------------------------------


def _terms(rule: CheckedRule) -> list[Term]:
    found = [x for x in (rule.where, rule.body.value) if x is not None]
    return [*found, *(term for act in all_acts(rule.body.acts) for term in act.terms)]


def _names(term: Term, variables: set[int]) -> bool:
    return any(x.op == "var" and x.data[0] in variables for x in all_terms((term,)))


def _equal(a: CheckedRule, b: CheckedRule) -> bool:
    same = (a.body.acts, a.body.value, a.where) == (b.body.acts, b.body.value, b.where)
    return same and not any(_names(term, {t.THIS}) for term in _terms(a))


def _exclusive(a: CheckedRule, b: CheckedRule) -> bool:
    """Whether at most one of them can apply: to one owner, or by what they ask for."""
    if a.sort in ("before", "after") and {a.by, b.by} == {"me", "others"}:
        return True
    left, right = ([] if rule.where is None else conjuncts(rule.where) for rule in (a, b))
    own = {t.THIS} if a.sort in ("before", "after") or a.by == b.by == "me" else {t.THIS, t.ME}
    return any(_contrary(x, y) for x in left for y in right if not _names(x, own) and not _names(y, own))


def _contrary(a: Term, b: Term) -> bool:
    if (a.op == "not" and a.args[0] == b) or (b.op == "not" and b.args[0] == a):
        return True
    if a.op == b.op == "equal":
        return a.args[0] == b.args[0] and a.args[1].op == b.args[1].op == "const" and a.args[1] != b.args[1]
    return False


# ---- modifiers ---------------------------------------------------------------------------------


def _go_together(a: CheckedRule, b: CheckedRule) -> bool:
    if any(rule.where is not None and _names_it(rule.where) for rule in (a, b)):
        return False
    assert a.body.value is not None
    assert b.body.value is not None
    first, second = _shape(a.body.value), _shape(b.body.value)
    sorts = {first[0], second[0]}
    if len(sorts) == 1 and first[0] in _ALIKE:
        return True
    if sorts == {"set"}:
        return first[1] is not None and first[1] == second[1] and not _names(first[1], {t.ME, t.THIS})
    if sorts == {"plus", "without"}:
        taken = next(x[1] for x in (first, second) if x[0] == "without")
        return taken is not None and taken.op == "amount_free"
    return False


def _names_it(term: Term) -> bool:
    return _names(term, {t.IT})


def _shape(value: Term) -> Shape:
    """`it + 1` is plus, `it * 2` times, `max(0, it - 1)` less, `true` like `it or true`."""
    if value.op == "const" and value.kind.base == "test":
        return ("or" if value.data[0] else "and"), value
    if not _names_it(value):
        return "set", value
    mixed = [x for x in value.args if _names_it(x)]
    if len(mixed) != 1:
        return "any", value
    rest = [x for x in value.args if x is not mixed[0]]
    if value.op == "builtin" and value.data[0] == "max" and rest == [_zero(rest)] and _lessens(mixed[0]):
        return "less", None
    if mixed[0].op != "var":
        return "any", value
    first = value.args[0] is mixed[0]
    match value.op:
        case "arith" if value.data[0] == "+" or (value.data[0] == "-" and first):
            return "plus", None
        case "arith" if value.data[0] == "*":
            return "times", None
        case "builtin" if value.data[0] in ("min", "max"):
            return ("least" if value.data[0] == "min" else "most"), None
        case "bundle_add" | "union":
            return "plus", None
        case "bundle_subtract" | "difference" if first:
            return "without", rest[0]
        case "and" | "or":
            return value.op, None
    return "any", value


def _zero(rest: list[Term]) -> Term | None:
    return rest[0] if len(rest) == 1 and rest[0].op == "const" and rest[0].data[0] == 0 else None


def _lessens(value: Term) -> bool:
    """`it - n` with n certain to be 0 or more."""
    if value.op != "arith" or value.data[0] != "-" or value.args[0].op != "var":
        return False
    low = value.args[1].kind.low
    return value.args[0].data[0] == t.IT and low is not None and low >= 0
