"""Arithmetic of bundles: sums and differences, the amounts a seat has, and whether the seat can pay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from solenia_rules.checked.numbers import ONE_BY_ONE
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Apply, Const, Ex, Load
from solenia_rules.lower.code import Bundle, Code, Purse
from solenia_rules.lower.unit import Unit

ZERO: Ex = Const(0)
MOST_NESTED = 32
"""The most parts of an expression that are nested in each other."""

_Key = TypeVar("_Key")


class Bundles:
    """Bundles of one ruleset, and the counters that they are paid from."""

    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._limits: dict[str, Function] = {}

    # ---- bundles put together ------------------------------------------------------------------

    def changed(self, bundle: Bundle, change: Callable[[Ex], Ex]) -> Bundle:
        """The bundle with every number changed."""
        return Bundle(
            {key: change(x) for key, x in bundle.exact.items()},
            {key: change(x) for key, x in bundle.free.items()},
            {key: change(x) for key, x in bundle.minus.items()},
            [(change(n), r) for n, r in bundle.of],
        )

    def sum_of(self, a: Bundle, b: Bundle) -> Bundle:
        """Both bundles together."""
        return Bundle(
            _sums(a.exact, b.exact), _sums(a.free, b.free), _sums(a.minus, b.minus), [*a.of, *b.of]
        )  # fmt: skip

    def difference(self, a: Bundle, b: Bundle, code: Code) -> Bundle:
        """A bundle without what another holds."""
        a, b = self.spread(a, code), self.spread(b, code)
        exact = {key: positive(build.sub(x, b.exact[key])) if key in b.exact else x for key, x in a.exact.items()}
        return Bundle(exact, a.free, _sums(a.minus, b.free), [])

    def spread(self, bundle: Bundle, code: Code) -> Bundle:
        """The bundle with every resource that is known only in play replaced by one number for each resource it could
        be."""
        exact = dict(bundle.exact)
        for number, resource in bundle.of:
            number, resource = code.keep(number), code.keep(resource)
            for index, (counter, word) in enumerate(self.u.resources):
                lane = build.choice(build.eq(resource, Const(index)), number, ZERO)
                exact[counter, word] = build.add(exact.get((counter, word), ZERO), lane)
        return Bundle(exact, bundle.free, bundle.minus, [])

    def kept(self, bundle: Bundle, code: Code) -> Bundle:
        """The bundle with every number in a local, so that paying does not change the requested amounts."""
        return self.changed(self.spread(bundle, code), code.keep)

    def total(self, bundle: Bundle) -> Ex:
        """The total amount of a bundle."""
        parts = [*bundle.exact.values(), *bundle.free.values(), *(n for n, _r in bundle.of)]
        made = total_of(parts)
        return positive(build.sub(made, total_of(bundle.minus.values()))) if bundle.minus else made

    def counters_of(self, bundle: Bundle) -> list[str]:
        """The counters of a bundle's resources."""
        return list(dict.fromkeys([*(key for key, _w in bundle.exact), *bundle.free, *bundle.minus]))

    # ---- what a seat has ----------------------------------------------------------------------

    def width(self, counter: str) -> int:
        """The number of words of a counter."""
        return self.u.layout.width(self.u.names.counters[counter])

    def word_kind(self, counter: str) -> str:
        """The kind of a counter's words."""
        return next(p for p in self.u.names.counters[counter].per if p != "seat")

    def slot(self, counter: str, word: int, seat: Ex) -> tuple[int, Ex | None]:
        """The slot of a counter's number, and the offset to add if every seat has one."""
        base = self.u.layout.counters[counter] + word
        if "seat" not in self.u.names.counters[counter].per:
            return base, None
        return base, build.index_mul(seat, Const(self.width(counter)))

    def have(self, counter: str, word: int, seat: Ex) -> Ex:
        """The amount of a word that a seat has."""
        base, index = self.slot(counter, word, seat)
        return Load(base) if index is None else build.load(base, index)

    def have_all(self, counter: str, seat: Ex) -> Ex:
        """The amount of all words of a counter that a seat has."""
        return total_of([self.have(counter, w, seat) for w in range(self.width(counter))])

    def limit(self, counter: str, seat: Ex) -> Ex:
        """The limit of a counter that has one."""
        if counter not in self._limits:
            text = self.u.checked.limits[counter]
            function = self.u.new_function(f"limit {counter}", 1, text.span, results=1)
            self._limits[counter] = function
            code = Code.of(function)
            assert text.value is not None
            code.emit(c.Return((self.u.values.of(text.value, code),)))
        return Apply(self._limits[counter].id, (seat,))

    # ---- whether a seat can pay ------------------------------------------------------------------

    def can_pay(self, bundle: Bundle, seat: Ex, code: Code) -> Ex:
        """Whether a seat can pay a bundle now; in looking ahead, after its payments and gains so far."""
        bundle = self.kept(bundle, code)
        seat = code.keep(seat)
        made: Ex = Const(1)
        for counter in self.counters_of(bundle):
            if code.purse is not None and code.purse.touches(counter):
                made = build.and_(made, self._affordable_later(bundle, counter, seat, code.purse, code))
            else:
                made = build.and_(made, self._affordable(bundle, counter, seat))
        return made

    def _affordable_later(self, bundle: Bundle, counter: str, seat: Ex, purse: Purse, code: Code) -> Ex:
        """Whether the words of one counter can be paid after the payments and gains of the purse, if the seat chooses
        well which words it pays."""
        words = range(self.width(counter))
        asked = {w: bundle.exact.get((counter, w), ZERO) for w in words}
        gained = {w: purse.gained.get((counter, w), ZERO) for w in words}
        paid = {w: purse.paid.get((counter, w), ZERO) for w in words}
        minus, free = bundle.minus.get(counter, ZERO), bundle.free.get(counter, ZERO)
        owed = purse.free.get(counter, ZERO)
        needs = {w: code.keep(_less(asked[w], gained[w])) for w in words}
        have = {w: self.have(counter, w, seat) for w in words}
        made: Ex
        if minus == ZERO:
            drawn = {w: build.add(paid[w], needs[w]) for w in words}
            made = all_of([build.le(drawn[w], have[w]) for w in words if drawn[w] != ZERO])
        else:
            short = total_of([positive(build.sub(build.add(paid[w], needs[w]), have[w])) for w in words])
            made = build.le(short, minus)
        from_stock = _less(total_of(needs.values()), minus)
        total = build.add(build.add(owed, total_of(paid.values())), from_stock)
        made = build.and_(made, build.le(total, self.have_all(counter, seat)))
        if free != ZERO:
            left = build.sub(
                build.add(self.have_all(counter, seat), total_of(gained.values())),
                build.add(owed, total_of(paid.values())),
            )
            made = build.and_(made, build.le(build.add(free, _less(total_of(asked.values()), minus)), left))
        return made

    def _affordable(self, bundle: Bundle, counter: str, seat: Ex) -> Ex:
        """Whether the words of one counter can be paid now."""
        lanes = [(w, n) for (key, w), n in bundle.exact.items() if key == counter and n != ZERO]
        minus, free = bundle.minus.get(counter), bundle.free.get(counter)
        made: Ex
        if minus is None:
            made = all_of([build.le(number, self.have(counter, word, seat)) for word, number in lanes])
        else:
            short = total_of([positive(build.sub(n, self.have(counter, w, seat))) for w, n in lanes])
            made = build.le(short, minus)
        if free is not None and free != ZERO:
            asked = total_of([n for _w, n in lanes])
            if minus is not None:
                asked = positive(build.sub(asked, minus))
            made = build.and_(made, build.le(build.add(free, asked), self.have_all(counter, seat)))
        return made


