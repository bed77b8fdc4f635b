"""Finds leaks: places in the texts of a ruleset where a seat would be told what it may not see.

The walk follows every text statement by statement with what is known there, and has each value checked (`telling`) at
the place where it decides something. Hidden pieces may be moved and drawn unseen; a piece that is moved to a visible
place is no secret any more. Scoring and result may tell everything once no seat is asked any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from solenia_rules.check.secrets.foreseen import Foreseen, Read
from solenia_rules.check.secrets.knowledge import ALL, ANY, CLEAR, Flow, Shown, Views, is_me, views_of
from solenia_rules.check.secrets.noticing import Noticing, branches
from solenia_rules.check.secrets.short_queries import membership, tests_passed, written_out
from solenia_rules.check.secrets.visible_effects import VisibleEffects
from solenia_rules.check.secrets.windows import Windows
from solenia_rules.check.sound.empty_choices import EmptyChoices
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedText
from solenia_rules.checked.calls import Node, held_field
from solenia_rules.checked.summaries import ROLLED, Summaries
from solenia_rules.checked.terms import Term, conjuncts, renamed
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, evolve, field

_LAST = ("scoring", "result")
"""Sections in which everything may be told after the last decision."""

Given: TypeAlias = dict[int, tuple[Flow, Flow]]
"""Parameter -> what it tells the acting seat, and all seats."""


def find_leaks(summaries: Summaries, choices: EmptyChoices) -> Iterator[Diagnostic]:
    """What a seat would be told although it may not know it, each place once."""
    noticing, windows = Noticing(summaries), Windows(summaries.calls, choices)
    walk = Leaks(summaries, noticing, windows, frozenset())
    walk.find()
    while walk.secretly_written - walk.secret_fields:
        walk = Leaks(summaries, noticing, windows, walk.secret_fields | walk.secretly_written)
        walk.find()
    yield from walk.reports.found.values()


@define(eq=False)
class Leaks(VisibleEffects):
    """The walk through the texts of one ruleset."""

    _walked: set[object] = field(factory=set)
    """Texts that were walked with hidden things, and the flows of these."""
    _after: dict[str, tuple[frozenset[Shown], frozenset[Shown]]] = field(factory=dict)
    """Verb -> what has been shown when it is done, to the acting seat and to all seats."""

    def find(self) -> None:
        """Walk through all texts that may run before the last decision."""
        for query in self.calls.checked.names.world.queries:
            if query.shown:
                self._shown_query(query)
        last = self._last()
        for node, text in self.calls.texts.items():
            if node in last:
                continue
            if node[0] == "verb":
                self._shown_by(node[1])
            elif node in self.calls.rules:
                self._rule(node, _parameters(self.calls.texts[self.flows.target(node)]))
            elif node[0] == "limit":
                self._limit(node[1], text)
            else:
                self._text(text.acts, views_of(_parameters(text)))

    def _last(self) -> set[Node]:
        """Texts that run only in scoring and result, after the last decision: they may tell everything."""
        nodes = [node for node in self.calls.texts if node[0] == "step"]
        asking = 0
        for number, (node, (section, _text)) in enumerate(zip(nodes, self.calls.checked.steps, strict=True), 1):
            if section not in _LAST or self.summaries.of_text(node).asks:
                asking = number
        limits = [node for node in self.calls.texts if node[0] == "limit"]
        return self.calls.reached(nodes[asking:]) - self.calls.reached(nodes[:asking] + limits)

    def _shown_by(self, verb: str) -> tuple[frozenset[Shown], frozenset[Shown]]:
        """Walk through the text of a verb; what has been shown then to the seat that does it, and to all seats."""
        if verb not in self._after:
            self._after[verb] = (frozenset(), frozenset())
            node = ("verb", verb, "")
            text = self.calls.texts[node]
            views = views_of(_parameters(text))
            if verb not in VERBS:
                self._text(text.acts, views)
                if not self.calls.rules_of.get(node):
                    self._after[verb] = (views.mine.zones, views.everyone.zones)
        return self._after[verb]

    def _limit(self, counter: str, text: CheckedText) -> None:
        """What a seat gives up past a limit tells the limit to all who see the total of the counter."""
        seen = self.calls.checked.names.counters[counter].size_seen
        if text.value is not None and seen != "nobody":
            views = views_of(_parameters(text))
            everyone = self.flows.of(text.value, views.everyone) if seen == "all" else CLEAR
            self.telling.written(text.value, self.flows.of(text.value, views.mine), everyone)

    # ---- statements ---------------------------------------------------------------------------------

    def _text(self, acts: Acts, views: Views) -> None:
        """The statements of a whole text."""
        outside, self.reports.lets = self.reports.lets, {}
        self._block(acts, views)
        self.reports.lets = outside

    def _block(self, acts: Acts, views: Views) -> None:
        for number, act in enumerate(acts):
            self._act(act, acts[number + 1 :], views)
            views.forget_values(act)

    def _act(self, act: Act, rest: Acts, views: Views) -> None:
        match act:
            case a.Let(var):
                self.reports.lets[var] = act.value
                unseen, unshown = self._is_unseen(act.value, views), self._unshown(act.value, views)
                views.bind(var, *self._flows(act.value, views), unseen=unseen, unshown=unshown)
                if is_me(act.value, views.me):
                    views.name_me(var)
            case a.If():
                for test in act.tests:
                    self.telling.happens(test, branches(act, rest), views)
                self._blocks(act, views)
            case a.Repeat(_, body):
                self.telling.happens(act.times, (body,), views)
                views.forget(self._changes(act, views), self.owned)
                self._block(body, views.inner())
            case a.As():
                self.telling.acts(act, views)
                views.forget(self._changes(act, views), self.owned)
                inner = views.acting(act, membership(act.seats, ANY, self.calls)[1])
                self._block(act.body, inner)
                self._shown_by_each(act, inner, views)
            case a.For():
                self._for(act, views)
            case a.Choose():
                self._choose(act, views)
            case a.ChooseWay() | a.May() | a.Try() | a.Phase():
                self._blocks(act, views)
            case a.IfPossible():
                self.telling.foreseen(act, self._reads(act.body, views), views)
                self._blocks(act, views)
            case a.LetPossible(var, _name, body):
                reads = self._reads(body, views)
                self.telling.foreseen(act, reads, views)
                self._block(body, views.inner())
                views.bind(var, CLEAR, _all_of(read.everyone for read in reads))
            case a.LetRandom(var):
                member = act.any_member
                unseen, unshown = self._is_unseen(member, views), self._unshown(member, views)
                views.bind(var, *self._flows(member, views), unseen=unseen, unshown=unshown)
            case a.DrawWord(var):
                # something is drawn if there is anything: that tells whether the total is 0
                total = t.BuiltIn("count", (act.source,), k.number_in(0, None), span=act.source.span)
                self.telling.happens(total, (rest,), views)
                views.bind(var, CLEAR, CLEAR)
            case a.SetTo():
                self._write(act.place, act.value, views)
            case a.AddTo():
                self._write(act.place, act.number, views)
            case a.DoVerb():
                self._verb(act, rest, views)
            case a.RunHeld():
                self._run_held(act, views)
            case a.StartRules():
                self._written(act.holder, views)
            case a.Pay():
                self._built_in(act, (act,), views)
            case a.Gain() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle():
                self._built_in(act, rest, views)
            case a.TurnOver() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.Win() | a.Note() | a.Forget():
                self._built_in(act, rest, views)
            case _:
                assert_never(act)

    def _blocks(self, act: Act, views: Views) -> None:
        """Blocks of which at most one is done, or one is done in part."""
        for block in a.blocks_of(act):
            self._block(block, views.inner())
        views.forget(self._changes(act, views), self.owned)

    def _reads(self, body: Acts, views: Views) -> list[Read]:
        """What decides whether a block can be done."""
        return list(Foreseen(self.calls, self.flows, self.windows.failing).block(body, views.inner()))

    # ---- loops and choices --------------------------------------------------------------------------

    def _for(self, act: a.For, views: Views) -> None:
        mine, everyone = self._flows(act.source, views)
        unshown = self._unshown(act.source, views)
        views.forget(self._changes(act, views), self.owned)
        inner = views.inner()
        inner.know(act.var, tests_passed(act.source, act.where, act.var, self.calls), act.var)
        unseen = self._is_unseen(act.source, views) and not self.summaries.of(act.body).arrivals
        if act.by_choice:
            self._chosen_among(act, mine, views, inner, act.keys)
        else:
            self.telling.happens(act.source, (act.body,), views, act.var)
            inner.bind(
                act.var,
                self.flows.member(act.var, act.source, mine, act.where, views.mine),
                self.flows.member(act.var, act.source, everyone, act.where, views.everyone),
                unseen=unseen,
                unshown=unshown,
            )
            if everyone == Flow(roams=everyone.roams):
                inner.named |= {act.var}
            for term in (act.where, *act.keys):
                self.telling.happens(term, (act.body,), inner)
        self._block(act.body, inner)
        self._shown_by_each(act, inner, views)

    def _choose(self, act: a.Choose, views: Views) -> None:
        mine = self.flows.of(act.source, views.mine)
        inner = views
        if act.body is not None:
            inner = views.inner()
            inner.know(act.var, tests_passed(act.source, act.where, act.var, self.calls), act.var)
        self.telling.possibly_empty(act, views)
        self._chosen_among(act, mine, views, inner, () if act.quota is None else (act.quota,))
        if act.quota is None:
            inner.know_payable(tests_passed(act.source, act.where, act.var, self.calls))
        if act.body is not None:
            self._block(act.body, inner)
        views.forget(self._changes(act, views), self.owned)

    def _chosen_among(
        self, act: a.For | a.Choose, source: Flow, views: Views, inner: Views, more: tuple[Term, ...]
    ) -> None:
        """A seat chooses among the members of a set. `more`: keys or number that decide about what is offered."""
        offered = self.flows.member(act.var, act.source, source, act.where, views.mine)
        if offered.pieces | offered.roams:
            self.telling.hidden_choice(act, offered)
        else:
            self.telling.offered(act.source, views)
        everyone = self.flows.of(act.source, views.everyone)
        everyone = self.flows.member(act.var, act.source, everyone, act.where, views.everyone)
        if isinstance(act, a.Choose) and act.openly and not (offered.pieces | offered.roams):
            self._announced(act, everyone)
        unseen = self._is_unseen(act.source, views) and not self.summaries.of(act.body or ()).arrivals
        mine, others = self._unshown(act.source, views)
        inner.bind(
            act.var,
            CLEAR,
            Flow(roams=everyone.pieces | everyone.roams),
            unseen=unseen,
            unshown=(mine, None if others is None else Flow(roams=others.pieces | others.roams)),
        )
        for term in (act.where, *more):
            self.telling.offered(term, inner)
        self.telling.asked(act, (act.where, *more), inner)

    def _shown_by_each(self, act: a.For | a.As, inner: Views, views: Views) -> None:
        arrivals = self.summaries.of(act.body).arrivals
        base, tests = membership(act.seats if isinstance(act, a.As) else act.source, ANY, self.calls)
        if isinstance(act, a.For):
            tests = (*tests, *conjuncts(written_out(renamed(act.where, act.var, ANY), self.calls)))
        views.shown_by_each(act, (base, tests), {zone for zone, _whose in arrivals}, inner, self.owned)

    # ---- verbs ------------------------------------------------------------------------------------------

    def _verb(self, act: a.DoVerb, rest: Acts, views: Views) -> None:
        """A verb; if hidden things are given to it, its text is walked with them."""
        verb = act.verb
        node = ("verb", verb, "")
        text = self.calls.texts[node]
        args = {number: arg for (_name, number, _kind), arg in zip(text.params, act.given, strict=True)}
        given: Given = {number: self._flows(arg, views) for number, arg in args.items()}
        for number, arg in args.items():
            if not _is_pieces(arg):
                mine, everyone = given[number]
                noticed = self.noticing.of_text(node)
                self.telling.written(arg, mine.counted(), everyone.counted() if noticed else CLEAR)
                given[number] = (CLEAR, CLEAR)
        replaced = any(self.calls.rules[rule].sort == "instead" for rule in self.calls.rules_of.get(node, ()))
        if act.stands_for is not None:
            really = self._really_happens(act.stands_for, views)
            given = given if really is None else dict.fromkeys(args, really)
            views.payable = frozenset()  # rules around a payment may spend what it needs
            self._rules(node, ("before", "instead"), given, act)
            before = views.inner()
            done = (act,) if isinstance(act.stands_for, a.Pay) else rest
            if isinstance(act.stands_for, a.GiveUp):
                self.telling.past_limit(act.stands_for, act, views)
            self._built_in(act.stands_for, done, before if replaced else views)
            visible = isinstance(act.stands_for, a.Move) and self.telling.is_visible(
                act.stands_for.target, before.everyone
            )
            left = dict.fromkeys(given, (CLEAR, CLEAR)) if visible else given
        else:
            self._rules(node, ("before", "instead"), given, act)
            left = self._given(node, given, act) or given
        changes = self._changes(act, views)
        views.forget(changes, self.owned)
        if (ROLLED[0], False) in changes:
            for number in [number for number in left if _is_pieces(args[number])]:
                left[number] = _either(left[number], self._flows(args[number], views))
        self._rules(node, ("after",), left, act)
        for view, facts in zip(views.levels, self._shown_by(verb), strict=True):
            for fact in facts:
                whose = view.whose(args[fact.whose]) if fact.whose in args else fact.whose
                if whose in (t.ME, ALL) or fact.whose in args:
                    view.zones |= {evolve(fact, whose=whose)}

    def _given(self, node: Node, given: Given, act: Act) -> Given | None:
        """Walk through a text that is given hidden things, once for the same ones; what it leaves hidden."""
        if not self._is_new(node, given, act):
            return None
        views = views_of(given)
        self._text(self.calls.texts[node].acts, views)
        self.reports.callers.pop()
        return {number: (views.mine.flows[number], views.everyone.flows[number]) for number in given}

    def _is_new(self, node: Node, given: Given, act: Act) -> bool:
        """Whether hidden things are given to a text for the first time; then the place is noted for reports."""
        flows = tuple(given.values())
        key = (node, flows)
        if all(pair == (CLEAR, CLEAR) for pair in flows) or key in self._walked:
            return False
        self._walked.add(key)
        hidden = frozenset(x for pair in flows for flow in pair for x in flow.pieces | flow.roams | flow.tells)
        self.reports.callers.append((act.span, f"pieces hidden in {self.reports.names(hidden)} are passed on here"))
        return True

    def _rules(self, verb: Node, sorts: tuple[str, ...], given: Given, act: Act) -> None:
        """Walk through the lasting rules on a verb that was given hidden things."""
        for node in self.calls.rules_of.get(verb, ()):
            if self.calls.rules[node].sort in sorts and self._is_new(node, given, act):
                self._rule(node, given)
                self.reports.callers.pop()

    def _rule(self, node: Node, given: Given) -> None:
        """Walk through a lasting rule. Its conditions decide whether its text is done."""
        rule, done = self.calls.rules[node], self._instead(node)
        if rule.by != "me":
            given = {number: (everyone, everyone) for number, (_mine, everyone) in given.items()}
        views = views_of(given)
        views = Views(self.flows.rule_view(node, views.mine), self.flows.rule_view(node, views.everyone))
        holds = self.flows.holds_while(node)
        if rule.sort != "modifier":
            if holds is not None:
                self.telling.happens(holds, done, views)
            views.bind(t.THIS, *(self.flows.rule_holder(node, view) for view in views.levels))
            if rule.where is not None:
                self.telling.happens(rule.where, done, views)
        else:
            views.bind(t.THIS, *(self.flows.rule_holder(node, view) for view in views.levels))
        self.telling.hidden_rule(node, done, views)
        self._text(rule.body.acts, views)

    def _instead(self, node: Node) -> tuple[Acts, ...]:
        """What is done if a rule applies; and what it replaces, if it does."""
        rule = self.calls.rules[node]
        if rule.sort != "instead":
            return (rule.body.acts,)
        return rule.body.acts, self.calls.texts["verb", rule.target, ""].acts

    def _run_held(self, act: a.RunHeld, views: Views) -> None:
        """An effect that a piece or cell holds tells which piece or cell it is."""
        self._written(act.holder, views)
        mine, everyone = self._flows(act.holder, views)
        given = {t.THIS: (Flow(roams=mine.roams), Flow(roams=everyone.roams))}
        for node in self.calls.held_by(held_field(act)):
            self._given(node, given, act)
        views.forget(self._changes(act, views), self.owned)


def _parameters(text: CheckedText) -> Given:
    """The flows of parameters that are given nothing hidden."""
    return {number: (CLEAR, CLEAR) for _name, number, _kind in text.params}


def _either(one: tuple[Flow, Flow], other: tuple[Flow, Flow]) -> tuple[Flow, Flow]:
    return one[0] | other[0], one[1] | other[1]


def _all_of(flows: Iterable[Flow]) -> Flow:
    made = CLEAR
    for flow in flows:
        made |= flow
    return made


def _is_pieces(term: Term) -> bool:
    return (term.kind.member or term.kind).base == "piece"
