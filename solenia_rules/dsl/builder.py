"""Builds the syntax tree: which node each rule of the grammar makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from solenia_rules.dsl import nodes as n
from solenia_rules.text.places import Span

Maker: TypeAlias = Callable[[Span, list], object]  # type: ignore[type-arg]
"""Gets the place of what was written and the children: nodes, `Name`s, `Number`s, texts of other tokens, or None."""


def _call(span: Span, name: n.Name, rest: list[object]) -> n.Call:
    if len(rest) == 1 and isinstance(rest[0], (n.Phrase, n.Each)):
        return n.Call(name, rest[0], span=span)
    return n.Call(name, tuple(rest), span=span)  # type: ignore[arg-type]


def _each(span: Span, value: n.Expr, rest: list[object]) -> n.Each:
    phrases = tuple(x for x in rest if isinstance(x, n.Phrase))
    return n.Each(value, phrases, tuple(rest[len(phrases) :]), span=span)  # type: ignore[arg-type]


def _block(span: Span, statements: list[n.Statement | None]) -> n.Block:
    return n.Block(tuple(s for s in statements if s is not None), span=span)


MAKERS: Mapping[str, Maker] = MappingProxyType(
    {
        "effect": _block,
        "rules": lambda s, c: n.Rules(tuple(c), span=s),
        "block": _block,
        "do": lambda s, c: n.Do(c[0], c[1], tuple(c[2:]), span=s),
        "argument": lambda s, c: n.Argument(c[0], c[1], span=s),
        "let": lambda s, c: n.Let(c[0], c[1], span=s),
        "if": lambda s, c: n.If(tuple(c[:-1]), c[-1], span=s),
        "case": lambda _s, c: (c[0], c[1]),
        "possible_case": lambda _s, c: (None, c[0]),
        "for": lambda s, c: n.For(c[0], c[1], span=s),
        "repeat": lambda s, c: n.Repeat(c[0], c[1], span=s),
        "branch": lambda s, c: n.Branch(c[0], c[1], span=s),
        "choose_effect": lambda s, c: n.ChooseEffect(tuple(c[1:]), c[0] is not None, span=s),
        "choose_thing": lambda s, c: n.ChooseThing(c[1], c[2], c[3], c[0] is not None, span=s),
        "quota": lambda s, c: n.Quota(c[0] is not None, c[1], span=s),
        "may": lambda s, c: n.May(c[1], c[2], c[0] is not None, span=s),
        "as": lambda s, c: n.As(c[0] is not None, c[1], c[2], span=s),
        "try": lambda s, c: n.Try(c[0], span=s),
        "phase": lambda s, c: n.Phase(c[0], c[1], span=s),
        "phrase": lambda s, c: n.Phrase(c[0], c[1], c[2], tuple(c[3] or ()), span=s),
        "each": lambda s, c: _each(s, c[0], c[1:]),
        "if_value": lambda s, c: n.IfValue(c[0], c[1], c[2], span=s),
        "or_": lambda s, c: n.Or(tuple(c), span=s),
        "and_": lambda s, c: n.And(tuple(c), span=s),
        "not_": lambda s, c: n.Not(c[1], span=s),
        "is_": lambda s, c: n.Is(c[0], c[2], c[1] is not None, span=s),
        "is_in": lambda s, c: n.IsIn(c[0], c[2], c[1] is not None, span=s),
        "compare": lambda s, c: n.Compare(c[1], c[0], c[2], span=s),
        "add": lambda s, c: n.Arithmetic("+", c[0], c[2], span=s),
        "subtract": lambda s, c: n.Arithmetic("-", c[0], c[2], span=s),
        "multiply": lambda s, c: n.Arithmetic("*", c[0], c[2], span=s),
        "divide": lambda s, c: n.Arithmetic("/", c[0], c[2], span=s),
        "minus": lambda s, c: n.Minus(c[1], span=s),
        "of": lambda s, c: n.Of(c[0], c[1], span=s),
        "number": lambda s, c: c[0],
        "amount": lambda s, c: n.Amount(c[0].value, c[1], span=s),
        "name": lambda s, c: n.Ref(c[0], span=s),
        "my": lambda s, c: n.My(c[0], span=s),
        "call": lambda s, c: _call(s, c[0], c[1:]),
        "possible": lambda s, c: n.Possible(c[0], span=s),
        "listed": lambda s, c: n.Listed(tuple(c), span=s),
        "once": lambda s, c: n.Once(c[0], False, span=s),
        "once_mine": lambda s, c: n.Once(c[0], True, span=s),
        "trigger": lambda s, c: n.Trigger(c[0], c[1], c[2], c[3], c[4], c[5], span=s),
        "replacement": lambda s, c: n.Replacement(c[0], c[1], c[2], c[3], c[4], span=s),
        "modifier": lambda s, c: n.Modifier(c[0], c[1], c[2], c[3], span=s),
    }
)

HANDED_ON = frozenset("value preposition order moment".split())
"""Rules that make no node: their only child goes to the node above."""
LISTS = frozenset({"keys"})
"""Rules that make no node: their children go, as a list, to the node above."""
