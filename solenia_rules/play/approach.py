"""Brings a game to the point where a sketched position begins. It runs setup, then plays until the named phase or step
is about to start, and returns the state and the next block."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.core import layout as at
from solenia_rules.core.outcomes import ASKED
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.sketch import Beginning, Flaw, Impossible
from solenia_rules.text.suggestions import did_you_mean

SETUP = "setup."


class Approach:
    """Plays towards the beginning of a sketch. `choose` answers the decisions on the way."""

    def __init__(self, executor: EmittingExecutor, choose: Callable[[list[int]], int]) -> None:
        self.executor = executor
        self.outline = executor.program.outline
        self.functions = self.outline.functions
        self.choose = choose
        phases = self.outline.phase_functions
        self.steps = [f for f in phases if not self.functions[f].startswith("phase ")]
        self.phases = [f for f in phases if self.functions[f].startswith("phase ")]

    def names(self) -> list[str]:
        """The names of all phases, and of all steps after setup: a position can begin with any of them."""
        steps = [self.functions[f] for f in self.steps if not self.functions[f].startswith(SETUP)]
        return [*self.executor.program.phases, *steps]

    def walk(self, seed: int, beginning: Beginning) -> tuple[list[int], int]:
        """The state before the first block of the phase or step, and that block. Raises `Impossible`."""
        if beginning.phase is not None and beginning.phase not in self.names():
            known = self.names()
            message = f"nothing is played that is called `{beginning.phase}`"
            raise Impossible((Flaw("E706", message, ("phase",), did_you_mean(beginning.phase, known)),))
        s = self.executor.silent.ready(seed)
        block = self.outline.entries[self.outline.main]
        if beginning.phase is not None and beginning.phase not in self.executor.program.phases:
            return s, self._to_step(s, block, beginning.phase)
        return s, self._to_phase(s, block, beginning)

    def _to_step(self, s: list[int], block: int, name: str) -> int:
        """Run setup, then go directly to the step: the steps in between are skipped."""
        after = [f for f in self.steps if not self.functions[f].startswith(SETUP)]
        self._run(s, block, {self.outline.entries[after[0]]}, None)
        frame = s[at.FRAME]
        s[at.FRAME] = s[frame + 2]
        del s[frame:]
        wanted = next(f for f in after if self.functions[f] == name)
        return self.executor.step(s, self.outline.calls[wanted])

    def _to_phase(self, s: list[int], block: int, beginning: Beginning) -> int:
        """Run to the phase with the given name. Without a name: run to the first phase after setup, or to the first
        step after setup if there are no phases."""
        after = [f for f in self.steps if not self.functions[f].startswith(SETUP)]
        if beginning.phase is None:
            block = self._run(s, block, {self.outline.entries[f] for f in after[:1]}, None)
        wanted = [f for f in self.phases if beginning.phase in (None, self.functions[f].removeprefix("phase "))]
        if not wanted:
            return block
        return self._run(s, block, {self.outline.entries[f] for f in wanted}, beginning.seat)

    def _run(self, s: list[int], block: int, stops: set[int], seat: int | None) -> int:
        while True:
            block = self.executor.run_to(s, block, stops)
            if block >= 0:
                if seat is None or self._actor(s) == seat:
                    return block
                block = self.executor.step(s, block)
            elif block == ASKED:
                block = self.executor.put_answer(s, self.choose(s))
            else:
                raise Impossible((Flaw("E706", "the game is over before this begins", ("phase",)),))

    def _actor(self, s: list[int]) -> int:
        """The seat that acts in the top frame: the first parameter of every phase."""
        frame = s[at.FRAME]
        return s[frame + 3 + self.outline.frames[s[frame]][0]]
