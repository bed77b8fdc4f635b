"""Finds the statements that may be impossible, and where looking ahead ends.

Before a seat is asked, the engine tries the options and offers those that can be completed. `Failing` finds the
statements that can make an option impossible, so that only these are tried; `Rest` does the same for what follows a
call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import Node
from solenia_rules.checked.certain import Certain
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.fixpoint import Fixpoint
from solenia_rules.checked.summaries import Summaries
from solenia_rules.checked.terms import Term, renamed


class Failing:
    """The analysis for one ruleset; a held effect counts as the worst of its field."""

    def __init__(self, summaries: Summaries) -> None:
        self.summaries = summaries
        self.calls = summaries.calls
        self.certain = Certain(summaries)
        self._text_fails = Fixpoint(self._fails_in, False)
        self._verb_ends = Fixpoint(self._ends_in, False)

    @classmethod
    def shared(cls, checked: Checked) -> Failing:
        """The analysis of complete texts: every pass gets the same one."""
        found = checked.analyses.get(cls)
        if not isinstance(found, Failing):
            found = checked.analyses[cls] = cls(Summaries.shared(checked))
        return found

    # ---- may it be impossible? ----------------------------------------------------------

    def any(self, acts: Acts) -> bool:
        """Whether statements may fail before the first statement that ends looking ahead."""
        for act in acts:
            if self.act(act):
                return True
            if self.ends(act):
                return False
        return False

    def act(self, act: Act) -> bool:
        """Whether one statement may be impossible."""
        if isinstance(act, a.BuiltInAct):
            return a.facts_of(act).fails and not (isinstance(act, a.Pay) and within_stock(act))
        match act:
            case a.Choose():
                return id(act) not in self.certain.choices or (act.body is not None and self.any(act.body))
            case a.ChooseWay(_, ways):
                return all(map(self.any, ways))
            case a.If():
                first = guarded(act)
                if first is not None:
                    return self.any(act.thens[0][1:]) or (first.body is not None and self.any(first.body))
                return any(map(self.any, a.blocks_of(act)))
            case a.For(body=body) | a.Repeat(body=body) | a.As(body=body):
                return self.any(body)
            case a.May(_, otherwise) | a.IfPossible(_, otherwise):
                return self.any(otherwise)
            case a.DoVerb(verb):
                return self._text_fails(("verb", verb))
            case a.RunHeld(field):
                return self.held(field)
            case a.SetTo() | a.AddTo() | a.StartRules():
                return a.facts_of(act).fails
            case a.Let() | a.Try() | a.LetPossible() | a.Phase() | a.DrawWord() | a.LetRandom():
                return False
            case _:
                assert_never(act)

    def held(self, field: str) -> bool:
        """Whether some held effect of a field may be impossible."""
        return self._text_fails(("held", field))

    def _fails_in(self, called: tuple[str, str]) -> bool:
        sort, name = called
        if sort == "held":
            texts = [text for (_r, field), text in self.calls.checked.held.items() if field == name]
            return self.calls.nests(name) or any(self.any(text.acts) for text in texts)
        node = ("verb", name, "")
        return self.any(self.calls.texts[node].acts) or any(map(self.any, self._hung(node)))

    def _hung(self, node: Node, *sorts: str) -> Iterable[Acts]:
        """The bodies of the lasting rules on a verb, of the given sorts or of all sorts."""
        rules = (self.calls.rules[rule] for rule in self.calls.rules_of.get(node, ()))
        return (rule.body.acts for rule in rules if not sorts or rule.sort in sorts)

    def later(self, verb: str) -> bool:
        """Whether a rule after a verb may be impossible."""
        return any(map(self.any, self._hung(("verb", verb, ""), "after")))

    # ---- does looking ahead surely end here? ------------------------------------------------

    def ends(self, act: Act) -> bool:
        """Whether looking ahead certainly ends in a statement."""
        if isinstance(act, a.BuiltInAct):
            return a.facts_of(act).horizon or a.facts_of(act).leaves == "game"
        match act:
            case a.SetTo(t.State(variable)) | a.AddTo(t.State(variable)):
                return self.summaries.names.state[variable].judged
            case a.DoVerb(verb):
                return self._verb_ends(verb)
            case a.Try(body=body) | a.Phase(body=body):
                return any(map(self.ends, body))
            case a.DrawWord() | a.LetRandom():
                return True
            case (
                a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Let() | a.If() | a.For() | a.Repeat()
                | a.ChooseWay() | a.Choose() | a.May() | a.As() | a.IfPossible() | a.LetPossible()
            ):  # fmt: skip
                return False
            case _:
                assert_never(act)

    def ends_any(self, acts: Acts) -> bool:
        """Whether looking ahead may end somewhere in statements."""
        return any(map(self.ends, all_acts(acts)))

    def _ends_in(self, verb: str) -> bool:
        node = ("verb", verb, "")
        replaced = any(True for _acts in self._hung(node, "instead"))
        return not replaced and any(map(self.ends, self.calls.texts[node].acts))


def guarded(act: a.If) -> a.Choose | None:
    """The choice in `if some(x in SET where TEST) { choose x in SET where TEST ... }`, which is never empty."""
    match act:
        case a.If((t.Phrase("some") as asked,), ((a.Choose() as first, *_),), ()):
            where = renamed(asked.where, asked.var, first.var)
            same = t.equal(first.source, asked.source) and t.equal(first.where, where)
            return first if first.quota is None and same else None
        case _:
            return None


def within_stock(act: a.Pay) -> bool:
    """Whether a payment is of at most what the seat has: `pay min(n, my points) of points`."""
    if not isinstance(act.what, (t.Amount, t.AmountOf)):
        return False
    count = act.what.count
    parts = count.given if isinstance(count, t.BuiltIn) and count.query == "min" else (count,)
    return any(_is_stock(part, act.what, act.me) for part in parts)


def _is_stock(number: Term, paid: t.Amount | t.AmountOf, me: Term) -> bool:
    """Whether a number is what the seat has of what is paid."""
    if isinstance(paid, t.Amount):
        if paid.word is not None or not isinstance(number, t.Counter):
            return False
        return number.counter == paid.counter and number.word is None and t.equal(number.seat, me)
    if not isinstance(number, t.AmountOfIn) or not isinstance(number.bundle, t.CounterBundle):
        return False
    return t.equal(number.resource, paid.resource) and t.equal(number.bundle.seat, me)


def variables_of(terms: Iterable[Term]) -> set[int]:
    """The numbers of the variables that terms read."""
    return {term.number for term in t.all_terms(tuple(terms)) if isinstance(term, t.Var)}


def variables(acts: Acts) -> set[int]:
    """The numbers of the variables that statements read."""
    return variables_of(term for act in all_acts(acts) for term in a.terms_of(act))


class Rest:
    """For every verb and held field: whether what follows one of its calls may be impossible."""

    def __init__(self, failing: Failing) -> None:
        self.failing = failing
        self.after: dict[str, bool] = defaultdict(bool)
        checked = failing.calls.checked
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
        """Whether what follows the statement with that index may be impossible."""
        for act in acts[index + 1 :]:
            if self.failing.act(act):
                return True
            if self.failing.ends(act):
                return False
        return inherited

    def inside(self, act: Act, rest: bool) -> bool:
        """Whether what follows a block inside a statement may be impossible: the rest after the statement, and for
        loops the next iteration."""
        if isinstance(act, a.BuiltInAct):
            return rest
        match act:
            case a.As() if a.is_done_once(act):
                return rest
            case a.Choose() if act.at_most_one:
                return rest
            case a.For() | a.Repeat() | a.Choose() | a.As():
                return rest or any(map(self.failing.any, a.blocks_of(act)))
            case a.Try() | a.LetPossible() | a.Phase():
                return False
            case (
                a.DoVerb() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Let() | a.If() | a.ChooseWay()
                | a.May() | a.IfPossible() | a.DrawWord() | a.LetRandom()
            ):  # fmt: skip
                return rest
            case _:
                assert_never(act)

    def _block(self, acts: Acts, inherited: bool) -> None:
        for index, act in enumerate(acts):
            rest = self.of(acts, index, inherited)
            if isinstance(act, a.DoVerb):
                self.after[f"verb.{act.verb}"] |= rest
            elif isinstance(act, a.RunHeld):
                self.after[f"held.{act.field}"] |= rest
            for block in a.blocks_of(act):
                self._block(block, self.inside(act, rest))
