"""Checks every place where a value decides something: whom would it tell what is hidden?

Two games that a seat cannot tell apart must look the same to this seat until an answer differs, or until something
hidden becomes visible. Consequences of an answer are allowed, whatever they tell. It is also allowed that all seats
see whether a seat has a choice: a seat with only one possible answer is not asked. Each check looks at the acting seat
first, then at all other seats.
"""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.check.secrets.flows import Flows
from solenia_rules.check.secrets.foreseen import Read
from solenia_rules.check.secrets.knowledge import CLEAR, ME, Flow, Hidden, View, Views, are_all, is_me
from solenia_rules.check.secrets.noticing import NOTHING, Noticed, Noticing, alike
from solenia_rules.check.secrets.reports import JUDGED, Reports, within
from solenia_rules.check.secrets.windows import Windows
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import Calls, Node, held_field
from solenia_rules.checked.summaries import bare
from solenia_rules.checked.terms import Term, all_terms, renamed
from solenia_rules.text.frozen import define


@define(eq=False)
class Telling:
    """The checks of the values of one ruleset."""

    calls: Calls
    flows: Flows
    noticing: Noticing
    windows: Windows
    reports: Reports

    def public(self, term: Term, views: Views) -> Flow:
        """What a value tells all seats."""
        return self.flows.of(term, views.everyone)

    # ---- what happens -------------------------------------------------------------------------------

    def happens(self, term: Term, blocks: tuple[Acts, ...], views: Views, member: int | None = None) -> None:
        """The value decides which of these blocks is done, or how often. `member`: the variable of a loop over it."""
        flow = self.flows.of(term, views.mine)
        if flow.tells:
            self._happens_to_me(term, flow)
        elif (told := self.public(term, views)).tells and self.noticed(term, blocks, told, views, member):
            zones = self.reports.names(told.tells)
            message = f"what happens here would tell the others what lies hidden in {zones}"
            hint = f"show it to all first, or let the seat choose; {JUDGED}"
            self.reports.add("E402", message, term.span, hint, term, told.tells)

    def _happens_to_me(self, term: Term, flow: Flow) -> None:
        message = f"what happens here would tell `me` what lies hidden in {self.reports.names(flow.tells)}"
        hint = f"show it first, move it where it is seen, or ask only how many there are; {JUDGED}"
        self.reports.add("E402", message, term.span, hint, term, flow.tells, to_me=True)

    def noticed(
        self, term: Term, blocks: tuple[Acts, ...], flow: Flow, views: Views, member: int | None = None
    ) -> bool:
        """Whether other seats can tell which of these blocks is done, without an answer or a piece that they see."""
        found = [self.noticing.of(block, views.me, views.unseen) for block in blocks]
        if alike([*found, NOTHING] if len(blocks) == 1 else found) or self.only_asks(found, flow, views):
            return False
        return not self.made_visible(blocks, flow, views, lambda piece: _is_read(piece, term, member))

    def only_asks(self, branches: list[Noticed], flow: Flow, views: Views) -> bool:
        """Whether a test only says if there is something to choose from, which the other seats see anyway."""
        told = {name for name, _whose in flow.tells}
        return any(not one.acts and told <= self._read(one.question, views) for one in branches if one.question)

    def made_visible(
        self, blocks: tuple[Acts, ...], flow: Flow, views: Views, is_meant: Callable[[Term], bool]
    ) -> bool:
        """Whether all seats see the pieces that are meant before they notice anything else."""
        told = {name for name, _whose in flow.tells}
        for block in blocks:
            view, named, unseen = views.everyone.inner(), dict[int, Term](), views.unseen
            for act in block:
                if isinstance(act, a.Let):
                    view.bind(act.var, self.flows.of(act.value, view))
                    named[act.var] = act.value
                    if self.noticing.is_unseen(act.value, view.me, unseen):
                        unseen |= {act.var}
                elif self.noticing.of((act,), view.me, unseen):
                    pieces = self._opened(act, view)
                    if pieces is not None:
                        shown = self.flows.of(pieces, view)
                        meant = bare(pieces)
                        meant = named.get(meant.number, meant) if isinstance(meant, t.Var) else meant
                        if is_meant(meant) and told <= {name for name, _whose in shown.pieces | shown.roams}:
                            return True
                    break
        return False

    def _opened(self, act: Act, view: View) -> Term | None:
        """The pieces that a statement makes visible to all seats."""
        if isinstance(act, a.DoVerb) and act.stands_for is not None:
            act = act.stands_for
        match act:
            case a.Show() if are_all(act.seats):
                return act.pieces
            case a.Move() if self.is_visible(act.target, view):
                return act.pieces
            case _:
                return None

    def is_visible(self, target: Term, view: View) -> bool:
        """Whether a piece that is moved there is certainly visible then: a full zone takes no more pieces."""
        if target.kind.base == "cell":
            return not target.kind.optional
        if not isinstance(target, t.Zone) or self.calls.checked.names.zones[target.zone].capacity is not None:
            return False
        return not self.flows.of(target, view).pieces

    def _read(self, acts: Acts, views: Views) -> set[str]:
        """Hidden zones, counters and state that statements read, with everything that they call."""
        known = views.everyone.flows
        found: set[str] = set()
        nodes: set[Node] = set()
        waiting = [(acts, known)]
        while waiting:
            block, flows = waiting.pop()
            for act in all_acts(block):
                for term in a.terms_of(act):
                    found |= {name for name, _whose in self._secrets(term, flows)}
                called: list[Node] = []
                if isinstance(act, a.DoVerb):
                    called = [("verb", act.verb, "")]
                elif isinstance(act, a.RunHeld):
                    called = self.calls.held_by(held_field(act))
                waiting += [(self.calls.texts[node].acts, {}) for node in called if node not in nodes]
                nodes.update(called)
        return found

    def _secrets(self, term: Term, flows: dict[int, Flow]) -> frozenset[Hidden]:
        """Everything hidden that a term reads."""
        parts = list(all_terms((term,)))
        variables = {part.number: flows.get(part.number, CLEAR) for part in parts if isinstance(part, t.Var)}
        found: frozenset[Hidden] = frozenset()
        for part in parts:
            flow = self.flows.of(part, View(True, ME, variables))
            found |= flow.pieces | flow.tells | flow.roams
        return found

    # ---- what is offered, and who is asked --------------------------------------------------------------

    def offered(self, term: Term, views: Views) -> None:
        """The value decides what the acting seat is offered."""
        flow = self.flows.of(term, views.mine)
        if flow.tells:
            self._happens_to_me(term, flow)

    def hidden_choice(self, act: a.For | a.Choose, flow: Flow) -> None:
        """Hidden pieces are offered to the acting seat."""
        zones = self.reports.names(flow.pieces | flow.roams)
        message = f"the pieces in {zones} are hidden from the seat that chooses"
        hint = "`show ... to me` first"
        if not flow.pieces:
            message = f"some of these may lie in {zones}, hidden from the seat that chooses"
            hint = "choose among those that are seen: from a zone, or `where cell of ... is not none`"
        span = within(act.source.span, act.span)
        self.reports.add("E401", message, span, hint, act.source, flow.pieces | flow.roams, to_me=True)

    def asked(self, act: a.For | a.Choose, terms: tuple[Term, ...], views: Views) -> None:
        """The values decide whether the acting seat has a choice. This may follow from the members, but from no other
        secret."""
        among = {name for name, _whose in self._secrets(act.source, {})}
        for term in terms:
            self._restricts(term, self.public(term, views), among)

    def _restricts(self, term: Term, flow: Flow, among: set[str]) -> None:
        told = frozenset(x for x in flow.tells if x[0] not in among)
        if told and ("E402", term.span) not in self.reports.found:
            zones = self.reports.names(told)
            message = f"whether there is a choice here would tell the others what lies hidden in {zones}"
            hint = "a seat with only one possible answer is not asked, and all see that: offer the same to every seat"
            self.reports.add("W402", message, term.span, hint, term, told)

    def possible(self, act: a.Need | a.Pay, done: Acts, views: Views) -> None:
        """The value decides whether a statement is possible. `done`: the statements that depend on it: after a `need`
        the rest of its block; a payment itself, with the rules on it."""
        term = act.test if isinstance(act, a.Need) else act.what
        flow = self._possible(act, views.mine)
        if flow.tells:
            self._happens_to_me(term, flow)
        else:
            self._impossible(act, term, self._possible(act, views.everyone), done, views)

    def _possible(self, act: a.Need | a.Pay, view: View) -> Flow:
        """What it tells whether a statement is possible."""
        return self.flows.of(act.test, view) if isinstance(act, a.Need) else self.flows.paid_from(act.what, view)

    def past_limit(self, act: a.GiveUp, call: a.DoVerb, views: Views) -> None:
        """How much a seat has decides whether it gives something up, which the rules on that tell."""
        flow = self.flows.past_limits(act.what, views.everyone)
        if flow.tells and self.noticed(act.what, ((call,),), flow, views):
            self._happens(act.what, flow)

    def foreseen(self, act: a.IfPossible | a.LetPossible, reads: list[Read], views: Views) -> None:
        """Values decide whether a block can be done. All seats see which block of `if possible` is done."""
        secret = next((read for read in reads if read.mine.tells), None)
        if secret is not None:
            zones = self.reports.names(secret.mine.tells)
            message = f"whether this can be done would tell `me` what lies hidden in {zones}"
            hint = f"show it first, or `draw` it: looking ahead ends there; {JUDGED}"
            self.reports.add("E402", message, secret.term.span, hint, secret.term, secret.mine.tells, to_me=True)
            return
        told = [read for read in reads if read.everyone.tells]
        if not told or isinstance(act, a.LetPossible):
            return
        flow = Flow(tells=frozenset(x for read in told for x in read.everyone.tells))
        branches = [self.noticing.of(block, views.me, views.unseen) for block in a.blocks_of(act)]
        if not alike(branches) and not self.only_asks(branches, flow, views):
            message = (
                f"whether this can be done would tell the others what lies hidden in {self.reports.names(flow.tells)}"
            )
            hint = f"show it to all first, or let both blocks ask the seat; {JUDGED}"
            self.reports.add("E402", message, told[0].term.span, hint, told[0].term, flow.tells)

    def possibly_empty(self, act: a.Choose, views: Views) -> None:
        """Whether a seat can choose at all decides what another seat is offered that was asked before."""
        if "other" in self.windows.of(act) and self.windows.may_be_empty(act):
            for term in (act.source, act.where):
                inner = self.flows.inside(
                    act.var, act.source, self.public(act.source, views), act.where, views.everyone
                )
                flow = self.flows.of(term, inner if term is act.where else views.everyone)
                if flow.tells:
                    self._seen_ahead(term, flow)

    def _impossible(self, act: a.Need | a.Pay, term: Term, flow: Flow, done: Acts, views: Views) -> None:
        """What other seats learn if a statement is impossible."""
        when = self.windows.of(act)
        if not flow.tells or (isinstance(act, a.Pay) and act.what in views.payable):
            return
        if "other" in when:
            self._seen_ahead(term, flow, isinstance(act, a.Pay))
        elif "nobody" in when:
            zones = self.reports.names(flow.tells)
            message = f"whether this is possible would tell the others what lies hidden in {zones}"
            hint = "a seat that cannot go on is stuck, and all seats see that: let it choose, or put a `try` around it"
            if isinstance(act, a.Pay):
                hint += "; `lose` is never impossible: it takes what there is"
            self.reports.add("E402", message, term.span, hint, term, flow.tells)
        elif "tried" in when:
            if self.noticed(term, (done,), flow, views):
                self._happens(term, flow)
        elif isinstance(act, a.Need) and "me" in when:
            self._restricts(term, flow, self._read(done, views))

    def _happens(self, term: Term, flow: Flow) -> None:
        zones = self.reports.names(flow.tells)
        message = f"what happens here would tell the others what lies hidden in {zones}"
        hint = f"show it to all first, or let the seat choose; {JUDGED}"
        self.reports.add("E402", message, term.span, hint, term, flow.tells)

    def _seen_ahead(self, term: Term, flow: Flow, paid: bool = False) -> None:
        """`paid`: the amount that a `pay` asks for."""
        zones = self.reports.names(flow.tells)
        message = f"what another seat was offered earlier depends on this and would tell what lies hidden in {zones}"
        hint = "an option is offered only if what follows is possible: ask first with `if`, or use a `phase` or `try`"
        if paid:
            hint = "an option is offered only if what follows is possible: write `lose` for what there is, or use `try`"
        self.reports.add("E402", message, term.span, hint, term, flow.tells)

    # ---- who acts, and who is shown something -------------------------------------------------------------

    def acts(self, act: a.As, views: Views) -> None:
        """The value decides which seats act."""
        flow = self.public(act.seats, views)
        if not flow.tells:
            return
        if self.noticing.of(act.body, frozenset({act.var})):
            message = f"who acts here would tell the others what lies hidden in {self.reports.names(flow.tells)}"
            hint = f"show it to all first{self.reports.showing(flow.tells)}; {JUDGED}"
            if any(isinstance(x, a.Show) for x in all_acts(act.body)):
                hint = f"to show something to these seats only: `as seats {{ if ... {{ show ... to me }} }}`; {JUDGED}"
            self.reports.add("E402", message, act.seats.span, hint, act.seats, flow.tells)
        elif (told := self._told_each(act.seats, flow, views)).tells:
            message = f"each seat that acts here would be told what lies hidden in {self.reports.names(told.tells)}"
            hint = f"let only a seat's own secrets decide whether it acts; {JUDGED}"
            self.reports.add("E402", message, act.seats.span, hint, act.seats, told.tells)

    def shown_to(self, seats: Term, views: Views) -> None:
        """The value decides which seats are shown something."""
        flow = self.public(seats, views)
        if not flow.tells:
            return
        if bare(seats).kind.base != "seat":
            zones = self.reports.names(flow.tells)
            message = f"every seat that sees it would learn who else does, and so what lies hidden in {zones}"
            hint = "let each seat look by itself: `as seats { if ... { show ... to me } }`"
            self.reports.add("E402", message, seats.span, hint, seats, flow.tells)
        elif (told := self._told_each(bare(seats), flow, views)).tells:
            message = f"the seat that sees it would be told what lies hidden in {self.reports.names(told.tells)}"
            hint = f"let only a seat's own secrets decide whether it sees it; {JUDGED}"
            self.reports.add("E402", message, seats.span, hint, seats, told.tells)

    def _told_each(self, seats: Term, flow: Flow, views: Views) -> Flow:
        """What seats learn from being among these. A seat that is found by its own secret learns nothing new."""
        match seats:
            case t.Phrase("all" | "first" | "last", var):
                view = views.everyone.inner()
                own = View(False, frozenset({var}), view.flows | {var: CLEAR}, view.shown, view.zones)
                told = self.flows.of(seats.where, own) | self.flows.of(seats.source, view)
                for key in seats.keys:
                    told |= self.flows.of(key, own)
                return told.counted()
            case _:
                return flow

    def shown_pieces(self, act: a.Show, views: Views) -> None:
        """The value decides which pieces are shown. The pieces themselves are then no secret any more."""
        self.written(
            act.pieces,
            self.flows.of(act.pieces, views.mine).about_others(),
            CLEAR if is_me(bare(act.seats), views.me) else self.public(act.pieces, views).about_others(),
        )

    # ---- rules of hidden pieces ---------------------------------------------------------------------------

    def hidden_rule(self, node: Node, blocks: tuple[Acts, ...], views: Views) -> None:
        """A lasting rule may hold while its piece is hidden: what it does tells where the piece lies."""
        mine, everyone = (view.flows[t.THIS].pieces for view in views.levels)
        if not mine and not everyone:
            return
        rule, told = self.calls.rules[node], Flow(tells=mine or everyone)
        if rule.sort == "modifier":
            if mine or rule.by != "me":
                self._rule_tells(node, told)
            return
        found = [self.noticing.of(block, views.me, views.unseen) for block in blocks]
        offers = rule.by != "me" and self.windows.failing.any(rule.body.acts)
        if not offers and self.made_visible(blocks, told, views, _is_this):
            return
        if offers or mine:
            self._rule_tells(node, told)
        elif not self.noticing.surely_alike([*found, NOTHING] if len(found) == 1 else found):
            asks = found[0].question and not found[0].acts  # the verb that it replaces happens only if it is not there
            if (asks and rule.by == "me") or not any(one.acts for one in found):
                self._rule_asks(node, told)
            else:
                self._rule_tells(node, told)

    def _rule_tells(self, node: Node, told: Flow) -> None:
        rule, kind = self.calls.rules[node], self.flows.hidden_rules.kind(node)
        assert kind is not None
        zone = self.calls.checked.names.zones[min(told.tells)[0]]
        who = "nobody sees it" if zone.seen == "nobody" else "only its owner sees it"
        message = f"this may hold while its `{kind.id}` lies in `{zone.id}`, where {who}: its effect would reveal it"
        hint = "let `while` name a visible place: `this is in ...`; or let the rule begin with `show this to seats`"
        if rule.sort == "instead" and rule.by == "me":
            hint = f"begin with `show this to seats`, or ask: `may {{ show this to seats }} else {{ {rule.target} }}`"
        self.reports.add("E404", message, rule.span, hint, t.TRUE_TERM, told.tells)

    def _rule_asks(self, node: Node, told: Flow) -> None:
        kind, holds = self.flows.hidden_rules.kind(node), self.flows.holds_while(node)
        assert kind is not None
        assert holds is not None
        zone = min(told.tells)[0]
        message = (
            f"a rule of `{kind.id}` may ask while it lies in `{zone}`, where not all seats see it: that reveals it"
        )
        hint = "if that is not intended, let `while` name a visible place: `this is in ...`, `cell of this is not none`"
        self.reports.add("W401", message, holds.span, hint, t.TRUE_TERM, told.tells)

    # ---- what becomes visible -------------------------------------------------------------------------------

    def written(self, term: Term, mine: Flow, everyone: Flow) -> None:
        """A value becomes visible: with its flow for the acting seat, and for all seats."""
        for to_me, flow, whom in ((True, mine, "`me`"), (False, everyone, "the others")):
            if flow.tells:
                message = f"this value would tell {whom} what lies hidden in {self.reports.names(flow.tells)}"
                hint = f"show it first{self.reports.showing(flow.tells)}, or move it where it is seen; {JUDGED}"
                self.reports.add("E403", message, term.span, hint, term, flow.tells, to_me=to_me)
                return


def _is_read(pieces: Term, test: Term, member: int | None) -> bool:
    """Whether a test is about just these pieces: it reads them, all of their zone, or the set that they are of."""
    match pieces:
        case t.Zone():
            return True
        case t.Var(number) if number == member:
            return True
        case t.Phrase("all" | "first" | "last", var):
            phrases = (x for x in all_terms((test,)) if isinstance(x, t.Phrase) and t.equal(x.source, pieces.source))
            return any(t.equal(renamed(x.where, x.var, var), pieces.where) for x in phrases)
        case _:
            return any(t.equal(x, pieces) for x in all_terms((test,)))


def _is_this(piece: Term) -> bool:
    """Whether a term is the piece that holds the text."""
    return isinstance(piece, t.Var) and piece.number == t.THIS
