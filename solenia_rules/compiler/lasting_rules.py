"""Lasting rules of a ruleset, checked: what they hang on, when they hold, what they do or what a value becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.compiler import terms as t
from solenia_rules.compiler.scope import Wrong
from solenia_rules.compiler.terms import CheckedRule, CheckedText
from solenia_rules.compiler.watching import WATCHED, event_params
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r

if TYPE_CHECKING:
    from solenia_rules.compiler.checker import Checker


class LastingRules:
    """Reads them for a checker."""

    def __init__(self, checker: Checker) -> None:
        self.checker, self.names = checker, checker.names

    def rules(self, name: str, text: r.Text, this: Kind | None) -> list[CheckedRule]:
        tree = self.checker.tree(text, "rules")
        if not isinstance(tree, n.Rules):
            return []
        made = []
        for index, rule in enumerate(tree.rules):
            try:
                made.append(self.rule(f"{name}.{index + 1}", rule, this))
            except Wrong:
                continue
        return made

    def rule(self, name: str, rule: n.LastingRule, this: Kind | None) -> CheckedRule:
        if rule.by.text not in ("me", "others", "anyone"):
            self.checker.problems.report(
                "E211", f"who acts is `me`, `others` or `anyone`, not `{rule.by.text}`", rule.by.span
            )
        if this is None and rule.by.text == "others":
            hint = "in `[rules]` the seat that acts is `me`; write `by me` or `by anyone`"
            self.checker.problems.report("E211", "nobody but `me` acts here", rule.by.span, hint)
        if isinstance(rule, n.Modifier):
            return self._modifier(name, rule, this)
        params, built_in = self._event_params(rule.verb)
        scope = self.checker.scope(params, this, rule.span, built_in)
        scope.special("actor", t.ACTOR, k.SEAT)
        where = None if rule.where is None else self.checker.x.test(rule.where, scope)
        acts = self.checker.s.block(rule.body, scope.block())
        base = self.checker.made(name, params, scope, rule.span)
        body = CheckedText(base.name, base.params, scope.counter[0], acts, span=rule.span)
        sort = rule.moment if isinstance(rule, n.Trigger) else "instead"
        once, told = (None, rule.span) if rule.once is None else (rule.once.text, rule.once.span)
        return CheckedRule(
            sort, rule.verb.text, rule.by.text, once, where, body, built_in, span=rule.span, once_span=told
        )

    def _event_params(self, verb: n.Name) -> tuple[list[tuple[str, Kind]], bool]:
        declared = self.names.verbs.get(verb.text)
        if declared is not None:
            return self.checker.params(declared.params), False
        built_in = VERBS.get(verb.text)
        if built_in is None:
            raise self.checker.problems.unknown(
                "E202", "no verb is called", verb.text, verb.span, self.names.known_verbs()
            )
        if built_in.name not in WATCHED:
            hint = "do it in a verb of your own and name that"
            self.checker.problems.report("E311", f"`{verb.text}` is no event that rules can hang on", verb.span, hint)
            raise Wrong
        return event_params(verb.text), True

    def _modifier(self, name: str, rule: n.Modifier, this: Kind | None) -> CheckedRule:
        query = self.names.queries.get(rule.query.text)
        if query is None:
            raise self.checker.problems.unknown(
                "E201", "no query is called", rule.query.text, rule.query.span, list(self.names.queries)
            )
        kind = self.checker.query_kind(query.id, rule.query.span)
        if query.id in self.checker.out.zone_queries:
            self.checker.problems.report("E311", f"`{query.id}` names a zone and cannot be changed", rule.query.span)
            raise Wrong
        params = self.checker.params(query.params)
        scope = self.checker.scope(params, this)
        wide = k.NUMBER if kind.base == "number" else kind
        scope.special("it", t.IT, wide)
        scope.special("actor", t.ACTOR, k.SEAT)
        where = None if rule.where is None else self.checker.x.test(rule.where, scope)
        value = self.checker.x.expect(rule.value, wide, scope)
        base = self.checker.made(name, params, scope, rule.span)
        body = CheckedText(base.name, base.params, scope.counter[0], (), value, span=rule.span)
        return CheckedRule("modifier", query.id, rule.by.text, None, where, body, False, span=rule.span)
