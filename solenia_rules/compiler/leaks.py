"""Secrets: what a seat is asked, pays or sees written may not depend on pieces that it cannot see.

To move or draw them unseen is allowed; what is moved to where it is seen is no secret any more.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.compiler import terms as t
from solenia_rules.compiler.calls import Calls
from solenia_rules.compiler.flows import Flows
from solenia_rules.compiler.knowledge import ALL, CLEAR, ME, NOTHING, Changes, Flow, Hidden, Shown, View, inside
from solenia_rules.compiler.terms import Act, Acts, Term
from solenia_rules.compiler.watching import plain
from solenia_rules.compiler.ways import Ways
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, evolve, field
from solenia_rules.text.places import Span


@define
class Leaks:
    calls: Calls
    flows: Flows
    found: dict[tuple[str, Span], Diagnostic] = field(factory=dict)
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

    def find(self) -> Iterator[Diagnostic]:
        for node, text in self.calls.texts.items():
            if node[0] == "verb":
                self._shown_by(node[1])
            elif text.acts:
                view = View(ME, {number: CLEAR for _name, number, _kind in text.params})
                rule = self.calls.rules.get(node)
                if rule is not None and rule.where is not None:
                    self._test(rule.where, view)
                self._block(text.acts, view)
        yield from self.found.values()

    def _shown_by(self, verb: str) -> frozenset[Shown]:
        """Looks through a verb; what everybody who does it, or all, have been shown then."""
        if verb not in self._after:
            self._after[verb] = frozenset()
            node = ("verb", verb, "")
            text = self.calls.texts[node]
            view = View(ME, {number: CLEAR for _name, number, _kind in text.params})
            self._block(text.acts, view)
            if not self.calls.rules_of.get(node):
                self._after[verb] = view.zones
        return self._after[verb]

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
                view.forget(self.changes.of((act,), view.me), self.owned)
            case "builtin":
                self._builtin(act, view)
        changes = self.changes.of((act,), view.me) if act.blocks else frozenset()
        if act.op in ("repeat", "as"):
            view.forget(changes, self.owned)
        for block in act.blocks:
            inner = view.acting(_number(act)) if act.op == "as" else view.inner()
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
        inner = view if act.op == "choose" and not act.blocks else view.inner()
        asked = act.op == "choose" or bool(act.data[1])
        roams = self.flows.narrowed(source.roams, act.terms[1], _number(act), view)
        if asked and source.pieces | roams:
            self._hidden_choice(act, source.pieces, roams)
            source = source.counted()
        elif source.tells:
            self._told(act.terms[0], source)
        self._bind(act, Flow(source.pieces, NOTHING, source.roams), inner)
        for term in act.terms[1:]:
            self._test(term, inner)
        if asked:
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
        """What each seat showed, one after the other, has been shown of all of them."""
        seats, number = act.terms[0], _number(act)
        if not (_everyone(seats) or seats.op == "others") or (act.op == "for" and act.terms[1] != t.TRUE_TERM):
            return
        changed = {zone for zone, _mine in self.changes.of(block, inner.me)}
        whose = t.ME if act.op == "as" else number
        for fact in inner.zones - view.zones:
            if fact.zone in changed or fact.whose != whose:
                continue
            if fact.to_all or act.op == "for":
                if _everyone(seats):
                    view.zones |= {Shown(fact.zone, ALL, fact.to_all)}
                elif fact.zone in self.owned:
                    view.zones |= {Shown(fact.zone, ALL, False)}
            elif _everyone(seats):
                view.zones |= {Shown(fact.zone, t.ME, False)}

    # ---- what is told -------------------------------------------------------------------------------

    def _test(self, term: Term, view: View) -> None:
        self._told(term, self.flows.of(term, view))

    def _told(self, term: Term, flow: Flow) -> None:
        if flow.tells:
            message = f"what happens here would tell `me` what lies hidden in {self._zones(flow.tells)}"
            hint = "show it first, move it where it is seen, or ask only how many there are"
            self._report("E402", message, term.span, hint, term, flow.tells)

    def _written(self, term: Term, flow: Flow) -> None:
        if flow.tells:
            message = f"this value would tell `me` what lies hidden in {self._zones(flow.tells)}"
            self._report("E403", message, term.span, "show it first, or move it where it is seen", term, flow.tells)

    def _write(self, act: Act, view: View) -> None:
        names, value = self.calls.checked.names, act.terms[-1]
        place, name = str(act.data[0]), str(act.data[1])
        if place == "counter" and names.counters[name].seen == "nobody":
            return
        if place == "state" and (names.state[name].judged or names.state[name].seen == "nobody"):
            return
        if place == "field" and self.flows.of(act.terms[0], view).pieces:
            return
        self._written(value, self.flows.of(value, view))

    def _verb(self, act: Act, view: View) -> None:
        """A verb that is given hidden pieces is looked through with them."""
        verb = str(act.data[0])
        text = self.calls.texts["verb", verb, ""]
        args = {number: arg for (_n, number, _k), arg in zip(text.params, act.terms[1:], strict=True)}
        flows = {number: self.flows.of(arg, view) for number, arg in args.items()}
        for number, arg in args.items():
            if arg.kind.base not in ("piece", "set"):
                self._written(arg, flows[number])
        key = (verb, tuple(flow.pieces for flow in flows.values()))
        hidden = NOTHING.union(*(flow.pieces for flow in flows.values()))
        built_in = plain(act) if verb in VERBS else None
        if hidden and key not in self._given:
            self._given.add(key)
            self._callers.append((act.span, f"pieces hidden in {self._zones(hidden)} are handed over here"))
            given = {number: Flow(flow.pieces) for number, flow in flows.items()}
            self._rules(verb, ("before", "instead"), given)
            inner = View(ME, dict(given))
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

    def _replaced(self, verb: str) -> bool:
        return any(self.calls.rules[node].sort == "instead" for node in self.calls.rules_of.get(("verb", verb, ""), ()))

    def _rules(self, verb: str, sorts: tuple[str, ...], flows: dict[int, Flow]) -> None:
        """Lasting rules on a verb that was given hidden pieces."""
        for node in self.calls.rules_of.get(("verb", verb, ""), ()):
            rule = self.calls.rules[node]
            if rule.sort in sorts:
                view = View(ME, dict(flows))
                if rule.where is not None:
                    self._test(rule.where, view)
                self._block(rule.body.acts, view)

    def _builtin(self, act: Act, view: View) -> None:
        match act.data[0]:
            case "gain" | "pay" | "lose":
                self._written(act.terms[1], self.flows.of(act.terms[1], view))
            case "need":
                self._test(act.terms[1], view)
            case "show":
                self._show(_bare(act.terms[1]), act.terms[2], view)
            case "shuffle":
                view.forget(self.changes.of((act,), view.me), self.owned)
            case "move":
                moved = self.flows.of(act.terms[1], view)
                if self._seen(act.terms[2], view):
                    for number in _variables(act.terms[1]):
                        view.flows[number] = CLEAR
                view.forget(self.changes.of((act,), view.me), self.owned, known=not moved.pieces | moved.roams)
            case "draw":
                self._written(act.terms[1], self.flows.of(act.terms[1], view))
                view.forget(self.changes.of((act,), view.me), self.owned)

    def _show(self, what: Term, seats: Term, view: View) -> None:
        to_all = _everyone(seats) or (_includes(seats, view.me) and any(x.op == "others" for x in inside(seats)))
        mine = _includes(seats, view.me)
        whose = self.flows.whose(what, view) if what.op == "zone" else None
        if (whose is not None and whose >= 0) or whose == ALL:
            if mine or to_all:
                view.zones |= {Shown(str(what.data[0]), whose, to_all)}
        elif mine:
            view.shown |= {what}

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
        self.found[code, span] = Diagnostic(code, message, span, hint, also=(*way.places, *self._callers))


def _includes(seats: Term, me: frozenset[int]) -> bool:
    """Whether `me` is surely among these seats."""
    if seats.op in ("listed", "union"):
        return any(_includes(arg, me) for arg in seats.args)
    return _everyone(seats) or (seats.op == "var" and seats.data[0] in me)


def _everyone(seats: Term) -> bool:
    """Whether these are surely all seats."""
    if seats.op == "builtin" and seats.data[0] == "reverse":
        return _everyone(seats.args[0])
    return seats.op == "seats" or (seats.op == "builtin" and seats.data[0] == "seats_from")


def _bare(term: Term) -> Term:
    """One thing that stands for a set of one."""
    return _bare(term.args[0]) if term.op == "listed" and len(term.args) == 1 else term


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
