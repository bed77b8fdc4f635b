"""Watches games: it records what gave points, what was offered and taken, which texts did something, and the values of
seats over time."""

from __future__ import annotations

from collections import Counter

from solenia_rules.api.course import Course
from solenia_rules.fast.ledger import COURSE_STEPS
from solenia_rules.play import reading
from solenia_rules.play.events import AMOUNT_EVENTS, SET_EVENTS, UNCAUSED_EVENTS, RawEvent
from solenia_rules.play.physics import BITS
from solenia_rules.tools.lab.judge import Judge
from solenia_rules.tools.lab.naming import Naming
from solenia_rules.tools.lab.record import Batch, Deed, Use


class Watcher:
    """Watches games of one program, one after the other."""

    def __init__(self, course: Course, judge: Judge) -> None:
        self.judge = judge
        self.naming = Naming(course.services)
        self.program = course.services.executor.program
        score = self.program.score
        self.scoring = {i for i, (counter, _word) in enumerate(self.program.resources) if counter == score}
        seats = range(self.program.inventory.seats)
        self.scores = {} if score is None else {self.program.slots.counter(score, 0, seat): seat for seat in seats}
        """Slot of a score -> the seat."""
        self.beginning = course.services.beginning
        self.batch = Batch()

    def watch(self, course: Course, index: int, watched: str | None) -> None:
        """Record a finished game."""
        seats = course.seats
        parts: dict[str, list[int]] = {}
        offered: dict[tuple[int, int], int] = {}
        chosen: dict[tuple[int, int], int] = {}
        asked: Counter[tuple[int, int, int]] = Counter()
        given: Counter[tuple[int, int, int]] = Counter()
        deeds: Counter[tuple[str, int]] = Counter()
        before: list[int] | None = None
        scores = list(reading.scores(self.program, self.beginning))
        actor = -1
        for state, news in course.line:
            if before is not None:
                spec, seat = reading.asked_spec(before), reading.asked_seat(before)
                offered[spec, seat] = offered.get((spec, seat), 0) | reading.option_mask(before)
                asked[spec, seat, reading.option_mask(before)] += 1
            for event in news:
                if event.kind == "answered":
                    spec, actor, choice, single = event.args
                    chosen[spec, actor] = chosen.get((spec, actor), 0) | 1 << choice
                    given[spec, actor, choice] += 1
                    if single:
                        offered[spec, actor] = offered.get((spec, actor), 0) | 1 << choice
                        asked[spec, actor, 1 << choice] += 1
                elif event.kind in ("entered", "left"):
                    actor = event.args[1]
                elif event.kind not in UNCAUSED_EVENTS and event.place >= 0:
                    who, seat, points = self.naming.places[event.place], *self._scored(event, actor, scores)
                    if points:
                        parts.setdefault(who, [0] * seats)[seat] += points
                    deeds[who, seat] += 1
                    if event.behalf >= 0 and self.naming.places[event.behalf] != who:
                        deeds[self.naming.places[event.behalf], seat] += 1
            before = state
        record = self.judge.record(course.state, index, course.seed, course.events)
        record.parts.update({who: tuple(values) for who, values in sorted(parts.items()) if any(values)})
        shares = record.shares(seats)
        self._deeds(deeds, shares)
        took = self._uses(offered, chosen, shares)
        self._times(asked, given)
        if watched is not None and watched in took:
            record.taken[watched] = took[watched]
        self.batch.games.append(record)
        self._way(course)

    def _scored(self, event: RawEvent, actor: int, scores: list[int]) -> tuple[int, int]:
        """The seat whose score an event changes (otherwise the acting seat), and the change; `scores` are the current
        scores."""
        if event.kind in AMOUNT_EVENTS:
            seat, resource, number = event.args[:3]
            if resource not in self.scoring:
                return seat, 0
            points = AMOUNT_EVENTS[event.kind] * number
        elif event.kind in SET_EVENTS and event.args[0] in self.scores:
            seat = self.scores[event.args[0]]
            points = event.args[1] - scores[seat]
        else:
            return actor, 0
        scores[seat] += points
        return seat, points

    def _deeds(self, deeds: Counter[tuple[str, int]], shares: list[int]) -> None:
        for (who, seat), times in deeds.items():
            mine = 0 <= seat < len(shares)
            deed = Deed(times, int(mine), shares[seat] if mine else 0)
            self.batch.deeds.setdefault(who, Deed()).add(deed)

    def _uses(
        self, offered: dict[tuple[int, int], int], chosen: dict[tuple[int, int], int], shares: list[int]
    ) -> dict[str, int]:
        """Record which seats took which options."""
        to: dict[str, int] = {}
        took: dict[str, int] = {}
        for (spec, seat), mask in offered.items():
            for value in BITS[mask]:
                name = self.naming.option(spec, value, seat)
                if name is not None:
                    to[name] = to.get(name, 0) | 1 << seat
                    if chosen.get((spec, seat), 0) >> value & 1:
                        took[name] = took.get(name, 0) | 1 << seat
        for name, seats in to.items():
            use, mine = self.batch.uses.setdefault(name, Use()), took.get(name, 0)
            for seat in BITS[seats]:
                use.seats_offered += 1
                if mine >> seat & 1:
                    use.seats_taken += 1
                    use.wins_taken += shares[seat]
                else:
                    use.wins_passed += shares[seat]
        return took

    def _times(self, asked: Counter[tuple[int, int, int]], given: Counter[tuple[int, int, int]]) -> None:
        for (spec, seat, mask), times in asked.items():
            for name in {self.naming.option(spec, value, seat) for value in BITS[mask]} - {None}:
                assert name is not None
                self.batch.uses[name].offered += times
        for (spec, seat, value), times in given.items():
            name = self.naming.option(spec, value, seat)
            if name is not None:
                self.batch.uses[name].taken += times

    def _way(self, course: Course) -> None:
        """Record the values of the seats after each part of the answers."""
        last = len(course.line) - 1
        for step in range(COURSE_STEPS + 1):
            state = course.line[last * step // COURSE_STEPS][0]
            for seat in range(course.seats):
                self.batch.course.setdefault(seat, Counter())[step] += self.judge.worth(state, seat)
