"""Which statements may be impossible, and where looking ahead ends."""

from __future__ import annotations

from collections import defaultdict

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.certain import Certain
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term, renamed
from solenia_rules.dsl.builtins import VERBS


class Failing:
    """Answers for acts of one ruleset; held effects count as the worst of their field."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.certain = Certain(checked)
        self._fails: dict[str, bool] = {}
        self._ends: dict[str, bool] = {}

    # ---- may it be impossible? ----------------------------------------------------------

    def any(self, acts: Acts) -> bool:
        """Whether the acts may fail before the first of them that ends looking ahead."""
        for act in acts:
            if self.act(act):
                return True
            if self.ends(act):
                return False
        return False

    def act(self, act: Act) -> bool:
        match act.op:
            case "builtin":
                return act.data[0] in ("pay", "need")
            case "choose":
                return id(act) not in self.certain.choices or any(self.any(block) for block in act.blocks)
            case "choose_effect":
                return all(self.any(block) for block in act.blocks)
            case "if" if guarded(act):
                return self.any(act.blocks[0][1:]) or any(self.any(block) for block in act.blocks[0][0].blocks)
            case "verb":
                return self._verb(str(act.data[0]))
            case "do":
                return self.held(str(act.data[0]))
            case "if" | "for" | "repeat":
                return any(self.any(block) for block in act.blocks)
            case "may":
                return self.any(act.blocks[1])
            case "as":
                return any(self.any(block) for block in act.blocks)
            case _:
                return False

    def _verb(self, verb: str) -> bool:
        if verb not in self._fails:
            self._fails[verb] = False
            text = self.checked.verbs.get(verb)
            self._fails[verb] = text is not None and self.any(text.acts)
            rules = [rule for group in self._rules() for rule in group if rule.target == verb]
            if any(self.any(rule.body.acts) for rule in rules):
                self._fails[verb] = True
        return self._fails[verb]

    def later(self, verb: str) -> bool:
        """Whether a rule that comes after a verb may be impossible."""
        return any(
            self.any(rule.body.acts)
            for group in self._rules()
            for rule in group
            if rule.target == verb and rule.sort == "after"
        )

    def _rules(self) -> list[list]:  # type: ignore[type-arg]
        return [*self.checked.rules.values(), *self.checked.held_rules.values()]

    def held(self, field: str) -> bool:
        key = f"held.{field}"
        if key not in self._fails:
            self._fails[key] = False
            self._fails[key] = any(self.any(text.acts) for (_r, f), text in self.checked.held.items() if f == field)
        return self._fails[key]

    # ---- does looking ahead surely end here? ------------------------------------------------

    def ends(self, act: Act) -> bool:
        match act.op:
            case "builtin":
                return VERBS[str(act.data[0])].horizon or act.data[0] == "win"
            case "set" | "add":
                return act.data[0] == "state" and self.checked.names.state[str(act.data[1])].judged
            case "verb":
                return self._verb_ends(str(act.data[0]))
            case "try" | "phase":
                return any(self.ends(a) for a in act.blocks[0])
            case _:
                return False

    def ends_any(self, acts: Acts) -> bool:
        """Whether looking ahead may end somewhere in the acts."""
        return any(self.ends(act) or any(self.ends_any(block) for block in act.blocks) for act in acts)

    def _verb_ends(self, verb: str) -> bool:
        if verb not in self._ends:
            self._ends[verb] = False
            text = self.checked.verbs.get(verb)
            replaced = any(rule.target == verb and rule.sort == "instead" for group in self._rules() for rule in group)
            self._ends[verb] = text is not None and not replaced and any(self.ends(a) for a in text.acts)
        return self._ends[verb]


def guarded(act: Act) -> bool:
    """`if some(x in SET where TEST) { choose x in SET where TEST ... }`: the choice is never empty."""
    match act:
        case a.If((t.Phrase("some", inner, source, where),), ((a.Choose() as first, *_),), ()):
            return first.quota is None and first.source == source and first.where == renamed(where, inner, first.var)
        case _:
            return False


def variables_of(terms: list[Term]) -> set[int]:
    """Numbers of the variables that terms read."""
    found: set[int] = set()
    for term in terms:
        if term.op == "var":
            assert isinstance(term.data[0], int)
            found.add(term.data[0])
        found |= variables_of(list(term.args))
    return found


def variables(acts: Acts) -> set[int]:
    """Numbers of the variables that acts read."""
    return variables_of([term for act in all_acts(acts) for term in act.terms])


class Rest:
    """For every verb and held field: whether what follows one of its calls may be impossible."""

    def __init__(self, checked: Checked, failing: Failing) -> None:
        self.failing = failing
        self.after: dict[str, bool] = defaultdict(bool)
        before: dict[str, bool] | None = None
        while before != self.after:
            before = dict(self.after)
            for _section, text in checked.steps:
                self._block(text.acts, False)
            for verb, text in checked.verbs.items():
                self._block(text.acts, self.after[f"verb.{verb}"] or failing.later(verb))
            for (_record, field), text in checked.held.items():
                self._block(text.acts, self.after[f"held.{field}"])
            for rules in (*checked.rules.values(), *checked.held_rules.values()):
                for rule in rules:
                    verb_text = checked.verbs.get(rule.target)
                    follows = (
                        self.after[f"verb.{rule.target}"]
                        or failing.later(rule.target)
                        or (verb_text is not None and failing.any(verb_text.acts))
                    )
                    self._block(rule.body.acts, follows)

    def of(self, acts: Acts, index: int, inherited: bool) -> bool:
        """Whether what follows the act with that index may be impossible."""
        for act in acts[index + 1 :]:
            if self.failing.act(act):
                return True
            if self.failing.ends(act):
                return False
        return inherited

    def inside(self, act: Act, rest: bool) -> bool:
        """What follows a block inside an act: the rest after it, and for loops the next round."""
        if act.op in ("for", "repeat", "choose", "as"):
            return rest or any(self.failing.any(block) for block in act.blocks)
        return rest and act.op not in ("try", "phase")

    def _block(self, acts: Acts, inherited: bool) -> None:
        for index, act in enumerate(acts):
            rest = self.of(acts, index, inherited)
            if act.op == "verb":
                self.after[f"verb.{act.data[0]}"] |= rest
            elif act.op == "do":
                self.after[f"held.{act.data[0]}"] |= rest
            for block in act.blocks:
                self._block(block, self.inside(act, rest))
