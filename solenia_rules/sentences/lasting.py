"""Lasting rules as steps: triggers, replacements and modifiers."""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule
from solenia_rules.checked.terms import TRUE_TERM, Term
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.sentences.acts import Tellers
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.folding import fold
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.values import Values
from solenia_rules.words.grammar import Clause, Mood
from solenia_rules.words.phrases import invariable


class Lasting:
    """Steps of lasting rules."""

    def __init__(self, values: Values, tellers: Tellers) -> None:
        self.v, self.g, self.tellers = values, values.g, tellers

    def rule(self, rule: CheckedRule, c: Context, held: bool) -> tuple[Said, ...]:
        """`held`: by a piece or cell, whose owner is `me`; else `me` is who acts."""
        for name, number, kind in rule.body.params:
            c = c.named(number, name)
            if rule.built_in:
                noun = self.g.lexicon.engine(self.g.lexicon.own.key(f"event {name}"))
                told = self.g.np(noun, "the", kind.base == "set")
                c = c.telling(number, told)
        you = rule.by == "me" or (not held and rule.by == "anyone")
        if rule.sort == "modifier":
            return (Said(self._modifier(rule, c, you)),)
        moment = self._moment(rule, you)
        if rule.where is not None and fold(rule.where, self.v.number) != TRUE_TERM:
            moment += f" {self.g.say('and if', test=self.v.test(rule.where, c))}"
        if rule.once is not None:
            moment += f" ({self._once(rule.once, rule.mine)})"
        steps = self.tellers.block(rule.body.acts, c, "you")
        if not steps:
            return (Said(f"{moment}, {self.g.patterns['nothing happens']}"),)
        adverb = self.g.patterns[self.g.patterns.key(f"{rule.sort}wards")]
        if len(steps) == 1:
            said = f"{moment}, {adverb} {steps[0].text}" if adverb else f"{moment}, {steps[0].text}"
            return (Said(said, steps[0].steps, steps[0].ways),)
        return (Said(f"{moment}, {adverb}" if adverb else moment, steps),)

    def _once(self, phase: str, mine: bool) -> str:
        if mine:
            return self.g.say("once", x=self.g.np(self.v.noun(phase), "your"))
        if phase == "game":
            return self.g.patterns["once a game"]
        return self.g.say("once", x=self.g.np(self.v.noun(phase), "bare"))

    def _moment(self, rule: CheckedRule, you: bool) -> str:
        """`whenever you build`, `when another player is about to build`"""
        g = self.g
        who = "you" if you else "others" if rule.by == "others" else "anyone"
        mood: Mood = "inf"
        if rule.sort == "after":
            mood = "you" if you else "third"
        key = g.patterns.key(f"{rule.sort} {who}")
        return g.say(key, verb=self.happens(rule, mood), inf=self.happens(rule, "inf"))

    def happens(self, rule: CheckedRule, mood: Mood) -> str:
        """The verb that a rule hangs on, with nothing said about what it is done to."""
        g = self.g
        if rule.target in VERBS and rule.target not in self.v.names.verbs:
            thing = g.np(g.lexicon.engine("anything"), "bare")
            slots = {slot.name: thing for slot in VERBS[rule.target].slots} | {"many": thing}
            return g.watched[g.watched.key(rule.target)][("you", "third", "inf").index(mood)].format(**slots)
        return g.title_verb(self.v.noun(rule.target), mood)

    # ---- modifiers -----------------------------------------------------------------------------

    def _modifier(self, rule: CheckedRule, c: Context, you: bool) -> str:
        g = self.g
        query = self.v.names.queries[rule.target]
        noun = self.v.noun(query.id)
        value = rule.body.value
        assert value is not None
        for_whom = g.patterns["for you" if rule.by == "me" else "for others" if rule.by == "others" else "for anyone"]
        if value.kind.base == "test":
            said = self._becomes_test(rule, c)
        else:
            head = g.np(noun, "the", noun.plural_only)
            if self.v.counts_things(query.id, value.kind):
                head = g.of(g.np(g.lexicon.engine("number of"), "the"), g.np(noun, "bare", True))
            args = [t.Var(number, kind, span=rule.span) for _n, number, kind in rule.body.params]
            if rule.where is not None or not args:
                head = self.v.properties.with_arguments(head, noun, [p.id for p in query.params], tuple(args), c)
            said = f"{head.text} {g.agree(self._change(value, c), head)}"
        if not (rule.by == "anyone" and for_whom == ""):
            said = f"{said} {for_whom}".strip()
        if rule.where is not None:
            said = g.say("provided", x=said, test=self.v.test(rule.where, c))
        return said

    def _becomes_test(self, rule: CheckedRule, c: Context) -> str:
        value = rule.body.value
        assert value is not None
        args = tuple(t.Var(number, kind, span=rule.span) for _n, number, kind in rule.body.params)
        call = t.Query(rule.target, t.Var(t.ME, value.kind), args, value.kind)
        if isinstance(value, t.Const):
            return self.g.say("now", test=self.v.test(call, c, not value.value))
        it: Clause = Clause(self.v.test(call, c))
        told = c.telling(t.IT, invariable(it.said))
        return self.g.say("now if", x=it.said, test=self.v.test(value, told))

    def _change(self, value: Term, c: Context) -> str:
        """What the value so far becomes."""
        g, least = self.g, ""
        match value:
            case t.BuiltIn("max", (one, other)):
                if (floor := self.v.number(one)) is not None:
                    value = other
                elif (floor := self.v.number(other)) is not None:
                    value = one
                least = "" if floor is None else f" {g.say('not below', n=str(floor))}"
            case _:
                pass
        match value:
            case t.Arithmetic("+", t.Var(t.IT)) | t.BundleAdd(t.Var(t.IT)):
                return g.say("rises", x=self.v.np(value.right, c)) + least
            case t.Arithmetic("-", t.Var(t.IT)) | t.BundleSubtract(t.Var(t.IT)):
                return g.say("falls", x=self.v.np(value.right, c)) + least
            case t.Union((t.Var(t.IT), *added)):
                return g.say("includes", x=g.join([self.v.np(x, c) for x in added], "and"))
            case t.If(_, t.Var(t.IT)):
                return (
                    g.say("becomes when", x=self.v.np(value.otherwise, c), test=self.v.test(value.test, c, True))
                    + least
                )
            case _:
                return g.say("becomes", x=self.v.np(value, c)) + least
