"""A whole ruleset: every text parsed and checked, in an order that lets queries know their kinds."""

from __future__ import annotations

from solenia_rules.check.kinds.expressions import Expressions
from solenia_rules.check.kinds.lasting_rules import LastingRules
from solenia_rules.check.kinds.mentions import Mentions
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

_SETTLED = ("seat", "piece", "cell")
"""Kinds of things that are there: a value of one is none or the thing."""
MOST_OPEN = 4
"""Queries in the middle of being checked; more only where they turn in a circle."""


class Checker:
    """Runs over a world once. `query_kind` checks a query's text the first time it is asked for."""

    def __init__(self, world: r.World) -> None:
        self.world = world
        self.names = Names(world)
        self.problems = Problems()
        self.out = Checked(self.names)
        self.x = Expressions(self)
        self.s = Statements(self.x)
        self.lasting = LastingRules(self)
        self._trees: dict[int, tuple[r.Text, n.Tree | None]] = {}
        """By identity of the text, which is kept alive with its tree."""
        self._mentions = Mentions(world.queries)
        self._open: list[str] = []
        self._kinds: dict[str, Kind] = {}
        self._modified = self._modified_queries()

    def run(self) -> Checked:
        for query in self._mentions.in_order():
            try:
                self.query_kind(query, self.names.queries[query].span)
            except Wrong:
                continue
        for verb in self.world.verbs:
            self._named(verb.params)
            self.out.verbs[verb.id] = self._effect(verb.id, verb.effect, self.params(verb.params))
        for step in self.world.steps:
            self.out.steps.append((step.section, self._effect(f"{step.section}.{step.id}", step.effect, [])))
        self._counters()
        self._state()
        self._fields()
        self._whiles()
        for record in self.world.records:
            self._record(record)
        for rule in self.world.rules:
            self.out.rules[rule.id] = self.lasting.rules(f"rules.{rule.id}", rule.rules, None)
        if self.world.estimate is not None:
            self.out.estimate = self._value("estimate", self.world.estimate, k.NUMBER, [])
        self.out.diagnostics = self.problems.found
        return self.out

    # ---- texts ------------------------------------------------------------------------

    def tree(self, text: r.Text, start: Start) -> n.Tree | None:
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

    def _named(self, params: tuple[r.ParamDecl, ...]) -> None:
        """A parameter is a variable, too: its name may not be one of the world's."""
        for param in params:
            problem = taken(self.names, param.id)
            if problem is not None:
                hint = f"call it otherwise: `the_{param.id} = ...`"
                self.problems.report("E203", problem, param.span, hint)

    def scope(
        self, params: list[tuple[str, Kind]], this: Kind | None = None, span: Span | None = None, given: bool = False
    ) -> Scope:
        """`given`: the names are the engine's, so that one the ruleset uses itself keeps its meaning there."""
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

    def _effect(self, name: str, text: r.Text, params: list[tuple[str, Kind]], this: Kind | None = None) -> CheckedText:
        scope = self.scope(params, this, text.span)
        tree = self.tree(text, "effect")
        acts = self.s.block(tree, scope) if isinstance(tree, n.Block) else ()
        made = self.made(name, params, scope, text.span)
        return CheckedText(made.name, made.params, made.variables, acts, None, span=text.span)

    def _value(
        self, name: str, text: r.Text, wanted: Kind, params: list[tuple[str, Kind]], this: Kind | None = None
    ) -> CheckedText | None:
        scope = self.scope(params, this)
        tree = self.tree(text, "value")
        if tree is None or isinstance(tree, n.Block | n.Rules):
            return None
        try:
            term = self.x.expect(tree, wanted, scope)
        except Wrong:
            return None
        made = self.made(name, params, scope, text.span)
        return CheckedText(made.name, made.params, made.variables, (), term, span=text.span)

    # ---- queries ------------------------------------------------------------------------

    def zone_of_query(self, query_id: str) -> n.Expr | None:
        self.query_kind(query_id, self.names.queries[query_id].span)
        return self.out.zone_queries.get(query_id)

    def query_kind(self, query_id: str, span: Span) -> Kind:
        if query_id in self._kinds:
            kind = self._kinds[query_id]
            if kind.base == "unknown":
                raise Wrong
            return kind
        if query_id in self._open:
            path = " -> ".join([*self._open[self._open.index(query_id) :], query_id])
            self.problems.report("E501", f"a query that needs itself: {path}", span)
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
        """Queries are checked after those they mention, so many open ones turn in a circle."""
        way = self._mentions.way_back(query_id) or [*self._open, query_id]
        shown = way if len(way) <= 2 * MOST_OPEN else [*way[:MOST_OPEN], "...", *way[-MOST_OPEN:]]
        self.problems.report("E501", f"a query that needs itself: {' -> '.join(shown)}", span)

    def _modified_queries(self) -> set[str]:
        """Queries that some lasting rule changes: nothing is known of the bounds of their numbers."""
        texts = [rule.rules for rule in self.world.rules]
        for record in self.world.records:
            held = {f.id for f in self.names.fields_of(record.kind) if f.kind.rstrip("?") == "rules"}
            texts += [value for key, value, _s in record.fields if key in held and isinstance(value, r.Text)]
        trees = [tree for tree in (self.tree(text, "rules") for text in texts) if isinstance(tree, n.Rules)]
        return {rule.query.text for tree in trees for rule in tree.rules if isinstance(rule, n.Modifier)}

    def _query(self, query: r.Query) -> Kind:
        self._named(query.params)
        params = self.params(query.params)
        scope = self.scope(params, None, query.span)
        if query.table is not None:
            kind = k.NUMBER if query.id in self._modified else k.number_in(min(query.table), max(query.table))
            made = self.made(query.id, params, scope, query.span)
            self.out.queries[query.id] = made
            return kind
        assert query.value is not None
        tree = self.tree(query.value, "value")
        if tree is None or isinstance(tree, n.Block | n.Rules):
            raise Wrong
        term = self.x.check(tree, scope)
        if term.op == "zone":
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

    # ---- declarations ----------------------------------------------------------------------

    def _counters(self) -> None:
        for counter in self.world.counters:
            if counter.limit is not None:
                made = self._value(f"counters.{counter.id}", counter.limit, k.NUMBER, [])
                if made is not None:
                    self.out.limits[counter.id] = made

    def _state(self) -> None:
        """State that begins as none says so in its kind."""
        for variable in self.world.state:
            kind = self.names.kind(variable.kind)
            if kind is not None and kind.base in k.SINGLE and not kind.optional and variable.starts is None:
                hint = f"write `{variable.kind}?`" + ("" if kind.base == "seat" else ", or give it `starts`")
                self.problems.report(
                    "E301", f"`{variable.id}` begins as none, so its kind is optional", variable.span, hint
                )

    def _fields(self) -> None:
        """A field that no record gives begins as none, and says so in its kind."""
        kinds: list[r.PieceKind | r.Board] = [p for p in self.world.pieces if p.id not in self.names.by_kind]
        for holder in [*kinds, *(b for b in self.world.boards if b.cells is None)]:
            for decl in holder.fields:
                kind = self.names.kind(decl.kind)
                if kind is None or decl.kind.endswith("?") or decl.starts is not None:
                    continue
                if kind.base == "set":
                    hint = f"give it `starts`, or write `{decl.kind}?`: then it is empty"
                    self.problems.report("E301", f"nothing says what is in `{decl.id}`", decl.span, hint)
                    continue
                if kind.base not in _SETTLED:
                    continue
                hint = f"write `{decl.kind}?`" + ("" if kind.base == "seat" else ", or give it `starts`")
                self.problems.report("E301", f"`{decl.id}` begins as none, so its kind is optional", decl.span, hint)

    def _whiles(self) -> None:
        holders: list[tuple[str, r.Text | None, Kind | None]] = []
        holders += [(p.id, p.active_while, k.piece(p.id)) for p in self.world.pieces]
        holders += [(c.id, c.active_while, k.cell(c.id)) for c in self.world.cells]
        holders += [(f"rules.{rule.id}", rule.active_while, None) for rule in self.world.rules]
        for key, text, this in holders:
            if text is not None:
                made = self._value(f"{key}.while", text, k.TEST, [], this)
                if made is not None:
                    self.out.active_while[key] = made

    def _record(self, record: r.Record) -> None:
        this = k.piece(record.kind) if record.kind in self.names.pieces else k.cell(record.kind)
        declared = {f.id: f for f in self.names.fields_of(record.kind)}
        for key, value, span in record.fields:
            if key not in declared:
                continue
            kind = self.names.kind(declared[key].kind)
            assert kind is not None, declared[key].kind
            self._field(record, key, declared[key].kind.rstrip("?"), kind, value, span, this)

    def _field(
        self, record: r.Record, key: str, spelled: str, kind: Kind, value: r.FieldValue, span: Span, this: Kind
    ) -> None:
        name = f"{record.id}.{key}"
        if kind.base in ("effect", "rules") or spelled in ("value", "test", "bundle"):
            if not isinstance(value, r.Text):
                if spelled in ("value", "test") and isinstance(value, int):
                    value = r.Text(str(value) if spelled == "value" else ("true" if value else "false"), span=span)
                else:
                    self.problems.report("E301", f"`{key}` holds a text of kind {kind.base}", span)
                    return
            if kind.base == "effect":
                self.out.held[record.id, key] = self._effect(name, value, [], this)
            elif kind.base == "rules":
                made = self.lasting.rules(name, value, this)
                self.out.held_by_field[record.id, key] = made
                self.out.held_rules.setdefault(record.id, []).extend(made)
            else:
                checked = self._value(name, value, kind.sure(), [], this)
                if checked is not None:
                    self.out.held[record.id, key] = checked
            return
        self.plain(value, kind, span)

    def plain(self, value: r.FieldValue, kind: Kind, span: Span) -> int | None:
        """The integer a plain field value stands for; None is `none`. Reports a misfit."""
        if isinstance(value, tuple):
            return None  # so were the members of sets
        if kind.base == "number" and isinstance(value, int) and not isinstance(value, bool):
            if (kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high):
                self.problems.report("E310", f"{value} is not within {kind.low}..{kind.high}", span)
            return value
        if kind.base == "test" and isinstance(value, bool):
            return int(value)
        text = value.text if isinstance(value, r.Text) else value if isinstance(value, str) else None
        if text is not None:
            if kind.optional and text == "none":
                return None
            if kind.base == "word" and kind.of is not None:
                words = self.names.word_kinds[kind.of].words
                if text in words:
                    return words.index(text)
                self.problems.unknown("E201", f"no {kind.of} is called", text, span, list(words))
                return None
            if kind.base == "name":
                return self.names.atoms.get(text, -1)
            if kind.base in ("piece", "cell"):
                return None  # whether there is such a one was asked when the file was read
        spelled = text if text is not None else str(value).lower()
        found = f"`{spelled}`" if text is None else f"the text `{spelled}`"
        number = kind.base == "number" and spelled.removeprefix("-").isdecimal()
        bare = text is not None and (number or (kind.base == "test" and text in ("true", "false")))
        unquote = "take the quotes away" if bare else None
        self.problems.report("E301", f"expected a {kind}, found {found}", span, unquote)
        return None
