"""Works out what a value tells about hidden pieces, counters and state.

A term and a view give a `Flow`. Queries and texts that pieces hold are followed; their flows are worked out once.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.secrets.knowledge import ALL, CLEAR, FIXED, ME, NOTHING, UNKNOWN, Flow, Hidden, View
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import QUERIES
from solenia_rules.text.frozen import define, field


@define
class Flows:
    """The flows of the values of one ruleset."""

    calls: Calls
    _texts: dict[tuple[Node, bool], Flow] = field(factory=dict)
    """(query or held text, public) -> what it tells the acting seat, or all seats."""

    def of(self, term: Term, view: View) -> Flow:
        """What a value tells the acting seat, or all seats if the view is public."""
        if term in view.shown:
            return CLEAR
        match term:
            case t.Const() | t.Nothing() | t.Param() | t.Words() | t.Seats():
                return CLEAR
            case t.Var(number):
                return view.flows[number]
            case t.Zone():
                return self._zone(term, view)
            case t.Counter(name, seat) | t.CounterBundle(name, seat) | t.State(name, seat):
                return self._stored(name, seat, view) | self._counted(term, view) | self._named_pieces(term, view)
            case t.Pieces() | t.Owned() | t.Record():
                return Flow(NOTHING, self._counted(term, view).tells, self._roaming(term, view))
            case t.Single() | t.Union() | t.Listed():
                return self._joined(term, view)
            case t.Phrase():
                return self._phrase(term, view)
            case t.Query():
                return self._query(term, view)
            case t.BuiltIn():
                return self._built_in(term, view)
            case t.HeldValue(_field, holder):
                target = next(self.calls.of_term(term)).target
                return self.of(holder, view).told() | self._held(target, view.public)
            case t.BuiltInField():
                return self._built_in_field(term, view)
            case t.Field(_field, holder) | t.SeatField(_field, holder) | t.Map(_field, _, holder):
                return self.of(holder, view).told() | self._named_pieces(term, view)
            case t.Equal(left, right):
                return self._equal(left, right, view)
            case t.In():
                return self._joined(term, view).told()
            case t.Difference(left, right):
                kept, dropped = self.of(left, view), self.of(right, view)
                tells = kept.tells | dropped.tells | kept.pieces
                return Flow(kept.pieces, tells, kept.roams)
            case t.If(test, then, otherwise):
                return self.of(test, view).counted() | self.of(then, view) | self.of(otherwise, view)
            case t.Board() | t.Cells() | t.BoardCell() | t.Others() | t.Place() | t.Active():
                return self._counted(term, view)
            case t.Arithmetic() | t.Minus() | t.Compare() | t.Not() | t.And() | t.Or():
                return self._counted(term, view)
            case t.Amount() | t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn():
                return self._counted(term, view)
            case t.BundleAdd() | t.BundleSubtract() | t.BundleScale() | t.Resource() | t.ResourceWord():
                return self._counted(term, view)
            case _:
                assert_never(term)

    def _joined(self, term: Term, view: View) -> Flow:
        """What the parts of a term tell together."""
        made = CLEAR
        for part in t.parts(term):
            made |= self.of(part, view)
        return made

    def _counted(self, term: Term, view: View) -> Flow:
        return self._joined(term, view).counted()

    # ---- zones, counters and state ------------------------------------------------------------

    def _hides(self, name: str, whose: int, view: View) -> bool:
        """Whether a zone, counter or state is hidden from the acting seat, or from some seat if the view is public."""
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

    def _stored(self, name: str, seat: Term | None, view: View) -> Flow:
        """The value of a counter or state."""
        whose = ALL if seat is None else view.whose(seat)
        return Flow(NOTHING, frozenset({(name, whose)})) if self._hides(name, whose, view) else CLEAR

    def whose(self, zone: t.Zone, view: View) -> int:
        """Which one of the zones of one name a term is."""
        per = self.calls.checked.names.zones[zone.zone].per
        if per is None:
            return ALL
        return view.whose(zone.index) if per == "seat" else UNKNOWN

    def _zone(self, term: t.Zone, view: View) -> Flow:
        whose, index = self.whose(term, view), self._counted(term, view)
        return Flow(frozenset({(term.zone, whose)}), index.tells) if self._hides(term.zone, whose, view) else index

    def _roaming(self, term: t.Pieces | t.Owned | t.Record, view: View) -> frozenset[Hidden]:
        """Hidden zones in which pieces may lie that are named by their kind, record or owner."""
        match term:
            case t.Pieces(kind):
                return self._lying(kind, UNKNOWN, view)
            case t.Owned(kind, seat):
                return self._lying(kind, view.whose(seat), view, owned=True)
            case t.Record(record, seat):
                return self._lying(self.calls.checked.names.records[record].kind, view.whose(seat), view)
            case _:
                assert_never(term)

    def _named_pieces(self, term: Term, view: View) -> Flow:
        """Pieces that are the value of a field or state may lie in any zone."""
        kind = term.kind.member or term.kind
        if kind.base != "piece":
            return CLEAR
        kinds = self.calls.checked.names.pieces if kind.of is None else (kind.of,)
        return Flow(roams=frozenset().union(*(self._lying(one, UNKNOWN, view) for one in kinds)))

    def _lying(self, kind: str, whose: int, view: View, owned: bool = False) -> frozenset[Hidden]:
        """Hidden zones in which pieces of a kind may lie; none for a kind of cells."""
        names = self.calls.checked.names
        found = set()
        for zone in names.world.zones:
            lies = kind in zone.of and (not owned or zone.per == "seat" or names.pieces[kind].per == "seat")
            where = ALL if zone.per is None else whose if zone.per == "seat" else UNKNOWN
            if lies and self._hides(zone.id, where, view):
                found.add((zone.id, where))
        return frozenset(found)

    # ---- fields and tests ---------------------------------------------------------------------

    def _built_in_field(self, term: t.BuiltInField, view: View) -> Flow:
        match term.field:
            case "cell":
                return self.of(term.holder, view).counted()
            case "owner":
                return self._owner(term, view, CLEAR)
            case "row" | "column" | "face" | "shows" | "place":
                return self.of(term.holder, view).told()
            case _:
                assert_never(term.field)

    def _owner(self, term: t.BuiltInField, view: View, other: Flow, mine: bool = False) -> Flow:
        """The owner of a piece tells where the piece lies, unless the declaration of its kind says whose it is.

        `mine`: the value only says whether the acting seat is the owner, which this seat can see.
        """
        names, holder = self.calls.checked.names, term.holder
        flow = self.of(holder, view)
        declared = holder.kind.of in names.pieces and names.pieces[str(holder.kind.of)].per == "seat"
        zones = [(zone, whose) for zone, whose in flow.roams if names.zones[zone].per == "seat"]
        if mine:
            zones = [(zone, whose) for zone, whose in zones if names.zones[zone].seen != "owner"]
        return Flow(NOTHING, flow.tells | other.tells | (NOTHING if declared else frozenset(zones)))

    def _equal(self, left: Term, right: Term, view: View) -> Flow:
        both = self.of(left, view) | self.of(right, view)
        if isinstance(left, t.Nothing) or isinstance(right, t.Nothing):
            return both.counted()
        for one, other in ((left, right), (right, left)):
            if isinstance(one, t.BuiltInField) and one.field == "owner":
                mine = view.whose(other) == t.ME and not view.public
                return self._owner(one, view, self.of(other, view), mine)
        return both.told()

    # ---- phrases and built-in queries -----------------------------------------------------------

    def _built_in(self, term: t.BuiltIn, view: View) -> Flow:
        made = self._joined(term, view)
        match QUERIES[term.query].gives:
            case "members":
                return made
            case "number" | "test" | "cells" | "seat" | "seats" | "numbers" | "word":
                return made.counted()
            case gives:
                assert_never(gives)

    def _phrase(self, term: t.Phrase, view: View) -> Flow:
        source = self.of(term.source, view)
        inner = view.knowing(term.var, term.where, term.var)
        inner.flows[term.var] = Flow(source.pieces, NOTHING, source.roams)
        told = source.counted() | self.of(term.where, inner).counted()
        for part in (term.value, *term.keys):
            if part is not None:
                told |= self.of(part, inner).counted()
        match QUERIES[term.query].gives:
            case "members":
                return Flow(source.pieces, told.tells, self.narrowed(source.roams, term.where, term.var, view))
            case "number" | "test" | "cells" | "seat" | "seats" | "numbers" | "word":
                return told
            case gives:
                assert_never(gives)

    def narrowed(self, roams: frozenset[Hidden], where: Term, var: int, view: View) -> frozenset[Hidden]:
        """Hidden zones in which pieces may lie that pass a test. Pieces on boards are visible to all seats.

        A test that is not recognised here leaves all zones, which is the careful answer.
        """
        match where:
            case t.And(tests):
                for test in tests:
                    roams = self.narrowed(roams, test, var, view)
                return roams
            case t.Or(tests):
                return frozenset().union(*(self.narrowed(roams, test, var, view) for test in tests))
            case t.Not(t.Equal(left, t.Nothing()) | t.Equal(t.Nothing(), left)):
                return NOTHING if _is_cell(left, var) else roams
            case t.Equal(t.Nothing()) | t.Equal(_, t.Nothing()):
                return roams
            case t.Equal(left, right):
                return NOTHING if _is_cell(left, var) or _is_cell(right, var) else roams
            case t.In(t.Var(number), group) if number == var:
                found = self.of(group, view)
                return roams if found.pieces or found.roams else NOTHING
            case t.In(member):
                return NOTHING if _is_cell(member, var) else roams
            case t.Query():
                return self._narrowed_by_query(roams, where, var, view)
            case _:
                return roams

    def _narrowed_by_query(self, roams: frozenset[Hidden], where: t.Query, var: int, view: View) -> frozenset[Hidden]:
        node = ("query", where.query, "")
        text = self.calls.texts[node]
        if text.value is None or self.calls.rules_of.get(node):
            return roams
        for (_name, param, _kind), given in zip(text.params, where.given, strict=True):
            if isinstance(given, t.Var) and given.number == var:
                flows = FIXED | {number: CLEAR for _name, number, _kind in text.params}
                return self.narrowed(roams, text.value, param, View(ME, flows, public=view.public))
        return roams

    # ---- texts that are called ------------------------------------------------------------------

    def _query(self, term: t.Query, view: View) -> Flow:
        node = ("query", term.query, "")
        text = self.calls.texts[node]
        summary = self._summary(node, text, view.public)
        args = {number: arg for (_name, number, _kind), arg in zip(text.params, term.given, strict=True)}
        flows = {number: self.of(arg, view) for number, arg in args.items()}
        tells = frozenset(x for flow in flows.values() for x in flow.tells)
        placed = [self._placed(x, args, flows, view) for x in (summary.pieces, summary.tells, summary.roams)]
        given = (flows[number].roams for zone, number in summary.pieces if not zone)
        return Flow(placed[0], tells | placed[1], placed[2].union(*given))

    def _placed(
        self, hidden: frozenset[Hidden], args: dict[int, Term], flows: dict[int, Flow], view: View
    ) -> frozenset[Hidden]:
        """The flow of a query in terms of the text that calls it."""
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

    def _summary(self, node: Node, text: CheckedText, public: bool) -> Flow:
        """What a query tells, with the rules that change it."""
        key = (node, public)
        if key not in self._texts:
            self._texts[key] = CLEAR
            given = {number: Flow(frozenset({("", number)})) for _name, number, _kind in text.params}
            view = View(ME, FIXED | given, public=public)
            made = CLEAR if text.value is None else self.of(text.value, view)
            for rule in self.calls.rules_of.get(node, ()):
                changed = self.calls.rules[rule]
                for term in (changed.body.value, changed.where):
                    if term is not None:
                        made |= self.of(term, view)
            self._texts[key] = made
        return self._texts[key]

    def _held(self, target: Node, public: bool) -> Flow:
        """What the texts tell that pieces or cells hold in a field."""
        key = (target, public)
        if key not in self._texts:
            self._texts[key] = made = CLEAR
            for node in self.calls.held_by(target):
                value = self.calls.texts[node].value
                if value is not None:
                    made |= self.of(value, View(ME, dict(FIXED), public=public))
            self._texts[key] = made
        return self._texts[key]


def _is_cell(term: Term, var: int) -> bool:
    """Whether a term is the cell of the piece that a variable stands for."""
    match term:
        case t.BuiltInField("cell", t.Var(number)):
            return number == var
        case _:
            return False
