"""Kept masks: the things whose stored field holds a value. A mask is kept up to date only if a test uses it."""

from __future__ import annotations

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Stmt
from solenia_rules.core.expressions import Const, Ex, Load
from solenia_rules.core.layout import KeptMask, Layout
from solenia_rules.core.layout import count_masks as count_masks
from solenia_rules.core.rewriting import blocks_of
from solenia_rules.dsl.kinds import Kind

MOST_VALUES = 64
"""The most masks of all fields together."""


class KeptMasks:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.counts = dict.fromkeys(layout.cell_fields.values(), len(layout.cells))
        self.counts |= dict.fromkeys(layout.piece_fields.values(), len(layout.pieces))

    def mask(self, base: int, value: int) -> Ex | None:
        """The mask of the things whose field holds a value; from now on it is kept up to date. None: impossible."""
        if base not in self.counts:
            return None
        for kept in self.layout.kept_masks:
            if kept.base == base and kept.value == value:
                return Load(kept.slot)
        if len(self.layout.kept_masks) >= MOST_VALUES:
            return None
        made = KeptMask(base, self.counts[base], value, self.layout.take(1))
        self.layout.kept_masks.append(made)
        return Load(made.slot)

    def words(self, base: int) -> range:
        """The values of a field of words or seats, including -1 (none); empty for other fields."""
        for fields, group in ((self.layout.cell_fields, "cell"), (self.layout.piece_fields, "piece")):
            for name, start in fields.items():
                if start == base:
                    kinds = {self.layout.names.kind(decl.kind) for _g, decl in self.layout.names.holders(name, group)}
                    counts = {self._count(kind) for kind in kinds}
                    return range(-1, counts.pop()) if len(kinds) == len(counts) == 1 else range(0)
        return range(0)

    def _count(self, kind: Kind | None) -> int:
        """The number of values of a kind of words, or of seats; -1: it is another kind."""
        if kind is not None and kind.base == "seat":
            return self.layout.seats
        if kind is not None and kind.base == "word" and kind.of:
            return len(self.layout.names.word_kinds[kind.of].words)
        return -1

    def everything(self, base: int) -> int:
        return (1 << self.counts[base]) - 1

    def keep_up(self, core: Core) -> None:
        """Add code that updates the masks after every write to a field with kept masks."""
        if self.layout.kept_masks:
            for function in core.functions:
                function.body = self._kept_up(function.body)

    def _kept_up(self, stmts: list[Stmt]) -> list[Stmt]:
        made: list[Stmt] = []
        for stmt in stmts:
            made.append(stmt)
            for block in blocks_of(stmt):
                block[:] = self._kept_up(block)
            if isinstance(stmt, c.Store):
                for kept in self.layout.kept_masks:
                    made.extend(_update(stmt, kept))
        return made


def _update(store: c.Store, kept: KeptMask) -> list[Stmt]:
    if store.index is None:
        if not kept.base <= store.base < kept.base + kept.count:
            return []
        index: Ex = Const(store.base - kept.base)
    elif store.base == kept.base:
        index = store.index
    else:
        return []
    mask, bit = Load(kept.slot), build.bit(index)
    test = build.eq(build.load(kept.base, index), Const(kept.value))
    return [c.Store(kept.slot, None, build.choice(test, build.bor(mask, bit), build.bandnot(mask, bit)))]
