"""Lasting rules of a ruleset, checked: what they hang on, when they hold, what they do or what a value becomes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, CheckedText
from solenia_rules.checked.made_verbs import event_params
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import has_triggers
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r
from solenia_rules.text.suggestions import closest

if TYPE_CHECKING:
    from solenia_rules.check.kinds.checker import Checker


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
        event = self._event(rule.verb)
        params, built_in = event or ([], False)
        scope = self.checker.scope(params, this, rule.span, built_in)
        scope.special("actor", t.ACTOR, k.SEAT)
        scope.open = event is None
        where, wrong = self._where(rule, scope)
        acts = self.checker.s.block(rule.body, scope.block())
        if wrong or rule.verb.text not in self.names.known_verbs() or event is None:
            raise Wrong
        base = self.checker.made(name, params, scope, rule.span)
        body = CheckedText(base.name, base.params, scope.counter[0], acts, span=rule.span)
        sort = rule.moment if isinstance(rule, n.Trigger) else "instead"
        once, told = (None, rule.span) if rule.once is None else (rule.once.text, rule.once.span)
        return CheckedRule(
            sort, rule.verb.text, rule.by.text, once, where, body, built_in, span=rule.span, once_span=told
        )

    def _where(self, rule: n.LastingRule, scope: Scope) -> tuple[Term | None, bool]:
        """When it holds, and whether that is wrong: what it does is checked all the same."""
        try:
            return None if rule.where is None else self.checker.x.test(rule.where, scope), False
        except Wrong:
            return None, True

    def _event(self, verb: n.Name) -> tuple[list[tuple[str, Kind]], bool] | None:
        """Names that the rule knows, and whether they are the engine's; of a verb that there is none of, those of the
        one that may be meant, so that the rest of the rule can be checked; None where nobody knows."""
        known, meant = self.names.known_verbs(), verb.text
        if meant not in known:
            self.checker.problems.unknown("E202", "no verb is called", meant, verb.span, known)
            meant = closest(meant, known) or ""
        if meant in self.names.verbs:
            return self.checker.params(self.names.verbs[meant].params), False
        if has_triggers(meant):
            return event_params(meant), True
        if meant == verb.text:
            hint = "do it in a verb of your own and name that"
            self.checker.problems.report("E311", f"`{meant}` is no event that rules can hang on", verb.span, hint)
        return None

    def _modifier(self, name: str, rule: n.Modifier, this: Kind | None) -> CheckedRule:
        query = self.names.queries.get(rule.query.text)
        if query is None:
            known = list(self.names.queries)
            self.checker.problems.unknown("E201", "no query is called", rule.query.text, rule.query.span, known)
            self._rest(rule, self.names.queries.get(closest(rule.query.text, known) or ""), this)
            raise Wrong
        kind = self.checker.query_kind(query.id, rule.query.span)
        if query.id in self.checker.out.zone_queries:
            self.checker.problems.report("E311", f"`{query.id}` names a zone and cannot be changed", rule.query.span)
            raise Wrong
        params = self.checker.params(query.params)
        scope = self.checker.scope(params, this)
        wide = k.NUMBER if kind.base == "number" else kind
        scope.special("it", t.IT, wide)
        scope.special("actor", t.ACTOR, k.SEAT)
        where, wrong = self._where(rule, scope)
        value = self.checker.x.expect(rule.value, wide, scope)
        if wrong:
            raise Wrong
        base = self.checker.made(name, params, scope, rule.span)
        body = CheckedText(base.name, base.params, scope.counter[0], (), value, span=rule.span)
        return CheckedRule("modifier", query.id, rule.by.text, None, where, body, False, span=rule.span)

    def _rest(self, rule: n.Modifier, meant: r.Query | None, this: Kind | None) -> None:
        """Of a modifier whose query there is not: what it says, as if it were of the one that may be meant."""
        params = [] if meant is None else self.checker.params(meant.params)
        scope = self.checker.scope(params, this)
        scope.open = meant is None
        scope.special("it", t.IT, k.Kind("unknown") if meant is None else self.checker.query_kind(meant.id, meant.span))
        scope.special("actor", t.ACTOR, k.SEAT)
        self._where(rule, scope)
        self.checker.x.check(rule.value, scope)
