"""Gaining, paying and losing: what a bundle does to a seat's counters, word by word where the seat chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex, local
from solenia_rules.lower.bundles import ZERO, positive, total_of
from solenia_rules.lower.code import Bundle, Code
from solenia_rules.lower.paths import Outcome, Purse
from solenia_rules.lower.why import note_counted
from solenia_rules.text.frozen import evolve

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


class Payments:
    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self.b = unit.bundles

    def change(self, counter: str, word: int, seat: Ex, number: Ex, event: str, code: Code) -> None:
        """Add a number (which may be below 0) to a counter, within its range."""
        if number == ZERO:
            return
        declared = self.u.names.counters[counter]
        base, index = self.b.slot(counter, word, seat)
        value = ex("add", self.b.have(counter, word, seat), number)
        if event == "gained" and not (number.op == "const" and number.imm < 0):
            value = ex("min", const(declared.high), value)
        if event != "gained" or not (number.op == "const" and number.imm > 0):
            value = ex("max", const(declared.low), value)
        code.emit(c.Store(base, index, value))
        shown = number if event == "gained" else ex("neg", number)
        self.u.event(code, event, seat, const(self.u.resource(counter, word)), shown)

    def gain(self, bundle: Bundle, seat: Ex, code: Code) -> None:
        bundle = self.b.kept(bundle, code) if not bundle.of or bundle.exact or bundle.free or bundle.minus else bundle
        seat = code.keep(seat)
        for number, resource in bundle.of:
            self._gain_of(code.keep(number), code.keep(resource), seat, code)
        self._change_each(bundle.exact, seat, "gained", code)
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "gain")
        for counter in self.b.counters_of(bundle):
            self.overflow(counter, seat, code)

    def _change_each(self, lanes: dict[tuple[str, int], Ex], seat: Ex, event: str, code: Code) -> None:
        """Add every amount (take it, unless it is gained); nothing happens for an amount of nothing."""
        for (counter, word), number in lanes.items():
            then: list[c.Stmt] = []
            with code.into(then):
                self.change(counter, word, seat, number if event == "gained" else ex("neg", number), event, code)
            if number.op != "const":
                code.emit(c.If(ex("lt", ZERO, number), then, []))
            elif number.imm > 0:
                code.out.extend(then)

    def _gain_of(self, number: Ex, resource: Ex, seat: Ex, code: Code) -> None:
        u = self.u
        bases = u.table(tuple(u.layout.counters[k] + w for k, w in u.resources))
        strides = tuple(self.b.width(k) if "seat" in u.names.counters[k].per else 0 for k, _w in u.resources)
        stride = const(strides[0]) if len(set(strides)) == 1 else ex("table", resource, imm=u.table(strides))
        then: list[c.Stmt] = []
        with code.into(then):
            slot = code.keep(ex("add", ex("table", resource, imm=bases), ex("imul", seat, stride)))
            highs = u.table(tuple(u.names.counters[k].high for k, _w in u.resources))
            value = ex("min", ex("table", resource, imm=highs), ex("add", ex("load", slot), number))
            code.emit(c.Store(0, slot, value))
            u.event(code, "gained", seat, resource, number)
            for counter in dict.fromkeys(k for k, _w in u.resources):
                if self.u.names.counters[counter].limit is None:
                    continue
                words = [i for i, (k, _w) in enumerate(u.resources) if k == counter]
                inside = ex("land", ex("le", const(words[0]), resource), ex("le", resource, const(words[-1])))
                body: list[c.Stmt] = []
                with code.into(body):
                    self.overflow(counter, seat, code)
                code.emit(c.If(inside, body, []))
        code.emit(c.If(ex("land", ex("lt", ZERO, number), ex("le", ZERO, resource)), then, []))

    def overflow(self, counter: str, seat: Ex, code: Code) -> None:
        """Past its limit the owner gives up, at once."""
        if self.u.names.counters[counter].limit is None:
            return
        limit = self.u.limit_function(counter)
        give_up = self.u.give_up_function(counter)
        past = ex("lt", ex("call", seat, imm=limit.id), self.b.have_all(counter, seat))
        code.emit(c.If(past, [c.Call(give_up.id, (seat,))], []))

    def _any_words(self, counter: str, number: Ex, seat: Ex, code: Code, what: str) -> None:
        """A number of words of a kind, chosen one by one."""
        left, chosen, label = code.temp(), code.temp(), self.u.label()
        width = self.b.width(counter)
        body: list[c.Stmt] = []
        code.emit(c.Set(left, number))
        if what == "lose":
            code.emit(c.Set(left, ex("min", number, self.b.have_all(counter, seat))))
        with code.into(body):
            code.emit(c.If(ex("le", local(left), ZERO), [c.Break(label)], []))
            mask = const((1 << width) - 1) if what == "gain" else self.in_stock(counter, seat)
            kind = next(p for p in self.u.names.counters[counter].per if p != "seat")
            look = code.rest_fails and code.strict
            if look and what == "pay" and code.after is not None:
                self._decide_payment(counter, kind, seat, mask, local(left), chosen, code)
            else:
                spec = note_counted(self.u, self.u.spec(code, f"word:{kind}", kind, what, look=look), counter)
                code.emit(c.Decide(spec, seat, mask, chosen))
            base, index = self.b.slot(counter, 0, seat)
            place = local(chosen) if index is None else ex("add", index, local(chosen))
            have, high = ex("load", place, imm=base), const(self.u.names.counters[counter].high)
            gained = ex("min", high, ex("add", have, const(1)))
            code.emit(c.Store(base, place, gained if what == "gain" else ex("sub", have, const(1))))
            resource = ex("add", const(self.u.resource(counter, 0)), local(chosen))
            self.u.event(code, {"gain": "gained", "pay": "paid", "lose": "lost"}[what], seat, resource, const(1))
            code.emit(c.Set(left, ex("sub", local(left), const(1))))
        code.emit(c.Loop(label, body))

    def _decide_payment(self, counter: str, kind: str, seat: Ex, mask: Ex, left: Ex, chosen: int, code: Code) -> None:
        """Offer a word only if the rest, with what is still to be paid, can be done after it."""
        word = code.temp()
        made = Outcome.start(code, ex("bit", local(word)))
        body: list[c.Stmt] = []
        assert code.after is not None
        with code.into(body):
            one = {(counter, w): ex("eq", local(word), const(w)) for w in range(self.b.width(counter))}
            purse = Purse(one, {counter: ex("sub", left, const(1))})
            self.u.lookahead.sift(code, evolve(code.after, purse=purse), seat, made)
        code.emit(c.ForBits(word, mask, body, self.u.label(), code.temp(), free=True))
        spec = note_counted(self.u, self.u.spec(code, f"word:{kind}", kind, "pay"), counter)
        yes, unsure = made.masks()
        code.emit(c.Decide(spec, seat, yes, chosen, unsure))

    def in_stock(self, counter: str, seat: Ex) -> Ex:
        """Mask of the words a seat has some of."""
        mask = ZERO
        for word in range(self.b.width(counter)):
            mask = ex("bor", mask, ex("ite", ex("lt", ZERO, self.b.have(counter, word, seat)), const(1 << word), ZERO))
        return mask

    def pay(self, bundle: Bundle, seat: Ex, code: Code, place: int) -> None:
        bundle = self.b.kept(bundle, code)
        seat = code.keep(seat)
        payable = self.b.can_pay(bundle, seat, code)
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
            self._spare(bundle, counter, number, seat, code)
        self._change_each(bundle.exact, seat, "paid", code)
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "pay")

    def _spare(self, bundle: Bundle, counter: str, number: Ex, seat: Ex, code: Code) -> None:
        """Take words off what is asked, one by one, so that the rest can still be paid."""
        lanes = [w for key, w in bundle.exact if key == counter]
        slots = {}
        for word in lanes:
            slots[word] = code.temp()
            code.emit(c.Set(slots[word], bundle.exact[counter, word]))
            bundle.exact[counter, word] = local(slots[word])
        left, chosen, mask, label = code.temp(), code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(left, number))
        body: list[c.Stmt] = []
        with code.into(body):
            asked = total_of([local(s) for s in slots.values()])
            code.emit(c.If(ex("lor", ex("le", local(left), ZERO), ex("eq", asked, ZERO)), [c.Break(label)], []))
            short = code.keep(
                total_of([positive(ex("sub", local(s), self.b.have(counter, w, seat))) for w, s in slots.items()])
            )
            code.emit(c.Set(mask, ZERO))
            for word, slot in slots.items():
                lacking = ex("lt", self.b.have(counter, word, seat), local(slot))
                enough = ex("le", ex("sub", short, lacking), ex("sub", local(left), const(1)))
                wanted = ex("land", ex("lt", ZERO, local(slot)), enough)
                code.emit(c.If(wanted, [c.Set(mask, ex("bor", local(mask), const(1 << word)))], []))
            kind = next(p for p in self.u.names.counters[counter].per if p != "seat")
            spec = self.u.spec(code, f"word:{kind}", kind, "spare", look=code.rest_fails and code.strict)
            code.emit(c.Decide(spec, seat, local(mask), chosen))
            for word, slot in slots.items():
                less = c.Set(slot, ex("sub", local(slot), const(1)))
                code.emit(c.If(ex("eq", local(chosen), const(word)), [less], []))
            code.emit(c.Set(left, ex("sub", local(left), const(1))))
        code.emit(c.Loop(label, body))

    def lose(self, bundle: Bundle, seat: Ex, code: Code) -> None:
        bundle = self.b.kept(bundle, code)
        seat = code.keep(seat)
        taken = {
            (counter, word): code.keep(ex("min", number, self.b.have(counter, word, seat)))
            for (counter, word), number in bundle.exact.items()
        }
        self._change_each(taken, seat, "lost", code)
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "lose")
