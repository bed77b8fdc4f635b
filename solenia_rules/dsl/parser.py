"""Text to syntax tree: the only module that knows Lark.

Lark turns the grammar into LALR(1) tables, which are kept as JSON; the loop here runs them without Lark. It builds
the nodes bottom-up without recursion, so that no text is too deep for Python, and it counts while it goes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from solenia_rules.dsl import nodes as n
from solenia_rules.dsl import tables as t
from solenia_rules.dsl.blame import blame
from solenia_rules.dsl.builder import HANDED_ON, LISTS, MAKERS
from solenia_rules.dsl.lexer import END, SEPARATOR, UNKNOWN, Lexer, Token, without_comments
from solenia_rules.dsl.mistakes import Mistake
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAX_TOKENS = 1000
MAX_DEPTH = 64
MAX_NUMBER = 10**9
REFUSED = -(10**9)
"""No action: the token cannot stand here."""

Start: TypeAlias = Literal["effect", "value", "rules"]


class SyntaxProblem(Exception):
    """The text is not a sentence of the language."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def _shipped(name: str) -> Traversable:
    """A file beside this one."""
    folder = Path(__file__).parent
    if not folder.is_dir():
        # Inside an archive. Imported only there: it brings half of what deals with archives along.
        from importlib.resources import files

        return files("solenia_rules.dsl") / name
    return folder / name


def grammar_text() -> str:
    return _shipped("effects.lark").read_text("utf-8")


def stored_tables(grammar: str) -> t.Tables | None:
    """The tables that are shipped, unless they are missing or of another grammar."""
    file = _shipped("effects.tables.json")
    if not file.is_file():
        return None
    tables = t.decode(file.read_text("utf-8"))
    return tables if tables.digest == t.digest_of(grammar) else None


def build_tables(grammar: str) -> t.Tables:
    """The tables of a grammar, made by Lark."""
    from lark import Lark
    from lark.grammar import NonTerminal
    from lark.lexer import PatternStr
    from lark.parsers.lalr_analysis import Shift

    lark = Lark(grammar, parser="lalr", start=["effect", "value", "rules"], maybe_placeholders=True)
    table = lark.parser.parser._parse_table
    terminals = sorted(lark.terminals, key=lambda x: (-x.priority, -x.pattern.max_width, -len(x.pattern.value), x.name))
    words = {
        x.pattern.value: x.name for x in terminals if isinstance(x.pattern, PatternStr) and x.pattern.value.isalpha()
    }
    numbers: dict[object, int] = {}
    rules: list[t.Rule] = []
    for rule in sorted(lark.rules, key=str):
        name = rule.alias or rule.origin.name
        take: list[int] = []
        places = iter(range(len(rule.expansion)))
        for absent in rule.options.empty_indices or [False] * len(rule.expansion):
            if absent:
                take.append(t.ABSENT)
                continue
            place = next(places)
            symbol = rule.expansion[place]
            if isinstance(symbol, NonTerminal):
                take.append(-2 - place if symbol.name.startswith("_") else place)
            elif rule.options.keep_all_tokens or not symbol.name.startswith("_"):
                take.append(place)
        if rule.origin.name.startswith("_") or name in LISTS:
            name = t.SPLICE
        elif name in HANDED_ON or (rule.options.expand1 and not rule.alias):
            name = t.PASS
        numbers[rule] = len(rules)
        rules.append(t.Rule(rule.origin.name, len(rule.expansion), name, tuple(take)))
    built = t.Tables(
        t.digest_of(grammar),
        {x.name: x.pattern.to_regexp() for x in terminals if x.pattern.value not in words},
        dict(sorted(words.items())),
        {start: (table.start_states[start], table.end_states[start]) for start in ("effect", "value", "rules")},
        tuple(rules),
        tuple(
            {name: arg if action is Shift else ~numbers[arg] for name, (action, arg) in table.states[state].items()}
            for state in range(len(table.states))
        ),
    )
    return t.in_order(built)


_CLOSING = {
    "_RBRACE": "}", "_RPAR": ")", "_LBRACE": "{", "NAME": "", "_THEN": "then", "_ELSE": "else", "_IN": "in",
    "_EQUALS": "=", "_BY": "by", "_BECOMES": "becomes", "_PER": "per", "_OF": "of", "_OR": "or", "_AS": "as",
}  # fmt: skip
"""Terminals that finish an unfinished text, the most welcome first; a name is whatever fills the gap."""

_Part: TypeAlias = tuple[int, object, int, int, int]
"""What lies on the parser's stack: state, value, first and last position, depth of the value."""


