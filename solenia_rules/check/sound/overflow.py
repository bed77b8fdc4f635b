"""Warnings: numbers that some allowed parameters would push past what holds them."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.check.sound.prices import Interval, Prices
from solenia_rules.checked.acts import Act, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.terms import all_terms
from solenia_rules.text.diagnostics import Diagnostic

ANYTHING = 1_000_000
"""A bound beyond this is no bound: what has none of its own is kept within the limits of all numbers."""

STORED = ("field", "state", "counter", "builtin_field")


class Overflow:
    """`set` keeps a value within its range and a full zone takes no more: nothing breaks, but something is lost."""

    def __init__(self, calls: Calls, prices: Prices) -> None:
        self.calls = calls
        self.names = calls.checked.names
        self.prices = prices

    def find(self) -> Iterator[Diagnostic]:
        for text in self.calls.texts.values():
            self.prices.members = {
                act.data[0]: act.terms[0] for act in all_acts(text.acts) if act.op in ("choose", "for")
            }
            for act in all_acts(text.acts):
                if act.op == "set":
                    yield from self._set(act)
                elif act.op == "builtin" and act.data[0] == "draw":
                    yield from self._draw(act)
        self.prices.members = {}

    def _set(self, act: Act) -> Iterator[Diagnostic]:
        value = act.terms[-1]
        if value.op != "var" and any(term.op in STORED for term in all_terms((value,))):
            return  # counting on from what is there, up to the end of its range, is meant
        held = self._range(act) if value.kind.base == "number" else None
        if held is None:
            return
        low, high = self.prices.interval(value)
        if high is not None and held[1] is not None and held[1] < high < ANYTHING:
            yield self._found(act, f"this may be up to {high}, and no more than {held[1]} is kept")
        elif low is not None and held[0] is not None and -ANYTHING < low < held[0]:
            yield self._found(act, f"this may be down to {low}, and no less than {held[0]} is kept")

    def _range(self, act: Act) -> Interval | None:
        """What the place that is written can hold."""
        sort, name = act.data[0], str(act.data[1]) if len(act.data) > 1 else ""
        if sort == "counter":
            return self.names.counters[name].low, self.names.counters[name].high
        if sort == "state":
            kind = self.names.kind(self.names.state[name].kind)
        elif sort == "field":
            holder = act.terms[0].kind
            found = [f for group, f in self.names.holders(name, holder.base) if holder.of in (None, group)]
            kind = self.names.kind(found[0].kind) if found else None
        else:
            return None
        return None if kind is None else (kind.low, kind.high)

    def _draw(self, act: Act) -> Iterator[Diagnostic]:
        number, target = act.terms[1], act.terms[3]
        zone = self.names.zones.get(str(target.data[0])) if target.op == "zone" else None
        if zone is None or zone.capacity is None:
            return
        high = self.prices.interval(number)[1]
        if high is not None and zone.capacity < high < ANYTHING:
            message = f"this may draw up to {high}, and `{zone.id}` holds no more than {zone.capacity}"
            yield self._found(act, message)

    def _found(self, act: Act, message: str) -> Diagnostic:
        hint = "make the range of a parameter narrower, or what holds the number wider"
        return Diagnostic("W505", message, act.span, hint, "warning")
