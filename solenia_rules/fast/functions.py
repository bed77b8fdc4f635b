"""Machine code of the core's functions: pure ones as they are, the others running from block to block."""

from __future__ import annotations

from solenia_rules.compiler import core as c
from solenia_rules.compiler import flatten as f
from solenia_rules.compiler import layout as at
from solenia_rules.compiler.core import Ex, Function, Stmt
from solenia_rules.compiler.outcomes import ASKED, ENDED, HORIZON
from solenia_rules.fast import Unsupported
from solenia_rules.fast.expressions import Expressions, Place, Symbols, result_types, returned
from solenia_rules.fast.memory import HEAD, Memory
from solenia_rules.fast.shapes import Shape, Shapes, Sort
from solenia_rules.fast.writer import NUMBER, Value, Writer, number

TOO_DEEP = 1
PRIM_MASKS = {"move": ("Pieces",), "move_at": ("Pieces",), "show": ("Pieces",), "dedupe": ("Pieces",)}
"""Primitives whose first arguments are sets that may be wide."""
DOES = frozenset(("move", "move_at", "turn", "set_face", "dedupe"))
ACTS = frozenset(("win", "enter", "leave", "draw", "shuffle", "roll", "show"))
"""Primitives inside a block and at the end of one."""


class Statements(Expressions):
    def __init__(
        self, writer: Writer, shapes: Shapes, memory: Memory, symbols: Symbols, fn: int, frame: dict[int, int]
    ) -> None:
        super().__init__(writer, shapes, memory, symbols, fn, frame)
        self.ends: dict[int, str] = {}
        """Label of a loop -> where it is left for."""

    def stmts(self, body: list[Stmt]) -> None:
        for stmt in body:
            if not self.w.open:
                return
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        w = self.w
        match stmt:
            case c.Set(local, value):
                self.set(local, value)
            case c.Store(base, index, value):
                self._store(base, index, value)
            case c.If(test, then, otherwise):
                self._if(test, then, otherwise)
            case c.ForBits(member, mask, body, label):
                self._for(member, mask, body, label)
            case c.Loop(label, body):
                head, after = w.label(), w.label()
                w.here(head)
                self.ends[label] = after
                self.stmts(body)
                if w.open:
                    w.jump(head)
                w.here(after)
            case c.Break(label):
                w.jump(self.ends[label])
            case c.Call(fn, args, results):
                self._call(fn, args, results)
            case c.CallDyn(table, index, args):
                self.call_dyn(table, index, args, None)
            case c.Prim(name, args, result):
                self._prim(name, args, result)
            case c.Return(values):
                self.give_back(values)
            case c.Mark():
                pass
            case _:
                raise Unsupported(f"there is no machine code for the statement {type(stmt).__name__}")

    def give_back(self, values: tuple[Ex, ...]) -> None:
        raise AssertionError("a return inside a block")

    def _store(self, base: int, index: Ex | None, value: Ex) -> None:
        w = self.w
        shape = self.shapes.of_slot(base) if index is None or base >= at.HEADER else _NUMBER
        if shape.sort is Sort.SEQUENCE:
            target = self.sequence(Ex("load", () if index is None else (index,), base))
            self.into(value, target, shape)
            return
        type_ = f"i{shape.bits}"
        where = None if index is None else self.index(index)
        found = self.value(value, type_)
        w.store_split(found, *self.slot(base, where, type_))

    def _if(self, test: Ex, then: list[Stmt], otherwise: list[Stmt]) -> None:
        w = self.w
        if not _anything(then) and not _anything(otherwise):
            return
        first, second, after = w.label(), w.label(), w.label()
        self.fork(test, first, second if otherwise else after)
        w.here(first)
        self.stmts(then)
        if w.open:
            w.jump(after)
        if otherwise:
            w.here(second)
            self.stmts(otherwise)
            if w.open:
                w.jump(after)
        w.here(after)

    def fork(self, test: Ex, then: str, otherwise: str) -> None:
        """Two ways; a test of several parts is left at the first that settles it."""
        w = self.w
        match test:
            case Ex("land", (a, b)) if not self._is_cheap(b):
                more = w.label()
                self.fork(a, more, otherwise)
                w.here(more)
                self.fork(b, then, otherwise)
            case Ex("lor", (a, b)) if not self._is_cheap(b):
                more = w.label()
                self.fork(a, then, more)
                w.here(more)
                self.fork(b, then, otherwise)
            case Ex("not", (a,)):
                self.fork(a, otherwise, then)
            case _:
                w.branch(self.test(test), then, otherwise)

    def _for(self, member: int, mask: Ex, body: list[Stmt], label: int) -> None:
        w = self.w
        members = self.mask(mask)
        rest = w.variable(members.type)
        w.set(members, rest)
        head, inside, after = w.label(), w.label(), w.label()
        self.ends[label] = after
        w.here(head)
        left = w.get(members.type, rest)
        w.branch(left, inside, after)
        w.here(inside)
        w.set(w.without_lowest(left), rest)
        self.set_number(member, w.lowest(left))
        self.stmts(body)
        if w.open:
            w.jump(head)
        w.here(after)

    def _call(self, fn: int, args: tuple[Ex, ...], results: tuple[int, ...]) -> None:
        shapes = [self.shapes.of_result(fn, number) for number in range(self.shapes.results[fn])]
        places = [self.scratch(shape) for shape in shapes if shape.sort is Sort.SEQUENCE]
        integers = iter(self.call(fn, args, places))
        sequences = iter(places)
        for place, shape in enumerate(shapes):
            local = results[place] if place < len(results) else None
            if shape.sort is Sort.SEQUENCE:
                made = next(sequences)
                if local is not None:
                    self._take(local, made, shape)
            else:
                found = next(integers)
                if local is not None:
                    self.w.store(found, self.address(local))

    def _take(self, local: int, made: Place, shape: Shape) -> None:
        self.w.copy(self.address(local), made.address, 8 * self.memory.words(shape, self.memory.most))

    def prim_args(self, name: str, args: tuple[Ex, ...]) -> str:
        """Arguments of a primitive, with their types."""
        made = ["ptr %s"]
        masks = PRIM_MASKS.get(name, ())
        for place, arg in enumerate(args):
            type_ = self.pieces if place < len(masks) else NUMBER
            value = self.value(arg, type_) if arg.op == "const" else self.w.resize(self.value(arg), type_)
            made.append(f"{value.type} {value.text}")
        return ", ".join(made)

    def _prim(self, name: str, args: tuple[Ex, ...], result: int | None) -> None:
        w = self.w
        if name == "event":
            return
        if name == "dedupe":
            assert result is not None
            found = w.give(self.pieces, f"call {self.pieces} @k.dedupe({self.prim_args(name, args)})")
            self.set_number(result, found)
            return
        if name == "move" and args[0].op == "bit":
            piece = self.number(args[0].args[0])
            place = self.number(args[1])
            there, after = w.label(), w.label()
            w.branch(w.compare("sge", piece, number(0)), there, after)
            w.here(there)
            w.put(f"call void @k.put(ptr %s, i64 {piece.text}, i64 {place.text}, i64 1000000)")
            w.here(after)
            return
        if name not in DOES:
            raise Unsupported(f"there is no machine code for the primitive {name}")
        w.put(f"call void @k.{name}({self.prim_args(name, args)})")


