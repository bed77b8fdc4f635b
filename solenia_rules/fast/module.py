"""Translates a whole program to one LLVM module."""

from __future__ import annotations

import re
from array import array
from functools import cached_property
from hashlib import sha256
from importlib.resources import files

from solenia_rules.core import flatten as f
from solenia_rules.core import layout as at
from solenia_rules.core.backends.python.junctions import Junctions
from solenia_rules.core.outcomes import ENDED
from solenia_rules.fast.bot_constants import passing
from solenia_rules.fast.classes import Shape, Sort
from solenia_rules.fast.constants import Constants
from solenia_rules.fast.intrinsics import KernelTable
from solenia_rules.fast.memory import WORD, Memory
from solenia_rules.fast.observation_tables import showing
from solenia_rules.fast.packing_code import packing
from solenia_rules.fast.pure_code import PureCode
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.spine_code import SpineCode
from solenia_rules.fast.statement_code import ENDLESS
from solenia_rules.fast.translator import translate
from solenia_rules.fast.writer import NUMBER, Value, Writer, bits_of, number
from solenia_rules.play import sequences
from solenia_rules.play.executor import Executor
from solenia_rules.play.observed_parts import Part

MARK = sha256(b"what lies beside the code").digest()
"""A marker in the object code, directly before the data."""
EXPORTED = frozenset(("begin", "games", "playouts", "step", "tell", "close"))
TELLING = frozenset(
    ("record", "retell", "count_games", "begin_minds", "think", "glance", "draw_world", "add_events", "remember_answer")
)
"""The functions that only the telling form has, besides the others."""
COVERING = frozenset(("cover_games",))
"""The functions that only the counting form has, besides those of the telling form."""
BATCHING = frozenset(("begin_games", "step_games", "observe_games", "translate_answers"))
"""The functions that only the form for batches has, besides the others."""
_KERNEL_CALL = re.compile(r"@k\.(\w+)\(")

_DECLARED = (
    "declare ptr @realloc(ptr, i64)",
    "declare void @free(ptr)",
    "declare double @llvm.sqrt.f64(double)",
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
)


def kernel_text() -> str:
    """The text of all kernel modules, concatenated."""
    folder = files("solenia_rules.fast").joinpath("kernel")
    found = sorted((part.name, part.read_text("utf-8")) for part in folder.iterdir() if part.name.endswith(".py"))
    return "\n".join(text for _name, text in found)


