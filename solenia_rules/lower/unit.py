"""The data that all parts of lowering share: the checked ruleset, the layout of the state, the core under construction,
and the numbers assigned in it.

The parts build on each other, from reading single slots up to whole statements, and each part gets the parts below it
in its constructor. Two calls go upwards, because values and statements nest: the value of any term (`Values`) and the
statements of any block (`Blocks`). The driver in `lowering` sets these two when all parts exist.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.asking import Asking
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.commuting import Commuting
from solenia_rules.checked.failing import Failing, Rest
from solenia_rules.checked.numbers import EVENTS
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term
from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Function, Mark, Stmt
from solenia_rules.core.expressions import Const, Ex
from solenia_rules.core.inventory import Inventory
from solenia_rules.core.specs import Spec
from solenia_rules.lower.code import Bundle, Code
from solenia_rules.lower.initial import Given, lay_out_for
from solenia_rules.text.places import Span

Compound: TypeAlias = (
    a.If | a.For | a.Repeat | a.ChooseWay | a.Choose | a.May | a.As | a.Try | a.IfPossible | a.LetPossible | a.Phase
)
"""Statements that have blocks inside."""


class Values(Protocol):
    """The value of any term."""

    def of(self, term: Term, code: Code) -> Ex:
        """A number, test, index or mask. Loops are emitted as statements before it."""

    def bundle(self, term: Term, code: Code) -> Bundle:
        """An amount of several resources."""


class Blocks(Protocol):
    """The statements of any block."""

    def block(self, acts: Acts, code: Code) -> None:
        """Emit all statements of a block."""

    def inside(self, act: Compound, acts: Acts, code: Code) -> list[Stmt]:
        """The statements of a block inside another statement."""

    def guarded(self, act: Act, code: Code) -> None:
        """Emit one statement. Inside `try` it is skipped if it uses a choice that could not be made."""

    def mark(self, act: Act) -> Mark:
        """The place of a statement, for logs and for whoever counts what runs."""


class Unit:
    """One ruleset for one number of seats, during lowering."""

    values: Values
    blocks: Blocks

    def __init__(self, checked: Checked, seats: int, derive: bool = True, explaining: bool = False) -> None:
        """`derive`: whether looking ahead is derived from the text; otherwise every option is tried. `explaining`:
        whether the tests of the text are recorded, to explain refusals."""
        self.checked = checked
        self.derive = derive
        self.explaining = explaining
        self.names = checked.names
        self.core = Core()
        self.layout = lay_out_for(checked, seats)
        self.inventory: Inventory = self.layout
        self.given = Given(checked, self.layout)
        self.resources = [
            (counter.id, word) for counter in self.names.world.counters for word in range(self.layout.width(counter))
        ]
        self.phases: list[str] = []
        self.phase_of: dict[int, int] = {}
        """Function of a phase -> number of the phase."""
        self.summaries = Summaries.shared(checked)
        self.footprint = self.summaries.footprint
        self.failing = Failing.shared(checked)
        self.rest = Rest(self.failing)
        self.commuting = Commuting(self.summaries)
        self.asking = Asking(self.summaries)
        self.tried: dict[int, tuple[Span, ...]] = {}
        """Decision whose options are tried on copies -> the statements because of which, as far as they are known."""
        self._labels = 0
        self._vars = 1_000_000
        self._tables: dict[tuple[int, ...], int] = {}

    # ---- numbers given out ---------------------------------------------------------------------

    def label(self) -> int:
        """A new label of a loop."""
        self._labels += 1
        return self._labels

    def fresh_var(self) -> int:
        """A new variable that no text uses."""
        self._vars += 1
        return self._vars

    def table(self, values: tuple[int, ...]) -> int:
        """The number of a constant table; equal tables are stored once."""
        if values not in self._tables:
            self._tables[values] = len(self.core.tables)
            self.core.tables.append(values)
        return self._tables[values]

    def place(self, span: Span) -> int:
        """The number of a place in the text."""
        self.core.places.append(span)
        return len(self.core.places) - 1

    def phase(self, name: str) -> int:
        """The number of a phase."""
        if name not in self.phases:
            self.phases.append(name)
        return self.phases.index(name)

    def resource(self, counter: str, word: int) -> int:
        """The number of a word of a counter among all resources."""
        return self.resources.index((counter, word))

    def started(self, field: str, base: str) -> int:
        """The first slot of the marks of started rules, by piece or cell."""
        return self.layout.started[field] + (len(self.layout.pieces) if base == "cell" else 0)

    # ---- what is added to the core -------------------------------------------------------------

    def new_function(self, name: str, params: int, span: Span, results: int = 0) -> Function:
        """A function with an empty body."""
        made = Function(len(self.core.functions), name, params, params, results=results, span=span)
        self.core.functions.append(made)
        return made

    def spec(
        self, code: Code, domain: str, name: str, reads: str, labels: tuple[str, ...] = (), look: bool = False,
        done: bool = False, openly: bool = False, span: Span | None = None,
    ) -> int:  # fmt: skip
        """The number of a new decision."""
        made = Spec(len(self.core.specs), domain, name, labels, code.fn.name, look, reads, done, code.hidden,
                    openly, span=span or code.span or code.fn.span)  # fmt: skip
        self.core.specs.append(made)
        if look:
            self.tried[made.id] = ()
        return made.id

    def doubt(self, spec: int, doubts: list[Span]) -> None:
        """Note that options of a decision are tried because of these statements."""
        if doubts:
            self.tried[spec] = tuple(dict.fromkeys(doubts))

    def event(self, code: Code, kind: str, *args: Ex) -> None:
        """Emit an event."""
        code.emit(c.Prim("event", (Const(EVENTS.index(kind)), *args)))


def may_repeat(act: Compound) -> bool:
    """Whether the block of a statement may be done several times."""
    match act:
        case a.As():
            return not a.is_done_once(act)
        case a.For() | a.Repeat():
            return True
        case a.Choose():
            return act.quota is not None and not act.at_most_one
        case a.If() | a.ChooseWay() | a.May() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase():
            return False
        case _:
            assert_never(act)
