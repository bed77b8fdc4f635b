"""Infers the shape of every value of a program: an integer of a number of bits, or a sequence, which may have sorting
keys.

The core has integers only. Here every local, result, table and part of the state belongs to a class of values that are
copied into each other or compared; the operations on a class determine its shape.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.core import core as c
from solenia_rules.core import flatten as f
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Ex
from solenia_rules.core.primitives import PRIMITIVES, PrimitiveName
from solenia_rules.core.specs import Spec
from solenia_rules.fast.classes import WORD, Shape, Sort
from solenia_rules.fast.errors import Unsupported
from solenia_rules.fast.expression_classes import ExpressionClasses


class Shapes(ExpressionClasses):
    """The shapes of a program: inferred once, looked up by name."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        layout = program.layout
        self.pieces, self.seats = len(layout.pieces), layout.seats
        self.results = {function.id: function.results for function in self.core.functions}
        """Function -> its number of results."""
        self.decided: list[int] = []
        """The nodes of the sets of options."""
        self.options = self.fresh(mask=True)
        self.piece_sets = self.fresh(mask=True, bits=max(1, self.pieces), settled=True)
        self.cell_sets = self.fresh(mask=True, bits=max(1, self.cells), settled=True)
        """The nodes of the state's sets of pieces and of cells: the primitives have one width for each."""
        widest = max((one.bits for one in layout.histories.values()), default=1)
        self.positions = self.fresh(mask=True, bits=widest, settled=True)
        """The node of recorded positions."""
        self.widest = max(
            1, self.pieces, self.cells, self.seats, *(len(w.words) for w in layout.names.word_kinds.values())
        )
        self._state()
        self._tables()
        for function in self.core.functions:
            if not function.spine:
                self.fn = function.id
                self.stmts(function.body)
        for block in program.flat.blocks:
            self.fn = block.fn
            self.stmts(block.stmts)
            self._end(block.end)
        self._settle()

    # ---- what is given ----------------------------------------------------------------------------

    def _state(self) -> None:
        layout = self.program.layout
        for slot in range(at.HEADER):
            if slot == at.MASK:
                self.same(self.slot(slot), self.options)
            elif slot == at.WINNERS:
                self.mask(self.slot(slot), self.seats)
            else:
                self.number(self.slot(slot))
        for base, count in (
            (layout.at, self.cells), (layout.zone_masks, len(layout.zones)), (layout.owned, self.seats),
            (layout.known, self.seats),
        ):  # fmt: skip
            if count:
                self.same(self.slot(base), self.piece_sets)
        for slot in layout.occupied.values():
            self.same(self.slot(slot), self.cell_sets)
        for kept in layout.kept_masks:
            of_cells = kept.base in layout.cell_fields.values()
            self.same(self.slot(kept.slot), self.cell_sets if of_cells else self.piece_sets)
        if layout.zones:
            self.sequence(self.slot(layout.zone_orders))
        for recorded in layout.histories.values():
            self.number(self.slot(recorded.count))
            self.same(self.slot(recorded.base), self.positions)
        # a part without slots begins where the next one does
        taken = [*((base, 1) for base in (*layout.counters.values(), *layout.states.values()))]
        taken += [(layout.locations, self.pieces), (layout.faces, layout.faced), (layout.dice, layout.rolled)]
        taken += [(base, self.pieces) for base in layout.piece_fields.values()]
        taken += [(base, self.cells) for base in layout.cell_fields.values()]
        taken += [(base, self.pieces + self.cells) for base in layout.started.values()]
        taken.append((layout.streams, len(layout.zones) + layout.rolled + bool(layout.lot)))
        taken.append((layout.lot, int(layout.lot > 0)))
        for base, count in taken:
            if count:
                self.number(self.slot(base))

    def _tables(self) -> None:
        for number, table in enumerate(self.core.tables):
            node = self.classes[self.find(self.name("table", number))]
            node.bits = max((value.bit_length() for value in table if value >= 0), default=0)
            node.negative = any(value < 0 for value in table)

    # ---- statements -------------------------------------------------------------------------------

    def stmts(self, body: list[Stmt]) -> None:
        for stmt in body:
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        match stmt:
            case c.Set(number, value):
                self.same(self.local(number), self.ex(value))
            case c.Store(base, index, value):
                node = self.ex(value)
                if index is None:
                    self.same(self.slot(base), node)
                    return
                self.number(self.ex(index))
                if base < at.HEADER:
                    self.number(node)
                else:
                    self.same(self.slot(base), node)
            case c.If(test, then, otherwise):
                self.ex(test)
                self.stmts(then)
                self.stmts(otherwise)
            case c.ForBits(member, mask, body):
                self.mask(self.ex(mask))
                self.number(self.local(member))
                self.stmts(body)
            case c.Loop(_, body):
                self.stmts(body)
            case c.Break() | c.Mark():
                pass
            case c.Call(fn, args, results):
                self._params(fn, [self.ex(arg) for arg in args])
                for number, local in enumerate(results):
                    self.same(self.local(local), self.name("result", fn, number))
            case c.CallDyn(table, index, args):
                self.number(self.ex(index))
                self._called(table, [self.ex(arg) for arg in args])
            case c.Prim(name, args, result):
                self._prim(name, args, result)
            case c.Return(values):
                self.results[self.fn] = max(self.results[self.fn], len(values))
                for number, value in enumerate(values):
                    self.same(self.name("result", self.fn, number), self.ex(value))
            case c.Decide() | c.Foresee() | c.Fail() | c.Work():
                raise AssertionError("a statement that no block contains")
            case _:
                assert_never(stmt)

    def _prim(self, name: PrimitiveName, args: tuple[Ex, ...], result: int | None) -> None:
        if name == "event":
            for arg in args[1:]:
                self.number(self.ex(arg))
            return
        given = [self.ex(arg) for arg in args]
        for kind, node in zip(PRIMITIVES[name].args, given, strict=True):
            if kind == "pieces":
                self.mask(node, max(1, self.pieces))
            elif kind == "seats":
                self.mask(node, max(1, self.seats))
            else:
                self.number(node)
        if result is not None:
            assert PRIMITIVES[name].gives, name
            self.same(self.local(result), self.positions if name == "position" else given[0])

    def _end(self, end: f.End | None) -> None:
        match end:
            case f.Branch(test):
                self.ex(test)
            case f.CallEnd(fn, args):
                self._params(fn, [self.ex(arg) for arg in args])
            case f.CallDynEnd(table, index, args):
                self.number(self.ex(index))
                self._called(table, [self.ex(arg) for arg in args])
            case f.DecideEnd(spec, seat, mask, result, _, unsure):
                self.number(self.ex(seat))
                self.number(self.local(result))
                node = self.mask(self.ex(mask), self._members(self.core.specs[spec]))
                if unsure is not None:
                    node = self.same(node, self.ex(unsure))
                self.classes[self.find(self.options)].settled = True
                self.decided.append(node)
            case f.ForeseeEnd(seat, result):
                self.number(self.ex(seat))
                self.number(self.local(result))
            case f.PrimEnd(prim):
                self._prim(prim.name, prim.args, prim.result)
            case f.Jump() | f.FailEnd() | f.ReturnEnd() | None:
                pass
            case _:
                assert_never(end)

    def _members(self, spec: Spec) -> int:
        """The most members of a set of options; 0: other constraints decide."""
        match spec.domain.partition(":")[0]:
            case "piece":
                found = self.pieces
            case "cell":
                found = self.cells
            case "seat":
                found = self.seats
            case "branch" | "rule":
                found = len(spec.labels)
            case "face":
                found = 2
            case "word":
                found = len(self.program.names.word_kinds[spec.domain.partition(":")[2]].words)
            case "bundle":
                found = self.program.inventory.domain_count(spec.domain)
            case _:
                return 0
        return max(1, found) + spec.done

    # ---- what was found ---------------------------------------------------------------------------

    def _settle(self) -> None:
        masks = [found for node in range(len(self.parents)) if (found := self.classes[self.find(node)]).mask]
        # sets of numbers may be wider than all others; what is made of their members is as wide
        numbers = max((found.bits for found in masks if found.bits > self.widest + 1), default=0)
        widest = max(self.widest, numbers)
        spare = int(any(spec.done for spec in self.core.specs))  # the option to stop is a member behind all others
        for node in {self.find(node) for node in range(len(self.parents))}:
            found = self.classes[node]
            if found.mask and not found.settled:
                found.bits = max(found.bits, widest + spare)
                found.settled = True
            if found.mask and found.negative:
                found.bits += 1
            if found.number and found.bits >= WORD:
                raise Unsupported("a number of more than 63 bits")
        most = max((self.classes[self.find(node)].bits for node in self.decided), default=1)
        options = self.classes[self.find(self.options)]
        options.bits = max(options.bits, most)
        self.most_items = widest + 2

    @property
    def piece_type(self) -> str:
        return f"i{self.shape(self.piece_sets).bits}"

    @property
    def cell_type(self) -> str:
        return f"i{self.shape(self.cell_sets).bits}"

    @property
    def position_type(self) -> str:
        return f"i{self.shape(self.positions).bits}"

    def of_local(self, fn: int, number: int) -> Shape:
        return self.shape(self.name("local", fn, number))

    def of_result(self, fn: int, number: int) -> Shape:
        return self.shape(self.name("result", fn, number))

    def of_slot(self, slot: int) -> Shape:
        return self.shape(self.slot(slot))

    def of_table(self, number: int) -> Shape:
        return self.shape(self.name("table", number))

    def of_ex(self, fn: int, value: Ex) -> Shape:
        self.fn = fn
        return self.shape(self.ex(value))


def result_types(shapes: Shapes, fn: int) -> tuple[list[str], list[Shape]]:
    """The types of a function's integer results, and the shapes of its sequence results."""
    found = [shapes.of_result(fn, number) for number in range(shapes.results[fn])]
    integers = [f"i{shape.bits}" for shape in found if shape.sort is Sort.INTEGER]
    return integers, [shape for shape in found if shape.sort is Sort.SEQUENCE]
