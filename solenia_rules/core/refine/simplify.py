"""Simplifies tests and values by what is known at their place.

Known facts are the results of enclosing tests, copies of constants and locals, and entries of constant tables. Values
that are never read are dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.build import with_parts
from solenia_rules.core.core import Core, Stmt
from solenia_rules.core.expressions import And, Apply, Binary, Const, Ex, Local, Not, Or, Table, is_test
from solenia_rules.core.refine.closed_forms import closed_form
from solenia_rules.core.refine.hoisting import writes_state
from solenia_rules.core.refine.rounds import reads
from solenia_rules.core.rewriting import blocks_of, mentions, targets_of, with_locals, with_values


class Simplifier:
    """Simplifies one function. `kept`: locals that other code reads."""

    def __init__(self, core: Core, function: c.Function, kept: set[int]) -> None:
        self.core = core
        self.function = function
        self.kept = kept
        self.facts: dict[Ex, bool] = {}
        """Tests whose result is known here."""
        self.values: dict[int, Ex] = {}
        """Locals that are known to equal a constant or another local."""
        self.lookups: dict[int, Table] = {}
        """Locals that are known to equal an entry of a constant table."""
        self.about: set[int] = set()
        """All locals that occur in known facts; it may contain others too."""
        self._tables: dict[tuple[int, ...], int] | None = None
        """Table -> its number, as soon as a sum of tables is needed."""
        self._changes: dict[int, tuple[set[int], bool]] = {}
        """For blocks of the current body by their `id`: the locals they change, and whether they change the state."""

    def run(self) -> None:
        before = self.function.body
        self.function.body = self._stmts(before)
        counts = reads(self.function.body)
        while (found := _without_dead(self.function.body, counts, self.kept)) is not None:
            self.function.body = found
        self._forward(self.function.body, counts)

    def _forward(self, stmts: list[Stmt], counts: Counter[int]) -> None:
        """Move a table lookup that only the next test reads into the test, so that it is evaluated only if needed."""
        for stmt in stmts:
            for block in blocks_of(stmt):
                self._forward(block, counts)
        made: list[Stmt] = []
        for stmt in stmts:
            if isinstance(stmt, c.If):
                start = len(made)
                while start > 0 and self._lookup(made[start - 1], counts):
                    start -= 1
                given = {
                    x.local: x.value for x in made[start:] if isinstance(x, c.Set) and mentions(stmt.test, x.local)
                }
                made[start:] = [x for x in made[start:] if not (isinstance(x, c.Set) and x.local in given)]
                stmt.test = with_locals(stmt.test, given)
            made.append(stmt)
        stmts[:] = made

    def _lookup(self, stmt: Stmt, counts: Counter[int]) -> bool:
        """Whether a statement is a lookup in a constant table whose result is read once."""
        if not isinstance(stmt, c.Set) or counts[stmt.local] != 1 or stmt.local in self.kept:
            return False
        return isinstance(stmt.value, Table) and isinstance(stmt.value.index, Local)

    # ---- statements ---------------------------------------------------------------------------

    def _stmts(self, stmts: Iterable[Stmt]) -> list[Stmt]:
        made: list[Stmt] = []
        for stmt in stmts:
            made.extend(self._stmt(stmt))
        return made

    def _stmt(self, stmt: Stmt) -> list[Stmt]:
        stmt = with_values(stmt, self.simple)
        match stmt:
            case c.Set(number, value):
                if number in self.about:
                    self._forget_locals({number})
                if isinstance(value, Const) or (isinstance(value, Local) and value.number != number):
                    self.values[number] = value
                    self.about.add(number)
                    self.about |= value.locals
                elif isinstance(value, Table) and not mentions(value, number):
                    self.lookups[number] = value
                    self.about.add(number)
                    self.about |= value.locals
            case c.Mark():
                pass
            case c.If(Const(value), then, otherwise):
                return self._stmts(then if value else otherwise)
            case c.If(test, then, otherwise):
                first = self._side(then, test, True)
                second = self._side(otherwise, test, False)
                self._forget(stmt)
                return [c.If(test, first, second)] if first or second else []
            case c.Decide(_, _, _, result) | c.Foresee(_, result):
                self._forget(stmt)
                self._present(result)
            case c.Call(fn, args, results) if results:
                return self._opened(fn, args, results) or [stmt]
            case c.Store() | c.Call() | c.CallDyn() | c.Prim() | c.Fail() | c.Return() | c.Break():
                self._forget(stmt)
            case c.ForBits() | c.Loop():
                return [self._loop(stmt)]
            case c.Work(results, body, some):
                made = c.Work(results, self._stmts(body), some)
                self._forget_locals(self._changed([stmt])[0].difference(results))
                return [made]
            case _:
                assert_never(stmt)
        return [stmt]

    def _opened(self, fn: int, args: tuple[Ex, ...], results: tuple[int, ...]) -> list[Stmt] | None:
        """The results of a call as values, if its function only computes values."""
        found = closed_form(self.core.functions[fn])
        if found is None or any(mentions(arg, number) for arg in args for number in results):
            self._forget_locals(set(results))
            return None
        values = (_with_args(value, args) for value in found)
        return self._stmts([c.Set(number, value) for number, value in zip(results, values, strict=True)])

    def _side(self, block: list[Stmt], test: Ex, outcome: bool) -> list[Stmt]:
        saved = dict(self.facts), dict(self.values), dict(self.lookups)
        self._learn(test, outcome)
        made = self._stmts(block)
        self.facts, self.values, self.lookups = saved
        return made

    def _loop(self, stmt: c.ForBits | c.Loop) -> Stmt:
        """A loop whose own values are simplified."""
        self._forget(stmt)
        saved = dict(self.facts), dict(self.values), dict(self.lookups)
        if isinstance(stmt, c.ForBits):
            self._present(stmt.local)
        body = self._stmts(blocks_of(stmt)[0])
        self.facts, self.values, self.lookups = saved
        self._forget(stmt)
        if isinstance(stmt, c.Loop):
            return c.Loop(stmt.label, body)
        return c.ForBits(stmt.local, stmt.mask, body, stmt.label, stmt.rest, stmt.free)

    # ---- what is known -------------------------------------------------------------------------

    def _learn(self, test: Ex, outcome: bool) -> None:
        match test:
            case Not(inner):
                self._learn(inner, not outcome)
            case And(a, b) if outcome:
                self._learn(a, True)
                self._learn(b, True)
            case Or(a, b) if not outcome:
                self._learn(a, False)
                self._learn(b, False)
            case Binary("ne", a, b):
                self._learn(Binary("eq", a, b), not outcome)
            case _ if is_test(test):
                self.facts[test] = outcome
                self.about |= test.locals

    def _present(self, number: int) -> None:
        """Record that an answer or a member is never -1."""
        self.facts[build.lt(Local(number), Const(0))] = False
        self.facts[build.le(Const(0), Local(number))] = True
        self.facts[build.eq(Local(number), Const(-1))] = False
        self.about.add(number)

    def _forget(self, stmt: Stmt) -> None:
        """Drop facts that a statement may change."""
        changed, writes = self._changed((stmt,))
        self._forget_locals(changed)
        if writes:
            for test in [test for test in self.facts if test.reads_state]:
                del self.facts[test]

    def _changed(self, stmts: Iterable[Stmt]) -> tuple[set[int], bool]:
        """The locals that statements change, and whether they change the state."""
        changed: set[int] = set()
        writes = False
        for stmt in stmts:
            changed.update(targets_of(stmt))
            blocks = blocks_of(stmt)
            for block in blocks:
                found = self._changes.get(id(block))
                if found is None:
                    found = self._changes[id(block)] = self._changed(block)
                changed |= found[0]
                writes = writes or (found[1] and not isinstance(stmt, c.Work))
            writes = writes or (not blocks and writes_state((stmt,)))
        return changed, writes

    def _forget_locals(self, changed: set[int]) -> None:
        """Drop facts about these locals: they change, or they are private to work that may be shared."""
        if changed.isdisjoint(self.about):
            return
        for known in (self.values, self.lookups):
            for number in [x for x, value in known.items() if x in changed or not value.locals.isdisjoint(changed)]:
                del known[number]
        for test in [test for test in self.facts if not test.locals.isdisjoint(changed)]:
            del self.facts[test]

    # ---- values -----------------------------------------------------------------------------------

    def simple(self, value: Ex) -> Ex:
        """The value, simplified by what is known here."""
        if type(value) is Local:
            return self.values.get(value.number, value)
        if type(value) is Const:
            return value
        if is_test(value):
            known = self._known(value)
            if known is not None:
                return Const(int(known))
        elif type(value) is Apply:
            found = closed_form(self.core.functions[value.fn])
            if found is not None and len(found) == 1:
                return self.simple(_with_args(found[0], value.args))
        made = self._narrow(with_parts(value, self.simple))
        known = None if made is value else self._known(made)
        return made if known is None else Const(int(known))

    def _known(self, test: Ex) -> bool | None:
        if isinstance(test, Binary) and test.op == "ne":
            found = self.facts.get(Binary("eq", test.left, test.right))
            return None if found is None else not found
        return self.facts.get(test) if is_test(test) else None

    def _narrow(self, value: Ex) -> Ex:
        """Fold a value, including lookups in constant tables."""
        if type(value) is Binary:
            if value.op == "max" and isinstance(value.left, Const):
                entry = self._entry(value.right)
                return value.right if entry is not None and value.left.value <= self._lowest(entry.table) else value
            return self._added(value.left, value.right) or value if value.op == "add" else value
        if type(value) is Table and isinstance(value.index, Const):
            entries, index = self.core.tables[value.table], value.index.value
            return Const(entries[index]) if 0 <= index < len(entries) else value
        return value

    def _added(self, a: Ex, b: Ex) -> Ex | None:
        """The sum of two table entries at the same index, as an entry of a table of sums."""
        one, two = self._entry(a), self._entry(b)
        if two is None:
            return None
        if one is not None and one.index == two.index:
            return Table(self._sum(one.table, two.table), one.index)
        if isinstance(a, Binary) and a.op == "add":
            inner = self._entry(a.right)
            if inner is not None and inner.index == two.index:
                return Binary("add", a.left, Table(self._sum(inner.table, two.table), two.index))
        return None

    def _entry(self, value: Ex) -> Table | None:
        """The table entry that a value is known to be."""
        if isinstance(value, Local):
            return self.lookups.get(value.number)
        return value if isinstance(value, Table) else None

    def _lowest(self, table: int) -> int:
        return min((*self.core.tables[table], 0))

    def _sum(self, one: int, two: int) -> int:
        values = tuple(a + b for a, b in zip(self.core.tables[one], self.core.tables[two], strict=False))
        if self._tables is None:
            self._tables = {table: number for number, table in enumerate(self.core.tables)}
        if values not in self._tables:
            self._tables[values] = len(self.core.tables)
            self.core.tables.append(values)
        return self._tables[values]


def _with_args(value: Ex, args: tuple[Ex, ...]) -> Ex:
    return with_locals(value, dict(enumerate(args)))


def _without_dead(stmts: list[Stmt], counts: Counter[int], kept: set[int]) -> list[Stmt] | None:
    """The statements without values that are never read; None if all are read. `counts`: how often each local is read,
    without what was dropped."""
    made: list[Stmt] = []
    changed = False
    for stmt in stmts:
        match stmt:
            case c.Set(number, value):
                if not counts[number] and number not in kept:
                    counts.subtract(value.reads)
                    changed = True
                    continue
            case c.Mark() | c.Prim():
                pass
            case c.If(test, then, otherwise):
                first, second = _without_dead(then, counts, kept), _without_dead(otherwise, counts, kept)
                if first is not None or second is not None:
                    stmt = c.If(test, then if first is None else first, otherwise if second is None else second)
                    changed = True
                if not stmt.then and not stmt.otherwise:
                    counts.subtract(test.reads)
                    changed = True
                    continue
            case c.ForBits(member, mask, body, label, rest, free):
                inner = _without_dead(body, counts, kept)
                if inner is not None:
                    stmt = c.ForBits(member, mask, inner, label, rest, free)
                    changed = True
                if not stmt.body:
                    counts.subtract(mask.reads)
                    changed = True
                    continue
            case c.Loop(label, body):
                inner = _without_dead(body, counts, kept)
                if inner is not None:
                    stmt = c.Loop(label, inner)
                    changed = True
            case c.Work(results, body, some):
                inner = _without_dead(body, counts, kept.union(results))
                if inner is not None:
                    stmt = c.Work(results, inner, some)
                    changed = True
        made.append(stmt)
    return made if changed else None
