"""Small flat programs for tests, and what the ends of their blocks call."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.core import layout as at
from solenia_rules.core.core import Core, Function, Stmt
from solenia_rules.core.flatten import Flat, flatten
from solenia_rules.core.outcomes import ENDED
from solenia_rules.core.primitives import PRIMITIVES
from solenia_rules.core.specs import Spec
from solenia_rules.play.interpreter import Interpreter
from solenia_rules.play.physics import Physics
from tests.playing import Seated

STUCK = -2
SLOTS = at.HEADER + 12


def flat_of(*functions: Function, tables: tuple[tuple[int, ...], ...] = (), specs: tuple[Spec, ...] = ()) -> Flat:
    """The first function is main."""
    return flatten(Core(list(functions), list(tables), list(specs)), {})


def function(
    number: int, params: int, *body: Stmt, locals: int = 20, results: int = 0, phase: bool = False
) -> Function:
    return Function(number, f"f{number}", params, locals, list(body), results, phase)


MAIN = function(0, 0)


LARGE = Seated("convoy", 5)
"""A ruleset with more cells than bits in a machine word."""


def physics() -> Physics:
    return LARGE.rules.executor(LARGE.seats).physics


class Runtime:
    """What ends of blocks call, written down."""

    def __init__(self) -> None:
        self.called: list[tuple[object, ...]] = []

    def calls(self) -> dict[str, Callable[..., int | None]]:
        def record(name: str, result: int | None) -> Callable[..., int | None]:
            def call(_s: list[int], *args: int) -> int | None:
                self.called.append((name, *args))
                return result

            return call

        results = {"stuck": STUCK, "viable": 0b0110, "win": ENDED, "enter": 0, "dedupe": 77}
        names = ("viable", "stuck", *PRIMITIVES)
        return {name: record(name, results.get(name)) for name in names}


class Told:
    """A log that keeps what it is told."""

    def __init__(self) -> None:
        self.place = -1
        self.calls: list[int] = []
        self.told: list[tuple[int, ...]] = []

    def back(self) -> None:
        self.place = self.calls[-1] if self.calls else -1

    def tell(self, kind: int, *args: int) -> None:
        self.told.append((self.place, kind, *args))

    def answered(self, spec: int, seat: int, answer: int, single: int) -> None:
        self.told.append((self.place, spec, seat, answer, single))


def interpreter_of(flat: Flat, runtime: Runtime | None = None, log: Told | None = None) -> Interpreter:
    return Interpreter(flat, (runtime or Runtime()).calls(), physics(), log)


def fresh_state() -> list[int]:
    return [0] * SLOTS
