"""Who holds lasting rules, and the guards under which a rule applies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from solenia_rules.check.kinds.durations import SEATS
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import CheckedRule, CheckedText
from solenia_rules.core import core as c
from solenia_rules.core.core import Ex, const, ex
from solenia_rules.lower.code import Code
from solenia_rules.text.frozen import frozen

if TYPE_CHECKING:
    from solenia_rules.lower.lowering import Unit


@frozen
class Holder:
    """A record of pieces or cells, or an entry of `[rules]`."""

    sort: str
    """piece, cell or rules"""
    id: str
    kind: str
    order: int
    instances: tuple[tuple[int, int], ...]
    """(index, owner by declaration or -1)"""


Bind = Callable[[CheckedText, Code], None]


class Holders:
    def __init__(self, unit: Unit) -> None:
        self.u = unit
        self._all: list[tuple[Holder, CheckedRule]] = []
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

    def modifiers(self, query: str) -> list[tuple[Holder, CheckedRule]]:
        return self._sorted(lambda rule: rule.sort == "modifier" and rule.target == query)

    def on_verb(self, verb: str, sort: str) -> list[tuple[Holder, CheckedRule]]:
        return self._sorted(lambda rule: rule.sort == sort and rule.target == verb)

    def once_rules(self) -> list[tuple[Holder, CheckedRule]]:
        return [(h, r) for h, r in self._all if r.once is not None]

    def _sorted(self, keep: Callable[[CheckedRule], bool]) -> list[tuple[Holder, CheckedRule]]:
        return sorted((pair for pair in self._all if keep(pair[1])), key=lambda pair: pair[0].order)

    def numbers(self, holder: Holder, rule: CheckedRule) -> tuple[int, ...]:
        """Of the instances that may hold a rule; -1 where the seat alone tells which."""
        if holder.sort == "rules":
            return (-1,)
        each_its_own = [owner for _index, owner in holder.instances if owner >= 0]
        started = self._field(rule) in self.u.layout.started
        if rule.by == "me" and len(each_its_own) == len(holder.instances) == self.u.layout.seats and not started:
            return (-1,)
        return tuple(range(len(holder.instances)))

    def when(
        self, holder: Holder, rule: CheckedRule, actor: Ex, code: Code, body: Callable[[], None], bind: Bind,
        owner_is: Ex | None = None, only: int | None = None, fires: bool = True,
    ) -> None:  # fmt: skip
        """Emit the guards of a rule around `body`, for every instance that may hold it or for `only` one number.

        Without `fires` it is only asked whether the rule applies."""
        if holder.sort == "rules":
            if rule.by == "others":
                return
            code.env[t.ME] = actor
            code.env[t.ACTOR] = actor
            text = self.u.checked.active_while.get(holder.kind)
            guard = const(1) if text is None or text.value is None else self.u.terms.val(text.value, code)
            self._guarded(guard, rule, -1, code, body, bind, fires)
            return
        numbers = self.numbers(holder, rule)
        if numbers == (-1,):
            by_seat = [index for index, _owner in sorted(holder.instances, key=lambda pair: pair[1])]
            this = ex("table", actor, imm=self.u.table(tuple(by_seat)))
            self._instance(holder, rule, this, actor, actor, owner_is, code, body, bind, -1, fires)
            return
        started = self._field(rule) in self.u.layout.started
        for number in numbers if only is None else (only,):
            index, owner = holder.instances[number]
            this = const(index)
            if owner >= 0:
                found = const(owner)
            elif holder.sort == "piece":
                found = code.keep(self.u.stored.owner(this, holder.kind, code))
            else:
                found = const(-1)
            if started:
                found = self._starter(self._mark(holder, rule, this), found, code)
            if rule.by == "anyone" and holder.kind in self.u.checked.active_while:
                found = code.keep(ex("ite", ex("lt", found, const(0)), actor, found))
            self._instance(holder, rule, this, found, actor, owner_is, code, body, bind, number, fires)

    def _field(self, rule: CheckedRule) -> str:
        """The field that holds a rule; none for those of `[rules]`."""
        return self._fields.get(id(rule), "")

    def _mark(self, holder: Holder, rule: CheckedRule, this: Ex) -> Ex:
        return ex("load", this, imm=self.u.started(self._field(rule), holder.sort))

    def _starter(self, started: Ex, owner: Ex, code: Code) -> Ex:
        """The seat that started the rules of a piece or cell for a while, else its owner."""
        mark = code.keep(ex("mod", started, const(SEATS)))
        return code.keep(ex("ite", ex("lt", const(0), mark), ex("sub", mark, const(1)), owner))

    def _instance(
        self, holder: Holder, rule: CheckedRule, this: Ex, owner: Ex, actor: Ex, owner_is: Ex | None, code: Code,
        body: Callable[[], None], bind: Bind, number: int, fires: bool,
    ) -> None:  # fmt: skip
        guard = ex("le", const(0), owner)
        if rule.by == "me" and owner is not actor:
            guard = ex("eq", owner, actor)
        elif rule.by == "others":
            guard = ex("land", guard, ex("ne", owner, actor))
        if owner_is is not None:
            guard = ex("land", guard, ex("eq", owner, owner_is))
        this = code.keep(this)
        then: list[c.Stmt] = []
        with code.into(then):
            code.env[t.ME] = owner
            code.env[t.ACTOR] = actor
            code.env[t.THIS] = this
            active = self.u.queries.active_of(holder.kind, owner, this, code)
            if self._field(rule) in self.u.layout.started:
                active = ex("lor", ex("lt", const(0), self._mark(holder, rule, this)), active)
            self._guarded(active, rule, number, code, body, bind, fires)
        code.emit(c.If(guard, then, []))

    def _guarded(
        self, guard: Ex, rule: CheckedRule, number: int, code: Code, body: Callable[[], None], bind: Bind, fires: bool
    ) -> None:
        slot = None
        if rule.once is not None:
            base = self.u.once_slot(rule)
            index = max(0, number)
            slot = base + index
            if number < 0:
                me = code.env[t.ME]
                assert isinstance(me, Ex)
                guard = ex("land", guard, ex("not", ex("load", me, imm=base)))
            else:
                guard = ex("land", guard, ex("not", Ex("load", (), slot)))
        inner: list[c.Stmt] = []
        with code.into(inner):
            bind(rule.body, code)
            if rule.where is not None:
                test = self.u.terms.val(rule.where, code)
                then: list[c.Stmt] = []
                with code.into(then):
                    self._fire(rule, slot if fires else None, number, code, body)
                code.emit(c.If(test, then, []))
            else:
                self._fire(rule, slot if fires else None, number, code, body)
        code.emit(c.If(guard, inner, []))

    def _fire(self, rule: CheckedRule, slot: int | None, number: int, code: Code, body: Callable[[], None]) -> None:
        if slot is not None:
            me = code.env[t.ME]
            assert isinstance(me, Ex)
            code.emit(c.Store(slot, me if number < 0 else None, const(1)))
        body()
