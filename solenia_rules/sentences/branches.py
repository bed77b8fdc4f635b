"""Tells values and tests that depend on other tests: one step for each case, instead of one long sentence."""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Term
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.said import Said
from solenia_rules.sentences.values import Values


class Branches:
    """The cases of values and tests."""

    def __init__(self, values: Values) -> None:
        self.v, self.g = values, values.g

    # ---- tests -----------------------------------------------------------------------------------

    def when(self, test: Term, c: Context) -> tuple[Said, ...]:
        """When a test holds; cases that depend on another test are steps of their own."""
        g = self.g
        match test:
            case t.If():
                first, otherwise = g.say("if", test=self.v.test(test.test, c)), g.patterns["else"]
                return (
                    self._led(first, ",", self.when(test.then, c)),
                    self._led(otherwise, g.pause, self.when(test.otherwise, c)),
                )
            case t.Const(value):
                return (Said(g.patterns["is so" if value else "is not so"]),)
            case _:
                return (Said(g.say("only when", test=self.v.test(test, c))),)

    def _led(self, lead: str, pause: str, steps: tuple[Said, ...]) -> Said:
        only = steps[0] if len(steps) == 1 else None
        return Said(lead, steps) if only is None else Said(f"{lead}{pause} {only.text}", only.steps)

    # ---- values ----------------------------------------------------------------------------------

    def value(self, value: Term, c: Context) -> tuple[Said, ...]:
        """What a value is. One with more than two cases is told as a list, and so are cases inside a case."""
        if not has_cases(value):
            return (Said(self.v.np(value, c).text),)
        made: list[Said] = []
        while isinstance(value, t.If):
            lead = self.g.say("else if" if made else "if", test=self.v.test(value.test, c.asking()))
            made.append(self._case(lead, value.then, c))
            value = value.otherwise
        return (*made, self._case(self.g.patterns["else"], value, c))

    def _case(self, lead: str, value: Term, c: Context) -> Said:
        steps = self.value(value, c)
        return Said(lead, steps) if len(steps) > 1 else Said(f"{lead}{self.g.patterns['colon']}{steps[0].text}")


def has_cases(value: Term) -> bool:
    """Whether a value has more cases than a sentence can tell clearly: more than two."""
    return isinstance(value, t.If) and (isinstance(value.then, t.If) or isinstance(value.otherwise, t.If))
