"""Built-in verbs that lasting rules hang on: where there are such rules, the verb becomes one of the ruleset's.

Every statement that does it calls the made verb instead, whose text does the built-in one. Nothing else has to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked import terms as t
from solenia_rules.checked.terms import Act, Acts, CheckedRule, CheckedText, Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.frozen import evolve
from solenia_rules.text.places import Span

if TYPE_CHECKING:
    from solenia_rules.checked.checked import Checked

WATCHED = ("gain", "pay", "lose", "move", "draw", "shuffle", "turn_over", "roll", "show")
"""Those that are events. A field or state is set in many ways: a ruleset names the one it means with a verb."""
_KINDS = {
    "bundle": k.BUNDLE, "number": k.NUMBER, "pieces": k.set_of(k.PIECE), "shown": k.set_of(k.PIECE),
    "piece": k.PIECE, "die": k.PIECE, "seats": k.set_of(k.SEAT), "target": k.PLACE, "zone": k.PLACE,
}  # fmt: skip
_ABSENT = Term("const", k.NUMBER, (), (-1,))


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
    checked.verbs |= {verb: _made(verb, span) for verb, span in first.items()}


def _made(verb: str, span: Span) -> CheckedText:
    """The text of a made verb. Its statement has no place: it is where it was called."""
    params = [(slot.name, _KINDS[slot.wanted]) for slot in VERBS[verb].slots]
    numbered = tuple((name, t.FIRST_FREE + i, kind) for i, (name, kind) in enumerate(params))
    given = tuple(Term("var", kind, (), (number,)) for _name, number, kind in numbered)
    me = Term("var", k.SEAT, (), (t.ME,))
    optional = [slot.optional for slot in VERBS[verb].slots]
    act = Act("builtin", (me, *given), (), (verb,))
    if any(optional):
        bare = Act("builtin", (me, *(x for x, late in zip(given, optional, strict=True) if not late)), (), (verb,))
        test = Term("equal", k.TEST, (given[-1], _ABSENT))
        act = Act("if", (test,), ((bare,), (act,)))
    return CheckedText(verb, numbered, t.FIRST_FREE + len(numbered), (act,), span=span)


def _calling(acts: Acts, watched: frozenset[str]) -> Acts:
    made = []
    for act in acts:
        inner = evolve(act, blocks=tuple(_calling(block, watched) for block in act.blocks))
        if act.op == "builtin" and act.data[0] in watched:
            inner = _call(inner)
        made.append(inner)
    return tuple(made)


def _call(act: Act) -> Act:
    slots = VERBS[str(act.data[0])].slots
    terms: list[Term] = [act.terms[0]]
    for index, slot in enumerate(slots, 1):
        if index >= len(act.terms):
            terms.append(_ABSENT)
        elif _KINDS[slot.wanted] == k.PLACE:
            terms.append(as_place(act.terms[index]))
        else:
            terms.append(act.terms[index])
    return evolve(act, op="verb", terms=tuple(terms))


def as_place(term: Term) -> Term:
    """A zone, a cell or nowhere as one of all places."""
    return term if term.kind.base == "place" else Term("place", k.PLACE, (term,), span=term.span)


def plain(act: Act) -> Act:
    """The built-in statement that a call of a made verb stands for."""
    terms = tuple(x.args[0] if x.op == "place" else x for x in act.terms if x != _ABSENT)
    return evolve(act, op="builtin", terms=terms)
