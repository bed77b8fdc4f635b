"""The checker of verbs: finds the arguments of a verb by their prepositions, checks their kinds, and makes the act."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import assert_never

from solenia_rules.check.kinds.expressions import Expressions
from solenia_rules.check.kinds.fields_and_amounts import field_kind
from solenia_rules.check.kinds.meant import of_fixed, of_history, of_inherited, of_verb
from solenia_rules.check.kinds.scope import Scope, Wrong
from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.acts import Act, is_writable
from solenia_rules.checked.numbers import BEGINS, ENDS
from solenia_rules.checked.terms import Term
from solenia_rules.dsl import kinds as k
from solenia_rules.dsl import nodes as n
from solenia_rules.dsl.builtins import VERBS, BuiltInVerb, Slot, Wanted
from solenia_rules.dsl.vocabulary import SEATS
from solenia_rules.rules import records as r
from solenia_rules.text.places import Span


def each(checks: Iterable[Callable[[], Term]]) -> tuple[tuple[Term, ...], bool]:
    """The terms of all checks, and whether any check failed: the problems of all of them are reported."""
    made, wrong = [], False
    for check in checks:
        try:
            made.append(check())
        except Wrong:
            wrong = True
    return tuple(made), wrong


PREPOSITIONS = {
    ("move", "from"): "pieces leave the place where they are; `draw 1 from ... to ...` takes the first ones of a zone, "
    "and `choose c in ...; move c to ...` asks which",
    ("gain", "from"): "`gain` takes nothing from others: for another seat, write `as s { lose ... }` too",
    ("lose", "to"): "`lose` gives nothing to others: for another seat, write `as s { gain ... }` too",
    ("pay", "to"): "`pay` gives nothing to others: for another seat, write `as s { gain ... }` too",
}  # fmt: skip
"""What to write instead of a preposition that a verb does not take."""


class Verbs:
    """Checks verbs, built in or defined by a ruleset."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions

    def do(self, do: n.Do, scope: Scope) -> Act:
        name = do.verb.text
        if name in scope.names.verbs:
            return self._user_verb(do, scope.names.verbs[name], scope)
        if name in VERBS and not VERBS[name].written:
            hint = "to take something from a seat, write `lose`"
            scope.problems.report("E202", f"`{name}` happens by itself; only rules can name it", do.verb.span, hint)
            raise Wrong
        if name in VERBS:
            return self._builtin(do, VERBS[name], scope)
        if name in SEATS:
            hint = f"to say who acts, write `as {name} {{ ... }}`"
            scope.problems.report("E202", f"`{name}` is no verb", do.verb.span, hint)
            raise Wrong
        known, meant = scope.names.known_verbs(), of_verb(name)
        raise scope.problems.unknown("E202", "no verb is called", name, do.verb.span, [] if meant else known, meant)

    def _user_verb(self, do: n.Do, verb: r.Verb, scope: Scope) -> Act:
        slots = tuple(Slot(p.id, "value", p.preposition) for p in verb.params)
        given = self._arguments(do, slots, scope)
        terms, wrong = each(partial(self._given, param, given[param.id], scope) for param in verb.params)
        if wrong:
            raise Wrong
        return a.DoVerb(verb.id, scope.variables["me"], terms, span=do.span)

    def _given(self, param: r.ParamDecl, expr: n.Expr, scope: Scope) -> Term:
        kind = scope.names.kind(param.kind) or k.NUMBER
        if kind.base == "set":
            return self.x.fit(self.x.set(expr, scope), kind, scope)
        term = self.x.expect(expr, kind.maybe() if kind.base in k.SINGLE else kind, scope)
        return self.x.within(term, kind, scope)

    def _arguments(self, do: n.Do, slots: tuple[Slot, ...], scope: Scope) -> dict[str, n.Expr]:
        """Arguments by slot name, without optional ones that are not given. A missing or surplus one is reported."""
        given: dict[str, n.Expr] = {}
        pending = {argument.preposition: argument for argument in do.arguments}
        if len(pending) < len(do.arguments):
            scope.problems.report("E303", "the same preposition twice", do.arguments[-1].span)
            raise Wrong
        for slot in slots:
            if slot.preposition is None:
                found = do.object
            else:
                argument = pending.pop(slot.preposition, None)
                found = None if argument is None else argument.value
            if found is not None:
                given[slot.name] = found
            elif not slot.optional:
                taken = {s.preposition for s in slots}
                strange = [x for x in do.arguments if x.preposition not in taken]
                if slot.preposition is not None and len(strange) == 1:
                    message = f"`{do.verb.text}` takes no `{strange[0].preposition}`"
                    scope.problems.report("E303", message, strange[0].span, f"write `{slot.preposition}`")
                    raise Wrong
                spelled = f"`{slot.preposition} ...`" if slot.preposition else f"{_directly(slot)} after it"
                verb = scope.names.verbs.get(do.verb.text)
                hint = None if verb is None else of_inherited("verbs", verb)
                scope.problems.report("E302", f"`{do.verb.text}` needs {spelled}", do.span, hint)
                raise Wrong
        if do.object is not None and not any(s.preposition is None for s in slots):
            scope.problems.report("E303", f"`{do.verb.text}` takes nothing directly after it", do.object.span)
            raise Wrong
        if pending:
            extra = next(iter(pending.values()))
            hint = PREPOSITIONS.get((do.verb.text, extra.preposition)) or _of_others(do, extra)
            scope.problems.report("E303", f"`{do.verb.text}` takes no `{extra.preposition}`", extra.span, hint)
            raise Wrong
        return given

    # ---- built-in verbs --------------------------------------------------------------

    def _builtin(self, do: n.Do, verb: BuiltInVerb, scope: Scope) -> Act:
        given = self._arguments(do, verb.slots, scope)
        span, me = do.span, scope.variables["me"]
        match verb.name:
            case "set":
                return self._set(given["place"], given["value"], scope, span)
            case "add":
                return self._add(given["number"], given["place"], scope, span)
            case "do":
                field, holder = self._held(given["effect"], k.EFFECT, "do", scope)
                return a.RunHeld(field, me, holder, span=span)
            case "start":
                field, holder = self._held(given["rules"], k.RULES, "start", scope)
                phase = given.get("phase")
                if phase is None:
                    return a.StartRules(field, me, holder, None, ENDS, None, span=span)
                name, when, whose = self._until(phase, scope)
                return a.StartRules(field, me, holder, name, when, whose, span=span)
            case "stop" if (phase := given.get("phase")) is not None:
                if not isinstance(phase, n.Ref):
                    hint = "`stop` leaves a repeat, `stop turn` ends the phase `turn`"
                    scope.problems.report("E302", "`stop` takes the name of a phase, or nothing", phase.span, hint)
                    raise Wrong
                return a.Stop(me, phase.name.text, span=span)
            case "draw" if isinstance(every := given["number"], n.Ref) and every.name.text == "all":
                source, target = (" ".join(given[slot].span.text.split()) for slot in ("source", "target"))
                hint = f"to take all of them, write `move {source} to {target}`"
                scope.problems.report("E201", "nothing is called `all`", every.span, hint)
                raise Wrong
            case "draw" if (drawn := self._drawn_words(given, me, scope, span)) is not None:
                return drawn
            case _:
                slots = [slot for slot in verb.slots if slot.name in given]
                terms, wrong = each(partial(self._term, slot.wanted, given[slot.name], scope) for slot in slots)
                if wrong:
                    raise Wrong
                act = a.built_in(verb.name, me, terms, span)
                self._fitting(act, scope)
                return act

    def _drawn_words(self, given: dict[str, n.Expr], me: Term, scope: Scope, span: Span) -> Act | None:
        """`draw 2 from counter of a to counter of b`: so often a random word, which one seat loses and the other one
        gains. None if pieces are drawn."""
        source = self.x.check(given["source"], scope)
        if not isinstance(source, t.CounterBundle):
            return None
        number = self.x.number(given["number"], scope)
        target = self.x.check(given["target"], scope)
        goes = target if isinstance(target, t.CounterBundle) else None
        kind = _word_kind(source, scope)
        if not isinstance(target, t.Nothing) if goes is None else _word_kind(goes, scope) != kind:
            hint = f"draw to `{source.counter} of ...` another seat, or to `none`"
            message = f"expected `{source.counter}` of a seat, or none, found a {target.kind}"
            scope.problems.report("E301", message, given["target"].span, hint)
            raise Wrong
        word = t.Var(scope.fresh(), k.word(kind).maybe(), span=source.span)
        acts: list[Act] = [a.DrawWord(word.number, source, goes, span=span)]
        acts.append(_alone(source, scope, lambda seat: a.Lose(seat, _one(source, word), span=span)))
        if goes is not None:
            acts.append(_alone(goes, scope, lambda seat: a.Gain(seat, _one(goes, word), span=span)))
        return a.Repeat(number, tuple(acts), span=span)

    def _until(self, expr: n.Expr, scope: Scope) -> tuple[str, int, Term | None]:
        """The phase after `until`, whether its beginning or its end is meant, and whose phase, if not anybody's:
        `turn`, `my turn`, `end of turn of rival`."""
        when: int | None = None
        if isinstance(expr, n.Of) and isinstance(expr.left, n.Ref) and expr.left.name.text in ("start", "end"):
            when = BEGINS if expr.left.name.text == "start" else ENDS
            expr = expr.right
        match expr:
            case n.Ref(name):
                return name.text, ENDS if when is None else when, None
            case n.My(name):
                return name.text, BEGINS if when is None else when, scope.variables["me"]
            case n.Of(n.Ref(name), whose):
                seat = self.x.expect(whose, k.SEAT.maybe(), scope)
                return name.text, BEGINS if when is None else when, seat
            case _:
                hint = "`until turn`, `until my turn`, `until end of turn of ...`"
                scope.problems.report("E302", "`until` needs the name of a phase", expr.span, hint)
                raise Wrong

    def _set(self, place: n.Expr, value: n.Expr, scope: Scope, span: Span) -> Act:
        target = self.place(place, scope)
        given = self.x.expect(value, k.BUNDLE if target.kind.base == "bundle" else target.kind, scope)
        if isinstance(given, t.Nothing) and not target.kind.optional:
            hint = "only a value whose kind has a `?` can be none"
            scope.problems.report("E301", f"expected a {target.kind}, found none", value.span, hint)
            raise Wrong
        if target.kind.base == "bundle" and given.kind != target.kind:
            hint = "choose it in `bundles(...)` of the amount that the kind of the state names"
            scope.problems.report("E301", "expected a member of the same set of bundles", value.span, hint)
            raise Wrong
        return a.SetTo(target, given, span=span)

    def _add(self, number: n.Expr, place: n.Expr, scope: Scope, span: Span) -> Act:
        target = self.place(place, scope)
        if target.kind.base != "number":
            scope.problems.report("E301", f"expected a number to raise, found a {target.kind}", place.span)
            raise Wrong
        return a.AddTo(target, self.x.number(number, scope), span=span)

    def _term(self, wanted: Wanted, expr: n.Expr, scope: Scope) -> Term:
        match wanted:
            case "bundle":
                return self.x.expect(expr, k.BUNDLE, scope)
            case "number":
                return self.x.number(expr, scope)
            case "test":
                return self.x.test(expr, scope)
            case "seats":
                return self.x.fit(self.x.set(expr, scope), k.set_of(k.SEAT), scope)
            case "pieces" | "shown":
                return self.x.fit(self.x.set(expr, scope), k.set_of(k.PIECE), scope)
            case "piece" | "die":
                does = "roll x" if wanted == "die" else "... x"
                meant = f"for each of them: `for x in {' '.join(expr.span.text.split())} {{ {does} }}`"
                term = self.x.check(expr, scope)
                return self.x.fit(term, k.PIECE.maybe(), scope, meant if term.kind.base == "set" else None)
            case "zone":
                term = self.x.check(expr, scope)
                if not isinstance(term, t.Zone) and term.kind.base != "place":
                    scope.problems.report("E301", f"expected a zone, found a {term.kind}", expr.span)
                    raise Wrong
                return term
            case "target":
                term = self.x.check(expr, scope)
                if not isinstance(term, t.Zone) and term.kind.base not in ("cell", "none", "place"):
                    scope.problems.report("E301", f"expected a zone or a cell, found a {term.kind}", expr.span)
                    raise Wrong
                return term
            case "history":
                if (
                    isinstance(expr, n.Ref)
                    and expr.name.text not in scope.variables
                    and expr.name.text not in (scope.names.meanings)
                ):
                    known, meant = list(scope.names.histories), of_history(scope.names)
                    raise scope.problems.unknown("E201", "nothing is called", expr.name.text, expr.span, known, meant)
                term = self.x.check(expr, scope)
                if not isinstance(term, t.Times):
                    message = f"expected a history, found a {term.kind}"
                    scope.problems.report("E301", message, expr.span, of_history(scope.names))
                    raise Wrong
                return term
            case _:
                raise AssertionError(f"no verb with a class of its own takes a {wanted}")

    def _fitting(self, act: a.BuiltInAct, scope: Scope) -> None:
        """Only dice are rolled, only pieces with faces turned over, and zones take only pieces of their kinds."""
        kinds = scope.names.pieces
        match act:
            case a.Roll():
                kind = act.die.kind.of
                if kind is not None and kinds[kind].sides is None:
                    scope.problems.report("E301", f"`{kind}` is no die: it has no `sides`", act.die.span)
            case a.TurnOver():
                kind = act.piece.kind.of
                if kind is not None and kinds[kind].faces is None:
                    scope.problems.report("E301", f"`{kind}` has no `faces`", act.piece.span)
            case a.Move() | a.Draw():
                source = act.pieces if isinstance(act, a.Move) else act.source
                member = source.kind.member
                if isinstance(act.target, t.Zone) and member is not None and member.of is not None:
                    if member.of not in scope.names.zones[act.target.zone].of:
                        message = f"`{act.target.zone}` is no zone of `{member.of}`"
                        scope.problems.report("E301", message, act.target.span)
            case a.Gain() | a.Pay() | a.Lose() | a.GiveUp() | a.Shuffle() | a.Show() | a.Need() | a.Stop() | a.Win():
                pass
            case a.Note() | a.Forget():
                pass
            case _:
                assert_never(act)

    def _held(self, expr: n.Expr, wanted: k.Kind, op: str, scope: Scope) -> tuple[str, Term]:
        """The field and the holder that `FIELD of HOLDER` names."""
        holder: Term
        if isinstance(expr, n.Of) and isinstance(expr.left, n.Ref):
            holder = self.x.check(expr.right, scope)
            if holder.kind.base in ("piece", "cell"):
                found = field_kind(expr.left.name.text, holder.kind, scope)
                if found is None:
                    known = scope.names.known_fields()
                    raise scope.problems.unknown(
                        "E204", f"a {holder.kind} has no", expr.left.name.text, expr.span, known
                    )
                if found[0].base == wanted.base:
                    return expr.left.name.text, holder
        hint = None
        if isinstance(expr, n.Of) and isinstance(expr.left, n.Ref) and holder.kind.base == "set":
            each = f"for x in {expr.right.span.text} {{ {op} {expr.left.span.text} of x }}"
            hint = f"there are several: `{each}`, or name one with `my`"
        scope.problems.report("E301", f"expected `FIELD of PIECE` with a field of kind {wanted.base}", expr.span, hint)
        raise Wrong

    def place(self, expr: n.Expr, scope: Scope) -> a.Writable:
        """Something that can be written: a field, counter, state variable or face."""
        term = self.x.check(expr, scope)
        if isinstance(term, t.Resource):
            name = expr.span.text
            message = f"`{name}` is counted for each seat: say whose"
            scope.problems.report("E309", message, expr.span, f"write `my {name}`, or `{name} of ...` a seat")
            raise Wrong
        if not is_writable(term):
            hint = "only fields, counters, state and faces can be given a value"
            hint = of_fixed(term, expr) or hint
            if isinstance(term, t.Var) and isinstance(expr, n.Ref) and expr.name.text in scope.bound:
                hint = _never_changes(expr.name.text, term, scope)
            scope.problems.report("E309", "this cannot be given a value", expr.span, hint)
            raise Wrong
        if term.kind.base == "list":
            message = "a list that is given in a record cannot be changed"
            hint = 'keep what changes in a field of its own, as `turns = { kind = "0..3", starts = 0 }`'
            scope.problems.report("E309", message, expr.span, hint)
            raise Wrong
        if term.kind.base == "set":
            hint = "use a zone instead, or a field of each member, as in `set marked of x to true`"
            scope.problems.report("E309", "a set that is given in a record cannot be changed", expr.span, hint)
            raise Wrong
        return term


