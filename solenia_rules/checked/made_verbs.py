"""Creates verbs for built-in verbs that have lasting rules.

`make_verbs` adds to a checked ruleset one verb for each built-in verb that a lasting rule names, and replaces the
built-in statements by calls of it. Later passes then need only one mechanism for rules on a verb. A statement is not
replaced if no rule can apply to it: a rule on `gain` that asks for one word does not see the gain of another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, CheckedRule, CheckedText, built_in
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl.builtins import VERBS, VerbName
from solenia_rules.dsl.kinds import Kind
from solenia_rules.text.frozen import evolve, frozen
from solenia_rules.text.places import NOWHERE, Span

_KINDS = {
    "bundle": k.BUNDLE, "number": k.NUMBER, "pieces": k.set_of(k.PIECE), "shown": k.set_of(k.PIECE),
    "piece": k.PIECE, "die": k.PIECE, "seats": k.set_of(k.SEAT), "target": k.PLACE, "zone": k.PLACE,
}  # fmt: skip
"""The kind of a parameter of a made verb, by what the slot of the built-in verb takes."""
_Counted: TypeAlias = tuple[str, int]
"""A counter and one of its words, 0 if it has none."""
_ANY = -1
"""Instead of a word: any word."""
_ABSENT = t.Const(-1, k.NUMBER)
"""The argument of a made verb for an optional value that is missing."""


@frozen(eq=False)
class _Made:
    """The verbs that are made, and what decides whether a statement is a call of one."""

    wanted: Mapping[str, list[frozenset[_Counted]]]
    """Built-in verb -> for each rule on it, the words that the rule wants."""
    limited: frozenset[str]
    """Counters that have a limit."""

    def without(self, verb: str) -> _Made:
        """The same without one of the verbs."""
        return _Made({name: wanted for name, wanted in self.wanted.items() if name != verb}, self.limited)

    def calls(self, act: a.BuiltInAct) -> bool:
        """Whether a rule may apply to a statement."""
        return any(_may_apply(wanted, act) for wanted in self.wanted.get(act.VERB, ()))


def event_params(verb: str) -> list[tuple[str, Kind]]:
    """The parameters that a rule on a built-in verb may name."""
    return [(slot.name, _KINDS[slot.wanted]) for slot in VERBS[verb].slots if not slot.optional]


def make_verbs(checked: Checked) -> None:
    """Add the made verbs, and replace the statements of their built-in verbs by calls."""
    rules = [rule for group in (*checked.rules.values(), *checked.held_rules.values()) for rule in group]
    first: dict[str, Span] = {}
    for rule in rules:
        if rule.built_in:
            first.setdefault(rule.target, rule.span)
    if not first:
        return
    wanted: dict[str, list[frozenset[_Counted]]] = {}
    for rule in rules:
        if rule.built_in:
            wanted.setdefault(rule.target, []).append(_wanted(rule))
    made = _Made(wanted, frozenset(checked.limits))

    def changed(text: CheckedText) -> CheckedText:
        return evolve(text, acts=_calling(text.acts, made))

    def ruled(rule: CheckedRule) -> CheckedRule:
        seen = made.without(rule.target) if rule.sort in ("before", "after") else made
        return evolve(rule, body=evolve(rule.body, acts=_calling(rule.body.acts, seen)))

    checked.steps = [(section, changed(text)) for section, text in checked.steps]
    checked.verbs = {verb: changed(text) for verb, text in checked.verbs.items()}
    checked.held = {key: changed(text) for key, text in checked.held.items()}
    by_id = {id(rule): ruled(rule) for rule in rules}
    checked.rules = {key: [by_id[id(x)] for x in group] for key, group in checked.rules.items()}
    checked.held_rules = {key: [by_id[id(x)] for x in group] for key, group in checked.held_rules.items()}
    checked.held_by_field = {key: [by_id[id(x)] for x in group] for key, group in checked.held_by_field.items()}
    texts = {verb: _text(VERBS[verb].name, span) for verb, span in first.items()}
    if "gain" in texts:
        (act,) = texts["gain"].acts
        assert isinstance(act, a.Gain)
        texts["gain"] = evolve(texts["gain"], acts=_gaining(act, made, first["gain"]))
    checked.verbs |= texts


def _text(verb: VerbName, span: Span) -> CheckedText:
    """The text of a made verb. Its statement has no place of its own: its place is that of the call."""
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


def _calling(acts: Acts, made: _Made) -> Acts:
    """The same statements with built-in verbs replaced by calls of the made verbs."""
    found: list[Act] = []
    for act in acts:
        if isinstance(act, a.BuiltInAct) and made.calls(act):
            found.append(_call(act))
        elif isinstance(act, a.Gain):
            found += _gaining(act, made, act.span)
        else:
            found.append(a.with_blocks(act, lambda block: _calling(block, made)))
    return tuple(found)


def _gaining(act: a.Gain, made: _Made, span: Span) -> Acts:
    """A gain; if rules react to what it makes a seat give up, then that is a call of its own."""
    past = a.GiveUp(act.me, act.what, span=span)
    held = _held(act.what)
    if not made.calls(past) or not (held is None or made.limited.intersection(counter for counter, _word in held)):
        return (act,)
    return (evolve(act, limits=False), _call(past))


def _call(act: a.BuiltInAct) -> a.DoVerb:
    me, *given = a.terms_of(act)
    terms: list[Term] = []
    for index, slot in enumerate(VERBS[act.VERB].slots):
        if index >= len(given):
            terms.append(_ABSENT)
        else:
            terms.append(t.as_place(given[index]) if _KINDS[slot.wanted] == k.PLACE else given[index])
    return a.DoVerb(act.VERB, me, tuple(terms), stands_for=act, span=act.span)


# ---- rules that cannot apply -------------------------------------------------------------------------


def _wanted(rule: CheckedRule) -> frozenset[_Counted]:
    """Words of which the amount that a rule hangs on must hold some, or the condition of the rule does not hold."""
    if rule.where is None:
        return frozenset()
    return frozenset(found for test in t.conjuncts(rule.where) if (found := _holds_some(test, rule)) is not None)


def _holds_some(test: Term, rule: CheckedRule) -> _Counted | None:
    """The word that an amount holds if a test of it holds: `ore of what > 0`."""
    if not isinstance(test, (t.Compare, t.Equal)):
        return None
    amount, bound = test.left, test.right
    if not isinstance(amount, t.AmountIn) or not isinstance(amount.bundle, t.Var) or not isinstance(bound, t.Const):
        return None
    if isinstance(test, t.Equal):
        fails_at_0 = bound.value != 0
    else:
        value = bound.value
        fails_at_0 = {"<": value <= 0, "<=": value < 0, ">": value >= 0, ">=": value > 0}[test.sign]
    given = any(amount.bundle.number == number for _name, number, _kind in rule.body.params)
    return (amount.counter, amount.word or 0) if given and fails_at_0 else None


def _may_apply(wanted: frozenset[_Counted], act: a.BuiltInAct) -> bool:
    """Whether a rule that wants words may apply to a statement. Past a limit, any words of the counter may be given
    up."""
    what = a.slots_of(act).get("what") if wanted else None
    held = None if what is None else _held(what)
    if held is None:
        return True
    if isinstance(act, a.GiveUp):
        counters = {counter for counter, _word in held}
        return all(counter in counters for counter, _word in wanted)
    return all((counter, word) in held or (counter, _ANY) in held for counter, word in wanted)


def _held(bundle: Term) -> frozenset[_Counted] | None:
    """Words that an amount may hold, as far as its text says; None: any."""
    match bundle:
        case t.Amount():
            return frozenset({(bundle.counter, bundle.word or 0)})
        case t.AmountFree() | t.CounterBundle():
            return frozenset({(bundle.counter, _ANY)})
        case t.BundleScale():
            return _held(bundle.bundle)
        case t.BundleSubtract():
            return _held(bundle.left)
        case t.BundleAdd():
            first, second = _held(bundle.left), _held(bundle.right)
        case t.If():
            first, second = _held(bundle.then), _held(bundle.otherwise)
        case _:
            return None
    return None if first is None or second is None else first | second
