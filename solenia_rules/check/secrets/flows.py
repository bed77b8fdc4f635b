"""Works out what a value tells about hidden pieces, counters and state.

A term and a view give a `Flow`. Queries, lasting rules on them and texts that pieces hold are followed with the flows
of what they are given; the result for the same flows is kept.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.secrets.hidden_rules import is_cell
from solenia_rules.check.secrets.hiding import Hiding
from solenia_rules.check.secrets.knowledge import (
    ALL,
    CLEAR,
    FIXED,
    ME,
    NOTHING,
    UNKNOWN,
    Flow,
    Hidden,
    View,
    in_other_text,
    is_closed,
    view_key,
)
from solenia_rules.check.secrets.short_queries import tests_passed
from solenia_rules.checked import terms as t
from solenia_rules.checked.calls import Node, held_field
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.dsl.builtins import QUERIES
from solenia_rules.text.frozen import define, evolve, field


@define(eq=False)
class Flows(Hiding):
    """The flows of the values of one ruleset."""

    secret_fields: frozenset[str]
    """Fields of pieces that are written while not all seats see the piece."""
    _kept: dict[object, Flow] = field(factory=dict)
    """(text, view at its beginning) -> what the text tells."""

    def of(self, term: Term, view: View) -> Flow:
        """What a value tells the acting seat, or all seats if the view is public."""
        if term in view.shown:
            return CLEAR
        match term:
            case t.Const():
                return CLEAR
            case t.Amount() | t.BundleAdd():
                return self._counted(term, view)
            case t.Var(number):
                flow = view.flows[number]
                return flow | self._rolled(term, view) if number in view.rolled and self.is_die(term) else flow
            case t.Nothing() | t.Param() | t.Words() | t.Seats():
                return CLEAR
            case t.Times():
                return CLEAR  # histories keep only what all seats see
            case t.Zone():
                return self._zone(term, self._counted(term, view), view)
            case t.Counter(name) | t.CounterBundle(name) | t.State(name):
                return self.stored(name, term.seat, view) | self._counted(term, view) | self._named_pieces(term, view)
            case t.Pieces() | t.Owned() | t.Single() | t.Record():
                return self._pieces(term, self._counted(term, view).tells, view)
            case t.Union() | t.Listed():
                return self._joined(term, view)
            case t.Difference():
                return self._difference(self.of(term.left, view), self.of(term.right, view))
            case t.Phrase():
                return self._phrase(term, view)
            case t.Query():
                return self._query(term, view)
            case t.BuiltIn():
                return self._built_in(term, view)
            case t.HeldValue():
                return self._held(term, view)
            case t.Active():
                return self._active(term.holder, view)
            case t.BuiltInField():
                return self._built_in_field(term.field, term.holder, view)
            case t.Map(name, True):
                return self._built_in_field(t.built_in_field(name), term.source, view)
            case t.Field() | t.Map():
                holder = term.holder if isinstance(term, t.Field) else term.source
                return self._field(term.field, self.of(holder, view)) | self._named_pieces(term, view)
            case t.SeatField():
                return self.of(term.seat, view).told() | self._named_pieces(term, view)
            case t.Equal():
                return self._equal(term.left, term.right, view)
            case t.In():
                return self._in(self.of(term.member, view), self.of(term.group, view))
            case t.If():
                return self.of(term.test, view).counted() | self.of(term.then, view) | self.of(term.otherwise, view)
            case t.Board() | t.Cells() | t.BoardCell() | t.Others() | t.Place():
                return self._counted(term, view)
            case t.Arithmetic() | t.Minus() | t.Compare() | t.Not() | t.And() | t.Or():
                return self._counted(term, view)
            case t.AmountOf() | t.AmountFree() | t.AmountIn() | t.AmountOfIn():
                return self._counted(term, view)
            case t.BundleSubtract() | t.BundleScale() | t.Resource() | t.ResourceWord():
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

    # ---- totals and sets ------------------------------------------------------------

    def _total(self, bundle: t.CounterBundle, view: View) -> Flow:
        """The total of a counter of a seat."""
        whose = ALL if bundle.seat is None else view.whose(bundle.seat)
        hidden = self.hides_total(bundle.counter, whose, view)
        return self._counted(bundle, view) | (Flow(tells=frozenset({(bundle.counter, whose)})) if hidden else CLEAR)

    def _difference(self, kept: Flow, dropped: Flow) -> Flow:
        """Pieces that may lie anywhere, without those that lie in a hidden zone: the rest tells what lies there."""
        members = kept.members | (dropped.pieces | dropped.members if kept.roams else NOTHING)
        return Flow(kept.pieces, kept.tells | dropped.tells | kept.pieces, kept.roams, members)

    # ---- fields and tests ---------------------------------------------------------------------

    def _built_in_field(self, name: t.BuiltInFieldName, holder: Term, view: View) -> Flow:
        flow = self.of(holder, view)
        match name:
            case "cell":
                return flow.counted()
            case "owner":
                return self._owner(holder, flow)
            case "face" | "shows":
                return self._field(name, flow)
            case "row" | "column":
                return flow.told()
            case "place":
                return self._place(holder, view)
            case _:
                assert_never(name)

    def _field(self, name: str, holder: Flow) -> Flow:
        """A field of pieces. If it is written while they are hidden, its value tells something about these zones."""
        return holder.told() | (Flow(NOTHING, holder.roams) if name in self.secret_fields else CLEAR)

    def _place(self, holder: Term, view: View) -> Flow:
        """The place of a piece in its zone tells where the piece lies, also of a piece that was shown by itself."""
        whole = view.inner()
        whole.shown = frozenset()
        flow = self.of(holder, whole)
        return flow.told() | Flow(NOTHING, flow.roams)

    def _equal(self, left: Term, right: Term, view: View) -> Flow:
        both = self.of(left, view) | self.of(right, view)
        if isinstance(left, t.Nothing) or isinstance(right, t.Nothing):
            return both.counted()
        for one, other in ((left, right), (right, left)):
            match one:
                case t.BuiltInField("owner"):
                    mine = view.whose(other) == t.ME and not view.public
                    return self._owner(one.holder, self.of(one.holder, view), mine) | self.of(other, view).counted()
                case _:
                    pass
        return both.told()

    def _in(self, member: Flow, group: Flow) -> Flow:
        """Whether a thing is a member of a set. Of a visible piece it is known that it does not lie in hidden zones."""
        hidden = member.pieces | member.roams | member.members
        return member.told() | (group.told() if hidden else group.counted())

    # ---- phrases and built-in queries -----------------------------------------------------------

    def _built_in(self, term: t.BuiltIn, view: View) -> Flow:
        if term.query == "count" and isinstance(term.given[0], t.CounterBundle):
            return self._total(term.given[0], view)
        made, query = self._joined(term, view), QUERIES[term.query]
        match query.reads:
            case "nothing":
                pass
            case "counters":
                made |= self.paid_from(term.given[0], view)
            case reads:
                assert_never(reads)
        match query.gives:
            case "members":
                return made
            case "number" | "test" | "cells" | "seat" | "seats" | "numbers" | "word" | "bundles":
                return made.counted()
            case gives:
                assert_never(gives)

    def _closure(self, term: t.Phrase, value: Term, view: View) -> Flow:
        """A set that grows: what is added tells what the values of all members tell, also of those added before."""
        source = self.of(term.source, view)
        first = self.inside(term.var, term.source, source, term.where, view)
        told = source.counted() | self.of(term.where, first).counted()
        made = first.flows[term.var]
        while True:
            more = self.of(value, self.inside(term.var, None, made, t.TRUE_TERM, view))
            told |= more.counted()
            grown = made | more.each()
            if grown == made:
                return evolve(made, tells=told.tells)
            made = grown

    def _phrase(self, term: t.Phrase, view: View) -> Flow:
        if term.query == "closure":
            assert term.value is not None
            return self._closure(term, term.value, view)
        source = self.of(term.source, view)
        inner = self.inside(term.var, term.source, source, term.where, view)
        told = source.counted() | self.of(term.where, inner).counted()
        for part in (term.value, *term.keys):
            if part is not None:
                told |= self.of(part, inner).counted()
        if term.over is not None:
            told |= self.of(term.over, view).counted()
        match QUERIES[term.query].gives:
            case "members":
                return evolve(inner.flows[term.var], tells=told.tells)
            case "number" | "test" | "cells" | "seat" | "seats" | "numbers" | "word" | "bundles":
                return told
            case gives:
                assert_never(gives)

    def member(self, var: int, group: Term, source: Flow, where: Term, view: View) -> Flow:
        """One of the members of a set that pass a test."""
        return self.inside(var, group, source, where, view).flows[var]

    def inside(self, var: int, group: Term | None, source: Flow, where: Term, view: View) -> View:
        """The view in which a test is read of the members of a set, with the variable that stands for a member.
        `group`: the set as it is written; `source`: its flow.

        The test is never read of pieces that fail a part of it, so the other parts cannot tell where these lie.
        """
        inner = view.inner()
        inner.know(var, tests_passed(group, where, var, self.calls), var)
        inner.bind(var, source.each())
        roams = self.narrowed(source.roams, where, var, inner)
        inner.flows[var] = Flow(source.pieces, NOTHING, roams, source.members if roams else NOTHING)
        return inner

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
                return NOTHING if is_cell(left, var) else roams
            case t.Equal(t.Nothing()) | t.Equal(_, t.Nothing()):
                return roams
            case t.Equal():
                return NOTHING if is_cell(where.left, var) or is_cell(where.right, var) else roams
            case t.In(t.Var(number)) if number == var:
                found = self.of(where.group, view)
                return roams if found.pieces or found.roams else NOTHING
            case t.In():
                return NOTHING if is_cell(where.member, var) else roams
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
                callee, _seats = self._callee(where, view)
                return self.narrowed(roams, text.value, param, callee)
        return roams

    # ---- texts that are called ------------------------------------------------------------------

    def _query(self, term: t.Query, view: View) -> Flow:
        """What a query tells, with the rules that change it. A table tells what its parameters tell."""
        node = ("query", term.query, "")
        text = self.calls.texts[node]
        callee, seats = self._callee(term, view)
        key = (node, view_key(callee))
        if key not in self._kept:
            self._kept[key] = made = CLEAR
            read = [t.Var(number, kind) for _name, number, kind in text.params] if text.value is None else [text.value]
            for value in read:
                made |= self.of(value, callee)
            for rule in self.calls.rules_of.get(node, ()):
                made |= self._modified(rule, callee)
            self._kept[key] = made
        return in_other_text(self._kept[key], seats)

    def _callee(self, term: t.Query, view: View) -> tuple[View, dict[int, int]]:
        """The view at the beginning of a query, and what its seats are called where it is asked."""
        params = [number for _name, number, _kind in self.calls.texts["query", term.query, ""].params]
        outward = {t.ME: view.whose(term.me), ALL: ALL}
        outward |= {number: view.whose(given) for number, given in zip(params, term.given, strict=True)}
        inward = {whose: number for number, whose in reversed(outward.items()) if whose != UNKNOWN}
        flows = dict(FIXED)
        for number, given in zip(params, term.given, strict=True):
            flows[number] = in_other_text(self.of(given, view), inward)
        me = frozenset(number for number, whose in outward.items() if whose == t.ME)
        zones = frozenset(evolve(x, whose=inward[x.whose]) for x in view.zones if x.whose in inward and is_closed(x))
        shown = frozenset(x for x in view.shown if not any(isinstance(part, t.Var) for part in all_terms((x,))))
        return View(view.public, me, flows, shown, zones), outward

    def _modified(self, rule: Node, callee: View) -> Flow:
        """What a rule that changes a query adds to its flow.

        In a rule of a piece by others, or by anyone, `me` is the owner of the piece, not the seat that asks.
        """
        changed, inner = self.calls.rules[rule], self.rule_view(rule, callee)
        if self.calls.record_of[rule] is not None and changed.by != "me":
            inner.me = frozenset()
            inner.zones = frozenset(x for x in inner.zones if x.whose == ALL)
        holder, holds = self.rule_holder(rule, inner), self.holds_while(rule)
        made = Flow(NOTHING, self._place_told(changed, holder))
        if holds is not None:
            made |= self.of(holds, inner).counted()
        inner.flows[t.THIS] = holder
        for term in (changed.body.value, changed.where):
            if term is not None:
                made |= self.of(term, inner)
        return made

    def rule_view(self, rule: Node, callee: View) -> View:
        """The view at the beginning of a lasting rule, from that of the verb or query that it is on."""
        inner = callee.inner()
        named = {name: number for name, number, _kind in self.calls.texts[self.target(rule)].params}
        for name, number, _kind in self.calls.rules[rule].body.params:
            inner.flows[number] = callee.flows[named[name]]
        return inner

    def _held(self, term: t.HeldValue, view: View) -> Flow:
        """What the texts tell that pieces or cells hold in a field."""
        holder, made = self.of(term.holder, view), CLEAR
        for node in self.calls.held_by(held_field(term)):
            value = self.calls.texts[node].value
            if value is not None:
                made |= self._of_holder(node, value, holder, view)
        return holder.told() | made

    def _active(self, holder: Term, view: View) -> Flow:
        """Whether the rules of a piece or cell hold: its place matters, unless they hold only where all see it."""
        flow = self.of(holder, view)
        kind = self.calls.checked.names.pieces.get(str(holder.kind.of))
        node = ("while", str(holder.kind.of), "")
        if kind is not None and not self.hidden_rules.seen_while_rules_hold(kind):
            flow |= Flow(NOTHING, flow.roams)
        text = self.calls.texts.get(node)
        if text is None or text.value is None:
            return flow.told()
        return flow.told() | self._of_holder(node, text.value, flow, view)

    def _of_holder(self, node: Node, value: Term, holder: Flow, view: View) -> Flow:
        """A value in which `this` is a piece or cell with a flow."""
        inward = {t.ME: t.ME, ALL: ALL}
        callee = View(view.public, ME if view.me else frozenset(), FIXED | {t.THIS: in_other_text(holder, inward)})
        key = (node, view_key(callee))
        if key not in self._kept:
            self._kept[key] = CLEAR
            self._kept[key] = self.of(value, callee)
        return in_other_text(self._kept[key], inward)
