"""Text to syntax tree: the only module that knows Lark."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias

from lark import Lark, Token, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, v_args
from lark.exceptions import VisitError
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.vocabulary import RESERVED
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span
from solenia_rules.text.suggestions import closest

MAX_TOKENS = 1000
MAX_DEPTH = 64

Start: TypeAlias = Literal["effect", "value", "rules"]


class SyntaxProblem(Exception):
    """The text is not a sentence of the language."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Build(Transformer_NonRecursive):  # type: ignore[type-arg]
    """Nodes made bottom-up without recursion, so that no text is too deep for Python."""

    def __init__(self) -> None:
        super().__init__(visit_tokens=False)
        self.span: Span = n.NOWHERE
        self.depths: dict[int, int] = {}
        self.keep: list[object] = []

    def begin(self, span: Span) -> None:
        self.span = span
        self.depths = {}
        self.keep = []

    def at(self, meta: Meta) -> Span:
        if getattr(meta, "empty", True):
            return Span(self.span.source, self.span.start, self.span.start)
        return Span(self.span.source, self.span.start + meta.start_pos, self.span.start + meta.end_pos)

    def token_span(self, token: Token) -> Span:
        start = token.start_pos or 0
        return Span(self.span.source, self.span.start + start, self.span.start + start + len(token))

    def word(self, token: Token) -> n.Name:
        return n.Name(str(token), span=self.token_span(token))

    def deep(self, made: object, span: Span, *children: object) -> object:
        """Record how deep a new node is; too deep a text is refused here."""
        depth = 1 + max((self.depths.get(id(child), 0) for child in children), default=0)
        if depth > MAX_DEPTH:
            raise SyntaxProblem(Diagnostic("E104", f"nested more than {MAX_DEPTH} deep", span))
        self.depths[id(made)] = depth
        self.keep.append(made)
        return made


def _node(make: Callable[[_Build, Span, list[object]], object]) -> Callable[..., object]:
    @v_args(meta=True)
    def reduce(self: _Build, meta: Meta, children: list[object]) -> object:
        span = self.at(meta)
        flat: list[object] = []
        for child in children:
            flat.extend(child) if isinstance(child, tuple | list) else flat.append(child)
        return self.deep(make(self, span, children), span, *flat)

    return reduce


def _number(self: _Build, token: object) -> int:
    assert isinstance(token, Token)
    value = int(token)
    if value > 10**9:
        raise SyntaxProblem(Diagnostic("E105", "a number above 1000000000", self.token_span(token)))
    return value


def _block(statements: object, span: Span) -> n.Block:
    return n.Block(tuple(s for s in statements if s is not None), span=span)  # type: ignore[attr-defined]


_MAKERS: dict[str, Callable[[_Build, Span, list], object]] = {  # type: ignore[type-arg]
    "effect": lambda b, s, c: _block(c, b.span),
    "value": lambda b, s, c: c[0],
    "rules": lambda b, s, c: n.Rules(tuple(c), span=b.span),
    "block": lambda b, s, c: _block(c, s),
    "do": lambda b, s, c: n.Do(b.word(c[0]), c[1], tuple(c[2:]), span=s),
    "argument": lambda b, s, c: n.Argument(c[0], c[1], span=s),
    "preposition": lambda b, s, c: str(c[0]),
    "let": lambda b, s, c: n.Let(b.word(c[0]), c[1], span=s),
    "for": lambda b, s, c: n.For(c[0], c[1], span=s),
    "repeat": lambda b, s, c: n.Repeat(c[0], c[1], span=s),
    "branch": lambda b, s, c: n.Branch(None if c[0] is None else b.word(c[0]), c[1], span=s),
    "choose_effect": lambda b, s, c: n.ChooseEffect(tuple(c), span=s),
    "choose_thing": lambda b, s, c: n.ChooseThing(c[0], c[1], c[2], span=s),
    "may": lambda b, s, c: n.May(c[0], c[1], span=s),
    "as": lambda b, s, c: n.As(c[0] is not None, c[1], c[2], span=s),
    "try": lambda b, s, c: n.Try(c[0], span=s),
    "phase": lambda b, s, c: n.Phase(b.word(c[0]), c[1], span=s),
    "phrase": lambda b, s, c: n.Phrase(b.word(c[0]), c[1], c[2], c[3] or (), span=s),
    "keys": lambda b, s, c: tuple(c),
    "if_value": lambda b, s, c: n.IfValue(c[0], c[1], c[2], span=s),
    "or_": lambda b, s, c: n.Or(tuple(c), span=s),
    "and_": lambda b, s, c: n.And(tuple(c), span=s),
    "not_": lambda b, s, c: n.Not(c[1], span=s),
    "is_": lambda b, s, c: n.Is(c[0], c[2], c[1] is not None, span=s),
    "is_in": lambda b, s, c: n.IsIn(c[0], c[2], c[1] is not None, span=s),
    "order": lambda b, s, c: str(c[0]),
    "compare": lambda b, s, c: n.Compare(c[1], c[0], c[2], span=s),
    "add": lambda b, s, c: n.Arithmetic("+", c[0], c[2], span=s),
    "subtract": lambda b, s, c: n.Arithmetic("-", c[0], c[2], span=s),
    "multiply": lambda b, s, c: n.Arithmetic("*", c[0], c[2], span=s),
    "divide": lambda b, s, c: n.Arithmetic("/", c[0], c[2], span=s),
    "minus": lambda b, s, c: n.Minus(c[1], span=s),
    "of": lambda b, s, c: n.Of(c[0], c[1], span=s),
    "number": lambda b, s, c: n.Number(_number(b, c[0]), span=s),
    "amount": lambda b, s, c: n.Amount(_number(b, c[0]), b.word(c[1]), span=s),
    "name": lambda b, s, c: n.Ref(b.word(c[0]), span=s),
    "my": lambda b, s, c: n.My(b.word(c[0]), span=s),
    "listed": lambda b, s, c: n.Listed(tuple(c), span=s),
    "each": lambda b, s, c: n.Each(c[0], c[1], span=s),
    "once": lambda b, s, c: b.word(c[0]),
    "moment": lambda b, s, c: str(c[0]),
    "trigger": lambda b, s, c: n.Trigger(c[0], b.word(c[1]), b.word(c[2]), c[3], c[4], c[5], span=s),
    "replacement": lambda b, s, c: n.Replacement(b.word(c[0]), b.word(c[1]), c[2], c[3], c[4], span=s),
    "modifier": lambda b, s, c: n.Modifier(b.word(c[0]), b.word(c[1]), c[2], c[3], span=s),
}


