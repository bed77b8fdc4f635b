"""The reference executor: it runs blocks with the interpreter instead of generated code.

Its states are equal to those of `Executor`; tests compare the two. `AlwaysAsking` is used for stepping through a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from solenia_rules.core import layout as at
from solenia_rules.core.flatten import DecideEnd
from solenia_rules.core.outcomes import Form
from solenia_rules.play import chance
from solenia_rules.play.emitting import EmittingExecutor
from solenia_rules.play.events import Recorder
from solenia_rules.play.executor import Executor
from solenia_rules.play.generated import primitives
from solenia_rules.play.interpreter import Interpreter
from solenia_rules.play.physics import BITS
from solenia_rules.play.pure_functions import Call

if TYPE_CHECKING:
    from solenia_rules.core.compiled import Program
    from solenia_rules.play.generated import BlockCode


class Machine(Executor):
    """An executor whose blocks are interpreted."""

    telling: type[Interpreter] = Interpreter
    """The interpreter class used where a log is written."""

    def load(self, hooks: Mapping[str, object], form: Form) -> Sequence[BlockCode]:
        named = {**primitives(self.physics), **hooks}
        log = named.pop("LOG") if form is not Form.SILENT else None
        assert log is None or isinstance(log, Recorder)
        calls: dict[str, Call] = {name: what for name, what in named.items() if callable(what)}
        make = Interpreter if log is None else self.telling
        made = make(self.program.flat, calls, self.physics, log)
        if form is Form.SILENT:
            self.interpreter = made
        return [partial(made.step, number) for number in range(len(self.program.flat.blocks))]

    def playout(self, seed: int) -> list[int]:
        """Play a whole game by asking for every answer and giving it."""
        s = self.start(seed)
        key = chance.answer_key(*chance.split_seed(seed))
        while not s[at.OVER]:
            options = BITS[s[at.MASK]]
            self.answer(s, options[chance.answer(key, s[at.DECISIONS], len(options))])
        return s

    def results(self, s: list[int], function: int, *args: int) -> tuple[int, ...]:
        assert self.blocks
        return self.interpreter.call(s, function, args)


class _AskingInterpreter(Interpreter):
    def ask(self, end: DecideEnd, seat: int, options: int, s: list[int], dest: int) -> int:
        single = options != 0 and options & (options - 1) == 0
        if single and not s[at.TRIAL]:
            return self.pending(end, seat, options, s, dest)
        return super().ask(end, seat, options, s, dest)


class AlwaysAsking(Machine):
    """Also asks a decision that has a single answer; looking ahead does not."""

    telling = _AskingInterpreter


def emitting_machine(program: Program) -> EmittingExecutor:
    """The reference executor with a log."""
    return EmittingExecutor(Machine(program))
