"""Which statements stand in texts that a record or an entry of `[rules]` holds: what they do is done on its behalf."""

from __future__ import annotations

from bisect import bisect_right

from solenia_rules.core.core import Core
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span


def note_holders(core: Core, world: r.World) -> None:
    """Every place in a held text stands for itself."""
    texts: dict[str, list[Span]] = {}
    for rule in world.rules:
        texts.setdefault(rule.rules.span.source.name, []).append(rule.rules.span)
    for record in world.records:
        for _key, value, _span in record.fields:
            if isinstance(value, r.Text):
                texts.setdefault(value.span.source.name, []).append(value.span)
    starts = {}
    for name, spans in texts.items():
        spans.sort(key=lambda span: span.start)
        starts[name] = [span.start for span in spans]
    for number, place in enumerate(core.places):
        spans = texts.get(place.source.name, [])
        at = bisect_right(starts.get(place.source.name, []), place.start) - 1
        if at >= 0 and place.start < spans[at].end:
            core.behalf[number] = number
