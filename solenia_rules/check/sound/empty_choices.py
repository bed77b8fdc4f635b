"""Warnings (W503) about choices that may find nothing to choose from and then leave a seat stuck.

An empty choice inside `may`, a branch of `choose ... or`, or `try` is not offered or is skipped, so it is no problem.
Elsewhere the text must show that there is something to choose: by the set itself, by its filters, or by a test around
or before the choice. What is not known here leads to a warning, never to a missing one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Node
from solenia_rules.checked.footprint import disjoint
from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term, conjuncts, contains, renamed
from solenia_rules.dsl.kinds import NONE
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.places import Span

_ANY = -1
"""The number that stands for a phrase's own variable."""
ALL = -1
"""The number of a fact whose test holds for all members of a set."""
MOST_DEEP = 4
"""Queries whose texts are looked into, one inside the other."""


@frozen
class Fact:
    """There are at least so many members of a set that pass these tests. `ALL`: the set is in a variable, and its
    members pass the only test, in which the same variable stands for a member."""

    source: Term
    tests: tuple[Term, ...]
    least: int


class EmptyChoices:
    """Follows all statements from the steps on, with the facts that hold at each of them. This happens once, when the
    first result is needed."""

    def __init__(self, summaries: Summaries) -> None:
        self.calls = summaries.calls
        self.names = summaries.names
        self.summaries = summaries
        self.footprint = summaries.footprint
        self._found: dict[Span, Diagnostic] = {}
        self._enough: set[int] = set()
        self._walked = False
        self._seen: set[tuple[Node, bool]] = set()
        self._verbs: list[Node] = []
        """Verbs whose effect on the facts is being worked out, one inside the other."""
        self._harmless = False
        """Whether an empty choice is no problem here: something else is done then."""

    def find(self) -> Iterator[Diagnostic]:
        """Warnings about choices that may be empty."""
        self._walk()
        yield from self._found.values()

    @property
    def certain(self) -> set[int]:
        """The `id` of choices that never find too little to choose from."""
        self._walk()
        return self._enough

    def _walk(self) -> None:
        """Look at all choices."""
        if self._walked:
            return
        self._walked = True
        for node, text in self.calls.texts.items():
            if node[0] == "step":
                self._block(text.acts, ())

    def _text(self, node: Node) -> None:
        """A text that is called, and the rules on it."""
        if (node, self._harmless) in self._seen or node not in self.calls.texts:
            return
        self._seen.add((node, self._harmless))
        rule = self.calls.rules.get(node)
        where = None if rule is None else rule.where
        self._block(self.calls.texts[node].acts, () if where is None else tuple(_facts(where, True)))
        for found in self.calls.rules_of.get(node, ()):
            self._text(found)

    # ---- statements ----------------------------------------------------------------------------

    def _block(self, acts: Acts, facts: tuple[Fact, ...]) -> None:
        for act in acts:
            self._act(act, facts)
            facts = self._then(facts, act)

    def _then(self, facts: tuple[Fact, ...], act: Act) -> tuple[Fact, ...]:
        """The facts after a statement."""
        return (*self._still_true(facts, act), *self._after(act))

    def _still_true(self, facts: tuple[Fact, ...], act: Act) -> tuple[Fact, ...]:
        """The facts that a statement does not change."""
        written = self.summaries.of_act(act).changes
        return tuple(f for f in facts if disjoint(self.footprint.reads(f.source, *f.tests), written))

    def _after(self, act: Act) -> Iterator[Fact]:
        """What a statement shows to those after it."""
        match act:
            case a.Need():
                yield from _facts(act.test, True)
            case a.If((test,), (then,)) if self._leaves(then):
                yield from _facts(test, False)
            case a.Choose(var) if act.quota is None:
                yield from _facts(act.where, True)
            case a.Let(var):
                where = self._of_members(act.value, var)
                if where is not None:
                    yield Fact(t.Var(var, act.value.kind), (where,), ALL)
            case a.DoVerb(verb):
                yield from self._after_verb(("verb", verb, ""))
            case _:
                pass

    def _after_verb(self, node: Node) -> Iterator[Fact]:
        """What a verb on which no rule hangs shows to the statements after it, about no variables but `me`."""
        if node in self._verbs or node not in self.calls.texts or self.calls.rules_of.get(node):
            return
        self._verbs.append(node)
        facts: tuple[Fact, ...] = ()
        for act in self.calls.texts[node].acts:
            facts = self._then(facts, act)
        self._verbs.pop()
        for fact in facts:
            if all(x.number in (t.ME, _ANY) for x in t.all_terms((fact.source, *fact.tests)) if isinstance(x, t.Var)):
                yield fact

    def _of_members(self, source: Term, var: int) -> Term | None:
        """The test that every member of a set passes, with a variable for the member."""
        match source:
            case t.Phrase("all"):
                return renamed(source.where, source.var, var)
            case t.Query(query, _, ()):
                node = ("query", query, "")
                text = self.calls.texts.get(node)
                if text is None or text.value is None or self.calls.rules_of.get(node):
                    return None
                return self._of_members(_with_own_variables(text.value), var)
            case _:
                return None

    def _act(self, act: Act, facts: tuple[Fact, ...]) -> None:
        match act:
            case a.DoVerb(verb):
                self._text(("verb", verb, ""))
            case a.RunHeld():
                for node in self.calls.held_by(self.calls.field_of(act)):
                    self._text(node)
            case a.If(tests, thens, otherwise):
                for test, block in zip(tests, thens, strict=True):
                    self._block(block, (*facts, *_facts(test, True)))
                    facts += tuple(_facts(test, False))
                self._block(otherwise, facts)
            case a.May(body, otherwise) | a.IfPossible(body, otherwise):
                self._optional((body,), facts)
                self._block(otherwise, facts)
            case a.ChooseWay() | a.Try() | a.LetPossible():
                self._optional(a.blocks_of(act), facts)
            case a.Choose():
                if self._certain(act, facts):
                    self._enough.add(id(act))
                elif not self._harmless:
                    self._report(act)
                self._block(act.body or (), facts + tuple(_facts(act.where, True) if act.quota is None else ()))
            case a.As(var):
                wheres = [
                    renamed(f.tests[0], _var_of(f), var)
                    for f in facts
                    if f.least == ALL and t.equal(f.source, act.seats)
                ]
                where = self._of_members(act.seats, var)
                wheres += [] if where is None else [where]
                facts = self._still_true(facts, act)
                self._block(act.body, facts + tuple(fact for where in wheres for fact in _facts(where, True)))
            case a.For() | a.Repeat() | a.Phase():
                self._block(act.body, self._still_true(facts, act))
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget()
                | a.Roll() | a.Show()
            ):  # fmt: skip
                pass
            case a.Need() | a.Stop() | a.Win() | a.SetTo() | a.AddTo() | a.StartRules() | a.Let():
                pass
            case _:
                assert_never(act)

    def _optional(self, blocks: tuple[Acts, ...], facts: tuple[Fact, ...]) -> None:
        """Blocks that are not done if a choice in them is empty."""
        before, self._harmless = self._harmless, True
        for block in blocks:
            self._block(block, facts)
        self._harmless = before

    def _report(self, act: a.Choose) -> None:
        message = "this choice may be empty, and nothing says what happens then"
        hint = (
            "ask first, `if some(...) { ... }`, or put it into `if possible`, `may`, `try` or a branch of "
            "`choose ... or`; `check --play N` does not report choices that are never empty in play"
        )
        self._found.setdefault(act.span, Diagnostic("W503", message, act.source.span, hint, "warning"))

    def _leaves(self, acts: Acts) -> bool:
        """Whether no statement after a block is reached from it."""
        match acts[-1] if acts else None:
            case a.Stop():
                return True
            case a.If(_, thens, otherwise):
                return all(map(self._leaves, (*thens, otherwise)))
            case _:
                return self._ends_game(acts)

    def _ends_game(self, acts: Acts) -> bool:
        """Whether a block ends the game with its last statement, itself or through a verb that no rule hangs on."""
        match acts[-1] if acts else None:
            case a.Win():
                return True
            case a.If(_, thens, otherwise):
                return all(map(self._ends_game, (*thens, otherwise)))
            case a.DoVerb(verb):
                node = ("verb", verb, "")
                if node not in self.calls.texts or self.calls.rules_of.get(node):
                    return False
                return self._ends_game(self.calls.texts[node].acts)
            case _:
                return False

    # ---- sets -----------------------------------------------------------------------------------

    def _certain(self, act: a.Choose, facts: tuple[Fact, ...]) -> bool:
        """Whether there is always enough to choose from."""
        if act.up_to:
            return True
        source, where, quota = act.source, act.where, act.quota
        tests = tuple(renamed(x, act.var, _ANY) for x in conjuncts(where))
        if quota is not None and _at_most(quota, Fact(source, tests, 0)):
            return True
        least = 1 if quota is None else quota.kind.high
        if least is None:
            return False
        if least == 1 and isinstance(source, t.BuiltIn) and source.query == "bundles" and _payable(where, act.var):
            return True
        excluded = self._excluded(source, where, act.var, least)
        if excluded is not None and max(self._size(source), _known(source, facts)) >= least + excluded:
            return True
        return any(f.least >= least and _same(f.source, source) and all(x in f.tests for x in tests) for f in facts)

    def _size(self, source: Term) -> int:
        """The fewest members that a set ever has; 0 where that is not known."""
        names = self.names
        match source:
            case t.Words(kind):
                return len(names.word_kinds[kind].words)
            case t.BuiltIn("bundles"):
                return 1
            case t.Seats() | t.BuiltIn("seats_from"):
                return names.world.seats.low
            case t.Others():
                return names.world.seats.low - 1
            case t.Listed() | t.Union():
                return max((self._size(x) for x in t.parts(source)), default=0)
            case t.Board(board_id):
                board = names.boards[board_id]
                return 1 if isinstance(board.rows, int) or board.cells is not None else 0
            case t.BuiltIn("range", (first, last)):
                low, high = first.kind.high, last.kind.low
                return max(0, min(high, NUMBERS - 1) - low + 1) if low is not None and high is not None else 0
            case t.BuiltIn("turns_of", (turned,)):
                return 0 if turned.kind.optional else 1
            case t.BuiltIn("corners_of" | "sides_of" | "cells_of", (touched,)):
                # Every cell of a grid has corners and sides, and each of them touches a cell and the other parts.
                known = touched.kind.member is not None and touched.kind.member.of is not None
                return min(1, self._size(touched)) if known else 0
            case t.Field(field) if source.kind.base == "set":
                given = names.given_sets(field, source.holder.kind)
                return 0 if source.holder.kind.optional else min(map(len, given), default=0)
            case t.Pieces() | t.Cells() | t.Record():
                return 0 if source.kind.optional else 1
            case _:
                return 0 if source.kind.base == "set" or source.kind.optional else 1

    def _excluded(self, source: Term, where: Term, var: int, least: int) -> int | None:
        """The most members of a set that fail a filter, so that `least` pass if the set has that many more.

        None: perhaps all fail. `var` is the variable that stands for a member.
        """
        for deep in range(MOST_DEEP + 1):
            tests = [part for test in conjuncts(where) for part in conjuncts(self._opened(test, deep))]
            if least == 1 and len(tests) == 1 and _holds_for_some(tests[0], source, var):
                return 0
            found = [_failing(test, var) for test in tests]
            if None not in found:
                return sum(x for x in found if x is not None)
        return None

    def _opened(self, test: Term, deep: int) -> Term:
        """A test with the texts of its queries in their places, `deep` levels of them, where no rule changes them."""
        match test:
            case t.And() | t.Or():
                return t.with_parts(test, lambda part: self._opened(part, deep))
            case t.Query(query, _, given) if deep > 0:
                node = ("query", query, "")
                text = self.calls.texts.get(node)
                if text is None or text.value is None or self.calls.rules_of.get(node):
                    return test
                values = {number: arg for (_name, number, _kind), arg in zip(text.params, given, strict=True)}
                return self._opened(_replaced(_with_own_variables(text.value), {**values, t.ME: test.me}), deep - 1)
            case _:
                return test


