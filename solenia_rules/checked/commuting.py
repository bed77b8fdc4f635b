"""Decides whether the order of two lasting rules matters."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, all_acts
from solenia_rules.checked.calls import Node
from solenia_rules.checked.footprint import disjoint
from solenia_rules.checked.summaries import Effects, Summaries
from solenia_rules.checked.terms import Term, all_terms, conjuncts
from solenia_rules.dsl.kinds import SEAT

Sort: TypeAlias = Literal["plus", "times", "least", "most", "less", "or", "and", "without", "set", "any"]
Shape: TypeAlias = tuple[Sort, Term | None]
"""The sort of a modifier's effect on the value so far, and the term that it uses, if there is one.

The order of two modifiers of the same sort makes no difference, except for `set` (which ignores the value so far) and
`any` (everything else).
"""


class Commuting:
    """The analysis for pairs of lasting rules on one verb, moment or query."""

    def __init__(self, summaries: Summaries) -> None:
        self.summaries = summaries
        self.calls = summaries.calls
        self._effects: dict[Node, Effects] = {}

    def matters(self, one: CheckedRule, other: CheckedRule) -> bool:
        """Whether the order of two rules matters. For a rule and itself: the order of two copies of its holder."""
        if _exclusive(one, other) or _equal(one, other) or (one is other and self._same_for_copies(one)):
            return False
        if one.sort == "modifier":
            return not _go_together(one, other)
        if one.sort == "instead":
            return True
        return _disturb(self._of(one), self._of(other)) or _disturb(self._of(other), self._of(one))

    def _of(self, rule: CheckedRule) -> Effects:
        """The effects of a rule, including the condition under which it applies."""
        node = ("rule", rule.body.name, "")
        if node not in self._effects:
            applies = Effects(reads=self.summaries.footprint.condition(node))
            self._effects[node] = self.summaries.of(rule.body.acts) | applies
        return self._effects[node]

    # ---- copies of a piece -----------------------------------------------------------------

    def asks_about_copies(self, rule: CheckedRule, kind: str) -> bool:
        """Whether a seat may be asked which of several copies goes first, although equal copies in the same zone
        without order are one option. `kind`: of the pieces or cells that hold the rule."""
        if rule.sort == "instead" and rule.by != "me":
            return True  # copies of several seats
        known = [] if rule.where is None else conjuncts(rule.where)
        condition = self.calls.checked.active_while.get(kind)
        if condition is not None and condition.value is not None and not self._is_started(rule):
            known += conjuncts(condition.value)
        if any(map(_is_one_piece, known)):
            return False
        return not self._stay_equal(kind) or not any(map(self._lies_unordered, known))

    def _is_started(self, rule: CheckedRule) -> bool:
        """Whether `start` may let a rule hold while the `while` of its kind does not."""
        held = self.calls.checked.held_by_field.items()
        fields = {field for (_record, field), rules in held if any(other is rule for other in rules)}
        acts = (act for text in self.calls.texts.values() for act in all_acts(text.acts))
        return any(isinstance(act, a.StartRules) and act.field in fields for act in acts)

    def _stay_equal(self, kind: str) -> bool:
        """Whether nothing changes that is written on the copies of a record."""
        piece = self.summaries.names.pieces.get(kind)
        if piece is None or piece.sides is not None or piece.faces is not None:
            return False
        return not any(decl.id in self._changing for decl in piece.fields)

    def _lies_unordered(self, test: Term) -> bool:
        """Whether a test holds only for pieces in one zone without order, which their owner determines."""
        match test:
            case t.In(t.Var(t.THIS)) if isinstance(test.group, t.Zone):
                index = test.group.index
                mine = index is None or t.equal(index, t.Var(t.ME, SEAT)) or _is_owner_of_this(index)
                return mine and self.summaries.names.zones[test.group.zone].order == "none"
            case _:
                return False

    def _same_for_copies(self, rule: CheckedRule) -> bool:
        """Whether a rule reads of its piece only what the record declares, which all copies share."""
        return not any(self._tells_copies_apart(term) for term in _terms(rule))

    def _tells_copies_apart(self, term: Term) -> bool:
        match term:
            case t.Var(number):
                return number == t.THIS
            case t.Field(field, t.Var() as holder) if field not in self._changing and holder.kind.base == "piece":
                return False
            case _:
                return any(map(self._tells_copies_apart, t.parts(term)))

    @cached_property
    def _changing(self) -> frozenset[str]:
        """The fields that some text sets or a phase resets."""
        acts = [act for text in self.calls.texts.values() for act in all_acts(text.acts)]
        places = [act.place for act in acts if isinstance(act, (a.SetTo, a.AddTo))]
        reset = (decl.id for kind in self.summaries.names.world.pieces for decl in kind.fields if decl.resets)
        return frozenset((*(place.field for place in places if isinstance(place, t.Field)), *reset))


def _is_one_piece(test: Term) -> bool:
    """Whether a test holds for at most one of the pieces of a seat: `this is first(...)`."""
    if not isinstance(test, t.Equal):
        return False
    sides = ((test.left, test.right), (test.right, test.left))
    return any(t.equal(one, t.Var(t.THIS, one.kind)) and not _is_about_one_copy(other) for one, other in sides)


def _is_about_one_copy(term: Term) -> bool:
    """Whether a value may differ between the copies of a piece, which all have the same owner."""
    if isinstance(term, t.Var):
        return term.number == t.THIS
    return not _is_owner_of_this(term) and any(map(_is_about_one_copy, t.parts(term)))


def _is_owner_of_this(term: Term) -> bool:
    match term:
        case t.BuiltInField("owner", t.Var(t.THIS)):
            return True
        case _:
            return False


def _disturb(one: Effects, other: Effects) -> bool:
    """Whether the effects of one rule may change those of the other if it comes first."""
    written = one.writes | one.reorders
    touched = other.reads | other.changes | other.reorders
    return not (disjoint(written, touched) and disjoint(one.raises, other.reads))


# ---- any two rules ---------------------------------------------------------------------------


def _terms(rule: CheckedRule) -> list[Term]:
    found = [x for x in (rule.where, rule.body.value) if x is not None]
    return [*found, *(term for act in all_acts(rule.body.acts) for term in a.terms_of(act))]


def _names(term: Term, variables: set[int]) -> bool:
    return any(isinstance(x, t.Var) and x.number in variables for x in all_terms((term,)))


def _equal(one: CheckedRule, other: CheckedRule) -> bool:
    same = (one.body.acts, one.body.value, one.where) == (other.body.acts, other.body.value, other.where)
    return same and not any(_names(term, {t.THIS}) for term in _terms(one))


def _exclusive(one: CheckedRule, other: CheckedRule) -> bool:
    """Whether at most one of them can apply: because of the owner, or because of their tests."""
    if one.sort in ("before", "after") and {one.by, other.by} == {"me", "others"}:
        return True
    left, right = ([] if rule.where is None else conjuncts(rule.where) for rule in (one, other))
    own = {t.THIS} if one.sort in ("before", "after") or one.by == other.by == "me" else {t.THIS, t.ME}
    return any(_contrary(x, y) for x in left for y in right if not _names(x, own) and not _names(y, own))


def _contrary(one: Term, other: Term) -> bool:
    """Whether two tests never hold together."""
    if (isinstance(one, t.Not) and t.equal(one.value, other)) or (
        isinstance(other, t.Not) and t.equal(other.value, one)
    ):
        return True
    if not isinstance(one, t.Equal) or not isinstance(other, t.Equal):
        return False
    left, right = one.right, other.right
    fixed = isinstance(left, t.Const) and isinstance(right, t.Const)
    return fixed and not t.equal(left, right) and t.equal(one.left, other.left)


# ---- modifiers ---------------------------------------------------------------------------------


def _go_together(one: CheckedRule, other: CheckedRule) -> bool:
    if any(rule.where is not None and _names_it(rule.where) for rule in (one, other)):
        return False
    assert one.body.value is not None
    assert other.body.value is not None
    match _shape(one.body.value), _shape(other.body.value):
        case ("set", value), ("set", same):
            return value is not None and t.equal(value, same) and not _names(value, {t.ME, t.THIS})
        case ("any", _), _:
            return False
        case (sort, _), (like, _) if sort == like:
            return True
        case (("plus", _), ("without", taken)) | (("without", taken), ("plus", _)):
            return isinstance(taken, t.AmountFree)
        case _:
            return False


def _names_it(term: Term) -> bool:
    return _names(term, {t.IT})


def _shape(value: Term) -> Shape:
    """`it + 1` is plus, `it * 2` times, `max(0, it - 1)` less, `true` like `it or true`."""
    match value:
        case t.Const(holds) if value.kind.base == "test":
            return ("or" if holds else "and"), value
        case _ if not _names_it(value):
            return "set", value
        case t.BuiltIn("max", (t.Const(0), mixed) | (mixed, t.Const(0))) if _lessens(mixed):
            return "less", None
        case t.Arithmetic("+") | t.BundleAdd() if _once(value.left, value.right):
            return "plus", None
        case t.Arithmetic("*") if _once(value.left, value.right):
            return "times", None
        case t.Arithmetic("-", t.Var(t.IT)) if not _names_it(value.right):
            return "plus", None
        case t.BundleSubtract(t.Var(t.IT)) | t.Difference(t.Var(t.IT)) if not _names_it(value.right):
            return "without", value.right
        case t.BuiltIn("min", given) if _once(*given):
            return "least", None
        case t.BuiltIn("max", given) if _once(*given):
            return "most", None
        case t.Union(sets) if _once(*sets):
            return "plus", None
        case t.And(tests) if _once(*tests):
            return "and", None
        case t.Or(tests) if _once(*tests):
            return "or", None
        case _:
            return "any", value


def _once(*terms: Term) -> bool:
    """Whether exactly one of the terms is the value so far, and no other term mentions it."""
    mixed = [term for term in terms if _names_it(term)]
    return len(mixed) == 1 and isinstance(mixed[0], t.Var)


def _lessens(value: Term) -> bool:
    """`it - n` with n certain to be 0 or more."""
    match value:
        case t.Arithmetic("-", t.Var(t.IT)):
            return value.right.kind.low is not None and value.right.kind.low >= 0
        case _:
            return False
