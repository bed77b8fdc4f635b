"""A checked ruleset to the core, for one number of seats."""

from __future__ import annotations

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, CheckedText, all_acts
from solenia_rules.checked.asking import Asking
from solenia_rules.checked.checked import Checked
from solenia_rules.checked.commuting import Commuting
from solenia_rules.checked.failing import Failing, Rest
from solenia_rules.checked.footprint import Footprint
from solenia_rules.checked.numbers import EVENTS as EVENTS
from solenia_rules.checked.numbers import PAST_LIMIT as PAST_LIMIT
from solenia_rules.core import core as c
from solenia_rules.core.core import Core, Ex, Function, Spec, const, ex, local
from solenia_rules.core.grounds import Ground, Why
from solenia_rules.lower.acts import ActsCode
from solenia_rules.lower.bundles import Bundles
from solenia_rules.lower.code import Code, Lane
from solenia_rules.lower.filters import Filters
from solenia_rules.lower.given import Given
from solenia_rules.lower.handing import Handing
from solenia_rules.lower.holders import Holders
from solenia_rules.lower.lines import straight_line
from solenia_rules.lower.lookahead import Lookahead
from solenia_rules.lower.lower_terms import Terms
from solenia_rules.lower.payments import Payments
from solenia_rules.lower.queries import Queries
from solenia_rules.lower.rooms import lay_out_for
from solenia_rules.lower.stored import Stored
from solenia_rules.lower.walking import fewest_steps
from solenia_rules.lower.why import note_counted
from solenia_rules.text.places import Span


