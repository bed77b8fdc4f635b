"""Generates LLVM IR for the core's functions that may be suspended and resumed: they run block by block."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.core import flatten as f
from solenia_rules.core import layout as at
from solenia_rules.core.expressions import Const, Ex
from solenia_rules.core.outcomes import ASKED, ENDED, HORIZON
from solenia_rules.core.primitives import PRIMITIVES, PrimitiveName
from solenia_rules.fast.classes import Shape, Sort
from solenia_rules.fast.memory import HEAD, Memory
from solenia_rules.fast.sequence_code import Place, Symbols
from solenia_rules.fast.shapes import Shapes
from solenia_rules.fast.statement_code import TOO_DEEP, StatementCode
from solenia_rules.fast.writer import NUMBER, Value, Writer, number


class SpineCode(StatementCode):
    """Code of a function that may be suspended and resumed. Its parameters are the workplace, the state, the frame and
    the block to run; it returns the next block."""

    def __init__(self, shapes: Shapes, memory: Memory, symbols: Symbols, fn: int, resumed: set[int]) -> None:
        flat = shapes.program.flat
        head = f"define internal i64 @s{fn}(ptr %x, ptr %s, ptr %f, i64 %block) nounwind"
        super().__init__(Writer(head), shapes, memory, symbols, fn, flat.frames[fn])
        self.flat = flat
        self.options = f"i{shapes.shape(shapes.options).bits}"
        blocks = [block for block in flat.blocks if block.fn == fn]
        w = self.w
        cases = " ".join(f"i64 {block.id}, label %b{block.id}" for block in blocks if block.id in resumed)
        w.end(f"switch i64 %block, label %nowhere [{cases}]")
        for block in blocks:
            w.here(f"b{block.id}")
            if block.id in flat.heads:
                self.tick("endless")
            if symbols.telling and block.place >= 0:
                self.mark(block.place)
            self.stmts(block.stmts)
            if w.open:
                self._end(block.end)
        w.here("endless")
        w.end(f"ret i64 {ENDED}")
        w.here("nowhere")
        w.end("unreachable")

    def _to(self, target: int) -> str:
        """The label of a block. Telling code skips the same blocks as plain telling code, because blocks set places."""
        return f"b{self.symbols.junctions.through(target) if self.symbols.telling else target}"

    def _stuck(self, place: int) -> None:
        given = f"@k.tell_stuck(ptr %s, i64 {place})" if self.symbols.telling else "@k.stuck(ptr %s)"
        self.w.end(f"ret i64 {self.w.give(NUMBER, f'call i64 {given}').text}")

    def _word(self, slot: int) -> Value:
        return self.w.load(NUMBER, self.w.at("%s", 8 * slot))

    def _put_word(self, value: Value, slot: int) -> None:
        self.w.store(value, self.w.at("%s", 8 * slot))

    def _end(self, end: f.End | None) -> None:
        w = self.w
        match end:
            case f.Jump(target):
                w.jump(self._to(target))
            case f.Branch(test, then, otherwise):
                self.fork(test, self._to(then), self._to(otherwise))
            case f.CallEnd(fn, args, follow):
                self._begin(fn, args, follow)
            case f.CallDynEnd(table, index, args, follow):
                self._begin_dyn(table, index, args, follow)
            case f.DecideEnd():
                self._ask(end)
            case f.ForeseeEnd():
                self._foresee(end)
            case f.FailEnd(place):
                self._stuck(place)
            case f.ReturnEnd():
                self._finish()
            case f.PrimEnd(prim, follow):
                self._act(prim.name, prim.args, follow)
            case None:
                raise AssertionError("a block without an end")
            case _:
                assert_never(end)

    def _begin(self, fn: int, args: tuple[Ex, ...], follow: int) -> None:
        """Push a new frame above this one."""
        w, memory = self.w, self.memory
        values: list[tuple[int, Shape, Value | Place]] = []
        for place, arg in enumerate(args):
            local_place = self.flat.frames[fn][place]
            where, shape = memory.places[fn][local_place]
            made: Value | Place = (
                self.sequence(arg) if shape.sort is Sort.SEQUENCE else self.value(arg, f"i{shape.bits}")
            )
            values.append((where, shape, made))
        w.store(number(follow), w.at("%f", 8))
        here = self._word(at.FRAME)
        new = w.binary("add", here, number(memory.frame_words[self.fn]))
        fits, deep = w.label(), w.label()
        w.branch(w.compare("sle", new, number(memory.total - memory.frame_words[fn])), fits, deep)
        w.here(deep)
        self._put_word(number(TOO_DEEP), memory.fault)
        w.end(f"ret i64 {ENDED}")
        w.here(fits)
        frame = w.at("%f", 8 * memory.frame_words[self.fn])
        w.store(number(fn), frame)
        w.store(number(0), w.at(frame, 8))
        w.store(here, w.at(frame, 16))
        w.clear(w.at(frame, 8 * HEAD), 8 * (memory.frame_words[fn] - HEAD))
        for where, _shape, made in values:
            to = w.at(frame, 8 * where)
            if isinstance(made, Place):
                w.put(f"call void @k.copy_items(ptr {to}, ptr {made.address})")
            else:
                w.store(made, to)
        self._put_word(new, at.FRAME)
        w.end(f"ret i64 {self.flat.entries[fn]}")

    def _begin_dyn(self, table: int, index: Ex, args: tuple[Ex, ...], follow: int) -> None:
        w = self.w
        functions = sorted({fn for fn in self.shapes.core.tables[table] if fn >= 0})
        which = w.load(NUMBER, w.element(self.symbols.table(table), self.index(index), 8))
        labels = {fn: w.label() for fn in functions}
        cases = " ".join(f"i64 {fn}, label %{labels[fn]}" for fn in functions)
        w.end(f"switch i64 {which.text}, label %{self._to(follow)} [{cases}]")
        for fn in functions:
            w.here(labels[fn])
            if self.shapes.core.functions[fn].spine:
                self._begin(fn, args, follow)
            else:
                with self.noted():
                    self.call(fn, args, [])
                w.jump(self._to(follow))

    def _ask(self, end: f.DecideEnd) -> None:
        w, options = self.w, self.options
        spec = self.shapes.core.specs[end.spec]
        seat = self.index(end.seat)
        asked = self._options(end.mask)
        where, _shape = self.memory.places[self.fn][self.frame[end.result]]
        dest = w.binary("add", self._word(at.FRAME), number(where))
        if spec.look:
            asked = self._tried(Value(options, "0"), asked, seat, dest, end.next)
        elif end.unsure is not None and end.unsure != Const(0):
            unsure = self._options(end.unsure)
            asked = self._tried(asked, unsure, seat, dest, end.next)
        several, few, none, one = w.label(), w.label(), w.label(), w.label()
        w.branch(w.without_lowest(asked), several, few)
        w.here(several)
        self._put_word(number(end.spec), at.SPEC)
        self._put_word(seat, at.ASKED)
        w.store_split(asked, *self.slot(at.MASK, None, options))
        self._put_word(dest, at.DEST)
        w.store(number(end.next), w.at("%f", 8))
        w.end(f"ret i64 {ASKED}")
        w.here(few)
        w.branch(asked, one, none)
        w.here(none)
        self._stuck(-1 - end.spec)
        w.here(one)
        others, mine, horizon = w.label(), w.label(), w.label()
        w.branch(self._word(at.TRIAL), others, mine)
        w.here(others)
        w.branch(w.compare("eq", seat, self._word(at.TRIAL_SEAT)), mine, horizon)
        w.here(horizon)
        w.end(f"ret i64 {HORIZON}")
        w.here(mine)
        answer = w.lowest(asked)
        self.set_number(end.result, answer)
        if self.symbols.telling:
            w.put(f"call void @k.tell_answer(ptr %s, i64 {end.spec}, i64 {seat.text}, i64 {answer.text}, i64 1)")
        w.jump(self._to(end.next))

    def _foresee(self, end: f.ForeseeEnd) -> None:
        w = self.w
        seat = self.index(end.seat)
        where, _shape = self.memory.places[self.fn][self.frame[end.result]]
        dest = w.binary("add", self._word(at.FRAME), number(where))
        given = f"ptr %x, ptr %s, i64 {dest.text}, i64 {end.next}, i64 {seat.text}"
        self.set_number(end.result, w.give(NUMBER, f"call i64 @k.foresee({given})"))
        w.jump(self._to(end.next))

    def _options(self, mask: Ex) -> Value:
        if isinstance(mask, Const):
            return Value(self.options, str(mask.value))
        return self.w.resize(self.value(mask), self.options)

    def _tried(self, sure: Value, unsure: Value, seat: Value, dest: Value, follow: int) -> Value:
        """The certain options, and the uncertain ones after which the rest can be done; inside a trial, all of both."""
        w, options = self.w, self.options
        made = w.variable(options)
        w.set(w.binary("or", sure, unsure), made)
        play, end, some = w.label(), w.label(), w.label()
        w.branch(self._word(at.TRIAL), end, some)
        w.here(some)
        w.branch(unsure, play, end)
        w.here(play)
        found = w.give(
            options,
            f"call {options} @k.viable(ptr %x, ptr %s, i64 {dest.text}, i64 {follow}, {options} {unsure.text}, "
            f"i64 {seat.text})",
        )
        w.set(w.binary("or", sure, found), made)
        w.here(end)
        return w.get(options, made)

    def _finish(self) -> None:
        w = self.w
        if self.shapes.core.functions[self.fn].phase:
            horizon, on = w.label(), w.label()
            w.branch(w.compare("eq", self._word(at.TRIAL), self._word(at.FRAME)), horizon, on)
            w.here(horizon)
            w.end(f"ret i64 {HORIZON}")
            w.here(on)
        below = w.load(NUMBER, w.at("%f", 16))
        self._put_word(below, at.FRAME)
        w.end(f"ret i64 {w.load(NUMBER, w.at(w.element('%s', below, 8), 8)).text}")

    def _act(self, name: PrimitiveName, args: tuple[Ex, ...], follow: int) -> None:
        w = self.w
        if PRIMITIVES[name].horizon:
            horizon, on = w.label(), w.label()
            w.branch(self._word(at.TRIAL), horizon, on)
            w.here(horizon)
            w.end(f"ret i64 {HORIZON}")
            w.here(on)
        given = self.prim_args(name, args)
        match name:
            case "win":
                w.end(f"ret i64 {w.give(NUMBER, f'call i64 {self.act(name)}({given})').text}")
                return
            case "enter":
                if self.symbols.counting:
                    w.put("call void @k.close_window(ptr %s)")
                over, on = w.label(), w.label()
                w.branch(w.give(NUMBER, f"call i64 {self.act(name)}({given})"), over, on)
                w.here(over)
                w.end(f"ret i64 {ENDED}")
                w.here(on)
            case "draw" | "shuffle" | "roll" | "lot" | "show" | "leave":
                w.put(f"call void {self.act(name)}({given})")
            case "move" | "move_at" | "turn" | "set_face" | "dedupe" | "position" | "event":
                raise AssertionError(f"{name} does not end a block")
            case _:
                assert_never(name)
        w.jump(self._to(follow))
