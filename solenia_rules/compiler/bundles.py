"""Bundles: amounts put together, compared with what a seat has, gained, paid and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from solenia_rules.compiler import core as c
from solenia_rules.compiler.code import Bundle, Code
from solenia_rules.compiler.core import Ex, const, ex, local
from solenia_rules.compiler.lookahead import Outcome, Purse
from solenia_rules.compiler.terms import Term

if TYPE_CHECKING:
    from solenia_rules.compiler.lowering import Unit

ZERO = const(0)


class Bundles:
    def __init__(self, unit: Unit) -> None:
        self.u = unit

    # ---- terms -----------------------------------------------------------------------------

    def of(self, term: Term, code: Code) -> Bundle:
        match term.op:
            case "amount":
                number = self.u.terms.val(term.args[0], code)
                word = term.data[1]
                assert word is None or isinstance(word, int)
                return Bundle({(str(term.data[0]), word or 0): self._positive(number)})
            case "amount_free":
                return Bundle(free={str(term.data[0]): self._positive(self.u.terms.val(term.args[0], code))})
            case "amount_of":
                number, resource = (self.u.terms.val(a, code) for a in term.args)
                return Bundle(of=[(self._positive(number), resource)])
            case "bundle_add":
                a, b = (self.of(x, code) for x in term.args)
                return self._join(a, b)
            case "bundle_subtract":
                a, b = (self.of(x, code) for x in term.args)
                return self._subtract(a, b, code)
            case "bundle_scale":
                factor = code.keep(ex("max", ZERO, self.u.terms.val(term.args[0], code)))
                return self._map(self.of(term.args[1], code), lambda x: ex("mul", factor, x))
            case "counter_bundle":
                seat = code.keep(self.u.terms.val(term.args[0], code))
                counter = str(term.data[0])
                return Bundle({(counter, w): self.have(counter, w, seat) for w in range(self.width(counter))})
            case "if":
                return self._if(term, code)
            case "var":
                assert isinstance(term.data[0], int)
                found = code.env[term.data[0]]
                assert isinstance(found, Bundle)
                return found
            case "held_test":
                return self.u.queries.held_bundle(term, code)
            case "query":
                return self.u.queries.call_bundle(term, code)
            case _:
                raise AssertionError(term.op)

    def _positive(self, number: Ex) -> Ex:
        return number if number.op == "const" and number.imm >= 0 else ex("max", ZERO, number)

    def _map(self, bundle: Bundle, change) -> Bundle:  # type: ignore[no-untyped-def]
        return Bundle(
            {key: change(x) for key, x in bundle.exact.items()},
            {key: change(x) for key, x in bundle.free.items()},
            {key: change(x) for key, x in bundle.minus.items()},
            [(change(n), r) for n, r in bundle.of],
        )

    def _join(self, a: Bundle, b: Bundle) -> Bundle:
        def merged(x: dict, y: dict) -> dict:  # type: ignore[type-arg]
            return {key: ex("add", x.get(key, ZERO), y.get(key, ZERO)) for key in (*x, *(k for k in y if k not in x))}

        return Bundle(merged(a.exact, b.exact), merged(a.free, b.free), merged(a.minus, b.minus), [*a.of, *b.of])

    def _subtract(self, a: Bundle, b: Bundle, code: Code) -> Bundle:
        a, b = self.spread(a, code), self.spread(b, code)
        exact = {key: self._positive(ex("sub", x, b.exact[key])) if key in b.exact else x for key, x in a.exact.items()}
        minus = self._join(Bundle(minus=a.minus), Bundle(minus=b.free)).minus
        return Bundle(exact, a.free, minus, [])

    def _if(self, term: Term, code: Code) -> Bundle:
        test = code.keep(self.u.terms.val(term.args[0], code))
        a, b = self.of(term.args[1], code), self.of(term.args[2], code)
        a = self._map(a, lambda x: ex("ite", test, x, ZERO))
        b = self._map(b, lambda x: ex("ite", test, ZERO, x))
        return self._join(a, b)

    def spread(self, bundle: Bundle, code: Code) -> Bundle:
        """Without amounts of a resource known only in play: one lane for each it could be."""
        exact = dict(bundle.exact)
        for number, resource in bundle.of:
            number, resource = code.keep(number), code.keep(resource)
            for index, (counter, word) in enumerate(self.u.resources):
                lane = ex("ite", ex("eq", resource, const(index)), number, ZERO)
                exact[counter, word] = ex("add", exact.get((counter, word), ZERO), lane)
        return Bundle(exact, bundle.free, bundle.minus, [])

    def kept(self, bundle: Bundle, code: Code) -> Bundle:
        """The same with every number in a local, so that paying does not change what is asked."""
        return self._map(self.spread(bundle, code), code.keep)

    # ---- what a seat has ----------------------------------------------------------------------

    def width(self, counter: str) -> int:
        return self.u.layout.width(self.u.names.counters[counter])

    def slot(self, counter: str, word: int, seat: Ex) -> tuple[int, Ex | None]:
        base = self.u.layout.counters[counter] + word
        if "seat" not in self.u.names.counters[counter].per:
            return base, None
        return base, ex("imul", seat, const(self.width(counter)))

    def have(self, counter: str, word: int, seat: Ex) -> Ex:
        base, index = self.slot(counter, word, seat)
        return Ex("load", (), base) if index is None else ex("load", index, imm=base)

    def have_all(self, counter: str, seat: Ex) -> Ex:
        return self._sum([self.have(counter, w, seat) for w in range(self.width(counter))])

    def _sum(self, parts: list[Ex]) -> Ex:
        made = ZERO
        for part in parts:
            made = ex("add", made, part)
        return made

    def total(self, bundle: Bundle, code: Code) -> Ex:
        parts = [*bundle.exact.values(), *bundle.free.values(), *(n for n, _r in bundle.of)]
        made = self._sum(parts)
        return self._positive(ex("sub", made, self._sum(list(bundle.minus.values())))) if bundle.minus else made

    def counters_of(self, bundle: Bundle) -> list[str]:
        return list(dict.fromkeys([*(key for key, _w in bundle.exact), *bundle.free, *bundle.minus]))

    def can_pay(self, bundle: Bundle, seat: Ex, code: Code) -> Ex:
        bundle = self.kept(bundle, code)
        seat = code.keep(seat)
        made = const(1)
        for counter in self.counters_of(bundle):
            if code.purse is not None and code.purse.touches(counter):
                made = ex("land", made, self._affordable_later(bundle, counter, seat, code.purse, code))
            else:
                made = ex("land", made, self._affordable(bundle, counter, seat))
        return made

    def _affordable_later(self, bundle: Bundle, counter: str, seat: Ex, purse: Purse, code: Code) -> Ex:
        """Whether it can be paid after what was paid, then gained on the way, with free payments made wisely."""
        words = range(self.width(counter))
        asked = {w: bundle.exact.get((counter, w), ZERO) for w in words}
        gained = {w: purse.gained.get((counter, w), ZERO) for w in words}
        paid = {w: purse.paid.get((counter, w), ZERO) for w in words}
        minus, free = bundle.minus.get(counter, ZERO), bundle.free.get(counter, ZERO)
        owed = purse.free.get(counter, ZERO)
        needs = {w: code.keep(self._less(asked[w], gained[w])) for w in words}
        have = {w: self.have(counter, w, seat) for w in words}
        made = const(1)
        if minus == ZERO:
            for w in words:
                drawn = ex("add", paid[w], needs[w])
                if drawn != ZERO:
                    made = ex("land", made, ex("le", drawn, have[w]))
        else:
            short = self._sum([self._positive(ex("sub", ex("add", paid[w], needs[w]), have[w])) for w in words])
            made = ex("le", short, minus)
        from_stock = self._less(self._sum(list(needs.values())), minus)
        total = ex("add", ex("add", owed, self._sum(list(paid.values()))), from_stock)
        made = ex("land", made, ex("le", total, self.have_all(counter, seat)))
        if free != ZERO:
            left = ex(
                "sub",
                ex("add", self.have_all(counter, seat), self._sum(list(gained.values()))),
                ex("add", owed, self._sum(list(paid.values()))),
            )
            made = ex("land", made, ex("le", ex("add", free, self._less(self._sum(list(asked.values())), minus)), left))
        return made

    def _less(self, a: Ex, b: Ex) -> Ex:
        return a if b == ZERO else ZERO if a == ZERO else self._positive(ex("sub", a, b))

    def _affordable(self, bundle: Bundle, counter: str, seat: Ex) -> Ex:
        lanes = [(w, n) for (key, w), n in bundle.exact.items() if key == counter and n != ZERO]
        minus, free = bundle.minus.get(counter), bundle.free.get(counter)
        made = const(1)
        if minus is None:
            for word, number in lanes:
                made = ex("land", made, ex("le", number, self.have(counter, word, seat)))
        else:
            short = self._sum([self._positive(ex("sub", n, self.have(counter, w, seat))) for w, n in lanes])
            made = ex("le", short, minus)
        if free is not None and free != ZERO:
            asked = self._sum([n for _w, n in lanes])
            if minus is not None:
                asked = self._positive(ex("sub", asked, minus))
            made = ex("land", made, ex("le", ex("add", free, asked), self.have_all(counter, seat)))
        return made

    # ---- gaining, paying, losing ------------------------------------------------------------------

    def change(self, counter: str, word: int, seat: Ex, number: Ex, event: str, code: Code) -> None:
        """Add a number (which may be below 0) to a counter, within its range."""
        if number == ZERO:
            return
        declared = self.u.names.counters[counter]
        base, index = self.slot(counter, word, seat)
        value = ex("add", self.have(counter, word, seat), number)
        value = ex("max", const(declared.low), ex("min", const(declared.high), value))
        code.emit(c.Store(base, index, value))
        shown = number if event == "gained" else ex("neg", number)
        self.u.event(code, event, seat, const(self.u.resource(counter, word)), shown)

    def gain(self, bundle: Bundle, seat: Ex, code: Code) -> None:
        bundle = self.kept(bundle, code) if not bundle.of or bundle.exact or bundle.free or bundle.minus else bundle
        seat = code.keep(seat)
        for number, resource in bundle.of:
            self._gain_of(code.keep(number), code.keep(resource), seat, code)
        for (counter, word), number in bundle.exact.items():
            self._guarded(
                number,
                lambda counter=counter, word=word, number=number: self.change(
                    counter, word, seat, number, "gained", code
                ),
                code,
            )
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "gain")
        for counter in self.counters_of(bundle):
            self.overflow(counter, seat, code)

    def _guarded(self, number: Ex, act, code: Code) -> None:  # type: ignore[no-untyped-def]
        """Nothing happens for an amount of nothing."""
        if number.op == "const":
            if number.imm > 0:
                act()
            return
        then: list[c.Stmt] = []
        with code.into(then):
            act()
        code.emit(c.If(ex("lt", ZERO, number), then, []))

    def _gain_of(self, number: Ex, resource: Ex, seat: Ex, code: Code) -> None:
        u = self.u
        bases = u.table(tuple(u.layout.counters[k] + w for k, w in u.resources))
        strides = tuple(self.width(k) if "seat" in u.names.counters[k].per else 0 for k, _w in u.resources)
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
        past = ex("lt", ex("call", seat, imm=limit.id), self.have_all(counter, seat))
        code.emit(c.If(past, [c.Call(give_up.id, (seat,))], []))

    def _any_words(self, counter: str, number: Ex, seat: Ex, code: Code, what: str) -> None:
        """A number of words of a kind, chosen one by one."""
        left, chosen, label = code.temp(), code.temp(), self.u.label()
        width = self.width(counter)
        body: list[c.Stmt] = []
        code.emit(c.Set(left, number))
        if what == "lose":
            code.emit(c.Set(left, ex("min", number, self.have_all(counter, seat))))
        with code.into(body):
            code.emit(c.If(ex("le", local(left), ZERO), [c.Break(label)], []))
            mask = const((1 << width) - 1) if what == "gain" else self._in_stock(counter, seat)
            kind = next(p for p in self.u.names.counters[counter].per if p != "seat")
            look = code.rest_fails and code.strict and what == "pay"
            if look and code.after is not None:
                self._decide_payment(counter, kind, seat, mask, local(left), chosen, code)
            else:
                spec = self.u.spec(code, f"word:{kind}", kind, what, look=look)
                code.emit(c.Decide(spec, seat, mask, chosen))
            base, index = self.slot(counter, 0, seat)
            place = local(chosen) if index is None else ex("add", index, local(chosen))
            step = const(1 if what == "gain" else -1)
            high = const(self.u.names.counters[counter].high)
            code.emit(c.Store(base, place, ex("min", high, ex("add", ex("load", place, imm=base), step))))
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
            one = {(counter, w): ex("eq", local(word), const(w)) for w in range(self.width(counter))}
            purse = Purse(one, {counter: ex("sub", left, const(1))})
            self.u.lookahead.sift(code, evolve(code.after, purse=purse), seat, made)
        code.emit(c.ForBits(word, mask, body, self.u.label(), code.temp()))
        spec = self.u.spec(code, f"word:{kind}", kind, "pay")
        yes, unsure = made.masks()
        code.emit(c.Decide(spec, seat, yes, chosen, unsure))

    def _in_stock(self, counter: str, seat: Ex) -> Ex:
        mask = ZERO
        for word in range(self.width(counter)):
            mask = ex("bor", mask, ex("ite", ex("lt", ZERO, self.have(counter, word, seat)), const(1 << word), ZERO))
        return mask

    def pay(self, bundle: Bundle, seat: Ex, code: Code, span) -> None:  # type: ignore[no-untyped-def]
        bundle = self.kept(bundle, code)
        seat = code.keep(seat)
        payable = self.can_pay(bundle, seat, code)
        if code.strict:
            code.emit(c.If(payable, [], [c.Fail(self.u.place(span))]))
            self._pay(bundle, seat, code)
            return
        then: list[c.Stmt] = []
        with code.into(then):
            self._pay(bundle, seat, code)
        code.emit(c.If(payable, then, []))

    def _pay(self, bundle: Bundle, seat: Ex, code: Code) -> None:
        for counter, number in bundle.minus.items():
            self._spare(bundle, counter, number, seat, code)
        for (counter, word), number in bundle.exact.items():
            self._guarded(
                number,
                lambda counter=counter, word=word, number=number: self.change(
                    counter, word, seat, ex("neg", number), "paid", code
                ),
                code,
            )
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
            asked = self._sum([local(s) for s in slots.values()])
            code.emit(c.If(ex("lor", ex("le", local(left), ZERO), ex("eq", asked, ZERO)), [c.Break(label)], []))
            short = code.keep(
                self._sum([self._positive(ex("sub", local(s), self.have(counter, w, seat))) for w, s in slots.items()])
            )
            code.emit(c.Set(mask, ZERO))
            for word, slot in slots.items():
                lacking = ex("lt", self.have(counter, word, seat), local(slot))
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
        bundle = self.kept(bundle, code)
        seat = code.keep(seat)
        for (counter, word), number in bundle.exact.items():
            taken = code.keep(ex("min", number, self.have(counter, word, seat)))
            self._guarded(
                taken,
                lambda counter=counter, word=word, taken=taken: self.change(
                    counter, word, seat, ex("neg", taken), "lost", code
                ),
                code,
            )
        for counter, number in bundle.free.items():
            self._any_words(counter, number, seat, code, "lose")