class Unit:
    """One compilation: shared tables, functions and the passes that fill them."""

    def __init__(self, checked: Checked, seats: int, derive: bool = True, explaining: bool = False) -> None:
        """`derive`: whether looking ahead is worked out from the text; else every option is tried.
        `explaining`: whether what is tested is kept, for the reasons of a refusal."""
        self.checked = checked
        self.derive = derive
        self.explaining = explaining
        self.names = checked.names
        self.core = Core()
        self._labels = 0
        self._vars = 1_000_000
        self._tables: dict[tuple[int, ...], int] = {}
        self._verbs: dict[tuple[str, bool], Function] = {}
        self._held: dict[tuple[str, str, bool, int], Function] = {}
        self._helpers: dict[str, Function] = {}
        self.whys: dict[int, Why] = {}
        self.grounds: dict[int, Ground] = {}
        """What is tested, by place; of choices by -1 - spec."""
        self.needs: dict[int, tuple[Ex, ...]] = {}
        """Place where an effect may fail -> where the variables of its test are."""
        self.kept: dict[int, set[int]] = {}
        """Function -> locals that its frame must keep for the reasons of a refusal."""
        self.layout = lay_out_for(checked, seats)
        self.given = Given(checked, self.layout)
        self.resources = [
            (counter.id, word) for counter in self.names.world.counters for word in range(self.layout.width(counter))
        ]
        self.failing = Failing(checked)
        self._once: dict[int, int] = {}
        self.phases: list[str] = []
        self.phase_of: dict[int, int] = {}
        self.terms = Terms(self)
        self.stored = Stored(self)
        self.filters = Filters(self)
        self.bundles = Bundles(self)
        self.handing = Handing(self)
        self.payments = Payments(self)
        self.holders = Holders(self)
        for holder, rule in self.holders.once_rules():
            self._once[id(rule)] = self.layout.take(max(seats, len(holder.instances)))
        self.queries = Queries(self)
        self.rest = Rest(checked, self.failing)
        self.footprint = Footprint(checked)
        self.commuting = Commuting(checked, self.footprint)
        self.lookahead = Lookahead(self)
        self.asking = Asking(checked)
        self.acts = ActsCode(self)

    # ---- numbers given out ---------------------------------------------------------------------

    def label(self) -> int:
        self._labels += 1
        return self._labels

    def fresh_var(self) -> int:
        self._vars += 1
        return self._vars

    def table(self, values: tuple[int, ...]) -> int:
        if values not in self._tables:
            self._tables[values] = len(self.core.tables)
            self.core.tables.append(values)
        return self._tables[values]

    def resource(self, counter: str, word: int) -> int:
        return self.resources.index((counter, word))

    def lane_order(self, lane: Lane) -> tuple[str, int]:
        return lane[0], self.resource(lane[1], lane[2])

    def turn_order(self, with_self: bool) -> int:
        """Table of sequences: all seats from each seat on."""
        count = self.layout.seats
        rows = []
        for seat in range(count):
            order = [(seat + i) % count for i in range(0 if with_self else 1, count)]
            rows.append(sum((s + 1) << (c.DIGIT * i) for i, s in enumerate(order)))
        return self.table(tuple(rows))

    def place(self, span: Span) -> int:
        self.core.places.append(span)
        return len(self.core.places) - 1

    def once_slot(self, rule: CheckedRule) -> int:
        return self._once[id(rule)]

    def started(self, field: str, base: str) -> int:
        """Where the marks of started rules lie, by piece or cell."""
        return self.layout.started[field] + (len(self.layout.pieces) if base == "cell" else 0)

    def phase(self, name: str) -> int:
        if name not in self.phases:
            self.phases.append(name)
        return self.phases.index(name)

    def spec(
        self, code: Code, domain: str, name: str, reads: str, labels: tuple[str, ...] = (), look: bool = False,
        done: bool = False, span: Span | None = None,
    ) -> int:  # fmt: skip
        made = Spec(len(self.core.specs), domain, name, labels, code.fn.name, look, reads, done, code.hidden,
                    span=span or code.span or code.fn.span)  # fmt: skip
        self.core.specs.append(made)
        return made.id

    def event(self, code: Code, kind: str, *args: Ex) -> None:
        code.emit(c.Prim("event", (const(EVENTS.index(kind)), *args)))

    # ---- functions -----------------------------------------------------------------------------

    def new_function(self, name: str, params: int, span: Span) -> Function:
        made = Function(len(self.core.functions), name, params, params, span=span)
        self.core.functions.append(made)
        return made

    def start(self, function: Function, text: CheckedText) -> Code:
        return Code(function, function.body, {t.ME: local(0)})

    def limit_function(self, counter: str) -> Function:
        key = f"limit {counter}"
        if key not in self._helpers:
            text = self.checked.limits[counter]
            function = self.new_function(key, 1, text.span)
            function.results = 1
            self._helpers[key] = function
            code = self.start(function, text)
            assert text.value is not None
            code.emit(c.Return((self.terms.val(text.value, code),)))
        return self._helpers[key]

    def straight_function(self) -> Function:
        if "straight" not in self._helpers:
            self._helpers["straight"] = straight_line(self)
        return self._helpers["straight"]

    def steps_function(self) -> Function:
        if "steps" not in self._helpers:
            self._helpers["steps"] = fewest_steps(self)
        return self._helpers["steps"]

    def give_up_function(self, counter: str) -> Function:
        """Past the limit: the owner gives up words one by one, or the surplus is lost."""
        key = f"give_up {counter}"
        if key in self._helpers:
            return self._helpers[key]
        declared = self.names.counters[counter]
        function = self.new_function(key, 1, declared.span)
        self._helpers[key] = function
        code = Code(function, function.body, {t.ME: local(0)})
        label, chosen = self.label(), code.temp()
        seat = local(0)
        base, index = self.bundles.slot(counter, 0, seat)
        body: list[c.Stmt] = []
        with code.into(body):
            limit = ex("max", const(0), ex("call", seat, imm=self.limit_function(counter).id))
            code.emit(c.If(ex("le", self.bundles.have_all(counter, seat), limit), [c.Break(label)], []))
            words = self.layout.width(declared)
            mask = self.payments.in_stock(counter, seat)
            if declared.past_limit == "lost" or words == 1:
                code.emit(c.Set(chosen, ex("highest", mask)))
            else:
                kind = next(p for p in declared.per if p != "seat")
                asked = note_counted(self, self.spec(code, f"word:{kind}", kind, "give_up"), counter)
                code.emit(c.Decide(asked, seat, mask, chosen))
            place = local(chosen) if index is None else ex("add", index, local(chosen))
            code.emit(c.Store(base, place, ex("sub", ex("load", place, imm=base), const(1))))
            resource = ex("add", const(self.resource(counter, 0)), local(chosen))
            self.event(code, "lost", seat, resource, const(1), const(PAST_LIMIT))
        code.emit(c.Loop(label, body))
        code.emit(c.Return())
        return function

    def verb_function(self, verb: str, strict: bool) -> Function:
        key = (verb, strict)
        if key not in self._verbs:
            text = self.checked.verbs[verb]
            name = f"verb {verb}" + ("" if strict else " (try)")
            function = self.new_function(name, self.handing.count(text), text.span)
            self._verbs[key] = function
            self.acts.verb_body(verb, text, function, strict)
        return self._verbs[key]

    def held_function(self, record: str, field: str, strict: bool, level: int) -> Function:
        """An effect that runs others of its field is made anew for every level, so that it comes to an end."""
        text = self.checked.held[record, field]
        if not any(act.op == "do" and act.data[0] == field for act in all_acts(text.acts)):
            level = 0
        key = (record, field, strict, level)
        if key not in self._held:
            function = self.new_function(f"held {record}.{field}" + ("" if strict else " (try)"), 2, text.span)
            self._held[key] = function
            code = self.start(function, text)
            code.env[t.THIS] = local(1)
            code.strict, code.held = strict, (field, level)
            code.rest_fails = strict and self.rest.after[f"held.{field}"]
            code.rest_known = not code.rest_fails
            self.acts.block(text.acts, code)
            code.emit(c.Return())
        return self._held[key]

    def held_table(self, field: str, base: str, strict: bool, level: int) -> int:
        """Function of each piece's or cell's effect, -1 where it has none; inside so many others of its field."""
        records = [x.record for x in (self.layout.pieces if base == "piece" else self.layout.cells)]
        ids = [
            -1 if x is None or (x, field) not in self.checked.held else self.held_function(x, field, strict, level).id
            for x in records
        ]
        return self.table(tuple(ids))

    def run(self) -> Core:
        main = self.new_function("main", 0, self.names.world.span)
        code = Code(main, main.body, {t.ME: const(0)})
        for _section, text in self.checked.steps:
            step = self.new_function(text.name, 0, text.span)
            inner = Code(step, step.body, {t.ME: const(0)})
            self.acts.block(text.acts, inner)
            inner.emit(c.Return())
            step.phase = True
            code.emit(c.Call(step.id, ()))
        code.emit(c.Prim("win", (const(0),)))
        code.emit(c.Return())
        self.core.main = main.id
        return self.core
