"""How values are handed to functions: one number each, a bundle as one number for everything it could hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solenia_rules.checked.acts import CheckedText
from solenia_rules.checked.terms import Term
from solenia_rules.core.core import Ex, local
from solenia_rules.lower.bundles import ZERO
from solenia_rules.lower.code import Bundle, Code, Lane, Value, from_lanes, to_lanes

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


class Handing:
    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._lanes: list[Lane] | None = None

    def lanes(self) -> list[Lane]:
        """Everything that a bundle could hold."""
        if self._lanes is None:
            self._lanes = [("exact", counter, word) for counter, word in self.u.resources]
            chosen = [counter.id for counter in self.u.names.world.counters if any(p != "seat" for p in counter.per)]
            self._lanes += [(sort, counter, 0) for sort in ("free", "minus") for counter in chosen]
        return self._lanes

    def count(self, text: CheckedText) -> int:
        """Parameters of the function of a text, the seat that acts included."""
        return 1 + sum(len(self.lanes()) if kind.base == "bundle" else 1 for _name, _number, kind in text.params)

    def bind(self, text: CheckedText, code: Code) -> None:
        """The variables of a text are the parameters of the function it stands in."""
        first = 1
        for _name, number, kind in text.params:
            if kind.base == "bundle":
                lanes = self.lanes()
                code.env[number] = from_lanes(lanes, [local(first + i) for i in range(len(lanes))])
                first += len(lanes)
            else:
                code.env[number] = local(first)
                first += 1

    def value(self, term: Term, code: Code) -> Value:
        """A value that stays as it is, whatever happens."""
        if term.kind.base == "bundle":
            return self.u.bundles.kept(self.u.bundles.of(term, code), code)
        return code.keep(self.u.terms.val(term, code))

    def args(self, terms: tuple[Term, ...], code: Code) -> tuple[Ex, ...]:
        made: list[Ex] = []
        for term in terms:
            if term.kind.base == "bundle":
                made += self.flat(self.u.bundles.spread(self.u.bundles.of(term, code), code))
            else:
                made.append(self.u.terms.val(term, code))
        return tuple(made)

    def flat(self, bundle: Bundle) -> list[Ex]:
        """The numbers of a bundle in the order of `lanes`."""
        found = dict(zip(*to_lanes(bundle), strict=True))
        return [found.get(lane, ZERO) for lane in self.lanes()]
