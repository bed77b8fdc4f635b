"""Translates the functions of `kernel`, written in a small subset of Python, to LLVM IR statement by statement."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from types import MappingProxyType

from solenia_rules.fast.intrinsics import LIST, Signature, World, llvm_type
from solenia_rules.fast.kernel_values import KernelValues
from solenia_rules.fast.writer import NUMBER, Writer, number

MOST_INLINED = 9
"""The most statements of a function that is copied to the places of its calls."""


def translate(source: str, world: World, exported: frozenset[str], called: Set[str]) -> str:
    """Translate the functions of a kernel that are needed: exported functions, which can be called from outside, the
    functions that generated code calls, and what these call."""
    every, small = _read(source)
    needed = _needed(every, exported | called, world)
    functions = [node for node in every.values() if node.name in needed]
    signatures = {
        node.name: Signature(
            tuple(_type(world, a.annotation) or NUMBER for a in node.args.args), _type(world, node.returns)
        )
        for node in functions
    }
    made = []
    for node in functions:
        linkage = "" if node.name in exported else "internal "
        inlined = " alwaysinline" if linkage and world.constants["INLINES"] and node.name in small else ""
        made.append(_Function(node, signatures, world, linkage, inlined).writer.text())
    return "\n".join(made)


@cache
def _read(source: str) -> tuple[Mapping[str, ast.FunctionDef], Set[str]]:
    """The functions of a kernel, and the names of the small ones. All programs of a process share them; the trees are
    only read."""
    defined = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    every = {node.name: node for node in defined}
    assert len(every) == len(defined), "two functions of the kernel have one name"
    return MappingProxyType(every), frozenset(node.name for node in defined if _is_small(node))


def _is_small(node: ast.FunctionDef) -> bool:
    """Whether a function is so small that a copy of it in place of each call is faster. Bots and observations call such
    functions all the time. A function with memory of its own or a loop is not small."""
    parts = [*ast.walk(node)]
    called = {part.func.id for part in parts if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
    if called & {node.name, "buffer", "workplace"} or any(isinstance(part, (ast.For, ast.While)) for part in parts):
        return False
    return sum(isinstance(part, ast.stmt) for part in parts) <= MOST_INLINED


def _needed(every: Mapping[str, ast.FunctionDef], first: Set[str], world: World) -> set[str]:
    found: set[str] = set()
    waiting = [*first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [called for called in _calls(every[name].body, world) if called in every]
    return found


def _calls(body: Iterable[ast.stmt], world: World) -> Iterator[str]:
    """The functions that statements call; of a branch that is known, only what it does."""
    for stmt in body:
        if isinstance(stmt, ast.If) and (known := _known(stmt.test, world)) is not None:
            yield from _calls(stmt.body if known else stmt.orelse, world)
            continue
        inner: list[ast.stmt] = []
        parts: list[ast.AST] = [*ast.iter_child_nodes(stmt)]
        while parts:
            part = parts.pop()
            if isinstance(part, ast.stmt):
                inner.append(part)
                continue
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
                yield part.func.id
            parts += ast.iter_child_nodes(part)
        yield from _calls(inner, world)


def _known(test: ast.expr, world: World) -> int | None:
    """The value of a test that is a number of the ruleset."""
    match test:
        case ast.Attribute(ast.Name("k"), name):
            known = world.constants[name]
            assert isinstance(known, int)
            return known
    return None


def _type(world: World, annotation: ast.expr | None) -> str | None:
    match annotation:
        case None | ast.Constant(None):
            return None
        case ast.Name("int"):
            return NUMBER
        case ast.Name(("Position" | "Workplace" | "Items" | "Mind") as name):
            return name
        case ast.Subscript():
            return LIST
        case ast.Name(name):
            return world.widths[name]
    raise AssertionError(ast.dump(annotation))


class _Function(KernelValues):
    def __init__(
        self, node: ast.FunctionDef, signatures: Mapping[str, Signature], world: World, linkage: str, inlined: str
    ) -> None:
        self.signature = signatures[node.name]
        names = [arg.arg for arg in node.args.args]
        params = ", ".join(f"{llvm_type(t)} %p.{name}" for name, t in zip(names, self.signature.params, strict=True))
        result = "void" if self.signature.result is None else llvm_type(self.signature.result)
        w = Writer(f"define {linkage}{result} @k.{node.name}({params}) nounwind{inlined}")
        super().__init__(w, world, signatures)
        self.loops: list[tuple[str, str]] = []
        for name, type_ in zip(names, self.signature.params, strict=True):
            self.declare(name, type_)
            w.put(f"store {llvm_type(type_)} %p.{name}, ptr {self.variables[name][0]}")
        self._body(node.body)
        if w.open:
            w.end("ret void" if self.signature.result is None else "unreachable")

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
                self.call(call)
            case ast.AnnAssign(ast.Name(name), annotation, value) if value is not None:
                type_ = _type(self.world, annotation)
                assert type_ is not None
                self.assign(name, self.fit(self.ex(value), type_))
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                found = [self.ex(value) for value in values]
                for name_, value_ in zip(names, found, strict=True):
                    self.store(name_, value_)
            case ast.Assign([target], value):
                self.store(target, self.ex(value))
            case ast.AugAssign(target, op, value):
                self.store(target, self.ex(ast.BinOp(target, op, value)))
            case ast.If(test, then, otherwise):
                self._if(test, then, otherwise)
            case ast.While(test, body):
                head, inside, after = w.label(), w.label(), w.label()
                w.here(head)
                if isinstance(test, ast.Constant):
                    w.jump(inside)
                else:
                    w.branch(self.test(test), inside, after)
                self._loop(inside, body, head, head, after)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), args), body):
                self._range(name, args, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("bits"), [mask]), body):
                self._bits(name, mask, body)
            case ast.Return(None):
                w.end("ret void")
            case ast.Return(value) if value is not None:
                assert self.signature.result is not None
                found_ = self.fit(self.ex(value), self.signature.result)
                w.end(f"ret {llvm_type(found_.type)} {found_.text}")
            case ast.Break():
                w.jump(self.loops[-1][1])
            case ast.Continue():
                w.jump(self.loops[-1][0])
            case _:
                raise AssertionError(ast.dump(stmt))

    def _if(self, test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        w = self.writer
        known = _known(test, self.world)
        if known is not None:
            self._body(then if known else otherwise)
            return
        w.either(
            lambda first, second: w.branch(self.test(test), first, second),
            lambda: self._body(then),
            (lambda: self._body(otherwise)) if otherwise else None,
        )

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
        end = self.number(high)
        self.assign(name, self.number(low))
        head, inside, onward, after = w.label(), w.label(), w.label(), w.label()
        w.here(head)
        w.branch(w.compare("slt", self.name(name), end), inside, after)
        w.here(inside)
        self.loops.append((onward, after))
        self._body(body)
        self.loops.pop()
        w.here(onward)
        self.assign(name, w.binary("add", self.name(name), number(1)))
        w.jump(head)
        w.here(after)

    def _bits(self, name: str, mask: ast.expr, body: list[ast.stmt]) -> None:
        w = self.writer
        after = w.label()
        found, head = w.next_member(self.ex(mask), after)
        self.assign(name, found)
        self.loops.append((head, after))
        self._body(body)
        self.loops.pop()
        if w.open:
            w.jump(head)
        w.here(after)
