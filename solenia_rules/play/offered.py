"""Computes what a pending decision offers from the state alone, also in a state that nobody has played to.

A state holds the mask of the options, but in an imagined state the mask is that of the real game. The tests of the
choice and looking ahead give the options that the rules offer there.
"""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.core import layout as at
from solenia_rules.core.flatten import DecideEnd
from solenia_rules.core.grounds import captured_values
from solenia_rules.core.specs import Spec
from solenia_rules.play.executor import Executor
from solenia_rules.play.physics import BITS


class Offered:
    """The decisions of one program."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.program = executor.program
        self.layout = executor.program.layout
        self.ends = {b.end.next: b.end for b in self.program.flat.blocks if isinstance(b.end, DecideEnd)}

    def spec(self, s: list[int]) -> Spec:
        return self.program.outline.specs[s[at.SPEC]]

    def options(self, s: list[int]) -> int:
        """The mask of the options."""
        mask = 0
        passes = self._tests(s)
        for value in self._candidates(s):
            if passes(value):
                mask |= 1 << value
        mask = self._apart(s, mask) | self._done(s)
        found = self._viable(s, mask)
        return self._uncertain(s, mask, found) if self._tries(s) and self.executor.fuel < 0 else found

    def _uncertain(self, s: list[int], mask: int, most: int) -> int:
        """The options where looking ahead ran out of fuel, so that some of `most` were not tried. The rules may know
        more from their text, without trying. The options of the real game are kept if trying cannot contradict them."""
        fewest = 0
        for value in BITS[mask]:
            fewest |= self._viable(s, 1 << value)
        real = s[at.MASK]
        return real if fewest & ~real == 0 and real & ~most == 0 else fewest

    def offers(self, s: list[int], value: int) -> bool:
        """Whether a value is an option; of equal pieces, each one is."""
        stops = bool(self._done(s) >> value & 1)
        return (stops or (value in self._candidates(s) and self._tests(s)(value))) and bool(self._viable(s, 1 << value))

    def offers_several(self, s: list[int]) -> bool:
        """Whether there are at least two options. It tries the options of the mask first and stops at the second."""
        done, candidates = self._done(s), self._candidates(s)
        found = self._viable(s, done)
        likely, passes = s[at.MASK] & ~done, self._tests(s)
        for value in (*BITS[likely], *(value for value in candidates if not likely >> value & 1)):
            if value in candidates and passes(value):
                found = self._apart(s, found & ~done | self._viable(s, 1 << value)) | found & done
                if found & (found - 1):
                    return True
        return False

    def _done(self, s: list[int]) -> int:
        """The option to stop, if it is there, as a mask."""
        spec = self.spec(s)
        return s[at.MASK] & 1 << self.layout.domain_count(spec.domain) if spec.done else 0

    def _candidates(self, s: list[int]) -> range | tuple[int, ...]:
        """The values that may be options; the option to stop is none of them."""
        spec = self.spec(s)
        if spec.domain == "branch":
            return range(len(spec.labels))
        if spec.id in self.program.whys and spec.reads == "choose":
            return range(self.layout.domain_count(spec.domain))
        return BITS[s[at.MASK] & ~self._done(s)]

    def _tests(self, s: list[int]) -> Callable[[int], bool]:
        """Whether a value passes the tests of the choice."""
        spec = self.spec(s)
        if spec.domain == "branch" or spec.id not in self.program.whys:
            return lambda _value: True
        why, call = self.program.whys[spec.id], self.executor.call
        captured = captured_values(why.captured, s, self.program.outline.frames[s[s[at.FRAME]]])
        functions = [function for function, _span in why.tests]
        return lambda value: all(call(s, function, value, *captured) for function in functions)

    def _apart(self, s: list[int], mask: int) -> int:
        """One option for each group of equal pieces."""
        spec = self.spec(s)
        told = spec.domain == "piece" and spec.id in self.program.whys
        return self.executor.physics.dedupe(s, mask) if told else mask

    def _viable(self, s: list[int], mask: int) -> int:
        """The options after which the rest can be done."""
        if self._tries(s):
            return self.executor.viable(s, s[at.DEST], s[s[at.FRAME] + 1], mask, s[at.ASKED])
        return mask

    def _tries(self, s: list[int]) -> bool:
        """Whether options are tried."""
        return self.spec(s).look or self.ends[s[s[at.FRAME] + 1]].unsure is not None
