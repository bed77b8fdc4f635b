"""Warnings: choices that may find nothing to choose from, where that would leave a seat stuck.

An empty choice inside `may`, a way of `choose ... or`, or `try` is handled: it is not offered, or skipped. Elsewhere it
has to be plain from the text that there is something: by the set itself, or by a test around or before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.sound.leftover import Leftover
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.footprint import Footprint, disjoint
from solenia_rules.checked.terms import TRUE_TERM, Term, conjuncts, renamed
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span

_ANY = -1
"""The number that stands for a phrase's own variable."""
_ALWAYS = ("words", "seats", "pieces", "cells", "single", "record", "const")


@frozen
class Fact:
    """There are at least so many things of a set that pass these tests."""

    source: Term
    tests: tuple[Term, ...]
    least: int


class Emptiness:
    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.footprint = Footprint(calls.checked)
        self.leftover = Leftover(calls)
        self.found: dict[Span, Diagnostic] = {}
        self._seen: set[Node] = set()

    def find(self) -> Iterator[Diagnostic]:
        for node, text in self.calls.texts.items():
            if node[0] == "step":
                self._block(text.acts, (), False)
        yield from self.found.values()

    def _text(self, node: Node) -> None:
        """A text that is called where nothing handles its failing, and the rules on it."""
        if node in self._seen or node not in self.calls.texts:
            return
        self._seen.add(node)
        self._block(self.calls.texts[node].acts, (), False)
        for rule in self.calls.rules_of.get(node, ()):
            self._text(rule)

    # ---- statements ----------------------------------------------------------------------------

    def _block(self, acts: Acts, facts: tuple[Fact, ...], handled: bool) -> None:
        for act in acts:
            self._act(act, facts, handled)
            written = self.footprint.writes((act,))
            facts = tuple(f for f in facts if disjoint(self.footprint.reads(f.source, *f.tests), written))
            if act.op == "builtin" and act.data[0] == "need":
                facts += tuple(_facts(act.terms[1], True))
            elif act.op == "if" and len(act.terms) == 1 and self._leaves(act.blocks[0]):
                facts += tuple(_facts(act.terms[0], False))

    def _act(self, act: Act, facts: tuple[Fact, ...], handled: bool) -> None:
        match act.op:
            case "verb" if not handled:
                self._text(("verb", str(act.data[0]), ""))
            case "do" if not handled:
                for node in self.calls.held_by(self.calls.field_of(act)):
                    self._text(node)
            case "if":
                for test, block in zip(act.terms, act.blocks, strict=False):
                    self._block(block, (*facts, *_facts(test, True)), handled)
                    facts += tuple(_facts(test, False))
                self._block(act.blocks[-1], facts, handled)
                return
            case "may":
                self._block(act.blocks[1], facts, handled)
                return
            case "choose_effect" | "try":
                return
            case "choose":
                if not handled and not self._certain(act, facts):
                    message = "this choice may be empty, and nothing says what happens then"
                    hint = (
                        "ask first, `if some(...) { ... }`, or put it into `may`, `try` or a way of `choose ... or`; "
                        "`check --play N` is silent on choices that are never empty in play"
                    )
                    self.found.setdefault(act.span, Diagnostic("W503", message, act.terms[0].span, hint, "warning"))
            case "for" | "repeat" | "as" | "phase":
                written = self.footprint.writes((act,))
                facts = tuple(f for f in facts if disjoint(self.footprint.reads(f.source, *f.tests), written))
        if act.op == "as" and act.terms[0].op == "phrase" and act.terms[0].data[0] == "all":
            one, me = act.terms[0].data[1], act.data[0]
            assert isinstance(one, int)
            assert isinstance(me, int)
            facts += tuple(_facts(renamed(act.terms[0].args[1], one, me), True))
        for block in act.blocks:
            self._block(block, facts, handled)

    def _leaves(self, acts: Acts) -> bool:
        """Whether nothing after it is reached from a block."""
        return self._last_does(acts, ("stop", "win"))

    def _last_does(self, acts: Acts, names: tuple[str, ...]) -> bool:
        """Whether a block ends in one of these, or in a verb that always ends the game."""
        if not acts:
            return False
        last = acts[-1]
        if last.op != "verb":
            return last.op == "builtin" and last.data[0] in names
        node = ("verb", str(last.data[0]), "")
        if node not in self.calls.texts or self.calls.rules_of.get(node):
            return False
        return self._last_does(self.calls.texts[node].acts, ("win",))

    def _certain(self, act: Act, facts: tuple[Fact, ...]) -> bool:
        """Whether there is always enough to choose from."""
        number, up_to, has_quota, _name = act.data
        assert isinstance(number, int)
        if up_to:
            return True
        source, where, quota = act.terms
        tests = tuple(renamed(x, number, _ANY) for x in conjuncts(where))
        if has_quota and _at_most(quota, Fact(source, tests, 0)):
            return True
        least = quota.kind.high if has_quota else 1
        if least is None:
            return False
        forbidden = self.leftover.forbidden(source, where, number, least)
        if forbidden is not None and max(self._size(source), _known(source, facts)) >= least + forbidden:
            return True
        return any(f.source == source and f.least >= least and all(x in f.tests for x in tests) for f in facts)

    def _size(self, source: Term) -> int:
        """The fewest members that a set ever has."""
        names = self.names
        match source.op:
            case "words":
                return len(names.word_kinds[str(source.data[0])].words)
            case "seats":
                return names.world.seats.low
            case "others":
                return names.world.seats.low - 1
            case "listed" | "union":
                return max((self._size(x) for x in source.args), default=0)
            case "board":
                board = names.boards[str(source.data[0])]
                return 1 if isinstance(board.rows, int) or board.cells is not None else 0
            case "builtin" if source.data[0] == "range":
                low, high = source.args[0].kind.high, source.args[1].kind.low
                return max(0, min(high, 999) - low + 1) if low is not None and high is not None else 0
            case "builtin" if source.data[0] == "seats_from":
                return names.world.seats.low
            case "field" if source.kind.base == "set":
                given = self.names.given_sets(str(source.data[0]), source.args[0].kind)
                return 0 if source.args[0].kind.optional else min(map(len, given), default=0)
            case op if op in _ALWAYS:
                return 0 if source.kind.optional else 1
        return 0 if source.kind.base == "set" or source.kind.optional else 1


