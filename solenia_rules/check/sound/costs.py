"""The static cost: the most steps between two decisions or beginnings of phases, added up over the texts.

A step is a statement, a round of a loop or phrase, or a call; operations inside one are not counted."""

from __future__ import annotations

from collections.abc import Iterator

from solenia_rules.checked.acts import Act, Acts, CheckedText
from solenia_rules.checked.calls import HELD_LEVELS, Call, Calls, Node, spoken
from solenia_rules.checked.sizes import MANY, Sizes
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.text.diagnostics import Diagnostic
from solenia_rules.text.frozen import frozen
from solenia_rules.text.places import Span

STEPS = 1_000_000
"""Most steps of one action."""
ROUNDS = 1000
"""Most rounds of a repeat."""


@frozen
class Cost:
    """Steps of a text: `through` without any decision (None: there is one on every way), `before` the first decision,
    `after` the last one, `peak` between two."""

    through: int | None = 0
    before: int = 0
    after: int = 0
    peak: int = 0
    asks: bool = False

    @property
    def most(self) -> int:
        return max(self.through or 0, self.before, self.after, self.peak)

    def then(self, other: Cost) -> Cost:
        through = None if self.through is None or other.through is None else _kept(self.through + other.through)
        before, after, peak = self.before, other.after, max(self.peak, other.peak)
        if other.asks and self.through is not None:
            before = max(before, self.through + other.before)
        if self.asks and other.through is not None:
            after = max(after, self.after + other.through)
        if self.asks and other.asks:
            peak = max(peak, self.after + other.before)
        return Cost(through, _kept(before), _kept(after), _kept(peak), self.asks or other.asks)

    def either(self, other: Cost) -> Cost:
        ways = [x for x in (self.through, other.through) if x is not None]
        return Cost(
            max(ways, default=None), max(self.before, other.before), max(self.after, other.after),
            max(self.peak, other.peak), self.asks or other.asks,
        )  # fmt: skip

    def times(self, count: int) -> Cost:
        """Up to that often, perhaps never; a round may be left before its decision."""
        if count <= 0:
            return Cost()
        if not self.asks:
            return Cost(_kept((self.through or 0) * count))
        silent = self.through or 0
        before = self.before + silent * (count - 1)
        after = self.after + silent * (count - 1) + (self.before if count > 1 else 0)
        peak = max(self.peak, self.after + self.before + silent * max(0, count - 2) if count > 1 else 0)
        return Cost(_kept(silent * count), _kept(before), _kept(after), _kept(peak), True)


ASK = Cost(None, 1, 0, 0, True)
"""A decision, or the beginning of a phase: steps are counted anew after it."""


def _kept(steps: int) -> int:
    return min(steps, MANY)


