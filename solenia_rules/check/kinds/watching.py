"""Built-in verbs that lasting rules hang on: where there are such rules, the verb becomes one of the ruleset's.

Every statement that does it calls the made verb instead, whose text does the built-in one. Nothing else has to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText, built_in
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.builtins import VERBS, VerbName
from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.frozen import evolve
from solenia_rules.text.places import NOWHERE, Span

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

WATCHED = ("gain", "pay", "lose", "move", "draw", "shuffle", "turn_over", "roll", "show")
"""Those that are events. A field or state is set in many ways: a ruleset names the one it means with a verb."""
_KINDS = {
    "bundle": k.BUNDLE, "number": k.NUMBER, "pieces": k.set_of(k.PIECE), "shown": k.set_of(k.PIECE),
    "piece": k.PIECE, "die": k.PIECE, "seats": k.set_of(k.SEAT), "target": k.PLACE, "zone": k.PLACE,
}  # fmt: skip
_ABSENT = t.Const(-1, k.NUMBER)


def event_params(verb: str) -> list[tuple[str, Kind]]:
    """What a rule on a built-in verb may name."""
    return [(slot.name, _KINDS[slot.wanted]) for slot in VERBS[verb].slots if not slot.optional]


def watch(checked: Checked) -> None:
    """Put the made verbs in, and calls of them for the built-in ones."""
    rules = [rule for group in (*checked.rules.values(), *checked.held_rules.values()) for rule in group]
    first: dict[str, Span] = {}
    for rule in rules:
        if rule.built_in:
            first.setdefault(rule.target, rule.span)
    if not first:
        return
    watched = frozenset(first)

    def changed(text: CheckedText) -> CheckedText:
        return evolve(text, acts=_calling(text.acts, watched))

    def ruled(rule: CheckedRule) -> CheckedRule:
        own = {rule.target} if rule.sort in ("before", "after") else set()
        return evolve(rule, body=evolve(rule.body, acts=_calling(rule.body.acts, watched - own)))

    checked.steps = [(section, changed(text)) for section, text in checked.steps]
    checked.verbs = {verb: changed(text) for verb, text in checked.verbs.items()}
    checked.held = {key: changed(text) for key, text in checked.held.items()}
    made = {id(rule): ruled(rule) for rule in rules}
    checked.rules = {key: [made[id(x)] for x in group] for key, group in checked.rules.items()}
    checked.held_rules = {key: [made[id(x)] for x in group] for key, group in checked.held_rules.items()}
    checked.held_by_field = {key: [made[id(x)] for x in group] for key, group in checked.held_by_field.items()}
    checked.verbs |= {verb: _made(VERBS[verb].name, span) for verb, span in first.items()}


def _made(verb: VerbName, span: Span) -> CheckedText:
    """The text of a made verb. Its statement has no place: it is where it was called."""
    slots = VERBS[verb].slots
    params = [(slot.name, _KINDS[slot.wanted]) for slot in slots]
    numbered = tuple((name, t.FIRST_FREE + i, kind) for i, (name, kind) in enumerate(params))
    given = [t.Var(number, kind) for _name, number, kind in numbered]
    me = t.Var(t.ME, k.SEAT)
    act: Act = built_in(verb, me, given, NOWHERE)
    if any(slot.optional for slot in slots):
        bare = [x for x, slot in zip(given, slots, strict=True) if not slot.optional]
        test = t.Equal(given[-1], _ABSENT, k.TEST)
        act = a.If((test,), ((built_in(verb, me, bare, NOWHERE),),), (act,))
    return CheckedText(verb, numbered, t.FIRST_FREE + len(numbered), (act,), span=span)


def _calling(acts: Acts, watched: frozenset[str]) -> Acts:
    made: list[Act] = []
    for act in acts:
        if isinstance(act, a.BuiltInAct) and act.VERB in watched:
            made.append(_call(act))
        else:
            made.append(a.with_blocks(act, lambda block: _calling(block, watched)))
    return tuple(made)


def _call(act: a.BuiltInAct) -> a.DoVerb:
    me, *given = a.terms_of(act)
    terms: list[Term] = []
    for index, slot in enumerate(VERBS[act.VERB].slots):
        if index >= len(given):
            terms.append(_ABSENT)
        else:
            terms.append(as_place(given[index]) if _KINDS[slot.wanted] == k.PLACE else given[index])
    return a.DoVerb(act.VERB, me, tuple(terms), span=act.span)


def as_place(term: Term) -> Term:
    """A zone, a cell or nowhere as one of all places."""
    return term if term.kind.base == "place" else t.Place(term, k.PLACE, span=term.span)


def built_in_of(act: a.DoVerb) -> a.BuiltInAct:
    """The built-in statement that a call of a made verb stands for."""
    given = [x.item if isinstance(x, t.Place) else x for x in act.given if x != _ABSENT]
    return built_in(VERBS[act.verb].name, act.me, given, act.span)
