"""Arbitrary trees of the language, their texts, and texts with comments in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, TypeAlias, get_args

import attrs
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.formatter import format_effect, format_rules, format_value
from solenia_rules.dsl.parser import Start, SyntaxProblem, parse
from solenia_rules.dsl.vocabulary import RESERVED
from solenia_rules.text.places import Span

Preposition: TypeAlias = Literal["to", "from", "on", "with", "at", "until"]
Additive: TypeAlias = Literal["+", "-", "*", "/"]
Order: TypeAlias = Literal["<", "<=", ">", ">="]

EVERYDAY = settings(max_examples=30, deadline=None)
THOROUGH = settings(max_examples=3000, deadline=None)

SPELLED = ("ore", "gold", "token", "cell", "me", "it", "x", "iffy", "orb", "ored", "upper", "inn", "a_b", "z9")


@cache
def names() -> SearchStrategy[n.Name]:
    """Names, among them some that begin like reserved words."""
    letters = st.sampled_from("abyz")
    free = st.builds(str.__add__, letters, st.text("abo_09", max_size=4)).filter(lambda text: text not in RESERVED)
    return st.builds(n.Name, st.one_of(st.sampled_from(SPELLED), free))


@cache
def numbers() -> SearchStrategy[int]:
    return st.one_of(st.integers(0, 12), st.just(10**9))


def _several(parts: SearchStrategy[n.Expr], least: int = 1, most: int = 3) -> SearchStrategy[tuple[n.Expr, ...]]:
    return st.lists(parts, min_size=least, max_size=most).map(tuple)


def phrases(inner: SearchStrategy[n.Expr]) -> SearchStrategy[n.Phrase]:
    return st.builds(n.Phrase, names(), inner, st.none() | inner, _several(inner, 0, 2))


@st.composite
def eaches(draw: st.DrawFn, inner: SearchStrategy[n.Expr]) -> n.Each:
    """Values for phrases, with further values; a comma after a key begins another key."""
    found = draw(st.lists(phrases(inner), min_size=1, max_size=2))
    more = () if found[-1].keys else draw(_several(inner, 0, 2))
    return n.Each(draw(inner), tuple(found), more)


def _larger(inner: SearchStrategy[n.Expr]) -> SearchStrategy[n.Expr]:
    arguments = st.one_of(
        _several(inner, 0),
        phrases(inner),
        eaches(inner),
    )
    return st.one_of(
        st.builds(n.Of, inner, inner),
        st.builds(n.Call, names(), arguments),
        st.builds(n.Listed, _several(inner, 2)),
        st.builds(n.Minus, inner),
        st.builds(n.Arithmetic, st.sampled_from(get_args(Additive)), inner, inner),
        st.builds(n.Compare, st.sampled_from(get_args(Order)), inner, inner),
        st.builds(n.Is, inner, inner, st.booleans()),
        st.builds(n.IsIn, inner, inner, st.booleans()),
        st.builds(n.Not, inner),
        st.builds(n.And, _several(inner, 2)),
        st.builds(n.Or, _several(inner, 2)),
        st.builds(n.IfValue, inner, inner, inner),
    )


@cache
def values(leaves: int = 8) -> SearchStrategy[n.Expr]:
    simple: SearchStrategy[n.Expr] = st.one_of(
        st.builds(n.Ref, names()),
        st.builds(n.Number, numbers()),
        st.builds(n.Amount, numbers(), names()),
        st.builds(n.My, names()),
    )
    return st.recursive(simple, _larger, max_leaves=leaves)


def _blocks(inner: SearchStrategy[n.Statement], least: int = 0) -> SearchStrategy[n.Block]:
    return st.builds(n.Block, st.lists(inner, min_size=least, max_size=3).map(tuple))


def _compound(inner: SearchStrategy[n.Statement]) -> SearchStrategy[n.Statement]:
    block = _blocks(inner)
    value = values(4)
    value = value | st.builds(n.Possible, block)
    cases = st.lists(st.tuples(st.none() | value, block), min_size=1, max_size=3).map(tuple)
    branches = st.lists(st.builds(n.Branch, st.none() | names(), block), min_size=2, max_size=3).map(tuple)
    quota = st.builds(n.Quota, st.booleans(), value)
    return st.one_of(
        st.builds(n.If, cases, st.none() | block),
        st.builds(n.Let, names(), st.builds(n.Possible, block)),
        st.builds(n.For, phrases(value), block),
        st.builds(n.Repeat, value, block),
        st.builds(n.ChooseEffect, branches, st.booleans()),
        st.builds(n.ChooseThing, st.none() | quota, phrases(value), st.none() | block, st.booleans()),
        st.builds(n.May, block, st.none() | block, st.booleans()),
        st.builds(n.As, st.booleans(), value, block),
        st.builds(n.Try, block),
        st.builds(n.Phase, names(), block),
    )


@cache
def statements() -> SearchStrategy[n.Statement]:
    value = values(5)
    argument = st.builds(n.Argument, st.sampled_from(get_args(Preposition)), value)
    simple: SearchStrategy[n.Statement] = st.one_of(
        st.builds(n.Do, names(), st.none() | value, st.lists(argument, max_size=2).map(tuple)),
        st.builds(n.Let, names(), value),
    )
    return st.recursive(simple, _compound, max_leaves=4)


@cache
def effects() -> SearchStrategy[n.Block]:
    return _blocks(statements(), 1)


@cache
def rules() -> SearchStrategy[n.Rules]:
    test = st.none() | values(4)
    once = st.none() | st.builds(n.Once, names(), st.booleans())
    body = _blocks(statements())
    one: SearchStrategy[n.LastingRule] = st.one_of(
        st.builds(n.Trigger, st.sampled_from(["before", "after"]), names(), names(), once, test, body),
        st.builds(n.Replacement, names(), names(), once, test, body),
        st.builds(n.Modifier, names(), names(), values(5), test),
    )
    return st.builds(n.Rules, st.lists(one, min_size=1, max_size=3).map(tuple))


@cache
def trees() -> SearchStrategy[tuple[n.Tree, Start]]:
    """A tree with the kind of text it is."""
    return st.one_of(
        st.tuples(effects(), st.just("effect")),
        st.tuples(values(), st.just("value")),
        st.tuples(rules(), st.just("rules")),
    )


def with_comments(text: str, start: Start, places: list[int]) -> str:
    """The text with comments put in at those places where they change nothing else."""
    tree = parse(text, start)
    for number, place in enumerate(sorted(places, reverse=True)):
        at = place % (len(text) + 1)
        spoken = f" #{' ' * (number % 2)}note {number}{' ' * (number % 3)}\n"
        changed = text[:at] + spoken + text[at:]
        try:
            if "#" not in text[text.rfind("\n", 0, at) + 1 : at] and parse(changed, start) == tree:
                text = changed
        except SyntaxProblem:
            continue
    return text


def written(tree: n.Tree) -> str:
    match tree:
        case n.Block():
            return format_effect(tree)
        case n.Rules():
            return format_rules(tree)
        case _:
            return format_value(tree)


def nodes_of(value: object) -> Iterator[n.Name | n.Tree]:
    """All nodes and names of a tree, each before what it holds."""
    if isinstance(value, tuple):
        for item in value:
            yield from nodes_of(item)
    elif attrs.has(type(value)) and not isinstance(value, Span):
        yield value  # type: ignore[misc]
        for field in attrs.fields(type(value)):  # type: ignore[arg-type]
            yield from nodes_of(getattr(value, field.name)) if field.name != "span" else ()