class Module:
    """A program in one of four forms. The telling form also writes the events of a position that has a teller, and the
    counting form is a telling form that also counts the statements that run; the form for batches plays many games side
    by side and writes observations."""

    def __init__(
        self, executor: Executor, telling: bool = False, observed: list[Part] | None = None, counting: bool = False
    ) -> None:
        """`observed`: the parts of an observation, for the form for batches. `counting`: the telling form that counts
        statements."""
        self.executor = executor
        self.observed = observed
        self.long_runs = observed is not None
        """Whether the code will run so long that compiling it with all passes is worth the time."""
        self.telling = telling or counting
        self.counting = counting
        self.program = executor.program
        self.core = self.program.flat.core
        self.shapes = Shapes(self.program)
        self.memory = Memory(self.shapes)
        self.constants = Constants(executor, self.shapes, self.memory, self.telling, observed)
        self.junctions = Junctions(self.program.flat, self.telling)
        self.globals: list[str] = []
        self.beside = array("q")
        """Numbers and tables. They are stored apart from the code, so that the code stays the same when only they
        change."""
        self._tables: dict[int, str] = {}
        self._sequences: dict[int, str] = {}

    @cached_property
    def text(self) -> str:
        tables = {
            name: KernelTable(self.lay(_words(type_, values)), type_)
            for name, (type_, values) in self.constants.tables.items()
        }
        functions = [
            *self._functions(),
            *packing(self.program.layout, self.shapes, self.memory),
            self._run(),
            self._reset(),
            self._estimate(),
        ]
        if self.telling:
            functions.append(passing(self.program, self.shapes, self.memory))
        exported = EXPORTED | TELLING if self.telling else EXPORTED
        if self.counting:
            exported |= COVERING
        if self.observed is not None:
            functions.append(showing(self.observed, self.shapes))
            exported |= BATCHING
        called = {name for text in functions for name in _KERNEL_CALL.findall(text)}
        functions.append(translate(kernel_text(), self.constants.world(tables), exported, called))
        mark, beside = f"[{len(MARK) // WORD} x i64]", f"[{len(self.beside)} x i64]"
        words = ", ".join(f"i64 {word}" for word in array("q", MARK))
        value = f"{{{mark} [{words}], {beside} zeroinitializer}}"
        self.globals.append(f"@data = externally_initialized constant {{{mark}, {beside}}} {value}, align 16")
        widths = sorted({64, *(self.shapes.shape(n).bits for n in range(len(self.shapes.parents)))})
        declared = [*_DECLARED]
        for bits in {*widths, bits_of(self.constants.piece_type), bits_of(self.constants.cell_type)}:
            declared.append(f"declare i{bits} @llvm.ctpop.i{bits}(i{bits})")
            declared.append(f"declare i{bits} @llvm.bitreverse.i{bits}(i{bits})")
            declared += [f"declare i{bits} @llvm.{name}.i{bits}(i{bits}, i1)" for name in ("cttz", "ctlz")]
        return "\n".join((*declared, *self.globals, *functions)) + "\n"

    # ---- constants ----------------------------------------------------------------------------------

    def lay(self, words: list[int]) -> str:
        """Append words to the data; returns their address."""
        start = len(MARK) + WORD * len(self.beside)
        self.beside.extend(words)
        return f"getelementptr (i8, ptr @data, i64 {start})"

    def number(self, value: int) -> str:
        """The address of a number in the data. A set with bit 63 is stored as the negative number with the same
        bits."""
        return self.lay([value - (1 << 64) if value >> 63 == 1 else value])

    def table(self, number: int) -> str:
        """The address of the first entry of a table. The entry before it is the result for index -1."""
        if number not in self._tables:
            shape, values = self.shapes.of_table(number), self.core.tables[number]
            if shape.sort is Sort.SEQUENCE:
                before = self.memory.words(shape, self.memory.most)
                words = [0] * before
                for packed in values:
                    words += self._items(packed, shape)
            else:
                words, before = _words(f"i{shape.bits}", [-1, *values]), shape.bits // 64
            start = len(MARK) + WORD * (len(self.beside) + before)
            self.lay(words)
            self._tables[number] = f"getelementptr (i8, ptr @data, i64 {start})"
        return self._tables[number]

    def sequence(self, packed: int) -> str:
        if packed not in self._sequences:
            self._sequences[packed] = self.lay(self._items(packed, Shape(Sort.SEQUENCE, 64, 0, True)))
        return self._sequences[packed]

    def _items(self, packed: int, shape: Shape) -> list[int]:
        items = sequences.unpack(packed) if packed > 0 else []
        words = [0] * self.memory.words(shape, self.memory.most)
        words[0] = len(items)
        for place, item in enumerate(items):
            words[1 + place // 4] |= item << 16 * (place % 4)
        return words

    # ---- functions ------------------------------------------------------------------------------------

    def _functions(self) -> list[str]:
        resumed = {*self.program.flat.entries.values()}
        for block in self.program.flat.blocks:
            if isinstance(block.end, (f.CallEnd, f.CallDynEnd, f.DecideEnd, f.ForeseeEnd)):
                resumed.add(block.end.next)
        made = []
        for function in self.core.functions:
            if not function.body:
                continue
            if function.spine:
                made.append(SpineCode(self.shapes, self.memory, self, function.id, resumed).w.text())
            else:
                made.append(PureCode(self.shapes, self.memory, self, function).w.text())
        return made

    def _run(self) -> str:
        """The function that runs block by block; each block counts as a step."""
        owners = ", ".join(f"ptr @s{block.fn}" for block in self.program.flat.blocks)
        self.globals.append(f"@owners = internal constant [{len(self.program.flat.blocks)} x ptr] [{owners}]")
        return f"""define internal i64 @run(ptr %x, ptr %s, i64 %first) nounwind {{
entry:
  %at = getelementptr i64, ptr %s, i64 {at.FRAME}
  %steps = getelementptr i64, ptr %s, i64 {self.memory.steps}
  %fault = getelementptr i64, ptr %s, i64 {self.memory.fault}
  br label %head
head:
  %block = phi i64 [%first, %entry], [%next, %go]
  %goes = icmp sge i64 %block, 0
  br i1 %goes, label %on, label %out
on:
  %before = load i64, ptr %steps
  %left = sub i64 %before, 1
  store i64 %left, ptr %steps
  %some = icmp sge i64 %left, 0
  br i1 %some, label %go, label %endless
go:
  %where = load i64, ptr %at
  %f = getelementptr i64, ptr %s, i64 %where
  %owner = getelementptr ptr, ptr @owners, i64 %block
  %code = load ptr, ptr %owner
  %next = call i64 %code(ptr %x, ptr %s, ptr %f, i64 %block)
  br label %head
endless:
  store i64 {ENDLESS}, ptr %fault
  ret i64 {ENDED}
out:
  ret i64 %block
}}"""

    def _reset(self) -> str:
        w = Writer("define internal void @reset(ptr %s, i64 %phase) nounwind")
        end = w.label()
        labels = {phase: w.label() for phase in self.program.resets}
        cases = " ".join(f"i64 {phase}, label %{label}" for phase, label in labels.items())
        w.end(f"switch i64 %phase, label %{end} [{cases}]")
        for phase, writes in self.program.resets.items():
            w.here(labels[phase])
            for base, values in writes:
                step = self.memory.step.get(self.shapes.part_of[base], 0)
                for place, value in enumerate(values):
                    found = w.load(NUMBER, self.number(_signed(value)))
                    w.store(found, w.at("%s", 8 * (base + place)))
                    for word in range(step):
                        part = number(_signed(value >> 64 * (word + 1)))
                        w.store(part, w.at("%s", 8 * (self.memory.rest(base + place) + word)))
            w.jump(end)
        w.here(end)
        w.end("ret void")
        return w.text()

    def _estimate(self) -> str:
        w = Writer("define internal i64 @estimate(ptr %s, i64 %seat) nounwind")
        if self.program.estimate is not None:
            w.end(f"ret i64 {w.give(NUMBER, f'call i64 @f{self.program.estimate}(ptr %s, i64 %seat)').text}")
        elif self.program.score is not None:
            base = w.at("%s", 8 * self.program.layout.counters[self.program.score])
            w.end(f"ret i64 {w.load(NUMBER, w.element(base, Value(NUMBER, '%seat'), 8)).text}")
        else:
            w.end("ret i64 0")
        return w.text()


def filled(code: bytes, beside: bytes) -> bytes:
    """Object code with the numbers and tables of a module filled in."""
    start = code.index(MARK) + len(MARK)
    return code[:start] + beside + code[start + len(beside) :]


def _signed(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def _words(type_: str, values: list[int]) -> list[int]:
    """A list of values as words: the alignment of wide integers is up to LLVM, so tables do not rely on it."""
    return [_signed(value >> shift) for value in values for shift in range(0, bits_of(type_), 64)]
