"""What a ruleset whose names and kinds are right must still promise before it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solenia_rules.compiler.bounds import check_bounds
from solenia_rules.compiler.calls import Calls
from solenia_rules.compiler.costs import Costs
from solenia_rules.compiler.cycles import find_cycles
from solenia_rules.compiler.emptiness import Emptiness
from solenia_rules.compiler.forms import check_forms, check_together
from solenia_rules.compiler.onlookers import find_leaks
from solenia_rules.compiler.overflow import Overflow
from solenia_rules.compiler.ownerless import find_ownerless
from solenia_rules.compiler.powers import Powers
from solenia_rules.compiler.precedence import find_disputes
from solenia_rules.compiler.prices import Prices
from solenia_rules.compiler.sizes import Sizes
from solenia_rules.compiler.unspoken import find_missing_words, find_unknown_slots
from solenia_rules.compiler.unused import find_unknown_words, find_unused
from solenia_rules.text.diagnostics import Diagnostic

if TYPE_CHECKING:
    from solenia_rules.compiler.checker import Checked


def check_soundness(checked: Checked) -> Iterator[Diagnostic]:
    """Problems of a ruleset without wrong names and kinds; costs and secrets are followed only where nothing turns
    in a circle."""
    calls = Calls(checked)
    yield from check_forms(calls)
    yield from find_ownerless(calls)
    cycles = list(find_cycles(calls))
    if cycles:
        yield from cycles
        yield from _unneeded(calls)
        return
    yield from check_together(calls)
    sizes = Sizes(checked)
    costs = Costs(calls, sizes)
    yield from check_bounds(calls, sizes)
    yield from costs.find_dear()
    prices = Prices(calls, costs)
    yield from prices.find_too_dear()
    yield from Overflow(calls, prices).find()
    yield from find_leaks(calls)
    yield from Powers(calls).find()
    yield from find_disputes(calls)
    yield from _unneeded(calls)


def _unneeded(calls: Calls) -> Iterator[Diagnostic]:
    yield from find_unused(calls)
    yield from check_words(calls, whole=True)


def check_words(calls: Calls, whole: bool) -> Iterator[Diagnostic]:
    """Texts for people; `whole`: whether all effects could be checked."""
    yield from find_unknown_words(calls, whole)
    yield from find_unknown_slots(calls)
    yield from find_missing_words(calls, whole)


def check_handling(checked: Checked) -> Iterator[Diagnostic]:
    """Advice on a ruleset without mistakes."""
    yield from Emptiness(Calls(checked)).find()
