"""Finds the places at which the rest of a phase fails after an answer. It follows every sequence of answers to its end,
including those that looking ahead would drop."""

from __future__ import annotations

from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.expressions import Const, Local
from solenia_rules.core.flatten import DecideEnd
from solenia_rules.core.grounds import captured_values
from solenia_rules.core.outcomes import ASKED, FAILED
from solenia_rules.core.specs import Spec
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.play.machine import Machine
from solenia_rules.play.physics import BITS
from solenia_rules.text.frozen import frozen

MOST_POSITIONS = 2_000
"""The most positions tried for one answer."""
MOST_ENDS = 64
"""The most dead ends recorded."""
STOCKED = frozenset(verb.name for verb in VERBS.values() if verb.asks == "words" and verb.writes == "less")
"""Verbs that ask for words of which the seat has some."""


@frozen
class Dead:
    """A dead end: a position from which the rest cannot be done."""

    place: int
    """The place in the text that failed; `-1 - spec` for a choice without options."""
    depth: int
    """The number of answers that lead to it."""
    state: list[int]
    """The position at the dead end; its top frame belongs to the text that failed."""


class Prober(Machine):
    """In ordinary looking ahead, a choice offers only options that can be completed, so an empty choice does not say
    why it is empty. The prober tries every option that the text of the choice allows. It uses the interpreter because
    the interpreter keeps all locals in the state; generated code does not."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.dead: list[tuple[int, list[int]]] = []

    def stuck(self, s: list[int], place: int) -> int:
        if s[at.TRIAL]:
            self.dead.append((place, s[:]))
            return FAILED
        return super().stuck(s, place)

    def ends(self, s: list[int], option: int) -> list[Dead] | None:
        """All dead ends after an answer; None if one sequence of answers can be completed."""
        t = s[:]
        t[at.TRIAL], t[at.TRIAL_SEAT], t[s[at.DEST]] = self.phase_frame(s), s[at.ASKED], option
        self.dead, self.fuel = [], self.program.positions_tried
        found: list[Dead] = []
        waiting: list[tuple[list[int], int, int]] = []
        block, depth = t[t[at.FRAME] + 1], 0
        for _ in range(MOST_POSITIONS):
            last = block
            while block >= 0:
                last, block = block, self.blocks[block](t, t[at.FRAME] + 3)
            if block == ASKED and t[at.ASKED] == t[at.TRIAL_SEAT]:
                waiting.append((t, t[at.MASK], depth))
            elif block != FAILED:
                return None
            else:
                self._dead_end(last, depth, waiting, found)
            if not waiting or len(found) >= MOST_ENDS:
                return found
            state, mask, depth = waiting.pop()
            bit = mask & -mask
            if mask != bit:
                waiting.append((state, mask ^ bit, depth))
            t = state[:]
            t[t[at.DEST]] = bit.bit_length() - 1
            block, depth = t[t[at.FRAME] + 1], depth + 1
        return found

    def _dead_end(self, block: int, depth: int, waiting: list[tuple[list[int], int, int]], found: list[Dead]) -> None:
        """Record a dead end; or, at a choice whose own text allows options, queue these options."""
        place, state = self.dead[-1]
        end = self.program.flat.blocks[block].end
        if isinstance(end, DecideEnd):
            frame = state[at.FRAME]
            allowed = self.allowed(state, self.program.flat.core.specs[-1 - place])
            if allowed:
                state[at.SPEC], state[at.ASKED], state[at.MASK] = -1 - place, state[at.TRIAL_SEAT], allowed
                state[at.DEST] = frame + at.FRAME_HEAD + self.program.flat.frames[state[frame]][end.result]
                state[frame + 1] = end.next
                waiting.append((state, allowed, depth))
                return
        found.append(Dead(place, depth, state))

    def allowed(self, s: list[int], spec: Spec) -> int:
        """The options that the text of a choice allows, whether or not the rest can be completed."""
        if spec.domain == "branch":
            return (1 << len(spec.labels)) - 1
        if spec.id in self.program.whys:
            why = self.program.whys[spec.id]
            captured = self.values(s, why.captured)
            made = 0
            for value in range(self.program.layout.domain_count(spec.domain)):
                if all(self.call(s, function, value, *captured) for function, _span in why.tests):
                    made |= 1 << value
            return self.physics.dedupe(s, made) if spec.domain == "piece" else made
        if spec.reads in STOCKED:
            return self.in_stock(s, spec, s[at.TRIAL_SEAT])
        return 0

    def in_stock(self, s: list[int], spec: Spec, seat: int) -> int:
        """The words of the asked counter of which a seat has at least one more than it has named before."""
        layout, counter = self.program.layout, self.program.names.counters[self.program.grounds[-1 - spec.id].counter]
        first = layout.counters[counter.id] + (seat * layout.width(counter) if "seat" in counter.per else 0)
        width, place = layout.width(counter), -1 - spec.id
        taken = self.values(s, self.program.needs[place]) if place in self.program.needs else [0] * width
        return sum(1 << word for word in range(width) if s[first + word] > taken[word])

    def values(self, s: list[int], captured: tuple[Const | Local, ...]) -> list[int]:
        """The values of a text's captured variables in the top frame."""
        return captured_values(captured, s, self.program.flat.frames[s[s[at.FRAME]]])

    def passes(self, s: list[int], spec: int, value: int) -> int | None:
        """The index of the first test of a choice that a candidate fails; None if it passes all."""
        why = self.program.whys[spec]
        captured = self.values(s, why.captured)
        for index, (function, _span) in enumerate(why.tests):
            if not self.call(s, function, value, *captured):
                return index
        return None

    def members(self, s: list[int], spec: int) -> tuple[int, ...]:
        """The members of the set that a choice is made from, before its filter is applied."""
        why, domain = self.program.whys[spec], self.program.flat.core.specs[spec].domain
        captured, function = self.values(s, why.captured), why.tests[0][0]
        among = range(self.program.layout.domain_count(domain))
        mask = sum(1 << value for value in among if self.call(s, function, value, *captured))
        return BITS[self.physics.dedupe(s, mask) if domain == "piece" else mask]
