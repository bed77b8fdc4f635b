"""The plain loop over a linear program: one block at a time, one instruction after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import repeat
from typing import TYPE_CHECKING

from solenia_rules.core import layout as at
from solenia_rules.core.backends.python.python_source import ASKED, ENDED, HORIZON
from solenia_rules.core.backends.reference.linear import PRIMS, Entry, Linear
from solenia_rules.core.backends.reference.operations import BINARY, NUMBERS, UNARY
from solenia_rules.core.core import HORIZON as HORIZON_PRIMS
from solenia_rules.play import arithmetic, sequences
from solenia_rules.play.physics import Physics

if TYPE_CHECKING:
    from solenia_rules.play.generated import Log

MOST_INSTRUCTIONS = 10_000_000
"""What one step, from block to block, may take before it counts as endless."""
MOST_STEPS = 10_000_000
"""Steps between two decisions or phases before they count as endless."""
RETURNED = -5
"""A pure function called from outside is done."""

_BINARY_END = len(BINARY)
_UNARY_END = _BINARY_END + len(UNARY)
_GET, _PUT, _PEEK, _LOAD, _GLOAD, _POKE, _STORE, _TABLE, _SORTPUSH, _SORTSEQ = (
    NUMBERS[name] for name in "get put peek load gload poke store table sortpush sortseq".split()
)
_JUMP, _UNLESS, _WHEN, _EACH, _CALL, _CALLDYN, _BACK, _DO, _TELL, _MARK, _BEGINDYN = (
    NUMBERS[name] for name in "jump unless when each call calldyn back do tell mark begindyn".split()
)
_GOTO, _FORK, _BEGIN, _ASK, _FAIL, _FINISH, _ACT = (
    NUMBERS[name] for name in "goto fork begin ask fail finish act".split()
)
_HORIZON = frozenset(PRIMS.index(name) for name in HORIZON_PRIMS)
_WIN, _ENTER = PRIMS.index("win"), PRIMS.index("enter")

Call = Callable[..., int | None]


class OutOfFuel(Exception):
    """Rules that do not come to an end; `place` is where in the text they were."""

    def __init__(self, place: int) -> None:
        super().__init__(f"no end in sight at place {place} of the text")
        self.place = place


class Loop:
    """`calls`: primitives and what the runtime does at the ends of blocks, by name. Without a log it is silent."""

    def __init__(self, linear: Linear, calls: Mapping[str, Call], physics: Physics, log: Log | None) -> None:
        self.linear = linear
        self.log = log
        self.binary = [arithmetic.binary(physics)[operation.name] for operation in BINARY]
        one = arithmetic.unary(physics)
        self.unary = [*map(one.__getitem__, (operation.name for operation in UNARY))]
        self.prims = [calls[name] if name in calls else _no_such for name in PRIMS]
        self.viable, self.stuck = calls["viable"], calls["stuck"]
        self.registers = [0] * linear.registers + linear.pool[::-1]
        """Constants come last and backwards, so that index ~k finds the k-th."""
        self.results: list[int] = []
        self.fuel = MOST_STEPS

    def call(self, s: list[int], function: int, args: tuple[int, ...]) -> list[int]:
        """The results of a pure function."""
        entry = self.linear.functions[function]
        self.registers[entry.first : entry.first + len(args)] = args
        stopped = self.step(entry.start, s, 0)
        assert stopped == RETURNED, function
        return self.results

    def step(self, pc: int, s: list[int], f: int) -> int:
        """Run a block from its address with its frame; the block to go on with or the reason for stopping."""
        linear, r, log = self.linear, self.registers, self.log
        code, tables, binary, unary = linear.code, linear.tables, self.binary, self.unary
        stack: list[tuple[int, int, list[int]]] = []
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuel(linear.places[pc])
        for _ in repeat(None, MOST_INSTRUCTIONS):
            op = code[pc]
            if op < _BINARY_END:
                r[code[pc + 1]] = binary[op](r[code[pc + 2]], r[code[pc + 3]])
                pc += 4
            elif op == _GET:
                r[code[pc + 1]] = s[f + code[pc + 2]]
                pc += 3
            elif op < _UNARY_END:
                r[code[pc + 1]] = unary[op - _BINARY_END](r[code[pc + 2]])
                pc += 3
            elif op == _LOAD:
                r[code[pc + 1]] = s[code[pc + 2] + r[code[pc + 3]]]
                pc += 4
            elif op == _UNLESS:
                pc = pc + 3 if r[code[pc + 1]] else code[pc + 2]
            elif op == _TABLE:
                r[code[pc + 1]] = tables[code[pc + 2]][r[code[pc + 3]]]
                pc += 4
            elif op == _EACH:
                mask = r[code[pc + 2]]
                if mask:
                    bit = mask & -mask
                    r[code[pc + 1]] = bit.bit_length() - 1
                    r[code[pc + 2]] = mask ^ bit
                    pc += 4
                else:
                    pc = code[pc + 3]
            elif op == _JUMP:
                pc = code[pc + 1]
            elif op == _WHEN:
                pc = code[pc + 2] if r[code[pc + 1]] else pc + 3
            elif op == _PUT:
                s[f + code[pc + 1]] = r[code[pc + 2]]
                pc += 3
            elif op == _MARK:
                if log is not None and code[pc + 1] >= 0:
                    log.place = code[pc + 1]
                elif log is not None:
                    log.back()
                pc += 2
            elif op == _PEEK:
                r[code[pc + 1]] = s[code[pc + 2]]
                pc += 3
            elif op == _GLOAD:
                index = r[code[pc + 3]]
                r[code[pc + 1]] = s[code[pc + 2] + index] if index >= 0 else -1
                pc += 4
            elif op == _CALL:
                pc = self._enter(linear.functions[code[pc + 1]], pc + 2, stack)
            elif op == _BACK:
                values = self._list(pc + 1)
                if not stack:
                    self.results = values
                    return RETURNED
                after, first, saved = stack.pop()
                if log is not None:
                    log.calls.pop()
                r[first : first + len(saved)] = saved
                pc = self._put(after, values)
            elif op == _POKE:
                s[code[pc + 1]] = r[code[pc + 2]]
                pc += 3
            elif op == _STORE:
                s[code[pc + 1] + r[code[pc + 2]]] = r[code[pc + 3]]
                pc += 4
            elif op == _SORTPUSH:
                keys = self._list(pc + 4)
                r[code[pc + 1]] = sequences.sort_push(r[code[pc + 2]], r[code[pc + 3]], *keys)
                pc += 5 + len(keys)
            elif op == _SORTSEQ:
                r[code[pc + 1]] = sequences.sort_seq(r[code[pc + 2]], code[pc + 3])
                pc += 4
            elif op == _DO:
                args = self._list(pc + 2)
                found = self.prims[code[pc + 1]](s, *args)
                pc = self._put(pc + 3 + len(args), [] if found is None else [found])
            elif op == _TELL:
                if log is not None:
                    log.tell(*self._list(pc + 1))
                pc += 2 + code[pc + 1]
            elif op == _CALLDYN or op == _BEGINDYN:
                function = tables[code[pc + 1]][r[code[pc + 2]]]
                end = pc + 4 + code[pc + 3] + (op == _BEGINDYN)
                if function < 0:
                    assert not code[end], "no function to give a result"
                    pc = end + 1
                elif linear.functions[function].spine:
                    return self._begin(function, self._list(pc + 3), code[end - 1], s, f)
                else:
                    pc = self._enter(linear.functions[function], pc + 3, stack, end)
            else:
                return self._end(op, pc, s, f)
        raise OutOfFuel(linear.places[pc])

    def _list(self, address: int) -> list[int]:
        """The values of a list of registers."""
        code, r = self.linear.code, self.registers
        return [r[number] for number in code[address + 1 : address + 1 + code[address]]]

    def _put(self, address: int, values: list[int]) -> int:
        """Write as many results as are wanted; the address after their list."""
        code, r = self.linear.code, self.registers
        end = address + 1 + code[address]
        for number, value in zip(code[address + 1 : end], values, strict=False):
            r[number] = value
        return end

    def _enter(self, entry: Entry, args: int, stack: list[tuple[int, int, list[int]]], after: int = -1) -> int:
        """Into a pure function. Its registers are set aside: an earlier call of it may not be done."""
        values = self._list(args)
        if after < 0:
            after = args + 1 + len(values)
        r, first = self.registers, entry.first
        stack.append((after, first, r[first : first + entry.size]))
        if self.log is not None:
            self.log.calls.append(self.log.place)
        r[first : first + len(values)] = values
        return entry.start

    # ---- ends of blocks ------------------------------------------------------------------------

    def _end(self, op: int, pc: int, s: list[int], f: int) -> int:
        code, r = self.linear.code, self.registers
        if op == _GOTO:
            return code[pc + 1]
        if op == _FORK:
            return code[pc + 2] if r[code[pc + 1]] else code[pc + 3]
        if op == _BEGIN:
            args = self._list(pc + 2)
            return self._begin(code[pc + 1], args, code[pc + 3 + len(args)], s, f)
        if op == _FINISH:
            return _finish(s, f, code[pc + 1])
        if op == _ASK:
            spec, seat, sure, unsure, keep, follow = code[pc + 1 : pc + 7]
            return self._ask(spec, r[seat], r[sure], r[unsure], f + keep, follow, s, f)
        if op == _ACT:
            args = self._list(pc + 2)
            return self._act(code[pc + 1], args, code[pc + 3 + len(args)], s)
        assert op == _FAIL, op
        return _block(self.stuck(s, code[pc + 1]))

    def _begin(self, function: int, args: list[int], follow: int, s: list[int], f: int) -> int:
        entry = self.linear.functions[function]
        s[f - 2] = follow
        s[at.FRAME] = len(s)
        s.extend((function, 0, f - 3, *args))
        s.extend(repeat(0, entry.size - len(args)))
        return entry.start

    def _ask(self, spec: int, seat: int, mask: int, unsure: int, dest: int, follow: int, s: list[int], f: int) -> int:
        if unsure:
            mask |= unsure if s[at.TRIAL] else _block(self.viable(s, dest, follow, unsure, seat))
        if not mask:
            return _block(self.stuck(s, -1 - spec))
        if mask & (mask - 1):
            s[at.SPEC], s[at.ASKED], s[at.MASK], s[at.DEST], s[f - 2] = spec, seat, mask, dest, follow
            if not s[at.TRIAL]:
                self.fuel = MOST_STEPS
            return ASKED
        if s[at.TRIAL] and seat != s[at.TRIAL_SEAT]:
            return HORIZON
        s[dest] = mask.bit_length() - 1
        if self.log is not None:
            self.log.answered(spec, seat, s[dest], 1)
        return follow

    def _act(self, prim: int, args: list[int], follow: int, s: list[int]) -> int:
        if prim in _HORIZON and s[at.TRIAL]:
            return HORIZON
        found = self.prims[prim](s, *args)
        if prim == _WIN:
            return _block(found)
        if prim == _ENTER:
            self.fuel = MOST_STEPS
            return ENDED if found else follow
        return follow


def _finish(s: list[int], f: int, phase: int) -> int:
    if phase and s[at.TRIAL] == f - 3:
        return HORIZON
    below = s[f - 1]
    del s[f - 3 :]
    s[at.FRAME] = below
    return s[below + 1]


def _block(found: int | None) -> int:
    assert found is not None
    return found


def _no_such(s: list[int], *args: int) -> None:
    raise AssertionError("a primitive that the runtime does not have")
