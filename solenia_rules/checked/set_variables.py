"""Which sets a variable may hold: those that `let` gives it, or those with which a verb or query is called.

`Sizes` asks for these sets, so a parameter of the kind `cells` counts as many members as the largest set that a text
gives it, and not every cell of all boards.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term


class SetVariables:
    """The sets of the variables of one ruleset."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self._given: dict[tuple[Node, int], list[Term]] = {}
        """Text and number of a variable -> all values that the variable may have."""
        self._texts: dict[int, tuple[t.Var, Node]] = {}
        """The `id` of a variable in a text -> the variable, which keeps the `id` in use, and the text."""
        self._looked = False

    def values(self, var: t.Var) -> list[Term] | None:
        """All values that a variable of a text may have; None: they are not known."""
        if not self._looked:
            self._looked = True
            self._look()
        known = self._texts.get(id(var))
        return None if known is None else self._given.get((known[1], var.number))

    def _look(self) -> None:
        """Read all texts, which is done when the first variable is asked for."""
        calls = self.calls
        called: dict[Node, list[tuple[Term, ...]]] = {}
        for node, text in calls.texts.items():
            for target, given in self._calls(node, text):
                called.setdefault(target, []).append(given)
        for node, text in calls.texts.items():
            self._find(node, text, called.get(node, []))

    def _terms(self, node: Node, text: CheckedText) -> Iterator[Term]:
        for act in a.all_acts(text.acts):
            yield from t.all_terms(a.terms_of(act))
        if text.value is not None:
            yield from t.all_terms((text.value,))
        rule = self.calls.rules.get(node)
        if rule is not None and rule.where is not None:
            yield from t.all_terms((rule.where,))

    def _calls(self, node: Node, text: CheckedText) -> Iterator[tuple[Node, tuple[Term, ...]]]:
        """The verbs and queries that a text calls, with what it gives them."""
        for act in a.all_acts(text.acts):
            if isinstance(act, a.DoVerb):
                yield ("verb", act.verb, ""), act.given
        for term in self._terms(node, text):
            if isinstance(term, t.Query):
                yield ("query", term.query, ""), term.given

    def _find(self, node: Node, text: CheckedText, calls: list[tuple[Term, ...]]) -> None:
        """Note the variables of a text that hold sets, and what they may hold."""
        found: dict[int, list[Term]] = {}
        if node[0] in ("verb", "query"):
            for index, (_name, number, kind) in enumerate(text.params):
                if kind.base == "set" and all(len(given) == len(text.params) for given in calls):
                    found[number] = [given[index] for given in calls]
        for act in a.all_acts(text.acts):
            if isinstance(act, a.Let) and act.value.kind.base == "set":
                found[act.var] = [act.value]
        if not found:
            return
        self._given.update({(node, number): values for number, values in found.items()})
        for term in self._terms(node, text):
            if isinstance(term, t.Var) and term.number in found:
                self._texts[id(term)] = term, node
