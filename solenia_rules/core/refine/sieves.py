"""Replaces loops that test every member of a mask by operations on the whole mask.

It only treats loops whose result does not depend on the order of members (`ForBits.free`): filters, searches, and
looking ahead. A test that can be evaluated for the whole mask splits such a loop in two; what remains may need no loop
at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Function, Stmt
from solenia_rules.core.expressions import And, Apply, Binary, Const, Ex, Load, Local, Or
from solenia_rules.core.refine.kept_masks import KeptMasks
from solenia_rules.core.refine.passing import Passing
from solenia_rules.core.refine.rounds import (
    clobbers,
    conjuncts,
    either,
    ending_in_break,
    matters,
    only_collects,
    reads,
    relabelled,
    search_inside,
    split_body,
    unwrapped,
)
from solenia_rules.core.rewriting import (
    LOOPS,
    all_parts,
    breaks_to,
    everywhere,
    exchanged,
    mentions,
    renamed,
    used,
    values_of,
    walk,
    with_locals,
)

Without = frozenset[tuple[int, int]]

MOST_OPENED = 12
"""The most statements of a function that is inlined here."""
MOST_PARTS = 6
"""The most loops into which one loop may be split."""


class Sieves:
    """Treats one function."""

    def __init__(
        self, core: Core, masks: KeptMasks, function: Function, label: Callable[[], int], numbers: bool
    ) -> None:
        """`numbers`: whether numbers in tables are also compared with values known only in play. That pass comes last,
        when no loops can be exchanged any more."""
        self.core = core
        self.masks = masks
        self.passing = Passing(core, masks, numbers)
        self.function = function
        self.label = label

        self.reads: Counter[int] = Counter()
        """How often each local is read."""
        self.private: set[int] = set()
        """Locals that are read only inside the current loop."""

    def run(self) -> None:
        self.reads = reads(self.function.body)
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
                    inside = reads(stmt.body)
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
        """The loop, or equivalent code with fewer tests. `without`: pairs of field and value that no member has."""
        loop.body = self._needed(either(self._opened(loop.body)))
        body, defined = split_body(loop.body)
        if not body:
            return []
        last = body[-1]
        if most > 1 and len(body) == 1 and isinstance(last, c.If) and not clobbers(loop, last.test):
            test = with_locals(last.test, defined)
            if not mentions(test, loop.local) and (matters(last.then) or matters(last.otherwise)):
                return [c.If(test, *(self._side(loop, side, most) for side in (last.then, last.otherwise)))]
            found = self.passing.members(test, loop.local)
            if found is not None:
                return self._split(loop, found, last.then, last.otherwise, most, without, test)
            if not last.otherwise and isinstance(last.test, Or):
                one, other = last.test.left, last.test.right
                found = self.passing.members(with_locals(one, defined), loop.local)
                if found is not None:
                    again: list[Stmt] = [c.If(other, everywhere(last.then, lambda value: value), [])]
                    return self._split(loop, found, last.then, again, most, without, one)
            if not last.otherwise and isinstance(last.test, And):
                for index, part in enumerate(conjuncts(last.test)):
                    found = self.passing.members(with_locals(part, defined), loop.local)
                    if found is not None:
                        left = [p for i, p in enumerate(conjuncts(last.test)) if i != index]
                        return self._split(loop, found, [c.If(_all(left), last.then, [])], [], most, without, part)
        return self._by_value(loop, without, most) or self._turned(loop) or self._whole(loop)

    def _needed(self, body: list[Stmt]) -> list[Stmt]:
        """The body without initial assignments that are never read."""
        rest, _defined = split_body(body)
        asked = used(rest)
        kept: list[Stmt] = []
        for stmt in reversed(body[: len(body) - len(rest)]):
            assert isinstance(stmt, c.Set)
            if stmt.local in asked or stmt.local not in self.private:
                kept.insert(0, stmt)
                asked |= used([stmt])
        return [*kept, *rest]

    def _opened(self, body: list[Stmt]) -> list[Stmt]:
        """The body with a function inlined if the last test is only a call of it."""
        last = body[-1] if body else None
        if not isinstance(last, c.If) or not isinstance(last.test, Apply):
            return body
        callee = self.core.functions[last.test.fn]
        if not callee.body or not isinstance(callee.body[-1], c.Return) or len(callee.body) > MOST_OPENED:
            return body
        if any(not isinstance(stmt, (c.Set, c.If, c.ForBits, c.Break, c.Return, c.Mark)) for stmt in walk(callee.body)):
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
        """The loop with one branch of an `If` whose test is the same for all members."""
        if not matters(body):
            return []
        asked = everywhere([*loop.body[:-1], *body], lambda value: value)
        return self._sieve(c.ForBits(loop.local, loop.mask, asked, loop.label, loop.rest, free=True), most - 1)

    def _by_value(self, loop: c.ForBits, without: Without, most: int) -> list[Stmt] | None:
        """One loop for each word that a field of the member may hold, if the mask of an inner loop depends on the
        field."""
        body = unwrapped(loop.body)
        inner = search_inside(body)
        if most <= 1 or inner is None:
            return None
        _body, defined = split_body(body)
        for part in all_parts(with_locals(inner.mask, defined)):
            if isinstance(part, Load) and part.index == Local(loop.local):
                words = [w for w in self.masks.words(part.base) if (part.base, w) not in without]
                if 0 < len(words) < most:
                    return self._each_word(loop, body, part, words)
        return None

    def _each_word(self, loop: c.ForBits, body: list[Stmt], field: Load, words: list[int]) -> list[Stmt] | None:
        made: list[Stmt] = []
        whole = self._kept(loop.mask, made)
        for word in words:
            found = self.masks.mask(field.base, word)
            if found is None:
                return None
            there = everywhere(body, _exchange(field, Const(word)))
            turned = self._turned(
                c.ForBits(loop.local, build.band(whole, found), there, loop.label, loop.rest, free=True)
            )
            if turned is None:
                return None
            made += turned
        return made

    def _turned(self, loop: c.ForBits) -> list[Stmt] | None:
        """Exchange two loops: `members for which something exists` becomes `for each such thing, its members`."""
        body = unwrapped(loop.body)
        inner = search_inside(body)
        if inner is None:
            return None
        collected = body[-1]
        assert isinstance(collected, c.If)
        _body, defined = split_body(body)
        mask = with_locals(inner.mask, defined)
        asked, own = split_body(inner.body)
        test = asked[0]
        assert isinstance(test, c.If)
        if mentions(mask, loop.local) or any(mentions(value, loop.local) for value in own.values()):
            return None
        match collected.then:
            case [c.Set(target, value)] if value == build.bor(Local(target), build.bit(Local(loop.local))):
                pass
            case _:
                return None
        outside: list[Ex] = []
        passing: Ex | None = None
        for part in conjuncts(test.test):
            spelled = with_locals(part, defined)
            if not mentions(spelled, loop.local):
                outside.append(spelled)
                continue
            found = self.passing.members(spelled, loop.local)
            if found is None:
                return None
            passing = found if passing is None else build.band(passing, found)
        out: list[Stmt] = []
        whole = self._kept(loop.mask, out)
        gained = whole if passing is None else build.band(whole, passing)
        collect: list[Stmt] = [c.Set(target, build.bor(Local(target), gained))]
        search: list[Stmt] = [*inner.body[:-1], *([c.If(_all(outside), collect, [])] if outside else collect)]
        turned = c.ForBits(inner.local, mask, search, inner.label, inner.rest, free=True)
        return [*out, c.If(build.ne(whole, Const(0)), [turned], [])]

    def _split(
        self, loop: c.ForBits, found: Ex, then: list[Stmt], otherwise: list[Stmt], most: int, without: Without, test: Ex
    ) -> list[Stmt]:
        made: list[Stmt] = []
        prefix = loop.body[:-1]
        mask = loop.mask
        side = then
        """The branch for the members of the mask `found`."""
        match test, found:
            case Binary("ne", Load(base, Local()), Const()), Binary("bandnot", everything, some):
                if everything == Const(self.masks.everything(base)):
                    # The mask is everything except `some`: so `some` is the mask of the other branch.
                    found, side = some, otherwise
        if matters(then) and matters(otherwise):
            mask = self._kept(mask, made)
            found = self._kept(found, made)
        pieces = []
        for body in (then, otherwise):
            if matters(body):
                label = self.label()
                asked = relabelled([*prefix, *body], loop.label, label)
                members = build.band(mask, found) if body is side else build.bandnot(mask, found)
                inner = c.ForBits(loop.local, members, asked, label, loop.rest, free=True)
                pieces.append(self._sieve(inner, most - 1, without | _excluded(test, body is then)))
        pieces.sort(key=_loops)
        if len(pieces) == 2:
            first, second = pieces
            if len(first) == 1 and isinstance(first[0], c.If) and not first[0].otherwise and _search(loop):
                return [*made, c.If(first[0].test, first[0].then, second)]
            return [*made, *first, *second]
        return [*made, *(pieces[0] if pieces else [])]

    def _kept(self, value: Ex, out: list[Stmt]) -> Ex:
        if isinstance(value, (Const, Local)):
            return value
        self.function.locals += 1
        out.append(c.Set(self.function.locals - 1, value))
        return Local(self.function.locals - 1)

    # ---- loops that need no member ------------------------------------------------------------------

    def _whole(self, loop: c.ForBits) -> list[Stmt]:
        """Replace a loop that only collects members by one operation, and run code that does not depend on the member
        once."""
        member = loop.local
        bit = build.bit(Local(member))
        body, _defined = split_body(loop.body)
        if len(body) == 1 and isinstance(body[0], c.Set) and body[0].value == build.bor(Local(body[0].local), bit):
            return [c.Set(body[0].local, build.bor(Local(body[0].local), loop.mask))]
        if breaks_to(loop.body, (loop.label,)):
            once = ending_in_break(loop.body, loop.label)
            if once is None or any(mentions(v, member) for s in walk(loop.body) for v in values_of(s)):
                return [loop]
            return [c.If(build.ne(loop.mask, Const(0)), once, [])]
        made: list[Stmt] = []
        marker = Local(-1)
        hidden = everywhere(loop.body, lambda value: exchanged(value, bit, marker))
        if any(mentions(v, member) for s in walk(hidden) for v in values_of(s)) or not only_collects(hidden, marker):
            return [loop]
        mask = self._kept(loop.mask, made)
        whole = everywhere(hidden, lambda value: exchanged(value, marker, mask))
        return [*made, c.If(build.ne(mask, Const(0)), whole, [])]


def _exchange(old: Ex, new: Ex) -> Callable[[Ex], Ex]:
    return lambda value: exchanged(value, old, new)


def _excluded(test: Ex, outcome: bool) -> Without:
    """The pair of field and value that no member has if the test has this outcome."""
    match test:
        case Binary("eq" | "ne" as op, Load(base, Local()), Const(value)):
            return frozenset(((base, value),)) if (op == "ne") == outcome else frozenset()
    return frozenset()


def _all(tests: list[Ex]) -> Ex:
    made = tests[0]
    for test in tests[1:]:
        made = build.and_(made, test)
    return made


def _search(loop: c.ForBits) -> bool:
    """Whether the loop ends when it finds a member."""
    return breaks_to(loop.body, (loop.label,))


def _loops(stmts: list[Stmt]) -> int:
    return sum(isinstance(stmt, LOOPS) for stmt in walk(stmts))
