"""Answers after which another seat is asked although nothing has told it the answer (W403).

Only the seat that answers knows its answer; the others see what is done because of it. In a game of bluffing or of
negotiation another seat is often asked before anything is done, and should know what was announced. An answer counts
as used, and is no longer looked at, as soon as any statement changes or shows something. The next seat also knows the
answer if it is asked after only one of several blocks, or because it was chosen itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.calls import Calls
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import define, field, frozen

Answer: TypeAlias = a.Choose | a.ChooseWay | a.May


@frozen(eq=False)
class _Unused:
    """An answer with which nothing has been done yet."""

    act: Answer
    ways: frozenset[int]
    """The blocks that may have been chosen."""


def find_unheard(calls: Calls) -> Iterator[Diagnostic]:
    """One warning for each such answer."""
    walk = _Unheard(calls)
    for text in calls.texts.values():
        walk.block(text.acts, ())
    yield from walk.found.values()


@define(eq=False)
class _Unheard:
    calls: Calls
    found: dict[int, Diagnostic] = field(factory=dict)
    """By the identity of the answer's statement."""
    _asked_after: dict[int, frozenset[int]] = field(factory=dict)
    """By the identity of the answer's statement: the blocks after which another seat is asked."""

    def block(self, acts: Acts, unused: tuple[_Unused, ...]) -> tuple[_Unused, ...]:
        """Walk through statements; the answers that are unused after them."""
        for act in acts:
            unused = self._act(act, unused)
        return unused

    def _act(self, act: Act, unused: tuple[_Unused, ...]) -> tuple[_Unused, ...]:
        match act:
            case a.Choose():
                given = unused if act.openly else (*unused, _Unused(act, frozenset({0})))
                return given if act.body is None else self._blocks(act, given)
            case a.ChooseWay() | a.May():
                return self._ways(act, unused)
            case a.If() | a.IfPossible() | a.For() | a.Repeat() | a.Try() | a.Phase():
                return self._blocks(act, unused)
            case a.As():
                if not _is_me(act.seats) and self._asks_first(act.body):
                    self._report(act, unused)
                self.block(act.body, ())
                return ()
            case a.DoVerb(verb, stands_for=None):
                return self.block(self.calls.texts["verb", verb, ""].acts, unused) if unused else ()
            case a.Let() | a.LetPossible() | a.Need():
                return unused
            case (
                a.DoVerb() | a.RunHeld() | a.StartRules() | a.SetTo() | a.AddTo() | a.DrawWord() | a.LetRandom()
                | a.Stop() | a.Win()
            ):  # fmt: skip
                return ()
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Roll() | a.Show() | a.Note() | a.Forget()
            ):  # fmt: skip
                return ()
            case _:
                assert_never(act)

    def _blocks(self, act: Act, unused: tuple[_Unused, ...]) -> tuple[_Unused, ...]:
        """An answer stays unused only if no block does anything with it."""
        left = [self.block(block, unused) for block in a.blocks_of(act)]
        return tuple(one for one in unused if all(any(one.act is other.act for other in some) for some in left))

    def _ways(self, act: a.ChooseWay | a.May, unused: tuple[_Unused, ...]) -> tuple[_Unused, ...]:
        if act.openly:
            return self._blocks(act, unused)
        blocks = [(*unused, _Unused(act, frozenset({way}))) for way in range(len(a.blocks_of(act)))]
        left = [self.block(block, given) for block, given in zip(a.blocks_of(act), blocks, strict=True)]
        ways = frozenset(way for way, some in enumerate(left) if any(one.act is act for one in some))
        before = tuple(one for one in unused if all(any(one.act is other.act for other in some) for some in left))
        return (*before, _Unused(act, ways)) if ways else before

    def _asks_first(self, acts: Acts) -> bool:
        """Whether statements may ask the seat that does them before they do anything else."""
        for act in acts:
            match act:
                case a.Choose() | a.ChooseWay() | a.May():
                    return True
                case a.Let() | a.LetPossible() | a.Need():
                    continue
                case a.If() | a.IfPossible() | a.For() | a.Repeat() | a.Try() | a.Phase():
                    if any(map(self._asks_first, a.blocks_of(act))):
                        return True
                    if any(a.blocks_of(act)):
                        return False
                case a.DoVerb(verb, stands_for=None):
                    return self._asks_first(self.calls.texts["verb", verb, ""].acts)
                case (
                    a.DoVerb() | a.RunHeld() | a.StartRules() | a.SetTo() | a.AddTo() | a.DrawWord() | a.LetRandom()
                    | a.Stop() | a.Win() | a.As()
                ):  # fmt: skip
                    return False
                case (
                    a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                    | a.Roll() | a.Show() | a.Note() | a.Forget()
                ):  # fmt: skip
                    return False
                case _:
                    assert_never(act)
        return False

    def _report(self, asked: a.As, unused: tuple[_Unused, ...]) -> None:
        for one in unused:
            act, ways = one.act, one.ways | self._asked_after.get(id(one.act), frozenset())
            self._asked_after[id(act)] = ways
            if t.contains(asked.seats, act.var) if isinstance(act, a.Choose) else len(ways) < 2:
                continue
            word = "may" if isinstance(act, a.May) else "choose"
            message = "another seat is asked next, and nothing has told it this answer"
            hint = (
                f"write `{word} openly ...` to tell all seats, or show the answer by what is done before the question"
            )
            also = ((asked.span, "the next seat is asked here"),)
            self.found.setdefault(id(act), Diagnostic("W403", message, act.span, hint, "warning", also))


def _is_me(seats: t.Term) -> bool:
    return isinstance(seats, t.Var) and seats.number == t.ME
