"""Warnings (W503) about choices that may find nothing to choose from and then leave a seat stuck.

An empty choice inside `may`, a branch of `choose ... or`, or `try` is not offered or is skipped, so it is no problem.
Elsewhere the text must show that there is something to choose: by the set itself, by its filters, or by a test around
or before the choice. What is not known here leads to a warning, never to a missing one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.check.sound.dealt import EVERY, Dealt
from solenia_rules.check.sound.set_facts import (
    ALL,
    ANY_MEMBER,
    Fact,
    at_most,
    facts_of,
    holds_for_some,
    is_same,
    known_size,
    only_asks_to_pay,
    replaced,
    variable_of,
    with_own_variables,
)
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.bundle_sets import members
from solenia_rules.checked.calls import Node
from solenia_rules.checked.excluding import cells_on, count_failing
from solenia_rules.checked.footprint import Spot, disjoint
from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term, conjuncts, renamed
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

MOST_DEEP = 4
"""Queries whose texts are looked into, one inside the other."""

FIRST = (
    "ask first, `if some(...) { ... }`, or put it into `if possible`, `may`, `try` or a branch of "
    "`choose ... or`; `check --play N` does not report choices that are never empty in play"
)
AGAIN = "the beginning of a phase changes what the test before the phase reads: put the test into the phase, too"


class EmptyChoices:
    """Follows all statements from the steps on, with the facts that hold at each of them. This happens once, when the
    first result is needed."""

    def __init__(self, summaries: Summaries) -> None:
        self.calls = summaries.calls
        self.names = summaries.names
        self.summaries = summaries
        self.footprint = summaries.footprint
        self.dealt = Dealt(summaries)
        self._found: dict[Span, Diagnostic] = {}
        self._enough: set[int] = set()
        self._walked = False
        self._seen: set[tuple[Node, bool]] = set()
        self._verbs: list[Node] = []
        """Verbs whose effect on the facts is being worked out, one inside the other."""
        self._harmless = False
        """Whether an empty choice is no problem here: something else is done then."""
        self._reset: tuple[Fact, ...] = ()
        """Facts from before the phases around this place that these phases reset; nothing else changed them."""

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
        facts = self.dealt.at_first()
        for node, text in self.calls.texts.items():
            if node[0] == "step":
                facts = tuple(_lasting(self._block(text.acts, facts)))
                if self.summaries.of(text.acts).fails:
                    facts = ()  # the rest of a step may have been skipped

    def _text(self, node: Node) -> None:
        """A text that is called, and the rules on it."""
        if (node, self._harmless) in self._seen or node not in self.calls.texts:
            return
        self._seen.add((node, self._harmless))
        rule = self.calls.rules.get(node)
        where = None if rule is None else rule.where
        before, self._reset = self._reset, ()
        self._block(self.calls.texts[node].acts, () if where is None else tuple(facts_of(where, True)))
        self._reset = before
        for found in self.calls.rules_of.get(node, ()):
            self._text(found)

    # ---- statements ----------------------------------------------------------------------------

    def _block(self, acts: Acts, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """Look at the statements of a block; what is known after it."""
        for act in acts:
            self._act(act, facts)
            facts = self._then(facts, act)
            self._reset = self._still_true(self._reset, act)
        return facts

    def _then(self, facts: tuple[Fact, ...], act: Act) -> tuple[Fact, ...]:
        """The facts after a statement."""
        shown = (*self._after(act), *self._of_chosen(act, facts), *self.dealt.after(facts, act))
        return (*self._still_true(facts, act), *shown)

    def _still_true(self, facts: tuple[Fact, ...], act: Act) -> tuple[Fact, ...]:
        """The facts that a statement does not change."""
        return self._unchanged(facts, self.summaries.of_act(act).changes)

    def _unchanged(self, facts: tuple[Fact, ...], written: frozenset[Spot]) -> tuple[Fact, ...]:
        """The facts that read none of these spots."""
        return tuple(f for f in facts if disjoint(self.footprint.reads(f.source, *f.tests), written))

    def _after(self, act: Act) -> Iterator[Fact]:
        """What a statement shows to those after it."""
        match act:
            case a.Need():
                yield from facts_of(act.test, True)
            case a.If((test,), (then,)) if self._leaves(then):
                yield from facts_of(test, False)
            case a.Choose(var) if act.quota is None:
                yield from facts_of(act.where, True)
            case a.Let(var):
                where = self._of_members(act.value, var)
                if where is not None:
                    yield Fact(t.Var(var, act.value.kind), (where,), ALL)
            case a.DoVerb(verb):
                yield from self._after_verb(("verb", verb, ""))
            case _:
                pass

    def _of_chosen(self, act: Act, facts: tuple[Fact, ...]) -> Iterator[Fact]:
        """What every member of a set shows about the one that is chosen from it."""
        if isinstance(act, a.Choose) and act.quota is None:
            for fact in facts:
                if fact.least == ALL and t.equal(fact.source, act.source):
                    yield from facts_of(renamed(fact.tests[0], variable_of(fact), act.var), True)

    def _after_verb(self, node: Node) -> Iterator[Fact]:
        """What a verb on which no rule hangs shows to the statements after it, about no variables but `me`."""
        if node in self._verbs or node not in self.calls.texts or self.calls.rules_of.get(node):
            return
        self._verbs.append(node)
        facts: tuple[Fact, ...] = ()
        for act in self.calls.texts[node].acts:
            facts = self._then(facts, act)
        self._verbs.pop()
        yield from _lasting(facts)

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
                return self._of_members(with_own_variables(text.value), var)
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
                    self._block(block, (*facts, *facts_of(test, True)))
                    facts += tuple(facts_of(test, False))
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
                    self._report(act, bool(self._reset) and self._certain(act, facts + self._reset))
                self._block(act.body or (), facts + tuple(facts_of(act.where, True) if act.quota is None else ()))
            case a.As(var):
                wheres = [
                    renamed(f.tests[0], variable_of(f), var)
                    for f in facts
                    if f.least == ALL and t.equal(f.source, act.seats)
                ]
                where = self._of_members(act.seats, var)
                wheres += [] if where is None else [where]
                unchanged = self._still_true(facts, act)
                facts = (*unchanged, *self.dealt.inside(facts, unchanged, act))
                self._block(act.body, facts + tuple(fact for where in wheres for fact in facts_of(where, True)))
            case a.For() | a.Repeat():
                self._block(act.body, self._still_true(facts, act))
            case a.Phase(name):
                kept = self._unchanged(facts, self.summaries.reset_by(name))
                before = self._reset
                self._reset += tuple(fact for fact in facts if fact not in kept)
                self._block(act.body, kept)
                self._reset = self._still_true(before, act)
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget()
                | a.Roll() | a.Show()
            ):  # fmt: skip
                pass
            case (
                a.Need()
                | a.Stop()
                | a.Win()
                | a.SetTo()
                | a.AddTo()
                | a.StartRules()
                | a.Let()
                | a.DrawWord()
                | a.LetRandom()
            ):
                pass
            case _:
                assert_never(act)

    def _optional(self, blocks: tuple[Acts, ...], facts: tuple[Fact, ...]) -> None:
        """Blocks that are not done if a choice in them is empty."""
        before, self._harmless = self._harmless, True
        for block in blocks:
            self._block(block, facts)
        self._harmless = before

    def _report(self, act: a.Choose, reset: bool) -> None:
        """Report a choice. `reset`: a test before a phase would be enough if the phase reset nothing."""
        message = "this choice may be empty, and nothing says what happens then"
        hint = AGAIN if reset else FIRST
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
        tests = tuple(renamed(x, act.var, ANY_MEMBER) for x in conjuncts(where))
        if quota is not None and at_most(quota, Fact(source, tests, 0)):
            return True
        least = 1 if quota is None else quota.kind.high
        if least is None:
            return False
        if (
            least == 1
            and isinstance(source, t.BuiltIn)
            and source.query == "bundles"
            and only_asks_to_pay(where, act.var)
        ):
            return True
        excluded = self._excluded(source, where, act.var, least)
        if excluded is not None and max(self._size(source), known_size(source, facts)) >= least + excluded:
            return True
        return any(f.least >= least and is_same(f.source, source) and all(x in f.tests for x in tests) for f in facts)

    def _size(self, source: Term) -> int:
        """The fewest members that a set ever has; 0 where that is not known."""
        names = self.names
        match source:
            case t.Words(kind):
                return len(names.word_kinds[kind].words)
            case t.BuiltIn("bundles"):
                member = source.kind.member
                return 1 if member is None or member.of is None else len(members(member.of, names))
            case t.Seats() | t.BuiltIn("seats_from"):
                return names.world.seats.low
            case t.Others():
                return names.world.seats.low - 1
            case t.Difference() if _is_one(source.right):
                return max(0, self._size(source.left) - 1)
            case t.Listed() | t.Union():
                return max((self._size(x) for x in t.parts(source)), default=0)
            case t.Board(board_id):
                board = names.boards[board_id]
                return cells_on(board_id, names) or (1 if isinstance(board.rows, int) or board.cells is not None else 0)
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
            if least == 1 and len(tests) == 1 and holds_for_some(tests[0], source, var):
                return 0
            found = [count_failing(test, var) for test in tests]
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
                return self._opened(replaced(with_own_variables(text.value), {**values, t.ME: test.me}), deep - 1)
            case _:
                return test


def _lasting(facts: tuple[Fact, ...]) -> Iterator[Fact]:
    """The facts that speak of no variables of a text but `me`."""
    for fact in facts:
        if all(
            x.number in (t.ME, ANY_MEMBER, EVERY)
            for x in t.all_terms((fact.source, *fact.tests))
            if isinstance(x, t.Var)
        ):
            yield fact


def _is_one(term: Term) -> bool:
    """Whether a set holds at most one thing or number."""
    match term:
        case t.Listed():
            return term.item.kind.base != "set"
        case t.BuiltIn("range", (low, high)):
            return t.equal(low, high)
        case _:
            return False
