"""A compiled ruleset for one number of seats: what executors, views and saves need, and the Python code of its blocks.

A game needs the outline, the layout and the facts from its start. The flat program is larger and may lie in a cache,
so it is read when it is first used. Python code is printed when it is first used, unless a cache holds it.
"""

from __future__ import annotations

from functools import cached_property

from solenia_rules.checked.names import Names
from solenia_rules.core.inventory import Inventory
from solenia_rules.core.layout import Layout
from solenia_rules.core.specs import Spec
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from types import CodeType
    from typing import Protocol

    from solenia_rules.core.expressions import Const, Local
    from solenia_rules.core.flatten import Flat
    from solenia_rules.core.grounds import Ground, Why
    from solenia_rules.core.outcomes import Form
    from solenia_rules.core.primitives import PrimitiveName
    from solenia_rules.core.slots import Slots

    class Shelf(Protocol):
        """Where generated code is kept from one run to the next."""

        def take(self, form: str) -> CodeType | None: ...

        def put(self, form: str, code: CodeType) -> None: ...


@frozen
class Outline:
    """What of a flat program is needed to run the code generated from it."""

    main: int
    entries: dict[int, int]
    """Function -> its first block."""
    frames: dict[int, dict[int, int]]
    """Function -> its locals that live in the frame -> their place there."""
    params: dict[int, int]
    """Function -> how many parameters it has."""
    phase_functions: tuple[int, ...]
    specs: tuple[Spec, ...]
    places: tuple[Span, ...]
    block_places: tuple[int, ...]
    """Where in the text each block begins."""
    block_calls: tuple[int, ...]
    """Where in the text what comes before each block stands: a call that it follows."""
    behalf: dict[int, int]
    """Place -> the place in a held text on whose behalf something is done there; nothing for most."""
    prims: tuple[PrimitiveName, ...]
    """Primitives that are used anywhere."""
    functions: tuple[str, ...]
    """Their names."""
    calls: dict[int, int]
    """Function -> the first block that ends in calling it."""


@frozen
class Facts:
    """What a game needs beside the layout and the code."""

    phases: list[str]
    phase_of: dict[int, int]
    """Function of a phase -> its number."""
    resources: list[tuple[str, int]]
    resets: dict[int, list[tuple[int, tuple[int, ...]]]]
    """Phase -> (base, values) to write when it is entered."""
    initial: list[int]
    """The state before the first step: pieces in their places, everything at its start."""
    sides: dict[int, int]
    faces: dict[str, dict[int, tuple[tuple[int, ...], tuple[int, ...]]]]
    estimate: int | None
    """Function that says how good a position is for a seat."""
    score: str | None
    start_words: list[dict[str, int]]
    """For each piece: word kind -> the word its fields give of that kind."""


@frozen
class Inside:
    """The flat program, and the tests behind its choices and effects."""

    flat: Flat
    whys: dict[int, Why]
    grounds: dict[int, Ground]
    needs: dict[int, tuple[Const | Local, ...]]


class Program:
    """`inside` is asked for when somebody first looks into it."""

    def __init__(
        self,
        names: Names,
        layout: Layout,
        outline: Outline,
        facts: Facts,
        inside: Callable[[], Inside],
    ) -> None:
        self.names = names
        self.layout = layout
        self.inventory: Inventory = layout
        """The same without the places in the state: what packages above `play` may use."""
        self.outline = outline
        self.facts = facts
        self.phases = facts.phases
        self.phase_of = facts.phase_of
        self.resources = facts.resources
        self.resets = facts.resets
        self.initial = facts.initial
        self.sides = facts.sides
        self.faces = facts.faces
        self.estimate = facts.estimate
        self.score = facts.score
        self.start_words = facts.start_words
        self._look_inside = inside
        self._inside: Inside | None = None
        self.shelf: Shelf | None = None

    @property
    def inside(self) -> Inside:
        if self._inside is None:
            self._inside = self._look_inside()
        return self._inside

    @cached_property
    def slots(self) -> Slots:
        """Where the state holds what has a name."""
        from solenia_rules.core.slots import Slots

        return Slots(self.layout)

    @property
    def flat(self) -> Flat:
        return self.inside.flat

    @property
    def whys(self) -> dict[int, Why]:
        """Spec of a choice -> the tests behind it."""
        return self.inside.whys

    @property
    def grounds(self) -> dict[int, Ground]:
        """What is tested where an effect may fail, and of choices (-1 - spec); only of a program not refined."""
        return self.inside.grounds

    @property
    def needs(self) -> dict[int, tuple[Const | Local, ...]]:
        """Where the variables of those tests are."""
        return self.inside.needs

    def reset_slots(self, phase: int) -> dict[int, int]:
        """Slot -> the value that a phase writes there when it begins."""
        return {
            base + index: value for base, values in self.resets.get(phase, ()) for index, value in enumerate(values)
        }

    def does(self, prim: PrimitiveName) -> bool:
        """Whether a primitive is used anywhere."""
        return prim in self.outline.prims

    def blocks_code(self, form: Form, told: Container[int]) -> CodeType:
        """Python code of the blocks; `told`: phases whose beginning the hook `enter` is told of."""

        def make() -> str:
            # Imported only where code has to be printed: a kept program has it.
            from solenia_rules.core.backends.python.python_source import PythonSource

            return PythonSource(self.flat, form, bool(self.layout.started), told).text()

        return self._code(form.name, told, make)

    def whole_games_code(self, told: Container[int], levels: tuple[int, int] | None) -> CodeType:
        """Python code that plays whole games; `levels` as for `PlayingSource`."""

        def make() -> str:
            from solenia_rules.core.backends.whole_games.playing_source import PlayingSource

            return PlayingSource(self.flat, self.layout, told, self.phase_of, levels).text()

        return self._code("PLAYING", told, make)

    def _code(self, form: str, told: Container[int], make: Callable[[], str]) -> CodeType:
        """Generated code, printed and compiled unless it is kept."""
        name = f"{form} {[phase for phase in range(len(self.phases)) if phase in told]}"
        found = self.shelf.take(name) if self.shelf is not None else None
        if found is None:
            found = compile(make(), "<rules>", "exec")
            if self.shelf is not None:
                self.shelf.put(name, found)
        return found
