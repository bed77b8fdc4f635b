"""Infers the shape of every value of a program: an integer of a number of bits, or a sequence, which may have sorting
keys.

The core has integers only. Here every local, result, table and part of the state belongs to a class of values that are
copied into each other or compared; the operations on a class determine its shape.
"""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked.numbers import NUMBERS
from solenia_rules.core import core as c
from solenia_rules.core import expressions as e
from solenia_rules.core import flatten as f
from solenia_rules.core import layout as at
from solenia_rules.core.compiled import Program
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Ex
from solenia_rules.core.operators import UnaryOp
from solenia_rules.core.primitives import PRIMITIVES, PrimitiveName
from solenia_rules.core.specs import Spec
from solenia_rules.fast.classes import WORD, Classes, Shape, Sort
from solenia_rules.fast.errors import Unsupported

Key = tuple[str, int, int]


class Shapes(Classes):
    """The shapes of a program: inferred once, looked up by name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.core = program.flat.core
        layout = program.layout
        self.pieces, self.cells, self.seats = len(layout.pieces), len(layout.cells), layout.seats
        super().__init__()
        self.named: dict[Key, int] = {}
        self.known: dict[tuple[int, Ex], int] = {}
        self.fn = -1
        self.results = {function.id: function.results for function in self.core.functions}
        """Function -> its number of results."""
        self.decided: list[int] = []
        """The nodes of the sets of options."""
        self.part_of = list(range(at.HEADER))
        """Slot -> first slot of its part."""
        for base, count in layout.parts:
            self.part_of += [base] * count
        assert len(self.part_of) == layout.size
        self.options = self.fresh(mask=True)
        self.piece_sets = self.fresh(mask=True, bits=max(1, self.pieces), settled=True)
        self.cell_sets = self.fresh(mask=True, bits=max(1, self.cells), settled=True)
        """The nodes of the state's sets of pieces and of cells: the primitives have one width for each."""
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

    # ---- classes ----------------------------------------------------------------------------------

    def name(self, sort: str, owner: int, number: int = 0) -> int:
        key = (sort, owner, number)
        if key not in self.named:
            self.named[key] = self.fresh()
        return self.named[key]

    def local(self, number: int) -> int:
        return self.name("local", self.fn, number)

    def slot(self, slot: int) -> int:
        return self.name("state", self.part_of[slot])

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
        for watch in layout.watches:
            of_cells = watch.base in layout.cell_fields.values()
            self.same(self.slot(watch.slot), self.cell_sets if of_cells else self.piece_sets)
        if layout.zones:
            self.sequence(self.slot(layout.zone_orders))
        # a part without slots begins where the next one does
        taken = [*((base, 1) for base in (*layout.counters.values(), *layout.states.values()))]
        taken += [(layout.locations, self.pieces), (layout.faces, layout.faced), (layout.dice, layout.rolled)]
        taken += [(base, self.pieces) for base in layout.piece_fields.values()]
        taken += [(base, self.cells) for base in layout.cell_fields.values()]
        taken += [(base, self.pieces + self.cells) for base in layout.started.values()]
        taken.append((layout.streams, len(layout.zones) + layout.rolled))
        for base, count in taken:
            if count:
                self.number(self.slot(base))

    def _tables(self) -> None:
        for number, table in enumerate(self.core.tables):
            node = self.classes[self.find(self.name("table", number))]
            node.bits = max((value.bit_length() for value in table if value >= 0), default=0)
            node.negative = any(value < 0 for value in table)

    # ---- expressions ------------------------------------------------------------------------------

    def ex(self, value: Ex) -> int:
        if isinstance(value, e.Const):
            number = value.value
            sort = Sort.INTEGER if number < 0 else None
            return self.fresh(bits=max(0, number).bit_length(), negative=number < 0, sort=sort)
        key = (self.fn, value)
        if key not in self.known:
            self.known[key] = self._ex(value)
        return self.known[key]

    def _ex(self, value: Ex) -> int:
        if isinstance(value, e.Local):
            return self.local(value.number)
        given = [self.ex(part) for part in value.parts]
        match value:
            case e.Const():
                return self.ex(value)
            case e.Unary(op):
                return self._unary(op, given[0])
            case e.Binary():
                return self._binary(value, given[0], given[1])
            case e.Not() | e.And() | e.Or():
                return self._test()
            case e.Choice():
                return self.same(given[1], given[2])
            case e.Load(base, None):
                return self.slot(base)
            case e.Load(base) | e.GuardedLoad(base):
                self.number(given[0])
                return self.fresh(number=True) if base < at.HEADER else self.slot(base)
            case e.Table(table) | e.GuardedTable(table):
                self.number(given[0])
                return self.name("table", table)
            case e.SortPush(_, _, keys):
                for node in given[1:]:
                    self.number(node)
                return self.same(given[0], self.fresh(sort=Sort.SEQUENCE, keys=len(keys)))
            case e.SortSeq(_, key_count):
                self.same(given[0], self.fresh(sort=Sort.SEQUENCE, keys=key_count))
                return self.fresh(sort=Sort.SEQUENCE)
            case e.Apply(fn):
                self._params(fn, given)
                return self.name("result", fn)
            case e.ApplyBy(table):
                self.number(given[0])
                return self._called(table, given[1:])
            case _:
                assert_never(value)

    def _test(self) -> int:
        """A node for a test, 0 or 1: it is a number, and also the empty set or the set of the first member."""
        return self.fresh(sort=Sort.INTEGER)

    def _unary(self, op: UnaryOp, arg: int) -> int:
        cells = max(1, self.cells)
        match op:
            case "clamp":
                self.number(arg)
                return self.fresh(number=True)
            case "neg":
                # the negative of a test is a set: full or empty
                self.number(arg)
                return self.fresh(sort=Sort.INTEGER)
            case "bit":
                self.number(arg)
                return self.fresh(mask=True)
            case "popcount" | "lowest" | "highest":
                self.mask(arg)
                return self.fresh(number=True)
            case "near" | "around":
                return self.same(self.mask(arg, cells), self.fresh(mask=True, bits=cells))
            case "seq_first" | "seq_last":
                self.sequence(arg)
                return self.fresh(number=True)
            case "seq_rest" | "seq_reverse":
                return self.sequence(arg)
            case "seq_of":
                self.mask(arg)
                return self.fresh(sort=Sort.SEQUENCE)
            case _:
                assert_never(op)

    def _binary(self, value: e.Binary, left: int, right: int) -> int:
        cells = max(1, self.cells)
        match value.op:
            case "add" | "sub" | "mul" | "index_mul" | "div" | "mod" | "min" | "max":
                self.number(left)
                self.number(right)
                return self.fresh(number=True)
            case "eq" | "ne":
                self.same(left, right)
                return self._test()
            case "lt" | "le":
                if isinstance(value.left, e.Const) or isinstance(value.right, e.Const):
                    # a negative number may mark a set that is not computed yet
                    self.same(left, right)
                else:
                    self.number(left)
                    self.number(right)
                return self._test()
            case "band" | "bor" | "bandnot":
                return self.mask(self.same(left, right))
            case "has":
                self.mask(left)
                self.number(right)
                return self._test()
            case "dist":
                self.number(left)
                self.mask(right, cells)
                return self.fresh(number=True)
            case "within":
                self.number(right)
                return self.mask(left, cells)
            case "group":
                self.number(left)
                return self.mask(right, cells)
            case "range":
                self.number(left)
                self.number(right)
                return self.mask(self.fresh(), max(1, min(NUMBERS, 1 + _most(value.right))))
            case "seq_push":
                self.number(right)
                return self.sequence(left)
            case _:
                assert_never(value.op)

    def _params(self, fn: int, given: list[int]) -> None:
        for number, node in enumerate(given):
            self.same(node, self.name("local", fn, number))

    def _called(self, table: int, given: list[int]) -> int:
        result = self.fresh()
        for fn in sorted({fn for fn in self.core.tables[table] if fn >= 0}):
            self._params(fn, given)
            if self.core.functions[fn].results:
                result = self.same(result, self.name("result", fn))
        return result

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
            self.same(self.local(result), given[0])

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
            case _:
                return 0
        return max(1, found) + 1

    # ---- what was found ---------------------------------------------------------------------------

    def _settle(self) -> None:
        numbers = any(self.classes[self.find(node)].bits >= NUMBERS for node in range(len(self.parents)))
        widest = max(self.widest, NUMBERS if numbers else 0)
        for node in {self.find(node) for node in range(len(self.parents))}:
            found = self.classes[node]
            if found.mask and not found.settled:
                found.bits = max(found.bits, widest + 1)
                found.settled = True
            if found.mask and found.negative:
                found.bits += 1
            if found.number and found.bits >= WORD:
                raise Unsupported("a number of more than 63 bits")
        most = max((self.classes[self.find(node)].bits for node in self.decided), default=1)
        options = self.classes[self.find(self.options)]
        options.bits = max(options.bits, most)
        self.most_items = max(self.widest, NUMBERS if numbers else 0) + 2

    @property
    def piece_type(self) -> str:
        return f"i{self.shape(self.piece_sets).bits}"

    @property
    def cell_type(self) -> str:
        return f"i{self.shape(self.cell_sets).bits}"

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


def _most(value: Ex) -> int:
    """An upper bound of a number, as far as the expression itself shows it."""
    match value:
        case e.Const(number):
            return number
        case e.Binary("min", left, right):
            return min(_most(left), _most(right))
    return NUMBERS
