"""The checking of one text at a time: parsing, scopes, effects and values, and the kinds of queries.

Queries are checked before the texts that call them, so that the kind of every call is known; the order is read off the
words in the texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from solenia_rules.check.kinds.expressions import Expressions
from solenia_rules.check.kinds.scope import Problems, Scope, Wrong, taken
from solenia_rules.check.kinds.statements import Statements
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.names import Names
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.kinds import Kind
from solenia_rules.dsl.parser import Start, SyntaxProblem, shared_parser
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span

MOST_OPEN = 4
"""Queries that are being checked, one inside the other. More of them call each other in a circle."""
_WORD = re.compile(r"[a-z][a-z0-9_]*")


class Texts:
    """Checks texts of a world and collects the problems. Expressions ask it for the kinds of queries."""

    def __init__(self, world: r.World) -> None:
        self.world = world
        self.names = Names(world)
        self.problems = Problems()
        self.out = Checked(self.names)
        self.x = Expressions(self)
        self.s = Statements(self.x)
        self._trees: dict[int, tuple[r.Text, n.Tree | None]] = {}
        """By identity of the text, which is kept alive with its tree."""
        self._mentions = Mentions(world.queries)
        self._open: list[str] = []
        self._kinds: dict[str, Kind] = {}
        self._modified = self._modified_queries()

    def tree(self, text: r.Text, start: Start) -> n.Tree | None:
        """The syntax of a text, parsed once; None after a syntax error, which is reported."""
        if id(text) not in self._trees:
            tree = None
            try:
                tree = shared_parser().parse(text.text, start, text.span)
            except SyntaxProblem as problem:
                self.problems.found.append(problem.diagnostic)
            self._trees[id(text)] = (text, tree)
        return self._trees[id(text)][1]

    def params(self, params: tuple[r.ParamDecl, ...]) -> list[tuple[str, Kind]]:
        made = []
        for param in params:
            kind = self.names.kind(param.kind)
            assert kind is not None, param.kind
            made.append((param.id, kind))
        return made

    def named(self, params: tuple[r.ParamDecl, ...]) -> None:
        """A parameter is a variable, so its name may not have another meaning in the world."""
        for param in params:
            problem = taken(self.names, param.id)
            if problem is not None:
                hint = f"use another name, such as `the_{param.id}`"
                self.problems.report("E203", problem, param.span, hint)

    def scope(
        self, params: list[tuple[str, Kind]], this: Kind | None = None, span: Span | None = None, given: bool = False
    ) -> Scope:
        """The scope of a text. `given`: the parameters are named by the engine, not by the ruleset. If the ruleset
        gives such a name another meaning, the name keeps that meaning."""
        scope = Scope.start(self.names, self.problems)
        if this is not None:
            scope.special("this", t.THIS, this)
        for name, kind in params:
            if given and name in self.names.meanings:
                scope.fresh()
            else:
                scope.know(name, kind, span or self.world.span)
        return scope

    def made(self, name: str, params: list[tuple[str, Kind]], scope: Scope, span: Span) -> CheckedText:
        numbered = tuple((p, t.FIRST_FREE + i, kind) for i, (p, kind) in enumerate(params))
        return CheckedText(name, numbered, scope.counter[0], span=span)

    def effect(self, name: str, text: r.Text, params: list[tuple[str, Kind]], this: Kind | None = None) -> CheckedText:
        scope = self.scope(params, this, text.span)
        tree = self.tree(text, "effect")
        acts = self.s.block(tree, scope) if isinstance(tree, n.Block) else ()
        made = self.made(name, params, scope, text.span)
        return CheckedText(made.name, made.params, made.variables, acts, None, span=text.span)

    def value(
        self, name: str, text: r.Text, wanted: Kind, params: list[tuple[str, Kind]], this: Kind | None = None
    ) -> CheckedText | None:
        scope = self.scope(params, this)
        tree = self.tree(text, "value")
        if tree is None or isinstance(tree, (n.Block, n.Rules)):
            return None
        try:
            term = self.x.expect(tree, wanted, scope)
        except Wrong:
            return None
        made = self.made(name, params, scope, text.span)
        return CheckedText(made.name, made.params, made.variables, (), term, span=text.span)

    # ---- queries ------------------------------------------------------------------------

    def check_queries(self) -> None:
        for query in self._mentions.in_order():
            try:
                self.query_kind(query, self.names.queries[query].span)
            except Wrong:
                continue

    def known_kind(self, query_id: str) -> Kind | None:
        """The kind of a query that was checked before."""
        return self._kinds.get(query_id)

    def zone_of_query(self, query_id: str) -> n.Expr | None:
        self.query_kind(query_id, self.names.queries[query_id].span)
        return self.out.zone_queries.get(query_id)

    def query_kind(self, query_id: str, span: Span) -> Kind:
        """The kind of a query, whose text is checked the first time."""
        if query_id in self._kinds:
            kind = self._kinds[query_id]
            if kind.base == "unknown":
                raise Wrong
            return kind
        if query_id in self._open:
            path = " -> ".join([*self._open[self._open.index(query_id) :], query_id])
            self.problems.report("E501", f"a query that calls itself: {path}", span)
            raise Wrong
        if len(self._open) > MOST_OPEN:
            self._long_circle(query_id, span)
            raise Wrong
        self._open.append(query_id)
        try:
            self._kinds[query_id] = self._query(self.names.queries[query_id])
            return self._kinds[query_id]
        except Wrong:
            self._kinds[query_id] = k.Kind("unknown")
            raise
        finally:
            self._open.pop()

    def _long_circle(self, query_id: str, span: Span) -> None:
        """Queries are checked after those that they mention, so many open queries call each other in a circle."""
        way = self._mentions.way_back(query_id) or [*self._open, query_id]
        shown = way if len(way) <= 2 * MOST_OPEN else [*way[:MOST_OPEN], "...", *way[-MOST_OPEN:]]
        self.problems.report("E501", f"a query that calls itself: {' -> '.join(shown)}", span)

    def _modified_queries(self) -> set[str]:
        """Queries that some lasting rule changes: the bounds of their numbers are not known."""
        texts = [rule.rules for rule in self.world.rules]
        for record in self.world.records:
            held = {f.id for f in self.names.fields_of(record.kind) if f.kind.rstrip("?") == "rules"}
            texts += [value for key, value, _s in record.fields if key in held and isinstance(value, r.Text)]
        trees = [tree for tree in (self.tree(text, "rules") for text in texts) if isinstance(tree, n.Rules)]
        return {rule.query.text for tree in trees for rule in tree.rules if isinstance(rule, n.Modifier)}

    def _query(self, query: r.Query) -> Kind:
        self.named(query.params)
        params = self.params(query.params)
        scope = self.scope(params, None, query.span)
        if query.table is not None:
            kind = k.NUMBER if query.id in self._modified else k.number_in(min(query.table), max(query.table))
            made = self.made(query.id, params, scope, query.span)
            self.out.queries[query.id] = made
            return kind
        assert query.value is not None
        tree = self.tree(query.value, "value")
        if tree is None or isinstance(tree, (n.Block, n.Rules)):
            raise Wrong
        term = self.x.check(tree, scope)
        if isinstance(term, t.Zone):
            self.out.zone_queries[query.id] = tree
            return term.kind
        kind = term.kind
        if kind.base == "number":
            kind = k.NUMBER if query.id in self._modified else k.number_in(kind.low, kind.high)
        made = self.made(query.id, params, scope, query.value.span)
        self.out.queries[query.id] = CheckedText(
            made.name, made.params, made.variables, (), term, span=query.value.span
        )
        return kind


class Mentions:
    """Which query names which others. A word may mean something else where it stands, so a query may need fewer others
    than it mentions, never more."""

    def __init__(self, queries: tuple[r.Query, ...]) -> None:
        ids = {query.id for query in queries}
        self.of: dict[str, list[str]] = {}
        for query in queries:
            words = [] if query.value is None else _WORD.findall(query.value.text)
            self.of[query.id] = [word for word in dict.fromkeys(words) if word in ids]

    def in_order(self) -> Iterator[str]:
        """Every query after those that it mentions, unless they mention each other."""
        begun: set[str] = set()
        for root in self.of:
            if root in begun:
                continue
            begun.add(root)
            stack = [(root, iter(self.of[root]))]
            while stack:
                query, rest = stack[-1]
                word = next((word for word in rest if word not in begun), None)
                if word is None:
                    stack.pop()
                    yield query
                else:
                    begun.add(word)
                    stack.append((word, iter(self.of[word])))

    def way_back(self, query: str) -> list[str]:
        """The shortest path from a query to itself, with the query at both ends; empty if there is none."""
        before: dict[str, str] = {}
        edge = [query]
        while edge and query not in before:
            following = []
            for name in edge:
                for word in self.of[name]:
                    if word not in before:
                        before[word] = name
                        following.append(word)
            edge = following
        if query not in before:
            return []
        path = [query, before[query]]
        while path[-1] != query:
            path.append(before[path[-1]])
        return path[::-1]
