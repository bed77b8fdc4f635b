"""Passes over closed unions: which functions must know a new form, as mypy reports them and as their text shows it.

`passes.txt` lists for each union the functions in which mypy reports an error when the union gets a new class.
`python -m tests.checked.passes` writes the file again; its diff shows which pass no longer knows every form.
"""

from __future__ import annotations

import ast
import builtins
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

from attrs import frozen

from solenia_rules.checked.acts import Act, BuiltInAct
from solenia_rules.checked.terms import Term
from solenia_rules.core.core import Stmt
from solenia_rules.core.expressions import Ex

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "solenia_rules"
FILE = Path(__file__).with_name("passes.txt")

TERM = """
@frozen
class NewTerm(_Form):
    PARTS = ("item",)

    item: Term
    kind: Kind
    span: Span = place()


Fixed: TypeAlias"""
STATEMENT = """
@frozen
class NewStatement(_Form):
    BLOCKS = ("body",)

    body: Acts
    span: Span = unseen()


"""
VERB = """
@frozen
class NewVerb(_Form):
    VERB: ClassVar[Literal["bury"]] = "bury"
    TERMS = ("me", "piece")

    me: Term
    piece: Term
    span: Span = unseen()


BuiltInAct: TypeAlias = NewVerb |"""
ROW = """
        BuiltInVerb("bury", (Slot("piece", "piece"),), "put a piece under its pile",
                    asks="nothing", fails=False, moves="order", writes="nothing", reveals="nothing",
                    seen_by="everybody", horizon=False, leaves="nothing", triggers=False, written=True, told="moved"),
        BuiltInVerb("gain","""
EXPRESSION = """
@frozen(cache_hash=True)
class NewExpression(Expression):
    value: Ex

    @property
    def parts(self) -> tuple[Ex, ...]:
        return (self.value,)


Ex: TypeAlias = (
    NewExpression |"""
CORE_STATEMENT = """
@define
class NewCoreStatement:
    body: list[Stmt]


Stmt: TypeAlias = (
    NewCoreStatement |"""

PATCHES = (
    ("checked/terms.py", "\nFixed: TypeAlias", TERM),
    ("checked/terms.py", "\nTerm: TypeAlias = Fixed", "\nTerm: TypeAlias = NewTerm | Fixed"),
    ("checked/acts.py", "\nBuiltInAct: TypeAlias =", STATEMENT + VERB),
    ("checked/acts.py", "\n    BuiltInAct\n    | DoVerb", "\n    BuiltInAct\n    | NewStatement\n    | DoVerb"),
    ("dsl/builtins.py", '\n    "gain", "pay",', '\n    "bury", "gain", "pay",'),
    ("dsl/builtins.py", '\n        BuiltInVerb("gain",', ROW),
    ("core/expressions.py", "\nEx: TypeAlias = (\n   ", EXPRESSION),
    ("core/core.py", "\nStmt: TypeAlias = (\n   ", CORE_STATEMENT),
)
"""A file, a text that it contains once, and what replaces the text: the first step of somebody who adds a form."""
NEW = {
    "NewTerm": "Term",
    "NewStatement": "Act",
    "NewVerb": "BuiltInAct",
    "Literal['bury']": "BuiltInAct",
    "NewExpression": "Ex",
    "NewCoreStatement": "Stmt",
}
"""What error messages name, and the union that it was added to."""
UNIONS: dict[str, frozenset[object]] = {
    "Term": frozenset(get_args(Term)),
    "Act": frozenset(get_args(Act)),
    "BuiltInAct": frozenset(get_args(BuiltInAct)),
    "Ex": frozenset(get_args(Ex)),
    "Stmt": frozenset(get_args(Stmt)),
}
"""The unions, and their classes."""


@frozen
class Pass:
    """A function of the package."""

    file: str
    name: str

    def __str__(self) -> str:
        return f"{self.file} {self.name}"


# ---- the list ----------------------------------------------------------------------------------


def listed() -> dict[str, set[Pass]]:
    """The functions of `passes.txt`, by union."""
    found: dict[str, set[Pass]] = defaultdict(set)
    union = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            union = line.strip("[]")
        elif line:
            file, name = line.split(" ")
            found[union].add(Pass(file, name))
    return found


def write(found: dict[str, set[Pass]]) -> None:
    sections = ["\n".join([f"[{union}]", *sorted(map(str, found[union]))]) for union in UNIONS]
    FILE.write_text("\n\n".join(sections) + "\n", encoding="utf-8")


