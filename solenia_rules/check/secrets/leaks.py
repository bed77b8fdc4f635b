"""Secrets: what a seat is asked, pays or sees written may not depend on pieces that it cannot see.

To move or draw them unseen is allowed; what is moved to where it is seen is no secret any more. What the others would
notice of a secret of the seat that acts is looked for in `onlookers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import ALL, CLEAR, ME, NOTHING, Changes, Flow, Hidden, Shown, View
from solenia_rules.check.secrets.noticing import bare
from solenia_rules.check.secrets.showing import acting, keeps, show, shown_by_each, ways
from solenia_rules.check.secrets.ways import Ways
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, evolve, field
from solenia_rules.text.places import Span

JUDGED = "if the rules mean to tell it, set a state with `judged = true` to it and use the state"


@define
class Leaks:
    calls: Calls
    flows: Flows
    found: dict[tuple[str, Span], Diagnostic] = field(factory=dict)
    whom: str = "`me`"
    """Who would be told."""
    _given: set[tuple[str, tuple[frozenset[Hidden], ...]]] = field(factory=set)
    _after: dict[str, frozenset[Shown]] = field(factory=dict)
    """Verb -> what has been shown once it is done."""
    _callers: list[tuple[Span, str]] = field(factory=list)
    """Where hidden pieces are handed to the verb that is looked through."""
    changes: Changes = field(init=False)
    ways: Ways = field(init=False)
    owned: frozenset[str] = field(init=False)
    """Zones that their owner sees."""

    def __attrs_post_init__(self) -> None:
        self.changes = Changes(self.calls)
        self.ways = Ways(self.calls, self.flows)
        zones = self.calls.checked.names.world.zones
        self.owned = frozenset(zone.id for zone in zones if zone.seen == "owner" and zone.per == "seat")

    def find(self) -> None:
        for node in self._nodes():
            text = self.calls.texts[node]
            if node[0] == "verb":
                self._shown_by(node[1])
            elif text.acts:
                view = self._view({number: CLEAR for _name, number, _kind in text.params})
                rule = self.calls.rules.get(node)
                if rule is not None and rule.where is not None:
                    self._happens(rule.where, (text.acts,), view)
                self._block(text.acts, view)

    def _nodes(self) -> Iterator[Node]:
        yield from self.calls.texts

    def _view(self, flows: dict[int, Flow]) -> View:
        return View(ME, flows)

    def _shown_by(self, verb: str) -> frozenset[Shown]:
        """Looks through a verb; what everybody who does it, or all, have been shown then."""
        if verb not in self._after:
            self._after[verb] = frozenset()
            node = ("verb", verb, "")
            text = self.calls.texts[node]
            view = self._view({number: CLEAR for _name, number, _kind in text.params})
            self._block(text.acts, view)
            if not self.calls.rules_of.get(node):
                self._after[verb] = view.zones
        return self._after[verb]

    def _block(self, acts: Acts, view: View) -> None:
        for number, act in enumerate(acts):
            self._act(act, acts[number + 1 :], view)
            if any(not keeps(x) for x in all_acts((act,))):
                view.zones = frozenset(x for x in view.zones if x.where is None)

    def _act(self, act: Act, rest: Acts, view: View) -> None:
        match act.op:
            case "let":
                self._bind(act, self.flows.of(act.terms[0], view), view)
                if act.terms[0].op == "var" and act.terms[0].data[0] in view.me:
                    view.me |= {_number(act)}
            case "if":
                for test in act.terms:
                    self._happens(test, ways(act, rest), view)
            case "repeat":
                self._happens(act.terms[0], act.blocks, view)
            case "as":
                self._who(act, view)
            case "for" | "choose":
                self._each(act, view)
                return
            case "set" | "add":
                self._write(act, view)
            case "verb":
                self._verb(act, view)
            case "do":
                self._done(act, view)
                view.forget(self.changes.of((act,), view.me), self.owned)
            case "builtin":
                self._builtin(act, view)
        changes = self.changes.of((act,), view.me) if act.blocks else frozenset()
        if act.op in ("repeat", "as"):
            view.forget(changes, self.owned)
        for block in act.blocks:
            inner = acting(act, view) if act.op == "as" else view.inner()
            self._block(block, inner)
            if act.op == "as":
                self._everybody(act, block, inner, view)
        if act.op not in ("repeat", "as"):
            view.forget(changes, self.owned)

    def _bind(self, act: Act, flow: Flow, view: View) -> None:
        view.flows[_number(act)] = flow

    # ---- loops and choices ---------------------------------------------------------------------

    def _each(self, act: Act, view: View) -> None:
        source = self.flows.of(act.terms[0], view)
        if act.op == "for":
            view.forget(self.changes.of((act,), view.me), self.owned)
        known = view.knowing(_number(act), act.terms[1], _number(act))
        inner = view if act.op == "choose" and not act.blocks else known
        asked = act.op == "choose" or bool(act.data[1])
        roams = self.flows.narrowed(source.roams, act.terms[1], _number(act), view)
        if asked and source.pieces | roams:
            self._hidden_choice(act, source.pieces, roams)
            source = source.counted()
        elif asked:
            self._offered(act.terms[0], view)
        else:
            self._happens(act.terms[0], act.blocks, view)
        self._bind(act, Flow(source.pieces, NOTHING, source.roams), inner)
        for term in act.terms[1:]:
            if asked:
                self._offered(term, inner)
            else:
                self._happens(term, act.blocks, inner)
        if asked:
            self._asked(act, inner)
            self._bind(act, Flow(source.pieces), inner)
        for block in act.blocks:
            self._block(block, inner)
            if act.op == "for":
                self._everybody(act, block, inner, view)
        if act.op == "choose":
            view.forget(self.changes.of((act,), view.me), self.owned)

    def _hidden_choice(self, act: Act, pieces: frozenset[Hidden], roams: frozenset[Hidden]) -> None:
        zone = self._zones(pieces | roams)
        message = f"the pieces in {zone} are hidden from the seat that chooses"
        hint = "`show ... to me` first"
        if not pieces:
            message = f"some of these may lie in {zone}, hidden from the seat that chooses"
            hint = "choose among those that are seen: from a zone, or `where cell of ... is not none`"
        self._report("E401", message, _within(act.terms[0].span, act.span), hint, act.terms[0], pieces | roams)

    def _everybody(self, act: Act, block: Acts, inner: View, view: View) -> None:
        changed = {zone for zone, _mine in self.changes.of(block, inner.me)}
        view.zones |= shown_by_each(act, changed, inner, view, self.owned)

    # ---- what is told -------------------------------------------------------------------------------

    def _offered(self, term: Term, view: View) -> None:
        """What is on offer, or can be done, follows from this."""
        self._told(term, self.flows.of(term, view))

    def _asked(self, act: Act, view: View) -> None:
        """Whether there is a choice at all: what that tells the onlookers know."""

    def _happens(self, term: Term, ways: tuple[Acts, ...], view: View) -> None:
        """Which of these ways is gone, or how often, follows from this."""
        self._told(term, self.flows.of(term, view))

    def _who(self, act: Act, view: View) -> None:
        """Who acts: whether that tells a secret the onlookers know."""

    def _done(self, act: Act, view: View) -> None:
        """An effect that a piece holds tells which piece it is."""
        self._written(act.terms[1], self.flows.of(act.terms[1], view).told())

    def _told(self, term: Term, flow: Flow) -> None:
        if flow.tells:
            message = f"what happens here would tell `me` what lies hidden in {self._zones(flow.tells)}"
            hint = f"show it first, move it where it is seen, or ask only how many there are; {JUDGED}"
            self._report("E402", message, term.span, hint, term, flow.tells)

    def _written(self, term: Term, flow: Flow) -> None:
        if flow.tells:
            message = f"this value would tell {self.whom} what lies hidden in {self._zones(flow.tells)}"
            hint = f"show it first, or move it where it is seen; {JUDGED}"
            self._report("E403", message, term.span, hint, term, flow.tells)

    def _write(self, act: Act, view: View) -> None:
        if act.data[0] == "field" and self.flows.of(act.terms[0], view).pieces:
            return
        if self._may_be_read(str(act.data[0]), str(act.data[1])):
            for term in act.terms:
                self._written(term, self.flows.of(term, view).counted())

    def _may_be_read(self, place: str, name: str) -> bool:
        """Whether what is written there may come before the eyes of those who are looked after."""
        names = self.calls.checked.names
        match place:
            case "counter":
                return self._sees(names.counters[name].seen)
            case "state":
                return not names.state[name].judged and self._sees(names.state[name].seen)
            case _:
                return True

    def _sees(self, seen: str) -> bool:
        return seen != "nobody"

    def _verb(self, act: Act, view: View) -> None:
        """A verb that is given hidden pieces is looked through with them."""
        assert isinstance(act, a.DoVerb)
        verb = act.verb
        text = self.calls.texts["verb", verb, ""]
        args = {number: arg for (_n, number, _k), arg in zip(text.params, act.terms[1:], strict=True)}
        flows = {number: self.flows.of(arg, view) for number, arg in args.items()}
        for number, arg in args.items():
            if arg.kind.base not in ("piece", "set"):
                self._handed(arg, flows[number], verb)
        key = (verb, tuple(flow.pieces for flow in flows.values()))
        hidden = NOTHING.union(*(flow.pieces for flow in flows.values()))
        built_in = act.stands_for
        if hidden and key not in self._given:
            self._given.add(key)
            self._callers.append((act.span, f"pieces hidden in {self._zones(hidden)} are handed over here"))
            given = {number: Flow(flow.pieces) for number, flow in flows.items()}
            self._rules(verb, ("before", "instead"), given)
            inner = self._view(dict(given))
            self._block(text.acts, inner)
            if built_in is not None and verb == "move" and self._seen(built_in.terms[2], view):
                inner.flows = {}
            self._rules(verb, ("after",), inner.flows)
            self._callers.pop()
        if built_in is not None and not self._replaced(verb):
            self._builtin(built_in, view)
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
        """Lasting rules on a verb that was given hidden pieces."""
        for node in self.calls.rules_of.get(("verb", verb, ""), ()):
            rule = self.calls.rules[node]
            if rule.sort in sorts:
                view = self._view(dict(flows))
                if rule.where is not None:
                    self._happens(rule.where, (rule.body.acts,), view)
                self._block(rule.body.acts, view)

    def _builtin(self, act: Act, view: View) -> None:
        match act.data[0]:
            case "gain" | "pay" | "lose":
                self._pay(act.terms[1], view)
            case "need":
                self._offered(act.terms[1], view)
            case "show":
                self._show(bare(act.terms[1]), act.terms[2], view)
            case "shuffle":
                view.forget(self.changes.of((act,), view.me), self.owned)
            case "move":
                moved, target = self.flows.of(act.terms[1], view), self.flows.of(act.terms[2], view)
                if not target.tells <= moved.pieces | moved.tells:
                    self._written(act.terms[2], target.counted())
                if self._seen(act.terms[2], view):
                    for number in _variables(act.terms[1]):
                        view.flows[number] = CLEAR
                view.forget(self.changes.of((act,), view.me), self.owned, known=not moved.pieces | moved.roams)
            case "draw":
                for term in act.terms[1:]:
                    self._written(term, self.flows.of(term, view).counted())
                view.forget(self.changes.of((act,), view.me), self.owned)

    def _pay(self, bundle: Term, view: View) -> None:
        self._written(bundle, self.flows.of(bundle, view))

    def _show(self, what: Term, seats: Term, view: View) -> None:
        show(what, seats, self.flows, view)

    def _seen(self, target: Term, view: View) -> bool:
        return target.op != "none" and target.kind.base != "place" and not self.flows.of(target, view).pieces

    # ---- reports -------------------------------------------------------------------------------------

    def _zones(self, hidden: frozenset[Hidden]) -> str:
        world = self.calls.checked.names.world
        names = [one.id for group in (world.zones, world.counters, world.state) for one in group]
        return " and ".join(f"`{name}`" for name in names if any(name == x for x, _n in hidden))

    def _report(self, code: str, message: str, span: Span, hint: str, term: Term, hidden: frozenset[Hidden]) -> None:
        if (code, span) in self.found:
            return
        way = self.ways.to(term, {zone for zone, _whose in hidden})
        if way.queries:
            message += ", through " + ", ".join(f"`{name}`" for name in way.queries)
        made = Diagnostic(code, message, span, hint, also=(*way.places, *self._callers))
        self.found[code, span] = evolve(made, severity="warning") if code.startswith("W") else made


def _within(span: Span, whole: Span) -> Span:
    """A query that names a zone has its place elsewhere."""
    within = span.source is whole.source and whole.start <= span.start and span.end <= whole.end
    return span if within else whole


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