def _var_of(fact: Fact) -> int:
    assert isinstance(fact.source, t.Var)
    return fact.source.number


def _known(source: Term, facts: tuple[Fact, ...]) -> int:
    """How many members of a set there are by the tests before."""
    return max((fact.least for fact in facts if t.equal(fact.source, source) and not fact.tests), default=0)


# ---- numbers and tests that speak of sets ------------------------------------------------------------------


def _at_most(number: Term, members: Fact) -> bool:
    """Whether a number is certainly not above the number of members: `min(2, count(my hand))`."""
    if number.kind.high is not None and number.kind.high <= 0:
        return True
    match number:
        case t.Phrase("count") | t.BuiltIn("count"):
            return _counts_set(number) and _of(number, 0) == members
        case t.BuiltIn("min", given):
            return any(_at_most(x, members) for x in given)
        case t.BuiltIn("max", given):
            return all(_at_most(x, members) for x in given)
        case t.Arithmetic("-"):
            return number.right.kind.low is not None and number.right.kind.low >= 0 and _at_most(number.left, members)
        case _:
            return False


def _facts(test: Term, holds: bool) -> Iterator[Fact]:
    """What is known if a test holds, or if it does not."""
    match test:
        case t.Not():
            yield from _facts(test.value, not holds)
        case t.And(tests) if holds:
            for part in tests:
                yield from _facts(part, True)
        case t.Or(tests) if not holds:
            for part in tests:
                yield from _facts(part, False)
        case t.Phrase(query) | t.BuiltIn(query) if query == ("some" if holds else "no"):
            yield _of(test, 1)
        case t.Compare(sign):
            yield from _counted(test.left, sign if holds else _OPPOSITE[sign], test.right)
            yield from _counted(test.right, _TURNED[sign if holds else _OPPOSITE[sign]], test.left)
        case t.Equal():
            yield from _counted(test.left, "is" if holds else "is not", test.right)
            yield from _counted(test.right, "is" if holds else "is not", test.left)
        case _:
            pass


