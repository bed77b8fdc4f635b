"""Generates LLVM IR for the core's pure functions."""

from __future__ import annotations

from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Ex
from solenia_rules.fast.classes import Shape, Sort
from solenia_rules.fast.memory import Memory
from solenia_rules.fast.sequence_code import Place, Symbols
from solenia_rules.fast.shapes import Shapes, result_types
from solenia_rules.fast.statement_code import StatementCode
from solenia_rules.fast.writer import Value, Writer, number, returned


class PureCode(StatementCode):
    """Code of a pure function. Its parameters are the state, the function's parameters, and places for results that are
    sequences."""

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
                # the caller may pass the order of a zone, which has room for fewer members
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
