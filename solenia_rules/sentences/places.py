"""Sentences about the text at a place of a file: a branch of a choice, a statement, a value, a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText, all_acts
from solenia_rules.checked.terms import ME, Query, Term, all_terms, parts
from solenia_rules.sentences.topics import Topics
from solenia_rules.text.places import Span


class Places:
    """Texts of one ruleset in one language, found by where they stand."""

    def __init__(self, topics: Topics) -> None:
        self.checked, self.explainer = topics.checked, topics.explainer
        self.texts = tuple(topics.texts())

    def way(self, source: str, start: int, number: int) -> str | None:
        """The effect of one branch of a choice, on one line; the choice is given by its place."""
        e = self.explainer
        for act, text in self._acts(source, start):
            if isinstance(act, a.ChooseWay):
                return e.line(e.finished(e.tellers.block(act.ways[number], e.context(text), "you"))) or None
        return None

    def may(self, source: str, start: int) -> str | None:
        """The effect of a `may` at a place, on one line."""
        for act, text in self._acts(source, start):
            if isinstance(act, a.May):
                return self.explainer.line(self.explainer.act(act, text)) or None
        return None

    def _acts(self, source: str, start: int) -> Iterator[tuple[Act, CheckedText]]:
        """Statements that begin at a place, with the text that holds them."""
        for text in (*self.texts, *(rule.body for rule, _held in self._rules())):
            for act in all_acts(text.acts):
                if (act.span.source.name, act.span.start) == (source, start):
                    yield act, text

    def at(self, source: str, offset: int) -> str | None:
        """The innermost statement, value or rule at a place of a file, on one line."""
        for text in self.texts:
            if not _covers(text.span, source, offset):
                continue
            if text.value is not None:
                return self.explainer.value(text)
            act = _innermost(text.acts, source, offset)
            return self.explainer.line(self.explainer.act(act, text) if act else self.explainer.effect(text))
        for rule, held in self._rules():
            if _covers(rule.span, source, offset):
                return self.explainer.line(self.explainer.lasting([rule], held))
        return None

    def named(self, source: str, offset: int) -> tuple[str, ...]:
        """The ids of what the statement at a place is about, the narrowest first: the queries in a payment, the
        innermost branch with a name, the step, verb, record or entry of `[rules]` that holds the
        text."""
        for ident, text in self._holders():
            if _covers(text.span, source, offset):
                act, branch = _innermost(text.acts, source, offset), _branch(text.acts, source, offset)
                if isinstance(act, a.DoVerb) and act.stands_for is not None:
                    act = act.stands_for
                paid = all_terms((act.what,)) if isinstance(act, a.Pay) else ()
                queries = [term.query for term in paid if isinstance(term, Query)]
                return (*queries, *([branch] if branch is not None else []), ident)
        return ()

    def _holders(self) -> Iterator[tuple[str, CheckedText]]:
        """Texts with the id of what holds them."""
        checked = self.checked
        yield from (
            (step.id, text) for step, (_section, text) in zip(checked.names.world.steps, checked.steps, strict=True)
        )
        yield from checked.verbs.items()
        yield from ((record, text) for (record, _field), text in checked.held.items())
        yield from ((ident, rule.body) for ident, group in checked.rules.items() for rule in group)
        yield from ((record, rule.body) for (record, _field), group in checked.held_by_field.items() for rule in group)

    def value(self, source: str, start: int, end: int, negated: bool = False) -> str | None:
        """The value or test that stands from one place to another; `negated`: that the test does not hold."""
        found = self._values.get((source, start, end))
        return None if found is None else self.explainer.term(*found, negated)

    @cached_property
    def _values(self) -> dict[tuple[str, int, int], tuple[Term, CheckedText, int]]:
        """Values with their text and the variable of the seat that acts there."""
        found: dict[tuple[str, int, int], tuple[Term, CheckedText, int]] = {}

        def note(terms: Iterable[Term], text: CheckedText, me: int) -> None:
            for term in terms:
                found.setdefault((term.span.source.name, term.span.start, term.span.end), (term, text, me))
                note(parts(term), text, me)

        def follow(acts: Acts, text: CheckedText, me: int) -> None:
            for act in acts:
                note(a.terms_of(act), text, me)
                for block in a.blocks_of(act):
                    follow(block, text, act.var if isinstance(act, a.As) else me)

        rules = [rule for rule, _held in self._rules()]
        for text in (*self.texts, *(rule.body for rule in rules)):
            note(() if text.value is None else (text.value,), text, ME)
            follow(text.acts, text, ME)
        for rule in rules:
            note(() if rule.where is None else (rule.where,), rule.body, ME)
        return found

    def _rules(self) -> Iterator[tuple[CheckedRule, bool]]:
        """Lasting rules, and whether a piece or cell holds them."""
        yield from ((rule, False) for group in self.checked.rules.values() for rule in group)
        yield from ((rule, True) for group in self.checked.held_by_field.values() for rule in group)


def _covers(span: Span, source: str, offset: int) -> bool:
    return span.source.name == source and span.start <= offset <= span.end


def _branch(acts: Acts, source: str, offset: int) -> str | None:
    """The name of the innermost branch around a place; None if there is none, or if the branches have no names."""
    for act in acts:
        for index, block in enumerate(a.blocks_of(act)):
            if block and _covers(block[0].span.to(block[-1].span), source, offset):
                inner = _branch(block, source, offset)
                name = act.names[index] if isinstance(act, a.ChooseWay) else None
                return inner or (None if name is None or name.isdigit() else name)
    return None


def _innermost(acts: Acts, source: str, offset: int) -> Act | None:
    for act in acts:
        if _covers(act.span, source, offset):
            inner = (found for block in a.blocks_of(act) if (found := _innermost(block, source, offset)))
            return next(inner, act)
    return None
