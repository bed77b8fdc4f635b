"""Tells any text of a checked ruleset in sentences. Two variables that the same words would name are called by their
names in the text instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, assert_never

from attrs import evolve, frozen

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.failing import variables, variables_of
from solenia_rules.checked.terms import ME, Term
from solenia_rules.dsl.kinds import TEST, Kind
from solenia_rules.rules.records import World
from solenia_rules.sentences.acts import Tellers
from solenia_rules.sentences.branches import Branches
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.lasting import Lasting
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.values import Values
from solenia_rules.words.by_language import grammar_of
from solenia_rules.words.lexicon import Vocabulary


@frozen
class Variable:
    """A variable: its number, the name that the text gives it, and its kind."""

    number: int
    name: str
    kind: Kind


Words: TypeAlias = Callable[[Variable], str]
"""The words that name a variable."""


def same_words(text: CheckedText, words: Words) -> dict[int, str]:
    """Number -> name of every variable that is mentioned where another one with the same words is known."""
    found: dict[int, str] = {}
    live = [Variable(number, name, kind) for name, number, kind in text.params]
    rest = variables(text.acts) | (set() if text.value is None else variables_of([text.value]))
    for index, one in enumerate(live):
        for other in live[:index]:
            if one.number in rest and words(one) == words(other):
                found |= {one.number: one.name, other.number: other.name}
    for one, other in _pairs(text.acts, live):
        if words(one) == words(other) and (one.kind.base == "set") == (other.kind.base == "set"):
            found |= {one.number: one.name, other.number: other.name}
    return found


def _pairs(acts: Acts, live: list[Variable]) -> Iterator[tuple[Variable, Variable]]:
    """A variable that is known already and mentioned again, and a variable that was introduced in between."""
    for index, act in enumerate(acts):
        introduced = _introduced(act)
        if introduced is None:
            for block in a.blocks_of(act):
                yield from _pairs(block, live)
            continue
        one, body = introduced
        scope = acts[index + 1 :] if body is None else body
        read = variables(scope)
        # the one thing that `for x in CELL` goes over is the cell itself
        same = isinstance(act, a.For) and isinstance(act.source, t.Listed)
        known = read if same else read | variables_of(a.terms_of(act))
        yield from ((other, one) for other in live if other.number in known and one.number in read)
        if body is None:
            for block in a.blocks_of(act):
                yield from _pairs(block, live)
            live = [*live, one]
        else:
            yield from _pairs(body, [*live, one])


def _introduced(act: Act) -> tuple[Variable, Acts | None] | None:
    """The variable that a statement names, and the block that knows it; no block: the statements after it do."""
    match act:
        case a.Let(var, name):
            return Variable(var, name, act.value.kind), None
        case a.LetRandom(var, name):
            return Variable(var, name, act.kind), None
        case a.LetPossible(var, name):
            return Variable(var, name, TEST), None
        case a.Choose(var, name, body=body):
            return None if act.source.kind.member is None else (Variable(var, name, act.source.kind.member), body)
        case a.For(var, name, body=body):
            return None if act.source.kind.member is None else (Variable(var, name, act.source.kind.member), body)
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
            | a.Note() | a.Forget() | a.Roll()
            | a.Show()
            | a.Need() | a.Stop() | a.Win() | a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules()
            | a.If() | a.Repeat() | a.ChooseWay() | a.May() | a.As() | a.Try() | a.IfPossible()
            | a.Phase() | a.DrawWord()
        ):  # fmt: skip
            return None
        case _:
            assert_never(act)


def vocabulary_of(world: World, lang: str) -> Vocabulary:
    """The words of a ruleset in a language."""
    declared = [(x.id, x.plural) for x in world.counters] + [(x.id, x.plural) for x in world.kinds]
    declared += [(x.id, x.plural) for x in world.pieces] + [(x.id, x.plural) for x in world.cells]
    return Vocabulary(world.words.get(lang, {}), {ident: plural for ident, plural in declared if plural is not None})


class Explainer:
    """Sentences about one ruleset in one language."""

    def __init__(self, checked: Checked, lang: str) -> None:
        self.checked, self.lang = checked, lang
        self.g = grammar_of(lang, vocabulary_of(checked.names.world, lang))
        self.values = Values(checked, self.g)
        self.tellers = Tellers(self.values)
        self.branches = Branches(self.values)
        self.rules = Lasting(self.values, self.tellers)

    def context(self, text: CheckedText) -> Context:
        given = frozenset(number for _n, number, kind in text.params if kind.base in ("word", "number", "seat"))
        c = Context(given=given, apart=same_words(text, self._words))
        for name, number, kind in text.params:
            c = c.named(number, name)
            c = c.named_test(number) if kind.base == "test" else c
            if number in c.apart:
                c = c.telling(number, self.values.by_name(name, kind))
        return c

    def _words(self, variable: Variable) -> str:
        noun = self.values.noun_of_variable(variable.name, variable.kind)
        return noun.form("one", "other") or noun.id

    # ---- texts ---------------------------------------------------------------------------------

    def effect(self, text: CheckedText) -> tuple[Said, ...]:
        """The steps of an effect."""
        return self.finished(self.tellers.block(text.acts, self.context(text), "you"))

    def act(self, act: Act, text: CheckedText) -> tuple[Said, ...]:
        """One statement of a text."""
        return self.finished(self.tellers.block((act,), self.context(text), "you"))

    def value(self, text: CheckedText) -> str:
        """What a value text stands for."""
        assert text.value is not None
        return self.term(text.value, text)

    def test(self, text: CheckedText) -> str:
        """A test as an unfinished clause, which a conjunction can precede."""
        assert text.value is not None
        return self.values.test(text.value, self.context(text))

    def when(self, text: CheckedText) -> tuple[Said, ...]:
        """When a test holds."""
        assert text.value is not None
        return self.finished(self.branches.when(text.value, self.context(text)))

    def cases(self, text: CheckedText) -> tuple[Said, ...]:
        """What a value text stands for; several cases are steps of their own."""
        assert text.value is not None
        if text.value.kind.base == "test":
            return (Said(self.value(text)),)
        return self.finished(self.branches.value(text.value, self.context(text)))

    def term(self, term: Term, text: CheckedText, me: int = ME, negated: bool = False) -> str:
        """A part of a text, addressed to the seat that acts there, which is given by its variable. `negated`: that a
        test does not hold."""
        c = evolve(self.context(text), me=me)
        if term.kind.base == "test":
            return self.g.finish(self.values.test(term, c, negated))
        return self.g.finish(self.values.np(term, c).text)

    def lasting(self, rules: Sequence[CheckedRule], held: bool) -> tuple[Said, ...]:
        """Lasting rules, one step each; `held` by a piece or cell."""
        return self.finished(tuple(step for rule in rules for step in self.rules.rule(rule, Context(), held)))

    def finished(self, steps: tuple[Said, ...]) -> tuple[Said, ...]:
        return tuple(
            evolve(step, text=self.g.finish(step.text), lead=self.g.finish(step.lead), steps=self.finished(step.steps))
            for step in steps
        )

    def line(self, steps: Sequence[Said]) -> str:
        """Steps on one line. Brackets show where the options of a choice end, and where the steps inside a step end."""
        colon, semicolon, either = (self.g.patterns[key] for key in ("colon", "semicolon", "either"))
        made = []
        for step in steps:
            if step.ways:
                inner = (f"{w.text} ({self.line(w.steps)})" if w.steps else w.text for w in step.steps)
                made.append(f"{step.text}{colon}{f' {either} '.join(inner)}")
            elif not step.steps:
                made.append(step.text)
            elif step is steps[-1]:
                made.append(f"{step.text}{colon}{self.line(step.steps)}")
            else:
                made.append(f"{step.text} ({self.line(step.steps)})")
        return semicolon.join(made)
