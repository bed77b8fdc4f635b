"""Tests that a mask answers at once: everything that passes, without asking each."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from operator import or_

from solenia_rules.core.core import FOLD, LIMIT, Core, Ex, const, ex, local
from solenia_rules.core.refine.closed_forms import never_below
from solenia_rules.core.refine.watched import Watched
from solenia_rules.core.rewriting import mentions, parts, replaced

MOST_WORDS = 6
"""Words of a field for each of which a test is asked."""
MOST_NUMBERS = 100
"""Numbers of a table for each of which a mask is made."""


class Passing:
    def __init__(self, core: Core, watched: Watched, numbers: bool) -> None:
        """`numbers`: whether numbers in tables are compared with what is only known in play."""
        self.core = core
        self.watched = watched
        self.numbers = numbers

    def members(self, test: Ex, member: int) -> Ex | None:
        """Mask of what passes a test, if it can be had without asking each."""
        me = local(member)
        if not mentions(test, member):
            return None
        match test:
            case Ex("land", (a, b)) if not (mentions(a, member) and mentions(b, member)):
                asked, other = (a, b) if mentions(a, member) else (b, a)
                found = self.members(asked, member)
                return None if found is None else ex("ite", other, found, const(0))
            case Ex("land" | "lor", (a, b)):
                first, second = self.members(a, member), self.members(b, member)
                if first is None or second is None:
                    return None
                return ex("band" if test.op == "land" else "bor", first, second)
            case Ex("has", (mask, who)) if who == me and not mentions(mask, member):
                return mask
            case Ex("eq", (Ex("load", (who,), base), Ex("const", (), value))) if who == me:
                return self.watched.mask(base, value)
            case Ex("ne", (Ex("load", (who,), base), Ex("const", (), value))) if who == me:
                found = self.watched.mask(base, value)
                return None if found is None else ex("bandnot", const(self.watched.everything(base)), found)
            case Ex("eq" | "ne" | "lt" | "le", (a, b)) if _table_at(a, me) and b.op == "const":
                return self._by_table(a.imm, lambda value: FOLD[test.op](value, b.imm))
            case Ex("eq" | "ne" | "lt" | "le", (a, b)) if _table_at(b, me) and a.op == "const":
                return self._by_table(b.imm, lambda value: FOLD[test.op](a.imm, value))
            case Ex("le", (a, b)) if not mentions(b, member):
                return self._at_most(a, b, me) or self._near(a, b, me)
            case Ex("lt", (a, b)) if not mentions(b, member):
                less = ex("sub", b, const(1))
                return self._at_most(a, less, me) or self._near(a, less, me)
            case Ex("eq", (a, Ex("const", (), 0))) if never_below(a, 0):
                return self._near(a, const(0), me)
        return self._by_words(test, me)

    def _by_words(self, test: Ex, me: Ex) -> Ex | None:
        """Those with each word in a field for which a test holds that asks nothing else of them."""
        fields = {part for part in parts(test) if part.op == "load" and part.args == (me,)}
        if len(fields) != 1 or not self.numbers:
            return None
        (field,) = fields
        words, made = self.watched.words(field.imm), const(0)
        for word in words:
            asked = replaced(test, lambda part, word=word: const(word) if part == field else None)  # type: ignore[misc]
            found = self.watched.mask(field.imm, word)
            if mentions(asked, me.imm) or found is None or len(words) > MOST_WORDS:
                return None
            made = ex("bor", made, ex("ite", asked, found, const(0)))
        return made if words else None

    def _by_table(self, table: int, passes: Callable[[int], int]) -> Ex:
        return const(sum(1 << index for index, value in enumerate(self.core.tables[table]) if passes(value)))

    def _either(self, test: Ex, one: Ex, other: Ex, me: Ex) -> Ex | None:
        """Those of one mask for which a test holds, and those of another for which it does not."""
        if not mentions(test, me.imm):
            return ex("ite", test, one, other)
        found = self.members(test, me.imm)
        return None if found is None else ex("bor", ex("band", one, found), ex("bandnot", other, found))

    def _at_most(self, value: Ex, most: Ex, me: Ex) -> Ex | None:
        """What has at most a number in a table, from `value <= most`: one mask for each number."""
        match value:
            case Ex("add", (inner, more)) if not mentions(more, me.imm):
                return self._at_most(inner, ex("sub", most, more), me)
            case Ex("add", (more, inner)) if not mentions(more, me.imm):
                return self._at_most(inner, ex("sub", most, more), me)
            case Ex("table", (who,), table) if who == me and self.numbers:
                numbers = self.core.tables[table]
                low, high = min(numbers, default=0), max(numbers, default=0)
                if high - low > MOST_NUMBERS:
                    return None
                sure = self._least(most) >= low
                first = low if sure else low - 1
                masks = list(accumulate(_by_number(numbers, first, high), or_))
                index = ex("min", ex("sub", most, const(first)), const(high - first))
                return ex("table", index if sure else ex("max", const(0), index), imm=self._table(tuple(masks)))
        return None

    def _least(self, value: Ex) -> int:
        """A number that a value never is below."""
        layout = self.watched.layout
        match value:
            case Ex("const", (), number):
                return number
            case Ex("load", _, slot):
                for name, base in layout.counters.items():
                    counter = layout.names.counters[name]
                    if base <= slot < base + layout.width(counter) * layout.seats:
                        return counter.low
        return -LIMIT

    def _table(self, values: tuple[int, ...]) -> int:
        if values not in self.core.tables:
            self.core.tables.append(values)
        return self.core.tables.index(values)

    def _near(self, value: Ex, most: Ex, me: Ex) -> Ex | None:
        """Cells whose distance is at most a number, from `value <= most`."""
        match value:
            case Ex("dist", (who, cells)) if who == me and cells != me:
                return Ex("within", (cells, most))
            case Ex("max", (Ex("const", (), low), inner)):
                found = self._near(inner, most, me)
                return None if found is None else ex("ite", ex("le", const(low), most), found, const(0))
            case Ex("const"):
                everything = (1 << len(self.watched.layout.cells)) - 1
                return ex("ite", ex("le", value, most), const(everything), const(0))
            case Ex("ite", (test, one, other)):
                first, second = self._near(one, most, me), self._near(other, most, me)
                return None if first is None or second is None else self._either(test, first, second, me)
            case Ex("sub", (inner, less)) if not mentions(less, me.imm):
                return self._near(inner, ex("add", most, less), me)
            case Ex("add", (inner, more)) if not mentions(more, me.imm):
                return self._near(inner, ex("sub", most, more), me)
            case Ex("mul" | "imul", (Ex("const", (), factor), inner)) if factor > 0:
                return self._near(inner, ex("div", most, const(factor)), me)
        return None


def _by_number(numbers: tuple[int, ...], first: int, last: int) -> list[int]:
    """For each number from the first to the last: mask of where it stands."""
    masks = [0] * (last - first + 1)
    for index, number in enumerate(numbers):
        masks[number - first] |= 1 << index
    return masks


def _table_at(value: Ex, me: Ex) -> bool:
    return value.op == "table" and value.args == (me,)
