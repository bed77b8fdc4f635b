"""Writes a syntax tree as text in its canonical form. Parsing this text gives the same tree again."""

from __future__ import annotations

from enum import IntEnum
from typing import assert_never

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.layout import NO_ORIGINAL, Body, Clause, Item, is_short, lines, one_line, original
from solenia_rules.dsl.lexer import without_comments
from solenia_rules.dsl.parser import Start, parse
from solenia_rules.text.places import Source, Span


class _Binds(IntEnum):
    """How tightly an expression binds, loosest first. An expression that binds less tightly than its place requires
    stands in brackets."""

    VALUE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    SIGNED = 7
    OF = 8
    PRIMARY = 9


def format_value(value: n.Expr) -> str:
    return _written(value, _Binds.VALUE)


def format_effect(effect: n.Block) -> str:
    """A tree as text: on one line if it is short, otherwise one statement on each line."""
    return _format_body(_body(effect))


def format_rules(rules: n.Rules) -> str:
    return _format_body(_rules_body(rules))


def format_text(text: str, start: Start) -> str:
    """A text in its canonical form, with its comments. A text on one line stays on one line, and a text on several
    lines stays on several. Raises SyntaxProblem."""
    tree = parse(text, start, Span(Source("text", text), 0, len(text)))
    body = _whole(tree, text)
    source = original(text)
    if "\n" in text:
        return "\n".join(lines(body, source)) + "\n"
    return "  ".join([one_line(body.items), *(comment.text for comment in source.comments)])


def _format_body(body: Body) -> str:
    return one_line(body.items) if is_short(body.items) else "\n".join(lines(body, NO_ORIGINAL))


def _whole(tree: n.Tree, text: str) -> Body:
    match tree:
        case n.Block():
            body = _body(tree)
        case n.Rules():
            body = _rules_body(tree)
        case _:
            code = without_comments(text)
            start, end = len(code) - len(code.lstrip()), len(code.rstrip())
            body = Body((Item((Clause(format_value(tree), None),), start, end),), 0, 0)
    return Body(body.items, 0, len(text))


# ---- statements and rules -----------------------------------------------------------


def _body(block: n.Block) -> Body:
    items = tuple(Item(_clauses(s), s.span.start, s.span.end) for s in block.statements)
    return Body(items, block.span.start, block.span.end)


def _rules_body(rules: n.Rules) -> Body:
    items = tuple(Item((_rule(rule),), rule.span.start, rule.span.end) for rule in rules.rules)
    return Body(items, rules.span.start, rules.span.end)


def _clause(head: str, block: n.Block) -> Clause:
    return Clause(head, _body(block))


def _clauses(statement: n.Statement) -> tuple[Clause, ...]:
    match statement:
        case n.Do(verb, what, arguments):
            words = [verb.text, *([] if what is None else [format_value(what)])]
            words += [f"{argument.preposition} {format_value(argument.value)}" for argument in arguments]
            return (Clause(" ".join(words), None),)
        case n.Let(name, value):
            if isinstance(value, n.Possible):
                return (_clause(f"let {name.text} = possible", value.body),)
            return (Clause(f"let {name.text} = {format_value(value)}", None),)
        case n.If(cases, otherwise):
            first, *others = cases
            return (
                _clause(f"if {_condition(first[0])}", first[1]),
                *(_clause(f"else if {_condition(test)}", block) for test, block in others),
                *(() if otherwise is None else (_clause("else", otherwise),)),
            )
        case n.For(phrase, body):
            return (_clause(f"for {_phrase(phrase)}", body),)
        case n.Repeat(times, body):
            return (_clause(f"repeat {_written(times, _Binds.SUM)}", body),)
        case n.ChooseEffect(branches, openly):
            words = [_openly("choose", openly), *["or"] * (len(branches) - 1)]
            return tuple(
                _clause(word if branch.name is None else f"{word} {branch.name.text}", branch.body)
                for word, branch in zip(words, branches, strict=True)
            )
        case n.ChooseThing(quota, phrase, block, openly):
            head = " ".join([_openly("choose", openly), *([] if quota is None else [_quota(quota)]), _phrase(phrase)])
            return (Clause(head, None) if block is None else _clause(head, block),)
        case n.May(body, otherwise, openly):
            return (
                _clause(_openly("may", openly), body),
                *(() if otherwise is None else (_clause("else", otherwise),)),
            )
        case n.As(together, seats, body):
            return (_clause(f"{'together ' if together else ''}as {_written(seats, _Binds.SUM)}", body),)
        case n.Try(body):
            return (_clause("try", body),)
        case n.Phase(name, body):
            return (_clause(f"phase {name.text}", body),)
        case _:
            assert_never(statement)


def _condition(test: n.Expr | None) -> str:
    """The text between `if` and its block."""
    return "possible" if test is None else format_value(test)


