"""Finds why an answer is not offered: the condition that failed, the values in it, and the change that would make it
possible."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from solenia_rules.api.decision import Asker, Decision, elsewhere
from solenia_rules.api.grounds import Grounds, Remade
from solenia_rules.api.reason import Another, Change, Fact, Reason, ReasonWords
from solenia_rules.api.remedies import Remedies
from solenia_rules.checked import terms as t
from solenia_rules.checked.checked import Checked
from solenia_rules.core.grounds import Ground
from solenia_rules.core.specs import Spec
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.kinds import Kind
from solenia_rules.play import reading
from solenia_rules.play.executor import Executor
from solenia_rules.play.inquiry import Inquiry
from solenia_rules.play.physics import BITS
from solenia_rules.play.probing import STOCKED, Dead, Prober
from solenia_rules.play.sight import Sight
from solenia_rules.rules import records as r
from solenia_rules.text.frozen import evolve
from solenia_rules.text.places import Span
from solenia_rules.text.suggestions import closest
from solenia_rules.words.tables.play import ReasonKey

MOST_CANDIDATES = 4
"""The most candidates that are listed for a choice without options."""


_UNDONE: dict[str, ReasonKey] = {"pay": "unpaid", "need": "needed", "do": "nested"}
"""Why a statement with this verb cannot be done."""


class Reasons:
    """Finds reasons in a program that is not optimized: there, nothing is computed before its place in the text, so a
    changed position can be tried. Everything needed is made when the first reason is asked for."""

    def __init__(self, executor: Executor, asker: Asker, words: ReasonWords, checked: Checked) -> None:
        self.executor = executor
        self.asker = asker
        self.program = executor.program
        self.words = words
        self.checked = checked
        self.sight = Sight(executor.program)

    @cached_property
    def prober(self) -> Prober:
        return Prober(self.program)

    @cached_property
    def inquiry(self) -> Inquiry:
        return Inquiry(self.checked, self.program.inventory.seats, self.executor.physics)

    @cached_property
    def grounds(self) -> Grounds:
        return Grounds(self.inquiry, self.sight)

    @cached_property
    def remedies(self) -> Remedies:
        return Remedies(self.program, self.inquiry, self.sight)

    def why_not(self, s: list[int], decision: Decision | None, what: str) -> Reason:
        found = self._why_not(s, decision, what)
        return evolve(found, words=self.words)

    def _why_not(self, s: list[int], decision: Decision | None, what: str) -> Reason:
        if decision is None:
            return Reason("over")
        ids = [option.id for option in decision.options]
        if decision.find(what) is not None:
            return Reason("offered", what)
        spec = self.program.outline.specs[reading.asked_spec(s)]
        value = self._meant(spec, decision, what)
        stands = self._standing(s, decision, what) if value is None and spec.domain == "piece" else None
        value = stands if value is None else value
        if value is None:
            alike = [option.id for option in decision.options if what.startswith(f"{option.label} ")]
            if len(alike) > 1:  # with more than its name, as the terminal shows a die with its number
                return Reason("several", what, ", ".join(alike))
            return self._strange(spec, decision.seat, what)
        if spec.domain == "rule" and self.executor.where_it_fails(s, value) is None:
            return Reason("idle")
        alike = [ident for ident in ids if ident.partition("#")[0] == self.asker.named(spec, value, decision.seat).id]
        if alike and stands is None:
            return Reason("several", what, ", ".join(alike))
        reason = None
        if spec.id in self.program.whys:
            value = self._furthest(s, spec, value, decision.seat) if stands is None else value
            reason = self._condition(s, spec, value, decision.seat)
        elif spec.domain == "piece":
            if not any(self.sight.piece(s, p, decision.seat) for p in self._same(value)):
                return Reason("unseen")
            value = self._furthest(s, spec, value, decision.seat)
        elif spec.reads in STOCKED and not self.prober.in_stock(s, spec, decision.seat) >> value & 1:
            reason = Reason("short")
        changes = self._changes(s, spec, value, decision.seat)
        if reason is None:
            reason = self._ahead(s, spec, value, decision.seat, changes)
        kept = tuple(x for x in reason.remedies if not changes or isinstance(x, Another))
        return evolve(reason, remedies=(*changes, *kept))

    def _meant(self, spec: Spec, decision: Decision, what: str) -> int | None:
        """The index that an answer names, whether it is offered or not. If cells of several boards have this name, it
        is the one on a board that the question is about."""
        if spec.labelled:
            return spec.labels.index(what) if what in spec.labels else None
        options = [
            self.asker.option(spec, value, decision.seat)
            for value in range(self.program.inventory.domain_count(spec.domain))
        ]
        found = [o for o in options if o.id == what] or [o for o in options if what in o.names]
        return min(found, key=elsewhere(decision)).value if found else None

    def _standing(self, s: list[int], decision: Decision, what: str) -> int | None:
        """The only piece on the cell that an answer names, of the kinds that are asked for."""
        pieces = self.program.inventory.pieces
        kinds = {pieces[option.value].kind for option in decision.options if option.value < len(pieces)}
        among = [number for number, piece in enumerate(pieces) if piece.kind in kinds]
        found = [piece for piece in among if what in self.asker.cell_of(s, piece, decision.seat)]
        return found[0] if len(found) == 1 else None

    def _strange(self, spec: Spec, seat: int, what: str) -> Reason:
        """For a text that is no answer here: whether it answers other questions, or which answer may be meant."""
        folded = what.casefold()
        here = self.asker.known_names(spec, seat)
        known = here.union(*(self.asker.known_names(other, seat) for other in self.program.outline.specs))
        if any(name == folded or name.startswith(f"{folded} ") for name in known):
            return Reason("unasked", what)
        near = closest(folded, here) or closest(folded, known)
        return Reason("near", what, near) if near else Reason("unknown", what)

    def _same(self, value: int) -> list[int]:
        pieces = self.program.inventory.pieces
        found = pieces[value]
        kind = (found.record, found.kind, found.word)
        return [p.index for p in pieces if (p.record, p.kind, p.word) == kind]

    def _furthest(self, s: list[int], spec: Spec, value: int, seat: int) -> int:
        """Of equal pieces, the one that gets furthest: it fails the latest test, and at the latest place. If the seat
        knows some of them, the others do not count, because what they fail would tell where they lie."""
        if spec.domain != "piece":
            return value
        same = self._same(value)
        open_to = [p for p in same if self.sight.piece(s, p, seat)] or same
        tests = self.program.whys[spec.id].tests if spec.id in self.program.whys else ()
        failed = {p: self.prober.passes(s, spec.id, p) if tests else None for p in open_to}
        reached = {p: len(tests) if index is None else index for p, index in failed.items()}
        best = [p for p in open_to if reached[p] == max(reached.values())]
        if len(best) == 1 or reached[best[0]] < len(tests):
            return best[0]
        alike = set(BITS[self.executor.physics.dedupe(s, sum(1 << p for p in best))])
        return max((p for p in best if p in alike), key=lambda p: self._depth(s, p))

    def _depth(self, s: list[int], value: int) -> int:
        """The number of answers on the longest path that an answer leads to."""
        return max((end.depth for end in self.prober.ends(s, value) or ()), default=0)

    # ---- the choice's own test ---------------------------------------------------------------------------

    def _condition(self, s: list[int], spec: Spec, value: int, seat: int) -> Reason | None:
        """The part of the filter that does not hold."""
        failed = self.prober.passes(s, spec.id, value)
        if failed is None:
            return None
        span = self.program.whys[spec.id].tests[failed][1]
        if failed == 0 and spec.domain == "piece":
            return Reason("elsewhere", span=span, facts=self._lies(s, value, seat))
        ground = self.program.grounds.get(-1 - spec.id)
        assert ground is not None
        env = self._candidate(s, ground, spec, value)
        facts = self.grounds.facts(s, ground.terms[failed], env, seat)
        if failed == 0:
            return Reason("elsewhere", span=span, facts=facts)
        found = self.grounds.wanted(s, ground.terms[failed], env, seat)
        alone = all(self.inquiry.value(s, test, env) for test in ground.terms[failed + 1 :])
        enough = found is not None and self._is_enough(s, spec, value, seat, found, alone)
        remedies = (found.wanted,) if found is not None and enough else ()
        return Reason("condition", span=self._held_by(spec, value, span), facts=facts, remedies=remedies)

    def _is_enough(self, s: list[int], spec: Spec, value: int, seat: int, found: Remade, alone: bool) -> bool:
        """Whether an answer would be offered after a change of one value. A stored value is changed and the answer is
        tried. A computed value cannot be changed: it must be in the only test that fails, and nothing after the answer
        may fail now (`alone`: no other test fails)."""
        if found.slot is not None:
            changed = s[:]
            changed[found.slot] = found.value
            return self._legal(changed, spec, value, seat)
        return alone and self.executor.where_it_fails(s, value) is None

    def _candidate(self, s: list[int], ground: Ground, spec: Spec, value: int) -> dict[int, int]:
        """The variables of a choice's test, with one candidate."""
        captured = self.prober.values(s, self.program.whys[spec.id].captured)
        return {ground.candidate: value, **dict(zip(ground.variables, captured, strict=True))}

    def _lies(self, s: list[int], value: int, seat: int) -> tuple[Fact, ...]:
        """The place of a piece, if the seat knows the places of all equal pieces and they are the same."""
        same = self._same(value)
        places = {reading.place_of(self.program, s, p) for p in same}
        if len(places) > 1 or not all(self.sight.piece(s, p, seat) for p in same):
            return ()
        return (Fact("lies", k.PLACE, places.pop()),)

    def _held_by(self, spec: Spec, value: int, span: Span) -> Span:
        """`needs of token`: the requirement of the piece itself that fails."""
        name, of, holder = span.text.partition(" of ")
        if spec.domain != "piece" or not of or holder.strip() != spec.name:
            return span
        record = self.program.names.records.get(self.program.inventory.pieces[value].record or "")
        given = {key: text for key, text, _span in record.fields} if record is not None else {}
        text = given.get(name.strip())
        return text.span if isinstance(text, r.Text) else span

    # ---- what comes after ----------------------------------------------------------------------------------

    def _ahead(self, s: list[int], spec: Spec, value: int, seat: int, changes: tuple[Change, ...]) -> Reason:
        """The end of the path that got furthest; of several, one that the changes would make possible."""
        dead = self.prober.ends(s, value)
        if not dead:
            return Reason("picked" if spec.reads in ("pick", "order") else "not now")
        end = max(dead, key=lambda d: (d.depth, self._mended(d, changes, seat)))
        reason = self._at_the_end(end, seat, lambda found: self._is_enough(s, spec, value, seat, found, alone=False))
        if self.remedies.differ(s, end.state, seat):
            return evolve(reason, facts=tuple(evolve(f, sort="then") if f.sort == "have" else f for f in reason.facts))
        return reason

    def _mended(self, end: Dead, changes: tuple[Change, ...], seat: int) -> bool:
        """Whether a choice without options would have one."""
        if end.place >= 0:
            return False
        spec = self.program.outline.specs[-1 - end.place]
        return any(self.prober.allowed(self.remedies.applied(end.state, change, seat), spec) for change in changes)

    def _at_the_end(self, end: Dead, seat: int, enough: Callable[[Remade], bool]) -> Reason:
        if end.place < 0:
            return self._empty(end, seat)
        span = self.program.outline.places[end.place]
        key = _UNDONE.get(span.text.partition(" ")[0], "undone")
        ground = self.program.grounds.get(end.place)
        if ground is None or end.place not in self.program.needs:
            return Reason(key, span=span)
        captured = self.prober.values(end.state, self.program.needs[end.place])
        env = dict(zip(ground.variables, captured, strict=True))
        if ground.sort == "pay":
            payer = self.inquiry.value(end.state, ground.terms[0], env)
            return Reason(key, span=span, facts=tuple(self.grounds.paying(end.state, ground.terms[1], env, payer)))
        if ground.sort == "pick":
            wanted = self.grounds.facts(end.state, ground.terms[2], env, seat)
            there = self.grounds.facts(end.state, ground.terms[0], env, seat)
            return Reason(key, span=span, facts=(*wanted, *there))
        term = self.grounds.failing(end.state, ground.terms[0], env)
        change = self.grounds.wanted(end.state, term, env, seat)
        facts = self.grounds.facts(end.state, term, env, seat)
        return Reason(key, span=span, facts=facts, remedies=(change.wanted,) if change and enough(change) else ())

    def _empty(self, end: Dead, seat: int) -> Reason:
        """A choice without options: what each candidate lacks."""
        spec = self.program.outline.specs[-1 - end.place]
        ground = self.program.grounds.get(end.place)
        reason = Reason("no choice", span=spec.span)
        if ground is None or spec.id not in self.program.whys:
            return reason
        facts: list[Fact] = []
        failed: set[int] = set()
        members = self.prober.members(end.state, spec.id)
        kind = _member_kind(ground)
        for value in members:
            index = self.prober.passes(end.state, spec.id, value)
            if index is None:
                continue
            failed.add(index)
            env = self._candidate(end.state, ground, spec, value)
            for fact in self.grounds.facts(end.state, ground.terms[index], env, seat):
                its = fact.sort == "value" and _is_about(fact, ground.terms[index], ground.candidate)
                facts.append(evolve(fact, whose=(kind, value)) if its else fact)
        known = [f for f in facts if f.whose is None or self._knows(end.state, f.whose, seat)]
        told = [f for f in known if f.whose is not None][:MOST_CANDIDATES] + [f for f in known if f.whose is None]
        if not members:
            source = ground.source
            told = [Fact("value", source.kind, 0, source.span)]
        others = tuple(Another(spec, members, ground.terms[i].span, _is_price(ground, i)) for i in sorted(failed)[:1])
        return evolve(reason, facts=tuple(dict.fromkeys(told)), remedies=others)

    def _knows(self, s: list[int], whose: tuple[Kind, int], seat: int) -> bool:
        kind, value = whose
        return kind.base != "piece" or self.sight.piece(s, value, seat)

    # ---- what would do ---------------------------------------------------------------------------------------

    def _changes(self, s: list[int], spec: Spec, value: int, seat: int) -> tuple[Change, ...]:
        """Amounts that would be enough."""
        if self._legal(s, spec, value, seat):
            return ()
        return self.remedies.find(s, seat, lambda changed: self._legal(changed, spec, value, seat))

    def _legal(self, s: list[int], spec: Spec, value: int, seat: int) -> bool:
        """Whether an answer would be offered in a position."""
        if spec.id in self.program.whys and self.prober.passes(s, spec.id, value) is not None:
            return False
        if spec.reads in STOCKED and not self.prober.in_stock(s, spec, seat) >> value & 1:
            return False
        return self.executor.where_it_fails(s, value) is None


def _member_kind(ground: Ground) -> Kind:
    kind = ground.source.kind.member
    assert kind is not None
    return kind


def _is_about(fact: Fact, test: t.Term, candidate: int) -> bool:
    """Whether a value in a test may differ between the candidates of a choice."""
    here = [term for term in t.all_terms((test,)) if term.span == fact.span]
    return not here or any(t.contains(term, candidate) for term in here)


def _is_price(ground: Ground, index: int) -> bool:
    term = ground.terms[index]
    return isinstance(term, t.BuiltIn) and term.query == "can_pay"
