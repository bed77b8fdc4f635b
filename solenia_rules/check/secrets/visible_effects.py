"""Checks what is made visible by single statements (built-in verbs, and values that are written into fields, counters
and state) and by queries that are shown at the table. The search for leaks (`leaks`) walks through the texts and asks
here about each statement without a block."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.knowledge import ALL, CLEAR, Change, Flow, Views, is_me, variables, views_of
from solenia_rules.check.secrets.noticing import Noticing
from solenia_rules.check.secrets.reports import Reports
from solenia_rules.check.secrets.telling import Telling
from solenia_rules.check.secrets.windows import Windows
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.summaries import Summaries, bare
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.kinds import NUMBER, SEAT
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import define, field


@define(eq=False)
class VisibleEffects:
    """What statements of one ruleset tell by what they do."""

    summaries: Summaries
    noticing: Noticing
    windows: Windows
    secret_fields: frozenset[str]
    """Fields of pieces that are known to be written while not all seats see the piece."""
    secretly_written: set[str] = field(factory=set)
    """Such fields that this walk finds."""
    calls: Calls = field(init=False)
    flows: Flows = field(init=False)
    reports: Reports = field(init=False)
    telling: Telling = field(init=False)
    owned: frozenset[str] = field(init=False)
    """Zones that their owner sees."""

    def __attrs_post_init__(self) -> None:
        self.calls = self.summaries.calls
        self.flows = Flows(self.calls, self.summaries.footprint, self.secret_fields)
        self.reports = Reports(self.calls, self.flows.hidden_rules)
        self.telling = Telling(self.calls, self.flows, self.noticing, self.windows, self.reports)
        zones = self.calls.checked.names.world.zones
        self.owned = frozenset(zone.id for zone in zones if zone.seen == "owner" and zone.per == "seat")

    def _flows(self, term: Term, views: Views) -> tuple[Flow, Flow]:
        return self.flows.of(term, views.mine), self.flows.of(term, views.everyone)

    def _unshown(self, term: Term, views: Views) -> tuple[Flow | None, Flow | None]:
        """The flows of dice if nothing was shown: they may be rolled later. None for other things."""
        if not self.flows.is_die(term):
            return None, None
        mine, everyone = (self.flows.of(term, view.before_showing()).each() for view in views.levels)
        return mine, everyone

    def _changes(self, act: Act, views: Views) -> frozenset[Change]:
        """Zones that a statement changes, with everything that it calls."""
        arrivals = self.summaries.of_act(act).arrivals
        return frozenset((zone, whose in views.me) for zone, whose in arrivals)

    def _is_unseen(self, pieces: Term, views: Views) -> bool:
        return self.noticing.is_unseen(pieces, views.me, views.unseen)

    def _shown_query(self, query: r.Query) -> None:
        """A query that is shown at the table tells all seats its value, at any time."""
        names = self.calls.checked.names
        everyone = views_of({}).everyone
        given: list[Term] = []
        for number, param in enumerate(query.params):
            kind = names.kind(param.kind)
            assert kind is not None
            everyone.flows[t.FIRST_FREE + number] = CLEAR
            given.append(t.Var(t.FIRST_FREE + number, kind))
        asked = t.Query(query.id, t.Var(t.ME, SEAT), tuple(given), NUMBER, span=query.span)
        hidden = self.flows.of(asked, everyone).told().tells
        if hidden:
            message = f"`{query.id}` is shown and would tell all seats what lies hidden in {self.reports.names(hidden)}"
            hint = "show only what all seats may know, or leave out `shown`"
            self.reports.add("E402", message, query.span, hint, asked, hidden)

    def _written(self, term: Term, views: Views) -> None:
        """A value becomes visible to all seats; if it is a piece, its name."""
        mine, everyone = self._flows(term, views)
        self.telling.written(term, mine.told(), everyone.told())

    def _write(self, place: a.Writable, value: Term, views: Views) -> None:
        if isinstance(place, (t.Field, t.BuiltInField)):
            self._note_field(place.field, place.holder, views)
        to_me, to_others = self._readers(place, views)
        for term in t.parts(place):
            mine, everyone = (flow.about_others() for flow in self._flows(term, views))
            self.telling.written(term, mine if to_me else CLEAR, everyone if to_others else CLEAR)
        mine, everyone = (flow.told() for flow in self._flows(value, views))
        self.telling.written(value, mine if to_me else CLEAR, everyone if to_others else CLEAR)

    def _note_field(self, name: str, holder: Term, views: Views) -> None:
        """Note a field that is written. All seats can tell its value only if they can tell which piece it is."""
        flow = self.flows.of(holder, views.everyone)
        chosen = isinstance(holder, t.Var) and holder.number not in views.named
        if flow.pieces or (flow.roams and chosen):
            self.secretly_written.add(name)

    def _readers(self, place: a.Writable, views: Views) -> tuple[bool, bool]:
        """Whether the acting seat, and other seats, may read what is written there."""
        names = self.calls.checked.names
        match place:
            case t.Counter(name):
                return _seen_by(names.counters[name].size_seen, place.seat, views)
            case t.State(name):
                return (
                    (False, False) if names.state[name].judged else _seen_by(names.state[name].seen, place.seat, views)
                )
            case t.Field() | t.BuiltInField():
                mine, everyone = self._flows(place.holder, views)
                if self._is_unseen(place.holder, views):
                    return not mine.pieces, False
                shown = self.noticing.may_be_shown(place.holder)
                if not (mine.pieces and everyone.pieces):
                    return True, shown or not everyone.pieces
                return shown, shown or any(names.zones[zone].seen == "owner" for zone, _whose in mine.pieces)
            case _:
                assert_never(place)

    def _built_in(self, act: a.BuiltInAct, done: Acts, views: Views) -> None:
        """`done`: what is done only if the statement is possible."""
        match act:
            case a.Gain() | a.Lose() | a.GiveUp():
                self._amount(act.what, views)
            case a.Pay():
                self._amount(act.what, views)
                self.telling.possible(act, done, views)
            case a.Need():
                self.telling.possible(act, done, views)
            case a.Show():
                self.telling.shown_pieces(act, views)
                self.telling.shown_to(act.seats, views)
                what = bare(act.pieces)
                views.show(what, self.flows.whose(what, views.mine) if isinstance(what, t.Zone) else ALL, act.seats)
            case a.Shuffle():
                self._chosen_by_rules(act.zone, views)
                views.forget(self._changes(act, views), self.owned)
            case a.Move():
                self._move(act, views)
            case a.Draw():
                for term in (act.number, act.source, act.target):
                    self._chosen_by_rules(term, views)
                views.forget(self._changes(act, views), self.owned)
            case a.TurnOver():
                self._note_field("face", act.piece, views)
                self._chosen_by_rules(act.piece, views)
            case a.Roll():
                self._chosen_by_rules(act.die, views)
                views.forget(self._changes(act, views), self.owned)
                flow = self.flows.of(act.die, views.everyone)
                if flow.pieces | flow.roams:
                    self.secretly_written.add("shows")
            case a.Stop() | a.Win() | a.Note() | a.Forget():
                pass
            case _:
                assert_never(act)

    def _really_happens(self, act: a.BuiltInAct, views: Views) -> tuple[Flow, Flow] | None:
        """What rules on a verb learn from the amount that really happens: the words that the seat chooses, and how far
        its counters reach. None: the amount is what the text says, or there is none."""
        facts, given = a.facts_of(act), a.slots_of(act)
        match facts.writes:
            case "more":
                exact = True
            case "less":
                exact = facts.fails
            case "nothing" | "place" | "face" | "shows" | "rules" | "history":
                return None
            case _:
                assert_never(facts.writes)
        what = given["what"]
        if exact and not t.may_be_open(what):
            return None
        return self.flows.paid_from(what, views.mine), self.flows.paid_from(what, views.everyone)

    def _chosen_by_rules(self, term: Term, views: Views) -> None:
        """Something visible is done with these things: what decides which things they are becomes known, besides the
        things themselves."""
        mine, everyone = (flow.about_others() for flow in self._flows(term, views))
        self.telling.written(term, mine, everyone)

    def _announced(self, act: a.Choose, flow: Flow) -> None:
        """Check an open choice among pieces: all seats are told which piece is chosen."""
        hidden = flow.pieces | flow.roams
        if hidden:
            message = f"all seats would be told a piece that lies hidden in {self.reports.names(hidden)}"
            hint = f"leave out `openly`, and show what is chosen: `choose {act.name} in ...; show {act.name} to seats`"
            self.reports.add("E406", message, act.span, hint, act.source, hidden)

    def _amount(self, bundle: Term, views: Views) -> None:
        """How much is gained, paid or lost is told to all who see the total of one of the counters."""
        counters = self.calls.checked.names.counters
        seen = {counters[name].size_seen for _sort, name in self.summaries.footprint.bundle_counters(bundle)}
        mine, everyone = self._flows(bundle, views)
        self.telling.written(bundle, mine if seen != {"nobody"} else CLEAR, everyone if "all" in seen else CLEAR)

    def _move(self, act: a.Move, views: Views) -> None:
        self._chosen_by_rules(act.pieces, views)
        known = True
        told: list[list[Flow]] = [[], [], []]
        for view in views.levels:
            moved, to = self.flows.of(act.pieces, view), self.flows.of(act.target, view)
            at = CLEAR if act.position is None else self.flows.of(act.position, view)
            visible = self.telling.is_visible(act.target, view)
            own = moved.pieces | moved.roams | moved.members if visible else frozenset()
            told[0].append(Flow(tells=to.tells - own - to.pieces))
            told[1].append(Flow(tells=at.tells - own))
            told[2].append(moved.counted() if view.public and _number_is_told(act.pieces) and not visible else CLEAR)
            if visible:
                for number in variables((act.pieces,)):
                    view.bind(number, CLEAR)
            known = known and (view.public or not moved.pieces | moved.roams)
        self.telling.written(act.target, *told[0])
        if act.position is not None:
            self.telling.written(act.position, *told[1])
        self.telling.written(act.pieces, *told[2])
        views.forget(self._changes(act, views), self.owned, known)


def _seen_by(seen: str, seat: Term | None, views: Views) -> tuple[bool, bool]:
    """Whether the acting seat, and other seats, see a counter or state of a seat."""
    if seen == "owner" and seat is not None:
        mine = is_me(seat, views.me)
        return mine, not mine
    return seen == "all", seen == "all"


def _number_is_told(pieces: Term) -> bool:
    """Whether the number of these pieces tells what a test says about them: not of one piece, or of all but one."""
    if bare(pieces).kind.base != "set":
        return False
    match pieces:
        case t.Phrase(_, _, _, t.Not(t.Equal(t.Var(), t.Var()))):
            return False
        case _:
            return True
