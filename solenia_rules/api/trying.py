"""Finds the choices whose options are tried on copies of the game because looking ahead cannot be derived.

Lowering notes them. Where only a limit or a large number of combinations makes the engine try options, in few
positions, nothing is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked import acts as a
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.sizes import Sizes
from solenia_rules.core.specs import Spec
from solenia_rules.lower.lowering import Lowering
from solenia_rules.lower.unit import Unit
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

ALONE = (
    "test it before the choice, with `where` or `need`, if the test is cheaper than playing on, or put it into a phase "
    "of its own"
)
ELSEWHERE = (
    "what follows is another round of a loop or stands in another text: put this choice, with what depends on it, "
    "into a phase of its own, or test before it what can fail later"
)


def tries_options(checked: Checked) -> bool:
    """Whether the ruleset has a choice whose options are tried on copies of the game."""
    return bool(_lowered(checked).tried)


def find_tried(checked: Checked) -> Iterator[Diagnostic]:
    """A warning for each choice whose options are tried on copies of the game, with the statements that cause it."""
    unit, sizes = _lowered(checked), Sizes(checked)
    sources = {
        act.span: act.source
        for text in Calls(checked).texts.values()
        for act in a.all_acts(text.acts)
        if isinstance(act, (a.Choose, a.For))
    }
    places: dict[Span, tuple[int, tuple[Span, ...]]] = {}
    for number, doubts in unit.tried.items():
        spec = unit.core.specs[number]
        source = sources.get(spec.span)
        most = _all_of(unit, spec) if source is None else sizes.options(source)
        before = places.get(spec.span, (0, ()))
        places[spec.span] = max(most, before[0]), tuple(dict.fromkeys((*before[1], *doubts)))
    for span, (most, doubts) in places.items():
        message = f"the options of this choice, up to {most}, are tried on copies of the game one after the other"
        also = tuple((doubt, "whether this is possible is known only after the answer") for doubt in doubts)
        yield Diagnostic("W612", message, span, ALONE if doubts else ELSEWHERE, "warning", also)


def _all_of(unit: Unit, spec: Spec) -> int:
    return len(spec.labels) if spec.labelled else unit.inventory.domain_count(spec.domain)


def _lowered(checked: Checked) -> Unit:
    """What lowering noted, for the highest number of seats."""
    lowering = Lowering(checked, checked.names.world.seats.high)
    lowering.run()
    return lowering.unit
