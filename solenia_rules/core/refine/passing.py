"""Computes the mask of all members that pass a test without testing each member.

`sieves` uses it to replace loops by operations on masks.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from operator import or_

from solenia_rules.checked.numbers import LIMIT
from solenia_rules.core import build
from solenia_rules.core.core import Core
from solenia_rules.core.expressions import And, Binary, Choice, Const, Ex, Load, Local, Or, Table
from solenia_rules.core.refine.closed_forms import never_below
from solenia_rules.core.refine.kept_masks import KeptMasks
from solenia_rules.core.rewriting import all_parts, mentions, replaced

MOST_WORDS = 6
"""The most values of a field for which a test is evaluated separately."""
MOST_NUMBERS = 100
"""The largest range of numbers in a table for which masks are built."""


class Passing:
    def __init__(self, core: Core, masks: KeptMasks, numbers: bool) -> None:
        """`numbers`: whether numbers in tables are also compared with values known only in play."""
        self.core = core
        self.masks = masks
        self.numbers = numbers

    def members(self, test: Ex, member: int) -> Ex | None:
        """The mask of the members that pass a test; None if it cannot be computed as a whole."""
        me = Local(member)
        if not mentions(test, member):
            return None
        match test:
            case And(a, b) if not (mentions(a, member) and mentions(b, member)):
                asked, other = (a, b) if mentions(a, member) else (b, a)
                found = self.members(asked, member)
                return None if found is None else build.choice(other, found, Const(0))
            case And(a, b) | Or(a, b):
                first, second = self.members(a, member), self.members(b, member)
                if first is None or second is None:
                    return None
                return build.band(first, second) if isinstance(test, And) else build.bor(first, second)
            case Binary("has", mask, who) if who == me and not mentions(mask, member):
                return mask
            case Binary("eq", Load(base, who), Const(value)) if who == me:
                return self.masks.mask(base, value)
            case Binary("ne", Load(base, who), Const(value)) if who == me:
                found = self.masks.mask(base, value)
                return None if found is None else build.bandnot(Const(self.masks.everything(base)), found)
            case Binary("eq" | "ne" | "lt" | "le" as op, Table(table, who), Const() as other) if who == me:
                return self._by_table(table, lambda entry: build.binary(op, entry, other))
            case Binary("eq" | "ne" | "lt" | "le" as op, Const() as other, Table(table, who)) if who == me:
                return self._by_table(table, lambda entry: build.binary(op, other, entry))
            case Binary("le", a, b) if not mentions(b, member):
                return self._at_most(a, b, me) or self._near(a, b, me)
            case Binary("lt", a, b) if not mentions(b, member):
                less = build.sub(b, Const(1))
                return self._at_most(a, less, me) or self._near(a, less, me)
            case Binary("eq", a, Const(0)) if never_below(a, 0):
                return self._near(a, Const(0), me)
        return self._by_words(test, me)

    def _by_words(self, test: Ex, me: Local) -> Ex | None:
        """Evaluate a test that reads only one field of the member once for each word or seat that the field can hold,
        and join the masks."""
        fields = {part for part in all_parts(test) if isinstance(part, Load) and part.index == me}
        if len(fields) != 1 or not self.numbers:
            return None
        (field,) = fields
        words = self.masks.words(field.base)
        if not 0 < len(words) <= MOST_WORDS:
            return None
        made: Ex = Const(0)
        for word in words:
            asked = replaced(test, lambda part, word=word: Const(word) if part == field else None)  # type: ignore[misc]
            found = self.masks.mask(field.base, word)
            if mentions(asked, me.number) or found is None:
                return None
            made = build.bor(made, build.choice(asked, found, Const(0)))
        return made

    def _by_table(self, table: int, test: Callable[[Ex], Ex]) -> Ex:
        entries = enumerate(self.core.tables[table])
        return Const(sum(1 << index for index, value in entries if test(Const(value)) == Const(1)))

    def _either(self, test: Ex, one: Ex, other: Ex, me: Local) -> Ex | None:
        """The members of `one` that pass a test, and those of `other` that do not."""
        if not mentions(test, me.number):
            return build.choice(test, one, other)
        found = self.members(test, me.number)
        return None if found is None else build.bor(build.band(one, found), build.bandnot(other, found))

    def _at_most(self, value: Ex, most: Ex, me: Local) -> Ex | None:
        """The members with `value <= most` for a value from a table: one mask for each number."""
        match value:
            case Binary("add", inner, more) if not mentions(more, me.number):
                return self._at_most(inner, build.sub(most, more), me)
            case Binary("add", more, inner) if not mentions(more, me.number):
                return self._at_most(inner, build.sub(most, more), me)
            case Table(table, who) if who == me and self.numbers:
                numbers = self.core.tables[table]
                low, high = min(numbers, default=0), max(numbers, default=0)
                if high - low > MOST_NUMBERS:
                    return None
                sure = self._least(most) >= low
                first = low if sure else low - 1
                masks = list(accumulate(_by_number(numbers, first, high), or_))
                index = build.minimum(build.sub(most, Const(first)), Const(high - first))
                return Table(self._table(tuple(masks)), index if sure else build.maximum(Const(0), index))
        return None

    def _least(self, value: Ex) -> int:
        """A lower bound of a value."""
        layout = self.masks.layout
        match value:
            case Const(number):
                return number
            case Load(slot):
                for name, base in layout.counters.items():
                    counter = layout.names.counters[name]
                    if base <= slot < base + layout.width(counter) * layout.seats:
                        return counter.low
        return -LIMIT

    def _table(self, values: tuple[int, ...]) -> int:
        if values not in self.core.tables:
            self.core.tables.append(values)
        return self.core.tables.index(values)

    def _near(self, value: Ex, most: Ex, me: Local) -> Ex | None:
        """The cells with `value <= most` for a value that depends on a distance."""
        match value:
            case Binary("dist", who, cells) if who == me and cells != me:
                return Binary("within", cells, most)
            case Binary("max", Const(low), inner):
                found = self._near(inner, most, me)
                return None if found is None else build.choice(build.le(Const(low), most), found, Const(0))
            case Const():
                everything = (1 << len(self.masks.layout.cells)) - 1
                return build.choice(build.le(value, most), Const(everything), Const(0))
            case Choice(test, one, other):
                first, second = self._near(one, most, me), self._near(other, most, me)
                return None if first is None or second is None else self._either(test, first, second, me)
            case Binary("sub", inner, less) if not mentions(less, me.number):
                return self._near(inner, build.add(most, less), me)
            case Binary("add", inner, more) if not mentions(more, me.number):
                return self._near(inner, build.sub(most, more), me)
            case Binary("mul" | "index_mul", Const(factor), inner) if factor > 0:
                return self._near(inner, build.div(most, Const(factor)), me)
        return None


def _by_number(numbers: tuple[int, ...], first: int, last: int) -> list[int]:
    """For each number from the first to the last, the mask of the indices that hold it."""
    masks = [0] * (last - first + 1)
    for index, number in enumerate(numbers):
        masks[number - first] |= 1 << index
    return masks
