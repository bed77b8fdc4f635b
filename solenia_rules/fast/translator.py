"""Machine code of the functions of `kernel`: a small part of Python, made LLVM's language statement by statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from attrs import frozen

from solenia_rules.fast.writer import NUMBER, POINTER, TEST, Value, Writer, bits_of, number

LITERAL = "literal"
"""Type of a number that takes the type of what it meets."""
POSITION, WORKPLACE, LIST, ITEMS = "Position", "Workplace", "list", "Items"
_POINTERS = (POSITION, WORKPLACE, LIST, ITEMS)

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "lshr", ast.FloorDiv: "udiv", ast.Mod: "urem",
}  # fmt: skip
"""Divided and shifted to the right are only numbers that are not negative."""
_COMPARISON: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


@frozen
class Table:
    """A constant table of the module."""

    symbol: str
    type: str


@frozen
class Field:
    """A list in a position: where it begins and where the rest of wide values does, in words."""

    low: int
    rest: int
    type: str


@frozen
class World:
    """What the names of a kernel mean for one ruleset."""

    widths: Mapping[str, str]
    """Name of a sort of sets -> its type."""
    constants: Mapping[str, int | Value]
    tables: Mapping[str, Table]
    fields: Mapping[str, Field]
    """Lists in a position."""
    scalars: Mapping[str, Field]
    total: int
    """Words of a position."""
    orders: int
    order_step: int
    """Where the orders of zones lie, and the words of each."""


_WORKPLACE = {"arena": 0, "room": 1, "fuel": 2, "fault": 3}


@frozen
class Signature:
    params: tuple[str, ...]
    result: str | None


def translate(source: str, world: World, exported: frozenset[str]) -> str:
    """All functions of a kernel; exported ones can be called from outside."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    signatures = {
        node.name: Signature(
            tuple(_type(world, a.annotation) or NUMBER for a in node.args.args), _type(world, node.returns)
        )
        for node in functions
    }
    return "\n".join(_Function(node, signatures, world, node.name in exported).writer.text() for node in functions)


def _type(world: World, annotation: ast.expr | None) -> str | None:
    match annotation:
        case None | ast.Constant(None):
            return None
        case ast.Name("int"):
            return NUMBER
        case ast.Name(("Position" | "Workplace" | "Items") as name):
            return name
        case ast.Subscript():
            return LIST
        case ast.Name(name):
            return world.widths[name]
    raise AssertionError(ast.dump(annotation))


def plain(type_: str) -> str:
    """The type as LLVM has it."""
    return POINTER if type_ in _POINTERS else type_


