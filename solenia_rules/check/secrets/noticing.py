"""Finds what the other seats notice when statements are done: that something happened, and that somebody was asked.

The search for leaks compares what is noticed in the branches that a secret decides between.
"""

from __future__ import annotations

from functools import cached_property
from typing import assert_never

from solenia_rules.check.secrets.knowledge import ME, is_me
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Node
from solenia_rules.checked.failing import Failing
from solenia_rules.checked.fixpoint import Fixpoint
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term
from solenia_rules.dsl.builtins import QUERIES
from solenia_rules.text.frozen import frozen


@frozen
class Noticed:
    """What other seats notice up to the first question."""

    acts: Acts = ()
    question: Acts = ()
    """The statement that asks, and the statements after it."""

    def __bool__(self) -> bool:
        return bool(self.acts or self.question)

    def then(self, other: Noticed) -> Noticed:
        """What is noticed if the other statements follow."""
        return self if self.question else Noticed(self.acts + other.acts, other.question)


NOTHING = Noticed()


class Noticing:
    """What is noticed of the texts of one ruleset."""

    def __init__(self, summaries: Summaries) -> None:
        self.summaries = summaries
        self.calls = summaries.calls
        self.failing = Failing.shared(self.calls.checked)
        self.of_text = Fixpoint(self._text, NOTHING)
        """What is noticed of a held effect, the body of a rule, or a verb with the rules on it."""

    def of(self, acts: Acts, me: frozenset[int], unseen: frozenset[int] = frozenset()) -> Noticed:
        """What is noticed of statements; `me`: variables that are the acting seat; `unseen`: variables that stand for
        pieces in places which no other seat sees.

        Only the acting seat notices changes of its own secrets.
        """
        found = NOTHING
        for number, act in enumerate(acts):
            made = self._act(act, me, unseen)
            if self.summaries.of_act(act).arrivals:
                unseen = frozenset()
            elif isinstance(act, a.Let) and self.is_unseen(act.value, me, unseen):
                unseen |= {act.var}
            if made.question:
                made = Noticed(made.acts, made.question + acts[number + 1 :])
            found = found.then(made)
            if found.question:
                break
        return found

    def _text(self, node: Node) -> Noticed:
        acts = self.calls.texts[node].acts
        rules = [self.of_text(rule) for rule in self.calls.rules_of.get(node, ())]
        return Noticed(acts) if any(rules) else self.of(acts, ME)

    def is_unseen(self, pieces: Term, me: frozenset[int], unseen: frozenset[int]) -> bool:
        """Whether no other seat than the acting one sees these pieces: so nobody else notices what is written on them.

        Pieces that the rules ever show may have been shown before.
        """
        return not self.may_be_shown(pieces) and self._lies(pieces, me, unseen)

    def may_be_shown(self, pieces: Term) -> bool:
        """Whether the rules show pieces like these to seats that do not see them otherwise."""
        kind = pieces.kind.member or pieces.kind
        return bool(self._ever_shown & {kind.of, None}) if kind.of is not None else bool(self._ever_shown)

    def surely_alike(self, found: list[Noticed]) -> bool:
        """Whether no other seat can tell these texts apart, where one of them may stand for another one at any time.

        Questions are alike only if all of them are certainly asked: a seat with nothing to choose, or with only one
        possible answer, is not asked.
        """
        return alike(found) and (not found[0].question or all(self._is_asked(one.question[0]) for one in found))

    def _is_asked(self, act: Act) -> bool:
        """Whether a statement certainly asks: at least two answers are always possible."""
        match act:
            case a.May():
                return not self.failing.any(act.body)
            case a.ChooseWay():
                return sum(not self.failing.any(way) for way in act.ways) > 1
            case _:
                return False

    def _lies(self, pieces: Term, me: frozenset[int], unseen: frozenset[int]) -> bool:
        """Whether pieces lie in places which no other seat sees."""
        match pieces:
            case t.Var(number):
                return number in unseen
            case t.Zone(name):
                seen = self.calls.checked.names.zones[name].seen
                return seen == "nobody" or (seen == "owner" and is_me(pieces.index, me))
            case t.Phrase(query) if QUERIES[query].gives == "members":
                return self._lies(pieces.source, me, unseen)
            case t.BuiltIn(query, given) if QUERIES[query].gives == "members":
                return all(self._lies(part, me, unseen) for part in given)
            case t.Listed():
                return self._lies(pieces.item, me, unseen)
            case t.Union(sets):
                return all(self._lies(part, me, unseen) for part in sets)
            case t.Difference():
                return self._lies(pieces.left, me, unseen)
            case _:
                return False

    @cached_property
    def _ever_shown(self) -> frozenset[str | None]:
        """The kinds of pieces that a text shows to seats; None: any kind."""
        acts = (act for text in self.calls.texts.values() for act in a.all_acts(text.acts))
        meant = (act.stands_for if isinstance(act, a.DoVerb) else act for act in acts)
        built_in = (act for act in meant if isinstance(act, a.BuiltInAct) and a.facts_of(act).reveals == "seats")
        kinds = (a.slots_of(act)["pieces"].kind for act in built_in)
        return frozenset((kind.member or kind).of for kind in kinds)

    def _act(self, act: Act, me: frozenset[int], unseen: frozenset[int]) -> Noticed:
        whole = Noticed((act,))
        match act:
            case a.Choose() | a.ChooseWay() | a.May():
                return Noticed((), (act,))
            case a.For() if act.by_choice:
                return Noticed((), (act,))
            case a.If() | a.IfPossible():
                blocks = [self.of(block, me, unseen) for block in a.blocks_of(act)]
                return blocks[0] if alike(blocks) else whole
            case a.For() | a.Repeat() | a.Try():
                if self.summaries.of(act.body).arrivals:
                    unseen = frozenset()
                elif isinstance(act, a.For) and self.is_unseen(act.source, me, unseen):
                    unseen |= {act.var}
                return self.of(act.body, me, unseen)
            case a.LetPossible():
                return NOTHING
            case a.DoVerb(verb, stands_for=None):
                found = self.of_text(("verb", verb, ""))
                return whole if found.acts else Noticed((), found.question)
            case a.SetTo(t.Field() | t.BuiltInField() as place) | a.AddTo(t.Field() | t.BuiltInField() as place):
                return NOTHING if self.is_unseen(place.holder, me, unseen) else whole
            case a.TurnOver():
                return NOTHING if self.is_unseen(act.piece, me, unseen) else whole
            case a.DoVerb() | a.RunHeld() | a.As() | a.Phase() | a.SetTo() | a.AddTo() | a.StartRules() | a.Let():
                return whole if self.summaries.of_act(act).noticed(me) else NOTHING
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.Roll()
            ):  # fmt: skip
                return whole if self.summaries.of_act(act).noticed(me) else NOTHING
            case a.Show() | a.Need() | a.Stop() | a.Win() | a.Note() | a.Forget() | a.DrawWord() | a.LetRandom():
                return whole if self.summaries.of_act(act).noticed(me) else NOTHING
            case _:
                assert_never(act)


def branches(act: a.If, rest: Acts) -> tuple[Acts, ...]:
    """The blocks of an `if`. If one of them leaves the repeat, the others go on with the statements after the `if`."""
    blocks = a.blocks_of(act)
    if not any(_leaves(block) for block in blocks):
        return blocks
    return tuple(block if _leaves(block) else block + rest for block in blocks)


def _leaves(block: Acts) -> bool:
    return bool(block) and isinstance(block[-1], a.Stop)


def alike(branches: list[Noticed]) -> bool:
    """Whether no other seat can tell these branches apart before an answer does."""
    first = branches[0]
    return all(one.acts == first.acts and bool(one.question) == bool(first.question) for one in branches)