_NUMBER = Shape(Sort.INTEGER, 64, 0, True)


def _anything(body: list[Stmt]) -> bool:
    return any(not isinstance(x, c.Mark) and not (isinstance(x, c.Prim) and x.name == "event") for x in body)


class PureCode(Statements):
    """A pure function: the state, its parameters, and places for results that are sequences."""

    def __init__(self, shapes: Shapes, memory: Memory, symbols: Symbols, function: Function) -> None:
        self.types, self.outs = result_types(shapes, function.id)
        params = ["ptr %s"]
        kept: list[tuple[int, Shape]] = []
        for place in range(function.params):
            shape = shapes.of_local(function.id, place)
            kept.append((place, shape))
            params.append(f"{'ptr' if shape.sort is Sort.SEQUENCE else f'i{shape.bits}'} %p{place}")
        params += [f"ptr %o{place}" for place in range(len(self.outs))]
        head = f"define internal {returned(self.types)} @f{function.id}({', '.join(params)}) nounwind"
        super().__init__(Writer(head), shapes, memory, symbols, function.id, {})
        for place, shape in kept:
            if shape.sort is Sort.SEQUENCE:
                # whoever calls may give the order of a zone, which has room for fewer members
                self.w.put(f"call void @k.copy_items(ptr {self.address(place)}, ptr %p{place})")
                if shape.keys:
                    keys = self.w.at(self.address(place), 8 * memory.keys_at(memory.most))
                    self.w.store(number(0), keys)
            else:
                self.w.store(Value(f"i{shape.bits}", f"%p{place}"), self.address(place))
        self.stmts(function.body)
        if self.w.open:
            self.give_back(())

    def give_back(self, values: tuple[Ex, ...]) -> None:
        w = self.w
        integers: list[Value] = []
        outs = 0
        for place in range(self.shapes.results[self.fn]):
            shape = self.shapes.of_result(self.fn, place)
            if shape.sort is Sort.SEQUENCE:
                if place < len(values):
                    self.into(values[place], Place(f"%o{outs}", self.memory.most), shape)
                outs += 1
            else:
                type_ = f"i{shape.bits}"
                integers.append(self.value(values[place], type_) if place < len(values) else Value(type_, "0"))
        if not integers:
            w.end("ret void")
        elif len(integers) == 1:
            w.end(f"ret {integers[0].type} {integers[0].text}")
        else:
            whole, made = returned(self.types), "undef"
            for place, value in enumerate(integers):
                made = w.give(whole, f"insertvalue {whole} {made}, {value.type} {value.text}, {place}").text
            w.end(f"ret {whole} {made}")