def positive(number: Ex) -> Ex:
    """The number, or 0 if it is less."""
    return number if isinstance(number, Const) and number.value >= 0 else build.maximum(ZERO, number)


def taken_at_once(left: Ex, there: Ex | None) -> Ex:
    """How many words one choice takes when this many are left to choose; `there`: how many of the chosen word there
    are."""
    made = build.maximum(Const(1), build.sub(left, Const(ONE_BY_ONE - 1)))
    return made if there is None else build.minimum(made, there)


def total_of(parts: Iterable[Ex]) -> Ex:
    """The sum of some numbers."""
    return joined([*parts], build.add, ZERO)


def all_of(tests: Sequence[Ex]) -> Ex:
    """Whether all of some tests hold."""
    return joined(tests, build.and_, Const(1))


def joined(parts: Sequence[Ex], join: Callable[[Ex, Ex], Ex], made: Ex) -> Ex:
    """Join parts one after the other. Many parts are joined pairwise, because generated code cannot be nested
    deeply."""
    if len(parts) > MOST_NESTED:
        half = len(parts) // 2
        return join(joined(parts[:half], join, made), joined(parts[half:], join, made))
    for part in parts:
        made = join(made, part)
    return made


def _less(a: Ex, b: Ex) -> Ex:
    return a if b == ZERO else ZERO if a == ZERO else positive(build.sub(a, b))


def _sums(a: dict[_Key, Ex], b: dict[_Key, Ex]) -> dict[_Key, Ex]:
    return {key: build.add(a.get(key, ZERO), b.get(key, ZERO)) for key in (*a, *(k for k in b if k not in a))}
