"""Static costs (E505): the most steps that a text may take between two decisions or beginnings of phases.

A step is a statement, a round of a loop or phrase, or a call; operations inside a step are not counted. `Costs` adds up
the steps of all texts of a ruleset without cycles; `expensive` reports those that may take too many. This bounds how
long the engine works before it asks somebody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from solenia_rules.check.sound.narrowing import passing
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import HELD_LEVELS, Calls, Node
from solenia_rules.checked.numbers import MOST_ROUNDS, SEARCH_COUNTED
from solenia_rules.checked.sizes import MANY, Sizes
from solenia_rules.checked.stops import stops_of
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import QueryName
from solenia_rules.rules.records import stopped_phase
from solenia_rules.text.frozen import frozen

Leaves: TypeAlias = tuple[tuple[str, int], ...]
"""What a text leaves by `stop` before its end, a phase or `LOOP`, and the most steps to there."""


@frozen(eq=False)
class Cost:
    """The most steps of a text: `through` without any decision to its end (None: no such path), `before` the first
    decision, `after` the last decision to its end, `peak` between two decisions."""

    through: int | None = 0
    before: int = 0
    after: int = 0
    peak: int = 0
    asks: bool = False
    early: Leaves = ()
    """Paths without any decision that leave the text."""
    late: Leaves = ()
    """Paths from a decision on that leave the text without another decision."""

    @property
    def most(self) -> int:
        left = (steps for _left, steps in (*self.early, *self.late))
        return max(self.through or 0, self.before, self.after, self.peak, *left)

    def then(self, other: Cost) -> Cost:
        """The other is done after this one."""
        through = None if self.through is None or other.through is None else _kept(self.through + other.through)
        before, after, peak = self.before, other.after, max(self.peak, other.peak)
        early, late = self.early, _joined(self.late, other.late)
        if self.through is not None:
            early = _joined(early, _longer(other.early, self.through))
            if other.asks:
                before = max(before, self.through + other.before)
        if self.asks:
            late = _joined(late, _longer(other.early, self.after))
            if other.through is not None:
                after = max(after, self.after + other.through)
            if other.asks:
                peak = max(peak, self.after + other.before)
        return Cost(through, _kept(before), _kept(after), _kept(peak), self.asks or other.asks, early, late)

    def either(self, other: Cost) -> Cost:
        """One of the two is done."""
        silent = [x for x in (self.through, other.through) if x is not None]
        return Cost(
            max(silent, default=None), max(self.before, other.before), max(self.after, other.after),
            max(self.peak, other.peak), self.asks or other.asks,
            _joined(self.early, other.early), _joined(self.late, other.late),
        )  # fmt: skip

    def times(self, count: int, tests: int = 0) -> Cost:
        """Up to `count` rounds, perhaps none; a round may end before its decision. `tests`: the most steps of the
        loop after a round has left it."""
        if count <= 0:
            return Cost()
        silent = self.through or 0
        early = _longer(self.early, silent * (count - 1) + tests)
        if not self.asks:
            return Cost(_kept(silent * count), early=early)
        before = self.before + silent * (count - 1)
        after = self.after + silent * (count - 1) + (self.before if count > 1 else 0)
        peak, late = self.peak, _longer(self.late, tests)
        if count > 1:
            peak = max(peak, self.after + self.before + silent * (count - 2))
            late = _joined(late, _longer(self.early, self.after + silent * (count - 2) + tests))
        return Cost(_kept(silent * count), _kept(before), _kept(after), _kept(peak), True, early, late)

    def ended(self, *where: str) -> Cost:
        """The text with the end of what it may leave: a path to there goes on after it."""
        silent = [steps for left, steps in self.early if left in where]
        silent += [] if self.through is None else [self.through]
        after = max(self.after, *(steps for left, steps in self.late if left in where), 0)
        early, late = (tuple(one for one in leaves if one[0] not in where) for leaves in (self.early, self.late))
        return Cost(max(silent, default=None), self.before, after, self.peak, self.asks, early, late)

    def whole(self) -> Cost:
        """The text, whose every path goes on after it."""
        return self.ended(*(left for left, _steps in (*self.early, *self.late)))


def _longer(leaves: Leaves, steps: int) -> Leaves:
    return tuple((left, _kept(steps + more)) for left, more in leaves)


def _joined(one: Leaves, other: Leaves) -> Leaves:
    """The most steps to each place that is left."""
    if not one or not other:
        return one or other
    found = dict(one)
    for left, steps in other:
        found[left] = max(steps, found.get(left, 0))
    return tuple(found.items())


LOOP = ""
"""What `stop` without a phase leaves: the innermost `repeat`."""
ASK = Cost(None, 1, 0, 0, True)
"""A decision or the beginning of a phase: counting starts again after it."""


def _kept(steps: int) -> int:
    return min(steps, MANY)


class Costs:
    """Costs of all texts of a ruleset without cycles."""

    def __init__(self, calls: Calls, sizes: Sizes) -> None:
        self.calls = calls
        self.checked = calls.checked
        self.sizes = sizes
        self.budget = calls.checked.names.world.budget
        """Most steps of one action."""
        self._texts: dict[tuple[Node, tuple[str, ...]], Cost] = {}
        self._inside: list[str] = []
        """Fields whose held effects are being counted, one inside the other."""

    def between(self) -> int:
        """The most steps after a decision, to the next decision or to the end of a text."""
        found = [cost for node in self.calls.texts if (cost := self.text(node)).asks]
        return max((max(cost.peak, cost.whole().after) for cost in found), default=0)

    # ---- texts ------------------------------------------------------------------------------

    def text(self, node: Node) -> Cost:
        """The cost of a text with the lasting rules on it."""
        key = (node, tuple(self._inside))
        if key not in self._texts:
            text = self.calls.texts[node]
            if node[0] == "held":
                self._inside.append(node[2])
            made = Cost(1) if text.value is None else Cost(1 + self.value(text.value))
            made = made.then(self.acts(text.acts))
            if node[0] == "held":
                self._inside.pop()
            # A replacement may do what it replaces, once and without rules: that call finds this entry.
            self._texts[key] = made
            self._texts[key] = self._with_rules(node, made)
        return self._texts[key]

    def _with_rules(self, node: Node, made: Cost) -> Cost:
        if self.calls.rules_of.get(node):
            made = made.whole()  # what a rule does is not left out if the verb, or another rule on it, ends a phase
        for found in self.calls.rules_of.get(node, ()):
            rule = self.calls.rules[found]
            guard = 2 if rule.where is None else 2 + self.value(rule.where)
            if found in self.calls.whiles:
                guard += self.text(self.calls.whiles[found]).most
            if rule.sort != "modifier":
                guard *= sum(self.calls.rules[x].sort == rule.sort for x in self.calls.rules_of[node])
            made = made.then(Cost(guard).then(self.text(found).whole()).times(self.holders(found)))
        return made

    def holders(self, rule: Node) -> int:
        """The number of pieces or cells that hold a rule and may apply it. If every seat has its own and the rule says
        `by me`, only those of one seat apply it."""
        names = self.checked.names
        record = names.records.get(self.calls.record_of[rule] or "")
        if record is None:
            return 1
        mine = self.calls.rules[rule].by == "me"
        if record.kind not in names.pieces:
            return 1 if mine else self.sizes.seats
        sets = self.sizes.sets(names.pieces[record.kind])
        return record.copies * (1 if mine and names.pieces[record.kind].per == "seat" else sets)

    def _held(self, field: Node) -> Cost:
        if self._inside.count(field[1]) > HELD_LEVELS:
            return Cost(1)
        made = Cost(1)
        for node in self.calls.held_by(field):
            made = made.either(self.text(node))
        return made

    # ---- values ------------------------------------------------------------------------------

    def value(self, term: Term) -> int:
        """The most steps that working out a value takes."""
        match term:
            case t.Var() | t.Const():
                return 0
            case t.Amount() | t.BundleAdd():
                return self._parts(term)
            case t.Phrase("closure"):
                source, where, value = (self.value(part) for part in t.parts(term))
                tested = self.sizes.of(term.source) * (1 + where)
                return _kept(1 + source + tested + self.sizes.of(term) * (1 + value))
            case t.Phrase("longest_path") if term.value is not None:
                weighed = self._filtered(term.source, term.where, term.var, (term.value,))
                over = 0 if term.over is None else self.value(term.over)
                return _kept(weighed + over + self._search(term.source, term.over))
            case t.Phrase():
                given = () if term.value is None else (term.value,)
                return self._filtered(term.source, term.where, term.var, (*given, *term.keys))
            case t.If():
                branches = max(self.value(term.then), self.value(term.otherwise))
                return _kept(self.value(term.test) + branches)
            case t.Query(query):
                node = ("query", query, "")
                body = self.text(node).most if node in self.calls.texts else 1
                return _kept(1 + body + self._parts(term))
            case t.HeldValue() | t.Active():
                target = next(self.calls.of_term(term)).target
                if target[0] == "field":
                    body = self._held(target).most
                else:
                    body = self.text(target).most if target in self.calls.texts else 1
                return _kept(1 + body + self._parts(term))
            case t.Times(history):
                return 1 + self.checked.names.histories[history].most
            case t.Map():
                return _kept(self.value(term.source) + self.sizes.of(term.source))
            case t.BuiltIn(query):
                walked = self._search(*term.given) if query == "longest_path" else self._walk(query, term.given[0])
                return _kept(walked + self._parts(term))
            case t.BuiltInField("place") if term.holder.kind.base == "piece":
                return _kept(self._parts(term) + self.sizes.of_kind(term.holder.kind))
            case t.Nothing() | t.Param() | t.Words() | t.Seats() | t.Pieces() | t.Resource():
                return 0
            case t.Field() | t.BuiltInField() | t.SeatField() | t.Counter() | t.CounterBundle() | t.State():
                return self._parts(term)
            case t.Zone() | t.Board() | t.Cells() | t.Owned() | t.Single() | t.Record() | t.BoardCell() | t.Others():
                return self._parts(term)
            case t.Arithmetic() | t.Minus() | t.Compare() | t.Equal() | t.In() | t.Not() | t.And() | t.Or():
                return self._parts(term)
            case t.Union() | t.Difference() | t.Listed() | t.Place() | t.ResourceWord():
                return self._parts(term)
            case t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn():
                return self._parts(term)
            case t.BundleSubtract() | t.BundleScale():
                return self._parts(term)
            case _:
                assert_never(term)

    def _filtered(self, source: Term, where: Term, var: int, inner: tuple[Term, ...]) -> int:
        """Steps for testing the members of a set, and for working out the inner terms for those that pass. A test is
        only made for members that passed the tests before it."""
        size = self.sizes.of(source)
        steps, left = 1 + self.value(source) + size, size
        for test in t.conjuncts(where):
            steps += left * self.value(test)
            left = passing(self.sizes, left, test, var)
        return _kept(steps + left * sum(map(self.value, inner)))

    def _parts(self, term: Term) -> int:
        return _kept(sum(self.value(part) for part in t.parts(term)))

    def _search(self, cells: Term, over: Term | None = None) -> int:
        """Steps of a search for the longest path: from each cell, at most as many paths as there are ways to go on."""
        size, ways = self.sizes.of(cells), max(1, self.sizes.near(cells) - 1)
        if over is not None:
            ways *= max(1, self.sizes.near(over) - 1)
        steps = paths = size * (ways + 1)
        for _length in range(size):
            paths *= ways
            steps += paths
            if steps > SEARCH_COUNTED:
                return SEARCH_COUNTED
        return steps

    def _walk(self, query: QueryName, first: Term) -> int:
        """Steps of a built-in query that walks over cells or over the set that it is given first."""
        match query:
            case "distance" | "group" | "longest_path":
                return 1 + self.sizes.all_cells()
            case "straight":
                return 1 + self.sizes.longest_line()
            case "count" | "some" | "no" | "all" | "first" | "last" | "min" | "max" | "can_pay" | "reverse":
                return 0
            case "nth":
                return self.sizes.of(first)
            case "neighbours" | "surroundings" | "corners_of" | "sides_of" | "cells_of" | "beside" | "side_at":
                return 0
            case "word_at" | "turns_of":
                return 0
            case "range" | "remainder" | "bundles" | "random":
                return 0
            case "seats_from" | "other" | "next" | "previous":
                return 0
            case _:
                assert_never(query)

    # ---- acts ------------------------------------------------------------------------------------

    def acts(self, acts: Acts) -> Cost:
        made = Cost()
        for act in acts:
            made = made.then(self.act(act))
        return made

    def act(self, act: Act) -> Cost:
        match act:
            case a.DoVerb(verb):
                return self._values(act).then(self.text(("verb", verb, "")))
            case a.RunHeld():
                return self._values(act).then(self._held(self.calls.field_of(act)))
            case a.If((test, *_), (block, *_)) if stops_of(test):
                # `make_stops` wrote it. Paths on which a phase is over were followed to the end of that phase.
                goes_on = isinstance(test, t.Not)
                return self._values(act).then(self.acts(block)) if goes_on else self._values(act)
            case a.If():
                return self._values(act).then(self._either(a.blocks_of(act)))
            case a.For():
                size = passing(self.sizes, self.sizes.of(act.source), act.where, act.var)
                body = self.acts(act.body)
                found = Cost(self._filtered(act.source, act.where, act.var, act.keys))
                return found.then((ASK.then(body) if act.by_choice else body).times(size, size))
            case a.Repeat(_, body):
                high = act.times.kind.high
                rounds = MOST_ROUNDS if high is None else min(MOST_ROUNDS, high)
                return self._values(act).then(self.acts(body).times(rounds).ended(LOOP))
            case a.ChooseWay() | a.May():
                return ASK.then(self._either(a.blocks_of(act)))
            case a.Choose():
                return self._choose(act)
            case a.As():
                seats = self.sizes.of(act.seats)
                return self._values(act).then(self.acts(act.body).times(seats, seats))
            case a.Try(body):
                return self._values(act).then(self.acts(body).either(Cost()))
            case a.IfPossible(body):
                return self._values(act).then(self.acts(body).whole()).then(self._either(a.blocks_of(act)))
            case a.LetPossible(body=body):
                return self._values(act).then(self.acts(body).whole())
            case a.Phase(name, body):
                return ASK.then(self.acts(body)).ended(name)
            case a.Stop(_, phase):
                return Cost(None, early=((phase or LOOP, 1),))
            case a.SetTo(t.State(variable)) if (phase := stopped_phase(variable)) and act.value == t.TRUE_TERM:
                return Cost(None, early=((phase, 1),))
            case a.Gain() | a.Pay() | a.Lose() | a.GiveUp():
                return self._values(act).then(Cost(self._limits(act)))
            case a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Roll() | a.Show() | a.Need() | a.Win():
                return self._values(act)
            case (
                a.SetTo() | a.AddTo() | a.StartRules() | a.Let() | a.Note() | a.Forget() | a.DrawWord() | a.LetRandom()
            ):
                return self._values(act)
            case _:
                assert_never(act)

    def _values(self, act: Act) -> Cost:
        """The statement itself and its values."""
        return Cost(_kept(1 + sum(self.value(x) for x in a.terms_of(act))))

    def _either(self, blocks: Iterable[Acts]) -> Cost:
        made, *others = (self.acts(block) for block in blocks)
        for other in others:
            made = made.either(other)
        return made

    def _choose(self, act: a.Choose) -> Cost:
        size = passing(self.sizes, self.sizes.of(act.source), act.where, act.var)
        quota = 0 if act.quota is None else self.value(act.quota)
        found = Cost(_kept(self._filtered(act.source, act.where, act.var, ()) + quota))
        body = Cost() if act.body is None else self.acts(act.body)
        if act.quota is None:
            return found.then(ASK).then(body)
        high = act.quota.kind.high
        count = size if high is None else min(size, high)
        return found.then(ASK.times(count)).then(body.times(count, count))

    def _limits(self, act: a.Gain | a.Pay | a.Lose | a.GiveUp) -> int:
        """Steps for testing the limits of all counters."""
        found = 0
        for counter in self.checked.names.world.counters:
            node = ("limit", counter.id, "")
            if node in self.calls.texts:
                found += self.text(node).most
        return found + sum(1 for _term in t.all_terms(a.terms_of(act)))
