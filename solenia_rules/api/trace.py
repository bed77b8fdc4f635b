"""Lists which rule changed what: every event of a game with its text, its place, and the values before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solenia_rules.api.events import Event, Teller
from solenia_rules.api.requests import check_lang
from solenia_rules.core.compiled import Program
from solenia_rules.play.events import AMOUNT_EVENTS, RawEvent
from solenia_rules.text.frozen import field, sealed


@sealed
class Change:
    """A slot of the position and its value before and after, as numbers of the engine."""

    slot: int
    before: int
    after: int


@sealed
class Step:
    """One event. `answers`: the number of answers before it. It includes hidden things: do not show it to a seat."""

    number: int
    """From 1."""
    answers: int
    event: Event
    change: Change | None = field(default=None, repr=False)
    _teller: Teller | None = field(default=None, repr=False, eq=False)

    @property
    def rule(self) -> str:
        """The text of the ruleset that caused it, on one line; empty if the engine did it by itself."""
        return self.event.rule

    @property
    def place(self) -> str:
        return self.event.place

    def text(self, lang: str = "en") -> str:
        return self.event.text(lang)

    def changed(self, lang: str = "en") -> str:
        """What it changed: `ore (seat 1): 0 → 2`; empty for events that say it themselves."""
        check_lang(lang)
        if self.change is None or self._teller is None:
            return ""
        return self._teller.naming.change(self.change.slot, self.change.before, self.change.after, lang)


@sealed
class Stretch:
    """A part of a game between two answers: the number of answers, the events, and the state at the end."""

    answers: int
    raws: list[RawEvent]
    state: list[int]


def trace(program: Program, beginning: list[int], teller: Teller, stretches: Iterable[Stretch]) -> Iterator[Step]:
    """All steps from the setup on; `beginning` is the state before the first event."""
    follower = _Follower(program, beginning)
    number = 0
    for stretch in stretches:
        for raw in stretch.raws:
            number += 1
            change = follower.follow(raw)
            yield Step(number, stretch.answers, teller.event(raw), change, teller)
        follower.values = stretch.state


class _Follower:
    """Keeps the values that events change. Changes without an event are taken over at every answer."""

    def __init__(self, program: Program, beginning: list[int]) -> None:
        self.program = program
        self.values = beginning

    def follow(self, raw: RawEvent) -> Change | None:
        match raw.kind:
            case "gained" | "paid" | "lost":
                seat, resource, number = raw.args[:3]
                name, word = self.program.resources[resource]
                counter, slot = self.program.names.counters[name], self.program.slots.counter(name, word, seat)
                after = self.values[slot] + AMOUNT_EVENTS[raw.kind] * number
                return self._put(slot, max(counter.low, min(counter.high, after)))
            case "set" | "added":
                return self._put(raw.args[0], raw.args[1])
            case "entered":
                self.values = self.values[:]
                for slot, value in self.program.reset_slots(raw.args[0]).items():
                    self.values[slot] = value
                return None
            case _:
                return None

    def _put(self, slot: int, value: int) -> Change:
        before = self.values[slot]
        self.values = self.values[:]
        self.values[slot] = value
        return Change(slot, before, value)