def _known(source: Term, facts: tuple[Fact, ...]) -> int:
    """How many members of a set there are by the tests before."""
    return max((fact.least for fact in facts if fact.source == source and not fact.tests), default=0)


def _at_most(number: Term, things: Fact) -> bool:
    """Whether a number is certain to be no more than there are things: `min(2, count(my hand))`."""
    if number.kind.high is not None and number.kind.high <= 0:
        return True
    name = number.data[0] if number.data else None
    if number.op in ("phrase", "builtin") and name == "count":
        return number.args[0].kind.base != "bundle" and _of(number, 0) == things
    if number.op == "builtin" and name in ("min", "max"):
        found = [_at_most(x, things) for x in number.args]
        return any(found) if name == "min" else all(found)
    if number.op == "arith" and name == "-":
        low = number.args[1].kind.low
        return low is not None and low >= 0 and _at_most(number.args[0], things)
    return False


def _facts(test: Term, holds: bool) -> Iterator[Fact]:
    """What is known to be there if a test holds, or does not."""
    match test.op:
        case "not":
            yield from _facts(test.args[0], not holds)
        case "and" if holds:
            for part in test.args:
                yield from _facts(part, True)
        case "or" if not holds:
            for part in test.args:
                yield from _facts(part, False)
        case "phrase" | "builtin" if test.data[0] == ("some" if holds else "no"):
            yield _of(test, 1)
        case "compare" | "equal":
            yield from _counted(test, holds)


def _of(test: Term, least: int) -> Fact:
    """The set that a phrase or a query on a set speaks of."""
    where: Term
    source, where, number = test.args[0], TRUE_TERM, _ANY
    if test.op == "phrase":
        assert isinstance(test.data[1], int)
        where, number = test.args[1], test.data[1]
    return Fact(source, tuple(renamed(x, number, _ANY) for x in conjuncts(where)), least)


def _counted(test: Term, holds: bool) -> Iterator[Fact]:
    """`count(...) > 2`, `count(...) is not 0`, and the contrary of the opposite."""
    a, b = test.args
    sign = str(test.data[0]) if test.op == "compare" else "is"
    if b.op in ("phrase", "builtin") and b.data[0] == "count":
        a, b, sign = b, a, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign)
    if a.op not in ("phrase", "builtin") or a.data[0] != "count" or a.args[0].kind.base == "bundle":
        return
    if not holds:
        sign = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not"}[sign]
    low = b.kind.low if b.op != "const" else b.data[0]
    if not isinstance(low, int):
        return
    least = {">": low + 1, ">=": low, "is": low, "is not": 1 if low == 0 and b.op == "const" else 0}.get(sign, 0)
    if least > 0:
        yield _of(a, least)
