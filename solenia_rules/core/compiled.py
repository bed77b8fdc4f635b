"""A compiled ruleset for one number of seats: the data that executors, views and saves need, and the Python code of its
blocks.

A game needs the outline, the layout and the facts from its start. The flat program is larger and may be in a cache, so
it is read on first use. Python code is printed on first use, unless it is in a cache.
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
        """A cache of generated code that lasts from one run to the next."""

        def take(self, form: str) -> CodeType | None: ...

        def put(self, form: str, code: CodeType) -> None: ...

        def machine_code(self, form: str) -> tuple[str, bytes] | None:
            """The name of the machine code of a form in the cache, and the numbers that belong into it."""

        def put_machine_code(self, form: str, name: str, numbers: bytes) -> None: ...


@frozen(eq=False)
class Outline:
    """The parts of a flat program that are needed to run the code generated from it."""

    main: int
    entries: dict[int, int]
    """Function -> its first block."""
    frames: dict[int, dict[int, int]]
    """Function -> its locals stored in the frame -> their position there."""
    params: dict[int, int]
    """Function -> its number of parameters."""
    phase_functions: tuple[int, ...]
    specs: tuple[Spec, ...]
    places: tuple[Span, ...]
    block_places: tuple[int, ...]
    """The place in the text where each block begins."""
    block_calls: tuple[int, ...]
    """For each block, the place in the text of the call that it follows."""
    behalf: dict[int, int]
    """Place -> the place of the held text on whose behalf its code runs. Most places have no entry."""
    prims: tuple[PrimitiveName, ...]
    """The primitives that the program uses."""
    functions: tuple[str, ...]
    """The names of the functions."""
    calls: dict[int, int]
    """Function -> the first block that ends with a call of it."""
    left: dict[int, tuple[int, int]]
    """The block after a decision that is one of several -> how many are still to be chosen: the position of the number
    in the frame, or -1 and the number."""
    about: dict[int, tuple[tuple[str, str, int, int], ...]]
    """Decision in a verb with parameters -> those that decide what is offered: the name, the domain of its values as in
    `Spec`, and the position of the value in the frame, or -1 and the value."""


@frozen(eq=False)
class Facts:
    """The data that a game needs besides the layout and the code."""

    phases: list[str]
    phase_of: dict[int, int]
    """Function of a phase -> the number of the phase."""
    resources: list[tuple[str, int]]
    resets: dict[int, list[tuple[int, tuple[int, ...]]]]
    """Phase -> (first slot, values) to write when the phase begins."""
    initial: list[int]
    """The state before pieces are placed: all values at their start."""
    sides: dict[int, int]
    faces: dict[str, dict[int, tuple[tuple[int, ...], tuple[int, ...]]]]
    estimate: int | None
    """The function that estimates how good a position is for a seat."""
    shown: dict[str, int]
    """Query that is shown at the table -> its function, of the seat or word that it has as a parameter."""
    score: str | None
    positions_tried: int
    """The number of positions that looking ahead may try for one decision."""
    start_words: list[dict[str, int]]
    """For each piece: word kind -> the word of that kind in its fields."""
    shared_phases: tuple[int, ...]
    """The phases that belong to no seat."""


@frozen(eq=False)
class Inside:
    """The flat program, and the tests of its choices and effects."""

    flat: Flat
    whys: dict[int, Why]
    grounds: dict[int, Ground]
    needs: dict[int, tuple[Const | Local, ...]]


class Program:
    """A compiled program; `inside` is loaded on first use."""

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
        """The same object without the slots of the state: packages above `play` may use this part."""
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
        self.shown = facts.shown
        self.score = facts.score
        self.positions_tried = facts.positions_tried
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
        """The slots of the state that have a name."""
        from solenia_rules.core.slots import Slots

        return Slots(self.layout)

    @property
    def flat(self) -> Flat:
        return self.inside.flat

    @property
    def whys(self) -> dict[int, Why]:
        """Spec of a choice -> its tests."""
        return self.inside.whys

    @property
    def grounds(self) -> dict[int, Ground]:
        """What is tested at effects that may fail (by place) and at choices (by -1 - spec); only for an unoptimized
        program."""
        return self.inside.grounds

    @property
    def needs(self) -> dict[int, tuple[Const | Local, ...]]:
        """Where the frame stores the variables of those tests."""
        return self.inside.needs

    def reset_slots(self, phase: int) -> dict[int, int]:
        """Slot -> the value that a phase writes there when it begins."""
        return {
            base + index: value for base, values in self.resets.get(phase, ()) for index, value in enumerate(values)
        }

    def does(self, prim: PrimitiveName) -> bool:
        """Whether the program uses a primitive."""
        return prim in self.outline.prims

    def blocks_code(self, form: Form, told: Container[int]) -> CodeType:
        """The Python code of the blocks; `told`: phases for which the code calls the hook `enter`."""

        def make() -> str:
            # Imported only if code must be printed: a cached program contains its code.
            from solenia_rules.core.backends.python.python_source import PythonSource

            return PythonSource(self.flat, form, bool(self.layout.started), told).text()

        return self._code(form.name, told, make)

    def whole_games_code(self, told: Container[int], levels: tuple[int, int] | None) -> CodeType:
        """The Python code that plays whole games; `levels` as for `PlayingSource`."""

        def make() -> str:
            from solenia_rules.core.backends.whole_games.playing_source import PlayingSource

            return PlayingSource(self.flat, self.layout, told, self.phase_of, self.faces, levels).text()

        return self._code("PLAYING", told, make)

    def _code(self, form: str, told: Container[int], make: Callable[[], str]) -> CodeType:
        """Generated code from the cache, or printed and compiled."""
        name = f"{form} {[phase for phase in range(len(self.phases)) if phase in told]}"
        found = self.shelf.take(name) if self.shelf is not None else None
        if found is None:
            found = compile(make(), "<rules>", "exec")
            if self.shelf is not None:
                self.shelf.put(name, found)
        return found
