"""Finds every name in a text of the language, with its role there and the variable it stands for, if any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, assert_never

from attrs import frozen

from solenia_rules.checked.names import Names
from solenia_rules.dsl import nodes as n
from solenia_rules.lsp.writing import rule_params

Role: TypeAlias = Literal[
    "verb",
    "event",
    "query",
    "modified",
    "value",
    "adjective",
    "my",
    "field",
    "amount",
    "binder",
    "phase",
    "branch",
    "who",
]
Variables: TypeAlias = Mapping[str, n.Name | None]
"""Name -> where it is bound; None: outside of the text, as parameters are."""


@frozen
class Occurrence:
    name: n.Name
    role: Role
    variable: bool = False
    """Whether it stands for a variable."""
    bound: n.Name | None = None
    """Where that variable is bound, if in this text."""


def occurrences(tree: n.Tree, given: Variables, names: Names) -> Iterator[Occurrence]:
    """All names, in no particular order; `given` are the parameters of the text."""
    match tree:
        case n.Block():
            yield from _block(tree, dict(given))
        case n.Rules(rules):
            for rule in rules:
                hung_on = dict.fromkeys(name for name, _ in rule_params(rule, names))
                yield from _rule(rule, {**given, **hung_on})
        case _:
            yield from _expr(tree, given)


def _rule(rule: n.LastingRule, given: Variables) -> Iterator[Occurrence]:
    yield Occurrence(rule.by, "who")
    match rule:
        case n.Modifier(query, _, value, where):
            yield Occurrence(query, "modified")
            yield from _expr(value, given)
            if where is not None:
                yield from _expr(where, given)
        case n.Trigger(_, verb, _, once, where, body) | n.Replacement(verb, _, once, where, body):
            yield Occurrence(verb, "event")
            if once is not None:
                yield Occurrence(once.phase, "phase")
            if where is not None:
                yield from _expr(where, given)
            yield from _block(body, dict(given))
        case _:
            assert_never(rule)


def _block(block: n.Block, known: dict[str, n.Name | None]) -> Iterator[Occurrence]:
    """`known` gets the names that the statements bind."""
    for statement in block.statements:
        yield from _statement(statement, known)


def _statement(statement: n.Statement, known: dict[str, n.Name | None]) -> Iterator[Occurrence]:
    match statement:
        case n.Do(verb, n.Ref(phase), ()) if verb.text == "stop":
            yield Occurrence(verb, "verb")
            yield Occurrence(phase, "phase")
        case n.Do(verb, thing, arguments):
            yield Occurrence(verb, "verb")
            for value in (*((thing,) if thing is not None else ()), *(a.value for a in arguments)):
                yield from _expr(value, known)
        case n.Let(name, value):
            yield from _expr(value, known)
            yield Occurrence(name, "binder", True, name)
            known[name.text] = name
        case n.If(cases, otherwise):
            for test, body in cases:
                if test is not None:
                    yield from _expr(test, known)
                yield from _block(body, dict(known))
            if otherwise is not None:
                yield from _block(otherwise, dict(known))
        case n.For(phrase, body):
            inner = dict(known)
            yield from _phrase(phrase, inner)
            yield from _block(body, inner)
        case n.Repeat(times, body):
            yield from _expr(times, known)
            yield from _block(body, dict(known))
        case n.ChooseEffect(branches):
            for branch in branches:
                if branch.name is not None:
                    yield Occurrence(branch.name, "branch")
                yield from _block(branch.body, dict(known))
        case n.ChooseThing(quota, phrase, body):
            if quota is not None:
                yield from _expr(quota.number, known)
            inner = dict(known)
            yield from _phrase(phrase, inner)
            if body is not None:
                yield from _block(body, inner)
            else:
                known[phrase.name.text] = phrase.name
        case n.May(body, otherwise):
            yield from _block(body, dict(known))
            if otherwise is not None:
                yield from _block(otherwise, dict(known))
        case n.As(_, seats, body):
            yield from _expr(seats, known)
            yield from _block(body, dict(known))
        case n.Try(body):
            yield from _block(body, dict(known))
        case n.Phase(name, body):
            yield Occurrence(name, "phase")
            yield from _block(body, dict(known))
        case _:
            assert_never(statement)


def _phrase(phrase: n.Phrase, known: dict[str, n.Name | None]) -> Iterator[Occurrence]:
    yield from _expr(phrase.source, known)
    yield Occurrence(phrase.name, "binder", True, phrase.name)
    known[phrase.name.text] = phrase.name
    for inner in (*((phrase.where,) if phrase.where is not None else ()), *phrase.keys):
        yield from _expr(inner, known)


def _expr(expr: n.Expr, known: Variables) -> Iterator[Occurrence]:
    match expr:
        case n.Number():
            return
        case n.Amount(_, what):
            yield _named(what, "amount", known)
        case n.Ref(name):
            yield _named(name, "value", known)
        case n.My(name):
            yield Occurrence(name, "my")
        case n.Of(left, right):
            if isinstance(left, n.Ref):
                yield _named(left.name, "field", known)
            else:
                yield from _expr(left, known)
            yield from _expr(right, known)
        case n.Call(name, args):
            yield Occurrence(name, "query")
            yield from _arguments(args, known)
        case n.Listed(items):
            for item in items:
                yield from _expr(item, known)
        case n.Minus(value) | n.Not(value):
            yield from _expr(value, known)
        case n.Arithmetic(_, left, right) | n.Compare(_, left, right) | n.IsIn(left, right, _):
            yield from _expr(left, known)
            yield from _expr(right, known)
        case n.Is(left, right, _):
            yield from _expr(left, known)
            if isinstance(right, n.Ref):
                yield _named(right.name, "adjective", known)
            else:
                yield from _expr(right, known)
        case n.And(parts) | n.Or(parts):
            for part in parts:
                yield from _expr(part, known)
        case n.Possible(body):
            yield from _block(body, dict(known))
        case n.IfValue(test, then, otherwise):
            for part in (test, then, otherwise):
                yield from _expr(part, known)
        case _:
            assert_never(expr)


def _arguments(args: tuple[n.Expr, ...] | n.Phrase | n.Each, known: Variables) -> Iterator[Occurrence]:
    inner = dict(known)
    match args:
        case n.Phrase():
            yield from _phrase(args, inner)
        case n.Each(value, phrases, more):
            for phrase in phrases:
                yield from _phrase(phrase, inner)
            yield from _expr(value, inner)
            for arg in more:
                yield from _expr(arg, known)
        case _:
            for arg in args:
                yield from _expr(arg, known)


def _named(name: n.Name, role: Role, known: Variables) -> Occurrence:
    return Occurrence(name, role, name.text in known, known.get(name.text))
