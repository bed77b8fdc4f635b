"""Lowers gaining, paying and losing: the changes of a seat's counters, word by word if the seat chooses."""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.checked.numbers import PAST_LIMIT
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Const, Ex, Local, Table
from solenia_rules.dsl.builtins import VERBS
from solenia_rules.lower.bundles import ZERO, Bundles, joined, taken_at_once, total_of
from solenia_rules.lower.code import Bundle, Code, Outcome, Purse
from solenia_rules.lower.free_words import FreeWords
from solenia_rules.lower.lookahead import Lookahead
from solenia_rules.lower.noted_tests import NotedTests
from solenia_rules.lower.unit import Unit
from solenia_rules.text.frozen import evolve

_Event: TypeAlias = Literal["gained", "paid", "lost"]


class Payments:
    """Statements that change the counters of a seat."""

    def __init__(self, unit: Unit, bundles: Bundles, lookahead: Lookahead, words: FreeWords, noted: NotedTests) -> None:
        self.u = unit
        self.bundles = bundles
        self.lookahead = lookahead
        self.words = words
        self.noted = noted
        self._give_ups: dict[str, Function] = {}

    def _change(self, counter: str, word: int, seat: Ex, number: Ex, event: _Event, code: Code, *more: Ex) -> None:
        """Add a number (which may be below 0) to a counter, within its range. `more`: what the event says besides."""
        if number == ZERO:
            return
        declared = self.u.names.counters[counter]
        base, index = self.bundles.slot(counter, word, seat)
        value = build.add(self.bundles.have(counter, word, seat), number)
        if event == "gained" and not (isinstance(number, Const) and number.value < 0):
            value = build.minimum(Const(declared.high), value)
        if event != "gained" or not (isinstance(number, Const) and number.value > 0):
            value = build.maximum(Const(declared.low), value)
        code.emit(c.Store(base, index, value))
        shown = number if event == "gained" else build.neg(number)
        self.u.event(code, event, seat, Const(self.u.resource(counter, word)), shown, *more)

    def gain(self, bundle: Bundle, seat: Ex, code: Code, limits: bool) -> None:
        """Add a bundle to the counters of a seat. `limits`: whether what is past a limit is given up at once."""
        if not bundle.of or bundle.exact or bundle.free or bundle.minus:
            bundle = self.bundles.kept(bundle, code)
        seat = code.keep(seat)
        for number, resource in bundle.of:
            self._gain_of(code.keep(number), code.keep(resource), seat, code, limits)
        self._change_each(bundle.exact, seat, "gained", code)
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "gain")
        if limits:
            for counter in self.bundles.counters_of(bundle):
                self._overflow(counter, seat, code)

    def _change_each(self, lanes: dict[tuple[str, int], Ex], seat: Ex, event: _Event, code: Code, *more: Ex) -> None:
        """Add every amount if it is gained, otherwise subtract it. An amount of 0 or less does nothing."""
        for (counter, word), number in lanes.items():
            then: list[c.Stmt] = []
            with code.into(then):
                self._change(
                    counter, word, seat, number if event == "gained" else build.neg(number), event, code, *more
                )
            if not isinstance(number, Const):
                code.emit(c.If(build.lt(ZERO, number), then, []))
            elif number.value > 0:
                code.out.extend(then)

    def _gain_of(self, number: Ex, resource: Ex, seat: Ex, code: Code, limits: bool) -> None:
        """Add a number of a resource that is known only in play."""
        u = self.u
        bases = u.table(tuple(u.layout.counters[k] + w for k, w in u.resources))
        strides = tuple(self.bundles.width(k) if "seat" in u.names.counters[k].per else 0 for k, _w in u.resources)
        stride = Const(strides[0]) if len(set(strides)) == 1 else Table(u.table(strides), resource)
        then: list[c.Stmt] = []
        with code.into(then):
            slot = code.keep(build.add(Table(bases, resource), build.index_mul(seat, stride)))
            highs = u.table(tuple(u.names.counters[k].high for k, _w in u.resources))
            value = build.minimum(Table(highs, resource), build.add(build.load(0, slot), number))
            code.emit(c.Store(0, slot, value))
            u.event(code, "gained", seat, resource, number)
            for counter in dict.fromkeys(k for k, _w in u.resources):
                if self.u.names.counters[counter].limit is None or not limits:
                    continue
                words = [i for i, (k, _w) in enumerate(u.resources) if k == counter]
                inside = build.and_(build.le(Const(words[0]), resource), build.le(resource, Const(words[-1])))
                body: list[c.Stmt] = []
                with code.into(body):
                    self._overflow(counter, seat, code)
                code.emit(c.If(inside, body, []))
        code.emit(c.If(build.and_(build.lt(ZERO, number), build.le(ZERO, resource)), then, []))

    def _overflow(self, counter: str, seat: Ex, code: Code) -> None:
        """A seat above the limit of a counter gives up words at once."""
        if self.u.names.counters[counter].limit is None:
            return
        past = build.lt(self.bundles.limit(counter, seat), self.bundles.have_all(counter, seat))
        code.emit(c.If(past, [c.Call(self._give_up(counter).id, (seat,))], []))

    def _give_up(self, counter: str) -> Function:
        """The function with which a seat gives up words one by one until it is within the limit, or the surplus is
        lost."""
        if counter in self._give_ups:
            return self._give_ups[counter]
        declared = self.u.names.counters[counter]
        function = self.u.new_function(f"give_up {counter}", 1, declared.span)
        self._give_ups[counter] = function
        code = Code.of(function)
        label, chosen = self.u.label(), code.temp()
        body: list[c.Stmt] = []
        with code.into(body):
            limit = build.maximum(Const(0), self.bundles.limit(counter, code.me))
            code.emit(c.If(build.le(self.bundles.have_all(counter, code.me), limit), [c.Break(label)], []))
            mask = self._in_stock(counter, code.me)
            surplus = code.keep(build.sub(self.bundles.have_all(counter, code.me), limit))
            lost = declared.past_limit == "lost" or self.bundles.width(counter) == 1
            if lost:
                code.emit(c.Set(chosen, build.highest(mask)))
            else:
                kind = self.bundles.word_kind(counter)
                asked = self.noted.counted(self.u.spec(code, f"word:{kind}", kind, "give_up"), counter)
                code.emit(c.Decide(asked, code.me, mask, chosen, left=surplus))
            base, place = self._word_slot(counter, Local(chosen), code.me)
            have = build.load(base, place)
            number = code.keep(build.minimum(surplus, have) if lost else taken_at_once(surplus, have))
            code.emit(c.Store(base, place, build.sub(have, number)))
            resource = build.add(Const(self.u.resource(counter, 0)), Local(chosen))
            self.u.event(code, "lost", code.me, resource, number, Const(PAST_LIMIT))
        code.emit(c.Loop(label, body))
        code.emit(c.Return())
        return function

    def _word_slot(self, counter: str, word: Ex, seat: Ex) -> tuple[int, Ex]:
        """The slot of a chosen word's number."""
        base, index = self.bundles.slot(counter, 0, seat)
        return base, word if index is None else build.add(index, word)

    def _any_words(self, counter: str, number: Ex, seat: Ex, code: Code, what: Literal["gain", "pay", "lose"]) -> None:
        """A number of words of a kind, which the seat chooses one by one."""
        left, chosen, label = code.temp(), code.temp(), self.u.label()
        width = self.bundles.width(counter)
        body: list[c.Stmt] = []
        code.emit(c.Set(left, number))
        if what == "lose":
            code.emit(c.Set(left, build.minimum(number, self.bundles.have_all(counter, seat))))
        with code.into(body):
            code.emit(c.If(build.le(Local(left), ZERO), [c.Break(label)], []))
            mask = Const((1 << width) - 1) if what == "gain" else self._in_stock(counter, seat)
            kind = self.bundles.word_kind(counter)
            look = code.rest_fails and code.strict
            if look and what == "pay" and code.after is not None:
                self._decide_payment(counter, kind, seat, mask, Local(left), chosen, code)
            else:
                spec = self.noted.counted(self.u.spec(code, f"word:{kind}", kind, what, look=look), counter)
                code.emit(c.Decide(spec, seat, mask, chosen, left=Local(left)))
            base, place = self._word_slot(counter, Local(chosen), seat)
            have, high = build.load(base, place), Const(self.u.names.counters[counter].high)
            number = code.keep(taken_at_once(Local(left), None if what == "gain" else have))
            gained = build.minimum(high, build.add(have, number))
            code.emit(c.Store(base, place, gained if what == "gain" else build.sub(have, number)))
            resource = build.add(Const(self.u.resource(counter, 0)), Local(chosen))
            told = VERBS[what].told
            assert told is not None
            self.u.event(code, told, seat, resource, number)
            code.emit(c.Set(left, build.sub(Local(left), number)))
        code.emit(c.Loop(label, body))

    def _decide_payment(self, counter: str, kind: str, seat: Ex, mask: Ex, left: Ex, chosen: int, code: Code) -> None:
        """Offer a word only if the rest can be done after it, including what is still to be paid."""
        word = code.temp()
        made = Outcome.start(code, build.bit(Local(word)))
        body: list[c.Stmt] = []
        assert code.after is not None
        with code.into(body):
            taken = {
                (counter, w): build.choice(
                    build.eq(Local(word), Const(w)), taken_at_once(left, self.bundles.have(counter, w, seat)), ZERO
                )
                for w in range(self.bundles.width(counter))
            }
            purse = Purse(taken, {counter: build.sub(left, total_of(taken.values()))})
            self.lookahead.sift(code, evolve(code.after, purse=purse), seat, made)
        code.emit(c.ForBits(word, mask, body, self.u.label(), code.temp(), free=True))
        spec = self.noted.counted(self.u.spec(code, f"word:{kind}", kind, "pay"), counter)
        self.u.doubt(spec, made.doubts)
        yes, unsure = made.masks()
        code.emit(c.Decide(spec, seat, yes, chosen, unsure, left))

    def _in_stock(self, counter: str, seat: Ex) -> Ex:
        """The mask of the words of which a seat has some."""
        return joined(
            [self._bit_if_some(counter, w, seat) for w in range(self.bundles.width(counter))], build.bor, ZERO
        )

    def _bit_if_some(self, counter: str, word: int, seat: Ex) -> Ex:
        some = build.lt(ZERO, self.bundles.have(counter, word, seat))
        return build.choice(some, Const(1 << word), ZERO)

    def pay(self, bundle: Bundle, seat: Ex, code: Code, place: int) -> None:
        """Subtract a bundle from the counters of a seat; impossible if the seat has too little."""
        bundle = self.bundles.kept(bundle, code)
        seat = code.keep(seat)
        payable = self.bundles.can_pay(bundle, seat, code)
        if code.strict:
            code.emit(c.If(payable, [], [c.Fail(place)]))
            self._pay(bundle, seat, code)
            return
        then: list[c.Stmt] = []
        with code.into(then):
            self._pay(bundle, seat, code)
        code.emit(c.If(payable, then, []))

    def _pay(self, bundle: Bundle, seat: Ex, code: Code) -> None:
        for counter, number in bundle.minus.items():
            slots = {}
            for word in [w for key, w in bundle.exact if key == counter]:
                slots[word] = code.temp()
                code.emit(c.Set(slots[word], bundle.exact[counter, word]))
                bundle.exact[counter, word] = Local(slots[word])
            self.words.spare(counter, slots, number, seat, code, look=code.rest_fails and code.strict)
        self._change_each(bundle.exact, seat, "paid", code)
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "pay")

    def lose(self, bundle: Bundle, seat: Ex, code: Code) -> None:
        """Subtract a bundle from the counters of a seat, as far as the seat has it."""
        bundle = self.bundles.kept(bundle, code)
        seat = code.keep(seat)
        self._change_each(self._there(bundle, seat, code), seat, "lost", code)
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "lose")

    def give_up(self, bundle: Bundle, seat: Ex, code: Code) -> None:
        """Take from the counters of a seat what it has chosen to give up past a limit."""
        seat = code.keep(seat)
        self._change_each(self._there(bundle, seat, code), seat, "lost", code, Const(PAST_LIMIT))

    def _there(self, bundle: Bundle, seat: Ex, code: Code) -> dict[tuple[str, int], Ex]:
        """The exact amounts of a bundle as far as the counters of a seat reach."""
        return {
            (counter, word): code.keep(build.minimum(number, self.bundles.have(counter, word, seat)))
            for (counter, word), number in bundle.exact.items()
        }
