"""Finds mistakes in the setup that occur only with some numbers of seats: it tries the setup with each number.

Most setups cannot fail with any number of seats; then nothing is tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked.checked import Checked
from solenia_rules.checked.names import Names
from solenia_rules.checked.summaries import Summaries
from solenia_rules.text.diagnostics import Diagnostic

if TYPE_CHECKING:
    from solenia_rules.api.ruleset import Ruleset


def try_seats(rules: Ruleset) -> tuple[Diagnostic, ...]:
    """Problems of the setup, each with the numbers of seats that have it."""
    if not rules.known("may fail at setup", may_fail_at_setup):
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


def may_fail_at_setup(checked: Checked) -> bool:
    """Whether the setup can fail with some number of seats."""
    return may_fail(checked) or may_overflow(checked.names)


def may_fail(checked: Checked) -> bool:
    """Whether a text that the setup runs has a statement that could be impossible."""
    summaries = Summaries.shared(checked)
    setup = [index for index, (section, _text) in enumerate(checked.steps) if section == "setup"]
    return any(summaries.of_text(("step", checked.steps[index][1].name, str(index))).fails for index in setup)


def may_overflow(names: Names) -> bool:
    """Whether pieces start in a zone that does not hold any number."""
    starts = {kind.starts for kind in names.world.pieces} | {kind.also for kind in names.world.pieces}
    starts |= {record.starts for record in names.world.records}
    return any(zone.capacity is not None and zone.id in starts for zone in names.world.zones)


def _numbers(seats: list[int]) -> str:
    return " and ".join(filter(None, (", ".join(map(str, seats[:-1])), str(seats[-1]))))
