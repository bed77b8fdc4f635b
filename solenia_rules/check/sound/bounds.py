"""Checks of numbers that are known before play.

Rounds of repeats (E506), options of choices (E507), choices that are always empty (W501), prices above what a counter
can hold (E508, W504), and values above what their place can hold (W505).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from solenia_rules.check.sound.costs import Costs
from solenia_rules.check.sound.intervals import Interval, Intervals, Known, truth
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, all_acts
from solenia_rules.checked.calls import Calls
from solenia_rules.checked.numbers import MOST_ROUNDS
from solenia_rules.checked.sizes import Sizes
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.places import Span

OPTIONS = 1000
"""Most options of one decision."""
ANYTHING = 1_000_000
"""Bounds beyond this are not reported: they are the limits of all numbers, not those of one value."""

Least: TypeAlias = dict[tuple[str, int | None], int]
"""(counter, word or None for all words together) -> at least so much."""


# ---- repeats and choices -----------------------------------------------------------------------------


def check_bounds(calls: Calls, sizes: Sizes) -> Iterator[Diagnostic]:
    """Repeats that run too often or never, and choices with too many options or none."""
    for text in calls.texts.values():
        for act in all_acts(text.acts):
            yield from _bounds(act, sizes)


def _bounds(act: Act, sizes: Sizes) -> Iterator[Diagnostic]:
    match act:
        case a.Repeat():
            yield from _rounds(act.times)
        case a.Choose():
            options = sizes.options(act.source)
            yield from _options(act.source, options)
            if options == 0:
                yield Diagnostic("W501", "there is never anything to choose from", act.source.span, None, "warning")
            elif truth(act.where) is False:
                yield Diagnostic("W501", "no option ever passes this test", act.where.span, None, "warning")
        case a.For():
            if act.by_choice:
                yield from _options(act.source, sizes.options(act.source))
        case a.DoVerb() | a.RunHeld() | a.StartRules() | a.Let() | a.SetTo() | a.AddTo() | a.DrawWord() | a.LetRandom():
            pass
        case a.If() | a.ChooseWay() | a.May() | a.As() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase():
            pass
        case (
            a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
            | a.Note() | a.Forget() | a.Roll()
            | a.Show()
        ):  # fmt: skip
            pass
        case a.Need() | a.Stop() | a.Win():
            pass
        case _:
            assert_never(act)


def _rounds(times: Term) -> Iterator[Diagnostic]:
    low, high = times.kind.low, times.kind.high
    if (high is not None and high < 1) or (low is not None and low > MOST_ROUNDS):
        never = high is not None and high < 1
        rounds = f"{low} times" if low == high else "never" if never else f"at least {low} times"
        message = f"a repeat runs 1 to {MOST_ROUNDS} times, but this one runs {rounds}"
        yield Diagnostic("E506", message, times.span)


def _options(source: Term, options: int) -> Iterator[Diagnostic]:
    if options > OPTIONS:
        message = f"up to {options} options; at most {OPTIONS} are allowed"
        yield Diagnostic("E507", message, source.span, "choose step by step, or from a smaller set")


# ---- prices --------------------------------------------------------------------------------------------


def find_unpayable(calls: Calls, costs: Costs) -> Iterator[Diagnostic]:
    """Prices that nobody can ever pay: an error with any parameters, a warning with these."""
    never = list(_Prices(calls, costs, settled=False).find())
    yield from never
    known = {diagnostic.span for diagnostic in never}
    for found in _Prices(calls, costs, settled=True).find():
        if found.span not in known:
            hint = "raise the limit, ask for less, or change the value of a parameter"
            message = f"{found.message} with the parameters as they are"
            yield Diagnostic("W504", message, found.span, hint, "warning")


class _Prices:
    """Amounts that are paid, compared with what a counter can hold."""

    def __init__(self, calls: Calls, costs: Costs, settled: bool) -> None:
        self.calls = calls
        self.checked = calls.checked
        self.names = calls.checked.names
        self.intervals = Intervals(calls, costs, settled)

    def find(self) -> Iterator[Diagnostic]:
        fields: set[str] = set()
        for text in self.calls.texts.values():
            for act in all_acts(text.acts):
                if isinstance(act, a.Pay):
                    fields |= set(self._held_fields(act.what))
                    yield from self._above(self._least(act.what), act.span)
        for (_record, field), text in self.checked.held.items():
            if field in fields and text.value is not None and text.value.kind.base == "bundle":
                yield from self._above(self._least(text.value), text.span)

    def _above(self, asked: Least, span: Span) -> Iterator[Diagnostic]:
        for (counter, word), number in asked.items():
            most = self._most(counter, word)
            if number > most:
                what = counter if word is None else self._word(counter, word)
                message = f"this asks for {number} of `{what}`, but there are never more than {most}"
                yield Diagnostic("E508", message, span)
                return

    def _word(self, counter: str, word: int) -> str:
        kind = next(p for p in self.names.counters[counter].per if p != "seat")
        return self.names.word_kinds[kind].words[word]

    def _most(self, counter: str, word: int | None) -> int:
        """The most that a counter can hold, of a word or of all."""
        declared = self.names.counters[counter]
        kinds = [p for p in declared.per if p != "seat"]
        words = len(self.names.word_kinds[kinds[0]].words) if kinds and word is None else 1
        found = [declared.high * words]
        limit = self.checked.limits.get(counter)
        if limit is not None and limit.value is not None:
            high = self.intervals.of(limit.value)[1]
            if high is not None:
                found.append(max(high, declared.starts * words))
        return min(found)

    def _least(self, bundle: Term) -> Least:
        """What a bundle asks for at least; nothing where that is not known."""
        match bundle:
            case t.Amount(counter, word):
                number = self._at_least(bundle.count)
                made: Least = {(counter, None): number}
                if word is not None:
                    made[counter, word] = number
                return made
            case t.AmountFree(counter):
                return {(counter, None): self._at_least(bundle.count)}
            case t.AmountOf(_, t.Resource(counter) | t.ResourceWord(counter)):
                return {(counter, None): self._at_least(bundle.count)}
            case t.BundleAdd():
                one, other = self._least(bundle.left), self._least(bundle.right)
                return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}
            case t.BundleScale():
                times = self._at_least(bundle.number)
                return {key: count * times for key, count in self._least(bundle.bundle).items()}
            case t.If():
                one, other = self._least(bundle.then), self._least(bundle.otherwise)
                return {key: min(number, other[key]) for key, number in one.items() if key in other}
            case t.Query():
                text = self._unchanged_query(bundle)
                return {} if text is None else self._least(text)
            case _:
                return {}

    def _at_least(self, number: Term) -> int:
        return max(0, self.intervals.of(number)[0] or 0)

    def _held_fields(self, bundle: Term) -> Iterator[str]:
        """Fields of held bundles that are paid whole, whatever else is paid with them."""
        match bundle:
            case t.HeldValue(field):
                yield field
            case t.BundleAdd():
                yield from self._held_fields(bundle.left)
                yield from self._held_fields(bundle.right)
            case t.If():
                yield from self._held_fields(bundle.then)
                yield from self._held_fields(bundle.otherwise)
            case t.Query():
                text = self._unchanged_query(bundle)
                if text is not None:
                    yield from self._held_fields(text)
            case _:
                pass

    def _unchanged_query(self, term: t.Query) -> Term | None:
        """The text of a query that no rule changes."""
        node = ("query", term.query, "")
        text = self.calls.texts.get(node)
        return None if text is None or node in self.calls.rules_of else text.value


# ---- values that are cut off -----------------------------------------------------------------------------


def find_overflows(calls: Calls, costs: Costs) -> Iterator[Diagnostic]:
    """Numbers that some allowed parameters would push past what holds them. `set` keeps a value within its range and a
    full zone takes no more, so nothing breaks, but something is lost."""
    intervals, names = Intervals(calls, costs, settled=False), calls.checked.names
    for text in calls.texts.values():
        acts = list(all_acts(text.acts))
        known = Known(members={act.var: act.source for act in acts if isinstance(act, (a.Choose, a.For))})
        for act in acts:
            message: str | None = None
            bounded = ""
            if isinstance(act, a.SetTo):
                held = _range(act.place, calls)
                found = None if held is None else _cut_off(act.value, held, intervals, known)
                message, bounded = (None, "") if found is None else found
            elif isinstance(act, a.Draw) and isinstance(act.target, t.Zone):
                zone, high = names.zones[act.target.zone], intervals.of(act.number, known)[1]
                if zone.capacity is not None and high is not None and zone.capacity < high < ANYTHING:
                    message = f"this may draw up to {high}, but `{zone.id}` holds at most {zone.capacity}"
                    bounded = f"min({zone.capacity}, ...)"
            if message is not None:
                hint = f"let the place hold more, or bound the number: `{bounded}`"
                if any(isinstance(x, t.Param) for x in _behind(act, known)):
                    hint = f"narrow the range of a parameter, let the place hold more, or write `{bounded}`"
                yield Diagnostic("W505", message, act.span, hint, "warning")


def _behind(act: a.SetTo | a.Draw | Act, known: Known) -> Iterator[Term]:
    """The terms of a statement, with the sets that its variables are members of."""
    waiting, seen = list(a.terms_of(act)), set[int]()
    while waiting:
        for term in all_terms((waiting.pop(),)):
            yield term
            if isinstance(term, t.Var) and term.number in known.members and term.number not in seen:
                seen.add(term.number)
                waiting.append(known.members[term.number])


def _cut_off(value: Term, held: Interval, intervals: Intervals, known: Known) -> tuple[str, str] | None:
    """What is lost of a value in a place that holds numbers in these bounds, and how it is bounded."""
    if value.kind.base != "number" or any(map(_depends_on_play, all_terms((value,)))):
        return None
    if any(_is_endless(x, intervals, known) for x in all_terms((value,))):
        return None
    low, high = intervals.of(value, known)
    if high is not None and held[1] is not None and held[1] < high < ANYTHING:
        return f"this may be up to {high}, but at most {held[1]} is stored", f"min({held[1]}, ...)"
    if low is not None and held[0] is not None and -ANYTHING < low < held[0]:
        return f"this may be down to {low}, but at least {held[0]} is stored", f"max({held[0]}, ...)"
    return None


def _is_endless(term: Term, intervals: Intervals, known: Known) -> bool:
    """Whether a term is a member of a range of which no end is known."""
    if not isinstance(term, t.Var):
        return False
    match known.members.get(term.number):
        case t.BuiltIn("range", (_first, last)):
            return intervals.of(last, known)[1] is None
        case _:
            return False


def _depends_on_play(term: Term) -> bool:
    """Whether a value comes from the table, so that its bounds say little: a stored number, on which a text counts on
    up to the end of its range, or the size of something."""
    match term:
        case t.Field() | t.State() | t.Counter() | t.BuiltInField() | t.Times():
            return True
        case t.Phrase("count" | "sum" | "min" | "max" | "longest_path") | t.BuiltIn(
            "count" | "distance" | "longest_path"
        ):
            return True
        case _:
            return False


def _range(place: a.Writable, calls: Calls) -> Interval | None:
    """Bounds of the numbers that a place can hold."""
    names = calls.checked.names
    match place:
        case t.Counter(counter):
            return names.counters[counter].low, names.counters[counter].high
        case t.State(variable):
            kind = names.kind(names.state[variable].kind)
        case t.Field(field):
            found = [
                f for group, f in names.holders(field, place.holder.kind.base) if place.holder.kind.of in (None, group)
            ]
            kind = names.kind(found[0].kind) if found else None
        case t.BuiltInField():
            return None
        case _:
            assert_never(place)
    return None if kind is None else (kind.low, kind.high)
