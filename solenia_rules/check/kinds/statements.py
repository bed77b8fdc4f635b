"""The checker of statements: a block of the syntax becomes acts, in which every name is resolved and every kind is
known.
"""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import assert_never

from solenia_rules.check.kinds.expressions import Expressions
from solenia_rules.check.kinds.phrases import check_phrase, is_choice
from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.check.kinds.verbs import Verbs, each
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.text.places import Span

UNKNOWN = k.Kind("unknown")
"""The kind of a name whose definition is wrong: the problem was reported, so nothing more is said about the name."""


def _chain(cases: list[tuple[Term | None, Acts]], last: Acts, span: Span) -> Act:
    """Tests in a row are one `if`. After a block without a test, the rest of the cases is what else is done."""
    tested = list(takewhile(lambda case: case[0] is not None, cases))
    others = cases[max(1, len(tested)) :]
    otherwise = (_chain(others, last, span),) if others else last
    if not tested:
        return a.IfPossible(cases[0][1], otherwise, span=span)
    tests = tuple(test for test, _block in tested if test is not None)
    return a.If(tests, tuple(block for _test, block in tested), otherwise, span=span)


class Statements:
    """Checks statements. A statement without an act is left out after its problem was reported."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions
        self.verbs = Verbs(expressions)

    def block(self, block: n.Block, scope: Scope) -> Acts:
        made: list[Act] = []
        for statement in block.statements:
            try:
                made.append(self._statement(statement, scope))
            except Wrong:
                self._rest(statement, scope)
        return tuple(made)

    def _rest(self, statement: n.Statement, scope: Scope) -> None:
        """The rest of a statement whose beginning is wrong: its name is bound, and its block is checked."""
        match statement:
            case n.Let(name):
                with scope.problems.unreported():
                    scope.bind(name.text, UNKNOWN, name.span)
            case n.ChooseThing(_, phrase, None):
                self._name(phrase, scope)
            case n.ChooseThing(_, phrase, n.Block() as body) | n.For(phrase, body):
                inner = scope.block()
                self._name(phrase, inner)
                self.block(body, inner)
            case n.Repeat(_, body) | n.As(_, _, body):
                self.block(body, scope.block())
            case _:
                pass

    def _name(self, phrase: n.Phrase, scope: Scope) -> None:
        """Binds the name of a phrase that is wrong."""
        kind: k.Kind | None = None
        with scope.problems.unreported():
            kind = self.x.set(phrase.source, scope).kind.member
        with scope.problems.unreported():
            scope.bind(phrase.name.text, kind or UNKNOWN, phrase.name.span)

    def _statement(self, statement: n.Statement, scope: Scope) -> Act:
        span = statement.span
        match statement:
            case n.Do():
                return self.verbs.do(statement, scope)
            case n.Let(name, n.Possible(body)):
                acts = self.block(body, scope.block())
                return a.LetPossible(scope.bind(name.text, k.TEST, name.span), name.text, acts, span=span)
            case n.Let(name, n.Call(n.Name("random")) as call):
                if isinstance(call.args, tuple) and len(call.args) != 1:
                    message = f"`random` takes 1 value(s), found {len(call.args)}"
                    hint = "it takes a set: `random(range(1, 6))` is a number from 1 to 6"
                    scope.problems.report("E302", message, call.span, hint)
                    raise Wrong
                source = self.x.check(n.Call(n.Name("all", span=call.name.span), call.args, span=call.span), scope)
                kind = _random_kind(source)
                return a.LetRandom(scope.bind(name.text, kind, name.span), name.text, source, kind, span=span)
            case n.Let(name, value):
                term = self.x.check(value, scope)
                number = scope.bind(name.text, term.kind, name.span)
                scope.lets.add(name.text)
                return a.Let(number, name.text, term, span=span)
            case n.If(cases, otherwise):
                return self._if(cases, otherwise, scope, span)
            case n.For(phrase, body):
                number, source, where, keys, inner = check_phrase(self.x, phrase, scope)
                choice = any(is_choice(key) for key in phrase.keys)
                filled = where if where is not None else t.TRUE_TERM
                return a.For(number, phrase.name.text, source, filled, keys, choice, self.block(body, inner), span=span)
            case n.Repeat(times, body):
                return a.Repeat(self.x.number(times, scope), self.block(body, scope.block()), span=span)
            case n.ChooseEffect():
                return self._choose_effect(statement, scope)
            case n.ChooseThing():
                return self._choose(statement, scope)
            case n.May(body, otherwise, openly):
                last = () if otherwise is None else self.block(otherwise, scope.block())
                return a.May(self.block(body, scope.block()), last, openly, span=span)
            case n.As():
                return self._as(statement, scope)
            case n.Try(body):
                return a.Try(self.block(body, scope.block()), span=span)
            case n.Phase(name, body):
                return a.Phase(name.text, self.block(body, scope.block()), span=span)
            case _:
                assert_never(statement)

    def _if(
        self, cases: tuple[tuple[n.Expr | None, n.Block], ...], otherwise: n.Block | None, scope: Scope, span: Span
    ) -> Act:
        tests, wrong = each(partial(self.x.test, test, scope) for test, _body in cases if test is not None)
        blocks = [self.block(body, scope.block()) for _test, body in cases]
        last = () if otherwise is None else self.block(otherwise, scope.block())
        if wrong:
            raise Wrong
        asked = iter(tests)
        return _chain(
            [(None if test is None else next(asked), block) for (test, _), block in zip(cases, blocks, strict=True)],
            last,
            span,
        )

    def _choose_effect(self, statement: n.ChooseEffect, scope: Scope) -> Act:
        branches, span = statement.branches, statement.span
        names = tuple(b.name.text if b.name is not None else str(i + 1) for i, b in enumerate(branches))
        if len(set(names)) < len(names):
            scope.problems.report("E209", "two branches have the same name", span)
        for branch in branches:
            if not branch.body.statements and branch.name is None:
                scope.problems.report(
                    "E308", "an empty branch of `choose`", branch.span, "use `may { }` for something optional"
                )
        blocks = tuple(self.block(b.body, scope.block()) for b in branches)
        return a.ChooseWay(names, blocks, statement.openly, span=span)

    def _choose(self, statement: n.ChooseThing, scope: Scope) -> Act:
        phrase, quota = statement.phrase, statement.quota
        number, source, where, keys, inner = check_phrase(self.x, phrase, scope)
        if keys:
            scope.problems.report("E303", "a choice needs no order", phrase.keys[0].span)
        member = source.kind.member
        assert member is not None
        count = None if quota is None else self.x.number(quota.number, scope)
        up_to = quota is not None and quota.up_to
        filled = where if where is not None else t.TRUE_TERM
        name = phrase.name.text
        if statement.body is not None:
            body = self.block(statement.body, inner)
            return a.Choose(number, name, source, filled, count, up_to, body, statement.openly, span=statement.span)
        if quota is not None:
            scope.problems.report(
                "E302", "several are chosen: say what to do with each", statement.span, "add `{ ... }`"
            )
            raise Wrong
        scope.variables[phrase.name.text] = inner.variables[phrase.name.text]
        return a.Choose(number, name, source, filled, count, up_to, None, statement.openly, span=statement.span)

    def _as(self, statement: n.As, scope: Scope) -> Act:
        seats = self.x.fit(self.x.set(statement.seats, scope), k.set_of(k.SEAT), scope)
        inner = scope.block()
        number = inner.fresh()
        inner.variables["me"] = t.Var(number, k.SEAT)
        body = self.block(statement.body, inner)
        return a.As(number, seats, statement.together, body, span=statement.span)


def _random_kind(source: t.Term) -> k.Kind:
    """The kind of a random member: none if the set may be empty; a number is 0 then."""
    member = source.kind.member or k.NONE
    if member.base != "number":
        return member.maybe()
    match source:
        case t.BuiltIn("all", (t.BuiltIn("range", (t.Const(low), t.Const(high))),)) if low <= high:
            return member
        case _:
            return k.number_in(0, member.high)
