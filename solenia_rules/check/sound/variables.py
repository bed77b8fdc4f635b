"""Warnings about variables: an inner block that gives the name of an outer variable a new value (W209), and variables
that nothing reads (W210).

A variable never changes. `let n = n + 1` in a block makes a second variable, which ends with the block.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeGuard

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedText, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import all_terms
from solenia_rules.text.diagnostics import Diagnostic

_Named: TypeAlias = a.Let | a.LetPossible | a.LetRandom | a.Choose
"""Statements whose variable is known in the rest of their block."""


def find_lost_variables(calls: Calls) -> Iterator[Diagnostic]:
    """Variables of all texts that hide another one or that nothing reads."""
    for node, text in calls.texts.items():
        if any(_is_named(act) for act in all_acts(text.acts)):
            rule = calls.rules.get(node)
            terms = [term for act in all_acts(text.acts) for term in a.terms_of(act)]
            terms += [term for term in (text.value, None if rule is None else rule.where) if term is not None]
            yield from _Search(
                text, frozenset(x.number for x in all_terms(tuple(terms)) if isinstance(x, t.Var))
            ).find()


def _is_named(act: Act) -> TypeGuard[_Named]:
    return isinstance(act, (a.Let, a.LetPossible, a.LetRandom)) or (isinstance(act, a.Choose) and act.body is None)


class _Search:
    """The search of one text; `read`: the variables that some term of it reads."""

    def __init__(self, text: CheckedText, read: frozenset[int]) -> None:
        self.text = text
        self.read = read

    def find(self) -> Iterator[Diagnostic]:
        params = frozenset(name for name, _number, _kind in self.text.params)
        yield from self._block(self.text.acts, frozenset(), params, None)

    def _block(
        self, acts: Acts, outer: frozenset[str], known: frozenset[str], within: Act | None
    ) -> Iterator[Diagnostic]:
        """The variables of a block. `outer`: names from outside the block; `known`: other names at its beginning;
        `within`: the statement whose block it is."""
        own: dict[str, _Named] = {}
        for act in acts:
            if _is_named(act):
                if act.name in outer:
                    yield _hidden(act, within)
                elif act.var not in self.read and not isinstance(act, a.Choose):
                    hint = "leave it out, or use the name where the value is meant"
                    yield Diagnostic("W210", f"nothing reads `{act.name}`", act.span, hint, "warning")
                sooner = own.get(act.name)
                if isinstance(sooner, a.Choose) and sooner.var not in self.read:
                    message = f"nothing reads the chosen `{act.name}` before the name is given again"
                    hint = "give the two choices different names, or leave one of them out"
                    yield Diagnostic("W210", message, sooner.span, hint, "warning")
                own[act.name] = act
            inner = outer | known | own.keys()
            for block in a.blocks_of(act):
                named = {act.name} if isinstance(act, (a.For, a.Choose)) else set()
                yield from self._block(block, inner | named, frozenset(), act)


def _hidden(act: _Named, within: Act | None) -> Diagnostic:
    """A variable with the name of one from outside its block."""
    message = f"the `{act.name}` outside this block keeps its value: this is a new one, which ends with the block"
    hint = f"{_CONSTANT}; for another thing, take another name"
    if isinstance(within, a.For) and isinstance(act, a.Let) and act.name != within.name:
        group = " ".join(within.source.span.text.split())
        hint = f"{_CONSTANT}; to add up, write `let {act.name} = sum(... for {within.name} in {group})`"
    elif isinstance(within, a.If) and isinstance(act, a.Let):
        hint = f"{_CONSTANT}, or give it a value for both cases: `let {act.name} = if ... then ... else ...`"
    return Diagnostic("W209", message, act.span, hint, "warning")


_CONSTANT = "a `let` never changes; keep in [state] what changes"
