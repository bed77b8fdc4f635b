"""Reports texts that may take too many steps in one action (E505), with the factor that makes them expensive and what
would make it cheap."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.sound.costs import Costs
from solenia_rules.check.sound.narrowing import passing
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, CheckedText
from solenia_rules.checked.calls import Call, Node, spoken
from solenia_rules.checked.numbers import MOST_ROUNDS, SEARCH_COUNTED
from solenia_rules.checked.sizes import MANY
from solenia_rules.checked.terms import Term
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

MOST_DEEP = 8
"""Queries that a hint looks into, one inside the other."""
SHOWN = 60
"""Characters of a text that a hint quotes."""


def _told(number: int) -> str:
    return "more than 10^12" if number >= MANY else str(number)


def _searches(term: Term) -> bool:
    return isinstance(term, (t.BuiltIn, t.Phrase)) and term.query == "longest_path"


def _inner(phrase: t.Phrase) -> list[Term]:
    """What is worked out for the members of the set of a phrase."""
    return [*t.conjuncts(phrase.where), *(() if phrase.value is None else (phrase.value,)), *phrase.keys]


def _line(span: Span) -> str:
    """A place of a text on one line, shortened."""
    text = " ".join(span.text.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


class Expensive:
    """The expensive texts of a ruleset."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs

    def find(self) -> Iterator[Diagnostic]:
        """The smallest texts that may take too many steps."""
        most = {node: self.costs.text(node).most for node in self.costs.calls.texts}
        for node, steps in most.items():
            if steps > self.costs.budget and not any(
                self._too_expensive(call, most) for call in self.costs.calls.of(node) if not call.again(node)
            ):
                may = f"`{spoken(node)}` may take {_told(steps)} steps in one action"
                message = f"{may}; at most {self.costs.budget} are allowed"
                span, act, terms = self._most_expensive(self.costs.calls.texts[node])
                hint = (
                    f"{self._factor(act, terms)}; counting starts again in each `phase`, and `budget` allows more steps"
                )
                yield Diagnostic("E505", message, span, hint)

    def _most_expensive(self, text: CheckedText) -> tuple[Span, Act | None, tuple[Term, ...]]:
        """The innermost statement that is too expensive by itself, or the whole text; and its values."""
        span, acts, worst = text.span, text.acts, None
        terms: tuple[Term, ...] = () if text.value is None else (text.value,)
        while found := [act for act in acts if self.costs.act(act).most > self.costs.budget]:
            worst, span, terms = found[0], found[0].span, tuple(a.terms_of(found[0]))
            acts = tuple(act for block in a.blocks_of(found[0]) for act in block)
        return span, worst, terms

    def _factor(self, act: Act | None, terms: tuple[Term, ...]) -> str:
        """What makes a statement expensive, and what to do about it: how often it repeats its block, and the most
        expensive part of the block, or else its most expensive value."""
        causes, advice = self._causes(act, terms)
        return f"{', and '.join(causes)}: {advice}" if causes else advice

    def _causes(self, act: Act | None, terms: tuple[Term, ...]) -> tuple[list[str], str]:
        costs, inner = self.costs, () if act is None else tuple(x for block in a.blocks_of(act) for x in block)
        values = sum(map(costs.value, terms))
        rounds, set_text = self._repeated(act)
        worst = max(inner, key=lambda one: costs.act(one).most, default=None)
        if worst is not None and rounds * costs.act(worst).most > values:
            causes, advice = self._causes(worst, tuple(a.terms_of(worst)))
            if rounds < 2:
                return causes, advice
            times = f"for each of the {_told(rounds)} members of `{set_text}`" if set_text else f"{_told(rounds)} times"
            return [f"a block is done {times}", *causes], advice
        if isinstance(act, a.DoVerb) and costs.act(act).most > 2 * values:
            return [f"`{_line(act.span)}` may take {_told(costs.act(act).most)} steps"], "do it less often"
        return self._expensive_value(terms)

    def _repeated(self, act: Act | None) -> tuple[int, str | None]:
        """How often a statement repeats its block, and the set whose members it goes over."""
        match act:
            case a.For():
                return passing(self.costs.sizes, self.costs.sizes.of(act.source), act.where, act.var), _line(
                    act.source.span
                )
            case a.As():
                return self.costs.sizes.of(act.seats), _line(act.seats.span)
            case a.Repeat():
                return min(MOST_ROUNDS, MOST_ROUNDS if act.times.kind.high is None else act.times.kind.high), None
            case _:
                return 1, None

    def _within(self, terms: tuple[Term, ...]) -> Iterator[Term]:
        """The terms and those of the queries that they ask."""
        seen: set[str] = set()
        waiting = list(terms)
        while waiting:
            for term in t.all_terms((waiting.pop(),)):
                yield term
                if isinstance(term, t.Query) and term.query not in seen:
                    seen.add(term.query)
                    text = self.costs.calls.texts.get(("query", term.query, ""))
                    waiting += [] if text is None or text.value is None else [text.value]

    def _expensive_value(self, terms: tuple[Term, ...]) -> tuple[list[str], str]:
        """What to do about the most expensive value: a search, or the largest set among those that are walked one
        inside the other, also in the queries that the value asks, and what is worked out for each member."""
        value = max(terms, key=self.costs.value, default=None)
        if value is not None and any(map(_searches, self._within((value,)))):
            cause = (
                f"`{_line(value.span)}` may take {_told(self.costs.value(value))} steps, because a search for a "
                f"longest path counts as up to {SEARCH_COUNTED}"
            )
            return [cause], "work it out once with `let` before the block, or store it in a state when it changes"
        walks = [] if value is None else list(self._walks(value, 0))
        walked = max(walks, key=lambda walk: self.costs.sizes.of(walk[0]), default=None)
        if walked is None or self.costs.sizes.of(walked[0]) < 2:
            return [], "repeat less often, or over smaller sets"
        members, worst = walked
        causes = [f"`{_line(members.span)}` may have {_told(self.costs.sizes.of(members))} members"]
        if worst is not None:
            steps = _told(self.costs.value(worst))
            causes.append(f"`{_line(worst.span)}` may take {steps} steps for each of them")
        return causes, self._smaller(members)

    def _walks(self, term: Term, depth: int) -> Iterator[tuple[Term, Term | None]]:
        """The sets that are walked on the most expensive way into a value, from the outside to the inside, each with
        what is most expensive for each member."""
        inner: list[Term] = []
        if isinstance(term, t.Phrase):
            members = term if term.query == "closure" else term.source
            size, inner = self.costs.sizes.of(members), _inner(term)
            worst = max(inner, key=self.costs.value, default=None)
            if worst is not None and size * self.costs.value(worst) >= self.costs.value(term.source):
                if self.costs.value(worst):
                    yield members, worst
                    yield from self._walks(worst, depth)
                else:
                    yield members, None
                return
        text = self.costs.calls.texts.get(("query", term.query, "")) if isinstance(term, t.Query) else None
        parts = [*t.parts(term), *([] if text is None or text.value is None or depth > MOST_DEEP else [text.value])]
        part = max(parts, key=self.costs.value, default=None)
        if part is not None and self.costs.value(part):
            yield from self._walks(part, depth + (text is not None and part is text.value))

    def _smaller(self, members: Term) -> str:
        """How a set can become smaller."""
        member = members.kind.member
        if isinstance(members, t.Var) and member is not None and member.base in ("cell", "piece"):
            return f"give it a smaller set or a single {member.base}"
        if isinstance(members, t.Phrase) and members.query == "closure":
            return "start from fewer members, or work it out once with `let` before the block"
        return (
            "choose from a smaller set, or put a test before it with `and` that few pass (a row, a column, `is`, "
            "`is in`)"
        )

    def _too_expensive(self, call: Call, most: dict[Node, int]) -> bool:
        nodes = self.costs.calls.held_by(call.target) if call.target[0] == "field" else [call.target]
        return any(most.get(node, 0) > self.costs.budget for node in nodes)