def _never_changes(name: str, term: t.Var, scope: Scope) -> str:
    """What to write instead of `set NAME to`, where the name is a variable of the text."""
    if name in scope.lets:
        hint = "a `let` never changes; keep in [state] what changes, or give it a value for both cases"
        return f"{hint}: `let {name} = if ... then ... else ...`"
    fields = scope.names.fields_of(term.kind.of or "") if term.kind.base in ("piece", "cell") else ()
    if fields:
        return f"`{name}` names a thing and never changes; its fields do: `set {fields[0].id} of {name} to ...`"
    return f"`{name}` never changes; keep in [state] what changes"


def _word_kind(counted: t.CounterBundle, scope: Scope) -> str:
    """The kind of the words of a counter that has words."""
    return next(key for key in scope.names.counters[counted.counter].per if key != "seat")


def _one(counted: t.CounterBundle, word: Term) -> Term:
    """The amount of one unit of a word in a counter."""
    resource = t.ResourceWord(counted.counter, word, k.Kind("resource", None, True), span=counted.span)
    return t.AmountOf(t.Const(1, k.NUMBER), resource, k.BUNDLE, span=counted.span)


def _alone(counted: t.CounterBundle, scope: Scope, act: Callable[[Term], Act]) -> Act:
    """A statement that the seat does whose counter it is."""
    seat, number = counted.seat, scope.fresh()
    alone = t.Listed(seat, k.set_of(k.SEAT), span=seat.span)
    return a.As(number, alone, False, (act(t.Var(number, k.SEAT)),), span=counted.span)


def _of_others(do: n.Do, extra: n.Argument) -> str | None:
    """What to write instead of `gain 1 point to s`, `lose 1 point from s`."""
    if (do.verb.text, extra.preposition) not in (("gain", "to"), ("lose", "from")) or do.object is None:
        return None
    seat, what = (" ".join(part.span.text.split()) for part in (extra.value, do.object))
    return f"who acts {do.verb.text}s it: `as {seat} {{ {do.verb.text} {what} }}`"


def _directly(slot: Slot) -> str:
    """What stands directly after a verb, in the words of the manual."""
    match slot.wanted:
        case "bundle":
            return "an amount (a number and what it counts)"
        case "number" | "zone" | "die" | "piece" | "test" | "history":
            return f"a {slot.wanted}"
        case "pieces" | "seats":
            return slot.wanted
        case "place":
            return "a field, counter or state"
        case "effect" | "rules":
            return f"{'an ' if slot.wanted == 'effect' else ''}{slot.wanted} of a piece or cell"
        case _:
            return f"`{slot.name}`"
