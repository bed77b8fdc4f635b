"""Lowers checked statements to statements of the core."""

from __future__ import annotations

from typing import assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, all_acts
from solenia_rules.checked.calls import HELD_LEVELS
from solenia_rules.checked.failing import variables
from solenia_rules.checked.numbers import MOST_ROUNDS
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.core import Function
from solenia_rules.core.expressions import Const, Ex, Load, Local, Table
from solenia_rules.core.outcomes import TRYING
from solenia_rules.lower.arguments import Arguments, from_lanes, to_lanes
from solenia_rules.lower.built_in_verbs import BuiltInVerbs, end_of_trial
from solenia_rules.lower.bundles import Bundles
from solenia_rules.lower.choices import Choices
from solenia_rules.lower.code import Bundle, Code, Path, Value
from solenia_rules.lower.sets import Sets
from solenia_rules.lower.together import Together
from solenia_rules.lower.unit import Compound, Unit, may_repeat
from solenia_rules.lower.verbs import Verbs
from solenia_rules.text.places import NOWHERE


class ActBlocks:
    """Lowers every form of act."""

    def __init__(
        self, unit: Unit, bundles: Bundles, arguments: Arguments, sets: Sets, verbs: Verbs, built_in: BuiltInVerbs,
        choices: Choices, together: Together,
    ) -> None:  # fmt: skip
        self.u = unit
        self.bundles = bundles
        self.arguments = arguments
        self.sets = sets
        self.verbs = verbs
        self.built_in = built_in
        self.choices = choices
        self.together = together
        self._held: dict[tuple[str, str, bool, int], Function] = {}

    # ---- blocks --------------------------------------------------------------------------------

    def block(self, acts: Acts, code: Code) -> None:
        """Emit all statements of a block."""
        inherited, outer = code.rest_fails, code.after
        for index, act in enumerate(acts):
            if isinstance(act, a.Need) and not code.strict:
                self._need_in_try(act, acts[index + 1 :], code)
                return
            rest = code.strict and self.u.rest.of(acts, index, inherited)
            after = self._after(acts[index + 1 :], outer, code)
            with code.where(rest_fails=rest, after=after):
                self.guarded(act, code)
        code.rest_fails = inherited

    def _after(self, acts: Acts, outer: Path | None, code: Code) -> Path | None:
        """The statements that follow, as far as this text contains them; None if the texts of callers may fail too."""
        if not self.u.derive:
            return None
        if outer is None and code.rest_known is False and not any(self.u.failing.ends(act) for act in acts):
            return None
        return Path(acts, outer, dict(code.env))

    def _need_in_try(self, act: a.Need, rest: Acts, code: Code) -> None:
        """Inside `try`, the statements after a `need` that does not hold are skipped."""
        test = self.u.values.of(act.test, code)
        then: list[c.Stmt] = []
        with code.into(then):
            self.block(rest, code)
        if then:
            code.emit(c.If(test, then, []))

    def guarded(self, act: Act, code: Code) -> None:
        """Emit one statement. Inside `try` it is skipped if it uses a choice that could not be made."""
        used = [code.maybe[v] for v in sorted(variables((act,))) if v in code.maybe]
        if not used:
            self._act(act, code)
            return
        guard = used[0]
        for other in used[1:]:
            guard = build.and_(guard, other)
        then: list[c.Stmt] = []
        if isinstance(act, (a.Let, a.LetPossible, a.LetRandom)):
            flag = code.temp()
            code.emit(c.Set(flag, Const(0)))
            with code.into(then):
                self._act(act, code)
                code.emit(c.Set(flag, Const(1)))
            code.maybe[act.var] = Local(flag)
        else:
            with code.into(then):
                self._act(act, code)
        code.emit(c.If(guard, then, []))

    def inside(self, act: Compound, acts: Acts, code: Code) -> list[c.Stmt]:
        """The statements of a block inside another statement."""
        made: list[c.Stmt] = []
        saved = dict(code.env), dict(code.maybe)
        fails = self.u.rest.inside(act, code.rest_fails)
        looped = may_repeat(act) or (isinstance(act, a.As) and fails)
        after = None if looped else code.after
        known = code.rest_known and not (looped and fails)
        with code.into(made), code.where(rest_fails=code.strict and fails, after=after, rest_known=known):
            self.block(acts, code)
        code.env, code.maybe = saved
        return made

    # ---- one statement ---------------------------------------------------------------------------

    def mark(self, act: Act) -> c.Mark:
        """The place of a statement, for logs and for whoever counts what runs."""
        return c.Mark(-1 if act.span is NOWHERE else self.u.place(act.span))

    def _act(self, act: Act, code: Code) -> None:
        code.emit(self.mark(act))
        with code.where(span=code.span if act.span is NOWHERE else act.span):
            guard = self.arguments.presence(act, code)
            if guard == Const(1):
                self._present(act, code)
                return
            then: list[c.Stmt] = []
            with code.into(then):
                self._present(act, code)
            code.emit(c.If(guard, then, []))

    def _present(self, act: Act, code: Code) -> None:
        """Emit a statement whose required arguments all exist."""
        match act:
            case a.DoVerb():
                self.verbs.call(act, code)
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget()
                | a.Roll() | a.Show()
                | a.Need() | a.Stop() | a.Win()
            ):  # fmt: skip
                self.built_in.do(act, code)
            case a.SetTo() | a.AddTo():
                self.built_in.write(act, code)
            case a.StartRules():
                self.built_in.start(act, code)
            case a.RunHeld():
                self._run_held(act, code)
            case a.Let():
                self._let(act, code)
            case a.DrawWord():
                self._draw_word(act, code)
            case a.LetRandom():
                self._let_random(act, code)
            case a.If():
                self._if(act, code)
            case a.For():
                self._for(act, code)
            case a.Repeat():
                self._repeat(act, code)
            case a.ChooseWay() | a.May():
                self.choices.one_block(act, code)
            case a.Choose():
                self.choices.things(act, code)
            case a.As():
                if act.together:
                    self.together.seats(act, code)
                else:
                    self._as_seats(act, code)
            case a.Try():
                with code.where(strict=False, rest_fails=False):
                    code.out.extend(self.inside(act, act.body, code))
            case a.IfPossible():
                self._if_possible(act, code)
            case a.LetPossible():
                tried = self._tried(act, code)
                code.env[act.var] = Local(tried)
            case a.Phase():
                self._phase(act, code)
            case _:
                assert_never(act)

    def _let(self, act: a.Let, code: Code) -> None:
        if act.value.kind.base == "bundle" and act.value.kind.of is None:
            code.env[act.var] = self.bundles.kept(self.u.values.bundle(act.value, code), code)
            return
        value = self.u.values.of(act.value, code)
        slot = code.temp()
        code.emit(c.Set(slot, build.clamp(value) if act.value.kind.base == "number" else value))
        code.env[act.var] = Local(slot)

    def _draw_word(self, act: a.DrawWord, code: Code) -> None:
        """A random number below the total, and the word in whose share of the total it lies; -1 if the total is 0."""
        counter = self.u.names.counters[act.source.counter]
        width = self.u.layout.width(counter)
        first = code.keep(build.index_mul(self.u.values.of(act.source.seat, code), Const(width)))
        total: Ex = Const(0)
        sums: list[Ex] = []
        for word in range(width):
            amount = build.load(self.u.layout.counters[counter.id], build.add(first, Const(word)))
            total = code.keep(build.add(total, build.maximum(Const(0), amount)))
            sums.append(total)
        found = code.temp()
        code.emit(c.Set(found, Const(-1)))
        then: list[c.Stmt] = []
        with code.into(then):
            code.emit(c.Prim("lot", (total,)))
            word_index: Ex = Const(0)
            for limit in sums[:-1]:
                word_index = build.add(word_index, build.le(limit, Load(self.u.layout.lot)))
            code.emit(c.Set(found, word_index))
        code.emit(c.If(build.lt(Const(0), total), then, []))
        code.env[act.var] = Local(found)

    def _let_random(self, act: a.LetRandom, code: Code) -> None:
        """A random number below the size of the set, and the member with this number. Of an empty set it is none, or 0
        in a set of numbers."""
        members, rest, left, found, label = code.temp(), code.temp(), code.temp(), code.temp(), self.u.label()
        code.emit(c.Set(members, self.u.values.of(act.source, code)))
        code.emit(c.Set(found, Const(0 if act.kind.base == "number" else -1)))
        then: list[c.Stmt] = []
        with code.into(then):
            code.emit(c.Prim("lot", (build.popcount(Local(members)),)))
            code.emit(c.Set(rest, Local(members)))
            code.emit(c.Set(left, Load(self.u.layout.lot)))
            code.emit(c.Loop(label, [
                c.If(build.le(Local(left), Const(0)), [c.Break(label)], []),
                c.Set(rest, build.bandnot(Local(rest), build.bit(build.lowest(Local(rest))))),
                c.Set(left, build.sub(Local(left), Const(1))),
            ]))  # fmt: skip
            code.emit(c.Set(found, build.lowest(Local(rest))))
        code.emit(c.If(build.ne(Local(members), Const(0)), then, []))
        code.env[act.var] = Local(found)

    def _if(self, act: a.If, code: Code) -> None:
        out = code.out
        for test, block in zip(act.tests, act.thens, strict=True):
            with code.into(out):
                condition = self.u.values.of(test, code)
                made = c.If(condition, self.inside(act, block, code), [])
                code.emit(made)
            out = made.otherwise
        out.extend(self.inside(act, act.otherwise, code))

    def _if_possible(self, act: a.IfPossible, code: Code) -> None:
        """Inside `try` the block is tried strictly and done like everything in a `try`."""
        if not code.strict:
            tried = self._tried(act, code)
            body = self.inside(act, act.body, code)
        else:
            tried = code.temp()
            code.emit(c.Foresee(code.me, tried))
            body = self._strictly(act, tried, code.rest_fails, code)
        code.emit(c.If(build.ne(Local(tried), Const(0)), body, self.inside(act, act.otherwise, code)))

    def _tried(self, act: a.IfPossible | a.LetPossible, code: Code) -> int:
        """A local that says whether a block can be done. The block stands there only to be tried."""
        tried = code.temp()
        code.emit(c.Foresee(code.me, tried))
        with code.where(strict=True, rest_fails=False, after=None, rest_known=True, hidden=False):
            body = self._strictly(act, tried, False, code)
        code.emit(c.If(build.eq(Local(tried), Const(TRYING)), body, []))
        return tried

    def _strictly(self, act: a.IfPossible | a.LetPossible, tried: int, rest_fails: bool, code: Code) -> list[c.Stmt]:
        """A block that can be tried. Where the rest after it may fail, options in the block are not sifted by the text,
        because a trial of the block alone offers more of them."""
        after = None if rest_fails else code.after
        known = code.rest_known and not rest_fails
        inner = (*code.foreseen, (len(code.stops), tried))
        with code.where(after=after, rest_known=known, foreseen=inner):
            return [*self.inside(act, act.body, code), end_of_trial(tried)]

    # ---- effects held by pieces and cells ------------------------------------------------------

    def _run_held(self, act: a.RunHeld, code: Code) -> None:
        me, holder = self.u.values.of(act.me, code), self.u.values.of(act.holder, code)
        holder = code.keep(holder)
        level = code.held[1] + 1 if code.held[0] == act.field else 0
        if level <= HELD_LEVELS:
            table = self._held_table(act.field, act.holder.kind.base, code.strict, level)
            code.emit(c.CallDyn(table, holder, (me, holder)))
        elif code.strict:
            there = build.and_(
                build.le(Const(0), holder), Table(self._has_effect(act), build.maximum(Const(0), holder))
            )
            code.emit(c.If(there, [c.Fail(self.u.place(act.span))], []))

    def _has_effect(self, act: a.RunHeld) -> int:
        """For each piece or cell, whether it holds an effect in the field of a `do`."""
        records = [x.record for x in (self.u.layout.pieces if act.holder.kind.base == "piece" else self.u.layout.cells)]
        return self.u.table(tuple(int((record, act.field) in self.u.checked.held) for record in records))

    def _held_table(self, field: str, base: str, strict: bool, level: int) -> int:
        """For each piece or cell, the function of its effect, or -1 if it has none. `level`: the number of enclosing
        effects of the same field."""
        records = [x.record for x in (self.u.layout.pieces if base == "piece" else self.u.layout.cells)]
        ids = [
            -1 if x is None or (x, field) not in self.u.checked.held else self._held_function(x, field, strict, level)
            for x in records
        ]
        return self.u.table(tuple(ids))

    def _held_function(self, record: str, field: str, strict: bool, level: int) -> int:
        """The function of a held effect. An effect that runs others of its field is compiled once for each level, so
        that the nesting ends."""
        text = self.u.checked.held[record, field]
        if not any(isinstance(act, a.RunHeld) and act.field == field for act in all_acts(text.acts)):
            level = 0
        key = (record, field, strict, level)
        if key not in self._held:
            name = f"held {record}.{field}" + ("" if strict else " (try)")
            function = self._held[key] = self.u.new_function(name, 2, text.span)
            code = Code.of(function)
            code.env[t.THIS] = Local(1)
            code.strict, code.held = strict, (field, level)
            code.rest_fails = strict and self.u.rest.after[f"held.{field}"]
            code.rest_known = not code.rest_fails
            self.block(text.acts, code)
            code.emit(c.Return())
        return self._held[key].id

    # ---- loops, seats and phases ---------------------------------------------------------------

    def _for(self, act: a.For, code: Code) -> None:
        if act.by_choice:
            self.choices.in_chosen_order(act, code)
            return
        if act.keys or self.sets.ordered(act.source):
            members = self.sets.sorted(act.var, act.source, act.where, act.keys, code)

            def body(_member: Ex, _label: int) -> None:
                code.out.extend(self.inside(act, act.body, code))

            self.sets.in_order(act.var, members, t.TRUE_TERM, code, body)
            return
        mask = code.keep(self.sets.filter_mask(act.var, act.source, act.where, code))
        member, rest = code.temp(), code.temp()
        code.env[act.var] = Local(member)
        code.emit(c.ForBits(member, mask, self.inside(act, act.body, code), self.u.label(), rest))

    def _repeat(self, act: a.Repeat, code: Code) -> None:
        left, label = code.temp(), self.u.label()
        code.emit(c.Set(left, build.minimum(Const(MOST_ROUNDS), self.u.values.of(act.times, code))))
        body: list[c.Stmt] = [
            c.If(build.le(Local(left), Const(0)), [c.Break(label)], []),
            c.Set(left, build.sub(Local(left), Const(1))),
        ]
        with code.where(stops=(*code.stops, label)):
            body += self.inside(act, act.body, code)
        code.emit(c.Loop(label, body))

    def _as_seats(self, act: a.As, code: Code) -> None:
        me = code.env[t.ME]

        def body(member: Ex, _label: int) -> None:
            code.env[t.ME] = member
            code.out.extend(self.inside(act, act.body, code))

        if self.sets.ordered(act.seats):
            self.sets.in_order(act.var, self.sets.sequence(act.seats, code), t.TRUE_TERM, code, body)
        else:
            mask = code.keep(self.u.values.of(act.seats, code))
            member, rest = code.temp(), code.temp()
            code.env[act.var] = Local(member)
            inner: list[c.Stmt] = []
            with code.into(inner):
                body(Local(member), 0)
            code.emit(c.ForBits(member, mask, inner, self.u.label(), rest))
        code.env[t.ME] = me

    def _phase(self, act: a.Phase, code: Code) -> None:
        """A phase is a function of its own, because looking ahead stops at its end."""
        passed: list[Ex] = [code.me]
        env: dict[int, Value] = {t.ME: Local(0)}
        for number in sorted(v for v in variables(act.body) if v in code.env):
            value = code.env[number]
            if isinstance(value, Bundle):
                lanes, numbers = to_lanes(value)
                env[number] = from_lanes(lanes, [Local(len(passed) + i) for i in range(len(lanes))])
                passed += numbers
            else:
                env[number] = Local(len(passed))
                passed.append(value)
        function = self.u.new_function(f"phase {act.name}", len(passed), act.span)
        function.phase = True
        inner = Code(function, function.body, env, held=code.held)
        phase = self.u.phase(act.name)
        self.u.phase_of[function.id] = phase
        inner.emit(c.Prim("enter", (Const(phase), Local(0))))
        self.verbs.holders.begin(act.name, inner)
        self.block(act.body, inner)
        inner.emit(c.Prim("leave", (Const(phase), Local(0))))
        inner.emit(c.Return())
        code.emit(c.Call(function.id, tuple(passed)))
