"""Finds places where other seats would be told a secret of the acting seat, by what it does or by who acts at all.

Two games that a seat cannot tell apart must look the same to this seat until an answer differs, or until something
hidden becomes visible. Consequences of an answer are allowed, whatever they tell. It is also allowed that all seats
see whether a seat has a choice: a seat with only one possible answer is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import CLEAR, FIXED, ME, Flow, Hidden, View, bare, everyone
from solenia_rules.check.secrets.leaks import Leaks
from solenia_rules.check.secrets.noticing import Noticed, Noticing, alike
from solenia_rules.check.secrets.reports import JUDGED, Reports
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.diagnostics import Diagnostic

_LAST = ("scoring", "result")
"""Sections after which no seat is asked any more."""


def find_leaks(calls: Calls) -> Iterator[Diagnostic]:
    """What a seat would be told although it may not know it, each place once."""
    flows, reports = Flows(calls), Reports(calls)
    Leaks(calls, flows, reports).find()
    Onlookers(calls, flows, reports).find()
    yield from reports.found.values()


class Onlookers(Leaks):
    """The same walk through the texts, with the knowledge that all seats share."""

    def __init__(self, calls: Calls, flows: Flows, reports: Reports) -> None:
        super().__init__(calls, flows, reports, "the others")
        self.noticing = Noticing(calls)

    def _nodes(self) -> Iterator[Node]:
        """Texts that may run before the last scoring: scoring and result may tell everything."""
        found: set[Node] = set()
        steps = zip((node for node in self.calls.texts if node[0] == "step"), self.calls.checked.steps, strict=True)
        waiting = [node for node, (section, _text) in steps if section not in _LAST]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += [call.target for call in self.calls.of(node)]
        yield from (node for node in self.calls.texts if node in found)

    def _view(self, flows: dict[int, Flow]) -> View:
        return View(ME, FIXED | flows, public=True)

    # ---- consequences of an answer are allowed ----------------------------------------------------

    def _answered(self, act: a.For | a.Choose, flow: Flow, view: View) -> None:
        super()._answered(act, CLEAR, view)

    def _asked(self, act: a.For | a.Choose, terms: tuple[Term, ...], view: View) -> None:
        """A seat with one possible answer is not asked. This may follow from the members, but from no other secret."""
        among = {name for name, _whose in self._secrets(act.source)}
        for term in terms:
            told = frozenset(x for x in self.flows.of(term, view).tells if x[0] not in among)
            if told and ("E402", term.span) not in self.reports.found:
                zones = self.reports.names(told)
                message = f"whether there is a choice here would tell the others what lies hidden in {zones}"
                hint = "who has but one answer is not asked, and all see that: offer it to everybody alike"
                self.reports.add("W402", message, term.span, hint, term, told)

    def _hidden_choice(self, act: a.For | a.Choose, pieces: frozenset[Hidden], roams: frozenset[Hidden]) -> None:
        """What is offered is told only to the seat that chooses."""

    def _offered(self, term: Term, view: View) -> None:
        """What is offered is told only to the seat that chooses."""

    # ---- what is noticed --------------------------------------------------------------------------------

    def _happens(self, term: Term, blocks: tuple[Acts, ...], view: View) -> None:
        flow = self.flows.of(term, view)
        if not flow.tells:
            return
        noticed = [self.noticing.of(block, view.me) for block in blocks]
        same = alike([*noticed, Noticed()] if len(blocks) == 1 else noticed)
        if not (same or self._only_asks(noticed, flow) or self._made_visible(blocks, flow, view)):
            zones = self.reports.names(flow.tells)
            message = f"what happens here would tell the others what lies hidden in {zones}"
            hint = f"show it to all first, or let the seat choose; {JUDGED}"
            self.reports.add("E402", message, term.span, hint, term, flow.tells)

    def _only_asks(self, branches: list[Noticed], flow: Flow) -> bool:
        """Whether a test only says if there is something to choose from, which the other seats see anyway."""
        told = {name for name, _whose in flow.tells}
        return any(not one.acts and told <= self._read(one.question) for one in branches if one.question)

    def _made_visible(self, blocks: tuple[Acts, ...], flow: Flow, view: View) -> bool:
        """Whether all seats see the pieces that a test reads, before they notice anything else."""
        told = {name for name, _whose in flow.tells}
        for block in blocks:
            inner = view.inner()
            for act in block:
                if isinstance(act, a.Let):
                    inner.flows[act.var] = self.flows.of(act.value, inner)
                elif self.noticing.of((act,), view.me):
                    if told <= self._opened(act, inner):
                        return True
                    break
        return False

    def _opened(self, act: Act, view: View) -> set[str]:
        """Hidden zones whose pieces a statement makes visible to all seats."""
        if isinstance(act, a.DoVerb) and act.stands_for is not None:
            act = act.stands_for
        match act:
            case a.Show(_me, pieces, seats) if everyone(seats):
                flow = self.flows.of(pieces, view)
            case a.Move(_me, pieces, target) if self._seen(target, view):
                flow = self.flows.of(pieces, view)
            case _:
                return set()
        return {name for name, _whose in flow.pieces | flow.roams}

    def _read(self, acts: Acts) -> set[str]:
        """Hidden zones, counters and state that statements read, with everything that they call."""
        found: set[str] = set()
        nodes: set[Node] = set()
        waiting = [acts]
        while waiting:
            for act in all_acts(waiting.pop()):
                for term in a.terms_of(act):
                    found |= {name for name, _whose in self._secrets(term)}
                called: list[Node] = []
                if isinstance(act, a.DoVerb):
                    called = [("verb", act.verb, "")]
                elif isinstance(act, a.RunHeld):
                    called = self.calls.held_by(self.calls.field_of(act))
                waiting += [self.calls.texts[node].acts for node in called if node not in nodes]
                nodes.update(called)
        return found

    def _secrets(self, term: Term) -> frozenset[Hidden]:
        """Everything hidden that a term reads."""
        parts = list(all_terms((term,)))
        variables = {part.number: CLEAR for part in parts if isinstance(part, t.Var)}
        found: frozenset[Hidden] = frozenset()
        for part in parts:
            flow = self.flows.of(part, View(ME, variables, public=True))
            found |= flow.pieces | flow.tells | flow.roams
        return found

    def _who(self, act: a.As, view: View) -> None:
        flow = self.flows.of(act.seats, view)
        if flow.tells and self.noticing.of(act.body, frozenset({act.var})):
            message = f"who acts here would tell the others what lies hidden in {self.reports.names(flow.tells)}"
            hint = f"what only they should see: `as seats {{ if ... {{ show ... to me }} }}`; {JUDGED}"
            self.reports.add("E402", message, act.seats.span, hint, act.seats, flow.tells)

    def _show(self, what: Term, seats: Term, view: View) -> None:
        flow, one = self.flows.of(seats, view), bare(seats)
        if flow.tells and one.kind.base != "seat":
            zones = self.reports.names(flow.tells)
            message = f"each who sees it would be told who else does, and so what lies hidden in {zones}"
            hint = "let each look for itself: `as seats { if ... { show ... to me } }`"
            self.reports.add("E402", message, seats.span, hint, seats, flow.tells)
        super()._show(what, seats, view)

    def _act(self, act: Act, rest: Acts, view: View) -> None:
        if isinstance(act, a.Try):
            for number, one in enumerate(act.body):
                if isinstance(one, a.Need):
                    self._happens(one.test, (act.body[number + 1 :],), view)
        super()._act(act, rest, view)

    def _built_in(self, act: a.BuiltInAct, view: View) -> None:
        match act:
            case a.Move(_me, pieces, target) if _number_is_told(pieces) and not self._seen(target, view):
                self._written(pieces, self.flows.of(pieces, view).counted())
            case a.Gain() | a.Pay() | a.Lose() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Roll():
                pass
            case a.Show() | a.Need() | a.Stop() | a.Win():
                pass
            case _:
                assert_never(act)
        super()._built_in(act, view)

    # ---- what is written where all seats can read it -------------------------------------------------

    def _sees(self, seen: str) -> bool:
        return seen == "all"

    def _pay(self, bundle: Term, view: View) -> None:
        if self.noticing.openly_paid(bundle):
            super()._pay(bundle, view)

    def _handed(self, arg: Term, flow: Flow, verb: str) -> None:
        if flow.tells and self.noticing.of_text(("verb", verb, "")):
            super()._handed(arg, flow, verb)


def _number_is_told(pieces: Term) -> bool:
    """Whether the number of these pieces tells what a test says about them: not of one piece, or of all but one."""
    if bare(pieces).kind.base != "set":
        return False
    match pieces:
        case t.Phrase(_query, _var, _source, t.Not(t.Equal(t.Var(), t.Var()))):
            return False
        case _:
            return True
