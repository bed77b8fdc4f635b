"""Loops that ask every member of a mask the same question become questions to the whole mask.

Only loops that come to the same whatever the order of their members are looked at (`ForBits.free`): filters, searches,
and looking ahead. A test that a mask answers at once splits such a loop in two; what is left of a loop may need no
member at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from solenia_rules.compiler import core as c
from solenia_rules.compiler.core import Core, Ex, Function, Stmt, const, ex, local
from solenia_rules.compiler.rewriting import assigned, everywhere, mentions, parts, renamed, replaced, used, values_of, walk
from solenia_rules.compiler.watched import Watched

Without = frozenset[tuple[int, int]]

MOST_OPENED = 12
"""Statements of a function that may stand in the place of its call."""
MOST_PARTS = 6
"""Loops that one loop may be split into."""


class Sieves:
    """One function."""

    def __init__(self, core: Core, watched: Watched, function: Function, label: Callable[[], int]) -> None:
        self.core = core
        self.watched = watched
        self.function = function
        self.label = label

        self.reads: Counter[int] = Counter()
        """How often a local is read."""
        self.private: set[int] = set()
        """Locals that only the loop in hand reads."""

    def run(self) -> None:
        self.reads = _reads(self.function.body)
        self.function.body = self._stmts(self.function.body)

    def _stmts(self, stmts: Iterable[Stmt]) -> list[Stmt]:
        made: list[Stmt] = []
        for stmt in stmts:
            match stmt:
                case c.If(test, then, otherwise):
                    made.append(c.If(test, self._stmts(then), self._stmts(otherwise)))
                case c.Loop(label, body):
                    made.append(c.Loop(label, self._stmts(body)))
                case c.Work(results, body, some):
                    made.append(c.Work(results, self._stmts(body), some))
                case c.ForBits(free=True):
                    stmt.body = self._stmts(stmt.body)
                    inside = _reads(stmt.body)
                    self.private = {number for number, count in inside.items() if count == self.reads[number]}
                    made.extend(self._sieve(stmt, MOST_PARTS))
                case c.ForBits():
                    stmt.body = self._stmts(stmt.body)
                    made.append(stmt)
                case _:
                    made.append(stmt)
        return made

    # ---- splitting -------------------------------------------------------------------------------

    def _sieve(self, loop: c.ForBits, most: int, without: Without = frozenset()) -> list[Stmt]:
        """The loop, or what does the same with fewer questions. `without`: fields and values that no member has."""
        loop.body = self._needed(_either(self._opened(loop.body)))
        body, defined = _prefix(loop.body)
        if not body:
            return []
        last = body[-1]
        if most > 1 and len(body) == 1 and isinstance(last, c.If) and not _clobbers(loop, last.test):
            test = _spelled_out(last.test, defined)
            if not mentions(test, loop.local) and (_matters(last.then) or _matters(last.otherwise)):
                return [c.If(test, *(self._side(loop, side, most) for side in (last.then, last.otherwise)))]
            found = self._members(test, loop.local)
            if found is not None:
                return self._split(loop, found, last.then, last.otherwise, most, without, test)
            if not last.otherwise and last.test.op == "land":
                for index, part in enumerate(conjuncts(last.test)):
                    found = self._members(_spelled_out(part, defined), loop.local)
                    if found is not None:
                        left = [p for i, p in enumerate(conjuncts(last.test)) if i != index]
                        return self._split(loop, found, [c.If(_all(left), last.then, [])], [], most, without, part)
        return self._by_value(loop, without, most) or self._turned(loop) or self._whole(loop)

    def _needed(self, body: list[Stmt]) -> list[Stmt]:
        """Without the values worked out first that nothing asks for."""
        rest, _defined = _prefix(body)
        asked = used(rest)
        kept: list[Stmt] = []
        for stmt in reversed(body[: len(body) - len(rest)]):
            assert isinstance(stmt, c.Set)
            if stmt.local in asked or stmt.local not in self.private:
                kept.insert(0, stmt)
                asked |= used([stmt])
        return [*kept, *rest]

    def _opened(self, body: list[Stmt]) -> list[Stmt]:
        """With the statements of a function in the place of its call, where the last test asks nothing else."""
        last = body[-1] if body else None
        if not isinstance(last, c.If) or last.test.op != "call":
            return body
        callee = self.core.functions[last.test.imm]
        if not callee.body or not isinstance(callee.body[-1], c.Return) or len(callee.body) > MOST_OPENED:
            return body
        if any(not isinstance(stmt, c.Set | c.If | c.ForBits | c.Break | c.Return | c.Mark) for stmt in walk(callee.body)):
            return body
        if sum(isinstance(stmt, c.Return) for stmt in walk(callee.body)) != 1:
            return body
        offset = self.function.locals
        self.function.locals += callee.locals
        names = {number: number + offset for number in range(callee.locals)}
        self.private |= set(names.values())
        taken = renamed(callee.body, names)
        end = taken.pop()
        assert isinstance(end, c.Return)
        given: list[Stmt] = [c.Set(offset + i, value) for i, value in enumerate(last.test.args)]
        return [*body[:-1], *given, *taken, c.If(end.values[0], last.then, last.otherwise)]

    def _side(self, loop: c.ForBits, body: list[Stmt], most: int) -> list[Stmt]:
        """The loop with one side of an `If` whose test is the same for all members."""
        if not _matters(body):
            return []
        asked = everywhere([*loop.body[:-1], *body], lambda value: value)
        return self._sieve(c.ForBits(loop.local, loop.mask, asked, loop.label, loop.rest, free=True), most - 1)

    def _by_value(self, loop: c.ForBits, without: Without, most: int) -> list[Stmt] | None:
        """One loop for each word that a field of the member may hold, where a loop inside depends on it."""
        body = unwrapped(loop.body)
        inner = _inner_search(body)
        if most <= 1 or inner is None:
            return None
        _body, defined = _prefix(body)
        for part in parts(_spelled_out(inner.mask, defined)):
            if part.op == "load" and part.args == (local(loop.local),):
                words = [w for w in self.watched.words(part.imm) if (part.imm, w) not in without]
                if 0 < len(words) < most:
                    return self._each_word(loop, body, part, words)
        return None

    def _each_word(self, loop: c.ForBits, body: list[Stmt], field: Ex, words: list[int]) -> list[Stmt] | None:
        made: list[Stmt] = []
        whole = self._kept(loop.mask, made)
        for word in words:
            found = self.watched.mask(field.imm, word)
            if found is None:
                return None
            there = everywhere(body, _exchange(field, const(word)))
            turned = self._turned(c.ForBits(loop.local, ex("band", whole, found), there, loop.label, loop.rest, free=True))
            if turned is None:
                return None
            made += turned
        return made

    def _turned(self, loop: c.ForBits) -> list[Stmt] | None:
        """`members for which something exists` as `for each such thing the members`: the loop inside comes out."""
        body = unwrapped(loop.body)
        inner = _inner_search(body)
        if inner is None:
            return None
        collected = body[-1]
        assert isinstance(collected, c.If)
        _body, defined = _prefix(body)
        mask = _spelled_out(inner.mask, defined)
        asked, own = _prefix(inner.body)
        test = asked[0]
        assert isinstance(test, c.If)
        if mentions(mask, loop.local) or any(mentions(value, loop.local) for value in own.values()):
            return None
        match collected.then:
            case [c.Set(target, value)] if value == ex("bor", local(target), ex("bit", local(loop.local))):
                pass
            case _:
                return None
        outside: list[Ex] = []
        passing: Ex | None = None
        for part in conjuncts(test.test):
            spelled = _spelled_out(part, defined)
            if not mentions(spelled, loop.local):
                outside.append(spelled)
                continue
            found = self._members(spelled, loop.local)
            if found is None:
                return None
            passing = found if passing is None else ex("band", passing, found)
        out: list[Stmt] = []
        whole = self._kept(loop.mask, out)
        gained = whole if passing is None else ex("band", whole, passing)
        collect: list[Stmt] = [c.Set(target, ex("bor", local(target), gained))]
        search: list[Stmt] = [*inner.body[:-1], *([c.If(_all(outside), collect, [])] if outside else collect)]
        turned = c.ForBits(inner.local, mask, search, inner.label, inner.rest, free=True)
        return [*out, c.If(ex("ne", whole, const(0)), [turned], [])]

    def _split(
        self, loop: c.ForBits, found: Ex, then: list[Stmt], otherwise: list[Stmt], most: int, without: Without, test: Ex
    ) -> list[Stmt]:
        made: list[Stmt] = []
        prefix = loop.body[:-1]
        mask = loop.mask
        if _matters(then) and _matters(otherwise):
            mask = self._kept(mask, made)
            found = self._kept(found, made)
        pieces = []
        for op, body in (("band", then), ("bandnot", otherwise)):
            if _matters(body):
                label = self.label()
                asked = _relabelled([*prefix, *body], loop.label, label)
                inner = c.ForBits(loop.local, ex(op, mask, found), asked, label, loop.rest, free=True)
                pieces.append(self._sieve(inner, most - 1, without | _excluded(test, op == "band")))
        pieces.sort(key=_loops)
        if len(pieces) == 2:
            first, second = pieces
            if len(first) == 1 and isinstance(first[0], c.If) and not first[0].otherwise and _search(loop):
                return [*made, c.If(first[0].test, first[0].then, second)]
            return [*made, *first, *second]
        return [*made, *(pieces[0] if pieces else [])]

    def _kept(self, value: Ex, out: list[Stmt]) -> Ex:
        if value.op in ("const", "local"):
            return value
        self.function.locals += 1
        out.append(c.Set(self.function.locals - 1, value))
        return local(self.function.locals - 1)

    # ---- loops that need no member ------------------------------------------------------------------

    def _whole(self, loop: c.ForBits) -> list[Stmt]:
        """Members that are only collected are collected at once; what does not depend on them is done once."""
        member = loop.local
        bit = ex("bit", local(member))
        body, _defined = _prefix(loop.body)
        if len(body) == 1 and isinstance(body[0], c.Set) and body[0].value == ex("bor", local(body[0].local), bit):
            return [c.Set(body[0].local, ex("bor", local(body[0].local), loop.mask))]
        if _breaks_to(loop.body, loop.label):
            once = _ending_in_break(loop.body, loop.label)
            if once is None or any(mentions(v, member) for s in walk(loop.body) for v in values_of(s)):
                return [loop]
            return [c.If(ex("ne", loop.mask, const(0)), once, [])]
        made: list[Stmt] = []
        marker = local(-1)
        hidden = everywhere(loop.body, lambda value: replaced(value, lambda part: marker if part == bit else None))
        if any(mentions(v, member) for s in walk(hidden) for v in values_of(s)) or not _only_collects(hidden, marker):
            return [loop]
        mask = self._kept(loop.mask, made)
        whole = everywhere(hidden, lambda value: replaced(value, lambda part: mask if part == marker else None))
        return [*made, c.If(ex("ne", mask, const(0)), whole, [])]

    # ---- tests that a mask answers ---------------------------------------------------------------------

    def _members(self, test: Ex, member: int) -> Ex | None:
        """Mask of what passes a test, if it can be had without asking each."""
        me = local(member)
        if not mentions(test, member):
            return None
        match test:
            case Ex("land" | "lor", (a, b)):
                first, second = self._members(a, member), self._members(b, member)
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
                return self._by_table(a.imm, lambda value: c.FOLD[test.op](value, b.imm))
            case Ex("eq" | "ne" | "lt" | "le", (a, b)) if _table_at(b, me) and a.op == "const":
                return self._by_table(b.imm, lambda value: c.FOLD[test.op](a.imm, value))
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


def _inner_search(body: list[Stmt]) -> c.ForBits | None:
    """The loop inside, if the body is: values, a search that notes whether it found something, and `If` it did."""
    if len(body) < 3:
        return None
    start, inner, last = body[-3:]
    if not isinstance(start, c.Set) or not isinstance(inner, c.ForBits) or not isinstance(last, c.If):
        return None
    if start.value != const(0) or last.test != local(start.local) or last.otherwise or not inner.free:
        return None
    if any(not isinstance(stmt, c.Set) for stmt in body[:-3]):
        return None
    asked, _own = _prefix(inner.body)
    match asked:
        case [c.If(_, [c.Set(target, Ex("const", (), 1)), c.Break(label)], [])]:
            return inner if target == start.local and label == inner.label else None
        case _:
            return None


def unwrapped(stmts: list[Stmt]) -> list[Stmt]:
    """With the statements of work in its place, places in the text left out."""
    made: list[Stmt] = []
    for stmt in stmts:
        if isinstance(stmt, c.Work):
            made.extend(unwrapped(stmt.body))
        elif not isinstance(stmt, c.Mark):
            made.append(stmt)
    return made


def _exchange(old: Ex, new: Ex) -> Callable[[Ex], Ex]:
    return lambda value: replaced(value, lambda part: new if part == old else None)


def _either(body: list[Stmt]) -> list[Stmt]:
    """`t = A; if t {} else { ...; t = B }; if t { X }` as `if A { X } else { ...; if B { X } }`."""
    if len(body) < 3:
        return body
    match body[-3:]:
        case [
            c.Set(t, first),
            c.If(Ex("local", (), u), [], [*stmts, c.Set(v, second)]),
            c.If(Ex("local", (), w), then, []),
        ] if t == u == v == w:
            again = [*stmts, c.If(second, everywhere(then, lambda value: value), [])]
            return [*body[:-3], c.If(first, then, again)]
        case _:
            return body


def _reads(stmts: list[Stmt]) -> Counter[int]:
    values = (value for stmt in walk(stmts) for value in values_of(stmt))
    return Counter(part.imm for value in values for part in parts(value) if part.op == "local")


# ---- statements ------------------------------------------------------------------------------------------


def conjuncts(test: Ex) -> list[Ex]:
    if test.op == "land":
        return [part for arg in test.args for part in conjuncts(arg)]
    return [test]


def _excluded(test: Ex, outcome: bool) -> Without:
    """The field and value that no member has where a test turned out so."""
    match test:
        case Ex("eq" | "ne", (Ex("load", (Ex("local"),), base), Ex("const", (), value))):
            return frozenset(((base, value),)) if (test.op == "ne") == outcome else frozenset()
    return frozenset()


def _all(tests: list[Ex]) -> Ex:
    made = tests[0]
    for test in tests[1:]:
        made = ex("land", made, test)
    return made


def _prefix(body: list[Stmt]) -> tuple[list[Stmt], dict[int, Ex]]:
    """Values worked out first, and what follows them."""
    defined: dict[int, Ex] = {}
    count = 0
    for stmt in body:
        if not isinstance(stmt, c.Set) or mentions(stmt.value, stmt.local) or stmt.local in defined:
            break
        if count == len(body) - 1:
            break
        defined[stmt.local] = _spelled_out(stmt.value, defined)
        count += 1
    return body[count:], defined


def _spelled_out(value: Ex, defined: dict[int, Ex]) -> Ex:
    return replaced(value, lambda part: defined.get(part.imm) if part.op == "local" else None)


def _clobbers(loop: c.ForBits, test: Ex) -> bool:
    """Whether a test reads what earlier members may have changed."""
    _body, defined = _prefix(loop.body)
    changed = assigned(loop.body) - set(defined)
    spelled = _spelled_out(test, defined)
    return any(mentions(spelled, number) for number in changed)


def _matters(body: list[Stmt]) -> bool:
    return any(not isinstance(stmt, c.Mark) for stmt in body)


def _relabelled(body: list[Stmt], old: int, new: int) -> list[Stmt]:
    made: list[Stmt] = []
    for stmt in body:
        match stmt:
            case c.Break(label) if label == old:
                stmt = c.Break(new)
            case c.If(test, then, otherwise):
                stmt = c.If(test, _relabelled(then, old, new), _relabelled(otherwise, old, new))
            case c.ForBits(member, mask, inner, label, rest, free):
                stmt = c.ForBits(member, mask, _relabelled(inner, old, new), label, rest, free)
            case c.Loop(label, inner):
                stmt = c.Loop(label, _relabelled(inner, old, new))
            case c.Work(results, inner, some):
                stmt = c.Work(results, _relabelled(inner, old, new), some)
        made.append(stmt)
    return made


def _breaks_to(body: list[Stmt], label: int) -> bool:
    return any(isinstance(stmt, c.Break) and stmt.label == label for stmt in walk(body))


def _search(loop: c.ForBits) -> bool:
    """Whether finding one member ends the loop."""
    return _breaks_to(loop.body, loop.label)


def _loops(stmts: list[Stmt]) -> int:
    return sum(isinstance(stmt, c.ForBits | c.Loop) for stmt in walk(stmts))


def _ending_in_break(body: list[Stmt], label: int) -> list[Stmt] | None:
    """The body for a single round, if its breaks stand only where it would end anyway."""
    made: list[Stmt] = []
    for index, stmt in enumerate(body):
        last = index == len(body) - 1
        if isinstance(stmt, c.Break) and stmt.label == label:
            return made if last else None
        if _breaks_to([stmt], label):
            if not last or not isinstance(stmt, c.If):
                return None
            then, otherwise = _ending_in_break(stmt.then, label), _ending_in_break(stmt.otherwise, label)
            if then is None or otherwise is None:
                return None
            if then or otherwise:
                made.append(c.If(stmt.test, then, otherwise))
            return made
        made.append(stmt)
    return made


def _only_collects(body: list[Stmt], marker: Ex) -> bool:
    """Whether the member's bit is only put into masks."""
    for stmt in walk(body):
        for value in values_of(stmt):
            if mentions(value, marker.imm) and not (
                isinstance(stmt, c.Set) and value == ex("bor", local(stmt.local), marker)
            ):
                return False
    return True


def _table_at(value: Ex, me: Ex) -> bool:
    return value.op == "table" and value.args == (me,)


def _never_negative(value: Ex) -> bool:
    return value.op == "dist" or (value.op == "max" and value.args[0].op == "const" and value.args[0].imm >= 0)
