"""Expressions of the core as instructions on registers."""

from __future__ import annotations

from solenia_rules.core.backends.reference.linear import Linear
from solenia_rules.core.backends.reference.operations import BINARY, NUMBERS, UNARY
from solenia_rules.core.core import Ex, Function

_PLAIN = frozenset(operation.name for operation in (*BINARY, *UNARY))


class Evaluation:
    """Instructions of one block or one pure function; `frame`: locals that live in the frame -> their place there."""

    def __init__(self, made: Linear, function: Function, first: int, frame: dict[int, int]) -> None:
        self.made = made
        self.first = first
        self.locals = self.top = first + function.locals
        self.frame = frame
        self.labels: list[int] = []
        self.fixes: list[tuple[int, int]] = []
        self.place = -1
        made.registers = max(made.registers, self.top)

    def fix(self) -> None:
        """Write the addresses of labels where they are jumped to."""
        for address, label in self.fixes:
            self.made.code[address] = self.labels[label]

    # ---- parts ---------------------------------------------------------------------------------

    def emit(self, name: str, *operands: int | tuple[int, ...], label: int | None = None) -> None:
        """One instruction; a tuple is a list of registers, a label its last operand."""
        code = self.made.code
        code.append(NUMBERS[name])
        for operand in operands:
            if isinstance(operand, tuple):
                code.append(len(operand))
                code.extend(operand)
            else:
                code.append(operand)
        if label is not None:
            self.fixes.append((len(code), label))
            code.append(-1)
        self.made.places.extend([self.place] * (len(code) - len(self.made.places)))

    def label(self) -> int:
        self.labels.append(-1)
        return len(self.labels) - 1

    def here(self, label: int) -> None:
        self.labels[label] = len(self.made.code)

    def temp(self) -> int:
        self.top += 1
        self.made.registers = max(self.made.registers, self.top)
        return self.top - 1

    def constant(self, value: int) -> int:
        pool = self.made.pool
        if value not in pool:
            pool.append(value)
        return ~pool.index(value)

    # ---- expressions ---------------------------------------------------------------------------

    def value(self, value: Ex) -> int:
        """The operand to read an expression from."""
        if value.op == "const":
            return self.constant(value.imm)
        if value.op == "local" and value.imm not in self.frame:
            return self.first + value.imm
        to = self.temp()
        self.into(value, to)
        return to

    def all(self, values: tuple[Ex, ...]) -> tuple[int, ...]:
        return tuple(self.value(x) for x in values)

    def into(self, value: Ex, to: int) -> None:
        """Work an expression out in a register."""
        op, args, imm = value.op, value.args, value.imm
        match op:
            case "const":
                self.emit("copy", to, self.constant(imm))
            case "local" if imm in self.frame:
                self.emit("get", to, self.frame[imm])
            case "local":
                self.emit("copy", to, self.first + imm)
            case "load" if not args:
                self.emit("peek", to, imm)
            case "load" | "gload":
                self.emit(op, to, imm, self.value(args[0]))
            case "table" | "gtable":
                self.emit("table", to, imm, self.value(args[0]))
            case "call":
                self.emit("call", imm, self.all(args), (to,))
            case "calldyn":
                self.emit("calldyn", imm, self.value(args[0]), self.all(args[1:]), (to,))
            case "sortpush":
                self.emit(op, to, self.value(args[0]), self.value(args[1]), self.all(args[2:]))
            case "sortseq":
                self.emit(op, to, self.value(args[0]), imm)
            case "land" | "lor" | "ite":
                self._lazy(value, to)
            case _ if op in _PLAIN:
                self.emit(op, to, *self.all(args))
            case _:
                raise AssertionError(op)

    def _lazy(self, value: Ex, to: int) -> None:
        """Into a register of its own first: what is still to be worked out may read the target."""
        mine = to if to >= self.locals else self.temp()
        end = self.label()
        if value.op == "ite":
            test, then, otherwise = value.args
            second = self.label()
            self.unless(test, second)
            self.into(then, mine)
            self.emit("jump", label=end)
            self.here(second)
            self.into(otherwise, mine)
        else:
            self.into(value.args[0], mine)
            self.emit("unless" if value.op == "land" else "when", mine, label=end)
            self.into(value.args[1], mine)
        self.here(end)
        if mine != to:
            self.emit("copy", to, mine)

    def unless(self, test: Ex, label: int) -> None:
        """Jump if a test does not hold."""
        match test:
            case Ex("land", (a, b)):
                self.unless(a, label)
                self.unless(b, label)
            case Ex("lor", (a, b)):
                holds = self.label()
                self.when(a, holds)
                self.unless(b, label)
                self.here(holds)
            case Ex("not", (a,)):
                self.when(a, label)
            case _:
                self.emit("unless", self.value(test), label=label)

    def when(self, test: Ex, label: int) -> None:
        """Jump if a test holds."""
        match test:
            case Ex("lor", (a, b)):
                self.when(a, label)
                self.when(b, label)
            case Ex("land", (a, b)):
                fails = self.label()
                self.unless(a, fails)
                self.when(b, label)
                self.here(fails)
            case Ex("not", (a,)):
                self.unless(a, label)
            case _:
                self.emit("when", self.value(test), label=label)
