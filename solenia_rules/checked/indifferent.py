"""Whether it matters in which order something is done with several things, each once.

It does not where each thing is only moved to a place without order and room enough, written into, added to a counter,
or makes a seat gain or lose what nothing limits, and where every test reads only fields of the thing itself and values
that never change. Then a seat that must choose all of them is not asked which comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.terms import Term

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

MOST_DEEP = 4
"""Verbs inside verbs that are looked into."""
_PLAIN = (
    "const", "param", "none", "var", "seat_field", "arith", "minus", "compare", "equal", "not", "and", "or", "if",
    "resource", "resource_word",
)  # fmt: skip
"""Values that stay the same while the block is done, if their arguments do; variables got their values before it."""


def is_indifferent(checked: Checked, acts: Acts, var: int) -> bool:
    """`var`: the variable that is each of the things in turn."""
    looked = _Look(checked)
    return looked.all(acts, {var}, 0) and looked.gained.isdisjoint(looked.lost | set(checked.limits))


class _Look:
    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.names = checked.names
        self.gained: set[str] = set()
        self.lost: set[str] = set()
        """Counters."""
        rules = (*checked.rules.values(), *checked.held_rules.values())
        self.watched = {rule.target for group in rules for rule in group if rule.sort != "modifier"}
        """Verbs that rules hang on."""
        self.modified = {rule.target for group in rules for rule in group if rule.sort == "modifier"}
        """Queries that rules change."""

    def all(self, acts: Acts, things: set[int], depth: int) -> bool:
        """`things`: variables that are one of the things; all others are the same for each."""
        return all(self._one(act, things, depth) for act in acts)

    def _one(self, act: Act, things: set[int], depth: int) -> bool:
        match act.op:
            case "builtin":
                return str(act.data[0]) not in self.watched and self._built_in(str(act.data[0]), act.terms[1:], things)
            case "add" if act.data[0] == "counter":
                return self._counted(act, things)
            case "set" | "add":
                holder, value = act.terms[0], act.terms[-1]
                own = act.data[0] == "field" and len(act.terms) == 2 and _is_one(holder, things)
                return own and self._plain(value, things)
            case "verb":
                return self._verb(str(act.data[0]), act.terms[1:], things, depth)
            case "if":
                tests = all(self._plain(test, things) for test in act.terms)
                return tests and all(self.all(block, things, depth) for block in act.blocks)
            case _:
                return False

    def _counted(self, act: Act, things: set[int]) -> bool:
        """A counter is only raised: past its range the order of raising makes no difference either."""
        self.gained.add(str(act.data[1]))
        low = act.terms[-1].kind.low
        return low is not None and low >= 0 and all(self._plain(term, things) for term in act.terms)

    def _verb(self, name: str, args: tuple[Term, ...], things: set[int], depth: int) -> bool:
        text = self.checked.verbs.get(name)
        if (
            text is None
            or name in self.watched
            or depth == MOST_DEEP
            or not all(self._plain(arg, things) for arg in args)
        ):
            return False
        inner = {number for (_p, number, _k), arg in zip(text.params, args, strict=True) if _is_one(arg, things)}
        return self.all(text.acts, inner, depth + 1)

    def _built_in(self, name: str, terms: tuple[Term, ...], things: set[int]) -> bool:
        match name:
            case "move":
                pieces = terms[0].args[0] if terms[0].op == "listed" and len(terms[0].args) == 1 else terms[0]
                return len(terms) == 2 and _is_one(pieces, things) and self._roomy(terms[1], things)
            case "turn_over":
                return _is_one(terms[0], things)
            case "gain":
                return self._amount(terms[0], things, self.gained)
            case "lose":
                return self._amount(terms[0], things, self.lost)
            case _:
                return False

    def _roomy(self, target: Term, things: set[int]) -> bool:
        """A zone without order that takes everything, the same one for each thing or one of its own."""
        if target.op == "none":
            return True
        if target.op != "zone" or not all(self._plain(arg, things) for arg in target.args):
            return False
        zone = self.names.zones[str(target.data[0])]
        return zone.order == "none" and zone.capacity is None

    def _amount(self, bundle: Term, things: set[int], counters: set[str]) -> bool:
        """An amount that asks nothing; what it is counted in is noted."""
        match bundle.op:
            case "amount":
                counters.add(str(bundle.data[0]))
                return self._plain(bundle.args[0], things)
            case "amount_of" if bundle.args[1].op in ("resource", "resource_word"):
                counters.add(str(bundle.args[1].data[0]))
                return all(self._plain(arg, things) for arg in bundle.args)
            case "bundle_add":
                return all(self._amount(arg, things, counters) for arg in bundle.args)
            case _:
                return False

    def _plain(self, value: Term, things: set[int], depth: int = 0) -> bool:
        """A field of the thing itself is plain, too: nothing but its own turn changes it."""
        match value.op:
            case "field":
                return _is_one(value.args[0], things)
            case "query":
                return self._query(value, things, depth)
            case "builtin" if value.data[0] == "other":
                return self._plain(value.args[0], things, depth)
            case _:
                return value.op in _PLAIN and all(self._plain(arg, things, depth) for arg in value.args)

    def _query(self, call: Term, things: set[int], depth: int) -> bool:
        """A query that no rule changes, and whose value is plain for these arguments."""
        name, args = str(call.data[0]), call.args[1:]
        text = self.checked.queries.get(name)
        if text is None or text.value is None or name in self.modified or depth == MOST_DEEP:
            return False
        inner = {number for (_p, number, _k), arg in zip(text.params, args, strict=True) if _is_one(arg, things)}
        return all(self._plain(arg, things, depth) for arg in args) and self._plain(text.value, inner, depth + 1)


def _is_one(term: Term, things: set[int]) -> bool:
    return term.op == "var" and term.data[0] in things