def _rule(rule: n.LastingRule) -> Clause:
    match rule:
        case n.Trigger(moment, verb, by, once, where, body):
            return _clause(f"{moment} {verb.text} by {by.text}{_once(once)}{_where(where)}", body)
        case n.Replacement(verb, by, once, where, body):
            return _clause(f"instead of {verb.text} by {by.text}{_once(once)}{_where(where)}", body)
        case n.Modifier(query, by, value, where):
            return Clause(f"{query.text} by {by.text} becomes {format_value(value)}{_where(where)}", None)
        case _:
            assert_never(rule)


def _once(once: n.Once | None) -> str:
    return "" if once is None else f" once per {'my ' if once.mine else ''}{once.phase.text}"


def _where(where: n.Expr | None) -> str:
    return "" if where is None else f" where {_written(where, _Binds.OR)}"


def _openly(word: str, openly: bool) -> str:
    return f"{word} openly" if openly else word


def _quota(quota: n.Quota) -> str:
    number = format_value(quota.number)
    shown = number if isinstance(quota.number, n.Number) else f"({number})"
    return f"up to {shown}" if quota.up_to else shown


def _phrase(phrase: n.Phrase) -> str:
    keys = ", ".join(_written(key, _Binds.SUM) for key in phrase.keys)
    source = _written(phrase.source, _Binds.SUM)
    return f"{phrase.name.text} in {source}{_where(phrase.where)}{f' by {keys}' if keys else ''}"


# ---- expressions --------------------------------------------------------------------


def _written(value: n.Expr, least: _Binds) -> str:
    """The value, in brackets if it binds less tightly than its place asks for."""
    binds, text = _expression(value)
    return text if binds >= least else f"({text})"


def _expression(value: n.Expr) -> tuple[_Binds, str]:
    match value:
        case n.Number(number):
            return _Binds.PRIMARY, str(number)
        case n.Amount(number, what):
            return _Binds.PRIMARY, f"{number} {what.text}"
        case n.Ref(name):
            return _Binds.PRIMARY, name.text
        case n.My(name):
            return _Binds.PRIMARY, f"my {name.text}"
        case n.Call(name, arguments):
            return _Binds.PRIMARY, f"{name.text}({_arguments(arguments)})"
        case n.Listed(items):
            return _Binds.PRIMARY, f"({', '.join(map(format_value, items))})"
        case n.Of(left, right):
            return _Binds.OF, f"{_written(left, _Binds.PRIMARY)} of {_written(right, _Binds.OF)}"
        case n.Minus(inner):
            return _Binds.SIGNED, f"-{_written(inner, _Binds.SIGNED)}"
        case n.Arithmetic(("*" | "/") as op, left, right):
            return _Binds.PRODUCT, f"{_written(left, _Binds.PRODUCT)} {op} {_written(right, _Binds.SIGNED)}"
        case n.Arithmetic(op, left, right):
            return _Binds.SUM, f"{_written(left, _Binds.SUM)} {op} {_written(right, _Binds.PRODUCT)}"
        case n.Compare(op, left, right):
            return _Binds.COMPARISON, f"{_written(left, _Binds.SUM)} {op} {_written(right, _Binds.SUM)}"
        case n.Is(left, right, negated):
            word = "is not" if negated else "is"
            return _Binds.COMPARISON, f"{_written(left, _Binds.SUM)} {word} {_written(right, _Binds.SUM)}"
        case n.IsIn(left, right, negated):
            word = "is not in" if negated else "is in"
            return _Binds.COMPARISON, f"{_written(left, _Binds.SUM)} {word} {_written(right, _Binds.SUM)}"
        case n.Not(inner):
            return _Binds.NOT, f"not {_written(inner, _Binds.NOT)}"
        case n.And(parts):
            return _Binds.AND, " and ".join(_written(part, _Binds.NOT) for part in parts)
        case n.Or(parts):
            return _Binds.OR, " or ".join(_written(part, _Binds.AND) for part in parts)
        case n.Possible(body):
            return _Binds.PRIMARY, one_line((Item((_clause("possible", body),), 0, 0),))
        case n.IfValue(test, then, otherwise):
            shown = _written(test, _Binds.OR)
            return _Binds.VALUE, f"if {shown} then {format_value(then)} else {format_value(otherwise)}"
        case _:
            assert_never(value)


def _arguments(arguments: tuple[n.Expr, ...] | n.Phrase | n.Each) -> str:
    match arguments:
        case n.Phrase():
            return _phrase(arguments)
        case n.Each(value, phrases, more):
            each = " ".join([format_value(value), *(f"for {_phrase(phrase)}" for phrase in phrases)])
            return ", ".join([each, *map(format_value, more)])
        case _:
            return ", ".join(map(format_value, arguments))
