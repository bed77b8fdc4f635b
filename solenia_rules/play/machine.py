"""The reference executor: the linear program run by a plain loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from solenia_rules.core import layout as at
from solenia_rules.core.backends.python.python_source import Form
from solenia_rules.core.backends.reference.assembler import assemble
from solenia_rules.core.compiled import Program
from solenia_rules.play import chance
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import Recorder
from solenia_rules.play.executor import Executor
from solenia_rules.play.generated import primitives
from solenia_rules.play.loop import Call, Loop
from solenia_rules.play.physics import BITS

if TYPE_CHECKING:
    from solenia_rules.play.generated import BlockCode


class Machine(Executor):
    """The silent form; it plays as `Executor` does, state for state."""

    def __init__(self, program: Program) -> None:
        self.linear = assemble(program.flat)
        super().__init__(program)

    def load(self, hooks: Mapping[str, object], form: Form) -> Sequence[BlockCode]:
        named = {**primitives(self.physics), **hooks}
        log = named.pop("LOG") if form is Form.TELLING else None
        assert log is None or isinstance(log, Recorder)
        calls: dict[str, Call] = {name: what for name, what in named.items() if callable(what)}
        loop = Loop(self.linear, calls, self.physics, log)
        if form is Form.SILENT:
            self.loop = loop
        return [partial(loop.step, address) for address in self.linear.blocks]

    def playout(self, seed: int) -> list[int]:
        """Every answer is asked for and given."""
        s = self.start(seed)
        key = chance.answer_key(*chance.split_seed(seed))
        while not s[at.OVER]:
            options = BITS[s[at.MASK]]
            self.answer(s, options[chance.answer(key, s[at.DECISIONS], len(options))])
        return s

    def call(self, s: list[int], function: int, *args: int) -> int:
        assert self.blocks
        (found,) = self.loop.call(s, function, args)
        return found


def emitting_machine(program: Program) -> EmittingExecutor:
    """The emitting form."""
    return EmittingExecutor(Machine(program))