class Costs:
    """Costs of all texts of a ruleset without cycles."""

    def __init__(self, calls: Calls, sizes: Sizes) -> None:
        self.calls = calls
        self.checked = calls.checked
        self.sizes = sizes
        self._texts: dict[tuple[Node, tuple[str, ...]], Cost] = {}
        self._inside: list[str] = []
        """Fields whose held effects are being counted, one inside the other."""

    def find_dear(self) -> Iterator[Diagnostic]:
        """The smallest texts that may take too many steps."""
        dear = {node: self.text(node).most for node in self.calls.texts}
        for node, steps in dear.items():
            if steps > STEPS and not any(
                self._dear(call, dear) for call in self.calls.of(node) if not call.again(node)
            ):
                estimate = "more than 10^12" if steps >= MANY else str(steps)
                message = f"`{spoken(node)}` may take {estimate} steps in one action; at most {STEPS} are allowed"
                hint = "repeat less often, or over smaller sets; steps are counted anew in each `phase`"
                yield Diagnostic("E505", message, self._dearest(self.calls.texts[node]), hint)

    def _dearest(self, text: CheckedText) -> Span:
        """The innermost statement that is too dear by itself, or all of the text."""
        span, acts = text.span, text.acts
        while dear := [act for act in acts if self.act(act).most > STEPS]:
            span, acts = dear[0].span, tuple(act for block in dear[0].blocks for act in block)
        return span

    def _dear(self, call: Call, dear: dict[Node, int]) -> bool:
        nodes = self.calls.held_by(call.target) if call.target[0] == "field" else [call.target]
        return any(dear.get(node, 0) > STEPS for node in nodes)

    # ---- texts ------------------------------------------------------------------------------

    def text(self, node: Node) -> Cost:
        key = (node, tuple(self._inside))
        if key not in self._texts:
            text = self.calls.texts[node]
            if node[0] == "held":
                self._inside.append(node[2])
            made = Cost(1) if text.value is None else Cost(1 + self.value(text.value))
            made = made.then(self.acts(text.acts))
            if node[0] == "held":
                self._inside.pop()
            # A replacement may do what it replaces, once: then the bare verb.
            self._texts[key] = made
            self._texts[key] = self._with_rules(node, made)
        return self._texts[key]

    def _with_rules(self, node: Node, made: Cost) -> Cost:
        for found in self.calls.rules_of.get(node, ()):
            rule = self.calls.rules[found]
            guard = 2 if rule.where is None else 2 + self.value(rule.where)
            if found in self.calls.whiles:
                guard += self.text(self.calls.whiles[found]).most
            if rule.sort != "modifier":
                guard *= sum(self.calls.rules[x].sort == rule.sort for x in self.calls.rules_of[node])
            made = made.then(Cost(guard).then(self.text(found)).times(self.holders(found)))
        return made

    def holders(self, rule: Node) -> int:
        """For how many pieces or cells that hold a rule it is tried; of what each seat has, one's own by `me`."""
        names = self.checked.names
        record = names.records.get(self.calls.record_of[rule] or "")
        if record is None:
            return 1
        mine = self.calls.rules[rule].by == "me"
        if record.kind not in names.pieces:
            return 1 if mine else self.sizes.seats
        sets = self.sizes.sets(names.pieces[record.kind])
        return record.copies * (1 if mine and names.pieces[record.kind].per == "seat" else sets)

    def _held(self, field: Node) -> Cost:
        if self._inside.count(field[1]) > HELD_LEVELS:
            return Cost(1)
        made = Cost(1)
        for node in self.calls.held_by(field):
            made = made.either(self.text(node))
        return made

    # ---- values ------------------------------------------------------------------------------

    def value(self, term: Term) -> int:
        match term.op:
            case "phrase":
                source, inner = term.args[0], sum(self.value(x) for x in term.args[1:])
                return _kept(1 + self.value(source) + self.sizes.of(source) * (1 + inner))
            case "query":
                node = ("query", str(term.data[0]), "")
                body = self.text(node).most if node in self.calls.texts else 1
                return _kept(1 + body + sum(self.value(x) for x in term.args))
            case "held_test" | "active":
                target = next(self.calls.of_term(term)).target
                if target[0] == "field":
                    body = self._held(target).most
                else:
                    body = self.text(target).most if target in self.calls.texts else 1
                return _kept(1 + body + self.value(term.args[0]))
            case "map":
                return _kept(self.value(term.args[0]) + self.sizes.of(term.args[0]))
            case "builtin" if term.data[0] in ("distance", "group"):
                return _kept(1 + self.sizes.all_cells() + sum(self.value(x) for x in term.args))
            case "builtin" if term.data[0] == "straight":
                return _kept(1 + self.sizes.longest_line() + sum(self.value(x) for x in term.args))
            case _:
                return _kept(sum(self.value(x) for x in term.args))

    # ---- acts ------------------------------------------------------------------------------------

    def acts(self, acts: Acts) -> Cost:
        made = Cost()
        for act in acts:
            made = made.then(self.act(act))
        return made

    def act(self, act: Act) -> Cost:
        values = Cost(_kept(1 + sum(self.value(x) for x in act.terms)))
        match act.op:
            case "verb":
                return values.then(self.text(("verb", str(act.data[0]), "")))
            case "do":
                return values.then(self._held(self.calls.field_of(act)))
            case "if":
                return values.then(self._ways(act))
            case "for":
                return self._each(act, self.acts(act.blocks[0]), bool(act.data[1]))
            case "repeat":
                high = act.terms[0].kind.high
                return values.then(self.acts(act.blocks[0]).times(ROUNDS if high is None else min(ROUNDS, high)))
            case "choose_effect" | "may":
                return ASK.then(self._ways(act))
            case "choose":
                return self._choose(act)
            case "as":
                return values.then(self.acts(act.blocks[0]).times(self.sizes.of(act.terms[0])))
            case "try":
                return values.then(self.acts(act.blocks[0]).either(Cost()))
            case "phase":
                return ASK.then(self.acts(act.blocks[0]))
            case "builtin" if act.data[0] in ("gain", "pay", "lose"):
                return values.then(Cost(self._limits(act)))
            case _:
                return values

    def _ways(self, act: Act) -> Cost:
        made = self.acts(act.blocks[0])
        for block in act.blocks[1:]:
            made = made.either(self.acts(block))
        return made

    def _each(self, act: Act, body: Cost, asked: bool) -> Cost:
        source = act.terms[0]
        size = self.sizes.of(source)
        found = self.value(source) + size * (1 + sum(self.value(x) for x in act.terms[1:]))
        return Cost(_kept(1 + found)).then((ASK.then(body) if asked else body).times(size))

    def _choose(self, act: Act) -> Cost:
        source, where, quota = act.terms
        size = self.sizes.of(source)
        found = Cost(_kept(1 + self.value(source) + size * (1 + self.value(where)) + self.value(quota)))
        body = Cost() if not act.blocks else self.acts(act.blocks[0])
        if not act.data[2]:
            return found.then(ASK).then(body)
        high = quota.kind.high
        count = size if high is None else min(size, high)
        return found.then(ASK.times(count)).then(body.times(count))

    def _limits(self, act: Act) -> int:
        """What watching the limits of the counters concerned takes."""
        names, found = self.checked.names, 0
        for counter in names.world.counters:
            node = ("limit", counter.id, "")
            if node in self.calls.texts:
                found += self.text(node).most
        return found + sum(1 for _term in all_terms(act.terms))
