"""Mistakes of the setup that only some numbers of seats have: the setup is tried with each number.

Most setups cannot fail whatever the number of seats; then nothing is tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, all_acts
from solenia_rules.checked.calls import Calls, Node
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.names import Names
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.text.diagnostics import Diagnostic

if TYPE_CHECKING:
    from solenia_rules.api.ruleset import Ruleset


def try_seats(rules: Ruleset) -> tuple[Diagnostic, ...]:
    """Problems of the setup, each with the numbers of seats that have it."""
    if not may_fail(rules.checked) and not may_overflow(rules.checked.names):
        return ()
    # Imported only where it is needed: a check of most rulesets needs nothing that plays.
    from solenia_rules.api.rehearsal import rehearse

    found: dict[Diagnostic, list[int]] = {}
    for seats in rules.seats:
        for problem in rehearse(rules.checked, seats):
            found.setdefault(problem, []).append(seats)
    return tuple(
        Diagnostic(problem.code, f"with {_numbers(seats)} seats {problem.message}", problem.span, problem.hint)
        for problem, seats in found.items()
    )


def may_fail(checked: Checked) -> bool:
    """Whether a text that the setup comes to has something that could be impossible."""
    calls = Calls(checked)
    steps = enumerate(checked.steps)
    waiting: list[Node] = [("step", text.name, str(index)) for index, (section, text) in steps if section == "setup"]
    seen = set(waiting)
    while waiting:
        node = waiting.pop()
        for act in all_acts(calls.texts[node].acts) if node in calls.texts else ():
            if _may_be_impossible(act):
                return True
        for call in calls.of(node):
            if call.target not in seen:
                seen.add(call.target)
                waiting.append(call.target)
    return False


def _may_be_impossible(act: Act) -> bool:
    """Whether a statement may be impossible, apart from the statements inside it and those that it calls."""
    match act:
        case a.Choose() | a.ChooseWay():
            return True
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver() | a.Roll()
            | a.Show()
            | a.Need() | a.Stop() | a.Win()
        ):  # fmt: skip
            return VERBS[act.VERB].fails
        case (
            a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Let() | a.If() | a.For()
            | a.Repeat() | a.May() | a.As() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase()
        ):  # fmt: skip
            return False
        case _:
            assert_never(act)


def may_overflow(names: Names) -> bool:
    """Whether pieces start in a zone that does not hold any number."""
    starts = {kind.starts for kind in names.world.pieces} | {kind.also for kind in names.world.pieces}
    starts |= {record.starts for record in names.world.records}
    return any(zone.capacity is not None and zone.id in starts for zone in names.world.zones)


def _numbers(seats: list[int]) -> str:
    return " and ".join(filter(None, (", ".join(map(str, seats[:-1])), str(seats[-1]))))
