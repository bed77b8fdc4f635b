"""Prints core statements and constant tables as Python. The text contains only names created here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import assert_never

from solenia_rules.checked.numbers import DIGIT
from solenia_rules.core import core as c
from solenia_rules.core.backends.python.bounds import Bounds, bounds
from solenia_rules.core.backends.python.python_values import PythonValues
from solenia_rules.core.backends.python.repetition import repeated
from solenia_rules.core.core import Function, Stmt
from solenia_rules.core.expressions import Binary, Const, Ex, Local, Unary
from solenia_rules.core.flatten import Flat
from solenia_rules.core.primitives import PrimitiveName
from solenia_rules.core.refine.hoisting import Hoisting, Kept, stretches, writes_state
from solenia_rules.core.rewriting import assigned, blocks_of, breaks_to, used, values_of, walk

MOST_LISTED = 100
"""The most members of a constant mask that a loop lists."""


class PythonCode(PythonValues):
    """`emitting`: whether the code writes events to the log."""

    def __init__(self, flat: Flat, emitting: bool) -> None:
        super().__init__()
        self.flat = flat
        self.core = flat.core
        self.emitting = emitting
        self.lines: list[str] = []
        self.frame: dict[int, int] = {}
        self.fn = -1
        self.unmirrored: set[int] = set()
        """Locals in the frame that are assigned in ways that do not update a variable."""
        self.mirrored: set[int] = set()
        """Locals in the frame for which a variable is up to date here."""
        self.present: set[int] = set()
        """Locals that are never -1: they are assigned only as an answer or as a member of a loop."""
        self.most_members = 1 << DIGIT
        """More than any member of a mask."""
        self.loops: list[int] = []

    # ---- locals --------------------------------------------------------------------------------

    def local(self, number: int) -> str:
        """The text that reads a local; a local in the frame may also be in a variable."""
        if number not in self.frame or number in self.mirrored:
            return f"v{number}"
        return self.framed(number)

    def framed(self, number: int) -> str:
        place = self.frame[number]
        return f"s[f + {place}]" if place else "s[f]"

    def target(self, number: int) -> str:
        """The text that assigns a local."""
        if number not in self.frame:
            return f"v{number}"
        return self.framed(number) if number in self.unmirrored else f"{self.framed(number)} = v{number}"

    def written(self, number: int) -> None:
        """Record that the variable now holds the same value as the frame."""
        if number in self.frame and number not in self.unmirrored:
            self.mirrored.add(number)

    def mirror(self, stmts: list[Stmt], last: tuple[Ex, ...], indent: int) -> None:
        """Load locals of the frame that are read more than once into variables."""
        counts: Counter[int] = Counter()
        for value in (*(v for stmt in walk(stmts) for v in values_of(stmt)), *last):
            for number in value.reads:
                if number in self.frame and number not in self.mirrored:
                    counts[number] += 1
        for number, count in counts.items():
            if count > 1 and number not in self.unmirrored and not _set_first(stmts, number):
                self.put(indent, f"v{number} = {self.local(number)}")
                self.mirrored.add(number)

    # ---- whole values ---------------------------------------------------------------------------

    def whole(self, value: Ex, number: bool = True, condition: bool = False) -> str:
        """The text of a whole expression: values that it needs several times are computed once, when first needed.
        `number`: an integer, even if it is a test; `condition`: only its truth matters."""
        if not self.emitting:
            self.repeated = repeated(value, self.hoisted)
        text = self.condition(value) if condition else self.val(value) if number else self.ex(value)
        if self.repeated:
            self.repeated, self.named = set(), {}
        return text

    def bounds_of(self, value: Kept) -> Bounds:
        return bounds(value, self.core, self.present, self.most_members)

    # ---- statements -----------------------------------------------------------------------------

    def stmts(self, body: list[Stmt], indent: int, last: tuple[Ex, ...] = ()) -> None:
        """Print statements; `last`: values that are used after them."""
        before = len(self.lines)
        for stretch, asked in stretches(body, last):
            if asked is not None:
                self._hoist(stretch, asked, indent)
            elif isinstance(stretch[0], (c.ForBits, c.Loop)):
                self._hoist(stretch, (), indent, sums_only=True)
            for stmt in stretch:
                self.stmt(stmt, indent)
                self.forget(stmt)
        if len(self.lines) == before:
            self.put(indent, "pass")

    def forget(self, stmt: Stmt) -> None:
        """Drop the hoisted values that a statement may change."""
        if self.hoisted:
            changed, writes = assigned([stmt]), writes_state([stmt], asking=False)
            self.hoisted = {
                value: name
                for value, name in self.hoisted.items()
                if not (writes and value.reads_state) and value.locals.isdisjoint(changed)
            }

    def put(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def stmt(self, stmt: Stmt, indent: int) -> None:
        match stmt:
            case c.Set(number, value):
                text = self.whole(value)
                self.put(indent, f"{self.target(number)} = {text}")
                self.written(number)
            case c.Store(base, index, value):
                target = f"s[{base}]" if index is None else f"s[{self._index(base, index)}]"
                self.put(indent, f"{target} = {self.whole(value)}")
            case c.If(test, then, otherwise):
                self._if(test, then, otherwise, indent)
            case c.ForBits(member, mask, body, label):
                self._for(member, mask, indent)
                self.forget(stmt)
                self._loop_body(label, body, indent)
            case c.Loop(label, [c.If(test, [c.Break(out)], []), *body]) if out == label:
                self.forget(stmt)
                self.put(indent, f"while {self.negated(test)}:")
                self._loop_body(label, body, indent)
            case c.Loop(label, body):
                self.put(indent, "while True:")
                self.forget(stmt)
                self._loop_body(label, body, indent)
            case c.Break(label):
                if self.loops[-1] != label:
                    self.put(indent, f"out{label} = 1")
                self.put(indent, "break")
            case c.Call(fn, args, results):
                call = f"f{fn}(s{''.join(', ' + self.val(a) for a in args)})"
                names = ", ".join(self.local(r) for r in results)
                if len(results) == 1 and self.core.functions[fn].results == 1:
                    self.put(indent, f"{names} = {call}")
                elif results:
                    self.put(indent, f"{names} = {call}")
                else:
                    self.put(indent, self.noted(call))
            case c.CallDyn(table, index, args):
                self.put(indent, f"w0 = T{table}[{self.ex(index)}]")
                call = f"PURE[w0](s{''.join(', ' + self.val(a) for a in args)})"
                self.put(indent, f"if w0 >= 0: {self.noted(call)}")
            case c.Prim(name, args, result):
                self._prim(name, args, result, indent)
            case c.Return(values):
                texts = [self.whole(v) for v in values]
                self.put(
                    indent,
                    f"return {texts[0] if len(texts) == 1 else '(' + ', '.join(texts) + ')' if texts else 'None'}",
                )
            case c.Mark(place):
                if self.emitting:
                    self.put(indent, f"LOG.place = {place}" if place >= 0 else "LOG.back()")
            case c.Decide() | c.Foresee() | c.Fail() | c.Work():
                raise AssertionError("a statement that no block contains")
            case _:
                assert_never(stmt)

    def noted(self, call: str) -> str:
        """The text of a call of an effect; while it runs, the log knows the place of the call."""
        return f"LOG.calls.append(LOG.place); {call}; LOG.calls.pop()" if self.emitting else call

    def _for(self, member: int, mask: Ex, indent: int) -> None:
        """Print a loop with `members` inlined: loops are many and short."""
        name = self.local(member)
        if isinstance(mask, Const) and mask.value.bit_count() <= MOST_LISTED:
            listed = "".join(f"{number}, " for number in range(mask.value.bit_length()) if mask.value >> number & 1)
            self.put(indent, f"for {name} in ({listed}):")
            return
        if isinstance(mask, Local) and mask.number not in self.frame:
            text = self.ex(mask)
        else:
            text = "q"
            self.put(indent, f"q = {self.whole(mask, number=False)}")
        self.put(indent, f"for {name} in {self.members(mask, text)}:")

    def members(self, _mask: Ex, text: str) -> str:
        """The text for the members of a mask that is in a variable."""
        return f"LOW[{text} & 8191] + HIGH[{text} >> 13] if {text} < 67108864 else BITS[{text}]"

    def _if(self, test: Ex, then: list[Stmt], otherwise: list[Stmt], indent: int) -> None:
        kept_then, kept_else = self._kept(then), self._kept(otherwise)
        if not kept_then and not kept_else:
            return
        if kept_then:
            self.put(indent, f"if {self.whole(test, condition=True)}:")
            self._side(then, indent + 1)
            if kept_else:
                self.put(indent, "else:")
                self._side(otherwise, indent + 1)
        else:
            self.put(indent, f"if {self.negated(test)}:")
            self._side(otherwise, indent + 1)

    def _side(self, body: list[Stmt], indent: int) -> None:
        hoisted, mirrored = self.hoisted, set(self.mirrored)
        self.hoisted = dict(hoisted)
        self.stmts(body, indent)
        self.hoisted, self.mirrored = hoisted, mirrored

    def _kept(self, body: list[Stmt]) -> bool:
        return any(
            not isinstance(x, c.Mark) and not (isinstance(x, c.Prim) and x.name == "event" and not self.emitting)
            for x in body
        )

    def _loop_body(self, label: int, body: list[Stmt], indent: int) -> None:
        outer = [x for x in self.loops if breaks_to(body, (x,))]
        for other in outer:
            self.lines.insert(len(self.lines) - 1, "    " * indent + f"out{other} = 0")
        self.loops.append(label)
        hoisted, mirrored = self.hoisted, set(self.mirrored)
        self.hoisted = dict(hoisted)
        self.stmts(body, indent + 1)
        self.hoisted, self.mirrored = hoisted, mirrored
        self.loops.pop()
        for other in outer:
            self.put(indent, f"if out{other}: break")

    def _prim(self, name: PrimitiveName, args: tuple[Ex, ...], result: int | None, indent: int) -> None:
        if name == "event":
            if self.emitting:
                self.put(indent, f"LOG.tell({', '.join(self.val(a) for a in args)})")
            return
        if name == "move" and not self.emitting and self._move_one(args[0], args[1], indent):
            return
        call = f"{name}(s, {', '.join(self.val(a) for a in args)})"
        if name == "dedupe":
            mask = self.ex(args[0])
            assert result is not None
            self.put(indent, f"{self.target(result)} = {mask}")
            self.written(result)
            held = self.local(result)
            self.put(indent, f"if {held} & TWINS: {self.target(result)} = dedupe(s, {held})")
            return
        if result is None:
            self.put(indent, call)
            return
        self.put(indent, f"{self.target(result)} = {call}")
        self.written(result)

    def _move_one(self, pieces: Ex, place: Ex, indent: int) -> bool:
        """Print a faster move if at most one piece moves; returns whether it did."""
        match pieces:
            case Const(mask) if mask.bit_count() == 1:
                number = mask.bit_length() - 1
                self.put(indent, self._put(str(number), place))
            case Unary("bit", piece):
                once, name = self._atom(piece)
                sure = isinstance(piece, Local) and piece.number in self.present
                self.put(indent, f"{'' if sure else f'if {once} >= 0: '}{self._put(name, place)}")
            case _:
                return False
        return True

    def _put(self, piece: str, place: Ex) -> str:
        """The text that puts a piece last in a place."""
        return f"PUT[{piece}](s, {piece}, {self.val(place)})"

    def _pure(self, function: Function) -> None:
        self.frame, self.mirrored, self.hoisted, self.present = {}, set(), {}, present(function)
        params = "".join(f", v{i}" for i in range(function.params))
        self.put(0, f"def f{function.id}(s{params}):")
        self.stmts(function.body, 1)

    def _hoist(self, stmts: list[Stmt], last: tuple[Ex, ...], indent: int, sums_only: bool = False) -> None:
        """Compute values that a section without writes uses often before it, in addition to those already hoisted.
        `sums_only`: only sums and products of locals, which no write changes."""
        if self.emitting or not (stmts or last):
            return
        for value in Hoisting(stmts, last, set(self.frame) - self.mirrored, self.hoisted).chosen:
            if sums_only and not _is_sum(value):
                continue
            self.temps += 1
            name = f"h{self.temps}"
            self.put(indent, f"{name} = {self.val(value)}")
            self.hoisted[value] = name


def present(function: Function) -> set[int]:
    """Locals that are assigned only as an answer or as a member of a loop."""
    found: Counter[int] = Counter(range(function.params))
    sure: Counter[int] = Counter()
    for stmt in walk(function.body):
        if not blocks_of(stmt):
            found.update(assigned([stmt]))
        if isinstance(stmt, c.Decide):
            sure[stmt.result] += 1
        elif isinstance(stmt, c.ForBits):
            sure[stmt.local] += 1
            found.update((stmt.local, stmt.rest))
    return {number for number, count in sure.items() if found[number] == count}


def is_told(phase: Ex, told: Container[int]) -> bool:
    """Whether the code must call the hook `enter` for a phase."""
    return not isinstance(phase, Const) or phase.value in told


def _is_sum(value: Kept) -> bool:
    """Whether a value consists of sums and products of locals and constants."""
    match value:
        case Const() | Local():
            return True
        case Binary("add" | "sub" | "index_mul", left, right):
            return _is_sum(left) and _is_sum(right)
    return False


def _set_first(stmts: list[Stmt], number: int) -> bool:
    """Whether the first statement that involves a local assigns it."""
    for stmt in stmts:
        if any(number in value.locals for value in values_of(stmt)):
            return False
        if isinstance(stmt, c.Set) and stmt.local == number:
            return True
        if blocks_of(stmt) and number in assigned([stmt]) | used([stmt]):
            return False
    return False


WORD_BITS = 64


def table_lines(name: str, table: tuple[int, ...]) -> list[str]:
    """Lines that define a table, with one more entry for none. Wide sets are written once each, in hexadecimal digits:
    copies of a piece hold the same set, and decimal digits take quadratic time."""
    wide = {
        value: f"{name}_{i}" for i, value in enumerate(v for v in dict.fromkeys(table) if v.bit_length() > WORD_BITS)
    }
    entries = ", ".join([wide.get(value) or repr(value) for value in (*table, -1)])
    return [*(f"{own} = {value:#x}" for value, own in wide.items()), f"{name} = ({entries}{',' * (not table)})"]
