"""Bundles: amounts put together and compared with what a seat has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solenia_rules.checked.terms import Term
from solenia_rules.core.core import Ex, const, ex
from solenia_rules.lower.code import Bundle, Code
from solenia_rules.lower.paths import Purse

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit

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
                return Bundle({(str(term.data[0]), word or 0): positive(number)})
            case "amount_free":
                return Bundle(free={str(term.data[0]): positive(self.u.terms.val(term.args[0], code))})
            case "amount_of":
                number, resource = (self.u.terms.val(a, code) for a in term.args)
                return Bundle(of=[(positive(number), resource)])
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

    def _map(self, bundle: Bundle, change: Callable[[Ex], Ex]) -> Bundle:
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
        exact = {key: positive(ex("sub", x, b.exact[key])) if key in b.exact else x for key, x in a.exact.items()}
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
        return total_of([self.have(counter, w, seat) for w in range(self.width(counter))])

    def total(self, bundle: Bundle, code: Code) -> Ex:
        parts = [*bundle.exact.values(), *bundle.free.values(), *(n for n, _r in bundle.of)]
        made = total_of(parts)
        return positive(ex("sub", made, total_of(list(bundle.minus.values())))) if bundle.minus else made

    def amount_in(self, term: Term, code: Code) -> Ex:
        """How much of a resource a bundle asks for."""
        exact = self.spread(self.of(term.args[0], code), code).exact
        if len(term.args) > 1:
            found = code.keep(self.u.terms.val(term.args[1], code))
            lanes = [
                ex("ite", ex("eq", found, const(self.u.resource(counter, word))), number, ZERO)
                for (counter, word), number in exact.items()
            ]
            return total_of(lanes)
        word = term.data[1]
        assert word is None or isinstance(word, int)
        return exact.get((str(term.data[0]), word or 0), ZERO)

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
            short = total_of([positive(ex("sub", ex("add", paid[w], needs[w]), have[w])) for w in words])
            made = ex("le", short, minus)
        from_stock = self._less(total_of(list(needs.values())), minus)
        total = ex("add", ex("add", owed, total_of(list(paid.values()))), from_stock)
        made = ex("land", made, ex("le", total, self.have_all(counter, seat)))
        if free != ZERO:
            left = ex(
                "sub",
                ex("add", self.have_all(counter, seat), total_of(list(gained.values()))),
                ex("add", owed, total_of(list(paid.values()))),
            )
            made = ex("land", made, ex("le", ex("add", free, self._less(total_of(list(asked.values())), minus)), left))
        return made

    def _less(self, a: Ex, b: Ex) -> Ex:
        return a if b == ZERO else ZERO if a == ZERO else positive(ex("sub", a, b))

    def _affordable(self, bundle: Bundle, counter: str, seat: Ex) -> Ex:
        lanes = [(w, n) for (key, w), n in bundle.exact.items() if key == counter and n != ZERO]
        minus, free = bundle.minus.get(counter), bundle.free.get(counter)
        made = const(1)
        if minus is None:
            for word, number in lanes:
                made = ex("land", made, ex("le", number, self.have(counter, word, seat)))
        else:
            short = total_of([positive(ex("sub", n, self.have(counter, w, seat))) for w, n in lanes])
            made = ex("le", short, minus)
        if free is not None and free != ZERO:
            asked = total_of([n for _w, n in lanes])
            if minus is not None:
                asked = positive(ex("sub", asked, minus))
            made = ex("land", made, ex("le", ex("add", free, asked), self.have_all(counter, seat)))
        return made


def positive(number: Ex) -> Ex:
    """The number, or 0 if it is less."""
    return number if number.op == "const" and number.imm >= 0 else ex("max", ZERO, number)


def total_of(parts: list[Ex]) -> Ex:
    made = ZERO
    for part in parts:
        made = ex("add", made, part)
    return made
