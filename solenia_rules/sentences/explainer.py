"""The explainer: any text of a checked ruleset as sentences of a language."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from solenia_rules.checked.acts import Act, CheckedRule, CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import ME, Term
from solenia_rules.rules.records import World
from solenia_rules.sentences.acts import Said, Tellers
from solenia_rules.sentences.apart import Variable, same_words
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.lasting import Lasting
from solenia_rules.sentences.values import Values
from solenia_rules.words.by_language import grammar_of
from solenia_rules.words.lexicon import Vocabulary


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
        self.rules = Lasting(self.values, self.tellers)

    def context(self, text: CheckedText) -> Context:
        given = frozenset(number for _n, number, kind in text.params if kind.base in ("word", "number", "seat"))
        c = Context(given=given, apart=same_words(text, self._words))
        for name, number, kind in text.params:
            c = c.named(number, name)
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
        """A test that a conjunction is still to stand before, so not finished."""
        assert text.value is not None
        return self.values.test(text.value, self.context(text))

    def term(self, term: Term, text: CheckedText, me: int = ME) -> str:
        """A part of a text, told to the seat that acts there: by its variable."""
        c = evolve(self.context(text), me=me)
        if term.kind.base == "test":
            return self.g.finish(self.values.test(term, c))
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
        """Steps on one line; brackets tell where ways to choose end, and steps of a step that others follow."""
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
