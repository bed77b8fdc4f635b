"""Secrets: what a seat is asked, pays or sees written may not depend on pieces that it cannot see.

To move or draw them unseen is allowed; what is moved to where it is seen is no secret any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from solenia_rules.compiler.calls import Calls
from solenia_rules.compiler.flows import CLEAR, ME, Flow, Flows, Hidden, View
from solenia_rules.compiler.terms import Act, Acts, Term
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span


@define
class Leaks:
    calls: Calls
    flows: Flows
    found: dict[tuple[str, Span], Diagnostic] = field(factory=dict)
    _verbs: set[tuple[str, tuple[frozenset[Hidden], ...]]] = field(factory=set)

    def find(self) -> Iterator[Diagnostic]:
        for node, text in self.calls.texts.items():
            if text.acts:
                flows = {number: CLEAR for _name, number, _kind in text.params}
                rule = self.calls.rules.get(node)
                view = View(ME, flows)
                if rule is not None and rule.where is not None:
                    self._test(rule.where, view)
                self._block(text.acts, view)
        yield from self.found.values()

    def _block(self, acts: Acts, view: View) -> None:
        for act in acts:
            self._act(act, view)

    def _act(self, act: Act, view: View) -> None:
        match act.op:
            case "let":
                self._bind(act, self.flows.of(act.terms[0], view), view)
                if act.terms[0].op == "var" and act.terms[0].data[0] in view.me:
                    view.me |= {_number(act)}
            case "if":
                for test in act.terms:
                    self._test(test, view)
            case "repeat":
                self._test(act.terms[0], view)
            case "for" | "choose":
                self._each(act, view)
                return
            case "set" | "add":
                self._write(act, view)
            case "verb":
                self._verb(act, view)
            case "do":
                self._written(act.terms[1], self.flows.of(act.terms[1], view).told())
            case "builtin":
                self._builtin(act, view)
        for block in act.blocks:
            inner = view.inner()
            if act.op == "as":
                inner = View(frozenset({_number(act)}), inner.flows)
            self._block(block, inner)

    def _bind(self, act: Act, flow: Flow, view: View) -> None:
        view.flows[_number(act)] = flow

    def _each(self, act: Act, view: View) -> None:
        source = self.flows.of(act.terms[0], view)
        inner = view if act.op == "choose" and not act.blocks else view.inner()
        asked = act.op == "choose" or bool(act.data[1])
        if asked and source.pieces:
            zone = self._zones(source.pieces)
            message = f"the pieces in {zone} are hidden from the seat that chooses"
            self._report("E401", message, _within(act.terms[0].span, act.span), "`show ... to me` first")
            source = source.counted()
        elif source.tells:
            self._test_told(act.terms[0], source)
        self._bind(act, Flow(source.pieces), inner)
        for term in act.terms[1:]:
            self._test(term, inner)
        for block in act.blocks:
            self._block(block, inner)

    def _test(self, term: Term, view: View) -> None:
        self._test_told(term, self.flows.of(term, view))

    def _test_told(self, term: Term, flow: Flow) -> None:
        if flow.tells:
            message = f"what happens here would tell `me` what lies hidden in {self._zones(flow.tells)}"
            self._report(
                "E402", message, term.span, "show it first, move it where it is seen, or ask only how many there are"
            )

    def _written(self, term: Term, flow: Flow) -> None:
        if flow.tells:
            message = f"this value would tell `me` what lies hidden in {self._zones(flow.tells)}"
            self._report("E403", message, term.span, "show it first, or move it where it is seen")

    def _write(self, act: Act, view: View) -> None:
        names, value = self.calls.checked.names, act.terms[-1]
        place, name = str(act.data[0]), str(act.data[1])
        if place == "counter" and names.counters[name].seen == "nobody":
            return
        if place == "state" and names.state[name].seen == "nobody":
            return
        if place == "field" and self.flows.of(act.terms[0], view).pieces:
            return
        self._written(value, self.flows.of(value, view))

    def _verb(self, act: Act, view: View) -> None:
        """A verb that is given hidden pieces is looked through with them."""
        verb = str(act.data[0])
        text = self.calls.texts["verb", verb, ""]
        flows = [self.flows.of(arg, view) for arg in act.terms[1:]]
        for arg, flow in zip(act.terms[1:], flows, strict=True):
            if arg.kind.base not in ("piece", "set"):
                self._written(arg, flow)
        key = (verb, tuple(flow.pieces for flow in flows))
        if any(flow.pieces for flow in flows) and key not in self._verbs:
            self._verbs.add(key)
            given = {number: Flow(flow.pieces) for (_n, number, _k), flow in zip(text.params, flows, strict=True)}
            self._block(text.acts, View(ME, given))

    def _builtin(self, act: Act, view: View) -> None:
        match act.data[0]:
            case "gain" | "pay" | "lose" | "win":
                self._written(act.terms[1], self.flows.of(act.terms[1], view))
            case "need":
                self._test(act.terms[1], view)
            case "show":
                if _includes(act.terms[2], view.me):
                    view.shown |= {_bare(act.terms[1])}
            case "shuffle":
                view.shown = frozenset(term for term in view.shown if act.terms[1] not in _inside(term))
            case "move" if self._seen(act.terms[2], view):
                for number in _variables(act.terms[1]):
                    view.flows[number] = CLEAR
            case "draw":
                self._written(act.terms[1], self.flows.of(act.terms[1], view))

    def _seen(self, target: Term, view: View) -> bool:
        return target.op != "none" and not self.flows.of(target, view).pieces

    # ---- reports -------------------------------------------------------------------------------------

    def _zones(self, hidden: frozenset[Hidden]) -> str:
        names = [zone.id for zone in self.calls.checked.names.world.zones if any(zone.id == x for x, _n in hidden)]
        return " and ".join(f"`{name}`" for name in names)

    def _report(self, code: str, message: str, span: Span, hint: str) -> None:
        self.found.setdefault((code, span), Diagnostic(code, message, span, hint))


def _includes(seats: Term, me: frozenset[int]) -> bool:
    """Whether `me` is surely among these seats."""
    if seats.op in ("listed", "union"):
        return any(_includes(arg, me) for arg in seats.args)
    return seats.op == "seats" or (seats.op == "var" and seats.data[0] in me)


def _bare(term: Term) -> Term:
    """One thing that stands for a set of one."""
    return _bare(term.args[0]) if term.op == "listed" and len(term.args) == 1 else term


def _within(span: Span, whole: Span) -> Span:
    """A query that names a zone has its place elsewhere."""
    inside = span.source is whole.source and whole.start <= span.start and span.end <= whole.end
    return span if inside else whole


def _number(act: Act) -> int:
    assert isinstance(act.data[0], int)
    return act.data[0]


def _variables(pieces: Term) -> Iterator[int]:
    """Variables that stand for these pieces themselves."""
    if pieces.op in ("listed", "union"):
        for arg in pieces.args:
            yield from _variables(arg)
    elif pieces.op == "var" and isinstance(pieces.data[0], int):
        yield pieces.data[0]


def _inside(term: Term) -> Iterator[Term]:
    yield term
    for arg in term.args:
        yield from _inside(arg)
