"""Which locals of a program's frames hold pieces: found by following values through the core."""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.core import core as c
from solenia_rules.core.compiled import Program
from solenia_rules.core.core import Ex, Stmt
from solenia_rules.core.layout import Layout

Sort: TypeAlias = Literal["", "other", "piece", "mask", "sequence", "keyed"]
"""`` is a constant or nothing yet: it names what the rules name, wherever that lies."""
_ORDER: dict[Sort, int] = {"": 0, "other": 1, "keyed": 2, "piece": 3, "mask": 4, "sequence": 5}


def _join(*sorts: Sort) -> Sort:
    return max(sorts, key=_ORDER.__getitem__, default="")


class Held:
    """`locals[function][number]` is the sort of a local; computed once a program."""

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
            case c.Return(values):
                for place, value in enumerate(values):
                    self._note(self.results[fn], place, self._ex(value, fn))
            case _:
                pass

    def _call(self, callees: tuple[int, ...], args: tuple[Ex, ...], fn: int) -> None:
        for callee in callees:
            if callee >= 0:
                for number, arg in enumerate(args):
                    self._note(self.locals[callee], number, self._ex(arg, fn))

    # ---- values ------------------------------------------------------------------------------

    def _ex(self, value: Ex, fn: int) -> Sort:
        args = [self._ex(arg, fn) for arg in value.args]
        match value.op:
            case "const" | "table" | "gtable":
                return ""
            case "local":
                return self.locals[fn].get(value.imm, "")
            case "load" | "gload":
                return next((sort for low, high, sort in self.regions if low <= value.imm < high), "other")
            case "ite":
                return _join(*args[1:])
            case "band" | "bor" | "bandnot":
                return _join(*args)
            case "bit":
                return "mask" if args[0] == "piece" else "other"
            case "lowest" | "highest":
                return "piece" if args[0] == "mask" else "other"
            case "seqfirst" | "seqlast":
                return "piece" if args[0] == "sequence" else "other"
            case "seqmask":
                return "mask" if args[0] == "sequence" else "other"
            case "seqpop" | "seqreverse":
                return args[0]
            case "maskseq":
                return "sequence" if args[0] == "mask" else "other"
            case "seqpush":
                return _join(args[0], "sequence" if args[1] == "piece" else "")
            case "sortpush":
                return _join(args[0], "keyed" if args[1] == "piece" else "")
            case "sortseq":
                return "sequence" if args[0] == "keyed" else "other"
            case "call":
                self._call((value.imm,), value.args, fn)
                return self.results[value.imm].get(0, "")
            case "calldyn":
                table = self.core.tables[value.imm]
                self._call(table, value.args[1:], fn)
                return _join(*(self.results[callee].get(0, "") for callee in table if callee >= 0))
            case _:
                return "other"


def _regions(layout: Layout) -> list[tuple[int, int, Sort]]:
    """Slots of the state that hold pieces."""
    made: list[tuple[int, int, Sort]] = [
        (layout.at, layout.at + len(layout.cells), "mask"),
        (layout.zone_masks, layout.zone_masks + len(layout.zones), "mask"),
        (layout.zone_orders, layout.zone_orders + len(layout.zones), "sequence"),
        (layout.owned, layout.owned + layout.seats, "mask"),
        (layout.known, layout.known + layout.seats, "mask"),
    ]
    return made + [(low, high, "piece") for low, high in piece_slots(layout)]


def piece_slots(layout: Layout) -> list[tuple[int, int]]:
    """Stored state and fields whose value is a piece."""
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
