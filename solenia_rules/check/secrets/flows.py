"""What a value tells of what is hidden (pieces in zones, counters, state), worked out over terms, queries and texts
that pieces hold."""

from __future__ import annotations

from solenia_rules.check.secrets.knowledge import ALL, CLEAR, ME, NOTHING, UNKNOWN, Flow, Hidden, View
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.text.frozen import define, field


@define
class Flows:
    """The flows of the values of one ruleset."""

    calls: Calls
    _queries: dict[tuple[Node, bool], Flow] = field(factory=dict)
    """What queries and held texts tell whoever acts; what they tell everybody."""

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
            case "counter" | "counter_bundle" | "state":
                return self._number(term, view) | self._held_pieces(term, view)
            case "pieces" | "owned" | "record":
                return Flow(NOTHING, self._joined(term, view).tells, self._roaming(term, view))
            case "phrase":
                return self._phrase(term, view)
            case "query":
                return self._query(term, view)
            case "held_test":
                holder = self.of(term.args[0], view)
                return holder.told() | self._held(next(self.calls.of_term(term)).target, view.public)
            case "builtin_field" if term.data[0] == "cell":
                return self.of(term.args[0], view).counted()
            case "builtin_field" if term.data[0] == "owner":
                return self._owner(term, view, CLEAR)
            case "field" | "seat_field" | "builtin_field" | "map":
                return self.of(term.args[0], view).told() | self._held_pieces(term, view)
            case "equal" if any(arg.op == "none" for arg in term.args):
                return self._joined(term, view).counted()
            case "equal":
                return self._equal(term, view)
            case "in":
                return self._joined(term, view).told()
            case "difference":
                left, right = (self.of(arg, view) for arg in term.args)
                tells = left.tells | right.tells | (left.pieces if right.pieces or left.pieces else NOTHING)
                return Flow(left.pieces, tells, left.roams)
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

    # ---- zones ------------------------------------------------------------------------------

    def _hides(self, name: str, whose: int, view: View) -> bool:
        """Whether a zone, counter or state is hidden from whoever acts."""
        names = self.calls.checked.names
        if name in names.zones:
            seen, owned = names.zones[name].seen, names.zones[name].per == "seat"
        elif name in names.state:
            seen, owned = names.state[name].seen, names.state[name].per == "seat"
        else:
            seen, owned = names.counters[name].seen, "seat" in names.counters[name].per
        if name in names.state and names.state[name].judged and (view.public or seen == "nobody"):
            return False
        if seen == "all" or (seen == "owner" and owned and whose == t.ME and not view.public):
            return False
        return not view.sees(name, whose)

    def _number(self, term: Term, view: View) -> Flow:
        """A counter's number, all its numbers, or a value of state."""
        name, names = str(term.data[0]), self.calls.checked.names
        per: tuple[str, ...] = ("seat",) if name in names.state and names.state[name].per else ()
        per = names.counters[name].per if name in names.counters else per
        whose = view.whose(term.args[0]) if "seat" in per and term.args else ALL
        made = self._joined(term, view).counted()
        return made | Flow(NOTHING, frozenset({(name, whose)})) if self._hides(name, whose, view) else made

    def whose(self, term: Term, view: View) -> int:
        """Which of the zones of one name a term is."""
        per = self.calls.checked.names.zones[str(term.data[0])].per
        if per is None:
            return ALL
        return view.whose(term.args[0]) if per == "seat" and term.args else UNKNOWN

    def _zone(self, term: Term, view: View) -> Flow:
        zone, whose = str(term.data[0]), self.whose(term, view)
        made = self._joined(term, view).counted()
        return Flow(frozenset({(zone, whose)}), made.tells) if self._hides(zone, whose, view) else made

    def _roaming(self, term: Term, view: View) -> frozenset[Hidden]:
        """Hidden zones where pieces may lie that are named by their kind, record or owner."""
        names = self.calls.checked.names
        kind = str(term.data[0])
        if term.op == "record":
            kind = names.records[kind].kind
        if kind not in names.pieces:
            return NOTHING
        return self._lying(kind, view.whose(term.args[0]) if term.args else UNKNOWN, term.op == "owned", view)

    def _held_pieces(self, term: Term, view: View) -> Flow:
        """Pieces that fields and state name lie wherever they lie."""
        kind = term.kind.member or term.kind
        if kind.base != "piece":
            return CLEAR
        kinds = self.calls.checked.names.pieces if kind.of is None else (kind.of,)
        return Flow(roams=frozenset().union(*(self._lying(one, UNKNOWN, False, view) for one in kinds)))

    def _lying(self, kind: str, whose: int, owned: bool, view: View) -> frozenset[Hidden]:
        """Hidden zones where pieces of a kind may lie."""
        names = self.calls.checked.names
        found = set()
        for zone in names.world.zones:
            lies = kind in zone.of and (not owned or zone.per == "seat" or names.pieces[kind].per == "seat")
            where = ALL if zone.per is None else whose if zone.per == "seat" else UNKNOWN
            if lies and self._hides(zone.id, where, view):
                found.add((zone.id, where))
        return frozenset(found)

    def _owner(self, term: Term, view: View, other: Flow, mine: bool = False) -> Flow:
        """Whose a piece is tells where it lies, if it is nobody's by declaration. That it is mine I can see."""
        names, holder = self.calls.checked.names, term.args[0]
        flow = self.of(holder, view)
        declared = holder.kind.of in names.pieces and names.pieces[str(holder.kind.of)].per == "seat"
        zones = [(zone, whose) for zone, whose in flow.roams if names.zones[zone].per == "seat"]
        if mine:
            zones = [(zone, whose) for zone, whose in zones if names.zones[zone].seen != "owner"]
        return Flow(NOTHING, flow.tells | other.tells | (NOTHING if declared else frozenset(zones)))

    def _equal(self, term: Term, view: View) -> Flow:
        for one, other in (term.args, term.args[::-1]):
            if one.op == "builtin_field" and one.data[0] == "owner":
                return self._owner(one, view, self.of(other, view), view.whose(other) == t.ME and not view.public)
        return self._joined(term, view).told()

    # ---- phrases ------------------------------------------------------------------------------

    def _phrase(self, term: Term, view: View) -> Flow:
        name, number = term.data
        assert isinstance(number, int)
        source = self.of(term.args[0], view)
        inner = view.knowing(number, term.args[1], number)
        inner.flows[number] = Flow(source.pieces, NOTHING, source.roams)
        told = source.counted()
        for arg in term.args[1:]:
            told |= self.of(arg, inner).counted()
        if name not in ("all", "first", "last"):
            return told
        return Flow(source.pieces, told.tells, self.narrowed(source.roams, term.args[1], number, view))

    def narrowed(self, roams: frozenset[Hidden], where: Term, number: int, view: View) -> frozenset[Hidden]:
        """Where pieces may lie of which a test holds; on boards everything is seen."""
        match where.op:
            case "and":
                for arg in where.args:
                    roams = self.narrowed(roams, arg, number, view)
                return roams
            case "or":
                return frozenset().union(*(self.narrowed(roams, arg, number, view) for arg in where.args))
            case "not" if where.args[0].op == "equal":
                none = any(arg.op == "none" for arg in where.args[0].args)
                return NOTHING if none and any(_is_cell(arg, number) for arg in where.args[0].args) else roams
            case "equal" if all(arg.op != "none" for arg in where.args):
                return NOTHING if any(_is_cell(arg, number) for arg in where.args) else roams
            case "in":
                member, group = where.args
                found = self.of(group, view)
                named = member.op == "var" and member.data[0] == number and not found.pieces and not found.roams
                return NOTHING if named or _is_cell(member, number) else roams
            case "query":
                return self._narrowed_by_query(roams, where, number, view)
        return roams

    def _narrowed_by_query(self, roams: frozenset[Hidden], where: Term, number: int, view: View) -> frozenset[Hidden]:
        node = ("query", str(where.data[0]), "")
        text = self.calls.texts.get(node)
        if text is None or text.value is None or self.calls.rules_of.get(node):
            return roams
        for (_name, param, _kind), arg in zip(text.params, where.args[1:], strict=True):
            if arg.op == "var" and arg.data[0] == number:
                return self.narrowed(roams, text.value, param, View(ME, {}, public=view.public))
        return roams

    # ---- texts that are called ------------------------------------------------------------------

    def _query(self, term: Term, view: View) -> Flow:
        node = ("query", str(term.data[0]), "")
        text = self.calls.texts.get(node)
        if text is None:
            return CLEAR
        summary = self.summary(node, text, view.public)
        args = {number: arg for (_name, number, _kind), arg in zip(text.params, term.args[1:], strict=True)}
        flows = {number: self.of(arg, view) for number, arg in args.items()}
        tells = frozenset(x for flow in flows.values() for x in flow.tells)
        placed = [self._placed(x, args, flows, view) for x in (summary.pieces, summary.tells, summary.roams)]
        handed = (flows[number].roams for zone, number in summary.pieces if not zone)
        return Flow(placed[0], tells | placed[1], placed[2].union(*handed))

    def _placed(
        self, hidden: frozenset[Hidden], args: dict[int, Term], flows: dict[int, Flow], view: View
    ) -> frozenset[Hidden]:
        """What a query's flow means where it is called."""
        made: set[Hidden] = set()
        for zone, whose in hidden:
            if not zone:
                made |= flows[whose].pieces
                continue
            if whose in args:
                whose = view.whose(args[whose])
            elif whose not in (t.ME, ALL):
                whose = UNKNOWN
            if self._hides(zone, whose, view):
                made.add((zone, whose))
        return frozenset(made)

    def summary(self, node: Node, text: CheckedText, public: bool) -> Flow:
        key = (node, public)
        if key not in self._queries:
            self._queries[key] = CLEAR
            given = {number: Flow(frozenset({("", number)})) for _name, number, _kind in text.params}
            view = View(ME, given, public=public)
            made = CLEAR if text.value is None else self.of(text.value, view)
            for rule in self.calls.rules_of.get(node, ()):
                changed = self.calls.rules[rule]
                for term in (changed.body.value, changed.where):
                    if term is not None:
                        made |= self.of(term, view)
            self._queries[key] = made
        return self._queries[key]

    def _held(self, target: Node, public: bool) -> Flow:
        """What the texts that pieces or cells hold in a field tell."""
        key = (target, public)
        if key not in self._queries:
            self._queries[key] = made = CLEAR
            for node in self.calls.held_by(target):
                value = self.calls.texts[node].value
                if value is not None:
                    made |= self.of(value, View(ME, {}, public=public))
            self._queries[key] = made
        return self._queries[key]


def _is_cell(term: Term, number: int) -> bool:
    """Whether it is the cell of a piece that a variable stands for."""
    if term.op != "builtin_field" or term.data[0] != "cell":
        return False
    return term.args[0].op == "var" and term.args[0].data[0] == number
