"""Secrets of the seat that acts: what it does by the rules alone, and who acts at all, may not tell the others.

Two games that a seat cannot tell apart must go on alike before its eyes until an answer parts them, or until something
hidden comes where it is seen. What follows from an answer is play, whatever it tells; so is having a choice: who has
but one answer is not asked, and everybody sees that.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import CLEAR, ME, Flow, Hidden, View, inside
from solenia_rules.check.secrets.leaks import JUDGED, Leaks
from solenia_rules.check.secrets.noticing import Noticed, Noticing, alike, bare
from solenia_rules.check.secrets.showing import everyone
from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

_LAST = ("scoring", "result")
"""Sections after which nobody is asked any more."""


def find_leaks(calls: Calls) -> Iterator[Diagnostic]:
    """What a seat would be told of what it may not know, each place once."""
    flows = Flows(calls)
    leaks = Leaks(calls, flows)
    leaks.find()
    onlookers = Onlookers(calls, flows, leaks.found)
    onlookers.find()
    yield from onlookers.found.values()


class Onlookers(Leaks):
    """The same walk through the texts, with what everybody knows."""

    def __init__(self, calls: Calls, flows: Flows, found: dict[tuple[str, Span], Diagnostic]) -> None:
        super().__init__(calls, flows, found, "the others")
        self.noticing = Noticing(calls)

    def _nodes(self) -> Iterator[Node]:
        """What may run before the last scoring: then the game is over."""
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
        return View(ME, flows, public=True)

    # ---- what follows from an answer is play ------------------------------------------------------

    def _bind(self, act: Act, flow: Flow, view: View) -> None:
        asked = act.op == "choose" or (act.op == "for" and bool(act.data[1]))
        super()._bind(act, CLEAR if asked else flow, view)

    def _asked(self, act: Act, view: View) -> None:
        """Who has but one answer is not asked: that may follow from what is chosen among, not from another secret."""
        among = {name for name, _whose in self._secrets(act.terms[0])}
        for term in act.terms[1:]:
            told = frozenset(x for x in self.flows.of(term, view).tells if x[0] not in among)
            if told and ("E402", term.span) not in self.found:
                message = (
                    f"whether there is a choice here would tell the others what lies hidden in {self._zones(told)}"
                )
                hint = "who has but one answer is not asked, and all see that: offer it to everybody alike"
                self._report("W402", message, term.span, hint, term, told)

    def _hidden_choice(self, act: Act, pieces: frozenset[Hidden], roams: frozenset[Hidden]) -> None:
        pass

    def _offered(self, term: Term, view: View) -> None:
        pass

    # ---- what is noticed --------------------------------------------------------------------------------

    def _happens(self, term: Term, ways: tuple[Acts, ...], view: View) -> None:
        flow = self.flows.of(term, view)
        if not flow.tells:
            return
        noticed = [self.noticing.of(way, view.me) for way in ways]
        same = alike([*noticed, Noticed()] if len(ways) == 1 else noticed)
        if not (same or self._chosen(noticed, flow) or self._laid_open(ways, flow, view)):
            message = f"what happens here would tell the others what lies hidden in {self._zones(flow.tells)}"
            hint = f"show it to all first, or let the seat choose; {JUDGED}"
            self._report("E402", message, term.span, hint, term, flow.tells)

    def _chosen(self, ways: list[Noticed], flow: Flow) -> bool:
        """Whether it only says if there is something to choose: that the others see anyway."""
        told = {name for name, _whose in flow.tells}
        return any(not way.acts and told <= self._read(way.question) for way in ways if way.question)

    def _laid_open(self, ways: tuple[Acts, ...], flow: Flow, view: View) -> bool:
        """Whether all then see the pieces that it is about, before they notice anything else."""
        told = {name for name, _whose in flow.tells}
        for way in ways:
            inner = view.inner()
            for act in way:
                if act.op == "let":
                    super()._bind(act, self.flows.of(act.terms[0], inner), inner)
                elif self.noticing.of((act,), view.me):
                    if told <= self._opened(act, inner):
                        return True
                    break
        return False

    def _opened(self, act: Act, view: View) -> set[str]:
        """Hidden zones whose pieces a statement lays open."""
        if isinstance(act, a.DoVerb) and act.stands_for is not None:
            act = act.stands_for
        if act.op != "builtin" or act.data[0] not in ("move", "show"):
            return set()
        seen = everyone(act.terms[2]) if act.data[0] == "show" else self._seen(act.terms[2], view)
        flow = self.flows.of(act.terms[1], view)
        return {name for name, _whose in flow.pieces | flow.roams} if seen else set()

    def _read(self, acts: Acts) -> set[str]:
        """Names of what statements read that may be hidden, with all that they call."""
        found: set[str] = set()
        nodes: set[Node] = set()
        waiting = [acts]
        while waiting:
            for act in all_acts(waiting.pop()):
                for term in act.terms:
                    found |= {name for name, _whose in self._secrets(term)}
                called: list[Node] = []
                if act.op == "verb":
                    called = [("verb", str(act.data[0]), "")]
                elif act.op == "do":
                    called = self.calls.held_by(self.calls.field_of(act))
                waiting += [self.calls.texts[node].acts for node in called if node not in nodes]
                nodes.update(called)
        return found

    def _secrets(self, term: Term) -> frozenset[Hidden]:
        found: frozenset[Hidden] = frozenset()
        for part in inside(term):
            flow = self.flows.of(part, View(ME, {}, public=True))
            found |= flow.pieces | flow.tells | flow.roams
        return found

    def _who(self, act: Act, view: View) -> None:
        seats, acting = act.terms[0], frozenset({act.data[0]}) if isinstance(act.data[0], int) else ME
        flow = self.flows.of(seats, view)
        if flow.tells and self.noticing.of(act.blocks[0], acting):
            message = f"who acts here would tell the others what lies hidden in {self._zones(flow.tells)}"
            hint = f"what only they should see: `as seats {{ if ... {{ show ... to me }} }}`; {JUDGED}"
            self._report("E402", message, seats.span, hint, seats, flow.tells)

    def _show(self, what: Term, seats: Term, view: View) -> None:
        flow, one = self.flows.of(seats, view), bare(seats)
        if flow.tells and one.kind.base != "seat":
            message = (
                f"each who sees it would be told who else does, and so what lies hidden in {self._zones(flow.tells)}"
            )
            hint = "let each look for itself: `as seats { if ... { show ... to me } }`"
            self._report("E402", message, seats.span, hint, seats, flow.tells)
        super()._show(what, seats, view)

    def _act(self, act: Act, rest: Acts, view: View) -> None:
        if act.op == "try":
            for block in act.blocks:
                for number, one in enumerate(block):
                    if one.op == "builtin" and one.data[0] == "need":
                        self._happens(one.terms[1], (block[number + 1 :],), view)
        super()._act(act, rest, view)

    def _builtin(self, act: Act, view: View) -> None:
        if act.data[0] == "move" and _as_many_as_it_says(act.terms[1]) and not self._seen(act.terms[2], view):
            self._written(act.terms[1], self.flows.of(act.terms[1], view).counted())
        super()._builtin(act, view)

    # ---- what is written where all can read it -------------------------------------------------------

    def _sees(self, seen: str) -> bool:
        return seen == "all"

    def _pay(self, bundle: Term, view: View) -> None:
        if self.noticing.openly_paid(bundle):
            super()._pay(bundle, view)

    def _handed(self, arg: Term, flow: Flow, verb: str) -> None:
        if flow.tells and self.noticing.of_text(("verb", verb, "")):
            super()._handed(arg, flow, verb)


def _as_many_as_it_says(pieces: Term) -> bool:
    """Whether a test says how many these are: one piece is one, and all but one are one less, whichever it is."""
    if bare(pieces).kind.base != "set":
        return False
    where = pieces.args[1] if pieces.op == "phrase" else None
    but_one = where is not None and where.op == "not" and where.args[0].op == "equal"
    return not (but_one and where is not None and all(arg.op == "var" for arg in where.args[0].args))
