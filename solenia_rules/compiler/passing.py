"""Tests that a mask answers at once: everything that passes, without asking each."""

from __future__ import annotations

from collections.abc import Callable

from solenia_rules.compiler.core import FOLD, Core, Ex, const, ex, local
from solenia_rules.compiler.rewriting import mentions
from solenia_rules.compiler.watched import Watched


class Passing:
    def __init__(self, core: Core, watched: Watched) -> None:
        self.core = core
        self.watched = watched

    def members(self, test: Ex, member: int) -> Ex | None:
        """Mask of what passes a test, if it can be had without asking each."""
        me = local(member)
        if not mentions(test, member):
            return None
        match test:
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
                return self._near(a, b, me)
            case Ex("lt", (a, b)) if not mentions(b, member):
                return self._near(a, ex("sub", b, const(1)), me)
            case Ex("eq", (a, Ex("const", (), 0))) if _never_negative(a):
                return self._near(a, const(0), me)
        return None

    def _by_table(self, table: int, passes: Callable[[int], int]) -> Ex:
        return const(sum(1 << index for index, value in enumerate(self.core.tables[table]) if passes(value)))

    def _near(self, value: Ex, most: Ex, me: Ex) -> Ex | None:
        """Cells whose distance is at most a number, from `value <= most`."""
        match value:
            case Ex("dist", (who, cells)) if who == me and cells != me:
                return Ex("within", (cells, most))
            case Ex("max", (Ex("const", (), low), inner)):
                found = self._near(inner, most, me)
                return None if found is None else ex("ite", ex("le", const(low), most), found, const(0))
            case Ex("sub", (inner, less)) if not mentions(less, me.imm):
                return self._near(inner, ex("add", most, less), me)
            case Ex("add", (inner, more)) if not mentions(more, me.imm):
                return self._near(inner, ex("sub", most, more), me)
            case Ex("mul" | "imul", (Ex("const", (), factor), inner)) if factor > 0:
                return self._near(inner, ex("div", most, const(factor)), me)
        return None


def _table_at(value: Ex, me: Ex) -> bool:
    return value.op == "table" and value.args == (me,)


def _never_negative(value: Ex) -> bool:
    return value.op == "dist" or (value.op == "max" and value.args[0].op == "const" and value.args[0].imm >= 0)
