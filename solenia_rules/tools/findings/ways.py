"""Compares the branches of choices: finds branches that another one always beats, and loops that produce goods from
nothing.

A branch is followed through the further answers of the same seat, to the end of the phase. Two ends are compared only
if everything but the seat's goods is equal, so nothing is reported if chance, pieces or other seats are involved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from attrs import define, frozen

from solenia_rules.api.decision import Asker
from solenia_rules.api.words import Words
from solenia_rules.checked.checked import Checked
from solenia_rules.core.specs import Spec
from solenia_rules.play import reading
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span
from solenia_rules.tools.findings.own import Own
from solenia_rules.tools.findings.players import paid_counters
from solenia_rules.tools.findings.referee import Referee

DEEP = 6
"""The most further answers that are followed."""
WIDE = 120
"""The most ends of one branch; a branch with more ends is not compared."""
ENOUGH = 6
"""The number of positions in which a branch must have been worse."""
ROUNDS = 3
"""How often in a row a loop must give a gain."""


@frozen
class End:
    """The end of a branch: the goods of the seat including whether it has won, and everything else."""

    goods: tuple[int, ...]
    rest: tuple[int, ...]
    mask: int

    def equals(self, other: End) -> bool:
        """Whether this end is at least as good, and everything else is equal."""
        return (
            self.rest == other.rest
            and other.mask & ~self.mask == 0
            and all(a >= b for a, b in zip(self.goods, other.goods, strict=True))
        )

    def beats(self, other: End) -> bool:
        """Whether this end is better in something and at least as good in everything."""
        return self.goods != other.goods and self.equals(other)


@define
class Match:
    """Two branches of one choice, over all positions in which both were offered."""

    positions: int = 0
    beaten: int = 0
    open: bool = True
    """Whether the second branch was never worse so far."""


Pairs: TypeAlias = dict[Span, dict[tuple[str, str], Match]]


def find_in_ways(
    checked: Checked, referees: list[Referee], own: Own, told: set[tuple[Span, str]]
) -> Iterator[Diagnostic]:
    """Findings about the ruleset's own choices between branches; beaten branches are added to `told`."""
    pairs: Pairs = {}
    rounds: dict[Span, Diagnostic] = {}
    for referee in referees:
        ways = Ways(checked, referee)
        for number, positions in referee.positions.items():
            spec = ways.specs[number]
            if not own.holds(spec.span):
                continue
            ways.compare(spec, positions, pairs.setdefault(spec.span, {}))
            for found in ways.rounds(spec, positions) if spec.span not in rounds else ():
                rounds[spec.span] = found
    for span, matches in pairs.items():
        yield from _beaten(span, matches, told)
    yield from rounds.values()


def _beaten(span: Span, matches: dict[tuple[str, str], Match], told: set[tuple[Span, str]]) -> Iterator[Diagnostic]:
    for (lost, won), match in matches.items():
        if match.open and match.beaten >= ENOUGH and 2 * match.beaten >= match.positions and (span, lost) not in told:
            told.add((span, lost))
            message = (
                f"`{lost}` was never better than `{won}`, and worse in {match.beaten} of {match.positions} positions"
            )
            hint = f"`{won}` gives at least as much of everything as `{lost}`, and more of something"
            yield Diagnostic("W606", message, span, hint, "warning")


