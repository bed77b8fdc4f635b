"""Finds what `possible { }` reads: the values that decide whether a block can be done.

The block is only tried, so nothing in it is an answer of a seat and nothing in it becomes visible. Therefore this walk
keeps pieces hidden that the block chooses or moves. It follows the verbs, effects and lasting rules of the block up to
where looking ahead ends. Statements after the last one that may be impossible do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import ANY, CLEAR, Flow, Views, views_of
from solenia_rules.check.secrets.short_queries import membership
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls, Node, held_field
from solenia_rules.checked.failing import Failing
from solenia_rules.checked.terms import Term
from solenia_rules.text.frozen import define, field, frozen


@frozen(eq=False)
class Read:
    """A value that decides whether a block can be done, and what it tells."""

    term: Term
    mine: Flow
    """What the value tells the acting seat."""
    everyone: Flow
    """What the value tells all seats."""


@define(eq=False)
class Foreseen:
    """The walk for one block."""

    calls: Calls
    flows: Flows
    failing: Failing
    _followed: set[object] = field(factory=set)
    """Texts that were followed, with the flows of what they were given."""

    def block(self, acts: Acts, views: Views, later: bool = False) -> Iterator[Read]:
        """What statements read. `later`: whether something that follows them may be impossible."""
        for index, act in enumerate(acts):
            follows = later or self.failing.any(acts[index + 1 :])
            if not follows and not self.failing.act(act):
                return
            yield from self._act(act, views, follows)
            if self.failing.ends(act):
                return

    def _act(self, act: Act, views: Views, later: bool) -> Iterator[Read]:
        match act:
            case a.Let(var, _name, value):
                views.bind(var, self.flows.of(value, views.mine), self.flows.of(value, views.everyone))
            case a.LetPossible(var, _name, body):
                tells = Flow(), Flow()
                for read in self.block(body, views.inner()):
                    tells = tells[0] | read.mine, tells[1] | read.everyone
                views.bind(var, *tells)
            case a.Choose(var, _name, source, where):
                yield from self._members(var, source, where, views)
                if act.quota is not None:
                    yield self._read(act.quota, views)
                yield from self.block(act.body or (), views if act.body is None else views.inner(), later)
            case a.For(var, _name, source, where):
                inner = views.inner()
                yield from self._members(var, source, where, inner)
                yield from (self._read(key, inner) for key in act.keys)
                yield from self.block(act.body, inner, later or self.failing.any(act.body))
            case a.As():
                yield self._read(act.seats, views)
                inner = _as_all(views.acting(act, membership(act.seats, ANY, self.calls)[1]))
                yield from self.block(act.body, inner, later or self.failing.any(act.body))
            case a.Repeat(times, body):
                yield self._read(times, views)
                yield from self.block(body, views.inner(), later or self.failing.any(body))
            case a.If() | a.ChooseWay() | a.May() | a.Try() | a.IfPossible() | a.Phase():
                yield from (self._read(term, views) for term in a.terms_of(act))
                for block in a.blocks_of(act):
                    yield from self.block(block, views.inner(), later)
            case a.DoVerb():
                yield from self._verb(act, views, later)
            case a.RunHeld(_field, _me, holder):
                yield self._read(holder, views, named=True)
                given = {t.THIS: (self.flows.of(holder, views.mine), self.flows.of(holder, views.everyone))}
                for node in self.calls.held_by(held_field(act)):
                    yield from self._text(node, given, later)
            case a.Pay(_me, what):
                mine, everyone = (self.flows.paid_from(what, view) for view in views.levels)
                read = self._read(what, views)
                yield Read(what, read.mine | mine, read.everyone | everyone)
            case a.GiveUp(_me, what):
                mine, everyone = (self.flows.past_limits(what, view) for view in views.levels)
                yield Read(what, mine, everyone)
            case a.Move(_me, pieces, target, position):
                yield self._read(pieces, views, named=True)
                yield from (self._read(term, views) for term in t.parts(target))
                if position is not None:
                    yield self._read(position, views)
            case a.TurnOver(_me, piece) | a.StartRules(_, _me, piece):
                yield self._read(piece, views, named=True)
            case a.SetTo(place, value) | a.AddTo(place, value):
                yield from (self._read(term, views) for term in (*t.parts(place), value))
            case (
                a.Gain() | a.Lose() | a.Need() | a.Draw() | a.Shuffle() | a.Roll() | a.Show() | a.Stop() | a.Win()
                | a.Note() | a.Forget()
            ):  # fmt: skip
                yield from (self._read(term, views) for term in a.terms_of(act))
            case a.DrawWord(var):
                views.bind(var, CLEAR, CLEAR)
            case a.LetRandom(var):
                member = act.any_member
                views.bind(var, self.flows.of(member, views.mine), self.flows.of(member, views.everyone))
            case _:
                assert_never(act)

    def _read(self, term: Term, views: Views, named: bool = False) -> Read:
        """`named`: whether it also counts which pieces these are."""
        mine, everyone = (self.flows.of(term, view) for view in views.levels)
        return Read(term, _named(mine), _named(everyone)) if named else Read(term, mine.counted(), everyone.counted())

    def _members(self, var: int, source: Term, where: Term, views: Views) -> Iterator[Read]:
        """A choice or a loop reads its set and its test. Its members are as hidden as the set."""
        yield self._read(source, views)
        tested, members = [], []
        for view in views.levels:
            found = self.flows.of(source, view)
            tested.append(self.flows.of(where, self.flows.inside(var, source, found, where, view)).counted())
            members.append(self.flows.member(var, source, found, where, view))
        yield Read(where, tested[0], tested[1])
        views.bind(var, members[0], members[1])

    # ---- texts that are called ----------------------------------------------------------------------

    def _verb(self, act: a.DoVerb, views: Views, later: bool) -> Iterator[Read]:
        node = ("verb", act.verb, "")
        text = self.calls.texts[node]
        given = {
            number: (self.flows.of(arg, views.mine), self.flows.of(arg, views.everyone))
            for (_name, number, _kind), arg in zip(text.params, act.given, strict=True)
        }
        for rule in self.calls.rules_of.get(node, ()):
            yield from self._rule(rule, given)
        if act.stands_for is not None:
            yield from self._act(act.stands_for, views, later)
        else:
            yield from self._text(node, given, later)

    def _text(self, node: Node, given: dict[int, tuple[Flow, Flow]], later: bool) -> Iterator[Read]:
        key = (node, tuple(given.items()), later)
        if key not in self._followed:
            self._followed.add(key)
            yield from self.block(self.calls.texts[node].acts, views_of(given), later)

    def _rule(self, node: Node, given: dict[int, tuple[Flow, Flow]]) -> Iterator[Read]:
        """A lasting rule, which any seat may have. The verb that it hangs on may be impossible after it."""
        key = (node, tuple(given.items()))
        if key in self._followed:
            return
        self._followed.add(key)
        rule, views = self.calls.rules[node], views_of(given)
        if rule.by != "me":
            views = _as_all(views)
        views = Views(self.flows.rule_view(node, views.mine), self.flows.rule_view(node, views.everyone))
        holds = self.flows.holds_while(node)
        if holds is not None:
            yield self._read(holds, views)
        views.bind(t.THIS, *(self.flows.rule_holder(node, view) for view in views.levels))
        if rule.where is not None:
            yield self._read(rule.where, views)
        yield from self.block(rule.body.acts, views, later=True)


def _named(flow: Flow) -> Flow:
    """What a term tells about which pieces are meant."""
    return Flow(tells=flow.tells | flow.pieces | flow.roams | flow.members) if flow != CLEAR else CLEAR


def _as_all(views: Views) -> Views:
    """What a value tells where another seat acts: the seat that looks ahead knows only what all seats know."""
    return Views(views.everyone.inner(), views.everyone, views.named)
