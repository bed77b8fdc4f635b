"""What a value tells of hidden pieces.

Every value has two flows: the hidden zones its pieces lie in, and the hidden zones whose contents it tells. How many
pieces lie in a zone is no secret.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import define, field, frozen

from solenia_rules.compiler import terms as t
from solenia_rules.compiler.calls import Calls, Node
from solenia_rules.compiler.terms import CheckedText, Term

Hidden: TypeAlias = tuple[str, int]
"""A zone, or a parameter of the text by its number: ("", number). For a zone that its owner sees, the number of the
parameter that says whose it is, or -1."""

NOTHING: frozenset[Hidden] = frozenset()


@frozen
class Flow:
    pieces: frozenset[Hidden] = NOTHING
    """Where the pieces that this is, or may be, lie hidden."""
    tells: frozenset[Hidden] = NOTHING
    """Hidden zones whose contents this depends on."""

    def __or__(self, other: Flow) -> Flow:
        return Flow(self.pieces | other.pieces, self.tells | other.tells)

    def told(self) -> Flow:
        """A value read from what these pieces are."""
        return Flow(NOTHING, self.tells | self.pieces)

    def counted(self) -> Flow:
        return Flow(NOTHING, self.tells)


CLEAR = Flow()
ME = frozenset({t.ME})


@define
class View:
    """What is known at a place in a text."""

    me: frozenset[int]
    """Variables that are the seat that acts."""
    flows: dict[int, Flow]
    shown: frozenset[Term] = frozenset()
    """Sets and pieces that `me` was shown."""

    def inner(self) -> View:
        return View(self.me, dict(self.flows), self.shown)


@define
class Flows:
    """The flows of the values of one ruleset."""

    calls: Calls
    _queries: dict[Node, Flow] = field(factory=dict)

    def of(self, term: Term, view: View) -> Flow:
        if term in view.shown:
            return CLEAR
        match term.op:
            case "var":
                number = term.data[0]
                assert isinstance(number, int)
                return view.flows.get(number, CLEAR)
            case "zone":
                return self._zone(term, view)
            case "phrase":
                return self._phrase(term, view)
            case "query":
                return self._query(term, view)
            case "held_test":
                holder = self.of(term.args[0], view)
                return holder.told() | self._held(next(self.calls.of_term(term)).target)
            case "builtin_field" if term.data[0] in ("cell", "owner"):
                return self.of(term.args[0], view).counted()
            case "field" | "builtin_field" | "map":
                return self.of(term.args[0], view).told()
            case "equal" if any(arg.op == "none" for arg in term.args):
                return self._joined(term, view).counted()
            case "equal" | "in":
                return self._joined(term, view).told()
            case "difference":
                left, right = (self.of(arg, view) for arg in term.args)
                return Flow(
                    left.pieces, left.tells | right.tells | (left.pieces if right.pieces or left.pieces else NOTHING)
                )
            case "builtin" if term.data[0] in ("count", "some", "no"):
                return self.of(term.args[0], view).counted()
            case "if":
                return self.of(term.args[0], view).counted() | self.of(term.args[1], view) | self.of(term.args[2], view)
        made = self._joined(term, view)
        return made if term.kind.base in ("piece", "set") else made.counted()

    def _joined(self, term: Term, view: View) -> Flow:
        made = CLEAR
        for arg in term.args:
            made |= self.of(arg, view)
        return made

    def _zone(self, term: Term, view: View) -> Flow:
        zone = self.calls.checked.names.zones[str(term.data[0])]
        made = self._joined(term, view).counted()
        if zone.seen == "all":
            return made
        whose = -1
        if zone.seen == "owner" and zone.per == "seat" and term.args and term.args[0].op == "var":
            number = term.args[0].data[0]
            assert isinstance(number, int)
            if number in view.me:
                return made
            whose = number
        return Flow(frozenset({(zone.id, whose)}), made.tells)

    def _phrase(self, term: Term, view: View) -> Flow:
        name, number = term.data
        assert isinstance(number, int)
        source = self.of(term.args[0], view)
        inner = view.inner()
        inner.flows[number] = Flow(source.pieces)
        told = source.counted()
        for arg in term.args[1:]:
            told |= self.of(arg, inner).counted()
        return Flow(source.pieces, told.tells) if name in ("all", "first", "last") else told

    def _query(self, term: Term, view: View) -> Flow:
        node = ("query", str(term.data[0]), "")
        text = self.calls.texts.get(node)
        if text is None:
            return CLEAR
        summary = self._summary(node, text)
        args = {number: arg for (_name, number, _kind), arg in zip(text.params, term.args[1:], strict=True)}
        flows = {number: self.of(arg, view) for number, arg in args.items()}
        tells = frozenset(x for flow in flows.values() for x in flow.tells)
        pieces = self._placed(summary.pieces, args, flows, view)
        return Flow(pieces, tells | self._placed(summary.tells, args, flows, view))

    def _placed(
        self, hidden: frozenset[Hidden], args: dict[int, Term], flows: dict[int, Flow], view: View
    ) -> frozenset[Hidden]:
        """What a query's flow means where it is called."""
        made: set[Hidden] = set()
        for zone, number in hidden:
            if not zone:
                made |= flows[number].pieces
            elif number not in args:
                made.add((zone, -1))
            elif args[number].op == "var" and args[number].data[0] in view.me:
                continue
            else:
                made.add((zone, -1))
        return frozenset(made)

    def _summary(self, node: Node, text: CheckedText) -> Flow:
        if node not in self._queries:
            self._queries[node] = CLEAR
            view = View(ME, {number: Flow(frozenset({("", number)})) for _name, number, _kind in text.params})
            made = CLEAR if text.value is None else self.of(text.value, view)
            for rule in self.calls.rules_of.get(node, ()):
                changed = self.calls.rules[rule]
                for term in (changed.body.value, changed.where):
                    if term is not None:
                        made |= self.of(term, view)
            self._queries[node] = made
        return self._queries[node]

    def _held(self, target: Node) -> Flow:
        """What the texts that pieces or cells hold in a field tell."""
        if target not in self._queries:
            self._queries[target] = made = CLEAR
            for node in self.calls.held_by(target):
                value = self.calls.texts[node].value
                if value is not None:
                    made |= self.of(value, View(ME, {}))
            self._queries[target] = made
        return self._queries[target]