_OPPOSITE: dict[t.CompareSign, t.CompareSign] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_TURNED: dict[t.CompareSign, t.CompareSign] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _of(test: t.Phrase | t.BuiltIn, least: int) -> Fact:
    """The set that a phrase or a query on a set speaks of."""
    if isinstance(test, t.BuiltIn):
        return Fact(test.given[0], (), least)
    return Fact(test.source, tuple(renamed(x, test.var, _ANY) for x in conjuncts(test.where)), least)


def _counts_set(number: t.Phrase | t.BuiltIn) -> bool:
    """Whether a `count` is one of members; a bundle is counted, too."""
    return isinstance(number, t.Phrase) or number.given[0].kind.base != "bundle"


def _counted(number: Term, sign: str, other: Term) -> Iterator[Fact]:
    """What `count(...) > 2` and `count(...) is not 0` show."""
    if not isinstance(number, (t.Phrase, t.BuiltIn)) or number.query != "count" or not _counts_set(number):
        return
    low = other.value if isinstance(other, t.Const) else other.kind.low
    if low is None:
        return
    match sign:
        case ">":
            least = low + 1
        case ">=" | "is":
            least = low
        case "is not":
            least = 1 if low == 0 and isinstance(other, t.Const) else 0
        case _:
            least = 0
    if least > 0:
        yield _of(number, least)


