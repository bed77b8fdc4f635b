"""Finds the locals of a program's frames that hold pieces, by propagating the sorts of values through the core. The
resampler uses the result to exchange pieces in unfinished frames."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from solenia_rules.core import core as c
from solenia_rules.core import expressions as e
from solenia_rules.core.compiled import Program
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Ex
from solenia_rules.core.layout import Layout
from solenia_rules.core.operators import BinaryOp, UnaryOp

Sort: TypeAlias = Literal["", "other", "piece", "mask", "sequence", "keyed"]
"""The empty sort means a constant or no value yet. A constant names a fixed thing of the rules, so it is never
exchanged."""
_ORDER: dict[Sort, int] = {"": 0, "other": 1, "keyed": 2, "piece": 3, "mask": 4, "sequence": 5}


def _join(*sorts: Sort) -> Sort:
    return max(sorts, key=_ORDER.__getitem__, default="")


class Held:
    """`locals[function][number]` is the sort of a local; computed once per program."""

    def __init__(self, program: Program) -> None:
        self.core = program.flat.core
        self.regions = _regions(program.layout)
        self.locals: list[dict[int, Sort]] = [{} for _ in self.core.functions]
        self.results: list[dict[int, Sort]] = [{} for _ in self.core.functions]
        self.changed = True
        while self.changed:
            self.changed = False
            for function in self.core.functions:
                self._body(function.body, function.id)

    def _note(self, table: dict[int, Sort], number: int, sort: Sort) -> None:
        old = table.get(number, "")
        new = _join(old, sort)
        if new != old:
            table[number] = new
            self.changed = True

    # ---- statements --------------------------------------------------------------------------

    def _body(self, body: list[Stmt], fn: int) -> None:
        for stmt in body:
            self._stmt(stmt, fn)

    def _stmt(self, stmt: Stmt, fn: int) -> None:
        mine = self.locals[fn]
        match stmt:
            case c.Set(number, value):
                self._note(mine, number, self._ex(value, fn))
            case c.If(_, then, otherwise):
                self._body(then, fn)
                self._body(otherwise, fn)
            case c.ForBits(member, mask, body, _, rest):
                sort = self._ex(mask, fn)
                self._note(mine, rest, sort)
                self._note(mine, member, "piece" if sort == "mask" else "other")
                self._body(body, fn)
            case c.Loop(_, body):
                self._body(body, fn)
            case c.Call(callee, args, results):
                self._call((callee,), args, fn)
                for place, number in enumerate(results):
                    self._note(mine, number, self.results[callee].get(place, ""))
            case c.CallDyn(table, _, args):
                self._call(self.core.tables[table], args, fn)
            case c.Prim("dedupe", args, result) if result is not None:
                self._note(mine, result, self._ex(args[0], fn))
            case c.Decide(spec, _, _, result):
                self._note(mine, result, "piece" if self.core.specs[spec].domain == "piece" else "other")
            case c.Foresee(_, result):
                self._note(mine, result, "other")
            case c.Return(values):
                for place, value in enumerate(values):
                    self._note(self.results[fn], place, self._ex(value, fn))
            case c.Prim() | c.Store() | c.Break() | c.Fail() | c.Mark():
                pass
            case c.Work(_, body):
                self._body(body, fn)
            case _:
                assert_never(stmt)

    def _call(self, callees: tuple[int, ...], args: tuple[Ex, ...], fn: int) -> None:
        for callee in callees:
            if callee >= 0:
                for number, arg in enumerate(args):
                    self._note(self.locals[callee], number, self._ex(arg, fn))

    # ---- values ------------------------------------------------------------------------------

    def _ex(self, value: Ex, fn: int) -> Sort:
        parts = [self._ex(part, fn) for part in value.parts]
        match value:
            case e.Const() | e.Table() | e.GuardedTable():
                return ""
            case e.Local(number):
                return self.locals[fn].get(number, "")
            case e.Load(base) | e.GuardedLoad(base):
                return next((sort for low, high, sort in self.regions if low <= base < high), "other")
            case e.Choice():
                return _join(*parts[1:])
            case e.Unary(op):
                return _unary(op, parts[0])
            case e.Binary(binary_op):
                return _binary(binary_op, parts[0], parts[1])
            case e.SortPush():
                return _join(parts[0], "keyed" if parts[1] == "piece" else "")
            case e.SortSeq():
                return "sequence" if parts[0] == "keyed" else "other"
            case e.Apply(callee, args):
                self._call((callee,), args, fn)
                return self.results[callee].get(0, "")
            case e.ApplyBy(table, _, args):
                callees = self.core.tables[table]
                self._call(callees, args, fn)
                return _join(*(self.results[callee].get(0, "") for callee in callees if callee >= 0))
            case e.Not() | e.And() | e.Or():
                return "other"
            case _:
                assert_never(value)


def _unary(op: UnaryOp, arg: Sort) -> Sort:
    match op:
        case "bit":
            return "mask" if arg == "piece" else "other"
        case "lowest" | "highest":
            return "piece" if arg == "mask" else "other"
        case "seq_first" | "seq_last":
            return "piece" if arg == "sequence" else "other"
        case "seq_rest" | "seq_reverse":
            return arg
        case "seq_of":
            return "sequence" if arg == "mask" else "other"
        case "neg" | "clamp" | "popcount" | "near" | "around" | "path" | "weighed_path":
            return "other"
        case _:
            assert_never(op)


def _binary(op: BinaryOp, left: Sort, right: Sort) -> Sort:
    match op:
        case "band" | "bor" | "bandnot":
            return _join(left, right)
        case "seq_push":
            return _join(left, "sequence" if right == "piece" else "")
        case (
            "add" | "sub" | "mul" | "index_mul" | "div" | "mod" | "min" | "max" | "eq" | "ne" | "lt" | "le" | "has"
            | "dist" | "within" | "group" | "trail" | "weighed_trail" | "range"
        ):  # fmt: skip
            return "other"
        case _:
            assert_never(op)


def _regions(layout: Layout) -> list[tuple[int, int, Sort]]:
    """The ranges of slots of the state that hold pieces, each with its sort."""
    made: list[tuple[int, int, Sort]] = [
        (layout.at, layout.at + len(layout.cells), "mask"),
        (layout.zone_masks, layout.zone_masks + len(layout.zones), "mask"),
        (layout.zone_orders, layout.zone_orders + len(layout.zones), "sequence"),
        (layout.owned, layout.owned + layout.seats, "mask"),
        (layout.known, layout.known + layout.seats, "mask"),
    ]
    return made + [(low, high, "piece") for low, high in piece_slots(layout)]


def piece_slots(layout: Layout) -> list[tuple[int, int]]:
    """The ranges of slots of state and fields whose value is a piece."""
    names, made = layout.names, []
    for variable in names.world.state:
        kind = names.kind(variable.kind)
        if kind is not None and kind.base == "piece":
            base = layout.states[variable.id]
            made.append((base, base + (layout.seats if variable.per else 1)))
    for base_kind, table, count in (
        ("piece", layout.piece_fields, len(layout.pieces)),
        ("cell", layout.cell_fields, len(layout.cells)),
    ):
        for name, base in table.items():
            kinds = [names.kind(decl.kind) for _holder, decl in names.holders(name, base_kind)]
            if any(kind is not None and kind.base == "piece" for kind in kinds):
                made.append((base, base + count))
    return made