def _quota(b: _Build, s: Span, c: list[object]) -> n.Quota:
    number = c[1]
    if isinstance(number, Token):
        number = n.Number(_number(b, number), span=b.token_span(number))
    return n.Quota(c[0] is not None, number, span=s)  # type: ignore[arg-type]


def _call(b: _Build, s: Span, c: list[object]) -> n.Call:
    rest = c[1:]
    args: object = tuple(rest)
    if len(rest) == 1 and isinstance(rest[0], n.Phrase | n.Each):
        args = rest[0]
    assert isinstance(c[0], Token)
    return n.Call(b.word(c[0]), args, span=s)  # type: ignore[arg-type]


def _if(b: _Build, s: Span, c: list[object]) -> n.If:
    *cases, otherwise = c
    pairs = tuple(zip(cases[0::2], cases[1::2], strict=True))
    return n.If(pairs, otherwise, span=s)  # type: ignore[arg-type]


for _rule, _make in {**_MAKERS, "quota": _quota, "call": _call, "if": _if}.items():
    setattr(_Build, _rule, _node(_make))


def grammar_text() -> str:
    return resources.files("solenia_rules.dsl").joinpath("effects.lark").read_text("utf-8")


class Parser:
    """A parser with its tables; make one and use it for many texts."""

    def __init__(self) -> None:
        self._build = _Build()
        self._lark = Lark(
            grammar_text(),
            parser="lalr",
            start=["effect", "value", "rules"],
            propagate_positions=True,
            maybe_placeholders=True,
            lexer_callbacks={"NAME": self._check_name},
        )

    def _check_name(self, token: Token) -> Token:
        if str(token) in RESERVED:
            span = self._build.token_span(token)
            raise SyntaxProblem(Diagnostic("E103", f"`{token}` is a word of the language and cannot be a name", span))
        return token

    def parse(self, text: str, start: Start, span: Span) -> n.Tree:
        """The tree of a text that stands at `span`; raises SyntaxProblem."""
        self._build.begin(span)
        try:
            interactive = self._lark.parse_interactive(text, start=start)
            count = 0
            for _token in interactive.iter_parse():
                count += 1
                if count > MAX_TOKENS:
                    raise SyntaxProblem(Diagnostic("E106", f"more than {MAX_TOKENS} words and signs", span))
            made = self._build.transform(interactive.feed_eof())
        except VisitError as error:
            if isinstance(error.orig_exc, SyntaxProblem):
                raise error.orig_exc from None
            raise
        except UnexpectedInput as error:
            raise SyntaxProblem(_explain(error, text, span)) from None
        finally:
            self._build.keep = []
        return made  # type: ignore[no-any-return]


@cache
def shared_parser() -> Parser:
    return Parser()


def parse(text: str, start: Start, span: Span | None = None) -> n.Tree:
    """The tree of a text; without a place the text is its own source."""
    if span is None:
        span = Span(Source("text", text), 0, len(text))
    return shared_parser().parse(text, start, span)


def parse_effect(text: str) -> n.Block:
    tree = parse(text, "effect")
    assert isinstance(tree, n.Block)
    return tree


# ---- what went wrong, in the author's words -------------------------------------------

_SHOWN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "_SEP": "a new line or `;`",
    "$END": "the end",
    "UP_TO": "`up to`",
}


def _terminal(name: str) -> str:
    if name in _SHOWN:
        return _SHOWN[name]
    pattern = {t.name: t.pattern.value for t in shared_parser()._lark.terminals}.get(name, name)
    return f"`{pattern}`"


def _explain(error: UnexpectedInput, text: str, span: Span) -> Diagnostic:
    def at(start: int, length: int) -> Span:
        return Span(span.source, span.start + start, span.start + start + length)

    if isinstance(error, UnexpectedCharacters):
        position = error.pos_in_stream
        return Diagnostic("E101", f"`{text[position]}` is no sign of the language", at(position, 1))
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = sorted(error.expected)
    hint: str | None = None
    if token.type == "NAME":
        words = [p.strip("`") for p in map(_terminal, expected) if p.startswith("`") and p.strip("`").isalpha()]
        near = closest(str(token), words)
        hint = f"did you mean `{near}`?" if near else None
    shown = [_terminal(name) for name in expected if name not in ("_SEP", "COMMENT", "SPACE")]
    if hint is None and 0 < len(shown) <= 6:
        hint = "expected " + (" or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0])
    if token.type == "$END":
        return Diagnostic("E102", "the text ends in the middle of something", at(len(text.rstrip()), 0), hint)
    position = token.start_pos or 0
    what = "a new line" if token.type == "_SEP" and token.startswith(("\n", "\r")) else f"`{str(token).strip()}`"
    return Diagnostic("E102", f"{what} cannot stand here", at(position, max(1, len(str(token).rstrip()))), hint)
