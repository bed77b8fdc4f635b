"""Lowers `together as seats { }`: first every seat decides, hidden from the others; then everything is done in turn
order.

The choices of a block are lowered first. The remaining code is kept as a function that emits it later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, Acts, blocks_of
from solenia_rules.core import build
from solenia_rules.core import core as c
from solenia_rules.core.expressions import Const, Ex, Local
from solenia_rules.lower.arguments import Arguments
from solenia_rules.lower.choices import Choices
from solenia_rules.lower.code import Code
from solenia_rules.lower.unit import Unit
from solenia_rules.text.frozen import evolve

Later: TypeAlias = Callable[[], None]
"""Emits the code that runs after all seats have answered."""


class Together:
    """Blocks in which all seats decide at the same time."""

    def __init__(self, unit: Unit, arguments: Arguments, choices: Choices) -> None:
        self.u = unit
        self.arguments = arguments
        self.choices = choices

    def seats(self, act: a.As, code: Code) -> None:
        """Emit the whole statement."""
        mask = code.keep(self.u.values.of(act.seats, code))
        env, maybe = dict(code.env), dict(code.maybe)
        fails = code.strict and self._may_fail(act.body)
        later: list[Later] = []
        for seat in range(self.u.layout.seats):
            code.env, code.maybe = {**env, act.var: Const(seat), t.ME: Const(seat)}, dict(maybe)
            body: list[c.Stmt] = []
            with code.into(body), code.where(hidden=True, rest_fails=False, after=None, rest_known=not fails):
                later.append(self._ask(act.body, code))
                if fails:
                    self._try_alone(later[-1], seat, code)
            code.emit(c.If(build.has(mask, Const(seat)), body, []))
        for seat, do in enumerate(later):
            body = []
            with code.into(body), code.where(strict=False, rest_fails=False):
                do()
            code.emit(c.If(build.has(mask, Const(seat)), body, []))
        code.env, code.maybe = env, maybe

    def _may_fail(self, acts: Acts) -> bool:
        """Whether some branch through a block may be impossible, even if another is possible."""
        inner = [block for act in acts for block in blocks_of(act)]
        inner += [self.u.checked.verbs[act.verb].acts for act in acts if isinstance(act, a.DoVerb)]
        return self.u.failing.any(acts) or any(self._may_fail(block) for block in inner)

    def _try_alone(self, do: Later, seat: int, code: Code) -> None:
        """In looking ahead, a seat does its part at once, as if it were alone, because the other seats' answers are not
        known."""
        trial: list[c.Stmt] = []
        with code.into(trial), code.where(hidden=False, rest_fails=False, rest_known=True):
            do()
            code.emit(c.Prim("win", (Const(0),)))
        looking = build.looking_ahead(seat)
        code.emit(c.If(looking, trial, []))

    def _ask(self, acts: Acts, code: Code) -> Later:
        """Emit the choices of a block; returns the rest."""
        parts: list[Later] = []
        rest: Acts = ()
        inherited = code.rest_fails
        for index, act in enumerate(acts):
            if isinstance(act, (a.Let, a.LetPossible)):
                self.u.blocks.guarded(act, code)
            elif self.u.asking.decides(act):
                with code.where(rest_fails=code.strict and self.u.rest.of(acts, index, inherited)):
                    parts.append(self._one(act, code))
                if self.u.asking.changes(act):
                    rest = acts[index + 1 :]
                    break
            else:
                rest = acts[index:]
                break
        env, maybe = dict(code.env), dict(code.maybe)

        def do() -> None:
            for part in parts:
                code.env, code.maybe = dict(env), dict(maybe)
                part()
            code.env, code.maybe = dict(env), dict(maybe)
            self.u.blocks.block(rest, code)

        return do

    def _one(self, act: Act, code: Code) -> Later:
        """Emit the choices of one statement; returns the rest. The statement is marked where it begins to run, which is
        where its choices are asked."""
        if not (isinstance(act, a.Choose) and act.quota is None):
            code.emit(self.u.blocks.mark(act))
        match act:
            case a.Choose():
                return self._choose(act, code)
            case a.ChooseWay() | a.May():
                return self._blocks(act, self.choices.which_block(act, code), code)
            case a.If():
                return self._blocks(act, self._which_holds(act, code), code)
            case a.DoVerb():
                return self._verb(act, code)
            case (
                a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Move() | a.Draw() | a.Shuffle() | a.TurnOver()
                | a.Note() | a.Forget()
                | a.Roll() | a.Show()
                | a.Need() | a.Stop() | a.Win() | a.SetTo() | a.AddTo() | a.RunHeld() | a.StartRules() | a.Let()
                | a.For() | a.Repeat() | a.As() | a.Try() | a.IfPossible() | a.LetPossible() | a.Phase() | a.DrawWord()
                | a.LetRandom()
            ):  # fmt: skip
                raise AssertionError(f"the checker refuses choices in {type(act).__name__} inside `together`")
            case _:
                assert_never(act)

    def _choose(self, act: a.Choose, code: Code) -> Later:
        if act.quota is None:  # `guarded` marks it
            fails = code.strict and act.body is not None and self.u.failing.any(act.body)
            with code.where(rest_fails=code.rest_fails or fails):
                self.u.blocks.guarded(evolve(act, body=None), code)
            return self._under(code.maybe.get(act.var, Const(1)), act.body or (), code)
        picked = self.choices.pick(act, act.quota, code)
        return lambda: self.choices.for_each_picked(act, picked, code)

    def _under(self, test: Ex, acts: Acts, code: Code) -> Later:
        """A block whose choices and effects happen only if a test holds."""
        env, maybe = dict(code.env), dict(code.maybe)
        then: list[c.Stmt] = []
        with code.into(then):
            do = self._ask(acts, code)
        code.env, code.maybe = env, maybe
        if then:
            code.emit(c.If(test, then, []))

        def later() -> None:
            body: list[c.Stmt] = []
            with code.into(body):
                do()
            if body:
                code.emit(c.If(test, body, []))

        return later

    def _blocks(self, act: a.ChooseWay | a.May | a.If, chosen: int, code: Code) -> Later:
        blocks = enumerate(blocks_of(act))
        parts = [self._under(build.eq(Local(chosen), Const(i)), block, code) for i, block in blocks]

        def later() -> None:
            env, maybe = dict(code.env), dict(code.maybe)
            for part in parts:
                code.env, code.maybe = dict(env), dict(maybe)
                part()

        return later

    def _which_holds(self, act: a.If, code: Code) -> int:
        """A local with the number of the first test that holds, or of `else`."""
        chosen = code.temp()
        out = code.out
        for index, test in enumerate(act.tests):
            with code.into(out):
                made = c.If(self.u.values.of(test, code), [c.Set(chosen, Const(index))], [])
                code.emit(made)
            out = made.otherwise
        out.append(c.Set(chosen, Const(len(act.tests))))
        return chosen

    def _verb(self, act: a.DoVerb, code: Code) -> Later:
        """The choices of a verb without rules are asked as if its text were written here."""
        guard = self.arguments.presence(act, code)
        text = self.u.checked.verbs[act.verb]
        env, maybe = code.env, code.maybe
        code.env, code.maybe = self.arguments.inlined(text, act.me, act.given, code), {}
        made = self._under(guard, text.acts, code)
        code.env, code.maybe = env, maybe
        return made