class SpineCode(Statements):
    """A function that may be left and resumed: workplace, state, frame and the block to run; the next block."""

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
            self.stmts(block.stmts)
            if w.open:
                self._end(block.end)
        w.here("nowhere")
        w.end("unreachable")

    def _word(self, slot: int) -> Value:
        return self.w.load(NUMBER, self.w.at("%s", 8 * slot))

    def _put_word(self, value: Value, slot: int) -> None:
        self.w.store(value, self.w.at("%s", 8 * slot))

    def _end(self, end: f.End | None) -> None:
        w = self.w
        match end:
            case f.Jump(target):
                w.jump(f"b{target}")
            case f.Branch(test, then, otherwise):
                self.fork(test, f"b{then}", f"b{otherwise}")
            case f.CallEnd(fn, args, follow):
                self._begin(fn, args, follow)
            case f.CallDynEnd(table, index, args, follow):
                self._begin_dyn(table, index, args, follow)
            case f.DecideEnd():
                self._ask(end)
            case f.FailEnd():
                w.end(f"ret i64 {w.give(NUMBER, 'call i64 @k.stuck(ptr %s)').text}")
            case f.ReturnEnd():
                self._finish()
            case f.PrimEnd(prim, follow):
                self._act(prim.name, prim.args, follow)
            case _:
                raise Unsupported(f"there is no machine code for the end {type(end).__name__}")

    def _begin(self, fn: int, args: tuple[Ex, ...], follow: int) -> None:
        """A new frame above this one."""
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
        w.end(f"switch i64 {which.text}, label %b{follow} [{cases}]")
        for fn in functions:
            w.here(labels[fn])
            if self.shapes.core.functions[fn].spine:
                self._begin(fn, args, follow)
            else:
                self.call(fn, args, [])
                w.jump(f"b{follow}")

    def _ask(self, end: f.DecideEnd) -> None:
        w, options = self.w, self.options
        spec = self.shapes.core.specs[end.spec]
        seat = self.index(end.seat)
        asked = self._options(end.mask)
        where, _shape = self.memory.places[self.fn][self.frame[end.result]]
        dest = w.binary("add", self._word(at.FRAME), number(where))
        if spec.look:
            asked = self._tried(Value(options, "0"), asked, seat, dest, end.next)
        elif end.unsure is not None and end.unsure != c.const(0):
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
        w.end(f"ret i64 {w.give(NUMBER, 'call i64 @k.stuck(ptr %s)').text}")
        w.here(one)
        others, mine, horizon = w.label(), w.label(), w.label()
        w.branch(self._word(at.TRIAL), others, mine)
        w.here(others)
        w.branch(w.compare("eq", seat, self._word(at.TRIAL_SEAT)), mine, horizon)
        w.here(horizon)
        w.end(f"ret i64 {HORIZON}")
        w.here(mine)
        self.set_number(end.result, w.lowest(asked))
        w.jump(f"b{end.next}")

    def _options(self, mask: Ex) -> Value:
        if mask.op == "const":
            return Value(self.options, str(mask.imm))
        return self.w.resize(self.value(mask), self.options)

    def _tried(self, sure: Value, unsure: Value, seat: Value, dest: Value, follow: int) -> Value:
        """The options that are sure and those of the others after which the rest can be done."""
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

    def _act(self, name: str, args: tuple[Ex, ...], follow: int) -> None:
        w = self.w
        if name in c.HORIZON:
            horizon, on = w.label(), w.label()
            w.branch(self._word(at.TRIAL), horizon, on)
            w.here(horizon)
            w.end(f"ret i64 {HORIZON}")
            w.here(on)
        given = self.prim_args(name, args)
        if name == "win":
            w.end(f"ret i64 {w.give(NUMBER, f'call i64 @k.win({given})').text}")
            return
        if name == "enter":
            over, on = w.label(), w.label()
            w.branch(w.give(NUMBER, f"call i64 @k.enter({given})"), over, on)
            w.here(over)
            w.end(f"ret i64 {ENDED}")
            w.here(on)
        elif name in ACTS:
            w.put(f"call void @k.{name}({given})")
        else:
            raise Unsupported(f"there is no machine code for the primitive {name}")
        w.jump(f"b{follow}")
