"""The holders of lasting rules, and the guards under which a rule applies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule
from solenia_rules.checked.numbers import SEATS
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Apply, Const, Ex, Load, Local, Table
from solenia_rules.lower.arguments import Arguments
from solenia_rules.lower.code import Code
from solenia_rules.lower.stored import Stored
from solenia_rules.lower.unit import Unit
from solenia_rules.text.frozen import frozen


@frozen(eq=False)
class Holder:
    """A record of pieces or cells, or an entry of `[rules]`."""

    sort: Literal["piece", "cell", "rules"]
    id: str
    kind: str
    order: int
    instances: tuple[tuple[int, int], ...]
    """(index, owner by declaration or -1)"""


@frozen(eq=False)
class Guarded:
    """The code that runs if a rule applies, and conditions in addition to those of the rule itself."""

    body: Callable[[], None]
    owner_is: Ex | None = None
    """The rule must belong to this seat."""
    only: int | None = None
    """Only this one of the instances that may hold the rule counts."""
    fires: bool = True
    """Whether the rule runs; otherwise only whether it applies is computed."""


class RuleHolders:
    """The lasting rules of one ruleset, with their holders."""

    def __init__(self, unit: Unit, stored: Stored, arguments: Arguments) -> None:
        self.u = unit
        self.stored = stored
        self.arguments = arguments
        self._all: list[tuple[Holder, CheckedRule]] = []
        self._actives: dict[str, Function] = {}
        groups = unit.checked.held_by_field.items()
        self._fields = {id(rule): field for (_record, field), rules in groups for rule in rules}
        layout = unit.layout
        for record in unit.names.world.records:
            rules = unit.checked.held_rules.get(record.id, [])
            if not rules:
                continue
            if record.kind in unit.names.pieces:
                found = tuple((p.index, p.owner) for p in layout.pieces if p.record == record.id)
                holder = Holder("piece", record.id, record.kind, record.order or 0, found)
            else:
                found = tuple((x.index, x.seat) for x in layout.cells if x.record == record.id)
                holder = Holder("cell", record.id, record.kind, record.order or 0, found)
            self._all += [(holder, rule) for rule in rules]
        for declared in unit.names.world.rules:
            holder = Holder("rules", declared.id, f"rules.{declared.id}", declared.order or 0, ())
            self._all += [(holder, rule) for rule in unit.checked.rules.get(declared.id, [])]
        self._once = {
            id(rule): layout.take(self._once_slots(holder)) for holder, rule in self._all if rule.once is not None
        }

    # ---- which rules there are -----------------------------------------------------------------

    def modifiers(self, query: str) -> list[tuple[Holder, CheckedRule]]:
        """The rules that change a query, in the order in which they apply."""
        return self._sorted(lambda rule: rule.sort == "modifier" and rule.target == query)

    def on_verb(self, verb: str, sort: str) -> list[tuple[Holder, CheckedRule]]:
        """The rules before, after or instead of a verb, in the order in which they apply."""
        return self._sorted(lambda rule: rule.sort == sort and rule.target == verb)

    def _sorted(self, keep: Callable[[CheckedRule], bool]) -> list[tuple[Holder, CheckedRule]]:
        return sorted((pair for pair in self._all if keep(pair[1])), key=lambda pair: pair[0].order)

    def numbers(self, holder: Holder, rule: CheckedRule) -> tuple[int, ...]:
        """The numbers of the instances that may hold a rule; -1 if the acting seat determines the instance."""
        if holder.sort == "rules":
            return (-1,)
        each_its_own = [owner for _index, owner in holder.instances if owner >= 0]
        started = self._field(rule) in self.u.layout.started
        if rule.by == "me" and len(each_its_own) == len(holder.instances) == self.u.layout.seats and not started:
            return (-1,)
        return tuple(range(len(holder.instances)))

    def _field(self, rule: CheckedRule) -> str:
        """The field that holds a rule; empty for the rules of `[rules]`."""
        return self._fields.get(id(rule), "")

    # ---- rules that apply once -----------------------------------------------------------------

    def once_resets(self) -> list[tuple[str, int, int]]:
        """Rules that apply once in a phase: the phase, and the first slot and number of slots that note their use."""
        return [
            (rule.once, self._once[id(rule)], self._once_slots(holder))
            for holder, rule in self._all
            if rule.once is not None and rule.once != "game" and not rule.mine
        ]

    def begin(self, phase: str, code: Code) -> None:
        """Emit what happens when a phase begins for the acting seat: its rules `once per my` phase may apply again."""
        for holder, rule in self._all:
            if rule.once != phase or not rule.mine:
                continue
            base, numbers = self._once[id(rule)], self.numbers(holder, rule)
            if numbers == (-1,):
                code.emit(c.Store(base, code.me, Const(0)))
                continue
            for number in numbers:
                owner = self._owner(holder, rule, number, code.me, code)
                code.emit(c.If(build.eq(owner, code.me), [c.Store(base + number, None, Const(0))], []))

    def _once_slots(self, holder: Holder) -> int:
        return max(self.u.layout.seats, len(holder.instances))

    # ---- whether rules hold --------------------------------------------------------------------

    def active(self, term: t.Active, code: Code) -> Ex:
        """Whether the lasting rules of a piece or cell hold."""
        subject = term.holder
        holder = code.keep(self.u.values.of(subject, code))
        owner = self.stored.owner(holder, subject, code)
        assert subject.kind.of is not None, term
        return self._active(subject.kind.of, owner, holder, code)

    def _active(self, kind: str, owner: Ex, holder: Ex, code: Code) -> Ex:
        text = self.u.checked.active_while.get(kind)
        if text is None:
            return build.le(Const(0), owner)
        if kind not in self._actives:
            function = self.u.new_function(f"{kind} is active", 2, text.span, results=1)
            self._actives[kind] = function
            inner = Code.of(function)
            inner.env[t.THIS] = Local(1)
            assert text.value is not None
            inner.emit(c.Return((self.u.values.of(text.value, inner),)))
        owner = code.keep(owner)
        return build.and_(
            build.le(Const(0), owner),
            Apply(
                self._actives[kind].id,
                (
                    owner,
                    holder,
                ),
            ),
        )

    # ---- guards --------------------------------------------------------------------------------

    def when(self, holder: Holder, rule: CheckedRule, actor: Ex, code: Code, what: Guarded) -> None:
        """Emit the guards of a rule, and inside them the code, for every instance that may hold the rule."""
        if holder.sort == "rules":
            if rule.by == "others":
                return
            code.env[t.ME] = actor
            code.env[t.ACTOR] = actor
            text = self.u.checked.active_while.get(holder.kind)
            guard = Const(1) if text is None or text.value is None else self.u.values.of(text.value, code)
            self._guarded(guard, rule, -1, code, what)
            return
        numbers = self.numbers(holder, rule)
        if numbers == (-1,):
            by_seat = [index for index, _owner in sorted(holder.instances, key=lambda pair: pair[1])]
            mine = Table(self.u.table(tuple(by_seat)), actor)
            self._instance(holder, rule, mine, actor, actor, code, what, -1)
            return
        for number in numbers if what.only is None else (what.only,):
            this = Const(holder.instances[number][0])
            owner = self._owner(holder, rule, number, actor, code)
            self._instance(holder, rule, this, owner, actor, code, what, number)

    def _owner(self, holder: Holder, rule: CheckedRule, number: int, actor: Ex, code: Code) -> Ex:
        """The seat that is `me` in a rule of an instance, or none."""
        index, declared = holder.instances[number]
        this = Const(index)
        if declared >= 0:
            owner: Ex = Const(declared)
        elif holder.sort == "piece":
            owner = code.keep(self.stored.piece_owner(this, holder.kind, code))
        else:
            owner = Const(-1)
        if self._field(rule) in self.u.layout.started:
            owner = self._starter(self._mark(holder, rule, this), owner, code)
        if rule.by == "anyone" and holder.kind in self.u.checked.active_while:
            owner = code.keep(build.choice(build.lt(owner, Const(0)), actor, owner))
        return owner

    def _mark(self, holder: Holder, rule: CheckedRule, this: Ex) -> Ex:
        return build.load(self.u.started(self._field(rule), holder.sort), this)

    def _starter(self, started: Ex, owner: Ex, code: Code) -> Ex:
        """The seat that started the rules of a piece or cell, or its owner if no seat did."""
        mark = code.keep(build.mod(started, Const(SEATS)))
        return code.keep(build.choice(build.lt(Const(0), mark), build.sub(mark, Const(1)), owner))

    def _instance(
        self, holder: Holder, rule: CheckedRule, this: Ex, owner: Ex, actor: Ex, code: Code, what: Guarded, number: int
    ) -> None:
        guard = build.le(Const(0), owner)
        if rule.by == "me" and owner is not actor:
            guard = build.eq(owner, actor)
        elif rule.by == "others":
            guard = build.and_(guard, build.ne(owner, actor))
        if what.owner_is is not None:
            guard = build.and_(guard, build.eq(owner, what.owner_is))
        this = code.keep(this)
        then: list[c.Stmt] = []
        with code.into(then):
            code.env[t.ME] = owner
            code.env[t.ACTOR] = actor
            code.env[t.THIS] = this
            active = self._active(holder.kind, owner, this, code)
            if self._field(rule) in self.u.layout.started:
                active = build.or_(build.lt(Const(0), self._mark(holder, rule, this)), active)
            self._guarded(active, rule, number, code, what)
        code.emit(c.If(guard, then, []))

    def _guarded(self, guard: Ex, rule: CheckedRule, number: int, code: Code, what: Guarded) -> None:
        """Emit one guarded rule. `number`: the number of the instance; -1 if the acting seat determines it."""
        used: tuple[int, Ex | None] | None = None
        if rule.once is not None:
            base = self._once[id(rule)]
            used = (base, code.me) if number < 0 else (base + number, None)
            slot, index = used
            guard = build.and_(guard, build.not_(Load(slot) if index is None else build.load(slot, index)))
        inner: list[c.Stmt] = []
        with code.into(inner):
            self.arguments.bind(rule.body, code)
            then: list[c.Stmt] = []
            test = None if rule.where is None else self.u.values.of(rule.where, code)
            with code.into(then):
                if used is not None and what.fires:
                    code.emit(c.Store(*used, Const(1)))
                what.body()
            if test is None:
                code.out.extend(then)
            else:
                code.emit(c.If(test, then, []))
        code.emit(c.If(guard, inner, []))