# ---- filters that keep some members ------------------------------------------------------------------------


def _with_own_variables(value: Term) -> Term:
    """A value with new numbers for the variables of its phrases, so that no other text has the same."""
    if isinstance(value, t.Phrase):
        own: dict[int, Term] = {value.var: t.Var(-2 - value.var, value.kind)}
        made = t.with_parts(value, lambda part: _with_own_variables(_replaced(part, own)))
        assert isinstance(made, t.Phrase)
        return evolve(made, var=-2 - value.var)
    return t.with_parts(value, _with_own_variables)


def _replaced(value: Term, given: dict[int, Term]) -> Term:
    """A value with terms in the places of variables."""
    if isinstance(value, t.Var):
        return given.get(value.number, value)
    return t.with_parts(value, lambda part: _replaced(part, given))


def _holds_for_some(test: Term, source: Term, var: int) -> bool:
    """`is_so(x) or no(y in the same set where is_so(y))`: if the first holds for no member, the second holds for all
    members."""
    if not isinstance(test, t.Or):
        return False
    for part in test.tests:
        if not isinstance(part, t.Phrase) or part.query != "no" or not _same(part.source, source):
            continue
        wanted = conjuncts(part.where)
        if len(wanted) == 1:
            for_member = renamed(wanted[0], part.var, var)
            if any(_same(for_member, one) for one in test.tests if one is not part):
                return True
    return False


def _failing(test: Term, var: int) -> int | None:
    """The most values of a variable for which a test does not hold; None: perhaps all."""
    match test:
        case t.Or(tests):
            known = [found for part in tests if (found := _failing(part, var)) is not None]
            return min(known, default=None)
        case t.Not(t.Equal(one, other)) if contains(one, var) != contains(other, var):
            return 1 if _one_to_one(one if contains(one, var) else other, var) else None
        case _:
            return None


def _one_to_one(value: Term, var: int) -> bool:
    """Whether different members give different values: the member itself, or with something added."""
    match value:
        case t.Var(number):
            return number == var
        case t.Arithmetic("+" | "-") if contains(value.left, var) != contains(value.right, var):
            return _one_to_one(value.left if contains(value.left, var) else value.right, var)
        case _:
            return False


def _same(one: Term, other: Term) -> bool:
    """Whether two terms say the same. Their kinds may differ: one may come from the text of a query."""
    return t.equal(_without_kinds(one), _without_kinds(other))


def _without_kinds(term: Term) -> Term:
    return evolve(t.with_parts(term, _without_kinds), kind=NONE)


def _payable(where: Term, var: int) -> bool:
    """Whether a filter only asks whether a bundle can be paid, which is true of the empty bundle."""
    return all(
        isinstance(x, t.BuiltIn) and x.query == "can_pay" and isinstance(x.given[0], t.Var) and x.given[0].number == var
        for x in conjuncts(where)
    )
