"""Words of an amount that a seat chooses before rules on `gain`, `pay` and `lose` see the amount.

A made verb gets a bundle in which words may still be open (`gain 2 colours`). Here the seat chooses them one by one,
and the bundle that comes out is what really happens. Where no rule hangs on the verb, `Payments` asks for the words
while it changes the counters.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.lower.bundles import ZERO, Bundles, joined, positive, taken_at_once, total_of
from solenia_rules.lower.code import Bundle, Code
from solenia_rules.lower.noted_tests import NotedTests
from solenia_rules.lower.unit import Unit

Counted: TypeAlias = Literal["gain", "pay", "lose", "give_up"]
"""Built-in verbs that change counters by a bundle."""


class FreeWords:
    """Choices of the words of bundles."""

    def __init__(self, unit: Unit, bundles: Bundles, noted: NotedTests) -> None:
        self.u = unit
        self.bundles = bundles
        self.noted = noted

    def chosen(self, verb: Counted, bundle: Bundle, code: Code, look: bool) -> Bundle:
        """The bundle after its words are chosen. `look`: whether something after the choice may be impossible.

        `pay`: words that the seat cannot pay now stay open. `lose`: the bundle is cut to what the seat has.
        """
        made = Bundle({}, {}, {}, [])
        for key, number in bundle.exact.items():
            if verb == "lose":
                number = positive(build.minimum(number, self.bundles.have(*key, code.me)))
            made.exact[key] = _variable(number, code) if verb == "lose" or key[0] in bundle.free else number
        made.free = {counter: _variable(number, code) for counter, number in bundle.free.items()}
        made.minus = {counter: _variable(number, code) for counter, number in bundle.minus.items()}
        then: list[c.Stmt] = []
        with code.into(then):
            if verb == "pay":
                for counter, number in made.minus.items():
                    slots = {word: x.number for word, x in enumerate(self._lanes(made, counter))}
                    self.spare(counter, slots, number, code.me, code, look)
                    code.emit(c.Set(_slot(number), ZERO))
            for counter in made.free:
                self._choose(verb, made, counter, code, look)
        if verb == "pay":
            tested: list[c.Stmt] = []
            with code.into(tested):
                code.emit(c.If(self.bundles.can_pay(made, code.me, code), then, []))
            then = tested
        code.emit(c.If(total_of([*made.free.values(), *made.minus.values()]), then, []))
        if verb != "pay":
            made.free = {}
        return made

    def surplus(self, counter: str, code: Code) -> Bundle:
        """What a seat gives up because it is past the limit of a counter: it chooses, or the last words are lost."""
        limit = build.maximum(ZERO, self.bundles.limit(counter, code.me))
        made = Bundle({(counter, w): _variable(ZERO, code) for w in range(self.bundles.width(counter))})
        made.free = {counter: _variable(build.sub(self.bundles.have_all(counter, code.me), limit), code)}
        self._choose("give_up", made, counter, code, look=False)
        return Bundle(made.exact)

    def _choose(self, verb: Counted, made: Bundle, counter: str, code: Code, look: bool) -> None:
        """The open words of one counter become exact, one by one."""
        left, chosen, label = _slot(made.free[counter]), code.temp(), self.u.label()
        number = code.temp()
        taken = self._lanes(made, counter)
        if verb == "lose":
            rest = build.sub(self.bundles.have_all(counter, code.me), total_of(taken))
            code.emit(c.Set(left, build.minimum(Local(left), rest)))
        body: list[c.Stmt] = []
        with code.into(body):
            code.emit(c.If(build.le(Local(left), ZERO), [c.Break(label)], []))
            mask: Ex = Const((1 << len(taken)) - 1)
            if verb != "gain":
                mask = joined([self._bit_if_left(counter, w, x, code) for w, x in enumerate(taken)], build.bor, ZERO)
            code.emit(c.Set(number, taken_at_once(Local(left), None)))
            if verb == "give_up" and (len(taken) == 1 or self.u.names.counters[counter].past_limit == "lost"):
                code.emit(c.Set(chosen, build.highest(mask)))
                code.emit(c.Set(number, Local(left)))
            else:
                kind = self.bundles.word_kind(counter)
                spec = self.u.spec(code, f"word:{kind}", kind, verb, look=look)
                noted = self.noted.named(spec, counter, taken, code)
                code.emit(c.Decide(noted, code.me, mask, chosen, left=Local(left)))
            for word, before in enumerate(taken):
                there = build.sub(self.bundles.have(counter, word, code.me), before)
                cut = [] if verb == "gain" else [c.Set(number, build.minimum(Local(number), there))]
                more = c.Set(_slot(before), build.add(before, Local(number)))
                code.emit(c.If(build.eq(Local(chosen), Const(word)), [*cut, more], []))
            code.emit(c.Set(left, build.sub(Local(left), Local(number))))
        code.emit(c.Loop(label, body))

    def _lanes(self, made: Bundle, counter: str) -> tuple[Local, ...]:
        """The numbers of all words of a counter, each in a local that may change."""
        found = []
        for word in range(self.bundles.width(counter)):
            number = made.exact[counter, word]
            assert isinstance(number, Local)
            found.append(number)
        return tuple(found)

    def _bit_if_left(self, counter: str, word: int, taken: Ex, code: Code) -> Ex:
        some = build.lt(taken, self.bundles.have(counter, word, code.me))
        return build.choice(some, Const(1 << word), ZERO)

    def spare(self, counter: str, slots: dict[int, int], number: Ex, seat: Ex, code: Code, look: bool) -> None:
        """The seat chooses words that it need not pay, one by one, so that it can still pay the rest.

        `slots`: word -> the local with the number of this word that is to be paid; it falls with every choice."""
        left, chosen, mask, label = code.temp(), code.temp(), code.temp(), self.u.label()
        fewer = code.temp()
        code.emit(c.Set(left, number))
        body: list[c.Stmt] = []
        with code.into(body):
            asked = total_of([Local(s) for s in slots.values()])
            code.emit(c.If(build.or_(build.le(Local(left), ZERO), build.eq(asked, ZERO)), [c.Break(label)], []))
            short = code.keep(
                total_of([positive(build.sub(Local(s), self.bundles.have(counter, w, seat))) for w, s in slots.items()])
            )
            code.emit(c.Set(mask, ZERO))
            for word, slot in slots.items():
                lacking = build.lt(self.bundles.have(counter, word, seat), Local(slot))
                enough = build.le(build.sub(short, lacking), build.sub(Local(left), Const(1)))
                wanted = build.and_(build.lt(ZERO, Local(slot)), enough)
                code.emit(c.If(wanted, [c.Set(mask, build.bor(Local(mask), Const(1 << word)))], []))
            kind = self.bundles.word_kind(counter)
            spec = self.u.spec(code, f"word:{kind}", kind, "spare", look=look)
            code.emit(c.Decide(spec, seat, Local(mask), chosen, left=Local(left)))
            for word, slot in slots.items():
                lack = positive(build.sub(Local(slot), self.bundles.have(counter, word, seat)))
                most = build.minimum(Local(slot), build.add(build.sub(Local(left), short), lack))
                cut = c.Set(fewer, taken_at_once(Local(left), most))
                less = c.Set(slot, build.sub(Local(slot), Local(fewer)))
                code.emit(c.If(build.eq(Local(chosen), Const(word)), [cut, less], []))
            code.emit(c.Set(left, build.sub(Local(left), Local(fewer))))
        code.emit(c.Loop(label, body))


def _variable(number: Ex, code: Code) -> Local:
    """The number in a new local, which may change."""
    made = Local(code.temp())
    code.emit(c.Set(made.number, number))
    return made


def _slot(number: Ex) -> int:
    assert isinstance(number, Local)
    return number.number
