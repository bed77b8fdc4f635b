"""Translates the values of the kernel: variables, memory, expressions and calls."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from solenia_rules.fast.intrinsics import (
    INTRINSICS,
    ITEMS,
    LITERAL,
    POSITION,
    RECORDS,
    WORKPLACE,
    Intrinsics,
    Signature,
    World,
    llvm_type,
)
from solenia_rules.fast.writer import NUMBER, TEST, Value, Writer, bits_of

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "lshr", ast.FloorDiv: "udiv", ast.Mod: "urem",
}  # fmt: skip
"""Division and right shift are unsigned: their operands are never negative."""
_COMPARISON: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


_OUTSIDE = {
    "run": Signature((WORKPLACE, POSITION, NUMBER), NUMBER),
    "reset": Signature((POSITION, NUMBER), None),
    "estimate": Signature((POSITION, NUMBER), NUMBER),
    "shown": Signature((POSITION, NUMBER, NUMBER), NUMBER),
    "passes": Signature((POSITION, NUMBER, NUMBER), NUMBER),
}


class KernelValues(Intrinsics):
    def __init__(self, writer: Writer, world: World, signatures: Mapping[str, Signature]) -> None:
        super().__init__(writer, world)
        self.signatures = signatures
        self.variables: dict[str, tuple[str, str]] = {}

    def declare(self, name: str, type_: str) -> None:
        self.variables[name] = (self.writer.variable(llvm_type(type_)), type_)

    # ---- variables and memory ---------------------------------------------------------------------

    def assign(self, name: str, value: Value) -> None:
        if name not in self.variables:
            self.declare(name, NUMBER if value.type in (LITERAL, TEST) else value.type)
        variable, type_ = self.variables[name]
        value = self.fit(value, type_)
        self.writer.put(f"store {llvm_type(type_)} {value.text}, ptr {variable}")

    def name(self, name: str) -> Value:
        variable, type_ = self.variables[name]
        return Value(type_, self.writer.give(type_, f"load {llvm_type(type_)}, ptr {variable}").text)

    def store(self, target: ast.expr, value: Value) -> None:
        w = self.writer
        match target:
            case ast.Name(name):
                self.assign(name, value)
            case ast.Attribute(owner, name):
                type_, low, rest = self._scalar(self.ex(owner), name)
                w.store_split(self.fit(value, type_), low, rest)
            case ast.Subscript(ast.Attribute(owner, "order"), ast.Tuple([zone, index])):
                w.store(self.small(value), self._item(owner, zone, index))
            case ast.Subscript(ast.Attribute(owner, name), index):
                type_, low, rest = self._place(owner, name, self.number(index))
                w.store_split(self.fit(value, type_), low, rest)
            case ast.Subscript(ast.Name(name), index):
                whole, place = self.name(name), self.number(index)
                if whole.type == ITEMS:
                    w.store(self.small(value), w.element(w.at(whole.text, 8), place, 2))
                else:
                    w.store(self.fit(value, NUMBER), w.element(whole.text, place, 8))
            case _:
                raise AssertionError(ast.dump(target))

    def _scalar(self, owner: Value, name: str) -> tuple[str, str, str]:
        w = self.writer
        if owner.type in RECORDS:
            return NUMBER, w.at(owner.text, 8 * RECORDS[owner.type][name]), ""
        if owner.type == ITEMS:
            assert name == "length"
            return NUMBER, owner.text, ""
        field = self.world.scalars[name]
        return field.type, w.at(owner.text, 8 * field.low), w.at(owner.text, 8 * field.rest)

    def _place(self, owner: ast.expr, name: str, index: Value) -> tuple[str, str, str]:
        """The type and the addresses of a member of a list in a position or in a record."""
        w, whole = self.writer, self.ex(owner)
        if whole.type in RECORDS:
            return NUMBER, w.element(w.at(whole.text, 8 * RECORDS[whole.type][name]), index, 8), ""
        base, field = whole.text, self.world.fields[name]
        low = w.element(w.at(base, 8 * field.low), index, 8)
        if field.type == NUMBER:
            return NUMBER, low, ""
        return field.type, low, w.element(w.at(base, 8 * field.rest), index, bits_of(field.type) // 8 - 8)

    def _order(self, owner: ast.expr, zone: Value) -> str:
        w = self.writer
        return w.element(w.at(self.ex(owner).text, 8 * self.world.orders), zone, 8 * self.world.order_step)

    def _item(self, owner: ast.expr, zone: ast.expr, index: ast.expr) -> str:
        w = self.writer
        return w.element(w.at(self._order(owner, self.number(zone)), 8), self.number(index), 2)

    # ---- expressions ------------------------------------------------------------------------------

    def number(self, node: ast.expr) -> Value:
        return self.fit(self.ex(node), NUMBER)

    def test(self, node: ast.expr) -> Value:
        value = self.ex(node)
        return self.writer.as_test(Value(NUMBER, value.text) if value.type == LITERAL else value)

    def ex(self, node: ast.expr) -> Value:
        w = self.writer
        match node:
            case ast.Constant(int(value)):
                return Value(LITERAL, str(value))
            case ast.Name(name):
                return self.name(name)
            case ast.Attribute(ast.Name("k"), name):
                found = self.world.constants[name]
                return found if isinstance(found, Value) else Value(LITERAL, str(found))
            case ast.Attribute(owner, name):
                type_, low, rest = self._scalar(self.ex(owner), name)
                return w.load_split(type_, low, rest)
            case ast.Subscript(ast.Attribute(ast.Name("of"), name), index):
                table = self.world.tables[name]
                return w.load(table.type, w.element(table.symbol, self.number(index), bits_of(table.type) // 8))
            case ast.Subscript(ast.Attribute(owner, "order"), ast.Tuple([zone, index])):
                return w.resize(w.load("i16", self._item(owner, zone, index)), NUMBER)
            case ast.Subscript(ast.Attribute(owner, "order_count"), zone):
                return w.load(NUMBER, self._order(owner, self.number(zone)))
            case ast.Subscript(ast.Attribute(owner, name), index):
                type_, low, rest = self._place(owner, name, self.number(index))
                return w.load_split(type_, low, rest)
            case ast.Subscript(ast.Name(name), index):
                whole, place = self.name(name), self.number(index)
                if whole.type == ITEMS:
                    return w.resize(w.load("i16", w.element(w.at(whole.text, 8), place, 2)), NUMBER)
                return w.load(NUMBER, w.element(whole.text, place, 8))
            case ast.BinOp(left, op, right):
                return self._binary(_ARITHMETIC[type(op)], self.ex(left), self.ex(right))
            case ast.UnaryOp(ast.Invert(), value):
                found_ = self.ex(value)
                return w.binary("xor", found_, Value(found_.type, "-1"))
            case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
                return Value(LITERAL, str(-value))
            case ast.UnaryOp(ast.Not(), value):
                return w.binary("xor", self.test(value), Value(TEST, "true"))
            case ast.Compare(left, [op], [right]):
                a, b = self.alike(self.ex(left), self.ex(right))
                return w.compare(_COMPARISON[type(op)], a, b)
            case ast.BoolOp(op, values):
                return self._lazy(isinstance(op, ast.And), values)
            case ast.IfExp(test, then, otherwise):
                check = self.test(test)
                a, b = self.alike(self.ex(then), self.ex(otherwise))
                return w.select(check, a, b)
            case ast.Call():
                made = self.call(node)
                assert made is not None, ast.dump(node)
                return made
        raise AssertionError(ast.dump(node))

    def _binary(self, how: str, a: Value, b: Value) -> Value:
        w = self.writer
        if how in ("shl", "lshr") and a.type not in (LITERAL, NUMBER):
            return w.binary(how, a, w.resize(self.fit(b, NUMBER), a.type))
        return w.binary(how, *self.alike(a, b))

    def _lazy(self, both: bool, values: list[ast.expr]) -> Value:
        w = self.writer
        made = w.variable(TEST)
        end = w.label()
        for value in values[:-1]:
            found = self.test(value)
            w.set(found, made)
            onward = w.label()
            w.branch(found, *((onward, end) if both else (end, onward)))
            w.here(onward)
        w.set(self.test(values[-1]), made)
        w.here(end)
        return w.get(TEST, made)

    # ---- calls ------------------------------------------------------------------------------------

    def call(self, node: ast.Call) -> Value | None:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.signatures:
            signature = self.signatures[name]
            given = [self.fit(self.ex(a), t) for a, t in zip(node.args, signature.params, strict=True)]
            return self._invoke(f"k.{name}", signature, given)
        if name in _OUTSIDE:
            signature = _OUTSIDE[name]
            given = [self.fit(self.ex(a), t) for a, t in zip(node.args, signature.params, strict=True)]
            return self._invoke(name, signature, given)
        return INTRINSICS[name](self, [self.ex(arg) for arg in node.args])

    def _invoke(self, symbol: str, signature: Signature, given: list[Value]) -> Value | None:
        w = self.writer
        args = ", ".join(f"{llvm_type(t)} {v.text}" for t, v in zip(signature.params, given, strict=True))
        if signature.result is None:
            w.put(f"call void @{symbol}({args})")
            return None
        return Value(
            signature.result, w.give(signature.result, f"call {llvm_type(signature.result)} @{symbol}({args})").text
        )
