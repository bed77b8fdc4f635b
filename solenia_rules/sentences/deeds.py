"""Tells statements that need one line: built-in verbs, verbs of the ruleset, values that are set or named."""

from __future__ import annotations

from typing import Literal, assert_never

from solenia_rules.checked import acts as a
from solenia_rules.checked import terms as t
from solenia_rules.checked.contest import won_together
from solenia_rules.checked.terms import Term, all_terms
from solenia_rules.dsl.kinds import TEST, Kind
from solenia_rules.rules import records as r
from solenia_rules.sentences.arithmetic import has_condition
from solenia_rules.sentences.context import Context
from solenia_rules.sentences.values import Values
from solenia_rules.words.grammar import Clause, Mood
from solenia_rules.words.phrases import NP, invariable
from solenia_rules.words.tables.sentences import PatternKey, VerbKey


class Deeds:
    """Lines of statements that hold no other statements."""

    def __init__(self, values: Values) -> None:
        self.v, self.g = values, values.g
        self.together = won_together(values.checked)

    def said(self, verb: VerbKey, mood: Mood, **slots: NP) -> str:
        """The pattern of a built-in verb, filled."""
        return self.g.verbs[verb][("you", "third", "inf").index(mood)].format(**slots)

    # ---- verbs -----------------------------------------------------------------------------------

    def verb(self, act: a.DoVerb, c: Context, mood: Mood) -> str:
        """A verb of the ruleset with its arguments."""
        verb = self.v.names.verbs[act.verb]
        noun = self.v.noun(verb.id)
        pattern = self.g.verb(noun, mood)
        slots = {p.id: self.v.np(x, c) for p, x in zip(verb.params, act.given, strict=True)}
        said = self.g.fill(pattern, slots)
        if slots and "{" not in pattern:
            said += f" {self._arguments(verb, slots)}"
        return said

    def _arguments(self, verb: r.Verb, slots: dict[str, NP]) -> str:
        """What follows a verb without a pattern. Where ids are words, prepositions are too: `mark the cell with the
        colour`; the arguments of a verb of several words stand in brackets."""
        words = self.g.lexicon.ids_are_words and not self.g.lexicon.has(verb.id)
        told = [
            f"{param.preposition} {slots[param.id]}" if words and param.preposition else slots[param.id].text
            for param in verb.params
        ]
        plain = words and self.g.lexicon.takes_object(verb.id)
        return " ".join(told) if plain else f"({', '.join(told)})"

    def built_in(self, act: a.BuiltInAct, c: Context, mood: Mood) -> str:
        """A built-in verb with its arguments."""
        match act:
            case a.Gain() | a.Pay() | a.Lose():
                return self.said(act.VERB, mood, what=self.v.np(act.what, c))
            case a.GiveUp():
                raise AssertionError("what is given up is told with the limit, not as a statement")
            case a.Move():
                return self._move(act, c, mood)
            case a.Draw():
                return self._draw(act, c, mood)
            case a.Shuffle():
                return self.said("shuffle", mood, zone=self.v.np(act.zone, c))
            case a.TurnOver():
                return self.said("turn_over", mood, piece=self.v.np(act.piece, c))
            case a.Roll():
                return self.said("roll", mood, die=self.v.np(act.die, c))
            case a.Show():
                pieces = self._pieces(act.pieces, c, "in")
                if isinstance(act.seats, t.Listed) and self.v.is_me(act.seats.item, c):
                    return self.said("look", mood, pieces=pieces)
                return self.said("show", mood, pieces=pieces, seats=self.v.np(act.seats, c))
            case a.Need():
                return self.g.say("only if", test=self.v.test(act.test, c.asking()))
            case a.Note() | a.Forget():
                assert isinstance(act.history, t.Times)
                return self.said(act.VERB, mood, what=self.v.position(act.history.history))
            case a.Stop():
                if act.phase is None:
                    return self.g.patterns["all stop"] if c.for_all else self.said("stop", mood)
                return self.said("stop phase", mood, what=self.g.np(self.v.noun(act.phase), "the"))
            case a.Win():
                return self._win(act.seats, c)
            case _:
                assert_never(act)

    def _pieces(self, term: Term, c: Context, way: Literal["in", "from"] = "from") -> NP:
        """What is moved or shown: all pieces in a zone, or the pieces themselves."""
        if isinstance(term, t.Zone):
            things = self.g.np(self.v.noun_of_kind(term.kind), "the", True)
            return things.then(self.g.place(self.v.np(term, c), way))
        return self.v.np(term, c)

    def _move(self, act: a.Move, c: Context, mood: Mood) -> str:
        g, pieces = self.g, self._pieces(act.pieces, c)
        limited = has_condition(act.pieces)
        if isinstance(act.target, t.Nothing):
            return self.said("remove long" if limited else "remove", mood, pieces=pieces)
        target = self.v.np(act.target, c)
        on_cell = act.target.kind.base == "cell"
        own_words = target.noun is not None and target.noun.form("to", "in") is not None
        where = g.say("onto", x=target) if on_cell and not own_words else g.place(target, "to")
        if _same_zone(act):
            where = g.say("end of", x=target)
        if act.position is not None:
            position = self.v.number(act.position)
            where += " " + (g.patterns["on top"] if position == 1 else g.say("at", n=self.v.np(act.position, c)))
        return self.said("move long" if limited else "move", mood, pieces=pieces, where=invariable(where))

    def _draw(self, act: a.Draw, c: Context, mood: Mood) -> str:
        g, noun = self.g, self.v.noun_of_kind(act.source.kind)
        start = g.drawn(self.v.np(act.source, c))
        end = g.place(self._other_zone(act.source, act.target, c), "to")
        verb: VerbKey
        number = act.number
        match number:
            case t.Arithmetic("-", _, t.BuiltIn("count") as counted) if t.equal(counted.given[0], act.target):
                full = self.v.bundles.amount(number.left, noun, c)
                verb = "fill long" if full.listing else "fill"
                inside = g.place(self.v.np(act.target, c.asking()), "in")
                return g.agree(
                    self.said(verb, mood, start=invariable(start), inside=invariable(inside), full=full), full
                )
            case _:
                many = self.v.bundles.amount(act.number, noun, c)
                verb = "draw long" if many.listing else "draw"
                return g.agree(self.said(verb, mood, many=many, start=invariable(start), end=invariable(end)), many)

    def draw_words(self, number: Term, act: a.DrawWord, c: Context, mood: Mood) -> str:
        """`draw number from counter of seat to counter of seat`"""
        kind = next(key for key in self.v.names.counters[act.source.counter].per if key != "seat")
        many = self.v.bundles.amount(number, self.v.noun(kind), c)
        start = invariable(self.g.drawn(self.v.np(act.source, c)))
        if act.target is None:
            return self.g.agree(self.said("draw lost", mood, many=many, start=start), many)
        end = invariable(self.g.place(self.v.np(act.target, c), "to"))
        return self.g.agree(self.said("draw words", mood, many=many, start=start, end=end), many)

    def _other_zone(self, source: Term, target: Term, c: Context) -> NP:
        """The zone that pieces are drawn to. If both zones belong to the seat, only the first one says so."""
        if (
            self.g.reflexive
            and isinstance(target, t.Zone)
            and target.index is not None
            and self.v.is_me(target.index, c)
            and any(self.v.is_me(x, c) for x in all_terms((source,)))
        ):
            return self.g.np(self.v.noun(target.zone), "bare")
        return self.v.np(target, c)

    def _win(self, seats: Term, c: Context) -> str:
        inner = seats.item if isinstance(seats, t.Listed) else seats
        if isinstance(inner, t.Nothing):
            return self.nobody_wins()
        if self.together and self.v.world.seats.high == 1:
            return self.g.patterns["won game"]
        if isinstance(inner, t.If):
            first = self.g.say("if", test=self.v.test(inner.test, c))
            then, otherwise = self._win(inner.then, c), self._win(inner.otherwise, c)
            return f"{first}, {then}, {self.g.patterns['else']}{self.g.pause} {otherwise}"
        return self.g.sentence(Clause(self.g.patterns["wins"], self.v.np(inner, c)))

    def nobody_wins(self) -> str:
        """The end without a winner: a loss where all win together, else a draw."""
        return self.g.patterns["lost game" if self.together else "draw game"]

    # ---- held texts ------------------------------------------------------------------------------

    def run_held(self, act: a.RunHeld, c: Context, mood: Mood) -> str:
        """`apply the effect of the piece`"""
        noun, holder = self.v.noun(act.field), self.v.properties.holder(act.holder, act.field, c.asking())
        told = self.g.np(noun, "the", noun.plural_only)
        if not self.g.lexicon.has(noun.id) and noun.id != "effect":
            told = self.g.named(self.g.lexicon.engine("effect"), self.g.title(noun.id))
        return self.said("do", mood, effect=self.g.of(told, holder))

    def start(self, act: a.StartRules, c: Context) -> str:
        """`the blessing of the token holds for you until the end of this turn`"""
        g = self.g
        noun, holder = self.v.noun(act.field), self.v.np(act.holder, c.asking())
        rules = g.of(g.np(noun, "the", noun.plural_only), holder)
        said = g.agree(g.say("holds for", rules=rules, me=self.v.np(act.me, c)), rules)
        if act.phase is None:
            return f"{said} {g.patterns['for good']}"
        phase = self.v.noun(act.phase)
        if act.whose is None:
            title = g.np(phase, "this")
        elif self.v.is_me(act.whose, c):
            title = g.np(phase, "your" if c.person == "you" else "their")
        else:
            title = g.of(g.np(phase, "the"), self.v.np(act.whose, c))
        return f"{said} {g.say('until begins' if act.when else 'until ends', x=title)}"

    # ---- values are set or named -----------------------------------------------------------------

    def set(self, act: a.SetTo, c: Context, mood: Mood) -> str:
        """`set the worth of the token to 3`"""
        place, value = act.place, act.value
        if isinstance(value, t.Const) and value.kind.base == "test":
            return self.g.say("from now on", test=self.v.test(place, c.asking(), not value.value))
        if value.kind.base == "test":
            x, y = self.v.test(place, c.asking()), self.v.test(value, c.asking())
            return self.g.say("from now on if", x=x, y=y)
        if isinstance(place, t.BuiltInField):
            return self.said("face", mood, piece=self.v.np(place.holder, c), face=self.v.np(value, c))
        told = self.v.np(place, c)
        if isinstance(value, t.Nothing):
            return self.said("clear", mood, place=told)
        return self.said("set", mood, place=told, value=self.v.np(value, c))

    def add(self, act: a.AddTo, c: Context, mood: Mood) -> str:
        """`raise the worth of the token by 3`"""
        number, place = act.number, self.v.np(act.place, c)
        known = self.v.number(number)
        if known is not None and known < 0:
            return self.said("lower", mood, place=place, number=invariable(str(-known)))
        if known is None and isinstance(number, t.Minus) and not any(map(_subtracts, all_terms((number.value,)))):
            return self.said("lower", mood, place=place, number=self.v.np(number.value, c))
        if known is None and any(_subtracts(x) for x in all_terms((number,))):
            return self.said("change", mood, place=place, number=self.v.arithmetic.head(number, c))
        return self.said("add", mood, place=place, number=self.v.np(number, c))

    def is_nameless_seat(self, act: a.Let) -> bool:
        """Whether a statement names a seat without words of its own: `the player` alone could be any player. The first
        or last of a set is found and not named."""
        found = isinstance(act.value, t.Phrase) and act.value.query in ("first", "last")
        return act.value.kind.base == "seat" and not found and not self.g.lexicon.has(act.name)

    def let_possible(self, act: a.LetPossible, c: Context, mood: Mood) -> str:
        """`note the answer: whether all of this can be done`"""
        return self._let_test(act, self.g.patterns["doable"], c, mood)

    def _let_test(self, act: a.Let | a.LetPossible, test: str, c: Context, mood: Mood) -> str:
        """`note whether you are lucky: this is so only when ...`; without words `note “lucky”: whether ...`"""
        key: PatternKey = "only when" if self._has_predicate(act, c) else "whether"
        value = invariable(self.g.say(key, test=test))
        return self.said("let", mood, name=self._named_by(act, TEST, c), value=value)

    def _has_predicate(self, act: a.Let | a.LetPossible, c: Context) -> bool:
        return act.var not in c.apart and self.v.noun(act.name).form("is") is not None

    def let_by_case(self, act: a.Let, c: Context, mood: Mood) -> str:
        """`note the price`: the cases of the value follow."""
        return self.said("let by case", mood, name=self._named_by(act, act.value.kind, c))

    def _named_by(self, act: a.Let | a.LetPossible, kind: Kind, c: Context) -> NP:
        """What a value is called that a statement names."""
        if kind.base == "test":
            return self.v.np(t.Var(act.var, kind), c)
        if act.var in c.apart or self.v.needs_name(act.name, kind):
            return self.v.by_name(act.name, kind)
        noun = self.v.noun_of_variable(act.name, kind)
        return self.g.np(noun, "the", kind.base == "set" and noun.countable)

    def let(self, act: a.Let, c: Context, mood: Mood) -> str:
        """`note the price: 3 ore`, `find the first token`"""
        kind = act.value.kind
        if kind.base == "test":
            return self._let_test(act, self.v.test(act.value, c.asking()), c, mood)
        name = self._named_by(act, kind, c)
        if isinstance(act.value, t.Phrase) and act.value.query in ("first", "last") and act.var not in c.apart:
            found = self.v.np(act.value, c)
            if found.noun is not None and found.noun.id == self.v.noun_of_variable(act.name, kind).id:
                return self.said("find", mood, value=found)
        return self.said("let", mood, name=name, value=self.v.np(act.value, c.asking()))


def _same_zone(act: a.Move) -> bool:
    """Whether the first or last piece of a zone moves to the end of the same zone."""
    moved = act.pieces.item if isinstance(act.pieces, t.Listed) else act.pieces
    if not isinstance(moved, t.BuiltIn) or moved.query not in ("first", "last"):
        return False
    return isinstance(act.target, t.Zone) and t.equal(moved.given[0], act.target)


def _subtracts(term: Term) -> bool:
    return isinstance(term, t.Minus) or (isinstance(term, t.Arithmetic) and term.sign == "-")
