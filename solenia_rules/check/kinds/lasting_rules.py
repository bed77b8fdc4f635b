"""The checker of lasting rules: the verb or query that a rule hangs on, when it holds, and what it does."""

from __future__ import annotations

from solenia_rules.check.kinds.meant import of_changed
from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.check.kinds.texts import Texts
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, CheckedText
from solenia_rules.checked.made_verbs import event_params
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import has_triggers
from solenia_rules.dsl.kinds import Kind
from solenia_rules.rules import records as r


class LastingRules:
    """Checks lasting rules among the other texts of a world."""

    def __init__(self, texts: Texts) -> None:
        self.texts, self.names = texts, texts.names

    def rules(self, name: str, text: r.Text, this: Kind | None) -> list[CheckedRule]:
        tree = self.texts.tree(text, "rules")
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
            self.texts.problems.report(
                "E211", f"after `by` comes `me`, `others` or `anyone`, not `{rule.by.text}`", rule.by.span
            )
        if this is None and rule.by.text == "others":
            hint = "in `[rules]` the seat that acts is `me`; write `by me` or `by anyone`"
            self.texts.problems.report("E211", "`by others` has no meaning in `[rules]`", rule.by.span, hint)
        if isinstance(rule, n.Modifier):
            return self._modifier(name, rule, this)
        event = self._event(rule.verb)
        params, built_in = event or ([], False)
        scope = self.texts.scope(params, this, rule.span, built_in)
        scope.special("actor", t.ACTOR, k.SEAT)
        scope.open = event is None
        where, wrong = self._where(rule, scope)
        acts = self.texts.s.block(rule.body, scope.block())
        if wrong or rule.verb.text not in self.names.known_verbs() or event is None:
            raise Wrong
        base = self.texts.made(name, params, scope, rule.span)
        body = CheckedText(base.name, base.params, scope.counter[0], acts, span=rule.span)
        sort = rule.moment if isinstance(rule, n.Trigger) else "instead"
        once, mine, told = None, False, rule.span
        if rule.once is not None:
            once, mine, told = rule.once.phase.text, rule.once.mine, rule.once.phase.span
        return CheckedRule(
            sort, rule.verb.text, rule.by.text, once, where, body, built_in, mine, span=rule.span, once_span=told
        )

    def _where(self, rule: n.LastingRule, scope: Scope) -> tuple[Term | None, bool]:
        """The condition of a rule, and whether it is wrong. What the rule does is checked in any case."""
        try:
            return None if rule.where is None else self.texts.x.test(rule.where, scope), False
        except Wrong:
            return None, True

    def _event(self, verb: n.Name) -> tuple[list[tuple[str, Kind]], bool] | None:
        """The names that a rule on a verb knows, and whether the engine gives them. For a verb that does not exist they
        are those of the closest verb, so that the rest of the rule can be checked; None: no verb is close."""
        known, meant = self.names.known_verbs(), verb.text
        if meant not in known:
            hint = "a rule hangs on a verb of [verbs] or on a built-in one: let what happens there be a verb of its own"
            self.texts.problems.unknown("E202", "no verb is called", meant, verb.span, known, hint)
            meant = self.texts.problems.closest(meant, known) or ""
        if meant in self.names.verbs:
            return self.texts.params(self.names.verbs[meant].params), False
        if has_triggers(meant):
            return event_params(meant), True
        if meant == verb.text:
            hint = "define a verb that does this, and let the rule hang on that verb"
            self.texts.problems.report("E311", f"lasting rules cannot hang on `{meant}`", verb.span, hint)
        return None

    def _modifier(self, name: str, rule: n.Modifier, this: Kind | None) -> CheckedRule:
        query = self.names.queries.get(rule.query.text)
        if query is None:
            known = list(self.names.queries)
            hint = of_changed(rule.query.text, self.names)
            self.texts.problems.unknown(
                "E201", "no query is called", rule.query.text, rule.query.span, [] if hint else known, hint
            )
            near = self.texts.problems.closest(rule.query.text, known)
            self._rest(rule, self.names.queries.get(near or ""), this)
            raise Wrong
        kind = self.texts.query_kind(query.id, rule.query.span)
        if query.id in self.texts.out.zone_queries:
            self.texts.problems.report("E311", f"`{query.id}` names a zone and cannot be changed", rule.query.span)
            raise Wrong
        params = self.texts.params(query.params)
        scope = self.texts.scope(params, this)
        wide = k.NUMBER if kind.base == "number" else kind
        scope.special("it", t.IT, wide)
        scope.special("actor", t.ACTOR, k.SEAT)
        where, wrong = self._where(rule, scope)
        value = self.texts.x.expect(rule.value, wide, scope)
        if wrong:
            raise Wrong
        base = self.texts.made(name, params, scope, rule.span)
        body = CheckedText(base.name, base.params, scope.counter[0], (), value, span=rule.span)
        return CheckedRule("modifier", query.id, rule.by.text, None, where, body, False, span=rule.span)

    def _rest(self, rule: n.Modifier, meant: r.Query | None, this: Kind | None) -> None:
        """The rest of a modifier whose query does not exist, as if it named the closest query."""
        params = [] if meant is None else self.texts.params(meant.params)
        scope = self.texts.scope(params, this)
        scope.open = meant is None
        scope.special("it", t.IT, k.Kind("unknown") if meant is None else self.texts.query_kind(meant.id, meant.span))
        scope.special("actor", t.ACTOR, k.SEAT)
        self._where(rule, scope)
        self.texts.x.check(rule.value, scope)