# ---- mypy ----------------------------------------------------------------------------------------


def reported(folder: Path) -> dict[str, set[Pass]]:
    """The functions in which mypy reports an error after a form was added to each union, by union."""
    shutil.copy(ROOT / "pyproject.toml", folder)
    package = folder / "solenia_rules"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path, old, new in PATCHES:
        text = (package / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old)
        (package / path).write_text(text.replace(old, new), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "solenia_rules", "--cache-dir", ".mypy_cache"]
    report = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert report.returncode == 1, report.stdout + report.stderr
    found: dict[str, set[Pass]] = defaultdict(set)
    for path, line, message in re.findall(r"^solenia_rules/(\S+?):(\d+): error: (.*)$", report.stdout, re.MULTILINE):
        unions = {union for new, union in NEW.items() if new in message}
        assert unions, f"{path}:{line}: {message}"
        for union in unions:
            found[union].add(Pass(path, function_at(package / path, int(line))))
    return found


def function_at(path: Path, line: int) -> str:
    """The function around a line, with the classes and functions around it."""
    return max((around for around, node in nodes(path) if getattr(node, "lineno", 0) == line), key=len, default="")


# ---- the syntax tree -----------------------------------------------------------------------------


def nodes(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """All nodes of a module, with the full name of the innermost function around each."""
    waiting: list[tuple[str, ast.AST]] = [("", ast.parse(path.read_text(encoding="utf-8")))]
    while waiting:
        around, node = waiting.pop()
        yield around, node
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            around = f"{around}.{node.name}".removeprefix(".")
        waiting += [(around, child) for child in ast.iter_child_nodes(node)]


def matches(path: Path) -> Iterator[tuple[Pass, ast.Match]]:
    """The `match` statements of a module, with the function around each."""
    for around, node in nodes(path):
        if isinstance(node, ast.Match):
            yield Pass(str(path.relative_to(PACKAGE)), around), node


def is_closed(match: ast.Match) -> bool:
    """Whether the last case of a `match` says that nothing is left."""
    last = match.cases[-1].body[-1]
    return isinstance(last, ast.Expr) and ast.unparse(last.value).startswith("assert_never(")


def forms(match: ast.Match, module: ModuleType) -> set[object]:
    """The classes that the cases of a `match` ask for. A class that a function imports for itself is no form."""
    named = (ast.unparse(pattern.cls) for case in match.cases for pattern in _tops(case.pattern))
    known = {**vars(builtins), **vars(module)}
    return {eval(name, vars(module)) for name in named if name.partition(".")[0] in known}


def _tops(pattern: ast.pattern) -> Iterator[ast.MatchClass]:
    match pattern:
        case ast.MatchClass():
            yield pattern
        case ast.MatchOr(patterns):
            for one in patterns:
                yield from _tops(one)
        case ast.MatchAs(inner) if inner is not None:
            yield from _tops(inner)
        case _:
            pass


def questions(path: Path, module: ModuleType, known: frozenset[object]) -> Iterator[tuple[str, str]]:
    """The functions and values that conditions ask with `isinstance` whether they are one of some classes."""
    tests = ((around, node.test) for around, node in nodes(path) if isinstance(node, ast.If))
    for around, call in ((around, node) for around, test in tests for node in ast.walk(test)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "isinstance":
            value, asked = map(ast.unparse, call.args)
            if asked.split(".")[0].strip("(") in vars(module) and _classes(eval(asked, vars(module))) & known:
                yield around, value


def listings(path: Path, module: ModuleType, known: frozenset[object]) -> Iterator[tuple[str, int]]:
    """The functions that ask with `isinstance` for one of several classes that are listed there, and how many."""
    for around, node in nodes(path):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "isinstance"
            and isinstance(node.args[1], ast.Tuple)
        ):
            asked = [ast.unparse(one) for one in node.args[1].elts]
            if all(name.split(".")[0] in vars(module) for name in asked):
                yield around, sum(bool(_classes(eval(name, vars(module))) & known) for name in asked)


def _classes(asked: object) -> set[object]:
    """The classes of a class, a union or a tuple of these."""
    parts = asked if isinstance(asked, tuple) else get_args(asked)
    return {inner for part in parts for inner in _classes(part)} if parts else {asked}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        write(reported(Path(made)))
