"""Parses a text of the effects language to its syntax tree, or raises a `SyntaxProblem` with a diagnostic.

The parser runs the LALR(1) tables of `dsl/automaton.py`. It builds the nodes from the bottom up without recursion, so
no text is nested too deeply for Python, and it counts tokens and depth on the way.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from solenia_rules.dsl import automaton
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builder import MAKERS
from solenia_rules.dsl.grammar import build_tables, grammar_text, stored_tables
from solenia_rules.dsl.lexer import END, SEPARATOR, UNKNOWN, Lexer, Token, without_comments
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Source, Span

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


_CLOSING = {
    "_RBRACE": "}", "_RPAR": ")", "_LBRACE": "{", "NAME": "", "_THEN": "then", "_ELSE": "else", "_IN": "in",
    "_EQUALS": "=", "_BY": "by", "_BECOMES": "becomes", "_PER": "per", "_OF": "of", "_OR": "or", "_AS": "as",
}  # fmt: skip
"""Terminals that complete an unfinished text, the preferred ones first; a name can stand for any missing value."""

_Part: TypeAlias = tuple[int, object, int, int, int]
"""What lies on the parser's stack: state, value, first and last position, depth of the value."""


class Parser:
    """A parser with its tables; make one and use it for many texts."""

    def __init__(self, tables: automaton.Tables) -> None:
        self._tables = tables
        self._lexer = Lexer(tables)
        self._rules = tuple((r.origin, r.size, r.maker, MAKERS.get(r.maker), r.take) for r in tables.rules)

    def _refused(self, text: str, start: Start, seen: list[Token], span: Span) -> SyntaxProblem:
        """The problem that the last of the tokens cannot stand where it is."""
        # Imported only for a mistake: most texts have none.
        from solenia_rules.dsl.blame import blame
        from solenia_rules.dsl.mistakes import Mistake

        states = [self._tables.starts[start][0]]
        for token in seen[:-1]:
            shifted = self._shifted(states, token.kind)
            assert shifted is not None
            states = shifted
        return SyntaxProblem(blame(Mistake(text, start, seen, self._accepted(states)), span))

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
            while (action := rows[stack[-1][0]].get(kind, REFUSED)) < 0:
                if action == REFUSED:
                    raise self._refused(text, start, seen, span)
                origin, size, maker, make, take = rules[~action]
                if size == 1 and maker == automaton.PASS:
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
                        elif place == automaton.ABSENT:
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
                        value = children if maker == automaton.SPLICE else children[0]
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
        """The states of the parser after the beginning of a text; None if no sentence begins like this."""
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
        """The tokens that complete the beginning of a sentence: they close brackets and fill gaps with a name."""
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