class Parser:
    """A parser with its tables; make one and use it for many texts."""

    def __init__(self, tables: t.Tables) -> None:
        self._tables = tables
        self._lexer = Lexer(tables)
        self._rules = tuple((r.origin, r.size, r.maker, MAKERS.get(r.maker), r.take) for r in tables.rules)

    def parse(self, text: str, start: Start, span: Span) -> n.Tree:
        """The tree of a text that stands at `span`; raises SyntaxProblem."""
        rows, rules = self._tables.states, self._rules
        first, last = self._tables.starts[start]
        stack: list[_Part] = [(first, None, 0, 0, 0)]
        seen: list[Token] = []
        for token in self._lexer.tokens(text):
            kind = token.kind
            if kind == SEPARATOR and not self._shifts([part[0] for part in stack], SEPARATOR):
                semicolon = without_comments(token.text).find(";")
                if semicolon < 0:
                    continue
                token = Token(UNKNOWN, ";", token.start + semicolon)
                kind = UNKNOWN
            seen.append(token)
            if len(seen) > MAX_TOKENS and kind != END:
                excess = Span(span.source, span.start + token.start, span.start + token.end)
                raise SyntaxProblem(Diagnostic("E106", f"more than {MAX_TOKENS} words and signs", excess))
            before = [part[0] for part in stack]
            while (action := rows[stack[-1][0]].get(kind, REFUSED)) < 0:
                if action == REFUSED:
                    raise SyntaxProblem(blame(Mistake(text, start, seen, self._accepted(before)), span))
                origin, size, maker, make, take = rules[~action]
                if size == 1 and maker == t.PASS:
                    _, value, begin, end, depth = stack.pop()
                else:
                    taken = stack[-size:]
                    del stack[-size:]
                    begin, end = taken[0][2], taken[-1][3]
                    depth = max([part[4] for part in taken])
                    children: list[object] = []
                    for place in take:
                        if place >= 0:
                            children.append(taken[place][1])
                        elif place == t.ABSENT:
                            children.append(None)
                        else:
                            children += taken[-2 - place][1]  # type: ignore[arg-type]
                    if make is not None:
                        depth += 1
                        where = span if origin == start else Span(span.source, span.start + begin, span.start + end)
                        if depth > MAX_DEPTH:
                            raise SyntaxProblem(Diagnostic("E104", f"nested more than {MAX_DEPTH} deep", where))
                        value = make(where, children)
                    else:
                        value = children if maker == t.SPLICE else children[0]
                state = rows[stack[-1][0]][origin]
                if kind == END and state == last:
                    return value  # type: ignore[return-value]
                stack.append((state, value, begin, end, depth))
            begin, end = token.start, token.start + len(token.text)
            value = token.text
            if kind == "NAME":
                value = n.Name(token.text, span=Span(span.source, span.start + begin, span.start + end))
            elif kind == "NUMBER":
                value = n.Number(int(token.text), span=Span(span.source, span.start + begin, span.start + end))
                if value.value > MAX_NUMBER:
                    raise SyntaxProblem(Diagnostic("E105", f"a number above {MAX_NUMBER}", value.span))
            stack.append((action, value, begin, end, 0))
        raise AssertionError("the end is always a token")

    # ---- unfinished texts ---------------------------------------------------------------

    def states_after(self, text: str, start: Start) -> tuple[int, ...] | None:
        """Where the beginning of a text leads; None where it is no beginning of a sentence."""
        states = [self._tables.starts[start][0]]
        for token in self._lexer.tokens(text):
            if token.kind == END:
                break
            if token.kind == SEPARATOR and not self._shifts(states, SEPARATOR):
                if ";" in without_comments(token.text):
                    return None
                continue
            after = self._shifted(states, token.kind)
            if after is None:
                return None
            states = after
        return tuple(states)

    def followers(self, states: tuple[int, ...]) -> frozenset[str]:
        """The terminals that can come next."""
        return self._accepted(list(states))

    def endings(self, text: str, start: Start, filler: str) -> str | None:
        """What makes a sentence of the beginning of one: brackets closed, gaps filled with a name."""
        found = self.states_after(text, start)
        states = list(found) if found is not None else None
        added: list[str] = []
        while states is not None and len(added) <= MAX_DEPTH:
            if self._shifts(states, END):
                return " ".join(added)
            kind = next((kind for kind in _CLOSING if self._shifts(states, kind)), None)
            if kind is None:
                return None
            states = self._shifted(states, kind)
            added.append(_CLOSING[kind] or filler)
        return None

    def _shifted(self, states: list[int], kind: str) -> list[int] | None:
        """The states after a terminal, with all reductions it causes."""
        rows, rules = self._tables.states, self._tables.rules
        states = states[:]
        while (action := rows[states[-1]].get(kind, REFUSED)) < 0:
            if action == REFUSED:
                return None
            rule = rules[~action]
            del states[-rule.size :]
            states.append(rows[states[-1]][rule.origin])
        return [*states, action]

    def _accepted(self, states: list[int]) -> frozenset[str]:
        """The terminals that could have come next: those that are shifted after all reductions they cause."""
        return frozenset(kind for kind in self._tables.states[states[-1]] if self._shifts(states, kind))

    def _shifts(self, states: list[int], kind: str) -> bool:
        rows, rules = self._tables.states, self._tables.rules
        states = states[:]
        while (action := rows[states[-1]].get(kind, REFUSED)) < 0:
            if action == REFUSED:
                return False
            rule = rules[~action]
            del states[-rule.size :]
            states.append(rows[states[-1]][rule.origin])
            if kind == END and len(states) == 2:
                return True
        return kind.isupper()


@cache
def shared_parser() -> Parser:
    grammar = grammar_text()
    return Parser(stored_tables(grammar) or build_tables(grammar))


def parse(text: str, start: Start, span: Span | None = None) -> n.Tree:
    """The tree of a text; without a place the text is its own source."""
    if span is None:
        span = Span(Source("text", text), 0, len(text))
    return shared_parser().parse(text, start, span)


def parse_effect(text: str) -> n.Block:
    tree = parse(text, "effect")
    assert isinstance(tree, n.Block)
    return tree
