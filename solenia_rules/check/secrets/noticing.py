"""What onlookers notice of what a text does: that something happened, and that somebody was asked."""

from __future__ import annotations

from solenia_rules.check.secrets.knowledge import ME
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.frozen import define, field, frozen

_SILENT = ("need", "win")
"""What only says what can be done; and who wins may depend on anything."""
_RESOURCES = ("amount", "amount_free", "counter", "counter_bundle", "resource")


@frozen
class Noticed:
    """What onlookers notice up to the first question."""

    acts: Acts = ()
    question: Acts = ()
    """The statement that asks, and what follows it."""

    def __bool__(self) -> bool:
        return bool(self.acts or self.question)

    def then(self, other: Noticed) -> Noticed:
        return self if self.question else Noticed(self.acts + other.acts, other.question)


NOTHING = Noticed()


@define
class Noticing:
    calls: Calls
    _texts: dict[Node, Noticed] = field(factory=dict)

    def of(self, acts: Acts, me: frozenset[int]) -> Noticed:
        """`me`: variables that are the seat that acts. Its own secrets change without anybody else noticing."""
        found = NOTHING
        for number, act in enumerate(acts):
            made = self._act(act, me)
            if made.question:
                made = Noticed(made.acts, made.question + acts[number + 1 :])
            found = found.then(made)
            if found.question:
                break
        return found

    def of_text(self, node: Node) -> Noticed:
        """A verb with the rules on it, a held effect, or the body of a rule."""
        if node not in self._texts:
            self._texts[node] = NOTHING
            made = self.of(self.calls.texts[node].acts, ME)
            rules = [self.of_text(rule) for rule in self.calls.rules_of.get(node, ())]
            self._texts[node] = Noticed(self.calls.texts[node].acts) if any(rules) else made
        return self._texts[node]

    def _act(self, act: Act, me: frozenset[int]) -> Noticed:
        whole = Noticed((act,))
        match act.op:
            case "let":
                return NOTHING
            case "set" | "add":
                return whole if self._changes_openly(act, me) else NOTHING
            case "start":
                return whole
            case "builtin":
                return whole if self._does_openly(act, me) else NOTHING
            case "verb" if isinstance(act, a.DoVerb) and act.stands_for is not None:
                ruled = any(self.of_text(rule) for rule in self.calls.rules_of.get(("verb", str(act.data[0]), ""), ()))
                return whole if ruled or self._does_openly(act.stands_for, me) else NOTHING
            case "verb":
                return self._called(act, ("verb", str(act.data[0]), ""))
            case "do":
                held = self.calls.held_by(self.calls.field_of(act))
                return whole if any(self.of_text(node) for node in held) else NOTHING
            case "choose" | "choose_effect" | "may":
                return Noticed((), (act,))
            case "for" if act.data[1]:
                return Noticed((), (act,))
            case "phase":
                return whole
            case "as":
                assert isinstance(act.data[0], int)
                return whole if self.of(act.blocks[0], frozenset({act.data[0]})) else NOTHING
            case "if":
                ways = [self.of(block, me) for block in act.blocks]
                return ways[0] if alike(ways) else whole
            case _:
                return NOTHING.then(self.of(tuple(one for block in act.blocks for one in block), me))

    def _called(self, act: Act, node: Node) -> Noticed:
        """A call is noticed as such; where it begins with a question, as that."""
        found = self.of_text(node)
        return Noticed((act,)) if found.acts else Noticed((), found.question)

    def _changes_openly(self, act: Act, me: frozenset[int]) -> bool:
        names, (place, name) = self.calls.checked.names, act.data[:2]
        match place:
            case "counter":
                seen = names.counters[str(name)].seen
            case "state":
                seen = names.state[str(name)].seen
            case _:
                return True
        mine = len(act.terms) > 1 and _is_me(act.terms[0], me)
        return seen == "all" or (seen == "owner" and not mine)

    def _does_openly(self, act: Act, me: frozenset[int]) -> bool:
        match act.data[0]:
            case "gain" | "pay" | "lose":
                return self.openly_paid(act.terms[1])
            case "show":
                return not _is_me(bare(act.terms[2]), me)
            case verb:
                return verb not in _SILENT

    def openly_paid(self, bundle: Term) -> bool:
        """Whether all see how much this is: not where all of it is of counters that only their owner sees."""
        counters = self.calls.checked.names.counters
        found = [str(term.data[0]) for term in all_terms((bundle,)) if term.op in _RESOURCES]
        return not found or any(name not in counters or counters[name].seen == "all" for name in found)


def alike(ways: list[Noticed]) -> bool:
    """Whether nobody can tell these ways apart before an answer does."""
    return all(way.acts == ways[0].acts and bool(way.question) == bool(ways[0].question) for way in ways)


def bare(term: Term) -> Term:
    """One thing that stands for a set of one."""
    return bare(term.args[0]) if term.op == "listed" and len(term.args) == 1 else term


def _is_me(term: Term, me: frozenset[int]) -> bool:
    return term.op == "var" and (term.data[0] in me or term.data[0] == t.ME)
