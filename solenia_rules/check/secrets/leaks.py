"""Finds places where the acting seat would be told what it may not see: in what it is offered, pays, or reads.

Hidden pieces may be moved and drawn unseen. A piece that is moved to a visible place is no secret any more. What other
seats would notice of the acting seat's secrets is checked in `onlookers`, with the same walk through the texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.check.secrets.changes import Changes
from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import (
    ALL,
    CLEAR,
    FIXED,
    ME,
    NOTHING,
    Flow,
    Hidden,
    Shown,
    View,
    bare,
    branches,
)
from solenia_rules.check.secrets.reports import JUDGED, Reports
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedText
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.frozen import define, evolve, field
from solenia_rules.text.places import Span


@define
class Leaks:
    """The walk through all texts, with the knowledge of the acting seat."""

    calls: Calls
    flows: Flows
    reports: Reports
    whom: str = "`me`"
    """The seats that would be told, as messages name them."""
    _given: set[tuple[str, tuple[frozenset[Hidden], ...]]] = field(factory=set)
    """Verbs whose text was checked with hidden pieces, and where these lie."""
    _after: dict[str, frozenset[Shown]] = field(factory=dict)
    """Verb -> what has been shown when it is done."""
    changes: Changes = field(init=False)
    owned: frozenset[str] = field(init=False)
    """Zones that their owner sees."""

    def __attrs_post_init__(self) -> None:
        self.changes = Changes(self.calls)
        zones = self.calls.checked.names.world.zones
        self.owned = frozenset(zone.id for zone in zones if zone.seen == "owner" and zone.per == "seat")

    def find(self) -> None:
        """Walk through all texts and report what is found."""
        for node in self._nodes():
            text = self.calls.texts[node]
            if node[0] == "verb":
                self._shown_by(node[1])
            elif text.acts:
                view = self._view(_parameters(text))
                rule = self.calls.rules.get(node)
                if rule is not None and rule.where is not None:
                    self._happens(rule.where, (text.acts,), view)
                self._block(text.acts, view)

    def _nodes(self) -> Iterator[Node]:
        yield from self.calls.texts

    def _view(self, flows: dict[int, Flow]) -> View:
        return View(ME, FIXED | flows)

    def _shown_by(self, verb: str) -> frozenset[Shown]:
        """Check the text of a verb; what has been shown then to the seat that does it, or to all seats."""
        if verb not in self._after:
            self._after[verb] = frozenset()
            node = ("verb", verb, "")
            text = self.calls.texts[node]
            view = self._view(_parameters(text))
            self._block(text.acts, view)
            if not self.calls.rules_of.get(node):
                self._after[verb] = view.zones
        return self._after[verb]

    def _block(self, acts: Acts, view: View) -> None:
        for number, act in enumerate(acts):
            self._act(act, acts[number + 1 :], view)
            view.forget_tests(act)

    def _act(self, act: Act, rest: Acts, view: View) -> None:
        match act:
            case a.Let(var, _name, value):
                view.flows[var] = self.flows.of(value, view)
                if isinstance(value, t.Var) and value.number in view.me:
                    view.me |= {var}
            case a.If():
                for test in act.tests:
                    self._happens(test, branches(act, rest), view)
                self._blocks(act, view)
            case a.Repeat(times, body):
                self._happens(times, (body,), view)
                view.forget(self.changes.of((act,), view.me), self.owned)
                self._block(body, view.inner())
            case a.As():
                self._as(act, view)
            case a.For():
                self._for(act, view)
            case a.Choose():
                self._choose(act, view)
            case a.ChooseWay() | a.May() | a.Try() | a.Phase():
                self._blocks(act, view)
            case a.SetTo(place, value) | a.AddTo(place, value):
                self._write(place, value, view)
            case a.DoVerb():
                self._verb(act, view)
            case a.RunHeld(_field, _me, holder):
                self._written(holder, self.flows.of(holder, view).told())
                view.forget(self.changes.of((act,), view.me), self.owned)
            case a.StartRules():
                pass
            case a.Gain() | a.Pay() | a.Lose() | a.Move() | a.Draw() | a.Shuffle():
                self._built_in(act, view)
            case a.TurnOver() | a.Roll() | a.Show() | a.Need() | a.Stop() | a.Win():
                self._built_in(act, view)
            case _:
                assert_never(act)

    def _blocks(self, act: Act, view: View) -> None:
        """Blocks of which at most one is done, or one is done in part."""
        for block in a.blocks_of(act):
            self._block(block, view.inner())
        view.forget(self.changes.of((act,), view.me), self.owned)

    # ---- loops and choices ---------------------------------------------------------------------

    def _as(self, act: a.As, view: View) -> None:
        self._who(act, view)
        view.forget(self.changes.of((act,), view.me), self.owned)
        inner = view.acting(act)
        self._block(act.body, inner)
        self._shown_by_each(act, inner, view)

    def _for(self, act: a.For, view: View) -> None:
        source = self.flows.of(act.source, view)
        view.forget(self.changes.of((act,), view.me), self.owned)
        inner = view.knowing(act.var, act.where, act.var)
        if act.by_choice:
            self._chosen_among(act, source, view, inner, act.keys)
        else:
            self._happens(act.source, (act.body,), view)
            inner.flows[act.var] = Flow(source.pieces, NOTHING, source.roams)
            for term in (act.where, *act.keys):
                self._happens(term, (act.body,), inner)
        self._block(act.body, inner)
        self._shown_by_each(act, inner, view)

    def _choose(self, act: a.Choose, view: View) -> None:
        source = self.flows.of(act.source, view)
        inner = view if act.body is None else view.knowing(act.var, act.where, act.var)
        self._chosen_among(act, source, view, inner, () if act.quota is None else (act.quota,))
        if act.body is not None:
            self._block(act.body, inner)
        view.forget(self.changes.of((act,), view.me), self.owned)

    def _chosen_among(
        self, act: a.For | a.Choose, source: Flow, view: View, inner: View, more: tuple[Term, ...]
    ) -> None:
        """A seat chooses among the members of a set. `more`: keys or number that decide about what is offered."""
        among = view.inner()
        among.flows[act.var] = Flow(source.pieces, NOTHING, source.roams)
        roams = self.flows.narrowed(source.roams, act.where, act.var, among)
        if source.pieces | roams:
            self._hidden_choice(act, source.pieces, roams)
            source = source.counted()
        else:
            self._offered(act.source, view)
        self._answered(act, Flow(source.pieces, NOTHING, source.roams), inner)
        for term in (act.where, *more):
            self._offered(term, inner)
        self._asked(act, (act.where, *more), inner)
        self._answered(act, Flow(source.pieces), inner)

    def _answered(self, act: a.For | a.Choose, flow: Flow, view: View) -> None:
        """What the thing that is chosen tells."""
        view.flows[act.var] = flow

    def _hidden_choice(self, act: a.For | a.Choose, pieces: frozenset[Hidden], roams: frozenset[Hidden]) -> None:
        zone = self.reports.names(pieces | roams)
        message = f"the pieces in {zone} are hidden from the seat that chooses"
        hint = "`show ... to me` first"
        if not pieces:
            message = f"some of these may lie in {zone}, hidden from the seat that chooses"
            hint = "choose among those that are seen: from a zone, or `where cell of ... is not none`"
        self.reports.add("E401", message, _within(act.source.span, act.span), hint, act.source, pieces | roams)

    def _shown_by_each(self, act: a.For | a.As, inner: View, view: View) -> None:
        changed = {zone for zone, _mine in self.changes.of(act.body, inner.me)}
        view.shown_by_each(act, changed, inner, self.owned)

    # ---- what is told -------------------------------------------------------------------------------

    def _offered(self, term: Term, view: View) -> None:
        """The term decides what is offered, or what is possible."""
        self._told(term, self.flows.of(term, view))

    def _asked(self, act: a.For | a.Choose, terms: tuple[Term, ...], view: View) -> None:
        """The terms decide whether there is a choice at all: only other seats learn something from that."""

    def _happens(self, term: Term, blocks: tuple[Acts, ...], view: View) -> None:
        """The term decides which of these blocks is done, or how often."""
        self._told(term, self.flows.of(term, view))

    def _who(self, act: a.As, view: View) -> None:
        """The seats of an `as` are told to other seats."""

    def _told(self, term: Term, flow: Flow) -> None:
        if flow.tells:
            message = f"what happens here would tell `me` what lies hidden in {self.reports.names(flow.tells)}"
            hint = f"show it first, move it where it is seen, or ask only how many there are; {JUDGED}"
            self.reports.add("E402", message, term.span, hint, term, flow.tells)

    def _written(self, term: Term, flow: Flow) -> None:
        """The value of a term becomes visible."""
        if flow.tells:
            message = f"this value would tell {self.whom} what lies hidden in {self.reports.names(flow.tells)}"
            hint = f"show it first, or move it where it is seen; {JUDGED}"
            self.reports.add("E403", message, term.span, hint, term, flow.tells)

    def _write(self, place: a.Writable, value: Term, view: View) -> None:
        if isinstance(place, t.Field) and self.flows.of(place.holder, view).pieces:
            return
        if self._may_be_read(place):
            for term in (*t.parts(place), value):
                self._written(term, self.flows.of(term, view).counted())

    def _may_be_read(self, place: a.Writable) -> bool:
        """Whether a seat that may not know a secret might read what is written there."""
        names = self.calls.checked.names
        match place:
            case t.Counter(name):
                return self._sees(names.counters[name].seen)
            case t.State(name):
                return not names.state[name].judged and self._sees(names.state[name].seen)
            case t.Field() | t.BuiltInField():
                return True
            case _:
                assert_never(place)

    def _sees(self, seen: str) -> bool:
        return seen != "nobody"

    # ---- verbs --------------------------------------------------------------------------------------

    def _verb(self, act: a.DoVerb, view: View) -> None:
        """A verb; if hidden pieces are given to it, its text is checked with them."""
        verb = act.verb
        text = self.calls.texts["verb", verb, ""]
        args = {number: arg for (_n, number, _k), arg in zip(text.params, act.given, strict=True)}
        flows = {number: self.flows.of(arg, view) for number, arg in args.items()}
        for number, arg in args.items():
            if arg.kind.base not in ("piece", "set"):
                self._handed(arg, flows[number], verb)
        key = (verb, tuple(flow.pieces for flow in flows.values()))
        hidden = NOTHING.union(*(flow.pieces for flow in flows.values()))
        if hidden and key not in self._given:
            self._given.add(key)
            note = f"pieces hidden in {self.reports.names(hidden)} are handed over here"
            self.reports.callers.append((act.span, note))
            given = {number: Flow(flow.pieces) for number, flow in flows.items()}
            self._rules(verb, ("before", "instead"), given)
            inner = self._view(given)
            self._block(text.acts, inner)
            after = {number: inner.flows[number] for number in given}
            if isinstance(act.stands_for, a.Move) and self._seen(act.stands_for.target, view):
                after = dict.fromkeys(given, CLEAR)
            self._rules(verb, ("after",), after)
            self.reports.callers.pop()
        if act.stands_for is not None and not self._replaced(verb):
            self._built_in(act.stands_for, view)
        view.forget(self.changes.of((act,), view.me), self.owned)
        for fact in self._shown_by(verb):
            whose = view.whose(args[fact.whose]) if fact.whose in args else fact.whose
            if whose in (t.ME, ALL) or fact.whose in args:
                view.zones |= {evolve(fact, whose=whose)}

    def _handed(self, arg: Term, flow: Flow, _verb: str) -> None:
        """A value that is given to a verb."""
        self._written(arg, flow)

    def _replaced(self, verb: str) -> bool:
        return any(self.calls.rules[node].sort == "instead" for node in self.calls.rules_of.get(("verb", verb, ""), ()))

    def _rules(self, verb: str, sorts: tuple[str, ...], flows: dict[int, Flow]) -> None:
        """Check the lasting rules on a verb that was given hidden pieces."""
        for node in self.calls.rules_of.get(("verb", verb, ""), ()):
            rule = self.calls.rules[node]
            if rule.sort in sorts:
                view = self._view(_parameters(rule.body) | flows)
                if rule.where is not None:
                    self._happens(rule.where, (rule.body.acts,), view)
                self._block(rule.body.acts, view)

    def _built_in(self, act: a.BuiltInAct, view: View) -> None:
        match act:
            case a.Gain(_me, what) | a.Pay(_me, what) | a.Lose(_me, what):
                self._pay(what, view)
            case a.Need(_me, test):
                self._offered(test, view)
            case a.Show(_me, pieces, seats):
                self._show(bare(pieces), seats, view)
            case a.Shuffle():
                view.forget(self.changes.of((act,), view.me), self.owned)
            case a.Move(_me, pieces, target):
                moved, to = self.flows.of(pieces, view), self.flows.of(target, view)
                if not to.tells <= moved.pieces | moved.tells:
                    self._written(target, to.counted())
                if self._seen(target, view):
                    for number in _variables(pieces):
                        view.flows[number] = CLEAR
                view.forget(self.changes.of((act,), view.me), self.owned, known=not moved.pieces | moved.roams)
            case a.Draw(_me, number, source, target):
                for term in (number, source, target):
                    self._written(term, self.flows.of(term, view).counted())
                view.forget(self.changes.of((act,), view.me), self.owned)
            case a.TurnOver() | a.Roll() | a.Stop() | a.Win():
                pass
            case _:
                assert_never(act)

    def _pay(self, bundle: Term, view: View) -> None:
        self._written(bundle, self.flows.of(bundle, view))

    def _show(self, what: Term, seats: Term, view: View) -> None:
        view.show(what, self.flows.whose(what, view) if isinstance(what, t.Zone) else ALL, seats)

    def _seen(self, target: Term, view: View) -> bool:
        """Whether a place is visible."""
        hidden = isinstance(target, t.Nothing) or target.kind.base == "place"
        return not hidden and not self.flows.of(target, view).pieces


def _parameters(text: CheckedText) -> dict[int, Flow]:
    """The flows of parameters that are given nothing hidden."""
    return {number: CLEAR for _name, number, _kind in text.params}


def _within(span: Span, whole: Span) -> Span:
    """The place of a term inside a statement; a zone that a query names has its place elsewhere."""
    within = span.source is whole.source and whole.start <= span.start and span.end <= whole.end
    return span if within else whole


def _variables(pieces: Term) -> Iterator[int]:
    """Variables that stand for these pieces themselves."""
    match pieces:
        case t.Var(number):
            yield number
        case t.Listed(item):
            yield from _variables(item)
        case t.Union(sets):
            for part in sets:
                yield from _variables(part)
        case _:
            pass
