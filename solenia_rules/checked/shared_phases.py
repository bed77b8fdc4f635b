"""Finds the phases that belong to no seat: every statement of the phase is reached outside of `as`.

A checked ruleset goes in, names of phases come out. For all other phases the log names the seat. An effect that a
record holds, or a lasting rule, is done for the seat that causes it, so a phase inside it belongs to that seat.
"""

from __future__ import annotations

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Acts
from solenia_rules.checked.checked import Checked


def shared_phases(checked: Checked) -> frozenset[str]:
    """The phases that belong to no seat. In a game for one seat there are none."""
    if checked.names.world.seats.high == 1:
        return frozenset()
    found: dict[bool, set[str]] = {False: set(), True: set()}
    """Whether inside of `as` -> the phases that are reached there."""
    followed: set[tuple[str, bool]] = set()

    def follow(acts: Acts, inside: bool) -> None:
        for act in acts:
            if isinstance(act, a.Phase):
                found[inside].add(act.name)
            if isinstance(act, a.DoVerb) and act.verb in checked.verbs and (act.verb, inside) not in followed:
                followed.add((act.verb, inside))
                follow(checked.verbs[act.verb].acts, inside)
            for block in a.blocks_of(act):
                follow(block, inside or isinstance(act, a.As))

    for _section, text in checked.steps:
        follow(text.acts, False)
    for held in checked.held.values():
        follow(held.acts, True)
    for rules in (*checked.rules.values(), *checked.held_by_field.values()):
        for rule in rules:
            follow(rule.body.acts, True)
    return frozenset(found[False] - found[True])