class Ways:
    """Tries the branches of choices in positions that one referee kept."""

    def __init__(self, checked: Checked, referee: Referee) -> None:
        self.executor = referee.executor.silent
        self.program = self.executor.program
        self.specs = referee.core.specs
        self.asker = Asker(self.executor.program, Words(checked.names.world))
        paid = paid_counters(checked)
        self.goods = [
            counter.id
            for counter in checked.names.world.counters
            if "seat" in counter.per and (counter.score or counter.id in paid)
        ]

    # ---- following -------------------------------------------------------------------------------

    def _end(self, s: list[int], seat: int) -> End:
        slots = [slot for counter in self.goods for slot in self.program.slots.amounts(counter, seat)]
        goods = (*(s[slot] for slot in slots), _won(s, seat))
        return End(goods, reading.rest_of(self.program, s, slots), reading.option_mask(s))

    def _mine(self, s: list[int], seat: int, phases: int) -> bool:
        return not reading.is_over(s) and reading.asked_seat(s) == seat and reading.phases(s) == phases

    def _ends(self, s: list[int], option: int) -> list[End] | None:
        """The ends of a branch; None if there are too many."""
        seat, phases = reading.asked_seat(s), reading.phases(s)
        found: list[End] = []
        waiting = [(s, option, 0)]
        while waiting:
            before, answer, depth = waiting.pop()
            made = before[:]
            self.executor.answer(made, answer)
            again = reading.asked_spec(made) == reading.asked_spec(s)
            if self._mine(made, seat, phases) and depth < DEEP and not again:
                waiting += [(made, other, depth + 1) for other in reading.options(made)]
            else:
                found.append(self._end(made, seat))
            if len(found) + len(waiting) > WIDE:
                return None
        return found

    # ---- ways that are beaten --------------------------------------------------------------------

    def compare(self, spec: Spec, positions: list[list[int]], matches: dict[tuple[str, str], Match]) -> None:
        for s in positions:
            options = reading.options(s)
            pairs = [(a, b) for a in options for b in options if a != b and a < len(spec.labels) > b]
            still = [pair for pair in pairs if matches.setdefault(_labels(spec, pair), Match()).open]
            ends = {option: self._ends(s, option) for option in dict.fromkeys(x for pair in still for x in pair)}
            for worse, better in still:
                match, lost, won = matches[_labels(spec, (worse, better))], ends[worse], ends[better]
                if lost is not None and won is not None:
                    match.positions += 1
                    match.open = _covered(lost, won, End.equals)
                    match.beaten += match.open and _covered(lost, won, End.beats)

    # ---- rounds that bring something ---------------------------------------------------------------

    def rounds(self, spec: Spec, positions: list[list[int]]) -> Iterator[Diagnostic]:
        for s in positions:
            seat = reading.asked_seat(s)
            path = self._round(s, seat)
            if path is not None and self._again(s, seat, path):
                answers = self._named(s, path)
                message = f"something from nothing: {' -> '.join(answers)} leaves the seat with more, every time"
                hint = "raise its price, let it give less, or allow it only once"
                yield Diagnostic("W608", message, spec.span, hint, "warning")
                return

    def _round(self, s: list[int], seat: int) -> list[int] | None:
        """Answers that lead back to the same choice with more goods than before, although something was paid on the
        way."""
        start = self._end(s, seat)
        waiting: list[tuple[list[int], list[int], bool, tuple[int, ...]]] = [(s, [], False, start.goods)]
        looked = 0
        while waiting and looked < 4 * WIDE:
            before, path, gave, had = waiting.pop(0)
            for option in reading.options(before):
                looked += 1
                made = before[:]
                self.executor.answer(made, option)
                if not self._mine(made, seat, reading.phases(s)):
                    continue
                end = self._end(made, seat)
                given = gave or any(now < then for now, then in zip(end.goods, had, strict=True))
                further = [*path, option]
                if reading.asked_spec(made) == reading.asked_spec(s) and given and end.beats(start):
                    return further
                if len(further) < DEEP:
                    waiting.append((made, further, given, end.goods))
        return None

    def _again(self, s: list[int], seat: int, path: list[int]) -> bool:
        """Whether the same answers give a gain several times in a row."""
        made = s[:]
        ends = [self._end(made, seat)]
        for _ in range(ROUNDS):
            for option in path:
                if reading.is_over(made) or not reading.option_mask(made) >> option & 1:
                    return False
                self.executor.answer(made, option)
            ends.append(self._end(made, seat))
        return all(later.beats(earlier) for earlier, later in pairwise(ends))

    def _named(self, s: list[int], path: list[int]) -> list[str]:
        made, names = s[:], []
        for option in path:
            names.append(self.asker.named(self.specs[reading.asked_spec(made)], option, reading.asked_seat(made)).id)
            self.executor.answer(made, option)
        return names


def _won(s: list[int], seat: int) -> int:
    """2 if the seat has won alone, 1 if with others, otherwise 0."""
    winners = reading.winners(s)
    return (seat in winners) + (winners == (seat,))


def _labels(spec: Spec, pair: tuple[int, int]) -> tuple[str, str]:
    return spec.labels[pair[0]], spec.labels[pair[1]]


def _covered(ends: list[End], others: list[End], by: Callable[[End, End], bool]) -> bool:
    """Whether for each end one of `others` is related to it by `by`."""
    return all(any(by(other, end) for other in others) for end in ends)
