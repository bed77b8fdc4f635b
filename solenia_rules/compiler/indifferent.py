"""Whether it matters in which order something is done with several things, each once.

It does not where each is only moved to a place without order and room enough, written into, or makes its owner gain or
lose what nothing limits: then whoever must take all there are need not be asked which comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.compiler.terms import Act, Acts, Term

if TYPE_CHECKING:
    from solenia_rules.compiler.checker import Checked

MOST_DEEP = 4
"""Verbs inside verbs that are looked into."""
_PLAIN = ("const", "param", "none", "var", "arith", "minus", "resource", "resource_word")
"""Values that stay what they are while the block is done; variables were given theirs before it."""


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

    def all(self, acts: Acts, things: set[int], depth: int) -> bool:
        """`things`: variables that are one of the things; all others are the same for each."""
        return all(self._one(act, things, depth) for act in acts)

    def _one(self, act: Act, things: set[int], depth: int) -> bool:
        match act.op:
            case "builtin":
                return str(act.data[0]) not in self.watched and self._built_in(str(act.data[0]), act.terms[1:], things)
            case "set" | "add":
                holder, value = act.terms[0], act.terms[-1]
                own = act.data[0] == "field" and len(act.terms) == 2 and _is_one(holder, things)
                return own and self._plain(value, things)
            case "verb":
                return self._verb(str(act.data[0]), act.terms[1:], things, depth)
            case _:
                return False

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

    def _plain(self, value: Term, things: set[int]) -> bool:
        """A field of the thing itself is plain, too: nothing but its own turn changes it."""
        if value.op == "field":
            return _is_one(value.args[0], things)
        return value.op in _PLAIN and all(self._plain(arg, things) for arg in value.args)


def _is_one(term: Term, things: set[int]) -> bool:
    return term.op == "var" and term.data[0] in things
