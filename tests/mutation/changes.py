"""Small changes of Python functions, as a careless programmer could make them: a comparison that is one off, a
condition that is negated or forgotten, a call that is left out. Only bodies of functions are changed, because these can
be replaced in a process that has imported the module already.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from types import CodeType
from typing import TypeAlias

from attrs import frozen

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Add, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
CALLED = {"any": "all", "all": "any", "min": "max", "max": "min"}
LEFT_ALONE = (ast.Assert, ast.Raise, ast.JoinedStr, ast.arguments)
"""Checks of our own mistakes, messages, and what runs when a function is defined."""


@frozen
class Change:
    """One change of one function. `index`: the place in the field, if the field is a list."""

    module: str
    function: str
    line: int
    before: str
    after: str
    id: str
    """The same as long as the function is the same, wherever it stands in the module."""
    node: ast.AST
    name: str
    index: int | None
    new: object

    def apply(self) -> None:
        """Change the tree. The tree is spoilt afterwards."""
        if self.index is None:
            setattr(self.node, self.name, self.new)
        else:
            getattr(self.node, self.name)[self.index] = self.new

    def __str__(self) -> str:
        return f"{self.module}:{self.line} in {self.function}: `{self.before}` becomes `{self.after}`"


def changes(tree: ast.Module, module: str) -> list[Change]:
    """All changes of the functions of a module, in the order of the text."""
    return [change for name, function in _functions(tree, "") for change in _of_function(name, function, module)]


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    """The outermost functions and the methods, with their names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


def _of_function(name: str, function: Function, module: str) -> Iterator[Change]:
    digest = hashlib.sha256(f"{module} {name} {ast.dump(function)}".encode()).hexdigest()
    number = 0
    for node in _walk(function):
        for field, index, new in _of_node(node):
            old = getattr(node, field) if index is None else getattr(node, field)[index]
            places = (old, node, new) if index is not None else (node, old, new)
            line = next((place.lineno for place in places if hasattr(place, "lineno")), function.lineno)
            made = hashlib.sha256(f"{digest} {number}".encode()).hexdigest()[:12]
            yield Change(module, name, line, _told(old), _told(new), made, node, field, index, new)
            number += 1


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, LEFT_ALONE):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "pattern"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child)


Edit: TypeAlias = tuple[str, int | None, object]
"""A field of a node, the place in it, and what stands there instead."""


def _of_node(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare():
            for index, op in enumerate(node.ops):
                yield "ops", index, COMPARED[type(op)]()
        case ast.BinOp() | ast.AugAssign():
            if type(node.op) in COMPUTED:
                yield "op", None, COMPUTED[type(node.op)]()
        case ast.BoolOp():
            for index, part in enumerate(node.values):
                yield "values", index, ast.copy_location(ast.Constant(isinstance(node.op, ast.And)), part)
        case ast.If() | ast.While() | ast.IfExp():
            yield "test", None, _negated(node.test)
        case ast.comprehension():
            for index in range(len(node.ifs)):
                yield "ifs", index, ast.copy_location(ast.Constant(True), node.ifs[index])
        case ast.match_case(guard=ast.expr()):
            yield "guard", None, None
        case ast.Constant(value=bool()):
            yield "value", None, not node.value
        case ast.Constant(value=int()):
            assert isinstance(node.value, int)
            yield "value", None, node.value + 1
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            yield "func", None, ast.copy_location(ast.Name(CALLED[name], ast.Load()), node)
        case _:
            pass
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            for index, child in enumerate(value):
                if _may_be_left_out(child):
                    yield name, index, ast.copy_location(ast.Pass(), child)
                elif isinstance(child, ast.Break | ast.Continue):
                    other = ast.Continue if isinstance(child, ast.Break) else ast.Break
                    yield name, index, ast.copy_location(other(), child)


def _may_be_left_out(node: object) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.Delete():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case _:
            return False


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _told(value: object) -> str:
    """A part of a text, on one line and not too long."""
    match value:
        case ast.cmpop() | ast.operator():
            return type(value).__name__
        case ast.AST():
            return " ".join(ast.unparse(value).split())[:100]
        case _:
            return str(value)


def compiled(tree: ast.Module, path: str) -> dict[tuple[str, int], CodeType]:
    """The code of each function of a module, by its name and its first line."""
    waiting, found = [compile(tree, path, "exec")], {}
    while waiting:
        code = waiting.pop()
        found[code.co_qualname, code.co_firstlineno] = code
        waiting += [const for const in code.co_consts if isinstance(const, CodeType)]
    return found