class _Function:
    def __init__(
        self, node: ast.FunctionDef, signatures: Mapping[str, Signature], world: World, exported: bool
    ) -> None:
        self.world, self.signatures = world, signatures
        self.signature = signatures[node.name]
        names = [arg.arg for arg in node.args.args]
        params = ", ".join(f"{plain(t)} %p.{name}" for name, t in zip(names, self.signature.params, strict=True))
        result = self.signature.result or "void"
        linkage = "" if exported else "internal "
        self.writer = w = Writer(f"define {linkage}{result} @k.{node.name}({params}) nounwind")
        self.variables: dict[str, tuple[str, str]] = {}
        self.loops: list[tuple[str, str]] = []
        for name, type_ in zip(names, self.signature.params, strict=True):
            self._declare(name, type_)
            w.put(f"store {plain(type_)} %p.{name}, ptr {self.variables[name][0]}")
        self._body(node.body)
        if w.open:
            w.end("ret void" if self.signature.result is None else "unreachable")

    def _declare(self, name: str, type_: str) -> None:
        self.variables[name] = (self.writer.variable(plain(type_)), type_)

    # ---- statements -------------------------------------------------------------------------------

    def _body(self, body: list[ast.stmt]) -> None:
        for stmt in body:
            if not self.writer.open:
                return
            self._stmt(stmt)

    def _stmt(self, stmt: ast.stmt) -> None:
        w = self.writer
        match stmt:
            case ast.Expr(ast.Constant()):
                pass
            case ast.Expr(ast.Call() as call):
                self._call(call)
            case ast.AnnAssign(ast.Name(name), annotation, value) if value is not None:
                type_ = _type(self.world, annotation)
                assert type_ is not None
                self._assign(name, self._fit(self._ex(value), type_))
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                found = [self._ex(value) for value in values]
                for name_, value_ in zip(names, found, strict=True):
                    self._store(name_, value_)
            case ast.Assign([target], value):
                self._store(target, self._ex(value))
            case ast.AugAssign(target, op, value):
                self._store(target, self._ex(ast.BinOp(target, op, value)))
            case ast.If(test, then, otherwise):
                self._if(test, then, otherwise)
            case ast.While(test, body):
                head, inside, after = w.label(), w.label(), w.label()
                w.here(head)
                if isinstance(test, ast.Constant):
                    w.jump(inside)
                else:
                    w.branch(self._test(test), inside, after)
                self._loop(inside, body, head, head, after)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), args), body):
                self._range(name, args, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("bits"), [mask]), body):
                self._bits(name, mask, body)
            case ast.Return(None):
                w.end("ret void")
            case ast.Return(value) if value is not None:
                assert self.signature.result is not None
                found_ = self._fit(self._ex(value), self.signature.result)
                w.end(f"ret {found_.type} {found_.text}")
            case ast.Break():
                w.jump(self.loops[-1][1])
            case _:
                raise AssertionError(ast.dump(stmt))

    def _if(self, test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        w = self.writer
        if isinstance(test, ast.Attribute) and isinstance(test.value, ast.Name) and test.value.id == "k":
            known = self.world.constants[test.attr]
            assert isinstance(known, int)
            self._body(then if known else otherwise)
            return
        first, second, after = w.label(), w.label(), w.label()
        w.branch(self._test(test), first, second if otherwise else after)
        w.here(first)
        self._body(then)
        if w.open:
            w.jump(after)
        if otherwise:
            w.here(second)
            self._body(otherwise)
            if w.open:
                w.jump(after)
        w.here(after)

    def _loop(self, inside: str, body: list[ast.stmt], again: str, head: str, after: str) -> None:
        w = self.writer
        w.here(inside)
        self.loops.append((again, after))
        self._body(body)
        self.loops.pop()
        if w.open:
            w.jump(head)
        w.here(after)

    def _range(self, name: str, args: list[ast.expr], body: list[ast.stmt]) -> None:
        w = self.writer
        low, high = (ast.Constant(0), args[0]) if len(args) == 1 else args
        end = self._number(high)
        self._assign(name, self._number(low))
        head, inside, onward, after = w.label(), w.label(), w.label(), w.label()
        w.here(head)
        w.branch(w.compare("slt", self._name(name), end), inside, after)
        w.here(inside)
        self.loops.append((onward, after))
        self._body(body)
        self.loops.pop()
        w.here(onward)
        self._assign(name, w.binary("add", self._name(name), number(1)))
        w.jump(head)
        w.here(after)

    def _bits(self, name: str, mask: ast.expr, body: list[ast.stmt]) -> None:
        w = self.writer
        members = self._ex(mask)
        rest = w.variable(members.type)
        w.set(members, rest)
        head, inside, after = w.label(), w.label(), w.label()
        w.here(head)
        left = w.get(members.type, rest)
        w.branch(left, inside, after)
        w.here(inside)
        self._assign(name, w.lowest(left))
        w.set(w.without_lowest(left), rest)
        self.loops.append((head, after))
        self._body(body)
        self.loops.pop()
        if w.open:
            w.jump(head)
        w.here(after)

    # ---- variables and memory ---------------------------------------------------------------------

    def _assign(self, name: str, value: Value) -> None:
        if name not in self.variables:
            self._declare(name, NUMBER if value.type in (LITERAL, TEST) else value.type)
        variable, type_ = self.variables[name]
        value = self._fit(value, type_)
        self.writer.put(f"store {plain(type_)} {value.text}, ptr {variable}")

    def _name(self, name: str) -> Value:
        variable, type_ = self.variables[name]
        return Value(type_, self.writer.give(type_, f"load {plain(type_)}, ptr {variable}").text)

    def _store(self, target: ast.expr, value: Value) -> None:
        w = self.writer
        match target:
            case ast.Name(name):
                self._assign(name, value)
            case ast.Attribute(owner, name):
                type_, low, rest = self._scalar(self._ex(owner), name)
                w.store_split(self._fit(value, type_), low, rest)
            case ast.Subscript(ast.Attribute(owner, "order"), ast.Tuple([zone, index])):
                w.store(self._small(value), self._item(owner, zone, index))
            case ast.Subscript(ast.Attribute(owner, name), index):
                type_, low, rest = self._place(owner, name, self._number(index))
                w.store_split(self._fit(value, type_), low, rest)
            case ast.Subscript(ast.Name(name), index):
                whole, place = self._name(name), self._number(index)
                if whole.type == ITEMS:
                    w.store(self._small(value), w.element(w.at(whole.text, 8), place, 2))
                else:
                    w.store(self._fit(value, NUMBER), w.element(whole.text, place, 8))
            case _:
                raise AssertionError(ast.dump(target))

    def _small(self, value: Value) -> Value:
        return self.writer.resize(self._fit(value, NUMBER), "i16")

    def _scalar(self, owner: Value, name: str) -> tuple[str, str, str]:
        w = self.writer
        if owner.type == WORKPLACE:
            return NUMBER, w.at(owner.text, 8 * _WORKPLACE[name]), ""
        if owner.type == ITEMS:
            assert name == "length"
            return NUMBER, owner.text, ""
        field = self.world.scalars[name]
        return field.type, w.at(owner.text, 8 * field.low), w.at(owner.text, 8 * field.rest)

    def _place(self, owner: ast.expr, name: str, index: Value) -> tuple[str, str, str]:
        """Type and addresses of a member of a list in a position."""
        w, field = self.writer, self.world.fields[name]
        base = self._ex(owner).text
        low = w.element(w.at(base, 8 * field.low), index, 8)
        if field.type == NUMBER:
            return NUMBER, low, ""
        return field.type, low, w.element(w.at(base, 8 * field.rest), index, bits_of(field.type) // 8 - 8)

    def _order(self, owner: ast.expr, zone: Value) -> str:
        w = self.writer
        return w.element(w.at(self._ex(owner).text, 8 * self.world.orders), zone, 8 * self.world.order_step)

    def _item(self, owner: ast.expr, zone: ast.expr, index: ast.expr) -> str:
        w = self.writer
        return w.element(w.at(self._order(owner, self._number(zone)), 8), self._number(index), 2)

    # ---- expressions ------------------------------------------------------------------------------

    def _fit(self, value: Value, type_: str) -> Value:
        w = self.writer
        if value.type == type_ or type_ in _POINTERS:
            return value
        if value.type == LITERAL:
            return Value(type_, value.text)
        if value.type == TEST:
            return w.resize(w.as_number(value), type_)
        raise AssertionError(f"{value} is no {type_}")

    def _number(self, node: ast.expr) -> Value:
        return self._fit(self._ex(node), NUMBER)

    def _test(self, node: ast.expr) -> Value:
        value = self._ex(node)
        return self.writer.as_test(Value(NUMBER, value.text) if value.type == LITERAL else value)

    def _ex(self, node: ast.expr) -> Value:
        w = self.writer
        match node:
            case ast.Constant(int(value)):
                return Value(LITERAL, str(value))
            case ast.Name(name):
                return self._name(name)
            case ast.Attribute(ast.Name("k"), name):
                found = self.world.constants[name]
                return found if isinstance(found, Value) else Value(LITERAL, str(found))
            case ast.Attribute(owner, name):
                type_, low, rest = self._scalar(self._ex(owner), name)
                return w.load_split(type_, low, rest)
            case ast.Subscript(ast.Attribute(ast.Name("of"), name), index):
                table = self.world.tables[name]
                return w.load(table.type, w.element(table.symbol, self._number(index), bits_of(table.type) // 8))
            case ast.Subscript(ast.Attribute(owner, "order"), ast.Tuple([zone, index])):
                return w.resize(w.load("i16", self._item(owner, zone, index)), NUMBER)
            case ast.Subscript(ast.Attribute(owner, "order_count"), zone):
                return w.load(NUMBER, self._order(owner, self._number(zone)))
            case ast.Subscript(ast.Attribute(owner, name), index):
                type_, low, rest = self._place(owner, name, self._number(index))
                return w.load_split(type_, low, rest)
            case ast.Subscript(ast.Name(name), index):
                whole, place = self._name(name), self._number(index)
                if whole.type == ITEMS:
                    return w.resize(w.load("i16", w.element(w.at(whole.text, 8), place, 2)), NUMBER)
                return w.load(NUMBER, w.element(whole.text, place, 8))
            case ast.BinOp(left, op, right):
                return self._binary(_ARITHMETIC[type(op)], self._ex(left), self._ex(right))
            case ast.UnaryOp(ast.Invert(), value):
                found_ = self._ex(value)
                return w.binary("xor", found_, Value(found_.type, "-1"))
            case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
                return Value(LITERAL, str(-value))
            case ast.UnaryOp(ast.Not(), value):
                return w.binary("xor", self._test(value), Value(TEST, "true"))
            case ast.Compare(left, [op], [right]):
                a, b = self._alike(self._ex(left), self._ex(right))
                return w.compare(_COMPARISON[type(op)], a, b)
            case ast.BoolOp(op, values):
                return self._lazy(isinstance(op, ast.And), values)
            case ast.IfExp(test, then, otherwise):
                check = self._test(test)
                a, b = self._alike(self._ex(then), self._ex(otherwise))
                return w.select(check, a, b)
            case ast.Call():
                made = self._call(node)
                assert made is not None, ast.dump(node)
                return made
        raise AssertionError(ast.dump(node))

    def _alike(self, a: Value, b: Value) -> tuple[Value, Value]:
        if a.type == LITERAL and b.type == LITERAL:
            return Value(NUMBER, a.text), Value(NUMBER, b.text)
        return (a, self._fit(b, a.type)) if a.type != LITERAL else (self._fit(a, b.type), b)

    def _binary(self, how: str, a: Value, b: Value) -> Value:
        w = self.writer
        if how in ("shl", "lshr") and a.type not in (LITERAL, NUMBER):
            return w.binary(how, a, w.resize(self._fit(b, NUMBER), a.type))
        return w.binary(how, *self._alike(a, b))

    def _lazy(self, both: bool, values: list[ast.expr]) -> Value:
        w = self.writer
        made = w.variable(TEST)
        end = w.label()
        for value in values[:-1]:
            found = self._test(value)
            w.set(found, made)
            onward = w.label()
            w.branch(found, *((onward, end) if both else (end, onward)))
            w.here(onward)
        w.set(self._test(values[-1]), made)
        w.here(end)
        return w.get(TEST, made)

    # ---- calls ------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value | None:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.signatures:
            signature = self.signatures[name]
            given = [self._fit(self._ex(a), t) for a, t in zip(node.args, signature.params, strict=True)]
            return self._invoke(f"k.{name}", signature, given)
        if name in _OUTSIDE:
            signature = _OUTSIDE[name]
            given = [self._fit(self._ex(a), t) for a, t in zip(node.args, signature.params, strict=True)]
            return self._invoke(name, signature, given)
        return _INTRINSICS[name](self, [self._ex(arg) for arg in node.args])

    def _invoke(self, symbol: str, signature: Signature, given: list[Value]) -> Value | None:
        w = self.writer
        args = ", ".join(f"{plain(t)} {v.text}" for t, v in zip(signature.params, given, strict=True))
        if signature.result is None:
            w.put(f"call void @{symbol}({args})")
            return None
        return Value(
            signature.result, w.give(signature.result, f"call {plain(signature.result)} @{symbol}({args})").text
        )

    def popcount(self, args: list[Value]) -> Value:
        return self.writer.popcount(args[0])

    def lowest(self, args: list[Value]) -> Value:
        return self.writer.lowest(args[0])

    def has(self, args: list[Value]) -> Value:
        return self.writer.has(args[0], self._fit(args[1], NUMBER))

    def bit(self, width: str, index: Value) -> Value:
        """Of an index that is there."""
        w, type_ = self.writer, self.world.widths[width]
        return w.binary("shl", Value(type_, "1"), w.resize(self._fit(index, NUMBER), type_))

    def _elsewhere(self, s: Value, low: Value, rest: Value) -> tuple[str, str]:
        w = self.writer
        return w.element(s.text, self._fit(low, NUMBER), 8), w.element(s.text, self._fit(rest, NUMBER), 8)

    def cells_at(self, args: list[Value]) -> Value:
        return self.writer.load_split(self.world.widths["Cells"], *self._elsewhere(*args))

    def put_cells(self, args: list[Value]) -> None:
        self.writer.store_split(args[3], *self._elsewhere(*args[:3]))

    def low_cells(self, args: list[Value]) -> Value:
        w, type_ = self.writer, self.world.widths["Cells"]
        less = w.binary("sub", number(bits_of(type_)), self._fit(args[0], NUMBER))
        return w.binary("lshr", Value(type_, "-1"), w.resize(less, type_))

    def _shift_order(self, args: list[Value], by: int) -> tuple[str, Value, str]:
        """Move the members of an order past an index; where the order lies, how many there were, and the index."""
        w = self.writer
        s, zone, index = args[0], self._fit(args[1], NUMBER), self._fit(args[2], NUMBER)
        order = w.element(w.at(s.text, 8 * self.world.orders), zone, 8 * self.world.order_step)
        count = w.load(NUMBER, order)
        here = w.element(w.at(order, 8), index, 2)
        left = w.binary("sub", count, index)
        if by < 0:
            left = w.binary("add", left, number(-1))
        some, after = w.label(), w.label()
        w.branch(w.compare("sgt", left, number(0)), some, after)
        w.here(some)
        beyond, size = w.at(here, 2), w.binary("shl", left, number(1))
        w.copy(*((here, beyond) if by < 0 else (beyond, here)), size)
        w.here(after)
        w.store(w.binary("add", count, number(by)), order)
        return order, count, here

    def remove_at(self, args: list[Value]) -> None:
        self._shift_order(args, -1)

    def insert_at(self, args: list[Value]) -> None:
        _order, _count, here = self._shift_order(args[:3], 1)
        self.writer.store(self._small(args[3]), here)

    def buffer(self, args: list[Value]) -> Value:
        return Value(LIST, self.writer.variable(f"[{max(1, int(args[0].text))} x i64]"))

    def position_in(self, args: list[Value]) -> Value:
        w = self.writer
        arena = w.give(POINTER, f"load ptr, ptr {args[0].text}").text
        return Value(POSITION, w.element(arena, self._fit(args[1], NUMBER), 8 * self.world.total))

    def position_after(self, args: list[Value]) -> Value:
        return Value(POSITION, self.writer.element(args[0].text, self._fit(args[1], NUMBER), 8 * self.world.total))

    def copy_position(self, args: list[Value]) -> None:
        w = self.writer
        size = w.binary("shl", self._fit(args[2], NUMBER), number(3))
        w.put(
            f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {args[0].text}, ptr align 8 {args[1].text}, "
            f"i64 {size.text}, i1 false)"
        )

    def move_words(self, args: list[Value]) -> None:
        w, (to, source, count) = self.writer, (self._fit(arg, NUMBER) for arg in args[1:])
        size = w.binary("shl", count, number(3))
        w.copy(w.element(args[0].text, to, 8), w.element(args[0].text, source, 8), size)

    def grow(self, args: list[Value]) -> None:
        w, x = self.writer, args[0].text
        room = w.load(NUMBER, w.at(x, 8))
        more = w.binary("add", w.binary("shl", room, number(1)), number(8))
        size = w.binary("mul", more, number(8 * self.world.total))
        arena = w.give(POINTER, f"load ptr, ptr {x}")
        moved = w.give(POINTER, f"call ptr @realloc(ptr {arena.text}, i64 {size.text})")
        w.put(f"store ptr {moved.text}, ptr {x}")
        w.store(more, w.at(x, 8))

    def release(self, args: list[Value]) -> None:
        arena = self.writer.give(POINTER, f"load ptr, ptr {args[0].text}")
        self.writer.put(f"call void @free(ptr {arena.text})")

    def minimum(self, args: list[Value]) -> Value:
        a, b = self._alike(*args)
        return self.writer.select(self.writer.compare("slt", a, b), a, b)

    def maximum(self, args: list[Value]) -> Value:
        a, b = self._alike(*args)
        return self.writer.select(self.writer.compare("sgt", a, b), a, b)


_OUTSIDE = {
    "run": Signature((WORKPLACE, POSITION, NUMBER), NUMBER),
    "reset": Signature((POSITION, NUMBER), None),
    "estimate": Signature((POSITION, NUMBER), NUMBER),
}

_INTRINSICS: dict[str, Callable[[_Function, list[Value]], Value | None]] = {
    "popcount": _Function.popcount, "lowest": _Function.lowest, "has": _Function.has,
    "piece_bit": lambda f, a: f.bit("Pieces", a[0]), "cell_bit": lambda f, a: f.bit("Cells", a[0]),
    "option_bit": lambda f, a: f.bit("Options", a[0]), "cells_at": _Function.cells_at,
    "put_cells": _Function.put_cells, "low_cells": _Function.low_cells, "remove_at": _Function.remove_at,
    "insert_at": _Function.insert_at, "buffer": _Function.buffer, "position_in": _Function.position_in,
    "position_after": _Function.position_after, "copy_position": _Function.copy_position, "grow": _Function.grow,
    "move_words": _Function.move_words,
    "release": _Function.release, "min": _Function.minimum, "max": _Function.maximum,
}  # fmt: skip
