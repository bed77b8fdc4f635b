"""Copies what is done for each seat, for whole games: phases of seats, and loops over seats in a known order. Each copy
has the number of its seat in it.

Everything that belongs to a seat lies at a fixed place of the state. In a copy, sums such as the slot of a counter are
computed before the game, and functions that are called with the number of the seat are copied, too.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TypeAlias

from solenia_rules.checked.numbers import DIGIT, DIGIT_MASK
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Function, Stmt
from solenia_rules.core.expressions import Binary, Const, Ex, Local, Unary
from solenia_rules.core.refine.simplify import Simplifier
from solenia_rules.core.refine.unused import called_by
from solenia_rules.core.rewriting import assigned, breaks_to, everywhere, used, walk, with_blocks, with_locals
from solenia_rules.text.frozen import evolve

MOST_SEATS = 4
MOST_STATEMENTS = 600
"""The most statements of a function that is copied."""
MOST_REPEATED = 40
"""The most statements of a loop that is copied."""

_Args: TypeAlias = tuple[Ex, ...]


class ForEachSeat:
    """The program with the copies, and the phase of each function that is one. `trying`: functions that may try
    options, which are left as they are: blocks go on from their frames."""

    def __init__(self, core: Core, seats: int, phase_of: dict[int, int], trying: Container[int]) -> None:
        self.core = Core([*core.functions], [*core.tables], core.specs, core.places, core.main, core.behalf)
        self.phase_of = dict(phase_of)
        self.seats = seats
        self._copies: dict[tuple[int, tuple[int | None, ...]], int] = {}
        plain = [fn for fn in core.functions if fn.body and fn.spine and fn.params and fn.id not in trying]
        self._fitting = {fn.id for fn in plain if _may_be_copied(fn)} if 1 < seats <= MOST_SEATS else set()
        self._asked = {fn.id: number for fn in plain if (number := _seat_of(fn)) is not None}
        """Phase -> its parameter that is the number of the seat."""
        if self._asked.keys() & self._fitting:
            for function in core.functions:
                if function.body and function.id not in trying:
                    self._change(function, function.body)
            self._drop_unused()

    def _drop_unused(self) -> None:
        """Empty the functions of which only copies are called."""
        reached: set[int] = set()
        open_ = [self.core.main]
        while open_:
            number = open_.pop()
            if number not in reached:
                reached.add(number)
                open_ += called_by(self.core, self.core.functions[number])
        for function in self.core.functions:
            if function.id not in reached:
                self.core.functions[function.id] = evolve(function, body=[])

    def _change(self, function: Function, body: list[Stmt]) -> None:
        """Put a function with copies of loops and calls of copies in its place."""
        changed = evolve(function, body=filled_in(body, {}))
        Simplifier(self.core, changed, set()).run()
        changed.body = self._stmts(changed.body)
        Simplifier(self.core, changed, set()).run()
        self.core.functions[function.id] = changed

    def _stmts(self, body: list[Stmt]) -> list[Stmt]:
        made: list[Stmt] = []
        for stmt in body:
            match stmt:
                case c.Call(fn, args) if fn in self._fitting:
                    made.append(self._called(stmt, args))
                case c.Loop(_, [_, c.Set(member), c.Set(sequence), *repeated] as inner) if members := _members(
                    made, inner
                ):
                    for number in members:
                        made += self._stmts(filled_in(repeated, {member: Const(number)}))
                    made += [c.Set(member, Const(members[-1])), c.Set(sequence, Const(0))]
                case _:
                    made.append(with_blocks(stmt, self._stmts))
        return made

    def _called(self, call: c.Call, args: _Args) -> Stmt:
        """The call of the copy for the seat, which may become known only when the game is played."""
        seat = args[self._asked[call.fn]] if call.fn in self._asked else None
        if not isinstance(seat, Local):
            return self._copied(call, args)
        found: Stmt = call
        for number in reversed(range(self.seats)):
            known = tuple(Const(number) if arg == seat else arg for arg in args)
            found = c.If(build.eq(seat, Const(number)), [self._copied(call, known)], [found])
        return found

    def _copied(self, call: c.Call, args: _Args) -> c.Call:
        """The call of a copy of the function with the numbers among its arguments."""
        known = tuple(arg.value if isinstance(arg, Const) else None for arg in args)
        if all(number is None for number in known):
            return c.Call(call.fn, args, call.results)
        if (call.fn, known) not in self._copies:
            self._copy(call.fn, known)
        return c.Call(self._copies[call.fn, known], args, call.results)

    def _copy(self, fn: int, known: tuple[int | None, ...]) -> None:
        function = self.core.functions[fn]
        given: dict[int, Ex] = {place: Const(number) for place, number in enumerate(known) if number is not None}
        copy = evolve(function, id=len(self.core.functions))
        self._copies[fn, known] = copy.id
        self.core.functions.append(copy)
        if fn in self.phase_of:
            self.phase_of[copy.id] = self.phase_of[fn]
        self._change(copy, filled_in(function.body, given))


def filled_in(body: list[Stmt], given: dict[int, Ex]) -> list[Stmt]:
    """A copy of statements with some locals replaced."""
    return everywhere(body, lambda value: with_locals(value, given))


def _members(before: list[Stmt], body: list[Stmt]) -> list[int]:
    """The members of the known sequence that a loop empties, if there are few of them, the loop is short, and nothing
    else in it changes or reads the sequence or changes the member. `before`: the statements before the loop."""
    match before[-1:], body[:3]:
        case (
            [c.Set(first, Const(sequence))],
            [
                c.If(Binary("eq", Local(tested), Const(0)), [c.Break(label)], []),
                c.Set(member, Unary("seq_first", Local(one))),
                c.Set(last, Unary("seq_rest", Local(other))),
            ],
        ) if first == tested == one == last == other:
            digits, rest = range(0, sequence.bit_length(), DIGIT), body[3:]
            fits = len(digits) <= MOST_SEATS and sum(1 for _stmt in walk(rest)) <= MOST_REPEATED
            same = {first, member}.isdisjoint(assigned(rest)) and first not in used(rest)
            if fits and same and not breaks_to(rest, {label}):
                return [(sequence >> digit & DIGIT_MASK) - 1 for digit in digits]
        case _:
            pass
    return []


def _may_be_copied(function: Function) -> bool:
    """Whether a function is not too long and never assigns its parameters."""
    changed = assigned(function.body)
    return not any(number in changed for number in range(function.params)) and (
        sum(1 for _stmt in walk(function.body)) <= MOST_STATEMENTS
    )


def _seat_of(function: Function) -> int | None:
    """The parameter of a phase that is the number of the seat."""
    for stmt in walk(function.body):
        match stmt:
            case c.Prim("enter", (_, Local(number))) if number < function.params:
                return number
            case _:
                pass
    return None
