"""Finds what never happened in many games: texts that never ran, options that were never offered, statements without
effect.

A finding needs enough opportunities: the surrounding text ran often, or similar texts did.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import Calls, Node, spoken
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import BuiltInVerb
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import NOWHERE, Span
from solenia_rules.tools.findings.evidence import Evidence
from solenia_rules.tools.findings.own import Own


def idle(act: a.BuiltInAct) -> bool:
    """Whether a number or amount in the statement is 0."""
    _me, *given = a.terms_of(act)
    return any(map(_zero, given))


def all_idle(block: Acts) -> bool:
    """Whether a block does nothing."""
    return all(isinstance(act, a.BuiltInAct) and (a.facts_of(act).told is None or idle(act)) for act in block)


def _zero(term: Term) -> bool:
    match term:
        case t.Const(0, kind):
            return kind.base == "number"
        case t.Amount():
            return _zero(term.count)
        case _:
            return False


OFTEN = 40
"""How often something must have run or been asked before a part of it that never did is reported."""
ALL_LIKE, MOST_LIKE = 3, 40
"""How often every other record of the kind was offered or reached; or, for the second number, three quarters of
them."""


class Never:
    def __init__(self, calls: Calls, evidence: Evidence, own: Own) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.evidence = evidence
        self.own = own
        self.silent: set[Span] = set()
        """The places of records that already have a finding: one is enough."""

    def find(self) -> Iterator[Diagnostic]:
        yield from self._cells()
        yield from self._records()
        for node, text in self.calls.texts.items():
            if text.acts and (self.own.holds(text.span) or self._own_record(node)):
                yield from self._text(node, text.acts, text.span)

    def _found(self, code: str, message: str, span: Span, hint: str) -> Diagnostic:
        return Diagnostic(code, f"{message}, in {self.evidence.spoken()}", span, hint, "warning")

    # ---- texts -----------------------------------------------------------------------------------

    def _text(self, node: Node, acts: Acts, span: Span) -> Iterator[Diagnostic]:
        rule = self.calls.rules.get(node)
        if rule is not None:
            holder = self.calls.record_of[node]
            if self.evidence.runs[rule.span] == 0:
                if self._occasions(node) >= OFTEN and (holder is None or not self._silent(holder)):
                    hint = "check its `where` and `while`, and whether its verb is ever done"
                    yield self._found("W601", f"this rule on `{rule.target}` was never triggered", rule.span, hint)
                return
        elif node[0] in ("step", "verb", "held") and not any(self.evidence.runs[act.span] for act in _marked(acts)):
            if self._occasions(node) >= OFTEN and any(_marked(acts)):
                hint = "play never reaches it: check what calls it"
                yield self._found("W601", f"`{spoken(node)}` never ran", span, hint)
            return
        yield from self._block(acts)

    def _occasions(self, node: Node) -> int:
        """How often a text could have run: counted by the verb it is attached to, by similar texts, or by the texts
        that call it."""
        rule = self.calls.rules.get(node)
        if rule is not None:
            return self._times(("verb", rule.target, ""))
        if node[0] == "held":
            kind = self.names.records[node[1]].kind
            field = self.calls.held_by(("field", node[2], kind))
            times = [self._times(other) for other in field]
            return OFTEN if _usual(times) and not self._silent(node[1]) else 0
        if node[0] == "step":
            return self.evidence.total
        return max(
            [self._times(x) for x, calls in self.calls.calls.items() if any(c.target == node for c in calls)] or [0]
        )

    def _times(self, node: Node) -> int:
        """How often a text ran."""
        if node in self.calls.rules:
            return self.evidence.runs[self.calls.rules[node].span]
        text = self.calls.texts.get(node)
        if node[0] == "step":
            return self.evidence.total
        return max([self.evidence.runs[act.span] for act in text.acts] or [0]) if text is not None else 0

    def _own_record(self, node: Node) -> bool:
        """Whether the text belongs to a record that this ruleset declares or changes."""
        record = node[1] if node[0] == "held" else self.calls.record_of.get(node)
        return record is not None and self.own.holds(self.names.records[record].span)

    def _silent(self, record: str) -> bool:
        """Whether the record already has a finding."""
        return self.names.records[record].span in self.silent

    def _block(self, acts: Acts) -> Iterator[Diagnostic]:
        for act in acts:
            times = self.evidence.runs[act.span]
            yield from self._options(act)
            if times >= OFTEN:
                yield from self._idle(act)
            for index, block in enumerate(a.blocks_of(act)):
                if not any(_marked(block)) or any(self.evidence.runs[inner.span] for inner in _marked(block)):
                    yield from self._block(block)
                elif times >= OFTEN and not isinstance(act, (a.ChooseWay, a.May)):
                    yield self._dead(act, index, block)

    def _dead(self, act: Act, index: int, block: Acts) -> Diagnostic:
        where = next((inner.span for inner in _marked(block)), act.span)
        runs = f"this never ran, but the text around it ran {self.evidence.runs[act.span]} times"
        match act:
            case a.If(tests) if index < len(tests):
                hint = f"`{_line(tests[index].span)}` never held"
            case a.If():
                hint = "one of the tests before it always held"
            case a.For() | a.Choose():
                hint = f"there was never anything in `{_line(act.source.span)}` that passed its test"
            case a.As():
                hint = f"there was never anything in `{_line(act.seats.span)}`"
                seats = act.seats.item if isinstance(act.seats, t.Listed) else act.seats
                if isinstance(seats, t.BuiltInField) and seats.field == "owner":
                    hint += ': nobody owns what lies in a shared zone or on a shared board, unless it is `per = "seat"`'
            case _:
                hint = "play never reaches it"
        return self._found("W602", runs, where, hint)

    def _idle(self, act: Act) -> Iterator[Diagnostic]:
        """Report a statement that ran often and never changed anything, so that it never caused an event."""
        if not isinstance(act, a.BuiltInAct) or not _is_told_by_change(a.facts_of(act)):
            return
        if self.evidence.told[act.span] or idle(act):
            return
        message = f"this was done {self.evidence.runs[act.span]} times and never changed anything"
        yield self._found("W604", message, act.span, "it always gained, moved or drew nothing")

    # ---- options ---------------------------------------------------------------------------------

    def _options(self, act: Act) -> Iterator[Diagnostic]:
        if self.evidence.asked[act.span] < OFTEN:
            return
        for label, block in _ways(act):
            if self.evidence.offered[act.span, label] == 0:
                where = block[0].span if block and block[0].span is not NOWHERE else act.span
                asked = self.evidence.asked[act.span]
                message = f"`{label}` was never offered, but this was asked {asked} times"
                yield self._found("W603", message, where, "something in it was never possible")

    def _records(self) -> Iterator[Diagnostic]:
        """Report records of pieces and cells that were never offered although others of their kind were."""
        for kind in (*self.names.pieces, *self.names.cells):
            records = [x for x in self.names.world.records if x.kind == kind]
            times = {x.id: self.evidence.records[x.id] for x in records}
            if not _usual(list(times.values())):
                continue
            for record in records:
                if times[record.id] == 0 and self.own.holds(record.span) and record.span not in self.silent:
                    self.silent.add(record.span)
                    message = f"`{record.id}` was never offered, but others of its kind were"
                    hint = "check what it requires, and the tests of the choices among its kind"
                    yield self._found("W603", message, record.span, hint)

    def _cells(self) -> Iterator[Diagnostic]:
        """Report listed cells at which no piece ever arrived and of which no field changed."""
        for kind in self.names.cells:
            records = [x for x in self.names.world.records if x.kind == kind]
            times = {x.id: self.evidence.reached[x.id] for x in records}
            if not _usual(list(times.values())):
                continue
            for record in records:
                if times[record.id] == 0 and not self.evidence.changed[record.id] and self.own.holds(record.span):
                    self.silent.add(record.span)
                    filled = sum(1 for number in times.values() if number)
                    message = (
                        f"no piece was ever on `{record.id}`, but {filled} of the {len(times)} cells of its "
                        "kind had pieces"
                    )
                    hint = "check the test that decides what may be placed there"
                    yield self._found("W605", message, record.span, hint)


def _usual(times: list[int]) -> bool:
    """Whether it is remarkable that something never happened, given how often it happened to similar things."""
    others = sorted(x for x in times if x)
    if len(others) < 2:
        return False
    return others[0] >= ALL_LIKE or (
        others[len(others) // 4] >= MOST_LIKE and len(others) > 3 * (len(times) - len(others))
    )


def _is_told_by_change(verb: BuiltInVerb) -> bool:
    """Whether a verb can always be done and the log mentions it only if it moves or changes something."""
    return not verb.fails and (verb.moves == "pieces" or verb.writes in ("more", "less", "face"))


def _marked(acts: Acts) -> Iterator[Act]:
    """The acts that are counted when they run."""
    for act in all_acts(acts):
        if act.span is not NOWHERE and not (isinstance(act, a.BuiltInAct) and a.facts_of(act).told is None):
            yield act


def _ways(act: Act) -> tuple[tuple[str, Acts], ...]:
    """The branches that a statement offers, with the labels of their options."""
    match act:
        case a.ChooseWay(labels, blocks):
            return tuple(zip(labels, blocks, strict=True))
        case a.May(body):
            return (("yes", body),)
        case _:
            return ()


def _line(span: Span) -> str:
    return " ".join(span.text.split())[:80]
